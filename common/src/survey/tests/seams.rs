//! Code that only passes on to the real API.

use super::*;
use crate::finding::NotCountedReason;

#[test]
fn what_says_that_it_was_generated_is_nobodys_to_change() {
    let class = |before: &str, after: &str| {
        let text =
            format!("{before} class A {{ class B {{ object C => DateTime.Now; }} }} {after}");
        let survey = run(&[&text], &["System", "System.CodeDom.Compiler"]).survey;
        let reasons = survey.not_counted.iter().map(|one| one.reason.as_str());
        (survey.findings.len(), reasons.collect::<Vec<_>>())
    };
    let generated = (0, vec!["generated"]);
    assert_eq!(class("[GeneratedCode(\"x\", \"1\")]", ""), generated);
    let spelled = "[global::System.CodeDom.Compiler.GeneratedCodeAttribute(\"x\", \"1\")]";
    assert_eq!(class(spelled, ""), generated);
    let own = "class GeneratedCodeAttribute : Attribute { }";
    assert_eq!(class("[GeneratedCode]", own), (1, Vec::new()));
    assert_eq!(class("[Generated]", ""), (1, Vec::new()));
}

#[test]
fn accessors_that_only_pass_on_are_a_seam() {
    let class = |body: &str| {
        let text = format!("class Terminal : IConsole {{ {body} }}");
        let survey = run(&[&text], &["System"]).survey;
        (survey.findings.len(), survey.not_counted.len())
    };
    let title = "public string Title { get => Console.Title; set => Console.Title = value; }";
    assert_eq!(class(title), (0, 2));
    let event = "public event Action E { add => Console.CancelKeyPress += value; remove { Console.CancelKeyPress -= value; } }";
    assert_eq!(class(event), (0, 2));
    let changed = "public string Title { get => Console.Title; set => Console.Title = value + 1; }";
    assert_eq!(class(changed), (1, 1));
}

#[test]
fn a_choice_between_two_real_things_is_no_default() {
    let counts = |value: &str| {
        let text = format!(
            "class C(Random r) {{ Random _r = r; object M(bool s, Random given) => {value}; }}"
        );
        let survey = run(&[&text], &["System", "System.Net.Http"]).survey;
        (survey.findings.len(), survey.not_counted.len())
    };
    assert_eq!(counts("s ? new Random() : Random.Shared"), (2, 0));
    assert_eq!(
        counts("s ? new HttpClient() : (new HttpClient(null))"),
        (2, 0)
    );
    assert_eq!(counts("s ? given : Random.Shared"), (0, 1));
    assert_eq!(counts("s ? _r : new Random()"), (0, 1));
}

/// What counts and what doesn't in a source.
fn counted(text: &str) -> (usize, Vec<NotCountedReason>) {
    let survey = run(&[text], &["System", "System.IO", "System.Net.Http"]).survey;
    let reasons = survey.not_counted.iter().map(|one| one.reason);
    (survey.findings.len(), reasons.collect())
}

