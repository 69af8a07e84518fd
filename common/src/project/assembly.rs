//! Puts the evaluations of one project for its targets together to one value. Decides its role from packages and
//! properties.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::arcade;
use super::evaluation::{Documents, Evaluation};
use super::framework::FrameworkKind;
use super::glob::has_wildcards;
use super::items::Item;
use super::location::Location;
use super::note::{Note, NoteKind};
use super::packages::{
    self, Container, TestFramework, container, is_other_container, is_test_sdk, test_framework,
};
use super::target::{Target, TargetSet};
use super::{
    CentralPackages, Friend, OutputKind, Package, Project, ProjectFiles, ProjectReference,
    ReferenceKind, Style,
};
use crate::coverage::ProjectRole as Role;
use crate::source::SourcePath;

/// The kind of project that test projects were before packages.
const TEST_PROJECT_KIND: &str = "3AC096D0-A1C2-E12C-1390-A8335801FDAB";

pub(super) struct Assembly<'f, 'd> {
    files: &'f dyn ProjectFiles,
    documents: &'d Documents,
    project: Project,
    packages: BTreeMap<String, Package>,
    references: BTreeMap<SourcePath, ProjectReference>,
    /// What makes it a project of tests.
    tests: bool,
    frameworks: Vec<TestFramework>,
    notes: BTreeSet<Note>,
}

impl<'f, 'd> Assembly<'f, 'd> {
    pub(super) fn new(
        path: &SourcePath,
        files: &'f dyn ProjectFiles,
        documents: &'d Documents,
    ) -> Self {
        Self {
            files,
            documents,
            project: Project {
                path: path.clone(),
                style: Style::Legacy,
                sdks: Vec::new(),
                assembly_name: String::new(),
                root_namespace: String::new(),
                output: OutputKind::Library,
                role: Role::Production,
                is_test_project: None,
                test_framework: None,
                container: None,
                other_containers: Vec::new(),
                packages: Vec::new(),
                framework_references: BTreeSet::new(),
                references: Vec::new(),
                reference_patterns: Vec::new(),
                assemblies: BTreeSet::new(),
                internals_visible_to: BTreeSet::new(),
                central_packages: None,
                generate_assembly_info: false,
                is_packable: false,
                signing_key: None,
                targets: Vec::new(),
                imports: BTreeSet::new(),
                notes: Vec::new(),
            },
            packages: BTreeMap::new(),
            references: BTreeMap::new(),
            tests: false,
            frameworks: Vec::new(),
            notes: BTreeSet::new(),
        }
    }

    pub(super) fn note(&mut self, notes: impl IntoIterator<Item = Note>) {
        self.notes.extend(notes);
    }

    /// The next target.
    pub(super) fn add(&mut self, evaluation: Evaluation<'_>, location: &Arc<Location>) {
        let index = self.project.targets.len();
        if index == 0 {
            self.properties(&evaluation, location);
        }
        let scope = &evaluation.scope;
        let items = |kind: &str| -> &[Item] { scope.items.get(kind).map_or(&[], Vec::as_slice) };
        let mut here = BTreeMap::new();
        for (item, global) in items("packagereference")
            .iter()
            .map(|item| (item, false))
            .chain(
                items("globalpackagereference")
                    .iter()
                    .map(|item| (item, true)),
            )
        {
            scope.raise(item.doubt);
            let own = [item.get("versionoverride"), item.get("version")]
                .into_iter()
                .find(|version| !version.is_empty());
            let central = self.central_version(&item.spec);
            let version = own.map(str::to_owned).or(central);
            here.insert(item.spec.to_ascii_lowercase(), version.clone());
            self.package(
                &item.spec,
                version,
                global || item.is("privateassets", "all"),
                index,
            );
        }
        if index == 0 && here.is_empty() {
            self.packages_config(&mut here);
        }
        if let Some(package) = arcade::test_package(&evaluation) {
            here.insert(package.to_ascii_lowercase(), None);
            self.package(package, None, false, index);
        }
        if evaluation.has_sdk("MSTest.Sdk") {
            here.insert("mstest".to_owned(), None);
            self.package("MSTest", None, false, index);
        }
        for item in items("projectreference") {
            self.reference(&evaluation, location, item, index);
        }
        for item in items("reference") {
            let name = item.spec.split(',').next().unwrap_or_default().trim();
            if !name.is_empty() && !has_wildcards(name) {
                let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
                self.project.assemblies.insert(name.to_owned());
                self.frameworks.extend(test_framework(name));
            }
        }
        self.framework_references(&evaluation);
        for item in items("internalsvisibleto") {
            self.friend(&item.spec, item.get("key"));
        }
        for item in items("assemblyattribute") {
            if item.spec.contains("InternalsVisibleTo") {
                self.friend(item.get("_parameter1"), "");
            }
        }
        self.tests |= scope.is_true("IsTestProject")
            || scope.is_true("IsUnitTestProject")
            || scope
                .decide("ProjectTypeGuids")
                .to_ascii_uppercase()
                .contains(TEST_PROJECT_KIND);
        let target = Target::new(&evaluation, location, &here);
        self.project.targets.push(target);
        self.project.imports.extend(evaluation.imports);
        self.notes.extend(evaluation.scope.into_notes());
    }

