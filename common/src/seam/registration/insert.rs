//! Where the missing line goes: at the top level of the body, before what registers first, above the comment that
//! belongs to it, where the collection's name is in scope.

use crate::binding::{Origin, Resolution};
use crate::edit::Edit;
use crate::project::Container;
use crate::syntax::{SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::code::Reader;
use super::super::dependency::Dependency;
use super::super::layout;
use super::bodies::Body;
use super::{Registration, autofac, leftmost};

use SyntaxKind as K;

/// The edit that registers the dependency beside `first`, so that `needs` are covered; and where it stands then.
pub(super) fn insertion<'a>(
    reader: &Reader<'a>,
    body: Body<'a>,
    registrations: &[&Registration<'a>],
    needs: &[TextRange],
    dependency: &Dependency,
) -> Option<(Edit, SyntaxNode<'a>)> {
    let covers = |statement: SyntaxNode<'a>| {
        let place = body.place(statement);
        needs.iter().all(|need| body.covers(place, *need))
    };
    let mut choices = registrations
        .iter()
        .map(|one| (*one, statement_for(reader, body, one)));
    let first = *registrations.first()?;
    let (chosen, statement) = choices
        .find(|(one, statement)| covers(statement.unwrap_or(one.node)))
        .unwrap_or_else(|| (first, statement_for(reader, body, first)));
    let text = reader.text(body.file);
    // Where one `TryAdd…` of the container is in reach, the others are.
    let tries = registrations
        .iter()
        .all(|one| one.method.starts_with("TryAdd"))
        && registrations.iter().any(|one| {
            matches!(
                one.method.as_str(),
                "TryAddSingleton" | "TryAddScoped" | "TryAddTransient"
            )
        });
    let method = if tries {
        "TryAddSingleton"
    } else {
        "AddSingleton"
    };
    let is_autofac = chosen.container == Container::Autofac;
    let call = if is_autofac {
        autofac::text(dependency, reader, body.file, chosen.node)
    } else {
        dependency.registration(reader, body.file, chosen.node, method)
    };
    let collection = chosen.collection;
    let in_chain = |at: SyntaxNode<'a>| {
        let edit = Edit {
            range: TextRange::empty(collection.range().end()),
            text: format!(".{call}"),
        };
        (edit, at)
    };
    let Some(statement) = statement else {
        // Autofac's calls return no builder.
        return Some(in_chain(chosen.node)).filter(|_| !is_autofac);
    };
    let call = format!("{}.{call};", collection.text());
    if !layout::starts_line(text, statement.range().start()) {
        // The chain of a simple statement takes the call in; another one gets it in front.
        if !is_autofac && body.place(statement) == place_at(body, chosen.node, statement) {
            return Some(in_chain(chosen.node));
        }
        let edit = Edit {
            range: TextRange::empty(statement.range().start()),
            text: format!("{call} "),
        };
        return Some((edit, statement));
    }
    let start = above_comments(text, statement).range().start();
    let start = layout::line_start(text, start) + layout::indent(text, start).len();
    let (ending, indent) = (
        layout::line_ending(text, start),
        layout::indent(text, start),
    );
    let edit = Edit {
        range: TextRange::empty(start),
        text: format!("{call}{ending}{indent}"),
    };
    Some((edit, statement))
}

/// The place of `node`, as if it started where `statement` does.
fn place_at<'a>(
    body: Body<'a>,
    node: SyntaxNode<'a>,
    statement: SyntaxNode<'a>,
) -> super::bodies::Place {
    super::bodies::Place {
        start: statement.range().start(),
        ..body.place(node)
    }
}

/// The outermost statement around the registration in front of which its collection is in scope.
fn statement_for<'a>(
    reader: &Reader<'a>,
    body: Body<'a>,
    registration: &Registration<'a>,
) -> Option<SyntaxNode<'a>> {
    let declared = declared_at(reader, body, registration);
    let around: Vec<SyntaxNode<'a>> = registration
        .node
        .ancestors()
        .take_while(|around| around.range() != body.node.range())
        .filter(|around| is_statement(*around))
        .collect();
    around
        .into_iter()
        .rev()
        .find(|statement| declared.is_none_or(|at| !statement.range().contains(at)))
}

fn is_statement(node: SyntaxNode<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match parent.kind() {
        K::CompilationUnit => node.kind() == K::GlobalStatement,
        K::Block => node.is_named() && !node.is_extra(),
        K::SwitchSection => node.kind() == K::ExpressionStatement,
        _ => false,
    }
}

/// Where the collection's name is declared, if that is in the body.
fn declared_at<'a>(
    reader: &Reader<'a>,
    body: Body<'a>,
    registration: &Registration<'a>,
) -> Option<usize> {
    let name = leftmost(registration.collection);
    match reader.binder(body.file)?.resolve(name) {
        Resolution::Value(value) | Resolution::ColorColor(value, _) => match value.origin {
            Origin::Local(local) => Some(local.name.range().start())
                .filter(|at| body.node.range().contains(*at) && !is_own_parameter(body, *at)),
            _ => None,
        },
        _ => None,
    }
}

fn is_own_parameter(body: Body<'_>, at: usize) -> bool {
    body.node
        .child(crate::syntax::Field::Parameters)
        .is_some_and(|list| list.range().contains(at))
}

/// The first of the comments that stand right above a statement, or the statement. A comment at the head of a file is
/// the file's.
fn above_comments<'a>(text: &str, statement: SyntaxNode<'a>) -> SyntaxNode<'a> {
    let mut first = statement;
    while let Some(above) = first.prev_sibling() {
        let between = text
            .get(above.range().end()..first.range().start())
            .unwrap_or_default();
        let adjacent = between.bytes().filter(|byte| *byte == b'\n').count() <= 1;
        if above.kind() != K::Comment
            || !adjacent
            || !layout::starts_line(text, above.range().start())
        {
            return first;
        }
        first = above;
    }
    let at_head = first
        .parent()
        .is_some_and(|parent| parent.kind() == K::CompilationUnit);
    if at_head { statement } else { first }
}
