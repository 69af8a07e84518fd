//! Seams cut for one behaviour and the tests written for it, compiled and run; mutants of the seams turn them red.

use super::run;
use crate::harness::{CSharp, Code, Folder, Options, Run, csharp_or_skip};

const PRODUCTION: &str = "<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n    <TargetFramework>net8.0</TargetFramework>\n    <ImplicitUsings>enable</ImplicitUsings>\n    <Nullable>enable</Nullable>\n    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>\n  </PropertyGroup>\n</Project>\n";

/// A project of tests in one framework.
fn tests(packages: &[&str]) -> String {
    let line = |id: &&str| format!("    <PackageReference Include=\"{id}\" Version=\"1.0.0\" />\n");
    let packages = packages.iter().map(line).collect::<Vec<_>>().concat();
    PRODUCTION.replace(
        "</Project>",
        &format!(
            "  <ItemGroup>\n{packages}    <ProjectReference Include=\"../Shop/Shop.csproj\" />\n  </ItemGroup>\n</Project>"
        ),
    )
}

pub(super) const XUNIT: &[&str] = &["Microsoft.NET.Test.Sdk", "xunit"];
const FAKE: &str = "Microsoft.Extensions.TimeProvider.Testing";

pub(super) fn folder(code: &str, packages: &[&str]) -> Folder {
    Folder::of(&[
        ("Shop/Shop.csproj", PRODUCTION),
        ("Shop/Code.cs", code),
        ("Shop.Tests/Shop.Tests.csproj", &tests(packages)),
    ])
}

pub(super) fn code(folder: &Folder) -> Code {
    Code::folder(folder.path()).by_projects()
}

/// Cuts, writes the tests, runs them; a second run changes nothing. Gives what the first one said.
#[track_caller]
pub(super) fn cut(csharp: CSharp, folder: &Folder, args: &[&str]) -> Run {
    let before = Folder::copy_of(folder.path());
    let all = [args, &["--write", "--format", "json"]].concat();
    let first = run(folder, &all);
    assert_eq!(first.code, 0, "{first}");
    let once = folder.snapshot();
    let again = run(folder, &all);
    assert_eq!(again.code, 0, "{again}");
    assert_eq!(folder.snapshot(), once, "a second run changes something");
    let production = |folder: &Folder| Code::folder(folder.path().join("Shop"));
    let diff = csharp.public_api_diff(
        &production(&before),
        &production(folder),
        &Options::default(),
    );
    assert_eq!(
        (diff.removed, diff.changed, diff.added),
        (vec![], vec![], vec![])
    );
    csharp.compiles(&code(folder), &Options::default());
    first
}

/// Runs the tests with `old` replaced by `new` in a file; at least one fails.
#[track_caller]
pub(super) fn caught(csharp: CSharp, folder: &Folder, path: &str, old: &str, new: &str) {
    let mutant = Folder::copy_of(folder.path());
    let text = mutant.snapshot().text(path).to_owned();
    assert!(text.contains(old), "no `{old}` in {text}");
    mutant.write(path, text.replace(old, new));
    let report = csharp.test(&code(&mutant), &Options::default());
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    assert!(report.failed > 0, "`{new}` is caught by no test");
}

const STATIC_CLOCK: &str = "using System;\n\nnamespace Shop;\n\npublic static class Prices\n{\n    public static int Age(int year) => DateTime.UtcNow.Year - year;\n\n    public static DateTime Stamp() => DateTime.UtcNow;\n}\n";

/// One for each framework that the tests are written in.
const FRAMEWORKS: &[&[&str]] = &[
    XUNIT,
    &["Microsoft.NET.Test.Sdk", "xunit.v3"],
    &["Microsoft.NET.Test.Sdk", "NUnit", "NUnit3TestAdapter"],
    &[
        "Microsoft.NET.Test.Sdk",
        "MSTest.TestFramework",
        "MSTest.TestAdapter",
    ],
    &["TUnit"],
];

const AGE: &[&str] = &[
    "--target",
    "Prices.Age",
    "--case",
    "given: 2031-02-03T00:00:00Z",
    "call: Prices.Age(2028)",
    "expect: 3",
    "--case",
    "given: 1999-12-31T23:59:59Z",
    "call: Prices.Age(2000)",
    "expect: -1",
];

