//! Tests of masks: what the grammar fails at is understood in the copy, and the copy says the same.

use std::sync::Arc;

use crate::syntax::{Parsed, SyntaxKind, Trust, parse, parse_whole};
use crate::text::TextRange;

/// Reads a statement in a method, a member behind `M:` or a whole file behind `U:`.
fn source(code: &str) -> Arc<str> {
    if let Some(member) = code.strip_prefix("M:") {
        return format!("class A {{{member} int Z() => 1; }}").into();
    }
    if let Some(unit) = code.strip_prefix("U:") {
        return unit.into();
    }
    format!("class A {{ void F() {{ {code} G(); }} int Z() => 1; }}").into()
}

/// The grammar fails at `code`, and one masked copy has it all.
fn check(code: &str) {
    let text = source(code);
    assert!(
        parse(&text).unwrap().root().has_error(),
        "{code}: no longer fails"
    );
    let parsed = Parsed::of(&text).unwrap();
    let main = parsed.main();
    assert_eq!(
        (parsed.readings().len(), main.broken_bytes()),
        (1, 0),
        "{code}"
    );
    assert_eq!(main.tree().text(), &text);
}

#[test]
fn names_that_are_words_of_the_grammar() {
    check("if (async) F();");
    check("async = 1;");
    check("var x = async ? 1 : 2; F(async: true);");
    check("required = true;");
    check("partial = 1;");
    check("x = (await.Y);");
    check("Vector<byte> and = x;");
    check("var x = [type];");
    check("var x = [field, 1];");
    check("x = (from _ in a select b);");
    check("U:class A { const int B\u{ad}C = 1; }");
}

#[test]
fn what_the_grammar_misreads_without_an_error() {
    for code in [
        "var s = $\"{{{X.Y}}}\";",
        "var s = $@\"{{{X.Y}}}\";",
        "var s = $$\"\"\"{{{X.Y}}}\"\"\";",
        "var s = $\"{{a{X.Y}}}\";",
        "// a comment\u{2028}X.Y();",
        "// a comment\u{85}X.Y();",
    ] {
        let text = source(code);
        let parsed = Parsed::of(&text).unwrap();
        let tree = parsed.main().tree();
        let seen = tree
            .root()
            .descendants()
            .any(|node| node.kind() == SyntaxKind::MemberAccessExpression && node.text() == "X.Y");
        assert!(seen, "{code}");
        assert_eq!(tree.text(), &text);
        // What stands on one line with the comment is an error without its end.
        if code.contains('$') {
            let whole = parse_whole(&text).unwrap();
            let mut nodes = whole.root().descendants();
            assert!(nodes.any(|node| node.text() == "X.Y"), "{code}");
        }
    }
}

#[test]
fn declarations_of_newer_versions() {
    check("M: extension(int x) { int Y => x; }");
    check("M: ref partial struct B { }");
    check("M: void F<T>() where T : class, allows ref struct { }");
    check("M: public void operator +=(int x) { }");
    check("M: void F(scoped params Span<int> x) { }");
    check("M: unsafe ~A() { }");
    check("M: delegate*<ref readonly int, void> f;");
    check("U:#:package X\nclass A { }");
}

#[test]
fn expressions_of_newer_versions() {
    check("a?.B = x;");
    check("a?[0] = x;");
    check("a?.F(() => { b?.C = 1; })?.G();");
    check("a?.b?.C += F(x?.y);");
    check("F((ref _) => 1);");
    check("F((out x, in y) => 1);");
    check("x = y is [..];");
    check("x = y is [.., 1];");
    check("x = y is [1, .. var z];");
    check("switch (a) { case [] when b: break; }");
}

