//! The SDK's own `dotnet` as the judge of projects, for those who have it: `SEAMWRIGHT_DOTNET=1`.
//! It works on a copy, since it writes `bin` and `obj` beside the projects. Its messages are all that
//! is known about it.

use std::path::{Path, PathBuf};
use std::process::Command;

use walkdir::WalkDir;

use super::{Code, CompileReport, Diagnostic, Folder, Options, Outcome, TestOutcome, TestReport};

/// The `dotnet` to ask about `code`. None: the oracle answers.
pub(super) fn for_code(code: &Code) -> Option<PathBuf> {
    let wanted = std::env::var("SEAMWRIGHT_DOTNET").is_ok_and(|value| value == "1");
    let path = std::env::var_os("PATH").filter(|_| wanted && code.by_projects)?;
    let name = format!("dotnet{}", std::env::consts::EXE_SUFFIX);
    let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(&name));
    candidates.find(|file| file.is_file() && code.path().is_dir())
}

#[track_caller]
pub(crate) fn build(dotnet: &Path, folder: &Path, options: &Options) -> CompileReport {
    let mut report = CompileReport {
        errors: Vec::new(),
        warnings: Vec::new(),
    };
    let printed = run(dotnet, "build", folder, options);
    for line in &printed.lines {
        match diagnostic(line, &printed.root) {
            Some((Severity::Error, found)) => add(&mut report.errors, found),
            Some((Severity::Warning, found)) => add(&mut report.warnings, found),
            None => {}
        }
    }
    assert!(printed.succeeded || !report.errors.is_empty(), "{printed}");
    report
}

#[track_caller]
pub(crate) fn test(dotnet: &Path, folder: &Path, options: &Options) -> TestReport {
    let mut report = TestReport {
        errors: Vec::new(),
        passed: 0,
        failed: 0,
        skipped: 0,
        tests: Vec::new(),
    };
    let printed = run(dotnet, "test", folder, options);
    for line in &printed.lines {
        if let Some((Severity::Error, found)) = diagnostic(line, &printed.root) {
            add(&mut report.errors, found);
        } else if ["Passed!  - ", "Failed!  - ", "Skipped! - "]
            .iter()
            .any(|s| line.starts_with(s))
        {
            report.passed += count(line, "Passed: ");
            report.failed += count(line, "Failed: ");
            report.skipped += count(line, "Skipped: ");
        } else if let Some(rest) = line.strip_prefix("  Failed ") {
            let name = rest
                .rsplit_once(" [")
                .map_or(rest, |(name, _)| name)
                .to_owned();
            let message = String::new();
            report.tests.push(TestOutcome {
                name,
                outcome: Outcome::Failed,
                message,
            });
        }
    }
    let explained = !report.errors.is_empty() || report.failed > 0;
    assert!(printed.succeeded || explained, "{printed}");
    report
}

struct Printed {
    /// Where the copy was.
    root: PathBuf,
    lines: Vec<String>,
    succeeded: bool,
}

impl std::fmt::Display for Printed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "`dotnet` failed for a reason that is not understood:\n{}",
            self.lines.join("\n")
        )
    }
}

fn run(dotnet: &Path, verb: &str, folder: &Path, options: &Options) -> Printed {
    let copy = Folder::copy_of(folder);
    let root = copy.path().canonicalize().unwrap();
    let mut printed = Printed {
        root,
        lines: Vec::new(),
        succeeded: true,
    };
    for target in targets(copy.path()) {
        let mut command = Command::new(dotnet);
        command
            .args([verb, "--nologo"])
            .arg(target)
            .current_dir(copy.path());
        command.args(
            options
                .properties
                .iter()
                .map(|property| format!("-p:{property}")),
        );
        if options.warnings_as_errors {
            command.arg("-warnaserror");
        }
        // Its messages are read, so they must be English, and plain.
        command
            .env("DOTNET_CLI_UI_LANGUAGE", "en")
            .env("MSBUILDTERMINALLOGGER", "off");
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        printed.lines.extend(text.lines().map(str::to_owned));
        printed.succeeded &= output.status.success();
    }
    printed
}

