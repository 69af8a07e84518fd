//! What a stage sees while it runs: its input, how its result will be shown, and where it can say something.

use std::io;
use std::path::{Path, PathBuf};

use super::args::Format;
use super::error::{Error, Exit};
use super::paint::{Paint, visible_lines};
use super::progress::Progress;
use super::world::{Stream, World};
use crate::contract::Document;

/// What a run is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Scopes that were named.
    Scopes {
        /// On the command line.
        scopes: Vec<PathBuf>,
        /// In the list of `--files-from`; what in it isn't C# is passed over.
        listed: Option<Vec<PathBuf>>,
    },
    /// A document that came in through the pipe, checked.
    Document(Box<Document>),
    /// What came in through the pipe, for a program that reads something else.
    Raw(Vec<u8>),
    /// The program needs none.
    None,
}

/// What a program reads when there is no scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piped {
    /// The document.
    Document,
    /// Bytes that it reads by itself.
    Raw,
    /// Nothing; it doesn't need a scope.
    Nothing,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ends.
    pub exit: Exit,
    /// What is shown.
    pub body: Body,
}

/// What is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The document, as JSON.
    Document(Box<Document>),
    /// A text in the format that was asked for.
    Text(String),
}

impl Outcome {
    /// A document, shown as JSON.
    pub fn document(document: Document) -> Self {
        Self {
            exit: Exit::Done,
            body: Body::Document(Box::new(document)),
        }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            exit: Exit::Done,
            body: Body::Text(text.into()),
        }
    }

    /// The same with another end.
    #[must_use]
    pub fn with_exit(mut self, exit: Exit) -> Self {
        self.exit = exit;
        self
    }
}

/// A run's surroundings, as a stage sees them.
pub struct Session<'a> {
    /// How the result is written.
    pub format: Format,
    /// Whether the result gets colours.
    pub paint: Paint,
    pub(super) quiet: bool,
    pub(super) world: &'a dyn World,
}

impl Session<'_> {
    /// Says a sentence on standard error, unless the run is quiet.
    pub fn note(&self, message: &str) {
        if !self.quiet {
            self.world
                .say(&format!("note: {}\n", visible_lines(message)));
        }
    }

    /// Warns on standard error, even when the run is quiet.
    pub fn warn(&self, message: &str) {
        self.world
            .say(&format!("warning: {}\n", visible_lines(message)));
    }

    /// Says that a gate failed, even when the run is quiet.
    pub fn fail(&self, message: &str) {
        self.world
            .say(&format!("failed: {}\n", visible_lines(message)));
    }

    /// A file that is named on the command line, of at most `limit` bytes; `None` when there is none.
    pub fn read_file(&self, path: &Path, limit: usize) -> Result<Option<Vec<u8>>, Error> {
        let name = path.display();
        let bytes = match self.world.read_file(path, limit) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io(format!("`{name}` can't be read: {error}"))),
        };
        if bytes.len() > limit {
            let most = limit >> 20;
            return Err(Error::input(format!("`{name}` is longer than {most} MiB")));
        }
        Ok(Some(bytes))
    }

    /// Writes a file that is named on the command line: it holds its old or its new content, whole.
    pub fn write_file(&self, path: &Path, text: &str) -> Result<(), Error> {
        let written = self.world.write_file(path, text);
        written
            .map_err(|error| Error::io(format!("`{}` can't be written: {error}", path.display())))
    }

    /// Starts to show how far the run is.
    pub fn progress(&self, label: &str) -> Progress {
        if self.quiet || !self.world.is_terminal(Stream::Err) {
            Progress::silent()
        } else {
            self.world.progress(label)
        }
    }
}
