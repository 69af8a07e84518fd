//! What a whole migration does to checkouts of real code, judged by the C# compiler:
//! `cargo run --release --example delta -- FOLDER…`.
//!
//! For each checkout and each of the scenarios the whole pipe runs on a copy: the abstractions are brought first,
//! packages included, then everything is migrated. Printed are what was found and replaced (by the document, and by
//! the compiler's own count before and after), apart for instance code and static code, how many of the edited members
//! the compiler bound without an error before, what it says anew afterwards (of types that were missing before, word for
//! word as before but in another place, apart), whether a second run changes anything,
//! and whether every byte is either as it was or in an edit that the document tells. A run in which an abstraction
//! couldn't be had is `declined`: it proves nothing.
//!
//! `DELTA_SCENARIOS=time,files` takes some of the scenarios, `DELTA_SHOWN=N` shows N sites of each reason (none, if not
//! said) and N new errors of each run (10).

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
#[path = "delta/pipe.rs"]
mod pipe;
#[path = "delta/row.rs"]
mod row;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use built::build;
use copy::{Files, copied, files};
use folders::on_folders;
use judge::{Judge, Said};
use pipe::{Ran, SCENARIOS, Scenario, pipe};
use row::{Row, Sites};

/// New errors that are shown of each run.
const SHOWN: usize = 10;

fn main() -> ExitCode {
    on_folders("delta", all)
}

fn all(folders: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let (root, programs) = build("delta", &pipe::PROGRAMS)?;
    let wanted = std::env::var("DELTA_SCENARIOS").ok();
    let is_wanted = |scenario: &&Scenario| {
        let names = wanted.as_ref();
        names.is_none_or(|names| names.split(',').any(|name| name == scenario.name))
    };
    let shown = std::env::var("DELTA_SHOWN")
        .ok()
        .and_then(|n| n.parse().ok());
    Row::print_head();
    let mut sums: BTreeMap<&str, Row> = BTreeMap::new();
    let mut sites = Sites::default();
    for folder in folders {
        let judge = Judge::of(&root, folder)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        for scenario in SCENARIOS.iter().filter(is_wanted) {
            match one(&programs, &judge, folder, scenario, shown, &mut sites) {
                Ok(Some(row)) => {
                    row.print(&name, scenario.name);
                    sums.entry(scenario.name).or_default().add(&row);
                }
                Ok(None) => println!("| {name} | {} | declined |", scenario.name),
                Err(error) => println!("| {name} | {} | failed: {error} |", scenario.name),
            }
        }
    }
    for (scenario, sum) in &sums {
        sum.print("all", scenario);
    }
    sites.print(shown.unwrap_or_default());
    Ok(())
}

fn one(
    programs: &Path,
    judge: &Judge<'_>,
    folder: &Path,
    scenario: &Scenario,
    shown: Option<usize>,
    sites: &mut Sites,
) -> Result<Option<Row>, Box<dyn Error>> {
    let copy = copied(folder)?;
    let before = files(folder)?;
    let Ran::Done { document, seconds } = pipe(programs, copy.path(), scenario)? else {
        return Ok(None);
    };
    let after = files(copy.path())?;
    let mut row = Row::of(&document, folder, &judge.errors(), sites, scenario.name)?;
    row.seconds = seconds;
    row.bytes_hold = before.explains(&after, &document)?;
    let now: Said = judge.say(copy.path())?;
    let news = judge.news(&now, shown.unwrap_or(SHOWN));
    (row.new_errors, row.again, row.new_warnings) = (news.errors, news.again, news.warnings);
    let banned = scenario.banned();
    let was = judge.count(folder, &banned)?;
    let is = judge.count(copy.path(), &banned)?;
    row.count(&was, &is, &before);
    if let Ran::Done { .. } = pipe(programs, copy.path(), scenario)? {
        row.second_run_is_still = Files::same(&after, &files(copy.path())?);
    }
    Ok(Some(row))
}
