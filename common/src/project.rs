//! Project files as values: what a `.csproj` and the files around it say about a compilation, and which projects
//! a solution lists. Evaluates the part of `MSBuild` that decides that, without running anything. Touches no
//! disk: files come through [`ProjectFiles`].

mod arcade;
mod assembly;
mod compile;
mod condition;
mod evaluation;
mod expand;
mod framework;
mod functions;
mod glob;
mod items;
mod json;
mod location;
mod note;
mod packages;
mod references;
mod scope;
mod solution;
mod target;
#[cfg(test)]
mod testing;
mod usings;
mod xml;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::coverage::ProjectRole as Role;
pub use compile::{CompileItems, ProjectFolders};
pub use evaluation::Documents;
pub use framework::{
    FrameworkKind, FrameworkVersion, LanguageVersion, TargetFramework, parse_target_framework,
};
pub use note::{Note, NoteKind, ProjectError, ProjectErrorKind};
pub use packages::{Container, TestFramework};
pub use references::{Addition, add_package};
pub use solution::{ProjectKind, SkippedProject, Solution, read_solution};
pub use target::{Nullable, Target, TargetSet};
pub(crate) use usings::BASIC as BASIC_USINGS;
pub use usings::{GlobalUsing, UsingKind};

use crate::source::SourcePath;

/// More target frameworks of one project are left out, with a note.
const MAX_TARGETS: usize = 64;
/// A root that has folders above it but no name.
const NOWHERE: &str = "/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-";

/// The files that project files refer to. Paths are relative to the root of the run and may start with `../`.
pub trait ProjectFiles {
    /// The text of a file; `None` when there is none or it isn't text.
    fn read(&self, path: &SourcePath) -> Option<Arc<str>>;

    /// Whether a file or folder is there.
    fn has(&self, path: &SourcePath) -> bool;

    /// The absolute folder of the root, with `/` between its parts and none behind: `/home/me/shop`,
    /// `C:/src/shop`. `$(MSBuildProjectDirectory)` and everything above the root depend on it.
    /// `None`: a made-up one.
    fn location(&self) -> Option<&str> {
        None
    }

    /// Where what is parsed is kept for further projects.
    fn documents(&self) -> Option<&Documents> {
        None
    }

    /// The names of the files in a folder, for imports with wildcards; `None` when that can't be told.
    fn files_in(&self, folder: &SourcePath) -> Option<Vec<String>> {
        let _ = folder;
        None
    }
}

/// How a project says what it compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// By an SDK's defaults.
    Sdk,
    /// Item by item, as projects did before SDKs and as Unity writes them.
    Legacy,
}

/// What a project builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutputKind {
    /// A library.
    Library,
    /// A program, with or without a window.
    Executable,
}

/// A package that a project asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its id as written.
    pub id: String,
    /// The version as written, its own or the central one.
    pub version: Option<String>,
    /// `PrivateAssets="all"`: dependents don't get it.
    pub private_assets: bool,
    /// The targets that ask for it.
    pub on: TargetSet,
}

/// Another project that a project refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectReference {
    /// Its file, existing or not, of any language.
    pub path: SourcePath,
    /// What is taken from it.
    pub kind: ReferenceKind,
    /// The targets that refer to it.
    pub on: TargetSet,
}

/// What a project reference brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReferenceKind {
    /// Its types.
    Code,
    /// Only that it is built before: an analyzer, `ReferenceOutputAssembly="false"`.
    BuildOnly,
}

/// An assembly that may see what is internal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Friend {
    /// Its simple name.
    pub assembly: String,
    /// Its public key in hex, when it is signed.
    pub key: Option<String>,
}

/// Package versions that are kept in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CentralPackages {
    /// The file where a new version belongs.
    pub path: Option<SourcePath>,
    /// Versions by the package's id in lower case.
    pub versions: BTreeMap<String, String>,
}

/// One C# project.
#[derive(Clone, Debug)]
pub struct Project {
    /// Its file.
    pub path: SourcePath,
    /// How it says what it compiles.
    pub style: Style,
    /// Its SDKs: `Microsoft.NET.Sdk.Web`.
    pub sdks: Vec<String>,
    /// The name of what it builds, without extension.
    pub assembly_name: String,
    /// The namespace that new files get; may be empty.
    pub root_namespace: String,
    /// Library or program.
    pub output: OutputKind,
    /// Product or tests.
    pub role: Role,
    /// `IsTestProject` as written.
    pub is_test_project: Option<bool>,
    /// The framework of its tests; also of a project that only helps tests.
    pub test_framework: Option<TestFramework>,
    /// The container it composes objects with; what it refers to itself, not through other projects.
    pub container: Option<Container>,
    /// Packages of containers that aren't written for here.
    pub other_containers: Vec<String>,
    /// Packages, by id without case.
    pub packages: Vec<Package>,
    /// Shared frameworks besides the base one: `Microsoft.AspNetCore.App`.
    pub framework_references: BTreeSet<String>,
    /// References to projects, by path.
    pub references: Vec<ProjectReference>,
    /// References to projects by pattern, as written and normalised; the caller knows which projects there are.
    pub reference_patterns: Vec<String>,
    /// References to assemblies, by simple name.
    pub assemblies: BTreeSet<String>,
    /// Friends named by items; attributes in source come on top.
    pub internals_visible_to: BTreeSet<Friend>,
    /// Central package versions, when they are on.
    pub central_packages: Option<CentralPackages>,
    /// Whether the build writes the assembly's attributes. Without, `InternalsVisibleTo` items do nothing.
    pub generate_assembly_info: bool,
    /// Whether it can become a package.
    pub is_packable: bool,
    /// The key it is signed with.
    pub signing_key: Option<SourcePath>,
    /// One for each target framework, in the order written; at least one.
    pub targets: Vec<Target>,
    /// The files that were read besides the project.
    pub imports: BTreeSet<SourcePath>,
    /// What was not understood.
    pub notes: Vec<Note>,
}

