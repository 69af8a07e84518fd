//! A document in memory for the tests of this crate.

use seamwright_common::contract::Document;
use seamwright_common::coverage::{Coverage, ExclusionReason, NotReadKind};
use seamwright_common::finding::{
    AbstractionKind, Category, Context, Finding, FindingIds, Incomplete, IncompleteReason,
    NotCounted, NotCountedReason, Provenance, Replacement, Survey,
};
use seamwright_common::source::SourcePath;
use seamwright_common::symbol::SymbolId;
use seamwright_common::text::{LineCol, TextRange};

/// A finding that a test changes as it needs.
pub(crate) fn finding(api: &str, pattern: &str, category: Category, place: (&str, u32)) -> Finding {
    let (path, line) = place;
    let range = TextRange::new(line as usize * 100, line as usize * 100 + 10);
    let api = SymbolId::new(api);
    Finding {
        id: FindingIds::default().next(path, &api, &line.to_string()),
        api,
        overloads: Vec::new(),
        pattern: pattern.to_owned(),
        category,
        path: SourcePath::new(path),
        range,
        member_range: range,
        line_col: LineCol { line, column: 9 },
        disk_range: range,
        text: pattern.to_owned(),
        type_name: "Shop.Orders".to_owned(),
        member: "Create".to_owned(),
        context: Context::InstanceMethod,
        provenance: Provenance::Static,
        project: None,
        assumed: false,
        replacement: None,
        intentional: None,
    }
}

/// A read of the clock, with the built-in provider at hand.
pub(crate) fn clock(path: &str, line: u32) -> Finding {
    let replacement = Replacement {
        abstraction: "System.TimeProvider".to_owned(),
        kind: AbstractionKind::BuiltIn,
        available: true,
    };
    Finding {
        replacement: Some(replacement),
        ..finding(
            "P:System.DateTime.Now",
            "DateTime.Now",
            Category::Time,
            (path, line),
        )
    }
}

/// A use of the disk, with a package to be added.
pub(crate) fn disk(path: &str, line: u32) -> Finding {
    let replacement = Replacement {
        abstraction: "System.IO.Abstractions.IFileSystem".to_owned(),
        kind: AbstractionKind::Package,
        available: false,
    };
    let api = "M:System.IO.File.Exists(System.String)";
    Finding {
        replacement: Some(replacement),
        ..finding(api, "File.Exists", Category::Filesystem, (path, line))
    }
}

/// A document of `src` with these findings, and with something in each other list.
pub(crate) fn document(findings: Vec<Finding>) -> Document {
    let helper = NotCounted {
        reason: NotCountedReason::PureHelper,
        api: SymbolId::new("M:System.IO.Path.Combine(System.String,System.String)"),
        pattern: "Path.Combine".to_owned(),
        category: Category::Filesystem,
        path: SourcePath::new("A.cs"),
        range: TextRange::new(0, 4),
        line_col: LineCol { line: 1, column: 1 },
        project: None,
    };
    let open = Incomplete {
        path: SourcePath::new("Broken.cs"),
        line: Some(4),
        reason: IncompleteReason::SyntaxNotUnderstood,
        detail: String::new(),
    };
    let survey = Survey {
        findings,
        not_counted: vec![helper.clone(), helper],
        incomplete: vec![open],
        ..Survey::default()
    };
    let coverage = Coverage {
        files_scanned: 12,
        excluded: [(ExclusionReason::Test, 3), (ExclusionReason::Generated, 1)].into(),
        not_read: [(NotReadKind::Razor, 2)].into(),
    };
    let mut document = Document::new("src");
    document.set_survey(&coverage, &survey);
    document
}
