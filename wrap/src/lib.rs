//! The abstraction for each ambient API that was found: decided, generated, registered. Changes no call site.

use clap::Parser;
use seamwright_common::cli::{
    Error, ErrorKind, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, WriteArgs,
};

/// Decide the abstraction for each ambient API that was found, and generate what is missing
#[derive(Parser, Clone, Debug)]
#[command(name = "generate-testability-wrappers", version, after_help = EXAMPLES)]
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
  detect-static-dependencies src/ | generate-testability-wrappers
  generate-testability-wrappers src/ --write";

impl Program for Args {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, _input: Input, _session: &Session<'_>) -> Result<Outcome, Error> {
        let message = "`generate-testability-wrappers` is not built yet; it can only read and check its input";
        Err(Error::new(ErrorKind::Unfinished, message))
    }
}
