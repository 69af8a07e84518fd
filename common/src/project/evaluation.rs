//! One evaluation of a project file for one target framework, in `MSBuild`'s order: properties and imports from
//! top to bottom, then the items with the final properties. The defaults of the SDKs stand where the SDKs set
//! them.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::ProjectFiles;
use super::arcade;
use super::framework::{TargetFramework, parse_target_framework};
use super::glob::has_wildcards;
use super::items::{CompileStep, ItemPass};
use super::location::Location;
use super::note::NoteKind;
use super::scope::Scope;
use super::usings;
use super::xml::{self, Element, XmlError};
use crate::source::SourcePath;

const MAX_IMPORT_DEPTH: usize = 64;
const MAX_IMPORTS: usize = 1000;

/// SDKs that add something to the one that compiles.
const ADDITIONS: [&str; 6] = [
    "aspire.apphost.sdk",
    "microsoft.build.artifacts",
    "microsoft.build.centralpackageversions",
    "microsoft.dotnet.arcade.sdk",
    "microsoft.dotnet.helix.sdk",
    "microsoft.dotnet.sharedframework.sdk",
];
/// SDKs that stand on `Microsoft.NET.Sdk` and whose defaults are known here.
const KNOWN: [&str; 13] = [
    "godot.net.sdk",
    "microsoft.build.notargets",
    "microsoft.build.traversal",
    "microsoft.net.sdk",
    "microsoft.net.sdk.blazorwebassembly",
    "microsoft.net.sdk.functions",
    "microsoft.net.sdk.razor",
    "microsoft.net.sdk.web",
    "microsoft.net.sdk.webassembly",
    "microsoft.net.sdk.windowsdesktop",
    "microsoft.net.sdk.worker",
    "msbuild.sdk.extras",
    "mstest.sdk",
];

/// A file that projects take from the nearest folder above them, with the properties around it. Repositories
/// read them to find the next file above.
struct DirectoryFile {
    name: &'static str,
    /// Holds the path, or sets it.
    path: &'static str,
    /// Holds the name, if there is one.
    own_name: &'static str,
    /// Holds the folder, if there is one.
    base: &'static str,
    /// `false` in it leaves the file out.
    switch: &'static str,
}

const PROPS: DirectoryFile = DirectoryFile {
    name: "Directory.Build.props",
    path: "DirectoryBuildPropsPath",
    own_name: "_DirectoryBuildPropsFile",
    base: "_DirectoryBuildPropsBasePath",
    switch: "ImportDirectoryBuildProps",
};
const TARGETS: DirectoryFile = DirectoryFile {
    name: "Directory.Build.targets",
    path: "DirectoryBuildTargetsPath",
    own_name: "_DirectoryBuildTargetsFile",
    base: "_DirectoryBuildTargetsBasePath",
    switch: "ImportDirectoryBuildTargets",
};
const PACKAGES: DirectoryFile = DirectoryFile {
    name: "Directory.Packages.props",
    path: "DirectoryPackagesPropsPath",
    own_name: "_DirectoryPackagesPropsFile",
    base: "_DirectoryPackagesPropsBasePath",
    switch: "ImportDirectoryPackagesProps",
};
const CENTRAL: DirectoryFile = DirectoryFile {
    name: "Packages.props",
    path: "CentralPackagesFile",
    own_name: "",
    base: "",
    switch: "EnableCentralPackageVersions",
};

/// Files that projects import, parsed once for all of them and for all their targets.
#[derive(Debug, Default)]
pub struct Documents(Mutex<HashMap<SourcePath, Parsed>>);

/// `None` when there is no such file.
pub(super) type Parsed = Option<Result<Arc<Element>, XmlError>>;

impl Documents {
    pub(super) fn read(&self, files: &dyn ProjectFiles, path: &SourcePath) -> Parsed {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(path) {
            return known.clone();
        }
        // Two may parse the same file at once, and neither waits for the other.
        let parsed = files.read(path).map(|text| xml::parse(&text));
        all().entry(path.clone()).or_insert(parsed).clone()
    }
}

/// What is known after an evaluation.
pub(super) struct Evaluation<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) sdks: Vec<String>,
    pub(super) framework: TargetFramework,
    pub(super) compile: Vec<CompileStep>,
    pub(super) imports: BTreeSet<SourcePath>,
}

impl Evaluation<'_> {
    /// Whether the project has an SDK, of any name.
    pub(super) fn is_sdk(&self) -> bool {
        !self.sdks.is_empty()
    }

    pub(super) fn has_sdk(&self, name: &str) -> bool {
        self.sdks.iter().any(|sdk| sdk.eq_ignore_ascii_case(name))
    }
}

