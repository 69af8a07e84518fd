//! The file system of the package, judged by the C# compiler: every member that stands for one of the base library's
//! compiles in its place, and a program that works through it prints what it printed before.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use seamwright_common::catalogue::signatures::{MemberKind, Parameter, Signature, members};

use crate::harness::{Code, Folder, Options, Program, csharp_or_skip, run, through};

fn project(properties: &str, nullable: &str) -> String {
    format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>{nullable}</Nullable>{properties}</PropertyGroup><ItemGroup><PackageReference Include=\"System.IO.Abstractions\" Version=\"21.0.2\" /></ItemGroup></Project>"
    )
}

fn remaining(document: &serde_json::Value) -> BTreeSet<String> {
    let all = document["migration"]["remaining"].as_array().unwrap();
    all.iter()
        .map(|one| format!("{} {}", one["reason"], one["detail"]))
        .collect()
}

/// A class with one method for each static method of a type, each called with the types that it declares.
fn user(type_name: &str, signatures: &[&Signature]) -> String {
    let plain = |text: &str| text.replace('?', "");
    let mut text =
        "#pragma warning disable CA1416\nnamespace Shop;\n\npublic class User\n{\n".to_owned();
    for (number, one) in signatures.iter().enumerate() {
        let list = |each: &dyn Fn(&Parameter) -> String| {
            let all: Vec<String> = one.parameters.iter().map(each).collect();
            all.join(", ")
        };
        let _ = writeln!(
            text,
            "    public void M{number}({})\n    {{\n        {type_name}.{}({});\n    }}\n",
            list(&|one| format!("{} {}", plain(one.type_text), one.name)),
            one.name,
            list(&|one| one.name.to_owned())
        );
    }
    text.push_str("}\n");
    text
}

#[test]
fn every_method_of_files_and_folders_has_its_place() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for type_name in ["System.IO.File", "System.IO.Directory", "System.IO.Path"] {
        let ambient = ["Exists", "GetFullPath", "GetTempFileName", "GetTempPath"];
        let all = members(type_name).iter().copied();
        let all: Vec<&Signature> = all
            .filter(|one| one.is_static && one.kind == MemberKind::Method && one.since.is_none())
            .filter(|one| {
                type_name != "System.IO.Path"
                    || ambient.contains(&one.name) && one.parameters.len() < 2
            })
            .collect();
        assert!(all.len() > 2, "{type_name}");
        for nullable in ["disable", "enable"] {
            let folder = Folder::of(&[
                ("App.csproj", project("", nullable)),
                ("User.cs", user(type_name, &all)),
            ]);
            let document = through(&folder);
            let left = remaining(&document);
            assert!(
                left.iter().all(|one| one.contains("File.OpenHandle")),
                "{type_name}: {left:#?}"
            );
            let code = Code::folder(folder.path()).by_projects();
            csharp.compiles(&code, &Options::default());
            // The compiler's own count: nothing but what remains reaches the disk.
            let hits = csharp.detect(&code, &[&format!("T:{type_name}")], &Options::default());
            assert_eq!(hits.len(), left.len(), "{type_name}");
        }
    }
}

const PROGRAM: &str = r#"using System.Text;

Console.WriteLine(new Store(args[0]).All());

public class Store
{
    private readonly string _root;
    private readonly StringBuilder _said = new();

    public Store(string root)
    {
        _root = root;
        Directory.CreateDirectory(_root);
    }

    private void Say(object value) => _said.Append(value).Append('\n');

    private void Try(Action action)
    {
        try { action(); }
        catch (Exception e) { Say(e.GetType().Name + " " + e.Message.Replace(_root, "")); }
    }

