//! The lists of remarks beside the findings, through the real program.

use serde_json::Value;

use super::texts;
use crate::harness::{Folder, Program};

const PROJECT: &str = r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
</Project>
"#;

const TEST_PROJECT: &str = r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="xunit" Version="2.9.0" />
    <ProjectReference Include="../Kiln/Kiln.csproj" />
  </ItemGroup>
</Project>
"#;

const KILN: &str = "namespace Works;

public sealed class Kiln
{
    private readonly TimeProvider _time;

    public Kiln(TimeProvider? time = null) => _time = time ?? TimeProvider.System;

    public TimeSpan Fire(List<Pot> pots, double heat)
    {
        var lit = DateTime.UtcNow;
        Load(pots.OrderBy(_ => Guid.NewGuid()));
        Load(pots.OrderBy(pot => pot.Mark));
        Note(heat.ToString());
        Note(_time.GetUtcNow().ToLocalTime());
        return DateTime.UtcNow - lit;
    }
}
";

const POT: &str = "namespace Works;

public sealed class Pot
{
    public Guid Mark { get; } = Guid.NewGuid();
}
";

const TESTS: &str = "using Xunit;

namespace Works;

public class KilnTests
{
    [Fact]
    public void Fires()
    {
        Thread.Sleep(20);
        Assert.True(new Kiln().Fire([], 1) < DateTime.UtcNow - DateTime.UnixEpoch);
    }
}
";

fn works() -> Folder {
    Folder::of(&[
        ("Kiln/Kiln.csproj", PROJECT),
        ("Kiln/Kiln.cs", KILN),
        ("Kiln/Pot.cs", POT),
        ("Kiln.Tests/Kiln.Tests.csproj", TEST_PROJECT),
        ("Kiln.Tests/KilnTests.cs", TESTS),
    ])
}

fn run(folder: &Folder, args: &[&str]) -> String {
    let run = Program::detect().args(args).arg(".").cwd(folder.path());
    let run = run.run();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    run.stdout
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    serde_json::from_str(&run(folder, args)).unwrap()
}

#[test]
fn what_is_remarked_is_listed_and_not_counted() {
    let document = json(&works(), &[]);
    let listed = &document["advisories"];
    assert_eq!(
        texts(listed, "kind"),
        [
            "self-defaulting-seam",
            "order-by-chance",
            "order-by-chance",
            "elapsed-wall-clock",
        ],
        "{document}"
    );
    assert_eq!(
        texts(listed, "text"),
        [
            "time ?? TimeProvider.System",
            "OrderBy(_ => Guid.NewGuid())",
            "OrderBy(pot => pot.Mark)",
            "DateTime.UtcNow - lit",
        ]
    );
    let last = &listed[3];
    assert_eq!((&last["line"], &last["column"]), (&16.into(), &16.into()));
    assert_eq!(last["type"], "Works.Kiln");
    assert_eq!(last["member"], "Fire");
    assert_eq!(last["project"], "Kiln/Kiln.csproj");
    assert!(listed[2]["detail"].as_str().unwrap().contains("Pot.Mark"));
    assert_eq!(document["test_smells"], serde_json::json!([]));
    // Two reads of the clock and two ids.
    assert_eq!(document["totals"]["findings"], 4);
}

#[test]
fn each_list_has_its_head_and_table() {
    let folder = works();
    let text = run(&folder, &["--format", "text"]);
    let (_, list) = text.split_once("\nOrder by chance\n").unwrap();
    let rows: Vec<&str> = list.lines().skip(2).take(2).collect();
    assert!(
        rows[0].starts_with("  Kiln/Kiln.cs:12:19  OrderBy(_ => Guid.NewGuid())  "),
        "{text}"
    );
    assert!(
        rows[1].ends_with("Pot.Mark is set by Guid.NewGuid"),
        "{text}"
    );
    let page = run(&folder, &["--format", "markdown"]);
    assert!(
        page.contains("\n## Elapsed time from wall clocks\n")
            && page.contains(
                "| `Kiln/Kiln.cs:16:16` | `DateTime.UtcNow - lit` | `Works.Kiln.Fire` |\n"
            ),
        "{page}"
    );
    assert!(page.contains("\n## Self-defaulting seams\n"), "{page}");
    assert!(!page.contains("Test smells"), "{page}");
}

