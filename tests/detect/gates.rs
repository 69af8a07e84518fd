//! What makes a run fail, and the file of what doesn't count.

use serde_json::Value;

use crate::harness::{Folder, Program, Run, root};

const TWO: &str =
    "class C {\n  object A = System.DateTime.Now;\n  object B = System.IO.File.Exists(\"\");\n}\n";

/// A repository with two uses in one file and one in another.
fn repository() -> Folder {
    Folder::of(&[
        (".git/HEAD", ""),
        ("src/C.cs", TWO),
        ("src/D.cs", "class D { object A = System.DateTime.UtcNow; }"),
    ])
}

fn detect(folder: &Folder, args: &[&str]) -> Run {
    Program::detect().args(args).cwd(folder.path()).run()
}

fn updated(folder: &Folder, args: &[&str], note: &str) {
    let run = detect(
        folder,
        &[args, &["--baseline", "known.txt", "--update-baseline"]].concat(),
    );
    let note = format!("note: `known.txt` knows {note}\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, note.as_str()), "{run}");
    assert_eq!(run.json()["totals"]["findings"], 0, "{run}");
}

fn with_baseline(folder: &Folder) -> Run {
    detect(folder, &["src", "--baseline", "known.txt"])
}

#[test]
fn what_is_known_does_not_count_and_what_is_new_is_named() {
    let folder = repository();
    updated(&folder, &["src"], "3 uses: 3 new, 0 gone");
    let run = with_baseline(&folder);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let json = run.json();
    assert_eq!(json["sources"], Value::Array(Vec::new()));
    let reasons = json["not_counted"].as_array().unwrap().iter();
    assert!(
        reasons
            .map(|one| &one["reason"])
            .all(|reason| reason == "in-baseline")
    );
    // Lines that move are no news; a use that wasn't there is.
    folder.write(
        "src/C.cs",
        format!("// moved\n{TWO}class E {{ int T = System.Environment.TickCount; }}"),
    );
    let run = with_baseline(&folder);
    let failed = "failed: `--baseline`: 1 use found not in `known.txt`:\n  \
        src/C.cs:6:19 seamwright.time.Environment.TickCount\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, failed), "{run}");
    assert_eq!(run.json()["totals"]["findings"], 1);
    let page = detect(
        &folder,
        &["src", "--baseline", "known.txt", "--format", "text", "-q"],
    );
    assert!(
        page.stdout
            .starts_with("1 use of ambient APIs in 1 of 2 C# files"),
        "{page}"
    );
    assert!(page.stdout.contains("it was there already"), "{page}");
    assert_eq!((page.code, page.stderr.as_str()), (1, failed));
}

#[test]
fn the_file_is_pruned_of_what_is_gone_and_keeps_what_was_not_looked_at() {
    let folder = repository();
    updated(&folder, &["src"], "3 uses: 3 new, 0 gone");
    let full = folder.snapshot().text("known.txt").to_owned();
    let lines: Vec<&str> = full.lines().collect();
    assert_eq!(lines[0], "# seamwright baseline 1");
    assert!(
        lines[2].ends_with(" seamwright.filesystem.File.Exists src/C.cs"),
        "{full}"
    );
    updated(
        &folder,
        &["src", "--category", "network"],
        "3 uses: 0 new, 0 gone",
    );
    updated(&folder, &["src/C.cs"], "3 uses: 0 new, 0 gone");
    updated(
        &folder,
        &["src", "--exclude", "C.cs"],
        "3 uses: 0 new, 0 gone",
    );
    assert_eq!(folder.snapshot().text("known.txt"), full);
    folder.write("src/C.cs", "class C { }");
    updated(
        &folder,
        &["src", "--category", "time"],
        "2 uses: 0 new, 1 gone",
    );
    updated(&folder, &["src"], "1 use: 0 new, 1 gone");
    std::fs::remove_file(folder.path().join("src/D.cs")).unwrap();
    updated(&folder, &["src/C.cs"], "1 use: 0 new, 0 gone");
    updated(&folder, &["src"], "0 uses: 0 new, 1 gone");
}

#[test]
fn a_baseline_does_not_depend_on_the_working_directory() {
    let folder = repository();
    updated(&folder, &["src"], "3 uses: 3 new, 0 gone");
    let inside = folder.path().join("src");
    let run = Program::detect()
        .args([".", "--baseline", "../known.txt", "--update-baseline"])
        .cwd(&inside)
        .run();
    assert!(run.stderr.contains("3 uses: 0 new, 0 gone"), "{run}");
    // A document that came through a pipe is held against it too.
    let document = Program::detect().arg(".").cwd(&inside).run().stdout;
    let piped = |args: &[&str]| {
        let program = Program::detect().args(args).stdin(document.clone());
        program.cwd(&inside).run()
    };
    let run = piped(&["--baseline", "../known.txt", "--check"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let run = piped(&["--baseline", "../known.txt", "--update-baseline"]);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("name a scope"), "{run}");
}

#[test]
fn a_file_that_is_no_baseline_is_an_error_that_names_the_line() {
    let folder = repository();
    let run = with_baseline(&folder);
    let missing =
        "error: the baseline `known.txt` does not exist\nhint: `--update-baseline` writes it\n";
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (2, "", missing)
    );
    folder.write("known.txt", "# seamwright baseline 1\n\n<<<<<<< HEAD\n");
    let before = folder.snapshot();
    for more in [&[][..], &["--update-baseline"]] {
        let run = detect(
            &folder,
            &[&["src", "--baseline", "known.txt"], more].concat(),
        );
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        let error = "error: `known.txt` is no baseline: line 3: expected a finding, found `<<<<<<< HEAD`\nhint: ";
        assert!(run.stderr.starts_with(error), "{run}");
    }
    assert_eq!(before.changes_to(&folder.snapshot()), [""; 0]);
    let run = detect(&folder, &["src", "--update-baseline"]);
    assert!(
        run.code == 2 && run.stderr.contains("--baseline <FILE>"),
        "{run}"
    );
}

#[test]
fn each_gate_that_fails_is_named_and_one_is_enough() {
    let folder = repository();
    let gate = |args: &[&str]| {
        let run = detect(&folder, &[&["src", "-q"], args].concat());
        assert_eq!(run.json()["totals"]["findings"], 3);
        (run.code, run.stderr)
    };
    assert_eq!(
        gate(&["--fail-on", "network", "--fail-on", "3"]),
        (0, String::new())
    );
    let failed =
        "failed: `--fail-on filesystem`: 1 use found\nfailed: `--fail-on 2`: 3 uses found\n";
    let args = [
        "--fail-on",
        "network",
        "--fail-on",
        "filesystem",
        "--fail-on",
        "2",
    ];
    assert_eq!(gate(&args), (1, failed.to_owned()));
    assert_eq!(
        gate(&["--check"]),
        (1, "failed: `--check`: 3 uses found\n".to_owned())
    );
    // What isn't looked for can't fail.
    for args in [
        &["src", "--fail-on", "concurrency"][..],
        &["src", "--category", "time", "--fail-on", "filesystem"],
    ] {
        let run = detect(&folder, args);
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains("could never fail"), "{run}");
    }
    let run = detect(&folder, &["src", "--fail-on", "weather"]);
    assert_eq!(run.code, 2, "{run}");
    assert!(
        run.stderr
            .contains("expected a number or one of time, filesystem"),
        "{run}"
    );
}

