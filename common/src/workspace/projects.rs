//! The projects that a run concerns: evaluated, with those that they refer to, and which files each compiles.
//! Paths of the disk outside, paths from the root of the file system inside.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use rayon::prelude::*;

use super::Ownership;
use super::classify::{NameKind, is_output_folder, name_kind};
use super::disk_files::{DiskFiles, from_disk, on_disk};
use super::disk_path::DiskPath;
use super::listing::Listing;
use super::upward::is_near;
use super::walk::Trouble;
use crate::coverage::ProjectRole;
use crate::finding::IncompleteReason;
use crate::project::{
    Note, NoteKind, Project, ProjectError, ProjectErrorKind, ProjectFolders, ProjectReference,
    ReferenceKind, evaluate,
};
use crate::source::SourcePath;

/// Evaluated projects.
#[derive(Debug, Default)]
pub(super) struct Projects {
    files: DiskFiles,
    known: Vec<Known>,
    /// By path on disk; `None` for one that couldn't be evaluated.
    index: HashMap<PathBuf, Option<usize>>,
    pub(super) troubles: Vec<Trouble>,
}

/// A project with its place on disk.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) disk: PathBuf,
    pub(super) project: Project,
}

impl Known {
    pub(super) fn folder(&self) -> &Path {
        self.disk.parent().unwrap_or(&self.disk)
    }
}

/// Which files the projects compile.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    /// The projects of each file, by their index.
    pub(super) by_file: BTreeMap<DiskPath, Vec<usize>>,
    /// The folders with project files, understood or not.
    places: HashSet<PathBuf>,
    pub(super) folders: ProjectFolders,
}

/// `None` when the name is not Unicode.
type Evaluated = Option<Result<Project, ProjectError>>;

fn evaluated(disk: &Path, files: &DiskFiles) -> Evaluated {
    from_disk(disk).map(|path| evaluate(&path, files, &[]))
}

impl Projects {
    /// All projects that were evaluated.
    pub(super) fn known(&self) -> &[Known] {
        &self.known
    }

    /// All projects that were evaluated, to keep.
    pub(super) fn into_known(self) -> Vec<Known> {
        self.known
    }

    /// The files behind the evaluation.
    pub(super) fn files(&self) -> &DiskFiles {
        &self.files
    }

    /// Evaluates project files, each once, as [`Self::add`] does in this order; side by side.
    pub(super) fn add_all(&mut self, all: &[PathBuf]) {
        let new = |disk: &&PathBuf| !self.index.contains_key(*disk);
        let new: Vec<&PathBuf> = all.iter().filter(new).collect();
        let one = |disk: &&PathBuf| evaluated(disk, &self.files);
        let evaluated: Vec<Evaluated> = new.par_iter().with_max_len(1).map(one).collect();
        for (disk, evaluated) in new.into_iter().zip(evaluated) {
            if !self.index.contains_key(disk) {
                self.take(disk, evaluated);
            }
        }
    }

    /// Evaluates a project file, once. `None` when that fails; then it is among the troubles.
    pub(super) fn add(&mut self, disk: &Path) -> Option<usize> {
        if let Some(known) = self.index.get(disk) {
            return *known;
        }
        let evaluated = evaluated(disk, &self.files);
        self.take(disk, evaluated)
    }

    fn take(&mut self, disk: &Path, evaluated: Evaluated) -> Option<usize> {
        let index = match evaluated {
            Some(Ok(project)) => {
                self.known.push(Known {
                    disk: disk.to_owned(),
                    project,
                });
                Some(self.known.len() - 1)
            }
            Some(Err(error)) => {
                self.troubles.push(trouble_of_error(disk, &error));
                None
            }
            None => {
                let detail = "its name is not Unicode";
                self.troubles
                    .push(Trouble::new(disk, IncompleteReason::InvalidProject, detail));
                None
            }
        };
        self.index.insert(disk.to_owned(), index);
        index
    }

    /// Adds what the projects refer to, however far. Test projects bring nothing unless they are asked for.
    pub(super) fn follow_references(&mut self, listing: &Listing, include_tests: bool) {
        let mut next = 0;
        while let Some(Known { disk, project }) = self.known.get_mut(next) {
            next += 1;
            resolve_references(project, disk, listing);
            if project.role == ProjectRole::Test && !include_tests {
                continue;
            }
            let is_code = |reference: &&ProjectReference| {
                reference.kind == ReferenceKind::Code
                    && name_kind(reference.path.file_name()) == NameKind::Project
            };
            let wanted: Vec<PathBuf> = project
                .references
                .iter()
                .filter(is_code)
                .map(|reference| on_disk(&reference.path))
                .collect();
            for disk in wanted {
                self.add(&disk);
            }
        }
    }

