//! Whether the constructors above a class may run its overrides before its own fields are set.

use seamwright_common::catalogue::frameworks::has_quiet_constructor;
use seamwright_common::seam::code::Reader;
use seamwright_common::seam::shape::{BaseClass, ClassShape};
use seamwright_common::syntax::{Field, SyntaxKind, SyntaxNode};

use SyntaxKind as K;

const DEEPEST_BASE: usize = 16;

/// `None` when every constructor above is calm; else which base isn't, or isn't known.
pub(crate) fn restless_base<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<String> {
    let mut base = shape.base.clone();
    for _ in 0..DEEPEST_BASE {
        match base {
            BaseClass::Object => return None,
            BaseClass::External(external) => {
                let quiet = external
                    .candidates
                    .iter()
                    .any(|name| has_quiet_constructor(name));
                return (!quiet).then_some(external.name);
            }
            BaseClass::Declared(id) => {
                let Ok(above) = ClassShape::read(reader, &id) else {
                    return Some(id.key);
                };
                if above
                    .constructors
                    .iter()
                    .any(|constructor| is_restless(constructor.node))
                {
                    return Some(above.name);
                }
                base = above.base;
            }
        }
    }
    Some(shape.name.clone())
}

/// Whether a constructor calls a method on itself, reads or sets a member by a plain name that isn't a field in
/// sight, or hands itself out.
fn is_restless(constructor: SyntaxNode<'_>) -> bool {
    let Some(body) = constructor.child(Field::Body) else {
        return true;
    };
    body.descendants().any(|node| match node.kind() {
        K::InvocationExpression => {
            node.child(Field::Function)
                .is_some_and(|function| match function.kind() {
                    K::Identifier | K::GenericName => !matches!(function.text(), "nameof"),
                    K::MemberAccessExpression => function
                        .child(Field::Expression)
                        .is_some_and(|left| matches!(left.text(), "this" | "base")),
                    _ => false,
                })
        }
        K::Token if node.text() == "this" => node
            .parent()
            .is_none_or(|parent| parent.kind() != K::MemberAccessExpression),
        _ => false,
    })
}
