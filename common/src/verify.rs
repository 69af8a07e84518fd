//! Builds what was changed and runs its tests, and tells what was observed: exit codes, results by test, what was said.
//! Knows neither what was changed nor why.
//!
//! - `affected`: which projects a change concerns;
//! - `run`: commands and what they say;
//! - `results`: the results that a test run writes, as TRX.

mod affected;
mod results;
mod run;

use std::fmt;

use crate::contract::{Extra, TestCounts, Verification, VerificationStep};
use crate::source::SourcePath;

pub use affected::affected;
pub use results::{Results, TestResult, TestState, UnreadableResults, read_results};
pub use run::{has_dotnet, verify};

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `dotnet build` of a project.
    Build(SourcePath),
    /// `dotnet test` of a project. Its results are read; no result is a failure.
    Test(SourcePath),
    /// There is no test project to run, which is a failure: a change that no test reaches isn't proved.
    NoTest,
    /// A command line for the system's shell. Its exit code alone counts.
    Shell(String),
}

impl fmt::Display for Step {
    /// As it can be typed; where results are written is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(project) => write!(f, "dotnet build {}", quoted(project.as_str())),
            Self::Test(project) => {
                write!(f, "dotnet test {} --logger trx", quoted(project.as_str()))
            }
            Self::NoTest => f.write_str("dotnet test"),
            Self::Shell(line) => f.write_str(line),
        }
    }
}

fn quoted(path: &str) -> String {
    if path.contains([' ', '\'', '"', '(', ')', '&', ';']) {
        format!("\"{}\"", path.replace('"', "\\\""))
    } else {
        path.to_owned()
    }
}

/// What one step was observed to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What was run.
    pub step: Step,
    /// Its exit code; `None` when it was ended by a signal, couldn't be started or wasn't started.
    pub exit_code: Option<i32>,
    /// Whether it went well.
    pub passed: bool,
    /// The tests that ran; `None` when it was no test run.
    pub tests: Option<Results>,
    /// What it said that matters, line by line.
    pub said: Vec<String>,
}

/// Whether all steps went well, and there was one.
pub fn passed(observed: &[Observed]) -> bool {
    !observed.is_empty() && observed.iter().all(|one| one.passed)
}

/// The same for the document.
pub fn verification(observed: &[Observed]) -> Verification {
    let steps = observed.iter().map(|one| VerificationStep {
        command: one.step.to_string(),
        exit_code: one.exit_code,
        passed: one.passed,
        tests: one.tests.as_ref().map(|tests| TestCounts {
            passed: tests.count(TestState::Passed),
            failed: tests.count(TestState::Failed),
            skipped: tests.count(TestState::NotRun),
            extra: Extra::new(),
        }),
        summary: one.said.join("\n"),
        extra: Extra::new(),
    });
    Verification {
        passed: passed(observed),
        steps: steps.collect(),
        extra: Extra::new(),
    }
}