#[test]
fn a_static_clock_gets_a_scope_and_tests_in_every_framework() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for packages in FRAMEWORKS {
        let folder = folder(STATIC_CLOCK, packages);
        let document = cut(csharp, &folder, AGE).json();
        assert_eq!(document["behaviour"]["seams"][0]["seam"], "ambient");
        let notes = document["behaviour"]["notes"].as_array().unwrap().iter();
        let kinds: Vec<&str> = notes.map(|note| note["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["ambient-scope", "friend-assembly", "scope-tests"]);
        let report = csharp.tests_pass(&code(&folder), &Options::default());
        assert_eq!(report.passed, 5, "{packages:?}");
        // What wasn't asked for stays.
        let text = folder.snapshot().text("Shop/Code.cs").to_owned();
        assert!(text.contains("Stamp() => DateTime.UtcNow;"), "{text}");
    }
}

#[test]
fn mutants_of_a_scope_are_caught_by_the_written_tests() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let folder = folder(STATIC_CLOCK, XUNIT);
    cut(csharp, &folder, AGE);
    let path = "Shop/Code.cs";
    for (old, new) in [
        (
            "_ambientTimeProvider.Value = _previous;",
            "_ambientTimeProvider.Value = null;",
        ),
        (
            "_ambientTimeProvider.Value ?? TimeProvider.System",
            "TimeProvider.System",
        ),
        ("Year - year", "Year - year + 1"),
        (
            "CurrentTimeProvider.GetUtcNow().UtcDateTime.Year",
            "DateTime.UtcNow.Year",
        ),
        (
            "private static readonly AsyncLocal<TimeProvider?> _ambientTimeProvider = new();",
            "private sealed class Slot { public TimeProvider? Value; }\n    private static readonly Slot _ambientTimeProvider = new();",
        ),
        (
            "private static readonly AsyncLocal<TimeProvider?> _ambientTimeProvider = new();",
            "private static class Slot { [ThreadStatic] public static TimeProvider? At; }\n    private sealed class Flow { public TimeProvider? Value { get => Slot.At; set => Slot.At = value; } }\n    private static readonly Flow _ambientTimeProvider = new();",
        ),
    ] {
        caught(csharp, &folder, path, old, new);
    }
}

const LEASE: &str = "using System;\n\nnamespace Shop;\n\n/// <summary>A lease.</summary>\npublic class Lease\n{\n    private readonly int _days;\n    private DateTime _until;\n\n    /// <summary>Makes one.</summary>\n    public Lease(int days)\n    {\n        _days = days;\n        _until = DateTime.UtcNow.AddDays(days);\n    }\n\n    /// <summary>Until when.</summary>\n    public DateTime Until => _until;\n\n    /// <summary>Makes it last longer.</summary>\n    public void Renew() => _until = Stamp();\n\n    /// <summary>Whether it is over today.</summary>\n    public bool IsOver() => DateTime.Today > _until.ToLocalTime();\n\n    private DateTime Stamp() => DateTime.UtcNow.AddDays(_days);\n}\n";

#[test]
fn an_instance_keeps_its_constructor_and_the_tests_fill_the_new_one() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let folder = folder(LEASE, XUNIT);
    let args = [
        "--target",
        "Lease.Renew",
        "--case",
        "name: A renewed lease lasts from now on",
        "given: 2031-02-03T00:00:00Z",
        "call: var lease = new Lease(3); lease.Renew(); lease.Until",
        "expect: new DateTime(2031, 2, 6, 0, 0, 0, DateTimeKind.Utc)",
        "--case",
        "call: new Lease(int.MaxValue)",
        "throws: ArgumentOutOfRangeException",
        "--case",
        "call: new Lease(3).Renew()",
        "expect: done",
    ];
    let document = cut(csharp, &folder, &args).json();
    let seam = &document["behaviour"]["seams"][0];
    assert_eq!(
        (seam["seam"].as_str(), seam["on"].as_str()),
        (Some("constructor"), Some("Shop.Lease"))
    );
    let report = csharp.tests_pass(&code(&folder), &Options::default());
    assert_eq!(report.passed, 3, "{report:?}");
    let once = folder.snapshot();
    assert!(
        once.text("Shop/Code.cs")
            .contains("internal Lease(int days, TimeProvider timeProvider)")
    );
    let path = "Shop/Code.cs";
    caught(
        csharp,
        &folder,
        path,
        "_timeProvider = timeProvider;",
        "_timeProvider = TimeProvider.System;",
    );
    caught(
        csharp,
        &folder,
        path,
        "=> _timeProvider.GetUtcNow().UtcDateTime",
        "=> DateTime.UtcNow",
    );
}

#[test]
fn local_time_is_the_wall_clocks_in_whatever_zone() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let folder = folder(
        "using System;\n\nnamespace Shop;\n\npublic class Day\n{\n    public DateTime At() => DateTime.Today;\n}\n",
        XUNIT,
    );
    let args = [
        "--target",
        "Day.At",
        "--case",
        "given: 2031-02-03T23:30:00",
        "call: new Day().At()",
        "expect: new DateTime(2031, 2, 3)",
    ];
    cut(csharp, &folder, &args);
    csharp.tests_pass(&code(&folder), &Options::default());
}