    public string All()
    {
        var a = Path.Combine(_root, "a.txt");
        var b = Path.Combine(_root, "b", "b.txt");
        Try(() => Say(File.ReadAllText(a)));
        File.WriteAllText(a, "één\ntwo\n");
        File.AppendAllText(a, "three", Encoding.Latin1);
        Say(File.ReadAllText(a).Length);
        Say(string.Join('|', File.ReadLines(a)));
        Try(() => File.Copy(a, b));
        Directory.CreateDirectory(Path.GetDirectoryName(b)!);
        File.Copy(a, b);
        Try(() => File.Copy(a, b, false));
        Say(File.Exists(b) + " " + Directory.Exists(b) + " " + Path.Exists(b));
        using (var stream = File.OpenRead(a))
        {
            Say(stream.Length + " " + stream.ReadByte() + " " + stream.Position + " " + stream.CanWrite);
        }

        using (FileStream made = File.Create(a, 16))
        {
            made.Write(new byte[] { 1, 2, 3 });
            made.Flush(true);
            Say(made.Name.Replace(_root, "") + made.Length);
            Try(() => Say(new StreamReader(a).ReadToEnd().Length));
        }

        using (var other = new FileStream(a, FileMode.Open, FileAccess.ReadWrite, FileShare.None, 4096, FileOptions.SequentialScan))
        {
            other.SetLength(2);
            Say(other.Length);
            Try(() => { using var again = File.Open(a, FileMode.Open); Say(again.Length); });
        }

        using (var writer = new StreamWriter(b)) { writer.Write("é"); }
        using (var writer = new StreamWriter(b, true)) { writer.WriteLine("x"); }
        using (var writer = new StreamWriter(b, true, Encoding.Unicode)) { writer.Write("y"); }
        using (var writer = new StreamWriter(a, false, Encoding.UTF8)) { writer.Write("z"); }
        Say(Convert.ToHexString(File.ReadAllBytes(b)) + " " + Convert.ToHexString(File.ReadAllBytes(a)));
        using (var reader = new StreamReader(a, Encoding.ASCII)) { Say(reader.ReadToEnd() + reader.CurrentEncoding.WebName); }
        Try(() => { using var none = new StreamReader(Path.Combine(_root, "none")); Say(none.Peek()); });
        Try(() => { using var none = new StreamWriter(_root); none.Write(1); });
        var info = new FileInfo(b);
        Say(info.Name + info.Exists + info.Length + info.Extension + info.IsReadOnly + (info.Directory == null));
        FileInfo gone = new FileInfo(Path.Combine(_root, "gone"));
        Try(() => Say(gone.Length));
        DirectoryInfo folder = new DirectoryInfo(_root);
        foreach (FileInfo one in folder.GetFiles("*", SearchOption.AllDirectories))
        {
            Say(one.FullName.Replace(_root, "") + one.Length);
        }

        string? above = Directory.GetParent(b)?.Name;
        Say(folder.GetDirectories().Length + " " + above);
        foreach (var one in Directory.EnumerateFileSystemEntries(_root).Order()) { Say(one.Replace(_root, "")); }
        File.SetLastWriteTimeUtc(a, new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc));
        Say(File.GetLastWriteTimeUtc(a).ToString("O") + new FileInfo(a).LastWriteTimeUtc.Kind);
        Say(new[] { a, b, _root }.Count(File.Exists));
        Say(Path.GetFullPath(".") == Environment.CurrentDirectory);
        Try(() => File.Delete(_root));
        Try(() => Directory.Delete(_root));
        Try(() => File.ReadAllText(null!));
        Try(() => File.ReadAllText(""));
        Directory.Delete(_root, true);
        Say(Directory.Exists(_root));
        return _said.ToString();
    }
}
"#;

#[test]
fn what_a_program_does_to_files_stays_the_same() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let files = [
        (
            "App.csproj",
            project("<OutputType>Exe</OutputType>", "enable"),
        ),
        ("Program.cs", PROGRAM.to_owned()),
    ];
    let (before, after) = (Folder::of(&files), Folder::of(&files));
    let document = run(
        Program::detect(),
        &after,
        &[".", "--category", "filesystem", "--format", "json"],
    );
    let found = document.json()["findings"].as_array().unwrap().len();
    let migrated = run(
        Program::migrate(),
        &after,
        &[
            ".",
            "--category",
            "filesystem",
            "--write",
            "--format",
            "json",
        ],
    )
    .json();
    let text = after.snapshot().text("Program.cs").to_owned();
    assert_eq!(remaining(&migrated), BTreeSet::new(), "{text}");
    assert_eq!(migrated["migration"]["replaced"], found);
    let printed = |folder: &Folder| {
        let root = Folder::of::<&str>(&[]);
        let path = root.path().join("store");
        let options = Options::default().stub("io-abstractions");
        let args = [path.to_str().unwrap()];
        let run = csharp.run(&Code::folder(folder.path()), &args, &options);
        assert_eq!(run.exit_code, Some(0), "{:?} {}", run.errors, run.stderr);
        run.stdout
    };
    let said = printed(&before);
    assert!(
        said.contains("FileNotFoundException") && said.ends_with("False\n\n"),
        "{said}"
    );
    assert_eq!(printed(&after), said);
    assert!(
        text.contains("new Store(args[0], new FileSystem())"),
        "{text}"
    );
}

const USER: &str = "using System.IO;\n\nnamespace Shop;\n\npublic class User\n{\n    public bool F(string path) => File.Exists(path);\n}\n";

fn bare(rest: &str) -> String {
    format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\">\r\n\t<PropertyGroup>\r\n\t\t<TargetFramework>net8.0</TargetFramework>\r\n\t</PropertyGroup>\r\n{rest}</Project>\r\n"
    )
}

