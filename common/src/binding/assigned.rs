//! What the code of a type puts into its fields and properties, by their names: gathered once for all that ask.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use crate::syntax::{Field, NodeId, SyntaxKind, SyntaxNode, decoded_name};
use crate::table::NameMap;

use super::expression::Binder;

use SyntaxKind as K;

/// What is said of the members of one name.
#[derive(Debug, Default)]
pub(crate) struct Said<'a> {
    /// Field declarators and properties.
    pub(crate) declared: Vec<SyntaxNode<'a>>,
    /// What is assigned.
    pub(crate) set: Vec<Assigned<'a>>,
    /// Whether it is passed to be set.
    pub(crate) is_passed: bool,
}

/// An assigned value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assigned<'a> {
    pub(crate) value: SyntaxNode<'a>,
    /// To `name`.
    pub(crate) is_simple: bool,
    /// To `name` or `this.name`; else to `other.name`, or to the `Value` of it.
    pub(crate) is_own: bool,
    /// To a `Value` of it.
    pub(crate) is_slot: bool,
}

/// By name.
type Values<'a> = NameMap<Cow<'a, str>, Said<'a>>;

/// Those of the types and members that were asked about.
#[derive(Debug, Default)]
pub(super) struct KnownValues<'a>(RefCell<NameMap<NodeId, Rc<Values<'a>>>>);

/// What holds statements, and locals with them.
const BODIES: &[SyntaxKind] = &[
    K::MethodDeclaration,
    K::ConstructorDeclaration,
    K::DestructorDeclaration,
    K::PropertyDeclaration,
    K::IndexerDeclaration,
    K::EventDeclaration,
    K::OperatorDeclaration,
    K::ConversionOperatorDeclaration,
    K::FieldDeclaration,
    K::CompilationUnit,
];

impl<'a> Binder<'a> {
    /// What the outermost type around `node` says of its members called `name`; `None` outside of types.
    pub(crate) fn said_around<T>(
        &self,
        node: SyntaxNode<'a>,
        name: &str,
        read: impl FnOnce(&Said<'a>) -> T,
    ) -> Option<T> {
        self.look_around();
        let types = node.frames().filter(|around| around.kind().declares_type());
        let values = self.values_in(types.last()?);
        Some(read(values.get(name).unwrap_or(&Said::default())))
    }

    /// What the member around assigns to the local whose name is declared by `declared`.
    pub(crate) fn assigned_to(&self, declared: SyntaxNode<'a>) -> Vec<SyntaxNode<'a>> {
        let mut around = declared.frames();
        let Some(body) = around.find(|around| BODIES.contains(&around.kind())) else {
            return Vec::new();
        };
        let values = self.values_in(body);
        let said = values.get(decoded_name(declared.text()).as_ref());
        let set = said.into_iter().flat_map(|said| &said.set);
        set.filter(|one| one.is_simple)
            .map(|one| one.value)
            .collect()
    }

    fn values_in(&self, around: SyntaxNode<'a>) -> Rc<Values<'a>> {
        if let Some(known) = self.values.0.borrow().get(&around.id()) {
            return known.clone();
        }
        let values = Rc::new(values(around));
        let mut all = self.values.0.borrow_mut();
        all.insert(around.id(), values.clone());
        values
    }
}

fn values(outermost: SyntaxNode<'_>) -> Values<'_> {
    let mut values = Values::default();
    for node in outermost.descendants() {
        match node.kind() {
            K::VariableDeclarator if !is_field(node) => {}
            K::VariableDeclarator | K::PropertyDeclaration => {
                if let Some(name) = node.child(Field::Name) {
                    let said = values.entry(decoded_name(name.text())).or_default();
                    said.declared.push(node);
                }
            }
            K::AssignmentExpression => {
                if let (Some(target), Some(value)) =
                    (node.child(Field::Left), node.child(Field::Right))
                {
                    for (name, slot) in slots(target) {
                        let set = &mut values.entry(name).or_default().set;
                        set.push(Assigned {
                            value,
                            is_simple: slot == Slot::Name,
                            is_own: matches!(slot, Slot::Name | Slot::OfThis),
                            is_slot: slot == Slot::Value,
                        });
                    }
                }
            }
            K::Argument if node.token("out").is_some() || node.token("ref").is_some() => {
                let inner = node.named_children().filter(|child| !child.is_extra());
                for (name, _) in inner.last().into_iter().flat_map(slots) {
                    values.entry(name).or_default().is_passed = true;
                }
            }
            _ => {}
        }
    }
    values
}

/// How an assignment names what it sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// `name`.
    Name,
    /// `this.name`.
    OfThis,
    /// `other.name`.
    OfOther,
    /// `name.Value`, `other.name.Value`.
    Value,
}

/// The variables that an assignment to `target` may set.
fn slots(target: SyntaxNode<'_>) -> Vec<(Cow<'_, str>, Slot)> {
    let mut found = Vec::new();
    match target.kind() {
        K::Identifier => found.push((decoded_name(target.text()), Slot::Name)),
        K::MemberAccessExpression => {
            let owner = target.child(Field::Expression);
            let Some(name) = target.child(Field::Name) else {
                return found;
            };
            let name = decoded_name(name.text());
            if name == "Value" {
                let slot = owner.and_then(|owner| match owner.kind() {
                    K::MemberAccessExpression => owner.child(Field::Name),
                    K::Identifier => Some(owner),
                    _ => None,
                });
                found.extend(slot.map(|slot| (decoded_name(slot.text()), Slot::Value)));
            }
            let of_this = owner.is_some_and(|owner| owner.text() == "this");
            let slot = if of_this { Slot::OfThis } else { Slot::OfOther };
            found.push((name, slot));
        }
        _ => {}
    }
    found
}

/// Whether a declarator is that of a field.
fn is_field(declarator: SyntaxNode<'_>) -> bool {
    declarator
        .parent()
        .and_then(SyntaxNode::parent)
        .is_some_and(|declaration| declaration.kind() == K::FieldDeclaration)
}
