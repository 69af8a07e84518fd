//! Where generated types go, what they are called, how existing ones grow, and what the report says of the way in.

use super::project;
use crate::harness::{Code, Folder, Options, Program, csharp_or_skip, run, through};

const USER: &str = "namespace Shop;\n\npublic class User\n{\n    public void F(string s) => System.Console.WriteLine(s);\n}\n";

fn warnings() -> Options {
    Options::default().warnings_as_errors().nullable()
}

#[test]
fn a_name_that_is_taken_is_replaced_by_another() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    // A class of that name, and a mention of a type that nobody here declares.
    let own = "namespace Shop.Terminal;\n\npublic class IConsole\n{\n}\n";
    let other = "namespace Shop.Deep;\n\npublic class Other\n{\n    /// <summary>Like <c>IConsole</c>.</summary>\n    public string F() => nameof(Terminal.IConsole);\n}\n";
    let folder = Folder::of(&[
        ("App.csproj", &*project("12", "enable")),
        ("User.cs", USER),
        ("Own.cs", own),
        ("Other.cs", other),
    ]);
    let args = [".", "--write", "--format", "json"];
    let document = run(Program::wrap(), &folder, &args).json();
    assert_eq!(document["abstractions"][0]["available"], true);
    let text = run(Program::wrap(), &folder, &[".", "--format", "text"]);
    assert!(text.stdout.contains("IConsole"), "{text}");
    let document = through(&folder);
    assert_eq!(document["migration"]["replaced"], 1, "{document:#}");
    let after = folder.snapshot();
    assert!(
        after
            .text("ISystemConsole.cs")
            .contains("void WriteLine(string? value);")
    );
    assert!(
        after
            .text("SystemConsoleAdapter.cs")
            .contains(": ISystemConsole")
    );
    assert!(after.text("User.cs").contains("ISystemConsole"));
    csharp.compiles(&Code::folder(folder.path()).by_projects(), &warnings());
}

#[test]
fn the_other_name_is_said() {
    let own = "namespace Shop;\n\npublic class IConsole\n{\n}\n";
    let folder = Folder::of(&[
        ("App.csproj", &*project("12", "enable")),
        ("User.cs", USER),
        ("Own.cs", own),
    ]);
    let shown = run(Program::wrap(), &folder, &[".", "--format", "text"]).stdout;
    let said = "`IConsole` is called `ISystemConsole`: `IConsole` means something else in `Own.cs`";
    assert!(shown.contains(said), "{shown}");
}

#[test]
fn a_place_and_a_namespace_can_be_asked_for() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for (args, namespace) in [
        (&["--into", "Seams/Real"][..], "namespace App.Seams.Real;"),
        (
            &["--into", "Seams/Real", "--namespace", "Acme.Seams"],
            "namespace Acme.Seams;",
        ),
    ] {
        let folder = Folder::of(&[
            ("App/App.csproj", &*project("12", "enable")),
            ("App/Core/User.cs", USER),
        ]);
        run(
            Program::wrap(),
            &folder,
            &[&[".", "--write"], args].concat(),
        );
        let document = through(&folder);
        assert_eq!(document["migration"]["replaced"], 1, "{document:#}");
        let after = folder.snapshot();
        for name in ["IConsole", "SystemConsole"] {
            let text = after.text(&format!("App/Seams/Real/{name}.cs"));
            assert!(text.contains(namespace), "{text}");
        }
        csharp.compiles(&Code::folder(folder.path()).by_projects(), &warnings());
    }
    for wrong in [
        ["--into", "../Out"],
        ["--into", "/tmp"],
        ["--namespace", "1.2"],
    ] {
        let folder = Folder::of(&[("User.cs", USER)]);
        let run = Program::wrap().args([".", wrong[0], wrong[1]]);
        assert_eq!(run.cwd(folder.path()).run().code, 2, "{wrong:?}");
    }
}

