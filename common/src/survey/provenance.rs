//! Whether an object was made where it is used, or came in from outside and is a seam already.

use crate::binding::{Binder, FoundMember, LocalKind, MemberSource, Origin, Resolution, arms};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use SyntaxKind as K;

/// Where a receiver comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source<'a> {
    /// Made here, by this `new` or by what this static member of the library gave.
    Made(SyntaxNode<'a>),
    /// Made by the same class in another of its files: how, isn't known.
    MadeElsewhere,
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
        K::ConditionalExpression | K::SwitchExpression => {
            either(arms(node).map(|arm| trace(binder, arm, left - 1)))
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
                        let rest = binder.assigned_to(local.name).into_iter();
                        let rest = rest.map(|value| trace(binder, value, left - 1));
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
                    MemberSource::Value => field_source(binder, node, &member, left),
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
            Source::MadeElsewhere if found == Source::Unknown => found = source,
            Source::MadeElsewhere | Source::Unknown => {}
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
    member: &FoundMember,
    left: usize,
) -> Source<'a> {
    let values = binder.said_around(use_of_it, &member.name, |said| {
        let declared = said.declared.iter().filter_map(|node| initial(*node));
        let set = said.set.iter().filter(|one| one.is_own);
        declared.chain(set.map(|one| one.value)).collect::<Vec<_>>()
    });
    let values = values.unwrap_or_default().into_iter();
    match either(values.map(|value| trace(binder, value, left - 1))) {
        Source::Unknown if binder.is_made_elsewhere(use_of_it, member) => Source::MadeElsewhere,
        Source::Unknown => Source::Injected,
        known => known,
    }
}

/// What a field or property begins with, or gives.
pub(super) fn initial(declared: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    if declared.kind() == K::VariableDeclarator {
        let inner = declared.named_children().filter(|child| !child.is_extra());
        return inner.filter(|child| child.field() == Field::None).last();
    }
    let value = declared.child(Field::Value)?;
    if value.kind() == K::ArrowExpressionClause {
        value.named_children().find(|child| !child.is_extra())
    } else {
        Some(value)
    }
}
