//! The tour: the whole pipe on a copy of the bundled sample, as somebody sees it who tries the programs for the
//! first time. `cargo run --release --locked --example tour`.
//!
//! It builds the programs, shows the report, the change as a diff, writes it, and asks the C# compiler of the tests
//! for its verdict where that can be set up.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

mod built;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use built::build;

const PROGRAMS: [&str; 3] = [
    "detect-static-dependencies",
    "generate-testability-wrappers",
    "migrate-static-to-wrapper",
];

fn main() -> ExitCode {
    match tour() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn tour() -> Result<bool, Box<dyn Error>> {
    heading("Building the programs");
    let (root, profile) = build("tour", &PROGRAMS)?;

    let tour = profile.join("tour");
    if tour.exists() {
        fs::remove_dir_all(&tour)?;
    }
    copy(&root.join("tests/sample"), &tour)?;
    println!("a copy of tests/sample is in {}", tour.display());
    let call = |index: usize, arguments: &[&str]| {
        duct::cmd(profile.join(PROGRAMS[index]), arguments).dir(&tour)
    };

    heading("detect-static-dependencies . --format text");
    call(0, &[".", "--format", "text"]).run()?;

    let pipe =
        "detect-static-dependencies . | generate-testability-wrappers | migrate-static-to-wrapper";
    heading(pipe);
    call(0, &["."])
        .pipe(call(1, &[]))
        .pipe(call(2, &["--format", "text"]))
        .run()?;

    heading(&format!(
        "{} --write",
        pipe.replace("wrappers |", "wrappers --write |")
    ));
    call(0, &["."])
        .pipe(call(1, &["--write"]))
        .pipe(call(2, &["--write", "--format", "text", "--quiet"]))
        .stdout_null()
        .run()?;
    println!(
        "{} files changed",
        changed(&root.join("tests/sample"), &tour)?
    );

    heading("The C# compiler's verdict");
    verdict(&root, &tour)
}

fn heading(text: &str) {
    println!("\n=== {text}\n");
}

fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry?;
        let target = to.join(entry.path().strip_prefix(from)?);
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

fn changed(before: &Path, after: &Path) -> Result<usize, Box<dyn Error>> {
    let mut count = 0;
    for entry in walkdir::WalkDir::new(after) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let old = fs::read(before.join(entry.path().strip_prefix(after)?)).ok();
            count += usize::from(old.as_deref() != Some(&fs::read(entry.path())?));
        }
    }
    Ok(count)
}

/// Builds the migrated copy and runs its tests. Without the tools that the compiler's set-up needs it says so: that
/// is no failure of the pipe, and no proof of it either.
fn verdict(root: &Path, tour: &Path) -> Result<bool, Box<dyn Error>> {
    let oracle = root.join("tests/oracle");
    let missing: Vec<&str> = ["python3", "npm", "bash"]
        .into_iter()
        .filter(|tool| {
            !Command::new(tool)
                .arg("--version")
                .output()
                .is_ok_and(|output| output.status.success())
        })
        .collect();
    if !missing.is_empty() {
        println!(
            "SKIPPED: setting up the C# compiler needs {}; nothing was compiled",
            missing.join(", ")
        );
        return Ok(true);
    }
    let status = Command::new(oracle.join("dotnet"))
        .args(["test", "Harborline.sln"])
        .current_dir(tour)
        .status()?;
    Ok(status.success())
}
