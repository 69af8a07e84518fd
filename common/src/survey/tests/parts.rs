//! What of a file is parsed, and that nothing is lost by it: [`run`] compares each of these with reading all.

use super::*;

/// The patterns found and not counted, in order of their places.
fn patterns(files: &[&str]) -> Vec<String> {
    let survey = run(files, &["System", "System.IO", "System.Net.Http"]).survey;
    let found = survey
        .findings
        .iter()
        .map(|one| (one.range, one.pattern.clone()));
    let not_counted = survey.not_counted.iter();
    let mut all: Vec<_> = found
        .chain(not_counted.map(|one| (one.range, format!("({})", one.pattern))))
        .collect();
    all.sort();
    all.into_iter().map(|(_, pattern)| pattern).collect()
}

#[track_caller]
fn check(files: &[&str], expected: &[&str]) {
    assert_eq!(patterns(files), expected);
}

#[test]
fn helpers_need_no_tree() {
    let text = r#"
        /// <see cref="string.Join"/>
        [X(string.Empty)]
        class A
        {
            string E => string.Empty; // string.Join
            int M(int i) => Math.Max(i, System.Math.Abs(i));
            string N(string a) { return Path.Combine(a, "Path.Combine"); }
        }"#;
    check(
        &[text],
        &[
            "(String.Empty)",
            "(String.Empty)",
            "(Math.Max)",
            "(Math.Abs)",
            "(Path.Combine)",
        ],
    );
    let plain = "class A { bool M(string a) => string.IsNullOrEmpty(a) || Math.Max(1, 2) > 1; }";
    let run = run(&[plain], &["System"]);
    assert_eq!((run.parsed, run.survey.not_counted.len()), (0, 2));
}

#[test]
fn a_name_that_hides_a_helper_is_seen() {
    // A local, a parameter, a type parameter, a member, a type of the project, an alias.
    for text in [
        "class A { int M() { var Math = new B(); return Math.Max(1); } }",
        "class A { int M(B Math) => Math.Max(1); int N(int i) => Math.Max(i, 1); }",
        "class A { int M<Math>() => Math.Max(1, 2); }",
        "class A { B Math; int M() => Math.Max(1); }",
        "class A { B Math() => null; int M() => Math.Max(1); }",
        "class Math { public static int Max(int i) => i; } class A { int M() => Math.Max(1); }",
        "using Math = B; class A { int M() => Math.Max(1); }",
        "class A { class Math { } int M() => Math.Max(1, 2); }",
        "namespace Math { class C { } } class A { int M() => Math.Max(1, 2); }",
        "class A { void M() { F(nameof(Math.Max), nameof(string.Join)); } }",
        "class A { void M() { foreach (var Math in all) F(Math.Max(1)); } }",
        "class A : B { int M() => Math.Max(1, 2); } class B { protected B Math => this; }",
    ] {
        let expected = usize::from(text.contains("int N"));
        assert_eq!(patterns(&[text]).len(), expected, "{text}");
    }
    // The Color Color rule: the property is of that type.
    check(
        &["class A { Path Path { get; } string M(string a) => Path.Combine(a, a); }"],
        &["(Path.Combine)"],
    );
}

#[test]
fn objects_are_found_wherever_their_types_are_written() {
    for file in [
        // In the member, in another member, in another file, behind an alias, in a collection, in a base list.
        &["class A { void M(FileInfo f) => f.Delete(); }"][..],
        &["class A { FileInfo f; void M() => f.Delete(); void N() => string.Join(a, b); }"],
        &[
            "partial class A { void M() => f.Delete(); string E => string.Empty; }",
            "partial class A { FileInfo f; }",
        ],
        &[
            "class A { void M() => B.Get().Delete(); string E => string.Empty; }",
            "class B { public static FileInfo Get() => null; }",
        ],
        &[
            "using F = System.IO.FileInfo; class A { void M(F f) => f.Delete(); int N(string a) => a.Length; }",
        ],
        &["class A { void M() { foreach (var f in All) f.Delete(); } List<FileInfo> All; }"],
        &["class A(FileInfo f) { int N() => string.Compare(a, b); void M() => f.Delete(); }"],
    ] {
        let found = patterns(file);
        let last = found.iter().any(|one| one.contains("Delete"));
        assert!(last, "{file:?}: {found:?}");
    }
}

