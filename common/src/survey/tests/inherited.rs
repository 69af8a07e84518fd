//! What types of the source have from catalogued ones.

use super::*;

/// The texts of the findings in order of files and places.
#[track_caller]
fn check(files: &[&str], expected: &[&str]) {
    let usings = [
        "System",
        "System.IO",
        "System.Diagnostics",
        "System.Threading.Tasks",
    ];
    let survey = run(files, &usings).survey;
    let found: Vec<&str> = survey
        .findings
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert_eq!(found, expected, "{files:#?}");
    assert_eq!(survey.incomplete, [], "{files:#?}");
}

#[test]
fn statics_are_reached_through_what_derives() {
    check(
        &[
            "class P : Process { object a = P.Start(\"a\"); object b = Start(\"b\"); bool c => Start(); }",
        ],
        &["P.Start", "Start"],
    );
    // In another file, through two bases, a generic one, an alias, a part without the base, a nested type.
    check(
        &[
            "class A { object a = R.Start(\"a\"); object b = Q<int>.Start(\"b\"); }",
            "using X = P; class B { object a = X.Start(\"c\"); }",
            "partial class P : Process { } class Q<T> : P { } class R : Q<string> { }",
            "partial class P { object a = Start(\"d\"); class N { object b = Start(\"e\"); } }",
        ],
        &["R.Start", "Q<int>.Start", "X.Start", "Start", "Start"],
    );
    check(
        &["class A { object a = Task<int>.Delay(1); }"],
        &["Task<int>.Delay"],
    );
}

#[test]
fn what_the_source_declares_hides_it() {
    for own in [
        "public static object Start(string a) => a;",
        "public static Func<string, object> Start;",
        "public static Func<string, object> Start => null;",
    ] {
        let base =
            format!("class P : Process {{ {own} }} class Q : P {{ object a = Start(\"a\"); }}");
        check(&["class A { object a = Q.Start(\"b\"); }", &base], &[]);
    }
    // One that takes other types doesn't, whoever calls it.
    let own = "class P : Process { public static object Start(int a) => a; object b = Start(\"b\"); object c = Start(1); }";
    check(
        &[
            "class A { object a = P.Start(\"a\"); object b = P.Start(1); }",
            own,
        ],
        &["P.Start", "Start"],
    );
    // One that takes other numbers of arguments doesn't.
    let own = "class P : Process { public static object Start(int a, int b, int c) => a; }";
    check(
        &["class A { object a = P.Start(\"b\"); }", own],
        &["P.Start"],
    );
}

#[test]
fn a_base_that_is_made_counts_where_it_is_called() {
    check(
        &["class S : FileStream { S() : base(\"a\", FileMode.Open) { } S(int a) : this() { } }"],
        &["base(\"a\", FileMode.Open)"],
    );
    check(
        &["class S(string p) : System.IO.FileStream(p, FileMode.Open), IDisposable { }"],
        &["System.IO.FileStream(p, FileMode.Open)"],
    );
    check(
        &[
            "partial class S { S(string p) : base(p) { } }",
            "partial class S : StreamReader { S(Stream s) : base(s) { } }",
        ],
        &["base(p)"],
    );
    // A constructor that is called unasked, or is the source's own, isn't told of.
    check(
        &["class S : Process { S() { } } class T : Process { } class U : S { U() : base() { } }"],
        &[],
    );
}

#[test]
fn a_type_behind_an_alias_of_references_is_the_librarys() {
    check(
        &["extern alias core; class A { object a = core::System.DateTime.Now; }"],
        &["core::System.DateTime.Now"],
    );
    check(
        &["extern alias core; using D = core::System.DateTime; class A { object a = D.Now; }"],
        &["D.Now"],
    );
}

#[test]
fn what_stands_behind_an_alias_of_references_is_assumed() {
    let survey = run(
        &[
            "extern alias core; using D = core::System.DateTime; using core::System.IO; class A { object a = D.Now; object b = core::System.DateTime.Now; object c = File.Exists(\"c\"); object d = DateTime.Now; object e = new core::System.Random(); }",
        ],
        &["System"],
    )
    .survey;
    let assumed: Vec<bool> = survey.findings.iter().map(|one| one.assumed).collect();
    assert_eq!(assumed, [true, true, true, false, true]);
}

#[test]
fn what_a_using_static_brings_can_be_called_by_its_name() {
    let patterns = |text: &str| {
        let survey = run(&[text], &["System", "System.IO"]).survey;
        let found = survey.findings.iter().map(|one| one.pattern.clone());
        found.collect::<Vec<_>>()
    };
    // There is an instance method of that name, too.
    assert_eq!(
        patterns(
            "using static System.Diagnostics.Process; class A { object M() => Start(\"x\"); }"
        ),
        ["Process.Start"]
    );
    let own = "static class Helper { public static bool Exists(this string s) => true; }";
    assert_eq!(
        patterns(&format!(
            "using static Helper; using static System.IO.File; class A {{ bool M() => Exists(\"x\"); }} {own}"
        )),
        ["File.Exists"]
    );
}
