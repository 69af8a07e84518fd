//! The catalogue's knowledge of the base library and of packages, as binding asks for it.

use std::sync::OnceLock;

use crate::binding::{Library, LibraryMember, Side};
use crate::catalogue::bases::{Brings, brings};
use crate::catalogue::signatures::{MemberKind, Signature, signatures, type_signature};
use crate::catalogue::{Catalogue, base_library, bases, io_abstractions, other_libraries};
use crate::symbol::is_interface_name;
use crate::table::NameSet;

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

/// No type's full name is longer.
const LONGEST: usize = 256;

/// The simple names of all types but the catalogue's, and the parts of namespaces.
fn simple_names() -> &'static NameSet<&'static str> {
    static NAMES: OnceLock<NameSet<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let base = base_library::simple_names();
        let namespaces = base_library::namespaces().flat_map(|name| name.split('.'));
        base.chain(bases::simple_names())
            .chain(other_libraries::simple_names())
            .chain(namespaces)
            .chain(io_abstractions::types().iter().copied())
            .chain(io_abstractions::NAMESPACE.split('.'))
            .collect()
    })
}

impl Library for KnownLibrary<'_> {
    fn knows(&self, simple: &str) -> bool {
        simple_names().contains(simple) || !self.catalogue.types_named(simple).is_empty()
    }

    fn is_namespace(&self, name: &str) -> bool {
        base_library::is_namespace(name) || name == io_abstractions::NAMESPACE
    }

    fn is_package_namespace(&self, name: &str) -> bool {
        self.catalogue.has_namespace(name)
            || other_libraries::has_namespace(name)
            || bases::has_namespace(name)
    }

    fn has_type(&self, full_name: &str) -> bool {
        if full_name.len() > LONGEST {
            return false;
        }
        let (namespace, name) = full_name.rsplit_once('.').unwrap_or(("", full_name));
        base_library::is_type(full_name)
            || self.catalogue.has_type(full_name)
            || io_abstractions::has_type(full_name)
            || other_libraries::has_type(namespace, name)
            || brings(full_name, "") != Brings::Unknown
    }

    fn member(&self, type_name: &str, name: &str, side: Side) -> Option<LibraryMember> {
        let is_static = |one: &Signature| one.is_static && !one.is_extension;
        let mut overloads = signatures(type_name, name).iter().filter(|one| match side {
            Side::Type => is_static(one),
            Side::Value => !is_static(one),
            Side::Any => true,
        });
        if let Some(first) = overloads.next() {
            // `Process?` and `Process` are one type; `int?` and `int` aren't.
            let bare = first.value.trim_end_matches('?');
            let named = if self.is_value_type(bare) {
                first.value
            } else {
                bare
            };
            let agreed = !named.is_empty()
                && overloads.all(|one| {
                    one.value == named || named == bare && one.value.trim_end_matches('?') == bare
                });
            return Some(LibraryMember {
                is_static: is_static(first),
                is_method: first.kind == MemberKind::Method,
                result: agreed.then(|| named.to_owned()),
            });
        }
        // A member that came later or is of a package: known by its entry alone. Where no receiver says whose it is,
        // a name that the table doesn't have is nobody's: every unknown name would be `Console`'s.
        if side == Side::Any && type_signature(type_name).is_some() {
            return None;
        }
        let of_type = self
            .catalogue
            .static_member(type_name, name)
            .next()
            .filter(|_| side != Side::Value);
        let of_value = || {
            self.catalogue
                .instance_member(type_name, name)
                .next()
                .filter(|_| side != Side::Type)
        };
        let entry = of_type.or_else(of_value)?;
        Some(LibraryMember {
            is_static: of_type.is_some(),
            is_method: entry.parts().is_none_or(|parts| parts.kind != 'P'),
            result: None,
        })
    }

    fn is_value_type(&self, full_name: &str) -> bool {
        type_signature(full_name)
            .is_some_and(|known| known.kind.starts_with("struct") || known.kind.starts_with("enum"))
    }

    fn may_be_delegate(&self, full_name: &str) -> bool {
        let simple = full_name.rsplit('.').next().unwrap_or(full_name);
        // The table of types has no delegates.
        type_signature(full_name).is_none() && !is_interface_name(simple)
    }

    fn base_hides(&self, class: &str, name: &str) -> bool {
        brings(class, name) == Brings::Member
    }

    fn knows_members(&self, class: &str) -> bool {
        // Any name does: the answer is about the class.
        brings(class, "") != Brings::Unknown
    }
}
