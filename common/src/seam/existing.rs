//! A dependency that a class holds already: a field, property or primary-constructor parameter that is set once,
//! on every path.

use std::collections::HashSet;

use crate::binding::FileId;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::Reader;
use super::dependency::Dependency;
use super::lists::Parameter;
use super::quiet::Active;
use super::shape::{BaseClass, Chain, ClassShape, Constructor, Reach, has_modifier, reach_of};

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

impl Provider {
    /// How it is reached from `node`, where a local may hide its name; `None` where it can't be.
    pub fn seen_from<'a>(
        &self,
        reader: &Reader<'a>,
        file: FileId,
        node: SyntaxNode<'a>,
    ) -> Option<String> {
        let reach = reach_of(node);
        let text = self.at(file, reach)?;
        let binder = reader.binder(file);
        let Some(local) = binder.and_then(|binder| binder.local(node, &decoded_name(&text))) else {
            return Some(text);
        };
        let (Reach::Constructor(own) | Reach::ConstructorArguments(own)) = reach else {
            return self.member.as_ref().map(|member| format!("this.{member}"));
        };
        let list = own.child(Field::Parameters)?;
        list.range()
            .contains_range(local.name.range())
            .then_some(text)
    }
}

const DEEPEST_BASE: usize = 16;

/// The dependency as the class holds it already.
pub fn existing<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    dependency: &Dependency,
) -> Option<Provider> {
    own(reader, shape, dependency, false).or_else(|| {
        let mut base = shape.base.clone();
        let mut hidden = names_of_members(shape);
        for _ in 0..DEEPEST_BASE {
            let BaseClass::Declared(id) = base else {
                return None;
            };
            let above = ClassShape::read(reader, &id).ok()?;
            let found = own(reader, &above, dependency, true);
            let visible = |found: &Provider| {
                let name = found.member.as_deref().map(decoded_name);
                name.is_some_and(|name| !hidden.contains(name.as_ref()))
            };
            if let Some(found) = found.filter(visible) {
                return Some(Provider {
                    member: found.member,
                    inherited: true,
                    ..Provider::default()
                });
            }
            hidden.extend(names_of_members(&above));
            base = above.base;
        }
        None
    })
}

/// The names of fields, properties, events and methods.
fn names_of_members(shape: &ClassShape<'_>) -> HashSet<String> {
    let members = shape.members().map(|(_, member)| member);
    let declarators = members.flat_map(|member| {
        let of_field = member
            .child_of(K::VariableDeclaration)
            .into_iter()
            .flat_map(|declaration| declaration.children_of(K::VariableDeclarator));
        std::iter::once(member).chain(of_field)
    });
    declarators
        .filter_map(|one| one.child(Field::Name))
        .map(|name| decoded_name(name.text()).into_owned())
        .collect()
}