const MORE: &str = "namespace Shop;\n\npublic class Second\n{\n    public void F(int i)\n    {\n        System.Console.WriteLine(i);\n        System.Console.Title = \"t\";\n        System.Console.Out.Flush();\n    }\n}\n";

#[test]
fn an_interface_that_is_there_grows_with_its_class_and_its_doubles() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let rest = "<ItemGroup><PackageReference Include=\"xunit\" Version=\"2.7.0\" /><ProjectReference Include=\"../Shop/Shop.csproj\" /></ItemGroup></Project>";
    let tests = project("12", "enable").replace("</Project>", rest);
    let fake = "namespace Shop.Tests;\n\npublic class SilentConsole : IConsole\n{\n    public void WriteLine(string? value) { }\n}\n";
    let test = "using Xunit;\n\nnamespace Shop.Tests;\n\npublic class UserTests\n{\n    [Fact]\n    public void It_writes() => new User(new SilentConsole()).F(\"a\");\n}\n";
    let folder = Folder::of(&[
        ("Shop/Shop.csproj", &*project("12", "enable")),
        ("Shop/User.cs", USER),
        ("Shop.Tests/Shop.Tests.csproj", &*tests),
    ]);
    through(&folder);
    folder.write("Shop.Tests/SilentConsole.cs", fake);
    folder.write("Shop.Tests/UserTests.cs", test);
    folder.write("Shop/Second.cs", MORE);
    let before = folder.snapshot();
    let shown = run(
        Program::wrap(),
        &folder,
        &[".", "--write", "--format", "text"],
    )
    .stdout;
    let said = [
        "`IConsole` in `Shop/IConsole.cs` gets ",
        "doubles that throw there until they are arranged: `SilentConsole` in `Shop.Tests/SilentConsole.cs`",
    ];
    assert!(said.iter().all(|one| shown.contains(one)), "{shown}");
    let after = folder.snapshot();
    for path in [
        "Shop/IConsole.cs",
        "Shop/SystemConsole.cs",
        "Shop.Tests/SilentConsole.cs",
    ] {
        // Nothing of what was there is gone.
        let (old, new) = (before.text(path), after.text(path));
        assert!(new.contains("WriteLine(int value)"), "{new}");
        let mut lines = new.lines();
        assert!(
            old.lines().all(|line| lines.any(|now| now == line)),
            "{path}\n{new}"
        );
    }
    let code = Code::folder(folder.path()).by_projects();
    csharp.compiles(&code, &warnings());
    let document = through(&folder);
    assert_eq!(
        document["migration"]["remaining"].as_array().unwrap().len(),
        0
    );
    csharp.compiles(&code, &warnings());
    assert_eq!(csharp.tests_pass(&code, &Options::default()).passed, 1);
}

#[test]
fn an_interface_that_production_code_implements_too_is_left_alone() {
    let folder = Folder::of(&[("App.csproj", &*project("12", "enable")), ("User.cs", USER)]);
    through(&folder);
    folder.write(
        "Loud.cs",
        "namespace Shop;\n\npublic class Loud(IConsole inner) : IConsole\n{\n    public void WriteLine(string? value) => inner.WriteLine(value + \"!\");\n}\n",
    );
    folder.write("Second.cs", MORE);
    let before = folder.snapshot();
    let shown = run(
        Program::wrap(),
        &folder,
        &[".", "--write", "--format", "text"],
    )
    .stdout;
    let said =
        "`IConsole` in `IConsole.cs` lacks members: `Loud` in `Loud.cs` would have to get them too";
    assert!(shown.contains(said), "{shown}");
    assert_eq!(before.changes_to(&folder.snapshot()), [] as [String; 0]);
}

