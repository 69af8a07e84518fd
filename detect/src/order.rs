//! Where a migration pays first: the abstractions in the order of count × ease. Pure; knows nothing of projects.
//!
//! The ease of a site has two factors. Its place: code of an instance can take a constructor parameter (3); static
//! code of a class needs an ambient provider or a parameter through its callers (2); a place that can't hold a
//! dependency, such as a struct or a static lambda, or an API without a mechanical replacement is work by hand (1); a
//! site that is marked as intentional stays (0). And the way to its abstraction: there already (3), generated (2), a
//! package to be added or nothing that stands for it (1). The score of an abstraction is the sum over its sites.

use std::collections::BTreeMap;

use seamwright_common::catalogue::{Entry, Rewrite};
use seamwright_common::contract::{Finding, Replacement};
use seamwright_common::finding::{AbstractionKind, Category, Context};

/// How a site can be migrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ease {
    /// One for one, through a constructor.
    Mechanical,
    /// One for one, through an ambient provider or a parameter.
    Static,
    /// By hand.
    ByHand,
    /// Not at all: it is marked as intentional.
    Intentional,
}

impl Ease {
    /// The ease of a site; `entry` is the catalogue's, if it still has one.
    pub(crate) fn of(finding: &Finding, entry: Option<&Entry>) -> Self {
        if finding.intentional.is_some() {
            return Self::Intentional;
        }
        let by_template = entry
            .is_some_and(|entry| !matches!(entry.rewrite, Rewrite::Shaped(_) | Rewrite::None(_)));
        if !by_template || finding.replacement.is_none() {
            return Self::ByHand;
        }
        match finding.context.0 {
            Context::ConstructorArguments
            | Context::FieldInitializer
            | Context::PropertyInitializer
            | Context::Lambda
            | Context::LocalFunction
            | Context::InstanceConstructor
            | Context::InstanceProperty
            | Context::InstanceMethod => Self::Mechanical,
            Context::StaticConstructor
            | Context::StaticClass
            | Context::StaticMethod
            | Context::StaticProperty => Self::Static,
            Context::TopLevel
            | Context::StaticInitializer
            | Context::StructMember
            | Context::RecordMember
            | Context::InterfaceMember
            | Context::StaticLambda
            | Context::StaticLocalFunction => Self::ByHand,
        }
    }

    fn points(self) -> u64 {
        match self {
            Self::Mechanical => 3,
            Self::Static => 2,
            Self::ByHand => 1,
            Self::Intentional => 0,
        }
    }
}

/// How near an abstraction is.
fn nearness(replacement: Option<&Replacement>) -> u64 {
    match replacement {
        Some(replacement) if replacement.available => 3,
        Some(replacement) => match replacement.kind.0 {
            AbstractionKind::BuiltIn | AbstractionKind::Project => 3,
            AbstractionKind::Generated => 2,
            AbstractionKind::Package => 1,
        },
        None => 1,
    }
}

/// One step of a migration: the sites of a category that share an abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// What they reach.
    pub(crate) category: Category,
    /// What stands for it, as it is to be shown.
    pub(crate) what: String,
    /// How many sites there are of each ease.
    pub(crate) sites: BTreeMap<Ease, usize>,
    /// Count × ease.
    pub(crate) score: u64,
}

impl Step {
    /// How many sites there are.
    pub(crate) fn count(&self) -> usize {
        self.sites.values().sum()
    }
}

/// A site as the order needs it.
pub(crate) struct Weighed<'a> {
    /// The finding.
    pub(crate) finding: &'a Finding,
    /// What stands for its API, as it is to be shown.
    pub(crate) what: String,
    /// How it can be migrated.
    pub(crate) ease: Ease,
}

/// The steps, the best first; equal ones by category and name.
pub(crate) fn steps<'a>(sites: impl IntoIterator<Item = Weighed<'a>>) -> Vec<Step> {
    let mut groups: BTreeMap<(Category, String), Step> = BTreeMap::new();
    for site in sites {
        let category = site.finding.category.0;
        let step = groups
            .entry((category, site.what.clone()))
            .or_insert_with(|| Step {
                category,
                what: site.what,
                sites: BTreeMap::new(),
                score: 0,
            });
        *step.sites.entry(site.ease).or_default() += 1;
        step.score += site.ease.points() * nearness(site.finding.replacement.as_ref());
    }
    let mut steps: Vec<Step> = groups.into_values().collect();
    // The sort is stable and the groups come by category and name.
    steps.sort_by_key(|step| std::cmp::Reverse(step.score));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{clock, disk};
    use seamwright_common::catalogue::Catalogue;
    use seamwright_common::finding::Finding as Found;

    fn ease(found: &Found) -> Ease {
        let entry = Catalogue::standard().explain(found.api.without_parameters());
        Ease::of(&found.into(), entry.first().copied())
    }

    #[test]
    fn the_place_and_the_api_decide() {
        let at = |context| Found {
            context,
            ..clock("A.cs", 1)
        };
        assert_eq!(ease(&at(Context::InstanceMethod)), Ease::Mechanical);
        assert_eq!(ease(&at(Context::FieldInitializer)), Ease::Mechanical);
        assert_eq!(ease(&at(Context::StaticMethod)), Ease::Static);
        assert_eq!(ease(&at(Context::StructMember)), Ease::ByHand);
        let marked = Found {
            intentional: Some("by design".into()),
            ..clock("A.cs", 1)
        };
        assert_eq!(ease(&marked), Ease::Intentional);
        let sleep = crate::fixture::finding(
            "M:System.Threading.Thread.Sleep(System.Int32)",
            "Thread.Sleep",
            Category::Time,
            ("A.cs", 1),
        );
        assert_eq!(ease(&sleep), Ease::ByHand);
    }

    #[test]
    fn many_hard_sites_can_go_before_one_easy_site() {
        let found: Vec<Finding> = [
            clock("A.cs", 1),
            disk("A.cs", 2),
            disk("A.cs", 3),
            disk("A.cs", 4),
            disk("A.cs", 5),
        ]
        .iter()
        .map(Finding::from)
        .collect();
        let order = |count: usize| {
            let weighed = found[..count].iter().map(|finding| Weighed {
                finding,
                what: finding.replacement.as_ref().unwrap().abstraction.clone(),
                ease: Ease::Mechanical,
            });
            let steps = steps(weighed);
            steps
                .iter()
                .map(|step| (step.category, step.score))
                .collect::<Vec<_>>()
        };
        assert_eq!(order(3), [(Category::Time, 9), (Category::Filesystem, 6)]);
        assert_eq!(order(5), [(Category::Filesystem, 12), (Category::Time, 9)]);
    }
}
