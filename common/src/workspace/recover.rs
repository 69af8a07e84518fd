//! Finishes or undoes a write that was interrupted, from its journal. A journal could have been planted, so its
//! paths are checked like those of any document, and no file is touched whose content it doesn't know.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::commit::take_lock;
use super::folder::RootFolder;
use super::journal::{Entry, Journal, JournalId, State, Unusable};
use super::lock::LOCK_NAME;
use super::sync::sync_folders;
use super::upward::repository_root;
use super::write::WriteError;
use crate::hash::ContentHash;
use crate::source::SourcePath;

/// What became of an interrupted write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// It was finished: every file has its new content.
    Finished,
    /// It was undone: every file has its old content.
    Undone,
}

/// What was done about one interrupted write; prints as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryReport {
    /// What became of it.
    pub outcome: Recovered,
    /// The root that it wrote to.
    pub root: String,
    /// How many files it concerned.
    pub files: usize,
    /// Files that had been changed by somebody since; they stay as they are.
    pub left_alone: Vec<SourcePath>,
}

impl fmt::Display for RecoveryReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.outcome {
            Recovered::Finished => "Finished",
            Recovered::Undone => "Undid",
        };
        let noun = if self.files == 1 { "file" } else { "files" };
        write!(
            f,
            "{verb} an interrupted write of {} {noun} in `{}`",
            self.files, self.root
        )?;
        if !self.left_alone.is_empty() {
            let paths: Vec<String> = self
                .left_alone
                .iter()
                .map(|path| format!("`{path}`"))
                .collect();
            write!(f, ", except {}, changed since", paths.join(", "))?;
        }
        f.write_str(".")
    }
}

impl RootFolder {
    /// Finishes or undoes the writes to this root, or to a folder above it in the same repository, that were
    /// interrupted. To be called before anything else is read.
    pub fn recover(&self) -> Result<Vec<RecoveryReport>, WriteError> {
        let top = repository_root(self.disk()).unwrap_or(self.disk());
        let mut reports = Vec::new();
        for above in self
            .disk()
            .ancestors()
            .take_while(|above| above.starts_with(top))
        {
            if !has_leftovers(above) {
                continue;
            }
            let root = if above == self.disk() {
                self.clone()
            } else {
                Self::shown_like(above.to_owned(), Path::new(self.as_str()))
            };
            let _lock = take_lock(&root)?;
            reports.extend(recover_locked(&root)?);
        }
        Ok(reports)
    }
}

fn has_leftovers(folder: &Path) -> bool {
    folder.join(LOCK_NAME).symlink_metadata().is_ok() || !journals_in(folder).is_empty()
}

/// The ids of the journals in a folder, sorted by name.
fn journals_in(folder: &Path) -> Vec<JournalId> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    names
        .iter()
        .filter_map(|name| JournalId::of_file_name(name))
        .collect()
}

/// Recovers what is left in a root whose lock is held.
pub(super) fn recover_locked(root: &RootFolder) -> Result<Vec<RecoveryReport>, WriteError> {
    let mut reports = Vec::new();
    for id in journals_in(root.disk()) {
        let name = id.journal_name();
        let file = root.disk().join(&name);
        let bytes = fs::read(&file)
            .map_err(|error| WriteError::io(format!("journal `{name}` can't be read"), error))?;
        match Journal::parse(id, &bytes) {
            Ok(journal) => reports.push(Pending::of(root.clone(), journal).recover()?),
            // Nothing had been done yet but this.
            Err(Unusable::Unfinished) => {
                fs::remove_file(&file).map_err(|error| {
                    WriteError::io(format!("journal `{name}` can't be removed"), error)
                })?;
            }
            Err(Unusable::Unknown) => return Err(WriteError::Journal(name)),
        }
    }
    Ok(reports)
}

/// A write that has a journal.
pub(super) struct Pending {
    pub(super) root: RootFolder,
    pub(super) journal: Journal,
    /// Where the entries are on disk; `None` for a path that isn't taken any more.
    pub(super) targets: Vec<Option<PathBuf>>,
}

/// What a file holds, as the journal sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Now {
    Old,
    New,
    Other,
}

/// What an undoing came to.
#[derive(Default)]
pub(super) struct Undoing {
    pub(super) not_put_back: Vec<SourcePath>,
    left_alone: Vec<SourcePath>,
}

impl Pending {
    fn of(root: RootFolder, journal: Journal) -> Self {
        let targets = journal
            .entries
            .iter()
            .map(|entry| root.resolve(&entry.path).ok())
            .collect();
        Self {
            root,
            journal,
            targets,
        }
    }

    fn recover(mut self) -> Result<RecoveryReport, WriteError> {
        if self.journal.state == State::Commit {
            match self.finish() {
                Ok(left_alone) => {
                    self.clean_up(false);
                    return Ok(self.report(Recovered::Finished, left_alone));
                }
                Err(_) => {
                    let _ = self.set_state(State::Undo);
                }
            }
        }
        // Before the point of no return no target has been touched, so there is nothing to put back.
        let undone = match self.journal.state {
            State::Prepare => Undoing::default(),
            State::Commit | State::Undo => self.undo(),
        };
        if !undone.not_put_back.is_empty() {
            let error = io::Error::other("their old contents are gone");
            let what = format!(
                "an interrupted write in `{}` can't be undone",
                self.root.as_str()
            );
            return Err(WriteError::NotPutBack(
                what,
                error.into(),
                undone.not_put_back,
            ));
        }
        self.clean_up(true);
        Ok(self.report(Recovered::Undone, undone.left_alone))
    }

