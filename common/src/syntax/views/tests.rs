//! Tests of the views.

use super::*;
use crate::syntax::{Parsed, SyntaxTree, parse};

fn tree(text: &str) -> SyntaxTree {
    let tree = parse(&text.into()).unwrap();
    assert!(!tree.root().has_error(), "{text}");
    tree
}

fn first<'t, T>(tree: &'t SyntaxTree, cast: impl FnMut(SyntaxNode<'t>) -> Option<T>) -> T {
    tree.root().descendants().find_map(cast).unwrap()
}

fn texts<'t>(nodes: impl Iterator<Item = SyntaxNode<'t>>) -> Vec<&'t str> {
    nodes.map(SyntaxNode::text).collect()
}

#[test]
fn types_show_their_parts() {
    let tree = tree(
        "[A] public partial class C<T, U>(int x, string y = \"\") : Base(x), I<T> where T : class { int a; class D { } }",
    );
    let class = first(&tree, TypeDeclaration::cast);
    assert_eq!(class.kind(), crate::syntax::TypeKind::Class);
    assert_eq!(class.name_text(), "C");
    assert_eq!(class.modifiers(), Modifiers::PUBLIC | Modifiers::PARTIAL);
    assert_eq!(texts(class.type_parameters()), ["T", "U"]);
    assert_eq!(texts(class.parameters().map(|p| p.name)), ["x", "y"]);
    let bases: Vec<_> = class
        .bases()
        .map(|base| (base.type_.text(), base.arguments.map(SyntaxNode::text)))
        .collect();
    assert_eq!(bases, [("Base", Some("(x)")), ("I<T>", None)]);
    assert_eq!(class.members().count(), 1);
    assert_eq!(
        class
            .nested_types()
            .map(super::types::TypeDeclaration::name_text)
            .collect::<Vec<_>>(),
        ["D"]
    );
    let (open, close) = class.braces().unwrap();
    assert_eq!(
        (&tree.text()[open.as_range()], close.end()),
        ("{", tree.text().len())
    );
}

#[test]
fn records_show_their_base_arguments() {
    let tree = tree("record struct R(int X) : Q(X), I;");
    let record = first(&tree, TypeDeclaration::cast);
    assert_eq!(record.kind(), crate::syntax::TypeKind::RecordStruct);
    let base = record.bases().next().unwrap();
    assert_eq!(
        (base.type_.text(), base.arguments.unwrap().text()),
        ("Q", "(X)")
    );
    assert!(record.body().is_none());
}

#[test]
fn members_inside_of_branches_are_members() {
    let tree = tree(
        "class C {\n#if A\nint a;\n#elif B\nint b;\n#if D\nint d;\n#endif\n#else\nvoid M() { int local; }\n#endif\nint e; }",
    );
    let class = first(&tree, TypeDeclaration::cast);
    assert_eq!(
        texts(class.members().filter_map(Member::name)),
        ["a", "b", "d", "M", "e"]
    );
    assert!(class.members().all(|member| member.owner() == Some(class)));
}

#[test]
fn members_show_their_parts() {
    let tree = tree(
        "class C { static readonly int a = 1, b; int P { get; private set { } } = 2; int Q => 3; void I.M<T>(ref int x, params string[] y) => F();
        int this[int i] { get => 1; } event Action E { add { } remove { } } event Action F1, F2; public static C operator +(C x, C y) => x;
        public static implicit operator int(C x) => 1; ~C() { } const int K = 4; }",
    );
    let members: Vec<Member<'_>> = first(&tree, TypeDeclaration::cast).members().collect();
    let names = texts(members.iter().filter_map(|member| member.name()));
    assert_eq!(
        names,
        [
            "a", "P", "Q", "M", "this", "E", "F1", "+", "implicit", "C", "K"
        ]
    );
    let types = texts(members.iter().filter_map(|member| member.type_()));
    assert_eq!(
        types,
        [
            "int", "int", "int", "void", "int", "Action", "Action", "C", "int", "int"
        ]
    );
    let variables: Vec<_> = members[0]
        .variables()
        .map(|variable| (variable.name.text(), variable.value.map(SyntaxNode::text)))
        .collect();
    assert_eq!(variables, [("a", Some("1")), ("b", None)]);
    assert_eq!(members[1].initializer().unwrap().text(), "2");
    assert!(members[1].body().is_none() && members[2].initializer().is_none());
    let accessors: Vec<_> = members[1]
        .accessors()
        .map(|accessor| {
            (
                accessor.keyword().unwrap().text(),
                accessor.modifiers(),
                accessor.body().is_some(),
            )
        })
        .collect();
    assert_eq!(
        accessors,
        [
            ("get", Modifiers::default(), false),
            ("set", Modifiers::PRIVATE, true)
        ]
    );
    assert_eq!(members[2].body().unwrap().text(), "=> 3");
    assert_eq!(members[3].explicit_interface().unwrap().text(), "I.");
    assert_eq!(texts(members[3].type_parameters()), ["T"]);
    let parameters: Vec<_> = members[3]
        .parameters()
        .map(|parameter| {
            (
                parameter.name.text(),
                parameter.type_.unwrap().text(),
                parameter.modifiers,
                &tree.text()[parameter.range.as_range()],
            )
        })
        .collect();
    assert_eq!(
        parameters,
        [
            (
                "x",
                "int",
                crate::syntax::ParameterModifiers::REF,
                "ref int x"
            ),
            (
                "y",
                "string[]",
                crate::syntax::ParameterModifiers::PARAMS,
                "params string[] y"
            )
        ]
    );
    assert_eq!(
        texts(members[4].parameters().map(|parameter| parameter.name)),
        ["i"]
    );
    assert_eq!(members[10].kind(), crate::syntax::MemberKind::Constant);
}

