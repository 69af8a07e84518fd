//! Scopes that are there, of an earlier run or by hand: known by their shape, not by their names.

use crate::binding::{FileId, TypeRef, TypeText};
use crate::outline::{Modifiers, TypeId, TypeKind};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::super::code::{Reader, has_word};
use super::super::dependency::Dependency;
use super::super::shape::{Part, has_modifier, simple_name};

use SyntaxKind as K;

/// The members of a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The property that reads it.
    pub property: String,
    /// Whether other types see the property.
    pub is_open: bool,
    /// The method that fills it.
    pub method: String,
}

/// The scope of the dependency in a type: a static `AsyncLocal` of it, a property that reads it, and a method that takes
/// one and gives something to dispose.
pub fn scope_in<'a>(
    reader: &Reader<'a>,
    parts: &[Part<'a>],
    dependency: &Dependency,
) -> Option<Found> {
    let members = parts.iter().flat_map(|part| {
        let members = part.members().map(move |member| (part.file, member));
        members.filter(|(_, member)| has_modifier(*member, "static"))
    });
    let members: Vec<(FileId, SyntaxNode<'a>)> = members.collect();
    let is_it = |file: FileId, ty: Option<SyntaxNode<'a>>| {
        ty.is_some_and(|ty| is_dependency(reader, file, ty, dependency))
    };
    let slots = members.iter().filter_map(|(file, member)| {
        let declaration = member.child_of(K::VariableDeclaration)?;
        let ty = declaration.child(Field::Type)?;
        let parsed = TypeText::parse(ty.text())?;
        let last = parsed.parts.last()?;
        let argument = last.arguments?.trim().trim_end_matches('?');
        let is_slot =
            last.name == "AsyncLocal" && dependency.is(&reader.type_text(*file, argument, ty));
        let declarator = declaration.child_of(K::VariableDeclarator)?;
        let name = declarator.child(Field::Name)?;
        is_slot.then(|| decoded_name(name.text()).into_owned())
    });
    let slots: Vec<String> = slots.collect();
    let property = members.iter().find(|(file, member)| {
        member.kind() == K::PropertyDeclaration
            && is_it(*file, member.child(Field::Type))
            && slots.iter().any(|slot| has_word(member.text(), slot))
            && has_word(member.text(), "Value")
    });
    let method = members.iter().find(|(file, member)| {
        let gives = member
            .child(Field::Returns)
            .or_else(|| member.child(Field::Type));
        member.kind() == K::MethodDeclaration
            && gives.is_some_and(|ty| simple_name(ty) == "IDisposable")
            && member.child(Field::Parameters).is_some_and(|list| {
                let mut all = list.children_of(K::Parameter);
                let only = all.next().filter(|_| all.next().is_none());
                only.is_some_and(|only| is_it(*file, only.child(Field::Type)))
            })
    });
    let name = |node: SyntaxNode<'a>| {
        let name = node.child(Field::Name)?;
        Some(name.text().to_owned())
    };
    let (_, property) = property?;
    Some(Found {
        property: name(*property)?,
        is_open: has_modifier(*property, "internal") || has_modifier(*property, "public"),
        method: name(method?.1)?,
    })
}

fn is_dependency<'a>(
    reader: &Reader<'a>,
    file: FileId,
    ty: SyntaxNode<'a>,
    dependency: &Dependency,
) -> bool {
    let text = ty.text().trim_end_matches('?');
    dependency.is(&reader.type_text(file, text, ty))
}

/// A type that holds nothing but a scope.
#[derive(Clone, Debug)]
pub struct Holder {
    /// Its full name.
    pub full_name: String,
    /// Its scope.
    pub found: Found,
}

/// The types of a file's project that hold a scope of the dependency and nothing else, by name.
pub fn holders(reader: &Reader<'_>, file: FileId, dependency: &Dependency) -> Vec<Holder> {
    let code = reader.code();
    let names = code.names();
    let project = names.project_of(file);
    let mut found = Vec::new();
    for other in code.mentioning("AsyncLocal") {
        if names.project_of(other) != project {
            continue;
        }
        let outline = names.outline(other);
        for (index, declared) in outline.types().iter().enumerate() {
            let id = TypeId(index as u32);
            let alone = declared.kind == TypeKind::Class
                && declared.parent.is_none()
                && declared.type_parameters.is_empty()
                && declared.modifiers.contains(Modifiers::STATIC)
                && !declared
                    .modifiers
                    .intersects(Modifiers::PARTIAL | Modifiers::FILE)
                && outline.members_of(id).len() <= 4;
            let node = Some(id)
                .filter(|_| alone)
                .and_then(|id| reader.declaration(other, id));
            let Some(node) = node else { continue };
            let part = Part {
                file: other,
                node,
                body: node.child(Field::Body),
            };
            if let Some(scope) = scope_in(reader, &[part], dependency).filter(|one| one.is_open) {
                found.push(Holder {
                    full_name: outline.full_name(id),
                    found: scope,
                });
            }
        }
    }
    found.sort_by(|a, b| a.full_name.cmp(&b.full_name));
    found
}

/// How a member of a type of the workspace is reached at a site.
pub fn reached_at<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    full_name: &str,
    member: &str,
) -> String {
    let ty = TypeRef::Declared(full_name.to_owned());
    let name = super::super::names::type_in_code(reader, file, at, &ty, full_name);
    format!("{name}.{member}")
}
