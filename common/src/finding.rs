//! What a survey of a source tree finds, as plain values: findings, what was looked at and not counted, what
//! could not be looked at. Knows nothing of how they are found, printed or written to JSON.

use std::collections::HashMap;
use std::fmt;

use crate::advisory::{Advisory, Remark, TestSmell};
use crate::closed_set::closed_set;
use crate::source::SourcePath;
use crate::symbol::SymbolId;
use crate::text::{LineCol, TextRange};

closed_set! {
    /// The kind of outside thing that an ambient API reaches.
    pub enum Category as "category" {
        /// Clock, delays, timers.
        Time = "time",
        /// Files, folders, drives, archives.
        Filesystem = "filesystem",
        /// Environment variables, machine, process-wide settings.
        Environment = "environment",
        /// HTTP, sockets, name resolution, mail.
        Network = "network",
        /// Database connections made in place.
        Database = "database",
        /// The terminal.
        Console = "console",
        /// Other processes.
        Process = "process",
        /// Random numbers and ids.
        Randomness = "randomness",
        /// The current culture and what silently depends on it.
        Culture = "culture",
        /// Work put on the pool or on threads. Off unless asked for.
        Concurrency = "concurrency",
        /// Values that hang on the current thread or flow.
        AmbientContext = "ambient-context",
        /// Clients of hosted language models made in place.
        LanguageModel = "language-model",
        /// Static members of the project itself, named in its configuration.
        ProjectStatic = "project-static",
    }
}

impl Category {
    /// Whether it is looked for only when it is asked for.
    pub const fn is_off_by_default(self) -> bool {
        matches!(self, Self::Concurrency)
    }
}

closed_set! {
    /// How the site came to the resource.
    pub enum Provenance as "provenance" {
        /// Through a static member.
        Static = "static",
        /// Through an object that was made here, the construction included.
        Constructed = "constructed",
    }
}

closed_set! {
    /// Where a site stands. The first that applies, in the order of the variants: what runs once wins, then
    /// what kind of type holds the member, then what hides `this`, then the kind of member.
    pub enum Context as "context" {
        /// Top-level statements.
        TopLevel = "top-level",
        /// Initializer of a static field, property or event, in any type.
        StaticInitializer = "static-initializer",
        /// Static constructor, in any type.
        StaticConstructor = "static-constructor",
        /// Any other member of a static class.
        StaticClass = "static-class",
        /// Any other member of a struct.
        StructMember = "struct-member",
        /// Any other member of a record, class or struct.
        RecordMember = "record-member",
        /// Any other member of an interface.
        InterfaceMember = "interface-member",
        /// A lambda or anonymous method written `static`.
        StaticLambda = "static-lambda",
        /// A local function written `static`.
        StaticLocalFunction = "static-local-function",
        /// Static method or operator of a class that isn't static, with its lambdas and local functions.
        StaticMethod = "static-method",
        /// Accessor of a static property or event of a class that isn't static.
        StaticProperty = "static-property",
        /// Arguments of `: base(…)` or `: this(…)`, or of the base in a primary constructor's base list.
        ConstructorArguments = "constructor-arguments",
        /// Initializer of an instance field or event.
        FieldInitializer = "field-initializer",
        /// Initializer of an instance property.
        PropertyInitializer = "property-initializer",
        /// A lambda or anonymous method in instance code.
        Lambda = "lambda",
        /// A local function in instance code.
        LocalFunction = "local-function",
        /// Instance constructor.
        InstanceConstructor = "instance-constructor",
        /// Accessor of an instance property, indexer or event.
        InstanceProperty = "instance-property",
        /// Instance method or finalizer.
        InstanceMethod = "instance-method",
    }
}

closed_set! {
    /// Why a reference to a catalogued API isn't a finding.
    pub enum NotCountedReason as "reason" {
        /// It depends on its arguments alone.
        PureHelper = "pure-helper",
        /// The receiver came in from outside.
        Injected = "injected",
        /// It stands in the implementation of a seam.
        SeamImplementation = "seam-implementation",
        /// It is the real default of a seam.
        SeamDefault = "seam-default",
        /// Its type says that it was generated: `[GeneratedCode(…)]`.
        Generated = "generated",
        /// It was there already, as a baseline says.
        InBaseline = "in-baseline",
        /// Its lines didn't change since the commit that was asked about.
        Unchanged = "unchanged",
        /// `.editorconfig` sets its severity to `none` or `silent`.
        SeverityNone = "severity-none",
    }
}

