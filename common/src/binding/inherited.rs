//! What types of the source have from those of the library: static members, and the constructors that theirs call.

use crate::outline::{MemberKind, TypeKind};
use crate::syntax::SyntaxNode;

use super::brought::Fit;
use super::candidates::Candidate;
use super::expression::Binder;
use super::lookup::{Lookup, Mode};
use super::members::{Base, DEEPEST_BASE, FoundMember, library_member};
use super::names::{FileId, type_key};
use super::{Side, TypeRef};

impl<'a> Binder<'a> {
    /// The static member of a library type that `ty`, which the source declares, has by inheritance. A member of the
    /// source hides it; a method only where it may take the arguments, if the name is called.
    pub fn inherited_static(
        &self,
        ty: &TypeRef,
        name: &str,
        arguments: Option<SyntaxNode<'a>>,
    ) -> Option<FoundMember> {
        let TypeRef::Declared(key) = ty else {
            return None;
        };
        let takes = |method: &Candidate<'_>| {
            arguments.is_none_or(|arguments| self.fit_of(method, arguments) != Fit::Never)
        };
        self.lookup.inherited_static(self.file, key, name, &takes)
    }

    /// Whether `ty`, which the source declares, has the library type `full` among its bases, however far up.
    pub fn derives_from(&self, ty: &TypeRef, full: &str) -> bool {
        let TypeRef::Declared(key) = ty else {
            return false;
        };
        self.lookup.any_base(
            self.file,
            key,
            |base| matches!(base, Base::Known(TypeRef::Library(base)) if base == full),
        )
    }

    /// The library types that the type around `node` names as its bases.
    pub fn library_bases(&self, node: SyntaxNode<'a>) -> Vec<String> {
        let outline = self.lookup.outline(self.file);
        let Some(id) = self.position(node).in_type else {
            return Vec::new();
        };
        let bases = self.lookup.bases(self.file, &type_key(outline, id));
        let known = bases.iter().filter_map(|base| match base {
            Base::Known(TypeRef::Library(full)) => Some(full.clone()),
            _ => None,
        });
        known.collect()
    }
}

impl Lookup<'_> {
    fn inherited_static(
        &self,
        file: FileId,
        key: &str,
        name: &str,
        takes: &dyn Fn(&Candidate<'_>) -> bool,
    ) -> Option<FoundMember> {
        let mut open = vec![(key.to_owned(), 0)];
        let mut seen: Vec<String> = Vec::new();
        while let Some((key, depth)) = open.pop() {
            if seen.contains(&key) || depth > DEEPEST_BASE {
                continue;
            }
            let parts = self.parts(file, &key);
            let is_class = |(part, id): &(FileId, _)| {
                self.outline(*part).type_(*id).kind != TypeKind::Interface
            };
            if !parts.iter().all(is_class) {
                continue;
            }
            let own = parts.iter().find_map(|(part, id)| {
                self.own_member(*part, *id, &key, name, depth == 0, Mode::Expression)
                    .filter(|own| own.position.is_some())
            });
            if let Some(own) = own {
                let mut methods = Vec::new();
                self.callables(file, &key, &mut methods, |kind, found| {
                    kind == MemberKind::Method && found == name
                });
                if !own.is_method || methods.iter().any(takes) {
                    return None;
                }
            }
            for base in self.bases(file, &key).iter().cloned() {
                match base {
                    Base::Known(TypeRef::Declared(base)) => open.push((base, depth + 1)),
                    Base::Known(TypeRef::Library(base)) => {
                        if let Some(member) = self.library.member(&base, name, Side::Type) {
                            return Some(library_member(&base, name, member));
                        }
                    }
                    _ => {}
                }
            }
            seen.push(key);
        }
        None
    }
}
