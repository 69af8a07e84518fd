//! Puts a checked write on disk, all of it or nothing: new contents are written beside their targets, old ones are
//! kept beside them, and only when both are safe are the targets replaced, one rename each. Whatever ends the
//! process on the way, the journal tells the next run what is left to do (`recover`).

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::folder::RootFolder;
use super::journal::{Entry, Journal, JournalId, State};
use super::lock::{LockError, WriteLock};
use super::recover::{Pending, RecoveryReport, recover_locked};
use super::sync::sync_files;
use super::write::{Before, PlannedFile, PlannedWrite, WriteError};
use crate::hash::ContentHash;
use crate::source::SourcePath;

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// By path.
    pub files: Vec<WrittenFile>,
    /// What an earlier write had left to do.
    pub recovered: Vec<RecoveryReport>,
}

/// One file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// The file.
    pub path: SourcePath,
    /// The hash of what it holds now.
    pub hash: ContentHash,
    /// Whether it is new.
    pub created: bool,
}

impl PlannedWrite {
    /// Writes all files or none.
    pub fn commit(self) -> Result<Written, WriteError> {
        self.commit_watched(&mut |_| Ok(()))
    }

    /// As [`PlannedWrite::commit`]; `watch` is asked before each step and can make it fail.
    pub(super) fn commit_watched(self, watch: Watch<'_>) -> Result<Written, WriteError> {
        if self.files.is_empty() {
            return Ok(Written::default());
        }
        let _lock = take_lock(&self.root)?;
        let recovered = recover_locked(&self.root)?;
        let pending = self.pending()?;
        let mut run = Run {
            files: &self.files,
            pending,
            stamps: Vec::new(),
            watch,
        };
        if let Err(failure) = run.prepare() {
            run.pending.clean_up(true);
            return Err(failure);
        }
        if let Err(failure) = run.replace() {
            return Err(run.take_back(failure));
        }
        run.pending.clean_up(false);
        let files = self.files.iter().map(|file| WrittenFile {
            path: file.path.clone(),
            hash: file.after_hash,
            created: file.before.is_none(),
        });
        Ok(Written {
            files: files.collect(),
            recovered,
        })
    }

    fn pending(&self) -> Result<Pending, WriteError> {
        for file in &self.files {
            // A folder may have become a link since the plan was made.
            match self.root.resolve(&file.path) {
                Ok(disk) if disk == file.disk => {}
                Ok(_) => return Err(WriteError::Stale(file.path.clone())),
                Err(problem) => return Err(WriteError::Path(file.path.clone(), problem)),
            }
        }
        let entries = self.files.iter().map(|file| Entry {
            path: file.path.clone(),
            old: file.before.as_ref().map(|before| before.hash),
            new: file.after_hash,
        });
        let id = JournalId::new(RandomState::new().hash_one(std::process::id()));
        let journal = Journal {
            id,
            state: State::Prepare,
            folders: missing_folders(&self.root, &self.files),
            entries: entries.collect(),
        };
        Ok(Pending {
            root: self.root.clone(),
            journal,
            targets: self
                .files
                .iter()
                .map(|file| Some(file.disk.clone()))
                .collect(),
        })
    }
}

/// Asked before each step that touches the disk.
pub(super) type Watch<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

pub(super) fn take_lock(root: &RootFolder) -> Result<WriteLock, WriteError> {
    WriteLock::take(root.disk()).map_err(|error| match error {
        LockError::Held => WriteError::Locked(root.as_str().to_owned()),
        LockError::Io(error) => WriteError::io(
            format!("`{}` can't be locked for writing", root.as_str()),
            error,
        ),
    })
}

/// The folders that new files need and that aren't there, outer ones first.
pub(super) fn missing_folders(root: &RootFolder, files: &[PlannedFile]) -> Vec<SourcePath> {
    let mut missing = BTreeSet::new();
    for file in files.iter().filter(|file| file.before.is_none()) {
        let above = file
            .disk
            .ancestors()
            .skip(1)
            .take_while(|above| above.starts_with(root.disk()));
        missing.extend(above.filter(|above| !above.exists()).map(Path::to_owned));
    }
    // A folder sorts before what it holds.
    missing
        .iter()
        .filter_map(|folder| root.source_path(folder))
        .collect()
}

/// A write under way.
struct Run<'a> {
    files: &'a [PlannedFile],
    pending: Pending,
    /// What the targets looked like when their contents were checked.
    stamps: Vec<Option<Stamp>>,
    watch: Watch<'a>,
}

