//! What the integration tests are written with: the programs, folders, and the C# compiler.
//!
//! It must not know what any program does; that is for the tests that use it.
//!
//! ```ignore
//! use crate::harness::{Code, Folder, Options, Program, csharp_or_skip};
//!
//! #[test]
//! fn a_migrated_clock_still_compiles() {
//!     // None: no compiler here. It has said so on stderr, and counted it.
//!     let Some(csharp) = csharp_or_skip() else { return };
//!     let before = Folder::of(&[("Clock.cs", "class Clock { DateTime Now() => DateTime.UtcNow; }")]);
//!     let after = Folder::copy_of(before.path());
//!     let run = Program::migrate().args(["--write", "."]).cwd(after.path()).run();
//!     assert_eq!(run.code, 0, "{run}");
//!     csharp.adds_no_errors(&Code::folder(before.path()), &Code::folder(after.path()), &Options::default());
//!     csharp.compiles(&Code::folder(after.path()), &Options::default().nullable().warnings_as_errors());
//!     assert_eq!(before.snapshot().changes_to(&after.snapshot()), ["changed Clock.cs"]);
//! }
//! ```
//!
//! Code comes as a list of files (`Code::files`) or a folder (`Code::folder`), and is one compilation
//! unless `.by_projects()` lets its project files decide. Each test process has at most two compilers
//! running, so a call costs 0.02 to 0.2 s. `SEAMWRIGHT_REQUIRE_ORACLE=1` turns a skip into a failure;
//! `SEAMWRIGHT_DOTNET=1` lets the SDK's `dotnet` judge what is compiled or tested by projects.

pub(crate) mod batch;
mod code;
mod csharp;
pub(crate) mod dotnet;
mod folder;
mod pipe;
mod program;
mod report;
mod sarif;
pub(crate) mod skip;

pub(crate) use code::{Code, Options};
pub(crate) use csharp::{CSharp, csharp_or_skip};
pub(crate) use folder::{Folder, Snapshot};
pub(crate) use pipe::{run, through};
pub(crate) use program::{Program, Run};
pub(crate) use report::{
    ApiDiff, Bound, CompileReport, Delta, Diagnostic, Execution, Hit, Outcome, TestOutcome,
    TestReport,
};
pub(crate) use sarif::sarif_verdicts_or_skip;

/// The folder of the project. Asked of cargo anew in each run: a target folder that several checkouts
/// share may hold a test binary that was compiled in another one.
pub(crate) fn root() -> std::path::PathBuf {
    let now = std::env::var_os("CARGO_MANIFEST_DIR");
    now.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())
        .into()
}
