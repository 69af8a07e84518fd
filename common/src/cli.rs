//! The shared command line: arguments, where input comes from, where the result goes, exit codes. The only user
//! of the standard streams (with its children). Knows nothing of what the programs do.
//!
//! - Standard output holds the result alone; everything else goes to standard error.
//! - A program never waits for a terminal: without a scope it reads a pipe, or says how it is used.
//! - A pipe that closes ends the program silently, but never hides that a gate failed.
//! - Nothing panics outwards: a bug is a short report and exit code 2.

mod args;
mod error;
mod paint;
mod progress;
mod session;
#[cfg(test)]
mod tests;
mod world;

pub use args::{ColorChoice, Format, OutputArgs, ScopeArgs, VerifyArgs, WriteArgs};
pub use error::{Error, ErrorKind, Exit};
pub use paint::{Paint, visible};
pub use progress::Progress;
pub use session::{Body, Input, Outcome, Piped, Session};

use std::ffi::OsString;
use std::io::{self, ErrorKind as IoErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, Parser};

use crate::contract::{self, Document, MAX_DOCUMENT_BYTES};
use crate::workspace::paths_of_list;
use paint::visible_lines;
use world::{Process, Stream, World};

/// The longest list of files that is read.
const MAX_LIST_BYTES: usize = 64 << 20;

/// One of the programs: its arguments, and what it does with them.
pub trait Program: Parser {
    /// The formats that fit its result; the first is the default on a terminal.
    const FORMATS: &'static [Format];

    /// What it reads when there is no scope.
    const PIPED: Piped = Piped::Document;

    /// Its shared arguments about the scope, if it takes one.
    fn scope(&self) -> Option<&ScopeArgs>;

    /// Its shared arguments about the result.
    fn output(&self) -> &OutputArgs;

    /// The answer to a question that needs no input, such as `--explain`.
    fn answer(&self, _session: &Session<'_>) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// Does the work.
    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error>;
}

/// Runs a program with the arguments and streams of this process.
pub fn main<P: Program>() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        Process.say(&bug_report(&panic.to_string()));
    }));
    let exit = catch_unwind(AssertUnwindSafe(|| {
        drive::<P>(std::env::args_os().collect(), &Process)
    }));
    ExitCode::from(exit.unwrap_or(Exit::Failed).code())
}

fn bug_report(panic: &str) -> String {
    let panic = panic.split_whitespace().collect::<Vec<_>>().join(" ");
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "error: a bug in Seamwright {version}: {panic}\n\
         hint: no file was written by halves; please report this with the command line and, if you can, the file\n"
    )
}

/// Runs a program in `world`.
fn drive<P: Program>(args: Vec<OsString>, world: &dyn World) -> Exit {
    let command = args::offering(P::command(), P::FORMATS);
    let parsed = command
        .clone()
        .try_get_matches_from(args)
        .and_then(|matches| P::from_arg_matches(&matches));
    let program = match parsed {
        Ok(program) => program,
        Err(error) => return tell_usage(&error, world),
    };
    let output = program.output().clone();
    let session = Session {
        format: choose_format::<P>(&output, world),
        paint: choose_paint(&output, world),
        quiet: output.quiet,
        world,
    };
    let result = produce(program, command, &session);
    let (exit, text) = match result {
        Ok(Outcome { exit, body }) => match body {
            Body::Document(document) => (exit, document.into_json()),
            Body::Text(text) => (exit, text),
        },
        Err(error) => {
            say_error(&error, &output, world);
            return error.kind.exit();
        }
    };
    deliver(exit, &text, &output, world)
}

