//! Opens a workspace: from the scopes as given to the files that matter, each with its place in or out of scope.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::classify::{is_generated_name, is_test_path};
use super::disk_path::DiskPath;
use super::error::WorkspaceError;
use super::exclude::Excludes;
use super::folder::RootFolder;
use super::gather::Gathered;
use super::scope::{Scope, common_folder, names_csharp, root_of};
use super::upward::{repository_root, solution_folder};
use super::walk::Trouble;
use super::{Ownership, Workspace, WorkspaceFile, WorkspaceOptions};
use crate::coverage::{Coverage, ExclusionReason, ProjectRole};
use crate::finding::{Incomplete, IncompleteReason};
use crate::source::SourcePath;

impl Workspace {
    /// Finds the files of `scopes`, paths relative to the working directory. An interrupted write in the root is
    /// finished or undone before.
    pub fn open(scopes: &[PathBuf], options: &WorkspaceOptions) -> Result<Self, WorkspaceError> {
        let (scopes, missing) = all_scopes(scopes, options)?;
        let asked_root = match &options.workspace {
            Some(folder) => holding(RootFolder::open(folder)?, &scopes)?,
            None => root_of(&scopes)?,
        };
        let mut recovered = recover(&asked_root)?;
        let pool = options.jobs.and_then(pool);
        let look = || {
            let workspace = options.workspace.is_some().then(|| asked_root.disk());
            let look = || Gathered::look(&scopes, workspace, options.include_tests);
            match &pool {
                Some(pool) => pool.install(look),
                None => look(),
            }
        };
        let mut found = look()?;
        let inner = recover_inside(&found, &asked_root)?;
        if !inner.is_empty() {
            recovered.extend(inner);
            found = look()?;
        }
        let mut taken = Taken::new(found, options);
        taken.troubles.extend(missing);
        let mut root = asked_root;
        if options.workspace.is_none() {
            root = taken.widen(root, &scopes);
        }
        let excludes = Excludes::new(&options.exclude, root.disk())?;
        Ok(taken.into_workspace(root, excludes, recovered, pool))
    }
}

/// Finishes or undoes interrupted writes whose journals were seen below the scopes.
fn recover_inside(
    found: &Gathered,
    root: &RootFolder,
) -> Result<Vec<super::RecoveryReport>, WorkspaceError> {
    let journals = &found.listing.journals;
    let mut folders: Vec<&Path> = journals
        .iter()
        .filter_map(|journal| journal.parent())
        .collect();
    folders.dedup();
    let mut reports = Vec::new();
    for folder in folders {
        let inner = RootFolder::shown_like(folder.to_owned(), Path::new(root.as_str()));
        reports.extend(recover(&inner)?);
    }
    Ok(reports)
}

fn recover(root: &RootFolder) -> Result<Vec<super::RecoveryReport>, WorkspaceError> {
    root.recover()
        .map_err(|error| WorkspaceError::Recovery(Box::new(error)))
}

/// The workspace folder that was given, if it holds all scopes.
fn holding(workspace: RootFolder, scopes: &[Scope]) -> Result<RootFolder, WorkspaceError> {
    match scopes
        .iter()
        .find(|scope| !scope.disk.starts_with(workspace.disk()))
    {
        None => Ok(workspace),
        Some(scope) => Err(WorkspaceError::OutsideWorkspace(
            scope.given.clone(),
            PathBuf::from(workspace.as_str()),
        )),
    }
}

