//! The root folder of a run: where it is on disk, how it is shown, and the only way from a path of the document
//! to a path on disk. Knows nothing of what the files hold.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::disk_path::behind;
use super::error::WorkspaceError;
use crate::source::SourcePath;

/// Names of the files that a write leaves while it is under way; never sources, never targets.
pub(super) const OWN_PREFIX: &str = ".seamwright-";

/// A root folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootFolder {
    /// Absolute, all links resolved.
    disk: PathBuf,
    shown: String,
}

/// Why a path of a document is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathProblem {
    /// No path at all.
    Empty,
    /// Absolute, or with a drive.
    Absolute,
    /// A part is `..`: it could leave the root.
    Parent,
    /// An empty part, a `.`, a backslash or a NUL: not in the form that documents have.
    Form,
    /// It points into `.git` or at the files of a write under way.
    Reserved,
    /// A link on the way leads out of the root.
    LinkOut,
    /// The file itself is a link.
    Link,
    /// A part on the way is there and isn't a folder, or can't be looked at.
    NotAFolder,
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "is empty",
            Self::Absolute => "is absolute; paths are relative to the root",
            Self::Parent => "has a `..`, which could leave the root",
            Self::Form => "is not of the form `folder/file`",
            Self::Reserved => "is reserved",
            Self::LinkOut => "leads out of the root through a link",
            Self::Link => "is a symbolic link",
            Self::NotAFolder => "leads through something that is not a folder",
        })
    }
}

impl RootFolder {
    /// Opens the folder as given, relative to the working directory.
    pub fn open(given: &Path) -> Result<Self, WorkspaceError> {
        let asked = if given.as_os_str().is_empty() {
            Path::new(".")
        } else {
            given
        };
        let disk = fs::canonicalize(asked).map_err(|error| WorkspaceError::io(asked, error))?;
        if !disk.is_dir() {
            return Err(WorkspaceError::Unreadable(
                given.to_owned(),
                io::Error::from(io::ErrorKind::NotADirectory).into(),
            ));
        }
        Ok(Self::new(disk, shown(asked)))
    }

    pub(super) fn new(disk: PathBuf, shown: String) -> Self {
        Self { disk, shown }
    }

    /// A folder found by looking around from `given`: shown from the working directory when `given` is relative,
    /// absolute otherwise.
    pub(super) fn shown_like(disk: PathBuf, given: &Path) -> Self {
        let from_here = || {
            let here = fs::canonicalize(".").ok()?;
            relative(&here, &disk)
        };
        let text = if given.is_absolute() {
            None
        } else {
            from_here()
        };
        let text = text.unwrap_or_else(|| disk.to_string_lossy().into_owned());
        Self {
            shown: shown(Path::new(&text)),
            disk,
        }
    }

    /// How the root is shown: as it was given, with `/`.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// Where it is: absolute, links resolved.
    pub fn disk(&self) -> &Path {
        &self.disk
    }

    /// A resolved absolute path as seen from the root; with `../` when it lies outside. `None` when it isn't
    /// Unicode or lies on another drive.
    pub(super) fn source_path(&self, disk: &Path) -> Option<SourcePath> {
        relative(&self.disk, disk).map(SourcePath::new)
    }

    /// The path of what can't be read, as it can be told: what no document can carry is `?` in it.
    pub(super) fn told_path(&self, disk: &Path) -> SourcePath {
        let name = disk.file_name().into_iter().collect();
        let parts = way(&self.disk, disk).unwrap_or(name).into_iter();
        let parts = parts.map(|part| {
            let part = part.to_string_lossy();
            if is_portable(&part) {
                part.into_owned()
            } else {
                part.replace(['\\', ':'], "?")
            }
        });
        SourcePath::new(parts.collect::<Vec<_>>().join("/"))
    }

    /// Where a path that this run itself discovered is on disk. Never for a path that came from outside.
    pub(super) fn disk_path(&self, path: &SourcePath) -> PathBuf {
        let mut disk = self.disk.clone();
        for part in path.as_str().split('/') {
            if part == ".." {
                disk.pop();
            } else if !part.is_empty() {
                disk.push(part);
            }
        }
        disk
    }

