//! Whether a call takes any stream where it is given one: the overloads that it may mean, of the base library or of the
//! workspace. Knows nothing of what the stream is.

use super::super::abstraction::takes;
use super::super::code::Reader;
use super::super::lists;
use crate::binding::{Binder, FileId, Resolution, TypeRef};
use crate::catalogue::signatures::{Signature, signatures};
use crate::catalogue::streams::takes_any_stream;
use crate::outline::{MemberKind, Outline, Parameter, ParameterModifiers};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use SyntaxKind as K;

pub(super) const STREAM: &str = "System.IO.Stream";

/// An argument's call and place.
struct Place<'a> {
    call: SyntaxNode<'a>,
    index: usize,
    /// How many there are.
    count: usize,
    /// Whether one behind it has a name.
    named: bool,
}

/// Whether the call around an argument takes any stream there.
pub(super) fn take_any<'a>(
    reader: &Reader<'a>,
    binder: &Binder<'a>,
    file: FileId,
    argument: SyntaxNode<'a>,
) -> bool {
    let Some(place) = place(argument) else {
        return false;
    };
    of_library(binder, &place)
        .or_else(|| of_workspace(reader, binder, file, &place))
        .unwrap_or(false)
}

fn place(argument: SyntaxNode<'_>) -> Option<Place<'_>> {
    let list = argument.parent()?;
    let call = list.parent()?;
    let all = lists::arguments(list);
    let index = all.iter().position(|one| one.node == argument)?;
    let is_named = |one: &lists::Argument<'_>| one.name.is_some();
    if all[..=index].iter().any(is_named) {
        return None;
    }
    Some(Place {
        call,
        index,
        count: all.len(),
        named: all[index..].iter().any(is_named),
    })
}

/// `None` for a call of something else.
fn of_library<'a>(binder: &Binder<'a>, place: &Place<'a>) -> Option<bool> {
    let (ty, name) = called(binder, place.call)?;
    let ty = ty.library()?;
    if takes_any_stream(ty, &name, place.index) {
        return Some(true);
    }
    if place.named {
        return Some(false);
    }
    let all = signatures(ty, &name).iter();
    let fitting: Vec<&&Signature> = all.filter(|one| takes(one, place.count)).collect();
    let wants = |one: &&&Signature| {
        one.parameters
            .get(place.index)
            .is_some_and(|parameter| parameter.type_text.trim_end_matches('?') == STREAM)
    };
    let may_differ = |one: &&&Signature| {
        one.parameters.get(place.index).is_none_or(|parameter| {
            let text = parameter.type_text.trim_end_matches('?');
            let other = ["string", "char", "int", "byte[]", "bool", "long"];
            let known = text.starts_with("System.") && text != "System.IO.FileStream";
            !(known || other.contains(&text))
        })
    };
    Some(fitting.iter().any(wants) && !fitting.iter().any(may_differ))
}

/// The type whose member is called, and its name.
fn called<'a>(binder: &Binder<'a>, call: SyntaxNode<'a>) -> Option<(TypeRef, String)> {
    if super::call::is_creation(call) {
        return Some((binder.value_type(call), "#ctor".to_owned()));
    }
    let function = call.child(Field::Function)?;
    let left = function.child(Field::Expression)?;
    let name = function.child(Field::Name)?;
    let name = match name.kind() {
        K::GenericName => name.named_children().next()?,
        _ => name,
    };
    let ty = match binder.resolve(left) {
        Resolution::Type(ty) => ty,
        _ => binder.value_type(left),
    };
    Some((ty, decoded_name(name.text()).into_owned()))
}

