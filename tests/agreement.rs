//! How far detection agrees with the C# compiler's own binding, on checkouts of real code:
//! `cargo run --release --example agreement -- FOLDER…`.
//!
//! Both look for the same APIs: the compiler's list is generated from the catalogue. Compared are static members,
//! constructions and method groups, in two lists: what counts (whether it ended as a finding or as the default or the
//! implementation of a seam), and the pure helpers. Instance members, which count or not by who made the receiver,
//! are not compared. What `#if` leaves out is compared under symbols that let it in, found branch by branch. Left out
//! and counted by cause is what the compiler has no word on:
//! - inactive: no symbols let the line in (`#if false`, a symbol that the file itself takes back);
//! - unparsed: the member around has syntax errors for it;
//! - unknown: a package's type that has no stand-in here, or a member newer than .NET 8;
//! - undecided: it could not choose an overload, some of which don't count, and we report nothing.
//!
//! The column of non-findings counts the places where the text of a catalogued reference (`File.Exists`) stands and
//! neither reports one: strings, comments, `nameof`, the project's own types.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

mod built;
#[path = "agreement/lists.rs"]
mod lists;
#[path = "agreement/table.rs"]
mod table;
#[path = "agreement/witness.rs"]
mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use built::build;
use lists::Lists;
use serde_json::Value;
use table::{Cause, List, Row};
use witness::{Blind, array, compilers, generated, sources};

/// How many disagreements of each kind are shown, unless `AGREEMENT_SHOWN` says otherwise.
const SHOWN: usize = 20;

const PROGRAM: &str = "detect-static-dependencies";

/// File, line, column.
type Place = (String, u64, u64);

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: agreement FOLDER…");
        return ExitCode::from(2);
    }
    let (root, programs) = match build("agreement", &[PROGRAM]) {
        Ok(built) => built,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let program = programs.join(format!("{PROGRAM}{EXE_SUFFIX}"));
    println!(
        "| folder | files | list | sites | agreed | only ours | only the compiler's | precision | recall | non-findings | by other symbols | {} | left out | seconds |",
        Cause::ALL.map(|(_, name)| name).join(" | ")
    );
    println!("| --- | --: | ---{} |", " | --:".repeat(14));
    let lists = Lists::of_catalogue();
    let mut all = [(List::Counts, Row::default()), (List::Pure, Row::default())];
    let (mut files, mut seconds) = (0, 0.0);
    let several = folders.len() > 1;
    for folder in folders {
        match compare(&root, &program, &folder, &lists) {
            Ok(compared) => {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                files += compared.files;
                seconds += compared.seconds;
                for (list, sum) in &mut all {
                    let row = compared.rows[list];
                    row.print(&name, compared.files, *list, compared.seconds);
                    sum.add(row);
                }
            }
            Err(error) => {
                eprintln!("error: {}: {error}", folder.display());
                return ExitCode::FAILURE;
            }
        }
    }
    if several {
        for (list, row) in all {
            row.print("all", files, list, seconds);
        }
    }
    ExitCode::SUCCESS
}

struct Compared {
    files: u64,
    seconds: f64,
    rows: BTreeMap<List, Row>,
}

