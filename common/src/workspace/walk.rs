//! Walks a folder and notes what is of concern, by names alone. Follows no link, so that no loop can hold it and
//! no file counts twice. Knows nothing of projects' contents or of what is excluded by choice.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::classify::{NameKind, is_output_folder, name_kind};
use super::disk_path::DiskPath;
use super::folder::{OWN_PREFIX, is_portable};
use super::journal::JOURNAL_PREFIX;
use crate::coverage::NotReadKind;
use crate::finding::IncompleteReason;

/// What a walk saw. Paths are absolute.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) sources: Vec<DiskPath>,
    pub(super) projects: Vec<PathBuf>,
    pub(super) solutions: Vec<PathBuf>,
    /// `.cs` files in output folders.
    pub(super) build_output: Vec<PathBuf>,
    pub(super) others: Vec<(PathBuf, NotReadKind)>,
    pub(super) journals: Vec<PathBuf>,
    pub(super) troubles: Vec<Trouble>,
}

/// A place that couldn't be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) path: PathBuf,
    pub(super) line: Option<u32>,
    pub(super) reason: IncompleteReason,
    pub(super) detail: String,
}

impl Trouble {
    pub(super) fn new(path: &Path, reason: IncompleteReason, detail: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line: None,
            reason,
            detail: detail.into(),
        }
    }
}

/// Walks `base`, a resolved folder. `inside` says whether a resolved path is walked anyway.
pub(super) fn walk(base: &Path, inside: &dyn Fn(&Path) -> bool) -> Walked {
    let mut walked = Walked::default();
    let mut entries = WalkDir::new(base)
        .follow_root_links(false)
        .sort_by_file_name()
        .into_iter();
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                walked.note_error(base, &error);
                continue;
            }
        };
        if entry.depth() == 0 {
            continue;
        }
        let kind = entry.file_type();
        let name = entry.file_name().to_string_lossy();
        if !is_portable(&name) {
            walked.note_name(&entry, &name);
            if kind.is_dir() {
                entries.skip_current_dir();
            }
        } else if kind.is_dir() {
            if name == ".git" {
                entries.skip_current_dir();
            } else if is_output_folder(&name) {
                walked.count_output(entry.path());
                entries.skip_current_dir();
            }
        } else if kind.is_symlink() {
            walked.note_link(&entry, inside);
        } else {
            walked.note_file(&entry, &name);
        }
    }
    walked
}

impl Walked {
    fn note_file(&mut self, entry: &DirEntry, name: &str) {
        if name.starts_with(OWN_PREFIX) {
            if name.starts_with(JOURNAL_PREFIX) {
                self.journals.push(entry.path().to_owned());
            }
            return;
        }
        match name_kind(name) {
            NameKind::Source => self.note_source(entry),
            NameKind::Project => self.projects.push(entry.path().to_owned()),
            NameKind::Solution => self.solutions.push(entry.path().to_owned()),
            NameKind::Other(kind) => self.others.push((entry.path().to_owned(), kind)),
            NameKind::Irrelevant => {}
        }
    }

    /// A folder or a file of concern that a document couldn't name.
    fn note_name(&mut self, entry: &DirEntry, name: &str) {
        let kinds = [NameKind::Source, NameKind::Project, NameKind::Solution];
        if entry.file_type().is_dir() || kinds.contains(&name_kind(name)) {
            let detail = "its name holds a `\\` or begins as a drive does";
            let trouble = Trouble::new(entry.path(), IncompleteReason::Unreadable, detail);
            self.troubles.push(trouble);
        }
    }

    fn note_source(&mut self, entry: &DirEntry) {
        let detail = if entry.path().to_str().is_none() {
            "its name is not Unicode"
        } else if !entry.file_type().is_file() {
            "not a regular file"
        } else {
            self.sources.push(entry.path().into());
            return;
        };
        self.troubles.push(Trouble::new(
            entry.path(),
            IncompleteReason::Unreadable,
            detail,
        ));
    }

    fn note_link(&mut self, entry: &DirEntry, inside: &dyn Fn(&Path) -> bool) {
        let is_source = name_kind(&entry.file_name().to_string_lossy()) == NameKind::Source;
        let trouble = match entry.path().canonicalize() {
            // What lies inside is walked under its own name.
            Ok(target) if inside(&target) => return,
            Ok(target) if is_source || target.is_dir() => (
                IncompleteReason::LinkOutsideRoot,
                target.display().to_string(),
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_source => (
                IncompleteReason::MissingFile,
                "a link to a file that does not exist".to_owned(),
            ),
            // A link that leads nowhere can still have been a folder, but there is nothing to find in it.
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                (IncompleteReason::LinkLoop, error.to_string())
            }
            _ => return,
        };
        self.troubles
            .push(Trouble::new(entry.path(), trouble.0, trouble.1));
    }

    fn note_error(&mut self, base: &Path, error: &walkdir::Error) {
        let path = error.path().unwrap_or(base);
        let detail = error
            .io_error()
            .map_or_else(|| error.to_string(), ToString::to_string);
        self.troubles
            .push(Trouble::new(path, IncompleteReason::Unreadable, detail));
    }

    /// Only names are looked at; what can't be read there concerns nobody.
    fn count_output(&mut self, folder: &Path) {
        let sources = WalkDir::new(folder).into_iter().flatten().filter(|entry| {
            !entry.file_type().is_dir()
                && name_kind(&entry.file_name().to_string_lossy()) == NameKind::Source
        });
        self.build_output.extend(sources.map(DirEntry::into_path));
    }
}
