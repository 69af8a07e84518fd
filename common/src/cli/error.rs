//! How a run ends: exit codes, and errors that name the thing, what was expected and the next step.

use std::fmt;

use crate::contract::{ChangeError, Refused};
use crate::workspace::{ReadError, UnreadableConfiguration, WorkspaceError, WriteError};

/// How a run ends, the same for all programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: did what was asked; findings alone are no failure.
    Done,
    /// 1: a gate that was asked for failed.
    Gate,
    /// 2: could not run.
    Failed,
    /// 3: something that was asked for by a flag can't be had.
    Declined,
}

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Gate => 1,
            Self::Failed => 2,
            Self::Declined => 3,
        }
    }
}

/// What kind of thing went wrong; it chooses the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The command line doesn't make sense.
    Usage,
    /// An input can't be read, or isn't what it should be.
    Input,
    /// The document is refused.
    Document,
    /// Reading or writing failed.
    Io,
    /// A gate that was asked for failed, and there is no result to show.
    Gate,
    /// Something that was asked for by a flag can't be had, and there is no result to show.
    Declined,
    /// The program lacks this part.
    Unfinished,
}

impl ErrorKind {
    /// How a run with such an error ends.
    pub fn exit(self) -> Exit {
        match self {
            Self::Usage | Self::Input | Self::Document | Self::Io | Self::Unfinished => {
                Exit::Failed
            }
            Self::Gate => Exit::Gate,
            Self::Declined => Exit::Declined,
        }
    }
}

/// Why a run could not be finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind of thing went wrong.
    pub kind: ErrorKind,
    /// A fragment in lower case that names the thing and what was expected.
    pub message: String,
    /// The next steps, each a fragment in lower case.
    pub hints: Vec<String>,
}

impl Error {
    /// An error without hints.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hints: Vec::new(),
        }
    }

    /// The command line doesn't make sense.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// An input can't be read, or isn't what it should be.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// Reading or writing failed.
    pub fn io(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Io, message)
    }

    /// The same with a next step.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self {
            kind: ErrorKind::Document,
            message: format!("bad document: {refused}"),
            hints: refused.hint.into_iter().collect(),
        }
    }
}

impl From<ChangeError> for Error {
    fn from(error: ChangeError) -> Self {
        Self::input(error.to_string())
    }
}

impl From<WorkspaceError> for Error {
    fn from(error: WorkspaceError) -> Self {
        Self {
            kind: ErrorKind::Input,
            message: error.to_string(),
            hints: error.hint().into_iter().collect(),
        }
    }
}

impl From<UnreadableConfiguration> for Error {
    fn from(error: UnreadableConfiguration) -> Self {
        Self::input(error.to_string())
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::io(error.to_string())
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self {
            kind: ErrorKind::Io,
            message: error.to_string(),
            hints: error.hint().into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_has_a_code_that_is_no_success() {
        let code = |kind: ErrorKind| kind.exit().code();
        assert_eq!(code(ErrorKind::Usage), 2);
        assert_eq!(code(ErrorKind::Document), 2);
        assert_eq!(code(ErrorKind::Gate), 1);
        assert_eq!(code(ErrorKind::Declined), 3);
    }
}