enum Pending {
    Items(Arc<Element>, SourcePath),
    Definitions(Arc<Element>, SourcePath),
    SdkDefaults,
}

struct Run<'a, 'd> {
    scope: Scope<'a>,
    documents: &'d Documents,
    sdks: Vec<String>,
    pending: Vec<Pending>,
    imported: HashSet<SourcePath>,
    depth: usize,
    props_done: bool,
    targets_done: bool,
}

/// Evaluates the project whose root element is `root`.
pub(super) fn evaluate<'a>(
    root: &Arc<Element>,
    path: &SourcePath,
    files: &'a dyn ProjectFiles,
    location: &'a Location,
    globals: &[(String, String)],
    documents: &Documents,
    work: &'a Cell<usize>,
) -> Evaluation<'a> {
    let mut run = Run {
        scope: Scope::new(files, location, path, globals, work),
        documents,
        sdks: Vec::new(),
        pending: Vec::new(),
        imported: HashSet::from([path.clone()]),
        depth: 0,
        props_done: false,
        targets_done: false,
    };
    let implied = implied_sdks(root);
    for sdk in &implied {
        run.add_sdk(sdk);
    }
    if !implied.is_empty() {
        run.sdk_props();
    }
    run.visit(root, path);
    if !implied.is_empty() {
        run.sdk_targets();
    }
    let framework = run.framework();
    let mut pass = ItemPass::default();
    for pending in std::mem::take(&mut run.pending) {
        match pending {
            Pending::Items(group, file) => {
                run.scope.this_file = file;
                pass.group(&mut run.scope, &group);
            }
            Pending::Definitions(group, file) => {
                run.scope.this_file = file;
                pass.definitions(&mut run.scope, &group);
            }
            Pending::SdkDefaults => {
                pass.compile.push(CompileStep::Defaults);
                usings::add_implicit(&mut run.scope, &run.sdks, &framework);
            }
        }
    }
    run.scope.this_file = path.clone();
    run.scope.line = root.line;
    let mut imports: BTreeSet<SourcePath> = run.imported.into_iter().collect();
    imports.remove(path);
    Evaluation {
        scope: run.scope,
        sdks: run.sdks,
        framework,
        compile: pass.compile,
        imports,
    }
}

