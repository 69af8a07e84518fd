//! How a stage that changes sources begins: from its input to the workspace around the scope, the sources with what is
//! pending on them, what was found in them, and the document that grows. Knows nothing of what the stage does.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use crate::catalogue::Catalogue;
use crate::cli::{Error, Input, ScopeArgs};
use crate::contract::{Document, Project, Source};
use crate::delivery::Delivery;
use crate::finding::{Finding, Survey};
use crate::seam::tree::{SourceTree, TestCode};
use crate::survey::SurveyOptions;
use crate::workspace::{RecoveryReport, RootFolder, Workspace, workspace_folder};

/// What a stage works on.
#[derive(Debug)]
pub struct Opening {
    /// The workspace: all that a change of the scope can concern.
    pub workspace: Workspace,
    /// The document that came in, or a new one, seen from the workspace's root.
    pub document: Document,
    /// Where its changes go.
    pub delivery: Delivery,
    recovered: Vec<RecoveryReport>,
    /// The sources, pending changes included.
    pub tree: SourceTree,
    /// What is found in the scope.
    pub survey: Survey,
    /// The findings of the document that came in; `None` when none did.
    given: Option<HashSet<String>>,
}

impl Opening {
    /// Opens what `input` names. The workspace is `folder`, else the nearest folder above the scope with a solution,
    /// else the repository.
    pub fn of(input: Input, args: &ScopeArgs, folder: Option<&Path>) -> Result<Self, Error> {
        let mut recovered = Vec::new();
        let (scopes, listed, document) = match input {
            Input::Scopes { scopes, listed } => (scopes, listed, None),
            Input::Document(document) => {
                // Before the tree is read: the root of a document that nobody wrote may be the whole disk.
                let delivery = Delivery::open(&document)?;
                delivery.check_sources(&document)?;
                recovered.extend_from_slice(delivery.recovered());
                (vec![PathBuf::from(&document.root.0)], None, Some(*document))
            }
            Input::Raw(_) | Input::None => return Err(Error::usage("no scope was given")),
        };
        let first = scopes
            .first()
            .or_else(|| listed.as_ref().and_then(|list| list.first()));
        let first = first.map_or(Path::new("."), PathBuf::as_path);
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => PathBuf::from(workspace_folder(first)?.as_str()),
        };
        let mut options = args.workspace_options(listed);
        options.workspace = Some(folder);
        // Tests make objects of the classes that change.
        options.include_tests = true;
        let workspace = Workspace::open(&scopes, &options)?;
        let document = document
            .map(|document| seen_from(document, &workspace))
            .transpose()?;
        let tests = if args.include_tests {
            TestCode::Counts
        } else {
            TestCode::IsThereOnly
        };
        recovered.extend_from_slice(workspace.recovered());
        Self::around(workspace, document, tests, recovered)
    }

    fn around(
        workspace: Workspace,
        document: Option<Document>,
        tests: TestCode,
        mut recovered: Vec<RecoveryReport>,
    ) -> Result<Self, Error> {
        let given = document.as_ref().map(|document| {
            document
                .findings
                .iter()
                .map(|finding| finding.id.to_string())
                .collect()
        });
        let mut document = document.unwrap_or_else(|| Document::new(workspace.root()));
        let delivery = Delivery::open(&document)?;
        recovered.extend_from_slice(delivery.recovered());
        let pending = delivery.pending(&document)?;
        let tree = SourceTree::read(&workspace, &pending, tests);
        let mut survey = workspace
            .in_parallel(|| tree.survey(Catalogue::standard(), &SurveyOptions::default()))
            .survey;
        survey.incomplete.extend(tree.incomplete.iter().cloned());
        if given.is_none() {
            describe(&mut document, &workspace, &tree, &survey);
        }
        Ok(Self {
            workspace,
            document,
            delivery,
            recovered,
            tree,
            survey,
            given,
        })
    }

    /// What was left of interrupted writes in the folders that were opened; worth a note each.
    pub fn recovered(&self) -> &[RecoveryReport] {
        &self.recovered
    }

    /// Whether the finding is one of the run's: in the document that came in, if one did.
    pub fn concerns(&self, finding: &Finding) -> bool {
        self.given
            .as_ref()
            .is_none_or(|given| given.contains(finding.id.as_str()))
    }
}

/// The document with the workspace's root as its root.
fn seen_from(document: Document, workspace: &Workspace) -> Result<Document, Error> {
    let old = RootFolder::open(Path::new(&document.root.0))?;
    let outside = |root: &str| {
        let workspace = workspace.root();
        Error::input(format!(
            "the document's root `{root}` lies outside the workspace `{workspace}`"
        ))
    };
    let Ok(prefix) = old.disk().strip_prefix(workspace.folder().disk()) else {
        return Err(outside(&document.root.0));
    };
    let parts: Vec<String> = prefix
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts.is_empty() {
        return Ok(document);
    }
    let error = outside(&document.root.0);
    document
        .rebased(workspace.root(), &parts.join("/"))
        .ok_or(error)
}

/// Fills a new document.
fn describe(document: &mut Document, workspace: &Workspace, tree: &SourceTree, survey: &Survey) {
    document.set_survey(&tree.coverage, survey);
    document.projects = workspace
        .projects()
        .iter()
        .filter(|project| project.in_scope)
        .map(|project| Project::from(&project.project))
        .collect();
    let paths: BTreeSet<_> = survey
        .findings
        .iter()
        .map(|finding| &finding.path)
        .collect();
    for path in paths {
        if let Some(source) = tree.source(path)
            && let Some(bytes) = source.encode(&source.text)
        {
            document.set_source(Source::new(path, &bytes, source));
        }
    }
}
