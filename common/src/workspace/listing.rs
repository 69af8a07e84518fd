//! The folders that were walked, each once, and what lies below any folder of them. Knows nothing of projects'
//! contents.

use std::path::{Path, PathBuf};

use super::disk_path::DiskPath;
use super::walk::{Trouble, walk};
use crate::coverage::NotReadKind;

/// What is on disk, as far as it was walked. All paths are absolute and resolved, lists sorted by the parts of paths.
#[derive(Debug, Default)]
pub(super) struct Listing {
    bases: Vec<PathBuf>,
    sources: Vec<DiskPath>,
    projects: Vec<PathBuf>,
    solutions: Vec<PathBuf>,
    build_output: Vec<PathBuf>,
    others: Vec<(PathBuf, NotReadKind)>,
    pub(super) journals: Vec<PathBuf>,
    pub(super) troubles: Vec<Trouble>,
}

impl Listing {
    /// Walks `folders`, unless they are known already.
    pub(super) fn cover(&mut self, folders: impl IntoIterator<Item = PathBuf>) {
        let mut new: Vec<PathBuf> = folders
            .into_iter()
            .filter(|folder| !self.covers(folder))
            .collect();
        new.sort();
        // What lies in another is walked with it; in this order the outer one comes first.
        new.dedup_by(|inner, outer| inner.starts_with(outer));
        if new.is_empty() {
            return;
        }
        let inside =
            |path: &Path| self.covers(path) || new.iter().any(|base| path.starts_with(base));
        let walks: Vec<_> = new.iter().map(|base| walk(base, &inside)).collect();
        for walked in walks {
            self.sources.extend(walked.sources);
            self.projects.extend(walked.projects);
            self.solutions.extend(walked.solutions);
            self.build_output.extend(walked.build_output);
            self.others.extend(walked.others);
            self.journals.extend(walked.journals);
            self.troubles.extend(walked.troubles);
        }
        self.bases.extend(new);
        self.sources.sort();
        self.sources.dedup();
        for list in [
            &mut self.projects,
            &mut self.solutions,
            &mut self.build_output,
            &mut self.journals,
        ] {
            list.sort();
            list.dedup();
        }
        self.others.sort();
        self.others.dedup();
    }

    /// Whether a folder was walked already.
    pub(super) fn covers(&self, folder: &Path) -> bool {
        self.bases.iter().any(|base| folder.starts_with(base))
    }

    /// The C# files below a walked folder.
    pub(super) fn sources(&self, folder: &Path) -> &[DiskPath] {
        let start = DiskPath::from(folder);
        let start = self.sources.partition_point(|path| *path < start);
        let rest = &self.sources[start..];
        let length = rest.partition_point(|path| path.starts_with(folder));
        &rest[..length]
    }

    /// The project files below a walked folder.
    pub(super) fn projects(&self, folder: &Path) -> &[PathBuf] {
        below(&self.projects, folder, |path| path)
    }

    /// All project files that were seen.
    pub(super) fn all_projects(&self) -> &[PathBuf] {
        &self.projects
    }

    /// The C# files in output folders below a walked folder.
    pub(super) fn build_output(&self, folder: &Path) -> &[PathBuf] {
        below(&self.build_output, folder, |path| path)
    }

    /// The files of other kinds below a walked folder.
    pub(super) fn others(&self, folder: &Path) -> &[(PathBuf, NotReadKind)] {
        below(&self.others, folder, |(path, _)| path)
    }

    /// Whether anything says that this is a place for C#.
    pub(super) fn has_csharp(&self, folder: &Path) -> bool {
        !self.sources(folder).is_empty()
            || !self.projects(folder).is_empty()
            || !self.build_output(folder).is_empty()
            || !below(&self.solutions, folder, |path| path).is_empty()
    }
}

/// The part of a sorted list that lies below `folder`: paths are ordered by their parts, so it is in one piece.
fn below<'a, T>(list: &'a [T], folder: &Path, path: impl Fn(&T) -> &PathBuf) -> &'a [T] {
    let start = list.partition_point(|item| path(item).as_path() < folder);
    let rest = &list[start..];
    let length = rest.partition_point(|item| path(item).starts_with(folder));
    &rest[..length]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn each_file_is_listed_once_whatever_order_the_folders_come_in() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for file in [
            "a/A.cs",
            "a/b/B.cs",
            "a.b/C.cs",
            "a/b/c/D.cs",
            "a/obj/O.cs",
            "e/E.cs",
        ] {
            let path = base.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let mut listing = Listing::default();
        listing.cover([base.join("a/b")]);
        listing.cover([
            base.join("a/b/c"),
            base.join("a"),
            base.join("a/b"),
            base.join("a.b"),
        ]);
        let names = |folder: &str| -> Vec<String> {
            let below = listing.sources(&base.join(folder)).iter();
            below
                .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(names("a"), ["A.cs", "B.cs", "D.cs"]);
        assert_eq!(names("a/b"), ["B.cs", "D.cs"]);
        assert_eq!(names("a/b/c"), ["D.cs"]);
        assert_eq!(names(""), ["A.cs", "B.cs", "D.cs", "C.cs"]);
        assert_eq!(listing.build_output(&base.join("a")).len(), 1);
    }
}
