//! One run: the sites that are asked for, the plan, the same search afterwards, the document out.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::FileId;
use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, ErrorKind, Exit, Format, Input, Outcome, Session};
use seamwright_common::contract::{Extra, Migration};
use seamwright_common::finding::{Finding, FindingId, Survey};
use seamwright_common::opening::Opening;
use seamwright_common::passes::friends::friends;
use seamwright_common::passes::{Migrated, migrate};
use seamwright_common::refusal::Refusal;
use seamwright_common::seam::replace::Choices;
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::SurveyOptions;

use crate::Args;
use crate::asked::Asked;
use crate::ban::{Bans, bans};
use crate::declined::{missing_packages, nothing, wire};
use crate::render::{Report, markdown, text};
use crate::verified::{Verified, Verifier};

const TOOL: &str = "migrate-static-to-wrapper";

pub(crate) fn run(args: &Args, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
    let opening = Opening::of(input, &args.scope, args.workspace.as_deref())?;
    for report in opening.recovered() {
        session.note(&report.to_string());
    }
    let catalogue = Catalogue::standard();
    let asked = asked(args)?;
    let (tree, survey) = (&opening.tree, &opening.survey);
    let concerned: Vec<&Finding> = survey
        .findings
        .iter()
        .filter(|finding| opening.concerns(finding))
        .collect();
    let mut requested: Vec<usize> = survey
        .findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| opening.concerns(finding) && asked.covers(finding))
        .map(|(index, _)| index)
        .collect();
    for unmet in asked.unmet(&concerned) {
        let known = !catalogue.asked(&unmet).is_empty() || FindingId::parse(&unmet).is_some();
        let alike = catalogue.alike(&unmet).into_iter().next();
        let meant = alike
            .filter(|_| !known)
            .map_or_else(String::new, |alike| format!("; there is `{alike}`"));
        session.warn(&format!("`{unmet}` is used nowhere in scope{meant}"));
    }
    let choices = choices(args, &asked, tree);
    let options = SurveyOptions::default();
    let search = |after: &SourceTree| {
        let run = opening
            .workspace
            .in_parallel(|| after.survey(catalogue, &options));
        run.survey
    };
    // What a flag asked for and can't be had stops the run before anything is planned.
    let flagged = !(args.api.is_empty() && args.category.is_empty() && args.id.is_empty());
    let missing = if flagged {
        missing_packages(tree, survey, &requested, &choices)
    } else {
        BTreeMap::new()
    };
    let migrate = |requested: &[usize]| {
        migrate(tree, survey, requested, &choices, &search).map_err(|what| bug(&what))
    };
    let mut done = if missing.is_empty() {
        let mut done = migrate(&requested)?;
        if let Some(limit) = args.limit {
            let first = first_classes(survey, &done, limit as usize);
            // Where no class can be changed the reasons are worth more.
            if !first.is_empty() {
                requested.retain(|at| first.contains(&class_of(&survey.findings[*at])));
                done = migrate(&requested)?;
            }
        }
        done
    } else {
        nothing(tree, &requested, &missing)
    };
    let out_of_scope = concerned.len() - requested.len();
    let friends = friends(&opening, &done, &done.tree, args.only_scope)?;
    let bans = if args.ban {
        bans(args, &opening, survey, &done, &friends)?
    } else {
        Bans::default()
    };
    done.notes.extend(friends.notes);
    done.notes.extend(bans.notes);

    let mut document = opening.document.clone();
    document.add_stage(TOOL, env!("CARGO_PKG_VERSION"));
    let mut declined = wire(&missing);
    declined.extend(bans.declined);
    for one in &declined {
        document.declined.retain(|known| known.what != one.what);
        document.declined.push(one.clone());
    }
    let has_change = !done.steps.is_empty();
    done.add_to(&mut document, TOOL)?;
    document.add_changes(TOOL, &friends.change, |path| {
        friends.texts.get(path).cloned()
    })?;
    document.add_changes(TOOL, &bans.change, |path| bans.texts.get(path).cloned())?;
    document.migration = Some(migration(survey, &done, requested.len(), out_of_scope));
    let planned = opening.delivery.plan(&document)?;
    let diff = planned.unified_diff();
    let mut verified = Verified::default();
    let mut written = false;
    if args.write.write && declined.is_empty() {
        match Verifier::of(args, &opening, &document, &planned) {
            Ok(verifier) => {
                let back = planned.take_back();
                let sources = document.sources.clone();
                opening.delivery.write(&mut document, planned)?;
                written = true;
                if let Some(verifier) = verifier {
                    verified = verifier.run(&opening, &back, session)?;
                }
                if verified.taken_back {
                    document.sources = sources;
                    written = false;
                }
            }
            Err(declined) => {
                session.fail(&declined.to_string());
                document.declined.push(declined.into());
                verified.declined = true;
            }
        }
    }
    if let Some(migration) = &mut document.migration {
        migration.verification = verified.verification();
    }
    let report = Report {
        findings: &survey.findings,
        done: &done,
        out_of_scope,
        declined: &declined,
        diff: &diff,
        written,
        verified: &verified,
    };
    let outcome = match session.format {
        Format::Text => Outcome::text(text(&report, session.paint)),
        Format::Markdown => Outcome::text(markdown(&report)),
        _ => Outcome::document(document),
    };
    let gate = (args.write.check && has_change) || verified.failed();
    Ok(
        outcome.with_exit(match (verified.declined || !declined.is_empty(), gate) {
            (true, _) => Exit::Declined,
            (_, true) => Exit::Gate,
            _ => Exit::Done,
        }),
    )
}

