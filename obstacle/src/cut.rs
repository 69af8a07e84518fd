//! The seams that were chosen, cut for the obstacles of one behaviour and nothing else: all of them or none. Which seam it
//! is was chosen before; how sites are replaced is shared.

use std::collections::BTreeSet;

use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, ErrorKind};
use seamwright_common::contract::{Declined, Extra};
use seamwright_common::finding::{Finding, FindingId};
use seamwright_common::note::Note;
use seamwright_common::opening::Opening;
use seamwright_common::passes::friends::{Friends, friends};
use seamwright_common::passes::{Migrated, migrate};
use seamwright_common::seam::inject::Constructors;
use seamwright_common::seam::kind::SeamKind;
use seamwright_common::seam::replace::Choices;
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::survey::SurveyOptions;

use crate::choose::Choice;

/// The clock.
const CLOCK: &str = "System.TimeProvider";

/// What is written.
pub(crate) struct Cut {
    pub(crate) done: Migrated,
    pub(crate) friends: Friends,
    /// What reads from a delegate now.
    pub(crate) delegated: BTreeSet<FindingId>,
}

impl Cut {
    /// What is left to write down: two constructors, scopes, friends.
    pub(crate) fn notes(&self) -> BTreeSet<Note> {
        self.done
            .notes
            .union(&self.friends.notes)
            .cloned()
            .collect()
    }
}

/// An obstacle whose seam can't be cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Uncut {
    pub(crate) seam: SeamKind,
    /// The type that would get it.
    pub(crate) on: String,
    /// What it is for: the API as it is written, and its place.
    pub(crate) serves: Vec<String>,
    pub(crate) why: String,
}

impl From<&Uncut> for Declined {
    fn from(uncut: &Uncut) -> Self {
        let why = &uncut.why;
        let needed = uncut.serves.iter().map(|one| format!("{one}: {why}"));
        Self {
            what: format!("seam:{}", uncut.seam),
            needed_by: needed.collect(),
            authorise: None,
            extra: Extra::new(),
        }
    }
}

/// Cuts what was chosen, for a behaviour of the class `own`; or says what can't be.
pub(crate) fn cut(
    opening: &Opening,
    own: &str,
    choices: &[Choice<'_>],
) -> Result<Result<Cut, Vec<Uncut>>, Error> {
    let unbuilt = choices.iter().filter_map(|choice| {
        let why = unbuilt(choice, own)?;
        Some(uncut(choice, choice.serves.iter().copied(), why))
    });
    let unbuilt: Vec<Uncut> = unbuilt.collect();
    if !unbuilt.is_empty() {
        return Ok(Err(unbuilt));
    }
    let served: BTreeSet<&FindingId> = choices
        .iter()
        .flat_map(|choice| &choice.serves)
        .map(|finding| &finding.id)
        .collect();
    let findings = &opening.survey.findings;
    let requested: Vec<usize> = (0..findings.len())
        .filter(|at| served.contains(&findings[*at].id))
        .collect();
    let options = SurveyOptions::default();
    let search = |after: &SourceTree| {
        let survey = || after.survey(Catalogue::standard(), &options);
        opening.workspace.in_parallel(survey).survey
    };
    let delegated = choices.iter().filter(|choice| is_delegate(choice));
    let delegated = delegated.flat_map(|choice| &choice.serves);
    let how = Choices {
        constructors: Constructors::Keep,
        delegated: delegated.map(|finding| finding.id.clone()).collect(),
        ..Choices::default()
    };
    let done = migrate(&opening.tree, &opening.survey, &requested, &how, &search);
    let done = done.map_err(|what| {
        let message = format!("the cut doesn't add up, and nothing was written: {what}");
        let hint = "this is a fault of the program; please report it with the file that it names";
        Error::new(ErrorKind::Input, message).with_hint(hint)
    })?;
    let stuck: Vec<Uncut> = done
        .remaining
        .iter()
        .filter_map(|(at, (reason, detail))| {
            let finding = &findings[*at];
            let mut serving = choices.iter();
            let choice = serving.find(|one| one.serves.iter().any(|all| all.id == finding.id))?;
            let colon = if detail.is_empty() { "" } else { ": " };
            let why = format!("`{reason}`{colon}{detail}");
            Some(uncut(choice, [finding].into_iter(), why))
        })
        .collect();
    if !stuck.is_empty() {
        return Ok(Err(stuck));
    }
    let friends = friends(opening, &done, &done.tree, false)?;
    Ok(Ok(Cut {
        done,
        friends,
        delegated: how.delegated,
    }))
}

fn uncut<'s>(
    choice: &Choice<'_>,
    serves: impl Iterator<Item = &'s Finding>,
    why: impl Into<String>,
) -> Uncut {
    let place = |one: &Finding| format!("`{}` ({}:{})", one.pattern, one.path, one.line_col.line);
    Uncut {
        seam: choice.seam,
        on: choice.on.clone(),
        serves: serves.map(place).collect(),
        why: why.into(),
    }
}

/// Whether the seam holds a delegate for one operation.
fn is_delegate(choice: &Choice<'_>) -> bool {
    match choice.seam {
        SeamKind::Delegate => true,
        SeamKind::Ambient => {
            let mut others = choice.serves.iter().skip(1);
            let same = others.all(|one| one.api == choice.serves[0].api);
            choice.holds != CLOCK && same && (choice.serves.len() == 1 || is_time(choice))
        }
        _ => false,
    }
}

/// Whether it serves reads of a time.
fn is_time(choice: &Choice<'_>) -> bool {
    let mut all = choice.serves.iter();
    all.all(|one| one.api.as_str().starts_with("P:System.DateTime"))
}

/// Why this program can't cut a seam of this kind; `None` when it can try.
fn unbuilt(choice: &Choice<'_>, own: &str) -> Option<&'static str> {
    let is_own = choice.on == own;
    match choice.seam {
        SeamKind::Constructor | SeamKind::Delegate if !is_own => Some(
            "it stands in a base class, whose new constructor a test of the behaviour can't reach",
        ),
        _ if is_delegate(choice) || choice.holds == CLOCK => None,
        SeamKind::Constructor | SeamKind::Ambient => {
            Some("only seams for a clock or for one operation are cut yet")
        }
        _ => Some("seams of this kind aren't cut yet"),
    }
}
