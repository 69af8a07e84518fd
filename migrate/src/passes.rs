//! One pass for each abstraction, each on what the passes before it left: a class that gets two of them gets one after
//! the other. Findings keep the names that they had at first.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use seamwright_common::catalogue::Catalogue;
use seamwright_common::edit::TextEdit;
use seamwright_common::finding::{Finding, FindingId, Survey};
use seamwright_common::note::Note;
use seamwright_common::refusal::Reason;
use seamwright_common::seam::abstraction::{Abstractions, passed_on};
use seamwright_common::seam::code::Reader;
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::replace::{
    Choices, ClassReport, NewScope, Planner, dependency_for, stays_anyway,
};
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::KnownLibrary;

use crate::proof::{Proven, proven};

/// The edits of one pass, and what they are edits of.
pub(crate) struct Step {
    pub(crate) before: SourceTree,
    pub(crate) edits: BTreeMap<SourcePath, TextEdit>,
    /// New files.
    pub(crate) created: BTreeMap<SourcePath, String>,
}

#[cfg(test)]
impl Step {
    /// The sources afterwards.
    pub(crate) fn after(&self) -> SourceTree {
        let mut after = self.before.after(&self.edits).unwrap();
        for (path, text) in &self.created {
            let source = seamwright_common::source::SourceText {
                text: text.as_str().into(),
                encoding: seamwright_common::source::Encoding::Utf8,
            };
            after.create(path.clone(), source, 0);
        }
        after
    }
}

/// All passes together. Findings are those of the first survey, by index.
#[derive(Default)]
pub(crate) struct Migrated {
    pub(crate) steps: Vec<Step>,
    pub(crate) replaced: BTreeSet<usize>,
    pub(crate) remaining: BTreeMap<usize, (Reason, String)>,
    pub(crate) classes: Vec<ClassReport>,
    pub(crate) notes: BTreeSet<Note>,
    /// The ambient scopes that are new.
    pub(crate) scopes: Vec<NewScope>,
    /// The sources afterwards.
    pub(crate) tree: SourceTree,
}

/// Migrates the findings at `requested`; what isn't the user's doing is the message.
pub(crate) fn migrate(
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
        match dependency_for(&reader, &abstractions, catalogue, finding) {
            Ok(dependency) => {
                let key = (!dependency.is_clock(), dependency.type_name.clone());
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
