//! The report of a migration as text and Markdown: counts that add up, classes, what remains and why, the diff.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use seamwright_common::cli::Paint;
use seamwright_common::contract::Declined;
use seamwright_common::finding::Finding;
use seamwright_common::note::{Note, NoteKind};
use seamwright_common::refusal::Reason;
use seamwright_common::seam::replace::ClassReport;

use crate::verified::Verified;
use seamwright_common::passes::Migrated;

/// What a report is about.
pub(crate) struct Report<'r> {
    pub(crate) findings: &'r [Finding],
    pub(crate) done: &'r Migrated,
    pub(crate) out_of_scope: usize,
    /// What would be needed and isn't there: nothing was done.
    pub(crate) declined: &'r [Declined],
    pub(crate) diff: &'r str,
    pub(crate) written: bool,
    pub(crate) verified: &'r Verified,
}

impl Report<'_> {
    fn sentence(&self) -> String {
        let (replaced, remaining) = (self.done.replaced.len(), self.done.remaining.len());
        let found = replaced + remaining;
        let verb = if self.written {
            "replaced"
        } else {
            "to be replaced"
        };
        format!(
            "{found} found = {replaced} {verb} + {remaining} remaining; {} not asked for",
            self.out_of_scope
        )
    }

    fn remaining(&self) -> BTreeMap<Reason, Vec<(&Finding, &str)>> {
        let mut by_reason: BTreeMap<Reason, Vec<(&Finding, &str)>> = BTreeMap::new();
        for (index, (reason, detail)) in &self.done.remaining {
            by_reason
                .entry(*reason)
                .or_default()
                .push((&self.findings[*index], detail));
        }
        by_reason
    }
}

fn declined(one: &Declined) -> String {
    let by = one.authorise.as_ref();
    let by = by.map_or_else(String::new, |by| format!(": `{by}` adds it"));
    format!("{}  for {}{by}", one.what, one.needed_by.join(", "))
}

fn place(finding: &Finding) -> String {
    format!(
        "{}:{}:{}",
        finding.path, finding.line_col.line, finding.line_col.column
    )
}

/// What a class won only for tests.
fn real_alone(class: &ClassReport) -> String {
    match class.always_real {
        Some(1) => "; the one place that makes it gives the real thing".to_owned(),
        Some(count) => format!("; all {count} places that make it give the real thing"),
        None => String::new(),
    }
}

fn by_kind(notes: &BTreeSet<Note>) -> BTreeMap<NoteKind, Vec<&Note>> {
    let mut by_kind: BTreeMap<NoteKind, Vec<&Note>> = BTreeMap::new();
    for note in notes {
        by_kind.entry(note.kind).or_default().push(note);
    }
    by_kind
}

/// For a terminal.
pub(crate) fn text(report: &Report<'_>, paint: Paint) -> String {
    let mut out = format!("{}\n", report.sentence());
    if !report.declined.is_empty() {
        out.push_str("\ndeclined, nothing was changed\n");
        for one in report.declined {
            let _ = writeln!(out, "  {}", declined(one));
        }
    }
    if !report.done.classes.is_empty() {
        out.push_str("\nreplaced\n");
        for class in &report.done.classes {
            let _ = writeln!(
                out,
                "  {:>3}  {}  (`{}` by {}, {}){}",
                class.sites,
                class.name,
                class.dependency,
                class.way,
                class.path,
                real_alone(class)
            );
        }
    }
    if !report.done.remaining.is_empty() {
        out.push_str("\nremaining\n");
        for (reason, sites) in report.remaining() {
            let _ = writeln!(out, "  {:>3}  {reason}", sites.len());
            for (finding, detail) in sites {
                let detail = if detail.is_empty() {
                    String::new()
                } else {
                    format!("  {detail}")
                };
                let _ = writeln!(
                    out,
                    "       {}  {}{detail}",
                    place(finding),
                    finding.pattern
                );
            }
        }
    }
    if !report.done.notes.is_empty() {
        out.push_str("\nnotes\n");
        for (kind, notes) in by_kind(&report.done.notes) {
            let _ = writeln!(out, "  {:>3}  {}", notes.len(), kind.heading());
            for note in notes {
                let _ = writeln!(out, "       {}:{}  {}", note.path, note.line, note.text);
            }
        }
    }
    if !report.verified.observed.is_empty() {
        out.push_str("\nverified\n");
        for one in &report.verified.observed {
            let _ = writeln!(out, "  {}  {}", verdict(one.passed), one.step);
            for line in &one.said {
                let _ = writeln!(out, "        {line}");
            }
        }
        if report.verified.taken_back {
            out.push_str("  every file was put back as it was\n");
        }
    }
    if !report.diff.is_empty() && !report.written {
        out.push('\n');
        for line in report.diff.split_inclusive('\n') {
            out.push_str(&painted(line, paint));
        }
    }
    out
}

fn verdict(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}

fn painted(line: &str, paint: Paint) -> String {
    let Some(content) = line.strip_suffix('\n') else {
        return line.to_owned();
    };
    match content.as_bytes().first() {
        Some(b'+') => format!("{}\n", paint.green(content)),
        Some(b'-') => format!("{}\n", paint.red(content)),
        Some(b'@') => format!("{}\n", paint.cyan(content)),
        _ => line.to_owned(),
    }
}

/// For a pull request.
pub(crate) fn markdown(report: &Report<'_>) -> String {
    let mut out = format!("# Migration\n\n{}.\n", report.sentence());
    if !report.declined.is_empty() {
        out.push_str("\n## Declined, nothing was changed\n\n");
        for one in report.declined {
            let _ = writeln!(out, "- {}", declined(one));
        }
    }
    if !report.done.classes.is_empty() {
        out.push_str(
            "\n## Replaced\n\n| class | file | sites | gets | way in |\n| --- | --- | --: | --- | --- |\n",
        );
        for class in &report.done.classes {
            let _ = writeln!(
                out,
                "| `{}` | `{}` | {} | `{}` | {}{} |",
                class.name,
                class.path,
                class.sites,
                class.dependency,
                class.way,
                real_alone(class)
            );
        }
    }
    if !report.done.remaining.is_empty() {
        out.push_str(
            "\n## Remaining\n\n| reason | place | API | detail |\n| --- | --- | --- | --- |\n",
        );
        for (reason, sites) in report.remaining() {
            for (finding, detail) in sites {
                let detail = detail.replace('|', "\\|");
                let _ = writeln!(
                    out,
                    "| `{reason}` | `{}` | `{}` | {detail} |",
                    place(finding),
                    finding.pattern
                );
            }
        }
    }
    if !report.done.notes.is_empty() {
        out.push_str("\n## Notes\n\n| about | place | what |\n| --- | --- | --- |\n");
        for note in &report.done.notes {
            let text = note.text.replace('|', "\\|");
            let _ = writeln!(
                out,
                "| {} | `{}:{}` | {text} |",
                note.kind.heading(),
                note.path,
                note.line
            );
        }
    }
    if !report.verified.observed.is_empty() {
        out.push_str("\n## Verification\n\n| command | result | observed |\n| --- | --- | --- |\n");
        for one in &report.verified.observed {
            let said = one.said.join("<br>").replace('|', "\\|");
            let command = one.step.to_string().replace('|', "\\|");
            let _ = writeln!(out, "| `{command}` | {} | {said} |", verdict(one.passed));
        }
        if report.verified.taken_back {
            out.push_str("\nEvery file was put back as it was.\n");
        }
    }
    if !report.diff.is_empty() && !report.written {
        let _ = write!(out, "\n## Changes\n\n```diff\n{}```\n", report.diff);
    }
    out
}