#[test]
fn constructors_show_which_one_they_call() {
    let tree = tree("class C { C(int a) : base(a, b: 1) { } }");
    let constructor = first(&tree, Constructor::cast);
    let (_, target, list) = constructor.initializer().unwrap();
    assert_eq!(target, ConstructorTarget::Base);
    let arguments: Vec<_> = arguments(list)
        .map(|argument| (argument.name.map(SyntaxNode::text), argument.value.text()))
        .collect();
    assert_eq!(arguments, [(None, "a"), (Some("b"), "1")]);
    assert!(!constructor.is_static());
}

#[test]
fn functions_show_whether_they_are_static() {
    let tree = tree(
        "var f = static async (int x, y) => x; var g = x => x; var h = static delegate (int z) { }; static int L<T>(int a) => 1;",
    );
    let lambdas: Vec<Lambda<'_>> = tree.root().descendants().filter_map(Lambda::cast).collect();
    let seen: Vec<_> = lambdas
        .iter()
        .map(|lambda| {
            (
                lambda.is_static(),
                texts(lambda.parameters().map(|parameter| parameter.name)),
                lambda.body().unwrap().text(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (true, vec!["x", "y"], "x"),
            (false, vec!["x"], "x"),
            (true, vec!["z"], "{ }")
        ]
    );
    let local = first(&tree, LocalFunction::cast);
    assert_eq!(
        (local.name().unwrap().text(), local.type_().unwrap().text()),
        ("L", "int")
    );
    assert!(local.modifiers().contains(Modifiers::STATIC));
}

#[test]
fn calls_and_constructions_show_their_arguments() {
    let tree = tree(
        "F(out var x, ref y, name: this, base.Z, in z); A a = new(1) { B = 1 }; var b = new C<int> { D = 2 };",
    );
    let call = first(&tree, Invocation::cast);
    let arguments: Vec<_> = call
        .arguments()
        .map(|argument| {
            (
                argument.modifier.words().next().unwrap_or(""),
                argument.value.text(),
            )
        })
        .collect();
    assert_eq!(
        arguments,
        [
            ("out", "var x"),
            ("ref", "y"),
            ("", "this"),
            ("", "base.Z"),
            ("in", "z")
        ]
    );
    assert_eq!(
        Invocation::of_function(call.function().unwrap()),
        Some(call)
    );
    let made: Vec<_> = tree
        .root()
        .descendants()
        .filter_map(ObjectCreation::cast)
        .map(|made| {
            (
                made.type_().map(SyntaxNode::text),
                made.arguments().count(),
                made.initializer().is_some(),
            )
        })
        .collect();
    assert_eq!(made, [(None, 1, true), (Some("C<int>"), 0, true)]);
}

#[test]
fn usings_and_namespaces_show_their_parts() {
    let tree = tree(
        "global using static A.B; using X = C.D;\n#if E\nusing E;\n#endif\nnamespace N;\nclass F { }",
    );
    let file = Namespace::cast(tree.root()).unwrap();
    let usings: Vec<_> = file
        .usings()
        .map(|using| {
            (
                using.is_global(),
                using.is_static(),
                using.alias().map(SyntaxNode::text),
                using.target().unwrap().text(),
            )
        })
        .collect();
    assert_eq!(
        usings,
        [
            (true, true, None, "A.B"),
            (false, false, Some("X"), "C.D"),
            (false, false, None, "E")
        ]
    );
    assert_eq!(file.file_scoped().unwrap().name().unwrap().text(), "N");
    assert_eq!(file.types().count(), 1);
    let block = super::tests::tree("namespace A.B { using C; class D { } }");
    let space = first(&block, |node| {
        Namespace::cast(node).filter(|space| space.name().is_some())
    });
    assert_eq!((space.usings().count(), space.types().count()), (1, 1));
}

#[test]
fn extension_blocks_are_types_without_a_name() {
    let text = "static class A { extension<T>(List<T> list) { public int Y => 1; } }".into();
    let parsed = Parsed::of(&text).unwrap();
    let outer = first(parsed.main().tree(), TypeDeclaration::cast);
    let block = outer.nested_types().next().unwrap();
    assert_eq!(block.kind(), crate::syntax::TypeKind::Extension);
    assert_eq!(
        (
            block.name_text().as_ref(),
            block.node().text().starts_with("extension")
        ),
        ("", true)
    );
    assert_eq!(texts(block.members().filter_map(Member::name)), ["Y"]);
    assert_eq!(
        texts(block.parameters().map(|parameter| parameter.name)),
        ["list"]
    );
}

#[test]
fn silent_misreadings_look_like_this() {
    let tree = tree("class C { void F() { x = (a) && b; R(a) = v; G(a < b, c > d); } }");
    let (inside, value) = first(&tree, cast_in_parentheses);
    assert_eq!((inside.text(), value.text()), ("a", "&& b"));
    let declaration = first(&tree, |node| {
        (node.kind() == SyntaxKind::LocalDeclarationStatement).then_some(node)
    });
    assert_eq!(declaration.text(), "R(a) = v;");
}
