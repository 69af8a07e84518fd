//! Surveys of small sources. Each fixture is its own expectation: carets under a site, and what it was taken for.

mod branches;
mod broken;
mod given;
mod inherited;
mod overloads;
mod parts;
mod remarks;
mod scopes;
mod seams;
mod targets;

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::*;
use crate::binding::{GlobalUsing, GlobalUsingKind};
use crate::finding::NotCounted;
use crate::symbol::SymbolId;

struct Memory(Vec<(SourcePath, SourceText)>);

impl Sources for Memory {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn path(&self, index: usize) -> &SourcePath {
        &self.0[index].0
    }

    fn project(&self, _: usize) -> usize {
        0
    }

    fn is_test(&self, index: usize) -> bool {
        self.path(index).as_str().starts_with("tests/")
    }

    fn visit<T: Send>(&self, visit: impl Fn(usize, SourceText, bool) -> T + Sync) -> Visited<T> {
        let results = self.0.iter().enumerate();
        Visited {
            results: results
                .map(|(index, (_, source))| (index, visit(index, source.clone(), true)))
                .collect(),
            scanned: self.0.len(),
            generated: 0,
            incomplete: Vec::new(),
        }
    }

    fn read(&self, index: usize) -> Option<SourceText> {
        Some(self.0[index].1.clone())
    }
}

/// Surveys the files by the parts that are needed, which gives what reading all of them gives, and what reading each part
/// by itself gives, with nothing kept.
fn run(files: &[&str], usings: &[&str]) -> SurveyRun {
    let run = read(files, usings, Reading::Parts);
    let single = read(files, usings, Reading::OneByOne).survey;
    assert_eq!(run.survey, single, "{files:#?}");
    let whole = read(files, usings, Reading::Whole).survey;
    assert_eq!(run.survey.findings, whole.findings, "{files:#?}");
    assert_eq!(run.survey.incomplete, whole.incomplete, "{files:#?}");
    // The overload of a helper is nobody's concern.
    let plain = |survey: &Survey| -> Vec<NotCounted> {
        let all = survey.not_counted.iter().cloned();
        all.map(|one| NotCounted {
            api: SymbolId::new(one.api.without_parameters()),
            ..one
        })
        .collect()
    };
    assert_eq!(plain(&run.survey), plain(&whole), "{files:#?}");
    run
}

fn read(files: &[&str], usings: &[&str], reading: Reading) -> SurveyRun {
    let sources = files.iter().enumerate().map(|(index, text)| {
        (
            SourcePath::new(format!("{index}.cs")),
            SourceText::decode(text.as_bytes()).unwrap(),
        )
    });
    let usings = usings
        .iter()
        .map(|name| GlobalUsing {
            kind: GlobalUsingKind::Namespace,
            target: (*name).to_owned(),
        })
        .collect();
    let project = SurveyProject {
        scope: ProjectScope {
            usings,
            ..ProjectScope::default()
        },
        ..SurveyProject::default()
    };
    survey(
        &Memory(sources.collect()),
        &[project],
        Catalogue::standard(),
        &SurveyOptions {
            reading,
            room: Room(usize::from(reading == Reading::Parts) << 20),
            ..SurveyOptions::default()
        },
    )
}

/// Draws carets under the sites of the first file; the others are there for their declarations.
fn draw(files: &[&str], survey: &Survey) -> String {
    let text = files[0];
    let lines = crate::text::LineIndex::new(text);
    let mut marks: Vec<(usize, usize, usize, String)> = Vec::new();
    let mut mark = |range: crate::text::TextRange, label: String| {
        let line = lines.line_of(range.start());
        let start = range.start() - lines.line_start(line);
        let length = text[range.as_range()]
            .split('\n')
            .next()
            .unwrap_or_default()
            .len();
        marks.push((line, start, length, label));
    };
    for finding in survey
        .findings
        .iter()
        .filter(|finding| finding.path.as_str() == "0.cs")
    {
        let assumed = if finding.assumed { " assumed" } else { "" };
        mark(
            finding.range,
            format!("{} {}{assumed}", finding.api, finding.context.as_str()),
        );
    }
    for entry in survey
        .not_counted
        .iter()
        .filter(|entry| entry.path.as_str() == "0.cs")
    {
        mark(
            entry.range,
            format!("{} -- {}", entry.api, entry.reason.as_str()),
        );
    }
    let mut drawn = String::new();
    for (index, line) in text.lines().enumerate() {
        drawn.push_str(line);
        drawn.push('\n');
        for (_, start, length, label) in marks.iter().filter(|mark| mark.0 == index) {
            let _ = writeln!(
                drawn,
                "{}{} {label}",
                " ".repeat(*start),
                "^".repeat(*length)
            );
        }
    }
    for incomplete in &survey.incomplete {
        let line = incomplete.line.unwrap_or_default();
        let _ = writeln!(
            drawn,
            "{line}: {} {}",
            incomplete.reason.as_str(),
            incomplete.detail
        );
    }
    drawn
}

