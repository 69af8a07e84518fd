//! Call sites replaced one for one by an injected abstraction, and everything that must follow. Generates no abstraction.

use clap::Parser;
use seamwright_common::cli::{
    Error, ErrorKind, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, WriteArgs,
};
use seamwright_common::closed_set::ClosedSet as _;
use seamwright_common::refusal::Reason;

/// Replace uses of ambient APIs one for one with the injected abstraction
#[derive(Parser, Clone, Debug)]
#[command(name = "migrate-static-to-wrapper", version, after_help = EXAMPLES)]
pub struct Args {
    /// What the run is about.
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// Whether files are written.
    #[command(flatten)]
    pub write: WriteArgs,

    /// Say what a reason code means, and what can be done
    #[arg(long, value_name = "CODE")]
    pub explain_reason: Option<String>,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  detect-static-dependencies src/ | generate-testability-wrappers | migrate-static-to-wrapper
  migrate-static-to-wrapper src/ --check
  migrate-static-to-wrapper --explain-reason static-lambda";

impl Program for Args {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn answer(&self, _session: &Session<'_>) -> Result<Option<String>, Error> {
        let Some(code) = &self.explain_reason else {
            return Ok(None);
        };
        if let Some(reason) = Reason::from_name(code) {
            return Ok(Some(format!("{reason}\n\n{}\n", reason.explain())));
        }
        let codes: Vec<&str> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
        let error = Error::usage(format!("`{code}` isn't a reason code"));
        Err(error.with_hint(format!("the codes are {}", codes.join(", "))))
    }

    fn run(self, _input: Input, _session: &Session<'_>) -> Result<Outcome, Error> {
        let message =
            "`migrate-static-to-wrapper` is not built yet; it can only read and check its input";
        Err(Error::new(ErrorKind::Unfinished, message))
    }
}
