//! A small document with something in every section, for tests.

use serde_json::Value;

use super::{
    Abstraction, Behaviour, Block, Change, ChosenSeam, Declined, Document, Extra, HalfMigrated,
    Migration, MigrationNote, Package, Project, RejectedSeam, Remaining, Source, TestCounts,
    Verification, VerificationStep,
};
use crate::advisory::{AdvisoryKind, Remark, SmellKind};
use crate::coverage::{Coverage, ExclusionReason, NotReadKind, ProjectRole};
use crate::edit::{Edit, FileChange, TextEdit};
use crate::finding::{
    AbstractionKind, Category, Context, Finding, FindingIds, Incomplete, IncompleteReason,
    NotCounted, NotCountedReason, Provenance, Replacement, Survey,
};
use crate::note::{Note, NoteKind};
use crate::project::{Container, TestFramework};
use crate::refusal::{Reason, Refusal};
use crate::seam::kind::SeamKind;
use crate::source::{SourcePath, SourceText};
use crate::symbol::SymbolId;
use crate::text::{LineCol, TextRange};

/// The file that the document is about.
pub(super) const CLOCK: &str =
    "class Clock { object A = DateTime.UtcNow; object B = File.Exists(\"é\"); }\n";

/// The path of that file.
pub(super) fn clock_path() -> SourcePath {
    SourcePath::new("Shop/Clock.cs")
}

/// A document with two findings and something in every section.
pub(super) fn document() -> Document {
    let mut document = Document::new("src");
    document.add_stage("detect-static-dependencies", "0.1.0");
    document.set_survey(&coverage(), &survey());
    document.projects = vec![project()];
    let text = SourceText::decode(CLOCK.as_bytes()).unwrap();
    document.set_source(Source::new(&clock_path(), CLOCK.as_bytes(), &text));
    document.half_migrated = vec![HalfMigrated {
        r#type: "Shop.Clock".into(),
        abstraction: "TimeProvider".into(),
        held_in: "_time".into(),
        findings: vec![document.findings[0].id.clone()],
        extra: Extra::new(),
    }];
    document.abstractions = vec![abstraction()];
    document.changes = changes(&text);
    document.declined = vec![Declined {
        what: "package:System.IO.Abstractions".into(),
        needed_by: vec!["filesystem".into()],
        authorise: Some("--allow-packages".into()),
        extra: Extra::new(),
    }];
    document.migration = Some(migration(&document));
    document.behaviour = Some(behaviour(&document));
    document
}

/// The same as plain JSON.
pub(super) fn value() -> Value {
    serde_json::from_str(&document().into_json()).unwrap()
}

fn coverage() -> Coverage {
    Coverage {
        files_scanned: 3,
        excluded: [(ExclusionReason::Test, 2)].into(),
        not_read: [(NotReadKind::Razor, 1)].into(),
    }
}

fn survey() -> Survey {
    let mut ids = FindingIds::default();
    let mut finding = |api: &str, pattern: &str, category: Category, replacement| {
        let start = CLOCK.find(pattern).unwrap();
        let range = TextRange::new(start, start + pattern.len());
        let api = SymbolId::new(api);
        Finding {
            id: ids.next("Shop/Shop.csproj", &api, "Clock"),
            api,
            overloads: Vec::new(),
            pattern: pattern.into(),
            category,
            path: clock_path(),
            range,
            member_range: range,
            line_col: LineCol {
                line: 1,
                column: start as u32 + 1,
            },
            disk_range: range,
            text: pattern.into(),
            type_name: "Clock".into(),
            member: "A".into(),
            context: Context::FieldInitializer,
            provenance: Provenance::Static,
            project: Some(SourcePath::new("Shop/Shop.csproj")),
            assumed: false,
            replacement,
            intentional: None,
        }
    };
    let replacement = Replacement {
        abstraction: "System.TimeProvider".into(),
        kind: AbstractionKind::BuiltIn,
        available: true,
    };
    let time = finding(
        "P:System.DateTime.UtcNow",
        "DateTime.UtcNow",
        Category::Time,
        Some(replacement),
    );
    let file = finding(
        "M:System.IO.File.Exists",
        "File.Exists",
        Category::Filesystem,
        None,
    );
    let not_counted = NotCounted {
        reason: NotCountedReason::PureHelper,
        api: SymbolId::new("M:System.IO.Path.Combine"),
        pattern: "Path.Combine".into(),
        category: Category::Filesystem,
        path: SourcePath::new("Shop/Paths.cs"),
        range: TextRange::new(1, 2),
        line_col: LineCol { line: 4, column: 9 },
        project: None,
    };
    let incomplete = Incomplete {
        path: SourcePath::new("../Directory.Build.props"),
        line: Some(2),
        reason: IncompleteReason::NotEvaluated,
        detail: "`$(Flavour)`".into(),
    };
    Survey {
        findings: vec![time, file],
        not_counted: vec![not_counted],
        incomplete: vec![incomplete],
        advisories: vec![remark(AdvisoryKind::ElapsedWallClock)],
        test_smells: vec![remark(SmellKind::Sleeping)],
    }
}

