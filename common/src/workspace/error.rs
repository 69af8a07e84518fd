//! Why a workspace can't be opened or a file of it not read.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::write::WriteError;
use crate::coverage::NotReadKind;
use crate::project::ProjectError;
use crate::source::{DecodeError, SourcePath};

/// Why there is no workspace. Each means that the run can't start.
#[derive(Clone, Debug)]
pub enum WorkspaceError {
    /// Nothing is there.
    NotFound(PathBuf),
    /// It is there and can't be read.
    Unreadable(PathBuf, Arc<io::Error>),
    /// A file that is neither C# nor a project or solution.
    UnsupportedScope(PathBuf),
    /// A folder without any C#; what else was seen there, with counts.
    NotCSharp(PathBuf, Vec<(NotReadKind, usize)>),
    /// A solution, given as the scope, that isn't understood.
    NotUnderstood(ProjectError),
    /// A scope that lies outside the folder given as the workspace.
    OutsideWorkspace(PathBuf, PathBuf),
    /// The scopes have no folder in common.
    NoCommonFolder(PathBuf, PathBuf),
    /// An `--exclude` pattern that isn't a glob, and why.
    BadPattern(String, String),
    /// An interrupted write was found, and neither finished nor undone.
    Recovery(Box<WriteError>),
}

impl WorkspaceError {
    pub(super) fn io(path: impl Into<PathBuf>, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound {
            Self::NotFound(path.into())
        } else {
            Self::Unreadable(path.into(), Arc::new(error))
        }
    }

    /// The next step, where there is one to name.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NotFound(_) => "paths are relative to the working directory".to_owned(),
            Self::UnsupportedScope(_) => {
                "give a `.cs` file, a folder, a `.csproj`, a `.sln`, a `.slnx` or a `.slnf`"
                    .to_owned()
            }
            Self::NotCSharp(_, seen) if !seen.is_empty() => {
                let seen: Vec<String> = seen
                    .iter()
                    .map(|(kind, count)| format!("{count} {kind}"))
                    .collect();
                format!(
                    "only `.cs` files are read; it holds other kinds: {}",
                    seen.join(", ")
                )
            }
            Self::NotCSharp(..) => "give a folder with `.cs` files below it".to_owned(),
            Self::BadPattern(..) => "patterns are globs such as `**/Migrations/**`".to_owned(),
            Self::OutsideWorkspace(..) => "give a workspace that holds all scopes".to_owned(),
            Self::NoCommonFolder(..) => "run once for each".to_owned(),
            Self::Recovery(error) => return error.hint(),
            Self::NotUnderstood(error) => error.hint().to_owned(),
            Self::Unreadable(..) => return None,
        })
    }
}

impl fmt::Display for WorkspaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(path) => write!(f, "`{}` does not exist", path.display()),
            Self::Unreadable(path, error) => {
                write!(f, "`{}` can't be read: {error}", path.display())
            }
            Self::UnsupportedScope(path) => {
                write!(
                    f,
                    "`{}` is neither C# nor a project or solution",
                    path.display()
                )
            }
            Self::NotCSharp(path, _) => write!(f, "`{}` holds no C#: not C#", path.display()),
            Self::NotUnderstood(error) => error.fmt(f),
            Self::OutsideWorkspace(scope, workspace) => write!(
                f,
                "`{}` lies outside the workspace `{}`",
                scope.display(),
                workspace.display()
            ),
            Self::NoCommonFolder(one, other) => write!(
                f,
                "`{}` and `{}` have no folder in common",
                one.display(),
                other.display()
            ),
            Self::BadPattern(pattern, why) => {
                write!(f, "`{pattern}` is not a pattern for `--exclude`: {why}")
            }
            Self::Recovery(error) => write!(f, "an interrupted write is still open: {error}"),
        }
    }
}

impl std::error::Error for WorkspaceError {}

/// Why one file can't be read.
#[derive(Clone, Debug)]
pub enum ReadError {
    /// The system refuses.
    Io(SourcePath, Arc<io::Error>),
    /// It isn't a text.
    Decode(SourcePath, DecodeError),
    /// It is larger than what is read, in bytes.
    TooLarge(SourcePath, u64),
    /// It isn't a file: a folder, a device, a pipe.
    NotAFile(SourcePath),
}

impl ReadError {
    pub(super) fn io(path: &SourcePath, error: io::Error) -> Self {
        Self::Io(path.clone(), Arc::new(error))
    }

    /// The file.
    pub fn path(&self) -> &SourcePath {
        match self {
            Self::Io(path, _)
            | Self::Decode(path, _)
            | Self::TooLarge(path, _)
            | Self::NotAFile(path) => path,
        }
    }

    /// The reason without the path.
    pub fn reason(&self) -> String {
        match self {
            Self::Io(_, error) => error.to_string(),
            Self::Decode(_, error) => error.to_string(),
            Self::TooLarge(_, bytes) => format!("{bytes} bytes, more than is read of one file"),
            Self::NotAFile(_) => "not a regular file".to_owned(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` can't be read: {}", self.path(), self.reason())
    }
}

impl std::error::Error for ReadError {}