#[test]
fn strings_that_end_where_the_grammar_does_not_expect_it() {
    check(r#"x = $"";"#);
    check(r#"x = $@"a ""{y}"""; z = 1;"#);
}

#[test]
fn pointers_and_references() {
    check("*(int*)p = 1;");
    check("x = *(int*)p;");
    check(" *(int*)(p + 1) = 1;");
    check(" *p++ = 1;");
    check("if (a) *p++ = 1;");
    check("x = *(p++) = 1;");
    check("M: int P { set => *(int*)(p + 1) = value; }");
    check("F(a && *(p + 1) == 'x', (ulong)*(p + 2));");
    check("(*(int*)(p)) = 1;");
    check("x = *&y;");
    check("  Unsafe.Add(ref x, (uint)1) = y;");
    check("M: int P { set => Unsafe.As<A, B>(ref this) = value; }");
    check("var d = F(ref x, out _) ??= new();");
}

#[test]
fn directives_inside_of_constructs() {
    check("U:class A {\n#pragma warning disable\r int y;\r}");
    check("U:class A {\n#region x\r int y;\r#if B\r int z;\r#endif\r#endregion\r}");
}

#[test]
fn a_masked_assignment_keeps_its_sides() {
    let text = source("*(DateTime*)p = DateTime.Now; a?.B = DateTime.Now;");
    let parsed = Parsed::of(&text).unwrap();
    let assignments = parsed
        .main()
        .tree()
        .root()
        .descendants()
        .filter(|node| node.kind() == SyntaxKind::AssignmentExpression)
        .count();
    assert_eq!(assignments, 2);
}

#[test]
fn each_branch_is_read_with_what_belongs_to_it() {
    let text: Arc<str> = "class A { void F(\n#if X\n int x,\n#elif Y\n int y,\n#endif\n int z) {\n#if X\n if (x) {\n#else\n if (z) {\n#endif\n G(); } } }".into();
    assert!(parse(&text).unwrap().root().has_error());
    let parsed = Parsed::of(&text).unwrap();
    assert!(
        parsed
            .readings()
            .iter()
            .all(|reading| reading.broken_bytes() == 0)
    );
    assert!(parsed.unseen_branches().is_empty());
    for name in ["int x", "int y", "int z", "G()"] {
        let at = text.find(name).unwrap();
        let range = TextRange::new(at, at + name.len());
        let showing: Vec<bool> = parsed
            .readings()
            .iter()
            .map(|reading| !reading.is_blank(range))
            .collect();
        assert!(showing.contains(&true), "{name}");
        let (decides, trust) = parsed.deciding(range);
        assert!(showing[decides], "{name}");
        assert_eq!(trust, Trust::Type, "{name}");
        assert_eq!(parsed.best_for(range).unwrap().covering(range).text(), name);
    }
}

#[test]
fn conditions_are_read_as_the_compiler_does() {
    // Each branch needs its own symbols; the last one can't be reached.
    let text: Arc<str> = "class A { int x =\n#if X && !Y\n 1;\n#elif (X || Z) == Y\n 2;\n#elif X\n 3;\n#else\n 4;\n#endif\n#if false\n int q = ;\n#endif\n}".into();
    let parsed = Parsed::of(&text).unwrap();
    for number in ["1;", "2;", "4;"] {
        let at = text.find(number).unwrap();
        let (_, trust) = parsed.deciding(TextRange::new(at, at + 1));
        assert_eq!(trust, Trust::Type, "{number}");
    }
}

#[test]
fn broken_code_is_not_trusted_but_its_neighbours_are() {
    let text: Arc<str> = "class A { void F() { x = ; ) } int y; } class B { int z; }".into();
    let parsed = Parsed::of(&text).unwrap();
    let trust = |what: &str| {
        let at = text.find(what).unwrap();
        parsed.deciding(TextRange::new(at, at + what.len())).1
    };
    assert_eq!(trust("int z"), Trust::Type);
    assert!(trust("int y") > Trust::Type);
    assert!(
        parsed
            .best_for(TextRange::new(
                text.find("x =").unwrap(),
                text.find("x =").unwrap() + 1
            ))
            .is_none()
    );
}

#[test]
fn good_code_has_one_reading() {
    for code in [
        "x = a ? [1] : b; y = z[..]; w = [.. a, .. b];",
        "async (x) => 1; var f = async x => x; var g = async delegate { };",
        "foreach (var (a, b) in c) { var (d, e) = f; }",
        "M: async Task F() { } partial void G(); public static A operator +(A a, A b) => a;",
        "M:\n#if X\n int a;\n#else\n int b;\n#endif\n",
    ] {
        let text = source(code);
        if parse(&text).unwrap().root().has_error() {
            continue;
        }
        assert_eq!(Parsed::of(&text).unwrap().readings().len(), 1, "{code}");
    }
}

#[test]
fn many_branches_take_bounded_time() {
    let text: Arc<str> = format!(
        "class A {{ {} void F( }}",
        "\n#if X\n int a;\n#elif Y\n int b;\n#endif\n".repeat(100)
    )
    .into();
    assert!(Parsed::of(&text).unwrap().readings().len() <= 10);
    let deep: Arc<str> = format!(
        "class A {{ {} int x = ; {} }}",
        "\n#if X\n".repeat(500),
        "\n#endif\n".repeat(500)
    )
    .into();
    assert!(Parsed::of(&deep).unwrap().readings().len() <= 10);
}
