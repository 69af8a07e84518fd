//! Static classes of the project that reach an ambient API, ranked by how often other code uses them: the helpers that
//! are worth a seam of their own, because one seam there frees all their callers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use seamwright_common::catalogue::{Catalogue, IdParts, ProjectApi};
use seamwright_common::cli::{Error, Session};
use seamwright_common::contract::{FilePath, Suggestion};
use seamwright_common::finding::{Category, Finding};
use seamwright_common::outline::{Outline, TypeId};
use seamwright_common::survey::{SurveyOptions, steps_of, survey_workspace};
use seamwright_common::syntax::Modifiers;
use seamwright_common::text::LineIndex;
use seamwright_common::workspace::Workspace;

use crate::render::{Block, Line, Side, Span, code, number, prose, words};
use crate::setup::Setup;
use crate::{Args, report};

/// How often helpers are looked for that reach an ambient API through those found before.
const ROUNDS: usize = 6;

/// How many APIs are named that a class reaches.
const NAMED: usize = 3;

/// Where a static class is declared.
type Declared = BTreeMap<String, (FilePath, u32)>;

/// What each class reaches, as people write it, with counts.
type Reached = BTreeMap<String, BTreeMap<String, u32>>;

/// The classes, the most used first; and how the root is shown.
pub(crate) fn suggest(
    args: &Args,
    setup: &Setup,
    scopes: &[PathBuf],
    listed: Option<Vec<PathBuf>>,
    session: &Session<'_>,
) -> Result<(String, Vec<Suggestion>), Error> {
    let mut options = args.scope.workspace_options(listed);
    options.exclude.extend(setup.exclude.iter().cloned());
    let workspace = Workspace::open(scopes, &options)?;
    for report in workspace.recovered() {
        session.warn(&report.to_string());
    }
    let declared = static_classes(&workspace);
    let look = |catalogue: &Catalogue, categories: BTreeSet<Category>| {
        let progress = session.progress("Looking for helpers");
        progress.set_total(steps_of(&workspace));
        let options = SurveyOptions {
            categories,
            ..SurveyOptions::default()
        };
        survey_workspace(&workspace, catalogue, &options, &|| progress.step())
            .survey
            .findings
    };
    let mut reached = Reached::new();
    let categories = args.category.iter().copied().collect();
    let direct = look(setup.catalogue(), categories);
    add_reached(&direct, &declared, &BTreeSet::new(), &mut reached);
    let mut uses = Vec::new();
    for _ in 0..ROUNDS {
        let known: BTreeSet<String> = reached.keys().cloned().collect();
        let Some(catalogue) = catalogue_of(&known) else {
            break;
        };
        uses = look(&catalogue, [Category::ProjectStatic].into());
        if !add_reached(&uses, &declared, &known, &mut reached) {
            break;
        }
    }
    let named: BTreeSet<&str> = setup
        .apis
        .iter()
        .filter_map(|(api, _)| Some(IdParts::of(&api.id)?.type_name))
        .collect();
    let mut suggestions: Vec<Suggestion> = reached
        .into_iter()
        .filter(|(class, _)| !named.contains(class.as_str()))
        .filter_map(|(class, patterns)| {
            let of_class = |finding: &&Finding| {
                IdParts::of(finding.api.as_str()).is_some_and(|parts| parts.type_name == class)
            };
            let of_class: Vec<&Finding> = uses.iter().filter(of_class).collect();
            let files: BTreeSet<&str> = of_class.iter().map(|one| one.path.as_str()).collect();
            let (path, line) = declared.get(&class)?.clone();
            let mut reaches: Vec<(String, u32)> = patterns.into_iter().collect();
            reaches.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
            Some(Suggestion {
                id: format!("T:{class}"),
                uses: of_class.len() as u32,
                files: files.len() as u32,
                reaches: reaches.into_iter().map(|(pattern, _)| pattern).collect(),
                path,
                line,
            })
        })
        .collect();
    suggestions.sort_by(|one, other| {
        other
            .uses
            .cmp(&one.uses)
            .then_with(|| one.id.cmp(&other.id))
    });
    Ok((workspace.root().to_owned(), suggestions))
}

