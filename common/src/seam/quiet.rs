//! What a constructor may run of its own object: members that are called, virtual ones, properties and events with
//! code of their own, and the object itself when it is handed out. Knows names; whether that matters is decided
//! elsewhere.

use std::collections::HashSet;

use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::Reader;
use super::shape::{BaseClass, ClassShape, has_modifier};

use SyntaxKind as K;

const DEEPEST_BASE: usize = 16;

/// The members of a class and of those above whose mere name runs code of the object.
#[derive(Clone, Debug, Default)]
pub struct Active(HashSet<String>);

impl Active {
    /// Reads the class and the declared ones above.
    pub fn of<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Self {
        let mut found = HashSet::new();
        let mut add = |shape: &ClassShape<'a>| {
            let members = shape.members().map(|(_, member)| member);
            found.extend(
                members
                    .filter(|member| is_active(*member))
                    .filter_map(name_of),
            );
        };
        add(shape);
        let mut base = shape.base.clone();
        for _ in 0..DEEPEST_BASE {
            let BaseClass::Declared(id) = base else { break };
            let Ok(above) = ClassShape::read(reader, &id) else {
                break;
            };
            add(&above);
            base = above.base;
        }
        Self(found)
    }

    /// Whether code in a constructor runs other code of the object, or hands the object out.
    pub fn runs(&self, code: SyntaxNode<'_>) -> bool {
        code.descendants().any(|node| match node.kind() {
            K::InvocationExpression => {
                node.child(Field::Function)
                    .is_some_and(|function| match function.kind() {
                        K::Identifier | K::GenericName => function.text() != "nameof",
                        K::MemberAccessExpression => function
                            .child(Field::Expression)
                            .is_some_and(|left| matches!(left.text(), "this" | "base")),
                        _ => false,
                    })
            }
            K::Token if node.text() == "this" => node
                .parent()
                .is_none_or(|parent| parent.kind() != K::MemberAccessExpression),
            // `base[1]`
            K::Token if node.text() == "base" => node
                .parent()
                .is_some_and(|parent| parent.kind() == K::ElementAccessExpression),
            K::Identifier => is_own(node) && self.0.contains(decoded_name(node.text()).as_ref()),
            _ => false,
        })
    }
}

/// A name by itself or behind `this` or `base`, and none in a type or before a `:`.
fn is_own(name: SyntaxNode<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return true;
    };
    match parent.kind() {
        K::MemberAccessExpression if name.field() == Field::Name => parent
            .child(Field::Expression)
            .is_some_and(|left| matches!(left.text(), "this" | "base")),
        K::MemberBindingExpression | K::WithInitializer => false,
        K::Argument => name.field() != Field::Name,
        _ => name.field() != Field::Type,
    }
}

/// A virtual member, or a property or event with code of its own.
fn is_active(member: SyntaxNode<'_>) -> bool {
    if has_modifier(member, "static") {
        return false;
    }
    let is_virtual = ["virtual", "abstract", "override"]
        .iter()
        .any(|modifier| has_modifier(member, modifier));
    match member.kind() {
        K::PropertyDeclaration | K::EventDeclaration => is_virtual || has_code(member),
        K::EventFieldDeclaration | K::MethodDeclaration => is_virtual,
        _ => false,
    }
}

/// Whether an accessor of a property or event does more than store.
pub fn has_code(property: SyntaxNode<'_>) -> bool {
    let computed = property
        .child(Field::Value)
        .is_some_and(|value| value.kind() == K::ArrowExpressionClause);
    computed
        || property.child(Field::Accessors).is_some_and(|accessors| {
            accessors
                .children_of(K::AccessorDeclaration)
                .any(|accessor| {
                    accessor.child_of(K::Block).is_some()
                        || accessor.child_of(K::ArrowExpressionClause).is_some()
                })
        })
}

fn name_of(member: SyntaxNode<'_>) -> Option<String> {
    let name = member.child(Field::Name).or_else(|| {
        member
            .child_of(K::VariableDeclaration)?
            .child_of(K::VariableDeclarator)?
            .child(Field::Name)
    });
    name.map(|name| decoded_name(name.text()).into_owned())
}

/// The members of a class that its overrides, or those of the classes below, may run, by where they start in which
/// file.
pub fn run_by_overrides<'a>(
    shape: &ClassShape<'a>,
    below: &[ClassShape<'a>],
) -> HashSet<(crate::binding::FileId, usize)> {
    let mut reached = HashSet::new();
    let mut names: HashSet<String> = HashSet::new();
    let mut open: Vec<SyntaxNode<'a>> = below
        .iter()
        .flat_map(ClassShape::members)
        .map(|(_, member)| member)
        .filter(|member| has_modifier(*member, "override"))
        .collect();
    for (file, member) in shape.members() {
        if has_modifier(member, "override") && reached.insert((file, member.range().start())) {
            open.push(member);
        }
    }
    while let Some(member) = open.pop() {
        for node in member.descendants() {
            let name = match node.kind() {
                K::Identifier => decoded_name(node.text()).into_owned(),
                K::Token if node.text() == "this" => {
                    let indexed = node
                        .parent()
                        .is_some_and(|parent| parent.kind() == K::ElementAccessExpression);
                    if !indexed {
                        continue;
                    }
                    "this".to_owned()
                }
                _ => continue,
            };
            names.insert(name);
        }
        if !open.is_empty() {
            continue;
        }
        for (file, other) in shape.members() {
            let named = match other.kind() {
                K::IndexerDeclaration => names.contains("this"),
                K::FieldDeclaration => other.descendants().any(|node| {
                    node.kind() == K::VariableDeclarator
                        && node
                            .child(Field::Name)
                            .is_some_and(|name| names.contains(decoded_name(name.text()).as_ref()))
                }),
                _ => name_of(other).is_some_and(|name| names.contains(&name)),
            };
            let plain =
                !matches!(other.kind(), K::ConstructorDeclaration) && !other.kind().declares_type();
            if named && plain && reached.insert((file, other.range().start())) {
                open.push(other);
            }
        }
    }
    reached
}
