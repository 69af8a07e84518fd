//! What lies below the scopes, what their projects compile, and what those refer to. In paths of the disk; how
//! they are shown, and what of it is excluded, is decided in `open`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::disk_files::{from_disk, on_disk};
use super::disk_path::DiskPath;
use super::error::WorkspaceError;
use super::folder::shown;
use super::listing::Listing;
use super::projects::{Compiled, Projects};
use super::scope::{Scope, ScopeKind};
use super::upward::nearest_projects;
use crate::coverage::NotReadKind;
use crate::project::{ProjectError, ProjectErrorKind, ProjectFiles, read_solution};
use crate::source::SourcePath;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) listing: Listing,
    pub(super) projects: Projects,
    pub(super) compiled: Compiled,
    /// The files below a scope, whatever is excluded of them.
    pub(super) scope: BTreeSet<DiskPath>,
    /// The projects that are a scope or hold a file of one.
    pub(super) scope_projects: BTreeSet<usize>,
    /// C# files in output folders below a scope.
    pub(super) build_output: BTreeSet<PathBuf>,
    /// Files of other kinds below a scope.
    pub(super) others: BTreeMap<PathBuf, NotReadKind>,
}

/// Project files that were given, or listed by a solution that was given.
#[derive(Default)]
struct Asked {
    projects: Vec<PathBuf>,
    /// The folders of projects in other languages.
    foreign: Vec<PathBuf>,
}

impl Gathered {
    /// Looks at the disk. `workspace` is a folder all of whose files are wanted beside the scopes.
    pub(super) fn look(
        scopes: &[Scope],
        workspace: Option<&Path>,
        include_tests: bool,
    ) -> Result<Self, WorkspaceError> {
        let mut found = Self::default();
        let folders: Vec<&Scope> = scopes
            .iter()
            .filter(|scope| scope.kind == ScopeKind::Folder)
            .collect();
        let walked = folders.iter().map(|scope| scope.disk.clone());
        found
            .listing
            .cover(walked.chain(workspace.map(Path::to_owned)));
        for scope in &folders {
            if !scope.listed && !found.listing.has_csharp(&scope.disk) {
                return Err(found.not_csharp(scope));
            }
        }
        let mut asked = Asked::default();
        for scope in scopes {
            match scope.kind {
                ScopeKind::Folder => found.take_folder(&scope.disk),
                ScopeKind::File => {
                    found.scope.insert(scope.disk.as_path().into());
                    found.add_projects(&nearest_projects(scope.folder()));
                }
                ScopeKind::Project => asked.projects.push(scope.disk.clone()),
                ScopeKind::Solution => found.read_solution(scope, &mut asked)?,
            }
        }
        if let Some(workspace) = workspace {
            let projects = found.listing.projects(workspace).to_vec();
            found.add_projects(&projects);
        }
        found.add_projects(&asked.projects);
        found
            .projects
            .follow_references(&found.listing, include_tests);
        let project_folders = asked.projects.iter().filter_map(|disk| disk.parent());
        let places: Vec<PathBuf> = project_folders
            .map(Path::to_owned)
            .chain(asked.foreign.iter().cloned())
            .collect();
        found
            .listing
            .cover(places.into_iter().filter(|folder| folder.is_dir()));
        found.compiled = found.projects.compile(&mut found.listing);
        found.take_projects(&asked);
        for file in &found.scope {
            found
                .scope_projects
                .extend(found.projects.project_of(file, &found.compiled));
        }
        Ok(found)
    }

    fn add_projects(&mut self, projects: &[PathBuf]) {
        self.projects.add_all(projects);
    }

    fn take_folder(&mut self, folder: &Path) {
        let sources = self.listing.sources(folder);
        self.scope.extend(sources.iter().cloned());
        self.build_output
            .extend(self.listing.build_output(folder).iter().cloned());
        self.others
            .extend(self.listing.others(folder).iter().cloned());
        let projects = self.listing.projects(folder).to_vec();
        let has_project: BTreeSet<&Path> =
            projects.iter().filter_map(|disk| disk.parent()).collect();
        let is_orphan = |file: &DiskPath| {
            let above = file
                .ancestors()
                .skip(1)
                .take_while(|above| above.starts_with(folder));
            !above.into_iter().any(|above| has_project.contains(above))
        };
        if sources.iter().any(is_orphan)
            && let Some(above) = folder.parent()
        {
            self.add_projects(&nearest_projects(above));
        }
        self.add_projects(&projects);
    }

    fn read_solution(&mut self, scope: &Scope, asked: &mut Asked) -> Result<(), WorkspaceError> {
        // Errors name the solution as it was given.
        let failed = |kind, line| {
            let path = SourcePath::new(shown(&scope.given));
            WorkspaceError::NotUnderstood(ProjectError { path, line, kind })
        };
        let path = from_disk(&scope.disk);
        let text = path
            .as_ref()
            .and_then(|path| self.projects.files().read(path));
        let (Some(path), Some(text)) = (path, text) else {
            return Err(failed(ProjectErrorKind::NotFound, None));
        };
        let solution =
            read_solution(&path, &text).map_err(|error| failed(error.kind, error.line))?;
        asked.projects.extend(solution.projects.iter().map(on_disk));
        for skipped in &solution.skipped {
            let project = on_disk(&path.join_from_folder(&skipped.path));
            if project.is_file() {
                asked.foreign.extend(project.parent().map(Path::to_owned));
            }
        }
        Ok(())
    }

    /// Takes the files of the projects that were asked for. One that isn't understood stands for its folder.
    fn take_projects(&mut self, asked: &Asked) {
        let mut indices = BTreeSet::new();
        for disk in &asked.projects {
            let Some(folder) = disk.parent() else {
                continue;
            };
            let own = |file: &Path| self.compiled.nearest(file) == Some(folder);
            if let Some(index) = self.projects.add(disk) {
                indices.insert(index);
            } else {
                let sources = self.listing.sources(folder).iter();
                self.scope.extend(sources.filter(|file| own(file)).cloned());
            }
            let output = self.listing.build_output(folder).iter();
            self.build_output
                .extend(output.filter(|file| own(file)).cloned());
            let others = self.listing.others(folder).iter();
            self.others
                .extend(others.filter(|(file, _)| own(file)).cloned());
        }
        for folder in &asked.foreign {
            let others = self.listing.others(folder).iter();
            let own = |file: &Path| {
                self.compiled
                    .nearest(file)
                    .is_none_or(|nearest| folder.starts_with(nearest))
            };
            self.others
                .extend(others.filter(|(file, _)| own(file)).cloned());
        }
        for (file, projects) in &self.compiled.by_file {
            if projects.iter().any(|index| indices.contains(index)) {
                self.scope.insert(file.clone());
            }
        }
        self.scope_projects.extend(indices);
    }

    fn not_csharp(&self, scope: &Scope) -> WorkspaceError {
        let mut seen = BTreeMap::new();
        for (_, kind) in self.listing.others(&scope.disk) {
            *seen.entry(*kind).or_default() += 1;
        }
        WorkspaceError::NotCSharp(scope.given.clone(), seen.into_iter().collect())
    }
}