/// Takes in what static classes reach that weren't known; whether there were any.
fn add_reached(
    findings: &[Finding],
    declared: &Declared,
    known: &BTreeSet<String>,
    reached: &mut Reached,
) -> bool {
    let mut is_new = false;
    for finding in findings {
        let class = &finding.type_name;
        if declared.contains_key(class) && !known.contains(class) {
            is_new = true;
            let patterns = reached.entry(class.clone()).or_default();
            *patterns.entry(finding.pattern.clone()).or_default() += 1;
        }
    }
    is_new
}

/// The standard catalogue with all statics of these classes; `None` when there are none.
fn catalogue_of(classes: &BTreeSet<String>) -> Option<Catalogue> {
    let api = |class: &String| ProjectApi {
        id: format!("T:{class}"),
        category: Category::ProjectStatic,
        abstraction: None,
    };
    let apis: Vec<ProjectApi> = classes.iter().map(api).collect();
    // A class that is called like one of the catalogue has no id of its own.
    let standard = Catalogue::standard();
    let apis: Vec<ProjectApi> = apis
        .into_iter()
        .filter(|api| IdParts::of(&api.id).is_some_and(|parts| !standard.has_type(parts.type_name)))
        .collect();
    if apis.is_empty() {
        return None;
    }
    Catalogue::with_project_apis(&apis).ok()
}

/// The static classes in scope. Of a partial one the first part counts.
fn static_classes(workspace: &Workspace) -> Declared {
    let read = workspace.for_each_source(|source| {
        let text = &source.text.text;
        if !source.in_scope || !text.contains("static") {
            return Vec::new();
        }
        let (outline, lines) = (Outline::of(text), LineIndex::new(text));
        let types = outline.types().iter().enumerate();
        let statics = types.filter(|(_, one)| one.modifiers.contains(Modifiers::STATIC));
        let found = statics.map(|(index, one)| {
            let name = outline.full_name(TypeId(index as u32));
            let line = lines.line_col(text, one.name_range.start()).line;
            (name, (source.file.path.clone().into(), line))
        });
        found.collect::<Vec<(String, (FilePath, u32))>>()
    });
    let mut declared = Declared::new();
    for (name, place) in read.results.into_iter().flat_map(|(_, found)| found) {
        declared.entry(name).or_insert(place);
    }
    declared
}

/// The suggestions as a report. `root` is how the root is shown.
pub(crate) fn page(root: &str, suggestions: &[Suggestion]) -> Vec<Block> {
    let (used, unused): (Vec<&Suggestion>, Vec<&Suggestion>) =
        suggestions.iter().partition(|one| one.uses > 0);
    let mut title = words(match used.len() {
        0 => "No static class that other code uses reaches an ambient API in ".to_owned(),
        1 => "1 static class reaches ambient APIs for others in ".to_owned(),
        count => format!("{count} static classes reach ambient APIs for others in "),
    });
    title.push(Span::Code(root.to_owned()));
    let mut blocks = vec![Block::Title(title)];
    let row = |one: &&Suggestion| -> Vec<Line> {
        let mut reaches: Vec<String> = one.reaches.iter().take(NAMED).cloned().collect();
        if one.reaches.len() > NAMED {
            reaches.push("…".to_owned());
        }
        let place = format!("{}:{}", report::shown(root, one.path.as_str()), one.line);
        vec![
            number(one.uses as usize),
            number(one.files as usize),
            code(&one.id),
            code(reaches.join(", ")),
            code(place),
        ]
    };
    if !used.is_empty() {
        let columns = vec![
            ("uses", Side::Right),
            ("files", Side::Right),
            ("id", Side::Left),
            ("reaches", Side::Left),
            ("place", Side::Left),
        ];
        blocks.push(Block::Table(columns, used.iter().map(row).collect()));
        let advice = "A seam in one of these frees all that use it. Name those that get one in `seamwright.toml`, as `[[api]]` with this `id`, and their uses are found like any other.";
        blocks.push(Block::Paragraph(prose(advice)));
    }
    if !unused.is_empty() {
        let count = unused.len();
        let text = format!("{count} more reach some, and nothing else uses them by name.");
        blocks.push(Block::Paragraph(words(text)));
    }
    blocks
}