    /// Where a path that came from outside is on disk, all links of its folders resolved. It lies in the root
    /// and isn't a link itself; it need not exist, nor need its folders.
    pub(super) fn resolve(&self, path: &SourcePath) -> Result<PathBuf, PathProblem> {
        check_form(path.as_str())?;
        let mut disk = self.disk.clone();
        let mut parts = path.as_str().split('/').peekable();
        while let Some(part) = parts.next() {
            disk.push(part);
            let last = parts.peek().is_none();
            let Ok(found) = fs::symlink_metadata(&disk) else {
                // Not there, so neither is what follows: no link can hide in it.
                disk.extend(parts);
                return Ok(disk);
            };
            if last {
                return if found.is_symlink() {
                    Err(PathProblem::Link)
                } else {
                    Ok(disk)
                };
            }
            if found.is_symlink() {
                disk = fs::canonicalize(&disk).map_err(|_| PathProblem::NotAFolder)?;
                if !disk.starts_with(&self.disk) {
                    return Err(PathProblem::LinkOut);
                }
                // A link can lead to what is reserved, too.
                let inside = disk.strip_prefix(&self.disk).unwrap_or(&disk);
                if inside
                    .components()
                    .any(|part| is_reserved(&part.as_os_str().to_string_lossy()))
                {
                    return Err(PathProblem::Reserved);
                }
            }
            if !disk.is_dir() {
                return Err(PathProblem::NotAFolder);
            }
        }
        Err(PathProblem::Empty)
    }
}

/// Checks the form of a path from a document, without the disk.
fn check_form(path: &str) -> Result<(), PathProblem> {
    if path.is_empty() {
        return Err(PathProblem::Empty);
    }
    let has_drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if path.starts_with(['/', '\\']) || has_drive {
        return Err(PathProblem::Absolute);
    }
    for part in path.split(['/', '\\']) {
        match part {
            ".." => return Err(PathProblem::Parent),
            "" | "." => return Err(PathProblem::Form),
            _ if is_reserved(part) => return Err(PathProblem::Reserved),
            _ => {}
        }
    }
    if path.contains(['\\', '\0']) {
        Err(PathProblem::Form)
    } else {
        Ok(())
    }
}

/// `.git` would let a document plant hooks; some file systems know it as `.GIT` or `git~1` too.
fn is_reserved(part: &str) -> bool {
    let plain = part.trim_end_matches(['.', ' ']);
    plain.eq_ignore_ascii_case(".git")
        || plain.eq_ignore_ascii_case("git~1")
        || part.starts_with(OWN_PREFIX)
}

/// A path as it was given, with `/` and without a `/` at its end.
pub(super) fn shown(given: &Path) -> String {
    let text = given.to_string_lossy();
    let text = if std::path::MAIN_SEPARATOR == '\\' {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    };
    let trimmed = text.trim_end_matches('/');
    match (trimmed.is_empty(), text.starts_with('/')) {
        (true, true) => "/".to_owned(),
        (true, false) => ".".to_owned(),
        _ => trimmed.to_owned(),
    }
}

/// `path` seen from `base`, both resolved and absolute, with `/`; `""` when they are the same.
pub(super) fn relative(base: &Path, path: &Path) -> Option<String> {
    if let Some(rest) = behind(base, path) {
        return Some(rest.to_owned());
    }
    let parts: Option<Vec<&str>> = way(base, path)?.into_iter().map(OsStr::to_str).collect();
    Some(parts?.join("/"))
}

/// The parts of the way from one folder to a path; `None` from one drive to another.
fn way<'p>(base: &Path, path: &'p Path) -> Option<Vec<&'p OsStr>> {
    let mut base_parts = base.components().peekable();
    let mut path_parts = path.components().peekable();
    if let (Some(Component::Prefix(one)), Some(Component::Prefix(other))) =
        (base_parts.peek(), path_parts.peek())
        && one != other
    {
        return None;
    }
    while base_parts.peek().is_some() && base_parts.peek() == path_parts.peek() {
        base_parts.next();
        path_parts.next();
    }
    let up = std::iter::repeat_n(OsStr::new(".."), base_parts.count());
    Some(up.chain(path_parts.map(Component::as_os_str)).collect())
}

