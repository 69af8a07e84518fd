//! The meaning of expressions in a tree: names, member accesses, and the types of receivers as far as the source
//! and the library say them. What it can't know is `Unknown`.

use std::cell::{Cell, RefCell};

use crate::outline::spelled_out;
use crate::syntax::{Field, NodeId, SyntaxKind, SyntaxNode, SyntaxTree, decoded_name};
use crate::table::NameMap;

use super::assigned::KnownValues;
use super::brought::mode_of;
use super::locals::{Local, LocalKind, LocalNames};
use super::lookup::{Lookup, Meaning, Position};
use super::members::{FoundMember, MemberSource};
use super::names::{FileId, Names};
use super::term::Term;
use super::value::{literal_type, operand};
use super::{Library, Side, TypeRef};

use SyntaxKind as K;

/// What an expression stands for.
#[derive(Clone, Debug)]
pub enum Resolution<'t> {
    /// A namespace by full name; `""` is the global one.
    Namespace(String),
    /// A type.
    Type(TypeRef),
    /// A value.
    Value(Value<'t>),
    /// A value whose name is that of its type: the member behind it decides which is meant.
    ColorColor(Value<'t>, TypeRef),
    /// A method or method group; `None` for one that isn't declared in the workspace.
    Methods(Option<FoundMember>),
    /// Several types of the same name.
    Ambiguous(Vec<TypeRef>),
    /// Nothing that is known.
    Unknown,
}

/// A value: its type and where it comes from.
#[derive(Clone, Debug)]
pub struct Value<'t> {
    /// Its type.
    pub ty: TypeRef,
    /// Where it comes from.
    pub origin: Origin<'t>,
}

/// Where a value comes from.
#[derive(Clone, Debug)]
pub enum Origin<'t> {
    /// A local or a parameter.
    Local(Local<'t>),
    /// A member of a type.
    Member(FoundMember),
    /// `new …`.
    Creation(SyntaxNode<'t>),
    /// The result of a call; the member is known when it is one of the library or of the source.
    Call(Option<FoundMember>),
    /// Anything else.
    Other,
}

/// Expressions deeper than this are unknown: nobody writes them by hand, and the stack is bounded.
const DEEPEST: usize = 96;

/// Binds the expressions of one reading of one file.
pub struct Binder<'a> {
    pub(super) lookup: Lookup<'a>,
    pub(super) file: FileId,
    locals: LocalNames<'a>,
    /// The types of the choices that were asked for, by themselves.
    pub(super) choices: RefCell<NameMap<NodeId, Option<Term>>>,
    /// The types that choices without one get.
    pub(super) targets: RefCell<NameMap<NodeId, Term>>,
    pub(super) values: KnownValues<'a>,
    depth: Cell<usize>,
    looked_around: Cell<bool>,
    pub(super) asked: super::arguments::Memory<'a>,
}

impl<'a> Binder<'a> {
    /// A binder for `tree`, a reading of `file`.
    pub fn new(
        names: &'a Names<'a>,
        library: &'a dyn Library,
        file: FileId,
        tree: &'a SyntaxTree,
    ) -> Self {
        Self {
            lookup: Lookup::new(names, library),
            file,
            locals: LocalNames::of(tree),
            choices: RefCell::default(),
            targets: RefCell::default(),
            values: KnownValues::default(),
            depth: Cell::new(0),
            looked_around: Cell::new(false),
            asked: super::arguments::Memory::default(),
        }
    }

    /// Says that what is found depends on other members of the type than the one at hand: on what a tree of parts
    /// of the file doesn't show.
    pub(crate) fn look_around(&self) {
        self.looked_around.set(true);
    }

    /// Whether something depended on other members.
    pub(crate) fn has_looked_around(&self) -> bool {
        self.looked_around.get()
    }

    /// The file that is bound.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The place of a node, but for locals.
    pub fn position(&self, node: SyntaxNode<'a>) -> Position {
        self.lookup.position_at(self.file, node.range().start())
    }

    /// The full name with dots of the type around `node`, `""` at top level.
    pub fn type_name(&self, node: SyntaxNode<'a>) -> String {
        let position = self.position(node);
        match position.in_type {
            Some(_) => self.lookup.type_name_at(position),
            None => String::new(),
        }
    }

