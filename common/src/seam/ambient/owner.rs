//! The type that static code gets its slot in: the class around it, the one around that where tests couldn't reach it,
//! or a type of its own where a slot of the class would be another one for each type argument, or come too late.

use crate::binding::FileId;
use crate::outline::{Modifiers, Outline, TypeId, TypeKind};
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxNode};
use crate::workspace::Ownership;

use super::super::code::{ClassId, Reader};
use super::super::shape::Part;

/// Where a slot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// In the type itself.
    Inside,
    /// In a type of its own.
    Beside,
}

/// A type that static code belongs to.
#[derive(Clone, Debug)]
pub struct Owner<'a> {
    /// Which one.
    pub id: ClassId,
    /// Its simple name.
    pub name: String,
    /// The part around the site.
    pub part: Part<'a>,
    /// All its parts.
    pub parts: Vec<Part<'a>>,
    /// The outermost type around it, in that part.
    pub outermost: TypeId,
    /// Where its slot stands.
    pub stand: Stand,
}

/// The owner of the slot for a site, or why there is none.
pub fn owner_of<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
) -> Result<Owner<'a>, (Reason, String)> {
    let not_understood = || {
        let path = &reader.code().file(file).path;
        (Reason::SyntaxNotUnderstood, format!("`{path}`"))
    };
    let outline = reader.code().names().outline(file);
    let around = reader
        .binder(file)
        .and_then(|binder| binder.position(node).in_type)
        .ok_or_else(not_understood)?;
    let mut own = around;
    while let Some(outer) = outline.type_(own).parent.filter(|_| !is_open(outline, own)) {
        own = outer;
    }
    let chain = outwards(outline, own);
    let outermost = *chain.last().unwrap_or(&own);
    let declared = outline.type_(own);
    let id = reader
        .class(
            file,
            &crate::binding::TypeRef::Declared(crate::binding::type_key(outline, own)),
        )
        .ok_or_else(not_understood)?;
    let regions = reader.code().regions(file);
    let inner = outwards(outline, around);
    if inner.iter().any(|id| regions.cut_header(outline, *id)) {
        let what = "what the class is differs by `#if`";
        return Err((Reason::Conditional, what.to_owned()));
    }
    if reader.code().file(file).ownership == Ownership::Shared {
        let path = &reader.code().file(file).path;
        let what = format!("more than one project compiles `{path}`");
        return Err((Reason::NeedsChangeOutsideScope, what));
    }
    let mut parts = Vec::new();
    for (file, part) in reader.parts(&id) {
        let of_file = reader.code().names().outline(file);
        if of_file.type_(part).kind == TypeKind::Extension {
            continue;
        }
        let node = reader.declaration(file, part).ok_or_else(not_understood)?;
        parts.push(Part {
            file,
            node,
            body: node.child(Field::Body),
        });
    }
    let is_partial = declared.modifiers.contains(Modifiers::PARTIAL);
    if parts.len() > 1 && !is_partial {
        let what = "there is more than one class of this name";
        return Err((Reason::Conditional, what.to_owned()));
    }
    let start = declared.range.start();
    let part = parts
        .iter()
        .find(|part| part.file == file && part.node.range().contains(start))
        .or(parts.first())
        .copied()
        .ok_or_else(not_understood)?;
    let own_node = reader.declaration(file, own).ok_or_else(not_understood)?;
    if own_node.has_error() {
        return Err(not_understood());
    }
    let is_generic = |id: &TypeId| !outline.type_(*id).type_parameters.is_empty();
    let is_hidden = |id: &TypeId| outline.type_(*id).modifiers.contains(Modifiers::FILE);
    let outside = chain.iter().any(is_generic)
        || chain.iter().any(is_hidden)
        || is_partial
        || declared.kind == TypeKind::Interface
        || part.body.is_none();
    Ok(Owner {
        name: outline.text(declared.name).to_owned(),
        id,
        part,
        parts,
        outermost,
        stand: if outside {
            Stand::Beside
        } else {
            Stand::Inside
        },
    })
}

/// Whether other code of the assembly can name the type where it sees the one around it.
fn is_open(outline: &Outline, id: TypeId) -> bool {
    let declared = outline.type_(id);
    let says = |modifier| declared.modifiers.contains(modifier);
    if declared.kind == TypeKind::Extension {
        return false;
    }
    let around = declared.parent.map(|outer| outline.type_(outer).kind);
    let in_interface = around == Some(TypeKind::Interface)
        && !says(Modifiers::PRIVATE)
        && !says(Modifiers::PROTECTED);
    let by_modifier = says(Modifiers::PUBLIC)
        || says(Modifiers::INTERNAL)
        || in_interface
        // Of a partial type another part may say it.
        || says(Modifiers::PARTIAL) && !says(Modifiers::PRIVATE);
    around.is_none() || by_modifier
}

/// A type and those around it, innermost first.
fn outwards(outline: &Outline, id: TypeId) -> Vec<TypeId> {
    let mut chain = vec![id];
    while let Some(outer) = chain.last().and_then(|last| outline.type_(*last).parent) {
        chain.push(outer);
    }
    chain
}
