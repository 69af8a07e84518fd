//! Using directives and namespaces.

use super::{TypeDeclaration, items};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

/// A using directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsingDirective<'t>(SyntaxNode<'t>);

/// A namespace declaration, or the file itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Namespace<'t>(SyntaxNode<'t>);

impl<'t> UsingDirective<'t> {
    /// Sees `node` as a using directive.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        (node.kind() == SyntaxKind::UsingDirective).then_some(Self(node))
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// Whether it holds for the whole project.
    pub fn is_global(self) -> bool {
        self.0.token("global").is_some()
    }

    /// `using static`
    pub fn is_static(self) -> bool {
        self.0.token("static").is_some()
    }

    /// `X` of `using X = …`
    pub fn alias(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Name)
    }

    /// The namespace or type.
    pub fn target(self) -> Option<SyntaxNode<'t>> {
        let alias = self.alias();
        self.0
            .named_children()
            .filter(|child| !child.is_extra() && Some(*child) != alias)
            .last()
    }
}

impl<'t> Namespace<'t> {
    /// Sees `node` as a namespace declaration or as the file.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        matches!(
            node.kind(),
            SyntaxKind::NamespaceDeclaration
                | SyntaxKind::FileScopedNamespaceDeclaration
                | SyntaxKind::CompilationUnit
        )
        .then_some(Self(node))
    }

    /// The innermost block namespace around `node`, or the file.
    pub fn around(node: SyntaxNode<'t>) -> Option<Self> {
        node.ancestors().find_map(Self::cast)
    }

    /// Its node; a file-scoped one is a leaf whose types follow it.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// Its name; the file has none.
    pub fn name(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Name)
    }

    /// The file-scoped declaration in a file.
    pub fn file_scoped(self) -> Option<Self> {
        items(self.0)
            .find(|node| node.kind() == SyntaxKind::FileScopedNamespaceDeclaration)
            .map(Self)
    }

    /// Using directives right in it.
    pub fn usings(self) -> impl Iterator<Item = UsingDirective<'t>> {
        self.items().filter_map(UsingDirective::cast)
    }

    /// Types right in it.
    pub fn types(self) -> impl Iterator<Item = TypeDeclaration<'t>> {
        self.items().filter_map(TypeDeclaration::cast)
    }

    /// Statements outside of all types.
    pub fn statements(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.items()
            .filter(|node| node.kind() == SyntaxKind::GlobalStatement)
    }

    fn items(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        items(self.0.child(Field::Body).unwrap_or(self.0))
    }
}
