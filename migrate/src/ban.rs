//! The ratchet: members that are migrated are banned by the analyzer of banned APIs, so that they can't come back. Only
//! where nothing of the project uses them any more: a ban that the code breaks would only make noise.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::Catalogue;
use seamwright_common::catalogue::IdParts;
use seamwright_common::catalogue::signatures::signatures;
use seamwright_common::cli::Error;
use seamwright_common::contract::{Declined, Extra};
use seamwright_common::coverage::ProjectRole;
use seamwright_common::edit::{FileChange, SourceChange, TextEdit};
use seamwright_common::finding::{Finding, NotCountedReason, Survey};
use seamwright_common::note::{Note, NoteKind};
use seamwright_common::opening::Opening;
use seamwright_common::project::{Addition, Project, Style, add_package};
use seamwright_common::seam::dependency::entry_for;
use seamwright_common::seam::packages::seen_by;
use seamwright_common::source::{SourcePath, SourceText};
use seamwright_common::symbol::SymbolId;

use crate::Args;
use seamwright_common::passes::Migrated;
use seamwright_common::passes::friends::Friends;

/// The list that the analyzer reads.
const LIST: &str = "BannedSymbols.txt";
const PACKAGE: &str = "Microsoft.CodeAnalysis.BannedApiAnalyzers";
/// The version that is taken where nothing in the workspace says which.
const VERSION: &str = "3.3.4";

/// What bans the members of a migration.
#[derive(Default)]
pub(crate) struct Bans {
    pub(crate) change: SourceChange,
    /// The files that it edits, as the changes before it leave them.
    pub(crate) texts: BTreeMap<SourcePath, SourceText>,
    pub(crate) notes: BTreeSet<Note>,
    /// What is missing for it.
    pub(crate) declined: Vec<Declined>,
}

/// The bans of what was replaced, behind the changes of `friends`.
pub(crate) fn bans(
    args: &Args,
    opening: &Opening,
    survey: &Survey,
    done: &Migrated,
    friends: &Friends,
) -> Result<Bans, Error> {
    let projects: Vec<&Project> = opening.workspace.evaluated().collect();
    let pending = opening.delivery.pending(&opening.document)?;
    let read = |path: &SourcePath| {
        let here = pending.get(path).cloned().or_else(|| {
            let bytes = opening.delivery.folder().read_named(path).ok()??;
            SourceText::decode(&bytes).ok()
        })?;
        match friends.change.files.get(path) {
            Some(FileChange::Edit(edit)) => {
                let text = edit.apply(&here.text)?;
                Some(SourceText {
                    text: text.into(),
                    ..here
                })
            }
            _ => Some(here),
        }
    };
    let mut bans = Bans::default();
    let mut lacking = false;
    for project in &projects {
        let members = members(project, survey, done);
        if members.is_empty() || project.role == ProjectRole::Test {
            continue;
        }
        if let Some(why) = refusal(args, opening, project) {
            bans.note(NoteKind::NotBanned, why, &project.path);
            continue;
        }
        let mut lines = Vec::new();
        for (api, first) in members {
            match still_used(opening, survey, done, project, api) {
                Some(why) => bans.note(
                    NoteKind::NotBanned,
                    format!("`{}`: {why}", first.pattern),
                    &project.path,
                ),
                None => lines.push(line(api, first)),
            }
        }
        if lines.is_empty() {
            continue;
        }
        let Some(text) = read(&project.path) else {
            let why = "the project file can't be read".to_owned();
            bans.note(NoteKind::NotBanned, why, &project.path);
            continue;
        };
        let imported: Vec<SourceText> = project.imports.iter().filter_map(&read).collect();
        let says = |what: &str| {
            text.text.contains(what) || imported.iter().any(|text| text.text.contains(what))
        };
        let mut after = text.text.to_string();
        let has_package = seen_by(project, &projects)
            .iter()
            .any(|one| one.id.eq_ignore_ascii_case(PACKAGE));
        if !has_package && !says(PACKAGE) {
            if project.central_packages.is_some() || !args.allow_packages {
                lacking = true;
                continue;
            }
            after = added(&after, Addition::Analyzer(PACKAGE, VERSION));
        }
        if !says(LIST) {
            after = added(&after, Addition::AdditionalFile(LIST));
        }
        let path = project.path.join_from_folder(LIST);
        for line in &lines {
            let named = line.split(';').next().unwrap_or(line);
            bans.note(NoteKind::Banned, format!("`{named}`"), &path);
        }
        bans.list(&path, read(&path), &lines, text.text.contains("\r\n"));
        bans.edit(&project.path, text, &after);
    }
    if lacking {
        bans.change = SourceChange::default();
        bans.declined.push(Declined {
            what: format!("package:{PACKAGE}"),
            needed_by: vec!["--ban".to_owned()],
            authorise: Some("--allow-packages".to_owned()),
            extra: Extra::new(),
        });
    }
    Ok(bans)
}

