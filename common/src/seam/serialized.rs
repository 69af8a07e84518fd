//! Classes that a serializer makes: those that it is asked for, and those in their fields and properties, however far.

use std::collections::HashMap;

use crate::binding::{FileId, Term, TypeRef};
use crate::outline::{MemberKind, Modifiers};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::code::{ClassId, Reader};
use super::shape::simple_name;

use SyntaxKind as K;

/// Words in the names of what makes objects from data.
const SERIALIZERS: &[&str] = &[
    "Deserialize",
    "FromJson",
    "ReadAsAsync",
    "Serializer",
    "ToObject",
    "PopulateObject",
];

/// The classes, each with what makes it.
pub(super) fn serialized(reader: &Reader<'_>) -> HashMap<ClassId, String> {
    let mut found = HashMap::new();
    let mut open: Vec<(ClassId, String)> = Vec::new();
    for (file, source) in reader.code().files() {
        if !SERIALIZERS.iter().any(|word| source.text.contains(word)) {
            continue;
        }
        let Some(root) = reader.root(file) else {
            continue;
        };
        for node in root.descendants() {
            let types: Vec<SyntaxNode<'_>> = match node.kind() {
                K::TypeArgumentList => node
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .collect(),
                K::TypeofExpression => node.child(Field::Type).into_iter().collect(),
                _ => continue,
            };
            let Some(by) = serializer_around(node) else {
                continue;
            };
            for ty in types {
                for class in classes_in(reader, file, ty) {
                    open.push((class, format!("`{by}` makes it")));
                }
            }
        }
    }
    while let Some((class, by)) = open.pop() {
        if found.contains_key(&class) {
            continue;
        }
        open.extend(
            held_by(reader, &class)
                .into_iter()
                .map(|inner| (inner, by.clone())),
        );
        found.insert(class, by);
    }
    found
}

/// The name of a serializer's method or type that a type is given to.
fn serializer_around(node: SyntaxNode<'_>) -> Option<String> {
    let is_one = |name: &str| SERIALIZERS.iter().any(|word| name.contains(word));
    if node.kind() == K::TypeArgumentList {
        let generic = node.parent()?;
        let name = simple_name(generic);
        return is_one(&name).then_some(name);
    }
    let list = node
        .parent()
        .filter(|parent| parent.kind() == K::Argument)?
        .parent()?;
    let call = list.parent()?;
    let name = match call.kind() {
        K::InvocationExpression => simple_name(super::mentions::called(call)?),
        K::ObjectCreationExpression => simple_name(call.child(Field::Type)?),
        _ => return None,
    };
    is_one(&name).then_some(name)
}

fn classes_in<'a>(reader: &Reader<'a>, file: FileId, ty: SyntaxNode<'a>) -> Vec<ClassId> {
    let term = reader
        .binder(file)
        .map_or(Term::Open, |binder| binder.term_of_type(ty));
    declared_in(reader, file, &term)
}

fn declared_in(reader: &Reader<'_>, file: FileId, term: &Term) -> Vec<ClassId> {
    let mut found = Vec::new();
    for named in term.known_names() {
        if let TypeRef::Declared(_) = named.type_ref()
            && let Some(class) = reader.class(file, &named.type_ref())
        {
            found.push(class);
        }
    }
    found
}

/// What the fields, properties and primary parameters of a class hold, and its bases.
fn held_by(reader: &Reader<'_>, class: &ClassId) -> Vec<ClassId> {
    let mut found = Vec::new();
    for (file, id) in reader.parts(class) {
        let outline = reader.code().names().outline(file);
        let declared = outline.type_(id);
        let Some(binder) = reader.binder(file) else {
            continue;
        };
        let members = outline.members_of(id).iter().filter(|member| {
            matches!(member.kind, MemberKind::Field | MemberKind::Property)
                && !member.modifiers.contains(Modifiers::STATIC)
        });
        let results = members.map(|member| member.result);
        let parameters = declared.parameters.map(|list| outline.parameters(list));
        let parameters = parameters.into_iter().flatten();
        let texts = results
            .chain(parameters.map(|parameter| parameter.type_text))
            .map(|text| outline.text(text))
            .chain(outline.texts(declared.bases));
        for text in texts {
            let term = binder.term_in_type(text, id);
            found.extend(declared_in(reader, file, &term));
        }
    }
    found
}
