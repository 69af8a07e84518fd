//! The use of ambient APIs in C# production code: found, counted, ranked. Reads a tree or a document; changes nothing.
//!
//! - `inspect`: a workspace to a document;
//! - `suggest`: helpers worth a seam of their own;
//! - `setup`, `unused`: the configuration, and what in it matches nothing;
//! - `replacement`: what fits a project in place of an API;
//! - `half_migrated`: classes that hold an abstraction and still use the static beside it;
//! - `order`: where to start;
//! - `report`, `catalogue_page`: a document, or the catalogue, to blocks of text;
//! - `gate`, `baseline`: what makes a run fail;
//! - `code_scanning`: a document to rules and sentences for code scanning;
//! - `render`: blocks as text or Markdown.

mod baseline;
mod catalogue_page;
mod code_scanning;
#[cfg(test)]
mod fixture;
mod gate;
mod half_migrated;
mod inspect;
mod order;
mod render;
mod replacement;
mod report;
mod setup;
mod suggest;
mod unused;

use std::path::{Path, PathBuf};

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use seamwright_common::advisory::AdvisoryKind;
use seamwright_common::catalogue::{Catalogue, Entry};
use seamwright_common::cli::{
    Error, Exit, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session,
};
use seamwright_common::closed_set::ClosedSet;
use seamwright_common::contract::{Document, Finding, suggestions_as_json};
use seamwright_common::finding::{Category, NotCountedReason};
use seamwright_common::workspace::{ChangedError, ChangedLines, place_in_repository};

use baseline::{Baseline, Difference};
use code_scanning::{SHOWN, texts};
use gate::Gates;
use inspect::Covered;
use render::{markdown, text};
use setup::Setup;

/// Find every use of an ambient API (clock, disk, environment, network …) in C# production code
#[derive(Parser, Clone, Debug)]
#[command(name = "detect-static-dependencies", version, after_help = EXAMPLES)]
pub struct Args {
    /// What the run is about.
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// Look for this category alone; may be given several times
    #[arg(long, value_name = "CATEGORY", value_parser = category_parser(), help_heading = "Scope")]
    pub category: Vec<Category>,

    /// Make this advisory list too, which isn't made unless it is asked for; may be given several times
    #[arg(long, value_name = "LIST", value_parser = advisory_parser(), help_heading = "Scope", conflicts_with_all = ["explain", "list_apis", "suggest"])]
    pub advisory: Vec<AdvisoryKind>,

    /// Count only what stands on lines that changed since this commit; since the merge base, if it is on another branch
    #[arg(long, value_name = "REV", help_heading = "Scope", conflicts_with_all = ["explain", "list_apis", "update_baseline"])]
    pub since: Option<String>,

    /// Show N rows in the tables of patterns and files
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        help_heading = "Output",
        conflicts_with_all = ["explain", "list_apis"]
    )]
    pub top: usize,

    /// Say why an API matters and what replaces it: by its documentation id, as it is written (`DateTime.Now`, `new
    /// HttpClient`, `File`), or by its rule; a category lists its APIs; an advisory list or test smell by its name
    #[arg(long, value_name = "ID|PATTERN|RULE|CATEGORY|LIST", help_heading = "Catalogue", conflicts_with_all = ["scopes", "files_from"])]
    pub explain: Option<String>,

    /// List the APIs that are looked for, as text, markdown or json; with --category those of a category
    #[arg(long, help_heading = "Catalogue", conflicts_with_all = ["scopes", "files_from", "explain"])]
    pub list_apis: bool,

    /// List the static classes of the project that reach an ambient API, by themselves or through each other, the most
    /// used first: the helpers worth a seam; calls as extension methods aren't counted as uses
    #[arg(
        long,
        help_heading = "Catalogue",
        conflicts_with_all = ["explain", "list_apis", "check", "fail_on", "baseline", "top"]
    )]
    pub suggest: bool,

    /// What makes the run fail.
    #[command(flatten)]
    pub gates: Gates,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  detect-static-dependencies src/
  detect-static-dependencies src/ --category time --category filesystem
  detect-static-dependencies Shop.sln --format markdown --output report.md
  detect-static-dependencies src/ --output findings.sarif
  git diff --name-only -z main | detect-static-dependencies --files-from - --check
  detect-static-dependencies src/ --since origin/main --check
  detect-static-dependencies src/ --baseline known.txt --update-baseline
  detect-static-dependencies src/ --baseline known.txt
  detect-static-dependencies src/ --fail-on database --fail-on 200
  detect-static-dependencies --explain DateTime.Now";

