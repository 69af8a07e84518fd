//! Runs the steps of a verification one after the other. Only what fits a screen is kept of what they say.

use std::collections::VecDeque;
use std::io::{self, Read};

use duct::{Expression, cmd};

use super::{Observed, Results, Step, TestState, read_results};
use crate::workspace::{ResultsFolder, RootFolder};

/// Lines that are quoted of a build or a failed run.
const MOST_LINES: usize = 20;
/// A line is cut here.
const LONGEST_LINE: usize = 1_000;

/// What the SDK is told through its environment: English, and no servers that outlive it and hold its output open.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("DOTNET_CLI_UI_LANGUAGE", "en"),
    ("DOTNET_NOLOGO", "1"),
    ("MSBUILDDISABLENODEREUSE", "1"),
    ("UseSharedCompilation", "false"),
];

/// Whether `dotnet` can be started.
pub fn has_dotnet(folder: &RootFolder) -> bool {
    let version = with_environment(cmd("dotnet", ["--version"]));
    let version = version.dir(folder.disk()).stdin_null().stdout_null();
    version.stderr_null().unchecked().run().is_ok()
}

/// Runs the steps in `folder`, and says of each what it is about to run. A build that fails ends it: what comes after
/// is reported as not run.
pub fn verify(folder: &RootFolder, steps: &[Step], say: &dyn Fn(&str)) -> Vec<Observed> {
    let mut observed: Vec<Observed> = Vec::new();
    for step in steps {
        let blocked = observed.iter().find(|one| {
            !one.passed && (matches!(one.step, Step::Build(_)) || one.exit_code.is_none())
        });
        if let Some(blocked) = blocked {
            let why = format!("not run, since `{}` failed", blocked.step);
            observed.push(not_run(step, why));
            continue;
        }
        let one = match step {
            Step::Build(_) | Step::Shell(_) | Step::NoTest => one_step(folder, step, None, say),
            Step::Test(_) => match ResultsFolder::new() {
                Ok(results) => one_step(folder, step, Some(&results), say),
                Err(error) => not_run(step, format!("no folder for its results: {error}")),
            },
        };
        observed.push(one);
    }
    observed
}

fn not_run(step: &Step, why: String) -> Observed {
    Observed {
        step: step.clone(),
        exit_code: None,
        passed: false,
        tests: None,
        said: vec![why],
    }
}

fn one_step(
    folder: &RootFolder,
    step: &Step,
    results: Option<&ResultsFolder>,
    say: &dyn Fn(&str),
) -> Observed {
    let Some(expression) = expression(step, results) else {
        return not_run(step, "no test project reaches what changed".to_owned());
    };
    say(&format!("running `{step}`"));
    let (exit_code, output) = match run(expression, folder) {
        Ok(ended) => ended,
        Err(error) => return not_run(step, format!("it couldn't be started: {error}")),
    };
    let Some(results) = results else {
        let passed = exit_code == Some(0);
        let said = if passed {
            output.closing()
        } else {
            output.errors()
        };
        return Observed {
            step: step.clone(),
            exit_code,
            passed,
            tests: None,
            said,
        };
    };
    let (tests, mut said) = read(results);
    let passed = exit_code == Some(0) && said.is_empty() && tests.passed();
    said.extend(summary(&tests));
    if tests.tests.is_empty() || (!passed && tests.count(TestState::Failed) == 0) {
        said.extend(output.errors());
    }
    Observed {
        step: step.clone(),
        exit_code,
        passed,
        tests: Some(tests),
        said,
    }
}

/// All results of a run, and what is wrong with them.
fn read(folder: &ResultsFolder) -> (Results, Vec<String>) {
    let (mut tests, mut wrong) = (Results::default(), Vec::new());
    match folder.texts("trx") {
        Ok(texts) if texts.is_empty() => wrong.push("no file of results was written".to_owned()),
        Ok(texts) => {
            for text in texts {
                match read_results(&text) {
                    Ok(results) => tests.append(results),
                    Err(error) => wrong.push(error.to_string()),
                }
            }
        }
        Err(error) => wrong.push(format!(
            "the results of the test run can't be read: {error}"
        )),
    }
    (tests, wrong)
}

fn summary(tests: &Results) -> Vec<String> {
    let count = |state| tests.count(state);
    let mut said = vec![format!(
        "{} passed, {} failed, {} not run",
        count(TestState::Passed),
        count(TestState::Failed),
        count(TestState::NotRun)
    )];
    if tests.tests.is_empty() {
        said.push("no test ran, which proves nothing".to_owned());
    }
    let failed = tests
        .tests
        .iter()
        .filter(|test| test.state == TestState::Failed);
    for test in failed.clone().take(MOST_LINES) {
        let message = test.message.as_deref().unwrap_or_default();
        let first = message.lines().next().unwrap_or_default();
        said.push(cut(format!("failed: {}: {first}", test.name)));
    }
    let more = failed.count().saturating_sub(MOST_LINES);
    if more > 0 {
        said.push(format!("and {more} more"));
    }
    said
}

