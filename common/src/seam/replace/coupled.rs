//! Members that only make sense together: a timestamp, the time elapsed since one and the frequency they count in. In a
//! class they are replaced all or not at all.

use std::collections::{BTreeMap, BTreeSet};

use crate::refusal::Reason;

use super::super::code::ClassId;
use super::super::inject::Refused;
use super::attempt::Attempt;
use super::{Planner, Site};

impl<'a> Planner<'a> {
    /// What an API is coupled with, itself included.
    fn coupled(&self, index: usize) -> &'static [&'static str] {
        let entry = self.catalogue.entry_of(&self.findings[index].api);
        entry.map_or(&[], |entry| entry.coupled)
    }

    /// Takes out the sites whose companions in the same type can't be replaced, or weren't asked for.
    pub(super) fn uncouple(
        &self,
        sites: &mut Vec<Site<'a>>,
        remaining: &mut BTreeMap<usize, (Reason, String)>,
    ) {
        if sites.iter().all(|site| self.coupled(site.index).is_empty()) {
            return;
        }
        let there: BTreeSet<usize> = sites.iter().map(|site| site.index).collect();
        let mut broken: BTreeMap<&str, String> = BTreeMap::new();
        for (index, finding) in self.findings.iter().enumerate() {
            let alone = there.contains(&index) || self.coupled(index).is_empty();
            if !alone {
                let what = format!("`{}` of the same class stays", finding.pattern);
                broken.entry(&finding.type_name).or_insert(what);
            }
        }
        sites.retain(|site| {
            let why = broken
                .get(&*self.findings[site.index].type_name)
                .filter(|_| !self.coupled(site.index).is_empty());
            if let Some(why) = why {
                remaining.insert(site.index, (Reason::CoupledMember, why.clone()));
            }
            why.is_none()
        });
    }

    /// The classes in which an attempt reaches some of what is coupled and not the rest.
    pub(super) fn torn(
        &self,
        left: &BTreeMap<&ClassId, &Vec<&Site<'a>>>,
        attempt: &Attempt,
    ) -> BTreeMap<ClassId, Refused> {
        let reached: BTreeSet<usize> = attempt.reached.iter().copied().collect();
        let mut torn = BTreeMap::new();
        for (class, sites) in left {
            let mut coupled = sites
                .iter()
                .filter(|site| !self.coupled(site.index).is_empty());
            let first = coupled.next().map(|site| reached.contains(&site.index));
            let differs = |site: &&&Site<'a>| Some(reached.contains(&site.index)) != first;
            if let Some(site) = coupled.find(differs) {
                let what = format!(
                    "`{}` can't be reached like the others",
                    self.findings[site.index].pattern
                );
                let refused = Refused::new(Reason::CoupledMember, what);
                torn.insert((*class).clone(), refused);
            }
        }
        torn
    }
}