#[test]
fn what_only_the_class_itself_fills_is_lazy_initialisation() {
    for own in [
        "class A { Random _r; Random R => _r ??= new Random(); }",
        "class A { private static Random _r; Random R() { if (_r == null) _r = null; return _r ??= new Random(); } }",
        "class A { Random M() { Random z = null; z ??= new Random(); return z; } }",
        "class A { HttpClient _c = null; HttpClient M() => _c ?? (_c = new HttpClient()); }",
        "class A { void M() { Action<string> d = null; d ??= File.Delete; } }",
        "class A { Random M() => (Random)new() ?? new Random(); }",
        "class A { Func<DateTime> _now; DateTime M() => _now?.Invoke() ?? DateTime.UtcNow; }",
    ] {
        assert!(counted(own).0 > 0 && counted(own).1.is_empty(), "{own}");
    }
    for seam in [
        "class A { Random _r; public A(Random r) => _r = r; Random R => _r ??= new Random(); }",
        "class A { internal static Random _r; Random R => _r ??= new Random(); }",
        "class A { [Inject] Random R { get; set; } Random M() => R ?? new Random(); }",
        "class A { public Random R { get; init; } Random M() => R ?? new Random(); }",
        "class A { Random M(Random r) { var z = r; z ??= new Random(); return z; } }",
        "class A { Random _r; void Use(Random r) { this._r = r; } Random R => _r ??= new Random(); }",
        "partial class A { Func<DateTime> _now; void Set(out Func<DateTime> a) { a = null; Set(out _now); } DateTime M() => _now?.Invoke() ?? DateTime.UtcNow; }",
    ] {
        assert_eq!(
            counted(seam),
            (0, vec![NotCountedReason::SeamDefault]),
            "{seam}"
        );
    }
    let parts = [
        "partial class A { Random _r; Random R => _r ??= new Random(); }",
        "partial class A { public A(Random r) => _r = r; }",
    ];
    assert!(run(&parts, &["System"]).survey.findings.is_empty());
}

#[test]
fn an_adapter_implements_what_its_interface_asks_for() {
    let class = |text: &str| counted(text);
    let body = "public bool Is(string p) => File.Exists(p);";
    let seam = (0, vec![NotCountedReason::SeamImplementation]);
    for adapter in [
        format!("interface IDisk {{ bool Is(string p); }} class A : IDisk {{ {body} }}"),
        format!("interface IOne {{ bool Is(string p); }} interface IDisk : IOne {{ }} class A : IDisk {{ {body} }}"),
        format!("interface IDisk : IElsewhere {{ }} class A : IDisk {{ {body} }}"),
        format!("class A : IElsewhere {{ {body} }}"),
        "interface IDisk { bool Is(string p); } class A : IDisk { bool IDisk.Is(string p) => File.Exists(p); }".to_owned(),
    ] {
        assert_eq!(class(&adapter), seam, "{adapter}");
    }
    let own = "#if OLD\nnamespace System { abstract class TimeProvider { public virtual DateTimeOffset GetUtcNow() => DateTimeOffset.UtcNow; } }\n#endif";
    assert_eq!(class(own), seam);
    for other in [
        format!("interface IMark {{ }} class A : IMark {{ {body} }}"),
        format!(
            "interface IDisk {{ void Save(); }} class A : IDisk {{ public void Save() => Go(); {body} }}"
        ),
        format!("class A : IComparable {{ public int CompareTo(object o) => 1; {body} }}"),
        "class A : IElsewhere { public static bool Is(string p) => File.Exists(p); }".to_owned(),
        "class A : IElsewhere { bool Is(string p) => File.Exists(p); }".to_owned(),
        "class A : TimeProvider { public DateTime Other => DateTime.UtcNow; }".to_owned(),
    ] {
        assert_eq!(class(&other), (1, Vec::new()), "{other}");
    }
}

#[test]
fn a_delegate_that_a_constructor_sets_again_begins_with_a_default() {
    let counts = |field: &str, set: &str| {
        let text = format!(
            "class C(int a) {{ {field} internal C(int a, Func<string> f) : this(a) {{ {set} }} }}"
        );
        let survey = run(&[&text], &["System"]).survey;
        (survey.findings.len(), survey.not_counted.len())
    };
    let method = "readonly Func<string> _f = Console.ReadLine;";
    assert_eq!(counts(method, "_f = f;"), (0, 1));
    let lambda = "private readonly System.Func<string> _f = () => Environment.MachineName;";
    assert_eq!(counts(lambda, "this._f = f;"), (0, 1));
    assert_eq!(counts(method, ""), (1, 0));
    assert_eq!(counts(method, "_f = () => \"a\";"), (1, 0));
    assert_eq!(
        counts("Func<string> _f = Console.ReadLine;", "_f = f;"),
        (1, 0)
    );
    assert_eq!(
        counts("readonly object _f = Console.In;", "_f = f;"),
        (1, 0)
    );
}
