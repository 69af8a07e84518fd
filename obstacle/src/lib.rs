//! One behaviour, what blocks its test, the smallest seam, cut, and its tests. It cuts seams for clocks and for
//! single operations; the other kinds are chosen and refused.
//!
//! - `target`: the behaviour;
//! - `paths`: what it depends on by itself;
//! - `choose`: the smallest seam;
//! - `cut`: that seam, cut;
//! - `case`: what the tests are to give, call and expect;
//! - `double`: what the tests give;
//! - `reach`: how a test fills the seam;
//! - `suite`: where the tests go;
//! - `written`: the tests as text;
//! - `run`: from the input to the document;
//! - `render`: the report.

mod case;
mod choose;
mod cut;
mod double;
mod paths;
mod reach;
mod render;
mod run;
mod suite;
mod target;
#[cfg(test)]
mod tests;
mod written;

use std::path::PathBuf;

use clap::Parser;
use seamwright_common::cli::{
    Error, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, WriteArgs,
};

use target::Target;

/// Prove what blocks the test of one behaviour, cut the smallest seam, and write its tests
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

    /// A test, as two to four parts: `given: …` `call: …` and `expect: …` or `throws: …`, each C#; may be given several
    /// times. What is given is the time (`2031-02-03T04:05:06Z`, without `Z` as the wall clock shows it), or what passes
    /// during the call (`00:05:00`)
    #[arg(long, value_name = "PART", num_args = 2..=4, help_heading = "What is tested")]
    pub case: Vec<String>,

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
  testability-obstacle src/ --target src/Features/FeatureFlags.cs:18
  testability-obstacle src/ --target Lease.IsOver --write \\
    --case 'given: 2031-02-03T00:00:00Z' 'call: new Lease(3).IsOver()' 'expect: false'";

impl Program for Args {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        let Some(name) = &self.target else {
            let error = Error::usage("no behaviour was named");
            return Err(error.with_hint("`--target Type.Member` names one"));
        };
        let target = Target::parse(name).ok_or_else(|| {
            let error = Error::usage(format!("`{name}` names no member"));
            error.with_hint("a target is `Type.Member`, `Type.Member(int, string)` or `path:line`")
        })?;
        let cases = case::cases(&self.case).map_err(|error| {
            let error = Error::usage(error.to_string());
            error.with_hint(
                "a case is `given: …` (or none), `call: …`, and `expect: …` or `throws: …`",
            )
        })?;
        let asked = run::Asked {
            target: &target,
            name,
            cases: &cases,
        };
        run::run(&self, &asked, input, session)
    }
}
