//! What stands behind an `extern alias`: which references it names only the build knows, so that what is called as a type
//! of the base library there may be another.

use crate::outline::UsingKind;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::TypeRef;
use super::expression::Binder;

use SyntaxKind as K;

impl<'a> Binder<'a> {
    /// Whether a reference to the library type `ty` is one only if an alias of references holds the base library.
    pub fn is_behind_alias(&self, reference: SyntaxNode<'a>) -> bool {
        let outline = self.lookup.outline(self.file);
        let aliases = outline.extern_aliases();
        if aliases.is_empty() {
            return false;
        }
        let is_alias = |name: &str| aliases.iter().any(|alias| outline.text(alias.name) == name);
        let behind = |target: &'a str| {
            let (alias, rest) = target.split_once("::")?;
            is_alias(alias.trim()).then_some(rest)
        };
        let mut names = reference.descendants();
        let Some(first) = names.find(|node| node.kind() == K::Identifier) else {
            return false;
        };
        let name = decoded_name(first.text());
        if first.field() == Field::Alias {
            return is_alias(&name);
        }
        let usings = || outline.usings().iter();
        let aliased = usings().any(|using| {
            matches!(using.kind, UsingKind::Alias(own) if outline.text(own) == name)
                && behind(outline.text(using.target)).is_some()
        });
        if aliased {
            return true;
        }
        let plain = usings().filter(|using| behind(outline.text(using.target)).is_none());
        let position = self.position(first);
        let certain = plain
            .filter(|using| using.kind == UsingKind::Namespace)
            .map(|using| outline.text(using.target).to_owned())
            .chain(
                self.lookup
                    .names
                    .usings_around(self.file)
                    .map(|using| using.target.clone()),
            )
            .any(|namespace| {
                let full = format!("{namespace}.{name}");
                matches!(self.lookup.type_text(&full, position), TypeRef::Library(_))
            });
        !certain
            && usings().any(|using| {
                behind(outline.text(using.target)).is_some_and(|namespace| {
                    using.kind == UsingKind::Namespace
                        && self.lookup.library.has_type(&format!("{namespace}.{name}"))
                })
            })
    }
}
