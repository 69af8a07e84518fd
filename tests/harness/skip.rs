//! How a test that cannot run says so. libtest knows no skipping at run time, and hides what a test
//! prints unless it fails; it does that to `print!` and `eprint!` only, so this writes to stderr itself.

use std::io::Write;
use std::panic::Location;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Set to `1`, no test may be skipped: what would be a skip fails.
pub(crate) const REQUIRE: &str = "SEAMWRIGHT_REQUIRE_ORACLE";

static SKIPPED: Mutex<Skipped> = Mutex::new(Skipped {
    count: 0,
    summary: None,
});

struct Skipped {
    count: usize,
    summary: Option<ChildStdin>,
}

/// Prints and counts that the running test is skipped, for want of `what`. Fails it where skipping is not allowed.
#[track_caller]
pub(crate) fn skip(what: &str, reason: &str) {
    assert!(
        !std::env::var(REQUIRE).is_ok_and(|value| value == "1"),
        "{REQUIRE}=1, and there is no {what}: {reason}"
    );
    // libtest names a test's thread after the test, except with `--test-threads=1`.
    let thread = std::thread::current();
    let name = match thread.name() {
        None | Some("main") => Location::caller().to_string(),
        Some(name) => name.to_owned(),
    };
    SKIPPED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .add(&name, what, reason);
}

impl Skipped {
    fn add(&mut self, name: &str, what: &str, reason: &str) {
        if self.count == 0 {
            self.summary = start_summary();
        }
        self.count += 1;
        // One write, so that the lines of parallel tests stay whole. Failing to warn is no failure.
        let line = format!(
            "SKIPPED (no {what}: {reason}): {name} [{} so far]\n",
            self.count
        );
        drop(std::io::stderr().write_all(line.as_bytes()));
        if let Some(summary) = &mut self.summary {
            drop(writeln!(summary, "{name} (no {what})"));
        }
    }
}

/// A test process has no last word under libtest, but a child that reads until its parent ends has:
/// the list comes after libtest's own result line. Without `/bin/sh` only the lines above are left.
fn start_summary() -> Option<ChildStdin> {
    // Builtins alone: there may be nothing on the PATH.
    let script = r#"
        count=0 names=
        while IFS= read -r name; do count=$((count + 1)); names=$names'\n    '$name; done
        printf 'SKIPPED in all: %s test(s) that libtest counts as ok:%b\n' \
            $count "$names" >&2"#;
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    shell.spawn().ok()?.stdin.take()
}
