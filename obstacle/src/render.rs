//! The report as text and Markdown: the behaviour, what blocks its test and by which way, the seams.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use seamwright_common::contract::Declined;
use seamwright_common::finding::Finding;
use seamwright_common::note::Note;
use seamwright_common::source::SourcePath;

use crate::choose::Choice;
use crate::paths::Paths;

/// What a report is about.
pub(crate) struct Report<'r, 's> {
    /// The behaviour with the types of its parameters.
    pub(crate) target: &'r str,
    /// `path:line`.
    pub(crate) place: &'r str,
    pub(crate) paths: &'r Paths<'s>,
    pub(crate) choices: &'r [Choice<'s>],
    /// What can't be cut or written.
    pub(crate) refused: &'r [Declined],
    pub(crate) notes: &'r BTreeSet<Note>,
    pub(crate) diff: &'r str,
    /// The files that were written.
    pub(crate) written: Option<&'r Vec<SourcePath>>,
    /// The tests that are there already.
    pub(crate) tests_there: Option<&'r SourcePath>,
}

fn place(finding: &Finding) -> String {
    format!("{}:{}", finding.path, finding.line_col.line)
}

impl Report<'_, '_> {
    /// One line when there is nothing to cut.
    fn nothing(&self) -> Option<String> {
        if !self.paths.obstacles.is_empty() {
            return None;
        }
        let seams = &self.paths.seams;
        let mut patterns: Vec<&str> = seams.iter().map(|one| &*one.pattern).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let through = if patterns.is_empty() {
            String::new()
        } else {
            format!("; `{}` comes through a seam", patterns.join("`, `"))
        };
        Some(format!(
            "nothing blocks this test: `{}` ({}) reaches nothing ambient by itself, {} {} looked at{through}",
            self.target,
            self.place,
            self.paths.seen.len(),
            if self.paths.seen.len() == 1 {
                "member"
            } else {
                "members"
            },
        ))
    }

    fn headline(&self) -> String {
        let count = self.paths.obstacles.len();
        let noun = if count == 1 {
            "operation"
        } else {
            "operations"
        };
        format!(
            "`{}` ({}) depends on {count} ambient {noun}",
            self.target, self.place
        )
    }
}

/// For a terminal.
pub(crate) fn text(report: &Report<'_, '_>) -> String {
    let mut out = String::new();
    match report.nothing() {
        Some(line) => {
            let _ = writeln!(out, "{line}");
        }
        None => {
            let _ = writeln!(out, "{}\n\nblocks the test", report.headline());
        }
    }
    for one in &report.paths.obstacles {
        let (way, pattern) = (one.through.join(" → "), &one.finding.pattern);
        let _ = writeln!(
            out,
            "  {:<12} {}\n               {way} → {pattern}",
            one.finding.category.as_str(),
            place(one.finding)
        );
    }
    if !report.choices.is_empty() {
        out.push_str("\nsmallest seam\n");
    }
    for one in report.choices {
        let _ = writeln!(
            out,
            "  {} on `{}` holding {}: {}",
            one.seam.described(),
            one.on,
            quoted(&one.holds),
            one.why
        );
        for (seam, why) in &one.rejected {
            let _ = writeln!(out, "    not {}: {why}", seam.described());
        }
    }
    if !report.refused.is_empty() {
        out.push_str("\nnot cut\n");
    }
    for one in report.refused {
        for needed in &one.needed_by {
            let _ = writeln!(out, "  {}: {needed}", one.what);
        }
    }
    if let Some(path) = report.tests_there {
        let _ = writeln!(out, "\nthe tests are there: {path}");
    }
    if !report.notes.is_empty() {
        out.push_str("\nleft to know\n");
    }
    for note in report.notes {
        let (heading, text) = (note.kind.heading(), &note.text);
        let _ = writeln!(out, "  {}:{}  {text}: {heading}", note.path, note.line);
    }
    if let Some(files) = report.written {
        out.push_str("\nwritten\n");
        for path in files {
            let _ = writeln!(out, "  {path}");
        }
    } else if !report.diff.is_empty() {
        let _ = write!(out, "\n{}", report.diff);
    }
    if !report.paths.unclear.is_empty() {
        out.push_str("\nnot understood, more may hide here\n");
        for one in &report.paths.unclear {
            let _ = writeln!(out, "  {one}");
        }
    }
    out
}

/// A type is code, a description isn't.
fn quoted(holds: &str) -> String {
    if holds.contains(' ') {
        holds.to_owned()
    } else {
        format!("`{holds}`")
    }
}

/// For a pull request.
pub(crate) fn markdown(report: &Report<'_, '_>) -> String {
    let mut out = "# Testability\n\n".to_owned();
    match report.nothing() {
        Some(line) => {
            let _ = writeln!(out, "{line}.");
        }
        None => {
            let _ = writeln!(
                out,
                "{}.\n\n| category | place | way |\n| --- | --- | --- |",
                report.headline()
            );
        }
    }
    for one in &report.paths.obstacles {
        let _ = writeln!(
            out,
            "| {} | `{}` | `{} → {}` |",
            one.finding.category,
            place(one.finding),
            one.through.join(" → "),
            one.finding.pattern
        );
    }
    if !report.choices.is_empty() {
        out.push_str("\n## Smallest seam\n\n| seam | on | holds | why | rejected |\n| --- | --- | --- | --- | --- |\n");
    }
    for one in report.choices {
        let rejected = one.rejected.iter();
        let rejected: Vec<String> = rejected
            .map(|(seam, why)| format!("{}: {why}", seam.described()))
            .collect();
        let _ = writeln!(
            out,
            "| {} | `{}` | {} | {} | {} |",
            one.seam.described(),
            one.on,
            quoted(&one.holds),
            one.why,
            rejected.join("<br>")
        );
    }
    if !report.refused.is_empty() {
        out.push_str("\n## Not cut\n\n");
    }
    for one in report.refused {
        for needed in &one.needed_by {
            let _ = writeln!(out, "- `{}`: {needed}", one.what);
        }
    }
    if let Some(path) = report.tests_there {
        let _ = writeln!(out, "\nThe tests are there: `{path}`.");
    }
    if !report.notes.is_empty() {
        out.push_str("\n## Left to know\n\n");
    }
    for note in report.notes {
        let (heading, text) = (note.kind.heading(), &note.text);
        let _ = writeln!(out, "- `{}:{}` {text}: {heading}", note.path, note.line);
    }
    if let Some(files) = report.written {
        out.push_str("\n## Written\n\n");
        for path in files {
            let _ = writeln!(out, "- `{path}`");
        }
    } else if !report.diff.is_empty() {
        let _ = write!(out, "\n```diff\n{}```\n", report.diff);
    }
    if !report.paths.unclear.is_empty() {
        out.push_str("\n## Not understood\n\n");
        for one in &report.paths.unclear {
            let _ = writeln!(out, "- `{one}`");
        }
    }
    out
}
