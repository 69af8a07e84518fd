//! Seams that hold a delegate for one operation, cut and tested: one small project for each kind of obstacle.

use super::cut::{XUNIT, caught, code, cut, folder};
use super::run;
use crate::harness::{CSharp, Folder, Options, csharp_or_skip};

/// Cuts, tests, and checks that the tests catch what ignores the double.
#[track_caller]
fn check(csharp: CSharp, text: &str, args: &[&str], passed: u64, mutant: (&str, &str)) -> Folder {
    let folder = folder(text, XUNIT);
    cut(csharp, &folder, args);
    let report = csharp.tests_pass(&code(&folder), &Options::default());
    assert_eq!(report.passed, passed, "{report:?}");
    caught(csharp, &folder, "Shop/Code.cs", mutant.0, mutant.1);
    folder
}

#[test]
fn flags_from_the_environment_read_from_a_scope() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let folder = check(
        csharp,
        "using System;\n\nnamespace Shop;\n\npublic static class FeatureFlags\n{\n    public static bool IsEnabled(string name) =>\n        Environment.GetEnvironmentVariable(\"FEATURE_\" + name) == \"true\";\n}\n",
        &[
            "--target",
            "FeatureFlags.IsEnabled",
            "--case",
            "given: _ => \"true\"",
            "call: FeatureFlags.IsEnabled(\"Preview\")",
            "expect: true",
            "--case",
            "given: null",
            "call: FeatureFlags.IsEnabled(\"Preview\")",
            "expect: false",
            "--case",
            "given: name => name == \"FEATURE_A\" ? \"true\" : null",
            "call: FeatureFlags.IsEnabled(\"A\")",
            "expect: true",
        ],
        6,
        (
            "_ambientGetEnvironmentVariable.Value ?? Environment.GetEnvironmentVariable",
            "Environment.GetEnvironmentVariable",
        ),
    );
    let path = "Shop/Code.cs";
    caught(
        csharp,
        &folder,
        path,
        ".Value = _previous;",
        ".Value = null;",
    );
}

#[test]
fn a_file_that_is_read_by_static_code_comes_from_a_scope() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    check(
        csharp,
        "using System;\nusing System.IO;\n\nnamespace Shop;\n\npublic static class Banner\n{\n    public static string Load(string path) => File.ReadAllText(path).Trim();\n}\n",
        &[
            "--target",
            "Banner.Load",
            "--case",
            "given: \" hello \"",
            "call: Banner.Load(\"a.txt\")",
            "expect: \"hello\"",
            "--case",
            "given: _ => throw new FileNotFoundException()",
            "call: Banner.Load(\"a.txt\")",
            "throws: FileNotFoundException",
        ],
        5,
        ("CurrentReadAllText(path)", "File.ReadAllText(path)"),
    );
}

#[test]
fn ids_codes_and_labels_come_from_delegates() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    check(
        csharp,
        "using System;\n\nnamespace Shop;\n\npublic static class Ids\n{\n    public static string Next() => Guid.NewGuid().ToString(\"N\");\n}\n",
        &[
            "--target",
            "Ids.Next",
            "--case",
            "given: new Guid(\"00112233445566778899aabbccddeeff\")",
            "call: Ids.Next()",
            "expect: \"00112233445566778899aabbccddeeff\"",
        ],
        4,
        ("CurrentNewGuid()", "Guid.NewGuid()"),
    );
    check(
        csharp,
        "using System;\n\nnamespace Shop;\n\npublic class Label(string prefix)\n{\n    public string Text() => prefix + Environment.MachineName;\n}\n",
        &[
            "--target",
            "Label.Text",
            "--case",
            "given: \"box\"",
            "call: new Label(\"on \").Text()",
            "expect: \"on box\"",
        ],
        1,
        ("_machineName = machineName;", ""),
    );
    check(
        csharp,
        "using System;\n\nnamespace Shop;\n\npublic class Codes\n{\n    public string Make() => Random.Shared.Next(1000, 10000).ToString();\n}\n",
        &[
            "--target",
            "Codes.Make",
            "--case",
            "given: 4711",
            "call: new Codes().Make()",
            "expect: \"4711\"",
        ],
        1,
        ("_next(1000, 10000)", "Random.Shared.Next(1000, 10000)"),
    );
}