    /// What doesn't differ between targets is read from the first.
    fn properties(&mut self, evaluation: &Evaluation<'_>, location: &Location) {
        let scope = &evaluation.scope;
        let or = |property: &str, default: &str| {
            let value = scope.decide(property);
            if value.is_empty() {
                default.to_owned()
            } else {
                value
            }
        };
        let name = scope.property("MSBuildProjectName").text;
        let project = &mut self.project;
        project.sdks.clone_from(&evaluation.sdks);
        project.style = if evaluation.is_sdk() {
            Style::Sdk
        } else {
            Style::Legacy
        };
        project.assembly_name = or("AssemblyName", &name);
        project.root_namespace = if evaluation.is_sdk() {
            // Set and empty is a choice: no namespace.
            scope.decide("RootNamespace")
        } else {
            or("RootNamespace", &name)
        };
        project.output = match scope.decide("OutputType").to_ascii_lowercase().as_str() {
            "exe" | "winexe" | "appcontainerexe" => OutputKind::Executable,
            _ => OutputKind::Library,
        };
        let test = scope.decide("IsTestProject");
        project.is_test_project = if test.eq_ignore_ascii_case("true") {
            Some(true)
        } else if test.eq_ignore_ascii_case("false") {
            Some(false)
        } else {
            None
        };
        project.generate_assembly_info =
            evaluation.is_sdk() && !scope.is_false("GenerateAssemblyInfo");
        project.is_packable = evaluation.is_sdk() && !scope.is_false("IsPackable");
        let key = scope.decide("AssemblyOriginatorKeyFile");
        if scope.is_true("SignAssembly") && !key.is_empty() {
            project.signing_key = location.seen_from(&scope.project, &key);
        }
        let by_sdk = evaluation.has_sdk("Microsoft.Build.CentralPackageVersions")
            && !scope.is_false("EnableCentralPackageVersions");
        if scope.is_true("ManagePackageVersionsCentrally") || by_sdk {
            let file = scope.decide(if by_sdk {
                "CentralPackagesFile"
            } else {
                "DirectoryPackagesPropsPath"
            });
            let versions = scope.items.get("packageversion").into_iter().flatten();
            project.central_packages = Some(CentralPackages {
                path: (!file.is_empty()).then(|| location.relative(&file)),
                versions: versions
                    .map(|item| {
                        (
                            item.spec.to_ascii_lowercase(),
                            item.get("version").to_owned(),
                        )
                    })
                    .filter(|(_, version)| !version.is_empty())
                    .collect(),
            });
        }
    }

    fn central_version(&self, id: &str) -> Option<String> {
        let central = self.project.central_packages.as_ref()?;
        central.versions.get(&id.to_ascii_lowercase()).cloned()
    }

    fn package(&mut self, id: &str, version: Option<String>, private_assets: bool, index: usize) {
        if id.is_empty() {
            return;
        }
        self.tests |= is_test_sdk(id);
        self.frameworks.extend(test_framework(id));
        let package = self
            .packages
            .entry(id.to_ascii_lowercase())
            .or_insert_with(|| Package {
                id: id.to_owned(),
                version: None,
                private_assets,
                on: TargetSet::default(),
            });
        package.version = version.or(package.version.take());
        package.private_assets &= private_assets;
        package.on.insert(index);
    }

