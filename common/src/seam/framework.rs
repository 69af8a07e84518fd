//! Classes that a framework makes and whose constructor it knows, by their bases, interfaces, attributes and uses, as
//! the catalogue lists them. Whether that matters is decided elsewhere.

use crate::binding::FileId;
use crate::catalogue::frameworks::{Mark, Role, framework};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::{ClassId, Reader};
use super::names::candidates;
use super::shape::{BaseClass, ClassShape, External, simple_name};

use SyntaxKind as K;

/// Methods whose type argument something makes by itself, whoever has them.
const MAKERS: &[&str] = &[
    "AddOptions",
    "AddOptionsWithValidateOnStart",
    "Bind",
    "Configure",
    "Deserialize",
    "DeserializeAsync",
    "DeserializeFromString",
    "DeserializeObject",
    "Entity",
    "Get",
    "GetCollection",
    "GetFromJsonAsync",
    "HasData",
    "ParseArguments",
    "PostConfigure",
    "Query",
    "QueryAsync",
    "QueryFirst",
    "QueryFirstAsync",
    "QueryFirstOrDefault",
    "QueryFirstOrDefaultAsync",
    "QuerySingle",
    "QuerySingleAsync",
    "QuerySingleOrDefault",
    "QuerySingleOrDefaultAsync",
    "ReadAsAsync",
    "ReadFromJsonAsync",
    "ToObject",
    "UseStartup",
];

/// What makes the class, as a phrase; `None` when nothing is known to.
pub fn framework_of<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<String> {
    above(reader, shape)
        .or_else(|| attributes(reader, shape))
        .or_else(|| made_by_use(reader, shape))
        .or_else(|| reader.serialized(&shape.id).map(str::to_owned))
}

/// Whether the class is an attribute.
pub fn is_attribute<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> bool {
    external_base(reader, shape).is_some_and(|base| base.name.ends_with("Attribute"))
}

const DEEPEST_BASE: usize = 16;

/// The first class above that isn't declared in the workspace.
pub fn external_base<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<External> {
    let mut base = shape.base.clone();
    for _ in 0..DEEPEST_BASE {
        match base {
            BaseClass::Object => return None,
            BaseClass::External(external) => return Some(external),
            BaseClass::Declared(id) => base = ClassShape::read(reader, &id).ok()?.base,
        }
    }
    None
}

fn made_by(mark: Mark, candidates: &[String]) -> Option<&'static str> {
    candidates
        .iter()
        .filter_map(|name| framework(mark, name))
        .find(|row| row.role != Role::Replayed)
        .map(|row| row.by)
}

fn above<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<String> {
    if let Some(base) = external_base(reader, shape) {
        if base.name.ends_with("Exception") {
            return Some(format!("it derives from `{}`", base.name));
        }
        if let Some(by) = made_by(Mark::Base, &base.candidates) {
            return Some(format!("{by} makes what derives from `{}`", base.name));
        }
    }
    shape.parts.iter().find_map(|part| {
        part.node
            .child_of(K::BaseList)
            .into_iter()
            .flat_map(SyntaxNode::named_children)
            .find_map(|base| {
                let by = made_by(Mark::Interface, &candidates(reader, part.file, base, ""))?;
                Some(format!(
                    "{by} makes what implements `{}`",
                    simple_name(base)
                ))
            })
    })
}

fn attributes<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<String> {
    let marked = |file: FileId, declaration: SyntaxNode<'a>, mark: Mark| {
        attributes_of(declaration).find_map(|name| {
            let by = made_by(mark, &candidates(reader, file, name, "Attribute"))?;
            Some(format!("{by} makes what bears `[{}]`", simple_name(name)))
        })
    };
    let own = shape
        .parts
        .iter()
        .find_map(|part| marked(part.file, part.node, Mark::TypeAttribute));
    own.or_else(|| {
        shape
            .members()
            .find_map(|(file, member)| marked(file, member, Mark::MemberAttribute))
    })
}

/// The names of a declaration's attributes.
pub fn attributes_of(declaration: SyntaxNode<'_>) -> impl Iterator<Item = SyntaxNode<'_>> {
    declaration
        .children_of(K::AttributeList)
        .flat_map(|list| list.children_of(K::Attribute))
        .filter_map(|attribute| attribute.child(Field::Name))
}

/// Whether the class is named as the type argument of something that makes objects.
fn made_by_use<'a>(reader: &Reader<'a>, shape: &ClassShape<'a>) -> Option<String> {
    for file in reader.code().mentioning(&shape.name) {
        let lists = reader.mentions(file).arguments.get(&shape.name);
        for list in lists.into_iter().flatten() {
            if !list
                .named_children()
                .any(|argument| names_class(reader, file, argument, &shape.id, &shape.name))
            {
                continue;
            }
            let Some(generic) = list.parent() else {
                continue;
            };
            let maker = simple_name(generic);
            let called = generic.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    K::MemberAccessExpression
                        | K::InvocationExpression
                        | K::MemberBindingExpression
                )
            });
            let by_type = !called
                && made_by(Mark::TypeArgument, &candidates(reader, file, generic, "")).is_some();
            if by_type || (called && MAKERS.contains(&maker.as_str())) {
                return Some(format!("`{maker}<{}>` makes it", shape.name));
            }
        }
    }
    None
}

/// Whether the name only says in what another type lies: the `Outer` of `Outer.Inner`.
fn is_around(name: SyntaxNode<'_>) -> bool {
    let generic = name
        .parent()
        .filter(|parent| parent.kind() == K::GenericName && name.field() != Field::Arguments);
    let whole = generic.unwrap_or(name);
    whole.parent().is_some_and(|parent| {
        parent.kind() == K::QualifiedName && parent.named_children().next() == Some(whole)
    })
}

/// Whether a type node, or one inside of it, means the class.
pub fn names_class<'a>(
    reader: &Reader<'a>,
    file: FileId,
    ty: SyntaxNode<'a>,
    class: &ClassId,
    simple: &str,
) -> bool {
    ty.descendants().any(|node| {
        node.kind() == K::Identifier
            && decoded_name(node.text()) == simple
            && !is_around(node)
            && reader
                .class(file, &reader.type_of_node(file, node))
                .as_ref()
                == Some(class)
    })
}