fn remark<K>(kind: K) -> Remark<K> {
    Remark {
        kind,
        category: Category::Time,
        path: clock_path(),
        range: TextRange::new(1, 2),
        line_col: LineCol { line: 1, column: 2 },
        text: "a - b".into(),
        type_name: "Clock".into(),
        member: "A".into(),
        project: Some(SourcePath::new("Shop/Shop.csproj")),
        detail: "`a`".into(),
    }
}

fn project() -> Project {
    Project {
        path: SourcePath::new("Shop/Shop.csproj").into(),
        role: ProjectRole::Production.into(),
        target_frameworks: vec!["net8.0".into()],
        implicit_usings: true,
        packages: vec![Package {
            id: "Autofac".into(),
            version: Some("8.0.0".into()),
            extra: Extra::new(),
        }],
        references: vec!["../Core/Core.csproj".into()],
        test_framework: Some(TestFramework::NUnit.into()),
        container: Some(Container::Microsoft.into()),
        extra: Extra::new(),
    }
}

fn abstraction() -> Abstraction {
    Abstraction {
        name: "System.TimeProvider".into(),
        kind: AbstractionKind::BuiltIn.into(),
        categories: vec![Category::Time.into()],
        project: Some(SourcePath::new("Shop/Shop.csproj").into()),
        available: true,
        package: None,
        default: Some("System.TimeProvider.System".into()),
        apis: vec![SymbolId::new("P:System.DateTime.UtcNow").into()],
        path: Some(SourcePath::new("Shop/IClock.cs").into()),
        why: None,
        extra: Extra::new(),
    }
}

/// The edit that replaces the text of the first finding.
pub(super) fn edit() -> TextEdit {
    let start = CLOCK.find("DateTime").unwrap();
    let range = TextRange::new(start, start + "DateTime.UtcNow".len());
    TextEdit::new([Edit {
        range,
        text: "_time.GetUtcNow().UtcDateTime".into(),
    }])
    .unwrap()
}

fn changes(text: &SourceText) -> Vec<Change> {
    let new = SourcePath::new("Shop/Added.cs");
    let create = FileChange::Create("\u{feff}class Added {}\r\n".into());
    let edit = FileChange::Edit(edit());
    let stage = "migrate-static-to-wrapper";
    vec![
        Change::new(stage, &new, None, &create).unwrap(),
        Change::new(stage, &clock_path(), Some(text), &edit).unwrap(),
    ]
}

fn migration(document: &Document) -> Migration {
    let refusal = Refusal {
        site: document.findings[1].id.0.clone(),
        reason: Reason::NotRequested,
        detail: String::new(),
    };
    let step = VerificationStep {
        command: "dotnet test".into(),
        exit_code: Some(0),
        passed: true,
        tests: Some(TestCounts {
            passed: 3,
            failed: 0,
            skipped: 1,
            extra: Extra::new(),
        }),
        summary: "Passed!".into(),
        extra: Extra::new(),
    };
    Migration {
        found: 2,
        replaced: 1,
        remaining: vec![Remaining::from(&refusal)],
        out_of_scope: 0,
        verification: Some(Verification {
            passed: true,
            steps: vec![step],
            extra: Extra::new(),
        }),
        notes: vec![MigrationNote::from(&Note {
            kind: NoteKind::RealDefault,
            text: "`Shop.Clock`".into(),
            path: clock_path(),
            line: 3,
        })],
        extra: Extra::new(),
    }
}

fn behaviour(document: &Document) -> Behaviour {
    let id = document.findings[0].id.clone();
    Behaviour {
        target: "Clock.Now".into(),
        path: clock_path().into(),
        line: 1,
        blocks: vec![Block {
            finding: id.clone(),
            through: vec!["Clock.Now".into()],
            extra: Extra::new(),
        }],
        seams: vec![ChosenSeam {
            seam: SeamKind::Constructor.into(),
            on: "Shop.Clock".into(),
            holds: "System.TimeProvider".into(),
            serves: vec![id],
            why: "it is built in".into(),
            rejected: vec![RejectedSeam {
                seam: SeamKind::Ambient.into(),
                why: "the class can take it".into(),
                extra: Extra::new(),
            }],
            extra: Extra::new(),
        }],
        unclear: vec!["Shop/Clock.cs:3".into()],
        verification: None,
        notes: vec![MigrationNote::from(&Note {
            kind: NoteKind::InternalConstructor,
            text: "`Shop.Clock`".into(),
            path: clock_path(),
            line: 3,
        })],
        extra: Extra::new(),
    }
}
