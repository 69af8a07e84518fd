//! Code that is a seam already: the real default of something that can be replaced, and the implementation of an
//! abstraction that only delegates.

use crate::binding::{Binder, Local, LocalKind, MemberSource, Origin, Resolution, TypeRef};
use crate::finding::NotCountedReason;
use crate::symbol::is_interface_name;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::place::{has_modifier, is_member, type_around};

use SyntaxKind as K;

/// Types of the library that stand for an ambient API: a value of one of them can be replaced in a test.
const ABSTRACTIONS: &[&str] = &[
    "System.TimeProvider",
    "System.Random",
    "System.Net.Http.HttpClient",
];

/// Whether the site at `node` (member access or construction) is part of a seam, or nobody's to change.
pub(crate) fn seam_reason<'a>(
    binder: &Binder<'a>,
    node: SyntaxNode<'a>,
) -> Option<NotCountedReason> {
    if binder.is_generated(node) {
        return Some(NotCountedReason::Generated);
    }
    if is_default(binder, node) {
        return Some(NotCountedReason::SeamDefault);
    }
    is_implementation(binder, node).then_some(NotCountedReason::SeamImplementation)
}

/// The whole expression that gives the site's value: the call of a method, casts and parentheses around it, and what
/// is read of the value or called on it.
fn whole(node: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut whole = node;
    while let Some(parent) = whole.parent() {
        let wraps = match parent.kind() {
            K::InvocationExpression => whole.field() == Field::Function,
            K::ParenthesizedExpression | K::CastExpression | K::AwaitExpression => true,
            K::MemberAccessExpression => whole.field() == Field::Expression,
            _ => false,
        };
        if !wraps {
            break;
        }
        whole = parent;
    }
    whole
}

fn is_default<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    let value = whole(node);
    // A lambda that gives the real thing is a default as a whole: `: this(() => DateTime.UtcNow)`.
    let lambda = value
        .parent()
        .filter(|parent| parent.kind() == K::LambdaExpression);
    let value = lambda
        .filter(|_| value.field() == Field::Body)
        .map_or(value, whole);
    let Some(parent) = value.parent() else {
        return false;
    };
    match parent.kind() {
        K::Argument => parent
            .parent()
            .and_then(SyntaxNode::parent)
            .is_some_and(|call| {
                call.kind() == K::ConstructorInitializer && call.token("this").is_some()
            }),
        K::BinaryExpression if parent.token("??").is_some() && value.field() == Field::Right => {
            parent
                .child(Field::Left)
                .is_some_and(|left| is_replaceable(binder, left))
        }
        K::AssignmentExpression if parent.token("??=").is_some() => parent
            .child(Field::Left)
            .is_some_and(|left| is_replaceable(binder, left)),
        K::ConditionalExpression => {
            let other = match value.field() {
                Field::Consequence => parent.child(Field::Alternative),
                Field::Alternative => parent.child(Field::Consequence),
                _ => None,
            };
            other.is_some_and(|other| is_replaceable(binder, other))
        }
        _ => false,
    }
}

/// Whether an expression is what a test can put in place of the real thing: a provider, a delegate or the slot of an
/// ambient scope, or what one of these gives; or a parameter that is there for it.
fn is_replaceable<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    let mut at = node;
    while at.kind() == K::ParenthesizedExpression {
        let Some(inner) = at.named_children().find(|child| !child.is_extra()) else {
            return false;
        };
        at = inner;
    }
    let mut steps = 0;
    loop {
        // What is made here, or read from the library's own static, is the real thing again.
        let is_real = match at.kind() {
            K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => true,
            K::MemberAccessExpression => at.child(Field::Expression).is_some_and(|owner| {
                matches!(binder.resolve(owner), Resolution::Type(TypeRef::Library(_)))
            }),
            _ => false,
        };
        if is_real {
            return false;
        }
        match binder.resolve(at) {
            Resolution::Value(value) | Resolution::ColorColor(value, _) => {
                if steps == 0
                    && let Origin::Local(local) = &value.origin
                    && local.kind == LocalKind::Parameter
                    && is_seam_parameter(binder, local)
                {
                    return true;
                }
                let text = match &value.origin {
                    Origin::Local(local) => local.type_node.map_or("", SyntaxNode::text).to_owned(),
                    Origin::Member(member) => {
                        if steps == 0 && member.source == MemberSource::PrimaryParameter {
                            return true;
                        }
                        member.type_text.clone()
                    }
                    _ => String::new(),
                };
                if is_provider_text(&text)
                    || value
                        .ty
                        .library()
                        .is_some_and(|full| ABSTRACTIONS.contains(&full))
                {
                    return true;
                }
            }
            _ => {}
        }
        steps += 1;
        let next = match at.kind() {
            K::InvocationExpression => at.child(Field::Function),
            K::MemberAccessExpression => at.child(Field::Expression),
            K::ConditionalAccessExpression => at.child(Field::Condition),
            K::ParenthesizedExpression | K::PostfixUnaryExpression => {
                at.named_children().find(|child| !child.is_extra())
            }
            _ => None,
        };
        match next {
            Some(inner) if steps < 8 => at = inner,
            _ => return false,
        }
    }
}

