//! The only user of the disk: which files a run is about, what they say, and how a change of them is written, all
//! of it or nothing. Knows nothing of C# beyond file names and the headers of generated files, and nothing of the
//! document or the terminal.
//!
//! - `scope`, `walk`, `listing`, `upward`: what there is on disk;
//! - `projects`, `disk_files`, `disk_path`, `gather`: what the projects make of it;
//! - `classify`, `exclude`, `open`: which files are concerned;
//! - `reading`: their texts, each read once, in parallel;
//! - `folder`: the way from a document's path to the disk, which never leaves the root;
//! - `write`, `commit`, `journal`, `lock`, `recover`, `sync`: all-or-nothing writing;
//! - `take_back`: a write that was made undone again;
//! - `results`: a folder where programs that are run leave their results;
//! - `configuration`: the `seamwright.toml` of a scope;
//! - `severity`: the `.editorconfig` files that speak of a source;
//! - `outside`: files that are no part of the sources;
//! - `diff`: a planned write as a unified diff.

mod changed;
mod classify;
mod commit;
mod configuration;
mod diff;
mod disk_files;
mod disk_path;
mod error;
mod exclude;
mod folder;
mod gather;
mod journal;
mod listing;
mod lock;
mod open;
pub(crate) mod outside;
mod projects;
mod reading;
mod recover;
mod results;
mod scope;
mod severity;
mod sync;
mod take_back;
mod upward;
mod walk;
mod write;

pub use changed::{ChangedError, ChangedLines};
pub use classify::{has_generated_header, is_generated_name};
pub use commit::{Written, WrittenFile};
pub use configuration::{ConfigurationFile, UnreadableConfiguration};
pub use diff::unified_diff;
pub use error::{ReadError, WorkspaceError};
pub use exclude::Exclude;
pub use folder::{PathProblem, RootFolder};
pub use reading::{MAX_FILE_BYTES, Reading, Source};
pub use recover::{Recovered, RecoveryReport};
pub use results::ResultsFolder;
pub use scope::paths_of_list;
pub use severity::EditorSettings;
pub use take_back::{TakeBack, TakenBack};
pub use upward::{place_in_repository, workspace_folder};
pub use write::{Expected, PlannedFile, PlannedWrite, WriteError};

use std::path::PathBuf;
use std::sync::Arc;

use crate::coverage::{Coverage, ExclusionReason, ProjectRole};
use crate::finding::Incomplete;
use crate::project::{Project, ProjectFolders};
use crate::source::SourcePath;

/// What a run is asked to look at, beside its scopes.
#[derive(Clone, Debug, Default)]
pub struct WorkspaceOptions {
    /// Test code counts too.
    pub include_tests: bool,
    /// Files that aren't reported on.
    pub exclude: Vec<Exclude>,
    /// How many threads read; as many as there are processors if not said.
    pub jobs: Option<usize>,
    /// Further scopes from a list, such as that of changed files; what in it isn't C# is passed over.
    pub listed: Option<Vec<PathBuf>>,
    /// A folder that becomes the root and all of whose files are there, in scope or not: what a change of the scope
    /// can concern. It must hold the scopes.
    pub workspace: Option<PathBuf>,
}

/// A C# file of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceFile {
    /// Seen from the root; starts with `../` only when the file isn't in scope.
    pub path: SourcePath,
    /// The project that compiles it, as an index into [`Workspace::projects`].
    pub project: Option<usize>,
    /// How certain that is.
    pub ownership: Ownership,
    /// What it is for.
    pub role: ProjectRole,
    /// Whether it is reported on. Others are there because the meaning of names can depend on them.
    pub in_scope: bool,
    /// Why a file below a scope isn't in scope after all.
    pub excluded: Option<ExclusionReason>,
}

/// How certain it is which project compiles a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ownership {
    /// One does; or there is none around.
    #[default]
    Plain,
    /// None does; it counts to the nearest one above it, which leaves it out.
    Nobody,
    /// Others compile it too.
    Shared,
    /// The nearest project file couldn't be read.
    Unknown,
}

/// A C# project of a workspace.
#[derive(Debug)]
pub struct WorkspaceProject {
    /// What its file says, paths as seen from the root. Ask [`Workspace::compiles`] what it compiles.
    pub project: Project,
    /// Whether it is a scope or has a file below one; others are there because those refer to them.
    pub in_scope: bool,
}

impl WorkspaceProject {
    fn new(root: &RootFolder, known: projects::Known, in_scope: bool) -> Self {
        let project = disk_files::shown_from(root, known.project);
        Self { project, in_scope }
    }
}

/// The files that a run is about.
#[derive(Debug)]
pub struct Workspace {
    root: RootFolder,
    anchor: PathBuf,
    files: Vec<WorkspaceFile>,
    projects: Vec<WorkspaceProject>,
    folders: ProjectFolders,
    coverage: Coverage,
    incomplete: Vec<Incomplete>,
    recovered: Vec<RecoveryReport>,
    unmatched_excludes: Vec<String>,
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl Workspace {
    /// The root folder.
    pub fn folder(&self) -> &RootFolder {
        &self.root
    }

    /// How the root is shown: as it was given.
    pub fn root(&self) -> &str {
        self.root.as_str()
    }

    /// All files that matter, by path.
    pub fn files(&self) -> &[WorkspaceFile] {
        &self.files
    }

    /// The file with this path.
    pub fn file(&self, path: &SourcePath) -> Option<&WorkspaceFile> {
        let at = self
            .files
            .binary_search_by(|file| file.path.cmp(path))
            .ok()?;
        self.files.get(at)
    }

    /// The projects that the files belong to and those that they refer to, by path.
    pub fn projects(&self) -> &[WorkspaceProject] {
        &self.projects
    }

    /// What the files of [`Workspace::projects`] say, in the same order.
    pub fn evaluated(&self) -> impl Iterator<Item = &Project> {
        self.projects.iter().map(|known| &known.project)
    }

    /// Whether a project compiles a file, existing or not; `project` is an index into [`Workspace::projects`].
    pub fn compiles(&self, project: usize, path: &SourcePath) -> bool {
        let path = disk_files::from_disk(&self.root.disk_path(path));
        let Some((project, path)) = self.projects.get(project).zip(path) else {
            return false;
        };
        project.project.compiles(&path, &self.folders)
    }

    /// What is covered as far as names and projects tell. Headers of generated files show only when the files are
    /// read: see [`Reading::scanned`] and [`Reading::generated`].
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The places that couldn't be looked at, by path.
    pub fn incomplete(&self) -> &[Incomplete] {
        &self.incomplete
    }

    /// Interrupted writes that opening has finished or undone.
    pub fn recovered(&self) -> &[RecoveryReport] {
        &self.recovered
    }

    /// Patterns of [`WorkspaceOptions::exclude`] without a folder of their own that match no file.
    pub fn unmatched_excludes(&self) -> &[String] {
        &self.unmatched_excludes
    }

    /// A path as seen from the repository, or without one from the folder of the solution, or from the root: it
    /// doesn't depend on which part of the tree is the scope.
    pub fn anchored(&self, path: &SourcePath) -> String {
        folder::relative(&self.anchor, &self.root.disk_path(path))
            .unwrap_or_else(|| path.as_str().to_owned())
    }

    /// Runs parallel work on as many threads as were asked for.
    pub fn in_parallel<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
