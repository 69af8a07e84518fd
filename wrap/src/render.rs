//! The report as text and Markdown.

use std::fmt::Write as _;

use seamwright_common::cli::Paint;
use seamwright_common::contract::Declined;

use crate::decide::{Advised, Decision};

/// What a report is about.
pub(crate) struct Report<'r> {
    pub(crate) decisions: &'r [Decision],
    pub(crate) advised: &'r Advised,
    pub(crate) declined: &'r [Declined],
    /// Places that register the clock already.
    pub(crate) served: &'r [String],
    pub(crate) notes: &'r [String],
    pub(crate) diff: &'r str,
    pub(crate) written: bool,
    /// Whether only the interface of a class was asked for.
    pub(crate) extracts: bool,
}

impl Report<'_> {
    fn sentence(&self) -> String {
        if self.extracts {
            return "an interface of a class was asked for".to_owned();
        }
        let there = self.decisions.iter().filter(|one| one.available).count();
        let missing = self.decisions.len() - there;
        let count = self.decisions.len();
        if count == 0 && self.advised.sites == 0 {
            return "nothing was found that needs an abstraction".to_owned();
        }
        let todo = if self.diff.is_empty() {
            "; nothing to write"
        } else {
            ""
        };
        format!("{count} abstractions decided: {there} available, {missing} missing{todo}")
    }
}

fn project(decision: &Decision) -> &str {
    decision
        .project
        .as_ref()
        .map_or("(no project)", |path| path.as_str())
}

fn state(decision: &Decision) -> &'static str {
    if decision.available {
        "available"
    } else {
        "missing"
    }
}

/// What authorises it.
fn by(declined: &Declined) -> String {
    declined
        .authorise
        .as_ref()
        .map_or_else(String::new, |by| format!(": {by}"))
}

/// For a terminal.
pub(crate) fn text(report: &Report<'_>, paint: Paint) -> String {
    let mut out = format!("{}\n", report.sentence());
    for decision in report.decisions {
        let _ = writeln!(
            out,
            "\n  {}  {} for {} sites in {}\n    {}",
            paint.bold(&decision.name),
            state(decision),
            decision.sites,
            project(decision),
            decision.why
        );
    }
    if !report.served.is_empty() {
        out.push_str("\nregistered already\n");
        for place in report.served {
            let _ = writeln!(out, "  {place}");
        }
    }
    if !report.declined.is_empty() {
        out.push_str("\ndeclined\n");
        for one in report.declined {
            let (what, needed_by) = (&one.what, one.needed_by.join(", "));
            let _ = writeln!(out, "  {what}  for {needed_by}{}", by(one));
        }
    }
    for note in report.notes {
        let _ = writeln!(out, "\nnote: {note}");
    }
    if !report.diff.is_empty() && !report.written {
        let _ = write!(out, "\n{}", report.diff);
    }
    out
}

/// For a pull request.
pub(crate) fn markdown(report: &Report<'_>) -> String {
    let mut out = format!("# Abstractions\n\n{}.\n", report.sentence());
    if !report.decisions.is_empty() {
        out.push_str(
            "\n| project | abstraction | state | sites | why |\n| --- | --- | --- | --: | --- |\n",
        );
        for decision in report.decisions {
            let _ = writeln!(
                out,
                "| `{}` | `{}` | {} | {} | {} |",
                project(decision),
                decision.name,
                state(decision),
                decision.sites,
                decision.why
            );
        }
    }
    if !report.served.is_empty() {
        out.push_str("\n## Registered already\n\n");
        for place in report.served {
            let _ = writeln!(out, "- `{place}`");
        }
    }
    if !report.declined.is_empty() {
        out.push_str("\n## Declined\n\n");
        for one in report.declined {
            let (what, needed_by) = (&one.what, one.needed_by.join(", "));
            let _ = writeln!(out, "- `{what}` for {needed_by}{}", by(one));
        }
    }
    for note in report.notes {
        let _ = writeln!(out, "\n{note}");
    }
    if !report.diff.is_empty() && !report.written {
        let _ = write!(out, "\n## Changes\n\n```diff\n{}```\n", report.diff);
    }
    out
}
