//! What stands for each API in each project: the catalogue's answer for its target frameworks and packages, with the
//! reason. Decides; writes nothing.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::{Abstraction, Catalogue, Entry, Rewrite, io_abstractions};
use seamwright_common::finding::{AbstractionKind, Category, Finding};
use seamwright_common::project::Project;
use seamwright_common::seam::dependency::entry_for;
use seamwright_common::source::SourcePath;
use seamwright_common::symbol::SymbolId;

/// One abstraction for one project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) project: Option<SourcePath>,
    /// Full name of its type; of one that would be generated, its simple name.
    pub(crate) name: String,
    pub(crate) kind: AbstractionKind,
    pub(crate) categories: BTreeSet<Category>,
    pub(crate) apis: BTreeSet<SymbolId>,
    pub(crate) sites: usize,
    pub(crate) available: bool,
    pub(crate) package: Option<&'static str>,
    /// The expression for the real thing.
    pub(crate) default: Option<&'static str>,
    pub(crate) why: String,
    /// The file that declares it.
    pub(crate) path: Option<SourcePath>,
}

/// Sites for which nothing is put in place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Advised {
    pub(crate) sites: usize,
    pub(crate) advice: BTreeMap<&'static str, usize>,
}

/// What a project is asked for.
pub(crate) trait Projects {
    /// The project with this file.
    fn project(&self, path: &SourcePath) -> Option<&Project>;
    /// Whether the project's code can use the package, by whatever way it comes.
    fn sees(&self, path: &SourcePath, package: &str) -> bool;
    /// Whether a type of this simple name is declared where the project sees it.
    fn declares(&self, project: Option<&SourcePath>, simple: &str) -> bool;
}

/// Decides for all findings.
pub(crate) fn decide<'f>(
    findings: impl Iterator<Item = &'f Finding>,
    catalogue: &Catalogue,
    projects: &dyn Projects,
) -> (Vec<Decision>, Advised) {
    let mut decisions: BTreeMap<(Option<SourcePath>, String), Decision> = BTreeMap::new();
    let mut advised = Advised::default();
    for finding in findings {
        let Some(entry) = entry_for(catalogue, finding) else {
            continue;
        };
        let decision = match entry.abstraction {
            Abstraction::Advice(text) => {
                *advised.advice.entry(text).or_default() += 1;
                None
            }
            Abstraction::Nothing => None,
            abstraction => for_project(abstraction, entry, finding.project.as_ref(), projects),
        };
        let Some(decision) = decision else {
            advised.sites += 1;
            continue;
        };
        let known = decisions
            .entry((finding.project.clone(), decision.name.clone()))
            .or_insert(decision);
        known.categories.insert(finding.category);
        known
            .apis
            .insert(SymbolId::new(finding.api.without_parameters()));
        known.sites += 1;
    }
    (decisions.into_values().collect(), advised)
}

fn for_project(
    abstraction: Abstraction,
    entry: &Entry,
    path: Option<&SourcePath>,
    projects: &dyn Projects,
) -> Option<Decision> {
    let project = path.and_then(|path| projects.project(path));
    let references =
        |package: &str| project.is_some_and(|project| project.package(package).is_some());
    let decision = |name: &str, kind, available, package, default, why: String| Decision {
        project: path.cloned(),
        name: name.to_owned(),
        kind,
        categories: BTreeSet::new(),
        apis: BTreeSet::new(),
        sites: 0,
        available,
        package,
        default,
        why,
        path: None,
    };
    let targets = project.map_or_else(
        || "net8.0".to_owned(),
        |project| project.target_frameworks().join(", "),
    );
    match abstraction {
        Abstraction::BuiltIn {
            type_name,
            since,
            package,
            otherwise,
        } => {
            let default = default_of(type_name);
            let built_in = project.is_none_or(|project| {
                project
                    .targets
                    .iter()
                    .all(|target| target.framework.supports(since))
            });
            if built_in {
                let why = format!("built into {targets}: nothing is generated");
                return Some(decision(
                    type_name,
                    AbstractionKind::BuiltIn,
                    true,
                    None,
                    default,
                    why,
                ));
            }
            if let Some(package) = package.filter(|package| references(package)) {
                let why = format!("the package `{package}` brings it to {targets}");
                return Some(decision(
                    type_name,
                    AbstractionKind::Package,
                    true,
                    Some(package),
                    default,
                    why,
                ));
            }
            if let Some(package) = package {
                let other = otherwise.map_or(String::new(), |name| {
                    format!(", or a generated `{name}`, which isn't built yet")
                });
                let why =
                    format!("{targets} don't all have it: it takes the package `{package}`{other}");
                return Some(decision(
                    type_name,
                    AbstractionKind::Package,
                    false,
                    Some(package),
                    default,
                    why,
                ));
            }
            let name = otherwise.unwrap_or(type_name);
            let why =
                format!("{targets} don't all have `{type_name}`, and generating isn't built yet");
            Some(decision(
                name,
                AbstractionKind::Generated,
                false,
                None,
                None,
                why,
            ))
        }
        Abstraction::Package { type_name, package } => {
            let there = path.is_some_and(|path| projects.sees(path, package));
            let mut why = if there {
                format!("the package `{package}` is there: nothing is generated beside it")
            } else {
                format!("it takes the package `{package}`")
            };
            if type_name.ends_with(".IHttpClientFactory") {
                why += HTTP;
            }
            Some(decision(
                type_name,
                AbstractionKind::Package,
                there,
                Some(package),
                default_of(type_name),
                why,
            ))
        }
        Abstraction::Generated {
            interface,
            implementation,
        } => {
            let there = projects.declares(path, interface);
            let (kind, why) = if there {
                (
                    AbstractionKind::Project,
                    format!("`{interface}` is declared already"),
                )
            } else {
                (
                    AbstractionKind::Generated,
                    match entry.rewrite {
                        Rewrite::Reference("{p}.{m}") => {
                            format!("no object reaches a site, so `{interface}` isn't generated")
                        }
                        Rewrite::None(instead) => {
                            let store = "; the store then needs a test against a real database";
                            let also = if entry.category == Category::Database {
                                store
                            } else {
                                ""
                            };
                            format!("`{interface}` isn't generated: {instead}{also}")
                        }
                        _ => format!(
                            "`{interface}` and `{implementation}` aren't generated: their members would follow from how \
                             each object is used after it was made, which no program here reads yet; write them by hand \
                             with the operations that are used, and open what the code opens as often as it does now"
                        ),
                    },
                )
            };
            Some(decision(interface, kind, there, None, None, why))
        }
        Abstraction::Advice(_) | Abstraction::Nothing => None,
    }
}

/// What comes with the factory of HTTP clients.
const HTTP: &str = "; clients stay where they are made until they are moved by hand: register `AddHttpClient()`, or \
                    `AddHttpClient<I, C>()` where the class is transient (a singleton would keep a stale address), and \
                    let tests give a handler; clients of the factory share handlers, and with them cookies";

fn default_of(type_name: &str) -> Option<&'static str> {
    match type_name {
        "System.TimeProvider" => Some("System.TimeProvider.System"),
        "System.Random" => Some("System.Random.Shared"),
        io_abstractions::INTERFACE => Some("new System.IO.Abstractions.FileSystem()"),
        _ => None,
    }
}