/// Whether a name can stand in a document, where `\` parts names and `x:` begins a drive on some systems.
pub(super) fn is_portable(name: &str) -> bool {
    let drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    !drive && !name.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> (tempfile::TempDir, RootFolder) {
        let folder = tempfile::tempdir().unwrap();
        let root = RootFolder::open(folder.path()).unwrap();
        (folder, root)
    }

    fn problem(root: &RootFolder, path: &str) -> Option<PathProblem> {
        root.resolve(&SourcePath::new(path)).err()
    }

    #[test]
    fn paths_that_could_leave_the_root_are_refused() {
        let (_folder, root) = root();
        for (path, expected) in [
            ("", PathProblem::Empty),
            ("/etc/passwd", PathProblem::Absolute),
            ("\\\\server\\x", PathProblem::Absolute),
            ("C:/x.cs", PathProblem::Absolute),
            ("c:x.cs", PathProblem::Absolute),
            ("../x.cs", PathProblem::Parent),
            ("a/../../x.cs", PathProblem::Parent),
            ("a\\..\\x.cs", PathProblem::Parent),
            ("a//x.cs", PathProblem::Form),
            ("./x.cs", PathProblem::Form),
            ("a\\x.cs", PathProblem::Form),
            ("x\0.cs", PathProblem::Form),
            (".git/hooks/pre-commit", PathProblem::Reserved),
            ("a/.GIT/config", PathProblem::Reserved),
            (".git./config", PathProblem::Reserved),
            (".seamwright-journal-1", PathProblem::Reserved),
        ] {
            assert_eq!(problem(&root, path), Some(expected), "{path:?}");
        }
        for path in ["x.cs", "a b/ü.cs", "..a/x.cs", ".gitignore", ".github/x"] {
            assert_eq!(problem(&root, path), None, "{path:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_that_leave_the_root_are_refused_and_links_inside_are_resolved() {
        use std::os::unix::fs::symlink;
        let (folder, root) = root();
        let outside = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        fs::write(folder.path().join("in/a.cs"), "").unwrap();
        symlink(outside.path(), folder.path().join("out")).unwrap();
        symlink("in", folder.path().join("alias")).unwrap();
        symlink(".git", folder.path().join("store")).unwrap();
        symlink("in/a.cs", folder.path().join("b.cs")).unwrap();
        symlink("loop", folder.path().join("loop")).unwrap();
        assert_eq!(problem(&root, "out/x.cs"), Some(PathProblem::LinkOut));
        assert_eq!(problem(&root, "out"), Some(PathProblem::Link));
        assert_eq!(problem(&root, "b.cs"), Some(PathProblem::Link));
        assert_eq!(problem(&root, "store/x"), Some(PathProblem::Reserved));
        assert_eq!(problem(&root, "loop/x.cs"), Some(PathProblem::NotAFolder));
        assert_eq!(
            problem(&root, "in/a.cs/x.cs"),
            Some(PathProblem::NotAFolder)
        );
        assert_eq!(
            root.resolve(&SourcePath::new("alias/a.cs")).unwrap(),
            root.disk().join("in/a.cs")
        );
    }

    #[test]
    fn a_root_is_shown_as_it_was_given() {
        assert_eq!(shown(Path::new("src/")), "src");
        assert_eq!(shown(Path::new("./src")), "./src");
        assert_eq!(shown(Path::new("/")), "/");
        assert_eq!(shown(Path::new("")), ".");
    }

    #[test]
    fn what_lies_outside_is_seen_through_parents() {
        assert_eq!(
            relative(Path::new("/a/b"), Path::new("/a/c/x.cs")).unwrap(),
            "../c/x.cs"
        );
        assert_eq!(relative(Path::new("/a/b"), Path::new("/a/b")).unwrap(), "");
        let root = RootFolder::new("/a/b".into(), "b".into());
        let path = root.source_path(Path::new("/a/c/x.cs")).unwrap();
        assert_eq!(root.disk_path(&path), Path::new("/a/c/x.cs"));
    }
}
