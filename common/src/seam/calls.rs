//! Where the constructors of a class are called: `new X(…)`, `new(…)`, mocks and substitutes, and what makes it
//! without a call in sight. Finds; changes nothing.

use std::collections::{HashMap, HashSet};

use crate::binding::{FileId, TypeRef};
use crate::syntax::{Field, Lexer, SyntaxKind, SyntaxNode, TokenKind, decoded_name};

use super::code::{ClassId, Reader};
use super::creations::{Open, sees};
use super::framework::names_class;
use super::makers::{maker_of_type, may_make};
use super::mentions::called;
use super::shape::{BaseClass, ClassShape};

use SyntaxKind as K;

/// A call of one of a class's constructors.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Its file.
    pub file: FileId,
    /// The creation, or the call that makes a double.
    pub node: SyntaxNode<'a>,
    /// Its arguments; `None` for `new X { … }`.
    pub arguments: Option<SyntaxNode<'a>>,
    /// What it is.
    pub kind: CallKind,
}

/// What calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// `new X(…)` or `new(…)`.
    Creation,
    /// A double of the class that is made by reflection: `new Mock<X>(…)`, `Substitute.For<X>(…)`.
    Double,
}

/// Where a class is made in a way that nothing can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Where.
    pub file: FileId,
    /// How: `Activator.CreateInstance`.
    pub how: String,
}

/// All calls, and the hidden ones.
#[derive(Clone, Debug, Default)]
pub struct Calls<'a> {
    /// Calls in sight.
    pub calls: Vec<Call<'a>>,
    /// Places that need the constructor as it is.
    pub hidden: Vec<Hidden>,
    /// Places that need a public parameterless constructor.
    pub parameterless: Vec<Hidden>,
    /// Creations that may be calls.
    pub open: Vec<Open<'a>>,
}

/// The types of doubles that take constructor arguments.
const DOUBLES: &[&str] = &["Mock", "For", "ForPartsOf", "Fake"];
/// Methods that make an object of a `Type`.
const REFLECTION: &[&str] = &[
    "CreateInstance",
    "GetConstructor",
    "GetConstructors",
    "GetUninitializedObject",
];

/// Finds the calls of the class's constructors in the whole workspace.
pub fn calls_of<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Calls<'a> {
    let names = reader.code().mentions().names_of(&shape.name);
    let mut found = Calls::default();
    for file in files_naming(reader, &names) {
        let mentions = reader.mentions(file);
        let broken = reader.root(file).is_none_or(SyntaxNode::has_error);
        if broken && sees(reader, file, &shape.id) {
            let seen: HashSet<usize> = mentions
                .creations
                .values()
                .flatten()
                .map(|node| node.range().start())
                .collect();
            found.hidden.extend(
                creations_in_text(reader.text(file), &names)
                    .find(|start| !seen.contains(start))
                    .map(|_| Hidden {
                        file,
                        how: "a creation in code that isn't understood".to_owned(),
                    }),
            );
        }
        for name in &names {
            let of = |map: &HashMap<String, Vec<SyntaxNode<'a>>>| {
                map.get(name).cloned().unwrap_or_default()
            };
            for node in of(&mentions.creations) {
                creation(reader, shape, file, node, &mut found);
            }
            for list in of(&mentions.arguments) {
                type_argument(reader, shape, file, list, &mut found);
            }
            for node in of(&mentions.typeofs) {
                type_of(reader, shape, file, node, &mut found);
            }
            for call in of(&mentions.strings) {
                found.parameterless.push(Hidden {
                    file,
                    how: format!("`{}` may name it", call.text()),
                });
            }
        }
    }
    for (file, node) in reader.implicit_creations(&shape.id) {
        found.calls.push(Call {
            file: *file,
            node: *node,
            arguments: node.child_of(K::ArgumentList),
            kind: CallKind::Creation,
        });
    }
    if let Some((file, name)) = reader.constraints().may_infer(reader, &shape.id)
        && !shape.has_modifier("abstract")
    {
        found.parameterless.push(Hidden {
            file,
            how: format!("`{name}` may infer it where `new()` is asked for"),
        });
    }
    let open = reader.open_creations().iter();
    found.open = open
        .filter(|open| open.may_make(reader, shape, &names))
        .cloned()
        .collect();
    found
        .calls
        .sort_by_key(|call| (call.file, call.node.range().start()));
    found
}

