//! Ambient scopes, compiled and run: what a scope promises holds, each mutant of it is caught by the same test, and code
//! of every shape that reads from one still compiles.

use std::fmt::Write as _;

use super::{migrated, run};
use crate::harness::{CSharp, Code, Folder, Options, Program, csharp_or_skip};

const PRICES: &str = "using System;\n\nnamespace Shop;\n\npublic static class Prices\n{\n    public static DateTime Now() => DateTime.UtcNow;\n}\n";

/// What a scope promises.
const PROMISES: &str = r#"
using System;
using System.Threading;
using System.Threading.Tasks;
using Shop;
using Xunit;

public class Promises
{
    private sealed class At(int year) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(year, 1, 1, 0, 0, 0, TimeSpan.Zero);
    }

    private static int Year => Prices.Now().Year;

    private static IDisposable Put(int year) => Prices.OverrideTimeProvider(new At(year));

    private static bool IsReal() => (DateTime.UtcNow - Prices.Now()).Duration() < TimeSpan.FromMinutes(1);

    [Fact]
    public void The_default_is_the_real_clock()
    {
        Assert.True(IsReal());
        Assert.Equal(DateTimeKind.Utc, Prices.Now().Kind);
    }

    [Fact]
    public void A_scope_substitutes_and_restores()
    {
        using (Put(2001))
        {
            Assert.Equal(2001, Year);
        }
        Assert.True(IsReal());
    }

    [Fact]
    public void The_outer_value_is_back_after_an_exception()
    {
        using (Put(2001))
        {
            try
            {
                using (Put(2002))
                {
                    Assert.Equal(2002, Year);
                    throw new InvalidOperationException();
                }
            }
            catch (InvalidOperationException)
            {
            }
            Assert.Equal(2001, Year);
        }
        Assert.True(IsReal());
    }

    [Fact]
    public void A_second_dispose_does_nothing()
    {
        using (Put(2001))
        {
            var inner = Put(2002);
            inner.Dispose();
            using (Put(2003))
            {
                inner.Dispose();
                Assert.Equal(2003, Year);
            }
        }
    }

    [Fact]
    public void Nothing_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => Prices.OverrideTimeProvider(null!));
    }

    [Fact]
    public async Task Overlapping_flows_have_their_own()
    {
        var first = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var second = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        async Task<int> Flow(int year, TaskCompletionSource own, TaskCompletionSource other)
        {
            using (Put(year))
            {
                own.SetResult();
                await other.Task;
                return Year;
            }
        }
        var years = await Task.WhenAll(Task.Run(() => Flow(2001, first, second)), Task.Run(() => Flow(2002, second, first)));
        Assert.Equal(new[] { 2001, 2002 }, years);
        Assert.True(IsReal());
    }

    [Fact]
    public void A_flow_keeps_it_on_another_thread()
    {
        using (Put(2001))
        {
            var seen = 0;
            var context = ExecutionContext.Capture()!;
            var thread = new Thread(() => ExecutionContext.Run(context, _ => seen = Year, null));
            thread.Start();
            thread.Join();
            Assert.Equal(2001, seen);
        }
    }

    [Fact]
    public async Task Work_that_is_started_inside_carries_it_along()
    {
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<int> work;
        using (Put(2001))
        {
            work = Task.Run(async () =>
            {
                await gate.Task;
                return Year;
            });
        }
        Assert.True(IsReal());
        gate.SetResult();
        Assert.Equal(2001, await work);
    }

    [Fact]
    public async Task What_a_child_puts_in_stays_with_it()
    {
        using (Put(2001))
        {
            await Task.Run(() => Put(2002));
            Assert.Equal(2001, Year);
        }
    }
}
"#;

/// What mutants are made of.
const PARTS: &str = r"
using System;
using System.Collections.Generic;

namespace Shop;

internal sealed class Stacked<T> where T : class?
{
    private readonly Stack<T> _all = new();

    public T? Value
    {
        get { lock (_all) { return _all.TryPeek(out var top) ? top : null; } }
        set { lock (_all) { if (value is null) { _all.Clear(); } else { _all.Push(value); } } }
    }
}

internal sealed class Stopped : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch;
}
";

