//! How far detection agrees with the C# compiler's own binding, on checkouts of real code:
//! `cargo run --release --example agreement -- FOLDER…`.
//!
//! Both look for the same APIs: the compiler's list is generated from the catalogue. Compared are static members,
//! constructions and method groups; instance members, which count or not by who made the receiver, are not. Left
//! out and counted: sites in conditional code, of which the compiler sees one branch, and files that it can't parse.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;
use serde_json::Value;

/// How many disagreements of each kind are shown.
const SHOWN: usize = 20;

/// File, line, column.
type Place = (String, u64, u64);

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: agreement FOLDER…");
        return ExitCode::from(2);
    }
    println!(
        "| folder | files | sites | agreed | only ours | only the compiler's | precision | recall | left out | seconds |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for folder in folders {
        if let Err(error) = compare(&folder) {
            eprintln!("error: {}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn compare(folder: &Path) -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").ok_or("run it by cargo")?);
    let started = Instant::now();
    let document = ours(&root, folder)?;
    let seconds = started.elapsed().as_secs_f64();
    let conditional = Conditional::default();
    let (banned, compared) = lists();
    let (compiler, broken) = compilers(&root, folder, &banned)?;

    let mut left_out = BTreeSet::new();
    let mut ours: BTreeMap<Place, String> = BTreeMap::new();
    for site in sites(&document) {
        let place = place(site, "path")?;
        let api = text(site, "pattern")?;
        if !compared(&api)
            || site["reason"] == "pure-helper"
            || site["reason"] == "injected"
            || site["provenance"] == "constructed" && !api.starts_with("new ")
        {
            continue;
        }
        if broken.contains(&place.0) || conditional.holds(folder, &place) {
            left_out.insert(place);
        } else {
            ours.insert(place, api);
        }
    }
    let mut theirs: BTreeMap<Place, String> = BTreeMap::new();
    let mut open = BTreeSet::new();
    for hit in compiler["hits"]
        .as_array()
        .ok_or("the compiler printed no hits")?
    {
        let place = place(hit, "file")?;
        if hit["inNameof"] == true
            || hit["kind"] == "constructorInitializer"
            || generated(folder, &place.0)
        {
            continue;
        }
        if hit["resolution"] != "resolved" {
            open.insert(place);
        } else if broken.contains(&place.0) || conditional.holds(folder, &place) {
            left_out.insert(place);
        } else {
            theirs.insert(place, text(hit, "docId")?);
        }
    }
    let agreed = ours
        .keys()
        .filter(|place| theirs.contains_key(*place))
        .count();
    // Where the compiler found the name and couldn't choose an overload, for want of a package, it is no witness.
    let only_ours: Vec<_> = ours
        .iter()
        .filter(|(place, _)| !theirs.contains_key(*place) && !open.contains(*place))
        .collect();
    let only_theirs: Vec<_> = theirs
        .iter()
        .filter(|(place, _)| !ours.contains_key(*place))
        .collect();
    let share = |part: usize, whole: usize| {
        if whole == 0 { 1.0 } else { ratio(part, whole) }
    };
    println!(
        "| {} | {} | {} | {agreed} | {} | {} | {:.4} | {:.4} | {} | {seconds:.1} |",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        document["scope"]["files_scanned"],
        theirs.len(),
        only_ours.len(),
        only_theirs.len(),
        share(agreed, agreed + only_ours.len()),
        share(agreed, theirs.len()),
        left_out.len(),
    );
    for (who, list) in [("ours", only_ours), ("the compiler's", only_theirs)] {
        for ((path, line, column), api) in list.iter().take(SHOWN) {
            eprintln!("only {who}: {path}:{line}:{column} {api}");
        }
    }
    Ok(())
}

fn ratio(part: usize, whole: usize) -> f64 {
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    small(part) / small(whole)
}

