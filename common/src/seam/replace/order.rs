//! In which order classes get the provider: bases before derived ones, and who is to blame when one can't.

use std::collections::{BTreeMap, BTreeSet};

use super::super::code::ClassId;
use super::super::inject::Refused;
use super::super::shape::BaseClass;
use crate::refusal::Reason;

use super::Planner;

/// A class that gets the provider, and the one that pulled it in, if it needs nothing by itself.
type Pulled = (ClassId, Option<ClassId>);

impl Planner<'_> {
    /// The classes to inject, bases before derived ones, each with the class that pulled it in, if it needs nothing
    /// by itself.
    pub(super) fn in_order(
        &self,
        needy: &BTreeSet<ClassId>,
    ) -> Result<Vec<Pulled>, (ClassId, Refused)> {
        let mut depth: BTreeMap<ClassId, (usize, Option<ClassId>)> = BTreeMap::new();
        let mut open: Vec<(ClassId, usize, Option<ClassId>)> = needy
            .iter()
            .map(|class| (class.clone(), self.depth(class), None))
            .collect();
        while let Some((class, level, cause)) = open.pop() {
            // What has a base that is in must be blamed on that base: without it the class may do.
            let known = depth.get(&class);
            if known.is_some_and(|(known, blamed)| {
                *known >= level && (blamed.is_some() || cause.is_none())
            }) {
                continue;
            }
            let cause = cause.or_else(|| known.and_then(|(_, blamed)| blamed.clone()));
            depth.insert(class.clone(), (level, cause.clone()));
            let puller = if needy.contains(&class) {
                class.clone()
            } else {
                cause.clone().unwrap_or_else(|| class.clone())
            };
            let Ok(shape) = self.shape(&class) else {
                continue;
            };
            for below in &self.below(&shape).classes {
                if level > 64 {
                    return Err((
                        puller,
                        Refused::new(
                            Reason::SyntaxNotUnderstood,
                            "its base classes form a circle",
                        ),
                    ));
                }
                open.push((below.clone(), level + 1, Some(puller.clone())));
            }
        }
        let mut order: Vec<_> = depth
            .into_iter()
            .map(|(class, (level, cause))| (level, class, cause))
            .collect();
        order.sort();
        Ok(order
            .into_iter()
            .map(|(_, class, cause)| (class, cause))
            .collect())
    }

    /// How many classes of the workspace are above.
    fn depth(&self, class: &ClassId) -> usize {
        let mut at = class.clone();
        for level in 0..32 {
            match self.shape(&at).map(|shape| shape.base.clone()) {
                Ok(BaseClass::Declared(base)) => at = base,
                _ => return level,
            }
        }
        32
    }

    /// The class itself if it has sites, else the nearest above that has.
    pub(super) fn needy_above(&self, class: &ClassId, needy: &BTreeSet<ClassId>) -> ClassId {
        let mut at = class.clone();
        for _ in 0..64 {
            if needy.contains(&at) {
                return at;
            }
            match self.shape(&at).map(|shape| shape.base.clone()) {
                Ok(BaseClass::Declared(base)) => at = base,
                _ => break,
            }
        }
        class.clone()
    }
}