    /// What was noted about the projects with these indices.
    pub(super) fn notes_of<'a>(
        &'a self,
        indices: impl IntoIterator<Item = usize> + 'a,
    ) -> impl Iterator<Item = Trouble> + 'a {
        let notes = indices
            .into_iter()
            .flat_map(|index| &self.known[index].project.notes);
        notes.map(trouble_of_note)
    }

    /// Finds the files that each project compiles, walking what isn't known yet.
    pub(super) fn compile(&mut self, listing: &mut Listing) -> Compiled {
        let mut roots: Vec<Vec<PathBuf>> = Vec::with_capacity(self.known.len());
        for known in &self.known {
            let mut near = Vec::new();
            for root in known.project.source_roots() {
                let root = on_disk(&root);
                if !listing.covers(&root) && !is_near(known.folder(), &root) {
                    let detail = format!("sources in `{}` are not looked for", root.display());
                    self.troubles.push(Trouble::new(
                        &known.disk,
                        IncompleteReason::NotEvaluated,
                        detail,
                    ));
                } else if root.is_dir() {
                    near.push(root);
                }
            }
            roots.push(near);
        }
        listing.cover(roots.iter().flatten().cloned());
        let all: Vec<SourcePath> = listing
            .all_projects()
            .iter()
            .chain(self.index.keys())
            .filter_map(|disk| from_disk(disk))
            .collect();
        let mut compiled = Compiled {
            by_file: BTreeMap::new(),
            places: all
                .iter()
                .map(|path| on_disk(&SourcePath::new(path.folder())))
                .collect(),
            folders: ProjectFolders::new(&all),
        };
        let listing = &*listing;
        let files: Vec<Vec<DiskPath>> = self
            .known
            .par_iter()
            .zip(&roots)
            .map(|(known, roots)| files_of(known, roots, listing, &compiled.folders))
            .collect();
        for (index, files) in files.into_iter().enumerate() {
            for file in files {
                compiled.by_file.entry(file).or_default().push(index);
            }
        }
        compiled
    }

    /// Files that the projects with these indices name and that aren't there.
    pub(super) fn missing_files(&self, indices: impl IntoIterator<Item = usize>) -> Vec<Trouble> {
        let mut missing = Vec::new();
        for index in indices {
            let Known { disk, project } = &self.known[index];
            let name = disk.file_name().unwrap_or_default().to_string_lossy();
            for path in project.named_sources() {
                let file = on_disk(&path);
                if !file.exists() && !is_output(&path) {
                    let detail = format!("named by `{name}`");
                    missing.push(Trouble::new(&file, IncompleteReason::MissingFile, detail));
                }
            }
        }
        missing
    }

    /// The project that a file counts to: of those that compile it one that ships, the nearest above it, the first
    /// by name; else the nearest above it, even if that leaves it out.
    pub(super) fn project_of(&self, file: &DiskPath, compiled: &Compiled) -> Option<usize> {
        if let Some(all) = compiled.by_file.get(file) {
            return self.best(all.iter().copied(), file);
        }
        let nearest = compiled.nearest(file)?;
        let there = self
            .known
            .iter()
            .enumerate()
            .filter(|(_, known)| known.folder() == nearest);
        self.best(there.map(|(index, _)| index), file)
    }

    /// The project that a file counts to, and how certain that is.
    pub(super) fn owner_of(
        &self,
        file: &DiskPath,
        compiled: &Compiled,
    ) -> (Option<usize>, Ownership) {
        let all = compiled.by_file.get(file);
        let ownership = match all {
            Some(all) if all.len() > 1 => Ownership::Shared,
            Some(_) => Ownership::Plain,
            None => {
                let nearest = compiled.nearest(file);
                let unread = self
                    .index
                    .iter()
                    .any(|(disk, index)| index.is_none() && disk.parent() == nearest);
                match nearest {
                    Some(_) if unread => Ownership::Unknown,
                    Some(_) => Ownership::Nobody,
                    None => Ownership::Plain,
                }
            }
        };
        let project = match all {
            Some(all) => self.best(all.iter().copied(), file),
            None => self.project_of(file, compiled),
        };
        (project, ownership)
    }

    fn best(&self, mut indices: impl Iterator<Item = usize>, file: &Path) -> Option<usize> {
        let first = indices.next()?;
        let Some(second) = indices.next() else {
            return Some(first);
        };
        let indices = [first, second].into_iter().chain(indices);
        indices.min_by_key(|index| {
            let known = &self.known[*index];
            let above = file.starts_with(known.folder());
            let depth = if above {
                known.folder().components().count()
            } else {
                0
            };
            let is_test = known.project.role == ProjectRole::Test;
            (is_test, usize::MAX - depth, &known.disk)
        })
    }
}