fn own<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    dependency: &Dependency,
    from_below: bool,
) -> Option<Provider> {
    let is_it = |file: FileId, ty: SyntaxNode<'a>| {
        ty.kind() != K::NullableType && dependency.is(&reader.type_of_node(file, ty))
    };
    if let Some(primary) = shape.primary.as_ref().filter(|_| !from_below) {
        let file = shape.file(primary.part);
        if let Some(parameter) = primary
            .parameters
            .iter()
            .find(|parameter| is_it(file, parameter.ty) && !parameter.optional)
            .filter(|parameter| is_kept(shape, &decoded_name(parameter.name.text())))
        {
            return Some(Provider {
                primary: Some(parameter.name.text().to_owned()),
                ..Provider::default()
            });
        }
    }
    for (file, member) in shape.members() {
        let fixed = ["static", "const", "virtual", "abstract", "override"];
        let conditional = member
            .parent()
            .is_some_and(|parent| parent.kind() != K::DeclarationList);
        if conditional || fixed.iter().any(|modifier| has_modifier(member, modifier)) {
            continue;
        }
        let reachable =
            !from_below || has_modifier(member, "protected") || has_modifier(member, "public");
        let candidates: Vec<(SyntaxNode<'a>, Option<SyntaxNode<'a>>)> = match member.kind() {
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
                        let value = one
                            .named_children()
                            .filter(|child| !child.is_extra())
                            .last()
                            .filter(|_| one.token("=").is_some());
                        one.child(Field::Name).map(|name| (name, value))
                    })
                    .collect()
            }
            K::PropertyDeclaration if reachable && is_get_only(member) => {
                if !member.child(Field::Type).is_some_and(|ty| is_it(file, ty)) {
                    continue;
                }
                member
                    .child(Field::Name)
                    .map(|name| (name, member.child(Field::Value)))
                    .into_iter()
                    .collect()
            }
            _ => continue,
        };
        for (name, value) in candidates {
            let plain = decoded_name(name.text());
            if !is_set_on_every_path(reader, shape, &plain, value) {
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

/// Whether the member has a value before any other code of the object runs: `value`, or what each constructor that
/// doesn't chain assigns first, in a statement of its own.
fn is_set_on_every_path<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    name: &str,
    value: Option<SyntaxNode<'a>>,
) -> bool {
    if value.is_some_and(may_be_null) || null_is_passed_on(shape) {
        return false;
    }
    let active = Active::of(reader, shape);
    let mut constructors = shape
        .constructors
        .iter()
        .filter(|constructor| !constructor.chains_to_this())
        .peekable();
    if value.is_none() && constructors.peek().is_none() {
        return false;
    }
    constructors.all(|constructor| {
        let Some(body) = constructor.body else {
            return false;
        };
        let written: Vec<_> = body
            .descendants()
            .filter(|node| writes(*node, name))
            .collect();
        match (written.as_slice(), value) {
            ([], Some(_)) => true,
            ([only], _) => is_set_first(&active, constructor, body, *only),
            _ => false,
        }
    })
}

/// Whether the assignment stands right in the body, gives a value, and nothing before it leaves or runs other code of
/// the object.
fn is_set_first(
    active: &Active,
    constructor: &Constructor<'_>,
    body: SyntaxNode<'_>,
    assignment: SyntaxNode<'_>,
) -> bool {
    let Some(right) = assignment.child(Field::Right) else {
        return false;
    };
    let sets = assignment.kind() == K::AssignmentExpression
        && assignment
            .child(Field::Operator)
            .is_some_and(|operator| operator.text() == "=");
    if !sets || may_be_null(right) || active.runs(right) {
        return false;
    }
    // `_t = t` where `t` may be null.
    let may_be = |parameter: &Parameter<'_>| {
        right.kind() == K::Identifier
            && decoded_name(parameter.name.text()) == decoded_name(right.text())
            && (parameter.optional || parameter.ty.kind() == K::NullableType)
    };
    if constructor.parameters.iter().any(may_be) {
        return false;
    }
    if body.kind() == K::ArrowExpressionClause {
        return assignment.parent() == Some(body);
    }
    let statement = assignment.parent();
    let Some(statement) = statement.filter(|statement| statement.parent() == Some(body)) else {
        return false;
    };
    let before = body
        .named_children()
        .take_while(|child| child != &statement)
        .filter(|child| !child.is_extra());
    let leaves = |node: SyntaxNode<'_>| {
        matches!(
            node.kind(),
            K::ReturnStatement | K::GotoStatement | K::LabeledStatement
        )
    };
    let mut before = before.filter(|child| child.kind() != K::LocalFunctionStatement);
    before.all(|child| {
        !child.descendants().any(leaves)
            && !active.runs(child)
            && !child
                .descendants()
                .any(|node| writes(node, &decoded_name(right.text())))
    })
}

/// `null`, `default`, `null!`, `a ?? null`, `a?.B`, `GetService<T>()`.
fn may_be_null(value: SyntaxNode<'_>) -> bool {
    match value.kind() {
        K::NullLiteral
        | K::DefaultExpression
        | K::ConditionalAccessExpression
        | K::ConditionalExpression
        | K::SwitchExpression
        | K::AsExpression => true,
        K::BinaryExpression => value.child(Field::Right).is_none_or(may_be_null),
        K::ParenthesizedExpression | K::PostfixUnaryExpression | K::CastExpression => value
            .named_children()
            .filter(|child| !child.is_extra())
            .last()
            .is_none_or(may_be_null),
        K::InvocationExpression => value
            .child(Field::Function)
            .is_none_or(|function| !function.text().contains("GetRequired")),
        _ => false,
    }
}

