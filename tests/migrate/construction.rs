//! Who constructs a class that gets a provider: each form of construction follows, keeps the constructor that it
//! needs, or holds the class back; the C# compiler judges.

use super::{migrated, run};
use crate::harness::{Folder, Options, csharp_or_skip};

// A private field, so that it isn't taken for data.
const CLOCK: &str =
    "public class A { public int X; private int _y; public DateTime M() => DateTime.UtcNow; }\n";

/// Members of a class, each of which makes an `A`.
const FORMS: &[&str] = &[
    "A[] a = { new() };",
    "A[,] a = { { new() } };",
    "A[] a = [new()];",
    "A[] a = new A[] { new() };",
    "List<A> a = [new(), ..new A[0]];",
    "List<A> a = new() { new() };",
    "Dictionary<int, A> a = new() { { 1, new() } };",
    "Dictionary<int, A> a = new Dictionary<int, A> { [1] = new() };",
    "object F() => new[] { new A(), new() };",
    "(A, int) F() => (new(), 1);",
    "(A x, A y) F() { return (new(), new()); }",
    "void F() { (A a, int b) = (new(), 1); A c; (c, _) = (new(), 1); }",
    "Func<A> f = () => new();",
    "Func<A> f = delegate { return new(); };",
    "Func<int, Func<A>> f = i => () => { return new(); };",
    "delegate A Make(); Make f = () => new();",
    "Lazy<A> l = new(() => new());",
    "System.Collections.Concurrent.ConcurrentDictionary<int, A> d = new(); A F() => d.GetOrAdd(1, _ => new());",
    "event Func<A>? E; void F() { E += () => new(); }",
    "void F(Dictionary<int, A> d, List<A> l, A[] a) { d[1] = new(); l[0] = new(); a[0] = new(); }",
    "void F(List<A> l) { l.Add(new()); }",
    "void F(List<List<A>> l, A[][] a) { foreach (var x in l) { x[0] = new(); } foreach (var x in a) x[0] = new(); }",
    "record Q(A P); Q F(Q q) => q with { P = new() };",
    "class Q { public A? P; public Q? R; } Q F() => new() { R = new() { P = new() } }; Q G() => new Q { R = { P = new() } };",
    "IEnumerable<A> F() { yield return new(); }",
    "A F(A q, bool b) { var z = b ? q : new(); var y = b switch { true => q, _ => new() }; return b ? new() : z; }",
    "A F(A? q) { var z = q ?? new(); q ??= new(); return q ?? (q = new()); }",
    "A F(int i) => i switch { 1 => new(), _ => throw new() };",
    "void G(A a) { } void F(int i) => G(i switch { 1 => new(), _ => new() });",
    "void G(params A[] a) { } void F() { G(new(), new()); }",
    "void G(int i = 1, A? a = null) { } void F() { G(a: new()); }",
    "void G(Func<int, A> f) { } void F() => G(i => new());",
    "T Id<T>(T t) => t; A F() => Id<A>(new());",
    "T Pick<T>(T a, T t) => t; A F(A q) => Pick(q, new());",
    "class Box<T> { public T? V; public void Set(T t) { } } void F(Box<A> b) { b.Set(new()); b.V = new(); }",
    "class Base<T> { protected T? P; protected void G(T a) { } } class D : Base<A> { void F() { P = new(); G(new()); base.P = new(); base.G(new()); } }",
    "class Q(A a) { A P => a; } class R() : Q(new()) { }",
    "class Q { public Q(A a) { } } class R : Q { public R() : base(new()) { } }",
    "Action<A>? e; void F() { e!(new()); e?.Invoke(new()); }",
    "class S { public S N(A a) => this; public A this[A a] { get => a; set { } } } void F(S t) { t.N(new()).N(new()); t[new()] = new(); t?.N(new()); }",
    "Task<A> F() => Task.FromResult<A>(new()); async Task<A> G() { await F(); return new(); }",
    "KeyValuePair<int, A> F() => new(1, new());",
    "void F() { A L() => new(); L(); void G(A a) { } G(new()); }",
];

#[test]
fn every_form_of_creation_without_a_type_follows() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let users = FORMS.iter().enumerate();
    let users = users.map(|(index, form)| format!("class B{index} {{ {form} }}\n"));
    let mut text = CLOCK.to_owned() + &users.collect::<String>();
    text.push_str("static class E { public static void X(this B0 b, A a) { } static void F(B0 b) { b.X(new()); } }\n");
    let all = migrated(csharp, &[("A.cs", &text)], &Options::default());
    // All of them are told apart, so that the class keeps no constructor without the provider.
    assert!(!all.text("A.cs").contains("public A()"));
}

#[test]
fn what_nobody_can_tell_keeps_its_constructor_or_holds_the_class_back() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = migrated(
        csharp,
        &[
            ("A.cs", CLOCK),
            (
                "B.cs",
                "public class B(int i) { int I => i; public DateTime M() => DateTime.UtcNow; }\n",
            ),
            (
                "C.cs",
                "class C { static T G<T, U>(Func<U, T> f, T t) => t; A F() => G((int i) => new A(), new()); B H() => G((int i) => new B(1), new(2)); }\n",
            ),
        ],
        &Options::default(),
    );
    assert!(
        all.text("A.cs")
            .contains("public A() : this(TimeProvider.System)")
    );
    assert!(all.text("B.cs").contains("DateTime.UtcNow"));
}