#[test]
fn a_closed_pipe_hides_no_gate() {
    let sample = root().join("tests/sample");
    for (args, code) in [
        ("--check", 1),
        ("--fail-on 5 --format sarif", 1),
        ("--fail-on 500", 0),
    ] {
        let script =
            format!(r#"(sleep 0.2; "$0" "$1" {args} 2>&3; echo "code $?" >&2) 3>/dev/null | true"#);
        let run = Program::at("sh")
            .args(["-c", &script, Program::detect().path()])
            .arg(&sample)
            .run();
        assert_eq!(run.stderr, format!("code {code}\n"));
    }
}

#[test]
fn what_a_comment_marks_as_deliberate_fails_no_gate_and_needs_no_entry() {
    let folder = Folder::of(&[
        (".git/HEAD", ""),
        (
            "src/C.cs",
            "class C\n{\n    // seamwright: keep the log shows when it happened\n    object A = System.DateTime.Now;\n}\n",
        ),
    ]);
    let gates = ["src", "--check", "--fail-on", "time", "--fail-on", "0"];
    let run = detect(&folder, &gates);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let json = run.json();
    assert_eq!(json["totals"]["findings"], 1);
    let comment = "seamwright: keep the log shows when it happened";
    assert_eq!(json["findings"][0]["intentional"], comment);
    let update = ["src", "--baseline", "known.txt", "--update-baseline"];
    let run = detect(&folder, &update);
    let note = "note: `known.txt` knows 0 uses: 0 new, 0 gone\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, note), "{run}");
    assert_eq!(with_baseline(&folder).code, 0);
    // Without the comment it is a use like any other.
    folder.write(
        "src/C.cs",
        "class C\n{\n    object A = System.DateTime.Now;\n}\n",
    );
    assert_eq!(detect(&folder, &gates).code, 1);
    assert_eq!(with_baseline(&folder).code, 1);
}

#[test]
fn what_is_gone_of_the_part_that_was_looked_at_is_told() {
    let folder = repository();
    updated(&folder, &["src"], "3 uses: 3 new, 0 gone");
    folder.write("src/D.cs", "class D { }");
    let run = with_baseline(&folder);
    let note = "note: 1 use of `known.txt` is gone: `--update-baseline` takes it out\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, note), "{run}");
    let run = detect(&folder, &["src/C.cs", "--baseline", "known.txt"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
}

#[test]
fn a_gate_says_that_it_does_not_speak_of_what_is_not_known() {
    let folder = Folder::of(&[("C.cs", "class C { object A = System.DateTime.Now + ((; }")]);
    let run = detect(&folder, &[".", "--fail-on", "100"]);
    let told = "not fully known, and the gates say nothing of them";
    assert!(
        run.json()["scope"]["incomplete"]
            .as_array()
            .is_some_and(|all| !all.is_empty()),
        "{run}"
    );
    assert!(
        run.stderr.starts_with("warning: ") && run.stderr.contains(&told[4..]),
        "{run}"
    );
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(detect(&folder, &["."]).stderr, "");
}
