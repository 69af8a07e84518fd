//! The type of `a ? b : c` and of a `switch` expression: that of their arms, or, if none of them has one by itself, that of
//! the place that they go to. They may stand in each other thousands deep, so nothing here recurses over them.

use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::expression::Binder;
use super::term::Term;

use SyntaxKind as K;

impl<'a> Binder<'a> {
    /// The type of a choice by itself; `None` when no arm has one, [`Term::Open`] when it can't be told.
    pub(super) fn choice_term(&self, choice: SyntaxNode<'a>) -> Option<Term> {
        if let Some(known) = self.choices.borrow().get(&choice.id()) {
            return known.clone();
        }
        let mut nested = vec![choice];
        let mut at = 0;
        while let Some(outer) = nested.get(at).copied() {
            let inner = arms(outer)
                .filter(|arm| is_choice(*arm) && !self.choices.borrow().contains_key(&arm.id()));
            nested.extend(inner);
            at += 1;
        }
        // The inner ones stand behind the outer ones.
        for choice in nested.into_iter().rev() {
            let term = self.of_arms(choice);
            self.choices.borrow_mut().insert(choice.id(), term);
        }
        self.choices.borrow().get(&choice.id()).cloned().flatten()
    }

    fn of_arms(&self, choice: SyntaxNode<'a>) -> Option<Term> {
        let mut found: Option<Term> = None;
        for arm in arms(choice) {
            let term = if is_choice(arm) {
                self.choices.borrow().get(&arm.id()).cloned().flatten()
            } else {
                (!is_typeless_leaf(arm)).then(|| self.value_term(arm))
            };
            match (&found, term) {
                (_, None) => {}
                (None, term) => found = term,
                (Some(known), Some(term)) if *known == term => {}
                _ => return Some(Term::Open),
            }
        }
        found
    }

    /// Whether an expression has no type but the one of the place that it goes to.
    pub(super) fn is_typeless(&self, node: SyntaxNode<'a>) -> bool {
        let node = bare(node);
        if is_choice(node) {
            self.choice_term(node).is_none()
        } else {
            is_typeless_leaf(node)
        }
    }
}

fn is_choice(node: SyntaxNode<'_>) -> bool {
    matches!(node.kind(), K::ConditionalExpression | K::SwitchExpression)
}

/// The values that `a ? b : c` or a `switch` expression is between, without parentheses.
pub(crate) fn arms(choice: SyntaxNode<'_>) -> impl Iterator<Item = SyntaxNode<'_>> {
    let conditional = choice.kind() == K::ConditionalExpression;
    let values = choice.children().filter_map(move |child| {
        if conditional {
            matches!(child.field(), Field::Consequence | Field::Alternative).then_some(child)
        } else if child.kind() == K::SwitchExpressionArm {
            let values = child.named_children().filter(|child| !child.is_extra());
            values.last()
        } else {
            None
        }
    });
    values.map(bare)
}

/// An expression without the parentheses and the `!` around it.
pub(crate) fn bare(node: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut node = node;
    while matches!(
        node.kind(),
        K::ParenthesizedExpression | K::PostfixUnaryExpression
    ) {
        match node.named_children().find(|child| !child.is_extra()) {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

fn is_typeless_leaf(node: SyntaxNode<'_>) -> bool {
    match node.kind() {
        K::NullLiteral
        | K::ImplicitObjectCreationExpression
        | K::ThrowExpression
        | K::LambdaExpression
        | K::AnonymousMethodExpression
        | K::CollectionExpression => true,
        K::DefaultExpression => node.child(Field::Type).is_none(),
        _ => false,
    }
}
