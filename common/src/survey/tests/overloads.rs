//! What arguments say of the overload, and what stands in for a type of the library.

use super::*;

#[test]
fn an_argument_is_typed_by_what_it_is_taken_from() {
    check(
        &[r#"using System.Collections.Generic;
using System.Text;
using System.Xml.Linq;
class Names
{
    public static Func<string>? Settings { get; set; }
    public static Task<string?> PickAsync(string title) => null;
    public static List<string> All() => null;
    public static List<Stream> Open() => null;
}
class A
{
    void F(string[] names) { var name = names[0]; new StreamReader(name, Encoding.UTF8); }
    void G() { var all = Names.All(); new StreamReader(all[1]); new StreamReader(Names.Open()[0]); }
    async Task H() { var name = await Names.PickAsync("Save").ConfigureAwait(true); using var file = new StreamWriter(name); }
    void I() => XDocument.Load(Names.Settings!());
}
"#],
        &expect![[r#"
            using System.Collections.Generic;
            using System.Text;
            using System.Xml.Linq;
            class Names
            {
                public static Func<string>? Settings { get; set; }
                public static Task<string?> PickAsync(string title) => null;
                public static List<string> All() => null;
                public static List<Stream> Open() => null;
            }
            class A
            {
                void F(string[] names) { var name = names[0]; new StreamReader(name, Encoding.UTF8); }
                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.String,System.Text.Encoding) instance-method
                void G() { var all = Names.All(); new StreamReader(all[1]); new StreamReader(Names.Open()[0]); }
                                                  ^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.String) instance-method
                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.IO.Stream) -- injected
                async Task H() { var name = await Names.PickAsync("Save").ConfigureAwait(true); using var file = new StreamWriter(name); }
                                                                                                                 ^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamWriter.#ctor(System.String) instance-method
                void I() => XDocument.Load(Names.Settings!());
                            ^^^^^^^^^^^^^^ M:System.Xml.Linq.XDocument.Load(System.String) instance-method
            }
        "#]],
    );
}

#[test]
fn an_overload_that_stays_open_is_told() {
    let run = run(
        &["class A { object F(dynamic some) => new StreamReader(some.Content); }"],
        &["System", "System.IO"],
    );
    let told: Vec<&str> = run
        .survey
        .incomplete
        .iter()
        .map(|one| one.detail.as_str())
        .collect();
    assert_eq!(told, ["new StreamReader(some.Content)"]);
    assert!(run.survey.findings.is_empty());
}

