//! The compiler processes behind the tests: `oracle batch`, one command a line, one answer a line.
//! What the commands mean is not known here.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::Duration;

use serde_json::Value;

/// The folder of the `oracle` script.
pub(crate) fn home() -> PathBuf {
    super::root().join("tests/oracle")
}

/// The longest answer: `oracle test` ends a run of tests after ten minutes by itself.
const TIME_LIMIT: Duration = Duration::from_secs(660);

/// The second is started only when the first is busy.
static COMPILERS: [Mutex<Option<Compiler>>; 2] = [Mutex::new(None), Mutex::new(None)];

/// What the oracle says to one command.
pub(crate) struct Answer {
    /// 0 fine, 1 the check failed, 2 the command was wrong.
    pub(crate) exit: i64,
    pub(crate) stderr: String,
    /// The command's JSON; null if it printed none.
    pub(crate) result: Value,
}

/// Sets the oracle up, once a process. An error says what is lacking here; a set-up that finds all
/// that it needs and fails nevertheless is no reason to skip, and panics.
pub(crate) fn set_up() -> &'static Result<(), String> {
    static DONE: OnceLock<Result<(), String>> = OnceLock::new();
    DONE.get_or_init(|| {
        let script = home().join("setup.sh");
        match Command::new(&script).stdin(Stdio::null()).output() {
            Err(error) => Err(format!("{}: {error}", script.display())),
            Ok(output) => verdict(
                output.status.code(),
                &String::from_utf8_lossy(&output.stderr),
            ),
        }
    })
}

/// Exit code 3 of the set-up names what is lacking; 126 and 127 are those of a missing shell.
fn verdict(code: Option<i32>, stderr: &str) -> Result<(), String> {
    let last = stderr.lines().last().unwrap_or_default();
    match code {
        Some(0) => Ok(()),
        Some(3 | 126 | 127) => Err(last
            .strip_prefix("oracle setup: ")
            .unwrap_or(last)
            .to_owned()),
        _ => panic!("the set-up of the oracle failed (exit code {code:?}):\n{stderr}"),
    }
}

/// Runs one command. An error: the process ended or hung on it; the next call starts a new one.
pub(crate) fn ask(command: &[String]) -> Result<Answer, String> {
    let mut compiler = free_compiler();
    let answer = match compiler.take() {
        Some(running) => Ok(running),
        None => Compiler::start(),
    }
    .and_then(|mut running| {
        let answer = running.ask(command)?;
        *compiler = Some(running);
        Ok(answer)
    });
    answer.map_err(|error| format!("the oracle failed on {command:?}: {error}"))
}

fn free_compiler() -> MutexGuard<'static, Option<Compiler>> {
    for slot in &COMPILERS {
        match slot.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {}
        }
    }
    COMPILERS[0].lock().unwrap_or_else(PoisonError::into_inner)
}

struct Compiler {
    process: Child,
    commands: ChildStdin,
    answers: Receiver<String>,
}

impl Compiler {
    fn start() -> Result<Self, String> {
        let mut process = Command::new(home().join("oracle"))
            .arg("batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(commands), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("no pipes to the process".to_owned());
        };
        // A thread reads, so that waiting for an answer can end.
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            process,
            commands,
            answers,
        })
    }

    fn ask(&mut self, command: &[String]) -> Result<Answer, String> {
        let line = Value::from(command).to_string();
        writeln!(self.commands, "{line}").map_err(|error| error.to_string())?;
        let answer = self
            .answers
            .recv_timeout(TIME_LIMIT)
            .map_err(|error| error.to_string())?;
        let mut answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        Ok(Answer {
            exit: answer["exit"].as_i64().ok_or("no exit code")?,
            stderr: answer["stderr"].as_str().unwrap_or_default().to_owned(),
            result: answer["result"].take(),
        })
    }
}

impl Drop for Compiler {
    /// Only one that failed is dropped: statics are not. The end of this process closes the pipe of
    /// the others, which ends them.
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

#[test]
fn what_is_lacking_is_no_failure() {
    assert_eq!(verdict(Some(0), ""), Ok(()));
    assert_eq!(
        verdict(Some(3), "oracle setup: x\noracle setup: npm is needed\n"),
        Err("npm is needed".to_owned())
    );
    assert_eq!(
        verdict(Some(127), "env: bash: not found\n"),
        Err("env: bash: not found".to_owned())
    );
}

#[test]
#[should_panic(expected = "wrong sha256")]
fn a_wrong_package_is_a_failure() {
    drop(verdict(
        Some(2),
        "oracle setup: x.whl is missing or has the wrong sha256\n",
    ));
}
