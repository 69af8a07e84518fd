//! One pass for each abstraction, each on what the passes before it left: a class that gets two of them gets one after
//! the other. Findings keep the names that they had at first. Knows neither which findings are asked for nor how they
//! are written.
//!
//! - [`friends`]: the test assemblies that must see what is new, and the tests that they get;
//! - `proof`: the plan that holds;
//! - `scope_tests`: the tests of ambient scopes;
//! - [`test_style`]: how the tests of a project are written.

pub mod friends;
mod proof;
mod scope_tests;
pub mod test_style;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::catalogue::Catalogue;
use crate::cli::Error;
use crate::contract::Document;
use crate::edit::{FileChange, SourceChange, TextEdit};
use crate::finding::{Finding, FindingId, Survey};
use crate::note::Note;
use crate::refusal::Reason;
use crate::seam::abstraction::{Abstractions, passed_on};
use crate::seam::code::Reader;
use crate::seam::delegated::delegate_for;
use crate::seam::dependency::Dependency;
use crate::seam::replace::{Choices, ClassReport, NewScope, Planner, dependency_for, stays_anyway};
use crate::seam::tree::SourceTree;
use crate::source::{Encoding, SourcePath, SourceText};
use crate::survey::KnownLibrary;

use self::proof::{Proven, proven};

/// The edits of one pass, and what they are edits of.
pub struct Step {
    /// The sources before it.
    pub before: SourceTree,
    /// Its edits.
    pub edits: BTreeMap<SourcePath, TextEdit>,
    /// New files.
    pub created: BTreeMap<SourcePath, String>,
}

impl Step {
    /// The sources afterwards; `None` when an edit lies outside of its file, which a plan that holds has none of.
    pub fn after(&self) -> Option<SourceTree> {
        let mut after = self.before.after(&self.edits)?;
        for (path, text) in &self.created {
            let source = SourceText {
                text: text.as_str().into(),
                encoding: Encoding::Utf8,
            };
            after.create(path.clone(), source, 0);
        }
        Some(after)
    }
}

/// All passes together. Findings are those of the first survey, by index.
#[derive(Default)]
pub struct Migrated {
    /// The passes that changed something.
    pub steps: Vec<Step>,
    /// What is replaced.
    pub replaced: BTreeSet<usize>,
    /// What stays, and why.
    pub remaining: BTreeMap<usize, (Reason, String)>,
    /// The classes that change.
    pub classes: Vec<ClassReport>,
    /// What else is to say.
    pub notes: BTreeSet<Note>,
    /// The ambient scopes that are new.
    pub scopes: Vec<NewScope>,
    /// The sources afterwards.
    pub tree: SourceTree,
}

impl Migrated {
    /// Adds what changes to a document, in the order of the passes.
    ///
    /// # Errors
    ///
    /// When a change doesn't fit the file that it is one of.
    pub fn add_to(&self, document: &mut Document, tool: &str) -> Result<(), Error> {
        for step in &self.steps {
            let edits = step.edits.iter();
            let files = edits.map(|(path, edit)| (path.clone(), FileChange::Edit(edit.clone())));
            let created = step.created.iter();
            let created =
                created.map(|(path, text)| (path.clone(), FileChange::Create(text.clone())));
            let change = SourceChange {
                files: files.chain(created).collect(),
            };
            document.add_changes(tool, &change, |path| step.before.source(path).cloned())?;
        }
        Ok(())
    }
}

/// Migrates the findings at `requested`; what isn't the user's doing is the message.
pub fn migrate(
    tree: &SourceTree,
    survey: &Survey,
    requested: &[usize],
    choices: &Choices,
    search: &dyn Fn(&SourceTree) -> Survey,
) -> Result<Migrated, String> {
    let mut done = Migrated::default();
    let (mut tree, mut survey) = (tree.clone(), survey.clone());
    let index: HashMap<FindingId, usize> = survey
        .findings
        .iter()
        .enumerate()
        .map(|(index, finding)| (finding.id.clone(), index))
        .collect();
    for (dependency, served) in passes(&tree, &survey, requested, choices, &mut done.remaining) {
        let now = survey.findings.iter().enumerate();
        let now = now.filter(|(_, finding)| served.contains(&finding.id));
        let now: Vec<usize> = now.map(|(at, _)| at).collect();
        let catalogue = Catalogue::standard();
        let code = tree.code();
        let library = KnownLibrary::new(catalogue);
        let reader = Reader::new(&code, &library);
        let given = passed_on(&tree, &code, &dependency, search);
        let planner = Planner::new(&reader, &survey, catalogue, choices, &dependency, &given);
        let Proven {
            mut plan,
            edits,
            after,
        } = proven(&planner, &tree, &survey, &now, search)?;
        let original = |at: usize| index.get(&survey.findings[at].id).copied();
        done.replaced
            .extend(plan.replaced.iter().filter_map(|at| original(*at)));
        let remaining = plan.remaining.into_iter();
        done.remaining
            .extend(remaining.filter_map(|(at, why)| Some((original(at)?, why))));
        done.classes.extend(plan.classes);
        done.scopes.extend(plan.scopes);
        let notes = plan.notes.into_iter();
        done.notes
            .extend(notes.map(|note| at_first(note, &tree, &done.steps)));
        let Some((next, found)) = after else { continue };
        let found = renamed(&survey, found, &plan.replaced);
        let before = std::mem::replace(&mut tree, next);
        let created = std::mem::take(&mut plan.created).into_iter();
        let created = created.map(|(path, (_, text))| (path, text)).collect();
        done.steps.push(Step {
            before,
            edits,
            created,
        });
        survey = found;
    }
    done.tree = tree;
    let (found, accounted) = (requested.len(), done.replaced.len() + done.remaining.len());
    if found != accounted {
        return Err(format!("{found} found, but {accounted} accounted for"));
    }
    Ok(done)
}

