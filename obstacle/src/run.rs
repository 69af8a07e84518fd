//! One run: the behaviour, what blocks its test, the seams, the document out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, Exit, Format, Input, Outcome, Session};
use seamwright_common::contract::{
    Behaviour, Block, ChosenSeam, Declined, Document, Extra, RejectedSeam,
};
use seamwright_common::edit::{FileChange, SourceChange};
use seamwright_common::opening::Opening;
use seamwright_common::seam::code::Reader;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::KnownLibrary;
use seamwright_common::workspace::workspace_folder;

use crate::Args;
use crate::case::Case;
use crate::choose::{Choice, choose};
use crate::cut::cut;
use crate::paths::{Paths, follow, owner};
use crate::render::{Report, markdown, text};
use crate::suite::{Before, NoSuite, Suite, suite as tests};
use crate::target::{MemberId, Target, TargetError, resolve};

const TOOL: &str = "testability-obstacle";

/// What the user asks.
pub(crate) struct Asked<'q> {
    pub(crate) target: &'q Target,
    /// As it was given.
    pub(crate) name: &'q str,
    pub(crate) cases: &'q [Case],
}

pub(crate) fn run(
    args: &Args,
    asked: &Asked<'_>,
    input: Input,
    session: &Session<'_>,
) -> Result<Outcome, Error> {
    let opening = Opening::of(whole(args, input)?, &args.scope, args.workspace.as_deref())?;
    for report in opening.recovered() {
        session.note(&report.to_string());
    }
    let code = opening.tree.code();
    let library = KnownLibrary::new(Catalogue::standard());
    let reader = Reader::new(&code, &library);
    let member = resolve(&reader, asked.target).map_err(|error| no_target(asked.name, &error))?;
    let paths = follow(&reader, &opening.survey, member);
    let choices = choose(&reader, member, &paths.obstacles);
    let own = owner(&reader, member).map_or_else(String::new, |class| reader.class_name(&class));
    let mut refused: Vec<Declined> = Vec::new();
    let done = match cut(&opening, &own, &choices)? {
        Ok(done) => Some(done),
        Err(uncut) => {
            refused.extend(uncut.iter().map(Declined::from));
            None
        }
    };
    let mut suite = Suite::default();
    if let (Some(done), false) = (&done, asked.cases.is_empty()) {
        let before = Before {
            reader: &reader,
            member,
            paths: &paths,
        };
        let done = Some(done).filter(|_| !choices.is_empty());
        match tests(&opening, &before, done, asked.cases) {
            Ok(tests) => suite = tests,
            Err(NoSuite::Case { call, why }) => {
                let error = Error::usage(format!("the case `{call}` can't be written: {why}"));
                return Err(error);
            }
            Err(none) => refused.push(Declined::from(&none)),
        }
    }
    let mut document = opening.document.clone();
    document.add_stage(TOOL, env!("CARGO_PKG_VERSION"));
    document.behaviour = Some(behaviour(&reader, member, &paths, &choices));
    let mut notes = BTreeSet::new();
    if let Some(done) = done.as_ref().filter(|_| refused.is_empty()) {
        notes = done.notes();
        done.done.add_to(&mut document, TOOL)?;
        let texts = &done.friends.texts;
        document.add_changes(TOOL, &done.friends.change, |path| texts.get(path).cloned())?;
        let files = suite.file.iter();
        let files = files.map(|(path, text)| (path.clone(), FileChange::Create(text.clone())));
        let change = SourceChange {
            files: files.collect(),
        };
        document.add_changes(TOOL, &change, |_| None)?;
    }
    if let Some(behaviour) = &mut document.behaviour {
        behaviour.notes = notes.iter().map(Into::into).collect();
    }
    // What a flag asked for and can't be had.
    let declined = !refused.is_empty() && (args.write.write || !asked.cases.is_empty());
    if declined {
        for one in &refused {
            document.declined.retain(|known| known.what != one.what);
            session.fail(&format!("{}: {}", one.what, one.needed_by.join("; ")));
        }
        document.declined.extend(refused.iter().cloned());
    }
    narrowed(&mut document);
    let planned = opening.delivery.plan(&document)?;
    let (diff, changes) = (planned.unified_diff(), !planned.is_empty());
    let files = planned.files().iter().map(|file| file.path().clone());
    let files: Vec<SourcePath> = files.collect();
    let mut written = false;
    if args.write.write && !declined && changes {
        opening.delivery.write(&mut document, planned)?;
        written = true;
    }
    let place = code.place(member.file, member.of(&reader).name_range.start());
    let report = Report {
        target: &member.signature(&reader),
        place: &place,
        paths: &paths,
        choices: &choices,
        refused: &refused,
        notes: &notes,
        diff: &diff,
        written: written.then_some(&files),
        tests_there: suite.there.as_ref(),
    };
    let outcome = match session.format {
        Format::Text => Outcome::text(text(&report)),
        Format::Markdown => Outcome::text(markdown(&report)),
        _ => Outcome::document(document),
    };
    let gate = args.write.check && (changes || !choices.is_empty());
    Ok(outcome.with_exit(match (declined, gate) {
        (true, _) => Exit::Declined,
        (_, true) => Exit::Gate,
        _ => Exit::Done,
    }))
}

