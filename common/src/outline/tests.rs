//! Tests of the outline: C# in, one line for each declaration out.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{Member, Outline, Type, TypeId, UsingKind};

fn render(text: &str) -> String {
    let outline = Outline::of(text);
    let mut seen = String::new();
    for using in outline.usings() {
        let global = if using.global { "global " } else { "" };
        let kind = match using.kind {
            UsingKind::Namespace => String::new(),
            UsingKind::Static => "static ".to_owned(),
            UsingKind::Alias(name) => format!("{} = ", outline.text(name)),
        };
        let space = outline.text(outline.namespace(using.namespace).full_name);
        writeln!(
            seen,
            "{global}using {kind}{} in `{space}`",
            outline.text(using.target)
        )
        .unwrap();
    }
    for alias in outline.extern_aliases() {
        writeln!(seen, "extern alias {}", outline.text(alias.name)).unwrap();
    }
    for (at, declared) in outline.types().iter().enumerate() {
        let id = TypeId(at as u32);
        writeln!(seen, "{}", render_type(&outline, id, declared)).unwrap();
        for member in outline.members_of(id) {
            writeln!(seen, "    {}", render_member(&outline, text, member)).unwrap();
        }
    }
    if let Some(statements) = outline.top_level_statements() {
        writeln!(seen, "statements {:?}", &text[statements.as_range()]).unwrap();
    }
    seen
}

fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

fn render_type(outline: &Outline, id: TypeId, declared: &Type) -> String {
    let mut line = list(declared.modifiers.words()).replace(", ", " ");
    write!(line, " {:?} {}", declared.kind, outline.full_name(id)).unwrap();
    if !declared.type_parameters.is_empty() {
        write!(line, "<{}>", list(outline.texts(declared.type_parameters))).unwrap();
    }
    if let Some(parameters) = declared.parameters {
        write!(
            line,
            "({})",
            render_parameters(outline, outline.parameters(parameters))
        )
        .unwrap();
    }
    if !declared.bases.is_empty() {
        write!(line, " : {}", list(outline.texts(declared.bases))).unwrap();
    }
    if !declared.result.is_empty() {
        write!(line, " returns {}", outline.text(declared.result)).unwrap();
    }
    if !declared.attributes.is_empty() {
        write!(line, " [{}]", list(outline.texts(declared.attributes))).unwrap();
    }
    line.trim_start().to_owned()
}

fn render_member(outline: &Outline, text: &str, member: &Member) -> String {
    let mut line = list(member.modifiers.words()).replace(", ", " ");
    write!(line, " {:?} {}", member.kind, outline.text(member.result)).unwrap();
    if !member.explicit_interface.is_empty() {
        write!(line, " {{{}}}", outline.text(member.explicit_interface)).unwrap();
    }
    write!(line, " {}", outline.text(member.name)).unwrap();
    if !member.type_parameters.is_empty() {
        write!(line, "<{}>", list(outline.texts(member.type_parameters))).unwrap();
    }
    if !member.parameters.is_empty() {
        write!(
            line,
            "({})",
            render_parameters(outline, outline.parameters(member.parameters))
        )
        .unwrap();
    }
    if let Some(body) = member.body {
        write!(line, " body {:?}", &text[body.as_range()]).unwrap();
    }
    if let Some(value) = member.initializer {
        write!(line, " = {:?}", &text[value.as_range()]).unwrap();
    }
    assert!(member.range.contains_range(member.name_range), "{line}");
    line.trim_start().replace("  ", " ")
}

fn render_parameters(outline: &Outline, parameters: &[super::Parameter]) -> String {
    let parts: Vec<String> = parameters
        .iter()
        .map(|parameter| {
            let mut words: Vec<&str> = parameter.modifiers.words().collect();
            words.extend([
                outline.text(parameter.type_text),
                outline.text(parameter.name),
            ]);
            words.join(" ") + if parameter.has_default { " =" } else { "" }
        })
        .collect();
    parts.join(", ")
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&render(text));
}