fn category_parser() -> impl TypedValueParser<Value = Category> {
    PossibleValuesParser::new(Category::ALL.iter().map(|one| one.as_str()))
        .try_map(|name| Category::from_name(&name).ok_or("not a category that is known"))
}

/// The lists that are made only when they are asked for.
fn advisory_parser() -> impl TypedValueParser<Value = AdvisoryKind> {
    let all = AdvisoryKind::ALL.iter();
    let optional = all.filter(|one| one.is_off_by_default());
    PossibleValuesParser::new(optional.map(|one| one.as_str()))
        .try_map(|name| AdvisoryKind::from_name(&name).ok_or("not a list that is known"))
}

impl Args {
    /// What was looked at, in a word.
    fn shown_scope(&self, document: &Document) -> String {
        match self.scope.scopes.as_slice() {
            [one] if self.scope.files_from.is_none() => one.display().to_string(),
            _ => document.root.0.clone(),
        }
    }

    /// A document that came in is shown as it is: its sources aren't looked at again.
    fn received(&self, document: Document) -> Result<Document, Error> {
        let scope = &self.scope;
        let chosen = scope.include_tests || !scope.exclude.is_empty() || scope.config.is_some();
        let chosen = chosen || !self.category.is_empty() || !self.advisory.is_empty();
        if chosen || self.since.is_some() {
            let message = "`--category`, `--advisory`, `--include-tests`, `--exclude`, `--since` and `--config` choose what is looked at, and standard input is a finished document";
            return Err(Error::usage(message).with_hint("name a scope"));
        }
        Ok(document)
    }

    /// The helpers worth a seam.
    fn suggestions(
        &self,
        setup: &Setup,
        input: Input,
        session: &Session<'_>,
    ) -> Result<Outcome, Error> {
        let Input::Scopes { scopes, listed } = input else {
            let message = "`--suggest` looks at sources, and standard input is a finished document";
            return Err(Error::usage(message).with_hint("name a scope"));
        };
        let (root, found) = suggest::suggest(self, setup, &scopes, listed, session)?;
        match session.format {
            Format::Text => Ok(Outcome::text(text(
                &suggest::page(&root, &found),
                session.paint,
            ))),
            Format::Markdown => Ok(Outcome::text(markdown(&suggest::page(&root, &found)))),
            Format::Json => Ok(Outcome::text(suggestions_as_json(&root, &found))),
            Format::Sarif | Format::Html => Err(Error::usage(
                "suggestions are shown as `text`, `markdown` or `json`",
            )),
        }
    }

