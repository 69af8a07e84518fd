//! Generated interfaces, judged by the C# compiler: over the whole catalogue they compile without warnings and have just
//! the members that are used, and what they print is what the real API prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use seamwright_common::catalogue::signatures::{MemberKind, Parameter, Signature, members};
use seamwright_common::catalogue::{Abstraction, Catalogue, Members, Origin, Rewrite};

#[path = "wrappers/alone.rs"]
mod alone;
#[path = "wrappers/extracted.rs"]
mod extracted;
#[path = "wrappers/placed.rs"]
mod placed;
#[path = "wrappers/same.rs"]
mod same;

use crate::harness::{Code, Folder, Options, csharp_or_skip, through};

/// C# 7.3 has no nullable references: the compiler refuses a project that turns them on there.
const LANGUAGES: [(&str, &str); 3] = [("7.3", "disable"), ("12", "disable"), ("12", "enable")];

fn project(language: &str, nullable: &str) -> String {
    format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>disable</ImplicitUsings><LangVersion>{language}</LangVersion><Nullable>{nullable}</Nullable></PropertyGroup></Project>"
    )
}

/// The static members of the base library that an interface stands for, by the type that has them.
fn wrapped() -> BTreeMap<&'static str, Vec<&'static Signature>> {
    let mut by_type: BTreeMap<&str, Vec<&'static Signature>> = BTreeMap::new();
    let catalogue = Catalogue::standard();
    for entry in catalogue.entries() {
        let generated = matches!(entry.abstraction, Abstraction::Generated { .. });
        let whole = entry.rewrite == Rewrite::Reference("{p}.{m}");
        if !generated || !whole || entry.origin != Origin::BaseLibrary {
            continue;
        }
        let parts = entry.parts().unwrap();
        let of_type = members(parts.type_name).iter().copied();
        let spoken_of = of_type.filter(|one| {
            let named = entry.members == Members::Statics || one.name == parts.member;
            let entry_of_it = catalogue.entry_of(&one.id);
            named
                && one.is_static
                && one.since.is_none()
                && entry_of_it.is_some_and(|own| {
                    own.rewrite == entry.rewrite && own.abstraction == entry.abstraction
                })
                && matches!(
                    one.kind,
                    MemberKind::Method | MemberKind::Property | MemberKind::Event
                )
        });
        by_type
            .entry(parts.type_name)
            .or_default()
            .extend(spoken_of);
    }
    for signatures in by_type.values_mut() {
        signatures.sort_by_key(|one| one.id.as_str());
        signatures.dedup_by_key(|one| one.id.as_str());
    }
    by_type
}

/// A class with one method for each member of a type.
fn user(type_name: &str, signatures: &[&Signature]) -> String {
    let plain = |text: &str| text.replace('?', "");
    let mut text = "#pragma warning disable CS0618, SYSLIB0003, SYSLIB0012, SYSLIB0014, SYSLIB0024, SYSLIB0045\nnamespace Shop\n{\n    public class User\n    {\n".to_owned();
    for (number, one) in signatures.iter().enumerate() {
        let real = format!("{type_name}.{}", one.name);
        let _ = write!(text, "        public void M{number}");
        match one.kind {
            MemberKind::Property if one.access.set => {
                let _ = writeln!(text, "() {{ {real} = {real}; }}");
            }
            MemberKind::Property => {
                let _ = writeln!(text, "() {{ var x = {real}; System.GC.KeepAlive(x); }}");
            }
            MemberKind::Event => {
                let _ = writeln!(
                    text,
                    "({} handler) {{ {real} += handler; {real} -= handler; }}",
                    plain(one.value)
                );
            }
            _ => {
                let generic: Vec<&str> = one.type_parameters.iter().map(|one| one.name).collect();
                let generic = if generic.is_empty() {
                    String::new()
                } else {
                    format!("<{}>", generic.join(", "))
                };
                let given =
                    |one: &Parameter| format!("{} {}", one.reference, one.name).trim().to_owned();
                let taken = |one: &Parameter| {
                    format!("{} {} {}", one.reference, plain(one.type_text), one.name)
                        .trim()
                        .to_owned()
                };
                let list = |each: &dyn Fn(&Parameter) -> String| {
                    one.parameters
                        .iter()
                        .map(each)
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let _ = writeln!(
                    text,
                    "{generic}({}) {{ {real}{generic}({}); }}",
                    list(&taken),
                    list(&given)
                );
            }
        }
    }
    text.push_str("    }\n}\n");
    text
}

#[test]
fn every_member_of_the_catalogue_can_be_wrapped() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = wrapped();
    let count: usize = all.values().map(Vec::len).sum();
    assert!(count > 150, "{count} members");
    for (language, nullable) in LANGUAGES {
        for (type_name, signatures) in &all {
            let folder = Folder::of(&[
                ("App.csproj", project(language, nullable)),
                ("User.cs", user(type_name, signatures)),
            ]);
            let document = through(&folder);
            let remaining = document["migration"]["remaining"].as_array().unwrap();
            let remaining: BTreeSet<String> = remaining
                .iter()
                .map(|one| format!("{} {}", one["reason"], one["detail"]))
                .collect();
            assert!(
                remaining.is_empty(),
                "{type_name} in C# {language}: {remaining:#?}\n{}",
                folder.snapshot().text("User.cs")
            );
            let code = Code::folder(folder.path()).by_projects();
            let mut options = Options::default().warnings_as_errors();
            if nullable == "enable" {
                options = options.nullable();
            }
            csharp.compiles(&code, &options);
        }
    }
}

