//! Types nested in types, those of the bases included.

use crate::outline::TypeKind;

use super::TypeRef;
use super::lookup::Lookup;
use super::members::{Base, DEEPEST_BASE, is_shown};
use super::names::{FileId, append};

impl Lookup<'_> {
    /// A type nested in the type `key` or in one of its bases.
    pub(super) fn nested_type(
        &self,
        file: FileId,
        key: &str,
        name: &str,
        arity: usize,
    ) -> Option<TypeRef> {
        if !self.names.knows(name) && !self.library.knows(name) {
            return None;
        }
        let mut open = vec![key.to_owned()];
        let mut seen: Vec<String> = Vec::new();
        while let Some(key) = open.pop() {
            if seen.contains(&key) || seen.len() > DEEPEST_BASE {
                continue;
            }
            let mut nested = key.clone();
            append(&mut nested, name, arity);
            // What a base keeps to itself hides nothing; whoever stands inside that base finds it as its own.
            if self.has_type(file, &nested) && (seen.is_empty() || !self.is_private(file, &nested))
            {
                return Some(TypeRef::Declared(nested));
            }
            let is_interface = self.is_interface(file, &key);
            // While the bases of a nested type are read, the outer type is being looked through already.
            if *self.resolving.borrow() < 4 {
                *self.resolving.borrow_mut() += 1;
                for base in self.bases(file, &key).iter().cloned() {
                    match base {
                        // What stands in an interface is not inherited by the class that implements it.
                        Base::Known(TypeRef::Declared(base))
                            if self.is_interface(file, &base) == is_interface =>
                        {
                            open.push(base);
                        }
                        Base::Known(TypeRef::Library(base)) => {
                            let mut inner = base;
                            append(&mut inner, name, arity);
                            if self.library.has_type(&inner) {
                                *self.resolving.borrow_mut() -= 1;
                                return Some(TypeRef::Library(inner));
                            }
                        }
                        _ => {}
                    }
                }
                *self.resolving.borrow_mut() -= 1;
            }
            seen.push(key);
        }
        None
    }

    /// Whether the type `key` of the source is an interface.
    pub(super) fn is_interface(&self, file: FileId, key: &str) -> bool {
        self.parts(file, key)
            .first()
            .is_some_and(|(part, id)| self.outline(*part).type_(*id).kind == TypeKind::Interface)
    }

    /// Whether a nested type is for the type around it alone, as it is when no modifier says otherwise.
    fn is_private(&self, file: FileId, nested: &str) -> bool {
        self.parts(file, nested).iter().all(|(part, id)| {
            let outline = self.outline(*part);
            let declared = outline.type_(*id);
            declared
                .parent
                .is_some_and(|parent| !is_shown(declared.modifiers, outline.type_(parent).kind))
        })
    }

    pub(super) fn nested_type_of(
        &self,
        file: FileId,
        owner: &TypeRef,
        name: &str,
        arity: usize,
    ) -> Option<TypeRef> {
        match owner {
            TypeRef::Declared(key) => self.nested_type(file, key, name, arity),
            TypeRef::Library(full) => {
                let mut inner = full.clone();
                append(&mut inner, name, arity);
                self.library
                    .has_type(&inner)
                    .then_some(TypeRef::Library(inner))
            }
            _ => None,
        }
    }
}
