//! Whether an object was made where it is used, or came in from outside and is a seam already.

use crate::binding::{Binder, LocalKind, MemberSource, Origin, Resolution};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::place::{is_member, is_type};

use SyntaxKind as K;

/// Where a receiver comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source<'a> {
    /// Made here, by this `new` or by what this static member of the library gave.
    Made(SyntaxNode<'a>),
    /// Through a constructor, parameter, property, container or a factory of the source.
    Injected,
    /// Can't be told.
    Unknown,
}

/// How many steps from a use to where its object was made are followed.
const FURTHEST: usize = 12;

/// Where the value of `receiver` comes from.
pub(crate) fn source_of<'a>(binder: &Binder<'a>, receiver: SyntaxNode<'a>) -> Source<'a> {
    trace(binder, receiver, FURTHEST)
}

fn trace<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>, left: usize) -> Source<'a> {
    if left == 0 {
        return Source::Unknown;
    }
    match node.kind() {
        K::ParenthesizedExpression
        | K::CheckedExpression
        | K::PostfixUnaryExpression
        | K::AwaitExpression => node
            .named_children()
            .find(|child| !child.is_extra())
            .map_or(Source::Unknown, |inner| trace(binder, inner, left - 1)),
        K::CastExpression => node
            .child(Field::Value)
            .map_or(Source::Unknown, |inner| trace(binder, inner, left - 1)),
        K::AsExpression => node
            .child(Field::Left)
            .map_or(Source::Unknown, |inner| trace(binder, inner, left - 1)),
        K::AssignmentExpression => node
            .child(Field::Right)
            .map_or(Source::Unknown, |inner| trace(binder, inner, left - 1)),
        K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => Source::Made(node),
        K::ElementAccessExpression => node
            .child(Field::Expression)
            .map_or(Source::Unknown, |all| trace(binder, all, left - 1)),
        // What it holds.
        K::ArrayCreationExpression | K::ImplicitArrayCreationExpression => {
            let elements = node.child_of(K::InitializerExpression).into_iter();
            let elements = elements.flat_map(SyntaxNode::named_children);
            either(elements.map(|one| trace(binder, one, left - 1)))
        }
        K::ConditionalExpression => {
            let arms = [
                node.child(Field::Consequence),
                node.child(Field::Alternative),
            ];
            either(
                arms.into_iter()
                    .flatten()
                    .map(|arm| trace(binder, arm, left - 1)),
            )
        }
        // `injected ?? new X()`: the real thing is only the default of what comes in.
        K::BinaryExpression if node.token("??").is_some() => {
            let arms = [node.child(Field::Left), node.child(Field::Right)];
            either(
                arms.into_iter()
                    .flatten()
                    .map(|arm| trace(binder, arm, left - 1)),
            )
        }
        _ => match binder.resolve(node) {
            Resolution::Value(value) | Resolution::ColorColor(value, _) => match value.origin {
                Origin::Creation(_) => Source::Made(node),
                Origin::Call(Some(method)) if method.source == MemberSource::Library => {
                    if method.is_static {
                        Source::Made(node)
                    } else {
                        // A call on something made here gives something made here: `file.Directory`.
                        receiver_of_call(node)
                            .map_or(Source::Unknown, |inner| trace(binder, inner, left - 1))
                    }
                }
                Origin::Call(_) => Source::Injected,
                Origin::Local(local) => match local.kind {
                    LocalKind::Variable => {
                        let first = local
                            .initializer
                            .map(|value| trace(binder, value, left - 1));
                        let rest = assignments(local.name, |name| name.kind() == K::Identifier)
                            .map(|value| trace(binder, value, left - 1));
                        either(first.into_iter().chain(rest))
                    }
                    LocalKind::Element | LocalKind::Designation => local
                        .initializer
                        .map_or(Source::Unknown, |all| trace(binder, all, left - 1)),
                    LocalKind::Parameter => Source::Injected,
                    _ => Source::Unknown,
                },
                Origin::Member(member) => match member.source {
                    MemberSource::PrimaryParameter => Source::Injected,
                    MemberSource::Value => field_source(binder, node, &member.name, left),
                    MemberSource::Library if member.is_static => Source::Made(node),
                    MemberSource::Library => receiver_of_access(node)
                        .map_or(Source::Unknown, |inner| trace(binder, inner, left - 1)),
                    _ => Source::Unknown,
                },
                Origin::Other => Source::Unknown,
            },
            _ => Source::Unknown,
        },
    }
}

