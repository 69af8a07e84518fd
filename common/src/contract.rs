//! The document that grows along the pipe: its wire types, how it is read from an untrusted source, checked and
//! written. The only module (with its children) that knows serde; core types know nothing of it. Doesn't touch the
//! disk or the terminal.
//!
//! - A field that this version doesn't know is kept, on every level, and written back.
//! - What is derived (`totals`) isn't stored: it is counted when the document is written.
//! - Everything that is refused is named by its field: `findings[3].path`.

mod change;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod hostile;
mod listed;
mod obstacle;
mod outcome;
mod read;
mod remark;
mod sarif;
mod scope;
mod site;
mod text;
mod totals;
mod wire;
mod write;

pub use change::{ByteEdit, Change, ChangeError, ChangeKind, Pending, pending};
pub use listed::{ListedApi, Suggestion, listed_apis, suggestions_as_json};
pub use obstacle::{Behaviour, Block, ChosenSeam, RejectedSeam};
pub use outcome::{
    Abstraction, Declined, Migration, MigrationNote, Remaining, TestCounts, Verification,
    VerificationStep,
};
pub use read::{MAX_DOCUMENT_BYTES, MAX_VALUES};
pub use remark::{Advisory, TestSmell};
pub use sarif::{SarifRule, SarifTexts};
pub use scope::{Excluded, Incomplete, NotRead, Package, Project, Scope, Source, StageRun};
pub use site::{Finding, HalfMigrated, NotCounted, Replacement};
pub use text::{FilePath, Hash, Id, Named, OuterPath, Root, Symbol};
pub use totals::{Count, Totals};
pub(crate) use wire::At;
pub use wire::{Extra, Refused};
pub use write::schema;

use std::collections::HashSet;

use crate::coverage::Coverage;
use crate::edit::SourceChange;
use crate::finding::{NotCountedReason, Survey};
use crate::project;
use crate::source::{SourcePath, SourceText};
use wire::Wire;

/// The version of the document that is written, and the only major one that is read.
pub const SCHEMA: &str = "seamwright/1";

/// One run's document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The folder that paths are relative to, as given.
    pub root: Root,
    /// The programs that worked on it, in their order.
    pub stages: Vec<StageRun>,
    /// What was looked at.
    pub scope: Scope,
    /// The projects, by path.
    pub projects: Vec<Project>,
    /// Every file that a finding or a change concerns, by path.
    pub sources: Vec<Source>,
    /// By path and range.
    pub findings: Vec<Finding>,
    /// By path and place.
    pub not_counted: Vec<NotCounted>,
    /// By class and abstraction.
    pub half_migrated: Vec<HalfMigrated>,
    /// Remarks on production code, by path and place.
    pub advisories: Vec<Advisory>,
    /// Remarks on test code, by path and place.
    pub test_smells: Vec<TestSmell>,
    /// By project and name.
    pub abstractions: Vec<Abstraction>,
    /// By path; those of one path in the order in which they apply.
    pub changes: Vec<Change>,
    /// By name.
    pub declined: Vec<Declined>,
    /// What was migrated; `None` until something is.
    pub migration: Option<Migration>,
    /// The behaviour that is to be tested; `None` until one is named.
    pub behaviour: Option<Behaviour>,
    /// Fields inside `totals` that this version doesn't know.
    pub totals_extra: Extra,
    /// Fields that this version doesn't know.
    pub extra: Extra,
}

impl Document {
    /// An empty document for `root`.
    pub fn new(root: impl Into<String>) -> Self {
        Self {
            root: Root(root.into()),
            stages: Vec::new(),
            scope: Scope::new(&Coverage::default(), &[]),
            projects: Vec::new(),
            sources: Vec::new(),
            findings: Vec::new(),
            not_counted: Vec::new(),
            half_migrated: Vec::new(),
            advisories: Vec::new(),
            test_smells: Vec::new(),
            abstractions: Vec::new(),
            changes: Vec::new(),
            declined: Vec::new(),
            migration: None,
            behaviour: None,
            totals_extra: Extra::new(),
            extra: Extra::new(),
        }
    }