const DELAYED: &str = "using System;\nusing System.Threading;\nusing System.Threading.Tasks;\n\nnamespace Shop;\n\npublic class Renewal(int minutes)\n{\n    public async Task<bool> RunAsync(CancellationToken token = default)\n    {\n        await Task.Delay(TimeSpan.FromMinutes(minutes), token);\n        return true;\n    }\n}\n";

#[test]
fn a_wait_ends_when_its_time_has_passed_and_no_tick_before() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let args = [
        "--target",
        "Renewal.RunAsync",
        "--case",
        "given: 00:05:00",
        "call: new Renewal(5).RunAsync()",
        "expect: true",
    ];
    let with = folder(DELAYED, &[XUNIT, &[FAKE]].concat());
    cut(csharp, &with, &args);
    let report = csharp.tests_pass(&code(&with), &Options::default());
    assert_eq!(report.passed, 1);
    let path = "Shop/Code.cs";
    caught(
        csharp,
        &with,
        path,
        "FromMinutes(minutes)",
        "FromMinutes(minutes - 1)",
    );
    let without = folder(DELAYED, XUNIT);
    let before = without.snapshot();
    let run = run(&without, &[&args[..], &["--write"]].concat());
    assert_eq!((run.code, without.snapshot()), (3, before));
    assert!(run.stderr.contains(FAKE), "{run}");
}

#[test]
fn a_seam_that_is_there_is_used_and_production_stays() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let there = "using System;\n\nnamespace Shop;\n\npublic class Lease(TimeProvider clock, int days)\n{\n    public DateTimeOffset Until() => clock.GetUtcNow().AddDays(days);\n}\n";
    let folder = folder(there, XUNIT);
    let before = folder.snapshot();
    let args = [
        "--target",
        "Lease.Until",
        "--case",
        "given: 2031-02-03T00:00:00Z",
        "call: new Lease(3).Until()",
        "expect: new DateTimeOffset(2031, 2, 6, 0, 0, 0, TimeSpan.Zero)",
    ];
    cut(csharp, &folder, &args);
    let after = folder.snapshot();
    assert_eq!(after.text("Shop/Code.cs"), before.text("Shop/Code.cs"));
    assert_eq!(after.text("Shop/Shop.csproj"), PRODUCTION);
    csharp.tests_pass(&code(&folder), &Options::default());
}

#[test]
fn what_cannot_be_had_ends_with_3_and_nothing_is_written() {
    let other = "using System;\nusing System.IO;\n\nnamespace Shop;\n\npublic class Export { public void Run() { File.Delete(\"a\"); File.WriteAllText(\"a\", \"b\"); } public DateTime At() => DateTime.UtcNow; }\n\npublic class Base { public DateTime At() => DateTime.UtcNow; }\npublic class Derived : Base { public DateTime Now() => At(); }\npublic struct Value { public DateTime Now() => DateTime.UtcNow; }\n";
    let with = folder(other, XUNIT);
    let alone = Folder::of(&[("Shop/Shop.csproj", PRODUCTION), ("Shop/Code.cs", other)]);
    let at = ["--case", "call: new Export().At()", "expect: null"];
    for (folder, target, case, words) in [
        (&with, "Export.Run", &[][..], "seam:constructor"),
        (&with, "Derived.Now", &[], "base class"),
        (&with, "Value.Now", &[], "`value-type`"),
        (&alone, "Export.At", &at, "tests:project"),
    ] {
        let before = folder.snapshot();
        let args = [
            &["--target", target, "--write", "--format", "json"][..],
            case,
        ]
        .concat();
        let run = run(folder, &args);
        assert_eq!(run.code, 3, "{run}");
        assert!(run.stderr.contains(words), "{run}");
        assert!(!run.json()["declined"].as_array().unwrap().is_empty());
        assert_eq!(folder.snapshot(), before);
    }
}

#[test]
fn a_diff_comes_before_a_write_and_a_check_is_a_gate() {
    let folder = folder(STATIC_CLOCK, XUNIT);
    let before = folder.snapshot();
    let shown = run(&folder, &[AGE, &["--format", "text"]].concat());
    assert_eq!(shown.code, 0, "{shown}");
    assert!(
        shown.stdout.contains("+++ b/Shop.Tests/PricesAgeTests.cs"),
        "{shown}"
    );
    let checked = run(&folder, &[AGE, &["--check", "--format", "text"]].concat());
    assert_eq!(checked.code, 1, "{checked}");
    assert_eq!(folder.snapshot(), before);
    let odd = run(
        &folder,
        &["--target", "Prices.Age", "--case", "call: F()", "given: 1"],
    );
    assert_eq!(odd.code, 2, "{odd}");
}
