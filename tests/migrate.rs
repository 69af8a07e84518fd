//! Migrations on disk, judged by the C# compiler: no new error, the same APIs counted before and after, nothing left
//! to do for a second run.

mod ambient;
mod ban;
mod construction;
mod kept;

use crate::harness::{CSharp, Code, Folder, Options, Program, Run, Snapshot, csharp_or_skip};

fn run(folder: &Folder, args: &[&str]) -> Run {
    let run = Program::migrate().args(args).cwd(folder.path()).run();
    assert_eq!(run.code, 0, "{run}");
    run
}

/// Migrates all clocks of the files and checks what holds for each migration; gives the files afterwards.
#[track_caller]
fn migrated(csharp: CSharp, files: &[(&str, &str)], options: &Options) -> Snapshot {
    let before = Folder::of(files);
    let after = Folder::copy_of(before.path());
    let document = run(
        &after,
        &[".", "--category", "time", "--write", "--format", "json"],
    )
    .json();
    let once = after.snapshot();
    let code = |folder: &Folder| {
        let projects = files.iter().filter(|(path, _)| path.ends_with("proj"));
        let all = Code::folder(folder.path());
        if projects.count() > 1 {
            all.by_projects()
        } else {
            all
        }
    };
    csharp.adds_no_errors(&code(&before), &code(&after), options);
    let migration = &document["migration"];
    let count = |field: &str| migration[field].as_u64().unwrap();
    let remaining = migration["remaining"].as_array().unwrap().len() as u64;
    assert_eq!(count("found"), count("replaced") + remaining);
    let seen = |folder: &Folder| csharp.detect(&code(folder), &[], options);
    let clocks = |folder: &Folder| {
        let hits = seen(folder);
        let clocks = hits
            .iter()
            .filter(|hit| hit.doc_id.starts_with("P:System.DateTime"));
        clocks.filter(|hit| !hit.in_nameof).count() as u64
    };
    assert_eq!(
        clocks(&before),
        clocks(&after) + count("replaced"),
        "{once:?}"
    );
    run(&after, &[".", "--category", "time", "--write"]);
    assert_eq!(after.snapshot(), once, "a second run changes something");
    once
}