impl Run<'_> {
    fn step(&mut self, name: &str, path: &SourcePath) -> Result<(), WriteError> {
        (self.watch)(name)
            .map_err(|error| WriteError::io(format!("`{path}` can't be written"), error))
    }

    /// Everything up to the point of no return; no target is touched.
    fn prepare(&mut self) -> Result<(), WriteError> {
        let failed = |path: &SourcePath| {
            let what = format!("`{path}` can't be written");
            move |error| WriteError::io(what.clone(), error)
        };
        let journal = SourcePath::new(self.pending.journal.id.journal_name());
        self.step("journal", &journal)?;
        self.pending.create_journal().map_err(failed(&journal))?;
        for folder in self.pending.journal.folders.clone() {
            self.step("folder", &folder)?;
            match fs::create_dir(self.pending.root.disk_path(&folder)) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(failed(&folder)(error));
                }
                _ => {}
            }
        }
        for (index, file) in self.files.iter().enumerate() {
            self.step("new", &file.path)?;
            self.write_new(index, file).map_err(failed(&file.path))?;
            self.step("old", &file.path)?;
            let stamp = self.keep_old(index, file)?;
            self.stamps.push(stamp);
        }
        self.step("sync", &journal)?;
        let beside: Vec<PathBuf> = (0..)
            .zip(self.files)
            .map(|(index, file)| self.pending.journal.id.new_content(index, &file.disk))
            .collect();
        sync_files(&beside.iter().map(PathBuf::as_path).collect::<Vec<_>>())
            .map_err(failed(&journal))?;
        self.pending.sync_folders();
        self.step("commit", &journal)?;
        self.pending
            .set_state(State::Commit)
            .map_err(failed(&journal))
    }

    fn write_new(&self, index: usize, file: &PlannedFile) -> io::Result<()> {
        let beside = self.pending.journal.id.new_content(index, &file.disk);
        let mut new = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)?;
        new.write_all(&file.after)?;
        if let Some(Before { permissions, .. }) = &file.before {
            keep_owner(&new, &file.disk);
            new.set_permissions(permissions.clone())?;
        }
        Ok(())
    }

    /// Keeps what the target holds and makes sure that it is what the change was computed from.
    fn keep_old(&self, index: usize, file: &PlannedFile) -> Result<Option<Stamp>, WriteError> {
        let failed = |error| WriteError::io(format!("`{}` can't be kept aside", file.path), error);
        let Some(before) = &file.before else {
            return match fs::symlink_metadata(&file.disk) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(failed(error)),
                Ok(_) => Err(WriteError::Exists(file.path.clone())),
            };
        };
        let stamp = fs::symlink_metadata(&file.disk)
            .map(|found| Stamp::of(&found))
            .map_err(failed)?;
        let beside = self.pending.journal.id.old_content(index, &file.disk);
        // The very same file under a second name, times and owner included, where there is such a thing.
        if fs::hard_link(&file.disk, &beside).is_err() {
            fs::copy(&file.disk, &beside).map_err(failed)?;
            File::open(&beside)
                .and_then(|kept| kept.sync_all())
                .map_err(failed)?;
        }
        let kept = fs::read(&beside).map_err(failed)?;
        if ContentHash::of(&kept) == before.hash {
            Ok(Some(stamp))
        } else {
            Err(WriteError::Stale(file.path.clone()))
        }
    }

    /// Replaces the targets.
    fn replace(&mut self) -> Result<(), WriteError> {
        for (index, file) in self.files.iter().enumerate() {
            self.step("rename", &file.path)?;
            let now = fs::symlink_metadata(&file.disk)
                .ok()
                .map(|found| Stamp::of(&found));
            if now != self.stamps[index] {
                return Err(WriteError::Stale(file.path.clone()));
            }
            let beside = self.pending.journal.id.new_content(index, &file.disk);
            fs::rename(&beside, &file.disk).map_err(|error| {
                WriteError::io(format!("`{}` can't be replaced", file.path), error)
            })?;
        }
        self.pending.sync_folders();
        self.step(
            "done",
            &SourcePath::new(self.pending.journal.id.journal_name()),
        )
    }

    /// Puts back what was replaced, and says why.
    fn take_back(mut self, failure: WriteError) -> WriteError {
        // Without this the next run would finish what this one undoes; either way each file stays whole.
        let _ = self.pending.set_state(State::Undo);
        let undone = self.pending.undo();
        if undone.not_put_back.is_empty() {
            self.pending.clean_up(true);
            return failure;
        }
        match failure {
            WriteError::Io(what, error) => WriteError::NotPutBack(what, error, undone.not_put_back),
            other => {
                let error = io::Error::other(other.to_string());
                WriteError::NotPutBack(
                    "the write failed".to_owned(),
                    error.into(),
                    undone.not_put_back,
                )
            }
        }
    }
}

/// By what a file that was replaced or rewritten is recognised without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(found: &Metadata) -> Self {
        Self {
            length: found.len(),
            modified: found.modified().ok(),
        }
    }
}

/// A file that is replaced belongs to whom it belonged to before, where the system lets us.
#[cfg(unix)]
fn keep_owner(new: &File, target: &Path) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if let (Ok(old), Ok(made)) = (fs::symlink_metadata(target), new.metadata())
        && (old.uid(), old.gid()) != (made.uid(), made.gid())
    {
        let _ = fchown(new, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Path) {}

#[cfg(test)]
mod tests;
