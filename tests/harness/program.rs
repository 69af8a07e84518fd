//! The programs as they are installed, run as a user runs them.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use duct::Expression;

/// No program may need longer: they promise never to hang.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Variables of whoever runs the tests that would change what a program prints.
const REMOVED: [&str; 6] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "COLUMNS",
    "RUST_BACKTRACE",
];

/// One call of a program. Without `stdin`, its standard input is empty.
#[derive(Clone)]
pub(crate) struct Program {
    path: &'static str,
    args: Vec<OsString>,
    stdin: Option<Vec<u8>>,
    cwd: Option<PathBuf>,
    env: Vec<(OsString, OsString)>,
}

impl Program {
    pub(crate) fn detect() -> Self {
        Self::at(env!("CARGO_BIN_EXE_detect-static-dependencies"))
    }

    pub(crate) fn wrap() -> Self {
        Self::at(env!("CARGO_BIN_EXE_generate-testability-wrappers"))
    }

    pub(crate) fn migrate() -> Self {
        Self::at(env!("CARGO_BIN_EXE_migrate-static-to-wrapper"))
    }

    pub(crate) fn obstacle() -> Self {
        Self::at(env!("CARGO_BIN_EXE_testability-obstacle"))
    }

    /// Any other executable, by its path or a name on the PATH.
    pub(crate) fn at(path: &'static str) -> Self {
        Self {
            path,
            args: Vec::new(),
            stdin: None,
            cwd: None,
            env: Vec::new(),
        }
    }

    /// The executable, for a script that runs it.
    pub(crate) fn path(&self) -> &'static str {
        self.path
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args
            .extend(args.into_iter().map(|a| a.as_ref().to_owned()));
        self
    }

    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(bytes.into());
        self
    }

    pub(crate) fn cwd(mut self, folder: impl AsRef<Path>) -> Self {
        self.cwd = Some(folder.as_ref().to_owned());
        self
    }

    pub(crate) fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env
            .push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// The call as a `duct` expression, for real pipes: `a.expression().pipe(b.expression())`.
    /// There, only the first program of the pipe may have a `stdin` of its own.
    pub(crate) fn expression(&self) -> Expression {
        let mut expression = duct::cmd(self.path, &self.args);
        if let Some(folder) = &self.cwd {
            expression = expression.dir(folder);
        }
        for name in REMOVED {
            expression = expression.env_remove(name);
        }
        for (name, value) in &self.env {
            expression = expression.env(name, value);
        }
        match &self.stdin {
            Some(bytes) => expression.stdin_bytes(bytes.clone()),
            None => expression,
        }
    }

    /// Runs it to its end. Panics when it cannot be started, is ended by a signal, takes longer than
    /// two minutes, or prints what is not UTF-8.
    #[track_caller]
    pub(crate) fn run(&self) -> Run {
        let expression = match self.stdin {
            Some(_) => self.expression(),
            None => self.expression().stdin_null(),
        };
        Run::of(&expression)
    }
}

/// What a program printed, and its exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Run {
    /// Runs any `duct` expression, such as a pipe, with the same limits as [`Program::run`].
    #[track_caller]
    pub(crate) fn of(expression: &Expression) -> Self {
        let handle = expression
            .stdout_capture()
            .stderr_capture()
            .unchecked()
            .start()
            .unwrap();
        let Some(output) = handle.wait_timeout(TIME_LIMIT).unwrap() else {
            handle.kill().unwrap();
            panic!("still running after {TIME_LIMIT:?}: {expression:?}");
        };
        Self {
            stdout: String::from_utf8(output.stdout.clone()).expect("stdout is not UTF-8"),
            stderr: String::from_utf8(output.stderr.clone()).expect("stderr is not UTF-8"),
            code: output
                .status
                .code()
                .unwrap_or_else(|| panic!("ended by {}", output.status)),
        }
    }

    /// The JSON on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("stdout is no JSON: {e}\n{self}"))
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "exit code {}\n-- stdout\n{}\n-- stderr\n{}",
            self.code, self.stdout, self.stderr
        )
    }
}