/// The compiler's list, and whether a pattern (`DateTime.Now`, `new HttpClient`) is on it.
fn lists() -> (String, impl Fn(&str) -> bool) {
    let on: Vec<Category> = Category::ALL
        .iter()
        .copied()
        .filter(|category| *category != Category::Concurrency)
        .collect();
    let banned = Catalogue::standard().banned_list(BannedList::References, &on);
    let mut patterns = BTreeSet::new();
    let mut owners = BTreeSet::new();
    for line in banned.lines().filter(|line| !line.starts_with('!')) {
        let name = line
            .get(2..)
            .unwrap_or_default()
            .split('(')
            .next()
            .unwrap_or_default();
        let (owner, member) = name.rsplit_once('.').unwrap_or(("", name));
        let simple = |owner: &str| owner.rsplit('.').next().unwrap_or(owner).to_owned();
        match (line.starts_with("T:"), member) {
            (true, _) => owners.insert(simple(name)),
            (false, "#ctor") => patterns.insert(format!("new {}", simple(owner))),
            (false, member) => patterns.insert(format!("{}.{member}", simple(owner))),
        };
    }
    let compared = move |pattern: &str| {
        patterns.contains(pattern)
            || pattern
                .split_once('.')
                .is_some_and(|(owner, _)| owners.contains(owner))
    };
    (banned, compared)
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

fn ours(root: &Path, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(&cargo)
        .current_dir(root)
        .args([
            "build",
            "--quiet",
            "--release",
            "--locked",
            "--bin",
            "detect-static-dependencies",
        ])
        .status()?;
    if !status.success() {
        return Err("the program doesn't build".into());
    }
    let output = Command::new(cargo)
        .current_dir(root)
        .args([
            "run",
            "--quiet",
            "--release",
            "--locked",
            "--bin",
            "detect-static-dependencies",
            "--",
        ])
        .arg(folder.canonicalize()?)
        .args(["--include-tests", "--format", "json"])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// What the compiler binds, and the files that it can't parse.
fn compilers(
    root: &Path,
    folder: &Path,
    banned: &str,
) -> Result<(Value, BTreeSet<String>), Box<dyn Error>> {
    let list = tempfile::NamedTempFile::new()?;
    std::fs::write(list.path(), banned)?;
    let oracle = root.join("tests/oracle/oracle");
    let run = |arguments: &[&str]| -> Result<Value, Box<dyn Error>> {
        let output = Command::new(&oracle).args(arguments).arg(folder).output()?;
        serde_json::from_slice(&output.stdout)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned().into())
    };
    let banned = list.path().to_string_lossy().into_owned();
    let found = run(&["detect", "--banned", &banned, "--stubs", "all", "--web"])?;
    let parsed = run(&["parse"])?;
    let broken = parsed["files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|file| file["syntaxErrors"].as_u64() != Some(0))
        .filter_map(|file| file["file"].as_str().map(str::to_owned))
        .collect();
    Ok((found, broken))
}

/// Generated code, which detection leaves out.
fn generated(folder: &Path, path: &str) -> bool {
    let named = [".g.cs", ".g.i.cs", ".designer.cs", ".generated.cs"];
    let lower = path.to_lowercase();
    named.iter().any(|end| lower.ends_with(end))
        || std::fs::read(folder.join(path)).is_ok_and(|bytes| {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_lowercase();
            head.contains("<auto-generated") || head.contains("<autogenerated")
        })
}

/// Lines between `#if` and `#endif`.
#[derive(Default)]
struct Conditional(std::cell::RefCell<BTreeMap<String, Vec<bool>>>);

impl Conditional {
    fn holds(&self, folder: &Path, place: &Place) -> bool {
        let mut known = self.0.borrow_mut();
        let lines = known.entry(place.0.clone()).or_insert_with(|| {
            let bytes = std::fs::read(folder.join(&place.0)).unwrap_or_default();
            let mut depth = 0usize;
            let directive = |line: &str, word: &str| {
                line.trim_start()
                    .strip_prefix('#')
                    .is_some_and(|rest| rest.trim_start().starts_with(word))
            };
            String::from_utf8_lossy(&bytes)
                .lines()
                .map(|line| {
                    depth += usize::from(directive(line, "if"));
                    let inside = depth > 0;
                    depth -= usize::from(directive(line, "endif") && depth > 0);
                    inside
                })
                .collect()
        });
        lines.get(place.1 as usize - 1).copied().unwrap_or(false)
    }
}
