//! Interfaces of the project that stand for an ambient API: used where they have what a site needs and their class only
//! passes it on.

use super::*;

const CONSOLE: &str = "namespace Shop;\npublic interface IConsole\n{\n    void WriteLine(string? value);\n    string Title { get; set; }\n    event ConsoleCancelEventHandler? CancelKeyPress;\n}\n";
const SYSTEM_CONSOLE: &str = "namespace Shop;\npublic sealed class SystemConsole : IConsole\n{\n    public void WriteLine(string? value) => Console.WriteLine(value);\n    public string Title { get => Console.Title; set => Console.Title = value; }\n    public event ConsoleCancelEventHandler? CancelKeyPress\n    {\n        add => Console.CancelKeyPress += value;\n        remove => Console.CancelKeyPress -= value;\n    }\n}\n";

fn everything(files: &[(&str, &str)]) -> Migrated {
    let first = migrate(files, &Asked::default(), &Choices::default());
    assert_eq!(first.found, first.replaced + first.remaining.len());
    assert_eq!(first.left, first.remaining.len(), "{:#?}", first.files);
    first
}

#[test]
fn the_projects_console_is_injected() {
    let done = everything(&[
        ("I.cs", CONSOLE),
        ("S.cs", SYSTEM_CONSOLE),
        (
            "A.cs",
            "namespace Shop;\npublic class A\n{\n    public void F(string s)\n    {\n        Console.WriteLine(s);\n        Console.Title = s;\n        Console.CancelKeyPress += (_, _) => { };\n    }\n}\n",
        ),
        (
            "P.cs",
            "class P\n{\n    void F() => new Shop.A().F(\"\");\n}\n",
        ),
    ]);
    assert_eq!(
        done.files["A.cs"],
        "namespace Shop;\npublic class A\n{\n    private readonly IConsole _console;\n\n    public A(IConsole console)\n    {\n        _console = console;\n    }\n\n    public void F(string s)\n    {\n        _console.WriteLine(s);\n        _console.Title = s;\n        _console.CancelKeyPress += (_, _) => { };\n    }\n}\n",
        "{:?}",
        done.remaining
    );
    assert_eq!(
        done.files["P.cs"],
        "class P\n{\n    void F() => new Shop.A(new Shop.SystemConsole()).F(\"\");\n}\n"
    );
    assert_eq!(done.remaining, []);
}

#[test]
fn two_abstractions_come_one_after_the_other() {
    let done = everything(&[
        ("I.cs", CONSOLE),
        ("S.cs", SYSTEM_CONSOLE),
        (
            "A.cs",
            "namespace Shop;\npublic class A\n{\n    private readonly int _a;\n\n    public A(int a)\n    {\n        _a = a;\n    }\n\n    public void F() => Console.WriteLine($\"{DateTime.UtcNow} {_a}\");\n}\n",
        ),
    ]);
    assert_eq!(
        done.files["A.cs"],
        "namespace Shop;\npublic class A\n{\n    private readonly int _a;\n    private readonly TimeProvider _timeProvider;\n    private readonly IConsole _console;\n\n    public A(int a, TimeProvider timeProvider, IConsole console)\n    {\n        _console = console;\n        _timeProvider = timeProvider;\n        _a = a;\n    }\n\n    public void F() => _console.WriteLine($\"{_timeProvider.GetUtcNow().UtcDateTime} {_a}\");\n}\n",
        "{:?}",
        done.remaining
    );
    let ways: Vec<&str> = done
        .classes
        .iter()
        .map(|one| one.dependency.as_str())
        .collect();
    assert_eq!(ways, ["TimeProvider", "IConsole"]);
}

#[test]
fn what_the_interface_lacks_stays() {
    let uses = |body: &str| {
        format!("namespace Shop;\npublic class A\n{{\n    public void F(int i) => {body};\n}}\n")
    };
    for (interface, class, body, reason, detail) in [
        (
            CONSOLE,
            SYSTEM_CONSOLE,
            "Console.WriteLine(i)",
            Reason::AbstractionLacksMember,
            "`IConsole` has no `WriteLine(int)`",
        ),
        (
            CONSOLE,
            SYSTEM_CONSOLE,
            "Console.Beep()",
            Reason::AbstractionLacksMember,
            "`IConsole` has no `Beep()`",
        ),
        (
            "namespace Shop; interface IConsole { string Title { get; } }",
            "namespace Shop; class SystemConsole : IConsole { public string Title => Console.Title; }",
            "Console.Title = \"\"",
            Reason::AbstractionLacksMember,
            "`IConsole.Title` can't be set",
        ),
        (
            "namespace Shop; interface IConsole { void WriteLine(string? value); void WriteLine(FormattableString value); }",
            "namespace Shop; class SystemConsole : IConsole { public void WriteLine(string? value) => Console.WriteLine(value); public void WriteLine(FormattableString value) => Console.WriteLine(value); }",
            "Console.WriteLine(\"\")",
            Reason::OverloadWouldChange,
            "`IConsole` has another `WriteLine`, which a call may mean",
        ),
        (
            "namespace Shop; interface IConsole { void WriteLine(string? value); }",
            "namespace Shop; class SystemConsole : IConsole { public void WriteLine(string? value) { } }",
            "Console.WriteLine(\"\")",
            Reason::AbstractionLacksMember,
            "`SystemConsole` doesn't only pass on `Console.WriteLine`",
        ),
        (
            "namespace Shop; interface IConsole { ConsoleKeyInfo ReadKey(bool intercept); }",
            "namespace Shop; class SystemConsole : IConsole { public ConsoleKeyInfo ReadKey(bool intercept) => Console.ReadKey(true); }",
            "Console.ReadKey(false)",
            Reason::AbstractionLacksMember,
            "`SystemConsole` doesn't only pass on `Console.ReadKey`",
        ),
        (
            "namespace Shop; interface IConsole { void WriteLine(string? value); }",
            "",
            "Console.WriteLine(\"\")",
            Reason::AbstractionMissing,
            "which class gives the real `IConsole` isn't certain",
        ),
        (
            "",
            "",
            "Console.Beep()",
            Reason::AbstractionMissing,
            "`IConsole` isn't declared where the file sees it",
        ),
    ] {
        let text = uses(body);
        let done = everything(&[("I.cs", interface), ("S.cs", class), ("A.cs", &text)]);
        assert_eq!(done.files["A.cs"], text);
        assert_eq!(done.remaining, [(reason, detail.to_owned())], "{interface}");
    }
}