/// Where `new` stands before one of the names, whatever the code around it is.
fn creations_in_text<'t>(text: &'t str, names: &'t [String]) -> impl Iterator<Item = usize> + 't {
    let mut lexer = Lexer::new(text);
    // The `new` whose type is being read.
    let mut open: Option<usize> = None;
    let mut last = String::new();
    std::iter::from_fn(move || {
        loop {
            let token = lexer.next_code();
            let written = token.text(text);
            match token.kind {
                TokenKind::End => return None,
                TokenKind::Word if written == "new" => open = Some(token.range().start()),
                TokenKind::Word if open.is_some() => {
                    last = decoded_name(written).into_owned();
                }
                _ if matches!(written, "." | "::") => {}
                _ => {
                    if let Some(start) = open.take()
                        && matches!(written, "(" | "{" | "<")
                        && names.contains(&std::mem::take(&mut last))
                    {
                        return Some(start);
                    }
                }
            }
        }
    })
}

fn files_naming(reader: &Reader<'_>, names: &[String]) -> Vec<FileId> {
    let mut files: Vec<FileId> = names
        .iter()
        .flat_map(|name| reader.code().mentioning(name))
        .collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// Whether a type node means the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    It,
    Other,
    /// It has the name, and nobody can tell what it means: behind an `extern alias`, say.
    Perhaps,
}

fn means<'a>(
    reader: &Reader<'a>,
    file: FileId,
    ty: SyntaxNode<'a>,
    class: &ClassId,
    names: &[String],
) -> Means {
    let found = reader.type_of_node(file, ty);
    if found == TypeRef::Unknown {
        let perhaps = names.contains(&super::shape::simple_name(ty)) && sees(reader, file, class);
        return if perhaps {
            Means::Perhaps
        } else {
            Means::Other
        };
    }
    if reader.class(file, &found).as_ref() == Some(class) {
        Means::It
    } else {
        Means::Other
    }
}

fn creation<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    found: &mut Calls<'a>,
) {
    let Some(ty) = node.child(Field::Type) else {
        return;
    };
    let names = reader.code().mentions().names_of(&shape.name);
    match means(reader, file, ty, &shape.id, &names) {
        Means::It => found.calls.push(Call {
            file,
            node,
            arguments: node.child(Field::Arguments),
            kind: CallKind::Creation,
        }),
        Means::Perhaps => found.hidden.push(Hidden {
            file,
            how: format!("`new {}` may make it", ty.text()),
        }),
        Means::Other => {}
    }
}

/// A list of type arguments that names the class: a double of it, or something that may make it.
fn type_argument<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    file: FileId,
    list: SyntaxNode<'a>,
    found: &mut Calls<'a>,
) {
    let is_it = |argument: SyntaxNode<'a>| is_class(reader, file, argument, &shape.id);
    let direct: Vec<SyntaxNode<'a>> = list
        .named_children()
        .filter(|child| !child.is_extra())
        .collect();
    let (Some(generic), true) = (list.parent(), direct.iter().any(|one| is_it(*one))) else {
        return;
    };
    let simple = super::shape::simple_name(generic);
    if reader.constraints().ask(&simple) {
        found.parameterless.push(Hidden {
            file,
            how: format!("`{simple}<{}>`", shape.name),
        });
    }
    let whole = whole_name(generic);
    let Some(parent) = whole.parent() else { return };
    match parent.kind() {
        K::ObjectCreationExpression if whole.field() == Field::Type => {
            let arguments = parent.child(Field::Arguments);
            if simple == "Mock" {
                found.calls.push(Call {
                    file,
                    node: parent,
                    arguments,
                    kind: CallKind::Double,
                });
            } else if (matches!(simple.as_str(), "Lazy" | "ThreadLocal") && !has_factory(arguments))
                || (simple.ends_with("Faker") && is_from_elsewhere(reader, file, whole))
            {
                found.parameterless.push(Hidden {
                    file,
                    how: format!("`new {simple}<{}>`", shape.name),
                });
            }
        }
        // `Builder<X>.CreateNew()`: a builder of test data, for all that is known.
        K::MemberAccessExpression
            if whole.field() == Field::Expression && is_from_elsewhere(reader, file, whole) =>
        {
            found.parameterless.push(Hidden {
                file,
                how: format!("`{simple}<{}>` may make it", shape.name),
            });
        }
        K::InvocationExpression if whole.field() == Field::Function => {
            let receiver = whole.child(Field::Expression).map_or("", SyntaxNode::text);
            if DOUBLES.contains(&simple.as_str()) && matches!(receiver, "Substitute" | "A") {
                if !direct.first().is_some_and(|first| is_it(*first)) {
                    return;
                }
                found.calls.push(Call {
                    file,
                    node: parent,
                    arguments: parent.child(Field::Arguments),
                    kind: CallKind::Double,
                });
            } else if may_make(reader, file, parent) {
                found.parameterless.push(Hidden {
                    file,
                    how: format!("`{simple}<{}>` may make it", shape.name),
                });
            }
        }
        _ => {}
    }
}

