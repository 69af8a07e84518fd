//! The sections that the later stages add: abstractions, what is declined, the migration.

use super::text::{FilePath, Id, Named, OuterPath, Symbol};
use super::wire::{Extra, wire};
use crate::finding::{AbstractionKind, Category};
use crate::note::{Note, NoteKind};
use crate::refusal::{Reason, Refusal};

wire! {
    /// An abstraction that was decided on for one project.
    pub struct Abstraction {
        /// Full name of its type.
        pub name: String,
        /// Where it comes from.
        pub kind: Named<AbstractionKind>,
        /// What it stands for.
        #[serde(default)]
        pub categories: Vec<Named<Category>>,
        /// The project that uses it.
        pub project: Option<OuterPath>,
        /// Whether the project can use it as it is, pending changes included.
        pub available: bool,
        /// The package that holds it.
        pub package: Option<String>,
        /// The C# expression for the real one.
        pub default: Option<String>,
        /// The APIs that it stands for.
        #[serde(default)]
        pub apis: Vec<Symbol>,
        /// The file that declares it, when it is part of the sources.
        pub path: Option<FilePath>,
        /// Why this one.
        pub why: Option<String>,
    }
}

wire! {
    /// Something that was needed and may not be done without being authorised.
    pub struct Declined {
        /// What: `package:System.IO.Abstractions`.
        pub what: String,
        /// Who needs it: categories, as a rule.
        #[serde(default)]
        pub needed_by: Vec<String>,
        /// The option that authorises it.
        pub authorise: Option<String>,
    }
}

wire! {
    /// What was migrated. `found` is `replaced` and the length of `remaining` together.
    pub struct Migration {
        /// Sites that were asked for.
        pub found: u32,
        /// Sites that were replaced.
        pub replaced: u32,
        /// Sites that stay, each with its reason.
        #[serde(default)]
        pub remaining: Vec<Remaining>,
        /// Sites that weren't asked for.
        pub out_of_scope: u32,
        /// What the build and the tests said.
        pub verification: Option<Verification>,
        /// What is to say beside the counts.
        #[serde(default)]
        pub notes: Vec<MigrationNote>,
    }
}

wire! {
    /// Something to say about a place.
    pub struct MigrationNote {
        /// What it is about.
        pub kind: Named<NoteKind>,
        /// The file.
        pub path: OuterPath,
        /// The line, from 1.
        pub line: u32,
        /// What exactly.
        pub text: String,
    }
}

wire! {
    /// A site that stays.
    pub struct Remaining {
        /// The finding.
        pub id: Id,
        /// Why.
        pub reason: Named<Reason>,
        /// What exactly.
        pub detail: Option<String>,
    }
}

wire! {
    /// What the build and the tests said.
    pub struct Verification {
        /// Whether all of it went well.
        pub passed: bool,
        /// In the order in which they ran.
        #[serde(default)]
        pub steps: Vec<VerificationStep>,
    }
}

wire! {
    /// One command that was run.
    pub struct VerificationStep {
        /// The command line.
        pub command: String,
        /// Null when it was ended by a signal or couldn't be started.
        pub exit_code: Option<i32>,
        /// Whether it went well.
        pub passed: bool,
        /// The tests that it ran; null when it wasn't a test run.
        pub tests: Option<TestCounts>,
        /// What it said, quoted.
        pub summary: String,
    }
}

wire! {
    /// Results of a test run.
    pub struct TestCounts {
        /// Tests that passed.
        pub passed: u32,
        /// Tests that failed.
        pub failed: u32,
        /// Tests that didn't run.
        pub skipped: u32,
    }
}

impl From<&Refusal> for Remaining {
    fn from(refusal: &Refusal) -> Self {
        Self {
            id: refusal.site.clone().into(),
            reason: refusal.reason.into(),
            detail: Some(refusal.detail.clone()).filter(|detail| !detail.is_empty()),
            extra: Extra::new(),
        }
    }
}

impl From<&Note> for MigrationNote {
    fn from(note: &Note) -> Self {
        Self {
            kind: note.kind.into(),
            path: note.path.clone().into(),
            line: note.line,
            text: note.text.clone(),
            extra: Extra::new(),
        }
    }
}