/// Which abstraction serves which findings, the clock first; the rest remains.
fn passes(
    tree: &SourceTree,
    survey: &Survey,
    requested: &[usize],
    choices: &Choices,
    remaining: &mut BTreeMap<usize, (Reason, String)>,
) -> Vec<(Dependency, BTreeSet<FindingId>)> {
    let catalogue = Catalogue::standard();
    let code = tree.code();
    let library = KnownLibrary::new(catalogue);
    let reader = Reader::new(&code, &library);
    let abstractions = Abstractions::of(&code);
    let mut passes: BTreeMap<(bool, String), (Dependency, BTreeSet<FindingId>)> = BTreeMap::new();
    for &at in requested {
        let finding = &survey.findings[at];
        let dependency = if choices.delegated.contains(&finding.id) {
            delegate_for(&reader, finding)
        } else {
            dependency_for(&reader, &abstractions, catalogue, finding)
        };
        match dependency {
            Ok(dependency) => {
                let mut name = dependency.type_name.clone();
                if dependency.call().is_some() {
                    name = format!("{name} {}", dependency.stands_for);
                }
                let key = (!dependency.is_clock(), name);
                let pass = passes
                    .entry(key)
                    .or_insert_with(|| (dependency, BTreeSet::new()));
                pass.1.insert(finding.id.clone());
            }
            Err((reason, detail)) => {
                let place = Some(())
                    .filter(|()| reason == Reason::AbstractionMissing)
                    .and_then(|()| stays_anyway(finding, choices));
                remaining.insert(at, place.unwrap_or((reason, detail)));
            }
        }
    }
    passes.into_values().collect()
}

/// The findings of the search afterwards with the names that they had before: in each type, those of an API keep their
/// order.
fn renamed(before: &Survey, mut after: Survey, replaced: &[usize]) -> Survey {
    let key = |finding: &Finding| {
        (
            finding.path.clone(),
            finding.api.without_parameters().to_owned(),
            finding.type_name.clone(),
            finding.range.start(),
        )
    };
    let gone: BTreeSet<usize> = replaced.iter().copied().collect();
    let kept = before.findings.iter().enumerate();
    let kept = kept.filter(|(at, _)| !gone.contains(at));
    let mut kept: Vec<&Finding> = kept.map(|(_, finding)| finding).collect();
    kept.sort_by_cached_key(|finding| key(finding));
    let mut order: Vec<usize> = (0..after.findings.len()).collect();
    order.sort_by_cached_key(|at| key(&after.findings[*at]));
    for (at, old) in order.into_iter().zip(kept) {
        after.findings[at].id = old.id.clone();
    }
    after
}

/// The note with the line that its place had before all passes.
fn at_first(mut note: Note, tree: &SourceTree, steps: &[Step]) -> Note {
    let Some(source) = tree.source(&note.path) else {
        return note;
    };
    let line = note.line.saturating_sub(1) as usize;
    let mut offset = line_start(&source.text, line);
    let mut text = &source.text;
    for step in steps.iter().rev() {
        if let (Some(edit), Some(before)) =
            (step.edits.get(&note.path), step.before.source(&note.path))
        {
            offset = edit.before(offset);
            text = &before.text;
        }
    }
    let before = text.get(..offset).unwrap_or_default();
    note.line = before.matches('\n').count() as u32 + 1;
    note
}

fn line_start(text: &str, line: usize) -> usize {
    let mut starts = text.match_indices('\n').map(|(at, _)| at + 1);
    line.checked_sub(1)
        .map_or(0, |skipped| starts.nth(skipped).unwrap_or(text.len()))
}