closed_set! {
    /// Why a part of the scope isn't fully known.
    pub enum IncompleteReason as "reason" {
        /// The parser didn't understand this place.
        SyntaxNotUnderstood = "syntax-not-understood",
        /// A name that could be one of ours and means nothing that is known.
        UnresolvedName = "unresolved-name",
        /// A name that could be one of ours and means several things.
        AmbiguousName = "ambiguous-name",
        /// A call of which some overloads count and some don't, and the arguments don't say which is meant.
        UndecidedOverload = "undecided-overload",
        /// The file can't be decoded.
        NotText = "not-text",
        /// The file is larger than what is read.
        TooLarge = "too-large",
        /// The file would take more time or memory than one file may.
        TooComplex = "too-complex",
        /// The file or folder can't be read.
        Unreadable = "unreadable",
        /// A file that a project or solution names isn't there.
        MissingFile = "missing-file",
        /// A project, props or targets file isn't understood.
        InvalidProject = "invalid-project",
        /// A solution isn't understood.
        InvalidSolution = "invalid-solution",
        /// A condition or property of a project whose value isn't known.
        NotEvaluated = "not-evaluated",
        /// Symbolic links that lead back to themselves.
        LinkLoop = "link-loop",
        /// A symbolic link that leads out of the root; it isn't followed.
        LinkOutsideRoot = "link-outside-root",
    }
}

closed_set! {
    /// Where an abstraction comes from.
    pub enum AbstractionKind as "kind" {
        /// Part of the base library of every target framework.
        BuiltIn = "built-in",
        /// A type of a package.
        Package = "package",
        /// A type that the project has already.
        Project = "project",
        /// A type that is generated.
        Generated = "generated",
    }
}

/// What can stand for an API, as far as is known where it was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Replacement {
    /// Full name of the abstraction's type.
    pub abstraction: String,
    /// Where it comes from.
    pub kind: AbstractionKind,
    /// Whether the project can use it as it is now, on each of its target frameworks.
    pub available: bool,
}

/// Names a finding through edits that move it: 16 hex digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FindingId(String);

impl FindingId {
    /// The id made of a finding's parts.
    ///
    /// - `project`: its project's path, seen from the folder of the solution or repository, so that the
    ///   working directory has no part in it; `""` without a project;
    /// - `api`: parameters don't count, so that an overload that gets decided keeps its id;
    /// - `container`: type and member that hold it, `""` at top level;
    /// - `ordinal`: how many of the same come before it.
    pub fn of(project: &str, api: &SymbolId, container: &str, ordinal: usize) -> Self {
        let mut hash = blake3::Hasher::new();
        for part in [project, api.without_parameters(), container] {
            hash.update(part.as_bytes()).update(b"\0");
        }
        hash.update(ordinal.to_string().as_bytes());
        let hex = hash.finalize().to_hex();
        Self(hex.as_str().chars().take(16).collect())
    }

    /// Takes an id as it is written; `None` unless it is 16 lower-case hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        (text.len() == 16 && text.bytes().all(hex)).then(|| Self(text.to_owned()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Gives out ids and counts the ordinals. Ask in the order of paths and ranges.
#[derive(Clone, Debug, Default)]
pub struct FindingIds {
    given: HashMap<(String, String, String), usize>,
}

impl FindingIds {
    /// The id of the next finding of `api` in `container`; the parts as in [`FindingId::of`].
    pub fn next(&mut self, project: &str, api: &SymbolId, container: &str) -> FindingId {
        let key = (
            project.to_owned(),
            api.without_parameters().to_owned(),
            container.to_owned(),
        );
        let ordinal = self.given.entry(key).or_insert(0);
        let id = FindingId::of(project, api, container, *ordinal);
        *ordinal += 1;
        id
    }
}

/// One reference to one catalogued API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its name, the same after edits that only move it.
    pub id: FindingId,
    /// What is referred to; without parameters when the overload is undecided.
    pub api: SymbolId,
    /// The candidates when the overload is undecided, sorted; else empty.
    pub overloads: Vec<SymbolId>,
    /// The API as people write it: `DateTime.UtcNow`.
    pub pattern: String,
    /// What it reaches.
    pub category: Category,
    /// The file.
    pub path: SourcePath,
    /// From the start of the receiver as written to the end of the member's name; a construction whole. In
    /// the decoded text.
    pub range: TextRange,
    /// The member's name alone; for a construction the type's name, or `new` where none is written.
    pub member_range: TextRange,
    /// Where `range` starts.
    pub line_col: LineCol,
    /// Where `range` lies on disk.
    pub disk_range: TextRange,
    /// The text of `range`, or its beginning and `…`.
    pub text: String,
    /// Full name of the type that holds it, `""` at top level.
    pub type_name: String,
    /// The member that holds it, `""` at top level.
    pub member: String,
    /// Where it stands.
    pub context: Context,
    /// How it came to the resource.
    pub provenance: Provenance,
    /// The project file.
    pub project: Option<SourcePath>,
    /// Whether a base class outside the workspace was taken not to hide the name.
    pub assumed: bool,
    /// What can stand for it.
    pub replacement: Option<Replacement>,
    /// The comment that marks the site as deliberate.
    pub intentional: Option<String>,
}

