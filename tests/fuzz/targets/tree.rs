//! A small tree of sources, surveyed and migrated: numbers add up, places lie where they say, and what is planned fits.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::{GlobalUsing, GlobalUsingKind, ProjectId, ProjectScope};
use seamwright_common::catalogue::Catalogue;
use seamwright_common::contract::{Document, Source};
use seamwright_common::coverage::{Coverage, ProjectRole};
use seamwright_common::finding::{Category, Survey};
use seamwright_common::seam::code::{CodeProject, Reader, Writing};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::replace::{Choices, Planner};
use seamwright_common::seam::tree::{SourceTree, TreeFile};
use seamwright_common::source::{SourcePath, SourceText};
use seamwright_common::survey::{KnownLibrary, Reading, SurveyOptions, SurveyProject};
use seamwright_common::syntax::parse;
use seamwright_common::text::{LineIndex, TextRange};
use seamwright_common::workspace::Ownership;

use super::document::fixed_point;
use super::files::split;

const USINGS: [&str; 5] = [
    "System",
    "System.IO",
    "System.Linq",
    "System.Net.Http",
    "System.Threading.Tasks",
];

/// Files by path, the first `A.cs`; those below `test/` belong to a second project that sees the first.
pub fn survey(bytes: &[u8]) {
    let tree = tree(bytes);
    let survey = all(&tree, Reading::Parts);
    let again = all(&tree, Reading::Parts);
    assert_eq!(survey, again, "the second time is another");
    one_by_one(&tree, &survey);
    let mut ids = BTreeSet::new();
    for finding in &survey.findings {
        let source = place(&tree, &finding.path, finding.range);
        assert!(ids.insert(&finding.id), "{} twice", finding.id);
        assert_eq!(finding.text, source.text[finding.range.as_range()]);
        assert!(source.text.get(finding.member_range.as_range()).is_some());
        let lines = LineIndex::new(&source.text);
        let there = lines.line_col(&source.text, finding.range.start());
        assert_eq!(finding.line_col, there);
        assert_eq!(finding.disk_range, source.disk_range(finding.range));
    }
    let counted = survey.findings.iter().map(|one| (&one.path, one.range));
    let counted: BTreeSet<(&SourcePath, TextRange)> = counted.collect();
    for one in &survey.not_counted {
        place(&tree, &one.path, one.range);
        assert!(!counted.contains(&(&one.path, one.range)), "{one:?}");
    }
    for one in &survey.incomplete {
        let source = tree.source(&one.path).unwrap();
        let lines = LineIndex::new(&source.text).lines();
        let line = one.line.unwrap_or(1) as usize;
        assert!((1..=lines).contains(&line), "{one:?}");
    }
    let mut document = Document::new(".");
    document.set_survey(&Coverage::default(), &survey);
    for file in &tree.files {
        let bytes = file.source.encode(&file.source.text).unwrap();
        document.set_source(Source::new(&file.path, &bytes, &file.source));
    }
    fixed_point(document);
}

/// The same files: what a migration of all clocks would change.
pub fn plan(bytes: &[u8]) {
    let tree = tree(bytes);
    let survey = all(&tree, Reading::Parts);
    let findings = survey.findings.iter().enumerate();
    let clocks = findings.filter(|(_, one)| one.category == Category::Time);
    let requested: Vec<usize> = clocks.map(|(index, _)| index).collect();
    if requested.is_empty() {
        return;
    }
    let catalogue = Catalogue::standard();
    let code = tree.code();
    let library = KnownLibrary::new(catalogue);
    let reader = Reader::new(&code, &library);
    let choices = Choices::default();
    let clock = Dependency::time_provider();
    let planner = Planner::new(&reader, &survey, catalogue, &choices, &clock, &[]);
    let plan = planner.plan(&requested, &BTreeMap::new());
    let (replaced, remaining) = (&plan.replaced, &plan.remaining);
    assert_eq!(requested.len(), replaced.len() + remaining.len());
    assert!(replaced.iter().all(|index| !remaining.contains_key(index)));
    // Edits that don't go together are found out, and their classes left as they are.
    let Ok(edits) = tree.joined(&plan.edits) else {
        return;
    };
    let after = tree.after(&edits).expect("an edit that fits no file");
    for (old, new) in tree.files.iter().zip(&after.files) {
        assert!(clean(new) || !clean(old), "{}", new.source.text);
    }
}

fn all(tree: &SourceTree, reading: Reading) -> Survey {
    let options = SurveyOptions {
        reading,
        ..SurveyOptions::default()
    };
    tree.survey(Catalogue::standard(), &options).survey
}

/// Members that are parsed each by itself, as those of large files are in groups, tell the same; what isn't understood
/// may be read otherwise when less stands around it.
fn one_by_one(tree: &SourceTree, survey: &Survey) {
    let alone = all(tree, Reading::OneByOne);
    if survey.incomplete.is_empty() && alone.incomplete.is_empty() && tree.files.iter().all(clean) {
        assert_eq!(*survey, alone, "one by one it is another");
    }
}

fn clean(file: &TreeFile) -> bool {
    parse(&file.source.text).is_ok_and(|tree| !tree.root().has_error())
}

fn place<'t>(tree: &'t SourceTree, path: &SourcePath, range: TextRange) -> &'t SourceText {
    let source = tree.source(path).unwrap();
    assert!(
        source.text.get(range.as_range()).is_some(),
        "{path} {range}"
    );
    source
}

fn tree(bytes: &[u8]) -> SourceTree {
    let scope = |references: &[u32]| ProjectScope {
        assembly: "A".into(),
        references: references.iter().map(|id| ProjectId(*id)).collect(),
        usings: USINGS
            .iter()
            .map(|name| GlobalUsing {
                kind: GlobalUsingKind::Namespace,
                target: (*name).to_owned(),
            })
            .collect(),
        ..ProjectScope::default()
    };
    let project = |path: &str, role, references: &[u32]| CodeProject {
        path: SourcePath::new(path),
        role,
        packages: Vec::new(),
        seen: Vec::new(),
        frameworks: vec!["net8.0".into()],
        has_time_provider: true,
        executable: false,
        scope: scope(references),
        writing: Writing::default(),
    };
    let projects = vec![
        project("A.csproj", ProjectRole::Production, &[]),
        project("test/T.csproj", ProjectRole::Test, &[0]),
    ];
    let surveyed = projects.iter().map(|project| SurveyProject {
        path: Some(project.path.clone()),
        stable_path: project.path.as_str().to_owned(),
        scope: project.scope.clone(),
    });
    let surveyed = surveyed.collect();
    let mut files: Vec<TreeFile> = Vec::new();
    for (path, bytes) in split(bytes, "A.cs") {
        let path = SourcePath::normalised(&path);
        let Ok(source) = SourceText::decode(bytes) else {
            continue;
        };
        let is_test = path.as_str().starts_with("test/");
        // What a workspace never has.
        let name = |c: char| c.is_alphanumeric() || "._-/".contains(c);
        if path.as_str().is_empty()
            || path.as_str().starts_with("../")
            || !path.as_str().chars().all(name)
            || files.iter().any(|file| file.path == path)
        {
            continue;
        }
        files.push(TreeFile {
            path,
            source,
            project: usize::from(is_test),
            in_scope: true,
            editable: true,
            ownership: Ownership::Plain,
        });
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    SourceTree {
        files,
        surveyed,
        projects,
        ..SourceTree::default()
    }
}
