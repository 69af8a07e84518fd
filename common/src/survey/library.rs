//! The catalogue's knowledge of the base library and of packages, as binding asks for it.

use crate::binding::{Library, LibraryMember};
use crate::catalogue::bases::{Brings, brings};
use crate::catalogue::signatures::{MemberKind, return_type, signatures, type_signature};
use crate::catalogue::{Catalogue, base_library, bases, other_libraries};

/// The base library of .NET and the packages that the catalogue names.
#[derive(Clone, Copy, Debug)]
pub struct KnownLibrary<'a> {
    catalogue: &'a Catalogue,
}

impl<'a> KnownLibrary<'a> {
    /// Knows the packages of this catalogue.
    pub fn new(catalogue: &'a Catalogue) -> Self {
        Self { catalogue }
    }
}

impl Library for KnownLibrary<'_> {
    fn is_namespace(&self, name: &str) -> bool {
        base_library::is_namespace(name)
    }

    fn is_package_namespace(&self, name: &str) -> bool {
        self.catalogue.has_namespace(name)
            || other_libraries::has_namespace(name)
            || bases::has_namespace(name)
    }

    fn has_type(&self, full_name: &str) -> bool {
        let (namespace, name) = full_name.rsplit_once('.').unwrap_or(("", full_name));
        base_library::is_type(full_name)
            || self.catalogue.has_type(full_name)
            || other_libraries::has_type(namespace, name)
            || brings(full_name, "") != Brings::Unknown
    }

    fn member(&self, type_name: &str, name: &str) -> Option<LibraryMember> {
        let overloads = signatures(type_name, name);
        if let Some(first) = overloads.first() {
            let text = return_type(type_name, name);
            return Some(LibraryMember {
                is_static: first.is_static && !first.is_extension,
                is_method: first.kind == MemberKind::Method,
                result: text.map(str::to_owned),
            });
        }
        // A member that came later or is of a package: known by its entry alone.
        let is_static = self.catalogue.static_member(type_name, name).next();
        let entry = is_static.or_else(|| self.catalogue.instance_member(type_name, name).next())?;
        Some(LibraryMember {
            is_static: is_static.is_some(),
            is_method: entry.parts().is_none_or(|parts| parts.kind != 'P'),
            result: None,
        })
    }

    fn is_value_type(&self, full_name: &str) -> bool {
        type_signature(full_name)
            .is_some_and(|known| known.kind.starts_with("struct") || known.kind.starts_with("enum"))
    }

    fn base_hides(&self, class: &str, name: &str) -> bool {
        brings(class, name) == Brings::Member
    }

    fn knows_members(&self, class: &str) -> bool {
        // Any name does: the answer is about the class.
        brings(class, "") != Brings::Unknown
    }
}
