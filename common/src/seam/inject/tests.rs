//! Injections, each as text before and after.

use super::super::code::Reader;
use super::super::fixture::{code, library};
use super::super::shape::ClassShape;
use super::*;
use crate::binding::{FileId, TypeRef};
use crate::edit::TextEdit;

fn injected(text: &str, keeps_parameterless: bool) -> Result<String, Refused> {
    let code = code(&[("A.cs", text)]);
    let reader = Reader::new(&code, library());
    let id = reader
        .class(FileId(0), &TypeRef::Declared("A".into()))
        .unwrap();
    let shape = ClassShape::read(&reader, &id).unwrap();
    let request = Request {
        dependency: &Dependency::time_provider(),
        keeps_it: true,
        constructors: Vec::new(),
        moves: Vec::new(),
        keeps_parameterless,
        distrusts_own: false,
        constructors_there: Constructors::Change,
    };
    let injection = inject(&reader, &shape, None, &request)?;
    let edits = injection.edits.into_iter().map(|(_, edit)| edit);
    Ok(TextEdit::new(edits).unwrap().apply(text).unwrap())
}

#[track_caller]
fn check(before: &str, after: &str) {
    assert_eq!(
        injected(&format!("using System;\n{before}"), false).unwrap(),
        format!("using System;\n{after}")
    );
}

#[test]
fn one_constructor_takes_it_and_assigns_first() {
    check(
        "class A\n{\n    private readonly int _a;\n\n    public A(int a)\n    {\n        _a = a;\n    }\n}\n",
        "class A\n{\n    private readonly int _a;\n    private readonly TimeProvider _timeProvider;\n\n    public A(int a, TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n        _a = a;\n    }\n}\n",
    );
    check(
        "class A {\n\tint m_a; // c\n\tA(int a = 1) { // d\n\t\tm_a = a;\n\t}\n}\n",
        "class A {\n\tint m_a; // c\n\treadonly TimeProvider m_timeProvider;\n\tA(TimeProvider timeProvider, int a = 1) { // d\n\t\tm_timeProvider = timeProvider;\n\t\tm_a = a;\n\t}\n}\n",
    );
}

#[test]
fn plain_names_go_by_this() {
    check(
        "class A\n{\n    private readonly int a;\n    public A(int a)\n    {\n        this.a = a;\n    }\n    int F() => this.a;\n}\n",
        "class A\n{\n    private readonly int a;\n    private readonly TimeProvider timeProvider;\n    public A(int a, TimeProvider timeProvider)\n    {\n        this.timeProvider = timeProvider;\n        this.a = a;\n    }\n    int F() => this.a;\n}\n",
    );
}

#[test]
fn arrow_bodies_become_blocks() {
    check(
        "class A\n{\n    int _a;\n\n    public A(int a) => _a = a;\n}\n",
        "class A\n{\n    int _a;\n    readonly TimeProvider _timeProvider;\n\n    public A(int a, TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n        _a = a;\n    }\n}\n",
    );
}

#[test]
fn a_class_without_constructors_gets_one() {
    check(
        "class A\n{\n    const int C = 1;\n\n    int F() => 1;\n}\n",
        "class A\n{\n    const int C = 1;\n\n    private readonly TimeProvider _timeProvider;\n\n    public A(TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n    }\n\n    int F() => 1;\n}\n",
    );
    check(
        "abstract class A {\n  int F() => 1;\n}\n",
        "abstract class A {\n  private readonly TimeProvider _timeProvider;\n\n  protected A(TimeProvider timeProvider) {\n    _timeProvider = timeProvider;\n  }\n\n  int F() => 1;\n}\n",
    );
    check(
        "class A { }",
        "class A { private readonly TimeProvider _timeProvider; public A(TimeProvider timeProvider) { _timeProvider = timeProvider; } }",
    );
    check(
        "class A\r\n{\r\n}\r\n",
        "class A\r\n{\r\n    private readonly TimeProvider _timeProvider;\r\n\r\n    public A(TimeProvider timeProvider)\r\n    {\r\n        _timeProvider = timeProvider;\r\n    }\r\n}\r\n",
    );
}