/// A reference that was looked at and isn't a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCounted {
    /// Why not.
    pub reason: NotCountedReason,
    /// What is referred to.
    pub api: SymbolId,
    /// The API as people write it.
    pub pattern: String,
    /// What it would reach.
    pub category: Category,
    /// The file.
    pub path: SourcePath,
    /// As a finding's range.
    pub range: TextRange,
    /// Where `range` starts.
    pub line_col: LineCol,
    /// The project file.
    pub project: Option<SourcePath>,
}

/// A part of the scope that isn't fully known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Incomplete {
    /// The file or folder.
    pub path: SourcePath,
    /// The line, from 1, when there is one.
    pub line: Option<u32>,
    /// Why.
    pub reason: IncompleteReason,
    /// What exactly: a name, a message; `""` when there is nothing to add.
    pub detail: String,
}

/// All that a survey learned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// By path and range.
    pub findings: Vec<Finding>,
    /// By path and range.
    pub not_counted: Vec<NotCounted>,
    /// By path and line.
    pub incomplete: Vec<Incomplete>,
    /// Remarks on production code, by path and range.
    pub advisories: Vec<Advisory>,
    /// Remarks on test code, by path and range.
    pub test_smells: Vec<TestSmell>,
}

impl Survey {
    /// Puts everything in the order that the document has; equal entries of `incomplete` become one.
    pub fn sort(&mut self) {
        self.findings
            .sort_by(|a, b| (&a.path, a.range, &a.api).cmp(&(&b.path, b.range, &b.api)));
        self.not_counted
            .sort_by(|a, b| (&a.path, a.range, &a.api).cmp(&(&b.path, b.range, &b.api)));
        self.incomplete.sort();
        self.incomplete.dedup();
        Remark::sort(&mut self.advisories);
        Remark::sort(&mut self.test_smells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(project: &str, api: &str, container: &str, ordinal: usize) -> String {
        FindingId::of(project, &SymbolId::new(api), container, ordinal)
            .as_str()
            .to_owned()
    }

    #[test]
    fn each_part_of_an_id_counts() {
        let base = id("A.csproj", "P:System.DateTime.Now", "A.M", 0);
        assert_ne!(base, id("B.csproj", "P:System.DateTime.Now", "A.M", 0));
        assert_ne!(base, id("A.csproj", "P:System.DateTime.UtcNow", "A.M", 0));
        assert_ne!(base, id("A.csproj", "P:System.DateTime.Now", "A.N", 0));
        assert_ne!(base, id("A.csproj", "P:System.DateTime.Now", "A.M", 1));
        assert_ne!(id("a", "b", "c", 0), id("ab", "", "c", 0));
    }

    #[test]
    fn a_decided_overload_keeps_its_id() {
        assert_eq!(
            id("", "M:System.IO.File.ReadAllText", "", 0),
            id("", "M:System.IO.File.ReadAllText(System.String)", "", 0)
        );
    }

    #[test]
    fn ids_are_sixteen_hex_digits_and_stay_as_they_were_published() {
        let id = id(
            "Shop/Shop.csproj",
            "P:System.DateTime.UtcNow",
            "Shop.Orders.Create",
            0,
        );
        assert_eq!(id, "fa2405333376a61e");
        assert!(FindingId::parse(&id).is_some());
        assert!(FindingId::parse("0123456789ABCDEF").is_none());
        assert!(FindingId::parse("012345").is_none());
    }

    #[test]
    fn the_same_api_in_the_same_member_is_numbered() {
        let mut ids = FindingIds::default();
        let api = SymbolId::new("P:System.DateTime.Now");
        let (first, second) = (ids.next("", &api, "A.M"), ids.next("", &api, "A.M"));
        assert_eq!(first, FindingId::of("", &api, "A.M", 0));
        assert_eq!(second, FindingId::of("", &api, "A.M", 1));
    }
}
