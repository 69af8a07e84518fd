//! The abstraction for each ambient API that was found: decided, generated, registered. Changes no call site.
//!
//! - `decide`: what stands for each API in each project;
//! - `clocks`: clocks that the project declares itself;
//! - `generate`: the text of interfaces and the classes behind them;
//! - `generated`: which of them are missing;
//! - `extend`: which lack members;
//! - `extract`: an interface from a class of the project;
//! - `ways`: how sites reach them;
//! - `doubles`: doubles of them for tests;
//! - `packages`: references to packages that are missing;
//! - `home`: where they go, and how the neighbours write C#;
//! - `used`: where a project holds an abstraction already;
//! - `run`: from the input to the document;
//! - `render`: the report.

mod clocks;
mod decide;
mod doubles;
mod extend;
mod extract;
mod generate;
mod generated;
mod home;
mod packages;
mod render;
mod run;
#[cfg(test)]
mod tests;
mod used;
mod ways;

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use seamwright_common::cli::{
    Error, ErrorKind, Format, Input, Outcome, OutputArgs, Program, ScopeArgs, Session, WriteArgs,
};
use seamwright_common::closed_set::ClosedSet;
use seamwright_common::finding::Category;
use seamwright_common::seam::replace::WayIn;

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

    /// Only for APIs of CATEGORY; what it needs and can't have ends the run with 3, nothing written. Can be repeated
    #[arg(long, value_name = "CATEGORY", value_parser = category_parser(), help_heading = "Scope")]
    pub category: Vec<Category>,

    /// Add package references where they are needed
    #[arg(long, help_heading = "Writing")]
    pub allow_packages: bool,

    /// Write a double into each test project that sees a generated interface and has neither a double of it nor a mock
    /// library
    #[arg(long, help_heading = "Writing")]
    pub doubles: bool,

    /// Only this: an interface from the public members of the class TYPE, which then implements it
    #[arg(long, value_name = "TYPE", help_heading = "Generated types")]
    pub extract_interface: Option<String>,

    /// The namespace of generated types [default: that of their neighbours]
    #[arg(long, value_name = "NAME", value_parser = namespace, help_heading = "Generated types")]
    pub namespace: Option<String>,

    /// Put generated types into this folder of the project [default: a folder for such types, else beside their users]
    #[arg(long, value_name = "DIR", value_parser = folder, help_heading = "Generated types")]
    pub into: Option<String>,

    /// How classes get what they need.
    #[command(flatten)]
    pub way_in: WayIn,

    /// Whether files are written.
    #[command(flatten)]
    pub write: WriteArgs,

    /// How the result is shown.
    #[command(flatten)]
    pub output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  detect-static-dependencies src/ | generate-testability-wrappers
  generate-testability-wrappers src/ --write
  generate-testability-wrappers src/ --extract-interface Shop.MailSender";

fn category_parser() -> impl TypedValueParser<Value = Category> {
    PossibleValuesParser::new(Category::ALL.iter().map(|one| one.as_str()))
        .try_map(|name| Category::from_name(&name).ok_or("not a category that is known"))
}

fn namespace(text: &str) -> Result<String, &'static str> {
    let is_name = |part: &str| {
        let mut letters = part.chars();
        let first = letters
            .next()
            .is_some_and(|one| one.is_alphabetic() || one == '_');
        first && letters.all(|one| one.is_alphanumeric() || one == '_')
    };
    let all = text.split('.').all(is_name);
    Some(text.to_owned())
        .filter(|_| all)
        .ok_or("a namespace is names with dots between them")
}

fn folder(text: &str) -> Result<String, &'static str> {
    let text = text
        .trim_start_matches("./")
        .trim_end_matches('/')
        .replace('\\', "/");
    let leaves = text
        .split('/')
        .any(|part| matches!(part, "" | "." | "..") || part.contains(':'));
    Some(text)
        .filter(|_| !leaves)
        .ok_or("a folder inside of the project is expected")
}

impl Program for Args {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        if self.scope.config.is_some() {
            let message = "`--config` isn't built yet: no configuration is read";
            return Err(Error::new(ErrorKind::Unfinished, message));
        }
        run::run(&self, input, session)
    }
}
