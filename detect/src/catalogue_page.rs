//! What the catalogue knows, as blocks of text. Knows nothing of scopes and sources.

use seamwright_common::catalogue::{
    Abstraction, Catalogue, Entry, Members, Receiver, Rewrite, Verdict,
};
use seamwright_common::finding::Category;
use seamwright_common::rule::RuleId;

use crate::render::{Block, Side, Span, code, prose, words};

/// All that is known of what an id or pattern means; `None` when it means nothing.
pub(crate) fn explain(catalogue: &Catalogue, asked: &str) -> Option<Vec<Block>> {
    let entries = catalogue.explain(asked);
    (!entries.is_empty()).then(|| entries.into_iter().flat_map(page).collect())
}

/// All that is known of an entry.
pub(crate) fn page(entry: &Entry) -> Vec<Block> {
    let category = entry.category.as_str();
    let mut blocks = vec![
        Block::Title(code(entry.pattern())),
        Block::Paragraph(vec![
            Span::Code(entry.id.to_owned()),
            Span::Words(format!(", category {category}, {}, rule ", verdict(entry))),
            Span::Code(RuleId::of(entry.category, &entry.pattern()).to_string()),
        ]),
    ];
    let members = members(entry);
    if !members.is_empty() {
        blocks.push(Block::Paragraph(words(format!("It means: {members}."))));
    }
    if let Members::These(names) = entry.members {
        blocks.push(Block::Paragraph(words(format!("{}.", names.join(", ")))));
    }
    blocks.extend([
        Block::Paragraph(prose(entry.why)),
        Block::Paragraph(prose(&format!("In its place: {}.", stands_in(entry)))),
    ]);
    if let Rewrite::None(instead) = entry.rewrite
        && entry.verdict != Verdict::PureHelper
    {
        blocks.push(Block::Paragraph(prose(&format!(
            "Not one for one: {instead}."
        ))));
    }
    if entry.verdict != Verdict::PureHelper {
        blocks.push(Block::Paragraph(words("Before:")));
        blocks.push(Block::Source(entry.before.to_owned()));
        blocks.push(Block::Paragraph(words("After:")));
        blocks.push(Block::Source(entry.after.to_owned()));
    }
    blocks
}

fn verdict(entry: &Entry) -> &'static str {
    match entry.verdict {
        Verdict::Counts => "counts",
        Verdict::PureHelper => "never counts",
        Verdict::OffByDefault => "counts when its category is asked for",
    }
}

/// Which members an entry of a whole type speaks of, and on which receiver a member counts.
fn members(entry: &Entry) -> String {
    let members = match entry.members {
        Members::Named => String::new(),
        Members::Statics => "every static member".to_owned(),
        Members::These(names) => format!("{} members", names.len()),
    };
    let receiver = match entry.receiver {
        Receiver::Static | Receiver::Construction => "",
        Receiver::Made(_) => "on one that is made here",
        Receiver::Through(_) => "on an ambient one",
        Receiver::Any => "on any",
    };
    [members.as_str(), receiver].join(" ").trim().to_owned()
}

fn stands_in(entry: &Entry) -> String {
    match entry.abstraction {
        Abstraction::BuiltIn {
            type_name,
            since,
            package,
            otherwise,
        } => {
            let built_in = format!("`{type_name}`, built in from {since} on");
            let package = package.map(|package| {
                format!(", of package `{package}` from netstandard2.0 and net462 on")
            });
            let otherwise = otherwise.map(|interface| format!(", else a generated `{interface}`"));
            let parts = [Some(built_in), package, otherwise];
            parts.into_iter().flatten().collect()
        }
        Abstraction::Package { type_name, package } => {
            format!("`{type_name}` of package `{package}`")
        }
        Abstraction::Generated {
            interface,
            implementation,
        } => {
            format!("`{interface}`, generated with its implementation `{implementation}`")
        }
        Abstraction::Advice(advice) => advice.to_owned(),
        Abstraction::Nothing => "nothing is needed".to_owned(),
    }
}

/// The entries of these categories, of all when there are none.
pub(crate) fn list(catalogue: &Catalogue, categories: &[Category]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for category in Category::ALL {
        let asked = categories.is_empty() || categories.contains(category);
        let entries = catalogue.entries().iter();
        let rows: Vec<_> = entries
            .filter(|entry| asked && entry.category == *category)
            .map(|entry| {
                vec![
                    code(entry.pattern()),
                    code(entry.id),
                    words(members(entry)),
                    words(verdict(entry)),
                    prose(&stands_in(entry)),
                ]
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        blocks.push(Block::Heading(category.as_str().to_owned()));
        let columns = vec![
            ("API", Side::Left),
            ("id", Side::Left),
            ("members", Side::Left),
            ("verdict", Side::Left),
            ("in its place", Side::Left),
        ];
        blocks.push(Block::Table(columns, rows));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{markdown, text};
    use expect_test::expect;
    use seamwright_common::cli::Paint;

    #[test]
    fn an_api_is_explained_with_before_and_after() {
        let blocks = explain(Catalogue::standard(), "DateTime.UtcNow").unwrap();
        expect![[r#"
            DateTime.UtcNow
            P:System.DateTime.UtcNow, category time, counts, rule seamwright.time.DateTime.UtcNow
            The result depends on when the code runs, so a test can neither choose nor repeat it.
            In its place: System.TimeProvider, built in from net8.0 on, of package Microsoft.Bcl.TimeProvider from netstandard2.0 and net462 on, else a generated ISystemClock.
            Before:
                DateTime.UtcNow
            After:
                _timeProvider.GetUtcNow().UtcDateTime
        "#]].assert_eq(&text(&blocks, Paint::Plain));
    }

    #[test]
    fn every_entry_can_be_explained_by_its_id() {
        for entry in Catalogue::standard().entries() {
            let blocks = explain(Catalogue::standard(), entry.id).unwrap();
            assert!(markdown(&blocks).contains(entry.id), "{}", entry.id);
        }
    }

    #[test]
    fn what_is_not_catalogued_is_not_explained() {
        assert_eq!(explain(Catalogue::standard(), "DateTime.MinValue"), None);
    }

    #[test]
    fn the_list_has_every_entry_once() {
        let listed = markdown(&list(Catalogue::standard(), &[]));
        let entries = Catalogue::standard().entries().len();
        let rows = listed
            .lines()
            .filter(|line| line.starts_with("| `"))
            .count();
        assert_eq!(rows, entries);
        let clock = markdown(&list(Catalogue::standard(), &[Category::Time]));
        assert!(clock.contains("DateTime.Now") && !clock.contains("File"));
    }
}