#[test]
fn what_new_makes_is_told_by_names_elsewhere() {
    for (file, expected) in [
        (
            &[
                "partial class A { void M() { c = new(); } }",
                "partial class A { HttpClient c; }",
            ][..],
            1,
        ),
        (
            &["class A { HttpClient M() => new(); List<int> N() => new(); }"],
            1,
        ),
        (
            &[
                "class A { void M() => B.Take(new()); }",
                "class B { public static void Take(HttpClient c) { } }",
            ],
            1,
        ),
        (
            &[
                "class A { void M() { B b = new(new()); } }",
                "class B(HttpClient c) { }",
            ],
            1,
        ),
        (
            &[
                "class A { B b; void M() { b[0] = new(); } }",
                "class B { public HttpClient this[int i] { set { } } }",
            ],
            1,
        ),
        (
            &["class A { List<int> M() => new(); string N() => string.Empty; }"],
            1,
        ),
        (
            &[
                "partial class A { void M() { c ??= new(); o.P = new(); o = new O(null) { P = new() }; } }",
                "partial class A { HttpClient c; O o; } class O(HttpClient c) { public HttpClient P { get; set; } }",
            ],
            3,
        ),
        (
            &[
                "class A : B { A() : base(new()) { } } class C() : B(new());",
                "class B(HttpClient c) { }",
            ],
            2,
        ),
        (
            &[
                "class A { E M(E e) => e with { R = new() }; Make F() => () => new(); }",
                "record E(HttpClient R); delegate HttpClient Make();",
            ],
            2,
        ),
    ] {
        let found = patterns(file);
        assert_eq!(found.len(), expected, "{file:?}: {found:?}");
    }
    check(
        &["class A { HttpClient c = new(); List<int> l = new(); }"],
        &["new HttpClient"],
    );
}

#[test]
fn what_is_around_counts_where_it_must() {
    // An adapter is told by its other members, a field by what is assigned to it.
    check(
        &[
            "class A : IClock { public DateTime Now => DateTime.Now; public void F() { G(); H(); } }",
        ],
        &["DateTime.Now"],
    );
    check(
        &[
            "class A : IClock { public DateTime Now => DateTime.Now; public DateTime Utc => DateTime.UtcNow; }",
        ],
        &["(DateTime.Now)", "(DateTime.UtcNow)"],
    );
    check(
        &["class A { HttpClient c; A(HttpClient c) { this.c = c; } void M() => c.GetAsync(u); }"],
        &["(HttpClient.GetAsync)"],
    );
    check(
        &["class A { HttpClient c; A() { c = new HttpClient(); } void M() => c.GetAsync(u); }"],
        &["new HttpClient", "HttpClient.GetAsync"],
    );
}

#[test]
fn declarations_that_cannot_be_left_out_stay() {
    for text in [
        "namespace N { enum E { A }; class B { enum F { A }; DateTime N() => DateTime.Now; } }",
        "class A {\n#if X\nvoid M(int i)\n#else\nvoid M()\n#endif\n{ F(); }\nvoid N() { F(DateTime.Now); } }",
        "enum E { A, B = 1, C }\nclass A { enum F { X, Y } DateTime N() => DateTime.Now; }",
        "class A {\n#region R\nvoid M() { }\n#endregion\nint x, y = 1; DateTime N() => DateTime.Now; }",
        "class B { void M() { { } class A { DateTime N() => DateTime.Now; }",
        "class A { int P { get; set; } = 1; event X E; public static A operator +(A a, A b) => a; DateTime N() => DateTime.Now; }",
        "namespace N;\ndelegate void D();\nrecord R(int I);\nstatic class A { extension(int i) { int J => i; } static DateTime N() => DateTime.Now; }",
        "var now = DateTime.Now;\nvoid F() { }\nclass A { void M() { } }",
        "class A { void M() { /* } */ var s = \"}\" + $\"{x}\" + @\"}\"; } DateTime N() => DateTime.Now; }",
    ] {
        assert_eq!(patterns(&[text]), ["DateTime.Now"], "{text}");
    }
}

#[test]
fn a_maker_that_does_not_count_itself_is_enough() {
    let text =
        "class A { object M() { return System.Reflection.Assembly.GetEntryAssembly().Location; } }";
    check(&[text], &["Assembly.Location"]);
}

#[test]
fn what_holds_nothing_may_be_left_out_whole() {
    // One by one, so that each is parsed without the others, the types, namespaces and branches around them.
    check(
        &["using X = System.DateTime;
namespace A { class B { DateTime at = DateTime.Now; } }
namespace C.D
{
    namespace E { class F() : G(DateTime.UtcNow) { class H : I { long Tick() => Environment.TickCount64; } } }
    #if NET
    partial class J { Guid id = Guid.NewGuid(); }
    #elif OLD
    partial class J { }
    #endif
}
class K
{
#if ONE
    DateTime one = X.Today; // #endif
#endif
#if TWO
#if THREE
    DateTime two = DateTime.Now;
#endif
#else
    int two;
#endif
    enum L { M, N }
    string Name { get; } = Environment.MachineName;
}"],
        &[
            "DateTime.Now",
            "DateTime.UtcNow",
            "Environment.TickCount64",
            "Guid.NewGuid",
            "DateTime.Today",
            "DateTime.Now",
            "Environment.MachineName",
        ],
    );
    // A branch that cuts a member in halves stays where it is.
    check(
        &["class A
{
#if NET
    DateTime M(int i)
    {
        F(Math.Max(i, 1));
#else
    DateTime M()
    {
#endif
        return DateTime.Now;
    }
    DateTime N() => DateTime.UtcNow;
    DateTime O() => DateTime.Today;
}"],
        &[
            "(Math.Max)",
            "DateTime.Now",
            "DateTime.UtcNow",
            "DateTime.Today",
        ],
    );
}
