//! References that `#if` cuts: each branch's own, at its place.

use super::*;

/// The findings in order, by their ids and the first lines of their texts, and how many places stay open.
#[track_caller]
fn check(text: &str, expected: &[(&str, &str)], open: usize) {
    let survey = run(&[text], &["System", "System.IO", "System.Net.Http"]).survey;
    let found: Vec<(&str, &str)> = (survey.findings.iter())
        .map(|one| {
            let last = one.text.lines().last().unwrap_or_default();
            (one.api.without_parameters(), last)
        })
        .collect();
    assert_eq!(found, expected, "{text}");
    assert_eq!(
        survey.incomplete.len(),
        open,
        "{text}: {:?}",
        survey.incomplete
    );
}

const NOW: &str = "P:System.DateTime.Now";
const UTC_NOW: &str = "P:System.DateTime.UtcNow";

#[test]
fn a_member_in_each_branch_counts() {
    check(
        "class A { object a = System.DateTime\n#if true\n.Now\n#else\n.UtcNow\n#endif\n; }",
        &[(NOW, ".Now"), (UTC_NOW, ".UtcNow")],
        0,
    );
    check(
        "class A { object a = DateTime.\n#if X\nNow\n#elif Y\nMinValue\n#else\nUtcNow\n#endif\n; }",
        &[(NOW, "Now"), (UTC_NOW, "UtcNow")],
        0,
    );
    check(
        "class A { object a = DateTime\n#if X\n.MinValue\n#else\n#if Y\n.MaxValue\n#else\n.UtcNow\n#endif\n#endif\n; }",
        &[(UTC_NOW, ".UtcNow")],
        0,
    );
    check(
        "class A { object a = DateTime\n#if X\n.Parse(\"1\")\n#else\n.UtcNow\n#endif\n; }",
        &[(UTC_NOW, ".UtcNow")],
        0,
    );
}

#[test]
fn a_receiver_in_each_branch_counts() {
    check(
        "class A { object a =\n#if X\nDateTime\n#else\nDateTimeOffset\n#endif\n.Now; }",
        &[(NOW, ".Now"), ("P:System.DateTimeOffset.Now", ".Now")],
        0,
    );
    check(
        "class A { object a =\n#if X\nDateTime\n#else\nOwn\n#endif\n.Now; class Own { public static int Now; } }",
        &[(NOW, ".Now")],
        0,
    );
    check(
        "class A { object a = System\n#if X\n.DateTime\n#else\n.DateTimeOffset\n#endif\n.UtcNow; }",
        &[
            (UTC_NOW, ".UtcNow"),
            ("P:System.DateTimeOffset.UtcNow", ".UtcNow"),
        ],
        0,
    );
}

#[test]
fn what_is_made_in_each_branch_counts() {
    let made = "(\"a\")";
    check(
        "class A { object a = new\n#if X\nFileInfo\n#else\nDirectoryInfo\n#endif\n(\"a\"); }",
        &[
            ("M:System.IO.DirectoryInfo.#ctor", made),
            ("M:System.IO.FileInfo.#ctor", made),
        ],
        0,
    );
    check(
        "class A { HttpClient a =\n#if X\nnew()\n#else\nnull\n#endif\n; }",
        &[("M:System.Net.Http.HttpClient.#ctor", "new()")],
        0,
    );
}

#[test]
fn a_call_counts_once_whatever_its_arguments() {
    check(
        "class A { object F(string a) => File.ReadAllText(\n#if X\na\n#else\na, System.Text.Encoding.UTF8\n#endif\n); }",
        &[("M:System.IO.File.ReadAllText", "File.ReadAllText")],
        0,
    );
}

#[test]
fn a_name_that_a_branch_takes_from_the_library_is_ambiguous() {
    let told = |files: &[&str]| {
        let survey = run(files, &["System", "System.IO"]).survey;
        assert!(survey.findings.is_empty(), "{files:?}");
        let told = survey.incomplete.iter();
        told.map(|one| format!("{}: {}", one.reason.as_str(), one.detail))
            .collect::<Vec<_>>()
    };
    let path = ["ambiguous-name: Path.GetTempPath"];
    let polyfill = "#if OLD\nnamespace App { static class Path { } }\n#endif";
    let uses = "namespace App { class A { object N() => Path.GetTempPath(); } }";
    assert_eq!(told(&[polyfill, uses]), path);
    for text in [
        "#if OLD\nclass Path { }\n#endif\nclass A { object N() => Path.GetTempPath(); }",
        "class A {\n#if OLD\nclass Path { }\n#endif\nobject N() => Path.GetTempPath(); }",
        "class A {\n#if OLD\nstring Path;\n#endif\nobject N() => Path.GetTempPath(); }",
        "#if OLD\nusing Path = Own;\n#endif\nclass Own { }\nclass A { object N() => Path.GetTempPath(); }",
    ] {
        assert_eq!(told(&[text]), path, "{text}");
    }
    assert_eq!(
        told(&[
            "using static System.DateTime;\nclass A {\n#if OLD\nobject Now;\n#endif\nobject N() => Now; }"
        ]),
        ["ambiguous-name: Now"]
    );
    assert_eq!(
        told(&[
            "#if OLD\nclass FileInfo { public FileInfo(string p) { } }\n#endif\nclass A { object N() => new FileInfo(\"a\"); }"
        ]),
        ["ambiguous-name: new FileInfo"]
    );
    // What is in the same branch goes with it; what is there in every branch hides as ever.
    for text in [
        "#if OLD\nclass Path { }\nclass A { object N() => Path.GetTempPath(); }\n#endif",
        "class A {\n#if OLD\nclass Path { }\nobject N() => Path.GetTempPath();\n#endif\n}",
        "class Path { }\nclass A { object N() => Path.GetTempPath(); }",
        "partial class Path { }\n#if OLD\npartial class Path { }\n#endif\nclass A { object N() => Path.GetTempPath(); }",
        "#if OLD\nclass Own { }\n#endif\nclass A { object N() => Own.GetTempPath(); }",
    ] {
        assert_eq!(told(&[text]), Vec::<String>::new(), "{text}");
    }
}
