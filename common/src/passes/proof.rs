//! The proof of a plan: its edits are disjoint and leave C# that is understood, and the same search afterwards finds
//! just what remains. Classes whose edits don't hold go out, and the rest is planned anew.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::binding::FileId;
use crate::edit::{Edit, TextEdit};
use crate::finding::{Finding, Survey};
use crate::refusal::Reason;
use crate::seam::code::ClassId;
use crate::seam::inject::Refused;
use crate::seam::replace::{Plan, Planner};
use crate::seam::tree::SourceTree;
use crate::source::{Encoding, SourcePath, SourceText};
use crate::syntax::parse;

/// A plan that holds, and its edits by file.
pub(super) struct Proven {
    pub(super) plan: Plan,
    pub(super) edits: BTreeMap<SourcePath, TextEdit>,
    /// The sources afterwards and what is found in them; `None` when nothing changes.
    pub(super) after: Option<(SourceTree, Survey)>,
}

/// Rounds of planning without the classes that didn't hold. Each takes at least one out; a tree in which many of them
/// fail one after the other isn't worth more.
const MOST_ROUNDS: usize = 16;

/// Plans until the plan holds; what doesn't hold for a reason that no class is to blame for is the message.
pub(super) fn proven(
    planner: &Planner<'_>,
    tree: &SourceTree,
    before: &Survey,
    requested: &[usize],
    search: &dyn Fn(&SourceTree) -> Survey,
) -> Result<Proven, String> {
    let mut out: BTreeMap<ClassId, Refused> = BTreeMap::new();
    let mut problem = String::new();
    for _ in 0..MOST_ROUNDS {
        let plan = planner.plan(requested, &out);
        adds_up(&plan, requested)?;
        let (file, what) = match edits_of(planner, tree, &plan) {
            Ok(edits) => {
                if edits.is_empty() {
                    let after = None;
                    return Ok(Proven { plan, edits, after });
                }
                let after = after(tree, &edits, &plan).ok_or("an edit lies outside its file")?;
                let found = search(&after);
                match difference(before, &found, &plan) {
                    None => {
                        let after = Some((after, found));
                        return Ok(Proven { plan, edits, after });
                    }
                    Some((path, api)) => {
                        let what = format!(
                            "the search afterwards finds something else than what remains: `{api}` in `{path}`"
                        );
                        let code = planner.reader().code();
                        let file = code.files().find(|(_, file)| file.path.as_str() == path);
                        match file {
                            Some((file, _)) => (file, what),
                            None => return Err(what),
                        }
                    }
                }
            }
            Err(failed) => failed,
        };
        let blamed = blamed(tree, &plan, file);
        if blamed.is_empty() {
            return Err(what);
        }
        for class in blamed {
            out.insert(class, Refused::new(Reason::SyntaxNotUnderstood, &what));
        }
        problem = what;
    }
    Err(problem)
}

/// The tree after the edits, with the new files.
fn after(
    tree: &SourceTree,
    edits: &BTreeMap<SourcePath, TextEdit>,
    plan: &Plan,
) -> Option<SourceTree> {
    let mut after = tree.after(edits)?;
    for (path, (project, text)) in &plan.created {
        let source = SourceText {
            text: text.as_str().into(),
            encoding: Encoding::Utf8,
        };
        after.create(path.clone(), source, *project);
    }
    Some(after)
}

fn adds_up(plan: &Plan, requested: &[usize]) -> Result<(), String> {
    let (found, replaced) = (requested.len(), plan.replaced.len());
    let remaining = plan.remaining.len();
    if found == replaced + remaining {
        return Ok(());
    }
    Err(format!(
        "{found} found, but {replaced} replaced and {remaining} remaining"
    ))
}

/// The edits by file; or the file whose edits overlap or break its syntax.
fn edits_of(
    planner: &Planner<'_>,
    tree: &SourceTree,
    plan: &Plan,
) -> Result<BTreeMap<SourcePath, TextEdit>, (FileId, String)> {
    let mut edits = BTreeMap::new();
    for (file, of_file) in &plan.edits {
        let path = &tree.files[file.0 as usize].path;
        let edit = TextEdit::new(of_file.iter().cloned())
            .map_err(|overlap| (*file, format!("two edits of `{path}` overlap ({overlap})")))?;
        let understood = planner
            .reader()
            .root(*file)
            .is_some_and(|root| !root.has_error());
        if understood && !stays_understood(tree, *file, &edit) {
            return Err((*file, format!("`{path}` would no longer be understood")));
        }
        edits.insert(path.clone(), edit);
    }
    Ok(edits)
}

fn stays_understood(tree: &SourceTree, file: FileId, edit: &TextEdit) -> bool {
    let after = edit.apply(&tree.files[file.0 as usize].source.text);
    after.is_some_and(|text| parse(&text.into()).is_ok_and(|tree| !tree.root().has_error()))
}

/// The classes whose edits of the file don't hold by themselves; all that edit it, when each does.
fn blamed(tree: &SourceTree, plan: &Plan, file: FileId) -> BTreeSet<ClassId> {
    let Some(classes) = plan.by_class.get(&file) else {
        return BTreeSet::new();
    };
    let breaks = |edits: &Vec<Edit>| {
        let edit = TextEdit::new(edits.iter().cloned());
        edit.map_or(true, |edit| !stays_understood(tree, file, &edit))
    };
    // One parse for each class: in files with very many of them all go.
    let few = classes.len() <= 64;
    let alone: BTreeSet<ClassId> = classes
        .iter()
        .filter(|(_, edits)| few && breaks(edits))
        .map(|(class, _)| class.clone())
        .collect();
    if alone.is_empty() {
        classes.keys().cloned().collect()
    } else {
        alone
    }
}

/// Where the search afterwards doesn't find just what wasn't replaced. It counts by file and API: ids can shift where a
/// neighbour went.
fn difference(before: &Survey, after: &Survey, plan: &Plan) -> Option<(String, String)> {
    let replaced: HashSet<usize> = plan.replaced.iter().copied().collect();
    let kept = before.findings.iter().enumerate();
    let kept = kept.filter(|(index, _)| !replaced.contains(index));
    let expected = counts(kept.map(|(_, finding)| finding));
    let observed = counts(after.findings.iter());
    let mut keys = expected.keys().chain(observed.keys());
    keys.find(|key| expected.get(*key) != observed.get(*key))
        .cloned()
}

fn counts<'f>(findings: impl Iterator<Item = &'f Finding>) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        let api = finding.api.without_parameters().to_owned();
        *counts.entry((finding.path.to_string(), api)).or_default() += 1;
    }
    counts
}