/// The scopes that are there, and what a list names in vain: one of changed files names deleted ones too.
fn all_scopes(
    given: &[PathBuf],
    options: &WorkspaceOptions,
) -> Result<(Vec<Scope>, Vec<Trouble>), WorkspaceError> {
    let mut missing = Vec::new();
    let mut scopes = given
        .iter()
        .map(|path| Scope::of(path))
        .collect::<Result<Vec<_>, _>>()?;
    for path in options.listed.iter().flatten() {
        match Scope::of(path) {
            Ok(scope) => scopes.push(Scope {
                listed: true,
                ..scope
            }),
            // A list of changed files names all kinds of files.
            Err(WorkspaceError::UnsupportedScope(_)) => {}
            Err(WorkspaceError::NotFound(_)) => {
                let disk = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                if names_csharp(path) {
                    let detail = "it is named in the list of files";
                    missing.push(Trouble::new(&disk, IncompleteReason::MissingFile, detail));
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok((scopes, missing))
}

/// More threads than these only wait for each other.
const MOST_JOBS: usize = 64;

fn pool(jobs: usize) -> Option<Arc<rayon::ThreadPool>> {
    // Without threads of its own the work runs on those that are there.
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.clamp(1, MOST_JOBS))
        .build()
        .ok()
        .map(Arc::new)
}

/// A file on its way into the workspace.
struct Candidate {
    disk: DiskPath,
    owner: (Option<usize>, Ownership),
    below_scope: bool,
    generated: bool,
}

/// What was gathered, and the files to choose from.
struct Taken {
    found: Gathered,
    include_tests: bool,
    candidates: Vec<Candidate>,
    troubles: Vec<Trouble>,
}

impl Taken {
    fn new(found: Gathered, options: &WorkspaceOptions) -> Self {
        let workspace = options
            .workspace
            .as_ref()
            .and_then(|folder| folder.canonicalize().ok());
        let more = workspace
            .iter()
            .flat_map(|folder| found.listing.sources(folder));
        let mut all: Vec<&DiskPath> = found
            .scope
            .iter()
            .chain(found.compiled.by_file.keys())
            .chain(more)
            .collect();
        // Sorted lists, one behind the other.
        all.sort();
        all.dedup();
        let candidates = all.into_iter().map(|disk| Candidate {
            owner: found.projects.owner_of(disk, &found.compiled),
            below_scope: found.scope.contains(disk),
            generated: disk
                .file_name()
                .is_some_and(|name| is_generated_name(&name.to_string_lossy())),
            disk: disk.clone(),
        });
        Self {
            include_tests: options.include_tests,
            candidates: candidates.collect(),
            troubles: Vec::new(),
            found,
        }
    }

    /// The folder that holds the root and every file that is reported on: projects name files outside their folders.
    fn widen(&mut self, root: RootFolder, scopes: &[Scope]) -> RootFolder {
        let mut folder = root.disk().to_owned();
        for candidate in &mut self.candidates {
            let is_test = candidate.owner.0.is_some_and(|index| {
                self.found.projects.known()[index].project.role == ProjectRole::Test
            });
            let reported =
                candidate.below_scope && !candidate.generated && (self.include_tests || !is_test);
            if !reported || candidate.disk.starts_with(&folder) {
                continue;
            }
            let common = common_folder(&folder, &candidate.disk).map(Path::to_owned);
            if let Some(common) = common.filter(|common| common.parent().is_some()) {
                folder = common;
            } else {
                candidate.below_scope = false;
                let detail = "it has no folder in common with the scope";
                let trouble = Trouble::new(&candidate.disk, IncompleteReason::Unreadable, detail);
                self.troubles.push(trouble);
            }
        }
        if folder == root.disk() {
            return root;
        }
        let absolute = scopes.iter().find(|scope| scope.given.is_absolute());
        let given = absolute
            .or(scopes.first())
            .map_or(Path::new("."), |scope| &scope.given);
        RootFolder::shown_like(folder, given)
    }

    fn into_workspace(
        self,
        root: RootFolder,
        mut excludes: Excludes,
        recovered: Vec<super::RecoveryReport>,
        pool: Option<Arc<rayon::ThreadPool>>,
    ) -> Workspace {
        let Self {
            found,
            include_tests,
            candidates,
            mut troubles,
        } = self;
        let known = found.projects.known();
        let order = project_order(&found, &root);
        let mut coverage = coverage_of(&found);
        let mut files = Vec::with_capacity(candidates.len());
        for Candidate {
            disk,
            owner: (project, ownership),
            below_scope,
            generated,
        } in candidates
        {
            let Some(path) = root.source_path(&disk) else {
                continue;
            };
            let role = match project {
                Some(index) => known[index].project.role,
                None if is_test_path(path.as_str()) => ProjectRole::Test,
                None => ProjectRole::Production,
            };
            let excluded = if excludes.matches(&disk) {
                Some(ExclusionReason::Pattern)
            } else if generated {
                Some(ExclusionReason::Generated)
            } else if role == ProjectRole::Test && !include_tests {
                Some(ExclusionReason::Test)
            } else {
                None
            };
            if let (true, Some(reason)) = (below_scope, excluded) {
                *coverage.excluded.entry(reason).or_default() += 1;
            }
            // What ships never sees tests, so there is nothing to learn from them.
            if role == ProjectRole::Test && !include_tests {
                continue;
            }
            files.push(WorkspaceFile {
                path,
                project: project.map(|index| order[&index]),
                ownership,
                role,
                in_scope: below_scope && excluded.is_none(),
                excluded,
            });
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let concerned: Vec<usize> = found
            .scope_projects
            .iter()
            .copied()
            .filter(|index| include_tests || known[*index].project.role != ProjectRole::Test)
            .collect();
        troubles.extend(found.listing.troubles.iter().cloned());
        troubles.extend(found.projects.troubles.iter().cloned());
        troubles.extend(found.projects.notes_of(concerned.iter().copied()));
        troubles.extend(found.projects.missing_files(concerned));
        let mut incomplete: Vec<Incomplete> = troubles
            .iter()
            .map(|trouble| incomplete(&root, trouble))
            .collect();
        incomplete.sort();
        incomplete.dedup();
        let mut projects: Vec<(usize, super::WorkspaceProject)> = found
            .projects
            .into_known()
            .into_iter()
            .enumerate()
            .map(|(index, known)| {
                let in_scope = found.scope_projects.contains(&index);
                (
                    order[&index],
                    super::WorkspaceProject::new(&root, known, in_scope),
                )
            })
            .collect();
        projects.sort_by_key(|(at, _)| *at);
        Workspace {
            anchor: anchor(&root),
            root,
            files,
            projects: projects.into_iter().map(|(_, project)| project).collect(),
            folders: found.compiled.folders,
            coverage,
            incomplete,
            recovered,
            unmatched_excludes: excludes.unmatched(),
            pool,
        }
    }
}

/// The place of each project in the order of paths.
fn project_order(found: &Gathered, root: &RootFolder) -> HashMap<usize, usize> {
    let known = found.projects.known();
    let mut paths: Vec<(Option<SourcePath>, usize)> = known
        .iter()
        .enumerate()
        .map(|(index, known)| (root.source_path(&known.disk), index))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .enumerate()
        .map(|(at, (_, index))| (index, at))
        .collect()
}

fn coverage_of(found: &Gathered) -> Coverage {
    let mut coverage = Coverage::default();
    for reason in ExclusionReason::ALL {
        coverage.excluded.insert(*reason, 0);
    }
    coverage
        .excluded
        .insert(ExclusionReason::BuildOutput, found.build_output.len());
    for kind in found.others.values() {
        *coverage.not_read.entry(*kind).or_default() += 1;
    }
    coverage
}

fn incomplete(root: &RootFolder, trouble: &Trouble) -> Incomplete {
    Incomplete {
        path: root.told_path(&trouble.path),
        line: trouble.line,
        reason: trouble.reason,
        detail: trouble.detail.clone(),
    }
}

fn anchor(root: &RootFolder) -> PathBuf {
    let disk = root.disk();
    repository_root(disk)
        .or_else(|| solution_folder(disk))
        .unwrap_or(disk)
        .to_owned()
}

#[cfg(test)]
mod tests;
