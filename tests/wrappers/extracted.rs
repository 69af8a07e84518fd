//! An interface that is taken out of a class, compiled with callers that know the interface alone.

use super::project;
use crate::harness::{Code, Folder, Options, Program, csharp_or_skip, run};

const CLASS: &str = r#"using System;
using System.Collections.Generic;
using Map = System.Collections.Generic.Dictionary<string, int>;

namespace Shop
{
    public class Mail<T> : IDisposable where T : class, new()
    {
        public const int Limit = 3;
        public static int Count;
        private int _sent;

        public Mail(int first) { _sent = first; }

        /// <summary>Sends it.</summary>
        public virtual bool Send(string to, params T[] parts) => parts.Length > 0 && to.Length > _sent++;

        public TOther Convert<TOther>(Func<T, TOther> by, ref int at, out string why, in int limit, int depth = 3)
            where TOther : class
        {
            why = "";
            return by(new T());
        }

        public int Sent { get { return _sent; } private set { _sent = value; } }
        public int Twice => _sent * 2;
        public string Name { get; set; } = "";
        public T this[int at, string by] { get { return new T(); } set { } }
        public event EventHandler Changed;
        public event Action<T> Asked { add { } remove { } }
        public async System.Threading.Tasks.Task<Map> AllAsync() { await System.Threading.Tasks.Task.Yield(); Changed?.Invoke(this, EventArgs.Empty); return new Map(); }
        public override string ToString() => "mail";
        public void Dispose() { }
        internal void Inner() { }
        protected void Below() { }
        public static void All() { }
    }
}
"#;

const USER: &str = r#"using System;

namespace Shop
{
    public class User
    {
        public string Use(IMail<object> mail)
        {
            int at = 0;
            mail.Changed += (sender, e) => { };
            mail.Asked += one => { };
            mail.Name = mail.Name + mail.Sent + mail.Twice;
            mail[1, "a"] = mail[2, "b"];
            var all = mail.AllAsync().Result.Count;
            return mail.Convert(one => one.ToString() + all, ref at, out var why, 3) + mail.Send("me", new object());
        }

        public string Both() => Use(new Mail<object>(1));
    }
}
"#;

#[test]
fn an_interface_is_taken_out_of_a_class() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for (language, nullable) in [("7.3", "disable"), ("12", "disable")] {
        let folder = Folder::of(&[
            ("App.csproj", &*project(language, nullable)),
            ("Mail.cs", CLASS),
        ]);
        let args = [
            ".",
            "--write",
            "--format",
            "text",
            "--extract-interface",
            "Shop.Mail",
        ];
        let shown = run(Program::wrap(), &folder, &args).stdout;
        assert!(
            shown.contains("`IMail` in `IMail.cs` has 10 members of `Mail`"),
            "{shown}"
        );
        let once = folder.snapshot();
        let text = once.text("IMail.cs");
        assert!(
            text.contains("    public interface IMail<T> where T : class, new()\n"),
            "{text}"
        );
        assert!(
            text.contains("        /// <summary>Sends it.</summary>\n        bool Send("),
            "{text}"
        );
        for absent in [
            "Limit", "Below", "Inner", "ToString", "private", "async", "All()",
        ] {
            assert!(!text.contains(absent), "{text}");
        }
        assert!(
            once.text("Mail.cs")
                .contains("class Mail<T> : IDisposable, IMail<T> where")
        );
        folder.write("User.cs", USER);
        let code = Code::folder(folder.path()).by_projects();
        csharp.compiles(&code, &Options::default().warnings_as_errors());
        let shown = run(Program::wrap(), &folder, &args).stdout;
        assert!(shown.contains("implements `IMail` already"), "{shown}");
    }
}

#[test]
fn a_folder_and_a_namespace_are_heeded() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let text = "namespace Shop;\n\ninternal sealed class Clock(int zone)\n{\n    public string? Name(string? of = null) => of + zone;\n}\n";
    let folder = Folder::of(&[
        ("App.csproj", &*project("12", "enable")),
        ("Clock.cs", text),
    ]);
    let args = [
        ".",
        "--write",
        "--extract-interface",
        "Clock",
        "--into",
        "Seams",
        "--namespace",
        "Shop.Seams",
    ];
    run(Program::wrap(), &folder, &args);
    let after = folder.snapshot();
    let interface = after.text("Seams/IClock.cs");
    assert!(interface.contains("namespace Shop.Seams;\n"), "{interface}");
    assert!(
        interface.contains("internal interface IClock\n{\n    string? Name(string? of = null);\n}"),
        "{interface}"
    );
    assert!(
        after
            .text("Clock.cs")
            .contains("class Clock(int zone) : Shop.Seams.IClock\n")
    );
    let code = Code::folder(folder.path()).by_projects();
    csharp.compiles(&code, &Options::default().warnings_as_errors().nullable());
}

#[test]
fn what_cannot_be_taken_out_is_refused_with_its_reason() {
    for (text, name, said) in [
        (
            "partial class A { public void F() { } }",
            "A",
            "it is static or partial",
        ),
        (
            "class A { public void F() { } } class B { IA a; }",
            "A",
            "`IA` means something else in `A.cs`",
        ),
        (
            "class A { public class R { } public R F() => null; }",
            "A",
            "names its own type `R`",
        ),
        (
            "class A { public static void F() { } }",
            "A",
            "no public members of objects",
        ),
        (
            "unsafe class A { public void F(int* p) { } }",
            "A",
            "is unsafe",
        ),
        ("class A { }", "B", "no class is called `B`"),
        (
            "namespace N { class A { } } namespace M { class A { } }",
            "A",
            "`N.A`, `M.A`",
        ),
    ] {
        let folder = Folder::of(&[("A.cs", text)]);
        let before = folder.snapshot();
        let program = Program::wrap().args([".", "--write", "--extract-interface", name]);
        let run = program.cwd(folder.path()).run();
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains(said), "{run}");
        assert_eq!(before, folder.snapshot());
    }
}