#[test]
fn what_stands_in_for_a_missing_type_is_the_type() {
    check(
        &[r#"namespace System
{
#if !NET6_0_OR_GREATER
    static class Environment { public static string MachineName => ""; public static long TickCount64 => 0; }
#endif
    static class Console { public static void WriteLine() { } }
}
class A
{
    object F() => Environment.MachineName;
    void G() => Console.WriteLine();
}
"#],
        &expect![[r#"
            namespace System
            {
            #if !NET6_0_OR_GREATER
                static class Environment { public static string MachineName => ""; public static long TickCount64 => 0; }
            #endif
                static class Console { public static void WriteLine() { } }
            }
            class A
            {
                object F() => Environment.MachineName;
                              ^^^^^^^^^^^^^^^^^^^^^^^ P:System.Environment.MachineName instance-method
                void G() => Console.WriteLine();
            }
        "#]],
    );
}

#[test]
fn a_package_type_is_known_by_its_whole_name() {
    check(
        &[
            "class A { object F() => new Npgsql.NpgsqlConnection(\"\"); object G() => new Other.NpgsqlConnection(); }\n",
        ],
        &expect![[r#"
            class A { object F() => new Npgsql.NpgsqlConnection(""); object G() => new Other.NpgsqlConnection(); }
                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:Npgsql.NpgsqlConnection.#ctor instance-method
        "#]],
    );
}

#[test]
fn a_member_that_the_type_has_not_may_be_of_the_base() {
    let run = run(
        &["class Build : SomeContext
{
    object F() => Environment.Platform;
    object G() => Environment.MachineName;
    object H() => System.Environment.Newest;
}
class Alone { object F() => Environment.Newest; }
"],
        &["System"],
    );
    let told = run.survey.incomplete.iter().map(|one| one.detail.as_str());
    assert_eq!(told.collect::<Vec<_>>(), ["Environment.Platform"]);
    let found = run.survey.findings.iter().map(|one| one.text.as_str());
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            "Environment.MachineName",
            "System.Environment.Newest",
            "Environment.Newest"
        ]
    );
}

#[test]
fn a_type_that_converts_to_a_string_may_be_one() {
    check(
        &[r#"using System.Xml;
struct FilePath
{
    public static implicit operator FilePath(string name) => default;
    public static implicit operator string(FilePath path) => "";
}
struct Address { public static explicit operator string(Address address) => ""; }
class A
{
    void F(FilePath path) { new StreamReader(path); XmlReader.Create(path); new FileStream(path, FileMode.Open); }
    void G(Address address) => new StreamReader(address);
    void H(dynamic some) => XmlReader.Create(some.Text.ToString());
}
"#],
        &expect![[r#"
            using System.Xml;
            struct FilePath
            {
                public static implicit operator FilePath(string name) => default;
                public static implicit operator string(FilePath path) => "";
            }
            struct Address { public static explicit operator string(Address address) => ""; }
            class A
            {
                void F(FilePath path) { new StreamReader(path); XmlReader.Create(path); new FileStream(path, FileMode.Open); }
                                        ^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.String) instance-method
                                                                ^^^^^^^^^^^^^^^^ M:System.Xml.XmlReader.Create(System.String) instance-method
                                                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.FileStream.#ctor(System.String,System.IO.FileMode) instance-method
                void G(Address address) => new StreamReader(address);
                                           ^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.IO.Stream) -- injected
                void H(dynamic some) => XmlReader.Create(some.Text.ToString());
                                        ^^^^^^^^^^^^^^^^ M:System.Xml.XmlReader.Create(System.String) instance-method
            }
        "#]],
    );
}

#[test]
fn the_overload_decides_what_counts() {
    check(
        &[r#"using System.Threading;
using System.Threading.Tasks;
class A(TimeProvider time)
{
    object F(CancellationToken token) => Task.Delay(5, token);
    object G() => Task.Delay(TimeSpan.FromSeconds(1), time);
    object H() => new Random();
    object I() => new Random(42);
    object J(Stream stream) => new StreamReader(stream);
    object K(string path) => new StreamReader(path);
    object L() => new CancellationTokenSource();
    object M() => new CancellationTokenSource(100);
}
"#],
        &expect![[r#"
            using System.Threading;
            using System.Threading.Tasks;
            class A(TimeProvider time)
            {
                object F(CancellationToken token) => Task.Delay(5, token);
                                                     ^^^^^^^^^^ M:System.Threading.Tasks.Task.Delay(System.Int32,System.Threading.CancellationToken) instance-method
                object G() => Task.Delay(TimeSpan.FromSeconds(1), time);
                object H() => new Random();
                              ^^^^^^^^^^^^ M:System.Random.#ctor instance-method
                object I() => new Random(42);
                              ^^^^^^^^^^^^^^ M:System.Random.#ctor(System.Int32) -- pure-helper
                object J(Stream stream) => new StreamReader(stream);
                                           ^^^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.IO.Stream) -- injected
                object K(string path) => new StreamReader(path);
                                         ^^^^^^^^^^^^^^^^^^^^^^ M:System.IO.StreamReader.#ctor(System.String) instance-method
                object L() => new CancellationTokenSource();
                object M() => new CancellationTokenSource(100);
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ M:System.Threading.CancellationTokenSource.#ctor(System.Int32) instance-method
            }
        "#]],
    );
}
