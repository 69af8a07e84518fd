//! What the compiler said, as values. `Display` is what an assertion should print.

use std::fmt;

use serde_json::Value;

/// An error or a warning. An error of the whole project has no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    /// `CS0103`
    pub(crate) id: String,
    pub(crate) file: String,
    /// From 1; columns count UTF-16 units.
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) message: String,
    /// In a `Delta`: the same message was there before, at some other place.
    pub(crate) known_before: bool,
}

/// Of `check` and `compiles`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompileReport {
    pub(crate) errors: Vec<Diagnostic>,
    /// Those that were asked for.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Of `delta` and `adds_no_errors`. Lines that only moved do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delta {
    /// When this is large, packages are missing, and much of the code is not checked at all.
    pub(crate) errors_before: u64,
    pub(crate) new: Vec<Diagnostic>,
    pub(crate) gone: Vec<Diagnostic>,
    pub(crate) new_warnings: Vec<Diagnostic>,
}

/// Of `test` and `tests_pass`. It does not hold tests of code that did not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TestReport {
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
    /// Each test. The SDK's `dotnet` names only those that failed.
    pub(crate) tests: Vec<TestOutcome>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TestOutcome {
    /// `Namespace.Class.Method(1, "a")`
    pub(crate) name: String,
    pub(crate) outcome: Outcome,
    /// Why it failed or was skipped.
    pub(crate) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    Skipped,
}

/// Of `run`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Execution {
    /// If there are any, the program was not run.
    pub(crate) errors: Vec<Diagnostic>,
    /// None: it did not run, or not to its end.
    pub(crate) exit_code: Option<i64>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Of `detect`: one use of a banned API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) file: String,
    /// Of the start of the expression as written.
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// Of the member's name.
    pub(crate) member_line: u64,
    pub(crate) member_column: u64,
    /// `P:System.DateTime.Now`; where the code does not compile, the id without parameters.
    pub(crate) doc_id: String,
    /// `propertyRead`, `invocation`, `methodGroup`, `objectCreation`, …
    pub(crate) kind: String,
    pub(crate) in_nameof: bool,
    pub(crate) containing_type: String,
    pub(crate) containing_member: String,
    /// `resolved`, or why it is not.
    pub(crate) resolution: String,
    pub(crate) text: String,
}

/// Of `bind`: what the token at a position means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    /// None: it does not resolve.
    pub(crate) doc_id: Option<String>,
    /// `resolved`, `declaration`, `overloadFailure`, `noSuchFile`, …
    pub(crate) resolution: String,
    pub(crate) candidates: Vec<String>,
}

/// Of `public_api_diff`: documentation ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiDiff {
    pub(crate) removed: Vec<String>,
    pub(crate) changed: Vec<String>,
    pub(crate) added: Vec<String>,
}

impl CompileReport {
    pub(super) fn of(json: &Value) -> Self {
        Self {
            errors: diagnostics(&json["errors"]),
            warnings: diagnostics(&json["warnings"]),
        }
    }
}

impl Delta {
    pub(super) fn of(json: &Value) -> Self {
        Self {
            errors_before: number(&json["errorsBefore"]),
            new: diagnostics(&json["new"]),
            gone: diagnostics(&json["gone"]),
            new_warnings: diagnostics(&json["newWarnings"]),
        }
    }
}

impl TestReport {
    /// By projects, errors and tests are those of each.
    pub(super) fn of(json: &Value) -> Self {
        let parts = json["projects"]
            .as_array()
            .map_or(std::slice::from_ref(json), Vec::as_slice);
        let tests = parts.iter().flat_map(|part| items(&part["tests"]));
        Self {
            errors: parts
                .iter()
                .flat_map(|part| diagnostics(&part["errors"]))
                .collect(),
            passed: number(&json["passed"]),
            failed: number(&json["failed"]),
            skipped: number(&json["skipped"]),
            tests: tests.map(TestOutcome::of).collect(),
        }
    }
}

impl TestOutcome {
    fn of(json: &Value) -> Self {
        let outcome = match json["outcome"].as_str() {
            Some("passed") => Outcome::Passed,
            Some("failed") => Outcome::Failed,
            Some("skipped") => Outcome::Skipped,
            other => panic!("unknown outcome {other:?}"),
        };
        Self {
            name: text(&json["name"]),
            outcome,
            message: text(&json["message"]),
        }
    }
}

impl Execution {
    pub(super) fn of(json: &Value) -> Self {
        Self {
            errors: diagnostics(&json["errors"]),
            exit_code: json["exitCode"].as_i64(),
            stdout: text(&json["stdout"]),
            stderr: text(&json["stderr"]),
        }
    }
}

impl Hit {
    pub(super) fn of(json: &Value) -> Self {
        Self {
            file: text(&json["file"]),
            line: number(&json["line"]),
            column: number(&json["column"]),
            member_line: number(&json["memberLine"]),
            member_column: number(&json["memberColumn"]),
            doc_id: text(&json["docId"]),
            kind: text(&json["kind"]),
            in_nameof: json["inNameof"] == true,
            containing_type: text(&json["containingType"]),
            containing_member: text(&json["containingMember"]),
            resolution: text(&json["resolution"]),
            text: text(&json["text"]),
        }
    }
}

impl Bound {
    pub(super) fn of(json: &Value) -> Self {
        Self {
            doc_id: json["docId"].as_str().map(str::to_owned),
            resolution: text(&json["resolution"]),
            candidates: items(&json["candidates"]).map(text).collect(),
        }
    }
}

impl ApiDiff {
    pub(super) fn of(json: &Value) -> Self {
        let ids = |list: &str| items(&json[list]).map(|entry| text(&entry["id"])).collect();
        Self {
            removed: ids("removed"),
            changed: ids("changed"),
            added: ids("added"),
        }
    }
}

fn diagnostics(json: &Value) -> Vec<Diagnostic> {
    let one = |json: &Value| Diagnostic {
        id: text(&json["id"]),
        file: text(&json["file"]),
        line: number(&json["line"]),
        column: number(&json["column"]),
        message: text(&json["message"]),
        known_before: json["knownBefore"] == true,
    };
    items(json).map(one).collect()
}

/// The items of a list; none if there is no list.
pub(super) fn items(json: &Value) -> impl Iterator<Item = &Value> {
    json.as_array().into_iter().flatten()
}

fn text(json: &Value) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn number(json: &Value) -> u64 {
    json.as_u64().unwrap_or_default()
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            file,
            line,
            column,
            message,
            ..
        } = self;
        write!(f, "{file}({line},{column}): {id}: {message}")
    }
}

impl fmt::Display for TestOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}: {}", self.name, self.outcome, self.message)
    }
}

/// One a line, for an assertion's message.
pub(super) fn lines<T: fmt::Display>(list: &[T]) -> String {
    list.iter().fold(String::new(), |text, item| {
        text + "\n  " + &item.to_string()
    })
}