#[test]
fn classes_of_every_shape_still_compile() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = migrated(
        csharp,
        &[
            (
                "Plain.cs",
                "namespace N;\n\npublic class Plain\n{\n    public DateTime Now() => DateTime.Now;\n}\n",
            ),
            (
                "Several.cs",
                "namespace N;\n\npublic class Several\n{\n    private readonly int _a;\n\n    public Several() : this(1)\n    {\n    }\n\n    public Several(int a)\n    {\n        _a = a;\n    }\n\n    public Several(string b, params int[] c) => _a = c.Length + b.Length;\n\n    public DateTime At() => DateTime.UtcNow.AddDays(_a);\n}\n",
            ),
            (
                "Primary.cs",
                "namespace N;\n\npublic class Primary(int days)\n{\n    private readonly DateTime _start = DateTime.UtcNow;\n\n    public bool Past() => _start.AddDays(days) < DateTime.UtcNow;\n}\n",
            ),
            (
                "Base.cs",
                "namespace N;\n\npublic abstract class Base<T>\n{\n    protected Base(T value) { Value = value; }\n\n    protected T Value { get; }\n\n    protected virtual DateTimeOffset At() => DateTimeOffset.UtcNow;\n}\n\npublic class Derived : Base<int>\n{\n    public Derived(int a, int b = 2) : base(a + b) { }\n\n    protected override DateTimeOffset At() => DateTime.UtcNow;\n}\n\npublic class Primarily(string s) : Base<string>(s);\n\npublic class Leaf : Derived\n{\n    public Leaf() : base(1) { }\n}\n",
            ),
            (
                "Part.One.cs",
                "namespace N;\n\npublic partial class Part\n{\n    public Part(int a) => A = a;\n\n    public int A { get; }\n}\n",
            ),
            (
                "Part.Two.cs",
                "namespace N;\n\npublic partial class Part\n{\n    public Func<DateTime> Clock() => () => DateTime.Today;\n\n    public string Text()\n    {\n        return $\"{Inner():O} {DateTime.Now:yyyy}\";\n        DateTime Inner() => DateTime.UtcNow;\n    }\n}\n",
            ),
            (
                "Outer.cs",
                "namespace N\n{\n\tpublic class Outer {\n\t\tint count;\n\t\tDateTime last = DateTime.UtcNow;\n\t\tpublic Outer(int count) {\n\t\t\tthis.count = count;\n\t\t}\n\t\tpublic class Inner {\n\t\t\tpublic DateTime At { get; } = DateTime.UtcNow;\n\t\t}\n\t\tpublic bool F() => this.last < DateTime.UtcNow && this.count > 0;\n\t}\n}\n",
            ),
            (
                "Generic.cs",
                "namespace N;\n\npublic sealed class Generic<T> where T : class\n{\n    private T? _last;\n\n    public (T?, DateTime) Last() => (_last, DateTime.UtcNow);\n\n    public void Set(T? value) => _last = value;\n}\n",
            ),
            (
                "Callers.cs",
                "namespace N;\n\npublic class Callers\n{\n    private readonly Part _part = new(1);\n\n    public object[] All()\n    {\n        Generic<string> g = new();\n        return [new Plain(), new Plain { }, new Several(), new Several(1), new Several(\"\", 1, 2), new Several(b: \"\"), new Primary(days: 2), new Derived(1), new Derived(1, 2), new Derived(b: 1, a: 2), new Leaf(), new Outer(1), new Outer.Inner(), g, _part, new Primarily(\"\")];\n    }\n\n    public static Plain Make() => new();\n\n    public DateTime Own() => DateTime.UtcNow;\n}\n",
            ),
            (
                "Moved.cs",
                "namespace N;\n\npublic class Moved\n{\n    public object Text { get; } = new\n    {\n        At = DateTime.Now,\n        Raw = \"\"\"\n            two\n              lines\n            \"\"\",\n    };\n}\n",
            ),
            (
                "Places.cs",
                "namespace N;\n\npublic struct S { public DateTime F() => DateTime.UtcNow; }\n\npublic record R { public DateTime F() => DateTime.UtcNow; }\n\npublic interface I { DateTime F() => DateTime.UtcNow; }\n\npublic static class St { public static DateTime F() => DateTime.UtcNow; }\n\npublic class Mixed { public static DateTime F() => DateTime.UtcNow; public DateTime G() => DateTime.UtcNow; }\n",
            ),
        ],
        &Options::default().nullable(),
    );
    assert!(all.text("Callers.cs").contains("new Plain(_timeProvider)"));
    assert!(
        all.text("Moved.cs")
            .contains("        Text = new\n        {\n            At = timeProvider.GetLocalNow().LocalDateTime,\n            Raw = \"\"\"\n            two\n")
    );
    assert!(
        all.text("Callers.cs")
            .contains("=> new(TimeProvider.System);")
    );
}

#[test]
fn names_that_mean_something_else_here_are_qualified() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = migrated(
        csharp,
        &[
            (
                "A.csproj",
                "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>\n",
            ),
            (
                "A.cs",
                "class A { System.DateTime F() => System.DateTime.UtcNow; }\n",
            ),
            (
                "B.cs",
                "using System;\n\nnamespace Own\n{\n    class TimeProvider { }\n\n    class B\n    {\n        DateTime F() => DateTime.UtcNow;\n    }\n}\n",
            ),
        ],
        &Options::default().no_implicit_usings(),
    );
    assert!(
        all.text("B.cs")
            .contains("System.TimeProvider _timeProvider;")
    );
}

#[test]
fn every_path_that_builds_a_class_has_its_provider() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = migrated(
        csharp,
        &[
            (
                "Due.cs",
                "namespace N;\n\npublic class Due\n{\n    public bool Past(DateTime at) => at < DateTime.UtcNow;\n}\n",
            ),
            (
                "Wiring.cs",
                "using Microsoft.Extensions.DependencyInjection;\n\nnamespace N;\n\npublic static class Wiring\n{\n    public static void AddDue(this IServiceCollection services, bool bare)\n    {\n        // Bare hosts have nothing to do.\n        if (bare)\n        {\n            services.AddSingleton(\"bare\");\n            return;\n        }\n\n        services.AddScoped<Due>();\n    }\n\n    public static void Each(IEnumerable<IServiceCollection> all)\n    {\n        foreach (var services in all)\n        {\n            services.AddTransient<Due>();\n        }\n    }\n\n    public static void Give(Action<Action<IServiceCollection>> host)\n    {\n        host(services => services.AddSingleton<Due>());\n    }\n}\n",
            ),
        ],
        &Options::default().stub("di"),
    );
    let wiring = all.text("Wiring.cs");
    assert!(
        wiring.contains("    {\n        services.AddSingleton(TimeProvider.System);\n        // Bare hosts have nothing to do.\n        if (bare)\n"),
        "{wiring}"
    );
    assert_eq!(wiring.matches("TimeProvider.System").count(), 3, "{wiring}");
}

