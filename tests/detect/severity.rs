//! What `.editorconfig` says of the rules, seen from outside.

use crate::harness::{Folder, Program, Run};

const CLOCK: &str = "class C { object A = System.DateTime.Now; object B = System.Console.Title; }";

fn repository(editorconfig: &str) -> Folder {
    Folder::of(&[
        (".git/HEAD", ""),
        (".editorconfig", editorconfig),
        ("src/C.cs", CLOCK),
        ("src/Tools/T.cs", CLOCK),
    ])
}

fn detect(folder: &Folder, args: &[&str]) -> Run {
    let program = Program::detect().arg("src").args(args);
    program.cwd(folder.path()).run()
}

const SAID: &str = "root = true\n\n[*.cs]\n\
    dotnet_diagnostic.seamwright.time.DateTime.Now.severity = error\n\
    dotnet_diagnostic.seamwright.console.severity = suggestion\n\
    [src/Tools/**]\n\
    dotnet_diagnostic.seamwright.console.severity = none\n";

#[test]
fn a_rule_that_is_turned_off_does_not_count_and_is_listed() {
    let folder = repository(SAID);
    let json = detect(&folder, &[]).json();
    assert_eq!(json["totals"]["findings"], 3, "{json}");
    let aside = json["not_counted"].as_array().unwrap();
    assert_eq!(aside.len(), 1, "{json}");
    assert_eq!(aside[0]["reason"], "severity-none");
    assert_eq!(aside[0]["path"], "Tools/T.cs");
    assert_eq!(json["findings"][0]["severity"], "error");
    assert_eq!(json["findings"][1]["severity"], "suggestion");
    let all = detect(&folder, &["--no-config"]).json();
    assert_eq!(all["totals"]["findings"], 4);
    assert!(all["findings"][0]["severity"].is_null());
    let page = detect(&folder, &["--format", "markdown"]).stdout;
    assert!(page.contains("its rule is turned off"), "{page}");
}

#[test]
fn severities_are_levels_and_gates() {
    let folder = repository(SAID);
    let log = detect(&folder, &["--format", "sarif"]).json();
    let results = log["runs"][0]["results"].as_array().unwrap().iter();
    let levels: Vec<&str> = results.map(|one| one["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["error", "note", "error"]);
    let run = detect(&folder, &["--fail-on", "error"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (1, "failed: `--fail-on error`: 2 uses found\n")
    );
    // A document carries them along a pipe.
    let piped = Program::detect()
        .args(["--format", "sarif"])
        .stdin(run.stdout)
        .cwd(folder.path())
        .run();
    assert_eq!(piped.json(), log);
}

#[test]
fn what_is_not_understood_is_said() {
    let folder = repository("[*]\ndotnet_diagnostic.seamwright.tmie.severity = none\n");
    let run = detect(&folder, &["--quiet"]);
    let warning = "warning: `.editorconfig` line 2: `seamwright.tmie` is no rule: expected `seamwright.` and a category\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, warning), "{run}");
}

#[test]
fn a_global_configuration_holds_where_no_section_speaks() {
    let folder =
        repository("[src/Tools/**]\ndotnet_diagnostic.seamwright.console.severity = error\n");
    let said = "is_global = true\ndotnet_diagnostic.seamwright.console.severity = none\n";
    folder.write(".globalconfig", said);
    let json = detect(&folder, &[]).json();
    assert_eq!(json["totals"]["findings"], 3, "{json}");
    assert_eq!(json["not_counted"][0]["path"], "C.cs", "{json}");
    assert_eq!(json["findings"][2]["severity"], "error", "{json}");
}