#[test]
fn names_behind_an_extern_alias_hold_the_class_back() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let project = |references: &str| {
        format!(
            "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>{references}</Project>\n"
        )
    };
    let class = "namespace P; public class X { public DateTime M() => DateTime.UtcNow; }\n";
    for user in [
        "class Y { PP::P.X x = new PP::P.X(); }",
        "class Y { PP::P.X x = new(); }",
        "class Y : PP::P.X { public Y() { } }",
        "class Y { object x = new XX(); }",
        "class Y : XX { }",
    ] {
        let all = migrated(
            csharp,
            &[
                ("P/P.csproj", &project("")),
                ("P/X.cs", class),
                (
                    "Q/Q.csproj",
                    &project(
                        "<ItemGroup><ProjectReference Include=\"../P/P.csproj\" Aliases=\"PP\"/></ItemGroup>",
                    ),
                ),
                (
                    "Q/Y.cs",
                    &format!("extern alias PP;\nusing XX = PP::P.X;\n{user}\n"),
                ),
            ],
            &Options::default(),
        );
        let unseen = user.contains("= new()");
        assert!(
            all.text("P/X.cs").contains("DateTime.UtcNow") || unseen,
            "{user}"
        );
    }
}

#[test]
fn an_inferred_type_argument_keeps_the_constructor_that_its_constraint_asks_for() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for body in [
        "void F<T>(out T t) where T : new() => t = new T(); void G() { F(out A a); }",
        "void F<T>(T t) where T : new() { } void G(A a) { F(a); }",
        "static void F<T>(List<T> t) where T : class, new() { } void G(List<A> a) { F(a); this.H(a); } void H<T>(IEnumerable<T> t) where T : A, new() { }",
        "class L : List<A> { } static void F<T>(List<T> t) where T : class, new() { } void G(L a) { F(a); }",
        "static void F<T>(Func<T> t) where T : class, new() { } void G(A a) { F(() => a); }",
    ] {
        let all = migrated(
            csharp,
            &[
                ("A.cs", CLOCK),
                ("B.cs", &format!("class B {{ {body} }}\n")),
                (
                    "C.cs",
                    "class C { public DateTime M() => DateTime.UtcNow; }\n",
                ),
            ],
            &Options::default(),
        );
        assert!(
            all.text("A.cs")
                .contains("public A() : this(TimeProvider.System)")
        );
        let open = body.contains("() =>") && body.contains("Func");
        assert_eq!(all.text("C.cs").contains("public C()"), open, "{body}");
    }
}

#[test]
fn names_keep_their_spelling_and_hidden_ones_are_qualified() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = migrated(
        csharp,
        &[
            (
                "Keyword.cs",
                "class @class { public DateTime M() => DateTime.Now; } class R : @class { } class U { object o = new @class(), p = new R(); @class q = new(); }\nclass @this { public @this(int x) { } public DateTime M() => DateTime.Now; } class S : @this { public S() : base(2) { } }\n",
            ),
            (
                "Escape.cs",
                r"class \u0041\u0042 { public DateTime M() => DateTime.Now; AB X => new AB(); AB Y => new \u0041B(); @AB Z => new @AB(); } class D : \u0041B { }
class E { public E(int \u0074imeProvider) { } public DateTime M() => DateTime.Now; E X => new E(1); }
",
            ),
            (
                "Hidden.cs",
                "public class A { private int _a; public string? TimeProvider { get; set; } public DateTime M() => DateTime.UtcNow; public static A Make() => new A(); }\npublic class B { public static string? TimeProvider { get; set; } public A Make() => new A(); }\npublic class C { public int TimeProvider() => 1; public A Make() => new A(); }\npublic class F { void L() { int TimeProvider = 3; new A(); } void N<TimeProvider>() { new A(); } void O() { int TimeProvider = 3, System = 4; new A(); } }\n",
            ),
        ],
        &Options::default(),
    );
    assert!(
        all.text("Keyword.cs")
            .contains("public @class(TimeProvider timeProvider)")
    );
    assert!(
        all.text("Hidden.cs")
            .contains("new A(System.TimeProvider.System)")
    );
    assert!(
        all.text("Hidden.cs")
            .contains("new A(global::System.TimeProvider.System)")
    );
}

#[test]
fn a_file_of_two_projects_stays_and_an_unreadable_project_has_no_provider() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let class = "public class X { public DateTime M() => DateTime.UtcNow; }\n";
    let project = |items: &str| {
        format!(
            "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>{items}</Project>\n"
        )
    };
    let all = migrated(
        csharp,
        &[
            ("P/X.cs", class),
            ("P/P.csproj", &project("")),
            ("Q/Y.cs", "class Y { static X Make() => new X(); }\n"),
            (
                "Q/Q.csproj",
                &project("<ItemGroup><Compile Include=\"../P/X.cs\"/></ItemGroup>"),
            ),
        ],
        &Options::default(),
    );
    assert_eq!(all.text("P/X.cs"), class);
    let folder = Folder::of(&[("P/X.cs", class), ("P/P.csproj", "<Project")]);
    let document = run(
        &folder,
        &[".", "--category", "time", "--write", "--format", "json"],
    )
    .json();
    let remaining = &document["migration"]["remaining"][0];
    assert_eq!(remaining["reason"], "abstraction-missing", "{document}");
}

#[test]
fn broken_code_is_left_alone_and_the_rest_goes_on() {
    let folder = Folder::of(&[
        (
            "A.cs",
            "#DateTime M()=>DateTime.UtcNow;\npublic class A{ \"\n DateTime M()=>DateTime.UtcNow;}\n",
        ),
        (
            "B.cs",
            "public class B { DateTime M() => DateTime.UtcNow; }\n",
        ),
    ]);
    let document = run(
        &folder,
        &[".", "--category", "time", "--write", "--format", "json"],
    )
    .json();
    assert_eq!(document["migration"]["replaced"], 1, "{document}");
    assert!(
        folder
            .snapshot()
            .text("B.cs")
            .contains("_timeProvider.GetUtcNow()")
    );
}
