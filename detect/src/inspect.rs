//! From scopes to a document: opens the workspace, lets it be surveyed, and adds what this program knows. The only part
//! of this crate that asks the workspace for anything.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use seamwright_common::advisory::AdvisoryKind;
use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, Session};
use seamwright_common::contract::{self, Document, Extra, Source};
use seamwright_common::coverage::ExclusionReason;
use seamwright_common::editorconfig::{Setting, Settings};
use seamwright_common::finding::{Category, Finding, IncompleteReason, NotCountedReason, Survey};
use seamwright_common::outline::Outline;
use seamwright_common::project::Project;
use seamwright_common::rule::RuleId;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::{RemarkOptions, SurveyOptions, steps_of, survey_workspace};
use seamwright_common::workspace::Workspace;

use crate::Args;
use crate::half_migrated::{Candidate, half_migrated, may_declare_part, partial_types};
use crate::replacement::{entry_of, replacement};
use crate::setup::Setup;
use crate::unused::unused;

/// Surveys what was asked for.
pub(crate) fn inspect(
    args: &Args,
    setup: &Setup,
    scopes: &[PathBuf],
    listed: Option<Vec<PathBuf>>,
    session: &Session<'_>,
) -> Result<(Document, Covered), Error> {
    let folders = scopes
        .iter()
        .any(|scope| scope.extension().is_none_or(|end| end != "cs"));
    let count_listed = listed.as_ref().map(Vec::len);
    let mut options = args.scope.workspace_options(listed);
    options.exclude.extend(setup.exclude.iter().cloned());
    let workspace = Workspace::open(scopes, &options)?;
    for report in workspace.recovered() {
        session.warn(&report.to_string());
    }
    if let Some(count) = count_listed {
        warn_of_missing(&workspace, count, session);
    }
    for pattern in workspace.unmatched_excludes() {
        session.warn(&format!(
            "`--exclude {pattern}` leaves nothing out: no C# file of the scope matches it"
        ));
    }
    let catalogue = setup.catalogue();
    let options = SurveyOptions {
        categories: args.category.iter().copied().collect(),
        remarks: remarks(args),
        ..SurveyOptions::default()
    };
    let progress = session.progress("Looking for ambient APIs");
    progress.set_total(steps_of(&workspace));
    let run = survey_workspace(&workspace, catalogue, &options, &|| progress.step());
    drop(progress);
    let mut survey = run.survey;
    survey
        .incomplete
        .extend(workspace.incomplete().iter().cloned());
    survey.sort();
    if !args.category.is_empty() {
        let asked = |category: &Category| args.category.contains(category);
        survey
            .advisories
            .retain(|one| asked(&one.category) || args.advisory.contains(&one.kind));
        survey.test_smells.retain(|one| asked(&one.category));
    }
    for complaint in unused(&workspace, setup, &survey, &options.categories) {
        session.warn(&complaint);
    }
    let all: Vec<&Project> = workspace
        .projects()
        .iter()
        .map(|one| &one.project)
        .collect();
    let projects = ProjectIndex::new(&all);
    for finding in &mut survey.findings {
        let entry = entry_of(
            catalogue,
            finding.api.as_str(),
            &finding.pattern,
            finding.category,
        );
        let project = projects.of(finding);
        finding.replacement = entry.and_then(|entry| replacement(entry, project, &all));
    }
    let (sources, half_migrated) = look_closer(&workspace, catalogue, &survey);

    let mut coverage = workspace.coverage().clone();
    coverage.files_scanned = run.scanned;
    *coverage
        .excluded
        .entry(ExclusionReason::Generated)
        .or_default() += run.generated;
    let mut document = Document::new(workspace.root());
    document.add_stage("detect-static-dependencies", env!("CARGO_PKG_VERSION"));
    document.set_survey(&coverage, &survey);
    document.projects = all.iter().copied().map(contract::Project::from).collect();
    document.sources = sources;
    document.half_migrated = half_migrated;
    if !args.scope.no_config {
        weigh(&mut document, &workspace, setup, session);
    }
    let covered = Covered {
        workspace,
        categories: options.categories,
        folders,
    };
    Ok((document, covered))
}

/// A list of which nothing is there is more often wrong than one of files that went.
fn warn_of_missing(workspace: &Workspace, listed: usize, session: &Session<'_>) {
    let all = workspace.incomplete().iter();
    let missing = all.filter(|one| one.reason == IncompleteReason::MissingFile);
    let missing = missing.count();
    if missing > 0 && !workspace.files().iter().any(|file| file.in_scope) {
        session.warn(&format!(
            "none of the {listed} files of the list is there; names in it are seen from the working directory, as `git diff --name-only --relative` gives them"
        ));
    }
}

/// The lists beside the findings.
fn remarks(args: &Args) -> RemarkOptions {
    let wanted = |kind: &AdvisoryKind| !kind.is_off_by_default() || args.advisory.contains(kind);
    RemarkOptions {
        advisories: AdvisoryKind::ALL.iter().copied().filter(wanted).collect(),
        test_smells: args.scope.include_tests,
    }
}

