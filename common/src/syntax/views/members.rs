//! Members of types.

use super::{TypeDeclaration, body, modifiers, parameters, value_after_equals};
use crate::syntax::views::Parameter;
use crate::syntax::{Field, MemberKind, Modifiers, SyntaxKind, SyntaxNode};

/// A member; a declaration of several fields is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'t>(SyntaxNode<'t>);

/// One name of a declaration of fields, events or locals, with its value.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'t> {
    /// The declarator.
    pub node: SyntaxNode<'t>,
    /// Its name.
    pub name: SyntaxNode<'t>,
    /// What follows `=`.
    pub value: Option<SyntaxNode<'t>>,
}

/// `get`, `set`, `init`, `add` or `remove`.
#[derive(Clone, Copy, Debug)]
pub struct Accessor<'t>(SyntaxNode<'t>);

/// A constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constructor<'t>(SyntaxNode<'t>);

/// Which constructor a constructor calls first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructorTarget {
    /// `: base(…)`
    Base,
    /// `: this(…)`
    This,
}

impl<'t> Member<'t> {
    /// Sees `node` as a member.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        member_kind(node).map(|_| Self(node))
    }

    /// The innermost member around `node`.
    pub fn around(node: SyntaxNode<'t>) -> Option<Self> {
        node.ancestors().find_map(Self::cast)
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// What it is.
    pub fn kind(self) -> MemberKind {
        member_kind(self.0).unwrap_or(MemberKind::Field)
    }

    /// The type that holds it.
    pub fn owner(self) -> Option<TypeDeclaration<'t>> {
        TypeDeclaration::around(self.0)
    }

    /// Its name; `this` of an indexer, the sign of an operator. Of several fields the first.
    pub fn name(self) -> Option<SyntaxNode<'t>> {
        match self.kind() {
            MemberKind::Field | MemberKind::Constant => {
                self.variables().next().map(|variable| variable.name)
            }
            MemberKind::Event => self
                .0
                .child(Field::Name)
                .or_else(|| self.variables().next().map(|variable| variable.name)),
            MemberKind::Indexer => self.0.token("this"),
            MemberKind::Operator => self.0.child(Field::Operator),
            MemberKind::Conversion => self
                .0
                .token("implicit")
                .or_else(|| self.0.token("explicit")),
            _ => self.0.child(Field::Name),
        }
    }

    /// Its modifiers.
    pub fn modifiers(self) -> Modifiers {
        modifiers(self.0)
    }

    /// Attribute lists before it.
    pub fn attribute_lists(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.0.children_of(SyntaxKind::AttributeList)
    }

    /// The type of a field, property or event, what a method or operator returns.
    pub fn type_(self) -> Option<SyntaxNode<'t>> {
        let declaration = self
            .0
            .child_of(SyntaxKind::VariableDeclaration)
            .unwrap_or(self.0);
        declaration
            .child(Field::Returns)
            .or_else(|| declaration.child(Field::Type))
    }

    /// `IFoo` of `void IFoo.Bar()`: a node that ends with the dot.
    pub fn explicit_interface(self) -> Option<SyntaxNode<'t>> {
        self.0.child_of(SyntaxKind::ExplicitInterfaceSpecifier)
    }

    /// The names of a method's type parameters.
    pub fn type_parameters(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        super::functions::type_parameters(self.0)
    }

    /// Its parameters in their brackets.
    pub fn parameter_list(self) -> Option<SyntaxNode<'t>> {
        self.0.children().find(|child| {
            matches!(
                child.kind(),
                SyntaxKind::ParameterList | SyntaxKind::BracketedParameterList
            )
        })
    }

    /// Its parameters.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'t>> {
        self.parameter_list().into_iter().flat_map(parameters)
    }

    /// `{ … }` or `=> …`; of a property only the latter.
    pub fn body(self) -> Option<SyntaxNode<'t>> {
        body(self.0)
    }

    /// The expression that a property or enum member is given; fields have it in [`Self::variables`].
    pub fn initializer(self) -> Option<SyntaxNode<'t>> {
        match self.kind() {
            MemberKind::Property | MemberKind::EnumMember => value_after_equals(self.0),
            _ => None,
        }
    }

    /// The accessors of a property, indexer or event.
    pub fn accessors(self) -> impl Iterator<Item = Accessor<'t>> {
        self.0
            .child(Field::Accessors)
            .into_iter()
            .flat_map(|list| list.children_of(SyntaxKind::AccessorDeclaration))
            .map(Accessor)
    }

    /// The names of a field or event declaration with their values.
    pub fn variables(self) -> impl Iterator<Item = Variable<'t>> {
        Variable::all_in(self.0)
    }
}