#[test]
fn without_the_package_nothing_is_written_and_the_flag_is_named() {
    let folder = Folder::of(&[("App.csproj", bare("")), ("User.cs", USER.to_owned())]);
    let before = folder.snapshot();
    for (program, what) in [
        (
            Program::migrate(),
            "generate-testability-wrappers --allow-packages",
        ),
        (Program::wrap(), "--allow-packages"),
    ] {
        let args = [
            ".",
            "--category",
            "filesystem",
            "--write",
            "--format",
            "json",
        ];
        let run = program.args(args).cwd(folder.path()).run();
        assert_eq!(run.code, 3, "{run}");
        assert_eq!(folder.snapshot(), before);
        let declined = &run.json()["declined"][0];
        assert_eq!(declined["what"], "package:System.IO.Abstractions");
        assert_eq!(declined["needed_by"][0], "filesystem");
        assert_eq!(declined["authorise"], what);
    }
    let args = [".", "--category", "filesystem"];
    let text = Program::migrate().args(args).arg("--format").arg("text");
    let said = text.cwd(folder.path()).run().stdout;
    assert!(
        said.contains("package:System.IO.Abstractions  for filesystem"),
        "{said}"
    );
    // What only came along stays, and is no failure.
    let document = run(
        Program::migrate(),
        &folder,
        &[".", "--write", "--format", "json"],
    )
    .json();
    assert_eq!(
        document["migration"]["remaining"][0]["reason"],
        "abstraction-missing"
    );
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn authorised_packages_are_added_once_where_they_are_needed() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let central = "<Project>\n  <PropertyGroup>\n    <ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally>\n  </PropertyGroup>\n  <ItemGroup>\n    <PackageVersion Include=\"Autofac\" Version=\"8.0.0\" />\n    <PackageVersion Include=\"xunit\" Version=\"2.9.0\" />\n  </ItemGroup>\n</Project>\n";
    let above = "\t<ItemGroup>\r\n\t\t<ProjectReference Include=\"..\\Core\\Core.csproj\" />\r\n\t</ItemGroup>\r\n";
    let folder = Folder::of(&[
        ("Shop.sln", String::new()),
        ("Core/Core.csproj", bare("")),
        ("Core/User.cs", USER.to_owned()),
        ("App/App.csproj", bare(above)),
        ("App/Other.cs", USER.replace("User", "Other")),
        ("App/packages.lock.json", "{}".to_owned()),
        ("Directory.Packages.props", central.to_owned()),
    ]);
    let dry = run(
        Program::wrap(),
        &folder,
        &[".", "--allow-packages", "--format", "text"],
    );
    assert!(
        dry.stdout
            .contains("+\t\t<PackageReference Include=\"System.IO.Abstractions\" />"),
        "{dry}"
    );
    let before = Folder::copy_of(folder.path());
    run(
        Program::wrap(),
        &folder,
        &[".", "--allow-packages", "--write"],
    );
    let after = folder.snapshot();
    assert_eq!(
        after.text("Core/Core.csproj"),
        bare(
            "\t<ItemGroup>\r\n\t\t<PackageReference Include=\"System.IO.Abstractions\" />\r\n\t</ItemGroup>\r\n"
        )
    );
    assert_eq!(after.text("App/App.csproj"), bare(above), "it flows in");
    assert_eq!(
        after.text("Directory.Packages.props"),
        central.replace(
            "    <PackageVersion Include=\"xunit\"",
            "    <PackageVersion Include=\"System.IO.Abstractions\" Version=\"22.0.16\" />\n    <PackageVersion Include=\"xunit\""
        )
    );
    let args = [
        ".",
        "--category",
        "filesystem",
        "--write",
        "--format",
        "json",
    ];
    let document = run(Program::migrate(), &folder, &args).json();
    assert_eq!(document["migration"]["replaced"], 2, "{document}");
    let by_projects = |folder: &Folder| Code::folder(folder.path()).by_projects();
    csharp.adds_no_errors(
        &by_projects(&before),
        &by_projects(&folder),
        &Options::default(),
    );
    let once = folder.snapshot();
    run(
        Program::wrap(),
        &folder,
        &[".", "--allow-packages", "--write"],
    );
    run(Program::migrate(), &folder, &args);
    assert_eq!(folder.snapshot(), once, "a second run changes something");
}

