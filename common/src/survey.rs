//! The survey: every reference to a catalogued API in a set of sources, with its place, or why it doesn't count.
//! Sources come in as values; where they lie is none of its business.
//!
//! Two passes, each parallel. The first reads every file once: its outline, and whether its tokens could hold a
//! site. The second parses the few that could and binds their names with all outlines at hand.

mod asked;
mod budget;
mod chance;
mod decision;
mod declared;
mod elapsed;
mod groups;
mod heirs;
mod implicit;
mod library;
mod misread;
mod overload;
mod owner;
mod parts;
mod place;
mod provenance;
mod pure;
mod reach;
mod remarks;
mod replaceable;
mod report;
mod scan;
mod seam;
mod second_look;
mod self_default;
mod sites;
mod smells;
mod spots;
mod told;
mod vocabulary;
mod workspace;
mod written;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::advisory::AdvisoryKind;
use crate::binding::{FileId, GlobalUsing, NamesBuilder, ProjectId, ProjectScope};
use crate::catalogue::Catalogue;
use crate::finding::{Category, FindingIds, Incomplete, IncompleteReason, Survey};
use crate::outline::Outline;
use crate::source::{SourcePath, SourceText};

pub use library::KnownLibrary;
pub(crate) use provenance::{Source, source_of};
pub use remarks::RemarkOptions;
pub use workspace::{projects_of, steps_of, survey_workspace, usings_of};

use asked::{Answers, Asked};
use budget::Budget;
use declared::{Declared, Sayings};
use heirs::Heirs;
use reach::Reach;
use remarks::Remarks;
use second_look::{Candidate, keeps_dice, optional_types, second_look};
use vocabulary::{Extra, Look, Looked, Vocabulary};

/// Where the survey gets its files from.
pub trait Sources: Sync {
    /// How many files there are, those that are only there for their declarations included.
    fn count(&self) -> usize;
    /// The path of a file.
    fn path(&self, index: usize) -> &SourcePath;
    /// Its project's number in the list of projects.
    fn project(&self, index: usize) -> usize;
    /// Usings that hold in a file beside its own and its project's.
    fn usings(&self, index: usize) -> Vec<GlobalUsing> {
        let _ = index;
        Vec::new()
    }

    /// Whether its project compiles it: names in it mean what they mean there even if not.
    fn is_compiled(&self, _index: usize) -> bool {
        true
    }

    /// Whether it is test code.
    fn is_test(&self, _index: usize) -> bool {
        false
    }
    /// Reads every file once, in parallel, and gives each to `visit` with its number and whether its sites are
    /// asked for. The results come in the order of the files.
    fn visit<T: Send>(&self, visit: impl Fn(usize, SourceText, bool) -> T + Sync) -> Visited<T>;
    /// Reads one file again.
    fn read(&self, index: usize) -> Option<SourceText>;

    /// What a source declares, by its text.
    fn outline(&self, _index: usize, text: &Arc<str>) -> Arc<Outline> {
        Arc::new(Outline::of(text))
    }

    /// Called once when a file is read and once when one in scope is inspected, from any thread.
    fn step(&self) {}
}

/// What reading all files gave.
#[derive(Debug)]
pub struct Visited<T> {
    /// By the number of the file; files that couldn't be read are missing.
    pub results: Vec<(usize, T)>,
    /// How many files in scope were read.
    pub scanned: usize,
    /// How many of them turned out to be generated code.
    pub generated: usize,
    /// Files that couldn't be read.
    pub incomplete: Vec<Incomplete>,
}

/// What a survey gives: the findings, and how much was read for them.
#[derive(Clone, Debug, Default)]
pub struct SurveyRun {
    /// What was found.
    pub survey: Survey,
    /// Files in scope that were read.
    pub scanned: usize,
    /// Files in scope that turned out to be generated code.
    pub generated: usize,
    /// Files that were parsed.
    pub parsed: usize,
}

/// A project as the survey sees it.
#[derive(Clone, Debug, Default)]
pub struct SurveyProject {
    /// The project file; `None` for sources without one.
    pub path: Option<SourcePath>,
    /// Its path from the repository's or solution's folder, which goes into the ids of findings.
    pub stable_path: String,
    /// What binding needs of it.
    pub scope: ProjectScope,
}

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct SurveyOptions {
    /// The categories to report; empty for all that are on by default.
    pub categories: BTreeSet<Category>,
    /// What is remarked beside the findings.
    pub remarks: RemarkOptions,
    /// How files are read.
    pub reading: Reading,
    /// How much of them is kept.
    pub room: Room,
}

