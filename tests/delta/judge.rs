//! What the C# compiler says of a folder: errors, warnings, uses of an API. Knows nothing of our findings.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Id, file, message.
type Key = (String, String, String);

/// Errors and warnings.
pub(crate) struct Said {
    errors: Vec<(Key, u64)>,
    warnings: Vec<(Key, u64)>,
}

/// The compiler, and what it said of a checkout before anything changed.
pub(crate) struct Judge<'a> {
    root: &'a Path,
    before: Said,
}

/// What it says of types that aren't there.
const MISSING_TYPE: [&str; 4] = ["CS0012", "CS0234", "CS0246", "CS1069"];

/// What it says anew.
pub(crate) struct News {
    pub(crate) errors: usize,
    /// That a type isn't there, word for word as it said before, in another place.
    pub(crate) again: usize,
    pub(crate) warnings: usize,
}

/// Files and lines that have errors.
pub(crate) type Broken = BTreeMap<String, BTreeSet<u64>>;

impl<'a> Judge<'a> {
    pub(crate) fn of(root: &'a Path, folder: &Path) -> Result<Self, Box<dyn Error>> {
        let before = say(root, folder)?;
        Ok(Self { root, before })
    }

    pub(crate) fn say(&self, folder: &Path) -> Result<Said, Box<dyn Error>> {
        say(self.root, folder)
    }

    pub(crate) fn errors(&self) -> Broken {
        let mut broken = Broken::new();
        for ((_, file, _), line) in &self.before.errors {
            broken.entry(file.clone()).or_default().insert(*line);
        }
        broken
    }

    /// What is new, lines that moved apart; the first errors are printed.
    pub(crate) fn news(&self, now: &Said, shown: usize) -> News {
        let errors = more(&self.before.errors, &now.errors);
        // A type that nobody has is told again where one that derives from it is used from another assembly whose
        // references differ.
        let told: BTreeSet<(&str, &str)> = self
            .before
            .errors
            .iter()
            .filter(|((id, ..), _)| MISSING_TYPE.contains(&id.as_str()))
            .map(|((id, _, message), _)| (id.as_str(), message.as_str()))
            .collect();
        let is_told =
            |((id, _, message), _): &&(Key, u64)| told.contains(&(id.as_str(), message.as_str()));
        let (again, errors): (Vec<_>, Vec<_>) = errors.into_iter().partition(is_told);
        for ((id, file, message), line) in errors.iter().take(shown) {
            println!("    new: {file}:{line}: {id}: {message}");
        }
        News {
            errors: errors.len(),
            again: again.len(),
            warnings: more(&self.before.warnings, &now.warnings).len(),
        }
    }

    /// Uses of the listed APIs by file, `nameof` apart.
    pub(crate) fn count(
        &self,
        folder: &Path,
        banned: &str,
    ) -> Result<BTreeMap<String, usize>, Box<dyn Error>> {
        let list = tempfile::NamedTempFile::new()?;
        std::fs::write(list.path(), banned)?;
        let list = list.path().to_string_lossy().into_owned();
        let options = [
            "detect",
            "--projects",
            "--all-branches",
            "--stubs",
            "packages",
            "--banned",
            &list,
        ];
        let said = ask(self.root, &options, folder)?;
        let mut counts = BTreeMap::new();
        for hit in said["hits"].as_array().into_iter().flatten() {
            if hit["inNameof"] != true {
                *counts.entry(text(hit, "file")).or_default() += 1;
            }
        }
        Ok(counts)
    }
}

/// What is there more often than before.
fn more<'n>(before: &[(Key, u64)], now: &'n [(Key, u64)]) -> Vec<&'n (Key, u64)> {
    let mut left: BTreeMap<&Key, usize> = BTreeMap::new();
    for (key, _) in before {
        *left.entry(key).or_default() += 1;
    }
    let is_new = |(key, _): &&(Key, u64)| match left.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    now.iter().filter(is_new).collect()
}

fn say(root: &Path, folder: &Path) -> Result<Said, Box<dyn Error>> {
    let said = ask(root, &["check", "--projects", "--warnings"], folder)?;
    let list = |name: &str| {
        let all = said[name].as_array().into_iter().flatten();
        all.map(|one| {
            let key = (text(one, "id"), text(one, "file"), text(one, "message"));
            (key, one["line"].as_u64().unwrap_or_default())
        })
        .collect()
    };
    Ok(Said {
        errors: list("errors"),
        warnings: list("warnings"),
    })
}

fn ask(root: &Path, options: &[&str], folder: &Path) -> Result<Value, Box<dyn Error>> {
    let oracle: PathBuf = root.join("tests/oracle/oracle");
    let output = Command::new(oracle).args(options).arg(folder).output()?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned().into())
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}
