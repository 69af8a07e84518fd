//! APIs of the configuration that nothing declares: a name with a typing mistake would find nothing in silence.

use std::collections::BTreeSet;

use seamwright_common::catalogue::{IdParts, ProjectApi};
use seamwright_common::finding::{Category, Survey};
use seamwright_common::outline::{Outline, TypeId};
use seamwright_common::symbol::SymbolId;
use seamwright_common::workspace::{Workspace, WorkspaceOptions};

use crate::setup::Setup;

/// A sentence for each API that was looked for, isn't used, and is declared nowhere: neither in the workspace nor in the
/// folder of the configuration.
pub(crate) fn unused(
    workspace: &Workspace,
    setup: &Setup,
    survey: &Survey,
    categories: &BTreeSet<Category>,
) -> Vec<String> {
    let used: BTreeSet<&str> = (survey.findings.iter().map(|one| &one.api))
        .chain(survey.not_counted.iter().map(|one| &one.api))
        .map(SymbolId::without_parameters)
        .collect();
    let asked = |api: &ProjectApi| categories.is_empty() || categories.contains(&api.category);
    let unused = setup
        .apis
        .iter()
        .filter(|(api, _)| asked(api) && !is_used(api, &used));
    let mut open: Vec<(&ProjectApi, &String)> = unused.map(|(api, place)| (api, place)).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let declared = declared_in(workspace, &open);
    open.retain(|(api, _)| !declared.contains(&api.id));
    // The scope may be a part of what the configuration is for.
    if let Some(folder) = setup.folder.as_ref().filter(|_| !open.is_empty()) {
        let options = WorkspaceOptions {
            include_tests: true,
            ..WorkspaceOptions::default()
        };
        if let Ok(whole) = Workspace::open(std::slice::from_ref(folder), &options) {
            let declared = declared_in(&whole, &open);
            open.retain(|(api, _)| !declared.contains(&api.id));
        }
    }
    open.iter()
        .map(|(api, place)| {
            format!(
                "{place}: `{}` matches nothing: no source declares or uses it",
                api.id
            )
        })
        .collect()
}

/// The ids of those that a source of the workspace declares.
fn declared_in(workspace: &Workspace, apis: &[(&ProjectApi, &String)]) -> BTreeSet<String> {
    let read = workspace.for_each_source(|source| {
        let text = &source.text.text;
        let named =
            |id: &&str| IdParts::of(id).is_some_and(|parts| text.contains(simple(parts.type_name)));
        let ids = apis.iter().map(|(api, _)| api.id.as_str());
        let named: Vec<&str> = ids.filter(named).collect();
        if named.is_empty() {
            return Vec::new();
        }
        let outline = Outline::of(text);
        let declared = named.into_iter().filter(|id| declares(&outline, id));
        declared.map(str::to_owned).collect::<Vec<String>>()
    });
    read.results.into_iter().flat_map(|(_, ids)| ids).collect()
}

fn is_used(api: &ProjectApi, used: &BTreeSet<&str>) -> bool {
    let id = api.id.split('(').next().unwrap_or(&api.id);
    match id.strip_prefix("T:") {
        Some(type_name) => used.iter().any(|one| {
            let rest = one.get(2..).and_then(|name| name.strip_prefix(type_name));
            rest.is_some_and(|rest| rest.starts_with('.'))
        }),
        None => used.contains(id),
    }
}

fn declares(outline: &Outline, id: &str) -> bool {
    let Some(parts) = IdParts::of(id) else {
        return false;
    };
    (0..outline.types().len() as u32)
        .map(TypeId)
        .any(|declared| {
            let members = outline.members_of(declared);
            let named = |name| members.iter().any(|one| outline.text(one.name) == name);
            outline.full_name(declared) == parts.type_name
                && (parts.member.is_empty() || parts.member == "#ctor" || named(parts.member))
        })
}

fn simple(type_name: &str) -> &str {
    let name = type_name.rsplit('.').next().unwrap_or(type_name);
    name.split('`').next().unwrap_or(name)
}
