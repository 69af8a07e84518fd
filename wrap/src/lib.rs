//! The abstraction for each ambient API that was found: decided, generated, registered. Changes no call site.
//!
//! - `decide`: what stands for each API in each project;
//! - `clocks`: clocks that the project declares itself;
//! - `generate`: the text of interfaces and the classes behind them;
//! - `generated`: which of them are missing;
//! - `doubles`: doubles of them for tests;
//! - `home`: where they go, and how the neighbours write C#;
//! - `run`: from the input to the document;
//! - `render`: the report.

mod clocks;
mod decide;
mod doubles;
mod generate;
mod generated;
mod home;
mod render;
mod run;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

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

    /// Look for containers in DIR [default: the folder of the solution above the scope, or the repository]
    #[arg(long, value_name = "DIR", help_heading = "Scope")]
    pub workspace: Option<PathBuf>,

    /// Add package references where they are needed (not built yet)
    #[arg(long, help_heading = "Writing")]
    pub allow_packages: bool,

    /// Write a double into each test project that sees a generated interface and has neither a double of it nor a mock
    /// library
    #[arg(long, help_heading = "Writing")]
    pub doubles: bool,

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

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        if self.allow_packages {
            let error = Error::new(ErrorKind::Unfinished, "`--allow-packages` isn't built yet");
            return Err(error.with_hint("add the packages that are named under `declined` by hand"));
        }
        if self.scope.config.is_some() {
            let message = "`--config` isn't built yet: no configuration is read";
            return Err(Error::new(ErrorKind::Unfinished, message));
        }
        run::run(&self, input, session)
    }
}
