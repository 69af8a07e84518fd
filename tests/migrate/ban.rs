//! Members that can't come back.

use serde_json::Value;

use crate::harness::{Folder, Program, Run};

const PROJECT: &str = "<Project Sdk=\"Microsoft.NET.Sdk\">\r\n  <PropertyGroup>\r\n    <TargetFramework>net8.0</TargetFramework>\r\n  </PropertyGroup>\r\n</Project>\r\n";

fn shop() -> Folder {
    Folder::of(&[
        ("Shop.sln", ""),
        ("shop/Shop.csproj", PROJECT),
        (
            "shop/A.cs",
            "class A { object F() => System.DateTime.UtcNow; object G() => System.DateTimeOffset.Now; }",
        ),
        (
            "shop/B.cs",
            "record B(int X) { object F() => System.DateTimeOffset.Now; }",
        ),
    ])
}

fn migrate(folder: &Folder, more: &[&str]) -> Run {
    let args = [
        ".",
        "--category",
        "time",
        "--ban",
        "--write",
        "--format",
        "json",
    ];
    let program = Program::migrate().args(args).args(more.iter().copied());
    program.cwd(folder.path()).run()
}

fn notes(json: &Value, kind: &str) -> Vec<String> {
    let notes = json["migration"]["notes"].as_array().unwrap().iter();
    let notes = notes.filter(|note| note["kind"] == kind);
    notes
        .map(|note| note["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn without_the_analyzer_nothing_is_written_and_the_option_is_named() {
    let folder = shop();
    let before = folder.snapshot();
    let run = migrate(&folder, &[]);
    assert_eq!(run.code, 3, "{run}");
    let declined = &run.json()["declined"][0];
    let package = "package:Microsoft.CodeAnalysis.BannedApiAnalyzers";
    assert_eq!(
        (&declined["what"], &declined["authorise"]),
        (&package.into(), &"--allow-packages".into())
    );
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn what_nothing_uses_any_more_is_banned_and_what_stays_is_not() {
    let folder = shop();
    let run = migrate(&folder, &["--allow-packages"]);
    assert_eq!(run.code, 0, "{run}");
    let json = run.json();
    assert_eq!(notes(&json, "banned"), ["`P:System.DateTime.UtcNow`"]);
    assert_eq!(
        notes(&json, "not-banned"),
        ["`DateTimeOffset.Now`: 1 use stays"]
    );
    let after = folder.snapshot();
    assert_eq!(
        after.text("shop/BannedSymbols.txt"),
        "P:System.DateTime.UtcNow;Read it from System.TimeProvider\r\n"
    );
    let added = "\r\n  <ItemGroup>\r\n    <PackageReference Include=\"Microsoft.CodeAnalysis.BannedApiAnalyzers\" Version=\"3.3.4\" PrivateAssets=\"all\" />\r\n  </ItemGroup>\r\n  <ItemGroup>\r\n    <AdditionalFiles Include=\"BannedSymbols.txt\" />\r\n  </ItemGroup>\r\n</Project>\r\n";
    assert_eq!(
        after.text("shop/Shop.csproj"),
        PROJECT.replace("\r\n</Project>\r\n", added)
    );
    let again = migrate(&folder, &["--allow-packages"]);
    assert_eq!((again.code, folder.snapshot()), (0, after), "{again}");
}

#[test]
fn a_list_that_is_there_grows_and_its_lines_stay() {
    let folder = shop();
    let list = "// ours\nM:System.GC.Collect;No\nP:System.DateTime.UtcNow;Ours";
    folder.write("shop/BannedSymbols.txt", list);
    folder.write("shop/B.cs", "class B { }");
    let items = "<ItemGroup><AdditionalFiles Include=\"BannedSymbols.txt\" /><PackageReference Include=\"Microsoft.CodeAnalysis.BannedApiAnalyzers\" Version=\"4.0.0\" /></ItemGroup></Project>";
    let project = PROJECT.replace("</Project>", items);
    folder.write("shop/Shop.csproj", &project);
    let run = migrate(&folder, &[]);
    assert_eq!(run.code, 0, "{run}");
    let after = folder.snapshot();
    let line = "\nP:System.DateTimeOffset.Now;Read it from System.TimeProvider\n";
    assert_eq!(
        after.text("shop/BannedSymbols.txt"),
        format!("{list}{line}")
    );
    assert_eq!(after.text("shop/Shop.csproj"), project);
}
