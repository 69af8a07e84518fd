//! What `seamwright.toml` says, seen from outside.

use serde_json::Value;

use crate::harness::{Folder, Program, Run};

const HELPER: &str = "namespace Acme;
public static class SmtpHelper
{
    public static void Send(string to) => Log(to);
    public static void Send(string to, int times) { for (; times > 0; times--) Send(to); SmtpHelper.Send(to); }
    public static void Log(string text) { }
}
public class Ids { public static int Next { get; } }
";

const USES: &str = "using Acme;
using static Acme.SmtpHelper;
using Mail = Acme.SmtpHelper;
class Orders
{
    string SmtpHelperName => nameof(SmtpHelper.Send);
    void A() { SmtpHelper.Send(\"\"); Mail.Send(\"\", 2); Send(\"\"); SmtpHelper.Log(\"\"); }
    int B() => Ids.Next + Acme.Ids.Next;
    System.Action<string> C() => SmtpHelper.Send;
}
class Other { class SmtpHelper { public static void Send() { } } void D() { SmtpHelper.Send(); } }
";

const CONFIGURATION: &str = "exclude = [\"Old\"]

[[api]]
id = \"M:Acme.SmtpHelper.Send\"
category = \"network\"
abstraction = \"IMailSender\"

[[api]]
id = \"T:Acme.Ids\"

[severity]
\"seamwright.network\" = \"error\"
\"seamwright.time\" = \"none\"
";

fn project(configuration: &str) -> Folder {
    Folder::of(&[
        (".git/HEAD", ""),
        ("seamwright.toml", configuration),
        ("src/Acme.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />"),
        ("src/SmtpHelper.cs", HELPER),
        ("src/Orders.cs", USES),
        (
            "src/Clock.cs",
            "class Clock { object N = System.DateTime.Now; }",
        ),
        (
            "src/Old/Clock.cs",
            "class OldClock { object N = System.Console.In; }",
        ),
        (
            "Old/Clock.cs",
            "class OldestClock { object N = System.Console.In; }",
        ),
    ])
}

fn detect(folder: &Folder, args: &[&str]) -> Run {
    Program::detect().args(args).cwd(folder.path()).run()
}

fn found(json: &Value) -> Vec<String> {
    let findings = json["findings"].as_array().unwrap().iter();
    findings
        .map(|one| {
            format!(
                "{} {} {}",
                one["line"],
                one["category"].as_str().unwrap(),
                one["text"].as_str().unwrap()
            )
        })
        .collect()
}

#[test]
fn statics_of_the_project_are_found_like_any_other() {
    let folder = project(CONFIGURATION);
    let run = detect(&folder, &["src"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let json = run.json();
    // What the helper does with itself is its own affair; `Log` isn't named; the nested class is another.
    let expected = [
        "7 network SmtpHelper.Send",
        "7 network Mail.Send",
        "7 network Send",
        "8 project-static Ids.Next",
        "8 project-static Acme.Ids.Next",
        "9 network SmtpHelper.Send",
    ];
    assert_eq!(found(&json), expected);
    let first = &json["findings"][0];
    assert_eq!(first["api"], "M:Acme.SmtpHelper.Send");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["replacement"]["abstraction"], "IMailSender");
    assert_eq!(json["scope"]["files_excluded"]["pattern"], 1);
    let page = detect(&folder, &["src", "--format", "text"]).stdout;
    assert!(
        page.contains("project-static") && page.contains("IMailSender"),
        "{page}"
    );
    let log = detect(&folder, &["src", "--format", "sarif"]).json();
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    assert_eq!(rules[0]["id"], "seamwright.network.SmtpHelper.Send");
    assert!(
        rules[0]["help"]["text"]
            .as_str()
            .unwrap()
            .contains("IMailSender"),
        "{rules:?}"
    );
}

#[test]
fn they_are_explained_and_listed_like_any_other() {
    let folder = project(CONFIGURATION);
    let run = detect(&folder, &["--explain", "SmtpHelper.Send"]);
    assert_eq!(run.code, 0, "{run}");
    assert!(
        run.stdout.contains("M:Acme.SmtpHelper.Send") && run.stdout.contains("IMailSender"),
        "{run}"
    );
    let listed = detect(&folder, &["--list-apis", "--category", "project-static"]);
    assert!(listed.stdout.contains("Ids"), "{listed}");
    let run = detect(&folder, &["--explain", "SmtpHelper.Send", "--no-config"]);
    assert_eq!(run.code, 2, "{run}");
}

#[test]
fn a_type_that_is_not_in_view_is_known_by_its_name() {
    let folder = project(CONFIGURATION);
    let json = detect(&folder, &["src/Orders.cs", "--category", "project-static"]).json();
    assert_eq!(found(&json).len(), 2, "{json}");
}

#[test]
fn without_the_configuration_nothing_of_it_holds() {
    let folder = project(CONFIGURATION);
    for args in [["src", "--no-config"], ["src", "--config=none.toml"]] {
        folder.write("none.toml", "");
        let json = detect(&folder, &args).json();
        assert_eq!(
            found(&json),
            ["1 time System.DateTime.Now", "1 console System.Console.In"]
        );
    }
    let elsewhere = Folder::of(&[("mine.toml", "[severity]\n\"seamwright.time\" = \"error\"\n")]);
    let mine = elsewhere.path().join("mine.toml");
    let run = detect(
        &folder,
        &[
            "src",
            "--category",
            "time",
            "--fail-on",
            "error",
            "--config",
            mine.to_str().unwrap(),
        ],
    );
    assert_eq!(run.code, 1, "{run}");
}

#[test]
fn editorconfig_goes_before_it() {
    let folder = project(CONFIGURATION);
    let lower = "[*.cs]\ndotnet_diagnostic.seamwright.network.severity = suggestion\ndotnet_diagnostic.seamwright.time.severity = default\n";
    folder.write("src/.editorconfig", lower);
    let json = detect(&folder, &["src"]).json();
    assert_eq!(found(&json)[0], "1 time System.DateTime.Now");
    assert!(json["findings"][0]["severity"].is_null());
    assert_eq!(json["findings"][1]["severity"], "suggestion");
}

#[test]
fn what_is_not_known_is_an_error_that_names_file_and_line() {
    let error = |configuration: &str| {
        let run = detect(&project(configuration), &["src"]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        run.stderr
    };
    let said = error("exclude = []\nexcludes = []\n");
    assert_eq!(
        said,
        "error: `seamwright.toml` is no configuration: line 2: `excludes` is no key: expected exclude, api or severity\n"
    );
    let said = error("[[api]]\nid = \"Acme.SmtpHelper\"\n");
    assert!(said.starts_with("error: `seamwright.toml` line 1: `Acme.SmtpHelper` is no documentation-comment id\nhint: "), "{said}");
    let said = error("[[api]]\nid = \"P:System.DateTime.Now\"\n");
    assert!(
        said.contains("line 1: `P:System.DateTime.Now` is in the catalogue already"),
        "{said}"
    );
    let run = detect(&project(""), &["src", "--config", "none.toml"]);
    assert!(
        run.code == 2 && run.stderr.contains("`none.toml` can't be read"),
        "{run}"
    );
}

#[test]
fn an_api_that_nothing_declares_is_warned_about() {
    let folder = project(
        "[[api]]\nid = \"M:Acme.SmtpHelper.Sned\"\n[[api]]\nid = \"M:Acme.SmtpHelper.Log\"\n[[api]]\nid = \"T:Acme.Lost\"\n",
    );
    let run = detect(&folder, &["src", "-q"]);
    let warnings = "warning: `seamwright.toml` line 1: `M:Acme.SmtpHelper.Sned` matches nothing: no source declares or uses it\n\
        warning: `seamwright.toml` line 5: `T:Acme.Lost` matches nothing: no source declares or uses it\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, warnings), "{run}");
}

#[test]
fn a_part_of_the_project_is_not_warned_about_the_rest() {
    let folder = project(CONFIGURATION);
    folder.write("other/A.cs", "class A { }");
    let run = detect(&folder, &["other"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
}