/// The solution in the folder, or else each project beneath it.
fn targets(folder: &Path) -> Vec<PathBuf> {
    let named = |depth, extensions: &[&str]| -> Vec<PathBuf> {
        let entries = WalkDir::new(folder)
            .max_depth(depth)
            .sort_by_file_name()
            .into_iter();
        let paths = entries.map(|entry| entry.unwrap().into_path());
        paths
            .filter(|p| {
                p.extension()
                    .is_some_and(|e| extensions.iter().any(|&x| e == x))
            })
            .collect()
    };
    let solutions = named(1, &["sln", "slnx"]);
    if solutions.is_empty() {
        named(usize::MAX, &["csproj"])
    } else {
        solutions
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

/// `FILE(LINE,COLUMN): error ID: MESSAGE [PROJECT]`; of a whole project, `PROJECT : error …`.
fn diagnostic(line: &str, root: &Path) -> Option<(Severity, Diagnostic)> {
    let (severity, (place, rest)) = match line.split_once(": error ") {
        Some(parts) => (Severity::Error, parts),
        None => (Severity::Warning, line.split_once(": warning ")?),
    };
    let (id, message) = rest.split_once(": ")?;
    let message = message
        .rsplit_once(" [")
        .map_or(message, |(message, _)| message);
    let (file, position) = match place.strip_suffix(')').and_then(|p| p.rsplit_once('(')) {
        Some((file, position)) => (file, position.split_once(',')?),
        None => (place, ("0", "0")),
    };
    let file = Path::new(file.trim());
    let file = file
        .strip_prefix(root)
        .unwrap_or(file)
        .to_string_lossy()
        .replace('\\', "/");
    let found = Diagnostic {
        id: id.to_owned(),
        file,
        line: position.0.parse().ok()?,
        column: position.1.parse().ok()?,
        message: message.to_owned(),
        known_before: false,
    };
    Some((severity, found))
}

/// Each message is printed when it occurs and again at the end.
fn add(list: &mut Vec<Diagnostic>, found: Diagnostic) {
    if !list.contains(&found) {
        list.push(found);
    }
}

/// The number after a label, as in `Failed:     1, Passed:     3`.
fn count(line: &str, label: &str) -> u64 {
    let rest = line
        .split_once(label)
        .map_or("", |(_, rest)| rest)
        .trim_start();
    let digits = rest
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap_or_default();
    digits
        .parse()
        .unwrap_or_else(|_| panic!("no number after `{label}`: {line}"))
}

#[test]
fn a_diagnostic_of_a_whole_project_has_no_position() {
    let line = "/t/App.csproj : error NU1101: Unable to find package X. [/t/App.sln]";
    let (severity, found) = diagnostic(line, Path::new("/t")).unwrap();
    assert_eq!(severity, Severity::Error);
    assert_eq!(
        found.to_string(),
        "App.csproj(0,0): NU1101: Unable to find package X."
    );
}

#[test]
fn a_warning_is_no_error() {
    let line =
        "/t/src/A.cs(9,31): warning CS0168: The variable 'x' is never used [/t/src/A.csproj]";
    let (severity, found) = diagnostic(line, Path::new("/t")).unwrap();
    assert_eq!(severity, Severity::Warning);
    assert_eq!(
        found.to_string(),
        "src/A.cs(9,31): CS0168: The variable 'x' is never used"
    );
    assert_eq!(diagnostic("Build succeeded.", Path::new("/t")), None);
}

#[test]
fn a_solution_stands_for_its_projects() {
    let folder = Folder::of(&[("a/A.csproj", ""), ("b/B.csproj", ""), ("b/C.sln", "")]);
    let names = || targets(folder.path()).len();
    assert_eq!(names(), 2);
    folder.write("All.slnx", "");
    assert_eq!(names(), 1);
}
