//! The reports of the sample solution, read back by a decoder that knows only what a table looks like.

use super::{SAMPLE, on_sample};

/// A table of a Markdown page: the heading above it, its columns, its rows.
struct Table {
    heading: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn tables(page: &str) -> Vec<Table> {
    let (mut tables, mut heading, mut open) = (Vec::<Table>::new(), String::new(), false);
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut heading);
        }
        let inside = line
            .strip_prefix("| ")
            .and_then(|line| line.strip_suffix(" |"));
        let cells = inside.map(|line| {
            line.split(" | ")
                .map(|cell| cell.trim().to_owned())
                .collect()
        });
        match (cells, open) {
            (None, _) => open = false,
            (Some(columns), false) => {
                tables.push(Table {
                    heading: heading.clone(),
                    columns,
                    rows: Vec::new(),
                });
                open = true;
            }
            (Some(row), true) => tables.last_mut().unwrap().rows.push(row),
        }
    }
    for table in &mut tables {
        let rule = table.rows.remove(0);
        assert!(rule.iter().all(|cell| cell.starts_with("---")), "{rule:?}");
    }
    tables
}

fn total() -> u64 {
    SAMPLE.iter().map(|(_, count)| count).sum()
}

#[test]
fn every_table_of_uses_sums_up_to_the_same_total() {
    for top in ["0", "3", "10", "1000"] {
        let page = on_sample(&["--format", "markdown", "--top", top]).stdout;
        let mut of_uses = 0;
        for table in tables(&page) {
            let Some(at) = table.columns.iter().position(|column| column == "uses") else {
                continue;
            };
            of_uses += 1;
            let uses = |row: &Vec<String>| -> u64 { row[at].parse().unwrap() };
            let (last, rows) = table.rows.split_last().unwrap();
            assert_eq!(
                (last[0].as_str(), uses(last)),
                ("total", total()),
                "{}",
                table.heading
            );
            assert_eq!(
                rows.iter().map(uses).sum::<u64>(),
                total(),
                "{}",
                table.heading
            );
        }
        assert_eq!(of_uses, 5, "{page}");
    }
}

#[test]
fn every_use_is_listed_with_its_place_in_both_formats() {
    let json = on_sample(&[]).json();
    let place = |finding: &serde_json::Value| {
        let path = finding["path"].as_str().unwrap();
        format!("{path}:{}:{}", finding["line"], finding["column"])
    };
    let mut expected: Vec<String> = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(place)
        .collect();
    expected.sort();
    assert_eq!(expected.len() as u64, total());

    let page = on_sample(&["--format", "markdown"]).stdout;
    let tables = tables(&page);
    let uses = tables
        .iter()
        .find(|table| table.heading == "Every use")
        .unwrap();
    let mut listed: Vec<String> = uses
        .rows
        .iter()
        .map(|row| row[0].trim_matches('`').to_owned())
        .collect();
    listed.sort();
    assert_eq!(listed, expected);

    let text = on_sample(&["--format", "text"]).stdout;
    let (_, list) = text.split_once("\nEvery use\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let mut listed: Vec<&str> = list
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    listed.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn what_needs_no_seam_adds_up_to_the_documents_list() {
    let counted = on_sample(&[]).json()["not_counted"]
        .as_array()
        .unwrap()
        .len() as u64;
    let page = on_sample(&["--format", "markdown"]).stdout;
    let tables = tables(&page);
    let table = tables
        .iter()
        .find(|table| table.heading == "Not counted")
        .unwrap();
    let (last, rows) = table.rows.split_last().unwrap();
    let references = |row: &Vec<String>| -> u64 { row[2].parse().unwrap() };
    assert_eq!(
        (references(last), rows.iter().map(references).sum()),
        (counted, counted)
    );
}
