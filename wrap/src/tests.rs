//! Decisions for small findings.

use seamwright_common::catalogue::Catalogue;
use seamwright_common::finding::{
    AbstractionKind, Category, Context, Finding, FindingId, Provenance,
};
use seamwright_common::project::{Project, ProjectFiles, evaluate};
use seamwright_common::source::SourcePath;
use seamwright_common::symbol::SymbolId;
use seamwright_common::text::{LineCol, TextRange};

use crate::decide::{Decision, Projects, decide};

struct One(Project);

impl Projects for One {
    fn project(&self, path: &SourcePath) -> Option<&Project> {
        (self.0.path == *path).then_some(&self.0)
    }

    fn sees(&self, path: &SourcePath, package: &str) -> bool {
        self.project(path)
            .is_some_and(|project| project.package(package).is_some())
    }

    fn declares(&self, _: Option<&SourcePath>, simple: &str) -> bool {
        simple == "IGuidProvider"
    }
}

struct Text(String);

impl ProjectFiles for Text {
    fn read(&self, path: &SourcePath) -> Option<std::sync::Arc<str>> {
        (path.as_str() == "A.csproj").then(|| self.0.as_str().into())
    }

    fn has(&self, path: &SourcePath) -> bool {
        path.as_str() == "A.csproj"
    }
}

fn finding(api: &str, category: Category) -> Finding {
    let api = SymbolId::new(api);
    Finding {
        id: FindingId::of("A.csproj", &api, "A.F", 0),
        api,
        overloads: Vec::new(),
        pattern: String::new(),
        category,
        path: SourcePath::new("A.cs"),
        range: TextRange::empty(0),
        member_range: TextRange::empty(0),
        line_col: LineCol { line: 1, column: 1 },
        disk_range: TextRange::empty(0),
        text: String::new(),
        type_name: "A".into(),
        member: "F".into(),
        context: Context::InstanceMethod,
        provenance: Provenance::Static,
        project: Some(SourcePath::new("A.csproj")),
        assumed: false,
        replacement: None,
        intentional: None,
    }
}

fn decided(frameworks: &str, packages: &str, api: &str, category: Category) -> Decision {
    let text = format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFrameworks>{frameworks}</TargetFrameworks></PropertyGroup><ItemGroup>{packages}</ItemGroup></Project>"
    );
    let project = evaluate(&SourcePath::new("A.csproj"), &Text(text), &[]).unwrap();
    let findings = [finding(api, category)];
    let (mut decisions, _) = decide(findings.iter(), Catalogue::standard(), &One(project));
    assert_eq!(decisions.len(), 1, "{api}");
    decisions.remove(0)
}

const CLOCK: &str = "P:System.DateTime.UtcNow";

#[test]
fn the_clock_is_built_in_from_net8_on() {
    let found = decided("net8.0;net9.0", "", CLOCK, Category::Time);
    assert_eq!(
        (found.kind, found.available),
        (AbstractionKind::BuiltIn, true)
    );
    assert_eq!(found.name, "System.TimeProvider");
}

#[test]
fn older_frameworks_take_the_package() {
    let found = decided("net8.0;netstandard2.0", "", CLOCK, Category::Time);
    assert_eq!(
        (found.kind, found.available),
        (AbstractionKind::Package, false)
    );
    assert_eq!(found.package, Some("Microsoft.Bcl.TimeProvider"));
    let reference = "<PackageReference Include=\"Microsoft.Bcl.TimeProvider\" Version=\"8.0.0\" />";
    assert!(decided("netstandard2.0", reference, CLOCK, Category::Time).available);
}

#[test]
fn what_is_not_generated_says_why() {
    let found = decided(
        "net8.0",
        "",
        "M:System.IO.File.Exists",
        Category::Filesystem,
    );
    assert_eq!(found.package, Some("System.IO.Abstractions"));
    let found = decided(
        "net8.0",
        "",
        "M:System.Diagnostics.Process.GetCurrentProcess",
        Category::Process,
    );
    assert!(
        !found.available && found.why.contains("aren't generated"),
        "{}",
        found.why
    );
    let found = decided("net8.0", "", "M:System.Guid.NewGuid", Category::Randomness);
    assert_eq!(
        (found.kind, found.available),
        (AbstractionKind::Project, true)
    );
}
