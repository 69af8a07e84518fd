//! What all programs promise alike, seen from outside: where input comes from, what is refused, how they end.
//!
//! It must not know what a single program does with its input.

use serde_json::{Value, json};

use seamwright_common::hash::ContentHash;

use crate::harness::{Folder, Program, Run, root};

type Named = (&'static str, fn() -> Program);

const PROGRAMS: [Named; 4] = [
    ("detect-static-dependencies", Program::detect),
    ("generate-testability-wrappers", Program::wrap),
    ("migrate-static-to-wrapper", Program::migrate),
    ("testability-obstacle", Program::obstacle),
];

/// Runs every program with the same arguments and standard input.
fn each(args: &[&str], stdin: &[u8]) -> Vec<(&'static str, Run)> {
    PROGRAMS
        .iter()
        .map(|(name, program)| (*name, program().args(args).stdin(stdin).run()))
        .collect()
}

/// A document as a stranger would write it, with one finding and one change.
fn document() -> Value {
    let hash = "0".repeat(64);
    json!({
        "schema": "seamwright/1",
        "root": "src",
        "sources": [{
            "path": "A.cs", "hash": hash, "encoding": "utf-8", "bom": false, "line_ending": "lf",
        }],
        "findings": [{
            "id": "0123456789abcdef", "api": "P:System.DateTime.Now", "pattern": "DateTime.Now",
            "category": "time", "path": "A.cs", "line": 1, "column": 1, "byte_start": 0,
            "byte_end": 12, "text": "DateTime.Now", "type": "A", "member": "M",
            "context": "instance-method", "provenance": "static", "assumed": false,
        }],
        "changes": [{
            "stage": "stranger", "path": "A.cs", "kind": "edit", "base_hash": hash,
            "result_hash": "1".repeat(64), "encoding": "utf-8", "bom": false, "line_ending": "lf",
            "edits": [{"byte_start": 4, "byte_end": 9, "text": "x"}],
        }],
    })
}

/// Every program refuses the document with `new` at `pointer`, and names `field`.
#[track_caller]
fn refused(pointer: &str, new: Value, field: &str) {
    let mut document = document();
    *document.pointer_mut(pointer).expect(pointer) = new;
    refused_bytes(document.to_string().as_bytes(), &format!("`{field}`: "));
}

#[track_caller]
fn refused_bytes(bytes: &[u8], words: &str) {
    for (name, run) in each(&[], bytes) {
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}\n{run}");
        let start = format!("error: bad document: {words}");
        assert!(run.stderr.starts_with(&start), "{name}: {start}\n{run}");
    }
}

#[test]
fn without_any_input_each_program_says_how_it_is_used() {
    for (name, run) in each(&[], b"") {
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        let usage = format!("\nUsage: {name} [OPTIONS] [SCOPE]...\nhint: ");
        assert!(run.stderr.contains(&usage), "{run}");
    }
}

#[test]
fn help_comes_with_examples_and_version_with_the_name() {
    for (name, run) in each(&["--help"], b"") {
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
        assert!(run.stdout.contains("\nExamples:\n  "), "{run}");
        assert!(run.stdout.contains(&format!("  {name} ")), "{run}");
    }
    for (name, run) in each(&["--version"], b"") {
        let version = format!("{name} {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!((run.code, run.stdout), (0, version));
    }
}

#[test]
fn the_schema_that_is_printed_is_the_saved_one() {
    let saved = root().join("common/schemas/seamwright-1.schema.json");
    let saved = std::fs::read_to_string(saved).unwrap();
    for (_, run) in each(&["--print-schema"], b"") {
        assert_eq!((run.code, run.stdout.as_str()), (0, saved.as_str()));
    }
}

#[test]
fn completions_name_the_program() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        for (name, run) in each(&["--completions", shell], b"") {
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
            assert!(run.stdout.contains(name), "{run}");
        }
    }
}

#[test]
fn a_wrong_option_is_a_usage_error() {
    for args in [
        &["--no-such-option"][..],
        &["--format", "yaml"],
        &["--jobs", "0"],
    ] {
        for (_, run) in each(args, b"") {
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
            assert!(run.stderr.starts_with("error: "), "{run}");
        }
    }
}

#[test]
fn a_list_of_files_that_is_not_there_is_an_error() {
    for (_, run) in each(&["--files-from", "no/such/list"], b"") {
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        assert!(
            run.stderr
                .starts_with("error: `no/such/list` can't be read"),
            "{run}"
        );
    }
}

#[test]
fn what_is_not_a_document_is_refused() {
    let good = document().to_string();
    refused_bytes(
        &good.as_bytes()[..good.len() - 9],
        "expected a document in JSON",
    );
    refused_bytes(b"nonsense", "expected a document in JSON");
    refused_bytes(b"\0\xff\xfe", "expected a document in JSON");
    refused_bytes(
        "[".repeat(1 << 20).as_bytes(),
        "expected a document in JSON",
    );
    refused_bytes(b"[1, 2]", "expected an object");
    refused_bytes(b"{}", "`schema`: expected `seamwright/1`");
    let twice = good.replacen('{', "{\"root\": \"/\", ", 1);
    refused_bytes(twice.as_bytes(), "expected a document in JSON");
}

