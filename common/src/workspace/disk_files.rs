//! The files that projects refer to, from the disk. Projects are evaluated with the root of the file system as
//! their root, so that every path has one spelling and none needs `../`; they are shown from the run's root.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::folder::RootFolder;
use super::reading::read_file;
use crate::project::{CentralPackages, Documents, Project, ProjectFiles};
use crate::source::{SourcePath, SourceText};

/// More is no project file.
pub(super) const MAX_PROJECT_BYTES: u64 = 32 << 20;

/// Reads project files and what they import, each once, for whoever asks.
#[derive(Debug, Default)]
pub(super) struct DiskFiles {
    texts: Mutex<HashMap<SourcePath, Option<Arc<str>>>>,
    present: Mutex<HashMap<SourcePath, bool>>,
    documents: Documents,
}

impl ProjectFiles for DiskFiles {
    fn read(&self, path: &SourcePath) -> Option<Arc<str>> {
        if let Some(known) = lock(&self.texts).get(path) {
            return known.clone();
        }
        let text = read_text(path);
        lock(&self.texts).insert(path.clone(), text.clone());
        text
    }

    fn has(&self, path: &SourcePath) -> bool {
        if let Some(known) = lock(&self.present).get(path) {
            return *known;
        }
        let exists = on_disk(path).exists();
        lock(&self.present).insert(path.clone(), exists);
        exists
    }

    fn documents(&self) -> Option<&Documents> {
        Some(&self.documents)
    }

    fn location(&self) -> Option<&str> {
        Some("")
    }

    fn files_in(&self, folder: &SourcePath) -> Option<Vec<String>> {
        let entries = fs::read_dir(on_disk(folder)).ok()?.flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        Some(
            files
                .filter_map(|entry| entry.file_name().into_string().ok())
                .collect(),
        )
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_text(path: &SourcePath) -> Option<Arc<str>> {
    read_text_at(&on_disk(path))
}

/// The text of a file about projects; `None` when there is none, or none of this size.
pub(super) fn read_text_at(disk: &Path) -> Option<Arc<str>> {
    if fs::metadata(disk).ok()?.len() > MAX_PROJECT_BYTES {
        return None;
    }
    let bytes = read_file(disk, &from_disk(disk)?).ok()?;
    SourceText::decode(&bytes).ok().map(|source| source.text)
}

/// An absolute path as a path from the root of the file system. `None` when it isn't Unicode.
pub(super) fn from_disk(disk: &Path) -> Option<SourcePath> {
    let mut parts = Vec::new();
    for part in disk.components() {
        match part {
            // `\\?\C:` is `C:`.
            Component::Prefix(prefix) => {
                parts.push(prefix.as_os_str().to_str()?.trim_start_matches(r"\\?\"));
            }
            Component::Normal(name) => parts.push(name.to_str()?),
            Component::RootDir | Component::CurDir | Component::ParentDir => {}
        }
    }
    Some(SourcePath::new(parts.join("/")))
}

/// The way back.
pub(super) fn on_disk(path: &SourcePath) -> PathBuf {
    if cfg!(windows) {
        PathBuf::from(path.as_str())
    } else {
        Path::new("/").join(path.as_str())
    }
}

/// A project with its paths as seen from the run's root. What it compiles is asked of the workspace.
pub(super) fn shown_from(root: &RootFolder, mut project: Project) -> Project {
    let see = |path: &SourcePath| {
        root.source_path(&on_disk(path))
            .unwrap_or_else(|| path.clone())
    };
    project.path = see(&project.path);
    for reference in &mut project.references {
        reference.path = see(&reference.path);
    }
    project
        .references
        .sort_by(|one, other| one.path.cmp(&other.path));
    if let Some(CentralPackages {
        path: Some(path), ..
    }) = &mut project.central_packages
    {
        *path = see(path);
    }
    project.signing_key = project.signing_key.as_ref().map(see);
    project.imports = project.imports.iter().map(see).collect();
    for note in &mut project.notes {
        note.path = see(&note.path);
    }
    project
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn every_path_has_its_way_there_and_back() {
        for disk in ["/a/b c/ü.csproj", "/x.cs"] {
            assert_eq!(
                on_disk(&from_disk(Path::new(disk)).unwrap()),
                Path::new(disk)
            );
        }
    }

    #[test]
    fn files_are_read_once_and_missing_ones_are_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().join("a.props");
        fs::write(&path, "\u{feff}<Project/>").unwrap();
        let files = DiskFiles::default();
        let name = from_disk(&path).unwrap();
        assert!(files.has(&name));
        assert_eq!(
            files.files_in(&SourcePath::new(name.folder())).unwrap(),
            ["a.props"]
        );
        assert_eq!(&*files.read(&name).unwrap(), "\u{feff}<Project/>");
        fs::remove_file(&path).unwrap();
        assert!(files.read(&name).is_some());
        assert!(files.read(&SourcePath::new("no/such/file")).is_none());
        assert!(files.read(&SourcePath::new(name.folder())).is_none());
    }
}
