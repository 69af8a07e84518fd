//! Original and wrapper called with the same arguments, member by member: result, exception and its message, and what
//! is printed are the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use seamwright_common::catalogue::signatures::{MemberKind, Signature};
use seamwright_common::catalogue::{Abstraction, Catalogue};

use super::{project, user, wrapped};
use crate::harness::{Code, Folder, Options, Program, csharp_or_skip, run};

/// What ends the program, or asks a server that isn't there.
const UNSAFE: &[&str] = &[
    "Environment.Exit",
    "Environment.FailFast",
    "Dns.BeginGetHostAddresses",
    "Dns.BeginGetHostByName",
    "Dns.BeginGetHostEntry",
    "Dns.BeginResolve",
    "Dns.EndGetHostAddresses",
    "Dns.EndGetHostByName",
    "Dns.EndGetHostEntry",
    "Dns.EndResolve",
];

/// What differs from call to call: its type is compared, and its length.
const BY_SHAPE: &[&str] = &[
    "Environment.TickCount",
    "Environment.TickCount64",
    "Environment.WorkingSet",
    "Guid.NewGuid",
];

const HARNESS: &str = r#"
using System;
using System.Collections;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

public static class Same
{
    public static int Count, Threw;

    public static string Show(object value, bool byShape)
    {
        if (value is Task task)
        {
            task.GetAwaiter().GetResult();
            value = task.GetType().GetProperty("Result")?.GetValue(task);
        }
        var shape = value?.GetType() + "";
        if (byShape) return value is ICollection some ? shape + some.Count : shape;
        if (value is string || value is not IEnumerable all) return shape + " " + value;
        return shape + " " + string.Join(", ", all.Cast<object>().Select(one => one is DictionaryEntry e ? e.Key + "=" + e.Value : one + ""));
    }

    public static string Try(Func<object> call, bool byShape)
    {
        var (output, error, input) = (Console.Out, Console.Error, Console.In);
        var text = new StringWriter();
        Console.SetOut(text);
        Console.SetError(text);
        Console.SetIn(new StringReader("one\ntwo"));
        try { return Show(call(), byShape) + "|" + text; }
        catch (Exception e) { Threw++; return e.GetType() + ": " + e.Message + "|" + text; }
        finally { Console.SetOut(output); Console.SetError(error); Console.SetIn(input); }
    }

    public static void Compare(string what, bool byShape, Func<object> original, Func<object> wrapper)
    {
        Count++;
        var (one, other) = (Try(original, byShape), Try(wrapper, byShape));
        if (one != other) Console.WriteLine(what + "\n  " + one + "\n  " + other);
    }
}
"#;

/// Arguments of a type: a usual one and one at its edge.
fn values(type_text: &str) -> [String; 2] {
    let of = |one: &str, two: &str| [one.to_owned(), two.to_owned()];
    match type_text.trim_end_matches('?') {
        "string" => of("\"SEAMWRIGHT_{0}\"", "(string)null"),
        "object" => of("(object)2.5m", "(object)null"),
        "int" => of("3", "-1"),
        "uint" | "ulong" | "long" => of("7", "0"),
        "bool" => of("true", "false"),
        "char" => of("'x'", "'\\0'"),
        "float" => of("3.75f", "float.NaN"),
        "double" => of("1.0 / 3", "double.MinValue"),
        "decimal" => of("2.50m", "0"),
        "char[]" => of("new[] { 'x', 'y' }", "(char[])null"),
        "byte[]" => of("new byte[4]", "(byte[])null"),
        "object[]" | "object?[]" => of("new object[] { 'p', 1.5f, null }", "(object[])null"),
        "System.ReadOnlySpan<byte>" | "System.Span<byte>" => of("new byte[4]", "new byte[0]"),
        "System.ReadOnlySpan<char>" => of("\"abc\"", "\"\""),
        "System.ReadOnlySpan<T>" | "T[]" => of("new[] { 5 }", "new int[0]"),
        "System.Span<T>" => of("new[] { 5, 5 }", "new int[0]"),
        "System.ReadOnlySpan<object?>" => of("new object[] { 1 }", "new object[0]"),
        other => [format!("default({other})"), format!("default({other})")],
    }
}

