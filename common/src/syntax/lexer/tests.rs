//! Tests of the lexer.

use std::fmt::Write as _;
use std::time::Instant;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{Directive, Lexer, Token, TokenKind, decoded_name};

fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(text);
    std::iter::from_fn(|| Some(lexer.next_token()).filter(|token| token.kind != TokenKind::End))
        .collect()
}

fn check(text: &str, expected: &Expect) {
    let mut seen = String::new();
    for token in tokens(text) {
        writeln!(seen, "{:?} {}", token.kind, token.text(text)).unwrap();
    }
    expected.assert_eq(&seen);
}

fn code(text: &str) -> String {
    let words: Vec<&str> = tokens(text)
        .iter()
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
        .map(|token| token.text(text))
        .collect();
    words.join(" ")
}

#[test]
fn strings_of_every_kind_are_not_code() {
    assert_eq!(code(r#"a("b \" c", 'd', '\'', "")"#), "a");
    assert_eq!(code(r#"a(@"b \", c, @"d "" e")"#), "a c");
    assert_eq!(
        code("a(\"\"\"b \" \"\" c\"\"\", d, \"\"\"\"\n e \"\"\" f\n \"\"\"\")"),
        "a d"
    );
    assert_eq!(code("a(\"b\"u8, c)"), "a c");
}

#[test]
fn code_in_holes_is_code() {
    assert_eq!(code(r#"$"a {b} {{c}} {d:e} {f,5:g}""#), "b d f 5");
    assert_eq!(code(r#"$@"a "" {b} \" + c"#), "b c");
    assert_eq!(code(r#"@$"a "" {b} \" + c"#), "b c");
    assert_eq!(code("$$\"\"\"a {b} {{c}} {{{d}}} \"\"\" + e"), "c d e");
    assert_eq!(
        code(r#"$"{a switch { 1 => "x", _ => $"{(b ? c : d)} e" }} f" + g"#),
        "a switch 1 _ b c d g"
    );
    assert_eq!(code(r#"$"{{{a:X}}}" + b"#), "a b");
    assert_eq!(
        code(r#"$"{global::System.X} {(global::System.X)}""#),
        "global global System X"
    );
}

#[test]
fn parts_of_an_interpolated_string() {
    check(
        r#"$"x{y:D2}""#,
        &expect![[r#"
            InterpolatedStart $"
            InterpolatedText x
            HoleStart {
            Word y
            HoleFormat :D2
            HoleEnd }
            InterpolatedEnd "
        "#]],
    );
}

#[test]
fn a_string_that_is_not_closed_ends_with_its_line() {
    assert_eq!(code("\"a\nb"), "b");
    assert_eq!(code("$\"a\nb"), "b");
    assert_eq!(code("'a\nb"), "b");
    assert_eq!(code("\"\"\"a\nb"), "b");
    assert_eq!(code("$\"{a;\nb"), "a b");
}

#[test]
fn a_string_that_a_semicolon_ends_has_an_end() {
    check(
        "$\"{a;b",
        &expect![[r#"
            InterpolatedStart $"
            HoleStart {
            Word a
            InterpolatedEnd 
            Semicolon ;
            Word b
        "#]],
    );
}

#[test]
fn comments_and_directives_are_told_apart() {
    check(
        "a // b\n/* c\n */ #d\n # if e // f\r\n#endif",
        &expect![[r"
            Word a
            Comment // b
            Comment /* c
             */
            Operator #
            Word d
            Directive # if e // f
            Directive #endif
        "]],
    );
    assert_eq!(code("// a\u{2028}b\u{85}#if c"), "b");
    assert_eq!(Directive::of("#  elif X"), Directive::Elif);
    assert_eq!(Directive::of("#endregion"), Directive::Other);
}

#[test]
fn signs_are_split_where_the_grammar_needs_it() {
    check(
        "a<b<c>>d?.e??=f..g>>=2=>x::y",
        &expect![[r"
            Word a
            Less <
            Word b
            Less <
            Word c
            Greater >
            Greater >
            Word d
            Question ?
            Dot .
            Word e
            Operator ??=
            Word f
            Operator ..
            Word g
            Greater >
            Operator >=
            Number 2
            Arrow =>
            Word x
            ColonColon ::
            Word y
        "]],
    );
    assert_eq!(
        code("1.ToString() 1.5e-3f 0x1E+2 1..2 .5"),
        "1 ToString 1.5e-3f 0x1E 2 1 2 .5"
    );
}

#[test]
fn names_are_those_that_csharp_compares() {
    assert_eq!(
        code(r"@class \u0041b é日本 a\u0062 _1"),
        r"@class \u0041b é日本 a\u0062 _1"
    );
    assert_eq!(decoded_name("@class"), "class");
    assert_eq!(decoded_name(r"\u0041\U00000062c"), "Abc");
    assert_eq!(decoded_name("a\u{200c}b"), "ab");
    assert_eq!(code("SETTING\u{ad}CHANGE = 1"), "SETTING\u{ad}CHANGE 1");
}

#[test]
fn long_runs_take_linear_time() {
    let start = Instant::now();
    for part in [
        "$",
        "$@",
        "{",
        "}",
        "\"",
        "'",
        "$\"{",
        "$$\"\"\"{{",
        "(",
        "/*",
        "#",
        "\\",
        "@\"",
        "\"\"\"\n",
        "\u{2028}",
    ] {
        let text = part.repeat(200_000);
        let last = tokens(&text).last().map(|token| token.end());
        assert!(last.is_none_or(|end| end <= text.len()));
        let text = format!("$\"{{{}", part.repeat(200_000));
        tokens(&text);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

fn any_text() -> impl Strategy<Value = String> {
    let known = vec![
        "\"", "\"\"\"", "$", "@", "{", "}", "'", "\\", "/*", "*/", "//", "\n", "#if", "(", ")",
        ":", ";", "a", "é", " ", "\u{feff}", "\u{85}", "\u{2028}", "\u{a0}",
    ];
    let part = prop_oneof![
        ".{0,3}",
        prop::sample::select(known).prop_map(str::to_owned)
    ];
    proptest::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

#[test]
fn what_a_branch_leaves_open_ends_with_it() {
    for opened in [
        "/* never closed",
        "@\"never closed",
        "\"\"\"\nnever closed",
        "C:\\new\\ \"x\" @\"y",
    ] {
        for line in [
            "#endif",
            "  #endif // x",
            "#else\n#endif",
            "#elif A\n#endif",
        ] {
            let text = format!("#if OLD\n {opened}\n{line}\nNow */ \" ;");
            let words: Vec<&str> = tokens(&text)
                .iter()
                .filter(|token| token.kind == TokenKind::Word)
                .map(|token| token.text(&text))
                .collect();
            assert!(words.contains(&"Now"), "{text}");
        }
    }
    // Outside of a branch, and whole ones inside of it, they are what they say.
    for text in [
        "/*\n#endif\nNow */",
        "#if A\n/*\n#if B\n#else\n#endif\nNow */\n#endif",
    ] {
        let word = |token: &Token| token.kind == TokenKind::Word;
        assert!(!tokens(text).iter().any(word), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_in_order_to_its_end(text in any_text()) {
        let mut at = 0;
        for token in tokens(&text) {
            prop_assert!(token.start() >= at && token.end() >= token.start());
            prop_assert!(text.get(token.start()..token.end()).is_some());
            at = token.end();
        }
    }

    #[test]
    fn braces_are_those_among_all_tokens(text in any_text()) {
        let (mut all, mut braces) = (Lexer::new(&text), Lexer::new(&text));
        loop {
            let outside = all.open.is_empty();
            let token = all.next_token();
            let counts = matches!(token.kind, TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Directive);
            if counts && outside {
                prop_assert_eq!(braces.next_brace(), token);
            }
            if token.kind == TokenKind::End {
                prop_assert_eq!(braces.next_brace().kind, TokenKind::End);
                break;
            }
        }
    }
}

#[test]
fn strings_in_strings_end_together_with_their_branch() {
    let text = "#if A\n$@\"{a + $@\"b\n#endif\n{ }";
    let kinds = |kind| tokens(text).iter().filter(|one| one.kind == kind).count();
    assert_eq!(kinds(TokenKind::InterpolatedStart), 2);
    assert_eq!(kinds(TokenKind::InterpolatedEnd), 2);
    assert_eq!(kinds(TokenKind::Directive), 2);
    assert_eq!(kinds(TokenKind::OpenBrace), 1);
    let text = "#if A\n$\"\"\"{ $@\"{b\n#else\n}";
    let kinds: Vec<_> = tokens(text).iter().map(|one| one.kind).collect();
    assert_eq!(
        kinds,
        [
            TokenKind::Directive,
            TokenKind::InterpolatedStart,
            TokenKind::HoleStart,
            TokenKind::InterpolatedStart,
            TokenKind::HoleStart,
            TokenKind::Word,
            TokenKind::InterpolatedEnd,
            TokenKind::InterpolatedEnd,
            TokenKind::Directive,
            TokenKind::CloseBrace,
        ]
    );
}

#[test]
fn what_nothing_closes_is_told_of() {
    let check = |text: &str, expected: &[&str]| {
        let mut lexer = Lexer::new(text);
        while lexer.next_token().kind != TokenKind::End {}
        let unclosed = lexer.unclosed().iter();
        let found: Vec<&str> = unclosed.map(|range| &text[range.as_range()]).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("a \"b\" @\"c\" 'd' /* e */ $\"f\" \"\"\"g\"\"\"", &[]);
    check("\"a\nb 'c\nd", &["\"a", "'c"]);
    check("@\"a\nb", &["@\"a\nb"]);
    check("/* a\nb", &["/* a\nb"]);
    check("$\"a{b}\nc", &["$\"a{b}"]);
    check("$@\"a{b}\nc", &["$@\"a{b}\nc"]);
    // The branch ends it, and what is left out may be prose.
    check("#if A\n@\"a\n#endif\nb", &[]);
    check("#if A\ndon't\n#endif\nb", &[]);
}