    /// Takes what the baseline knows out of what counts; with `--update-baseline`, that is all there is.
    fn apply_baseline(
        &self,
        document: &mut Document,
        covered: Option<&Covered>,
        session: &Session<'_>,
    ) -> Result<(), Error> {
        let Some(file) = &self.gates.baseline else {
            return Ok(());
        };
        let name = file.display();
        let mut baseline = match session.read_file(file, baseline::MAX_BYTES)? {
            Some(bytes) => Baseline::read(&bytes).map_err(|bad| {
                Error::input(format!("`{name}` is no baseline: {bad}")).with_hint(bad.hint)
            })?,
            None if self.gates.update_baseline => Baseline::default(),
            None => {
                return Err(
                    Error::input(format!("the baseline `{name}` does not exist"))
                        .with_hint("`--update-baseline` writes it"),
                );
            }
        };
        if self.gates.update_baseline {
            let Some(covered) = covered else {
                let message = "`--update-baseline` has to know what was looked at, and standard input is a finished document";
                return Err(Error::usage(message).with_hint("name a scope"));
            };
            let root = place_of_root(document);
            let place = |finding: &Finding| place_of_file(&root, finding.path.as_str());
            let looked_at = |path: &str, category| covered.includes(&root, path, category);
            let difference = baseline.update(&document.findings, place, looked_at);
            session.write_file(file, &baseline.to_string())?;
            let Difference { added, gone, all } = difference;
            let uses = if all == 1 { "use" } else { "uses" };
            session.note(&format!(
                "`{name}` knows {all} {uses}: {added} new, {gone} gone"
            ));
        } else if let Some(covered) = covered {
            let root = place_of_root(document);
            let looked_at = |path: &str, category| covered.includes(&root, path, category);
            let gone = baseline.gone(&document.findings, looked_at);
            if gone > 0 {
                let (uses, are, them) = match gone {
                    1 => ("use", "is", "it"),
                    _ => ("uses", "are", "them"),
                };
                session.note(&format!(
                    "{gone} {uses} of `{name}` {are} gone: `--update-baseline` takes {them} out"
                ));
            }
        }
        document.set_aside(NotCountedReason::InBaseline, |finding| {
            baseline.knows(finding)
        });
        Ok(())
    }
}

/// Leaves what stands on lines that changed since `revision`.
fn set_unchanged_aside(document: &mut Document, revision: &str) -> Result<(), Error> {
    let changed = ChangedLines::since(Path::new(&document.root.0), revision).map_err(|error| {
        let known = Error::input(error.to_string());
        match error {
            ChangedError::NoCommit(_) => {
                known.with_hint("a shallow clone has few commits; `git fetch` brings them")
            }
            _ => known,
        }
    })?;
    let root = place_of_root(document);
    document.set_aside(NotCountedReason::Unchanged, |finding| {
        let further = finding.text.matches('\n').count() as u32;
        let path = place_of_file(&root, finding.path.as_str());
        !changed.touches(&path, finding.line, finding.line.saturating_add(further))
    });
    let is_new = |path: &str, line| changed.touches(&place_of_file(&root, path), line, line);
    (document.advisories).retain(|one| is_new(one.path.as_str(), one.line));
    (document.test_smells).retain(|one| is_new(one.path.as_str(), one.line));
    Ok(())
}

/// Where the root of a document lies in its repository, as far as can be told: `""` or `src/Shop`.
fn place_of_root(document: &Document) -> String {
    let root = Path::new(&document.root.0);
    place_in_repository(root).unwrap_or_else(|| {
        let mut parts = document.root.0.split('/');
        let outside = root.is_absolute() || parts.any(|part| part == "..");
        let inside = document.root.0.trim_start_matches("./");
        if outside || inside == "." {
            String::new()
        } else {
            inside.to_owned()
        }
    })
}

/// A file of a document as seen from its repository.
fn place_of_file(root: &str, path: &str) -> String {
    if root.is_empty() {
        path.to_owned()
    } else {
        format!("{root}/{path}")
    }
}

/// The document for code scanning, its paths as seen from the repository.
fn sarif(document: &Document, catalogue: &Catalogue, session: &Session<'_>) -> String {
    let found = document.findings.len();
    if found > SHOWN {
        session.note(&format!(
            "code scanning on GitHub shows {SHOWN} results of a file, and here are {found}: narrow the run by `--category` or a scope"
        ));
    }
    document.to_sarif(&texts(document, catalogue, place_of_root(document)))
}

fn not_in_the_catalogue(catalogue: &Catalogue, asked: &str) -> Error {
    let error = Error::usage(format!("`{asked}` is not in the catalogue"));
    let alike = catalogue.alike(asked);
    if alike.is_empty() {
        error.with_hint(
            "`--list-apis` lists what is; a member is written `DateTime.Now`, a construction `new HttpClient`",
        )
    } else {
        error.with_hint(format!("there is `{}`", alike.join("`, `")))
    }
}