impl Compiled {
    /// The nearest folder above a file that has a project file.
    pub(super) fn nearest<'a>(&self, file: &'a Path) -> Option<&'a Path> {
        file.ancestors()
            .skip(1)
            .find(|above| self.places.contains(*above))
    }
}

fn files_of(
    known: &Known,
    roots: &[PathBuf],
    listing: &Listing,
    folders: &ProjectFolders,
) -> Vec<DiskPath> {
    let compiles = |disk: &DiskPath| {
        (disk.seen_from_root()).is_some_and(|path| known.project.compiles(&path, folders))
    };
    let mut files: Vec<DiskPath> = roots
        .iter()
        .flat_map(|root| listing.sources(root))
        .filter(|disk| compiles(disk))
        .cloned()
        .collect();
    let named = known.project.named_sources();
    files.extend(
        named
            .iter()
            .filter(|path| name_kind(path.file_name()) == NameKind::Source && !is_output(path))
            .map(|path| DiskPath::from(on_disk(path)))
            .filter(|disk| compiles(disk) && disk.is_file()),
    );
    files.sort();
    files.dedup();
    files
}

fn is_output(path: &SourcePath) -> bool {
    path.folder().split('/').any(is_output_folder)
}

/// Makes references what the disk knows: where only the case of a name is wrong, as in projects written where it
/// doesn't matter, and where a pattern stands for several.
fn resolve_references(project: &mut Project, own: &Path, listing: &Listing) {
    let all = || listing.all_projects().iter().filter(|other| *other != own);
    for reference in &mut project.references {
        let disk = on_disk(&reference.path);
        if !disk.exists() {
            let same = all().find(|other| other.as_os_str().eq_ignore_ascii_case(disk.as_os_str()));
            if let Some(path) = same.and_then(|other| from_disk(other)) {
                reference.path = path;
            }
        }
    }
    for pattern in &project.reference_patterns {
        let glob = GlobBuilder::new(pattern)
            .literal_separator(true)
            .case_insensitive(true)
            .build();
        let Ok(glob) = glob.map(|glob| glob.compile_matcher()) else {
            continue;
        };
        for path in all().filter_map(|other| from_disk(other)) {
            let known = project
                .references
                .iter()
                .any(|reference| reference.path == path);
            if glob.is_match(path.as_str()) && !known {
                project.references.push(ProjectReference {
                    path,
                    kind: ReferenceKind::Code,
                    on: (0..project.targets.len()).collect(),
                });
            }
        }
    }
}

fn trouble_of_error(disk: &Path, error: &ProjectError) -> Trouble {
    let (reason, detail) = match &error.kind {
        ProjectErrorKind::NotFound if !disk.exists() => {
            (IncompleteReason::MissingFile, "no such project".to_owned())
        }
        ProjectErrorKind::NotFound => (IncompleteReason::InvalidProject, "not a text".to_owned()),
        ProjectErrorKind::NotXml(what) => (IncompleteReason::InvalidProject, what.clone()),
        ProjectErrorKind::NotAProject(root) => (
            IncompleteReason::InvalidProject,
            format!("its root element is `{root}`"),
        ),
        ProjectErrorKind::NotASolution(what) => (IncompleteReason::InvalidSolution, what.clone()),
    };
    Trouble {
        path: disk.to_owned(),
        line: error.line,
        reason,
        detail,
    }
}

fn trouble_of_note(note: &Note) -> Trouble {
    let reason = match note.kind {
        NoteKind::ImportNotFound => IncompleteReason::MissingFile,
        NoteKind::ImportNotXml => IncompleteReason::InvalidProject,
        NoteKind::TooComplex => IncompleteReason::TooComplex,
        NoteKind::Expression
        | NoteKind::Condition
        | NoteKind::Pattern
        | NoteKind::Framework
        | NoteKind::Sdk => IncompleteReason::NotEvaluated,
    };
    Trouble {
        path: on_disk(&note.path),
        line: Some(note.line),
        reason,
        detail: note.subject.clone(),
    }
}
