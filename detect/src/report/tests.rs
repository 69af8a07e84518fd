//! Reports of documents in memory.

use expect_test::{Expect, expect};
use seamwright_common::cli::Paint;
use seamwright_common::contract::{Extra, HalfMigrated};
use seamwright_common::finding::{self, Context};

use super::*;
use crate::fixture::{clock, disk, document};
use crate::render::{markdown, text};

fn mixed() -> Vec<finding::Finding> {
    let mut intentional = clock("A.cs", 20);
    intentional.intentional = Some("// wall clock, by design".to_owned());
    let mut in_static = disk("B.cs", 3);
    in_static.context = Context::StaticMethod;
    in_static.assumed = true;
    let mut at_top = clock("C.cs", 1);
    at_top.context = Context::TopLevel;
    (at_top.type_name, at_top.member) = (String::new(), String::new());
    vec![
        clock("A.cs", 10),
        intentional,
        disk("A.cs", 30),
        in_static,
        at_top,
    ]
}

#[track_caller]
fn check(document: &Document, expected: &Expect) {
    let blocks = report(document, 10, &document.root.0);
    expected.assert_eq(&text(&blocks, Paint::Plain));
}

#[test]
fn a_report_says_everything_once() {
    let mut document = document(mixed());
    document.half_migrated = vec![HalfMigrated {
        r#type: "Shop.Orders".to_owned(),
        abstraction: "TimeProvider".to_owned(),
        held_in: "_time".to_owned(),
        findings: vec![document.findings[0].id.clone()],
        extra: Extra::new(),
    }];
    check(
        &document,
        &expect![[r#"
            5 uses of ambient APIs in 3 of 12 C# files of src
            C# files left out: 1 generated, 3 test code; files of other kinds, not read: 2 razor.
            1 place is not fully known: see “Incomplete” at the end.

            Half migrated
            Shop.Orders holds TimeProvider in _time and has 1 use beside it:
              src/A.cs:10:9 DateTime.Now

            By category
              category    uses  files  what fits
              time           3      2  System.TimeProvider, built in
              filesystem     2      2  System.IO.Abstractions.IFileSystem of package System.IO.Abstractions, to be added
              total          5      3

            By API
              API           uses  files
              DateTime.Now     3      2
              File.Exists      2      2
              total            5      3

            By file
              file      uses
              src/A.cs     3
              src/B.cs     1
              src/C.cs     1
              total        5

            Where to start
               step  category    uses  one for one  in static code  by hand  intentional  score  to
                  1  time           3            1               0        1            1     12  System.TimeProvider, built in
                  2  filesystem     2            1               1        0            0      5  System.IO.Abstractions.IFileSystem of package System.IO.Abstractions, to be added
              total                 5            2               1        1            1
            Count × ease: the score is the sum over the uses of how easy the place is (one for one 3, in static code 2, by hand 1, intentional 0) times how near the abstraction is (there 3, generated 2, a package to add or nothing 1).

            Every use
              place          API           in                  context          notes
              src/A.cs:10:9  DateTime.Now  Shop.Orders.Create  instance-method
              src/A.cs:20:9  DateTime.Now  Shop.Orders.Create  instance-method  deliberate: “// wall clock, by design”
              src/A.cs:30:9  File.Exists   Shop.Orders.Create  instance-method
              src/B.cs:3:9   File.Exists   Shop.Orders.Create  static-method    assumed
              src/C.cs:1:9   DateTime.Now  top level           top-level

            Not counted
              reason       API           references  why
              pure-helper  Path.Combine           2  no test has to replace it: it depends on its arguments, or on the platform
              total                               2

            Incomplete
              place            reason                 detail
              src/Broken.cs:4  syntax-not-understood
        "#]],
    );
}

#[test]
fn without_findings_there_are_two_lines_and_what_is_incomplete() {
    check(
        &document(Vec::new()),
        &expect![[r#"
            No use of an ambient API in 12 C# files of src
            C# files left out: 1 generated, 3 test code; files of other kinds, not read: 2 razor; 2 references aren't counted (2 pure-helper).

            Incomplete
              place            reason                 detail
              src/Broken.cs:4  syntax-not-understood
        "#]],
    );
    let mut document = document(Vec::new());
    document.scope.incomplete.clear();
    let blocks = report(&document, 10, ".");
    assert_eq!(text(&blocks, Paint::Plain).lines().count(), 2);
}

/// The sums of each table's column of uses, by an own reading of the Markdown, with the rows marked `total` apart.
fn sums(page: &str) -> Vec<(String, u32, Option<u32>)> {
    let mut sums: Vec<(String, u32, Option<u32>)> = Vec::new();
    let (mut heading, mut column) = (String::new(), None);
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            (heading, column) = (name.to_owned(), None);
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if !line.starts_with('|') || cells.iter().all(|cell| cell.starts_with("---")) {
            continue;
        }
        match column {
            None => {
                column = Some(cells.iter().position(|name| *name == "uses"));
                sums.push((heading.clone(), 0, None));
            }
            Some(at) => {
                let (_, sum, total) = sums.last_mut().unwrap();
                let uses = at.map_or(1, |at| cells[at].parse().unwrap());
                if cells[0] == "total" {
                    *total = Some(uses);
                } else {
                    *sum += uses;
                }
            }
        }
    }
    sums
}

#[test]
fn every_table_of_uses_adds_up_to_the_total() {
    for top in [0, 1, 10] {
        let page = markdown(&report(&document(mixed()), top, "src"));
        let tables = sums(&page);
        let of_uses = [
            "By category",
            "By API",
            "By file",
            "Where to start",
            "Every use",
        ];
        for name in of_uses {
            let (_, sum, total) = tables.iter().find(|(heading, ..)| heading == name).unwrap();
            assert_eq!(
                (*sum, total.unwrap_or(5)),
                (5, 5),
                "{name} with {top} rows\n{page}"
            );
        }
    }
}

#[test]
fn rows_beyond_the_top_are_summed_up() {
    let page = markdown(&report(&document(mixed()), 1, "src"));
    assert!(
        page.contains("| `DateTime.Now` | 3 | 2 |\n| 1 more | 2 | 2 |\n"),
        "{page}"
    );
    assert!(
        page.contains("| `src/A.cs` | 3 |\n| 2 more | 2 |\n"),
        "{page}"
    );
}

#[test]
fn paths_are_seen_from_where_the_root_is_seen_from() {
    let place = |root: &str| {
        let mut document = document(vec![clock("A.cs", 10)]);
        document.root.0 = root.to_owned();
        let page = Page::new(&document, "src");
        page.place(&document.findings[0])
    };
    assert_eq!(place("src"), "src/A.cs:10:9");
    assert_eq!(place("../src/"), "../src/A.cs:10:9");
    assert_eq!(place("."), "A.cs:10:9");
    assert_eq!(place("/"), "/A.cs:10:9");
    assert_eq!(place("/a/b"), "/a/b/A.cs:10:9");
}