fn promises(csharp: CSharp, scope: &str) -> (usize, Vec<String>) {
    let code = Code::files(&[
        ("Prices.cs", scope),
        ("Promises.cs", PROMISES),
        ("Parts.cs", PARTS),
    ]);
    let report = csharp.test(&code, &Options::default().stub("xunit"));
    assert_eq!(report.errors, [], "{scope}");
    let failed = report.tests.iter();
    let failed = failed.filter(|test| test.outcome == crate::harness::Outcome::Failed);
    (
        report.passed as usize,
        failed.map(|test| test.name.clone()).collect(),
    )
}

#[test]
fn a_scope_keeps_its_promises_and_no_mutant_does() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = migrated(csharp, &[("Prices.cs", PRICES)], &Options::default());
    let scope = all.text("Prices.cs");
    assert_eq!(promises(csharp, scope), (9, vec![]), "{scope}");
    let slot = "AsyncLocal<TimeProvider?>";
    for (what, from, to) in [
        ("null on dispose", ".Value = _previous;", ".Value = null;"),
        ("one value a thread", slot, "ThreadLocal<TimeProvider?>"),
        ("a shared stack", slot, "Stacked<TimeProvider?>"),
        (
            "no argument check",
            " ?? throw new ArgumentNullException(nameof(timeProvider))",
            "",
        ),
        (
            "every dispose counts",
            "Exchange(ref _disposed, 1) == 0",
            "Exchange(ref _disposed, 1) >= 0",
        ),
        (
            "another default",
            "?? TimeProvider.System",
            "?? new Stopped()",
        ),
    ] {
        let mutant = scope.replace(from, to);
        assert_ne!(mutant, scope, "{what}");
        let (_, failed) = promises(csharp, &mutant);
        assert!(!failed.is_empty(), "{what} isn't caught");
    }
}

#[test]
fn a_static_helper_with_forty_callers_keeps_its_public_face() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let library = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>\n";
    let user = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><ItemGroup><ProjectReference Include=\"../Shop/Shop.csproj\" /></ItemGroup></Project>\n";
    let tests = user.replace(
        "<ItemGroup>",
        "<ItemGroup><PackageReference Include=\"xunit\" Version=\"2.9.0\" />",
    );
    let helper = "using System;\n\nnamespace Shop;\n\n/// <summary>Due dates.</summary>\npublic static class Due\n{\n    private static readonly DateTime Started = Today().AddDays(-1);\n\n    public static DateTime Today() => DateTime.Today;\n\n    public static bool IsPast(this DateTime at) => at < DateTime.UtcNow && at > Started;\n}\n";
    let mut files = vec![
        ("Shop/Shop.csproj".to_owned(), library.to_owned()),
        ("Shop/Due.cs".to_owned(), helper.to_owned()),
        ("User/User.csproj".to_owned(), user.to_owned()),
        ("Shop.Tests/Shop.Tests.csproj".to_owned(), tests),
    ];
    for number in 0..40 {
        let mut text = String::new();
        let _ = write!(
            text,
            "using System;\nusing Shop;\n\npublic class Caller{number}\n{{\n    public bool F(DateTime at) => at.IsPast() && Due.Today() > at;\n}}\n"
        );
        let folder = if number % 2 == 0 { "Shop" } else { "User" };
        files.push((format!("{folder}/Caller{number}.cs"), text));
    }
    let named: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let before = Folder::of(&named);
    let all = migrated(csharp, &named, &Options::default());
    for (path, text) in named.iter().filter(|(path, _)| path.contains("Caller")) {
        assert_eq!(all.text(path), *text);
    }
    let after = Folder::copy_of(before.path());
    for path in [
        "Shop/Due.cs",
        "Shop/Shop.csproj",
        "Shop.Tests/DueTimeProviderScopeTests.cs",
    ] {
        after.write(path, all.text(path));
    }
    assert!(
        all.text("Shop/Shop.csproj")
            .contains("<InternalsVisibleTo Include=\"Shop.Tests\" />")
    );
    let code = |folder: &Folder| Code::folder(folder.path()).by_projects();
    let face = csharp.public_api_diff(&code(&before), &code(&after), &Options::default());
    assert_eq!(
        (face.removed, face.changed, face.added),
        (vec![], vec![], vec![])
    );
    let uses = "public class Uses\n{\n    public System.IDisposable F() => Shop.Due.OverrideTimeProvider(System.TimeProvider.System);\n}\n";
    after.write("Shop.Tests/Uses.cs", uses);
    csharp.compiles(&code(&after), &Options::default());
    assert_eq!(
        csharp.tests_pass(&code(&after), &Options::default()).passed,
        3
    );
    after.write("User/Uses.cs", uses);
    let report = csharp.check(&code(&after), &Options::default());
    let ids: Vec<&str> = report.errors.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["CS0122"], "{:?}", report.errors);
}

