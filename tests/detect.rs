//! `detect-static-dependencies` as it is installed, on the sample solution and on input that is out to break it.

mod compiler;
mod configuration;
mod gates;
mod hostile;
mod known;
mod lists;
mod sarif;
mod scope;
mod severity;
mod since;
mod suggest;
mod tables;

use serde_json::Value;

use crate::harness::{Folder, Program, Run, root};

/// What the sample solution holds, by category; see the comments in its sources.
const SAMPLE: [(&str, u64); 8] = [
    ("time", 53),
    ("filesystem", 13),
    ("culture", 5),
    ("environment", 5),
    ("randomness", 4),
    ("process", 3),
    ("console", 2),
    ("network", 2),
];

/// The program on the sample solution.
fn on_sample(args: &[&str]) -> Run {
    let run = Program::detect()
        .args(args)
        .arg(".")
        .cwd(root().join("tests/sample"))
        .run();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    run
}

fn rows(list: &Value) -> Vec<(&str, u64)> {
    let rows = list.as_array().unwrap().iter();
    rows.map(|row| (row["key"].as_str().unwrap(), row["count"].as_u64().unwrap()))
        .collect()
}

fn texts<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item[key].as_str().unwrap()).collect()
}

#[test]
fn the_sample_solution_has_what_was_put_there() {
    let json = on_sample(&[]).json();
    assert_eq!(rows(&json["totals"]["by_category"]), SAMPLE);
    let scope = &json["scope"];
    assert_eq!(scope["files_scanned"], 35);
    assert_eq!(scope["files_excluded"]["generated"], 1);
    assert_eq!(scope["files_excluded"]["test"], 7);
    assert_eq!(scope["incomplete"].as_array().unwrap().len(), 0);
    assert_eq!(json["projects"].as_array().unwrap().len(), 4);
    let intentional: Vec<&Value> = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| !finding["intentional"].is_null())
        .collect();
    assert_eq!(intentional.len(), 1);
    assert_eq!(intentional[0]["line"], 29);
}

#[test]
fn every_finding_says_what_fits_its_project() {
    let json = on_sample(&["--category", "time"]).json();
    for finding in json["findings"].as_array().unwrap() {
        assert_eq!(finding["replacement"]["abstraction"], "System.TimeProvider");
        assert_eq!(finding["replacement"]["kind"], "built-in");
        assert_eq!(finding["replacement"]["available"], true);
    }
    let json = on_sample(&["--category", "filesystem"]).json();
    for finding in json["findings"].as_array().unwrap() {
        assert_eq!(finding["replacement"]["kind"], "package");
        assert_eq!(finding["replacement"]["available"], false);
    }
}

#[test]
fn the_document_does_not_depend_on_the_run_or_the_working_directory() {
    let sample = root().join("tests/sample");
    let run = |cwd: &str| {
        let run = Program::detect().arg(&sample).cwd(root().join(cwd)).run();
        assert_eq!(run.code, 0, "{run}");
        run.stdout
    };
    let first = run("tests");
    assert_eq!(first, run("tests"));
    assert_eq!(first, run("tests/sample/src"));
    // Seen from elsewhere, only the name of the root is another.
    let inside = on_sample(&["--jobs", "1"]).stdout;
    let root_line = |text: &str| {
        text.lines()
            .position(|line| line.contains("\"root\""))
            .unwrap()
    };
    let at = root_line(&first);
    for (index, (one, other)) in first.lines().zip(inside.lines()).enumerate() {
        assert!(one == other || index == at, "{one}\n{other}");
    }
}

#[test]
fn the_document_does_not_depend_on_the_number_of_threads() {
    let run = |jobs| on_sample(&["--include-tests", "--jobs", jobs]).stdout;
    let one = run("1");
    for jobs in ["2", "16"] {
        assert!(one == run(jobs), "--jobs {jobs}");
    }
}

#[test]
fn ids_are_unique_and_findings_in_order() {
    let json = on_sample(&[]).json();
    let mut ids = texts(&json["findings"], "id");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        ids.len() as u64,
        SAMPLE.iter().map(|(_, count)| count).sum::<u64>()
    );
    let paths = texts(&json["findings"], "path");
    assert!(paths.is_sorted());
    let mut files = paths;
    files.dedup();
    assert_eq!(texts(&json["sources"], "path"), files);
}

#[test]
fn totals_are_the_sums_of_the_lists() {
    let json = on_sample(&[]).json();
    let findings = json["findings"].as_array().unwrap();
    for (list, field) in [
        ("by_category", "category"),
        ("by_pattern", "pattern"),
        ("by_file", "path"),
        ("by_project", "project"),
    ] {
        for (key, count) in rows(&json["totals"][list]) {
            let same = findings
                .iter()
                .filter(|finding| finding[field] == key)
                .count();
            assert_eq!(same as u64, count, "{list} {key}");
        }
        let sum: u64 = rows(&json["totals"][list])
            .iter()
            .map(|(_, count)| count)
            .sum();
        assert_eq!(sum, findings.len() as u64, "{list}");
        assert_eq!(json["totals"]["findings"], findings.len(), "{list}");
    }
}

#[test]
fn a_category_that_is_asked_for_is_all_there_is() {
    let json = on_sample(&["--category", "console", "--category", "process"]).json();
    assert_eq!(
        rows(&json["totals"]["by_category"]),
        [("process", 3), ("console", 2)]
    );
    let mut patterns = texts(&json["not_counted"], "pattern");
    patterns.dedup();
    assert_eq!(patterns, ["Console.Out"]);
    let page = on_sample(&["--category", "console", "--format", "text"]).stdout;
    assert!(
        page.starts_with("2 uses of ambient APIs in 2 of 35 C# files of .\n"),
        "{page}"
    );
    assert!(!page.contains("DateTime"), "{page}");
}

