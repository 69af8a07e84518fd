//! The lock that keeps two writers of one root apart. It is the system's lock on a file, so it goes away with the
//! process that holds it, however that ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The name of the lock's file in the root. It is there while a write is under way, and after one was killed.
pub(super) const LOCK_NAME: &str = ".seamwright-lock";

const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(20);

/// Why there is no lock.
#[derive(Debug)]
pub(super) enum LockError {
    /// Another process holds it and went on holding it.
    Held,
    /// The file can't be made or locked.
    Io(io::Error),
}

/// A held lock; dropping it lets go and removes the file.
#[derive(Debug)]
pub(super) struct WriteLock {
    _file: File,
    path: PathBuf,
}

impl WriteLock {
    /// Takes the lock of `root`, waiting a while for another process to let go.
    pub(super) fn take(root: &Path) -> Result<Self, LockError> {
        Self::take_within(root, PATIENCE)
    }

    fn take_within(root: &Path, patience: Duration) -> Result<Self, LockError> {
        let path = root.join(LOCK_NAME);
        let started = Instant::now();
        loop {
            // A link would make a file elsewhere.
            if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                return Err(LockError::Io(io::Error::from(io::ErrorKind::AlreadyExists)));
            }
            let file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path);
            let file = file.map_err(LockError::Io)?;
            match file.try_lock() {
                Ok(()) if is_still_there(&file, &path) => return Ok(Self { _file: file, path }),
                // Held, or removed between opening and locking: whoever comes next makes a new one.
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
            }
            if started.elapsed() >= patience {
                return Err(LockError::Held);
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // Only where a removed file can be told from a new one of that name. What is left is harmless.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => identity(open) == identity(named),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_held_lock_is_refused_and_a_dropped_one_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let lock = WriteLock::take(folder.path()).unwrap();
        let second = WriteLock::take_within(folder.path(), Duration::ZERO);
        assert!(matches!(second, Err(LockError::Held)), "{second:?}");
        drop(lock);
        WriteLock::take_within(folder.path(), Duration::ZERO).unwrap();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            usize::from(!cfg!(unix))
        );
    }

    #[test]
    fn a_lock_file_that_a_dead_process_left_does_not_hold() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK_NAME), "").unwrap();
        WriteLock::take_within(folder.path(), Duration::ZERO).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_the_lock_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        std::os::unix::fs::symlink(&elsewhere, folder.path().join(LOCK_NAME)).unwrap();
        assert!(matches!(
            WriteLock::take(folder.path()),
            Err(LockError::Io(_))
        ));
        assert!(!elsewhere.exists());
    }

    #[test]
    fn never_two_hold_it() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let lock = WriteLock::take(folder.path()).unwrap();
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }
}
