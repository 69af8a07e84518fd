//! The sources of a workspace in memory, with the changes that are pending on them: what is surveyed, read as code
//! and surveyed again after an edit. Reads the disk through the workspace alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::binding::{FileId, GlobalUsing, ProjectId};
use crate::catalogue::Catalogue;
use crate::coverage::{Coverage, ExclusionReason, ProjectRole};
use crate::edit::{Edit, Overlap, TextEdit};
use crate::finding::Incomplete;
use crate::outline::Outline;
use crate::project::{OutputKind, Project};
use crate::source::{SourcePath, SourceText};
use crate::survey::{
    Sources, SurveyOptions, SurveyProject, SurveyRun, Visited, projects_of, survey, usings_of,
};
use crate::workspace::{Ownership, Workspace};

use super::code::{Code, CodeFile, CodeProject, Writing};
use super::memory::Memory;
use super::packages::seen_by;

/// A file of the tree.
#[derive(Clone, Debug)]
pub struct TreeFile {
    /// Its path.
    pub path: SourcePath,
    /// What it holds, pending changes included.
    pub source: SourceText,
    /// The number of its project.
    pub project: usize,
    /// Whether its sites are asked for.
    pub in_scope: bool,
    /// Whether it may be edited: it lies in the root and isn't generated.
    pub editable: bool,
    /// How certain it is which project compiles it.
    pub ownership: Ownership,
}

/// All sources that a run can see.
#[derive(Clone, Debug, Default)]
pub struct SourceTree {
    /// By path.
    pub files: Vec<TreeFile>,
    /// The projects; the last stands for files without one.
    pub projects: Vec<CodeProject>,
    /// The same as the survey sees them.
    pub surveyed: Vec<SurveyProject>,
    /// How much was covered.
    pub coverage: Coverage,
    /// What couldn't be read.
    pub incomplete: Vec<Incomplete>,
    /// What was read of the texts; the trees after an edit have the same.
    pub memory: Memory,
}

/// What test code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestCode {
    /// Its sites count like others.
    Counts,
    /// It is there because it makes objects of the classes; its own sites don't count.
    IsThereOnly,
}

impl SourceTree {
    /// Reads all files of the workspace, which was opened with its tests; `pending` holds the texts of those that will
    /// be others.
    pub fn read(
        workspace: &Workspace,
        pending: &BTreeMap<SourcePath, SourceText>,
        tests: TestCode,
    ) -> Self {
        let all = workspace.projects();
        let surveyed = projects_of(workspace);
        let mut tree = Self {
            coverage: workspace.coverage().clone(),
            ..Self::default()
        };
        let evaluated: Vec<&Project> = all.iter().map(|known| &known.project).collect();
        for (project, surveyed) in evaluated.iter().zip(&surveyed) {
            let packages = project.packages.iter();
            tree.projects.push(CodeProject {
                path: project.path.clone(),
                role: project.role,
                packages: packages.map(|package| package.id.clone()).collect(),
                seen: seen_by(project, &evaluated),
                frameworks: project.target_frameworks(),
                has_time_provider: project.has_time_provider(),
                executable: project.output == OutputKind::Executable,
                scope: surveyed.scope.clone(),
                writing: Writing {
                    language: project.language(),
                    nullable: project.has_nullable_annotations(),
                    new_files: true,
                },
            });
        }
        tree.projects.push(CodeProject {
            path: SourcePath::new(""),
            role: ProjectRole::Production,
            packages: Vec::new(),
            seen: Vec::new(),
            frameworks: vec!["net8.0".to_owned()],
            has_time_provider: true,
            executable: false,
            scope: surveyed
                .last()
                .map(|loose| loose.scope.clone())
                .unwrap_or_default(),
            writing: Writing::default(),
        });
        for (index, project) in all.iter().enumerate() {
            let probe = project.project.path.join_from_folder("NewFile.cs");
            tree.projects[index].writing.new_files = workspace.compiles(index, &probe);
        }
        tree.surveyed = surveyed;
        let loose = all.len();
        let reading = workspace.for_each_source(|source| {
            let file = source.file;
            let generated = file.excluded == Some(ExclusionReason::Generated)
                || (file.in_scope && !source.in_scope);
            let is_test = file.role == ProjectRole::Test;
            TreeFile {
                path: file.path.clone(),
                source: source.text,
                project: file.project.unwrap_or(loose),
                in_scope: source.in_scope && (tests == TestCode::Counts || !is_test),
                editable: !generated && !file.path.as_str().starts_with("../"),
                ownership: file.ownership,
            }
        });
        let left_out = workspace.files().iter().filter(|file| {
            file.in_scope && file.role == ProjectRole::Test && tests == TestCode::IsThereOnly
        });
        let left_out = left_out.count();
        *tree
            .coverage
            .excluded
            .entry(ExclusionReason::Test)
            .or_default() += left_out;
        tree.coverage.files_scanned = reading.scanned.saturating_sub(left_out);
        *tree
            .coverage
            .excluded
            .entry(ExclusionReason::Generated)
            .or_default() += reading.generated;
        tree.incomplete = workspace
            .incomplete()
            .iter()
            .cloned()
            .chain(reading.incomplete)
            .collect();
        let mut created = pending.clone();
        for (_, mut file) in reading.results {
            if let Some(text) = created.remove(&file.path) {
                file.source = text;
            }
            tree.files.push(file);
        }
        for (path, source) in created {
            let compiles = |project: &usize| workspace.compiles(*project, &path);
            if let Some(project) = (0..all.len()).find(compiles) {
                tree.create(path, source, project);
            }
        }
        tree
    }