/// `: this(null)`
fn null_is_passed_on(shape: &ClassShape<'_>) -> bool {
    shape.constructors.iter().any(|constructor| {
        let Chain::This(arguments) = constructor.chain else {
            return false;
        };
        arguments
            .children_of(K::Argument)
            .filter_map(|argument| {
                argument
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .last()
            })
            .any(|value| {
                matches!(value.kind(), K::NullLiteral | K::DefaultExpression)
                    || value.kind() == K::PostfixUnaryExpression && may_be_null(value)
            })
    })
}

/// Whether a primary-constructor parameter is what was given wherever its name stands: nothing sets it, and no member
/// hides it.
pub(super) fn is_kept(shape: &ClassShape<'_>, name: &str) -> bool {
    let mut nodes = shape.parts.iter().flat_map(|part| part.node.descendants());
    !nodes.any(|node| writes(node, name)) && !names_of_members(shape).contains(name)
}

/// An assignment to the member or variable, alone or in a tuple, or a `ref` or `out` argument of it.
fn writes(node: SyntaxNode<'_>, name: &str) -> bool {
    match node.kind() {
        K::AssignmentExpression => node
            .child(Field::Left)
            .is_some_and(|left| match left.kind() {
                K::TupleExpression => left
                    .children_of(K::Argument)
                    .filter_map(|argument| argument.named_children().last())
                    .any(|target| names(target, name)),
                _ => names(left, name),
            }),
        K::Argument => {
            (node.token("ref").is_some() || node.token("out").is_some())
                && node
                    .named_children()
                    .last()
                    .is_some_and(|target| names(target, name))
        }
        K::RefExpression => node
            .named_children()
            .last()
            .is_some_and(|target| names(target, name)),
        _ => false,
    }
}

/// `name` or `this.name`
fn names(target: SyntaxNode<'_>, name: &str) -> bool {
    let target = match target.kind() {
        K::MemberAccessExpression
            if target
                .child(Field::Expression)
                .is_some_and(|this| this.text() == "this") =>
        {
            target.child(Field::Name)
        }
        K::Identifier => Some(target),
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
        let found = existing(&reader, &shape, &Dependency::time_provider());
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
            "class B { protected readonly TimeProvider t; B(TimeProvider c) { if (c == null) throw new Exception(); t = c ?? throw new Exception(); } } class A : B { }",
            Some("t"),
        );
        check(
            "class A { readonly TimeProvider _t; int B { get; } A(TimeProvider t) { ArgumentNullException.ThrowIfNull(t); B = 1; this._t = t; F(); } void F() { } A() : this(TimeProvider.System) { } }",
            Some("this._t"),
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
        for body in [
            "_t = null;",
            "_t = null!;",
            "_t = default;",
            "if (t == null) return; _t = t;",
            "F(); _t = t;",
            "this.F(); _t = t;",
            "P = 1; _t = t;",
            "_ = P; _t = t;",
            "G(this); _t = t;",
            "t = null; _t = t;",
            "_t = t; _t = null;",
            "_t = t; H(ref _t);",
            "_t = t; (_t, _) = (null, 1);",
            "try { _t = t; } finally { }",
            "goto x; x: _t = t;",
        ] {
            check(
                &format!(
                    "class A {{ readonly TimeProvider _t; int P {{ get => 1; set => F(); }} A(TimeProvider t) {{ {body} }} void F() {{ }} static void G(A a) {{ }} static void H(ref TimeProvider t) {{ }} }}"
                ),
                None,
            );
        }
        for class in [
            "class A { readonly TimeProvider _t; A(TimeProvider t) { _t = t; } A() : this(null) { } }",
            "class A { readonly TimeProvider _t; A(TimeProvider t = null) { _t = t; } }",
            "class A { readonly TimeProvider _t = null; }",
            "class A(TimeProvider t) { void F() { t = null; } }",
            "class A(TimeProvider t) { string t; }",
            "class A(TimeProvider t) { void F() { G(out t); } static void G(out TimeProvider t) => t = null; }",
            "class A(TimeProvider t = null) { }",
            "class A { protected virtual TimeProvider T { get; } A(TimeProvider t) { T = t; } }",
            "class A {\n#if X\nreadonly TimeProvider _t = TimeProvider.System;\n#endif\n}",
            "class B { protected readonly TimeProvider t = TimeProvider.System; } class A : B { new string t; }",
        ] {
            check(class, None);
        }
    }
}
