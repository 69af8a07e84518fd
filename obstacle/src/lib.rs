//! One behaviour, what blocks its test, the smallest seam, deterministic tests.

use clap::Parser;
use seamwright_common::cli::{
    Error, ErrorKind, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, WriteArgs,
};

/// Prove what blocks the test of one behaviour, and cut the smallest seam (not built yet: it exits with 2)
#[derive(Parser, Clone, Debug)]
#[command(name = "testability-obstacle", version, after_help = EXAMPLES)]
pub struct Args {
    /// What the run is about.
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// Whether files are written.
    #[command(flatten)]
    pub write: WriteArgs,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  testability-obstacle src/Features --write";

impl Program for Args {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, _input: Input, _session: &Session<'_>) -> Result<Outcome, Error> {
        let message =
            "`testability-obstacle` is not built yet; it can only read and check its input";
        let error = Error::new(ErrorKind::Unfinished, message);
        Err(error.with_hint(
            "`detect-static-dependencies` finds what blocks tests, `migrate-static-to-wrapper` cuts the seam for clocks",
        ))
    }
}
