//! A document as a report. Pure: every number is counted from the document's own lists, so that each table adds up to
//! the same total. Knows nothing of terminals or Markdown.

mod lists;
mod remarks;
mod tables;

use std::collections::{BTreeMap, HashMap};

use seamwright_common::catalogue::{Catalogue, Entry};
use seamwright_common::contract::{Document, Finding, NotCounted, Totals};
use seamwright_common::finding::{Category, NotCountedReason};

use crate::render::{Block, Line, Span, words};
use crate::replacement::entry_of;

/// The report on what was looked at as `scope`. The tables of patterns and files show `top` rows each and sum up the
/// rest.
pub(crate) fn report(document: &Document, top: usize, scope: &str) -> Vec<Block> {
    let page = Page::new(document, scope);
    if document.findings.is_empty() {
        let mut blocks = page.nothing_found();
        blocks.extend(page.remarks());
        blocks.extend(page.incomplete());
        return blocks;
    }
    let mut blocks = page.opening();
    blocks.extend(page.half_migrated());
    blocks.extend(page.categories());
    blocks.extend(page.projects());
    blocks.extend(page.by_pattern(top));
    blocks.extend(page.by_file(top));
    blocks.extend(page.order());
    blocks.extend(page.sites());
    blocks.extend(page.not_counted());
    blocks.extend(page.remarks());
    blocks.extend(page.incomplete());
    blocks
}

struct Page<'d> {
    document: &'d Document,
    scope: &'d str,
    totals: Totals,
    /// The catalogue's entry of each finding.
    entries: Vec<Option<&'static Entry>>,
}

impl<'d> Page<'d> {
    fn new(document: &'d Document, scope: &'d str) -> Self {
        let mut known: HashMap<(&str, &str, Category), Option<&'static Entry>> = HashMap::new();
        let entry = |finding: &'d Finding| {
            let (api, pattern) = (finding.api.as_str(), finding.pattern.as_str());
            let category = finding.category.0;
            let look_up = || entry_of(Catalogue::standard(), api, pattern, category);
            *known
                .entry((api, pattern, category))
                .or_insert_with(look_up)
        };
        Self {
            document,
            scope,
            totals: Totals::of(&document.findings),
            entries: document.findings.iter().map(entry).collect(),
        }
    }

    fn shown(&self, path: &str) -> String {
        shown(&self.document.root.0, path)
    }

    fn uses(&self) -> usize {
        self.document.findings.len()
    }

    fn remarks(&self) -> Vec<Block> {
        let mut blocks = self.advisories();
        blocks.extend(self.test_smells());
        blocks
    }

    fn looked_at(&self) -> Line {
        let files = count(
            self.document.scope.files_scanned as usize,
            "C# file",
            "C# files",
        );
        let of = Span::Words(format!("{files} of "));
        vec![of, Span::Code(self.scope.to_owned())]
    }

    fn nothing_found(&self) -> Vec<Block> {
        let known = |site: &NotCounted| {
            let reason = site.reason.0;
            matches!(
                reason,
                NotCountedReason::InBaseline | NotCountedReason::Unchanged
            )
        };
        let known = self.document.not_counted.iter().any(known);
        let new = if known { "new " } else { "" };
        let mut first = words(format!("No {new}use of an ambient API in "));
        first.extend(self.looked_at());
        let mut second = self.left_out();
        let not_counted = self.document.not_counted.len();
        if not_counted > 0 {
            let what = count(not_counted, "reference isn't", "references aren't");
            second.push(format!("{what} counted ({})", self.by_reason()));
        }
        vec![
            Block::Paragraph(first),
            Block::Paragraph(words(format!("{}.", second.join("; ")))),
        ]
    }

    fn by_reason(&self) -> String {
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for site in &self.document.not_counted {
            *reasons.entry(site.reason.0.as_str()).or_default() += 1;
        }
        let reasons = reasons
            .iter()
            .map(|(reason, count)| format!("{count} {reason}"));
        reasons.collect::<Vec<_>>().join(", ")
    }

    /// What was left out, each a clause.
    fn left_out(&self) -> Vec<String> {
        let scope = &self.document.scope;
        let (excluded, not_read) = (&scope.files_excluded, &scope.not_read);
        let excluded = kinds(&[
            ("build output", excluded.build_output),
            ("generated", excluded.generated),
            ("test code", excluded.test),
            ("by pattern", excluded.pattern),
        ]);
        let not_read = kinds(&[
            ("razor", not_read.razor),
            ("cshtml", not_read.cshtml),
            ("xaml", not_read.xaml),
            ("text template", not_read.text_template),
            ("script", not_read.script),
            ("F#", not_read.fsharp),
            ("Visual Basic", not_read.visual_basic),
        ]);
        let mut clauses = vec![match excluded {
            Some(kinds) => format!("C# files left out: {kinds}"),
            None => "No C# file was left out".to_owned(),
        }];
        clauses.extend(not_read.map(|kinds| format!("files of other kinds, not read: {kinds}")));
        clauses
    }

    fn opening(&self) -> Vec<Block> {
        let uses = count(self.uses(), "use", "uses");
        let files = self.totals.by_file.len();
        let mut title = words(format!("{uses} of ambient APIs in {files} of "));
        title.extend(self.looked_at());
        let mut blocks = vec![
            Block::Title(title),
            Block::Paragraph(words(format!("{}.", self.left_out().join("; ")))),
        ];
        let open = self.document.scope.incomplete.len();
        if open > 0 {
            let places = count(open, "place is", "places are");
            let text = format!("{places} not fully known: see “Incomplete” at the end.");
            blocks.push(Block::Paragraph(words(text)));
        }
        blocks
    }

    fn place(&self, finding: &Finding) -> String {
        place(self.document, finding)
    }
}

/// Where a finding of `document` is: `path:line:column`.
pub(crate) fn place(document: &Document, finding: &Finding) -> String {
    let (line, column) = (finding.line, finding.column);
    format!(
        "{}:{line}:{column}",
        shown(&document.root.0, finding.path.as_str())
    )
}

/// A path as seen from where the root's name is seen from.
pub(crate) fn shown(root: &str, path: &str) -> String {
    let absolute = root.starts_with('/');
    let root = root.trim_end_matches('/');
    if root.is_empty() && absolute {
        format!("/{path}")
    } else if root.is_empty() || root == "." {
        path.to_owned()
    } else {
        format!("{root}/{path}")
    }
}

fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

fn kinds(counts: &[(&str, u32)]) -> Option<String> {
    let present = counts.iter().filter(|(_, count)| *count > 0);
    let shown: Vec<String> = present
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}

#[cfg(test)]
mod tests;