#[test]
fn usings_know_the_namespace_that_they_stand_in() {
    check(
        "extern alias Old; global using System; using static System.Math; using X = System.Collections.Generic.List<int >;
        namespace A.B { using IO = System.IO; namespace C { using Old::D; class E {} } } namespace F { using unsafe P = int*; }",
        &expect![[r"
            global using System in ``
            using static System.Math in ``
            using X = System.Collections.Generic.List<int> in ``
            using IO = System.IO in `A.B`
            using Old::D in `A.B.C`
            using P = int* in `F`
            extern alias Old
            Class A.B.C.E
        "]],
    );
}

#[test]
fn types_of_every_kind() {
    check(
        "namespace N;
        [Serializable, System.Diagnostics.Foo(1)] public static partial class A<T, in U> : Base<T, U>, I where T : class, new() { protected class B { } }
        [assembly: X] internal readonly ref struct S { }
        public record R(int X, string? Y = null) : Q(X), I;
        file record struct RS<T>(T Value) { }
        interface I { } enum E : byte { A, [Foo(1, 2)] B = 1 << 2, C, }
        public delegate Task<int> D<T>(ref T a, params object[] b);
        class P(IFoo foo, ILogger<P> log) : Base(foo) { }
        struct record { record field; }",
        &expect![[r#"
            public static partial Class N.A<T, U> : Base<T,U>, I [Serializable, System.Diagnostics.Foo]
            protected Class N.A.B
            internal readonly ref Struct N.S
            public Record N.R(int X, string? Y =) : Q, I
            file RecordStruct N.RS<T>(T Value)
            Interface N.I
            Enum N.E : byte
                EnumMember A
                EnumMember B = "1 << 2"
                EnumMember C
            public Delegate N.D<T>(ref T a, params object[] b) returns Task<int>
            Class N.P(IFoo foo, ILogger<P> log) : Base
            Struct N.record
            Record N.record.field
        "#]],
    );
}

#[test]
fn members_of_every_kind() {
    check(
        r#"class A : I {
            const int C = 1; private static readonly Dictionary<string, int> map = new Dictionary<string, int>(), other = new() { ["a"] = 1 }, last;
            int a = b < c ? 1 : 2, d;
            public required string Name { get; private set; } = "x"; int P => 1; ref readonly int Q { get { return ref a; } }
            int this[int i, string j = "["] { get => 1; } int I.this[int i] => 2; object I<int, A>.Value { get; }
            public event EventHandler? E, F; event Action I.G { add { } remove { } }
            static A() { } public A(int x) : this(x, "{") { } ~A() { } extern void X();
            async Task<(int a, string b)> M<T, U>([Foo("a,b")] this IFoo<T, int> foo, out int x, in int y = 5) where T : U { var s = "}"; }
            void I.N() => Run(() => { return; }); partial void O(); delegate*<int, void> pointer; fixed byte buffer[16];
            public static A operator +(A a, A b) => a; public static bool operator true(A a) => true; public static implicit operator int(A a) { return 1; }
            public static explicit operator checked byte(A a) => 1; int[,][] grid; (int, int)? pair; global::System.Int32 g; new int h; int? n; T[]? o;
            public void operator +=(int x) { }
        }"#,
        &expect![[r#"
            Class A : I
                const Constant int C = "1"
                private static readonly Field Dictionary<string,int> map = "new Dictionary<string, int>()"
                private static readonly Field Dictionary<string,int> other = "new() { [\"a\"] = 1 }"
                private static readonly Field Dictionary<string,int> last
                Field int a = "b < c ? 1 : 2"
                Field int d
                public required Property string Name body "{ get; private set; }" = "\"x\""
                Property int P body "=> 1"
                Property ref readonly int Q body "{ get { return ref a; } }"
                Indexer int this(int i, string j =) body "{ get => 1; }"
                Indexer int {I} this(int i) body "=> 2"
                Property object {I<int,A>} Value body "{ get; }"
                public Event EventHandler? E
                public Event EventHandler? F
                Event Action {I} G body "{ add { } remove { } }"
                static Constructor A body "{ }"
                public Constructor A(int x) body "{ }"
                Destructor A body "{ }"
                extern Method void X
                async Method Task<(int a,string b)> M<T, U>(this IFoo<T,int> foo, out int x, in int y =) body "{ var s = \"}\"; }"
                Method void {I} N body "=> Run(() => { return; })"
                partial Method void O
                Field delegate*<int,void> pointer
                fixed Field byte buffer
                public static Operator A +(A a, A b) body "=> a"
                public static Operator bool true(A a) body "=> true"
                public static Conversion int implicit(A a) body "{ return 1; }"
                public static Conversion byte explicit(A a) body "=> 1"
                Field int[,][] grid
                Field (int,int)? pair
                Field global::System.Int32 g
                new Field int h
                Field int? n
                Field T[]? o
                public Operator void +=(int x) body "{ }"
        "#]],
    );
}

#[test]
fn names_are_decoded() {
    check(
        r"class @class { int \u0041b; List<@int> @event(object @this) { } }",
        &expect![[r#"
            Class class
                Field int Ab
                Method List<@int> event(object this) body "{ }"
        "#]],
    );
}

#[test]
fn branches_start_where_the_first_one_did() {
    check(
        "#if A
        class X : B {
        #else
        class X : C {
        #endif
            int F(
        #if A
                int a,
        #endif
                int b) {
        #if A
                if (a) {
        #else
                if (b) {
        #endif
                }
            }
        #if A
            public
        #else
            internal
        #endif
            void G() { }
        #if A
            int H() {
        #else
            long H2() {
        #endif
                return 1; }
            int v =
        #if A
                1;
        #else
                2;
        #endif
        #if A
            void J() { } }
        #else
            void K() { } }
        #endif
        class Y { int z; }
        enum E { A,
        #if B
            B,
        #endif
            C }",
        &expect![[r#"
            Class X : B
                Method int F(int a, int b) body "{\n    #if A\n        if (a) {\n    #else\n        if (b) {\n    #endif\n        }\n      }"
                public Method void G body "{ }"
                Method int H body "{\n    #else\n      long H2() {\n    #endif\n        return 1; }"
                Method long H2
                Field int v = "1;\n    #else\n        2"
                Method void J body "{ }"
                Method void K body "{ }"
            Class X : C
            Class Y
                Field int z
            Enum E
                EnumMember A
                EnumMember B
                EnumMember C
        "#]],
    );
}

#[test]
fn last_branches_decide_where_first_ones_do_not_match() {
    check(
        "class X { void F() {
        #if A
            if (a) {
        #endif
            } } void G() { } } class Y { void H() { } }",
        &expect![[r#"
            Class X
                Method void F body "{\n    #if A\n      if (a) {\n    #endif\n      } }"
                Method void G body "{ }"
            Class Y
                Method void H body "{ }"
        "#]],
    );
}

#[test]
fn extension_blocks_hold_members() {
    check(
        "static class A { extension<T>(IEnumerable<T> source) where T : class { public bool IsEmpty => true; public static int F() { } } extension(int) { } } class extension { extension() { } }",
        &expect![[r#"
            static Class A
            Extension A<T>(IEnumerable<T> source)
                public Property bool IsEmpty body "=> true"
                public static Method int F body "{ }"
            Extension A(int )
            Class extension
                Constructor extension body "{ }"
        "#]],
    );
}

#[test]
fn statements_outside_of_types_are_no_members() {
    check(
        "using System; using var x = F(); var app = B(() => { a(); });\napp.Map(\"/\", () => { b(); }); int Local(int a) => a; static void M() { } await app.Run(); if (x) { } class A { int b; }",
        &expect![[r#"
            using System in ``
            Class A
                Field int b
            statements "using var x = F(); var app = B(() => { a(); });\napp.Map(\"/\", () => { b(); }); int Local(int a) => a; static void M() { } await app.Run(); if (x) { }"
        "#]],
    );
    check(
        "using System; // only\nclass A { }",
        &expect![[r"
        using System in ``
        Class A
    "]],
    );
}

#[test]
fn broken_code_gives_what_can_be_told() {
    check(
        "class A { int x = 1 public void F() { } int y; void G(int a { int b; } void H() { } public int Z private int W }",
        &expect![[r#"
            Class A
                Field int x = "1"
                public Method void F body "{ }"
                Field int y
                Method void G(int a) body "{ int b; }"
                Method void H body "{ }"
                public Field int Z
                private Field int W
        "#]],
    );
    check(
        "class A { void F() { if (x) { } public void G() { } } class B { int c; }",
        &expect![[r#"
            Class A
                Method void F body "{ if (x) { }"
                public Method void G body "{ }"
            Class B
                Field int c
        "#]],
    );
    check(
        "class A { void F() { } } } public void G() { } }\nclass B { int c; }",
        &expect![[r#"
            Class A
                Method void F body "{ }"
                public Method void G body "{ }"
            Class B
                Field int c
        "#]],
    );
    check(
        "class A { void F(",
        &expect![[r"
        Class A
            Method void F
    "]],
    );
}

#[test]
fn contextual_words_may_be_names() {
    check(
        "class A { int async; bool partial = true, file; string required => null; async public Task F() { } partial void G(); async (int, int) H() { } required file; int record; Foo extension(int x) => 1; Foo where; int field { get; set; } }",
        &expect![[r#"
            Class A
                Field int async
                Field bool partial = "true"
                Field bool file
                Property string required body "=> null"
                public async Method Task F body "{ }"
                partial Method void G
                async Method (int,int) H body "{ }"
                Field required file
                Field int record
                Method Foo extension(int x) body "=> 1"
                Field Foo where
                Property int field body "{ get; set; }"
        "#]],
    );
}

#[test]
fn depth_does_not_matter() {
    let deep = format!(
        "class A {{ void F() {} int x = {}1{}; }} class B {{ }}",
        "{".repeat(5000) + &"}".repeat(5000),
        "(".repeat(5000),
        ")".repeat(5000)
    );
    assert_eq!(Outline::of(&deep).types().len(), 2);
    assert_eq!(Outline::of(&deep).too_deep(), None);
}

#[test]
fn declarations_are_read_to_a_depth_and_what_lies_deeper_is_told() {
    let nested = |times: usize| {
        let text = "class A { ".repeat(times) + &"}".repeat(times) + " class B { }";
        (Outline::of(&text), text)
    };
    let (outline, text) = nested(500);
    assert_eq!(outline.types().len(), 501);
    assert_eq!(outline.too_deep(), None);
    assert_eq!(outline.type_at(text.find('}').unwrap()), Some(TypeId(499)));
    let (outline, _) = nested(5000);
    assert_eq!(outline.types().len(), 501);
    assert_eq!(outline.too_deep(), Some("class A { ".len() * 501 - 1));
    assert_eq!(outline.full_name(TypeId(500)), "B");
}

#[test]
fn offsets_find_their_declarations() {
    let text = "namespace N { class A { int a; class B { int b; } int c; } class C { } }";
    let outline = Outline::of(text);
    let name = |at: &str| {
        outline
            .type_at(text.find(at).unwrap())
            .map(|id| outline.full_name(id))
    };
    assert_eq!(name("int b").as_deref(), Some("N.A.B"));
    assert_eq!(name("int c").as_deref(), Some("N.A"));
    assert_eq!(name("class C").as_deref(), Some("N.C"));
    assert_eq!(name("namespace"), None);
    let space = outline.namespace_at(text.find("int c").unwrap());
    assert_eq!(outline.text(outline.namespace(space).full_name), "N");
    assert_eq!(
        outline.nested_types(TypeId(0)).collect::<Vec<_>>(),
        [TypeId(1)]
    );
}

proptest! {
    #[test]
    fn any_text_has_an_outline(
        parts in proptest::collection::vec(
            prop::sample::select(vec![
                "class A ", "{", "}", "(", ")", "[", "]", "<", ">", ";", ",", "=", "=>", "int x", " public ", "\n#if A\n",
                "\n#else\n", "\n#elif B\n", "\n#endif\n", "enum E", "namespace N", "using X", ":", "where T : ", "operator",
                "this[", "\"", "$\"{", "delegate ", "record R", "event ", "~A(", "~", ".", "static ", "implicit ", "extension(", "for(",
            ]),
            0..60,
        )
    ) {
        let text = parts.concat();
        let outline = Outline::of(&text);
        for member in outline.members() {
            prop_assert!(member.range.end() <= text.len());
            prop_assert!(member.range.contains_range(member.name_range), "{member:?}");
        }
        for at in 0..text.len() {
            outline.type_at(at);
            outline.namespace_at(at);
        }
    }
}