#[test]
fn what_is_written_to_a_file_or_the_console_is_seen() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    check(
        csharp,
        "using System;\nusing System.IO;\n\nnamespace Shop;\n\npublic class Export\n{\n    private readonly string _folder;\n\n    public Export(string folder) => _folder = folder;\n\n    public void Run(string name) => File.WriteAllText(Path.Combine(_folder, name), \"a;b\");\n}\n",
        &[
            "--target",
            "Export.Run",
            "--case",
            "call: new Export(\"out\").Run(\"x.csv\")",
            "expect: (Path.Combine(\"out\", \"x.csv\"), \"a;b\")",
            "--case",
            "given: (_, _) => throw new IOException()",
            "call: new Export(\"out\").Run(\"x.csv\")",
            "throws: IOException",
        ],
        2,
        ("_writeAllText(", "File.WriteAllText(\"/dev/null\" + "),
    );
    check(
        csharp,
        "using System;\n\nnamespace Shop;\n\npublic class Prompt\n{\n    public string Ask() => Console.ReadLine() ?? \"nobody\";\n}\n",
        &[
            "--target",
            "Prompt.Ask",
            "--case",
            "given: \"Ada\"",
            "call: new Prompt().Ask()",
            "expect: \"Ada\"",
            "--case",
            "given: null",
            "call: new Prompt().Ask()",
            "expect: \"nobody\"",
        ],
        2,
        ("_readLine()", "Console.ReadLine()"),
    );
    check(
        csharp,
        "using System.IO;\nusing System.Threading.Tasks;\n\nnamespace Shop;\n\npublic class Settings(string path)\n{\n    public async Task<string> ReadAsync()\n    {\n        var text = await File.ReadAllTextAsync(path);\n        return text.Length == 0 ? \"production\" : text;\n    }\n}\n",
        &[
            "--target",
            "Settings.ReadAsync",
            "--case",
            "given: Task.FromResult(\"\")",
            "call: new Settings(\"a\").ReadAsync()",
            "expect: \"production\"",
        ],
        1,
        ("\"production\"", "\"test\""),
    );
}

#[test]
fn where_there_is_no_clock_a_delegate_reads_the_time() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let text = "using System;\n\nnamespace Shop\n{\n    public static class Prices\n    {\n        public static int Age(int year)\n        {\n            return DateTime.UtcNow.Year - year + (DateTime.UtcNow.Month > 6 ? 1 : 0);\n        }\n    }\n\n    public class Lease\n    {\n        public bool IsOver(DateTime until)\n        {\n            return until < DateTime.UtcNow;\n        }\n    }\n}\n";
    let old = folder(text, XUNIT);
    let project = old
        .snapshot()
        .text("Shop/Shop.csproj")
        .replace("net8.0", "netstandard2.0");
    let project = project.replace("<ImplicitUsings>enable</ImplicitUsings>", "");
    old.write(
        "Shop/Shop.csproj",
        project.replace("<Nullable>enable</Nullable>", ""),
    );
    cut(
        csharp,
        &old,
        &[
            "--target",
            "Prices.Age",
            "--case",
            "given: 2031-08-03T00:00:00Z",
            "call: Prices.Age(2030)",
            "expect: 2",
        ],
    );
    cut(
        csharp,
        &old,
        &[
            "--target",
            "Lease.IsOver",
            "--case",
            "given: 2031-08-03T00:00:00Z",
            "call: new Lease().IsOver(new DateTime(2031, 8, 2))",
            "expect: true",
        ],
    );
    let report = csharp.tests_pass(&code(&old), &Options::default());
    assert_eq!(report.passed, 5, "{report:?}");
}

#[test]
fn kinds_that_are_not_cut_yet_are_refused_and_nothing_is_written() {
    for (text, target, seam) in [
        (
            "using System.Diagnostics;\npublic class Launcher { public int Run() { using var p = Process.Start(\"x\"); p.WaitForExit(); return p.ExitCode; } }\n",
            "Launcher.Run",
            "seam:constructor",
        ),
        (
            "using System.Net.Http;\nusing System.Threading.Tasks;\npublic class Api { public async Task<string> Get() { using var c = new HttpClient(); return await c.GetStringAsync(\"https://a\"); } }\n",
            "Api.Get",
            "seam:handler",
        ),
        (
            "using System;\npublic static class Mail { public static void Send(string t) { Console.WriteLine(t); } }\npublic class Job { public void Run() => Mail.Send(\"x\"); }\n",
            "Job.Run",
            "seam:adapter",
        ),
        (
            "using System;\npublic class Row { public void Save() => Console.Beep(); }\npublic class Import { public void Run() { var row = new Row(); row.Save(); } }\n",
            "Import.Run",
            "seam:extracted-interface",
        ),
        (
            "using System;\npublic class Trace { public string Here() => Environment.StackTrace; }\n",
            "Trace.Here",
            "seam:delegate",
        ),
    ] {
        let folder = folder(text, XUNIT);
        let before = folder.snapshot();
        let run = run(
            &folder,
            &["--target", target, "--write", "--format", "json"],
        );
        assert_eq!(run.code, 3, "{run}");
        assert_eq!(run.json()["declined"][0]["what"], seam, "{run}");
        assert_eq!(folder.snapshot(), before);
    }
}
