//! Public constructors that stay: what anybody outside sees is the same, old callers run as before, and a test fills the
//! new constructor. Compiled and run.

use super::run;
use crate::harness::{Code, Folder, Options, csharp_or_skip};

/// Classes of every shape; each says through `At` what it reads.
const SHAPES: &str = r#"using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Shop;

public class None
{
    public DateTime At() => DateTime.UtcNow;
}

public class One
{
    private readonly int _days;
    private readonly DateTime _made;

    /// <summary>Makes one.</summary>
    public One(int days, [CallerMemberName] string name = "", params int[] more)
    {
        _days = days + more.Length;
        _made = DateTime.UtcNow;
    }

    public One() : this(0)
    {
    }

    public DateTime At() => _days == 0 ? _made : DateTime.UtcNow;
}

public class Primary(int days)
{
    public DateTime At() => DateTime.UtcNow.AddDays(days);
}

public abstract class Base
{
    protected Base(out int seen, ref int other) { seen = other; }

    public DateTime At() => DateTime.UtcNow;
}

public class Derived : Base
{
    private static int _seen, _other;

    public Derived() : base(out _seen, ref _other) { }
}

public class Moved
{
    private readonly DateTime _made = DateTime.UtcNow;

    public DateTime At() => _made;
}

public class Nested
{
    private Nested(Part part) { }

    public static Nested Make() => new(new Part());

    public DateTime At() => DateTime.UtcNow;

    private class Part { }
}
"#;

const PROGRAM: &str = r#"using System;
using Shop;

class At : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => new(2001, 1, 1, 0, 0, 0, TimeSpan.Zero);
}

static class Program
{
    static void Main()
    {
        DateTime[] real = [new None().At(), new One(1, "", 2, 3).At(), new One().At(), new Primary(0).At(), new Derived().At(), new Moved().At(), Nested.Make().At()];
        foreach (var at in real) Console.Write((DateTime.UtcNow - at).Duration() < TimeSpan.FromMinutes(1) && at.Kind == DateTimeKind.Utc ? "real " : "odd ");
        DateTime[] given = [new None(new At()).At(), new One(1, "", [], new At()).At(), new One(0, "", [], new At()).At(), new Primary(0, new At()).At(), new Moved(new At()).At()];
        foreach (var at in given) Console.Write(at.Year + " ");
    }
}
"#;

#[test]
fn what_is_public_stays_and_old_callers_run_as_before() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let before = Folder::of(&[("Shapes.cs", SHAPES)]);
    let after = Folder::copy_of(before.path());
    let args = [".", "--category", "time", "--keep-constructors", "--write"];
    let document = run(&after, &[&args[..], &["--format", "json"]].concat()).json();
    let migration = &document["migration"];
    assert_eq!(migration["replaced"], 7, "{migration}");
    assert_eq!(migration["remaining"].as_array().unwrap().len(), 0);
    let notes = migration["notes"].as_array().unwrap().iter();
    let kept = notes.filter(|note| note["kind"] == "internal-constructor");
    assert_eq!(kept.count(), 6);
    let once = after.snapshot();
    run(&after, &args);
    assert_eq!(after.snapshot(), once, "a second run changes something");

    let code = |folder: &Folder| Code::folder(folder.path());
    let diff = csharp.public_api_diff(&code(&before), &code(&after), &Options::default());
    assert_eq!(
        (diff.removed, diff.changed, diff.added),
        (vec![], vec![], vec![])
    );
    after.write("Program.cs", PROGRAM);
    let ran = csharp.run(&code(&after), &[], &Options::default());
    assert_eq!(ran.errors.len(), 0, "{:?}\n{once:?}", ran.errors);
    let expected = format!("{}{}", "real ".repeat(7), "2001 ".repeat(5));
    assert_eq!(ran.stdout, expected, "{}", ran.stderr);
}

#[test]
fn what_a_primary_constructor_sets_first_stays_and_says_why() {
    let folder = Folder::of(&[(
        "A.cs",
        "using System;\n\npublic class A(int days)\n{\n    private readonly DateTime _made = DateTime.UtcNow;\n    public int Days => days + _made.Day;\n}\n",
    )]);
    let before = folder.snapshot();
    let args = [".", "--keep-constructors", "--write", "--format", "json"];
    let document = run(&folder, &args).json();
    let remaining = &document["migration"]["remaining"][0];
    assert_eq!(remaining["reason"], "initializer", "{document}");
    assert_eq!(folder.snapshot(), before);
}
