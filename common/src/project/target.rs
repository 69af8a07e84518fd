//! What a project is for one target framework, and sets of targets. Reads finished evaluations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::compile::{CompileItems, PatternStep};
use super::evaluation::Evaluation;
use super::framework::{FrameworkKind, LanguageVersion, TargetFramework};
use super::glob::Pattern;
use super::items::{CompileStep, split_list};
use super::location::Location;
use super::note::NoteKind;
use super::usings::{self, GlobalUsing};

/// Which of a project's targets something holds for; members are indexes into its targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetSet(u64);

impl TargetSet {
    /// Whether the target at `index` is in the set.
    pub fn contains(self, index: usize) -> bool {
        index < 64 && self.0 >> index & 1 == 1
    }

    /// Whether no target is.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The indexes, rising.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |index| self.contains(*index))
    }

    pub(super) fn insert(&mut self, index: usize) {
        if index < 64 {
            self.0 |= 1 << index;
        }
    }
}

impl FromIterator<usize> for TargetSet {
    fn from_iter<I: IntoIterator<Item = usize>>(indexes: I) -> Self {
        let mut set = Self::default();
        for index in indexes {
            set.insert(index);
        }
        set
    }
}

/// `Nullable` of a target; source files can change it for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nullable {
    /// Neither `?` on references nor warnings.
    Disable,
    /// Both.
    Enable,
    /// Warnings alone.
    Warnings,
    /// `?` alone.
    Annotations,
}

/// A project for one target framework.
#[derive(Clone, Debug)]
pub struct Target {
    /// The framework.
    pub framework: TargetFramework,
    /// The nullable context that files start with.
    pub nullable: Nullable,
    /// Whether `ImplicitUsings` is on.
    pub implicit_usings: bool,
    /// Global usings that the build generates, in order.
    pub global_usings: Vec<GlobalUsing>,
    /// The language version, set or the framework's default.
    pub language: LanguageVersion,
    /// Preprocessor symbols, those of the framework included. The configuration is Debug.
    pub defines: BTreeSet<String>,
    /// `TreatWarningsAsErrors`.
    pub treat_warnings_as_errors: bool,
    /// Whether documentation comments are compiled: a public member without one warns.
    pub documentation: bool,
    /// `AllowUnsafeBlocks`.
    pub allow_unsafe: bool,
    /// What is compiled.
    pub compile: CompileItems,
}

impl Target {
    pub(super) fn new(
        evaluation: &Evaluation<'_>,
        location: &Arc<Location>,
        packages: &BTreeMap<String, Option<String>>,
    ) -> Self {
        let scope = &evaluation.scope;
        let framework = evaluation.framework.clone();
        let builds_nothing = ["Microsoft.Build.NoTargets", "Microsoft.Build.Traversal"]
            .iter()
            .any(|sdk| evaluation.has_sdk(sdk));
        if framework.kind == FrameworkKind::Other && !builds_nothing {
            scope.note(NoteKind::Framework, framework.moniker());
        }
        let written = scope.decide("LangVersion");
        let language =
            LanguageVersion::parse(&written).unwrap_or_else(|| framework.default_language());
        let nullable = match scope.decide("Nullable").to_ascii_lowercase().as_str() {
            "enable" => Nullable::Enable,
            "warnings" => Nullable::Warnings,
            "annotations" => Nullable::Annotations,
            _ => Nullable::Disable,
        };
        let (steps, mut truncated) = (pattern_steps(evaluation, location), false);
        let compile = {
            let (items, cut) = CompileItems::new(location, &scope.project, &steps);
            truncated |= cut;
            items
        };
        if truncated {
            scope.note(NoteKind::TooComplex, "patterns of compile items");
        }
        let global_usings = scope
            .items
            .get("using")
            .map(|items| usings::collected(items, packages))
            .unwrap_or_default();
        Self {
            nullable,
            implicit_usings: scope.is_true("ImplicitUsings"),
            global_usings,
            language,
            defines: defines(evaluation, &framework),
            treat_warnings_as_errors: scope.is_true("TreatWarningsAsErrors"),
            documentation: scope.is_true("GenerateDocumentationFile")
                || !scope.decide("DocumentationFile").is_empty(),
            allow_unsafe: scope.is_true("AllowUnsafeBlocks"),
            compile,
            framework,
        }
    }
}