#[test]
fn implicit_lists_are_made_when_they_are_asked_for() {
    let folder = works();
    let kinds = |args: &[&str]| {
        let document = json(&folder, args);
        let kinds = texts(&document["advisories"], "kind").into_iter();
        let kinds = kinds.filter(|kind| kind.starts_with("implicit"));
        kinds.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&[]), [""; 0]);
    assert_eq!(
        kinds(&["--advisory", "implicit-culture"]),
        ["implicit-culture"]
    );
    let both = [
        "--advisory",
        "implicit-zone",
        "--advisory",
        "implicit-culture",
    ];
    assert_eq!(kinds(&both), ["implicit-culture", "implicit-zone"]);
    // What is asked for by name comes whatever the categories are.
    let other = ["--category", "console", "--advisory", "implicit-zone"];
    assert_eq!(kinds(&other), ["implicit-zone"]);
    let bad = Program::detect().args(["--advisory", "order-by-chance", "."]);
    assert_eq!(bad.cwd(folder.path()).run().code, 2);
}

#[test]
fn a_category_that_is_asked_for_has_its_lists_alone() {
    let folder = works();
    let kinds = |category| {
        let document = json(&folder, &["--category", category]);
        let kinds = texts(&document["advisories"], "kind").into_iter();
        kinds.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds("time"),
        ["self-defaulting-seam", "elapsed-wall-clock"]
    );
    assert_eq!(kinds("randomness"), ["order-by-chance", "order-by-chance"]);
    let page = run(&folder, &["--category", "console", "--format", "text"]);
    assert_eq!(page.lines().count(), 2, "{page}");
}

#[test]
fn tests_are_smelled_at_when_they_are_looked_at() {
    let document = json(&works(), &["--include-tests"]);
    assert_eq!(
        texts(&document["test_smells"], "kind"),
        ["sleeping", "real-clock-in-expectation"]
    );
    let paths = texts(&document["advisories"], "path");
    assert!(
        paths.iter().all(|path| path.starts_with("Kiln/")),
        "{paths:?}"
    );
    let smells = document["test_smells"].as_array().unwrap();
    assert!(smells[0]["advice"].as_str().unwrap().contains("fake clock"));
    let page = run(&works(), &["--include-tests", "--format", "text"]);
    let (_, list) = page.split_once("\nTest smells\n").unwrap();
    assert!(list.contains("Kiln.Tests/KilnTests.cs:10:9"), "{page}");
}

#[test]
fn the_lists_do_not_depend_on_the_number_of_threads() {
    let folder = works();
    let args = [
        "--include-tests",
        "--advisory",
        "implicit-culture",
        "--jobs",
    ];
    let one = run(&folder, &[&args[..], &["1"]].concat());
    for jobs in ["2", "16"] {
        assert!(
            one == run(&folder, &[&args[..], &[jobs]].concat()),
            "{jobs}"
        );
    }
}

#[test]
fn later_stages_pass_the_lists_on() {
    let folder = works();
    let before = json(&folder, &["--include-tests"]);
    let stages = [Program::wrap(), Program::migrate()];
    for stage in stages {
        let input = serde_json::to_vec(&before).unwrap();
        let after = stage.cwd(folder.path()).stdin(input).run();
        assert_eq!(after.code, 0, "{after}");
        let after = after.json();
        for list in ["advisories", "test_smells"] {
            assert!(!before[list].as_array().unwrap().is_empty(), "{list}");
            assert_eq!(before[list], after[list], "{list}");
        }
    }
    let shown = Program::detect().args(["--format", "text"]);
    let shown = shown.stdin(before.to_string()).run().stdout;
    assert!(shown.contains("\nTest smells\n"), "{shown}");
}

#[test]
fn a_list_explains_itself() {
    for name in ["elapsed-wall-clock", "implicit-zone", "fixed-port"] {
        let run = Program::detect().args(["--explain", name]).run();
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
        assert!(run.stdout.starts_with(&format!("{name}\n")), "{run}");
        assert!(
            run.stdout.contains("Before:") && run.stdout.contains("Better: "),
            "{run}"
        );
    }
}
