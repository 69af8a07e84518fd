//! Functions inside of members: lambdas, anonymous methods, local functions.

use super::{body, modifiers, parameters};
use crate::syntax::views::Parameter;
use crate::syntax::{Field, Modifiers, SyntaxKind, SyntaxNode};

/// A lambda expression or an anonymous method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lambda<'t>(SyntaxNode<'t>);

/// A local function, also one among top-level statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalFunction<'t>(SyntaxNode<'t>);

impl<'t> Lambda<'t> {
    /// Sees `node` as a lambda.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        matches!(
            node.kind(),
            SyntaxKind::LambdaExpression | SyntaxKind::AnonymousMethodExpression
        )
        .then_some(Self(node))
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// Whether it is static: it has no `this` and no locals of others.
    pub fn is_static(self) -> bool {
        // An anonymous method has its modifiers as bare tokens.
        modifiers(self.0).contains(Modifiers::STATIC) || self.0.token("static").is_some()
    }

    /// Its parameters; `delegate { }` has none.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'t>> {
        self.0
            .child(Field::Parameters)
            .into_iter()
            .flat_map(parameters)
    }

    /// Its block or expression.
    pub fn body(self) -> Option<SyntaxNode<'t>> {
        body(self.0)
    }
}

impl<'t> LocalFunction<'t> {
    /// Sees `node` as a local function.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        (node.kind() == SyntaxKind::LocalFunctionStatement).then_some(Self(node))
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// Its name.
    pub fn name(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Name)
    }

    /// Its modifiers.
    pub fn modifiers(self) -> Modifiers {
        modifiers(self.0)
    }

    /// What it returns.
    pub fn type_(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Type)
    }

    /// The names of its type parameters.
    pub fn type_parameters(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        type_parameters(self.0)
    }

    /// Its parameters.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'t>> {
        self.0
            .child(Field::Parameters)
            .into_iter()
            .flat_map(parameters)
    }

    /// `{ … }` or `=> …`.
    pub fn body(self) -> Option<SyntaxNode<'t>> {
        body(self.0)
    }
}

pub(super) fn type_parameters(node: SyntaxNode<'_>) -> impl Iterator<Item = SyntaxNode<'_>> {
    node.child_of(SyntaxKind::TypeParameterList)
        .into_iter()
        .flat_map(|list| list.children_of(SyntaxKind::TypeParameter))
        .filter_map(|parameter| parameter.child(Field::Name))
}
