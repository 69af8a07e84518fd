//! One file's findings: the readings' sites united, each with its place.

use crate::binding::{Binder, FileId, Names};
use crate::catalogue::{Catalogue, INTENTIONAL, Verdict};
use crate::finding::{Finding, FindingId, Incomplete, IncompleteReason, NotCounted};
use crate::source::{SourcePath, SourceText};
use crate::symbol::SymbolId;
use crate::syntax::{Parsed, SyntaxNode, SyntaxTree};
use crate::text::{LineIndex, TextRange};

use super::SurveyOptions;
use super::library::KnownLibrary;
use super::owner::is_own_affair;
use super::place::{intentional, is_type, place_of};
use super::sites::{Site, find};
use super::vocabulary::{Extra, Vocabulary};

/// What one file gives.
pub(super) struct FileReport {
    pub(super) file: FileId,
    pub(super) findings: Vec<Finding>,
    pub(super) not_counted: Vec<NotCounted>,
    pub(super) incomplete: Vec<Incomplete>,
}

/// All that inspecting a file needs.
pub(super) struct Inspector<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) words: &'a Vocabulary,
    /// By project.
    pub(super) extras: &'a [Extra],
    pub(super) names: &'a Names,
    pub(super) library: &'a KnownLibrary<'a>,
    pub(super) options: &'a SurveyOptions,
}

impl Inspector<'_> {
    pub(super) fn inspect(
        &self,
        file: FileId,
        path: &SourcePath,
        source: &SourceText,
    ) -> FileReport {
        let mut report = FileReport {
            file,
            findings: Vec::new(),
            not_counted: Vec::new(),
            incomplete: Vec::new(),
        };
        let lines = source.line_index();
        let parsed = match Parsed::of(&source.text) {
            Ok(parsed) => parsed,
            Err(error) => {
                report.incomplete.push(Incomplete {
                    path: path.clone(),
                    line: None,
                    reason: IncompleteReason::TooComplex,
                    detail: error.to_string(),
                });
                return report;
            }
        };
        let statics = self.statics_in_force(file);
        for (number, reading) in parsed.readings().iter().enumerate() {
            let binder = Binder::new(self.names, self.library, file, reading.tree());
            let found = find(self.catalogue, &binder, reading.tree(), self.words, statics);
            // Each place is told by the reading that understands it best, and so counts once.
            let tells = |range: TextRange| {
                parsed.readings().len() == 1 || parsed.deciding(range).0 == number
            };
            for site in found.sites.iter().filter(|site| tells(site.member_range)) {
                self.add(&mut report, &binder, path, source, &lines, site);
            }
            for one in found
                .open
                .into_iter()
                .filter(|one| tells(TextRange::new(one.offset, one.offset + 1)))
            {
                report.incomplete.push(Incomplete {
                    path: path.clone(),
                    line: Some(lines.line_col(&source.text, one.offset).line),
                    reason: one.reason,
                    detail: one.detail,
                });
            }
        }
        note_errors(&mut report, &parsed, path, &source.text, &lines);
        report
    }

    fn statics_in_force(&self, file: FileId) -> bool {
        let own = self.words.extra_of(self.names.outline(file));
        let global = &self.extras[self.names.project_of(file).0 as usize];
        !own.statics.is_empty() || !global.statics.is_empty()
    }

    fn add<'a>(
        &self,
        report: &mut FileReport,
        binder: &Binder<'a>,
        path: &SourcePath,
        source: &SourceText,
        lines: &LineIndex,
        site: &Site<'a>,
    ) {
        let category = site.entry.category;
        let asked = &self.options.categories;
        if site.entry.verdict == Verdict::OffByDefault && !asked.contains(&category) {
            return;
        }
        if !asked.is_empty() && !asked.contains(&category) {
            return;
        }
        if is_own_affair(site.entry, || binder.type_name(site.node)) {
            return;
        }
        let line_col = lines.line_col(&source.text, site.range.start());
        if let Some(reason) = site.reason {
            report.not_counted.push(NotCounted {
                reason,
                api: site.api.clone(),
                pattern: site.pattern.clone(),
                category,
                path: path.clone(),
                range: site.range,
                line_col,
                project: None,
            });
            return;
        }
        let place = place_of(site.node);
        report.findings.push(Finding {
            id: FindingId::of("", &SymbolId::new(""), "", 0),
            api: site.api.clone(),
            overloads: site.overloads.clone(),
            pattern: site.pattern.clone(),
            category,
            path: path.clone(),
            range: site.range,
            member_range: site.member_range,
            line_col,
            disk_range: source.disk_range(site.range),
            text: source
                .text
                .get(site.range.as_range())
                .unwrap_or_default()
                .to_owned(),
            type_name: binder.type_name(site.node),
            member: place.member,
            context: place.context,
            provenance: site.provenance,
            project: None,
            assumed: site.assumed || binder.has_external_base(site.node),
            replacement: None,
            intentional: intentional(&source.text, lines, site.range.start(), INTENTIONAL),
        });
    }
}

/// Types that no reading understood.
fn note_errors(
    report: &mut FileReport,
    parsed: &Parsed,
    path: &SourcePath,
    text: &str,
    lines: &LineIndex,
) {
    let main = parsed.main();
    if main.broken_bytes() == 0 && parsed.unseen_branches().is_empty() {
        return;
    }
    let errors = first_errors(main.tree())
        .into_iter()
        .filter(|error| parsed.best_for(*error).is_none());
    for place in errors.chain(parsed.unseen_branches().iter().copied()) {
        report.incomplete.push(Incomplete {
            path: path.clone(),
            line: Some(lines.line_col(text, place.start()).line),
            reason: IncompleteReason::SyntaxNotUnderstood,
            detail: String::new(),
        });
    }
}

/// The first place that wasn't understood in each outermost type, and outside of them.
fn first_errors(tree: &SyntaxTree) -> Vec<TextRange> {
    let mut found: Vec<TextRange> = Vec::new();
    let mut last_type = None;
    for node in tree.root().descendants_where(SyntaxNode::has_error) {
        let is_error = node.kind() == crate::syntax::SyntaxKind::Error || node.is_missing();
        if !is_error {
            continue;
        }
        let around = node
            .ancestors()
            .filter(|around| is_type(around.kind()))
            .last()
            .map(SyntaxNode::id);
        if found.is_empty() || around != last_type {
            found.push(node.range());
            last_type = around;
        }
    }
    found
}
