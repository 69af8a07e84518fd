//! Parameters. The grammar has no node for `params T[] x`: its parts lie in the list itself.

use super::value_after_equals;
use crate::syntax::{Field, ParameterModifiers, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

/// A parameter of a member, lambda, local function or type.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'t> {
    /// Its name.
    pub name: SyntaxNode<'t>,
    /// Its type; lambdas may leave it out.
    pub type_: Option<SyntaxNode<'t>>,
    /// What follows `=`.
    pub default: Option<SyntaxNode<'t>>,
    /// `ref`, `this`, `params` …
    pub modifiers: ParameterModifiers,
    /// From its first attribute or modifier to the end of its default.
    pub range: TextRange,
}

/// The parameters of a list, or the one of `x => …`.
pub fn parameters(list: SyntaxNode<'_>) -> impl Iterator<Item = Parameter<'_>> {
    let single = (list.kind() == SyntaxKind::ImplicitParameter).then(|| Parameter {
        name: list,
        type_: None,
        default: None,
        modifiers: ParameterModifiers::default(),
        range: list.range(),
    });
    let listed = list.children_of(SyntaxKind::Parameter).filter_map(|node| {
        Some(Parameter {
            name: node.child(Field::Name)?,
            type_: node.child(Field::Type),
            default: value_after_equals(node),
            modifiers: modifiers(node),
            range: node.range(),
        })
    });
    single.into_iter().chain(listed).chain(params_array(list))
}

fn params_array(list: SyntaxNode<'_>) -> Option<Parameter<'_>> {
    let word = list.token("params")?;
    let name = list.child(Field::Name)?;
    // Attributes before it lie in the list, too.
    let first = list
        .child_of(SyntaxKind::AttributeList)
        .filter(|attributes| attributes.range().start() < word.range().start())
        .unwrap_or(word);
    Some(Parameter {
        name,
        type_: list.child(Field::Type),
        default: None,
        modifiers: ParameterModifiers::PARAMS,
        range: first.range().cover(name.range()),
    })
}

fn modifiers(node: SyntaxNode<'_>) -> ParameterModifiers {
    let mut found = ParameterModifiers::default();
    for child in node.children() {
        if matches!(child.kind(), SyntaxKind::Modifier | SyntaxKind::Token)
            && let Some(modifier) = ParameterModifiers::from_word(child.text())
        {
            found |= modifier;
        }
    }
    found
}
