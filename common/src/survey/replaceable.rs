//! Whether an expression is what a test can put in place of the real thing: a provider, a delegate, the slot of an ambient
//! scope. What only the class itself ever fills, with the real thing, is none of these but its lazy initialisation.

use crate::binding::{
    Binder, FoundMember, Local, LocalKind, MemberSource, Origin, Resolution, TypeRef, Value, arms,
    bare,
};
use crate::symbol::is_interface_name;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::place::has_modifier;
use super::provenance::{Source, initial, source_of};

use SyntaxKind as K;

/// Types of the library that stand for an ambient API: a value of one of them can be replaced in a test.
pub(super) const ABSTRACTIONS: &[&str] = &[
    "System.TimeProvider",
    "System.Random",
    "System.Net.Http.HttpClient",
];

/// How many variables and properties are followed.
const FURTHEST: usize = 6;

/// How many arms of a choice are looked at.
const MOST_ARMS: usize = 16;

/// Whether an expression is a provider, a delegate or the slot of an ambient scope, or what one of these gives; or a
/// parameter that is there for it.
pub(super) fn is_replaceable<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    follow(binder, node, FURTHEST)
}

fn follow<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>, left: usize) -> bool {
    if left == 0 {
        return false;
    }
    let mut at = uncast(node);
    for step in 0..8 {
        if is_real(binder, at) {
            return false;
        }
        if let Some(arms) = values_of(at) {
            return arms.into_iter().any(|arm| follow(binder, arm, left - 1));
        }
        if let Resolution::Value(value) | Resolution::ColorColor(value, _) = binder.resolve(at) {
            match by_origin(binder, at, &value, step == 0, left) {
                Some(true) => return true,
                Some(false) => return false,
                None => {}
            }
        }
        let next = match at.kind() {
            K::InvocationExpression => at.child(Field::Function),
            K::MemberAccessExpression => at.child(Field::Expression),
            K::ConditionalAccessExpression => at.child(Field::Condition),
            K::ParenthesizedExpression | K::PostfixUnaryExpression => first(at),
            _ => None,
        };
        let Some(inner) = next else {
            return false;
        };
        at = inner;
    }
    false
}

/// The values that an expression is one of, the first of them if they are many.
fn values_of(node: SyntaxNode<'_>) -> Option<Vec<SyntaxNode<'_>>> {
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop().filter(|_| found.len() < MOST_ARMS) {
        let node = bare(node);
        match node.kind() {
            K::ConditionalExpression | K::SwitchExpression => {
                let arms: Vec<_> = arms(node).collect();
                open.extend(arms.into_iter().rev());
            }
            K::BinaryExpression if node.token("??").is_some() => {
                let arms = [Field::Right, Field::Left];
                open.extend(arms.into_iter().filter_map(|arm| node.child(arm)));
            }
            _ => found.push(node),
        }
    }
    (found.as_slice() != [node]).then_some(found)
}

/// What is made here, or read from the library's own static, is the real thing again.
fn is_real<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    match node.kind() {
        K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => true,
        K::MemberAccessExpression => node.child(Field::Expression).is_some_and(|owner| {
            matches!(binder.resolve(owner), Resolution::Type(TypeRef::Library(_)))
        }),
        _ => false,
    }
}

/// Whether a value is replaceable, as far as where it comes from and its type say it; `None` if they don't.
fn by_origin<'a>(
    binder: &Binder<'a>,
    node: SyntaxNode<'a>,
    value: &Value<'a>,
    whole: bool,
    left: usize,
) -> Option<bool> {
    let text = match &value.origin {
        Origin::Local(local) if whole && local.kind == LocalKind::Parameter => {
            if is_seam_parameter(binder, local) {
                return Some(true);
            }
            local.type_node.map_or("", SyntaxNode::text).to_owned()
        }
        Origin::Local(local) if whole && local.kind == LocalKind::Variable => {
            return Some(is_filled_from_outside(binder, local, left));
        }
        Origin::Local(local) => local.type_node.map_or("", SyntaxNode::text).to_owned(),
        Origin::Member(member) if whole && member.source == MemberSource::PrimaryParameter => {
            return Some(true);
        }
        Origin::Member(member) => member.type_text.clone(),
        _ => String::new(),
    };
    let provides = is_provider_text(&text)
        || value
            .ty
            .library()
            .is_some_and(|full| ABSTRACTIONS.contains(&full));
    match &value.origin {
        Origin::Member(member) if provides && member.source == MemberSource::Value => {
            Some(is_ever_set(binder, node, member, left))
        }
        _ => provides.then_some(true),
    }
}

/// Whether something that can be replaced went into a variable.
fn is_filled_from_outside<'a>(binder: &Binder<'a>, local: &Local<'a>, left: usize) -> bool {
    let first = local.initializer.into_iter();
    let mut all = first.chain(binder.assigned_to(local.name));
    all.any(|value| follow(binder, value, left - 1))
}

