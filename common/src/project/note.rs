//! What goes wrong with a project: errors that leave nothing to work with, and notes on parts that were not
//! understood. Values that print themselves.

use std::fmt;

use crate::source::SourcePath;

/// Why a project or solution file can't be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError {
    /// The file.
    pub path: SourcePath,
    /// 1-based, when the fault has a place.
    pub line: Option<u32>,
    /// What is wrong.
    pub kind: ProjectErrorKind,
}

/// The kinds of [`ProjectError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectErrorKind {
    /// There is no such file, or it isn't text.
    NotFound,
    /// Not well-formed XML; what the parser says.
    NotXml(String),
    /// XML with another root element.
    NotAProject(String),
    /// Not a solution file of its kind; what is wrong.
    NotASolution(String),
}

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.path)?;
        if let Some(line) = self.line {
            write!(f, " line {line}")?;
        }
        match &self.kind {
            ProjectErrorKind::NotFound => f.write_str(" can't be read as text"),
            ProjectErrorKind::NotXml(what) => write!(f, " isn't valid XML: {what}"),
            ProjectErrorKind::NotAProject(root) => {
                write!(f, " has the root element `{root}`, not `Project`")
            }
            ProjectErrorKind::NotASolution(what) => write!(f, " isn't a solution file: {what}"),
        }
    }
}

impl std::error::Error for ProjectError {}

impl ProjectError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            ProjectErrorKind::NotFound => "check the path",
            ProjectErrorKind::NotXml(_) | ProjectErrorKind::NotAProject(_) => {
                "repair the file, or name the folder instead of the project"
            }
            ProjectErrorKind::NotASolution(_) => "name a .sln, .slnx or .slnf file",
        }
    }
}

/// A part of a project that was not understood, or not found, and may matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Note {
    /// The file that holds it: the project or one that it imports.
    pub path: SourcePath,
    /// 1-based.
    pub line: u32,
    /// The kind.
    pub kind: NoteKind,
    /// The text in question.
    pub subject: String,
}

/// The kinds of [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// An expression whose value is not known; it counts as empty.
    Expression,
    /// A condition that can't be decided; it counts as false.
    Condition,
    /// A file to import that is not there.
    ImportNotFound,
    /// A file to import that is not a project in XML; it is left out.
    ImportNotXml,
    /// A pattern of files that is not understood; it matches nothing.
    Pattern,
    /// A target framework that is not known.
    Framework,
    /// An SDK that is not known; what it sets besides `Microsoft.NET.Sdk` is missing.
    Sdk,
    /// Too much of something; the rest is left out.
    TooComplex,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = &self.subject;
        match self.kind {
            NoteKind::Expression => write!(f, "`{subject}` is not understood, taken as empty"),
            NoteKind::Condition => {
                write!(f, "condition `{subject}` can't be decided, taken as false")
            }
            NoteKind::ImportNotFound => write!(f, "import `{subject}` is not found"),
            NoteKind::ImportNotXml => write!(f, "import `{subject}` is not a project in XML"),
            NoteKind::Pattern => write!(
                f,
                "pattern `{subject}` is not understood, taken to match nothing"
            ),
            NoteKind::Framework if subject.is_empty() => f.write_str("no target framework is set"),
            NoteKind::Framework => write!(f, "target framework `{subject}` is not known"),
            NoteKind::Sdk => write!(f, "SDK `{subject}` is not known, what it sets is missing"),
            NoteKind::TooComplex => write!(f, "{subject}: too complex, the rest is left out"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_file_and_line() {
        let error = ProjectError {
            path: SourcePath::new("a/B.csproj"),
            line: Some(3),
            kind: ProjectErrorKind::NotXml("unexpected end".to_owned()),
        };
        assert_eq!(
            error.to_string(),
            "`a/B.csproj` line 3 isn't valid XML: unexpected end"
        );
        assert!(!error.hint().is_empty());
    }
}