/// What clap has to say: help and version are results, everything else is a usage error.
fn tell_usage(error: &clap::Error, world: &dyn World) -> Exit {
    let text = error.render();
    if error.use_stderr() {
        let colored = is_colored(ColorChoice::Auto, Stream::Err, world);
        world.say(&if colored {
            text.ansi().to_string()
        } else {
            text.to_string()
        });
        return Exit::Failed;
    }
    let colored = is_colored(ColorChoice::Auto, Stream::Out, world);
    let text = if colored {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    deliver(Exit::Done, &text, &OutputArgs::default(), world)
}

/// Answers a question, or finds the input and does the work.
fn produce<P: Program>(
    program: P,
    command: Command,
    session: &Session<'_>,
) -> Result<Outcome, Error> {
    let output = program.output();
    if output.print_schema {
        return Ok(Outcome::text(contract::schema()));
    }
    if let Some(shell) = output.completions {
        return Ok(Outcome::text(completions(shell, command)));
    }
    if let Some(answer) = program.answer(session)? {
        return Ok(Outcome::text(answer));
    }
    let input = find_input(&program, command, session.world)?;
    program.run(input, session)
}

fn completions(shell: clap_complete::Shell, mut command: Command) -> String {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn find_input<P: Program>(
    program: &P,
    command: Command,
    world: &dyn World,
) -> Result<Input, Error> {
    let (scopes, list) = match program.scope() {
        Some(scope) => (scope.scopes.clone(), scope.files_from.as_deref()),
        None => (Vec::new(), None),
    };
    if let Some(list) = list {
        let listed = Some(paths_of_list(&read_list(list, world)?));
        return Ok(Input::Scopes { scopes, listed });
    }
    if !scopes.is_empty() {
        return Ok(Input::Scopes {
            scopes,
            listed: None,
        });
    }
    if P::PIPED == Piped::Nothing {
        return Ok(Input::None);
    }
    if world.is_terminal(Stream::In) {
        return Err(no_input(command, "no scope was given"));
    }
    let bytes = world
        .read_input(MAX_DOCUMENT_BYTES)
        .map_err(|error| Error::io(format!("standard input can't be read: {error}")))?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        let what = "no scope was given, and standard input is empty";
        return Err(no_input(command, what));
    }
    if P::PIPED == Piped::Raw {
        return Ok(Input::Raw(bytes));
    }
    Ok(Input::Document(Box::new(Document::read(&bytes)?)))
}

fn no_input(mut command: Command, what: &str) -> Error {
    let usage = command.render_usage().to_string();
    Error::usage(format!("{what}\n{}", usage.trim_end())).with_hint(
        "name a C# file, folder, project or solution, or pipe in a document; see `--help`",
    )
}

fn read_list(list: &Path, world: &dyn World) -> Result<Vec<u8>, Error> {
    let bytes = if list == Path::new("-") {
        if world.is_terminal(Stream::In) {
            let error = Error::usage("`--files-from -` reads standard input, which is a terminal");
            return Err(error.with_hint("pipe in a list, such as that of `git diff --name-only`"));
        }
        world.read_input(MAX_LIST_BYTES)
    } else {
        world.read_file(list, MAX_LIST_BYTES)
    };
    let name = list.display();
    let bytes = bytes.map_err(|error| Error::io(format!("`{name}` can't be read: {error}")))?;
    if bytes.len() > MAX_LIST_BYTES {
        let most = MAX_LIST_BYTES >> 20;
        return Err(Error::input(format!("`{name}` is longer than {most} MiB")));
    }
    Ok(bytes)
}

fn choose_format<P: Program>(output: &OutputArgs, world: &dyn World) -> Format {
    let offered = |format: &Format| P::FORMATS.contains(format);
    let by_file = |path: &PathBuf| Format::of_file(path).filter(offered);
    let on_terminal = output.output.is_none() && world.is_terminal(Stream::Out);
    output
        .format
        .or_else(|| output.output.as_ref().and_then(by_file))
        .or_else(|| P::FORMATS.first().copied().filter(|_| on_terminal))
        .unwrap_or(Format::Json)
}

fn choose_paint(output: &OutputArgs, world: &dyn World) -> Paint {
    let to_file = output.output.is_some() && output.color != ColorChoice::Always;
    if !to_file && is_colored(output.color, Stream::Out, world) {
        Paint::Colored
    } else {
        Paint::Plain
    }
}

fn is_colored(choice: ColorChoice, stream: Stream, world: &dyn World) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            world.is_terminal(stream)
                && world.variable("NO_COLOR").is_none()
                && world.variable("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// Puts the result where it belongs. A reader that went away doesn't matter; a full disk does.
fn deliver(exit: Exit, text: &str, output: &OutputArgs, world: &dyn World) -> Exit {
    let (written, name) = match &output.output {
        Some(path) => (world.write_file(path, text), path.display().to_string()),
        None => (world.print(text), "standard output".to_owned()),
    };
    match written {
        Ok(()) => exit,
        Err(error) if is_closed_pipe(&error) => exit,
        Err(error) => {
            let error = Error::io(format!("`{name}` can't be written: {error}"));
            say_error(&error, output, world);
            Exit::Failed
        }
    }
}

fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == IoErrorKind::BrokenPipe
}

fn say_error(error: &Error, output: &OutputArgs, world: &dyn World) {
    let paint = if is_colored(output.color, Stream::Err, world) {
        Paint::Colored
    } else {
        Paint::Plain
    };
    let hints = error.hints.iter();
    let hints = hints.map(|hint| format!("{} {}\n", paint.cyan("hint:"), visible_lines(hint)));
    let message = visible_lines(&error.message);
    let message = format!("{} {message}\n", paint.red("error:"));
    world.say(&hints.fold(message, |text, hint| text + &hint));
}
