//! How sites reach what they need, by abstraction and project, as the plans say. Decides nothing.

use std::collections::BTreeMap;

use seamwright_common::note::NoteKind;
use seamwright_common::seam::ambient::Sharing;
use seamwright_common::seam::code::Code;
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::replace::{AMBIENT_SCOPE, Plan};
use seamwright_common::source::SourcePath;

/// Sites by way, by abstraction and project.
#[derive(Debug, Default)]
pub(crate) struct Ways(BTreeMap<(String, Option<SourcePath>), BTreeMap<&'static str, usize>>);

impl Ways {
    pub(crate) fn note(&mut self, code: &Code, dependency: &Dependency, plan: &Plan) {
        for class in &plan.classes {
            let file = code.find(&SourcePath::new(&*class.path));
            let project = file.and_then(|file| code.project(file));
            let key = (
                dependency.stands_for.clone(),
                project.map(|project| project.path.clone()),
            );
            let ways = self.0.entry(key).or_default();
            *ways.entry(class.way).or_default() += class.sites;
        }
    }

    /// Which way how many sites take.
    pub(crate) fn said(&self, name: &str, project: Option<&SourcePath>) -> Option<String> {
        let ways = self.0.get(&(name.to_owned(), project.cloned()))?;
        let all = ways.iter().map(|(way, sites)| format!("{way} ({sites})"));
        Some(format!("way in: {}", all.collect::<Vec<_>>().join(", ")))
    }

    /// What ambient scopes cost, where there are some.
    pub(crate) fn trade_offs(&self, sharing: Sharing) -> Option<String> {
        let some = self.0.values().any(|ways| ways.contains_key(AMBIENT_SCOPE));
        let which = match sharing {
            Sharing::PerClass => "each class gets a slot of its own",
            Sharing::Shared => "each project gets one slot for each abstraction",
        };
        some.then(|| {
            format!(
                "{}; {which}, which the migration writes together with its tests",
                NoteKind::AmbientScope.heading()
            )
        })
    }
}
