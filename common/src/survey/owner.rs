//! Whose members count: types of the library, and types of the project that its configuration names.

use crate::binding::TypeRef;
use crate::catalogue::{Catalogue, Entry, Origin};

/// The full name of a type whose members may have entries. A type of the project that is called like one of the
/// library has none.
pub(super) fn owner_of(catalogue: &Catalogue, ty: TypeRef) -> Option<String> {
    match ty {
        TypeRef::Library(owner) => Some(owner),
        TypeRef::Declared(owner) => {
            let simple = owner.rsplit('.').next().unwrap_or(&owner);
            let simple = simple.split('`').next().unwrap_or(simple);
            let known = catalogue.types_named(simple).iter();
            let mut known = known.filter(|one| one.origin == Origin::Project);
            known.any(|one| one.full_name == owner).then_some(owner)
        }
        TypeRef::Parameter(_) | TypeRef::Unknown => None,
    }
}

/// Whether an entry speaks of a type of the project, and `type_name`, which names the type around a reference, is that type or lies
/// in it: what a type does with its own members is its own affair.
pub(super) fn is_own_affair(entry: &Entry, type_name: impl FnOnce() -> String) -> bool {
    let owner = entry.parts().map_or("", |parts| parts.type_name);
    entry.origin == Origin::Project
        && type_name()
            .strip_prefix(owner)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '`', '<']))
}
