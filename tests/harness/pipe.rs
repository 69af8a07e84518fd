//! Programs on a folder, and the two that write one after the other.

use super::{Folder, Program, Run};

/// Runs a program in a folder; it ends well.
#[track_caller]
pub(crate) fn run(program: Program, folder: &Folder, args: &[&str]) -> Run {
    let run = program.args(args).cwd(folder.path()).run();
    assert_eq!(run.code, 0, "{run}");
    run
}

/// Brings the abstractions and migrates everything in a folder, twice, the second time without a change; gives the
/// document.
#[track_caller]
pub(crate) fn through(folder: &Folder) -> serde_json::Value {
    let both = || {
        run(Program::wrap(), folder, &[".", "--write"]);
        let args = [".", "--write", "--format", "json"];
        run(Program::migrate(), folder, &args).json()
    };
    let document = both();
    let once = folder.snapshot();
    both();
    assert_eq!(folder.snapshot(), once, "a second run changes something");
    document
}
