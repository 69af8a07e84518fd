//! What code scanning gets: valid by the published schema, and the same for the same finding wherever its line moves.

use serde_json::Value;

use crate::harness::{Folder, Program, root, sarif_verdicts_or_skip};

/// The log of a run, and its results.
fn sarif(folder: &Folder, args: &[&str]) -> (Value, Vec<Value>) {
    let run = Program::detect()
        .args(["--format", "sarif"])
        .args(args)
        .cwd(folder.path())
        .run();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let log = run.json();
    let results = log["runs"][0]["results"].as_array().unwrap().clone();
    (log, results)
}

fn uri(result: &Value) -> &str {
    result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        .as_str()
        .unwrap()
}

#[test]
fn it_is_valid_by_the_published_schema() {
    let sample = Folder::copy_of(&root().join("tests/sample"));
    let broken = "class A { object N = DateTime.Now; ((( }";
    sample.write("a b/Broken ü.cs", broken);
    let lost = r#"<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><Compile Include="Lost.cs" /></ItemGroup></Project>"#;
    sample.write("a b/Lost.csproj", lost);
    let (log, results) = sarif(&sample, &["."]);
    assert!(results.len() > 80);
    let notifications = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notifications.as_array().unwrap().len(), 2);
    let (none, nothing) = sarif(&sample, &["--category", "database", "."]);
    assert_eq!(nothing.len(), 0);
    // The schema does look.
    let mut grave = log.clone();
    grave["runs"][0]["results"][80]["level"] = "grave".into();
    let mut nowhere = log.clone();
    nowhere["runs"][0]["results"][80]["locations"][0]["physicalLocation"]["region"]["startLine"] =
        0.into();
    let logs = [log, none, grave, nowhere].map(|log| log.to_string());
    let Some(verdicts) = sarif_verdicts_or_skip(&logs) else {
        return;
    };
    assert_eq!(verdicts[..2], ["ok", "ok"]);
    assert!(
        verdicts[2].contains("results[80].level must be one of"),
        "{verdicts:?}"
    );
    assert!(
        verdicts[3].contains("region.startLine must be"),
        "{verdicts:?}"
    );
}

#[test]
fn every_result_has_its_rule_with_all_its_texts() {
    let sample = Folder::copy_of(&root().join("tests/sample"));
    let (log, results) = sarif(&sample, &["."]);
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    for rule in rules {
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(!rule[text]["text"].as_str().unwrap().is_empty(), "{rule}");
        }
    }
    let ids = rules.iter().map(|rule| rule["id"].as_str().unwrap());
    assert!(ids.is_sorted());
    for result in &results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let suppressed: Vec<&Value> = results
        .iter()
        .filter(|result| result.get("suppressions").is_some())
        .collect();
    assert_eq!(suppressed.len(), 1);
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let path = "src/Harborline.Core/Orders/OrderService.cs";
    let sample = Folder::copy_of(&root().join("tests/sample"));
    let (_, before) = sarif(&sample, &["."]);
    let snapshot = sample.snapshot();
    let text = snapshot.text(path);
    sample.write(path, format!("{}{text}", "// moved\r\n".repeat(10)));
    let (_, after) = sarif(&sample, &["."]);
    let moved = |results: &[Value]| -> Vec<Value> {
        let mut results = results.to_vec();
        results.retain(|result| uri(result) == path);
        results
    };
    let (before, after) = (moved(&before), moved(&after));
    assert!(before.len() > 3 && before.len() == after.len());
    for (one, other) in before.iter().zip(&after) {
        assert_eq!(one["partialFingerprints"], other["partialFingerprints"]);
        assert_eq!(one["ruleId"], other["ruleId"]);
        let line = |result: &Value| {
            result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64()
        };
        assert_eq!(line(one).unwrap() + 10, line(other).unwrap());
    }
    let mut all: Vec<String> = before
        .iter()
        .map(|one| one["partialFingerprints"].to_string())
        .collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), before.len());
}

#[test]
fn paths_are_seen_from_the_repository_whatever_the_scope() {
    let folder = Folder::of(&[
        (".git/HEAD", ""),
        (
            "src/a b/Clock.cs",
            "class C { object N = System.DateTime.Now; }",
        ),
    ]);
    let inside = folder.path().join("src/a b");
    let whole = folder.path().to_str().unwrap().to_owned();
    let expected = "src/a%20b/Clock.cs";
    for (cwd, scope) in [
        (folder.path(), "src"),
        (inside.as_path(), "."),
        (inside.as_path(), "Clock.cs"),
        (inside.as_path(), whole.as_str()),
    ] {
        let run = Program::detect()
            .args([scope, "--format", "sarif"])
            .cwd(cwd)
            .run();
        assert_eq!(uri(&run.json()["runs"][0]["results"][0]), expected, "{run}");
    }
    // A document that came through a pipe knows its root.
    let document = Program::detect().arg("src").cwd(folder.path()).run().stdout;
    let piped = Program::detect()
        .args(["--format", "sarif"])
        .stdin(document)
        .cwd(folder.path())
        .run();
    assert_eq!(
        uri(&piped.json()["runs"][0]["results"][0]),
        expected,
        "{piped}"
    );
}

#[test]
fn the_extension_of_the_output_chooses_the_format() {
    let folder = Folder::of(&[("A.cs", "class C { object N = System.DateTime.Now; }")]);
    let run = Program::detect()
        .args(["A.cs", "--output", "a.sarif"])
        .cwd(folder.path())
        .run();
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
    let log: Value = serde_json::from_str(folder.snapshot().text("a.sarif")).unwrap();
    assert_eq!(log["version"], "2.1.0");
}
