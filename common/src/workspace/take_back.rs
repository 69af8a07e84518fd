//! Takes a write back after it was made: edited files get their old contents, all or none of them, then new files go.
//! A file that somebody has changed since stays as it is.

use std::collections::BTreeMap;
use std::fs;

use super::commit::missing_folders;
use super::folder::RootFolder;
use super::write::{Expected, PlannedWrite, WriteError};
use crate::hash::ContentHash;
use crate::source::SourcePath;

/// How a write that is yet to be made can be taken back.
#[derive(Clone, Debug)]
pub struct TakeBack {
    root: RootFolder,
    edited: BTreeMap<SourcePath, (ContentHash, Vec<u8>)>,
    created: BTreeMap<SourcePath, ContentHash>,
    /// Outer ones first.
    folders: Vec<SourcePath>,
}

/// What a taking back came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenBack {
    /// The files that are as they were, or gone again.
    pub files: usize,
    /// The files that had been changed since, and stay.
    pub left_alone: Vec<SourcePath>,
}

impl PlannedWrite {
    /// What takes this write back, to be asked before it is made.
    pub fn take_back(&self) -> TakeBack {
        let (mut edited, mut created) = (BTreeMap::new(), BTreeMap::new());
        for file in &self.files {
            match file.before() {
                Some(bytes) => {
                    edited.insert(file.path.clone(), (file.after_hash, bytes.to_vec()));
                }
                None => {
                    created.insert(file.path.clone(), file.after_hash);
                }
            }
        }
        TakeBack {
            root: self.root.clone(),
            edited,
            created,
            folders: missing_folders(&self.root, &self.files),
        }
    }
}

impl TakeBack {
    /// Takes the write back.
    pub fn run(&self) -> Result<TakenBack, WriteError> {
        let mut taken = TakenBack::default();
        let mut contents = BTreeMap::new();
        for (path, (hash, before)) in &self.edited {
            if self.holds(path, *hash)? {
                contents.insert(path.clone(), (Expected::Content(*hash), before.clone()));
            } else {
                taken.left_alone.push(path.clone());
            }
        }
        taken.files += contents.len();
        self.root.plan_contents(&contents)?.commit()?;
        for (path, hash) in &self.created {
            if !self.holds(path, *hash)? {
                taken.left_alone.push(path.clone());
                continue;
            }
            fs::remove_file(self.root.disk_path(path))
                .map_err(|error| WriteError::io(format!("`{path}` can't be removed"), error))?;
            taken.files += 1;
        }
        for folder in self.folders.iter().rev() {
            // Only an empty folder goes.
            let _ = fs::remove_dir(self.root.disk_path(folder));
        }
        Ok(taken)
    }

    fn holds(&self, path: &SourcePath, hash: ContentHash) -> Result<bool, WriteError> {
        let bytes = self.root.read_named(path)?;
        Ok(bytes.is_some_and(|bytes| ContentHash::of(&bytes) == hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn written(folder: &Path) -> TakeBack {
        fs::write(folder.join("a.cs"), "class A {}\r\n").unwrap();
        fs::write(folder.join("b.cs"), "class B {}").unwrap();
        let root = RootFolder::open(folder).unwrap();
        let edit = |name: &str, before: &str, after: &str| {
            let expected = Expected::Content(ContentHash::of(before.as_bytes()));
            (SourcePath::new(name), (expected, after.as_bytes().to_vec()))
        };
        let new = (
            SourcePath::new("In/New.cs"),
            (Expected::Absent, b"class N {}".to_vec()),
        );
        let contents = [
            edit("a.cs", "class A {}\r\n", "class A2 {}\r\n"),
            edit("b.cs", "class B {}", "class B2 {}"),
            new,
        ];
        let planned = root.plan_contents(&contents.into_iter().collect()).unwrap();
        let back = planned.take_back();
        planned.commit().unwrap();
        back
    }

    #[test]
    fn every_byte_comes_back_and_new_files_and_folders_go() {
        let folder = tempfile::tempdir().unwrap();
        let back = written(folder.path());
        let taken = back.run().unwrap();
        assert_eq!(
            taken,
            TakenBack {
                files: 3,
                left_alone: Vec::new()
            }
        );
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("a.cs"), "class A {}\r\n");
        assert_eq!(read("b.cs"), "class B {}");
        assert!(!folder.path().join("In").exists());
    }

    #[test]
    fn what_somebody_changed_since_stays() {
        let folder = tempfile::tempdir().unwrap();
        let back = written(folder.path());
        fs::write(folder.path().join("b.cs"), "mine").unwrap();
        fs::write(folder.path().join("In/New.cs"), "mine too").unwrap();
        let taken = back.run().unwrap();
        let left = ["b.cs", "In/New.cs"].map(SourcePath::new);
        assert_eq!(
            taken,
            TakenBack {
                files: 1,
                left_alone: left.into()
            }
        );
        assert_eq!(
            fs::read_to_string(folder.path().join("b.cs")).unwrap(),
            "mine"
        );
    }
}