#[test]
fn bytes_outside_of_the_edits_stay() {
    let text = "\u{feff}class A\r\n{\r\n\tint _a;\r\n\n\tpublic A(int a) { _a = a; }  \r\n\tSystem.DateTime F() => System.DateTime.UtcNow; // é\n}";
    let folder = Folder::of(&[("A.cs", text)]);
    run(&folder, &[".", "--write"]);
    assert_eq!(
        folder.snapshot().text("A.cs"),
        "\u{feff}class A\r\n{\r\n\tint _a;\r\n\treadonly TimeProvider _timeProvider;\r\n\n\tpublic A(int a, TimeProvider timeProvider) { _timeProvider = timeProvider; _a = a; }  \r\n\tSystem.DateTime F() => _timeProvider.GetUtcNow().UtcDateTime; // é\n}"
    );
}

#[test]
fn only_the_scope_changes_when_that_is_asked_for() {
    let files = [
        ("A.sln", ""),
        (
            "a/A.cs",
            "public class A { public System.DateTime F() => System.DateTime.UtcNow; }",
        ),
        (
            "a/C.cs",
            "public class C { System.DateTime F() => System.DateTime.UtcNow; }",
        ),
        ("b/B.cs", "class B { A F() => new A(); }"),
    ];
    let folder = Folder::of(&files);
    let document = run(
        &folder,
        &["a", "--only-scope", "--write", "--format", "json"],
    )
    .json();
    let remaining = document["migration"]["remaining"].as_array().unwrap();
    assert_eq!(remaining.len(), 1);
    assert_eq!(remaining[0]["reason"], "needs-change-outside-scope");
    assert_eq!(remaining[0]["detail"], "`b/B.cs`");
    let folder = Folder::of(&files);
    run(&folder, &["a", "--write"]);
    assert!(
        folder
            .snapshot()
            .text("b/B.cs")
            .contains("new A(TimeProvider.System)")
    );
}

#[test]
fn a_limit_takes_the_first_classes_that_can_be_changed() {
    let class = |name: &str| {
        format!(
            "class {name} {{ object F() => System.DateTime.UtcNow; object G() => System.DateTime.UtcNow; }}"
        )
    };
    let record = "record Ahead(int A) { object F() => System.DateTime.UtcNow; }";
    let texts = [class("B"), class("C"), class("D")];
    let files = [
        ("A.cs", record),
        ("B.cs", &texts[0]),
        ("C.cs", &texts[1]),
        ("D.cs", &texts[2]),
    ];
    let folder = Folder::of(&files);
    let migration = |limit: &str| {
        let args = [
            ".",
            "--api",
            "DateTime.UtcNow",
            "--limit",
            limit,
            "--write",
            "--format",
            "json",
        ];
        run(&folder, &args).json()["migration"].clone()
    };
    let first = migration("2");
    assert_eq!(
        (&first["found"], &first["replaced"]),
        (&4.into(), &4.into()),
        "{first}"
    );
    assert_eq!(first["out_of_scope"], 3);
    let after = folder.snapshot();
    assert_eq!(after.text("D.cs"), texts[2]);
    assert!(after.text("C.cs").contains("TimeProvider"));
    // The next run goes on; when nothing is left that can be changed, the reasons are told.
    assert_eq!(migration("2")["replaced"], 2);
    let last = migration("2");
    assert_eq!(
        (&last["found"], &last["remaining"][0]["reason"]),
        (&1.into(), &"record".into())
    );
}