/// Whether anything but the real thing can get into a field or property. Of those that other classes see, and of those of
/// other classes, it is taken for granted.
fn is_ever_set<'a>(
    binder: &Binder<'a>,
    node: SyntaxNode<'a>,
    member: &FoundMember,
    left: usize,
) -> bool {
    if !binder.is_wholly_here(node, &member.owner) {
        return true;
    }
    let name = member.name.as_str();
    let told = binder.said_around(node, name, |said| {
        let opens = |one: &SyntaxNode<'a>| is_open(*one);
        if said.is_passed || said.declared.is_empty() || said.declared.iter().any(opens) {
            return Err(true);
        }
        let declared = said.declared.clone();
        let set: Vec<_> = said.set.iter().map(|one| one.value).collect();
        Ok((declared, set))
    });
    let (declared, set) = match told {
        Some(Ok(told)) => told,
        Some(Err(known)) => return known,
        None => return true,
    };
    declared
        .into_iter()
        .any(|one| begins_given(binder, one, left))
        || set.into_iter().any(|value| comes_in(binder, value))
}

/// Whether a field or property begins with what was given, or a property gives what can be replaced.
fn begins_given<'a>(binder: &Binder<'a>, declared: SyntaxNode<'a>, left: usize) -> bool {
    match declared.child_of(K::ArrowExpressionClause).and_then(first) {
        Some(value) => follow(binder, value, left - 1),
        None => initial(declared).is_some_and(|value| source_of(binder, value) == Source::Injected),
    }
}

/// Whether others than the class may set a field or property: by its accessibility, or because an attribute names it.
fn is_open(declared: SyntaxNode<'_>) -> bool {
    let (declaration, may_be_set) = if declared.kind() == K::PropertyDeclaration {
        (Some(declared), has_setter(declared))
    } else {
        let field = declared.parent().and_then(SyntaxNode::parent);
        (
            field,
            !field.is_some_and(|field| has_modifier(field, "readonly")),
        )
    };
    may_be_set && declaration.is_some_and(is_shown)
}

fn is_shown(declaration: SyntaxNode<'_>) -> bool {
    ["public", "internal", "protected"]
        .iter()
        .any(|modifier| has_modifier(declaration, modifier))
        || declaration.child_of(K::AttributeList).is_some()
}

/// Whether a property has a `set` or `init` that isn't private.
fn has_setter(property: SyntaxNode<'_>) -> bool {
    let accessors = property.child(Field::Accessors).into_iter();
    let mut accessors = accessors.flat_map(|list| list.children_of(K::AccessorDeclaration));
    accessors.any(|accessor| {
        !has_modifier(accessor, "private")
            && (accessor.token("set").is_some() || accessor.token("init").is_some())
    })
}

/// Whether what is assigned isn't made right there.
fn comes_in<'a>(binder: &Binder<'a>, value: SyntaxNode<'a>) -> bool {
    let value = bare(value);
    !matches!(value.kind(), K::NullLiteral | K::DefaultExpression)
        && !matches!(
            source_of(binder, value),
            Source::Made(_) | Source::MadeElsewhere
        )
}

/// An expression without the casts and parentheses around it.
fn uncast(node: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut node = bare(node);
    while let K::CastExpression = node.kind()
        && let Some(value) = node.child(Field::Value)
    {
        node = bare(value);
    }
    node
}

fn first(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    node.named_children().find(|child| !child.is_extra())
}

/// Whether a parameter can stand for the real thing: an object, or a value that a caller may leave out. A value that
/// every caller states, if only as null, is data of the call: a date that an order may have or not.
fn is_seam_parameter<'a>(binder: &Binder<'a>, local: &Local<'a>) -> bool {
    let Some(parameter) = local
        .name
        .parent()
        .filter(|parameter| parameter.kind() == K::Parameter)
    else {
        return false;
    };
    let of_lambda = parameter
        .parent()
        .and_then(SyntaxNode::parent)
        .is_some_and(|around| around.kind() == K::LambdaExpression);
    let Some(ty) = local.type_node.filter(|_| !of_lambda) else {
        return false;
    };
    let bare = ty.text().trim_end_matches('?');
    let is_value = match binder.type_text(bare, ty) {
        TypeRef::Library(full) if full == "System.String" => true,
        known => binder.is_value_type(&known),
    };
    !is_value || parameter.token("=").is_some()
}

/// A delegate, an `AsyncLocal`, or an interface by its name.
pub(super) fn is_provider_text(text: &str) -> bool {
    let text = text.trim_end_matches('?');
    let name = text.split('<').next().unwrap_or(text);
    let simple = name.rsplit(['.', ':']).next().unwrap_or(name);
    matches!(simple, "Func" | "Action" | "AsyncLocal" | "Lazy") || is_interface_name(simple)
}