#[test]
fn nothing_found_takes_two_lines() {
    let page = on_sample(&["--category", "database", "--format", "text"]).stdout;
    assert_eq!(
        page,
        "No use of an ambient API in 35 C# files of .\n\
         C# files left out: 1 generated, 7 test code.\n"
    );
}

#[test]
fn a_gate_fails_only_when_something_is_found() {
    let sample = root().join("tests/sample");
    let gate = |category| {
        let args = ["--check", "--category", category];
        let run = Program::detect().args(args).arg(&sample).run();
        (run.code, run.json()["totals"]["findings"].as_u64().unwrap())
    };
    assert_eq!(gate("time"), (1, 53));
    assert_eq!(gate("database"), (0, 0));
}

#[test]
fn a_document_from_a_pipe_is_shown_and_not_looked_for_again() {
    let document = on_sample(&[]).stdout;
    let from_pipe = |args: &[&str]| Program::detect().args(args).stdin(document.clone()).run();
    assert_eq!(from_pipe(&[]).stdout, document);
    assert_eq!(from_pipe(&["--check"]).code, 1);
    let page = from_pipe(&["--format", "markdown"]);
    assert!(
        page.stdout
            .starts_with("# 87 uses of ambient APIs in 28 of 35 C# files of `.`\n"),
        "{page}"
    );
    let narrowed = from_pipe(&["--category", "time"]);
    assert_eq!(narrowed.code, 2, "{narrowed}");
    assert!(narrowed.stderr.contains("name a scope"), "{narrowed}");
}

#[test]
fn half_migrated_classes_come_first() {
    let page = on_sample(&["--format", "text"]).stdout;
    let expected = "\nHalf migrated\n\
        Harborline.Core.Billing.PaymentReminder holds TimeProvider in _timeProvider and has 1 use beside it:\n  \
        src/Harborline.Core/Billing/PaymentReminder.cs:26:72 DateTime.UtcNow\n";
    let (before, _) = page
        .split_once(expected)
        .unwrap_or_else(|| panic!("{page}"));
    assert_eq!(before.lines().count(), 2, "{before}");
    let json = on_sample(&[]).json();
    let classes = json["half_migrated"].as_array().unwrap();
    assert_eq!(texts(&json["half_migrated"], "held_in"), ["_timeProvider"]);
    let ids = texts(&json["findings"], "id");
    assert!(ids.contains(&classes[0]["findings"][0].as_str().unwrap()));
}

#[test]
fn another_part_of_a_class_can_hold_the_abstraction() {
    let folder = Folder::of(&[
        ("A.csproj", r#"<Project Sdk="Microsoft.NET.Sdk" />"#),
        (
            "A.cs",
            "partial class A { System.DateTime Now => System.DateTime.Now; }",
        ),
        (
            "A.Fields.cs",
            "partial class A { readonly System.TimeProvider _time; }",
        ),
    ]);
    let json = Program::detect().arg(".").cwd(folder.path()).run().json();
    assert_eq!(
        texts(&json["half_migrated"], "held_in"),
        ["_time"],
        "{json}"
    );
}

#[test]
fn the_catalogue_answers_without_input() {
    let run = Program::detect()
        .args(["--explain", "DateTime.UtcNow"])
        .run();
    assert_eq!(run.code, 0, "{run}");
    assert!(
        run.stdout.contains("_timeProvider.GetUtcNow().UtcDateTime"),
        "{run}"
    );
    let run = Program::detect()
        .args(["--list-apis", "--category", "time"])
        .run();
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.contains("P:System.DateTime.UtcNow"), "{run}");
    assert!(!run.stdout.contains("System.IO.File"), "{run}");
    let run = Program::detect()
        .args(["--explain", "DateTime.MinValue"])
        .run();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
    assert!(
        run.stderr
            .starts_with("error: `DateTime.MinValue` is not in the catalogue\nhint: "),
        "{run}"
    );
    let run = Program::detect()
        .args(["--explain", "File.ReadAllTxt"])
        .run();
    assert!(
        run.stderr.contains("hint: there is `File.ReadAllText`"),
        "{run}"
    );
}

#[test]
fn the_catalogue_answers_programs_too() {
    let list = |args: &[&str]| {
        let run = Program::detect().args(args).run();
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
        run
    };
    let json = list(&["--list-apis", "--category", "console", "--format", "json"]).json();
    assert_eq!(json["schema"], "seamwright-catalogue/1");
    let apis = json["apis"].as_array().unwrap();
    assert_eq!(texts(&json["apis"], "pattern"), ["Console"]);
    assert_eq!(apis[0]["members"], serde_json::json!(["*"]));
    assert_eq!(apis[0]["abstraction"], "IConsole");
    let all = list(&["--list-apis", "--format", "json"]).json();
    assert!(all["apis"].as_array().unwrap().len() > 150);
    let page = list(&["--explain", "console"]).stdout;
    assert!(
        page.starts_with("console\n") && page.contains("T:System.Console"),
        "{page}"
    );
    let rule = list(&[
        "--explain",
        "seamwright.network.HttpClient.new",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(texts(&rule["apis"], "pattern"), ["new HttpClient"]);
}
