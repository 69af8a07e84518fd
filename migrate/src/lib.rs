//! Call sites replaced one for one by an injected abstraction, and everything that must follow. Generates no abstraction.
//!
//! - `asked`: the sites that are asked for;
//! - `ban`: the members that can't come back;
//! - `run`: from the input to the document;
//! - `verified`: the result, built and tested;
//! - `render`: the report.
//!
//! What is replaced and how is decided in the shared library, since the stage before registers for just that.

mod asked;
mod ban;
mod declined;
mod render;
mod run;
#[cfg(test)]
mod tests;
mod verified;

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use seamwright_common::cli::{
    Error, ErrorKind, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, VerifyArgs,
    WriteArgs,
};
use seamwright_common::closed_set::ClosedSet;
use seamwright_common::finding::Category;
use seamwright_common::refusal::Reason;
use seamwright_common::seam::replace::{LocalTime, WayIn};

/// Replace uses of ambient APIs one for one with the injected abstraction
#[derive(Parser, Clone, Debug)]
#[command(name = "migrate-static-to-wrapper", version, after_help = EXAMPLES)]
pub struct Args {
    /// What the run is about.
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// Look for callers, derived classes and registrations in DIR [default: the folder of the solution above the scope, or
    /// the repository]
    #[arg(long, value_name = "DIR", help_heading = "Scope")]
    pub workspace: Option<PathBuf>,

    /// Change nothing outside the scope; what would need it stays
    #[arg(long, help_heading = "Scope")]
    pub only_scope: bool,

    /// Migrate this API alone, as it is written (`DateTime.UtcNow`) or by its documentation id; may be given several times
    #[arg(long, value_name = "API", help_heading = "What is migrated")]
    pub api: Vec<String>,

    /// Migrate this category alone; may be given several times
    #[arg(long, value_name = "CATEGORY", value_parser = category_parser(), help_heading = "What is migrated")]
    pub category: Vec<Category>,

    /// Migrate the site with this id alone, deliberate or not; may be given several times
    #[arg(long, value_name = "ID", help_heading = "What is migrated")]
    pub id: Vec<String>,

    /// Migrate sites too that a comment marks as deliberate
    #[arg(long, help_heading = "What is migrated")]
    pub include_intentional: bool,

    /// Migrate N classes at most: the first, by path and place, of which a use can be replaced; the others are out of scope
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "What is migrated")]
    pub limit: Option<u32>,

    /// Read local time in the machine's zone, as before, or in the provider's
    #[arg(
        long,
        value_name = "ZONE",
        value_enum,
        default_value_t,
        help_heading = "What is migrated"
    )]
    pub local_time: LocalTime,

    /// How classes get what they need.
    #[command(flatten)]
    pub way_in: WayIn,

    /// Ban the members that nothing of a project uses any more, in its `BannedSymbols.txt` for the analyzer of banned APIs
    #[arg(long, help_heading = "Writing")]
    pub ban: bool,

    /// Add the analyzer of banned APIs where --ban needs it
    #[arg(long, requires = "ban", help_heading = "Writing")]
    pub allow_packages: bool,

    /// Whether files are written.
    #[command(flatten)]
    pub write: WriteArgs,

    /// Whether the result is built and tested.
    #[command(flatten)]
    pub verify: VerifyArgs,

    /// Say what a reason code means, and what can be done
    #[arg(long, value_name = "CODE")]
    pub explain_reason: Option<String>,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  detect-static-dependencies src/ | generate-testability-wrappers --write | migrate-static-to-wrapper --write
  migrate-static-to-wrapper src/ --api DateTime.UtcNow
  migrate-static-to-wrapper src/ --category time --check
  migrate-static-to-wrapper --explain-reason static-lambda";

fn category_parser() -> impl TypedValueParser<Value = Category> {
    PossibleValuesParser::new(Category::ALL.iter().map(|one| one.as_str()))
        .try_map(|name| Category::from_name(&name).ok_or("not a category that is known"))
}

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

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        self.verify.check(&self.write)?;
        if self.scope.config.is_some() {
            let message = "`--config` isn't built yet: no configuration is read";
            return Err(Error::new(ErrorKind::Unfinished, message));
        }
        run::run(&self, input, session)
    }
}
