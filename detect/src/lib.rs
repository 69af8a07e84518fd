//! The use of ambient APIs in C# production code: found, counted, ranked. Reads a tree or a document; changes nothing.

use clap::Parser;
use seamwright_common::cli::{
    Error, ErrorKind, Format, GateArgs, Input, Outcome, OutputArgs, Program, ScopeArgs, Session,
};

/// Find every use of an ambient API (clock, disk, environment, network …) in C# production code
#[derive(Parser, Clone, Debug)]
#[command(name = "detect-static-dependencies", version, after_help = EXAMPLES)]
pub struct Args {
    /// What the run is about.
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// Whether there is a gate.
    #[command(flatten)]
    pub gate: GateArgs,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  detect-static-dependencies src/
  detect-static-dependencies Shop.sln --format markdown --output report.md
  git diff --name-only main | detect-static-dependencies --files-from - --check";

impl Program for Args {
    const FORMATS: &'static [Format] = &[
        Format::Text,
        Format::Json,
        Format::Markdown,
        Format::Sarif,
        Format::Html,
    ];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, _input: Input, _session: &Session<'_>) -> Result<Outcome, Error> {
        let message =
            "`detect-static-dependencies` is not built yet; it can only read and check its input";
        Err(Error::new(ErrorKind::Unfinished, message))
    }
}