/// The text with the addition, if it lacks it.
fn added(text: &str, addition: Addition<'_>) -> String {
    let edit = add_package(text, addition);
    let after = edit.and_then(|edit| edit.apply(text));
    after.unwrap_or_else(|| text.to_owned())
}

impl Bans {
    fn note(&mut self, kind: NoteKind, text: String, path: &SourcePath) {
        self.notes.insert(Note {
            kind,
            text,
            path: path.clone(),
            line: 1,
        });
    }

    /// Puts the lines that are new behind those that are there.
    fn list(&mut self, path: &SourcePath, there: Option<SourceText>, lines: &[String], crlf: bool) {
        let Some(there) = there else {
            let ending = if crlf { "\r\n" } else { "\n" };
            let text: String = lines.iter().flat_map(|line| [line, ending]).collect();
            self.change
                .files
                .insert(path.clone(), FileChange::Create(text));
            return;
        };
        let symbol = |line: &str| line.split(';').next().unwrap_or_default().trim().to_owned();
        let known: BTreeSet<String> = there.text.lines().map(symbol).collect();
        let ending = if there.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let mut after = there.text.to_string();
        for line in lines.iter().filter(|line| !known.contains(&symbol(line))) {
            if !after.is_empty() && !after.ends_with('\n') {
                after.push_str(ending);
            }
            after.push_str(line);
            after.push_str(ending);
        }
        self.edit(path, there, &after);
    }

    fn edit(&mut self, path: &SourcePath, before: SourceText, after: &str) {
        if *before.text == *after {
            return;
        }
        let edit = TextEdit::between(&before.text, after);
        self.change
            .files
            .insert(path.clone(), FileChange::Edit(edit));
        self.texts.insert(path.clone(), before);
    }
}

/// The members of a project that were replaced, each with the first finding of it.
fn members<'s>(
    project: &Project,
    survey: &'s Survey,
    done: &Migrated,
) -> BTreeMap<&'s str, &'s Finding> {
    let mut members = BTreeMap::new();
    for at in &done.replaced {
        let finding = &survey.findings[*at];
        if finding.project.as_ref() == Some(&project.path) {
            members.entry(finding.api.as_str()).or_insert(finding);
        }
    }
    members
}

/// Why a project can't get a list.
fn refusal(args: &Args, opening: &Opening, project: &Project) -> Option<String> {
    if args.only_scope {
        return Some("the project file lies outside the scope".to_owned());
    }
    if project.style == Style::Legacy {
        return Some("it isn't a project with an SDK".to_owned());
    }
    if project.path.as_str().starts_with("../") {
        return Some("it lies outside the workspace".to_owned());
    }
    let tree = &opening.tree;
    let index = tree
        .projects
        .iter()
        .position(|one| one.path == project.path);
    let mut files = tree.files.iter();
    let outside = files.any(|file| Some(file.project) == index && file.editable && !file.in_scope);
    outside.then(|| "only a part of it was looked at".to_owned())
}

/// Why a member can't be banned: what of the project still uses it.
fn still_used(
    opening: &Opening,
    survey: &Survey,
    done: &Migrated,
    project: &Project,
    api: &str,
) -> Option<String> {
    let parts = IdParts::of(api)?;
    let is_method = api.starts_with("M:");
    let decided = !is_method
        || signatures(parts.type_name, parts.member)
            .iter()
            .any(|one| one.id.as_str() == api);
    if !decided {
        return Some("which overload is called isn't proven".to_owned());
    }
    let same = |other: &SymbolId| {
        other.as_str() == api || other.as_str() == api.split('(').next().unwrap_or(api)
    };
    let findings = survey.findings.iter().enumerate();
    let stay = findings.filter(|(at, one)| {
        !done.replaced.contains(at) && one.project.as_ref() == Some(&project.path) && same(&one.api)
    });
    let tree = &opening.tree;
    let own = |path: &SourcePath| {
        let file = tree.files.binary_search_by(|file| file.path.cmp(path));
        let file = file.ok().and_then(|at| tree.files.get(at));
        file.and_then(|file| tree.projects.get(file.project))
            .is_some_and(|one| one.path == project.path)
    };
    let by_seams = survey.not_counted.iter().filter(|one| {
        one.reason != NotCountedReason::PureHelper && same(&one.api) && own(&one.path)
    });
    let (stay, by_seams) = (stay.count(), by_seams.count());
    match (stay, by_seams) {
        (0, 0) => None,
        (0, _) => Some("what stands for it uses it".to_owned()),
        (1, _) => Some("1 use stays".to_owned()),
        (stay, _) => Some(format!("{stay} uses stay")),
    }
}

/// A line of the list: the id, and what the analyzer says.
fn line(api: &str, finding: &Finding) -> String {
    let entry = entry_for(Catalogue::standard(), finding);
    match entry.and_then(|entry| entry.abstraction.type_name()) {
        Some(instead) => format!("{api};Read it from {instead}"),
        None => api.to_owned(),
    }
}