impl Program for Args {
    const FORMATS: &'static [Format] =
        &[Format::Text, Format::Json, Format::Markdown, Format::Sarif];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn answer(&self, session: &Session<'_>) -> Result<Option<String>, Error> {
        if self.explain.is_none() && !self.list_apis {
            return Ok(None);
        }
        // The project's own APIs are explained as well.
        let here = [PathBuf::from(".")];
        let setup = Setup::read(&self.scope, &here, None)?;
        let catalogue = setup.catalogue();
        let category = |asked: &str| Category::ALL.iter().find(|one| one.as_str() == asked);
        let (entries, as_list) = match (&self.explain, self.list_apis) {
            (Some(asked), _) => match category(asked.trim_start_matches("seamwright.")) {
                Some(category) => (catalogue.of_category(*category).collect(), true),
                None => (catalogue.asked(asked), false),
            },
            (None, true) => {
                let all = catalogue.entries().iter();
                let asked = |entry: &&Entry| {
                    self.category.is_empty() || self.category.contains(&entry.category)
                };
                (all.filter(asked).collect::<Vec<_>>(), true)
            }
            (None, false) => return Ok(None),
        };
        let remark = self.explain.as_deref().and_then(catalogue_page::remark);
        if let (Some(asked), true, None) = (&self.explain, entries.is_empty(), &remark) {
            return Err(not_in_the_catalogue(catalogue, asked));
        }
        // What people ask for is text unless they say otherwise, wherever it goes.
        let to_file = self.output.output.as_ref().map(|_| session.format);
        let format = self.output.format.or(to_file).unwrap_or(Format::Text);
        if let Some(blocks) = remark {
            return match format {
                Format::Text => Ok(Some(text(&blocks, session.paint))),
                Format::Markdown => Ok(Some(markdown(&blocks))),
                _ => Err(Error::usage(
                    "a list of remarks is explained as `text` or `markdown`",
                )),
            };
        }
        let blocks = || {
            if as_list {
                catalogue_page::list(&entries)
            } else {
                catalogue_page::explain(&entries)
            }
        };
        match format {
            Format::Text => Ok(Some(text(&blocks(), session.paint))),
            Format::Markdown => Ok(Some(markdown(&blocks()))),
            Format::Json => Ok(Some(catalogue_page::json(&entries))),
            Format::Sarif | Format::Html => Err(Error::usage(
                "the catalogue is shown as `text`, `markdown` or `json`",
            )),
        }
    }

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        let setup = match &input {
            Input::Scopes { scopes, listed } => {
                Setup::read(&self.scope, scopes, listed.as_deref())?
            }
            _ => Setup::default(),
        };
        if self.suggest {
            return self.suggestions(&setup, input, session);
        }
        self.gates.check(&self.category)?;
        let (mut document, covered) = match input {
            Input::Scopes { scopes, listed } => {
                let (document, covered) =
                    inspect::inspect(&self, &setup, &scopes, listed, session)?;
                (document, Some(covered))
            }
            Input::Document(document) => (self.received(*document)?, None),
            Input::Raw(_) | Input::None => return Err(Error::usage("no scope was given")),
        };
        if let Some(revision) = &self.since {
            set_unchanged_aside(&mut document, revision)?;
        }
        self.apply_baseline(&mut document, covered.as_ref(), session)?;
        let shown = |finding: &Finding| report::place(&document, finding);
        if let Some(unknown) = self.gates.unknown(&document) {
            session.warn(&unknown);
        }
        let failures = self.gates.failures(&document, shown);
        for failure in &failures {
            session.fail(failure);
        }
        let exit = if failures.is_empty() {
            Exit::Done
        } else {
            Exit::Gate
        };
        let shown = self.shown_scope(&document);
        let blocks = |document| report::report(document, self.top, &shown);
        let outcome = match session.format {
            Format::Text => Outcome::text(text(&blocks(&document), session.paint)),
            Format::Markdown => Outcome::text(markdown(&blocks(&document))),
            Format::Sarif => Outcome::text(sarif(&document, setup.catalogue(), session)),
            Format::Json | Format::Html => Outcome::document(document),
        };
        Ok(outcome.with_exit(exit))
    }
}
