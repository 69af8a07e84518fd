//! Calls and constructions with their arguments.

use crate::syntax::{Field, ParameterModifiers, SyntaxKind, SyntaxNode};

/// `f(…)`; also `nameof(…)`, which the grammar doesn't tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation<'t>(SyntaxNode<'t>);

/// `new T(…) { … }` or `new(…) { … }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectCreation<'t>(SyntaxNode<'t>);

/// An argument.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'t> {
    /// Its node.
    pub node: SyntaxNode<'t>,
    /// `x` of `x: 1`.
    pub name: Option<SyntaxNode<'t>>,
    /// `REF`, `OUT`, `IN` or nothing.
    pub modifier: ParameterModifiers,
    /// The value; of `out var x` a declaration.
    pub value: SyntaxNode<'t>,
}

impl<'t> Invocation<'t> {
    /// Sees `node` as a call.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        (node.kind() == SyntaxKind::InvocationExpression).then_some(Self(node))
    }

    /// The call whose function is `node`.
    pub fn of_function(node: SyntaxNode<'t>) -> Option<Self> {
        node.parent()
            .and_then(Self::cast)
            .filter(|call| call.function() == Some(node))
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// What is called.
    pub fn function(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Function)
    }

    /// `(…)`.
    pub fn argument_list(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Arguments)
    }

    /// Its arguments.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'t>> {
        self.argument_list().into_iter().flat_map(arguments)
    }
}

impl<'t> ObjectCreation<'t> {
    /// Sees `node` as a construction.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        matches!(
            node.kind(),
            SyntaxKind::ObjectCreationExpression | SyntaxKind::ImplicitObjectCreationExpression
        )
        .then_some(Self(node))
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// `T`; `new()` has none.
    pub fn type_(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Type)
    }

    /// `(…)`; `new T { … }` has none.
    pub fn argument_list(self) -> Option<SyntaxNode<'t>> {
        self.0.child_of(SyntaxKind::ArgumentList)
    }

    /// Its arguments.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'t>> {
        self.argument_list().into_iter().flat_map(arguments)
    }

    /// `{ … }` behind it.
    pub fn initializer(self) -> Option<SyntaxNode<'t>> {
        self.0.child_of(SyntaxKind::InitializerExpression)
    }
}

/// The arguments of an argument list, in parentheses or brackets.
pub fn arguments(list: SyntaxNode<'_>) -> impl Iterator<Item = Argument<'_>> {
    list.children_of(SyntaxKind::Argument).filter_map(|node| {
        let name = node.child(Field::Name);
        let mut modifier = ParameterModifiers::default();
        let mut value = None;
        for child in node.children().filter(|child| !child.is_extra()) {
            match child.kind() {
                _ if Some(child) == name => {}
                SyntaxKind::Token => {
                    match (child.text(), ParameterModifiers::from_word(child.text())) {
                        // `F(this)`, `F(base.x)`: anonymous tokens that are values.
                        ("this", _) | (_, None) if child.text() != ":" => value = Some(child),
                        (_, Some(word)) => modifier |= word,
                        _ => {}
                    }
                }
                _ => value = Some(child),
            }
        }
        Some(Argument {
            node,
            name,
            modifier,
            value: value?,
        })
    })
}

/// The value in parentheses and what follows, if `node` is a cast that may be none: `(a) && b`, `(a) & b`, `(a) - b`,
/// `(a) + b` and `(a) * b`. Only what `a` means decides: a type makes it a cast, anything else an operation.
pub fn cast_in_parentheses(node: SyntaxNode<'_>) -> Option<(SyntaxNode<'_>, SyntaxNode<'_>)> {
    if node.kind() != SyntaxKind::CastExpression {
        return None;
    }
    let inside = node.child(Field::Type)?;
    let value = node.child(Field::Value)?;
    let named = matches!(
        inside.kind(),
        SyntaxKind::Identifier | SyntaxKind::QualifiedName | SyntaxKind::GenericName
    );
    let operator = matches!(
        value.text().as_bytes().first(),
        Some(b'&' | b'-' | b'+' | b'*')
    );
    (named && operator).then_some((inside, value))
}
