//! The findings of a document as SARIF 2.1.0, as code scanning reads it. Knows neither the catalogue nor the disk: what
//! the rules say and how the root is seen from the repository is handed in.

use serde::Serialize;

use super::write::lines;
use super::{Document, Finding, Incomplete};
use crate::rule::{RuleId, Severity};
use crate::text::LineIndex;

/// What names the version of the format.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Down to which level lists and objects are broken into lines: a result is one line.
const BROKEN: usize = 4;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// A rule as it is shown beside its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SarifRule {
    /// Its name.
    pub id: RuleId,
    /// A phrase.
    pub short: String,
    /// One or two sentences.
    pub full: String,
    /// What to do about it, as plain text.
    pub help: String,
    /// The same in Markdown.
    pub help_markdown: String,
    /// Words to search by.
    pub tags: Vec<String>,
}

/// What code scanning is told beside the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SarifTexts {
    /// The program's name.
    pub tool: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Where the root lies in the repository: `""` or `src/Shop`.
    pub folder: String,
    /// All rules that a finding falls under, by name.
    pub rules: Vec<SarifRule>,
    /// The sentence of each finding, in their order.
    pub messages: Vec<String>,
}

impl Document {
    /// The findings as a SARIF log, with a line end behind it.
    pub fn to_sarif(&self, texts: &SarifTexts) -> String {
        let results = self.findings.iter().zip(&texts.messages);
        let results = results.map(|(finding, message)| result(finding, message, texts));
        let open = self.scope.incomplete.iter();
        lines(
            &Log {
                schema: SCHEMA,
                version: "2.1.0",
                runs: [Run {
                    tool: Tool {
                        driver: Driver {
                            name: texts.tool,
                            version: texts.version,
                            semantic_version: texts.version,
                            rules: texts.rules.iter().map(rule).collect(),
                        },
                    },
                    invocations: [Invocation {
                        execution_successful: true,
                        tool_execution_notifications: open
                            .map(|one| notification(one, texts))
                            .collect(),
                    }],
                    column_kind: "utf16CodeUnits",
                    results: results.collect(),
                }],
            },
            BROKEN,
            BROKEN,
        )
    }
}

fn rule(rule: &SarifRule) -> Rule<'_> {
    Rule {
        id: rule.id.as_str(),
        name: rule.id.as_str(),
        short_description: Text { text: &rule.short },
        full_description: Text { text: &rule.full },
        help: Help {
            text: &rule.help,
            markdown: &rule.help_markdown,
        },
        default_configuration: Level { level: "warning" },
        properties: RuleProperties {
            tags: &rule.tags,
            precision: "very-high",
        },
    }
}

fn result<'a>(finding: &'a Finding, message: &'a str, texts: &'a SarifTexts) -> SarifResult<'a> {
    let rule_id = RuleId::of(finding.category.0, &finding.pattern);
    let container = [finding.r#type.as_str(), finding.member.as_str()];
    let container: Vec<&str> = container
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    SarifResult {
        rule_index: texts
            .rules
            .binary_search_by(|rule| rule.id.cmp(&rule_id))
            .ok(),
        rule_id: rule_id.as_str().to_owned(),
        level: level(finding.severity.map(|severity| severity.0)),
        message: Text { text: message },
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location: artifact(&texts.folder, finding.path.as_str()),
                region: Some(region(finding)),
            },
            logical_locations: (!container.is_empty()).then(|| {
                [LogicalLocation {
                    fully_qualified_name: container.join("."),
                }]
            }),
        }],
        partial_fingerprints: Fingerprints {
            primary_location_line_hash: finding.id.as_str(),
            finding: finding.id.as_str(),
        },
        suppressions: finding.intentional.as_deref().map(|comment| {
            [Suppression {
                kind: "inSource",
                justification: comment,
            }]
        }),
        properties: ResultProperties {
            api: finding.api.as_str(),
            category: finding.category.0.as_str(),
            context: finding.context.0.as_str(),
        },
    }
}

