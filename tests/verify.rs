//! `--verify` as a user runs it: the build and the tests of what changed, by the `dotnet` on the PATH. Here that is the
//! compiler's stand-in for it, which compiles, runs the tests and writes their results as the SDK does.

use std::ffi::OsString;
use std::path::Path;

use serde_json::{Value, json};

use crate::harness::{Folder, Program, Run, batch, csharp_or_skip};

const PROJECT: (&str, &str) = (
    "src/Shop/Shop.csproj",
    "<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n    <TargetFramework>net8.0</TargetFramework>\n    <ImplicitUsings>enable</ImplicitUsings>\n  </PropertyGroup>\n</Project>\n",
);
const CLOCK: (&str, &str) = (
    "src/Shop/Stamp.cs",
    "namespace Shop;\n\npublic class Stamp\n{\n    public DateTime At() => DateTime.UtcNow;\n}\n",
);
const TEST_PROJECT: (&str, &str) = (
    "test/Shop.Tests/Shop.Tests.csproj",
    "<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n    <TargetFramework>net8.0</TargetFramework>\n    <ImplicitUsings>enable</ImplicitUsings>\n    <IsTestProject>true</IsTestProject>\n  </PropertyGroup>\n  <ItemGroup>\n    <PackageReference Include=\"Microsoft.NET.Test.Sdk\" Version=\"17.9.0\" />\n    <PackageReference Include=\"xunit\" Version=\"2.7.0\" />\n    <ProjectReference Include=\"../../src/Shop/Shop.csproj\" />\n  </ItemGroup>\n</Project>\n",
);

fn test_file(body: &str) -> String {
    format!(
        "using Shop;\nusing Xunit;\n\nnamespace Shop.Tests;\n\npublic class StampTests\n{{\n{body}}}\n"
    )
}

const PASSES: &str = "    [Fact]\n    public void Is_utc() => Assert.Equal(DateTimeKind.Utc, new Stamp().At().Kind);\n";
const FAILS: &str = "    [Fact]\n    public void Is_local() => Assert.Equal(DateTimeKind.Local, new Stamp().At().Kind);\n";

fn folder(tests: &str) -> Folder {
    let file = test_file(tests);
    Folder::of(&[
        PROJECT,
        CLOCK,
        TEST_PROJECT,
        ("test/Shop.Tests/StampTests.cs", &file),
        ("Shop.sln", SOLUTION),
    ])
}

const SOLUTION: &str = "Microsoft Visual Studio Solution File, Format Version 12.00\nProject(\"{9A19103F-16F7-4668-BE54-9A1E7A4F7556}\") = \"Shop\", \"src/Shop/Shop.csproj\", \"{11111111-1111-1111-1111-111111111111}\"\nEndProject\nProject(\"{9A19103F-16F7-4668-BE54-9A1E7A4F7556}\") = \"Shop.Tests\", \"test/Shop.Tests/Shop.Tests.csproj\", \"{22222222-2222-2222-2222-222222222222}\"\nEndProject\nGlobal\nEndGlobal\n";

/// The stand-in before everything else on the PATH.
fn path() -> OsString {
    let mut path = batch::home().into_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    path
}

fn verified(folder: &Folder, args: &[&str]) -> Run {
    Program::migrate()
        .args([".", "--write", "--format", "json"])
        .args(args)
        .cwd(folder.path())
        .env("PATH", path())
        .run()
}

fn verification(run: &Run) -> Value {
    run.json()["migration"]["verification"].clone()
}

fn has_changed(folder: &Folder) -> bool {
    folder
        .snapshot()
        .text("src/Shop/Stamp.cs")
        .contains("TimeProvider")
}

#[test]
fn a_migration_is_built_and_its_tests_are_read() {
    let Some(_) = csharp_or_skip() else { return };
    let folder = folder(PASSES);
    let run = verified(&folder, &["--verify"]);
    assert_eq!(run.code, 0, "{run}");
    let expected = json!({
        "passed": true,
        "steps": [
            {
                "command": "dotnet build src/Shop/Shop.csproj",
                "exit_code": 0,
                "passed": true,
                "tests": null,
                "summary": "Build succeeded.\n0 Warning(s)\n0 Error(s)",
            },
            {
                "command": "dotnet test test/Shop.Tests/Shop.Tests.csproj --logger trx",
                "exit_code": 0,
                "passed": true,
                "tests": {"passed": 1, "failed": 0, "skipped": 0},
                "summary": "1 passed, 0 failed, 0 not run",
            },
        ],
    });
    assert_eq!(verification(&run), expected);
    assert!(has_changed(&folder));
    // Nothing is left to change, and so nothing to verify.
    let again = verified(&folder, &["--verify"]);
    assert_eq!(
        (again.code, verification(&again)),
        (0, Value::Null),
        "{again}"
    );
}

