//! The arguments that the programs share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use super::error::Error;
use crate::closed_set::{ClosedSet, closed_set};
use crate::workspace::WorkspaceOptions;

closed_set! {
    /// How the result is written.
    pub enum Format as "format" {
        /// For a terminal.
        Text = "text",
        /// The document.
        Json = "json",
        /// For a pull request.
        Markdown = "markdown",
        /// For code scanning.
        Sarif = "sarif",
        /// For a browser.
        Html = "html",
    }
}

impl VerifyArgs {
    /// Whether anything is to be verified.
    pub fn is_asked(&self) -> bool {
        self.verify || self.verify_command.is_some()
    }

    /// Refuses what makes no sense together.
    pub fn check(&self, write: &WriteArgs) -> Result<(), Error> {
        if self.is_asked() && !write.write {
            return Err(Error::usage("`--verify` needs `--write`"));
        }
        if self.rollback && !self.is_asked() {
            return Err(Error::usage("`--rollback` needs `--verify`"));
        }
        Ok(())
    }
}

impl Format {
    /// The format that a file's extension stands for.
    pub(super) fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "txt" => Some(Self::Text),
            "json" => Some(Self::Json),
            "md" => Some(Self::Markdown),
            "sarif" => Some(Self::Sarif),
            "html" => Some(Self::Html),
            _ => None,
        }
    }
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What a run is about.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Scope")]
pub struct ScopeArgs {
    /// C# files, folders, projects (.csproj) or solutions (.sln, .slnx, .slnf); without one, the document on standard
    /// input
    #[arg(value_name = "SCOPE")]
    pub scopes: Vec<PathBuf>,

    /// Read further scopes from FILE (`-`: standard input), one a line or separated by NUL; what isn't C# is passed over
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,

    /// Count test code too
    #[arg(long)]
    pub include_tests: bool,

    /// Leave out files that match GLOB, as in a .gitignore; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Use this configuration instead of the nearest seamwright.toml above the scope
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Use no configuration: neither a seamwright.toml nor the severities of .editorconfig files
    #[arg(long)]
    pub no_config: bool,

    /// Work on N threads [default: one per processor]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

impl ScopeArgs {
    /// What is asked of the workspace; `listed` as it came with the input.
    pub fn workspace_options(&self, listed: Option<Vec<PathBuf>>) -> WorkspaceOptions {
        WorkspaceOptions {
            include_tests: self.include_tests,
            exclude: self
                .exclude
                .iter()
                .map(|glob| glob.as_str().into())
                .collect(),
            jobs: self.jobs.map(NonZeroUsize::get),
            listed,
            ..WorkspaceOptions::default()
        }
    }
}

/// How the result is shown.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How the result is written [default: text on a terminal, else json]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(Format::ALL))]
    pub format: Option<Format>,

    /// Write the result to FILE; its extension chooses the format unless --format does
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,

    /// Print nothing but the result and errors
    #[arg(long, short)]
    pub quiet: bool,

    /// Print the JSON Schema of the document
    #[arg(long)]
    pub print_schema: bool,

    /// Print the completions of this program for SHELL
    #[arg(long, value_name = "SHELL")]
    pub completions: Option<Shell>,
}

/// Whether files are written; for programs that do.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Writing")]
pub struct WriteArgs {
    /// Write the changes, all of them or none; without it they are only shown
    #[arg(long, conflicts_with = "check")]
    pub write: bool,

    /// Write nothing, and exit with 1 if there would be a change
    #[arg(long)]
    pub check: bool,
}

/// Whether the result is built and tested.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Proof")]
pub struct VerifyArgs {
    /// Build the projects that the change concerns and run their tests afterwards; exit with 1 if they fail or there is none
    #[arg(long)]
    pub verify: bool,

    /// As --verify, but run this command line in the workspace's folder instead of `dotnet build` and `dotnet test`; its
    /// exit code counts
    #[arg(long, value_name = "CMD")]
    pub verify_command: Option<String>,

    /// Put every file back as it was if the verification fails
    #[arg(long)]
    pub rollback: bool,
}

fn format_parser(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let names = formats.iter().map(|format| format.as_str());
    PossibleValuesParser::new(names)
        .try_map(|name| Format::from_name(&name).ok_or("not a format that is known"))
}

/// The command with only the formats that its program offers.
pub(super) fn offering(command: Command, formats: &'static [Format]) -> Command {
    command.mut_arg("format", |format| {
        format.value_parser(format_parser(formats))
    })
}
