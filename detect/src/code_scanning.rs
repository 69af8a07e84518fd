//! What code scanning is told about a document: its rules out of the catalogue, and a sentence for each finding. Knows
//! nothing of the format itself.

use std::collections::BTreeMap;

use seamwright_common::catalogue::{Catalogue, Entry, Verdict};
use seamwright_common::cli::Paint;
use seamwright_common::contract::{Document, Finding, Replacement, SarifRule, SarifTexts};
use seamwright_common::finding::{AbstractionKind, Category};
use seamwright_common::rule::RuleId;

use crate::catalogue_page;
use crate::render::{markdown, text};
use crate::replacement::entry_of;

/// How many results code scanning shows of one file that is uploaded.
pub(crate) const SHOWN: usize = 5_000;

/// The rules and sentences of `document`, whose root lies at `folder` in the repository.
pub(crate) fn texts(document: &Document, catalogue: &Catalogue, folder: String) -> SarifTexts {
    let mut rules: BTreeMap<RuleId, SarifRule> = BTreeMap::new();
    let mut messages = Vec::with_capacity(document.findings.len());
    for finding in &document.findings {
        let category = finding.category.0;
        let entry = entry_of(catalogue, finding.api.as_str(), &finding.pattern, category);
        let id = RuleId::of(category, &finding.pattern);
        rules
            .entry(id.clone())
            .or_insert_with(|| rule(id, catalogue, entry, &finding.pattern, category));
        messages.push(message(finding, entry));
    }
    SarifTexts {
        tool: "detect-static-dependencies",
        version: env!("CARGO_PKG_VERSION"),
        folder,
        rules: rules.into_values().collect(),
        messages,
    }
}

fn rule(
    id: RuleId,
    catalogue: &Catalogue,
    entry: Option<&Entry>,
    pattern: &str,
    category: Category,
) -> SarifRule {
    // One name can stand for several types: there are two timers.
    let named = catalogue.explain(pattern).into_iter();
    let mut entries: Vec<&Entry> = named
        .filter(|one| one.category == category && one.verdict != Verdict::PureHelper)
        .collect();
    if entries.is_empty() {
        entries.extend(entry);
    }
    let pages: Vec<_> = entries
        .iter()
        .flat_map(|one| catalogue_page::page(one))
        .collect();
    let short = format!("{pattern}: an ambient API ({category})");
    let help = text(&pages, Paint::Plain);
    let help_markdown = markdown(&pages);
    let otherwise = |help: String| if help.is_empty() { short.clone() } else { help };
    SarifRule {
        full: entries
            .first()
            .map_or_else(|| short.clone(), |one| plain(one.why)),
        help: otherwise(help),
        help_markdown: otherwise(help_markdown),
        tags: vec!["testability".to_owned(), category.to_string()],
        short,
        id,
    }
}

/// What the reader of an annotation needs: what it is, why it matters, what to use.
fn message(finding: &Finding, entry: Option<&Entry>) -> String {
    let why = entry.map(|entry| format!(" {}", plain(entry.why)));
    let instead = finding.replacement.as_ref().map(in_its_place);
    let parts = [Some(format!("{}:", finding.pattern)), why, instead];
    let message: String = parts.into_iter().flatten().collect();
    message.trim_end_matches(':').to_owned()
}

fn in_its_place(replacement: &Replacement) -> String {
    let Replacement {
        abstraction,
        kind,
        available,
        ..
    } = replacement;
    let how = match (kind.0, available) {
        (_, true) => "",
        (AbstractionKind::Package, false) => " (of a package to be added)",
        (AbstractionKind::Generated, false) => " (to be generated)",
        (AbstractionKind::BuiltIn | AbstractionKind::Project, false) => " (not available yet)",
    };
    format!(" In its place: {abstraction}{how}.")
}

/// A sentence of the catalogue without the marks of code.
fn plain(sentence: &str) -> String {
    sentence.replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{clock, disk, document, finding};

    fn texts_of(findings: Vec<seamwright_common::finding::Finding>) -> SarifTexts {
        texts(&document(findings), Catalogue::standard(), String::new())
    }

    #[test]
    fn a_finding_says_what_it_is_why_it_matters_and_what_to_use() {
        let texts = texts_of(vec![clock("A.cs", 1), disk("A.cs", 2)]);
        assert_eq!(
            texts.messages[0],
            "DateTime.Now: The result depends on when the code runs, so a test can neither choose nor repeat it. \
             In its place: System.TimeProvider."
        );
        assert!(
            texts.messages[1].ends_with("IFileSystem (of a package to be added)."),
            "{}",
            texts.messages[1]
        );
    }

    #[test]
    fn there_is_one_rule_for_what_has_one_name() {
        let texts = texts_of(vec![clock("A.cs", 1), clock("B.cs", 2), disk("A.cs", 2)]);
        let ids: Vec<&str> = texts.rules.iter().map(|rule| rule.id.as_str()).collect();
        let expected = [
            "seamwright.filesystem.File.Exists",
            "seamwright.time.DateTime.Now",
        ];
        assert_eq!(ids, expected);
        let timer = finding(
            "M:System.Timers.Timer.#ctor",
            "new Timer",
            Category::Time,
            ("A.cs", 1),
        );
        let rule = &texts_of(vec![timer]).rules[0];
        for name in ["System.Threading.Timer", "System.Timers.Timer"] {
            assert!(rule.help_markdown.contains(name), "{}", rule.help_markdown);
        }
    }

    #[test]
    fn every_rule_has_all_its_texts() {
        let strange = finding(
            "M:Shop.Clock.Read",
            "Clock.Read",
            Category::Time,
            ("A.cs", 1),
        );
        for entry in Catalogue::standard().entries() {
            let finding = finding(entry.id, &entry.pattern(), entry.category, ("A.cs", 1));
            for rule in texts_of(vec![finding, strange.clone()]).rules {
                for text in [&rule.short, &rule.full, &rule.help, &rule.help_markdown] {
                    assert!(!text.trim().is_empty() && !text.ends_with(": "), "{rule:?}");
                }
            }
        }
    }
}