#[test]
fn reasons_advise_what_can_be_done() {
    let help = Program::migrate().arg("--help").run().stdout;
    let schema = Program::migrate().arg("--print-schema").run().json();
    let reasons = schema["$defs"]["Remaining"]["properties"]["reason"]["enum"].clone();
    for reason in reasons.as_array().unwrap() {
        let run = Program::migrate()
            .args(["--explain-reason", reason.as_str().unwrap()])
            .run();
        let named = run.stdout.split('`').filter(|part| part.starts_with("--"));
        for option in named {
            assert!(help.contains(option), "{option}: {run}");
        }
    }
}

#[test]
fn check_gates_and_writes_nothing() {
    let folder = Folder::of(&[(
        "A.cs",
        "class A { System.DateTime F() => System.DateTime.UtcNow; }",
    )]);
    let before = folder.snapshot();
    let run = Program::migrate()
        .args([".", "--check"])
        .cwd(folder.path())
        .run();
    assert_eq!(run.code, 1, "{run}");
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn a_misspelt_api_is_answered_with_the_one_that_is_there() {
    let folder = Folder::of(&[(
        "A.cs",
        "class A { System.DateTime F() => System.DateTime.UtcNow; }",
    )]);
    let run = run(&folder, &[".", "--api", "DateTime.UctNow"]);
    assert!(run.stderr.contains("there is `DateTime.UtcNow`"), "{run}");
    let absent = self::run(&folder, &[".", "--api", "DateTime.Today"]);
    assert!(!absent.stderr.contains("there is"), "{absent}");
}

#[test]
fn what_is_said_beside_the_counts_is_in_the_document() {
    let folder = Folder::of(&[
        (
            "a/A.cs",
            "class A { int a; System.DateTime F() => System.DateTime.UtcNow; }",
        ),
        ("a/B.cs", "class B {\n    object F() => new A();\n}\n"),
    ]);
    let document = run(&folder, &["a", "--format", "json"]).json();
    let notes = &document["migration"]["notes"];
    assert_eq!(notes[0]["kind"], "real-default");
    assert_eq!(notes[0]["path"], "B.cs");
    assert_eq!(notes[0]["line"], 2);
    assert_eq!(notes[0]["text"], "`A`");
    let text = run(&folder, &["a", "--format", "text"]).stdout;
    assert!(
        text.contains("the one place that makes it gives the real thing"),
        "{text}"
    );
}

/// The sites of the sample by reason.
const REMAINING: &[(&str, usize)] = &[
    ("composition-root", 1),
    ("expression-tree", 1),
    ("framework-constructed", 3),
    ("intentional", 1),
    ("interface-member", 1),
    ("mixed-source", 1),
    ("record", 1),
    ("static-initializer", 1),
    ("static-lambda", 1),
    ("value-type", 1),
];

fn sample() -> Folder {
    let folder = Folder::copy_of(std::path::Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/sample"
    )));
    // Its own repository, wherever the copy lies.
    folder.write(".git/HEAD", "ref: refs/heads/main\n");
    folder
}

#[test]
fn the_sample_compiles_and_its_tests_pass() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let before = sample();
    let after = Folder::copy_of(before.path());
    let document = through(&after, &["src", "--category", "time"]).json();
    let mut reasons = std::collections::BTreeMap::new();
    for site in document["migration"]["remaining"].as_array().unwrap() {
        *reasons
            .entry(site["reason"].as_str().unwrap().to_owned())
            .or_insert(0) += 1;
    }
    let reasons: Vec<(&str, usize)> = reasons
        .iter()
        .map(|(reason, count)| (reason.as_str(), *count))
        .collect();
    assert_eq!(reasons, REMAINING);
    assert_eq!(document["migration"]["found"], 53);
    assert_eq!(document["migration"]["replaced"], 41);

    let (old, new) = (
        Code::folder(before.path()).by_projects(),
        Code::folder(after.path()).by_projects(),
    );
    csharp.adds_no_errors(&old, &new, &Options::default().nullable());
    // 30, and three for each of three ambient scopes.
    assert_eq!(csharp.tests_pass(&new, &Options::default()).passed, 39);

    let alone = Folder::copy_of(before.path());
    run(&alone, &["src", "--category", "time", "--write"]);
    assert_eq!(
        alone.snapshot(),
        after.snapshot(),
        "the pipe and the stage alone differ"
    );
    run(&alone, &["src", "--category", "time", "--write"]);
    assert_eq!(
        alone.snapshot(),
        after.snapshot(),
        "a second run changes something"
    );
    through(&alone, &["src", "--category", "time"]);
    assert_eq!(alone.snapshot(), after.snapshot());
}