    /// Notes that `tool` worked on it. A tool that runs again keeps its first entry.
    pub fn add_stage(&mut self, tool: &str, version: &str) {
        let known = |run: &StageRun| run.tool == tool && run.version == version;
        if !self.stages.iter().any(known) {
            self.stages.push(StageRun {
                tool: tool.to_owned(),
                version: version.to_owned(),
                extra: Extra::new(),
            });
        }
    }

    /// Fills in what a survey found; what was there of it goes.
    pub fn set_survey(&mut self, coverage: &Coverage, survey: &Survey) {
        let extra = std::mem::take(&mut self.scope.extra);
        self.scope = Scope::new(coverage, &survey.incomplete);
        self.scope.extra = extra;
        self.findings = survey.findings.iter().map(Finding::from).collect();
        self.not_counted = survey.not_counted.iter().map(NotCounted::from).collect();
        self.advisories = survey.advisories.iter().map(Advisory::from).collect();
        self.test_smells = survey.test_smells.iter().map(TestSmell::from).collect();
    }

    /// Fills in the projects; what was there of them goes.
    pub fn set_projects(&mut self, projects: &[project::Project]) {
        self.projects = projects.iter().map(Project::from).collect();
    }

    /// Adds or replaces the entry of a file.
    pub fn set_source(&mut self, source: Source) {
        match self.sources.iter_mut().find(|old| old.path == source.path) {
            Some(old) => *old = source,
            None => self.sources.push(source),
        }
    }

    /// Takes the findings that `which` names out of what counts: they become `not_counted` for this reason.
    pub fn set_aside(&mut self, reason: NotCountedReason, which: impl Fn(&Finding) -> bool) {
        let aside = self.findings.extract_if(.., |finding| which(finding));
        let aside: Vec<Finding> = aside.collect();
        self.not_counted
            .extend(aside.iter().map(|finding| NotCounted {
                reason: reason.into(),
                pattern: finding.pattern.clone(),
                path: finding.path.clone(),
                line: finding.line,
                column: finding.column,
                extra: Extra::new(),
            }));
        let ids: HashSet<&Id> = aside.iter().map(|finding| &finding.id).collect();
        for class in &mut self.half_migrated {
            class.findings.retain(|id| !ids.contains(id));
        }
        self.half_migrated
            .retain(|class| !class.findings.is_empty());
        self.drop_other_sources();
    }

    /// Leaves the sources that a finding or a change concerns.
    pub fn drop_other_sources(&mut self) {
        let findings = self.findings.iter().map(|finding| &finding.path);
        let changes = self.changes.iter().map(|change| &change.path);
        let concerned: HashSet<&FilePath> = findings.chain(changes).collect();
        self.sources
            .retain(|source| concerned.contains(&source.path));
    }

    /// Adds a pending change, and the files that it edits to `sources` where they are missing. `read` gives what each
    /// file holds before it, the changes that are pending already included; `None` when it isn't there.
    pub fn add_changes(
        &mut self,
        stage: &str,
        change: &SourceChange,
        mut read: impl FnMut(&SourcePath) -> Option<SourceText>,
    ) -> Result<(), ChangeError> {
        let (mut changes, mut sources) = (Vec::new(), Vec::new());
        for (path, change) in &change.files {
            let base = read(path);
            changes.push(Change::new(stage, path, base.as_ref(), change)?);
            let known = self.sources.iter().any(|source| *source.path == *path);
            let base = base.filter(|_| !known);
            // What was read can be encoded again.
            if let Some((bytes, base)) =
                base.and_then(|base| Some((base.encode(&base.text)?, base)))
            {
                sources.push(Source::new(path, &bytes, &base));
            }
        }
        self.changes.extend(changes);
        self.sources.extend(sources);
        Ok(())
    }

