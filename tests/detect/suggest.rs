//! Helpers that are worth a seam, seen from outside.

use crate::harness::{Folder, Program, Run, root};

use super::texts;

fn suggest(folder: &Folder, args: &[&str]) -> Run {
    let program = Program::detect().args(["src", "--suggest"]).args(args);
    program.cwd(folder.path()).run()
}

fn project(configuration: &str) -> Folder {
    Folder::of(&[
        (".git/HEAD", ""),
        ("seamwright.toml", configuration),
        ("src/A.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />"),
        (
            "src/Helpers.cs",
            "namespace Acme;\n\
             static class Disk { public static string Read(string p) => System.IO.File.ReadAllText(p); }\n\
             static class Settings { public static string Get() => Disk.Read(\"a\") + System.Environment.MachineName; }\n\
             static class Text { public static string Trim(string t) => t.Trim(); }\n\
             static class Lonely { static void M() => System.Console.Beep(); }\n\
             class Service { public static System.DateTime Now => System.DateTime.Now; }\n",
        ),
        (
            "src/Users.cs",
            "using Acme;\n\
             class One { string A = Settings.Get(); string B() => Settings.Get() + Text.Trim(\"\"); }\n\
             class Two { System.Func<string> C = Acme.Settings.Get; object D = Service.Now; }\n",
        ),
    ])
}

#[test]
fn helpers_are_ranked_by_their_uses() {
    let folder = project("");
    let run = suggest(&folder, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    let json = run.json();
    let ids = texts(&json["suggestions"], "id");
    assert_eq!(ids, ["T:Acme.Settings", "T:Acme.Disk", "T:Acme.Lonely"]);
    let settings = &json["suggestions"][0];
    assert_eq!(
        (settings["uses"].as_u64(), settings["files"].as_u64()),
        (Some(3), Some(1))
    );
    assert_eq!(settings["line"], 3);
    assert_eq!(json["suggestions"][1]["uses"], 1);
    assert_eq!(json["suggestions"][2]["uses"], 0);
    let page = suggest(&folder, &["--format", "text"]).stdout;
    assert!(
        page.starts_with("2 static classes reach ambient APIs for others in src\n"),
        "{page}"
    );
    assert!(
        page.contains("src/Helpers.cs:3") && page.contains("1 more reach some"),
        "{page}"
    );
}

#[test]
fn a_helper_counts_when_it_reaches_through_another() {
    let folder = project("");
    let json = suggest(&folder, &["--category", "filesystem"]).json();
    assert_eq!(
        texts(&json["suggestions"], "id"),
        ["T:Acme.Settings", "T:Acme.Disk"]
    );
    assert_eq!(
        json["suggestions"][0]["reaches"],
        serde_json::json!(["Disk.Read"])
    );
}

#[test]
fn what_the_configuration_names_is_no_news() {
    let folder = project("[[api]]\nid = \"M:Acme.Settings.Get\"\n");
    let json = suggest(&folder, &[]).json();
    assert!(
        !texts(&json["suggestions"], "id").contains(&"T:Acme.Settings"),
        "{json}"
    );
}

#[test]
fn without_helpers_it_says_so() {
    let folder = Folder::of(&[("src/A.cs", "class A { object N = System.DateTime.Now; }")]);
    let page = suggest(&folder, &["--format", "text"]).stdout;
    assert_eq!(
        page,
        "No static class that other code uses reaches an ambient API in src\n"
    );
    let run = suggest(&folder, &["--format", "sarif"]);
    assert_eq!(run.code, 2, "{run}");
    let sample = Program::detect()
        .args(["--suggest", "."])
        .cwd(root().join("tests/sample"))
        .run();
    assert_eq!(sample.code, 0, "{sample}");
}
