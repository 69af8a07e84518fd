//! The tree keeps its own rules. Each rule is a function of a path and a text, and has a test of its
//! own with a text that breaks it; here they are applied to every file of the project.
//!
//! It must not know what the code does.

mod boundary;
mod manifest;
mod rust;
mod text;

use std::fs;
use std::path::Path;

use crate::harness::root;

/// Every file of the project that is text, by its path with `/`.
fn files() -> Vec<(String, String)> {
    let read = |path: String| {
        let text = String::from_utf8(fs::read(root().join(&path)).ok()?).ok()?;
        Some((path, text))
    };
    let files: Vec<_> = paths().into_iter().filter_map(read).collect();
    assert!(
        files.len() > 50,
        "the files of the project are not found: {}",
        files.len()
    );
    files
}

/// What git knows or would add; without git, all that is not built.
fn paths() -> Vec<String> {
    let arguments = [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ];
    let git = std::process::Command::new("git")
        .args(arguments)
        .current_dir(root())
        .output();
    if let Some(output) = git.ok().filter(|output| output.status.success()) {
        let names = String::from_utf8(output.stdout).unwrap();
        return names.split_terminator('\0').map(str::to_owned).collect();
    }
    let walk = walkdir::WalkDir::new(root()).min_depth(1).into_iter();
    let kept = walk
        .filter_entry(|e| e.depth() > 1 || (e.file_name() != "target" && e.file_name() != ".git"));
    let files = kept
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file());
    files
        .map(|e| {
            e.path()
                .strip_prefix(root())
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/")
        })
        .collect()
}

fn is_rust(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "rs")
}

#[track_caller]
fn none(violations: &[String]) {
    assert!(
        violations.is_empty(),
        "{} violation(s):\n{}",
        violations.len(),
        violations.join("\n")
    );
}

#[test]
fn only_what_belongs_lies_at_the_top() {
    none(&text::top_level(
        files().iter().map(|(path, _)| path.as_str()),
    ));
}

#[test]
fn the_text_speaks_of_the_project_alone() {
    // The lock file names where each package comes from.
    let files = files();
    let files = files
        .iter()
        .filter(|(path, _)| path != "Cargo.lock" && path != "LICENSE");
    none(
        &files
            .flat_map(|(path, text)| text::words(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn rust_files_are_short_and_say_what_they_are() {
    let files = files();
    let files = files.iter().filter(|(path, _)| is_rust(path));
    none(
        &files
            .flat_map(|(path, text)| text::rust(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn names_stay_in_their_homes() {
    let mut files = files();
    files.retain(|(path, _)| is_rust(path) && !path.starts_with("tests/"));
    let tests: Vec<_> = files
        .iter()
        .flat_map(|(path, text)| boundary::test_modules(path, text))
        .collect();
    files.retain(|(path, _)| !boundary::is_within(path, &tests));
    none(
        &files
            .iter()
            .flat_map(|(path, text)| boundary::violations(path, text))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn crates_depend_on_nothing_beside_them() {
    let folders = ["", "common"].into_iter().chain(manifest::STAGES);
    let check = |folder: &str| {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        manifest::violations(folder, &manifest)
    };
    none(&folders.flat_map(check).collect::<Vec<_>>());
}