/// Whether a parameter can stand for the real thing: an object, or a value that a caller may leave out. A value that
/// every caller states, if only as null, is data of the call: a date that an order may have or not.
fn is_seam_parameter<'a>(binder: &Binder<'a>, local: &Local<'a>) -> bool {
    let Some(parameter) = local
        .name
        .parent()
        .filter(|parameter| parameter.kind() == K::Parameter)
    else {
        return false;
    };
    let of_lambda = parameter
        .parent()
        .and_then(SyntaxNode::parent)
        .is_some_and(|around| around.kind() == K::LambdaExpression);
    let Some(ty) = local.type_node.filter(|_| !of_lambda) else {
        return false;
    };
    let bare = ty.text().trim_end_matches('?');
    let is_value = match binder.type_text(bare, ty) {
        TypeRef::Library(full) if full == "System.String" => true,
        known => binder.is_value_type(&known),
    };
    !is_value || parameter.token("=").is_some()
}

/// A delegate, an `AsyncLocal`, or an interface by its name.
fn is_provider_text(text: &str) -> bool {
    let text = text.trim_end_matches('?');
    let name = text.split('<').next().unwrap_or(text);
    let simple = name.rsplit(['.', ':']).next().unwrap_or(name);
    matches!(simple, "Func" | "Action" | "AsyncLocal" | "Lazy") || is_interface_name(simple)
}

/// Whether the site is the whole body of a member of a class that implements an abstraction and only delegates.
fn is_implementation<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    let Some(around) = type_around(node) else {
        return false;
    };
    if around.kind() != K::ClassDeclaration || has_modifier(around, "static") {
        return false;
    }
    let Some(bases) = around.child_of(K::BaseList) else {
        return false;
    };
    let abstraction = bases.named_children().any(|base| {
        let last = base.text().split('<').next().unwrap_or_default();
        is_provider_text(last)
            || matches!(binder.type_of_node(base), TypeRef::Library(full) if ABSTRACTIONS.contains(&full.as_str()))
    });
    if !abstraction {
        return false;
    }
    let Some(body) = around.child(Field::Body) else {
        return false;
    };
    if !is_delegated(body, node) {
        return false;
    }
    binder.look_around();
    let mut members = body
        .named_children()
        .filter(|member| is_member(member.kind()));
    // State or a constructor: not a plain adapter, unless it only stores what it was given.
    members.all(|member| {
        !expressions(member).is_empty()
            || matches!(
                member.kind(),
                K::FieldDeclaration | K::ConstructorDeclaration
            )
    })
}

/// Whether the member around the site, one of `body`, only delegates to it.
fn is_delegated(body: SyntaxNode<'_>, site: SyntaxNode<'_>) -> bool {
    let around = site
        .frames()
        .find(|around| around.parent() == Some(body))
        .filter(|member| is_member(member.kind()));
    let mut expressions = around.into_iter().flat_map(expressions);
    expressions.any(|expression| {
        expression.range().contains_range(site.range()) && delegates(expression, site)
    })
}

/// Whether `expression` is the site itself, its call with plain arguments, or a conversion-free read behind it.
fn delegates(expression: SyntaxNode<'_>, site: SyntaxNode<'_>) -> bool {
    let mut inner = expression;
    loop {
        if inner.range() == site.range() {
            return true;
        }
        let next = match inner.kind() {
            K::AwaitExpression | K::ParenthesizedExpression => {
                inner.named_children().find(|child| !child.is_extra())
            }
            K::InvocationExpression => {
                let plain = inner.child(Field::Arguments).is_none_or(|arguments| {
                    arguments.children_of(K::Argument).all(|argument| {
                        argument.named_children().all(|value| {
                            matches!(
                                value.kind(),
                                K::Identifier
                                    | K::DeclarationExpression
                                    | K::NullLiteral
                                    | K::BooleanLiteral
                            )
                        })
                    })
                });
                if plain {
                    inner.child(Field::Function)
                } else {
                    None
                }
            }
            // `set => Console.Title = value`, `add => Console.CancelKeyPress += value`.
            K::AssignmentExpression => inner.child(Field::Left).filter(|_| {
                let right = inner.child(Field::Right);
                right.is_some_and(|right| right.kind() == K::Identifier)
            }),
            // `Console.Out.WriteLine(text)`, `new FileInfo(path).Length`.
            K::MemberAccessExpression => inner.child(Field::Expression),
            K::ObjectCreationExpression => return inner == site,
            _ => None,
        };
        match next {
            Some(next) => inner = next,
            None => return false,
        }
    }
}

/// The one expression that a member's body consists of; of a property or event one for each accessor that has one.
fn expressions(member: SyntaxNode<'_>) -> Vec<SyntaxNode<'_>> {
    if let Some(whole) = body_expression(member) {
        return vec![whole];
    }
    let accessors = member.child(Field::Accessors);
    let accessors = accessors
        .into_iter()
        .flat_map(|list| list.children_of(K::AccessorDeclaration));
    accessors.filter_map(body_expression).collect()
}

/// The expression of `=> x`, `{ return x; }` or `{ x; }`.
fn body_expression(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    if let Some(arrow) = node.child_of(K::ArrowExpressionClause) {
        return first_expression(arrow);
    }
    let mut statements = node
        .child_of(K::Block)?
        .named_children()
        .filter(|child| !child.is_extra());
    let only = statements.next().filter(|_| statements.next().is_none())?;
    matches!(only.kind(), K::ReturnStatement | K::ExpressionStatement)
        .then(|| first_expression(only))
        .flatten()
}

fn first_expression(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    node.named_children().find(|child| !child.is_extra())
}