    /// The type that a type text means at `node`.
    pub fn type_text(&self, text: &str, node: SyntaxNode<'a>) -> TypeRef {
        self.lookup.type_text(text, self.position(node))
    }

    /// The type that a type node means; type parameters of methods included.
    pub fn type_of_node(&self, node: SyntaxNode<'a>) -> TypeRef {
        let name = decoded_name(node.text());
        if node.kind() == K::Identifier
            && self.locals.contains(&name)
            && let Some(local) = self.locals.in_scope(node, &name)
            && local.kind == LocalKind::TypeParameter
        {
            return TypeRef::Parameter(name.into_owned());
        }
        self.type_text(&spelled_out(node.text()), node)
    }

    /// Whether a type is known to be a struct or an enum of the library.
    pub fn is_value_type(&self, ty: &TypeRef) -> bool {
        ty.library()
            .is_some_and(|full| self.lookup.library.is_value_type(full))
    }

    /// Whether a class around `node` has a base whose members nobody knows.
    pub fn has_external_base(&self, node: SyntaxNode<'a>) -> bool {
        let mut position = self.position(node);
        let outline = self.lookup.outline(self.file);
        while let Some(id) = position.in_type {
            if self
                .lookup
                .has_external_class(self.file, &super::names::type_key(outline, id))
            {
                return true;
            }
            position.in_type = outline.type_(id).parent;
        }
        false
    }

    /// Whether a type around `node` says that it was generated, by `System.CodeDom.Compiler.GeneratedCodeAttribute`.
    pub fn is_generated(&self, node: SyntaxNode<'a>) -> bool {
        let outline = self.lookup.outline(self.file);
        let mut around = self.position(node).in_type;
        while let Some(id) = around {
            let declared = outline.type_(id);
            let said = outline.texts(declared.attributes).any(|written| {
                let name = written.strip_suffix("Attribute").unwrap_or(written);
                name.rsplit(['.', ':']).next() == Some("GeneratedCode")
                    // One of the source's own means something else.
                    && !matches!(
                        self.type_text(&format!("{name}Attribute"), node),
                        TypeRef::Declared(_)
                    )
            });
            if said {
                return true;
            }
            around = declared.parent;
        }
        false
    }

    /// Whether a method or local function called `name` can be called without a receiver at `node`.
    pub fn has_method(&self, node: SyntaxNode<'a>, name: &str) -> bool {
        matches!(self.name(node, name, 0), Resolution::Methods(_))
    }