/// Made only if something made it and nothing came in.
fn either<'a>(sources: impl Iterator<Item = Source<'a>>) -> Source<'a> {
    let mut found = Source::Unknown;
    for source in sources {
        match source {
            Source::Injected => return Source::Injected,
            Source::Made(maker) => found = Source::Made(maker),
            Source::Unknown => {}
        }
    }
    found
}

fn receiver_of_call(call: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    receiver_of_access(call.child(Field::Function)?)
}

fn receiver_of_access(access: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    access
        .child(Field::Expression)
        .or_else(|| access.child(Field::Condition))
}

/// A field or property: by its initializer and what the type assigns to it. One that nobody sets here is set
/// from outside.
fn field_source<'a>(
    binder: &Binder<'a>,
    use_of_it: SyntaxNode<'a>,
    name: &str,
    left: usize,
) -> Source<'a> {
    binder.look_around();
    let Some(outermost) = use_of_it
        .ancestors()
        .filter(|around| is_type(around.kind()))
        .last()
    else {
        return Source::Injected;
    };
    let mut sources = Vec::new();
    for node in outermost.descendants() {
        let value = match node.kind() {
            K::VariableDeclarator if named(node, name) && is_field(node) => node
                .named_children()
                .filter(|child| child.field() == Field::None && !child.is_extra())
                .last(),
            K::PropertyDeclaration if named(node, name) => {
                node.child(Field::Value).and_then(|value| {
                    if value.kind() == K::ArrowExpressionClause {
                        value.named_children().find(|child| !child.is_extra())
                    } else {
                        Some(value)
                    }
                })
            }
            K::AssignmentExpression
                if node
                    .child(Field::Left)
                    .is_some_and(|target| is_own(target, name)) =>
            {
                node.child(Field::Right)
            }
            _ => None,
        };
        if let Some(value) = value {
            sources.push(trace(binder, value, left - 1));
        }
    }
    match either(sources.into_iter()) {
        Source::Unknown => Source::Injected,
        known => known,
    }
}

pub(super) fn named(declaration: SyntaxNode<'_>, name: &str) -> bool {
    declaration
        .child(Field::Name)
        .is_some_and(|found| decoded_name(found.text()) == name)
}

pub(super) fn is_field(declarator: SyntaxNode<'_>) -> bool {
    declarator
        .parent()
        .and_then(SyntaxNode::parent)
        .is_some_and(|declaration| declaration.kind() == K::FieldDeclaration)
}

/// `name` or `this.name`.
pub(super) fn is_own(target: SyntaxNode<'_>, name: &str) -> bool {
    match target.kind() {
        K::Identifier => decoded_name(target.text()) == name,
        K::MemberAccessExpression => {
            target
                .child(Field::Expression)
                .is_some_and(|left| left.text() == "this")
                && named(target, name)
        }
        _ => false,
    }
}

/// What the member around assigns to the local called as `declared`.
pub(super) fn assignments<'a>(
    declared: SyntaxNode<'a>,
    wanted: impl Fn(SyntaxNode<'a>) -> bool,
) -> impl Iterator<Item = SyntaxNode<'a>> {
    let name = decoded_name(declared.text()).into_owned();
    let body = declared
        .ancestors()
        .find(|around| is_member(around.kind()) || around.kind() == K::CompilationUnit)
        .unwrap_or(declared);
    body.descendants()
        .filter(|node| node.kind() == K::AssignmentExpression)
        .filter_map(move |node| {
            let target = node.child(Field::Left)?;
            (wanted(target) && decoded_name(target.text()) == name)
                .then(|| node.child(Field::Right))
                .flatten()
        })
}
