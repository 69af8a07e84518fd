//! The sections that say what a run looked at: stages, scope, projects, sources.

use std::collections::BTreeMap;

use super::text::{FilePath, Hash, Named, OuterPath};
use super::wire::{Extra, wire};
use crate::coverage::{Coverage, ExclusionReason, NotReadKind, ProjectRole};
use crate::finding;
use crate::finding::IncompleteReason;
use crate::hash::ContentHash;
use crate::project;
use crate::project::{Container, TestFramework};
use crate::source::{Encoding, LineEnding, SourcePath, SourceText};

wire! {
    /// A program that worked on this document.
    pub struct StageRun {
        /// Its name.
        pub tool: String,
        /// Its version.
        pub version: String,
    }
}

wire! {
    /// What was looked at and what was not.
    pub struct Scope {
        /// C# files that were looked at.
        pub files_scanned: u32,
        /// C# files that were not, by reason.
        pub files_excluded: Excluded,
        /// Other files that could hold C# or callers of it, and aren't read.
        pub not_read: NotRead,
        /// Places that aren't fully known.
        #[serde(default)]
        pub incomplete: Vec<Incomplete>,
    }
}

wire! {
    /// C# files that were not looked at, by reason.
    pub struct Excluded {
        /// In `bin`, `obj`, `.git` or `node_modules`.
        pub build_output: u32,
        /// Generated code.
        pub generated: u32,
        /// Test code.
        pub test: u32,
        /// By an exclusion that was given.
        pub pattern: u32,
    }
}

wire! {
    /// Other files, by kind.
    pub struct NotRead {
        /// `.razor`
        pub razor: u32,
        /// `.cshtml`
        pub cshtml: u32,
        /// `.xaml` and `.axaml`
        pub xaml: u32,
        /// `.tt`
        pub text_template: u32,
        /// `.csx`
        pub script: u32,
        /// F#
        pub fsharp: u32,
        /// Visual Basic
        pub visual_basic: u32,
    }
}

wire! {
    /// A place that isn't fully known.
    pub struct Incomplete {
        /// The file or folder.
        pub path: OuterPath,
        /// The line, from 1.
        pub line: Option<u32>,
        /// Why.
        pub reason: Named<IncompleteReason>,
        /// What exactly.
        pub detail: Option<String>,
    }
}

wire! {
    /// A project.
    pub struct Project {
        /// Its file.
        pub path: OuterPath,
        /// What it is for.
        pub role: Named<ProjectRole>,
        /// In the order of the file.
        #[serde(default)]
        pub target_frameworks: Vec<String>,
        /// Whether the SDK adds usings.
        pub implicit_usings: bool,
        /// Referenced packages.
        #[serde(default)]
        pub packages: Vec<Package>,
        /// Referenced projects, seen from this project's folder.
        #[serde(default)]
        pub references: Vec<String>,
        /// The test framework of a test project.
        pub test_framework: Option<Named<TestFramework>>,
        /// What puts its objects together.
        pub container: Option<Named<Container>>,
    }
}

wire! {
    /// A package reference.
    pub struct Package {
        /// The package's id.
        pub id: String,
        /// The version as written; null when it isn't known.
        pub version: Option<String>,
    }
}

wire! {
    /// A file that a finding or a change concerns.
    pub struct Source {
        /// The file.
        pub path: FilePath,
        /// What it held.
        pub hash: Hash,
        /// How its characters are stored.
        pub encoding: Named<Encoding>,
        /// Whether it starts with a byte order mark.
        pub bom: bool,
        /// How its lines end.
        pub line_ending: Named<LineEnding>,
    }
}

impl Scope {
    /// The section for `coverage` and what is incomplete.
    pub fn new(coverage: &Coverage, incomplete: &[finding::Incomplete]) -> Self {
        let excluded = |reason| count(&coverage.excluded, &reason);
        let not_read = |kind| count(&coverage.not_read, &kind);
        Self {
            files_scanned: coverage.files_scanned as u32,
            files_excluded: Excluded {
                build_output: excluded(ExclusionReason::BuildOutput),
                generated: excluded(ExclusionReason::Generated),
                test: excluded(ExclusionReason::Test),
                pattern: excluded(ExclusionReason::Pattern),
                extra: Extra::new(),
            },
            not_read: NotRead {
                razor: not_read(NotReadKind::Razor),
                cshtml: not_read(NotReadKind::Cshtml),
                xaml: not_read(NotReadKind::Xaml),
                text_template: not_read(NotReadKind::TextTemplate),
                script: not_read(NotReadKind::Script),
                fsharp: not_read(NotReadKind::Fsharp),
                visual_basic: not_read(NotReadKind::VisualBasic),
                extra: Extra::new(),
            },
            incomplete: incomplete.iter().map(Incomplete::from).collect(),
            extra: Extra::new(),
        }
    }
}

fn count<K: Ord>(counts: &BTreeMap<K, usize>, key: &K) -> u32 {
    counts.get(key).map_or(0, |&count| count as u32)
}

impl From<&finding::Incomplete> for Incomplete {
    fn from(incomplete: &finding::Incomplete) -> Self {
        Self {
            path: incomplete.path.clone().into(),
            line: incomplete.line,
            reason: incomplete.reason.into(),
            detail: Some(incomplete.detail.clone()).filter(|detail| !detail.is_empty()),
            extra: Extra::new(),
        }
    }
}

impl Source {
    /// The entry of the file at `path`, from the bytes on disk and their text.
    pub fn new(path: &SourcePath, bytes: &[u8], text: &SourceText) -> Self {
        Self {
            path: path.clone().into(),
            hash: ContentHash::of(bytes).into(),
            encoding: text.encoding.into(),
            bom: text.has_bom(),
            line_ending: text.line_ending().into(),
            extra: Extra::new(),
        }
    }
}

impl From<&project::Project> for Project {
    fn from(project: &project::Project) -> Self {
        let packages = project.packages.iter().map(|package| Package {
            id: package.id.clone(),
            version: package.version.clone(),
            extra: Extra::new(),
        });
        let references = project.references.iter();
        let references = references.map(|reference| seen_from(project.folder(), &reference.path));
        Self {
            path: project.path.clone().into(),
            role: project.role.into(),
            target_frameworks: project.target_frameworks(),
            implicit_usings: project.implicit_usings(),
            packages: packages.collect(),
            references: references.collect(),
            test_framework: project.test_framework.map(Named),
            container: project.container.map(Named),
            extra: Extra::new(),
        }
    }
}

/// `path` as it would be written in a file in `folder`. Where that takes the name of a folder above the root, which
/// isn't known, it stays relative to the root.
fn seen_from(folder: &str, path: &SourcePath) -> String {
    let mut folders: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let mut parts: Vec<&str> = path.as_str().split('/').collect();
    let pairs = folders.iter().zip(&parts);
    let common = pairs.take_while(|(one, other)| one == other).count();
    folders.drain(..common);
    parts.drain(..common);
    if folders.contains(&"..") {
        return path.as_str().to_owned();
    }
    let up = folders.iter().map(|_| "..");
    up.chain(parts).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_seen_from_their_project() {
        let check = |folder: &str, path: &str, expected: &str| {
            assert_eq!(seen_from(folder, &SourcePath::new(path)), expected);
        };
        check("Shop", "Core/Core.csproj", "../Core/Core.csproj");
        check("", "Core/Core.csproj", "Core/Core.csproj");
        check("a/b", "a/c/C.csproj", "../c/C.csproj");
        check("..", "../../Core/Core.csproj", "../Core/Core.csproj");
        check("../Shop", "Core/Core.csproj", "Core/Core.csproj");
    }
}