fn check(files: &[&str], expected: &Expect) {
    expected.assert_eq(&draw(files, &run(files, &["System", "System.IO"]).survey));
}

#[test]
fn spellings_of_one_clock_are_all_found() {
    check(
        &[r#"using Clock = System.DateTime;
using static System.DateTime;
using static System.Console;
namespace System.Shop;
class Order
{
    object A => DateTime.Now;
    object B => System.DateTime.Now;
    object C => global::System.DateTime.Now;
    object D => Clock.Now;
    object E => Now;
    object F => IO.File.Exists("a");
    object G => @DateTime.@Now;
    object H => Date\u0054ime.Now;
    object I => DateTime /* the */ . Now;
    string J => $"{DateTime.Now:O} DateTime.Now";
    // DateTime.Now
    string K => nameof(DateTime.Now) + nameof(Now);
}
"#],
        &expect![[r#"
            using Clock = System.DateTime;
            using static System.DateTime;
            using static System.Console;
            namespace System.Shop;
            class Order
            {
                object A => DateTime.Now;
                            ^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                object B => System.DateTime.Now;
                            ^^^^^^^^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                object C => global::System.DateTime.Now;
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                object D => Clock.Now;
                            ^^^^^^^^^ P:System.DateTime.Now instance-property
                object E => Now;
                            ^^^ P:System.DateTime.Now instance-property
                object F => IO.File.Exists("a");
                            ^^^^^^^^^^^^^^ M:System.IO.File.Exists(System.String) instance-property
                object G => @DateTime.@Now;
                            ^^^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                object H => Date\u0054ime.Now;
                            ^^^^^^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                object I => DateTime /* the */ . Now;
                            ^^^^^^^^^^^^^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                string J => $"{DateTime.Now:O} DateTime.Now";
                               ^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                // DateTime.Now
                string K => nameof(DateTime.Now) + nameof(Now);
            }
        "#]],
    );
}

#[test]
fn names_that_mean_something_else_are_not_found() {
    check(
        &[
            r#"namespace Shop;
class Order
{
    public string Path { get; set; }
    public DateTime DateTime { get; set; }
    public DateTime? Guid { get; set; }
    enum Environment { Test }
    int A => Path.Length;
    object B => DateTime.Now;
    object C => DateTime.Day;
    object D => Environment.Test;
    bool E(Store File) => File.Exists("a");
    bool F() { var Directory = new Store(); return Directory.Exists("a"); }
    object G<Console>(Console c) => typeof(Console);
    object H => Process.Start("a");
    object I => Store.File.Exists("a");
}
"#,
            "namespace Shop { static class Process { public static int Start(string s) => 1; } }",
            "namespace Shop { class Store { public static Store File; public bool Exists(string s) => true; } }",
        ],
        &expect![[r#"
            namespace Shop;
            class Order
            {
                public string Path { get; set; }
                public DateTime DateTime { get; set; }
                public DateTime? Guid { get; set; }
                enum Environment { Test }
                int A => Path.Length;
                object B => DateTime.Now;
                            ^^^^^^^^^^^^ P:System.DateTime.Now instance-property
                object C => DateTime.Day;
                object D => Environment.Test;
                bool E(Store File) => File.Exists("a");
                bool F() { var Directory = new Store(); return Directory.Exists("a"); }
                object G<Console>(Console c) => typeof(Console);
                object H => Process.Start("a");
                object I => Store.File.Exists("a");
            }
        "#]],
    );
}

#[test]
fn receivers_made_here_count_and_injected_ones_do_not() {
    check(
        &[r#"using System.Net.Http;
class Client(HttpClient given)
{
    private readonly HttpClient _own = new();
    private readonly HttpClient _injected;
    private HttpClient _either;
    public Client(HttpClient client, bool b) : this(client) { _injected = client; _either = client ?? new HttpClient(); }
    object A() => given.GetAsync("a");
    object B() => _own.GetAsync("a");
    object C() => this._injected.GetAsync("a");
    object D(HttpClient client) => client?.GetAsync("a");
    object E() { using var client = new HttpClient(); return client.GetAsync("a"); }
    object F() => new FileInfo("a").LastWriteTimeUtc;
    object G() => _either.GetAsync("a");
}
"#],
        &expect![[r#"
            using System.Net.Http;
            class Client(HttpClient given)
            {
                private readonly HttpClient _own = new();
                                                   ^^^^^ M:System.Net.Http.HttpClient.#ctor field-initializer
                private readonly HttpClient _injected;
                private HttpClient _either;
                public Client(HttpClient client, bool b) : this(client) { _injected = client; _either = client ?? new HttpClient(); }
                                                                                                                  ^^^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.#ctor -- seam-default
                object A() => given.GetAsync("a");
                              ^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.GetAsync(System.String) -- injected
                object B() => _own.GetAsync("a");
                              ^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.GetAsync(System.String) instance-method
                object C() => this._injected.GetAsync("a");
                              ^^^^^^^^^^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.GetAsync(System.String) -- injected
                object D(HttpClient client) => client?.GetAsync("a");
                                               ^^^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.GetAsync(System.String) -- injected
                object E() { using var client = new HttpClient(); return client.GetAsync("a"); }
                                                ^^^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.#ctor instance-method
                                                                         ^^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.GetAsync(System.String) instance-method
                object F() => new FileInfo("a").LastWriteTimeUtc;
                              ^^^^^^^^^^^^^^^^^ M:System.IO.FileInfo.#ctor(System.String) instance-method
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P:System.IO.FileSystemInfo.LastWriteTimeUtc instance-method
                object G() => _either.GetAsync("a");
                              ^^^^^^^^^^^^^^^^ M:System.Net.Http.HttpClient.GetAsync(System.String) -- injected
            }
        "#]],
    );
}

#[test]
fn code_that_was_cut_properly_is_clean() {
    check(
        &[r#"interface IClock { DateTime UtcNow { get; } }
class SystemClock : IClock { public DateTime UtcNow => DateTime.UtcNow; }
class Order
{
    private static readonly System.Threading.AsyncLocal<DateTime?> s_now = new();
    private readonly Func<DateTime> _now;
    public Order() : this(() => DateTime.UtcNow) { }
    public Order(Func<DateTime> now) => _now = now;
    static DateTime Now => s_now.Value ?? DateTime.UtcNow;
    internal static void At(DateTime now) => s_now.Value = now;
    DateTime Of(DateTime? at = null) => at ?? DateTime.Now;
    DateTime Until(DateTime? at = null) => at ?? DateTime.Now.AddDays(2);
    DateTime From(DateTime? start) => start ?? DateTime.Today;
    DateTime To(DateTime? end) => end ?? DateTime.Today.AddDays(2);
    object All(DateTime?[] all) => all.Select(one => one ?? DateTime.Today);
    DateTime Due(Order other) => other.Created ?? DateTime.Now;
    DateTime? Created;
    string Numbered() => $"{DateTime.Now:yyyy}";
}
"#],
        &expect![[r#"
            interface IClock { DateTime UtcNow { get; } }
            class SystemClock : IClock { public DateTime UtcNow => DateTime.UtcNow; }
                                                                   ^^^^^^^^^^^^^^^ P:System.DateTime.UtcNow -- seam-implementation
            class Order
            {
                private static readonly System.Threading.AsyncLocal<DateTime?> s_now = new();
                private readonly Func<DateTime> _now;
                public Order() : this(() => DateTime.UtcNow) { }
                                            ^^^^^^^^^^^^^^^ P:System.DateTime.UtcNow -- seam-default
                public Order(Func<DateTime> now) => _now = now;
                static DateTime Now => s_now.Value ?? DateTime.UtcNow;
                                                      ^^^^^^^^^^^^^^^ P:System.DateTime.UtcNow -- seam-default
                internal static void At(DateTime now) => s_now.Value = now;
                DateTime Of(DateTime? at = null) => at ?? DateTime.Now;
                                                          ^^^^^^^^^^^^ P:System.DateTime.Now -- seam-default
                DateTime Until(DateTime? at = null) => at ?? DateTime.Now.AddDays(2);
                                                             ^^^^^^^^^^^^ P:System.DateTime.Now -- seam-default
                DateTime From(DateTime? start) => start ?? DateTime.Today;
                                                           ^^^^^^^^^^^^^^ P:System.DateTime.Today instance-method
                DateTime To(DateTime? end) => end ?? DateTime.Today.AddDays(2);
                                                     ^^^^^^^^^^^^^^ P:System.DateTime.Today instance-method
                object All(DateTime?[] all) => all.Select(one => one ?? DateTime.Today);
                                                                        ^^^^^^^^^^^^^^ P:System.DateTime.Today lambda
                DateTime Due(Order other) => other.Created ?? DateTime.Now;
                                                              ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                DateTime? Created;
                string Numbered() => $"{DateTime.Now:yyyy}";
                                        ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
            }
        "#]],
    );
}

#[test]
fn what_cannot_be_resolved_is_said() {
    expect![[r#"
        class A : Unknown { object F() => File.Exists("a"); object G() => System.DateTime.Now; }
                                                                          ^^^^^^^^^^^^^^^^^^^ P:System.DateTime.Now instance-method assumed
        1: unresolved-name File.Exists
    "#]].assert_eq(&draw(
        &["class A : Unknown { object F() => File.Exists(\"a\"); object G() => System.DateTime.Now; }"],
        &run(&["class A : Unknown { object F() => File.Exists(\"a\"); object G() => System.DateTime.Now; }"], &[]).survey,
    ));
}

#[test]
fn elements_of_what_was_made_here_were_made_here() {
    check(
        &[
            "using System.Collections.Generic;\nusing System.Diagnostics;\nusing System.IO;\nclass A\n{\n    void F(List<FileInfo> given, DirectoryInfo folder)\n    {\n        foreach (var a in new DirectoryInfo(\"x\").GetFiles()) a.Delete();\n        var all = folder.GetFiles();\n        foreach (var b in all) b.Delete();\n        foreach (var c in given) c.Delete();\n        foreach (var d in Process.GetProcesses()) d.Kill();\n        var e = Process.Start(\"x\");\n        e.WaitForExit();\n    }\n}",
        ],
        &expect![[r#"
            using System.Collections.Generic;
            using System.Diagnostics;
            using System.IO;
            class A
            {
                void F(List<FileInfo> given, DirectoryInfo folder)
                {
                    foreach (var a in new DirectoryInfo("x").GetFiles()) a.Delete();
                                      ^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.DirectoryInfo.#ctor(System.String) instance-method
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.DirectoryInfo.GetFiles instance-method
                                                                         ^^^^^^^^ M:System.IO.FileInfo.Delete instance-method
                    var all = folder.GetFiles();
                              ^^^^^^^^^^^^^^^ M:System.IO.DirectoryInfo.GetFiles -- injected
                    foreach (var b in all) b.Delete();
                                           ^^^^^^^^ M:System.IO.FileInfo.Delete -- injected
                    foreach (var c in given) c.Delete();
                                             ^^^^^^^^ M:System.IO.FileInfo.Delete -- injected
                    foreach (var d in Process.GetProcesses()) d.Kill();
                                      ^^^^^^^^^^^^^^^^^^^^ M:System.Diagnostics.Process.GetProcesses instance-method
                                                              ^^^^^^ M:System.Diagnostics.Process.Kill instance-method
                    var e = Process.Start("x");
                            ^^^^^^^^^^^^^ M:System.Diagnostics.Process.Start(System.String) instance-method
                    e.WaitForExit();
                    ^^^^^^^^^^^^^ M:System.Diagnostics.Process.WaitForExit instance-method
                }
            }
        "#]],
    );
}

#[test]
fn overloads_that_nothing_decides_are_said() {
    check(
        &[
            "using System.Threading.Tasks;\nclass A\n{\n    void F(TimeSpan t)\n    {\n        Task.Delay(t, Ours.CancellationToken);\n        Task.Delay(t, X());\n        Task.Delay(t, X<CancellationToken>());\n        G(ct => Task.Delay(t, ct));\n        Task.Delay(t, _clock.TimeProvider);\n    }\n}",
        ],
        &expect![[r#"
            using System.Threading.Tasks;
            class A
            {
                void F(TimeSpan t)
                {
                    Task.Delay(t, Ours.CancellationToken);
                    ^^^^^^^^^^ M:System.Threading.Tasks.Task.Delay(System.TimeSpan,System.Threading.CancellationToken) instance-method assumed
                    Task.Delay(t, X());
                    Task.Delay(t, X<CancellationToken>());
                    ^^^^^^^^^^ M:System.Threading.Tasks.Task.Delay(System.TimeSpan,System.Threading.CancellationToken) instance-method assumed
                    G(ct => Task.Delay(t, ct));
                            ^^^^^^^^^^ M:System.Threading.Tasks.Task.Delay(System.TimeSpan,System.Threading.CancellationToken) lambda assumed
                    Task.Delay(t, _clock.TimeProvider);
                }
            }
            7: undecided-overload Task.Delay
        "#]],
    );
}

#[test]
fn a_global_alias_in_another_file_counts() {
    check(
        &[
            "class A { object F() => Clock.Now; object G() => Exists(\"a\"); }",
            "global using Clock = System.DateTime;\nglobal using static System.IO.File;",
        ],
        &expect![[r#"
            class A { object F() => Clock.Now; object G() => Exists("a"); }
                                    ^^^^^^^^^ P:System.DateTime.Now instance-method
                                                             ^^^^^^ M:System.IO.File.Exists(System.String) instance-method
        "#]],
    );
}

#[test]
fn expressions_that_read_as_casts_are_found() {
    check(
        &[r#"class A
{
    object F(DateTime y) => (DateTime.Now) - y;
    bool G(DateTime y) => DateTime.Now < y;
    object H() => (DateTime.UtcNow);
}
"#],
        &expect![[r#"
            class A
            {
                object F(DateTime y) => (DateTime.Now) - y;
                                         ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                bool G(DateTime y) => DateTime.Now < y;
                                      ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                object H() => (DateTime.UtcNow);
                               ^^^^^^^^^^^^^^^ P:System.DateTime.UtcNow instance-method
            }
        "#]],
    );
}

#[test]
fn members_of_known_bases_hide_names() {
    check(
        &[r#"using Microsoft.AspNetCore.Mvc;
class HomeController : Controller
{
    object F() => File.Exists("a");
    object G() => System.IO.File.Exists("a");
    object H() => Path.GetTempPath();
}
class Job : SomeJob { object H() => Path.GetTempPath(); }
"#],
        &expect![[r#"
            using Microsoft.AspNetCore.Mvc;
            class HomeController : Controller
            {
                object F() => File.Exists("a");
                object G() => System.IO.File.Exists("a");
                              ^^^^^^^^^^^^^^^^^^^^^ M:System.IO.File.Exists(System.String) instance-method
                object H() => Path.GetTempPath();
                              ^^^^^^^^^^^^^^^^ M:System.IO.Path.GetTempPath instance-method
            }
            class Job : SomeJob { object H() => Path.GetTempPath(); }
                                                ^^^^^^^^^^^^^^^^ M:System.IO.Path.GetTempPath instance-method assumed
        "#]],
    );
}

#[test]
fn calls_that_are_given_their_options_are_pure() {
    check(
        &[
            r#"using System.Text.Json;
using System.Xml.Linq;
class A
{
    object F(JsonSerializerOptions options) => JsonSerializer.Serialize(1, options);
    object G() => JsonSerializer.Serialize(1);
    object H(Store store) => XDocument.Load(store.Location());
    object I(string s) => new FileStream(s, FileMode.Open, FileAccess.Read);
}
"#,
            "static class Extensions { public static string Location(this Store store) => \"\"; } class Store { }",
        ],
        &expect![[r#"
            using System.Text.Json;
            using System.Xml.Linq;
            class A
            {
                object F(JsonSerializerOptions options) => JsonSerializer.Serialize(1, options);
                                                           ^^^^^^^^^^^^^^^^^^^^^^^^ M:System.Text.Json.JsonSerializer.Serialize``1(``0,System.Text.Json.JsonSerializerOptions) -- pure-helper
                object G() => JsonSerializer.Serialize(1);
                              ^^^^^^^^^^^^^^^^^^^^^^^^ M:System.Text.Json.JsonSerializer.Serialize``1(``0,System.Text.Json.JsonSerializerOptions) instance-method
                object H(Store store) => XDocument.Load(store.Location());
                                         ^^^^^^^^^^^^^^ M:System.Xml.Linq.XDocument.Load(System.String) instance-method
                object I(string s) => new FileStream(s, FileMode.Open, FileAccess.Read);
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.FileStream.#ctor(System.String,System.IO.FileMode,System.IO.FileAccess) instance-method
            }
        "#]],
    );
}
