//! The C# compiler as tests ask it: reports, and the three assertions that most tests need.

use serde_json::Value;

use super::code::Takes;
use super::report::{items, lines};
use super::{
    ApiDiff, Bound, Code, CompileReport, Delta, Execution, Hit, Options, Outcome, TestReport,
};
use super::{Folder, batch, dotnet, skip};

/// A C# compiler that is there. Whatever it is asked, a wrong question panics.
#[derive(Clone, Copy)]
pub(crate) struct CSharp(());

/// The compiler; or None, after saying loudly that the running test is skipped, and counting it.
/// With `SEAMWRIGHT_REQUIRE_ORACLE=1` there is no None: the test fails.
#[track_caller]
pub(crate) fn csharp_or_skip() -> Option<CSharp> {
    match batch::set_up() {
        Ok(()) => Some(CSharp(())),
        Err(reason) => {
            skip::skip("C# compiler", reason);
            None
        }
    }
}

// `self` is the proof that there is a compiler.
#[expect(
    clippy::unused_self,
    reason = "a `CSharp` is proof that the set-up is done"
)]
impl CSharp {
    /// Asserts that there is no error, and no warning that was asked for with `warnings_as_errors`.
    #[track_caller]
    pub(crate) fn compiles(self, code: &Code, options: &Options) -> CompileReport {
        let report = self.check(code, options);
        assert!(
            report.errors.is_empty(),
            "does not compile:{}",
            lines(&report.errors)
        );
        assert!(
            report.warnings.is_empty() || !options.warnings_as_errors,
            "compiles with warnings:{}",
            lines(&report.warnings)
        );
        report
    }

    /// Asserts that `after` has no error that `before` has not; with `warnings_as_errors`, no
    /// warning either.
    #[track_caller]
    pub(crate) fn adds_no_errors(self, before: &Code, after: &Code, options: &Options) -> Delta {
        let delta = self.delta(before, after, options);
        assert!(delta.new.is_empty(), "new errors:{}", lines(&delta.new));
        assert!(
            delta.new_warnings.is_empty() || !options.warnings_as_errors,
            "new warnings:{}",
            lines(&delta.new_warnings)
        );
        delta
    }

    /// Asserts that the code compiles, that it has tests, and that none of them fails. Skipped ones
    /// are allowed, but not alone.
    #[track_caller]
    pub(crate) fn tests_pass(self, code: &Code, options: &Options) -> TestReport {
        let report = self.test(code, options);
        assert!(
            report.errors.is_empty(),
            "the tests do not compile:{}",
            lines(&report.errors)
        );
        let failed = report
            .tests
            .iter()
            .filter(|test| test.outcome == Outcome::Failed);
        let failed: Vec<_> = failed.cloned().collect();
        assert!(
            report.failed == 0,
            "{} failed:{}",
            report.failed,
            lines(&failed)
        );
        assert!(
            report.passed > 0,
            "no test ran, {} were skipped",
            report.skipped
        );
        report
    }

    /// Compiler errors, and the warnings that were asked for.
    #[track_caller]
    pub(crate) fn check(self, code: &Code, options: &Options) -> CompileReport {
        if let Some(dotnet) = dotnet::for_code(code) {
            return dotnet::build(&dotnet, code.path(), options);
        }
        CompileReport::of(&ask("check", code, options, Takes::Warnings, &[]))
    }

    /// The errors that only one of two trees has.
    #[track_caller]
    pub(crate) fn delta(self, before: &Code, after: &Code, options: &Options) -> Delta {
        let last = [path(after)];
        Delta::of(&ask("delta", before, options, Takes::Warnings, &last))
    }

    /// Compiles the code and runs the tests in it (those of `xunit`, `nunit`, `mstest`, `tunit`).
    #[track_caller]
    pub(crate) fn test(self, code: &Code, options: &Options) -> TestReport {
        if let Some(dotnet) = dotnet::for_code(code) {
            return dotnet::test(&dotnet, code.path(), options);
        }
        TestReport::of(&ask("test", code, options, Takes::NoWarnings, &[]))
    }

    /// Compiles a program and runs it, without input.
    #[track_caller]
    pub(crate) fn run(self, code: &Code, args: &[&str], options: &Options) -> Execution {
        let mut last = vec!["--".to_owned()];
        last.extend(args.iter().map(|&arg| arg.to_owned()));
        Execution::of(&ask("run", code, options, Takes::NoWarnings, &last))
    }

    /// Uses of banned APIs, by symbol: documentation ids as `tests/oracle/README.md` describes them,
    /// or, with none given, those of `tests/oracle/banned-default.txt`.
    #[track_caller]
    pub(crate) fn detect(self, code: &Code, banned: &[&str], options: &Options) -> Vec<Hit> {
        let list = Folder::of(&[("banned.txt", banned.join("\n"))]);
        let last = match banned {
            [] => Vec::new(),
            _ => vec![
                "--banned".to_owned(),
                path(&Code::folder(list.path().join("banned.txt"))),
            ],
        };
        let json = ask("detect", code, options, Takes::NoWarnings, &last);
        items(&json["hits"]).map(Hit::of).collect()
    }

    /// What the tokens at these positions mean: `FILE:LINE:COLUMN`, the file relative to the code.
    #[track_caller]
    pub(crate) fn bind(self, code: &Code, positions: &[&str], options: &Options) -> Vec<Bound> {
        let mut last = Vec::new();
        for position in positions {
            last.extend(["--at".to_owned(), (*position).to_owned()]);
        }
        let json = ask("bind", code, options, Takes::NoWarnings, &last);
        items(&json["positions"]).map(Bound::of).collect()
    }

    /// How the public surface of two trees differs.
    #[track_caller]
    pub(crate) fn public_api_diff(self, before: &Code, after: &Code, options: &Options) -> ApiDiff {
        let last = ["--diff".to_owned(), path(after)];
        ApiDiff::of(&ask("publicapi", before, options, Takes::NoWarnings, &last))
    }
}

/// `oracle COMMAND CODE OPTIONS LAST`; its JSON.
#[track_caller]
fn ask(command: &str, code: &Code, options: &Options, takes: Takes, last: &[String]) -> Value {
    let mut words = vec![command.to_owned(), path(code)];
    words.extend(options.arguments(code, takes));
    words.extend_from_slice(last);
    let answer = batch::ask(&words).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        answer.exit < 2 && answer.result.is_object(),
        "{words:?}: {}",
        answer.stderr
    );
    answer.result
}

fn path(code: &Code) -> String {
    std::path::absolute(code.path())
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned()
}
