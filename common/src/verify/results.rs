//! Results of a test run in the TRX format of Visual Studio, which `dotnet test --logger trx` writes. Reads text; no
//! file.

use std::fmt;

use roxmltree::{Document, Node};

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestState {
    /// It passed.
    Passed,
    /// It failed, was aborted or ran out of time.
    Failed,
    /// It was skipped, or ended without a verdict.
    NotRun,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// As the framework names it.
    pub name: String,
    /// How it ended.
    pub state: TestState,
    /// What it failed with.
    pub message: Option<String>,
}

/// The results of a run, in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Each test; a test of data counts once for each row.
    pub tests: Vec<TestResult>,
    /// Whether the run itself says that it failed, whatever its tests say.
    pub failed_as_a_whole: bool,
}

impl Results {
    /// How many tests ended so.
    pub fn count(&self, state: TestState) -> u32 {
        self.tests.iter().filter(|test| test.state == state).count() as u32
    }

    /// Whether tests ran and none failed.
    pub fn passed(&self) -> bool {
        !self.failed_as_a_whole
            && self.count(TestState::Failed) == 0
            && self.count(TestState::Passed) > 0
    }

    /// Adds the results of another file.
    pub fn append(&mut self, mut other: Self) {
        self.tests.append(&mut other.tests);
        self.failed_as_a_whole |= other.failed_as_a_whole;
    }
}

/// Why a file of results can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableResults(String);

impl fmt::Display for UnreadableResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the results of the test run can't be read: {}", self.0)
    }
}

/// Reads the text of a TRX file.
pub fn read_results(text: &str) -> Result<Results, UnreadableResults> {
    let text = text.trim_start_matches('\u{feff}');
    let document = Document::parse(text).map_err(|error| UnreadableResults(error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "TestRun" {
        let found = format!("`TestRun` expected, found `{}`", root.tag_name().name());
        return Err(UnreadableResults(found));
    }
    let summary = child(root, "ResultSummary").and_then(|summary| summary.attribute("outcome"));
    let tests = child(root, "Results")
        .into_iter()
        .flat_map(|results| results.children())
        .filter(|node| node.is_element() && node.attribute("outcome").is_some());
    let tests = tests.map(|node| TestResult {
        name: node.attribute("testName").unwrap_or_default().to_owned(),
        state: state(node.attribute("outcome").unwrap_or_default()),
        message: child(node, "Output")
            .and_then(|output| child(output, "ErrorInfo"))
            .and_then(|error| child(error, "Message"))
            .and_then(|message| message.text())
            .map(|text| text.trim().to_owned()),
    });
    Ok(Results {
        tests: tests.collect(),
        failed_as_a_whole: matches!(summary, Some("Failed" | "Error" | "Aborted" | "Timeout")),
    })
}

fn child<'d>(node: Node<'d, 'd>, name: &str) -> Option<Node<'d, 'd>> {
    node.children()
        .find(|child| child.tag_name().name() == name)
}

/// By the names of `TestOutcome` in the schema of Visual Studio's results, `vstst.xsd`.
fn state(outcome: &str) -> TestState {
    match outcome {
        "Passed" | "PassedButRunAborted" | "Warning" => TestState::Passed,
        "Failed" | "Error" | "Timeout" | "Aborted" | "Disconnected" => TestState::Failed,
        _ => TestState::NotRun,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(summary: &str, results: &str) -> String {
        format!(
            "\u{feff}<?xml version=\"1.0\"?>\n<TestRun xmlns=\"http://microsoft.com/schemas/VisualStudio/TeamTest/2010\">\
             <Results>{results}</Results><ResultSummary outcome=\"{summary}\"/></TestRun>"
        )
    }

    #[test]
    fn each_test_has_a_state_and_a_failure_its_message() {
        let text = run(
            "Failed",
            "<UnitTestResult testName=\"A.One\" outcome=\"Passed\"/>\
             <UnitTestResult testName=\"A.Two\" outcome=\"Failed\"><Output><ErrorInfo>\
             <Message> 1 isn't 2 </Message></ErrorInfo></Output></UnitTestResult>\
             <UnitTestResult testName=\"A.Three\" outcome=\"NotExecuted\"/>\
             <UnitTestResult testName=\"A.Rows\" outcome=\"Passed\"><InnerResults>\
             <UnitTestResult testName=\"A.Rows (1)\" outcome=\"Passed\"/></InnerResults></UnitTestResult>",
        );
        let results = read_results(&text).unwrap();
        let states: Vec<TestState> = results.tests.iter().map(|test| test.state).collect();
        let (passed, failed) = (TestState::Passed, TestState::Failed);
        assert_eq!(states, [passed, failed, TestState::NotRun, passed]);
        assert_eq!(results.tests[1].message.as_deref(), Some("1 isn't 2"));
        assert!(!results.passed());
    }

    #[test]
    fn no_test_at_all_or_only_skipped_ones_have_not_passed() {
        assert!(!read_results(&run("Completed", "")).unwrap().passed());
        let skipped = "<UnitTestResult testName=\"A\" outcome=\"NotExecuted\"/>";
        assert!(!read_results(&run("Completed", skipped)).unwrap().passed());
        let passed = "<UnitTestResult testName=\"A\" outcome=\"Passed\"/>";
        assert!(read_results(&run("Completed", passed)).unwrap().passed());
        // A host that crashed after its tests.
        assert!(!read_results(&run("Failed", passed)).unwrap().passed());
    }

    #[test]
    fn what_is_no_result_is_refused() {
        for text in [
            "",
            "<TestRun",
            "<html/>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><TestRun>&b;</TestRun>",
        ] {
            assert!(read_results(text).is_err(), "{text}");
        }
    }
}
