//! How long detection takes beside a text search for the same names, on checkouts of real code, both as whole processes
//! on two threads: `cargo run --release --locked --example bench -- FOLDER…`.
//!
//! The text search is ripgrep where it is on the path, else one of our own in a process of its own, and the table says
//! which. The names are those of the catalogue's types, as whole words, in C# files. Runs take turns, so that a busy
//! machine is so for both; of each the fastest counts, and of memory the most. Nothing is asserted.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

mod built;

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use aho_corasick::AhoCorasick;
use built::build;
use seamwright_common::catalogue::Catalogue;
use seamwright_common::survey::{SurveyOptions, survey_workspace};
use seamwright_common::workspace::{Workspace, WorkspaceOptions};
use wait4::Wait4;

/// Runs of each program on each folder, unless `BENCH_RUNS` says otherwise.
const RUNS: usize = 3;
const THREADS: usize = 2;
const PROGRAM: &str = "detect-static-dependencies";
/// Makes this program the text search.
const SEARCH: &str = "--text-search";

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = match arguments.as_slice() {
        [] => Err("usage: bench FOLDER…".into()),
        [first, folder] if first == SEARCH => search(Path::new(folder)),
        folders => bench(folders),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn bench(folders: &[OsString]) -> Outcome<()> {
    if cfg!(debug_assertions) {
        eprintln!("warning: without `--release` this says little");
    }
    let (_, folder) = build("bench", &[PROGRAM])?;
    let program = folder.join(format!("{PROGRAM}{EXE_SUFFIX}"));
    let runs = std::env::var("BENCH_RUNS").map_or(Ok(RUNS), |text| text.parse())?;
    let ripgrep = Command::new("rg").arg("--version").output().is_ok();
    let named = if ripgrep {
        "ripgrep"
    } else {
        "our own text search"
    };
    println!("Text search: {named}. Seconds: the fastest of {runs} runs; memory: the most.\n");
    println!(
        "| folder | tests | files | MB | text search s | ours s | ratio | MB/s | peak MB | read | parsed |"
    );
    println!("| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for folder in folders.iter().map(Path::new) {
        let (files, bytes) = size_of(folder);
        let mb = f64::from((bytes / 1000) as u32) / 1000.0;
        for include_tests in [false, true] {
            let mut best = [f64::INFINITY; 2];
            let mut peak = 0;
            for _ in 0..runs {
                let searched = run(&mut if ripgrep {
                    with_ripgrep(folder)
                } else {
                    with_own_search(folder)?
                })?;
                let detected = run(&mut detection(&program, folder, include_tests))?;
                best = [best[0].min(searched.seconds), best[1].min(detected.seconds)];
                peak = peak.max(detected.memory);
            }
            let (read, parsed) = counts(folder, include_tests)?;
            let [searched, detected] = best;
            println!(
                "| {} | {} | {files} | {mb:.1} | {searched:.3} | {detected:.3} | {:.1} | {:.0} | {} | {read} | {parsed} |",
                folder.file_name().unwrap_or_default().to_string_lossy(),
                if include_tests { "yes" } else { "no" },
                detected / searched,
                mb / detected,
                peak >> 20,
            );
        }
    }
    Ok(())
}

struct Run {
    seconds: f64,
    /// The most that was resident, in bytes.
    memory: u64,
}

fn run(command: &mut Command) -> Outcome<Run> {
    let started = Instant::now();
    let mut child = (command.stdin(Stdio::null()).stdout(Stdio::null())).spawn()?;
    let ended = child.wait4()?;
    let seconds = started.elapsed().as_secs_f64();
    if !ended.status.success() {
        return Err(format!("{command:?}: {}", ended.status).into());
    }
    Ok(Run {
        seconds,
        memory: ended.rusage.maxrss,
    })
}

fn detection(program: &Path, folder: &Path, include_tests: bool) -> Command {
    let mut command = Command::new(program);
    command.args(["--format", "json", "--jobs", &THREADS.to_string()]);
    command.args(include_tests.then_some("--include-tests"));
    command.arg(folder);
    command
}

fn with_ripgrep(folder: &Path) -> Command {
    let mut command = Command::new("rg");
    command.args(["--no-config", "--no-ignore", "--line-number", "--glob=*.cs"]);
    command.arg(format!("--threads={THREADS}"));
    command.arg(format!("\\b(?:{})\\b", names().join("|")));
    command.arg(folder);
    command
}

fn with_own_search(folder: &Path) -> Outcome<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(SEARCH).arg(folder);
    Ok(command)
}

/// The names of the catalogue's types, as somebody would search for them.
fn names() -> Vec<String> {
    let types = Catalogue::standard().types();
    let names: BTreeSet<&str> = types.map(|one| one.simple).collect();
    names.into_iter().map(str::to_owned).collect()
}

/// The text search where there is no ripgrep: prints each line that holds a name.
fn search(folder: &Path) -> Outcome<()> {
    let names = AhoCorasick::new(names())?;
    let files = sources(folder);
    let next = AtomicUsize::new(0);
    let one = || -> Outcome<String> {
        let mut found = String::new();
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let bytes = fs::read(path)?;
            let is_word = |at: usize| {
                let byte = bytes.get(at).copied().unwrap_or(b' ');
                byte.is_ascii_alphanumeric() || byte == b'_'
            };
            let mut printed = 0;
            for hit in names.find_iter(&bytes) {
                let before = hit.start().checked_sub(1).is_some_and(is_word);
                if before || is_word(hit.end()) || hit.start() < printed {
                    continue;
                }
                let line = |byte: &u8| *byte == b'\n';
                let start = bytes[..hit.start()]
                    .iter()
                    .rposition(line)
                    .map_or(0, |at| at + 1);
                let end = bytes[hit.end()..].iter().position(line);
                let end = end.map_or(bytes.len(), |at| hit.end() + at);
                found.push_str(&String::from_utf8_lossy(&bytes[start..end]));
                found.push('\n');
                printed = end;
            }
        }
        Ok(found)
    };
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| one().map_err(|error| error.to_string())))
            .collect();
        threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("a thread failed".to_owned()))
            })
            .collect::<Result<Vec<_>, _>>()
    })?;
    for text in found {
        print!("{text}");
    }
    Ok(())
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    files
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|end| end == "cs"))
        .collect()
}

/// How many C# files a folder has, and their bytes.
fn size_of(folder: &Path) -> (usize, u64) {
    let files = sources(folder);
    let bytes = files.iter().flat_map(fs::metadata).map(|file| file.len());
    (files.len(), bytes.sum())
}

/// How many files detection reads and how many it parses.
fn counts(folder: &Path, include_tests: bool) -> Outcome<(usize, usize)> {
    let options = WorkspaceOptions {
        include_tests,
        ..WorkspaceOptions::default()
    };
    let workspace = Workspace::open(&[folder.to_owned()], &options)?;
    let run = survey_workspace(
        &workspace,
        Catalogue::standard(),
        &SurveyOptions::default(),
        &|| (),
    );
    Ok((workspace.files().len(), run.parsed))
}
