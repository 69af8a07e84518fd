//! Type declarations. An extension block is one too: readings with masks show it as a class.

use super::members::Member;
use super::{items, modifiers, name_text, parameters};
use crate::syntax::views::Parameter;
use crate::syntax::{Field, Modifiers, SyntaxKind, SyntaxNode, TypeKind};
use crate::text::TextRange;

/// A class, struct, record, interface, enum, delegate or extension block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeDeclaration<'t>(SyntaxNode<'t>);

/// A type in a base list.
#[derive(Clone, Copy, Debug)]
pub struct Base<'t> {
    /// The type.
    pub type_: SyntaxNode<'t>,
    /// `(x)` of `: Base(x)`.
    pub arguments: Option<SyntaxNode<'t>>,
}

impl<'t> TypeDeclaration<'t> {
    /// Sees `node` as a type declaration.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        node.kind().declares_type().then_some(Self(node))
    }

    /// The innermost type declaration around `node`.
    pub fn around(node: SyntaxNode<'t>) -> Option<Self> {
        node.ancestors().find_map(Self::cast)
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// What it declares.
    pub fn kind(self) -> TypeKind {
        match self.0.kind() {
            SyntaxKind::StructDeclaration => TypeKind::Struct,
            SyntaxKind::InterfaceDeclaration => TypeKind::Interface,
            SyntaxKind::EnumDeclaration => TypeKind::Enum,
            SyntaxKind::DelegateDeclaration => TypeKind::Delegate,
            SyntaxKind::RecordDeclaration if self.0.token("struct").is_some() => {
                TypeKind::RecordStruct
            }
            SyntaxKind::RecordDeclaration => TypeKind::Record,
            // The masked copy says `class E__` where the file says `extension`.
            _ if self.0.token("class").is_none() => TypeKind::Extension,
            _ => TypeKind::Class,
        }
    }

    /// Its name; an extension block has none.
    pub fn name(self) -> Option<SyntaxNode<'t>> {
        if self.kind() == TypeKind::Extension {
            return None;
        }
        self.0.child(Field::Name)
    }

    /// Its decoded name.
    pub fn name_text(self) -> std::borrow::Cow<'t, str> {
        self.name().map(name_text).unwrap_or_default()
    }

    /// Its modifiers.
    pub fn modifiers(self) -> Modifiers {
        modifiers(self.0)
    }

    /// Attribute lists before it.
    pub fn attribute_lists(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.0.children_of(SyntaxKind::AttributeList)
    }

    /// The names of its type parameters.
    pub fn type_parameters(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        super::functions::type_parameters(self.0)
    }

    /// The list of its primary constructor, of a delegate, of an extension block.
    pub fn parameter_list(self) -> Option<SyntaxNode<'t>> {
        self.0.child_of(SyntaxKind::ParameterList)
    }

    /// The parameters of that list. `extension(Foo)` names no parameter: there the grammar takes the type for the name.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'t>> {
        self.parameter_list().into_iter().flat_map(parameters)
    }

    /// The base list with its colon.
    pub fn base_list(self) -> Option<SyntaxNode<'t>> {
        self.0.child_of(SyntaxKind::BaseList)
    }

    /// Base class and interfaces.
    pub fn bases(self) -> impl Iterator<Item = Base<'t>> {
        let list = self.base_list();
        list.into_iter()
            .flat_map(SyntaxNode::named_children)
            .filter(|child| !child.is_extra() && child.kind() != SyntaxKind::ArgumentList)
            .map(|child| {
                if child.kind() == SyntaxKind::PrimaryConstructorBaseType {
                    return Base {
                        type_: child.child(Field::Type).unwrap_or(child),
                        arguments: child.child_of(SyntaxKind::ArgumentList),
                    };
                }
                let arguments = child
                    .next_sibling()
                    .filter(|next| next.kind() == SyntaxKind::ArgumentList);
                Base {
                    type_: child,
                    arguments,
                }
            })
    }

    /// Its members with their braces.
    pub fn body(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Body)
    }

    /// The `{` and the `}` around its members.
    pub fn braces(self) -> Option<(TextRange, TextRange)> {
        let body = self.body()?;
        Some((
            body.token("{")?.range(),
            body.children()
                .filter(|child| child.text() == "}")
                .last()?
                .range(),
        ))
    }

    /// Its members, also those inside of `#if`; nested types aren't among them.
    pub fn members(self) -> impl Iterator<Item = Member<'t>> {
        self.body()
            .into_iter()
            .flat_map(items)
            .filter_map(Member::cast)
    }

    /// The types right inside of it.
    pub fn nested_types(self) -> impl Iterator<Item = Self> {
        self.body()
            .into_iter()
            .flat_map(items)
            .filter_map(Self::cast)
    }

    /// Whether something in it was not understood: then it must not be edited.
    pub fn has_error(self) -> bool {
        self.0.has_error()
    }
}
