//! Parts of names as they are written. Knows nothing of what they mean.

use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

/// The identifier of a name, without type arguments.
pub(super) fn identifier_range(name: SyntaxNode<'_>) -> TextRange {
    name.child_of(SyntaxKind::Identifier)
        .map_or(name.range(), SyntaxNode::range)
}

/// The last identifier of a type as written.
pub(super) fn last_name(ty: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut at = ty;
    while let Some(name) = at.child(Field::Name) {
        at = name;
    }
    if at.kind() == SyntaxKind::GenericName {
        at.child_of(SyntaxKind::Identifier).unwrap_or(at)
    } else {
        at
    }
}
