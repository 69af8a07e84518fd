//! Code that is a seam already: the real default of something that can be replaced, and the implementation of an
//! abstraction that only delegates.

use crate::binding::{Binder, TypeRef};
use crate::finding::NotCountedReason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::place::{has_modifier, is_member, type_around};
use super::replaceable::{ABSTRACTIONS, is_provider_text, is_replaceable};

use SyntaxKind as K;

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
        // Whoever tests the class calls the other constructor with what the test needs.
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
        K::VariableDeclarator => is_set_again(binder, parent),
        _ => false,
    }
}

/// Whether a field holds a delegate that begins with the real thing and that a constructor sets to what it was given:
/// `readonly Func<string> _read = Console.ReadLine;` beside a primary constructor.
fn is_set_again<'a>(binder: &Binder<'a>, declarator: SyntaxNode<'a>) -> bool {
    let Some(declaration) = declarator.parent() else {
        return false;
    };
    let ty = declaration.child(Field::Type).map_or("", SyntaxNode::text);
    let ty = ty.split('<').next().unwrap_or(ty);
    let is_delegate = matches!(ty.rsplit(['.', ':']).next(), Some("Func" | "Action"));
    let field = declaration.parent().filter(|field| {
        let kept = has_modifier(*field, "readonly") && !has_modifier(*field, "static");
        is_delegate && kept && field.kind() == K::FieldDeclaration
    });
    let (Some(body), Some(name)) = (
        field.and_then(SyntaxNode::parent),
        declarator.child(Field::Name),
    ) else {
        return false;
    };
    binder.look_around();
    body.children_of(K::ConstructorDeclaration).any(|one| {
        let parameters = one.child(Field::Parameters);
        let is_given = |value: SyntaxNode<'_>| {
            let mut all = parameters
                .into_iter()
                .flat_map(|list| list.children_of(K::Parameter));
            all.any(|own| {
                own.child(Field::Name)
                    .is_some_and(|own| own.text() == value.text())
            })
        };
        let statements = one.child(Field::Body).into_iter();
        let mut sets = statements
            .flat_map(SyntaxNode::named_children)
            .filter_map(|statement| statement.child_of(K::AssignmentExpression));
        sets.any(|set| {
            let left = set.child(Field::Left).map_or("", SyntaxNode::text);
            let right = set.child(Field::Right);
            left.strip_prefix("this.").unwrap_or(left) == name.text()
                && set.token("=").is_some()
                && right.is_some_and(is_given)
        })
    })
}

/// Whether the site is the whole body of a member of a class that implements an abstraction and only delegates.
fn is_implementation<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    let Some(around) = type_around(node) else {
        return false;
    };
    if around.kind() != K::ClassDeclaration || has_modifier(around, "static") {
        return false;
    }
    // The project's own `System.TimeProvider`, for frameworks without one.
    if ABSTRACTIONS.contains(&binder.type_name(node).as_str()) {
        let body = around.child(Field::Body);
        return body.is_some_and(|body| delegating(body, node).is_some());
    }
    let Some(bases) = around.child_of(K::BaseList) else {
        return false;
    };
    let Some(body) = around.child(Field::Body) else {
        return false;
    };
    let Some(member) = delegating(body, node) else {
        return false;
    };
    if !bases
        .named_children()
        .any(|base| asks_for(binder, base, member))
    {
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

/// Whether a base is an abstraction that `member` is there for. An interface from elsewhere is taken to have what the
/// class shows; those of the base library stand for no ambient API.
fn asks_for<'a>(binder: &Binder<'a>, base: SyntaxNode<'a>, member: SyntaxNode<'a>) -> bool {
    if has_modifier(member, "static") {
        return false;
    }
    let by_name = is_provider_text(base.text().split('<').next().unwrap_or_default());
    let shown =
        has_modifier(member, "public") || member.child_of(K::ExplicitInterfaceSpecifier).is_some();
    let name = || {
        let name = member.child(Field::Name).map_or("", SyntaxNode::text);
        decoded_name(name)
    };
    match binder.type_of_node(base) {
        TypeRef::Library(full) if ABSTRACTIONS.contains(&full.as_str()) => {
            has_modifier(member, "override")
        }
        TypeRef::Library(full) => by_name && shown && !is_base_library(&full),
        declared @ TypeRef::Declared(_) => {
            by_name && shown && binder.may_have_member(&declared, &name())
        }
        _ => by_name && shown,
    }
}

/// Whether a type is the runtime's own: `IComparable`, `ICommand`.
fn is_base_library(full: &str) -> bool {
    full.starts_with("System.") && !full.starts_with("System.IO.Abstractions.")
}

/// The member around the site, one of `body`, if it only delegates to it.
fn delegating<'a>(body: SyntaxNode<'a>, site: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
    let member = site
        .frames()
        .find(|around| around.parent() == Some(body))
        .filter(|member| is_member(member.kind()))?;
    expressions(member)
        .into_iter()
        .any(|expression| {
            expression.range().contains_range(site.range()) && delegates(expression, site)
        })
        .then_some(member)
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