impl<'t> Variable<'t> {
    /// The declarators of a declaration of fields, events or locals.
    pub fn all_in(declaration: SyntaxNode<'t>) -> impl Iterator<Item = Self> {
        let list = if declaration.kind() == SyntaxKind::VariableDeclaration {
            Some(declaration)
        } else {
            declaration.child_of(SyntaxKind::VariableDeclaration)
        };
        list.into_iter()
            .flat_map(|list| list.children_of(SyntaxKind::VariableDeclarator))
            .filter_map(|node| {
                Some(Self {
                    node,
                    name: node.child(Field::Name)?,
                    value: value_after_equals(node),
                })
            })
    }
}

impl<'t> Accessor<'t> {
    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// `get`, `set` …
    pub fn keyword(self) -> Option<SyntaxNode<'t>> {
        self.0.child(Field::Name)
    }

    /// Its modifiers.
    pub fn modifiers(self) -> Modifiers {
        modifiers(self.0)
    }

    /// `{ … }` or `=> …`; `get;` has none.
    pub fn body(self) -> Option<SyntaxNode<'t>> {
        body(self.0)
    }
}

impl<'t> Constructor<'t> {
    /// Sees `node` as a constructor.
    pub fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        (node.kind() == SyntaxKind::ConstructorDeclaration).then_some(Self(node))
    }

    /// As a member.
    pub fn member(self) -> Member<'t> {
        Member(self.0)
    }

    /// Its node.
    pub fn node(self) -> SyntaxNode<'t> {
        self.0
    }

    /// Whether it is the static one.
    pub fn is_static(self) -> bool {
        modifiers(self.0).contains(Modifiers::STATIC)
    }

    /// `: base(…)` or `: this(…)`: the whole, which it is, and the arguments.
    pub fn initializer(self) -> Option<(SyntaxNode<'t>, ConstructorTarget, SyntaxNode<'t>)> {
        let initializer = self.0.child_of(SyntaxKind::ConstructorInitializer)?;
        let target = if initializer.token("this").is_some() {
            ConstructorTarget::This
        } else {
            ConstructorTarget::Base
        };
        Some((
            initializer,
            target,
            initializer.child_of(SyntaxKind::ArgumentList)?,
        ))
    }
}

fn member_kind(node: SyntaxNode<'_>) -> Option<MemberKind> {
    Some(match node.kind() {
        SyntaxKind::FieldDeclaration if modifiers(node).contains(Modifiers::CONST) => {
            MemberKind::Constant
        }
        SyntaxKind::FieldDeclaration => MemberKind::Field,
        SyntaxKind::PropertyDeclaration => MemberKind::Property,
        SyntaxKind::IndexerDeclaration => MemberKind::Indexer,
        SyntaxKind::EventDeclaration | SyntaxKind::EventFieldDeclaration => MemberKind::Event,
        SyntaxKind::MethodDeclaration => MemberKind::Method,
        SyntaxKind::ConstructorDeclaration => MemberKind::Constructor,
        SyntaxKind::DestructorDeclaration => MemberKind::Destructor,
        SyntaxKind::OperatorDeclaration => MemberKind::Operator,
        SyntaxKind::ConversionOperatorDeclaration => MemberKind::Conversion,
        SyntaxKind::EnumMemberDeclaration => MemberKind::EnumMember,
        _ => return None,
    })
}