    /// The local of this name that is in scope at `node`.
    pub fn local(&self, node: SyntaxNode<'a>, name: &str) -> Option<Local<'a>> {
        self.locals.in_scope(node, name)
    }

    /// What the name would mean as an expression at `node`.
    pub fn meaning_at(&self, node: SyntaxNode<'a>, name: &str) -> Resolution<'a> {
        self.name(node, name, 0)
    }

    /// What the expression or name `node` stands for.
    pub fn resolve(&self, node: SyntaxNode<'a>) -> Resolution<'a> {
        self.deeper(|| self.resolve_node(node))
            .unwrap_or(Resolution::Unknown)
    }

    /// Runs a look-up one level further down; `None` when that is too deep.
    pub(super) fn deeper<T>(&self, look_up: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= DEEPEST {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let found = look_up();
        self.depth.set(self.depth.get() - 1);
        Some(found)
    }

    /// The type of an expression's value.
    pub fn value_type(&self, node: SyntaxNode<'a>) -> TypeRef {
        match self.resolve(node) {
            Resolution::Value(value) | Resolution::ColorColor(value, _) => value.ty,
            _ => TypeRef::Unknown,
        }
    }

    fn resolve_node(&self, node: SyntaxNode<'a>) -> Resolution<'a> {
        match node.kind() {
            K::Identifier => self.name(node, &decoded_name(node.text()), 0),
            K::GenericName => {
                let arity = type_arguments(node);
                match node.child_of(K::Identifier) {
                    Some(name) => self.name(node, &decoded_name(name.text()), arity),
                    None => Resolution::Unknown,
                }
            }
            K::PredefinedType | K::NullableType | K::ArrayType => {
                Resolution::Type(self.type_of_node(node))
            }
            K::AliasQualifiedName => {
                let (Some(alias), Some(name)) = (node.child(Field::Alias), node.child(Field::Name))
                else {
                    return Resolution::Unknown;
                };
                let position = self.position(node);
                let left = self.lookup.alias(&decoded_name(alias.text()), position);
                let (name, arity) = name_and_arity(name);
                self.meaning(self.lookup.step(self.file, left, &name, arity), node)
            }
            K::MemberAccessExpression => {
                match (node.child(Field::Expression), node.child(Field::Name)) {
                    (Some(left), Some(name)) => self.access(self.resolve(left), name),
                    _ => Resolution::Unknown,
                }
            }
            K::QualifiedName => match (node.child(Field::Qualifier), node.child(Field::Name)) {
                (Some(left), Some(name)) => self.access(self.resolve(left), name),
                _ => Resolution::Unknown,
            },
            K::ConditionalAccessExpression => {
                match (
                    node.child(Field::Condition),
                    node.child_of(K::MemberBindingExpression),
                ) {
                    (Some(left), Some(binding)) => match binding.child(Field::Name) {
                        Some(name) => self.access(self.resolve(left), name),
                        None => Resolution::Unknown,
                    },
                    _ => Resolution::Unknown,
                }
            }
            K::MemberBindingExpression => match (receiver(node), node.child(Field::Name)) {
                (Some(left), Some(name)) => self.access(self.resolve(left), name),
                _ => Resolution::Unknown,
            },
            K::ParenthesizedExpression | K::CheckedExpression | K::PostfixUnaryExpression => {
                operand(node).map_or(Resolution::Unknown, |inner| self.resolve(inner))
            }
            K::WithExpression => match operand(node) {
                Some(left) => Resolution::Value(Value {
                    ty: self.value_type(left),
                    origin: Origin::Other,
                }),
                None => Resolution::Unknown,
            },
            K::Token if node.text() == "this" => match self.position(node).in_type {
                Some(id) => {
                    let key = super::names::type_key(self.lookup.outline(self.file), id);
                    Resolution::Value(Value {
                        ty: TypeRef::Declared(key),
                        origin: Origin::Other,
                    })
                }
                None => Resolution::Unknown,
            },
            K::ObjectCreationExpression => {
                let ty = node
                    .child(Field::Type)
                    .map_or(TypeRef::Unknown, |ty| self.type_of_node(ty));
                Resolution::Value(Value {
                    ty,
                    origin: Origin::Creation(node),
                })
            }
            K::ImplicitObjectCreationExpression => Resolution::Value(Value {
                ty: self.target_type(node),
                origin: Origin::Creation(node),
            }),
            K::InvocationExpression => self.call(node),
            K::ElementAccessExpression => Resolution::Value(Value {
                ty: self.value_term(node).type_ref(),
                origin: Origin::Other,
            }),
            K::CastExpression => match node.child(Field::Type) {
                Some(ty) => {
                    let ty = self.type_of_node(ty);
                    let origin = node
                        .child(Field::Value)
                        .map_or(Origin::Other, |value| self.origin(value));
                    Resolution::Value(Value { ty, origin })
                }
                None => Resolution::Unknown,
            },
            K::AsExpression => match (node.child(Field::Left), node.child(Field::Right)) {
                (Some(left), Some(right)) => Resolution::Value(Value {
                    ty: self.type_of_node(right),
                    origin: self.origin(left),
                }),
                _ => Resolution::Unknown,
            },
            K::ConditionalExpression => self.either(
                node.child(Field::Consequence),
                node.child(Field::Alternative),
            ),
            K::BinaryExpression if node.token("??").is_some() => {
                self.either(node.child(Field::Left), node.child(Field::Right))
            }
            K::AssignmentExpression => node
                .child(Field::Right)
                .map_or(Resolution::Unknown, |right| self.resolve(right)),
            K::BinaryExpression => self.operation(node),
            kind => match literal_type(kind) {
                Some(full) => Resolution::Value(Value {
                    ty: TypeRef::Library(full.to_owned()),
                    origin: Origin::Other,
                }),
                None => Resolution::Unknown,
            },
        }
    }

    /// The type of either arm that has one; where it comes from is left open.
    fn either(
        &self,
        first: Option<SyntaxNode<'a>>,
        second: Option<SyntaxNode<'a>>,
    ) -> Resolution<'a> {
        let known = [first, second]
            .into_iter()
            .flatten()
            .map(|arm| self.value_type(arm))
            .find(|ty| *ty != TypeRef::Unknown);
        match known {
            Some(ty) => Resolution::Value(Value {
                ty,
                origin: Origin::Other,
            }),
            None => Resolution::Unknown,
        }
    }

    /// Comparisons are `bool`, and `+` with a string is one.
    fn origin(&self, node: SyntaxNode<'a>) -> Origin<'a> {
        match self.resolve(node) {
            Resolution::Value(value) | Resolution::ColorColor(value, _) => value.origin,
            _ => Origin::Other,
        }
    }

    fn call(&self, node: SyntaxNode<'a>) -> Resolution<'a> {
        let Some(function) = node.child(Field::Function) else {
            return Resolution::Unknown;
        };
        match self.resolve(function) {
            Resolution::Methods(Some(method)) => {
                let ty = self.lookup.type_of(self.file, &method);
                Resolution::Value(Value {
                    ty,
                    origin: Origin::Call(Some(method)),
                })
            }
            // A method that nobody declared, or a delegate that is called.
            Resolution::Methods(None) | Resolution::Value(_) | Resolution::ColorColor(..) => {
                Resolution::Value(Value {
                    ty: TypeRef::Unknown,
                    origin: Origin::Call(None),
                })
            }
            _ => Resolution::Unknown,
        }
    }

    /// A simple name at `node`.
    fn name(&self, node: SyntaxNode<'a>, name: &str, arity: usize) -> Resolution<'a> {
        if arity == 0
            && self.locals.contains(name)
            && let Some(local) = self.locals.in_scope(node, name)
        {
            return match local.kind {
                LocalKind::TypeParameter => Resolution::Type(TypeRef::Parameter(name.to_owned())),
                LocalKind::Function => Resolution::Methods(None),
                _ => {
                    let (ty, text) = self.local_type(&local);
                    let value = Value {
                        ty,
                        origin: Origin::Local(local),
                    };
                    self.color_color(value, text, name, self.position(node))
                }
            };
        }
        let position = self.position(node);
        let meaning = self.lookup.simple(name, arity, position, mode_of(node));
        self.or_library(meaning, (name, arity), node)
    }

    fn local_type(&self, local: &Local<'a>) -> (TypeRef, &'a str) {
        match local.type_node {
            Some(node) if node.kind() != K::ImplicitType && node.text() != "var" => {
                (self.type_of_node(node), node.text())
            }
            _ => {
                let ty = match (local.kind, local.initializer) {
                    (LocalKind::Element, Some(all)) => self.element_term(all).type_ref(),
                    (_, Some(value)) => self.value_type(value),
                    (_, None) => TypeRef::Unknown,
                };
                (ty, "")
            }
        }
    }

    pub(super) fn meaning(&self, meaning: Meaning, node: SyntaxNode<'a>) -> Resolution<'a> {
        match meaning {
            Meaning::Namespace(name) => Resolution::Namespace(name),
            Meaning::Type(ty) => Resolution::Type(ty),
            Meaning::Ambiguous(types) => Resolution::Ambiguous(types),
            Meaning::Unknown => Resolution::Unknown,
            Meaning::Member(member) => self.member(member, self.position(node)),
        }
    }

    fn member(&self, member: FoundMember, position: Position) -> Resolution<'a> {
        match member.source {
            MemberSource::Method => Resolution::Methods(Some(member)),
            MemberSource::ExternalBase => Resolution::Methods(None),
            MemberSource::Library if member.is_method => Resolution::Methods(Some(member)),
            _ => {
                let ty = self.lookup.type_of(self.file, &member);
                let (text, name) = (member.type_text.clone(), member.name.clone());
                let value = Value {
                    ty,
                    origin: Origin::Member(member),
                };
                self.color_color(value, &text, &name, position)
            }
        }
    }

    /// The Color Color rule: a value named as its own type may be either.
    fn color_color(
        &self,
        value: Value<'a>,
        type_text: &str,
        name: &str,
        position: Position,
    ) -> Resolution<'a> {
        let Meaning::Type(ty) = self.lookup.type_only(name, 0, position) else {
            return Resolution::Value(value);
        };
        let nullable_struct = type_text.ends_with('?')
            && value
                .ty
                .library()
                .is_some_and(|full| self.lookup.library.is_value_type(full));
        if ty == value.ty && !nullable_struct {
            Resolution::ColorColor(value, ty)
        } else {
            Resolution::Value(value)
        }
    }

    fn access(&self, left: Resolution<'a>, name_node: SyntaxNode<'a>) -> Resolution<'a> {
        let (name, arity) = name_and_arity(name_node);
        match left {
            Resolution::Namespace(container) => self.meaning(
                self.lookup
                    .in_namespace(self.file, &container, &name, arity),
                name_node,
            ),
            Resolution::Type(owner) => self.behind_type(&owner, &name, arity, name_node),
            Resolution::Value(value) => self.behind_value(&value, &name),
            Resolution::ColorColor(value, owner) => {
                match self.lookup.member_of(self.file, &owner, &name, Side::Any) {
                    Some(member) if !member.is_static => self.behind_value(&value, &name),
                    _ => self.behind_type(&owner, &name, arity, name_node),
                }
            }
            _ => Resolution::Unknown,
        }
    }

    fn behind_type(
        &self,
        owner: &TypeRef,
        name: &str,
        arity: usize,
        node: SyntaxNode<'a>,
    ) -> Resolution<'a> {
        if let Some(nested) = self.lookup.nested_type_of(self.file, owner, name, arity) {
            return Resolution::Type(nested);
        }
        match self.lookup.member_of(self.file, owner, name, Side::Type) {
            Some(member) => self.member_behind(member, node),
            None => Resolution::Unknown,
        }
    }

    fn behind_value(&self, value: &Value<'a>, name: &str) -> Resolution<'a> {
        match self
            .lookup
            .member_of(self.file, &value.ty, name, Side::Value)
        {
            Some(member) => match member.source {
                MemberSource::Method => Resolution::Methods(Some(member)),
                MemberSource::Library if member.is_method => Resolution::Methods(Some(member)),
                _ => Resolution::Value(Value {
                    ty: self.lookup.type_of(self.file, &member),
                    origin: Origin::Member(member),
                }),
            },
            None => match self.lookup.extension(self.file, name) {
                Some(method) => Resolution::Methods(Some(method)),
                None => Resolution::Unknown,
            },
        }
    }

    /// A member behind a type; no Color Color there.
    fn member_behind(&self, member: FoundMember, _node: SyntaxNode<'a>) -> Resolution<'a> {
        match member.source {
            MemberSource::Method => Resolution::Methods(Some(member)),
            MemberSource::Library if member.is_method => Resolution::Methods(Some(member)),
            _ => Resolution::Value(Value {
                ty: self.lookup.type_of(self.file, &member),
                origin: Origin::Member(member),
            }),
        }
    }
}

/// The receiver of a `.Name` behind `?`.
pub(crate) fn receiver(binding: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    binding
        .ancestors()
        .find(|around| around.kind() == K::ConditionalAccessExpression)
        .and_then(|access| access.child(Field::Condition))
}

/// The name and the number of type arguments of an identifier or generic name.
pub(crate) fn name_and_arity(node: SyntaxNode<'_>) -> (std::borrow::Cow<'_, str>, usize) {
    match node.kind() {
        K::GenericName => {
            let name = node.child_of(K::Identifier).map_or("", SyntaxNode::text);
            (decoded_name(name), type_arguments(node))
        }
        _ => (decoded_name(node.text()), 0),
    }
}

fn type_arguments(generic: SyntaxNode<'_>) -> usize {
    generic.child_of(K::TypeArgumentList).map_or(0, |list| {
        1 + list
            .children()
            .filter(|child| child.kind() == K::Token && child.text() == ",")
            .count()
    })
}