/// The whole pipe, all of it written.
fn through(folder: &Folder, detect: &[&str]) -> Run {
    let detect = Program::detect().args(detect).cwd(folder.path());
    let wrap = Program::wrap().arg("--write").cwd(folder.path());
    let migrate = Program::migrate()
        .args(["--write", "--format", "json"])
        .cwd(folder.path());
    let pipe = detect.expression().pipe(wrap.expression());
    let piped = Run::of(&pipe.pipe(migrate.expression()));
    assert_eq!(piped.code, 0, "{piped}");
    piped
}

#[test]
fn all_categories_of_the_sample_compile_and_its_tests_pass() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let before = sample();
    let after = Folder::copy_of(before.path());
    let document = through(&after, &["src"]).json();
    let migration = &document["migration"];
    let remaining = migration["remaining"].as_array().unwrap().len();
    assert_eq!(migration["found"], 87);
    assert_eq!(migration["replaced"], 87 - remaining);
    assert!(remaining < 60, "{remaining}");
    let (old, new) = (
        Code::folder(before.path()).by_projects(),
        Code::folder(after.path()).by_projects(),
    );
    csharp.adds_no_errors(&old, &new, &Options::default().nullable());
    // 30, and three for each of three ambient scopes.
    assert_eq!(csharp.tests_pass(&new, &Options::default()).passed, 39);
    let once = after.snapshot();
    through(&after, &["src"]);
    assert_eq!(after.snapshot(), once, "a second run changes something");
}

#[test]
fn a_clock_is_not_compared_with_a_default_that_stays() {
    let folder = Folder::of(&[(
        "A.cs",
        "using System;\nclass A(DateTime d) { DateTime f = d > DateTime.Now ? d : DateTime.UtcNow; DateTime G() => DateTime.UtcNow; }\n",
    )]);
    let document = run(&folder, &[".", "--write", "--format", "json"]).json();
    let remaining = document["migration"]["remaining"].as_array().unwrap();
    assert_eq!(remaining.len(), 1, "{document}");
    assert_eq!(remaining[0]["reason"], "mixed-source", "{document}");
    assert_eq!(document["migration"]["replaced"], 1);
}

#[test]
fn waits_and_timestamps_still_compile() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let text = "using System.Diagnostics;\n\nnamespace N;\n\npublic class Poller\n{\n    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);\n    private readonly int _milliseconds = 5;\n\n    public async Task<long> Run(Task<int> task, CancellationToken token)\n    {\n        var start = Stopwatch.GetTimestamp();\n        await Task.Delay(Pause);\n        await Task.Delay(_milliseconds, token).ConfigureAwait(false);\n        await Task.Delay(millisecondsDelay: 5, cancellationToken: token);\n        await Task.Delay(Timeout.Infinite, token);\n        using var source = new CancellationTokenSource(Pause);\n        using CancellationTokenSource other = new(250);\n        using var timer = new PeriodicTimer(TimeSpan.FromMinutes(1));\n        var value = await task.WaitAsync(Pause, token);\n        Func<Task> later = () => Task.Delay(Pause, source.Token);\n        await later();\n        return value + Stopwatch.GetElapsedTime(start).Ticks + Stopwatch.Frequency;\n    }\n}\n";
    let folder = Folder::of(&[("Poller.cs", text)]);
    let before = Folder::copy_of(folder.path());
    let document = run(&folder, &[".", "--write", "--format", "json"]).json();
    let code = |folder: &Folder| Code::folder(folder.path());
    let options = Options::default().warnings_as_errors().nullable();
    csharp.compiles(&code(&before), &options);
    csharp.compiles(&code(&folder), &options);
    let migration = &document["migration"];
    assert_eq!(
        migration["remaining"].as_array().unwrap().len(),
        0,
        "{migration}"
    );
    let after = csharp.detect(&code(&folder), &[], &Options::default());
    let left: Vec<&str> = after.iter().map(|hit| hit.doc_id.as_str()).collect();
    assert_eq!(migration["replaced"], 12);
    assert!(!left.iter().any(|id| id.contains("Stopwatch")), "{left:?}");
    let once = folder.snapshot();
    run(&folder, &[".", "--write"]);
    assert_eq!(folder.snapshot(), once);
}
