//! The tables that are printed: one line a run, and what remains by reason.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use seamwright_common::source::SourceText;
use seamwright_common::syntax::{SyntaxKind, parse};
use seamwright_common::text::TextRange;
use serde_json::Value;

use super::copy::Files;
use super::judge::Broken;

/// Sites that remain, by scenario and reason, each with its checkout, place and API.
#[derive(Default)]
pub(crate) struct Sites(BTreeMap<(String, String), Vec<String>>);

/// How many of how many.
#[derive(Clone, Copy, Default)]
struct Share {
    part: usize,
    whole: usize,
}

/// One run.
#[derive(Default)]
pub(crate) struct Row {
    found: usize,
    replaced: usize,
    remaining: usize,
    adds_up: bool,
    instance: Share,
    fixed: Share,
    clean: Share,
    compiler_before: usize,
    compiler_after: usize,
    /// Files in which the compiler's counts differ by something else than what was replaced there.
    miscounted: usize,
    by_file: BTreeMap<String, usize>,
    /// Of all sites, those that have a replacement and a project that can have it: instance code and static code.
    replaceable: (Share, Share),
    pub(crate) new_errors: usize,
    pub(crate) again: usize,
    pub(crate) new_warnings: usize,
    pub(crate) second_run_is_still: bool,
    pub(crate) bytes_hold: bool,
    pub(crate) seconds: f64,
}

/// Members of classes that aren't static.
const INSTANCE: &[&str] = &[
    "constructor-arguments",
    "field-initializer",
    "property-initializer",
    "lambda",
    "local-function",
    "instance-constructor",
    "instance-property",
    "instance-method",
];
/// Nothing stands for the API, no target of the project can have what does, or the site is marked to stay.
const UNREPLACEABLE: &[&str] = &["abstraction-missing", "intentional", "no-equivalent"];
/// Static classes and static members.
const STATIC: &[&str] = &[
    "static-initializer",
    "static-constructor",
    "static-class",
    "static-lambda",
    "static-local-function",
    "static-method",
    "static-property",
];

impl Row {
    /// What the document says. `folder` holds the sources that it was computed from.
    pub(crate) fn of(
        document: &Value,
        folder: &Path,
        broken: &Broken,
        sites: &mut Sites,
        scenario: &str,
    ) -> Result<Self, Box<dyn Error>> {
        let migration = &document["migration"];
        let number = |name: &str| migration[name].as_u64().unwrap_or_default() as usize;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let remaining = list(&migration["remaining"]);
        let reasons: BTreeMap<&str, &str> = remaining
            .iter()
            .filter_map(|one| Some((one["id"].as_str()?, one["reason"].as_str()?)))
            .collect();
        let mut row = Self {
            found: number("found"),
            replaced: number("replaced"),
            remaining: remaining.len(),
            ..Self::default()
        };
        row.adds_up = row.found == row.replaced + row.remaining;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut edited: BTreeMap<String, Vec<TextRange>> = BTreeMap::new();
        let mut left_of_api = number("out_of_scope");
        for finding in list(&document["findings"]) {
            let text = |field: &str| finding[field].as_str().unwrap_or_default();
            let reason = reasons.get(text("id"));
            let (path, context) = (text("path"), text("context"));
            if let Some(reason) = reason {
                let place = format!("{name}: {path}:{}: {}", finding["line"], text("pattern"));
                let key = (scenario.to_owned(), (*reason).to_owned());
                sites.0.entry(key).or_default().push(place);
            } else if is_out_of_scope(scenario, text("pattern")) {
                left_of_api = left_of_api.saturating_sub(1);
                continue;
            } else {
                let offset = |field: &str| finding[field].as_u64().unwrap_or_default() as usize;
                let range = TextRange::new(offset("byte_start"), offset("byte_end"));
                edited.entry(path.to_owned()).or_default().push(range);
                *row.by_file.entry(path.to_owned()).or_default() += 1;
            }
            let (share, of_replaceable) = if INSTANCE.contains(&context) {
                (&mut row.instance, &mut row.replaceable.0)
            } else if STATIC.contains(&context) {
                (&mut row.fixed, &mut row.replaceable.1)
            } else {
                continue;
            };
            share.count(reason.is_none());
            if reason.is_none_or(|reason| !UNREPLACEABLE.contains(reason)) {
                of_replaceable.count(reason.is_none());
            }
        }
        for (path, ranges) in edited {
            let lines = broken.get(&path).cloned().unwrap_or_default();
            row.clean.add(clean(&folder.join(&path), &ranges, &lines)?);
        }
        Ok(row)
    }