/// The call of a member on a type or object, as a lambda.
fn call(one: &Signature, on: &str, edge: usize) -> String {
    let name = one.name;
    match one.kind {
        MemberKind::Property => format!("() => {on}.{name}"),
        MemberKind::Event => format!(
            "() => {{ {} h = null; {on}.{name} += h; {on}.{name} -= h; return null; }}",
            one.value.trim_end_matches('?')
        ),
        _ => {
            let given = one.parameters.iter().map(|one| match one.reference {
                "out" => "out _".to_owned(),
                way => format!("{way} {}", values(one.type_text)[edge])
                    .trim()
                    .to_owned(),
            });
            let given = given.collect::<Vec<_>>().join(", ");
            let types = if one.type_parameters.is_empty() {
                ""
            } else {
                "<int>"
            };
            let call = format!("{on}.{name}{types}({given})");
            if one.value == "void" {
                format!("() => {{ {call}; return null; }}")
            } else {
                format!("() => {call}")
            }
        }
    }
}

/// The classes that pass on, by the type whose members they pass on.
fn implementations() -> BTreeMap<&'static str, &'static str> {
    let all = Catalogue::standard().entries().iter();
    let all = all.filter_map(|entry| match entry.abstraction {
        Abstraction::Generated { implementation, .. } => {
            Some((entry.parts()?.type_name, implementation))
        }
        _ => None,
    });
    all.collect()
}

#[test]
fn original_and_wrapper_do_the_same() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let classes = implementations();
    let folder = Folder::of(&[("App.csproj", project("12", "disable"))]);
    // What differs is told.
    let mut program = "using Shop;\n#pragma warning disable\nSame.Compare(\"nothing\", false, () => 1, () => 2);\n".to_owned();
    let (mut members, mut left_out) = (0, Vec::new());
    for (number, (type_name, signatures)) in wrapped().iter().enumerate() {
        let text = user(type_name, signatures);
        let text = text.replace("class User", &format!("class User{number}"));
        folder.write(&format!("User{number}.cs"), text);
        let simple = type_name.rsplit('.').next().unwrap();
        for one in signatures {
            let what = format!("{simple}.{}", one.name);
            if UNSAFE.contains(&&*what) {
                left_out.push(what);
                continue;
            }
            members += 1;
            let by_shape = BY_SHAPE.contains(&&*what) || simple == "RandomNumberGenerator";
            let edges = if one.parameters.is_empty() {
                0..1
            } else {
                0..2
            };
            for edge in edges {
                let _ = writeln!(
                    program,
                    "Same.Compare(\"{what}\", {by_shape}, {}, {});",
                    call(one, type_name, edge),
                    call(one, &format!("new {}()", classes[type_name]), edge)
                );
            }
        }
    }
    program.push_str(
        "System.Console.WriteLine(Same.Count + \" calls, \" + Same.Threw / 2 + \" exceptions\");\n",
    );
    run(Program::wrap(), &folder, &[".", "--write"]);
    folder.write("Same.cs", HARNESS);
    folder.write("Program.cs", &program);
    let ran = csharp.run(&Code::folder(folder.path()), &[], &Options::default());
    assert!(ran.errors.is_empty(), "{:#?}", ran.errors);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(ran.exit_code, Some(0), "{}\n{}", ran.stdout, ran.stderr);
    assert_eq!(lines.len(), 4, "{}", ran.stdout);
    assert_eq!(lines[0], "nothing");
    println!("{members} members, {}; left out: {left_out:?}", lines[3]);
    assert!(members > 140, "{members}");
}