/// Evaluates a project file. `globals` are properties that the files can't change, as `-p:NAME=VALUE`.
pub fn evaluate(
    path: &SourcePath,
    files: &dyn ProjectFiles,
    globals: &[(&str, &str)],
) -> Result<Project, ProjectError> {
    let failed = |line, kind| ProjectError {
        path: path.clone(),
        line,
        kind,
    };
    let own = Documents::default();
    let documents = files.documents().unwrap_or(&own);
    // Nobody imports a project, so that it isn't kept.
    let root = match files.read(path).map(|text| xml::parse(&text)) {
        None => return Err(failed(None, ProjectErrorKind::NotFound)),
        Some(Err(error)) => {
            return Err(failed(error.line, ProjectErrorKind::NotXml(error.message)));
        }
        Some(Ok(root)) if root.name != "Project" => {
            return Err(failed(
                Some(root.line),
                ProjectErrorKind::NotAProject(root.name.clone()),
            ));
        }
        Some(Ok(root)) => root,
    };
    let location = Arc::new(location::Location::new(files.location().unwrap_or(NOWHERE)));
    let work = Cell::new(scope::MAX_WORK);
    let mut globals: Vec<(String, String)> = globals
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let outer = evaluation::evaluate(&root, path, files, &location, &globals, documents, &work);
    let mut assembly = assembly::Assembly::new(path, files, documents);
    let single = outer.scope.decide("TargetFramework");
    let several = outer.scope.decide("TargetFrameworks");
    let mut monikers: Vec<&str> = Vec::new();
    for moniker in items::split_list(&several) {
        if !monikers.contains(&moniker) && monikers.len() < MAX_TARGETS {
            monikers.push(moniker);
        }
    }
    if !single.is_empty() || monikers.is_empty() {
        assembly.add(outer, &location);
        return Ok(assembly.finish());
    }
    if items::split_list(&several).len() > MAX_TARGETS {
        outer.scope.note(NoteKind::TooComplex, "target frameworks");
    }
    assembly.note(outer.scope.into_notes());
    for moniker in &monikers {
        globals.push(("TargetFramework".to_owned(), (*moniker).to_owned()));
        let inner = evaluation::evaluate(&root, path, files, &location, &globals, documents, &work);
        assembly.add(inner, &location);
        globals.pop();
    }
    Ok(assembly.finish())
}

impl Project {
    /// The folder of its file, `""` for the root.
    pub fn folder(&self) -> &str {
        self.path.folder()
    }

    /// The monikers of its targets as written.
    pub fn target_frameworks(&self) -> Vec<String> {
        self.targets
            .iter()
            .map(|target| target.framework.moniker().to_owned())
            .collect()
    }

    /// Whether any target has implicit usings.
    pub fn implicit_usings(&self) -> bool {
        self.targets.iter().any(|target| target.implicit_usings)
    }

    /// The lowest language version of its targets: what shared code may use.
    pub fn language(&self) -> LanguageVersion {
        self.targets
            .iter()
            .map(|target| target.language)
            .min()
            .unwrap_or(LanguageVersion::CSHARP_7_3)
    }

    /// Whether `?` may stand behind references on every target, where a file doesn't say otherwise.
    pub fn has_nullable_annotations(&self) -> bool {
        let annotated = |nullable| matches!(nullable, Nullable::Enable | Nullable::Annotations);
        self.targets.iter().all(|target| annotated(target.nullable))
    }

    /// Whether `System.TimeProvider` is built in on every target.
    pub fn has_time_provider(&self) -> bool {
        self.targets
            .iter()
            .all(|target| target.framework.has_time_provider())
    }

    /// The package with this id, whatever its case.
    pub fn package(&self, id: &str) -> Option<&Package> {
        self.packages
            .iter()
            .find(|package| package.id.eq_ignore_ascii_case(id))
    }

    /// Whether any target compiles the file, existing or not. `folders` are those of all projects: a folder with
    /// a project of its own belongs to that one.
    pub fn compiles(&self, path: &SourcePath, folders: &ProjectFolders) -> bool {
        self.targets
            .iter()
            .any(|target| target.compile.contains(path, folders))
    }

    /// The targets that compile the file.
    pub fn compiled_by(&self, path: &SourcePath, folders: &ProjectFolders) -> TargetSet {
        self.targets
            .iter()
            .enumerate()
            .filter(|(_, target)| target.compile.contains(path, folders))
            .map(|(at, _)| at)
            .collect()
    }

    /// The files that are named without wildcards, wherever they are, existing or not.
    pub fn named_sources(&self) -> BTreeSet<SourcePath> {
        self.targets
            .iter()
            .flat_map(|target| target.compile.files().iter().cloned())
            .collect()
    }

    /// The folders that its patterns start from: where to look for more files.
    pub fn source_roots(&self) -> BTreeSet<SourcePath> {
        self.targets
            .iter()
            .flat_map(|target| target.compile.roots().iter().cloned())
            .collect()
    }
}

#[cfg(test)]
mod tests;
