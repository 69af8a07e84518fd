//! What a flag asked for and can't be had: the packages that would bring the abstraction to the projects of the sites.
//! Found before anything is planned.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::{Catalogue, io_abstractions};
use seamwright_common::contract::{Declined, Extra};
use seamwright_common::finding::Survey;
use seamwright_common::refusal::Reason;
use seamwright_common::seam::abstraction::Abstractions;
use seamwright_common::seam::code::Reader;
use seamwright_common::seam::packaged::has_file_system;
use seamwright_common::seam::replace::{Choices, dependency_for, stays_anyway};
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::survey::KnownLibrary;
use seamwright_common::workspace::Ownership;

use seamwright_common::passes::Migrated;

/// The package with the clock for older frameworks.
const BCL_CLOCK: &str = "Microsoft.Bcl.TimeProvider";

/// The packages that sites at `requested` need and that their projects don't see, each with the projects.
pub(crate) fn missing_packages(
    tree: &SourceTree,
    survey: &Survey,
    requested: &[usize],
    choices: &Choices,
) -> BTreeMap<&'static str, Missing> {
    let catalogue = Catalogue::standard();
    let code = tree.code();
    let library = KnownLibrary::new(catalogue);
    let reader = Reader::new(&code, &library);
    let abstractions = Abstractions::of(&code);
    let mut missing: BTreeMap<&str, Missing> = BTreeMap::new();
    for &at in requested {
        let finding = &survey.findings[at];
        if stays_anyway(finding, choices).is_some() {
            continue;
        }
        let Ok(dependency) = dependency_for(&reader, &abstractions, catalogue, finding) else {
            continue;
        };
        let Some(file) = code.find(&finding.path) else {
            continue;
        };
        let file = code.file(file);
        let Some(project) = tree.projects.get(file.project.0 as usize) else {
            continue;
        };
        let package = if file.ownership == Ownership::Unknown {
            continue;
        } else if dependency.is_file_system() && !has_file_system(project) {
            io_abstractions::PACKAGE
        } else if dependency.is_clock()
            && !project.has_time_provider
            && !project.has_package(BCL_CLOCK)
        {
            BCL_CLOCK
        } else {
            continue;
        };
        let one = missing.entry(package).or_default();
        one.categories.insert(finding.category.as_str().to_owned());
        one.projects.insert(project.path.to_string());
    }
    missing
}

/// Who needs a package.
#[derive(Default)]
pub(crate) struct Missing {
    categories: BTreeSet<String>,
    projects: BTreeSet<String>,
}

/// Nothing is replaced because of them.
pub(crate) fn nothing(
    tree: &SourceTree,
    requested: &[usize],
    missing: &BTreeMap<&str, Missing>,
) -> Migrated {
    let named: Vec<String> = missing
        .iter()
        .map(|(package, missing)| {
            let projects = missing.projects.iter();
            let projects: Vec<String> = projects.map(|path| place(path)).collect();
            format!("`{package}` in {}", projects.join(", "))
        })
        .collect();
    let detail = format!(
        "this run was stopped by a missing package: {}",
        named.join("; ")
    );
    let all = requested.iter();
    Migrated {
        tree: tree.clone(),
        remaining: all
            .map(|at| (*at, (Reason::AbstractionMissing, detail.clone())))
            .collect(),
        ..Migrated::default()
    }
}

fn place(project: &str) -> String {
    if project.is_empty() {
        "files without a project".to_owned()
    } else {
        format!("`{project}`")
    }
}

/// As the document says it.
pub(crate) fn wire(missing: &BTreeMap<&str, Missing>) -> Vec<Declined> {
    let all = missing.iter();
    all.map(|(package, missing)| Declined {
        what: format!("package:{package}"),
        needed_by: missing.categories.iter().cloned().collect(),
        authorise: Some("generate-testability-wrappers --allow-packages".to_owned()),
        extra: Extra::new(),
    })
    .collect()
}
