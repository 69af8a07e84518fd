//! A dependency that a class holds already: a field, property or primary-constructor parameter that is set once,
//! on every path.

use crate::binding::{FileId, TypeRef};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::Reader;
use super::shape::{BaseClass, ClassShape, Reach, has_modifier};

use SyntaxKind as K;

/// How code of a class reaches its dependency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provider {
    /// In instance code: `_timeProvider`, `this.timeProvider`.
    pub member: Option<String>,
    /// A parameter of the primary constructor.
    pub primary: Option<String>,
    /// Parameters of constructors: the offset at which the constructor starts in which file, and the name.
    pub parameters: Vec<(FileId, usize, String)>,
    /// Whether the member is set before any constructor body of the class runs.
    pub inherited: bool,
}

impl Provider {
    /// How it is reached from a place of `file`; `None` where it can't be.
    pub fn at(&self, file: FileId, reach: Reach<'_>) -> Option<String> {
        let parameter = |constructor: SyntaxNode<'_>| {
            self.parameters
                .iter()
                .find(|(other, start, _)| *other == file && *start == constructor.range().start())
                .map(|(_, _, name)| name.clone())
        };
        match reach {
            Reach::Static => None,
            Reach::Instance => self.member.clone().or_else(|| self.primary.clone()),
            Reach::Constructor(constructor) => parameter(constructor).or_else(|| {
                let chains = constructor
                    .child_of(K::ConstructorInitializer)
                    .is_some_and(|initializer| initializer.token("this").is_some());
                self.member.clone().filter(|_| chains || self.inherited)
            }),
            Reach::ConstructorArguments(constructor) => parameter(constructor),
            Reach::PrimaryArguments | Reach::Initializer(_) => self.primary.clone(),
        }
    }
}

const DEEPEST_BASE: usize = 16;

/// The dependency of type `full` that the class holds already.
pub fn existing<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>, full: &str) -> Option<Provider> {
    own(reader, shape, full, false).or_else(|| {
        let mut base = shape.base.clone();
        for _ in 0..DEEPEST_BASE {
            let BaseClass::Declared(id) = base else {
                return None;
            };
            let above = ClassShape::read(reader, &id).ok()?;
            if let Some(found) = own(reader, &above, full, true) {
                return Some(Provider {
                    member: found.member,
                    inherited: true,
                    ..Provider::default()
                });
            }
            base = above.base;
        }
        None
    })
}

fn own<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    full: &str,
    from_below: bool,
) -> Option<Provider> {
    let wanted = TypeRef::Library(full.to_owned());
    let is_it = |file: FileId, ty: SyntaxNode<'a>| {
        ty.kind() != K::NullableType && reader.type_of_node(file, ty) == wanted
    };
    if let Some(primary) = shape.primary.as_ref().filter(|_| !from_below) {
        let file = shape.file(primary.part);
        if let Some(parameter) = primary
            .parameters
            .iter()
            .find(|parameter| is_it(file, parameter.ty))
        {
            return Some(Provider {
                primary: Some(parameter.name.text().to_owned()),
                ..Provider::default()
            });
        }
    }
    for (file, member) in shape.members() {
        if has_modifier(member, "static") || has_modifier(member, "const") {
            continue;
        }
        let reachable =
            !from_below || has_modifier(member, "protected") || has_modifier(member, "public");
        let candidates: Vec<(SyntaxNode<'a>, bool)> = match member.kind() {
            K::FieldDeclaration if has_modifier(member, "readonly") && reachable => {
                let Some(declaration) = member.child_of(K::VariableDeclaration) else {
                    continue;
                };
                if !declaration
                    .child(Field::Type)
                    .is_some_and(|ty| is_it(file, ty))
                {
                    continue;
                }
                declaration
                    .children_of(K::VariableDeclarator)
                    .filter_map(|one| {
                        one.child(Field::Name)
                            .map(|name| (name, one.token("=").is_some()))
                    })
                    .collect()
            }
            K::PropertyDeclaration if reachable && is_get_only(member) => {
                if !member.child(Field::Type).is_some_and(|ty| is_it(file, ty)) {
                    continue;
                }
                member
                    .child(Field::Name)
                    .map(|name| (name, member.child(Field::Value).is_some()))
                    .into_iter()
                    .collect()
            }
            _ => continue,
        };
        for (name, initialized) in candidates {
            let plain = decoded_name(name.text());
            if !initialized && !is_set_on_every_path(shape, &plain) {
                continue;
            }
            let text = if shape.writes_this() && !from_below {
                format!("this.{}", name.text())
            } else {
                name.text().to_owned()
            };
            let parameters = shape
                .constructors
                .iter()
                .filter_map(|constructor| {
                    let file = shape.file(constructor.part);
                    constructor
                        .parameters
                        .iter()
                        .find(|parameter| is_it(file, parameter.ty))
                        .map(|parameter| {
                            (
                                file,
                                constructor.node.range().start(),
                                parameter.name.text().to_owned(),
                            )
                        })
                })
                .collect();
            return Some(Provider {
                member: Some(text),
                primary: None,
                parameters,
                inherited: false,
            });
        }
    }
    None
}