/// Overloads that the workspace declares in one type: one of those that fit wants a stream, and none wants just a
/// `FileStream`, or whatever it is given.
fn of_workspace<'a>(
    reader: &Reader<'a>,
    binder: &Binder<'a>,
    file: FileId,
    place: &Place<'a>,
) -> Option<bool> {
    let is_creation = super::call::is_creation(place.call);
    let (owner, name) = if is_creation {
        (binder.value_type(place.call), String::new())
    } else {
        let function = place.call.child(Field::Function)?;
        let Resolution::Methods(Some(method)) = binder.resolve(function) else {
            return None;
        };
        let name = match function.kind() {
            K::MemberAccessExpression => function.child(Field::Name)?,
            _ => function,
        };
        (method.owner.clone(), super::super::shape::simple_name(name))
    };
    let TypeRef::Declared(key) = &owner else {
        return None;
    };
    // Of an extension that is called on a value, the first parameter is that.
    let on_value = place
        .call
        .child(Field::Function)
        .and_then(|function| function.child(Field::Expression))
        .is_some_and(|left| !matches!(binder.resolve(left), Resolution::Type(_)));
    let names = reader.code().names();
    let (mut wants, mut differs) = (false, false);
    for (part, id) in names.parts(file, key) {
        let outline = names.outline(part);
        let of_type = outline.type_(id).type_parameters;
        let mut see = |parameters: &[Parameter], own: &[&str]| {
            let is_extension = parameters
                .first()
                .is_some_and(|first| first.modifiers.contains(ParameterModifiers::THIS));
            let index = place.index + usize::from(is_extension && on_value);
            let count = place.count + usize::from(is_extension && on_value);
            if !fits(parameters, count) {
                return;
            }
            let text = parameters
                .get(index)
                .map(|parameter| outline.text(parameter.type_text).trim_end_matches('?'));
            match text.map(|text| text.rsplit(['.', ':']).next().unwrap_or(text)) {
                Some("Stream") => wants = true,
                Some("FileStream") | None => differs = true,
                Some(text) => {
                    let open = outline.texts(of_type).any(|one| one == text);
                    differs |= open || own.contains(&text) || text.contains('<');
                }
            }
        };
        let kind = if is_creation {
            MemberKind::Constructor
        } else {
            MemberKind::Method
        };
        let members = outline.members_of(id).iter();
        let members = members
            .filter(|one| one.kind == kind && (is_creation || outline.text(one.name) == name));
        for member in members {
            let own: Vec<&str> = outline.texts(member.type_parameters).collect();
            see(outline.parameters(member.parameters), &own);
        }
        if let Some(primary) = primary(outline, id).filter(|_| is_creation) {
            see(primary, &[]);
        }
    }
    Some(wants && !differs && is_own_stream(reader, file))
}

/// Whether a member of a stream is an extension that the workspace declares for any.
pub(super) fn extends_any<'a>(
    reader: &Reader<'a>,
    binder: &Binder<'a>,
    file: FileId,
    access: SyntaxNode<'a>,
    name: &str,
) -> bool {
    let Resolution::Methods(Some(method)) = binder.resolve(access) else {
        return false;
    };
    let TypeRef::Declared(key) = &method.owner else {
        return false;
    };
    let names = reader.code().names();
    let (mut any, mut other) = (false, false);
    for (part, id) in names.parts(file, key) {
        let outline = names.outline(part);
        let members = outline.members_of(id).iter();
        let methods =
            members.filter(|one| one.kind == MemberKind::Method && outline.text(one.name) == name);
        for method in methods {
            let first = outline.parameters(method.parameters).first();
            match first.map(|first| outline.text(first.type_text)) {
                Some("Stream" | STREAM) => any = true,
                _ => other = true,
            }
        }
    }
    any && !other && is_own_stream(reader, file)
}

fn primary(outline: &Outline, id: crate::outline::TypeId) -> Option<&[Parameter]> {
    let list = outline.type_(id).parameters?;
    Some(outline.parameters(list))
}

/// Whether so many arguments can be given.
fn fits(parameters: &[Parameter], count: usize) -> bool {
    let needed =
        |one: &&Parameter| !one.has_default && !one.modifiers.contains(ParameterModifiers::PARAMS);
    let variadic = parameters
        .last()
        .is_some_and(|last| last.modifiers.contains(ParameterModifiers::PARAMS));
    parameters.iter().filter(needed).count() <= count && (variadic || count <= parameters.len())
}

/// Whether nobody in sight of the file declares another `Stream`.
fn is_own_stream(reader: &Reader<'_>, file: FileId) -> bool {
    let names = reader.code().names();
    names.called("Stream").all(|(other, id)| {
        let key = crate::binding::type_key(names.outline(other), id);
        !names.has_type(file, &key)
    })
}
