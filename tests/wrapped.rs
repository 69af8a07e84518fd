//! What the wrappers of a whole checkout are, judged by the C# compiler:
//! `cargo run --release --example wrapped -- FOLDER…`.
//!
//! For each checkout `detect-static-dependencies | generate-testability-wrappers --write` runs on a copy for
//! environment, console and process; nothing is migrated. Printed are the sites, how many abstractions were decided and
//! how many of them can be used, the interfaces that were written, their members and the registrations, how many files
//! have errors anyway (what a package brings is missing), what the compiler says anew, whether its own count of the
//! sites in the files that were there is the same (a wrapper changes no call), whether a second run changes anything,
//! and whether the document tells every byte that changed.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

mod built;
#[path = "delta/copy.rs"]
mod copy;
#[path = "delta/folders.rs"]
mod folders;
#[path = "delta/judge.rs"]
mod judge;

use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use built::build;
use copy::{Files, copied, files};
use duct::cmd;
use folders::on_folders;
use judge::Judge;
use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;
use serde_json::Value;

const PROGRAMS: [&str; 2] = [
    "detect-static-dependencies",
    "generate-testability-wrappers",
];

const CATEGORIES: [Category; 3] = [Category::Console, Category::Environment, Category::Process];

/// New errors that are shown of each checkout.
const SHOWN: usize = 10;

#[derive(Default)]
struct Row {
    found: usize,
    decided: usize,
    available: usize,
    interfaces: usize,
    members: usize,
    registrations: usize,
    broken: usize,
    new_errors: usize,
    new_warnings: usize,
    calls_stay: bool,
    second_run_is_still: bool,
    bytes_explained: bool,
    seconds: f64,
}

fn main() -> ExitCode {
    on_folders("wrapped", all)
}

fn all(folders: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let (root, programs) = build("wrapped", &PROGRAMS)?;
    let columns = [
        "folder",
        "sites",
        "decided",
        "available",
        "interfaces",
        "members",
        "registrations",
        "files with errors before",
        "new errors",
        "new warnings",
        "calls stay",
        "second run changes nothing",
        "bytes explained",
        "seconds",
    ];
    println!("| {} |", columns.join(" | "));
    println!("| --- |{}", " --: |".repeat(columns.len() - 1));
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        match one(&root, &programs, folder) {
            Ok(row) => row.print(&name),
            Err(error) => println!("| {name} | failed: {error} |"),
        }
    }
    Ok(())
}

fn one(root: &Path, programs: &Path, folder: &Path) -> Result<Row, Box<dyn Error>> {
    let judge = Judge::of(root, folder)?;
    let copy = copied(folder)?;
    let before = files(folder)?;
    let started = Instant::now();
    let document = wrap(programs, copy.path())?;
    let mut row = Row::of(&document);
    row.broken = judge.errors().len();
    row.seconds = started.elapsed().as_secs_f64();
    let after = files(copy.path())?;
    row.bytes_explained = before.explains(&after, &document)?;
    let news = judge.news(&judge.say(copy.path())?, SHOWN);
    (row.new_errors, row.new_warnings) = (news.errors + news.again, news.warnings);
    let banned = Catalogue::standard().banned_list(BannedList::References, &CATEGORIES);
    let was = judge.count(folder, &banned)?;
    let mut is = judge.count(copy.path(), &banned)?;
    is.retain(|path, _| before.has(path));
    row.calls_stay = was == is;
    wrap(programs, copy.path())?;
    row.second_run_is_still = Files::same(&after, &files(copy.path())?);
    Ok(row)
}

/// Runs both on a folder, and writes.
fn wrap(programs: &Path, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let [detect, wrap] = PROGRAMS;
    let program = |name: &str, args: &[&str], input: Vec<u8>| -> Result<Vec<u8>, Box<dyn Error>> {
        let path = programs.join(format!("{name}{EXE_SUFFIX}"));
        let run = cmd(path, args).dir(folder).unchecked().stdin_bytes(input);
        let output = run.stderr_capture().stdout_capture().run()?;
        match output.status.code() {
            Some(0) => Ok(output.stdout),
            _ => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
        }
    };
    let mut asked = vec![".", "--format", "json"];
    for category in CATEGORIES {
        asked.extend(["--category", category.as_str()]);
    }
    let found = program(detect, &asked, Vec::new())?;
    let written = program(wrap, &["--write", "--format", "json"], found)?;
    Ok(serde_json::from_slice(&written)?)
}

impl Row {
    fn of(document: &Value) -> Self {
        let list = |name: &str| document[name].as_array().cloned().unwrap_or_default();
        let decided = list("abstractions");
        let mut row = Self {
            found: list("findings").len(),
            decided: decided.len(),
            available: decided
                .iter()
                .filter(|one| one["available"] == true)
                .count(),
            ..Self::default()
        };
        for change in list("changes") {
            if let Some(text) = change["content"].as_str() {
                if text.contains(" interface I") {
                    row.interfaces += 1;
                    row.members += text.matches("/// <inheritdoc cref=").count();
                }
                continue;
            }
            for edit in change["edits"].as_array().into_iter().flatten() {
                let text = edit["text"].as_str().unwrap_or_default();
                row.registrations += ["AddSingleton", ".RegisterType<", ".RegisterInstance("]
                    .iter()
                    .map(|call| text.matches(call).count())
                    .sum::<usize>();
            }
        }
        row
    }

    fn print(&self, folder: &str) {
        let said = |holds: bool| if holds { "yes" } else { "NO" };
        println!(
            "| {folder} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            self.found,
            self.decided,
            self.available,
            self.interfaces,
            self.members,
            self.registrations,
            self.broken,
            self.new_errors,
            self.new_warnings,
            said(self.calls_stay),
            said(self.second_run_is_still),
            said(self.bytes_explained),
            self.seconds,
        );
    }
}
