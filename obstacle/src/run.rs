//! One run: the behaviour, what blocks its test, the seams, the document out.

use std::path::{Path, PathBuf};

use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, Exit, Format, Input, Outcome, Session};
use seamwright_common::contract::{Behaviour, Block, ChosenSeam, Document, Extra, RejectedSeam};
use seamwright_common::opening::Opening;
use seamwright_common::seam::code::Reader;
use seamwright_common::survey::KnownLibrary;
use seamwright_common::workspace::workspace_folder;

use crate::Args;
use crate::choose::{Choice, choose};
use crate::paths::{Paths, follow};
use crate::render::{Report, markdown, text};
use crate::target::{MemberId, Target, TargetError, resolve};

const TOOL: &str = "testability-obstacle";

pub(crate) fn run(
    args: &Args,
    target: &Target,
    name: &str,
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
    let member = resolve(&reader, target).map_err(|error| no_target(name, &error))?;
    let paths = follow(&reader, &opening.survey, member);
    let choices = choose(&reader, member, &paths.obstacles);
    let place = code.place(member.file, member.of(&reader).name_range.start());
    let report = Report {
        target: &member.signature(&reader),
        place: &place,
        paths: &paths,
        choices: &choices,
    };
    let outcome = match session.format {
        Format::Text => Outcome::text(text(&report)),
        Format::Markdown => Outcome::text(markdown(&report)),
        _ => {
            let mut document = opening.document.clone();
            document.add_stage(TOOL, env!("CARGO_PKG_VERSION"));
            document.behaviour = Some(behaviour(&reader, member, &paths, &choices));
            narrowed(&mut document);
            Outcome::document(document)
        }
    };
    Ok(outcome.with_exit(Exit::Done))
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