    fn report(&self, outcome: Recovered, left_alone: Vec<SourcePath>) -> RecoveryReport {
        RecoveryReport {
            outcome,
            root: self.root.as_str().to_owned(),
            files: self.journal.entries.len(),
            left_alone,
        }
    }

    fn each(&self) -> impl DoubleEndedIterator<Item = (usize, &Entry, Option<&PathBuf>)> {
        let both = self
            .journal
            .entries
            .iter()
            .zip(&self.targets)
            .enumerate()
            .collect::<Vec<_>>();
        both.into_iter()
            .map(|(index, (entry, target))| (index, entry, target.as_ref()))
    }

    /// Replaces what isn't replaced yet; gives the files that somebody else has changed.
    fn finish(&self) -> io::Result<Vec<SourcePath>> {
        let mut left_alone = Vec::new();
        for (index, entry, target) in self.each() {
            let Some(target) = target else {
                left_alone.push(entry.path.clone());
                continue;
            };
            match now(target, entry) {
                Now::New => {}
                Now::Other => left_alone.push(entry.path.clone()),
                Now::Old => {
                    let new = self.journal.id.new_content(index, target);
                    if hash_of(&new) != Some(entry.new) {
                        return Err(io::Error::other("the new content is gone"));
                    }
                    fs::rename(new, target)?;
                }
            }
        }
        self.sync_folders();
        Ok(left_alone)
    }

    /// Puts back what was replaced.
    pub(super) fn undo(&self) -> Undoing {
        let mut undoing = Undoing::default();
        for (index, entry, target) in self.each().rev() {
            let Some(target) = target else {
                undoing.left_alone.push(entry.path.clone());
                continue;
            };
            match now(target, entry) {
                Now::Old => {}
                Now::Other => undoing.left_alone.push(entry.path.clone()),
                Now::New => {
                    let put_back = match entry.old {
                        None => fs::remove_file(target).is_ok(),
                        Some(old) => {
                            let kept = self.journal.id.old_content(index, target);
                            hash_of(&kept) == Some(old) && fs::rename(kept, target).is_ok()
                        }
                    };
                    if !put_back {
                        undoing.not_put_back.push(entry.path.clone());
                    }
                }
            }
        }
        self.sync_folders();
        undoing.left_alone.reverse();
        undoing.not_put_back.reverse();
        undoing
    }

    /// Removes all that the write has left beside the targets, last of all its journal.
    pub(super) fn clean_up(&self, undone: bool) {
        let id = &self.journal.id;
        for (index, _, target) in self.each() {
            if let Some(target) = target {
                let _ = fs::remove_file(id.new_content(index, target));
                let _ = fs::remove_file(id.old_content(index, target));
            }
        }
        if undone {
            for folder in self.journal.folders.iter().rev() {
                // Only an empty folder goes.
                if let Ok(folder) = self.root.resolve(folder) {
                    let _ = fs::remove_dir(folder);
                }
            }
        }
        let _ = fs::remove_file(self.root.disk().join(id.next_journal_name()));
        self.sync_folders();
        let _ = fs::remove_file(self.root.disk().join(id.journal_name()));
        sync_folders(&[self.root.disk()]);
    }

    /// Writes the journal for the first time.
    pub(super) fn create_journal(&self) -> io::Result<()> {
        let path = self.root.disk().join(self.journal.id.journal_name());
        write_synced(
            &path,
            &self.journal.to_text(),
            OpenOptions::new().write(true).create_new(true),
        )?;
        sync_folders(&[self.root.disk()]);
        Ok(())
    }

    /// Replaces the journal by one with another state.
    pub(super) fn set_state(&mut self, state: State) -> io::Result<()> {
        let next = Journal {
            state,
            ..self.journal.clone()
        };
        let path = self.root.disk().join(next.id.next_journal_name());
        // One that an interrupted run has left, or a link that was planted, must go first.
        let _ = fs::remove_file(&path);
        write_synced(
            &path,
            &next.to_text(),
            OpenOptions::new().write(true).create_new(true),
        )?;
        fs::rename(&path, self.root.disk().join(next.id.journal_name()))?;
        sync_folders(&[self.root.disk()]);
        self.journal = next;
        Ok(())
    }

    pub(super) fn sync_folders(&self) {
        let mut folders: Vec<&Path> = self
            .targets
            .iter()
            .flatten()
            .filter_map(|target| target.parent())
            .collect();
        folders.sort_unstable();
        folders.dedup();
        sync_folders(&folders);
    }
}

fn write_synced(path: &Path, text: &str, options: &OpenOptions) -> io::Result<()> {
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn now(target: &Path, entry: &Entry) -> Now {
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if entry.old.is_none() {
                Now::Old
            } else {
                Now::Other
            }
        }
        Ok(found) if found.is_file() => match hash_of(target) {
            hash if hash == Some(entry.new) => Now::New,
            hash if hash.is_some() && hash == entry.old => Now::Old,
            _ => Now::Other,
        },
        _ => Now::Other,
    }
}

/// The hash of a regular file's content.
fn hash_of(path: &Path) -> Option<ContentHash> {
    let found = fs::symlink_metadata(path).ok()?;
    if !found.is_file() {
        return None;
    }
    fs::read(path).ok().map(|bytes| ContentHash::of(&bytes))
}