/// The workspace around the scope: calls lead out of it.
fn whole(args: &Args, input: Input) -> Result<Input, Error> {
    let Input::Scopes { scopes, listed } = input else {
        return Ok(input);
    };
    let first = scopes.first().map_or(Path::new("."), PathBuf::as_path);
    let folder = match &args.workspace {
        Some(folder) => folder.clone(),
        None => PathBuf::from(workspace_folder(first)?.as_str()),
    };
    Ok(Input::Scopes {
        scopes: vec![folder],
        listed,
    })
}

fn no_target(name: &str, error: &TargetError) -> Error {
    let message = format!("`{name}` can't be worked on: {error}");
    match error {
        TargetError::Missing(alike) if alike.is_empty() => Error::input(message),
        TargetError::Missing(alike) => {
            Error::input(message).with_hint(format!("there is `{}`", alike.join("`, `")))
        }
        TargetError::Ambiguous(_) => Error::input(message).with_hint(
            "name more of its type, add the types of its parameters, or give `path:line`",
        ),
        TargetError::NotUnderstood(_) | TargetError::NoBody(_) => Error::input(message),
    }
}

fn behaviour(
    reader: &Reader<'_>,
    member: MemberId,
    paths: &Paths<'_>,
    choices: &[Choice<'_>],
) -> Behaviour {
    let code = reader.code();
    let blocks = paths.obstacles.iter().map(|one| Block {
        finding: one.finding.id.clone().into(),
        through: one.through.clone(),
        extra: Extra::new(),
    });
    let seams = choices.iter().map(|one| ChosenSeam {
        seam: one.seam.into(),
        on: one.on.clone(),
        holds: one.holds.clone(),
        serves: one.serves.iter().map(|one| one.id.clone().into()).collect(),
        why: one.why.clone(),
        rejected: one
            .rejected
            .iter()
            .map(|(seam, why)| RejectedSeam {
                seam: (*seam).into(),
                why: (*why).to_owned(),
                extra: Extra::new(),
            })
            .collect(),
        extra: Extra::new(),
    });
    Behaviour {
        target: member.signature(reader),
        path: code.file(member.file).path.clone().into(),
        line: code.line(member.file, member.of(reader).name_range.start()),
        blocks: blocks.collect(),
        seams: seams.collect(),
        unclear: paths.unclear.iter().cloned().collect(),
        verification: None,
        notes: Vec::new(),
        extra: Extra::new(),
    }
}

/// Leaves the findings that block the behaviour: the others are no part of this question.
fn narrowed(document: &mut Document) {
    let Some(behaviour) = &document.behaviour else {
        return;
    };
    let wanted = |id: &seamwright_common::contract::Id| {
        behaviour.blocks.iter().any(|block| block.finding == *id)
    };
    document.findings.retain(|finding| wanted(&finding.id));
    document.not_counted.clear();
    document.half_migrated.clear();
    document.drop_other_sources();
}