/// As many bytes are kept of the texts of candidates, and as many of outlines; what is above is read again where it is
/// needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room(pub usize);

impl Default for Room {
    /// Enough for each public repository of less than 10,000 files that was looked at.
    fn default() -> Self {
        Self(48 << 20)
    }
}

/// How much of a file that could hold a site is parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// What its sites need; of a very large file in groups.
    #[default]
    Parts,
    /// What its sites need, each member by itself: groups of one, whatever the size.
    OneByOne,
    /// All of it: what [`Reading::Parts`] is measured against.
    Whole,
}

/// What the first pass learned of a file in scope.
struct Scanned {
    candidate: bool,
    /// The text of a candidate, if there was room for it.
    source: Option<Box<SourceText>>,
    /// Whether a file that is no candidate sorts by keys.
    sorts: bool,
    /// Whether a type of it keeps a `Random`.
    dice: bool,
    /// Names in it before members that may be inherited.
    heirs: Vec<Box<str>>,
    asked: Asked,
}

/// What all files tell while they are read.
#[derive(Default)]
struct Told {
    names: NamesBuilder,
    sayings: Sayings,
}

/// Surveys the sources on the current thread pool.
pub fn survey(
    sources: &impl Sources,
    projects: &[SurveyProject],
    catalogue: &Catalogue,
    options: &SurveyOptions,
) -> SurveyRun {
    let words = Vocabulary::of(catalogue);
    let is_remarkable = |index, text: &str| {
        let mut places = options.remarks.places(sources.is_test(index), text);
        places.next().is_some()
    };
    let takes_whole = |index| options.remarks.takes_whole_files(sources.is_test(index));
    let mut told = Told::default();
    for project in projects {
        told.names.project(project.scope.clone());
    }
    for index in 0..sources.count() {
        let project = ProjectId(sources.project(index) as u32);
        let file = told.names.place(project);
        told.names.usings(file, sources.usings(index));
    }
    let wants = |kind| options.remarks.wants(kind);
    let (seams, chance) = (
        wants(AdvisoryKind::SelfDefaultingSeam),
        wants(AdvisoryKind::OrderByChance),
    );
    let told = Mutex::new(told);
    let Room(room) = options.room;
    let (texts, outlines) = (Budget::new(room), Budget::new(room));
    let visited = sources.visit(|index, source, in_scope| {
        sources.step();
        let file = FileId(index as u32);
        let outline = sources.outline(index, &source.text);
        let Looked {
            look,
            heirs,
            mut asked,
        } = match in_scope {
            true if takes_whole(index) || is_remarkable(index, &source.text) => {
                Look::Candidate.into()
            }
            true => words.look(&source.text, &words.extra_of(&outline)),
            false => Look::Nothing.into(),
        };
        asked.add_bases(&outline, &words.hasher);
        let candidate = look == Look::Candidate;
        let production = in_scope && !sources.is_test(index);
        let scanned = Scanned {
            candidate,
            sorts: look == Look::Sorts,
            heirs,
            asked,
            dice: chance && production && keeps_dice(&outline),
            source: (candidate && texts.take(source.text.len())).then(|| Box::new(source)),
        };
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.sayings.add(&outline);
        if seams && production {
            for name in optional_types(&outline) {
                told.sayings.may_be_left_out(file, name);
            }
        }
        told.names.declare(file, &outline);
        if outlines.take(outline.bytes()) {
            told.names.keep(file, outline);
        }
        in_scope.then_some(scanned)
    });
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut run = SurveyRun {
        scanned: visited.scanned,
        generated: visited.generated,
        ..SurveyRun::default()
    };
    run.survey.incomplete = visited.incomplete;

    let names = told.names.build_with(|file| {
        let source = sources.read(file.0 as usize);
        Outline::of(source.as_ref().map_or("", |source| &source.text))
    });
    let asked = visited.results.into_iter();
    let waiting: Vec<(FileId, Scanned)> = asked
        .filter_map(|(index, scanned)| Some((FileId(index as u32), scanned?)))
        .collect();
    let again: Vec<Candidate> = (waiting.iter())
        .map(|(file, scanned)| Candidate {
            file: *file,
            sorts: scanned.candidate || scanned.sorts,
            dice: scanned.dice,
        })
        .collect();
    let heirs = Arc::new(Heirs::of(&words, told.sayings.bases().into_iter()));
    let declares_heirs: BTreeSet<FileId> = (heirs.names())
        .flat_map(|name| names.called(name))
        .map(|(file, _)| file)
        .collect();
    let extras: Vec<Extra> = (0..names.project_count() as u32)
        .map(|project| {
            let mut extra = words.extra_of_project(names.global_usings(ProjectId(project)));
            extra.heirs = heirs.clone();
            extra
        })
        .collect();
    let extra_of = |file: FileId| &extras[names.project_of(file).0 as usize];
    let library = KnownLibrary::new(catalogue);
    let reach = Reach::of(catalogue);
    let declared = Declared::of(&reach, &told.sayings, &names);
    let answers = Answers::of(&declared, &reach, &words.hasher);
    let inspector = report::Inspector {
        catalogue,
        words: &words,
        extras: &extras,
        names: &names,
        library: &library,
        reach: &reach,
        declared: &declared,
        options,
    };

    let reports: Vec<report::FileReport> = waiting
        .into_par_iter()
        // One file a task, as when they are read.
        .with_max_len(1)
        .filter_map(|(file, scanned)| {
            sources.step();
            let index = file.0 as usize;
            let source = match scanned.source {
                Some(source) => *source,
                None if scanned.candidate => match sources.read(index) {
                    Some(source) => source,
                    None => return Some(lost(file, sources.path(index))),
                },
                None => {
                    let inherits = declares_heirs.contains(&file)
                        || scanned.heirs.iter().any(|name| heirs.is_heir(name));
                    let answered = answers.any(&scanned.asked);
                    if !answered && !inherits && extra_of(file).is_empty() {
                        return None;
                    }
                    let source = sources.read(index)?;
                    let outline = names.outline_of(file, &source.text);
                    let extra = inspector.extra_of(file, outline);
                    if !answered && words.look(&source.text, &extra).look != Look::Candidate {
                        return None;
                    }
                    source
                }
            };
            names.outline_of(file, &source.text);
            let is_test = sources.is_test(index);
            Some(inspector.inspect(file, sources.path(index), &source, is_test))
        })
        .collect();
    let again = second_look(&inspector, sources, &told.sayings, again, &reports);

    let mut ids = FindingIds::default();
    run.parsed = reports.iter().filter(|report| report.parsed).count();
    for mut report in reports {
        let project = projects.get(names.project_of(report.file).0 as usize);
        let compiled = project.filter(|_| sources.is_compiled(report.file.0 as usize));
        let path = compiled.and_then(|project| project.path.as_ref());
        for finding in &mut report.findings {
            finding.project = path.cloned();
            let container = format!("{}.{}", finding.type_name, finding.member);
            finding.id = ids.next(
                project.map_or("", |project| &project.stable_path),
                &finding.api,
                &container,
            );
        }
        for entry in &mut report.not_counted {
            entry.project = path.cloned();
        }
        let remarks = &mut report.remarks;
        remarks.set_project(path);
        run.survey.test_smells.append(&mut remarks.smells);
        run.survey.advisories.append(&mut remarks.advisories);
        run.survey.findings.append(&mut report.findings);
        run.survey.not_counted.append(&mut report.not_counted);
        run.survey.incomplete.append(&mut report.incomplete);
    }
    for (file, advisories) in again {
        let mut remarks = Remarks {
            advisories,
            ..Remarks::default()
        };
        let project = projects.get(names.project_of(file).0 as usize);
        let project = project.filter(|_| sources.is_compiled(file.0 as usize));
        remarks.set_project(project.and_then(|project| project.path.as_ref()));
        run.survey.advisories.append(&mut remarks.advisories);
    }
    run.survey.sort();
    run
}

/// The report on a file that was there and can't be read any more.
fn lost(file: FileId, path: &SourcePath) -> report::FileReport {
    let mut report = report::FileReport::new(file);
    report.incomplete.push(Incomplete {
        path: path.clone(),
        line: None,
        reason: IncompleteReason::Unreadable,
        detail: "it changed while it was looked at".to_owned(),
    });
    report
}

#[cfg(test)]
mod tests;
