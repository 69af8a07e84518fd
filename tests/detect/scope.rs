//! Which files a run is about, and what it says when there is nothing to look at.

use serde_json::Value;

use crate::harness::{Folder, Program, Run};

const CLOCK: &str = "class Clock { System.DateTime M() => System.DateTime.UtcNow; }\n";
const PROJECT: &str = r#"<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>"#;

fn detect(folder: &Folder, args: &[&str]) -> Run {
    Program::detect().args(args).cwd(folder.path()).run()
}

/// The paths of the findings.
fn paths(run: &Run) -> Vec<String> {
    assert_eq!(run.code, 0, "{run}");
    let json = run.json();
    let findings = json["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| finding["path"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_folder_without_csharp_is_named() {
    let folder = Folder::of(&[("docs/a.md", "no code"), ("docs/b.fs", "let a = 1")]);
    let run = detect(&folder, &["docs"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
    assert!(run.stderr.starts_with("error: `docs` holds no C#"), "{run}");
    assert!(run.stderr.contains("hint: "), "{run}");
}

#[test]
fn a_scope_that_is_not_there_or_not_csharp_is_named() {
    let folder = Folder::of(&[("a.txt", "no code")]);
    for (scope, expected) in [
        ("nowhere", "`nowhere` does not exist"),
        ("a.txt", "`a.txt` is neither"),
    ] {
        let run = detect(&folder, &[scope]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        assert!(run.stderr.contains(expected), "{run}");
    }
}

#[test]
fn without_input_the_usage_is_told_at_once() {
    let run = Program::detect().run();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
    assert!(
        run.stderr.contains("Usage: detect-static-dependencies"),
        "{run}"
    );
}

#[test]
fn a_file_a_folder_and_a_project_are_scopes_and_a_file_counts_once() {
    let folder = Folder::of(&[
        ("a/A.csproj", PROJECT),
        ("a/A.cs", CLOCK),
        ("b/B.cs", CLOCK),
    ]);
    assert_eq!(paths(&detect(&folder, &["a/A.cs"])), ["A.cs"]);
    assert_eq!(paths(&detect(&folder, &["a/A.csproj"])), ["A.cs"]);
    assert_eq!(paths(&detect(&folder, &["."])), ["a/A.cs", "b/B.cs"]);
    assert_eq!(
        paths(&detect(&folder, &["a", "a/A.cs", "b"])),
        ["a/A.cs", "b/B.cs"]
    );
}

#[test]
fn a_list_of_files_is_a_scope_and_what_is_not_csharp_in_it_is_passed_over() {
    let folder = Folder::of(&[("A.cs", CLOCK), ("b/B.cs", CLOCK), ("c.md", "")]);
    let run = Program::detect()
        .args(["--files-from", "-"])
        .stdin("b/B.cs\nc.md\n")
        .cwd(folder.path())
        .run();
    assert_eq!(paths(&run).len(), 1, "{run}");
    assert!(paths(&run)[0].ends_with("B.cs"), "{run}");
}

#[test]
fn tests_and_exclusions_are_counted_by_reason() {
    let test = PROJECT.replace(
        "</PropertyGroup>",
        "<IsTestProject>true</IsTestProject></PropertyGroup>",
    );
    let folder = Folder::of(&[
        ("a/A.csproj", PROJECT),
        ("a/A.cs", CLOCK),
        ("a/old/Old.cs", CLOCK),
        ("a/A.g.cs", CLOCK),
        ("a/obj/B.cs", CLOCK),
        ("t/T.csproj", &test),
        ("t/T.cs", CLOCK),
    ]);
    let excluded = |args: &[&str]| -> Value { detect(&folder, args).json()["scope"].take() };
    let scope = excluded(&[".", "--exclude", "old/"]);
    let expected = serde_json::json!({"build_output": 1, "generated": 1, "test": 1, "pattern": 1});
    assert_eq!(scope["files_excluded"], expected);
    assert_eq!(scope["files_scanned"], 1);
    let run = detect(&folder, &[".", "--include-tests"]);
    assert_eq!(paths(&run), ["a/A.cs", "a/old/Old.cs", "t/T.cs"]);
}

#[test]
fn concurrency_is_looked_for_only_when_it_is_asked_for() {
    let folder = Folder::of(&[(
        "A.cs",
        "class A { void M() => System.Threading.Tasks.Task.Run(M); }",
    )]);
    assert_eq!(paths(&detect(&folder, &["."])).len(), 0);
    assert_eq!(
        paths(&detect(&folder, &[".", "--category", "concurrency"])),
        ["A.cs"]
    );
}

#[test]
fn what_fits_follows_the_target_frameworks() {
    let at = |frameworks: &str| {
        let project = PROJECT
            .replace("TargetFramework>", "TargetFrameworks>")
            .replace("net8.0", frameworks);
        let folder = Folder::of(&[("A.csproj", project.as_str()), ("A.cs", CLOCK)]);
        let page = detect(&folder, &[".", "--format", "text"]).stdout;
        let row = page
            .lines()
            .find(|line| line.trim_start().starts_with("time "))
            .unwrap();
        row.split_whitespace().skip(3).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(at("net8.0"), "System.TimeProvider, built in");
    let package = "System.TimeProvider of package Microsoft.Bcl.TimeProvider, to be added";
    assert_eq!(at("net8.0;netstandard2.0"), package);
    assert_eq!(at("net462"), package);
    assert_eq!(at("net40"), "ISystemClock, generated");
}

#[test]
fn a_list_of_changed_files_may_name_deleted_ones() {
    let folder = Folder::of(&[("src/A.cs", "class A { object T = System.DateTime.Now; }")]);
    let run = Program::detect()
        .args(["--files-from", "-"])
        .stdin("src/A.cs\nsrc/Gone.cs\nREADME.md\n")
        .cwd(folder.path())
        .run();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let json = run.json();
    assert_eq!(json["totals"]["findings"], 1, "{json}");
    let open = json["scope"]["incomplete"].as_array().unwrap();
    assert_eq!(open.len(), 1, "{json}");
    assert_eq!(open[0]["path"], "Gone.cs");
    assert_eq!(open[0]["reason"], "missing-file");
    // A list of which nothing is there was made elsewhere.
    let run = Program::detect()
        .args(["--files-from", "-", "--check"])
        .stdin("A.cs\nGone.cs\n")
        .cwd(folder.path())
        .run();
    assert!(
        run.stderr
            .contains("none of the 2 files of the list is there"),
        "{run}"
    );
    // A scope that is named by itself has to be there.
    let run = Program::detect()
        .arg("src/Gone.cs")
        .cwd(folder.path())
        .run();
    assert_eq!(run.code, 2, "{run}");
}

#[test]
fn what_no_project_compiles_has_the_usings_of_a_new_one() {
    // Without implicit usings `File` is nothing in the project itself.
    let code = "class Store { bool M() => File.Exists(\"a\"); }\n";
    let project = PROJECT.replace(
        "</Project>",
        r#"<ItemGroup><Compile Remove="templates\**" /></ItemGroup></Project>"#,
    );
    let folder = Folder::of(&[
        ("a/A.csproj", project.as_str()),
        ("a/Own.cs", code),
        ("a/templates/Web/Store.cs", code),
        // What the project imports holds in its folder all the same.
        ("a/Usings.cs", "global using static System.Console;"),
        (
            "a/templates/Web/Log.cs",
            "class Log { void M() => WriteLine(); }",
        ),
    ]);
    let run = detect(&folder, &["a"]);
    assert_eq!(
        paths(&run),
        ["templates/Web/Log.cs", "templates/Web/Store.cs"]
    );
    // They are nobody's, and so are not counted to the project above them.
    let json = run.json();
    let findings = json["findings"].as_array().unwrap();
    assert!(
        findings.iter().all(|one| one["project"].is_null()),
        "{json}"
    );
    let by_project = &json["totals"]["by_project"];
    assert_eq!(by_project.as_array().unwrap().len(), 1, "{by_project}");
    assert_eq!(by_project[0]["key"], "", "{by_project}");
}

#[test]
fn a_pattern_that_leaves_nothing_out_is_warned_of() {
    let folder = Folder::of(&[("a/C.cs", "class C { object A = System.DateTime.Now; }")]);
    let run = detect(
        &folder,
        &["a", "--exclude", "Old", "--exclude", "*.Legacy.cs"],
    );
    let warned = "warning: `--exclude Old` leaves nothing out: no C# file of the scope matches it\n\
        warning: `--exclude *.Legacy.cs` leaves nothing out: no C# file of the scope matches it\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, warned), "{run}");
    folder.write("a/D.Legacy.cs", "class D { }");
    let run = detect(&folder, &["a", "--exclude", "*.Legacy.cs"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
}

#[test]
fn the_report_names_what_was_asked_for() {
    let folder = Folder::of(&[
        ("a/C.cs", "class C { object A = System.DateTime.Now; }"),
        ("a/D.cs", "class D { }"),
    ]);
    let first = |args: &[&str]| {
        let run = detect(&folder, &[args, &["--format", "text"]].concat());
        run.stdout.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first(&["a/C.cs"]),
        "1 use of ambient APIs in 1 of 1 C# file of a/C.cs"
    );
    assert_eq!(
        first(&["a/D.cs"]),
        "No use of an ambient API in 1 C# file of a/D.cs"
    );
    assert_eq!(
        first(&["a/C.cs", "a/D.cs"]),
        "1 use of ambient APIs in 1 of 2 C# files of a"
    );
}

#[test]
fn a_list_may_name_folders_without_csharp() {
    let folder = Folder::of(&[
        ("A.cs", "class A { object T = System.DateTime.Now; }"),
        ("module/readme.txt", ""),
        ("odd.cs/readme.txt", ""),
    ]);
    let list = |names: &str| {
        let program = Program::detect().args(["--files-from", "-"]);
        program.stdin(names).cwd(folder.path()).run()
    };
    let run = list("A.cs\nmodule\nodd.cs\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    assert_eq!(run.json()["totals"]["findings"], 1, "{run}");
    assert_eq!(detect(&folder, &["module"]).code, 2);
}