/// What a program prints through what was generated is what it printed before.
#[test]
fn output_and_results_stay_the_same() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let program = r#"
using System;

new Printer().All();

public class Printer
{
    private dynamic _late = 'd';
    private static object Boxed() => 2.5m;
    private static T Same<T>(T value) => value;

    public void All()
    {
        Console.Write('a');
        Console.Write(1.5f);
        Console.Write(2.25);
        Console.Write(true);
        Console.WriteLine();
        Console.WriteLine(new[] { 'x', 'y' });
        Console.WriteLine((object)new[] { 'x', 'y' });
        Console.WriteLine(Boxed());
        Console.WriteLine(Same('c'));
        Console.WriteLine(Same(3.75f));
        Console.WriteLine(Same(7ul));
        Console.WriteLine(Same<string>(null));
        Console.WriteLine((string)null);
        Console.WriteLine("{0}|{1:F2}|{2}", 'q', 1.0 / 3, null);
        Console.WriteLine("{0}{1}{2}{3}", 1, 2, 3, 4);
        Console.WriteLine("{0}{1}", new object[] { "p", 'r' });
        Console.WriteLine($"{1.5f,8:F3}|{DateTime.MinValue:O}");
        Console.WriteLine(_late);
        Action<string> line = Console.WriteLine;
        line("group");
        Array.ForEach(new[] { 1, 2 }, Console.Write);
        Console.Out.WriteLine(Console.Out == Console.Out);
        Environment.SetEnvironmentVariable("SEAMWRIGHT_A", "b");
        Console.WriteLine(Environment.GetEnvironmentVariable("SEAMWRIGHT_A") ?? "none");
        Console.WriteLine(Environment.GetEnvironmentVariable("SEAMWRIGHT_NONE") ?? "none");
        Console.WriteLine(Environment.ProcessorCount == Environment.ProcessorCount);
        Console.WriteLine(Environment.ExpandEnvironmentVariables("%SEAMWRIGHT_A%"));
        Console.WriteLine(Guid.NewGuid().ToString().Length);
        try { Environment.GetEnvironmentVariable(null); }
        catch (ArgumentNullException e) { Console.WriteLine(e.ParamName); }
        try { Environment.SetEnvironmentVariable("", "x"); }
        catch (ArgumentException e) { Console.WriteLine(e.Message); }
        Environment.ExitCode = 0;
        Console.WriteLine(Environment.ExitCode);
        Console.WriteLine(AppContext.BaseDirectory == AppContext.BaseDirectory);
    }
}
"#;
    let files = [
        (
            "App.csproj",
            project("12", "disable").replace(
                "<PropertyGroup>",
                "<PropertyGroup><OutputType>Exe</OutputType>",
            ),
        ),
        ("Program.cs", program.to_owned()),
    ];
    let (before, after) = (Folder::of(&files), Folder::of(&files));
    let document = through(&after);
    let migration = &document["migration"];
    let remaining = migration["remaining"].as_array().unwrap();
    let place = |one: &serde_json::Value| format!("{} {}", one["reason"], one["detail"]);
    let remaining: Vec<String> = remaining.iter().map(place).collect();
    assert_eq!(
        remaining,
        [] as [String; 0],
        "{}",
        after.snapshot().text("Program.cs")
    );
    assert!(migration["replaced"].as_u64().unwrap() > 40);
    let printed = |folder: &Folder| {
        let run = csharp.run(&Code::folder(folder.path()), &[], &Options::default());
        assert_eq!(run.exit_code, Some(0), "{:?}", run.errors);
        run.stdout
    };
    let text = printed(&before);
    assert!(text.contains("group\n12True"), "{text}");
    assert_eq!(printed(&after), text);
}

#[test]
fn projects_that_do_not_see_each_other_get_one_each() {
    let text = |space: &str| {
        format!(
            "namespace {space};\npublic class A\n{{\n    public System.Guid F() => System.Guid.NewGuid();\n    public A(int a) {{ }}\n}}\n"
        )
    };
    let (one, two) = (text("One"), text("Two"));
    let empty = project("12", "enable");
    let folder = Folder::of(&[
        ("One/One.csproj", empty.as_str()),
        ("One/A.cs", &one),
        ("Two/Two.csproj", &empty),
        ("Two/A.cs", &two),
    ]);
    let document = through(&folder);
    assert_eq!(document["migration"]["replaced"], 2, "{document}");
    let after = folder.snapshot();
    assert!(
        after
            .text("One/IGuidProvider.cs")
            .contains("namespace One;")
    );
    assert!(
        after
            .text("Two/IGuidProvider.cs")
            .contains("namespace Two;")
    );
}
