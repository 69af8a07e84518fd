//! The types of `foreach` variables.

use crate::syntax::{SyntaxKind, SyntaxNode};

use super::TypeRef;
use super::expression::{Binder, Origin, Resolution};
use super::locals::LocalKind;

use SyntaxKind as K;

/// How many locals are followed to where a collection's type is written.
const FURTHEST: usize = 6;

impl<'a> Binder<'a> {
    /// What a `foreach` over `all` gives, as far as the type of `all` is written somewhere.
    pub(super) fn element_type(&self, all: SyntaxNode<'a>) -> TypeRef {
        self.element_type_through(all, FURTHEST)
    }

    fn element_type_through(&self, all: SyntaxNode<'a>, left: usize) -> TypeRef {
        if left == 0 {
            return TypeRef::Unknown;
        }
        let Resolution::Value(value) = self.resolve(all) else {
            return TypeRef::Unknown;
        };
        match value.origin {
            Origin::Call(Some(mut member)) | Origin::Member(mut member) => {
                let Some(element) = element_text(&member.type_text) else {
                    return TypeRef::Unknown;
                };
                member.type_text = element.to_owned();
                self.lookup.type_of(self.file, &member)
            }
            Origin::Local(local) => match local.type_node {
                Some(node) if node.kind() != K::ImplicitType => element_text(node.text())
                    .map_or(TypeRef::Unknown, |element| {
                        self.lookup.type_text(element, self.position(node))
                    }),
                _ if local.kind == LocalKind::Variable => {
                    local.initializer.map_or(TypeRef::Unknown, |all| {
                        self.element_type_through(all, left - 1)
                    })
                }
                _ => TypeRef::Unknown,
            },
            _ => TypeRef::Unknown,
        }
    }
}

/// `X` of `X[]`, `List<X>` and `System.Collections.Generic.IEnumerable<X>?`.
fn element_text(text: &str) -> Option<&str> {
    let text = text.trim().trim_end_matches('?');
    if let Some(element) = text.strip_suffix("[]") {
        return Some(element);
    }
    let (name, rest) = text.split_once('<')?;
    let collection = matches!(
        name.rsplit('.').next()?.trim(),
        "IEnumerable"
            | "IAsyncEnumerable"
            | "ICollection"
            | "IReadOnlyCollection"
            | "IList"
            | "IReadOnlyList"
            | "ISet"
            | "List"
            | "HashSet"
            | "Queue"
            | "Stack"
            | "Collection"
    );
    let element = rest.strip_suffix('>')?;
    (collection && !element.contains(',')).then_some(element)
}