/// Static code of many shapes; `?` only where the project has it.
const SHAPES: &[(&str, &str)] = &[
    (
        "Generic.cs",
        "using System;\n\nnamespace Shop\n{\n    public class Cache<T>\n    {\n        private static readonly DateTime Start = DateTime.UtcNow;\n\n        public static TimeSpan Age() => DateTime.UtcNow - Start;\n\n        public static class Inner\n        {\n            public static DateTime Now => DateTime.Now;\n        }\n    }\n}\n",
    ),
    (
        "Part.One.cs",
        "using System;\n\nnamespace Shop\n{\n    public static partial class Part\n    {\n        public static DateTime One() => DateTime.UtcNow;\n    }\n}\n",
    ),
    (
        "Part.Two.cs",
        "namespace Shop\n{\n    public static partial class Part\n    {\n        private static readonly System.DateTime Two = One();\n\n        public static bool Past(System.DateTime at)\n        {\n            return at < System.DateTime.UtcNow && Two < at;\n        }\n    }\n}\n",
    ),
    (
        "Nested.cs",
        "namespace Shop\n{\n\tpublic class Outer {\n\t\tint count;\n\n\t\tpublic int Count() {\n\t\t\treturn count + Helper.Year();\n\t\t}\n\n\t\tprivate static class Helper {\n\t\t\tpublic static int Year() {\n\t\t\t\treturn System.DateTime.Today.Year;\n\t\t\t}\n\t\t}\n\t}\n}\n",
    ),
    (
        "Names.cs",
        "using System;\n\nnamespace Shop\n{\n    public class Base\n    {\n        protected static int CurrentTimeProvider = 1;\n    }\n\n    public class Names : Base\n    {\n        private static int s_a = CurrentTimeProvider;\n\n        public static DateTime At(int AsyncLocal) => DateTime.UtcNow.AddDays(s_a + AsyncLocal);\n    }\n\n    public class Below : Names\n    {\n        public void OverrideTimeProvider2()\n        {\n        }\n    }\n}\n",
    ),
    (
        "Hidden.cs",
        "namespace Shop.Threading\n{\n    public class Interlocked\n    {\n    }\n\n    public class TimeProvider\n    {\n    }\n\n    internal static class Hidden\n    {\n        public static System.Func<System.DateTime> Clock = () => System.DateTime.UtcNow;\n\n        public static object F()\n        {\n            System.Func<object> f = () => System.DateTimeOffset.Now;\n            return f();\n        }\n    }\n}\n",
    ),
    (
        "OneLine.cs",
        "public static class OneLine { public static System.DateTime F() => System.DateTime.UtcNow; }\n",
    ),
    (
        "Windows.cs",
        "using System;\r\nusing System.Threading;\r\n\r\nnamespace Shop\r\n{\r\n    public struct Money\r\n    {\r\n        public DateTime At() => DateTime.UtcNow;\r\n    }\r\n\r\n    public static class Windows\r\n    { // first\r\n        public static DateTime F() => DateTime.UtcNow;\r\n\r\n    }\r\n}\r\n",
    ),
    (
        "Mixed.cs",
        "using System;\n\nnamespace Shop\n{\n    public class Mixed\n    {\n        private readonly int _a;\n\n        public Mixed(int a)\n        {\n            _a = a;\n        }\n\n        public DateTime At() => DateTime.UtcNow.AddDays(_a);\n\n        public static DateTime Now() => DateTime.UtcNow;\n    }\n\n    public class Failure : Exception\n    {\n        public DateTime At { get; } = DateTime.UtcNow;\n    }\n}\n",
    ),
];

/// Nullable is off here, and on in a new file beside it.
const OFF: (&str, &str) = (
    "Off.cs",
    "#nullable disable\nusing System;\n\nnamespace Shop\n{\n    public static partial class Off\n    {\n        public static DateTime F() => DateTime.UtcNow;\n    }\n}\n",
);

fn project(language: &str, nullable: &str) -> String {
    format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>disable</ImplicitUsings><LangVersion>{language}</LangVersion><Nullable>{nullable}</Nullable></PropertyGroup></Project>\n"
    )
}