#[test]
fn the_way_in_is_said() {
    let user = "namespace Shop;\n\npublic static class Hosts\n{\n    public static string Name() => System.Environment.MachineName;\n}\n\npublic class Host\n{\n    public string Name() => System.Environment.MachineName;\n}\n";
    let folder = Folder::of(&[("App.csproj", &*project("12", "enable")), ("User.cs", user)]);
    let shown = |args: &[&str]| {
        let args = [&[".", "--format", "text"], args].concat();
        run(Program::wrap(), &folder, &args).stdout
    };
    let both = shown(&[]);
    assert!(
        both.contains("way in: ambient scope (1), constructor (1)"),
        "{both}"
    );
    assert!(both.contains("each use reads one `AsyncLocal`"), "{both}");
    assert!(both.contains("each class gets a slot of its own"), "{both}");
    let shared = shown(&["--ambient", "shared"]);
    assert!(shared.contains("each project gets one slot"), "{shared}");
    let constructor = shown(&["--injection", "constructor"]);
    assert!(
        constructor.contains("way in: constructor (1)"),
        "{constructor}"
    );
    assert!(!constructor.contains("AsyncLocal"), "{constructor}");
    let ambient = shown(&["--injection", "ambient"]);
    assert!(ambient.contains("way in: ambient scope (2)"), "{ambient}");
}

/// Where nothing is generated, the report says what to do.
#[test]
fn what_is_only_advised_is_said() {
    let user = "using System;\nusing System.Globalization;\nusing System.Threading.Tasks;\n\nnamespace Shop;\n\npublic class User\n{\n    public string Culture() => CultureInfo.CurrentCulture.Name;\n\n    public Task Work() => Task.Run(() => { });\n\n    public string Settings() => Environment.GetEnvironmentVariable(\"A\") + Environment.GetEnvironmentVariable(\"B\")\n        + Environment.GetEnvironmentVariable(\"C\");\n}\n";
    let folder = Folder::of(&[("App.csproj", &*project("12", "enable")), ("User.cs", user)]);
    let shown = |args: &[&str]| run(Program::wrap(), &folder, args).stdout;
    let text = shown(&[".", "--format", "text"]);
    let markdown = shown(&[".", "--format", "markdown"]);
    for advice in [
        "1 site: pass a `CultureInfo` or `IFormatProvider` in",
        "`Shop.User` in `User.cs` reads environment variables at 3 places: one object of options",
    ] {
        assert!(text.contains(advice), "{text}");
        assert!(markdown.contains(advice), "{markdown}");
    }
    assert!(!text.contains("IExecutor"), "{text}");
    let asked = shown(&[".", "--format", "text", "--category", "concurrency"]);
    let advice = "`IExecutor` isn't generated: inject a `TaskScheduler` or an executor that a test runs in place";
    assert!(asked.contains(advice), "{asked}");
    // The document of the stage before asks for it too.
    let found = Program::detect().args([".", "--format", "json", "--category", "concurrency"]);
    let found = found.cwd(folder.path()).run();
    let wrapped = Program::wrap()
        .args(["--format", "text"])
        .cwd(folder.path())
        .stdin(found.stdout);
    let wrapped = wrapped.run();
    assert!(wrapped.stdout.contains(advice), "{wrapped}");
}

/// A type that other languages lack would be a warning in an assembly that says it has none.
#[test]
fn what_other_languages_lack_is_no_public_member_of_an_assembly_that_promises_so() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let user = "using System;\n\n[assembly: CLSCompliant(true)]\n\nnamespace Shop;\n\npublic class User\n{\n    public void F(dynamic any, string text)\n    {\n        Console.WriteLine(any);\n        Console.Beep();\n        Console.Write(text);\n    }\n}\n";
    let folder = Folder::of(&[("App.csproj", &*project("12", "enable")), ("User.cs", user)]);
    let document = through(&folder);
    let left = document["migration"]["remaining"].as_array().unwrap();
    assert_eq!(left.len(), 1, "{left:#?}");
    assert_eq!(left[0]["reason"], "abstraction-lacks-member");
    let after = folder.snapshot();
    assert!(
        !after.text("IConsole.cs").contains("uint"),
        "{}",
        after.text("IConsole.cs")
    );
    csharp.compiles(&Code::folder(folder.path()).by_projects(), &warnings());
}