/// Whether a type is neither the workspace's nor the library's.
fn is_from_elsewhere<'a>(reader: &Reader<'a>, file: FileId, ty: SyntaxNode<'a>) -> bool {
    reader.type_of_node(file, ty) == TypeRef::Unknown
}

/// The dotted name that ends in `generic`.
fn whole_name(generic: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut whole = generic;
    while let Some(parent) = whole.parent() {
        let ends_in_it = matches!(
            parent.kind(),
            K::QualifiedName | K::AliasQualifiedName | K::MemberAccessExpression
        ) && whole.field() == Field::Name;
        if !ends_in_it {
            break;
        }
        whole = parent;
    }
    whole
}

/// `Activator.CreateInstance(typeof(X), …)`
fn type_of<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    found: &mut Calls<'a>,
) {
    let names_it = node
        .child(Field::Type)
        .is_some_and(|ty| names_class(reader, file, ty, &shape.id, &shape.name));
    if !names_it {
        return;
    }
    let calls = node
        .ancestors()
        .take_while(|around| !around.kind().declares_type())
        .filter(|around| around.kind() == K::InvocationExpression);
    let reflection = calls.filter_map(|call| {
        let simple = super::shape::simple_name(called(call)?);
        let function = call.child(Field::Function).map_or("", SyntaxNode::text);
        (REFLECTION.contains(&simple.as_str()) && !function.contains("ActivatorUtilities"))
            .then_some(simple)
    });
    let known = found.hidden.len();
    found.hidden.extend(reflection.map(|simple| Hidden {
        file,
        how: format!("`{simple}(typeof({}))`", shape.name),
    }));
    if found.hidden.len() == known
        && let Some(how) = maker_of_type(reader, file, node)
    {
        found.parameterless.push(Hidden { file, how });
    }
}

fn is_class<'a>(reader: &Reader<'a>, file: FileId, ty: SyntaxNode<'a>, class: &ClassId) -> bool {
    reader.class(file, &reader.type_of_node(file, ty)).as_ref() == Some(class)
}

fn has_factory(arguments: Option<SyntaxNode<'_>>) -> bool {
    arguments.is_some_and(|list| {
        list.children_of(K::Argument).any(|argument| {
            argument.named_children().any(|value| {
                matches!(
                    value.kind(),
                    K::LambdaExpression
                        | K::AnonymousMethodExpression
                        | K::Identifier
                        | K::MemberAccessExpression
                )
            })
        })
    })
}

/// The classes right below a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Below {
    /// Those that are certain, or can't be read.
    pub classes: Vec<ClassId>,
    /// A class whose base has the name and may be it.
    pub hidden: Option<Hidden>,
}

