//! Every `new(…)` of the workspace: the class that it makes, or that nobody can tell. What can't be told may make any
//! class that fits: by its arguments, by what its initializer sets, and by what is in sight there.

use std::collections::{BTreeMap, HashMap};

use crate::binding::{FileId, Term, TypeRef};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::{ClassId, Reader, has_implicit_creation};
use super::lists;
use super::shape::{ClassShape, has_modifier};

use SyntaxKind as K;

/// The `new(…)`s by the class that they make.
pub type Resolved<'a> = HashMap<ClassId, Vec<(FileId, SyntaxNode<'a>)>>;

/// A `new(…)` whose class isn't certain; it stands for all of the same form in its project.
#[derive(Clone, Debug)]
pub struct Open<'a> {
    /// Its file.
    pub file: FileId,
    /// The creation.
    pub node: SyntaxNode<'a>,
    /// The simple name of its type, where one is written that nobody declares.
    named: Option<String>,
    /// The members that its initializer sets.
    sets: Vec<String>,
}

/// What makes two of them alike: project, written type, types of the arguments, their names, members that are set.
type Form = (
    u32,
    Option<String>,
    Vec<Option<String>>,
    Vec<String>,
    Vec<String>,
);

/// Finds them all.
pub(super) fn implicit_creations<'a>(reader: &Reader<'a>) -> (Resolved<'a>, Vec<Open<'a>>) {
    let mut resolved = Resolved::new();
    let mut open: BTreeMap<Form, Open<'a>> = BTreeMap::new();
    for (file, source) in reader.code().files() {
        if !has_implicit_creation(&source.text) {
            continue;
        }
        let (Some(root), Some(binder)) = (reader.root(file), reader.binder(file)) else {
            continue;
        };
        for node in root.descendants() {
            if node.kind() != K::ImplicitObjectCreationExpression {
                continue;
            }
            let term = binder.target(node);
            if let Some(class) = reader.class(file, &term.type_ref()) {
                resolved.entry(class).or_default().push((file, node));
                continue;
            }
            let named = match term {
                Term::Named {
                    ty: TypeRef::Unknown,
                    name,
                    ..
                } => Some(name),
                Term::Open => None,
                // Arrays and tuples aren't made that way; a type parameter is made by its constraint.
                _ => continue,
            };
            let arguments = node
                .child_of(K::ArgumentList)
                .map(lists::arguments)
                .unwrap_or_default();
            let names = arguments
                .iter()
                .filter_map(|argument| argument.name)
                .map(|name| decoded_name(name.text()).into_owned())
                .collect();
            let given = arguments.iter().map(|argument| {
                let parts = argument.node.named_children();
                let value = parts.filter(|child| !child.is_extra()).last()?;
                match reader.value_type(file, value) {
                    TypeRef::Library(name) | TypeRef::Declared(name) => Some(name),
                    _ => None,
                }
            });
            let sets = members_set(node);
            let form = (
                source.project.0,
                named.clone(),
                given.collect(),
                names,
                sets.clone(),
            );
            open.entry(form).or_insert(Open {
                file,
                node,
                named,
                sets,
            });
        }
    }
    (resolved, open.into_values().collect())
}

/// `X` and `Y` of `new() { X = 1, Y = { 2 } }`.
fn members_set(creation: SyntaxNode<'_>) -> Vec<String> {
    let mut names: Vec<String> = creation
        .child_of(K::InitializerExpression)
        .into_iter()
        .flat_map(|initializer| initializer.children_of(K::AssignmentExpression))
        .filter_map(|assignment| assignment.child(Field::Left))
        .filter(|left| left.kind() == K::Identifier)
        .map(|left| decoded_name(left.text()).into_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

impl<'a> Open<'a> {
    /// Its arguments.
    pub fn arguments(&self) -> Vec<lists::Argument<'a>> {
        let list = self.node.child_of(K::ArgumentList);
        list.map(lists::arguments).unwrap_or_default()
    }

    /// Whether it may make this class, whatever its constructors are.
    pub fn may_make(&self, reader: &Reader<'a>, shape: &ClassShape<'a>, names: &[String]) -> bool {
        if shape.has_modifier("abstract") || shape.has_modifier("static") {
            return false;
        }
        if self
            .named
            .as_ref()
            .is_some_and(|name| !names.contains(name))
        {
            return false;
        }
        sees(reader, self.file, &shape.id)
            && (!is_private(shape) || shape.parts.iter().any(|part| part.file == self.file))
            && self.sets.iter().all(|name| has_member(reader, shape, name))
    }
}

/// Whether code of the file can name the class.
pub(super) fn sees(reader: &Reader<'_>, file: FileId, class: &ClassId) -> bool {
    reader
        .class(file, &TypeRef::Declared(class.key.clone()))
        .as_ref()
        == Some(class)
}

/// Whether only the class around it can name it.
fn is_private(shape: &ClassShape<'_>) -> bool {
    let nested = shape.parts.iter().all(|part| {
        part.node
            .ancestors()
            .any(|around| around.kind().declares_type())
    });
    nested
        && !["public", "internal", "protected"]
            .iter()
            .any(|modifier| shape.has_modifier(modifier))
}

const DEEPEST_BASE: usize = 32;

/// Whether the class or one above has a member of this name, or has one above that nobody knows.
fn has_member(reader: &Reader<'_>, shape: &ClassShape<'_>, name: &str) -> bool {
    use super::shape::BaseClass;
    let mut id = shape.id.clone();
    let mut base = shape.base.clone();
    for _ in 0..DEEPEST_BASE {
        let names = reader.code().names();
        let has = reader.parts(&id).into_iter().any(|(file, declared)| {
            let outline = names.outline(file);
            outline
                .members_of(declared)
                .iter()
                .any(|member| outline.text(member.name) == name)
        });
        if has {
            return true;
        }
        match base {
            BaseClass::Object => return false,
            BaseClass::External(_) => return true,
            BaseClass::Declared(above) => {
                let Ok(shape) = ClassShape::read(reader, &above) else {
                    return true;
                };
                base = shape.base;
                id = above;
            }
        }
    }
    true
}

/// Whether the class has a constructor that takes nothing, declared or implied.
pub fn is_parameterless(shape: &ClassShape<'_>) -> bool {
    match &shape.primary {
        Some(primary) => primary.parameters.is_empty(),
        None => {
            shape.constructors.is_empty()
                || shape.constructors.iter().any(|constructor| {
                    constructor.parameters.is_empty() && !has_modifier(constructor.node, "static")
                })
        }
    }
}
