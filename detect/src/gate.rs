//! The gates that a run can be asked for, and which of them fail. Pure; knows nothing of where the findings come from.

use std::path::PathBuf;

use clap::Args;
use seamwright_common::cli::Error;
use seamwright_common::contract::{Document, Finding};
use seamwright_common::finding::Category;
use seamwright_common::rule::{RuleId, Severity};

/// How many findings a failed gate names.
const NAMED: usize = 20;

/// What makes a run end with 1.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Gates")]
pub struct Gates {
    /// Exit with 1 if anything is found that no comment marks as deliberate; as with the other gates
    #[arg(long)]
    pub check: bool,

    /// Exit with 1 if anything of this category is found, or of this severity or a graver one (error, warning,
    /// suggestion; a use without one is a warning), or, for a number, if more than N is found; may be given several
    /// times, and one that fails is enough
    #[arg(long, value_name = "CATEGORY|SEVERITY|N", value_parser = limit)]
    pub fail_on: Vec<Limit>,

    /// Don't count the findings that FILE lists, and exit with 1 if there are others
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write what is found to the file of --baseline; what is gone of the part that was looked at leaves it
    #[arg(long, requires = "baseline", conflicts_with_all = ["check", "fail_on"])]
    pub update_baseline: bool,
}

/// What `--fail-on` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nothing of this category may be found.
    Category(Category),
    /// Nothing of this severity or a graver one may be found.
    Severity(Severity),
    /// No more than this may be found.
    Count(usize),
}

fn limit(text: &str) -> Result<Limit, String> {
    if let Ok(number) = text.parse() {
        return Ok(Limit::Count(number));
    }
    let category = Category::ALL.iter().find(|one| one.as_str() == text);
    let severity = Severity::ALL.iter().find(|one| one.as_str() == text);
    let category = category.copied().map(Limit::Category);
    let named = category.or_else(|| severity.copied().map(Limit::Severity));
    named.ok_or_else(|| {
        let names = Category::ALL.iter().map(|one| one.as_str());
        let names = names.chain(Severity::ALL.iter().map(|one| one.as_str()));
        let names: Vec<&str> = names.collect();
        format!("expected a number or one of {}", names.join(", "))
    })
}

impl Gates {
    /// Refuses a gate that could never fail: on a category that isn't looked for.
    pub(crate) fn check(&self, asked: &[Category]) -> Result<(), Error> {
        for limit in &self.fail_on {
            let Limit::Category(category) = limit else {
                continue;
            };
            let looked_for = if asked.is_empty() {
                !category.is_off_by_default()
            } else {
                asked.contains(category)
            };
            if !looked_for {
                let message = format!(
                    "`--fail-on {category}` could never fail: `{category}` isn't looked for"
                );
                let hint = format!(
                    "`--category {category}` looks for it, and for nothing else that isn't named"
                );
                return Err(Error::usage(message).with_hint(hint));
            }
        }
        Ok(())
    }

    /// What a gate that passes doesn't say.
    pub(crate) fn unknown(&self, document: &Document) -> Option<String> {
        let any = self.check || !self.fail_on.is_empty();
        let any = any || (self.baseline.is_some() && !self.update_baseline);
        let open = document.scope.incomplete.len();
        let places = if open == 1 {
            "place isn't"
        } else {
            "places aren't"
        };
        (any && open > 0)
            .then(|| format!("{open} {places} fully known, and the gates say nothing of them: see `scope.incomplete`"))
    }

    /// A sentence for each gate that fails, with the findings that it is about. `shown` gives a finding's place.
    pub(crate) fn failures(
        &self,
        document: &Document,
        shown: impl Fn(&Finding) -> String,
    ) -> Vec<String> {
        // As in code scanning, where they are suppressed.
        let found: Vec<&Finding> = document
            .findings
            .iter()
            .filter(|one| !is_deliberate(one))
            .collect();
        let mut failures = Vec::new();
        if self.check && !found.is_empty() {
            failures.push(format!("`--check`: {}", uses(found.len())));
        }
        for limit in &self.fail_on {
            let (name, count) = match limit {
                Limit::Category(category) => {
                    let of = found.iter().filter(|one| one.category.0 == *category);
                    (category.to_string(), of.count())
                }
                Limit::Severity(least) => {
                    // The gravest comes first.
                    let of = found.iter().filter(|one| weight(one) <= *least);
                    (least.to_string(), of.count())
                }
                Limit::Count(most) if found.len() > *most => (most.to_string(), found.len()),
                Limit::Count(_) => continue,
            };
            if count > 0 {
                failures.push(format!("`--fail-on {name}`: {}", uses(count)));
            }
        }
        if let Some(baseline) = &self.baseline
            && !self.update_baseline
            && !found.is_empty()
        {
            let not = format!("not in `{}`", baseline.display());
            failures.push(format!(
                "`--baseline`: {} {not}:{}",
                uses(found.len()),
                list(&found, shown)
            ));
        }
        failures
    }
}

