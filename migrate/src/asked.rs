//! What a run is asked to migrate. Knows findings; nothing of what can be done about them.

use seamwright_common::finding::{Category, Finding, FindingId};

/// Empty lists ask for everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) apis: Vec<String>,
    pub(crate) categories: Vec<Category>,
    pub(crate) ids: Vec<FindingId>,
}

impl Asked {
    /// Whether the finding is asked for.
    pub(crate) fn covers(&self, finding: &Finding) -> bool {
        (self.apis.is_empty() || self.apis.iter().any(|api| is_api(finding, api)))
            && (self.categories.is_empty() || self.categories.contains(&finding.category))
            && (self.ids.is_empty() || self.ids.contains(&finding.id))
    }

    /// The APIs and ids that no finding has.
    pub(crate) fn unmet(&self, findings: &[&Finding]) -> Vec<String> {
        let apis = self
            .apis
            .iter()
            .filter(|api| !findings.iter().any(|finding| is_api(finding, api)));
        let ids = self
            .ids
            .iter()
            .filter(|id| !findings.iter().any(|finding| finding.id == **id));
        apis.cloned()
            .chain(ids.map(|id| id.as_str().to_owned()))
            .collect()
    }
}

/// As it is written, with its full name, or by its id with or without parameters.
fn is_api(finding: &Finding, wanted: &str) -> bool {
    let id = finding.api.without_parameters();
    wanted == finding.pattern
        || wanted == finding.api.as_str()
        || wanted == id
        || id.get(2..) == Some(wanted)
}