/// The class of a finding, as one project names it.
fn class_of(finding: &Finding) -> (Option<&SourcePath>, &str) {
    (finding.project.as_ref(), &finding.type_name)
}

/// The first classes that were changed, in the order of their first sites.
fn first_classes<'s>(
    survey: &'s Survey,
    done: &Migrated,
    limit: usize,
) -> BTreeSet<(Option<&'s SourcePath>, &'s str)> {
    let mut first = BTreeSet::new();
    for at in &done.replaced {
        if first.len() == limit {
            break;
        }
        first.insert(class_of(&survey.findings[*at]));
    }
    first
}

fn migration(survey: &Survey, done: &Migrated, found: usize, out_of_scope: usize) -> Migration {
    let refusals = done
        .remaining
        .iter()
        .map(|(index, (reason, detail))| Refusal {
            site: survey.findings[*index].id.clone(),
            reason: *reason,
            detail: detail.clone(),
        });
    Migration {
        found: found as u32,
        replaced: done.replaced.len() as u32,
        remaining: refusals.map(|refusal| (&refusal).into()).collect(),
        out_of_scope: out_of_scope as u32,
        verification: None,
        notes: done.notes.iter().map(Into::into).collect(),
        extra: Extra::new(),
    }
}

fn asked(args: &Args) -> Result<Asked, Error> {
    let ids = args.id.iter().map(|id| {
        FindingId::parse(id).ok_or_else(|| {
            let error = Error::usage(format!("`{id}` isn't the id of a finding"));
            error.with_hint("an id has 16 hex digits, as in the document's `findings`")
        })
    });
    Ok(Asked {
        apis: args.api.clone(),
        categories: args.category.clone(),
        ids: ids.collect::<Result<_, _>>()?,
    })
}

fn choices(args: &Args, asked: &Asked, tree: &SourceTree) -> Choices {
    let inside = || {
        let files = tree
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.in_scope);
        files.map(|(index, _)| FileId(index as u32)).collect()
    };
    Choices {
        local_time: args.local_time,
        include_intentional: args.include_intentional,
        named: asked.ids.iter().cloned().collect(),
        only: args.only_scope.then(inside),
        injection: args.way_in.injection,
        sharing: args.way_in.ambient,
        constructors: args.way_in.constructors(),
        delegated: BTreeSet::new(),
    }
}

fn bug(what: &str) -> Error {
    let message = format!("the migration doesn't add up, and nothing was written: {what}");
    Error::new(ErrorKind::Input, message)
        .with_hint("this is a fault of the program; please report it with the file that it names")
}