#[test]
fn a_test_that_fails_fails_the_run_and_its_change_is_kept() {
    let Some(_) = csharp_or_skip() else { return };
    let folder = folder(&format!("{PASSES}\n{FAILS}"));
    let run = verified(&folder, &["--verify"]);
    assert_eq!(run.code, 1, "{run}");
    let said = verification(&run);
    assert_eq!(said["passed"], false);
    assert_eq!(said["steps"][1]["tests"]["failed"], 1);
    let summary = said["steps"][1]["summary"].as_str().unwrap();
    assert!(
        summary.contains("failed: Shop.Tests.StampTests.Is_local"),
        "{summary}"
    );
    assert!(
        run.stderr.contains("the verification failed: `dotnet test"),
        "{run}"
    );
    assert!(has_changed(&folder));
}

#[test]
fn a_rollback_leaves_every_byte_as_it_was() {
    let Some(_) = csharp_or_skip() else { return };
    let folder = folder(FAILS);
    let before = folder.snapshot();
    let run = verified(&folder, &["--verify", "--rollback"]);
    assert_eq!(run.code, 1, "{run}");
    assert_eq!(folder.snapshot(), before);
    // What the document says of the files is true again: the next stage could apply its changes.
    let next = Program::migrate()
        .args(["--format", "json"])
        .cwd(folder.path())
        .stdin(run.stdout.clone())
        .run();
    assert_eq!(next.code, 0, "{next}");
}

#[test]
fn a_build_that_fails_is_quoted_and_no_test_is_run() {
    let Some(_) = csharp_or_skip() else { return };
    let folder = folder(PASSES);
    let broken = "namespace Shop;\n\npublic class Broken : Missing { }\n";
    std::fs::write(folder.path().join("src/Shop/Broken.cs"), broken).unwrap();
    let run = verified(&folder, &["--verify"]);
    assert_eq!(run.code, 1, "{run}");
    let steps = verification(&run)["steps"].clone();
    assert!(
        steps[0]["summary"]
            .as_str()
            .unwrap()
            .contains("error CS0246"),
        "{steps}"
    );
    assert_eq!(steps[1]["exit_code"], Value::Null);
    let blocked = "not run, since `dotnet build src/Shop/Shop.csproj` failed";
    assert_eq!(steps[1]["summary"], blocked);
}

#[test]
fn no_test_proves_nothing() {
    let Some(_) = csharp_or_skip() else { return };
    let empty = folder("");
    let run = verified(&empty, &["--verify"]);
    assert_eq!(run.code, 1, "{run}");
    assert!(
        verification(&run).to_string().contains("no test ran"),
        "{run}"
    );
    let alone = Folder::of(&[PROJECT, CLOCK]);
    let run = verified(&alone, &["--verify"]);
    assert_eq!(run.code, 1, "{run}");
    let steps = verification(&run)["steps"].clone();
    assert_eq!(steps[0]["passed"], true, "{steps}");
    assert_eq!(steps[1]["summary"], "no test project reaches what changed");
}

#[test]
fn what_cannot_be_verified_is_not_written() {
    let loose = Folder::of(&[CLOCK]);
    let before = loose.snapshot();
    let run = verified(&loose, &["--verify"]);
    assert_eq!(run.code, 3, "{run}");
    assert_eq!(run.json()["declined"][0]["what"], "verification:project");
    assert_eq!(loose.snapshot(), before);
    let folder = folder(PASSES);
    let before = folder.snapshot();
    let run = Program::migrate()
        .args([".", "--write", "--verify", "--format", "json"])
        .cwd(folder.path())
        .env("PATH", Path::new("/nonexistent"))
        .run();
    assert_eq!(run.code, 3, "{run}");
    assert_eq!(run.json()["declined"][0]["authorise"], "--verify-command");
    assert_eq!(folder.snapshot(), before);
}

#[cfg(unix)]
#[test]
fn another_build_system_counts_by_its_exit_code() {
    let good = folder(PASSES);
    let run = verified(
        &good,
        &["--verify-command", "grep -q TimeProvider src/Shop/Stamp.cs"],
    );
    assert_eq!(run.code, 0, "{run}");
    let bad = folder(PASSES);
    let before = bad.snapshot();
    let line = "echo it is red; exit 7";
    let run = verified(&bad, &["--verify-command", line, "--rollback"]);
    assert_eq!(run.code, 1, "{run}");
    let step = verification(&run)["steps"][0].clone();
    assert_eq!(
        (&step["exit_code"], &step["summary"]),
        (&json!(7), &json!("it is red"))
    );
    assert_eq!(bad.snapshot(), before);
}

#[test]
fn what_makes_no_sense_together_is_refused() {
    let folder = Folder::of(&[CLOCK]);
    for args in [&[".", "--verify"][..], &[".", "--write", "--rollback"]] {
        let run = Program::migrate().args(args).cwd(folder.path()).run();
        assert_eq!(run.code, 2, "{run}");
    }
}
