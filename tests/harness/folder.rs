//! Folders that a test may write to, and what is in them, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use walkdir::WalkDir;

/// A temporary folder; it is deleted when the value is dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty folder. Its name is no hidden one, so that no scan leaves it out.
    pub(crate) fn new() -> Self {
        Self(
            tempfile::Builder::new()
                .prefix("seamwright-")
                .tempdir()
                .unwrap(),
        )
    }

    /// A folder with these files: relative path with `/`, content.
    pub(crate) fn of<C: AsRef<[u8]>>(files: &[(&str, C)]) -> Self {
        let folder = Self::new();
        for (path, content) in files {
            folder.write(path, content);
        }
        folder
    }

    /// A copy of the tree under `source`: bytes, permissions, symbolic links as links.
    pub(crate) fn copy_of(source: &Path) -> Self {
        let folder = Self::new();
        for entry in entries(source) {
            let target = folder
                .path()
                .join(entry.path().strip_prefix(source).unwrap());
            if entry.file_type().is_dir() {
                fs::create_dir_all(&target).unwrap();
            } else if entry.file_type().is_symlink() {
                link(&fs::read_link(entry.path()).unwrap(), &target);
            } else {
                fs::copy(entry.path(), &target).unwrap();
            }
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes one file, with the folders above it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let full = self.path().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(&full, content).unwrap();
        full
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot::of(self.path())
    }
}

/// Every file under a folder: its relative path with `/`, and its bytes. A symbolic link is not
/// followed; its content is `-> ` and the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot(pub(crate) BTreeMap<String, Vec<u8>>);

impl Snapshot {
    pub(crate) fn of(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        for entry in entries(folder).filter(|e| !e.file_type().is_dir()) {
            let path = entry.path().strip_prefix(folder).unwrap();
            let content = if entry.file_type().is_symlink() {
                format!("-> {}", fs::read_link(entry.path()).unwrap().display()).into_bytes()
            } else {
                fs::read(entry.path()).unwrap()
            };
            files.insert(path.to_str().unwrap().replace('\\', "/"), content);
        }
        Self(files)
    }

    /// The content of one file as text.
    #[track_caller]
    pub(crate) fn text(&self, path: &str) -> &str {
        let bytes = self
            .0
            .get(path)
            .unwrap_or_else(|| panic!("no file `{path}`"));
        std::str::from_utf8(bytes).unwrap()
    }

    /// `added PATH`, `changed PATH`, `removed PATH`, sorted by path. Empty: the same bytes.
    pub(crate) fn changes_to(&self, after: &Self) -> Vec<String> {
        let paths: std::collections::BTreeSet<_> = self.0.keys().chain(after.0.keys()).collect();
        paths
            .into_iter()
            .filter_map(|path| match (self.0.get(path), after.0.get(path)) {
                (Some(a), Some(b)) if a == b => None,
                (Some(_), Some(_)) => Some(format!("changed {path}")),
                (None, _) => Some(format!("added {path}")),
                (_, None) => Some(format!("removed {path}")),
            })
            .collect()
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = walkdir::DirEntry> {
    WalkDir::new(folder)
        .min_depth(1)
        .sort_by_file_name()
        .into_iter()
        .map(Result::unwrap)
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}

#[cfg(not(unix))]
fn link(_: &Path, at: &Path) {
    panic!("no symbolic links here: {}", at.display());
}