/// What a finding without a severity of its own weighs is a warning.
fn level(severity: Option<Severity>) -> &'static str {
    match severity {
        Some(Severity::Error) => "error",
        Some(Severity::Warning) | None => "warning",
        Some(Severity::Suggestion) => "note",
    }
}

/// The range of the finding's text; it ends before `endColumn`.
fn region(finding: &Finding) -> Region<'_> {
    let text = &finding.text;
    let end = LineIndex::new(text).line_col(text, text.len());
    let one_line = end.line == 1;
    Region {
        start_line: finding.line,
        start_column: finding.column,
        end_line: finding.line.saturating_add(end.line - 1),
        end_column: if one_line {
            finding.column.saturating_add(end.column - 1)
        } else {
            end.column
        },
        snippet: Text { text },
    }
}

fn notification<'a>(open: &Incomplete, texts: &SarifTexts) -> Notification<'a> {
    let reason = open.reason.0.as_str();
    let detail = open.detail.iter().map(|detail| format!(": {detail}"));
    Notification {
        descriptor: Descriptor {
            id: format!("{}.incomplete.{reason}", RuleId::PREFIX),
        },
        level: "warning",
        message: OwnedText {
            text: detail.fold(reason.replace('-', " "), |text, more| text + &more),
        },
        locations: [NotificationLocation {
            physical_location: PhysicalLocation {
                artifact_location: artifact(&texts.folder, open.path.as_str()),
                region: open.line.map(|line| LineRegion {
                    start_line: line.max(1),
                }),
            },
        }],
    }
}

fn artifact(folder: &str, path: &str) -> ArtifactLocation {
    ArtifactLocation {
        uri: relative_uri(folder, path),
        uri_base_id: "%SRCROOT%",
    }
}

/// A path below a folder as a relative reference; `..` goes up as far as there is a folder.
fn relative_uri(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let mut uri = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            uri.push('/');
        }
        for byte in part.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=@".contains(&byte) {
                uri.push(char::from(byte));
            } else {
                let digits = [byte >> 4, byte & 15].map(|four| HEX[four as usize]);
                uri.push('%');
                uri.extend(digits.map(char::from));
            }
        }
    }
    uri
}

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    version: &'a str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation<'a>; 1],
    column_kind: &'a str,
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'a str,
    version: &'a str,
    semantic_version: &'a str,
    rules: Vec<Rule<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule<'a> {
    id: &'a str,
    name: &'a str,
    short_description: Text<'a>,
    full_description: Text<'a>,
    help: Help<'a>,
    default_configuration: Level<'a>,
    properties: RuleProperties<'a>,
}

#[derive(Serialize)]
struct RuleProperties<'a> {
    tags: &'a [String],
    precision: &'a str,
}

#[derive(Serialize)]
struct Level<'a> {
    level: &'a str,
}

#[derive(Serialize)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct OwnedText {
    text: String,
}

#[derive(Serialize)]
struct Help<'a> {
    text: &'a str,
    markdown: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification<'a>>,
}

#[derive(Serialize)]
struct Notification<'a> {
    descriptor: Descriptor,
    level: &'a str,
    message: OwnedText,
    locations: [NotificationLocation; 1],
}

