//! One behaviour, what blocks its test, the smallest seam. It proves and chooses; cutting the seam isn't built yet.
//!
//! - `target`: the behaviour;
//! - `paths`: what it depends on by itself;
//! - `choose`: the smallest seam;
//! - `run`: from the input to the document;
//! - `render`: the report.

mod choose;
mod paths;
mod render;
mod run;
mod target;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Parser;
use seamwright_common::cli::{
    Error, ErrorKind, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, WriteArgs,
};

use target::Target;

/// Prove what blocks the test of one behaviour, and choose the smallest seam (cutting it isn't built yet: `--write`
/// exits with 2)
#[derive(Parser, Clone, Debug)]
#[command(name = "testability-obstacle", version, after_help = EXAMPLES)]
pub struct Args {
    /// What the run is about.
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// Look for what the behaviour calls in DIR [default: the folder of the solution above the scope, or the repository]
    #[arg(long, value_name = "DIR", help_heading = "Scope")]
    pub workspace: Option<PathBuf>,

    /// The behaviour: `Type.Member`, `Type.Member(int, string)` or `path:line`
    #[arg(long, value_name = "MEMBER", help_heading = "What is tested")]
    pub target: Option<String>,

    /// Whether files are written.
    #[command(flatten)]
    pub write: WriteArgs,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  testability-obstacle src/ --target FeatureFlags.IsEnabled
  testability-obstacle src/ --target 'Billing.Invoice.Renew(int)' --format json
  testability-obstacle src/ --target src/Features/FeatureFlags.cs:18";

impl Program for Args {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        if self.write.write || self.write.check {
            let message = "cutting the seam isn't built yet, so nothing can be written";
            let error = Error::new(ErrorKind::Unfinished, message);
            return Err(error.with_hint(
                "leave it out to see what blocks the test; `migrate-static-to-wrapper` cuts seams for clocks, the environment, the console and ids",
            ));
        }
        let Some(name) = &self.target else {
            let error = Error::usage("no behaviour was named");
            return Err(error.with_hint("`--target Type.Member` names one"));
        };
        let target = Target::parse(name).ok_or_else(|| {
            let error = Error::usage(format!("`{name}` names no member"));
            error.with_hint("a target is `Type.Member`, `Type.Member(int, string)` or `path:line`")
        })?;
        run::run(&self, &target, name, input, session)
    }
}