#[test]
fn documentation_follows() {
    let a = "/// <summary>A.</summary>\npublic class A\n{\n    /// <summary>Makes one.</summary>\n    /// <param name=\"a\">A.</param>\n    public A(int a)\n    {\n    }\n\n    public void F(string s) => Console.WriteLine(s);\n}\n";
    let done = everything(&[("I.cs", CONSOLE), ("S.cs", SYSTEM_CONSOLE), ("A.cs", a)]);
    let after = &done.files["A.cs"];
    let line = "    /// <param name=\"console\">The console.</param>\n    public A(int a, IConsole console)\n";
    assert!(after.contains(line), "{after} {:?}", done.remaining);
    assert!(
        after.starts_with("using Shop;\n\n/// <summary>A.</summary>\n"),
        "{after}"
    );
    let b = "/// <summary>B.</summary>\npublic class B\n{\n    /// <summary>Makes one.</summary>\n    public B()\n    {\n    }\n\n    public void F(string s) => Console.WriteLine(s);\n    public static T Make<T>() where T : new() => new T();\n    public object G() => Make<B>();\n}\n";
    let done = everything(&[("I.cs", CONSOLE), ("S.cs", SYSTEM_CONSOLE), ("B.cs", b)]);
    let kept = "    /// <summary>\n    /// Initializes a new instance of the <see cref=\"B\"/> class.\n    /// </summary>\n    public B()\n        : this(new SystemConsole())\n";
    let after = &done.files["B.cs"];
    assert!(after.contains(kept), "{after} {:?}", done.remaining);
}

#[test]
fn a_public_constructor_takes_no_internal_type() {
    let interface = "namespace Shop; interface IConsole { void Beep(); }";
    let class =
        "namespace Shop; class SystemConsole : IConsole { public void Beep() => Console.Beep(); }";
    let user = |access: &str| {
        format!(
            "namespace Shop;\n{access} class A\n{{\n    public void F() => Console.Beep();\n}}\n"
        )
    };
    for (access, replaced) in [("public", 0), ("internal", 1)] {
        let text = user(access);
        let done = everything(&[("I.cs", interface), ("S.cs", class), ("A.cs", &text)]);
        assert_eq!(done.replaced, replaced, "{:?}", done.remaining);
        let reasons: Vec<Reason> = done.remaining.iter().map(|(reason, _)| *reason).collect();
        assert_eq!(reasons, vec![Reason::AbstractionMissing; 1 - replaced]);
    }
    // Another project, the tests, doesn't see the class.
    let text = user("public");
    let test = "class T\n{\n    object F() => new Shop.A();\n}\n";
    let public = "namespace Shop; public interface IConsole { void Beep(); }";
    let done = everything(&[
        ("I.cs", public),
        ("S.cs", class),
        ("A.cs", &text),
        ("test/T.cs", test),
    ]);
    let (reason, detail) = &done.remaining[0];
    assert_eq!(*reason, Reason::NeedsChangeOutsideScope);
    assert_eq!(detail, "`Shop.SystemConsole` can't be seen in `test/T.cs`");
}

#[test]
fn static_code_reads_an_interface_of_the_project() {
    let interface = "namespace Shop; interface IConsole { void Beep(); }";
    let class =
        "namespace Shop; class SystemConsole : IConsole { public void Beep() => Console.Beep(); }";
    let text = "namespace Shop;\npublic static class A\n{\n    public static void F() => Console.Beep();\n}\n";
    let done = everything(&[("I.cs", interface), ("S.cs", class), ("A.cs", text)]);
    let after = &done.files["A.cs"];
    for line in [
        "    private static readonly IConsole _realConsole = new SystemConsole();\n",
        "    internal static IConsole CurrentConsole => _ambientConsole.Value ?? _realConsole;\n",
        "    public static void F() => CurrentConsole.Beep();\n",
        "    internal static IDisposable OverrideConsole(IConsole console) =>\n",
    ] {
        assert!(after.contains(line), "{after}");
    }
}

#[test]
fn tests_that_see_what_is_internal_by_an_attribute_follow() {
    let files = [
        (
            "A.cs",
            "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"T, PublicKey=00\")]\n\ninternal class A\n{\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "test/T.cs",
            "public class T\n{\n    void F() { var a = new A(); }\n}\n",
        ),
    ];
    let done = all(&files);
    assert!(done.files["test/T.cs"].contains("new A(new FakeTimeProvider())"));
}

#[test]
fn a_class_around_what_a_serializer_makes_is_not_made_by_it() {
    let done = all(&[(
        "A.cs",
        "public class A\n{\n    public DateTime F() => DateTime.UtcNow;\n    public object G(string text) => Json.DeserializeObject<A.Row>(text);\n    public class Row { }\n}\n\npublic static class Json { public static T DeserializeObject<T>(string text) => default; }\n",
    )]);
    assert_eq!(done.replaced, 1);
}
