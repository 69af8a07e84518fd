//! What the fuzzer looks for, on the inputs that are kept: small forms to begin with, and what was found at some time.
//!
//! `fuzz/` is also a package of its own, which runs the same targets under libFuzzer.

pub mod targets;

use std::fs;
use std::panic::catch_unwind;

use crate::harness::root;

/// Runs `target` on each file of a folder of `tests/corpus`, and on beginnings of it: a truncated file is one too.
#[track_caller]
fn replay(folder: &str, target: fn(&[u8])) {
    let folder = root().join("tests/corpus").join(folder);
    let mut failed = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        count += 1;
        for part in [3, 2, 1] {
            let part = &bytes[..bytes.len() * part / 3];
            if catch_unwind(|| target(part)).is_err() {
                failed.push(format!("{} ({} bytes)", path.display(), part.len()));
            }
        }
    }
    assert!(count > 0, "{} is empty", folder.display());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn tokens_cover_any_text() {
    replay("csharp", targets::lexer);
}

#[test]
fn declarations_lie_in_their_file() {
    replay("csharp", targets::outline);
}

#[test]
fn trees_lie_in_the_text_of_their_file() {
    replay("csharp", targets::reading);
}

#[test]
fn a_survey_of_anything_adds_up() {
    replay("tree", targets::survey);
}

#[test]
fn a_plan_for_anything_fits() {
    replay("tree", targets::plan);
}

#[test]
fn any_project_file_is_read_to_its_end() {
    replay("project", targets::project);
}

#[test]
fn a_document_that_is_taken_stays_the_same() {
    replay("document", targets::document);
}
