//! The process's surroundings as far as the programs see them: standard streams, the environment, and the files
//! that are named on the command line and hold no source. A trait, so that runs can be tested without a process.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use super::progress::Progress;
use crate::workspace::outside;

/// One of the standard streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    In,
    Out,
    Err,
}

/// What a run can see and touch.
pub(super) trait World {
    fn is_terminal(&self, stream: Stream) -> bool;
    /// The value of an environment variable, if it is set and isn't empty.
    fn variable(&self, name: &str) -> Option<String>;
    /// Everything on standard input, but at most `limit` bytes and one.
    fn read_input(&self, limit: usize) -> io::Result<Vec<u8>>;
    fn print(&self, text: &str) -> io::Result<()>;
    /// Writes to standard error; a failure has nowhere to go.
    fn say(&self, text: &str);
    /// A file, but at most `limit` bytes and one.
    fn read_file(&self, path: &Path, limit: usize) -> io::Result<Vec<u8>>;
    fn write_file(&self, path: &Path, text: &str) -> io::Result<()>;
    fn progress(&self, label: &str) -> Progress;
}

/// The real one.
pub(super) struct Process;

/// How long standard input may stay silent before the program says what it is waiting for.
const SILENCE: Duration = Duration::from_secs(3);

impl World for Process {
    fn is_terminal(&self, stream: Stream) -> bool {
        match stream {
            Stream::In => io::stdin().is_terminal(),
            Stream::Out => io::stdout().is_terminal(),
            Stream::Err => io::stderr().is_terminal(),
        }
    }

    fn variable(&self, name: &str) -> Option<String> {
        let value = std::env::var_os(name)?;
        Some(value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
    }

    fn read_input(&self, limit: usize) -> io::Result<Vec<u8>> {
        let (arrived, silence) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            if silence.recv_timeout(SILENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                Self.say(
                    "note: waiting for a document on standard input, since no scope was given\n",
                );
            }
        });
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock().take(limit as u64 + 1);
        let mut first = [0];
        if input.read(&mut first)? == 1 {
            drop(arrived);
            bytes.push(first[0]);
            input.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }

    fn print(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn say(&self, text: &str) {
        // Nobody reads it: that is no reason to fail.
        drop(io::stderr().lock().write_all(text.as_bytes()));
    }

    fn read_file(&self, path: &Path, limit: usize) -> io::Result<Vec<u8>> {
        outside::read_outside(path, limit)
    }

    fn write_file(&self, path: &Path, text: &str) -> io::Result<()> {
        outside::write_outside(path, text.as_bytes())
    }

    fn progress(&self, label: &str) -> Progress {
        Progress::on_terminal(label)
    }
}
