//! Nodes seen as what they declare or do: thin handles that know where the grammar keeps a name, a type, a body.
//! Nothing is copied, and nothing is known of what names mean.
//!
//! Three readings of the grammar are wrong without an error, and whoever looks at such nodes must ask what the names
//! mean: `(a) && b` is a cast of `&& b` to the type `a` ([`cast_in_parentheses`]), `R(a) = v;` is the declaration of a
//! variable `a` of the type `R`, and `F(a < b, c > d)` may be one generic argument or two comparisons
//! (a `generic_name` or two binary expressions; both are possible C#).

mod directives;
mod expressions;
mod functions;
mod members;
mod parameters;
mod types;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use directives::{Namespace, UsingDirective};
pub use expressions::{Argument, Invocation, ObjectCreation, arguments, cast_in_parentheses};
pub use functions::{Lambda, LocalFunction};
pub use members::{Accessor, Constructor, ConstructorTarget, Member, Variable};
pub use parameters::{Parameter, parameters};
pub use types::{Base, TypeDeclaration};

use super::{Field, Modifiers, SyntaxKind, SyntaxNode, decoded_name};

/// The decoded text of a name's node.
pub fn name_text(name: SyntaxNode<'_>) -> Cow<'_, str> {
    decoded_name(name.text())
}

/// The modifiers among the children of a declaration, lambda or accessor.
pub fn modifiers(node: SyntaxNode<'_>) -> Modifiers {
    let mut found = Modifiers::default();
    for (_, modifier) in modifier_nodes(node) {
        found |= modifier;
    }
    found
}

/// The node of one modifier.
pub fn modifier(node: SyntaxNode<'_>, wanted: Modifiers) -> Option<SyntaxNode<'_>> {
    modifier_nodes(node)
        .find(|(_, modifier)| *modifier == wanted)
        .map(|(node, _)| node)
}

fn modifier_nodes(node: SyntaxNode<'_>) -> impl Iterator<Item = (SyntaxNode<'_>, Modifiers)> {
    node.children()
        // `ref struct` has its `ref` as a bare token.
        .filter(|child| {
            child.kind() == SyntaxKind::Modifier
                || child.kind() == SyntaxKind::Token && child.text() == "ref"
        })
        .filter_map(|child| Some((child, Modifiers::from_word(child.text())?)))
}

/// What stands right in `body`, also inside of its `#if`s.
fn items(body: SyntaxNode<'_>) -> impl Iterator<Item = SyntaxNode<'_>> {
    body.descendants_where(move |node| node == body || is_branch(node.kind()))
        .filter(move |node| *node != body && !is_branch(node.kind()))
}

fn is_branch(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::PreprocIf | SyntaxKind::PreprocElif | SyntaxKind::PreprocElse
    )
}

/// `{ … }` or `=> …` of what has a body.
fn body(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    node.child(Field::Body)
        .or_else(|| node.child_of(SyntaxKind::ArrowExpressionClause))
        .or_else(|| node.child_of(SyntaxKind::Block))
}

/// What follows the `=` among the children.
fn value_after_equals(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    node.children()
        .skip_while(|child| child.kind() != SyntaxKind::Token || child.text() != "=")
        .skip(1)
        .find(|child| !child.is_extra())
}