    /// The compiler's counts before and after, in the files that were there before.
    pub(crate) fn count(
        &mut self,
        was: &BTreeMap<String, usize>,
        is: &BTreeMap<String, usize>,
        before: &Files,
    ) {
        let of =
            |counts: &BTreeMap<String, usize>, path: &str| counts.get(path).copied().unwrap_or(0);
        let paths: BTreeSet<&String> = was
            .keys()
            .chain(is.keys())
            .chain(self.by_file.keys())
            .collect();
        for path in paths.into_iter().filter(|path| before.has(path)) {
            let (was, is) = (of(was, path), of(is, path));
            self.compiler_before += was;
            self.compiler_after += is;
            let replaced = of(&self.by_file, path);
            if was != is + replaced {
                self.miscounted += 1;
                if std::env::var_os("DELTA_SHOWN").is_some() {
                    println!("    counted: {path}: {was} before, {is} after, {replaced} replaced");
                }
            }
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.adds_up = (self.found == 0 || self.adds_up) && other.adds_up;
        self.second_run_is_still =
            (self.found == 0 || self.second_run_is_still) && other.second_run_is_still;
        self.bytes_hold = (self.found == 0 || self.bytes_hold) && other.bytes_hold;
        self.found += other.found;
        self.replaced += other.replaced;
        self.remaining += other.remaining;
        self.instance.add(other.instance);
        self.fixed.add(other.fixed);
        self.clean.add(other.clean);
        self.compiler_before += other.compiler_before;
        self.compiler_after += other.compiler_after;
        self.miscounted += other.miscounted;
        self.replaceable.0.add(other.replaceable.0);
        self.replaceable.1.add(other.replaceable.1);
        self.new_errors += other.new_errors;
        self.again += other.again;
        self.new_warnings += other.new_warnings;
        self.seconds += other.seconds;
    }

    pub(crate) fn print_head() {
        let columns = [
            "folder",
            "scenario",
            "found",
            "replaced",
            "remaining",
            "adds up",
            "compiler before",
            "after",
            "files miscounted",
            "instance code",
            "static code",
            "replaceable of these",
            "members that bound before",
            "new errors",
            "missing types told again",
            "new warnings",
            "second run changes nothing",
            "bytes explained",
            "seconds",
        ];
        println!("| {} |", columns.join(" | "));
        println!("| --- | --- |{}", " --: |".repeat(columns.len() - 2));
    }

    pub(crate) fn print(&self, folder: &str, scenario: &str) {
        let said = |holds: bool| if holds { "yes" } else { "NO" };
        println!(
            "| {folder} | {scenario} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {}, {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            self.found,
            self.replaced,
            self.remaining,
            said(self.adds_up),
            self.compiler_before,
            self.compiler_after,
            self.miscounted,
            self.instance.shown(),
            self.fixed.shown(),
            self.replaceable.0.shown(),
            self.replaceable.1.shown(),
            self.clean.shown(),
            self.new_errors,
            self.again,
            self.new_warnings,
            said(self.second_run_is_still),
            said(self.bytes_hold),
            self.seconds,
        );
    }
}

/// Findings of the category that the scenario doesn't ask for.
fn is_out_of_scope(scenario: &str, pattern: &str) -> bool {
    match scenario {
        "utc-now" => pattern != "DateTime.UtcNow",
        "new-guid" => pattern != "Guid.NewGuid",
        _ => false,
    }
}

impl Share {
    fn count(&mut self, is_part: bool) {
        self.whole += 1;
        self.part += usize::from(is_part);
    }

    fn add(&mut self, other: Self) {
        self.part += other.part;
        self.whole += other.whole;
    }

    fn shown(self) -> String {
        if self.whole == 0 {
            return "-".to_owned();
        }
        let percent = 100 * self.part / self.whole;
        format!("{}/{} = {percent} %", self.part, self.whole)
    }
}

/// How many of the members around the ranges, offsets in the file, had no error.
fn clean(
    file: &Path,
    ranges: &[TextRange],
    broken: &BTreeSet<u64>,
) -> Result<Share, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let source = SourceText::decode(&bytes).map_err(|error| error.to_string())?;
    let tree = parse(&source.text.clone()).map_err(|error| error.to_string())?;
    let mut members = BTreeSet::new();
    for &range in ranges {
        // Of a file in UTF-16 the offsets are others.
        if range.end() > source.text.len() {
            continue;
        }
        let around = tree.covering(range);
        if let Some(member) = around.ancestors().find(|node| is_member(node.kind())) {
            members.insert((member.range().start(), member.range().end()));
        }
    }
    let line = |offset: usize| 1 + source.text[..offset].matches('\n').count() as u64;
    let is_clean =
        |(start, end): &&(usize, usize)| broken.range(line(*start)..=line(*end)).next().is_none();
    Ok(Share {
        part: members.iter().filter(is_clean).count(),
        whole: members.len(),
    })
}

fn is_member(kind: SyntaxKind) -> bool {
    use SyntaxKind as K;
    matches!(
        kind,
        K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::PropertyDeclaration
            | K::FieldDeclaration
            | K::IndexerDeclaration
            | K::OperatorDeclaration
            | K::EventDeclaration
            | K::ClassDeclaration
            | K::CompilationUnit
    )
}

impl Sites {
    pub(crate) fn print(&self, shown: usize) {
        println!("\n| scenario | reason | sites |\n| --- | --- | --: |");
        for ((scenario, reason), sites) in &self.0 {
            println!("| {scenario} | {reason} | {} |", sites.len());
        }
        for ((scenario, reason), sites) in self.0.iter().filter(|_| shown > 0) {
            println!("\n{scenario}, {reason}:");
            // Spread over all of them, so that the first checkout isn't all that is seen.
            let step = (sites.len() / shown).max(1);
            for site in sites.iter().step_by(step).take(shown) {
                println!("    {site}");
            }
        }
    }
}