/// `{ get; }`, with or without an initializer.
fn is_get_only(property: SyntaxNode<'_>) -> bool {
    property.child(Field::Accessors).is_some_and(|accessors| {
        let mut all = accessors.children_of(K::AccessorDeclaration);
        let only = all.next().filter(|_| all.next().is_none());
        only.is_some_and(|get| get.text().trim_end_matches(';').trim_end().ends_with("get"))
    })
}

/// Whether each constructor that doesn't chain assigns the member, as a statement of its own.
fn is_set_on_every_path(shape: &ClassShape<'_>, name: &str) -> bool {
    let mut constructors = shape
        .constructors
        .iter()
        .filter(|constructor| !constructor.chains_to_this())
        .peekable();
    constructors.peek().is_some()
        && constructors.all(|constructor| {
            constructor.body.is_some_and(|body| {
                body.descendants_where(|node| {
                    matches!(
                        node.kind(),
                        K::Block | K::ExpressionStatement | K::ArrowExpressionClause
                    )
                })
                .any(|node| node.kind() == K::AssignmentExpression && assigns(node, name))
            })
        })
}

fn assigns(assignment: SyntaxNode<'_>, name: &str) -> bool {
    let Some(left) = assignment.child(Field::Left) else {
        return false;
    };
    let target = match left.kind() {
        K::MemberAccessExpression
            if left
                .child(Field::Expression)
                .is_some_and(|this| this.text() == "this") =>
        {
            left.child(Field::Name)
        }
        K::Identifier => Some(left),
        _ => None,
    };
    target.is_some_and(|target| decoded_name(target.text()) == name)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{code, library};
    use super::*;

    #[track_caller]
    fn check(class: &str, expected: Option<&str>) {
        let text = format!("using System;\n{class}");
        let code = code(&[("A.cs", &text)]);
        let reader = Reader::new(&code, library());
        let root = reader.root(FileId(0)).unwrap();
        let node = root
            .descendants()
            .filter(|node| node.kind() == K::ClassDeclaration)
            .last()
            .unwrap();
        let id = reader
            .class_around(FileId(0), node.child(Field::Name).unwrap())
            .unwrap();
        let shape = ClassShape::read(&reader, &id).unwrap();
        let found = existing(&reader, &shape, "System.TimeProvider");
        let text = found.and_then(|found| found.member.or(found.primary));
        assert_eq!(text.as_deref(), expected, "{class}");
    }

    #[test]
    fn what_is_set_once_on_every_path_is_there() {
        check(
            "class A { readonly TimeProvider _t; A(TimeProvider t) { _t = t; } }",
            Some("_t"),
        );
        check(
            "class A { readonly TimeProvider t; A(TimeProvider t) => this.t = t; }",
            Some("t"),
        );
        check(
            "class A { protected TimeProvider T { get; } A(TimeProvider t) { T = t; } }",
            Some("T"),
        );
        check("class A(TimeProvider clock) { }", Some("clock"));
        check(
            "class A { readonly System.TimeProvider _t = System.TimeProvider.System; }",
            Some("_t"),
        );
        check(
            "class B { protected readonly TimeProvider t; B() { t = null; } } class A : B { }",
            Some("t"),
        );
    }

    #[test]
    fn what_may_be_unset_or_change_is_not() {
        check(
            "class A { TimeProvider _t; A(TimeProvider t) { _t = t; } }",
            None,
        );
        check(
            "class A { readonly TimeProvider? _t; A(TimeProvider t) { _t = t; } }",
            None,
        );
        check(
            "class A { readonly TimeProvider _t; A(TimeProvider t) { _t = t; } A() { } }",
            None,
        );
        check(
            "class A { readonly TimeProvider _t; A(TimeProvider t) { if (t != null) { _t = t; } } }",
            None,
        );
        check(
            "class A { TimeProvider T { get; set; } A(TimeProvider t) { T = t; } }",
            None,
        );
        check(
            "class A { static readonly TimeProvider T = TimeProvider.System; }",
            None,
        );
        check(
            "class B { readonly TimeProvider t; B() { t = null; } } class A : B { }",
            None,
        );
        check("class A(TimeProvider? clock) { }", None);
    }
}