/// Whether a comment marks it.
pub(crate) fn is_deliberate(finding: &Finding) -> bool {
    finding.intentional.is_some()
}

/// What a finding weighs, said or not.
fn weight(finding: &Finding) -> Severity {
    finding.severity.map_or(Severity::Warning, |said| said.0)
}

fn uses(count: usize) -> String {
    let noun = if count == 1 { "use" } else { "uses" };
    format!("{count} {noun} found")
}

fn list(findings: &[&Finding], shown: impl Fn(&Finding) -> String) -> String {
    let lines = findings.iter().take(NAMED);
    let lines = lines.map(|one| {
        format!(
            "\n  {} {}",
            shown(one),
            RuleId::of(one.category.0, &one.pattern)
        )
    });
    let rest = findings.len().saturating_sub(NAMED);
    let rest = (rest > 0).then(|| format!("\n  and {rest} more"));
    lines.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{clock, disk, document};

    fn failures(gates: &Gates) -> Vec<String> {
        let found = (1..=30).map(|line| clock("A.cs", line));
        let document = document(found.chain([disk("B.cs", 1)]).collect());
        let shown = |one: &Finding| format!("{}:{}", one.path.as_str(), one.line);
        gates.failures(&document, shown)
    }

    #[test]
    fn no_gate_fails_unasked() {
        assert_eq!(failures(&Gates::default()), [""; 0]);
    }

    #[test]
    fn each_gate_that_fails_is_named() {
        let fail_on = vec![
            Limit::Category(Category::Filesystem),
            Limit::Category(Category::Network),
            Limit::Count(30),
            Limit::Count(31),
        ];
        let gates = Gates {
            check: true,
            fail_on,
            ..Gates::default()
        };
        let expected = [
            "`--check`: 31 uses found",
            "`--fail-on filesystem`: 1 use found",
            "`--fail-on 30`: 31 uses found",
        ];
        assert_eq!(failures(&gates), expected);
    }

    #[test]
    fn a_severity_means_the_graver_ones_too() {
        let mut document = document(vec![clock("A.cs", 1), clock("A.cs", 2), disk("A.cs", 3)]);
        document.findings[0].severity = Some(Severity::Error.into());
        document.findings[1].severity = Some(Severity::Suggestion.into());
        let count = |severity| {
            let gates = Gates {
                fail_on: vec![Limit::Severity(severity)],
                ..Gates::default()
            };
            let failures = gates.failures(&document, |_| String::new());
            failures
                .first()
                .map(|one| one[one.len() - 12..].trim_start().to_owned())
        };
        assert_eq!(count(Severity::Error).as_deref(), Some("1 use found"));
        assert_eq!(count(Severity::Warning).as_deref(), Some("2 uses found"));
        assert_eq!(count(Severity::Suggestion).as_deref(), Some("3 uses found"));
    }

    #[test]
    fn what_is_new_is_named_and_a_flood_is_cut() {
        let baseline = Some(PathBuf::from("known.txt"));
        let found = failures(&Gates {
            baseline,
            ..Gates::default()
        });
        let lines: Vec<&str> = found[0].lines().collect();
        assert_eq!(lines[0], "`--baseline`: 31 uses found not in `known.txt`:");
        assert_eq!(lines[1], "  A.cs:1 seamwright.time.DateTime.Now");
        assert_eq!(lines.len(), 1 + NAMED + 1);
        assert_eq!(lines[21], "  and 11 more");
    }

    #[test]
    fn limits_are_categories_and_numbers() {
        assert_eq!(limit("time"), Ok(Limit::Category(Category::Time)));
        assert_eq!(limit("error"), Ok(Limit::Severity(Severity::Error)));
        assert_eq!(limit("0"), Ok(Limit::Count(0)));
        for text in ["", "-1", "Time", "1.5", "99999999999999999999999"] {
            assert!(limit(text).unwrap_err().contains("one of time, "), "{text}");
        }
    }
}