/// The classes right below `class`.
pub fn derived_from<'a>(reader: &Reader<'a>, class: &ClassShape<'a>) -> Below {
    let mut found = Below::default();
    let mentions = reader.code().mentions();
    let names = mentions.names_of(&class.name);
    for (file, id) in mentions.naming_base(&names) {
        let outline = reader.code().names().outline(file);
        if outline.type_(id).kind != crate::outline::TypeKind::Class {
            continue;
        }
        let key = crate::binding::type_key(outline, id);
        let Some(below) = reader.class(file, &TypeRef::Declared(key)) else {
            continue;
        };
        let Ok(shape) = ClassShape::read(reader, &below) else {
            // Can't be read: it may derive, and then nothing about it is certain.
            found.classes.push(below);
            continue;
        };
        match &shape.base {
            BaseClass::Declared(base) if *base == class.id => found.classes.push(below),
            BaseClass::External(external)
                if external.is_unknown
                    && names.contains(&external.name)
                    && sees(reader, file, &class.id) =>
            {
                found.hidden.get_or_insert(Hidden {
                    file,
                    how: format!("`{}` may derive from it", shape.name),
                });
            }
            _ => {}
        }
    }
    found.classes.sort();
    found.classes.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{code, library};
    use super::*;
    use crate::binding::TypeRef;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let mut all = vec![(
            "X.cs",
            "namespace N; public class X { public X(int a) { } }",
        )];
        all.extend(files);
        let code = code(&all);
        let reader = Reader::new(&code, library());
        let id = reader
            .class(FileId(0), &TypeRef::Declared("N.X".into()))
            .unwrap();
        let shape = ClassShape::read(&reader, &id).unwrap();
        let found = calls_of(&reader, &shape);
        let texts: Vec<&str> = found.calls.iter().map(|call| call.node.text()).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn creations_are_found_by_meaning() {
        check(
            &[
                (
                    "A.cs",
                    "using N; class A { X a = new X(1); X b = new(2); N.X c = new N.X(3); object d = new Y(4); }",
                ),
                ("B.cs", "class B { object a = new X(5); }"),
                (
                    "C.cs",
                    "using Z = N.X; class C { object a = new Z(6); Z F() => new(7); }",
                ),
            ],
            &["new X(1)", "new(2)", "new N.X(3)", "new Z(6)", "new(7)"],
        );
    }

    #[test]
    fn a_creation_in_broken_code_is_hidden() {
        let names = ["X".to_owned()];
        let found: Vec<usize> =
            creations_in_text("new X(); new N . X { }; new Xs(); x = new; X();", &names).collect();
        assert_eq!(found, [0, 9]);
    }

    #[test]
    fn an_own_class_of_the_same_name_is_another_one() {
        check(
            &[(
                "A.cs",
                "namespace M { class X { } class A { X a = new X(); N.X b = new(1); } }",
            )],
            &["new(1)"],
        );
    }

    #[test]
    fn doubles_call_constructors_too() {
        check(
            &[(
                "A.cs",
                "using N; class A { void F() { new Mock<X>(1); Substitute.ForPartsOf<X>(2); Foo.For<X>(3); } }",
            )],
            &["new Mock<X>(1)", "Substitute.ForPartsOf<X>(2)"],
        );
    }

    #[test]
    fn what_needs_a_parameterless_constructor_is_seen() {
        let code = code(&[(
            "A.cs",
            "class X { } class P<T> where T : new() { } class A { object a = new P<X>(); void F() { Activator.CreateInstance(typeof(X)); } }",
        )]);
        let reader = Reader::new(&code, library());
        let id = reader
            .class(FileId(0), &TypeRef::Declared("X".into()))
            .unwrap();
        let shape = ClassShape::read(&reader, &id).unwrap();
        let found = calls_of(&reader, &shape);
        assert_eq!(found.parameterless.len(), 1);
        assert_eq!(found.hidden.len(), 1);
    }

    #[test]
    fn builders_of_test_data_are_seen() {
        for (made, expected) in [
            ("Builder<X>.CreateNew().Build()", 1),
            ("new Faker<X>()", 1),
            ("new Own.Faker<X>()", 0),
            ("EqualityComparer<X>.Default", 0),
            ("new List<X>()", 0),
        ] {
            let text = format!(
                "using System.Collections.Generic; class X {{ }} namespace Own {{ class Faker<T> {{ }} }} class A {{ object F() => {made}; }}"
            );
            let code = code(&[("A.cs", &text)]);
            let reader = Reader::new(&code, library());
            let id = reader
                .class(FileId(0), &TypeRef::Declared("X".into()))
                .unwrap();
            let shape = ClassShape::read(&reader, &id).unwrap();
            let found = calls_of(&reader, &shape);
            assert_eq!(found.parameterless.len(), expected, "{made}");
        }
    }

    #[test]
    fn derived_classes_are_found() {
        let code = code(&[
            (
                "A.cs",
                "namespace N; class X { } class D : X { } class E(int a) : X { } class F : D { }",
            ),
            ("B.cs", "using Q = N.X; class G : Q { } class H : X { }"),
        ]);
        let reader = Reader::new(&code, library());
        let id = reader
            .class(FileId(0), &TypeRef::Declared("N.X".into()))
            .unwrap();
        let shape = ClassShape::read(&reader, &id).unwrap();
        let keys: Vec<String> = derived_from(&reader, &shape)
            .classes
            .into_iter()
            .map(|class| class.key)
            .collect();
        assert_eq!(keys, ["G", "N.D", "N.E"]);
    }
}