#[test]
fn another_version_is_refused_and_the_one_that_is_read_is_named() {
    let mut other = document();
    other["schema"] = json!("seamwright/2");
    let words = "`schema`: expected `seamwright/1`, the only version that is read here";
    refused_bytes(other.to_string().as_bytes(), words);
}

#[test]
fn what_leads_out_of_the_root_is_refused() {
    for path in [
        "/etc/passwd",
        "../A.cs",
        "x/../../A.cs",
        "C:\\A.cs",
        "C:/A.cs",
        "x\\..\\A.cs",
        "A.cs\0",
        "",
    ] {
        refused("/sources/0/path", json!(path), "sources[0].path");
        refused("/findings/0/path", json!(path), "findings[0].path");
        refused("/changes/0/path", json!(path), "changes[0].path");
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let edit = |start: u32, end: u32| json!({"byte_start": start, "byte_end": end, "text": ""});
    let edits = json!([edit(4, 9), edit(8, 10)]);
    refused("/changes/0/edits", edits, "changes[0].edits[1].byte_start");
    refused(
        "/changes/0/edits",
        json!([edit(4, 3)]),
        "changes[0].edits[0].byte_end",
    );
    refused("/changes/0/base_hash", json!("12"), "changes[0].base_hash");
    refused("/findings/0/byte_end", json!(-1), "findings[0].byte_end");
    refused(
        "/findings/0/category",
        json!("weather"),
        "findings[0].category",
    );
    refused("/sources", json!([]), "findings[0].path");
    let mut twice = document();
    let finding = twice["findings"][0].clone();
    twice["findings"].as_array_mut().unwrap().push(finding);
    refused_bytes(twice.to_string().as_bytes(), "`findings[1].id`: ");
}

#[test]
fn refusing_writes_nothing() {
    let folder = Folder::of(&[("src/A.cs", "class A;")]);
    let before = folder.snapshot();
    let mut document = document();
    document["changes"][0]["path"] = json!("../B.cs");
    for (_, program) in PROGRAMS.iter().skip(1) {
        let run = program()
            .arg("--write")
            .stdin(document.to_string())
            .cwd(folder.path())
            .run();
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains("`changes[0].path`"), "{run}");
        assert_eq!(before.changes_to(&folder.snapshot()), [""; 0]);
    }
}

/// The shell runs a program whose reader has gone before it writes.
#[test]
fn a_closed_pipe_ends_silently() {
    for (_, program) in PROGRAMS {
        let script = r#"(sleep 0.2; "$0" --print-schema; echo "code $?" >&2) | true"#;
        let run = Program::at("sh")
            .arg("-c")
            .arg(script)
            .arg(program().path())
            .run();
        assert_eq!(run.stderr, "code 0\n");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_no_success() {
    let script = r#""$0" --print-schema > /dev/full"#;
    let run = Program::at("sh")
        .arg("-c")
        .arg(script)
        .arg(Program::detect().path())
        .run();
    assert_eq!(run.code, 2, "{run}");
    assert!(
        run.stderr
            .starts_with("error: `standard output` can't be written"),
        "{run}"
    );
}

#[test]
fn an_interrupted_write_is_told_of_where_a_document_comes_in() {
    for (tool, program) in [
        ("wrap", Program::wrap as fn() -> Program),
        ("migrate", Program::migrate),
    ] {
        let folder = Folder::of(&[("A.cs", "class A { object B => System.DateTime.Now; }")]);
        let document = Program::detect().arg(".").cwd(folder.path()).run().stdout;
        // What a killed run leaves: here of a file that somebody has changed since.
        let (old, new) = (ContentHash::of(b"old"), ContentHash::of(b"new"));
        let body = format!("seamwright-journal 1\nstate undo\nfile {new} {old} A.cs\n");
        let end = ContentHash::of(body.as_bytes());
        folder.write(
            ".seamwright-journal-00000000000000ab",
            format!("{body}end {end}\n"),
        );
        let run = program()
            .cwd(folder.path())
            .stdin(document.as_bytes())
            .run();
        assert_eq!(run.code, 0, "{tool}: {run}");
        let note =
            "note: Undid an interrupted write of 1 file in `.`, except `A.cs`, changed since.";
        assert_eq!(run.stderr.matches(note).count(), 1, "{tool}: {run}");
    }
}

#[test]
fn a_result_can_go_to_a_file() {
    let folder = Folder::new();
    let run = Program::wrap()
        .args(["--print-schema", "--output", "schema.json"])
        .cwd(folder.path())
        .run();
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
    let printed = Program::wrap().arg("--print-schema").run().stdout;
    assert_eq!(folder.snapshot().text("schema.json"), printed);
}

#[test]
fn every_reason_code_of_the_schema_is_explained() {
    let schema = Program::migrate().arg("--print-schema").run().json();
    let reasons = schema["$defs"]["Remaining"]["properties"]["reason"]["enum"].clone();
    let reasons = reasons.as_array().unwrap();
    assert!(reasons.len() > 20);
    for reason in reasons.iter().map(|reason| reason.as_str().unwrap()) {
        let run = Program::migrate().args(["--explain-reason", reason]).run();
        assert!(run.code == 0 && run.stdout.starts_with(reason), "{run}");
    }
    let run = Program::migrate()
        .args(["--explain-reason", "laziness"])
        .run();
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("hint: the codes are "), "{run}");
}