#[test]
fn a_primary_constructor_takes_it() {
    check(
        "class A(int a)\n{\n}\n",
        "class A(int a, TimeProvider timeProvider)\n{\n}\n",
    );
    check(
        "class A()\n{\n}\n",
        "class A(TimeProvider timeProvider)\n{\n}\n",
    );
}

#[test]
fn constructors_that_chain_keep_their_signature() {
    check(
        "class A\n{\n    public A() : this(1) { }\n    public A(int a) { }\n}\n",
        "class A\n{\n    private readonly TimeProvider _timeProvider;\n\n    public A() : this(1, TimeProvider.System) { }\n    public A(int a, TimeProvider timeProvider) { _timeProvider = timeProvider; }\n}\n",
    );
}

#[test]
fn names_that_are_taken_are_not_used() {
    check(
        "class A\n{\n    int _timeProvider;\n    public A(int timeProvider) { }\n}\n",
        "class A\n{\n    int _timeProvider;\n    readonly TimeProvider _timeProvider2;\n    public A(int timeProvider, TimeProvider timeProvider2) { _timeProvider2 = timeProvider2; }\n}\n",
    );
}

#[test]
fn a_signature_that_exists_is_refused() {
    let text = "using System;\nclass A { public A() { } public A(TimeProvider? t) { } }";
    assert_eq!(
        injected(text, false).unwrap_err().reason,
        Reason::SignatureClash
    );
    let text = "using System;\nclass A {\n#if X\n A() { }\n#endif\n}";
    assert_eq!(
        injected(text, false).unwrap_err().reason,
        Reason::Conditional
    );
}

#[test]
fn a_parameterless_constructor_that_is_needed_stays() {
    let after = injected(
        "using System;\nclass A\n{\n    public A()\n    {\n    }\n}\n",
        true,
    )
    .unwrap();
    assert_eq!(
        after,
        "using System;\nclass A\n{\n    private readonly TimeProvider _timeProvider;\n\n    public A(TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n    }\n\n    public A()\n        : this(TimeProvider.System)\n    {\n    }\n}\n"
    );
    let after = injected("using System;\nclass A\n{\n}\n", true).unwrap();
    assert!(
        after.contains("    public A()\n        : this(TimeProvider.System)\n    {\n    }\n}\n"),
        "{after}"
    );
}

#[test]
fn documentation_follows() {
    check(
        "class A\n{\n    /// <summary>s</summary>\n    /// <param name=\"a\">b</param>\n    public A(int a) { }\n}\n",
        "class A\n{\n    private readonly TimeProvider _timeProvider;\n\n    /// <summary>s</summary>\n    /// <param name=\"a\">b</param>\n    /// <param name=\"timeProvider\">The source of time.</param>\n    public A(int a, TimeProvider timeProvider) { _timeProvider = timeProvider; }\n}\n",
    );
    check(
        "/// <summary>s</summary>\nclass A\n{\n}\n",
        "/// <summary>s</summary>\nclass A\n{\n    private readonly TimeProvider _timeProvider;\n\n    /// <summary>\n    /// Initializes a new instance of the <see cref=\"A\"/> class.\n    /// </summary>\n    /// <param name=\"timeProvider\">The source of time.</param>\n    public A(TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n    }\n}\n",
    );
    check(
        "/// <summary>s</summary>\n/// <param name=\"a\">b</param>\nclass A(int a)\n{\n}\n",
        "/// <summary>s</summary>\n/// <param name=\"a\">b</param>\n/// <param name=\"timeProvider\">The source of time.</param>\nclass A(int a, TimeProvider timeProvider)\n{\n}\n",
    );
}
