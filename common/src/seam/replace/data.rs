//! Classes that only carry data: made without arguments, filled by whoever makes them. A dependency in their
//! constructor would reach everything that makes them.

use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::super::code::Reader;
use super::super::shape::{BaseClass, ClassShape, has_modifier};

use SyntaxKind as K;

const DEEPEST_BASE: usize = 16;

/// Whether the class and those above only carry data.
pub(super) fn is_data<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> bool {
    let (settable, other) = state(shape);
    if settable <= other || !takes_nothing(shape) {
        return false;
    }
    let mut base = shape.base.clone();
    for _ in 0..DEEPEST_BASE {
        match base {
            BaseClass::Object => return true,
            BaseClass::External(_) => return false,
            BaseClass::Declared(id) => match ClassShape::read(reader, &id) {
                Ok(above) if takes_nothing(&above) => base = above.base,
                _ => return false,
            },
        }
    }
    false
}

fn takes_nothing(shape: &ClassShape<'_>) -> bool {
    shape.primary.is_none()
        && shape
            .constructors
            .iter()
            .all(|constructor| constructor.parameters.is_empty())
}

/// How many instance members everybody can set, and how many hold something else.
fn state(shape: &ClassShape<'_>) -> (usize, usize) {
    let (mut settable, mut other) = (0, 0);
    for (_, member) in shape.members() {
        if member.kind() != K::PropertyDeclaration || has_modifier(member, "static") {
            continue;
        }
        let Some(accessors) = member.child(Field::Accessors) else {
            continue;
        };
        let automatic = |name: &str| {
            accessors
                .children_of(K::AccessorDeclaration)
                .find(|one| one.token(name).is_some() && one.child(Field::Body).is_none())
        };
        if automatic("get").is_none() {
            continue;
        }
        let set = automatic("set").or_else(|| automatic("init"));
        let open = |node: SyntaxNode<'_>| !node.children_of(K::Modifier).any(|_| true);
        if has_modifier(member, "public") && set.is_some_and(open) {
            settable += 1;
        } else {
            other += 1;
        }
    }
    for (_, field, _) in shape.fields() {
        if has_modifier(field, "public") {
            settable += 1;
        } else {
            other += 1;
        }
    }
    (settable, other)
}
