//! What a run covered, as values: the kinds of projects, what was left out and why. Knows nothing of how
//! projects are read or files found.

use std::collections::BTreeMap;

use crate::closed_set::closed_set;

closed_set! {
    /// What a project, or a file without one, is for.
    pub enum ProjectRole as "role" {
        /// It ships.
        Production = "production",
        /// It tests.
        Test = "test",
    }
}

closed_set! {
    /// Why a C# file below a scope isn't looked at.
    pub enum ExclusionReason as "exclusion" {
        /// In `bin`, `obj`, `.git` or `node_modules`.
        BuildOutput = "build-output",
        /// Generated code.
        Generated = "generated",
        /// Test code, unless it is asked for.
        Test = "test",
        /// An exclusion that was given on the command line or in the configuration.
        Pattern = "pattern",
    }
}

closed_set! {
    /// A kind of file that could hold C# or callers of it, and isn't read.
    pub enum NotReadKind as "kind" {
        /// `.razor`
        Razor = "razor",
        /// `.cshtml`
        Cshtml = "cshtml",
        /// `.xaml` and `.axaml`
        Xaml = "xaml",
        /// `.tt`
        TextTemplate = "text-template",
        /// `.csx`
        Script = "script",
        /// F#
        Fsharp = "fsharp",
        /// Visual Basic
        VisualBasic = "visual-basic",
    }
}

/// How many files a run looked at, and how many it did not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// C# files that were looked at.
    pub files_scanned: usize,
    /// C# files that were not, by reason.
    pub excluded: BTreeMap<ExclusionReason, usize>,
    /// Other files that could matter, by kind.
    pub not_read: BTreeMap<NotReadKind, usize>,
}