fn defines(evaluation: &Evaluation<'_>, framework: &TargetFramework) -> BTreeSet<String> {
    let scope = &evaluation.scope;
    let written = scope.decide("DefineConstants");
    let mut defines: BTreeSet<String> = written
        .split([';', ',', ' ', '\n', '\r', '\t'])
        .filter(|symbol| !symbol.is_empty())
        .map(str::to_owned)
        .collect();
    if evaluation.is_sdk() {
        if !scope.is_true("DisableImplicitConfigurationDefines") {
            defines.insert(
                scope
                    .decide("Configuration")
                    .to_ascii_uppercase()
                    .replace(['-', '.'], "_"),
            );
            defines.insert("TRACE".to_owned());
        }
        if !scope.is_true("DisableImplicitFrameworkDefines") {
            defines.extend(framework.implicit_defines());
        }
    }
    defines.remove("");
    defines
}

/// The compile steps with their patterns read; what can't be read is noted.
fn pattern_steps(evaluation: &Evaluation<'_>, location: &Arc<Location>) -> Vec<PatternStep> {
    let scope = &evaluation.scope;
    let read = |specs: &[String]| -> Vec<Pattern> {
        specs
            .iter()
            .filter_map(|spec| {
                let pattern = Pattern::read(location, &scope.project, spec);
                if pattern.is_none() {
                    scope.note(NoteKind::Pattern, spec);
                }
                pattern
            })
            .collect()
    };
    let mut steps = Vec::new();
    for step in &evaluation.compile {
        steps.push(match step {
            CompileStep::Include { specs, exclude } => PatternStep::Include {
                patterns: read(specs),
                exclude: read(exclude),
            },
            CompileStep::Remove { specs } => PatternStep::Remove {
                patterns: read(specs),
            },
            CompileStep::Defaults
                if scope.is_true("EnableDefaultItems")
                    && scope.is_true("EnableDefaultCompileItems") =>
            {
                PatternStep::Defaults {
                    exclude: read(&default_excludes(evaluation)),
                }
            }
            CompileStep::Defaults => continue,
        });
    }
    steps
}

/// What the SDK leaves out of the default items: output folders, and what the project says.
fn default_excludes(evaluation: &Evaluation<'_>) -> Vec<String> {
    let scope = &evaluation.scope;
    let mut excludes = Vec::new();
    for (property, default) in [
        ("BaseOutputPath", "bin"),
        ("BaseIntermediateOutputPath", "obj"),
    ] {
        let set = scope.decide(property);
        let folder = set.trim_end_matches(['/', '\\']);
        excludes.push(format!("{default}/**"));
        if !folder.is_empty() && folder != default {
            excludes.push(format!("{folder}/**"));
        }
    }
    if scope.is_true("UseArtifactsOutput") {
        let set = scope.decide("ArtifactsPath");
        let folder = set.trim_end_matches(['/', '\\']);
        excludes.push(format!(
            "{}/**",
            if folder.is_empty() {
                "artifacts"
            } else {
                folder
            }
        ));
    }
    if evaluation.has_sdk("Microsoft.NET.Sdk.Web") {
        excludes.extend(["**/node_modules/**", "**/bower_components/**"].map(str::to_owned));
    }
    for property in ["DefaultItemExcludes", "DefaultItemExcludesInProjectFolder"] {
        let list = scope.decide(property);
        excludes.extend(split_list(&list).into_iter().map(str::to_owned));
    }
    excludes
}