    /// Projects before SDKs keep their packages beside them.
    fn packages_config(&mut self, here: &mut BTreeMap<String, Option<String>>) {
        let path = self.project.path.join_from_folder("packages.config");
        match self.documents.read(self.files, &path) {
            None => {}
            Some(Err(error)) => {
                self.notes.insert(Note {
                    path,
                    line: error.line.unwrap_or(1),
                    kind: NoteKind::ImportNotXml,
                    subject: error.message,
                });
            }
            Some(Ok(root)) => {
                self.project.imports.insert(path);
                for (id, version, private) in packages::from_config(&root) {
                    here.insert(id.to_ascii_lowercase(), version.clone());
                    self.package(&id, version, private, 0);
                }
            }
        }
    }

    fn reference(
        &mut self,
        evaluation: &Evaluation<'_>,
        location: &Location,
        item: &Item,
        index: usize,
    ) {
        let scope = &evaluation.scope;
        scope.raise(item.doubt);
        let Some(path) = location.seen_from(&scope.project, &item.spec) else {
            return scope.note(NoteKind::Pattern, &item.spec);
        };
        if has_wildcards(&item.spec) {
            let pattern = path.as_str().to_owned();
            if !self.project.reference_patterns.contains(&pattern) {
                self.project.reference_patterns.push(pattern);
            }
            return;
        }
        let build_only =
            item.is("referenceoutputassembly", "false") || item.is("outputitemtype", "analyzer");
        let kind = if build_only {
            ReferenceKind::BuildOnly
        } else {
            ReferenceKind::Code
        };
        let reference = self
            .references
            .entry(path.clone())
            .or_insert(ProjectReference {
                path,
                kind,
                on: TargetSet::default(),
            });
        reference.kind = reference.kind.min(kind);
        reference.on.insert(index);
    }

    fn framework_references(&mut self, evaluation: &Evaluation<'_>) {
        let items = evaluation.scope.items.get("frameworkreference");
        let names = items.into_iter().flatten().map(|item| item.spec.clone());
        self.project.framework_references.extend(names);
        let framework = &evaluation.framework;
        if framework.kind == FrameworkKind::NetCore && framework.version >= (3, 0, 0) {
            if evaluation.has_sdk("Microsoft.NET.Sdk.Web") {
                self.project
                    .framework_references
                    .insert("Microsoft.AspNetCore.App".to_owned());
            }
            if evaluation.scope.is_true("UseWPF") || evaluation.scope.is_true("UseWindowsForms") {
                self.project
                    .framework_references
                    .insert("Microsoft.WindowsDesktop.App".to_owned());
            }
        }
    }

    fn friend(&mut self, assembly: &str, key: &str) {
        let mut parts = assembly.split(',');
        let name = parts.next().unwrap_or_default().trim();
        if name.is_empty() {
            return;
        }
        let written = parts.find_map(|part| {
            let (word, value) = part.split_once('=')?;
            word.trim()
                .eq_ignore_ascii_case("PublicKey")
                .then(|| value.trim())
        });
        let key = written.unwrap_or(key);
        self.project.internals_visible_to.insert(Friend {
            assembly: name.to_owned(),
            key: (!key.is_empty()).then(|| key.to_owned()),
        });
    }

    pub(super) fn finish(self) -> Project {
        let mut project = self.project;
        project.packages = self.packages.into_values().collect();
        project.references = self.references.into_values().collect();
        project.notes = self.notes.into_iter().collect();
        // A project has both xUnit versions only while it moves to the newer one.
        project.test_framework = self
            .frameworks
            .iter()
            .find(|framework| **framework == TestFramework::XunitV3)
            .or(self.frameworks.first())
            .copied();
        let tests = self.tests || project.test_framework.is_some();
        // A package that helps others to test refers to a framework and says that it has no tests; what helps
        // only here is no package.
        let ships = project.is_test_project == Some(false) && project.is_packable;
        let tests = tests && !ships;
        project.role = if tests { Role::Test } else { Role::Production };
        let sdk_container = project
            .framework_references
            .contains("Microsoft.AspNetCore.App")
            || project
                .sdks
                .iter()
                .any(|sdk| sdk.eq_ignore_ascii_case("Microsoft.NET.Sdk.Worker"));
        let containers: Vec<Container> = project
            .packages
            .iter()
            .filter_map(|package| container(&package.id))
            .chain(sdk_container.then_some(Container::Microsoft))
            .collect();
        // Autofac takes over what is registered with Microsoft's container.
        project.container = containers.into_iter().max();
        project.other_containers = project
            .packages
            .iter()
            .filter(|package| is_other_container(&package.id))
            .map(|package| package.id.clone())
            .collect();
        project
    }
}