    /// Adds a new file to a project. It is in scope where the project is.
    pub fn create(&mut self, path: SourcePath, source: SourceText, project: usize) {
        let at = self.files.partition_point(|file| file.path < path);
        let mut of_project = self.files.iter().filter(|file| file.project == project);
        let in_scope = of_project.any(|file| file.in_scope);
        let file = TreeFile {
            path,
            source,
            project,
            in_scope,
            editable: true,
            ownership: Ownership::Plain,
        };
        self.files.insert(at, file);
    }

    /// Surveys the files in scope.
    pub fn survey(&self, catalogue: &Catalogue, options: &SurveyOptions) -> SurveyRun {
        survey(self, &self.surveyed, catalogue, options)
    }

    /// The tree as code.
    pub fn code(&self) -> Code {
        let files = self.files.iter().map(|file| CodeFile {
            path: file.path.clone(),
            text: file.source.text.clone(),
            project: ProjectId(file.project as u32),
            editable: file.editable,
            ownership: file.ownership,
        });
        Code::remembered(self.projects.clone(), files.collect(), &self.memory)
    }

    /// The edits of each file as one, sorted and disjoint.
    pub fn joined(
        &self,
        edits: &BTreeMap<FileId, Vec<Edit>>,
    ) -> Result<BTreeMap<SourcePath, TextEdit>, (SourcePath, Overlap)> {
        let mut joined = BTreeMap::new();
        for (file, edits) in edits {
            let path = &self.files[file.0 as usize].path;
            let edit =
                TextEdit::new(edits.iter().cloned()).map_err(|overlap| (path.clone(), overlap))?;
            joined.insert(path.clone(), edit);
        }
        Ok(joined)
    }

    /// The tree after these edits; `None` when one doesn't fit its file.
    pub fn after(&self, edits: &BTreeMap<SourcePath, TextEdit>) -> Option<Self> {
        let mut after = self.clone();
        for file in &mut after.files {
            if let Some(edit) = edits.get(&file.path) {
                file.source.text = edit.apply(&file.source.text)?.into();
            }
        }
        Some(after)
    }

    /// What a file holds.
    pub fn source(&self, path: &SourcePath) -> Option<&SourceText> {
        self.files
            .iter()
            .find(|file| file.path == *path)
            .map(|file| &file.source)
    }
}

impl Sources for SourceTree {
    fn count(&self) -> usize {
        self.files.len()
    }

    fn path(&self, index: usize) -> &SourcePath {
        &self.files[index].path
    }

    fn project(&self, index: usize) -> usize {
        self.files[index].project
    }

    fn usings(&self, index: usize) -> Vec<GlobalUsing> {
        usings_of(self.files[index].ownership)
    }

    fn visit<T: Send>(&self, visit: impl Fn(usize, SourceText, bool) -> T + Sync) -> Visited<T> {
        use rayon::prelude::*;
        let results = self.files.par_iter().enumerate();
        Visited {
            results: results
                .map(|(index, file)| (index, visit(index, file.source.clone(), file.in_scope)))
                .collect(),
            scanned: self.files.iter().filter(|file| file.in_scope).count(),
            generated: 0,
            incomplete: Vec::new(),
        }
    }

    fn read(&self, index: usize) -> Option<SourceText> {
        self.files.get(index).map(|file| file.source.clone())
    }

    fn outline(&self, _: usize, text: &Arc<str>) -> Arc<Outline> {
        self.memory.of(text).outline(text)
    }
}