#[test]
fn a_lock_file_is_named_and_what_cannot_have_packages_stays() {
    let folder = Folder::of(&[
        ("App.csproj", bare("")),
        ("packages.lock.json", "{}".to_owned()),
        ("User.cs", USER.to_owned()),
    ]);
    let said = run(
        Program::wrap(),
        &folder,
        &[".", "--allow-packages", "--format", "text"],
    )
    .stdout;
    assert!(
        said.contains("`packages.lock.json` is out of date now"),
        "{said}"
    );
    let legacy = "<Project ToolsVersion=\"15.0\" xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\"><PropertyGroup><TargetFrameworkVersion>v4.8</TargetFrameworkVersion></PropertyGroup><ItemGroup><Compile Include=\"User.cs\" /></ItemGroup></Project>";
    for (name, project) in [
        ("an SDK", legacy.to_owned()),
        (
            "isn't for all of net40",
            bare("").replace("net8.0", "net40"),
        ),
    ] {
        let folder = Folder::of(&[("App.csproj", project), ("User.cs", USER.to_owned())]);
        let before = folder.snapshot();
        let run = run(
            Program::wrap(),
            &folder,
            &[".", "--allow-packages", "--write", "--format", "text"],
        );
        assert!(run.stdout.contains(name), "{run}");
        assert_eq!(folder.snapshot(), before);
    }
}

#[test]
fn a_file_system_that_is_used_already_is_named_and_nothing_is_written() {
    let text = "using System.IO;\nusing System.IO.Abstractions;\nusing Microsoft.Extensions.DependencyInjection;\n\nnamespace Shop;\n\npublic class User\n{\n    private readonly IFileSystem _files;\n\n    public User(IFileSystem files)\n    {\n        _files = files;\n    }\n\n    public bool F(string path) => _files.File.Exists(path) || Directory.Exists(path);\n}\n\npublic static class Wiring\n{\n    public static void Add(IServiceCollection services)\n    {\n        services.AddSingleton<IFileSystem, FileSystem>();\n        services.AddSingleton<User>();\n    }\n}\n";
    let folder = Folder::of(&[
        ("App.csproj", project("", "enable")),
        ("User.cs", text.to_owned()),
    ]);
    let before = folder.snapshot();
    let said = run(
        Program::wrap(),
        &folder,
        &[".", "--write", "--format", "text"],
    )
    .stdout;
    assert!(said.contains("it is used already: `User.cs:9`"), "{said}");
    assert_eq!(folder.snapshot(), before);
}

/// A static class that keeps text in files, and a program that drives it.
fn static_store() -> Vec<(&'static str, String)> {
    let project = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup><ItemGroup><PackageReference Include=\"System.IO.Abstractions\" Version=\"21.0.2\" /></ItemGroup></Project>";
    let store = "namespace Shop;\n\npublic static class Store\n{\n    private static readonly string Suffix = \".txt\";\n\n    public static string Save(string folder, string name, string text)\n    {\n        var path = Path.Combine(folder, name + Suffix);\n        if (!Directory.Exists(folder))\n        {\n            Directory.CreateDirectory(folder);\n        }\n\n        File.WriteAllText(path, text);\n        return File.ReadAllText(path) + File.Exists(path);\n    }\n\n    public static string Missing(string path)\n    {\n        try\n        {\n            using var stream = File.OpenRead(path);\n            return \"there\";\n        }\n        catch (FileNotFoundException error)\n        {\n            return error.GetType().Name;\n        }\n    }\n}\n";
    let program = "using Shop;\n\nvar folder = Path.Combine(AppContext.BaseDirectory, \"store\" + Environment.ProcessId);\ntry\n{\n    Console.WriteLine(Store.Save(folder, \"a\", \"text\"));\n    Console.WriteLine(Store.Missing(Path.Combine(folder, \"none\")));\n    Console.WriteLine(File.Exists(Path.Combine(folder, \"a.txt\")));\n}\nfinally\n{\n    if (Directory.Exists(folder))\n    {\n        Directory.Delete(folder, true);\n    }\n}\n";
    vec![
        ("App.csproj", project.to_owned()),
        ("Store.cs", store.to_owned()),
        ("Program.cs", program.to_owned()),
    ]
}

#[test]
fn static_code_works_through_a_scope() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let options = Options::default().stub("io-abstractions");
    let printed = |folder: &Folder| {
        let run = csharp.run(&Code::folder(folder.path()), &[], &options);
        assert_eq!(run.exit_code, Some(0), "{:?} {}", run.errors, run.stderr);
        run.stdout
    };
    let before = Folder::of(&static_store());
    let after = Folder::copy_of(before.path());
    let document = through(&after);
    let migration = &document["migration"];
    let in_store = |site: &&serde_json::Value| site["path"] == "Store.cs";
    let found = document["findings"].as_array().unwrap().iter();
    assert_eq!(found.filter(in_store).count(), 6, "{migration}");
    let store = after.snapshot().text("Store.cs").to_owned();
    assert!(
        !store.contains(" File.") && !store.contains(" Directory."),
        "{store}"
    );
    csharp.adds_no_errors(
        &Code::folder(before.path()).by_projects(),
        &Code::folder(after.path()).by_projects(),
        &Options::default(),
    );
    let said = printed(&before);
    assert_eq!(said, "textTrue\nFileNotFoundException\nTrue\n");
    assert_eq!(printed(&after), said);
}
