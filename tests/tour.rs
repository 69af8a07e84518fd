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

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
    let root = PathBuf::from(
        std::env::var_os("CARGO_MANIFEST_DIR").ok_or("run it by `cargo run --example tour`")?,
    );
    let target = std::env::current_exe()?;
    // target/PROFILE/examples/tour
    let profile = target
        .ancestors()
        .nth(2)
        .ok_or("the example lies in no target folder")?
        .to_owned();
    heading("Building the programs");
    build(&root, &profile)?;

    let tour = profile.join("tour");
    if tour.exists() {
        fs::remove_dir_all(&tour)?;
    }
    copy(&root.join("tests/sample"), &tour)?;
    println!("a copy of tests/sample is in {}", tour.display());
    let call = |index: usize, arguments: &[&str]| {
        duct::cmd(profile.join(PROGRAMS[index]), arguments).dir(&tour)
    };

    heading("detect-static-dependencies . --category time");
    call(0, &[".", "--category", "time", "--format", "text"]).run()?;

    let pipe = "detect-static-dependencies . | generate-testability-wrappers | migrate-static-to-wrapper --category time";
    heading(pipe);
    call(0, &["."])
        .pipe(call(1, &[]))
        .pipe(call(2, &["--category", "time", "--format", "text"]))
        .run()?;

    heading(&format!(
        "{} --write",
        pipe.replace("wrappers |", "wrappers --write |")
    ));
    call(0, &["."])
        .pipe(call(1, &["--write"]))
        .pipe(call(
            2,
            &[
                "--category",
                "time",
                "--write",
                "--format",
                "text",
                "--quiet",
            ],
        ))
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

fn build(root: &Path, profile: &Path) -> Result<(), Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // With the example itself, or the dependencies would be built again without what the tests need of them.
    command
        .current_dir(root)
        .args(["build", "--locked", "--bins", "--example", "tour"]);
    if profile.file_name().is_some_and(|name| name == "release") {
        command.arg("--release");
    }
    if !command.status()?.success() {
        return Err("the programs don't build".into());
    }
    Ok(())
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