/// Gives each finding the severity that `.editorconfig` sets, and sets those aside that it turns off.
fn weigh(document: &mut Document, workspace: &Workspace, setup: &Setup, session: &Session<'_>) {
    let paths: BTreeSet<&SourcePath> = document.findings.iter().map(|one| &*one.path).collect();
    let editor = workspace.editor_settings(paths);
    for complaint in &editor.complaints {
        session.warn(complaint);
    }
    let settings = editor.settings.into_iter();
    let settings: BTreeMap<SourcePath, Settings> = settings
        .map(|(path, settings)| (path, settings.over(&setup.severities)))
        .collect();
    let mut off: HashSet<contract::Id> = HashSet::new();
    for finding in &mut document.findings {
        let rule = RuleId::of(finding.category.0, &finding.pattern);
        let settings = settings.get(&finding.path.0);
        match settings.and_then(|settings| settings.of(&rule)) {
            Some(Setting::Severity(severity)) => finding.severity = Some(severity.into()),
            Some(Setting::Off) => {
                off.insert(finding.id.clone());
            }
            Some(Setting::Default) | None => {}
        }
    }
    document.set_aside(NotCountedReason::SeverityNone, |one| off.contains(&one.id));
}

/// What a run looked at.
pub(crate) struct Covered {
    workspace: Workspace,
    /// Empty: the default ones.
    categories: BTreeSet<Category>,
    /// Whether a scope was more than single files.
    folders: bool,
}

impl Covered {
    /// Whether a use of this category in a file of the repository would have been found, or the file is gone. `root` is
    /// where the run's root lies in the repository.
    pub(crate) fn includes(&self, root: &str, path: &str, category: Category) -> bool {
        let asked = if self.categories.is_empty() {
            !category.is_off_by_default()
        } else {
            self.categories.contains(&category)
        };
        let inside = match path.strip_prefix(root) {
            _ if root.is_empty() => Some(path),
            Some(rest) => rest.strip_prefix('/'),
            None => None,
        };
        let Some(path) = inside.filter(|_| asked).map(SourcePath::new) else {
            return false;
        };
        match self.workspace.file(&path) {
            Some(file) => file.in_scope,
            None => self.folders && self.workspace.is_gone(&path),
        }
    }
}

/// The numbers of the projects by their paths.
struct ProjectIndex<'w>(HashMap<&'w SourcePath, usize>);

impl<'w> ProjectIndex<'w> {
    fn new(projects: &[&'w Project]) -> Self {
        let projects = projects.iter().enumerate();
        Self(
            projects
                .map(|(index, project)| (&project.path, index))
                .collect(),
        )
    }

    fn of(&self, finding: &Finding) -> Option<usize> {
        finding
            .project
            .as_ref()
            .and_then(|path| self.0.get(path).copied())
    }
}

/// Reads the files with findings again, and those that may hold another part of a class with findings: the entries of
/// the files in the order of paths, and the classes that are half migrated.
fn look_closer(
    workspace: &Workspace,
    catalogue: &Catalogue,
    survey: &Survey,
) -> (Vec<Source>, Vec<contract::HalfMigrated>) {
    let mut types: BTreeMap<&SourcePath, BTreeSet<&str>> = BTreeMap::new();
    for finding in &survey.findings {
        types
            .entry(&finding.path)
            .or_default()
            .insert(&finding.type_name);
    }
    let files = workspace.files().iter().enumerate();
    let own: BTreeSet<usize> = files
        .filter(|(_, file)| types.contains_key(&file.path))
        .map(|(index, _)| index)
        .collect();
    let read = workspace.for_each_of(own.iter().copied(), |source| {
        let outline = Outline::of(&source.text.text);
        let names = types.get(&source.file.path).into_iter().flatten();
        let with_parts = partial_types(&outline);
        let partial: Vec<&str> = names
            .copied()
            .filter(|name| with_parts.contains(*name))
            .collect();
        let entry = Source {
            path: source.file.path.clone().into(),
            hash: source.hash().into(),
            encoding: source.text.encoding.into(),
            bom: source.text.has_bom(),
            line_ending: source.text.line_ending().into(),
            extra: Extra::new(),
        };
        (entry, source.file.project, outline, partial)
    });
    let (mut sources, mut outlines) = (Vec::new(), Vec::new());
    // The simple names of partial types, by project.
    let mut partial: BTreeMap<Option<usize>, BTreeSet<&str>> = BTreeMap::new();
    for (_, (entry, project, outline, names)) in read.results {
        sources.push(entry);
        if !names.is_empty() {
            let names = names
                .into_iter()
                .map(|name| name.rsplit('.').next().unwrap_or(name));
            partial.entry(project).or_default().extend(names);
        }
        outlines.push((project, outline));
    }
    let others = workspace.files().iter().enumerate();
    let others: Vec<usize> = others
        .filter(|(index, file)| !own.contains(index) && partial.contains_key(&file.project))
        .map(|(index, _)| index)
        .collect();
    let parts = workspace.for_each_of(others, |source| {
        let (project, text) = (source.file.project, &source.text.text);
        let named = partial
            .get(&project)
            .is_some_and(|names| may_declare_part(text, names));
        named.then(|| (project, Outline::of(text)))
    });
    outlines.extend(parts.results.into_iter().filter_map(|(_, part)| part));

    let candidates: Vec<Candidate<'_>> = survey
        .findings
        .iter()
        .map(|finding| Candidate {
            // Parts of a class that no project compiles lie beside each other all the same.
            project: (workspace.file(&finding.path)).and_then(|file| file.project),
            type_name: &finding.type_name,
            category: finding.category,
            entry: entry_of(
                catalogue,
                finding.api.as_str(),
                &finding.pattern,
                finding.category,
            ),
        })
        .collect();
    let id = |site: &usize| survey.findings[*site].id.clone().into();
    let classes = half_migrated(&candidates, &outlines).into_iter();
    let classes = classes.map(|class| contract::HalfMigrated {
        r#type: class.type_name,
        abstraction: class.abstraction,
        held_in: class.held_in,
        findings: class.sites.iter().map(id).collect(),
        extra: Extra::new(),
    });
    (sources, classes.collect())
}