/// Migrates the shapes as `args` ask and lets the compiler judge; gives the number of replaced sites.
#[track_caller]
fn shapes(csharp: CSharp, language: &str, nullable: &str, args: &[&str]) -> (u64, Vec<String>) {
    let own = project(language, nullable);
    let mut files = vec![("Shop.csproj", own.as_str())];
    files.extend(SHAPES);
    if nullable == "enable" {
        files.push(OFF);
    }
    let folder = Folder::of(&files);
    let all = |args: &[&str]| {
        let mut words = vec![".", "--category", "time", "--write", "--format", "json"];
        words.extend(args);
        run(&folder, &words).json()
    };
    let document = all(args);
    let once = folder.snapshot();
    let mut options = Options::default()
        .warnings_as_errors()
        .with("--nowarn", "CS0169,CS0649,CS0414");
    if nullable == "enable" {
        options = options.nullable();
    }
    csharp.compiles(&Code::folder(folder.path()).by_projects(), &options);
    all(args);
    assert_eq!(folder.snapshot(), once, "a second run changes something");
    let migration = &document["migration"];
    let remaining = migration["remaining"].as_array().unwrap().iter();
    let mut reasons: Vec<String> = remaining
        .map(|one| one["reason"].as_str().unwrap().to_owned())
        .collect();
    reasons.sort();
    let replaced = migration["replaced"].as_u64().unwrap();
    assert_eq!(
        migration["found"].as_u64().unwrap(),
        replaced + reasons.len() as u64
    );
    (replaced, reasons)
}

#[test]
fn static_code_of_every_shape_compiles_without_a_warning() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for (language, nullable) in [("7.3", "disable"), ("12", "enable")] {
        let off = u64::from(nullable == "enable");
        let (replaced, reasons) = shapes(csharp, language, nullable, &[]);
        let expected = [
            "framework-constructed",
            "mixed-source",
            "static-initializer",
            "value-type",
        ];
        assert_eq!(
            (replaced, reasons),
            (11 + off, expected.map(str::to_owned).to_vec())
        );
        for args in [
            &["--injection", "ambient"][..],
            &["--injection", "ambient", "--ambient", "shared"][..],
        ] {
            let (replaced, reasons) = shapes(csharp, language, nullable, args);
            assert_eq!(
                (replaced, reasons),
                (14 + off, vec!["static-initializer".to_owned()])
            );
        }
    }
}

/// The tests that come with a scope pass, and a mutant of the scope fails them.
#[test]
fn a_scope_comes_with_its_tests_in_the_style_of_the_others() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for (package, using, class, test) in [
        ("xunit", "Xunit", "", "[Fact]"),
        ("xunit.v3", "Xunit", "", "[Fact]"),
        ("NUnit", "NUnit.Framework", "", "[Test]"),
        ("TUnit", "TUnit.Core", "", "[Test]"),
        (
            "MSTest.TestFramework",
            "Microsoft.VisualStudio.TestTools.UnitTesting",
            "[TestClass]\n",
            "[TestMethod]",
        ),
    ] {
        let own = project("12", "enable");
        let tests = own.replace(
            "</PropertyGroup>",
            &format!("</PropertyGroup><ItemGroup><PackageReference Include=\"{package}\" Version=\"3.0.0\" /><ProjectReference Include=\"../Shop/Shop.csproj\" /></ItemGroup>"),
        );
        let there = format!(
            "using {using};\n\nnamespace Shop.Tests;\n\n{class}public class There\n{{\n    {test}\n    public void Is()\n    {{\n    }}\n}}\n"
        );
        let folder = Folder::of(&[
            ("Shop/Shop.csproj", own.as_str()),
            ("Shop/Prices.cs", PRICES),
            (
                "Shop/Ids.cs",
                "using System;\n\nnamespace Shop;\n\npublic static class Ids<T>\n{\n    public static Guid New() => Guid.NewGuid();\n}\n",
            ),
            ("Shop.Tests/Shop.Tests.csproj", &tests),
            ("Shop.Tests/There.cs", &there),
        ]);
        let wrap = Program::wrap()
            .args([".", "--write"])
            .cwd(folder.path())
            .run();
        assert_eq!(wrap.code, 0, "{wrap}");
        run(&folder, &[".", "--write"]);
        let once = folder.snapshot();
        run(&folder, &[".", "--write"]);
        assert_eq!(folder.snapshot(), once, "a second run changes something");
        let code = || Code::folder(folder.path()).by_projects();
        let report = csharp.tests_pass(&code(), &Options::default());
        assert_eq!(report.passed, 7, "{package}");
        let scope = once.text("Shop/Prices.cs");
        folder.write(
            "Shop/Prices.cs",
            scope.replace(".Value = _previous;", ".Value = null;"),
        );
        assert_eq!(
            csharp.test(&code(), &Options::default()).failed,
            1,
            "{package}"
        );
    }
}