    /// Gives the document a root above its own: `prefix` is the old root seen from the new one, such as `src`. All
    /// known paths follow. `None` when a file would then lie outside the new root.
    #[must_use]
    pub fn rebased(mut self, root: impl Into<String>, prefix: &str) -> Option<Self> {
        self.root = Root(root.into());
        self.each_path(&mut |path| {
            *path = SourcePath::normalised(&format!("{prefix}/{path}"));
        });
        let mut files = (self.sources.iter().map(|source| &source.path))
            .chain(self.findings.iter().map(|finding| &finding.path))
            .chain(self.not_counted.iter().map(|site| &site.path))
            .chain(self.advisories.iter().map(|remark| &remark.path))
            .chain(self.test_smells.iter().map(|remark| &remark.path))
            .chain(self.changes.iter().map(|change| &change.path));
        let inside = files.all(|path| !path.as_str().starts_with("../"));
        inside.then_some(self)
    }

    fn each_path(&mut self, see: &mut dyn FnMut(&mut SourcePath)) {
        let Self {
            root: _,
            stages: _,
            scope,
            projects,
            sources,
            findings,
            not_counted,
            half_migrated: _,
            advisories,
            test_smells,
            abstractions,
            changes,
            declined: _,
            migration,
            behaviour,
            totals_extra: _,
            extra: _,
        } = self;
        scope.each_path(see);
        projects.each_path(see);
        sources.each_path(see);
        findings.each_path(see);
        not_counted.each_path(see);
        advisories.each_path(see);
        test_smells.each_path(see);
        abstractions.each_path(see);
        changes.each_path(see);
        migration.each_path(see);
        behaviour.each_path(see);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fixture::{document, value};
    use serde_json::json;

    #[test]
    fn a_document_that_is_read_and_written_stays_the_same() {
        let json = document().into_json();
        let again = Document::read(json.as_bytes()).unwrap().into_json();
        assert_eq!(json, again);
    }

    #[test]
    fn unknown_fields_survive_on_every_level() {
        let mut written = value();
        let places = [
            "",
            "/scope",
            "/scope/files_excluded",
            "/scope/not_read",
            "/scope/incomplete/0",
            "/stages/0",
            "/projects/0",
            "/projects/0/packages/0",
            "/sources/0",
            "/findings/0",
            "/findings/0/replacement",
            "/not_counted/0",
            "/half_migrated/0",
            "/advisories/0",
            "/test_smells/0",
            "/totals",
            "/abstractions/0",
            "/changes/0",
            "/changes/1",
            "/changes/1/edits/0",
            "/declined/0",
            "/migration",
            "/migration/remaining/0",
            "/migration/verification",
            "/migration/verification/steps/0",
            "/migration/verification/steps/0/tests",
            "/behaviour",
            "/behaviour/blocks/0",
            "/behaviour/seams/0",
            "/behaviour/seams/0/rejected/0",
        ];
        for place in places {
            let number =
                json!({"kept": [1.5e300, 0.1, 12_345_678_901_234_567_890_u64, null, {"a": "é"}]});
            written
                .pointer_mut(place)
                .unwrap_or_else(|| panic!("{place}"))["later"] = number;
        }
        let json = Document::read(written.to_string().as_bytes())
            .unwrap()
            .into_json();
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&json).unwrap(),
            written
        );
    }

    #[test]
    fn what_is_set_aside_is_listed_and_not_counted() {
        let mut document = document();
        let (before, listed) = (document.clone(), document.not_counted.len());
        document.set_aside(NotCountedReason::InBaseline, |one| {
            one.pattern == "DateTime.UtcNow"
        });
        assert_eq!(document.findings.len() + 1, before.findings.len());
        let aside = &document.not_counted[listed..];
        assert_eq!(aside[0].reason.0, NotCountedReason::InBaseline);
        assert_eq!(aside[0].line, before.findings[0].line);
        assert_eq!(document.half_migrated, []);
        let json = document.into_json();
        assert!(Document::read(json.as_bytes()).is_ok(), "{json}");
    }

    #[test]
    fn another_root_takes_all_known_paths_along() {
        let json = document().rebased(".", "src").unwrap().into_json();
        let paths = json.matches(r#""path": ""#).count();
        assert_eq!(
            json.matches(r#""path": "src/"#).count(),
            paths - 1,
            "{json}"
        );
        assert!(
            json.contains(r#""path": "Directory.Build.props""#),
            "{json}"
        );
        assert!(
            json.contains(r#""project": "src/Shop/Shop.csproj""#),
            "{json}"
        );
        assert_eq!(document().rebased("x", ".."), None);
    }
}
