//! What lies above a scope: its repository, its solution. Only looks; reads no file.

use std::fs;
use std::path::{Path, PathBuf};

use super::classify::{NameKind, name_kind};
use super::error::WorkspaceError;
use super::folder::{RootFolder, relative};

/// The nearest folder at or above `folder` that holds a `.git` (a folder, or a file in a worktree or submodule).
pub(super) fn repository_root(folder: &Path) -> Option<&Path> {
    folder
        .ancestors()
        .find(|above| above.join(".git").symlink_metadata().is_ok())
}

/// The nearest folder at or above `folder` with a solution, not looking above the repository.
pub(super) fn solution_folder(folder: &Path) -> Option<&Path> {
    let top = repository_root(folder);
    for above in folder.ancestors() {
        if has_file_of(above, NameKind::Solution) {
            return Some(above);
        }
        if Some(above) == top {
            break;
        }
    }
    None
}

/// Whether a folder holds a file of this kind itself. A folder that can't be read holds none.
fn has_file_of(folder: &Path, kind: NameKind) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            entry
                .file_name()
                .to_str()
                .is_some_and(|name| name_kind(name) == kind)
        })
    })
}

/// The project files of the nearest folder at or above `folder` that has any, not looking above the repository, nor
/// at the top of the file system or the folder for temporary files, where strangers lie.
pub(super) fn nearest_projects(folder: &Path) -> Vec<PathBuf> {
    let top = repository_root(folder);
    for above in folder.ancestors() {
        if is_strange(above) {
            break;
        }
        let found = projects_in(above);
        if !found.is_empty() {
            return found;
        }
        if Some(above) == top {
            break;
        }
    }
    Vec::new()
}

/// Whether a folder is the top of the file system or the folder for temporary files, where strangers lie.
pub(super) fn is_strange(folder: &Path) -> bool {
    folder.parent().is_none()
        || std::env::temp_dir()
            .canonicalize()
            .is_ok_and(|temporary| folder == temporary)
}

fn projects_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| {
            entry
                .file_name()
                .to_str()
                .is_some_and(|name| name_kind(name) == NameKind::Project)
                && entry.file_type().is_ok_and(|kind| kind.is_file())
        })
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

/// Whether a project in `project` may have its sources in `folder`: in the same repository, or without one not far.
/// A pattern such as `$(Unknown)/**` must not lead through the whole disk.
pub(super) fn is_near(project: &Path, folder: &Path) -> bool {
    const LEVELS: usize = 3;
    if let Some(repository) = repository_root(project) {
        return folder.starts_with(repository);
    }
    project
        .ancestors()
        .take(LEVELS + 1)
        .any(|above| above.parent().is_some() && folder.starts_with(above))
}

/// The folder that a program has to look through when it changes what the scope declares: the nearest at or
/// above the scope that has a solution, else the repository's, else the scope's own. Shown as the scope was
/// given: from the working directory, or absolute.
pub fn workspace_folder(scope: &Path) -> Result<RootFolder, WorkspaceError> {
    let disk = fs::canonicalize(scope).map_err(|error| WorkspaceError::io(scope, error))?;
    let folder = if disk.is_dir() {
        disk.as_path()
    } else {
        disk.parent().unwrap_or(&disk)
    };
    let chosen = solution_folder(folder)
        .or_else(|| repository_root(folder))
        .unwrap_or(folder);
    Ok(RootFolder::shown_like(chosen.to_owned(), scope))
}

/// A folder as seen from its repository: `""` for the repository itself, else `src/Shop`. `None` outside of one, and
/// for what isn't there.
pub fn place_in_repository(folder: &Path) -> Option<String> {
    let disk = fs::canonicalize(folder).ok()?;
    relative(repository_root(&disk)?, &disk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[&str], scope: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for file in files {
            let path = base.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        assert_eq!(
            workspace_folder(&base.join(scope)).unwrap().disk(),
            base.join(expected)
        );
    }

    #[test]
    fn the_nearest_solution_wins() {
        check(
            &["r/.git", "r/A.sln", "r/s/B.slnx", "r/s/p/x.cs"],
            "r/s/p",
            "r/s",
        );
        check(
            &["r/.git", "r/A.sln", "r/s/B.slnf", "r/s/p/x.cs"],
            "r/s/p/x.cs",
            "r",
        );
    }

    #[test]
    fn the_nearest_project_is_looked_for_up_to_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("r/a/b")).unwrap();
        fs::create_dir_all(base.join("r/.git")).unwrap();
        fs::write(base.join("Above.csproj"), "").unwrap();
        assert!(nearest_projects(&base.join("r/a/b")).is_empty());
        for name in ["r/a/B.csproj", "r/a/A.csproj", "r/R.csproj"] {
            fs::write(base.join(name), "").unwrap();
        }
        let expected = [base.join("r/a/A.csproj"), base.join("r/a/B.csproj")];
        assert_eq!(nearest_projects(&base.join("r/a/b")), expected);
    }

    #[test]
    fn sources_are_looked_for_in_the_repository_or_not_far() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let project = base.join("r/a/b/c/d/e");
        fs::create_dir_all(&project).unwrap();
        assert!(is_near(&project, &base.join("r/a/b/x")));
        assert!(!is_near(&project, &base.join("r/a/x")));
        assert!(!is_near(Path::new("/a/b"), Path::new("/")));
        fs::create_dir(base.join("r/.git")).unwrap();
        assert!(is_near(&project, &base.join("r/x")));
        assert!(!is_near(&project, &base));
    }

    #[test]
    fn without_a_solution_it_is_the_repository_and_a_solution_above_that_does_not_count() {
        check(&["A.sln", "r/.git", "r/s/p/x.cs"], "r/s/p", "r");
    }

    #[test]
    fn a_folder_is_seen_from_its_repository() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("r/.git")).unwrap();
        fs::create_dir_all(base.join("r/src/a")).unwrap();
        let place = |path: &str| place_in_repository(&base.join(path));
        assert_eq!(place("r").as_deref(), Some(""));
        assert_eq!(place("r/src/a").as_deref(), Some("src/a"));
        assert_eq!(place("r/none"), None);
    }

    #[test]
    fn without_both_it_is_the_scope() {
        check(&["s/p/x.cs"], "s/p/x.cs", "s/p");
    }
}