/// Where the build writes no attributes, an item of the project names no friend; and nobody makes up a key.
#[test]
fn friends_are_named_where_the_build_heeds_them() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let item = "<ItemGroup><InternalsVisibleTo Include=\"Shop.Tests\" /></ItemGroup>";
    let tests = project("12", "enable").replace(
        "</PropertyGroup>",
        "</PropertyGroup><ItemGroup><PackageReference Include=\"xunit\" Version=\"2.9.0\" /><ProjectReference Include=\"../Shop/Shop.csproj\" /></ItemGroup>",
    );
    for (properties, attribute, friend) in [
        (
            "<GenerateAssemblyInfo>false</GenerateAssemblyInfo>",
            "",
            true,
        ),
        (
            "",
            "using System.Runtime.CompilerServices;\n\n[assembly: InternalsVisibleTo(\"Shop.Web\")]\n",
            true,
        ),
        (
            "<SignAssembly>true</SignAssembly><AssemblyOriginatorKeyFile>a.snk</AssemblyOriginatorKeyFile>",
            "",
            false,
        ),
    ] {
        let mut own = project("12", "enable")
            .replace("</PropertyGroup>", &format!("{properties}</PropertyGroup>"));
        if properties.starts_with("<Generate") {
            own = own.replace("</Project>", &format!("{item}</Project>"));
        }
        let folder = Folder::of(&[
            ("Shop/Shop.csproj", own.as_str()),
            ("Shop/Prices.cs", PRICES),
            ("Shop.Tests/Shop.Tests.csproj", &tests),
        ]);
        if !attribute.is_empty() {
            folder.write("Shop/Friends.cs", attribute);
        }
        let document = run(&folder, &[".", "--write", "--format", "json"]).json();
        let notes = document["migration"]["notes"].as_array().unwrap().iter();
        let kinds: Vec<&str> = notes.map(|note| note["kind"].as_str().unwrap()).collect();
        let after = folder.snapshot();
        if friend {
            assert_eq!(kinds, ["ambient-scope", "friend-assembly", "scope-tests"]);
            assert_eq!(after.text("Shop/Shop.csproj"), own);
            let code = Code::folder(folder.path()).by_projects();
            assert_eq!(csharp.tests_pass(&code, &Options::default()).passed, 3);
        } else {
            assert_eq!(kinds, ["ambient-scope", "friend-by-hand"]);
            // With the key beside it, its public part is named.
            let pair = [
                &[7, 2, 0, 0, 0, 0x24, 0, 0][..],
                b"RSA2",
                &1024_u32.to_le_bytes(),
                &[1, 0, 1, 0],
                &[0xC5; 128 + 64 * 5 + 128],
            ];
            let signed = tests.replace(
                "</PropertyGroup>",
                &format!(
                    "{}</PropertyGroup>",
                    properties.replace("a.snk", "../Shop/a.snk")
                ),
            );
            let folder = Folder::of(&[
                ("Shop/Shop.csproj", own.as_str()),
                ("Shop/Prices.cs", PRICES),
                ("Shop.Tests/Shop.Tests.csproj", &signed),
            ]);
            folder.write("Shop/a.snk", pair.concat());
            run(&folder, &[".", "--write"]);
            let now = folder.snapshot();
            let named = "<InternalsVisibleTo Include=\"Shop.Tests\" Key=\"00240000048000009400000006020000002400005253413100040000010001\
                         00c5c5";
            assert!(
                now.text("Shop/Shop.csproj").contains(named),
                "{}",
                now.text("Shop/Shop.csproj")
            );
            let code = Code::folder(folder.path()).by_projects();
            csharp.compiles(&code, &Options::default());
        }
        if !attribute.is_empty() {
            let named = format!("{attribute}[assembly: InternalsVisibleTo(\"Shop.Tests\")]\n");
            assert_eq!(after.text("Shop/Friends.cs"), named);
        }
    }
}
