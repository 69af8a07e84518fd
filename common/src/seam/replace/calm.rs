//! Whether the constructors above a class may run its overrides before its own fields are set.

use super::super::code::Reader;
use super::super::quiet::Active;
use super::super::shape::{BaseClass, ClassShape};
use crate::catalogue::frameworks::has_quiet_constructor;
use crate::syntax::SyntaxNode;

const DEEPEST_BASE: usize = 16;

/// `None` when every constructor above is calm; else which base isn't, or isn't known.
pub(super) fn restless_base<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<String> {
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
                let active = Active::of(reader, &above);
                let restless =
                    |body: Option<SyntaxNode<'_>>| body.is_none_or(|body| active.runs(body));
                if above
                    .constructors
                    .iter()
                    .any(|constructor| restless(constructor.body))
                {
                    return Some(above.name);
                }
                base = above.base;
            }
        }
    }
    Some(shape.name.clone())
}
