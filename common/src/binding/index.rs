//! Where each name of a workspace is declared, in little memory: there may be hundreds of thousands of files, and few of
//! their declarations are ever asked for. Knows nothing of who sees what.

use crate::outline::{Modifiers, Outline, ParameterModifiers, TypeId, TypeKind};
use crate::table::NameMap;

use super::names::{FileId, ProjectId, type_key};

/// Where something is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: FileId,
    /// A type's number in the outline, or a member's.
    pub(super) number: u32,
    pub(super) access: Access,
}

/// From where a declaration is seen, by the modifiers of the outermost type around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Access {
    /// Its file.
    File,
    /// Its project, and those that are its friends.
    Project,
    /// Every project that sees its own; of a partial type another part may say so.
    Everyone,
}

/// One of the parts of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// What stands before its name in the key.
    container: u32,
    arity: u16,
    place: Place,
}

/// Nearly all names are declared once.
#[derive(Debug)]
enum Parts {
    None,
    One(Part),
    Several(Vec<Part>),
}

impl Parts {
    fn add(&mut self, part: Part) {
        match self {
            Self::None => *self = Self::One(part),
            Self::One(first) => *self = Self::Several(vec![*first, part]),
            Self::Several(parts) => parts.push(part),
        }
    }

    fn as_slice(&self) -> &[Part] {
        match self {
            Self::None => &[],
            Self::One(part) => std::slice::from_ref(part),
            Self::Several(parts) => parts,
        }
    }
}

/// What all files declare. Files may be added in any order.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// By their simple names; a name without parts is that of a namespace.
    types: NameMap<Box<str>, Parts>,
    /// Numbers of what stands before the simple names of types: namespaces and types around them.
    containers: NameMap<Box<str>, u32>,
    /// The projects that declare something in a namespace, by its full name.
    namespaces: NameMap<Box<str>, Vec<ProjectId>>,
    /// Extension methods.
    extensions: NameMap<Box<str>, Vec<Place>>,
}

impl Index {
    /// Adds what a file declares.
    pub(super) fn add(&mut self, file: FileId, project: ProjectId, outline: &Outline) {
        for namespace in &outline.namespaces()[1..] {
            self.add_namespace(outline.text(namespace.full_name), project);
        }
        for (number, member) in outline.members().iter().enumerate() {
            let extends = outline
                .parameters(member.parameters)
                .first()
                .is_some_and(|first| first.modifiers.contains(ParameterModifiers::THIS));
            if extends {
                let place = Place {
                    file,
                    number: number as u32,
                    access: access(outline, member.owner),
                };
                let name = outline.text(member.name);
                with(&mut self.extensions, name, Vec::new, |all| all.push(place));
            }
        }
        for (number, declared) in outline.types().iter().enumerate() {
            if declared.kind == TypeKind::Extension {
                continue;
            }
            let id = TypeId(number as u32);
            let key = type_key(outline, id);
            let (container, name, arity) = cut(&key);
            let next = self.containers.len() as u32;
            let part = Part {
                container: with(&mut self.containers, container, || next, |number| *number),
                arity,
                place: Place {
                    file,
                    number: id.0,
                    access: access(outline, id),
                },
            };
            with(&mut self.types, name, || Parts::None, |all| all.add(part));
        }
    }

    fn add_namespace(&mut self, full_name: &str, project: ProjectId) {
        let mut name = full_name;
        while !name.is_empty() {
            let (container, last) = name.rsplit_once('.').unwrap_or(("", name));
            let is_new = with(&mut self.namespaces, name, Vec::new, |projects| {
                let is_new = !projects.contains(&project);
                if is_new {
                    projects.push(project);
                }
                is_new
            });
            if !is_new {
                break;
            }
            with(&mut self.types, last, || Parts::None, |_| ());
            name = container;
        }
    }

    /// Puts everything in an order that doesn't depend on that of the files.
    pub(super) fn sort(&mut self) {
        for parts in self.types.values_mut() {
            if let Parts::Several(parts) = parts {
                parts.sort_unstable_by_key(|part| part.place);
                parts.shrink_to_fit();
            }
        }
        for places in self.extensions.values_mut() {
            places.sort_unstable();
            places.shrink_to_fit();
        }
        self.types.shrink_to_fit();
    }

    /// Whether some type, or the last part of some namespace, is called so.
    pub(super) fn knows(&self, simple: &str) -> bool {
        self.types.contains_key(simple)
    }

    /// The projects that declare something in a namespace.
    pub(super) fn projects_with(&self, namespace: &str) -> &[ProjectId] {
        self.namespaces.get(namespace).map_or(&[], Vec::as_slice)
    }

    /// The parts of the type `key` in the order of the files.
    pub(super) fn parts(&self, key: &str) -> impl Iterator<Item = Place> {
        let (container, name, arity) = cut(key);
        let parts = self.types.get(name).map_or(&[][..], Parts::as_slice);
        let container = self.containers.get(container).copied();
        parts
            .iter()
            .filter(move |part| Some(part.container) == container && part.arity == arity)
            .map(|part| part.place)
    }

    /// All parts of types that are called so.
    pub(super) fn called(&self, simple: &str) -> impl Iterator<Item = Place> {
        let parts = self.types.get(simple).map_or(&[][..], Parts::as_slice);
        parts.iter().map(|part| part.place)
    }

    /// The extension methods called `name`.
    pub(super) fn extensions(&self, name: &str) -> &[Place] {
        self.extensions.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Acts on the value of a name, which is copied only when it is new.
fn with<T, R>(
    map: &mut NameMap<Box<str>, T>,
    name: &str,
    new: impl FnOnce() -> T,
    act: impl FnOnce(&mut T) -> R,
) -> R {
    if let Some(known) = map.get_mut(name) {
        return act(known);
    }
    let mut value = new();
    let done = act(&mut value);
    map.insert(name.into(), value);
    done
}

/// `` A.B.Outer`1 ``, `Inner` and 2 of `` A.B.Outer`1.Inner`2 ``.
fn cut(key: &str) -> (&str, &str, u16) {
    let (container, last) = key.rsplit_once('.').unwrap_or(("", key));
    match last.rsplit_once('`') {
        // Nobody writes more; those that are made to be too many may be taken for each other.
        Some((name, arity)) => (container, name, arity.parse().unwrap_or(u16::MAX)),
        None => (container, last, 0),
    }
}

fn access(outline: &Outline, id: TypeId) -> Access {
    let mut outermost = id;
    while let Some(parent) = outline.type_(outermost).parent {
        outermost = parent;
    }
    let modifiers = outline.type_(outermost).modifiers;
    if modifiers.contains(Modifiers::FILE) {
        Access::File
    } else if modifiers.contains(Modifiers::PUBLIC) || modifiers.contains(Modifiers::PARTIAL) {
        Access::Everyone
    } else {
        Access::Project
    }
}