fn cut(mut line: String) -> String {
    if let Some((at, _)) = line.char_indices().nth(LONGEST_LINE) {
        line.truncate(at);
        line.push('…');
    }
    line
}

/// The command; `None` when there is none to run.
fn expression(step: &Step, results: Option<&ResultsFolder>) -> Option<Expression> {
    // A path that starts with `-` is no option.
    let project = |path: &str| format!("./{path}");
    Some(match step {
        Step::NoTest => return None,
        Step::Build(path) => cmd("dotnet", ["build", &project(path.as_str()), "--nologo"]),
        Step::Test(path) => {
            let mut arguments = vec![
                "test".into(),
                project(path.as_str()).into(),
                "--nologo".into(),
                "--logger".into(),
                "trx".into(),
            ];
            if let Some(results) = results {
                arguments.push("--results-directory".into());
                arguments.push(results.path().as_os_str().to_owned());
            }
            cmd("dotnet", arguments)
        }
        Step::Shell(line) if cfg!(windows) => cmd("cmd", ["/C", line]),
        Step::Shell(line) => cmd("sh", ["-c", line]),
    })
}

fn with_environment(expression: Expression) -> Expression {
    let set = |one: Expression, (name, value): &(&str, &str)| one.env(name, value);
    ENVIRONMENT.iter().fold(expression, set)
}

/// Runs to the end and keeps what is needed of what it says.
fn run(expression: Expression, folder: &RootFolder) -> io::Result<(Option<i32>, Output)> {
    let expression = with_environment(expression).dir(folder.disk());
    let expression = expression.stdin_null().stderr_to_stdout().unchecked();
    let mut reader = expression.reader()?;
    let mut output = Output::default();
    let mut chunk = [0; 16 * 1024];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => output.take(&chunk[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    output.end_line();
    let ended = reader.try_wait()?;
    Ok((ended.and_then(|ended| ended.status.code()), output))
}

/// The first errors and the last lines of an output.
#[derive(Default)]
struct Output {
    line: Vec<u8>,
    errors: Vec<String>,
    last: VecDeque<String>,
}

impl Output {
    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte == b'\n' {
                self.end_line();
            } else if self.line.len() < 4 * LONGEST_LINE {
                self.line.push(*byte);
            }
        }
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.line).trim_end().to_owned();
        self.line.clear();
        if line.trim().is_empty() {
            return;
        }
        let line = cut(line);
        let is_error = line.contains(": error ") || line.starts_with("error ");
        if is_error && self.errors.len() < MOST_LINES && !self.errors.contains(&line) {
            self.errors.push(line.clone());
        }
        if self.last.len() == MOST_LINES {
            self.last.pop_front();
        }
        self.last.push_back(line);
    }

    /// The errors; without one, the last lines.
    fn errors(self) -> Vec<String> {
        if self.errors.is_empty() {
            self.last.into()
        } else {
            self.errors
        }
    }

    /// What a build says at its end, without the time that it took.
    fn closing(self) -> Vec<String> {
        let closing = ["Build succeeded", "Warning(s)", "Error(s)"];
        let lines = self.last.into_iter().map(|line| line.trim().to_owned());
        lines
            .filter(|line| closing.iter().any(|known| line.contains(known)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Output {
        let mut output = Output::default();
        for chunk in text.as_bytes().chunks(7) {
            output.take(chunk);
        }
        output.end_line();
        output
    }

    #[test]
    fn errors_go_before_the_last_lines_and_each_is_said_once() {
        let text = "restored\r\na.cs(1,2): error CS0103: no x\n\na.cs(1,2): error CS0103: no x\nBuild FAILED.";
        assert_eq!(output(text).errors(), ["a.cs(1,2): error CS0103: no x"]);
        assert_eq!(output("one\ntwo").errors(), ["one", "two"]);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let long = "x".repeat(1_000_000);
        let many = format!("{long}\n").repeat(30);
        let kept = output(&many).errors();
        assert_eq!(kept.len(), MOST_LINES);
        assert!(
            kept.iter()
                .all(|line| line.chars().count() == LONGEST_LINE + 1)
        );
    }

    #[test]
    fn a_build_is_quoted_without_its_time() {
        let text =
            "Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:01.23\n";
        let expected = ["Build succeeded.", "0 Warning(s)", "0 Error(s)"];
        assert_eq!(output(text).closing(), expected);
    }
}
