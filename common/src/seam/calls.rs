//! Where the constructors of a class are called: `new X(…)`, `new(…)`, mocks and substitutes, and what makes it
//! without a call in sight. Finds; changes nothing.

use crate::binding::{FileId, GlobalUsingKind};
use crate::outline::UsingKind;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::code::{ClassId, Reader, has_word};
use super::framework::names_class;
use super::shape::ClassShape;

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
    let names = names_of(reader, shape);
    let mut found = Calls::default();
    for (file, source) in reader.code().files() {
        if !names.iter().any(|name| has_word(&source.text, name)) {
            continue;
        }
        let Some(root) = reader.root(file) else {
            continue;
        };
        for node in root.descendants() {
            match node.kind() {
                K::ObjectCreationExpression => {
                    creation(reader, shape, &names, file, node, &mut found);
                }
                K::InvocationExpression => invocation(reader, shape, file, node, &mut found),
                K::TypeArgumentList => type_argument(reader, shape, file, node, &mut found),
                _ => {}
            }
        }
    }
    for (file, node, class) in reader.implicit_creations() {
        if *class == shape.id {
            found.calls.push(Call {
                file: *file,
                node: *node,
                arguments: node.child_of(K::ArgumentList),
                kind: CallKind::Creation,
            });
        }
    }
    found
        .calls
        .sort_by_key(|call| (call.file, call.node.range().start()));
    found
}

/// `Repository<X>` where the repository asks for `new()`.
fn type_argument<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    file: FileId,
    list: SyntaxNode<'a>,
    found: &mut Calls<'a>,
) {
    let Some(generic) = list.parent() else {
        return;
    };
    let simple = super::shape::simple_name(generic);
    if reader.asks_for_new(&simple)
        && list
            .named_children()
            .any(|argument| is_class(reader, file, argument, &shape.id))
    {
        found.parameterless.push(Hidden {
            file,
            how: format!("`{simple}<{}>`", shape.name),
        });
    }
}

fn creation<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    names: &[String],
    file: FileId,
    node: SyntaxNode<'a>,
    found: &mut Calls<'a>,
) {
    let Some(ty) = node.child(Field::Type) else {
        return;
    };
    let simple = super::shape::simple_name(ty);
    let arguments = node.child(Field::Arguments);
    if names.contains(&simple) && is_class(reader, file, ty, &shape.id) {
        found.calls.push(Call {
            file,
            node,
            arguments,
            kind: CallKind::Creation,
        });
    } else if let Some(list) = type_arguments(ty)
        && list
            .named_children()
            .any(|argument| is_class(reader, file, argument, &shape.id))
    {
        if simple == "Mock" {
            found.calls.push(Call {
                file,
                node,
                arguments,
                kind: CallKind::Double,
            });
        } else if matches!(simple.as_str(), "Lazy" | "ThreadLocal") && !has_factory(arguments) {
            found.parameterless.push(Hidden {
                file,
                how: format!("`new {simple}<{}>`", shape.name),
            });
        }
    }
}

fn invocation<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    found: &mut Calls<'a>,
) {
    let Some(function) = node.child(Field::Function) else {
        return;
    };
    let name = match function.kind() {
        K::MemberAccessExpression => function.child(Field::Name).unwrap_or(function),
        _ => function,
    };
    let simple = super::shape::simple_name(name);
    let arguments = node.child(Field::Arguments);
    if let Some(list) = type_arguments(name)
        && list
            .named_children()
            .next()
            .is_some_and(|first| is_class(reader, file, first, &shape.id))
    {
        let receiver = function
            .child(Field::Expression)
            .map_or("", SyntaxNode::text);
        if DOUBLES.contains(&simple.as_str()) && matches!(receiver, "Substitute" | "A") {
            found.calls.push(Call {
                file,
                node,
                arguments,
                kind: CallKind::Double,
            });
        } else if simple == "CreateInstance" && receiver.ends_with("Activator") {
            found.parameterless.push(Hidden {
                file,
                how: "`Activator.CreateInstance`".to_owned(),
            });
        }
        return;
    }
    if REFLECTION.contains(&simple.as_str()) && !function.text().contains("ActivatorUtilities") {
        let named = node.descendants().any(|inner| {
            inner.kind() == K::TypeofExpression
                && inner
                    .child(Field::Type)
                    .is_some_and(|ty| names_class(reader, file, ty, &shape.id, &shape.name))
        });
        if named {
            found.hidden.push(Hidden {
                file,
                how: format!("`{simple}(typeof({}))`", shape.name),
            });
        }
    }
}

fn is_class<'a>(reader: &Reader<'a>, file: FileId, ty: SyntaxNode<'a>, class: &ClassId) -> bool {
    reader.class(file, &reader.type_of_node(file, ty)).as_ref() == Some(class)
}

fn type_arguments(name: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let name = match name.kind() {
        K::QualifiedName | K::AliasQualifiedName => name.child(Field::Name).unwrap_or(name),
        _ => name,
    };
    name.child_of(K::TypeArgumentList)
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

/// The class's simple name and its aliases in the workspace.
fn names_of(reader: &Reader<'_>, shape: &ClassShape<'_>) -> Vec<String> {
    let mut names = vec![shape.name.clone()];
    let known = reader.code().names();
    let is_it = |target: &str| {
        let last = target.rsplit(['.', ':']).next().unwrap_or(target);
        last.split('<').next() == Some(shape.name.as_str())
    };
    for (file, source) in reader.code().files() {
        if !has_word(&source.text, &shape.name) {
            continue;
        }
        let outline = known.outline(file);
        for using in outline.usings() {
            if let UsingKind::Alias(alias) = using.kind
                && is_it(outline.text(using.target))
            {
                names.push(outline.text(alias).to_owned());
            }
        }
    }
    for (index, _) in reader.code().projects().iter().enumerate() {
        for using in known.global_usings(crate::binding::ProjectId(index as u32)) {
            if let GlobalUsingKind::Alias(alias) = &using.kind
                && is_it(&using.target)
            {
                names.push(alias.clone());
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

/// The classes right below `class`.
pub fn derived_from<'a>(reader: &Reader<'a>, class: &ClassShape<'a>) -> Vec<ClassId> {
    let mut found = Vec::new();
    let names = names_of(reader, class);
    for (file, source) in reader.code().files() {
        if !names.iter().any(|name| has_word(&source.text, name)) {
            continue;
        }
        let outline = reader.code().names().outline(file);
        for index in 0..outline.types().len() {
            let id = crate::outline::TypeId(index as u32);
            let declared = outline.type_(id);
            let may = declared.kind == crate::outline::TypeKind::Class
                && outline.texts(declared.bases).any(|base| {
                    let base = base.split('<').next().unwrap_or(base);
                    let last = base.rsplit(['.', ':']).next().unwrap_or(base);
                    names.iter().any(|name| name == last)
                });
            if !may {
                continue;
            }
            let key = crate::binding::type_key(outline, id);
            let Some(below) = reader.class(file, &crate::binding::TypeRef::Declared(key)) else {
                continue;
            };
            let Ok(shape) = ClassShape::read(reader, &below) else {
                // Can't be read: it may derive, and then nothing about it is certain.
                found.push(below);
                continue;
            };
            if shape.base == super::shape::BaseClass::Declared(class.id.clone())
                && !found.contains(&below)
            {
                found.push(below);
            }
        }
    }
    found.sort();
    found.dedup();
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
            .into_iter()
            .map(|class| class.key)
            .collect();
        assert_eq!(keys, ["G", "N.D", "N.E"]);
    }
}