/// The SDKs that wrap the project from outside: the root's attribute, and `Sdk` elements.
fn implied_sdks(root: &Element) -> Vec<String> {
    let attribute = root.attribute("Sdk").unwrap_or_default();
    attribute
        .split(';')
        .chain(root.named("Sdk").filter_map(|sdk| sdk.attribute("Name")))
        // `Name/1.2.3` asks for a version.
        .map(|name| name.split('/').next().unwrap_or_default().trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

impl Run<'_, '_> {
    fn add_sdk(&mut self, name: &str) {
        if self.sdks.iter().any(|sdk| sdk.eq_ignore_ascii_case(name)) {
            return;
        }
        self.sdks.push(name.to_owned());
        let lower = name.to_ascii_lowercase();
        if !KNOWN.contains(&lower.as_str()) && !ADDITIONS.contains(&lower.as_str()) {
            self.scope.note(NoteKind::Sdk, name);
        }
    }

    fn has_sdk(&self, name: &str) -> bool {
        self.sdks.iter().any(|sdk| sdk.eq_ignore_ascii_case(name))
    }

    // ---- what the SDK does around the project ---------------------------------------------------------------

    /// `Sdk.props`: the folder's properties, central package versions, defaults, default items.
    fn sdk_props(&mut self) {
        if std::mem::replace(&mut self.props_done, true) {
            return;
        }
        self.scope.set("UsingMicrosoftNETSdk", "true".into());
        self.directory_file(&PROPS);
        self.directory_file(&PACKAGES);
        let name = self.scope.property("MSBuildProjectName").text;
        for (property, value) in [
            ("Configuration", "Debug"),
            ("Platform", "AnyCPU"),
            ("AssemblyName", name.as_str()),
            ("RootNamespace", &name.replace(' ', "_")),
            ("BaseIntermediateOutputPath", "obj/"),
            ("EnableDefaultItems", "true"),
            ("EnableDefaultCompileItems", "true"),
        ] {
            self.scope.set_default(property, value);
        }
        if self.has_sdk("Microsoft.NET.Sdk.Web")
            || self.has_sdk("Microsoft.NET.Sdk.Worker")
            || self.has_sdk("Microsoft.NET.Sdk.BlazorWebAssembly")
        {
            self.scope.set("OutputType", "Exe".into());
            self.scope.set_default("IsPackable", "false");
        } else {
            self.scope.set_default("OutputType", "Library");
        }
        if self.has_sdk("Microsoft.Build.NoTargets") || self.has_sdk("Microsoft.Build.Traversal") {
            self.scope.set("EnableDefaultCompileItems", "false".into());
        }
        self.pending.push(Pending::SdkDefaults);
    }

    /// `Sdk.targets`: what the framework's name means, then the folder's targets.
    fn sdk_targets(&mut self) {
        if std::mem::replace(&mut self.targets_done, true) {
            return;
        }
        let framework = parse_target_framework(&self.scope.property("TargetFramework").text);
        if !framework.identifier().is_empty() {
            let version = framework.version_text();
            self.scope
                .set_default("TargetFrameworkIdentifier", framework.identifier());
            self.scope
                .set_default("TargetFrameworkVersion", &format!("v{version}"));
            self.scope
                .set_default("_TargetFrameworkVersionWithoutV", &version);
        }
        let platform = framework.platform.unwrap_or_default();
        self.scope
            .set_default("TargetPlatformIdentifier", &platform);
        self.directory_file(&TARGETS);
        if self.has_sdk("Microsoft.Build.CentralPackageVersions") {
            self.directory_file(&CENTRAL);
        }
    }

    /// Imports the nearest file called `file.name`, or the one that a property names.
    fn directory_file(&mut self, file: &DirectoryFile) {
        if self.scope.is_false(file.switch) {
            return;
        }
        let set = self.scope.decide(file.path);
        let found = if set.is_empty() {
            let folder = self.scope.location.folder_of(&self.scope.project);
            self.scope.file_above(file.name, &folder)
        } else {
            self.scope.location.seen_from(&self.scope.project, &set)
        };
        if !file.own_name.is_empty() {
            self.scope.set_default(file.own_name, file.name);
        }
        if let Some(path) = found.filter(|path| self.scope.files.has(path)) {
            let absolute = self.scope.location.absolute(&path);
            self.scope.set_default(file.path, &absolute);
            if !file.base.is_empty() {
                let folder = self.scope.location.folder_of(&path);
                self.scope.set_default(file.base, &folder);
            }
            self.import(&path, file.name);
        }
    }

    fn framework(&self) -> TargetFramework {
        let moniker = self.scope.property("TargetFramework").text;
        if !moniker.trim().is_empty() {
            return parse_target_framework(&moniker);
        }
        if !self.sdks.is_empty() {
            return parse_target_framework("");
        }
        let identifier = match self.scope.property("TargetFrameworkIdentifier").text {
            none if none.is_empty() => ".NETFramework".to_owned(),
            identifier => identifier,
        };
        let version = match self.scope.property("TargetFrameworkVersion").text {
            none if none.is_empty() => "v4.0".to_owned(),
            version => version,
        };
        TargetFramework::from_identifier(&identifier, &version)
    }

    // ---- elements -------------------------------------------------------------------------------------------

    fn visit(&mut self, parent: &Element, file: &SourcePath) {
        for element in &parent.children {
            self.scope.this_file = file.clone();
            self.scope.line = element.line;
            match element.name.as_str() {
                "PropertyGroup" => self.property_group(element),
                "ItemGroup" => self
                    .pending
                    .push(Pending::Items(element.clone(), file.clone())),
                "ItemDefinitionGroup" => {
                    self.pending
                        .push(Pending::Definitions(element.clone(), file.clone()));
                }
                "ImportGroup" if self.wants_import(element) => {
                    self.visit(element, file);
                }
                "Import" => self.import_element(element),
                "Choose" => self.choose(element, file),
                // Targets and tasks run while building; nothing here builds.
                _ => {}
            }
        }
    }

    fn property_group(&mut self, group: &Element) {
        if !self.scope.holds(group.attribute("Condition")) {
            return;
        }
        for property in &group.children {
            self.scope.line = property.line;
            if self.scope.holds(property.attribute("Condition")) {
                let value = self.scope.expand(&property.text);
                self.scope.set(&property.name, value);
            }
        }
    }

    fn choose(&mut self, choose: &Element, file: &SourcePath) {
        let chosen = choose
            .named("When")
            .find(|when| {
                self.scope.line = when.line;
                self.scope.holds(when.attribute("Condition"))
            })
            .or_else(|| choose.named("Otherwise").next())
            .cloned();
        if let Some(chosen) = chosen {
            self.visit(&chosen, file);
        }
    }

    fn wants_import(&self, element: &Element) -> bool {
        self.scope.importing.set(true);
        let wanted = self.scope.holds(element.attribute("Condition"));
        self.scope.importing.set(false);
        wanted
    }

    fn import_element(&mut self, element: &Element) {
        if !self.wants_import(element) {
            return;
        }
        let written = element.attribute("Project").unwrap_or_default();
        let project = self.scope.expand(written);
        if let Some(sdk) = element.attribute("Sdk") {
            return self.import_sdk(sdk.split('/').next().unwrap_or_default(), &project.text);
        }
        if project.doubt.is_some() {
            return self.scope.raise(project.doubt);
        }
        for part in project.text.split(';').map(str::trim) {
            self.import_text(part, written);
        }
    }

    /// `<Import Project="Sdk.props" Sdk="…" />`: the SDK's halves where the project wants them.
    fn import_sdk(&mut self, sdk: &str, project: &str) {
        self.add_sdk(sdk);
        if sdk.eq_ignore_ascii_case(arcade::SDK) && project.eq_ignore_ascii_case("Sdk.props") {
            let versions = arcade::layout(&mut self.scope);
            if let Some(versions) = versions.filter(|path| self.scope.files.has(path)) {
                self.import(&versions, "eng/Versions.props");
            }
            arcade::defaults(&mut self.scope);
        }
        if ADDITIONS.contains(&sdk.to_ascii_lowercase().as_str()) {
            return;
        }
        if project.eq_ignore_ascii_case("Sdk.props") {
            self.sdk_props();
        } else if project.eq_ignore_ascii_case("Sdk.targets") {
            self.sdk_targets();
        }
    }

    fn import_text(&mut self, text: &str, written: &str) {
        let Some(path) = self
            .scope
            .location
            .seen_from(&self.scope.this_file, text)
            .filter(|_| !text.is_empty())
        else {
            return self.scope.note(NoteKind::ImportNotFound, written);
        };
        if has_wildcards(text) {
            return self.import_all(&path, written);
        }
        // A folder of the same name is no file to import.
        if self.scope.files.has(&path) && path.file_name().contains('.') {
            return self.import(&path, written);
        }
        // The files of the toolset aren't at hand. These two are what makes old projects read the folder's files.
        match path.file_name() {
            "Microsoft.Common.props" => {
                self.directory_file(&PROPS);
                self.scope.set_default("Configuration", "Debug");
                self.scope.set_default("Platform", "AnyCPU");
                self.scope.set_default("BaseIntermediateOutputPath", "obj/");
            }
            "Microsoft.CSharp.targets" | "Microsoft.Common.targets" if self.sdks.is_empty() => {
                self.directory_file(&TARGETS);
            }
            name if name.starts_with("Microsoft.") => {}
            _ => self.scope.note(NoteKind::ImportNotFound, written),
        }
    }

    fn import_all(&mut self, pattern: &SourcePath, written: &str) {
        let folder = SourcePath::new(pattern.folder());
        let listed = (!has_wildcards(folder.as_str()))
            .then(|| self.scope.files.files_in(&folder))
            .flatten();
        let (Some(mut names), Some(matcher)) =
            (listed, super::glob::text_matcher(pattern.file_name()))
        else {
            return self.scope.note(NoteKind::ImportNotFound, written);
        };
        names.sort();
        for name in names
            .into_iter()
            .filter(|name| matcher.is_match(name.to_lowercase()))
        {
            let path = SourcePath::normalised(&format!("{folder}/{name}"));
            self.import(&path, written);
        }
    }

    /// Visits a file that is there; each is imported once, as `MSBuild` does.
    fn import(&mut self, path: &SourcePath, written: &str) {
        if self.imported.contains(path) {
            return;
        }
        if self.depth >= MAX_IMPORT_DEPTH || self.imported.len() >= MAX_IMPORTS {
            return self.scope.note(NoteKind::TooComplex, "imports");
        }
        self.imported.insert(path.clone());
        match self.documents.read(self.scope.files, path) {
            None => self.scope.note(NoteKind::ImportNotFound, written),
            Some(Err(error)) => {
                let outer = (self.scope.this_file.clone(), self.scope.line);
                self.scope.this_file = path.clone();
                self.scope.line = error.line.unwrap_or(1);
                self.scope.note(NoteKind::ImportNotXml, &error.message);
                (self.scope.this_file, self.scope.line) = outer;
            }
            Some(Ok(root)) => {
                let outer = (self.scope.this_file.clone(), self.scope.line);
                self.depth += 1;
                self.visit(&root, path);
                self.depth -= 1;
                (self.scope.this_file, self.scope.line) = outer;
            }
        }
    }
}