fn compare(
    root: &Path,
    program: &Path,
    folder: &Path,
    lists: &Lists,
) -> Result<Compared, Box<dyn Error>> {
    let started = Instant::now();
    let document = ours(program, folder)?;
    let seconds = started.elapsed().as_secs_f64();
    let compiler = compilers(root, folder, &lists.banned)?;
    let blind = Blind::of(&compiler);

    let mut ours: BTreeMap<Place, (List, String)> = BTreeMap::new();
    let mut left_out: BTreeMap<Place, (List, Cause)> = BTreeMap::new();
    for site in sites(&document) {
        let pattern = text(site, "pattern")?;
        // What a class has from its base is on the list under the base's name.
        let api = site["api"].as_str().unwrap_or_default();
        let Some(list) = lists.of_pattern(&pattern).or_else(|| lists.of_api(api)) else {
            continue;
        };
        // `new StreamReader(stream)` is on neither list: it reaches nothing that isn't given.
        let given = site["reason"] == "pure-helper"
            && matches!(
                pattern.as_str(),
                "new FileStream" | "new StreamReader" | "new StreamWriter"
            );
        if given
            || site["reason"] == "injected"
            || site["provenance"] == "constructed" && !pattern.starts_with("new ")
        {
            continue;
        }
        let place = place(site, "path")?;
        let unknown = || blind.to(api).then_some(Cause::Unknown);
        if let Some(cause) = blind.at(&place).or_else(unknown) {
            left_out.insert(place, (list, cause));
        } else {
            ours.insert(place, (list, pattern));
        }
    }
    let mut theirs: BTreeMap<Place, (List, String)> = BTreeMap::new();
    let mut by_other_symbols: BTreeSet<Place> = BTreeSet::new();
    for hit in array(&compiler, "hits") {
        let place = place(hit, "file")?;
        if hit["inNameof"] == true
            // In a package's own repository its types are the project's own.
            || hit["inSource"] == true
            || generated(folder, &place.0)
        {
            continue;
        }
        let list = lists.of_rule(hit["rule"].as_str().unwrap_or_default());
        // For want of a package the compiler may know the member and not the overload: that still agrees. Where it
        // stands between overloads that all count, it is decided.
        let decided = hit["resolution"] == "resolved"
            || hit["everyCandidate"] == true
            || ours.contains_key(&place);
        let undecided = || (!decided).then_some(Cause::Undecided);
        if let Some(cause) = blind.at(&place).or_else(undecided) {
            left_out.insert(place, (list, cause));
        } else {
            if hit["symbols"].is_string() {
                by_other_symbols.insert(place.clone());
            }
            theirs.insert(
                place,
                (list, hit["docId"].as_str().unwrap_or_default().to_owned()),
            );
        }
    }

    let mut rows = BTreeMap::from([(List::Counts, Row::default()), (List::Pure, Row::default())]);
    let mut row = |list: List, change: &dyn Fn(&mut Row)| {
        if let Some(row) = rows.get_mut(&list) {
            change(row);
        }
    };
    let shown = std::env::var("AGREEMENT_SHOWN")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(SHOWN);
    let mut told = [0, 0];
    for (place, (list, api)) in &theirs {
        row(*list, &|row| row.sites += 1);
        if by_other_symbols.contains(place) {
            row(*list, &|row| row.other_symbols += 1);
        }
        if ours.contains_key(place) {
            row(*list, &|row| row.agreed += 1);
        } else {
            row(*list, &|row| row.only_theirs += 1);
            tell("the compiler's", place, api, &mut told[0], shown);
        }
    }
    for (place, (list, api)) in &ours {
        if !theirs.contains_key(place) {
            row(*list, &|row| row.only_ours += 1);
            tell("ours", place, api, &mut told[1], shown);
        }
    }
    let mut told = 0;
    for (place, (list, cause)) in &left_out {
        row(*list, &|row| row.left_out[*cause as usize] += 1);
        if std::env::var_os("AGREEMENT_LEFT_OUT").is_some() {
            tell(&format!("left out, {cause:?}"), place, "", &mut told, shown);
        }
    }
    let known = |place: &Place| {
        ours.contains_key(place) || theirs.contains_key(place) || left_out.contains_key(place)
    };
    for (path, text) in sources(folder) {
        for (line, column, list) in lists.texts(&text) {
            let place = (path.clone(), line, column);
            if blind.at(&place).is_none() && !known(&place) {
                row(list, &|row| row.non_findings += 1);
            }
        }
    }
    Ok(Compared {
        files: document["scope"]["files_scanned"].as_u64().unwrap_or(0),
        seconds,
        rows,
    })
}

fn tell(who: &str, place: &Place, api: &str, told: &mut usize, at_most: usize) {
    if *told < at_most {
        let (path, line, column) = place;
        eprintln!("only {who}: {path}:{line}:{column} {api}");
    }
    *told += 1;
}

fn sites(document: &Value) -> impl Iterator<Item = &Value> {
    ["findings", "not_counted"]
        .into_iter()
        .flat_map(|section| document[section].as_array().into_iter().flatten())
}

fn place(value: &Value, path: &str) -> Result<Place, Box<dyn Error>> {
    let number = |name: &str| {
        value[name]
            .as_u64()
            .ok_or_else(|| format!("`{name}` is missing"))
    };
    Ok((text(value, path)?, number("line")?, number("column")?))
}

fn text(value: &Value, name: &str) -> Result<String, Box<dyn Error>> {
    Ok(value[name]
        .as_str()
        .ok_or_else(|| format!("`{name}` is missing"))?
        .to_owned())
}

fn ours(program: &Path, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let output = Command::new(program)
        .arg(folder.canonicalize()?)
        .args(["--include-tests", "--format", "json"])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