#[derive(Serialize)]
struct Descriptor {
    id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NotificationLocation {
    physical_location: PhysicalLocation<LineRegion>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'a str,
    message: Text<'a>,
    locations: [Location<'a>; 1],
    partial_fingerprints: Fingerprints<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression<'a>; 1]>,
    properties: ResultProperties<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation<Region<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[LogicalLocation; 1]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<R> {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<R>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region<'a> {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
    snippet: Text<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineRegion {
    start_line: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
}

// The first is the only one that GitHub compares, whatever its name says. Its upload action would take the text of the
// line, which is the same for two uses on one line and another after an edit: it warns, and keeps what it finds here.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fingerprints<'a> {
    primary_location_line_hash: &'a str,
    #[serde(rename = "seamwright/v1")]
    finding: &'a str,
}

#[derive(Serialize)]
struct Suppression<'a> {
    kind: &'a str,
    justification: &'a str,
}

#[derive(Serialize)]
struct ResultProperties<'a> {
    api: &'a str,
    category: &'a str,
    context: &'a str,
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::contract::fixture::document;

    fn texts(document: &Document) -> SarifTexts {
        let rules = document.findings.iter().map(|finding| SarifRule {
            id: RuleId::of(finding.category.0, &finding.pattern),
            short: "short".to_owned(),
            full: "full".to_owned(),
            help: "help".to_owned(),
            help_markdown: "`help`".to_owned(),
            tags: vec!["testability".to_owned()],
        });
        let mut rules: Vec<SarifRule> = rules.collect();
        rules.sort_by(|one, other| one.id.cmp(&other.id));
        SarifTexts {
            tool: "detect",
            version: "0.1.0",
            folder: "src".to_owned(),
            rules,
            messages: document
                .findings
                .iter()
                .map(|_| "message".to_owned())
                .collect(),
        }
    }

    fn log(document: &Document) -> Value {
        serde_json::from_str(&document.to_sarif(&texts(document))).unwrap()
    }

    #[test]
    fn a_result_says_where_it_is_and_which_rule_it_falls_under() {
        let document = document();
        let log = log(&document);
        let run = &log["runs"][0];
        for (index, finding) in document.findings.iter().enumerate() {
            let result = &run["results"][index];
            let rule = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "src/Shop/Clock.cs");
            assert_eq!(place["region"]["startColumn"], finding.column);
            let end = finding.column + finding.text.len() as u32;
            assert_eq!(place["region"]["endColumn"], end);
            assert_eq!(
                result["partialFingerprints"]["primaryLocationLineHash"],
                finding.id.as_str()
            );
        }
        let open = &run["invocations"][0]["toolExecutionNotifications"];
        assert_eq!(
            open.as_array().unwrap().len(),
            document.scope.incomplete.len()
        );
    }

    #[test]
    fn a_range_over_several_lines_ends_on_the_last() {
        let mut document = document();
        document.findings.truncate(1);
        document.findings[0].text = "DateTime\r\n  // 😀\n  .UtcNow".to_owned();
        let region =
            log(&document)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
                .clone();
        assert_eq!(
            (&region["endLine"], &region["endColumn"]),
            (&3.into(), &10.into())
        );
    }

    #[test]
    fn a_deliberate_use_is_suppressed_with_its_comment() {
        let mut document = document();
        document.findings[0].intentional = Some("on purpose".to_owned());
        let log = log(&document);
        let results = &log["runs"][0]["results"];
        assert_eq!(results[0]["suppressions"][0]["justification"], "on purpose");
        assert_eq!(results[1].get("suppressions"), None);
    }

    #[test]
    fn a_severity_is_a_level() {
        let mut document = document();
        document.findings[0].severity = Some(Severity::Suggestion.into());
        let log = log(&document);
        let results = &log["runs"][0]["results"];
        assert_eq!(results[0]["level"], "note");
        assert_eq!(results[1]["level"], "warning");
    }

    #[test]
    fn paths_become_references_that_nobody_takes_for_something_else() {
        let check = |folder: &str, path: &str, expected: &str| {
            assert_eq!(relative_uri(folder, path), expected);
        };
        check("", "a b/ü#1.cs", "a%20b/%C3%BC%231.cs");
        check("src", "c:d?.cs", "src/c%3Ad%3F.cs");
        check("src/Shop", "../Core/50%.csproj", "src/Core/50%25.csproj");
        check(".", "../A.csproj", "../A.csproj");
    }

    #[test]
    fn a_result_is_a_line() {
        let document = document();
        let sarif = document.to_sarif(&texts(&document));
        let results = sarif
            .lines()
            .filter(|line| line.trim_start().starts_with("{\"ruleId\""));
        assert_eq!(results.count(), document.findings.len());
    }
}
