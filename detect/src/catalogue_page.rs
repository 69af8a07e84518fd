//! What the catalogue knows, as blocks of text. Knows nothing of scopes and sources.

use seamwright_common::advisory::{AdvisoryKind, SmellKind};
use seamwright_common::catalogue::{Abstraction, Entry, Members, Receiver, Rewrite, Verdict};
use seamwright_common::closed_set::ClosedSet;
use seamwright_common::contract::{ListedApi, listed_apis};
use seamwright_common::finding::Category;
use seamwright_common::rule::RuleId;

use crate::render::{Block, Side, Span, code, prose, words};

/// All that is known of these entries.
pub(crate) fn explain(entries: &[&Entry]) -> Vec<Block> {
    entries.iter().flat_map(|entry| page(entry)).collect()
}

/// What is said of a list of remarks, if `name` is the name of one.
pub(crate) fn remark(name: &str) -> Option<Vec<Block>> {
    let advisory = AdvisoryKind::from_name(name);
    let optional = advisory.is_some_and(AdvisoryKind::is_off_by_default);
    let (said, what) = match advisory {
        Some(kind) if optional => (kind.words(), "An advisory list, made with `--advisory`."),
        Some(kind) => (kind.words(), "An advisory list."),
        None => {
            let kind = SmellKind::from_name(name)?;
            (
                kind.words(),
                "A test smell, looked for with `--include-tests`.",
            )
        }
    };
    Some(vec![
        Block::Title(code(name)),
        Block::Paragraph(prose(&format!("{what} It doesn't count as findings do."))),
        Block::Paragraph(prose(said.why)),
        Block::Paragraph(prose(&format!("Better: {}.", said.advice))),
        Block::Paragraph(words("Before:")),
        Block::Source(said.before.to_owned()),
        Block::Paragraph(words("After:")),
        Block::Source(said.after.to_owned()),
    ])
}

/// The entries as a program reads them.
pub(crate) fn json(entries: &[&Entry]) -> String {
    let listed = entries.iter().map(|entry| ListedApi {
        id: entry.id,
        pattern: entry.pattern(),
        rule: RuleId::of(entry.category, &entry.pattern()).to_string(),
        category: entry.category.as_str(),
        verdict: match entry.verdict {
            Verdict::Counts => "counts",
            Verdict::PureHelper => "pure-helper",
            Verdict::OffByDefault => "off-by-default",
        },
        receiver: match entry.receiver {
            Receiver::Static => "type",
            Receiver::Construction => "construction",
            Receiver::Made(_) => "made-here",
            Receiver::Through(_) => "ambient",
            Receiver::Any => "any",
        },
        members: match entry.members {
            Members::Named => &[],
            Members::Statics => &["*"],
            Members::These(names) => names,
        },
        abstraction: entry.abstraction.type_name(),
        in_its_place: stands_in(entry).replace('`', ""),
        why: entry.why,
        before: entry.before,
        after: entry.after,
    });
    listed_apis(&listed.collect::<Vec<_>>())
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
    if entry.verdict != Verdict::PureHelper && !entry.before.is_empty() {
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

/// The entries as tables, one a category.
pub(crate) fn list(entries: &[&Entry]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for category in Category::ALL {
        let rows: Vec<_> = entries
            .iter()
            .filter(|entry| entry.category == *category)
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
    use seamwright_common::catalogue::Catalogue;
    use seamwright_common::cli::Paint;

    #[test]
    fn an_api_is_explained_with_before_and_after() {
        let blocks = explain(&Catalogue::standard().asked("DateTime.UtcNow"));
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
            let blocks = explain(&Catalogue::standard().asked(entry.id));
            assert!(markdown(&blocks).contains(entry.id), "{}", entry.id);
        }
    }

    #[test]
    fn the_list_has_every_entry_once() {
        let all: Vec<&Entry> = Catalogue::standard().entries().iter().collect();
        let listed = markdown(&list(&all));
        let entries = Catalogue::standard().entries().len();
        let rows = listed
            .lines()
            .filter(|line| line.starts_with("| `"))
            .count();
        assert_eq!(rows, entries);
        let json = json(&all);
        let lines = json.lines().filter(|line| line.starts_with("    {\"id\""));
        assert_eq!(lines.count(), entries);
        let clock: Vec<&Entry> = Catalogue::standard().of_category(Category::Time).collect();
        let clock = markdown(&list(&clock));
        assert!(clock.contains("DateTime.Now") && !clock.contains("File"));
    }
}
