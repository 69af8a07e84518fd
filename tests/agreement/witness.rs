//! What the compiler says of a folder, and where it has no word. Knows nothing of our findings.

#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::process::Command;

use seamwright_common::catalogue::signatures::signatures;
use seamwright_common::workspace::{has_generated_header, is_generated_name};
use serde_json::Value;

use super::Place;
use super::table::Cause;

/// The framework whose base library the compiler knows.
const COMPILER: &str = "net8.0";

/// Where the compiler is no witness.
pub(crate) struct Blind {
    /// Per file, first and last line of what it could not parse.
    broken: BTreeMap<String, Vec<(u64, u64)>>,
    /// Per file, first and last line of what `#if` left out, whatever the symbols.
    inactive: BTreeMap<String, Vec<(u64, u64)>>,
    /// Ids without parameters that its references don't have.
    unresolved: BTreeSet<String>,
}

impl Blind {
    pub(crate) fn of(compiler: &Value) -> Self {
        let ranges = |name: &str| {
            let mut ranges: BTreeMap<String, Vec<(u64, u64)>> = BTreeMap::new();
            for range in array(compiler, name) {
                let line = |name: &str| range[name].as_u64().unwrap_or(0);
                ranges
                    .entry(range["file"].as_str().unwrap_or_default().to_owned())
                    .or_default()
                    .push((line("line"), line("endLine")));
            }
            ranges
        };
        Self {
            broken: ranges("broken"),
            inactive: ranges("inactive"),
            unresolved: texts(compiler, "unresolvedRules"),
        }
    }

    pub(crate) fn at(&self, (path, line, _): &Place) -> Option<Cause> {
        let inside = |ranges: &BTreeMap<String, Vec<(u64, u64)>>| {
            ranges
                .get(path)
                .is_some_and(|ranges| ranges.iter().any(|(from, to)| (from..=to).contains(&line)))
        };
        if inside(&self.inactive) {
            Some(Cause::Inactive)
        } else if inside(&self.broken) {
            Some(Cause::Unparsed)
        } else {
            None
        }
    }

    /// A package's type, or a member that came after .NET 8.
    pub(crate) fn to(&self, api: &str) -> bool {
        let bare = api.split('(').next().unwrap_or(api);
        let Some((owner, member)) = bare.get(2..).and_then(|name| name.rsplit_once('.')) else {
            return false;
        };
        let known = signatures(owner, member.split('`').next().unwrap_or(member));
        self.unresolved.contains(bare)
            || self.unresolved.contains(&format!("T:{owner}"))
            || !known.is_empty() && known.iter().all(|one| one.is_on(COMPILER) == Some(false))
    }
}

pub(crate) fn array<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

pub(crate) fn texts(value: &Value, name: &str) -> BTreeSet<String> {
    array(value, name)
        .filter_map(|one| one.as_str().map(str::to_owned))
        .collect()
}

/// The folder's C#, without what detection leaves out.
pub(crate) fn sources(folder: &Path) -> impl Iterator<Item = (String, String)> + '_ {
    let skipped = ["bin", "obj", ".git", "node_modules"];
    walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_entry(move |entry| !skipped.iter().any(|name| entry.file_name() == *name))
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(move |entry| {
            let path = entry.path().strip_prefix(folder).ok()?.to_str()?.to_owned();
            let bytes = std::fs::read(entry.path()).ok()?;
            (entry.path().extension().is_some_and(|end| end == "cs") && !generated(folder, &path))
                .then(|| (path, String::from_utf8_lossy(&bytes).into_owned()))
        })
}

/// What the compiler binds: each project's files with what the project references, the others all together.
pub(crate) fn compilers(root: &Path, folder: &Path, banned: &str) -> Result<Value, Box<dyn Error>> {
    let list = tempfile::NamedTempFile::new()?;
    std::fs::write(list.path(), banned)?;
    let detect = |options: &[&str]| -> Result<Value, Box<dyn Error>> {
        let output = Command::new(root.join("tests/oracle/oracle"))
            .args(["detect", "--all-branches"])
            .args(options)
            .arg("--banned")
            .arg(list.path())
            .arg(folder)
            .output()?;
        serde_json::from_slice(&output.stdout)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned().into())
    };
    let mut all = match detect(&["--projects", "--stubs", "packages"]) {
        Ok(by_projects) => by_projects,
        Err(error) => {
            eprintln!("{}: not by projects: {error}", folder.display());
            return detect(&["--stubs", "all", "--web"]);
        }
    };
    // A project's language version can be too old for what this compiler reads as its own.
    let broken: BTreeSet<String> = array(&all, "broken")
        .filter_map(|range| range["file"].as_str().map(str::to_owned))
        .collect();
    let mut answered = texts(&all, "sources");
    answered.retain(|file| !broken.contains(file));
    let others: Vec<String> = sources(folder)
        .map(|(path, _)| path)
        .filter(|path| !answered.contains(path))
        .collect();
    if others.is_empty() {
        return Ok(all);
    }
    let only = tempfile::NamedTempFile::new()?;
    std::fs::write(only.path(), others.join("\n"))?;
    let only = only.path().to_string_lossy();
    let together = detect(&["--stubs", "all", "--web", "--only", &only])?;
    for section in ["hits", "inactive", "broken"] {
        let of_others = |one: &&Value| !answered.contains(one["file"].as_str().unwrap_or_default());
        let mut merged: Vec<Value> = array(&all, section)
            .filter(|one| !of_others(one))
            .cloned()
            .collect();
        merged.extend(array(&together, section).filter(of_others).cloned());
        all[section] = merged.into();
    }
    let known = texts(&together, "unresolvedRules");
    let open = texts(&all, "unresolvedRules");
    all["unresolvedRules"] = open.intersection(&known).cloned().collect();
    Ok(all)
}

/// Generated code, which detection leaves out.
pub(crate) fn generated(folder: &Path, path: &str) -> bool {
    is_generated_name(path)
        || std::fs::read(folder.join(path))
            .is_ok_and(|bytes| has_generated_header(&String::from_utf8_lossy(&bytes)))
}
