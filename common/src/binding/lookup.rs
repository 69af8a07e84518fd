//! What a simple or dotted name means at a place, outside of method bodies: types, namespaces, members of the
//! types around. Works on outlines alone.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::outline::{NamespaceId, Outline, TypeId, UsingKind};

use super::members::FoundMember;
use super::names::{FileId, GlobalUsingKind, Names, append, namespace_name, type_key};
use super::type_text::{Part, TypeText};
use super::{Library, TypeRef};

/// Where a name stands: everything that decides its meaning, but for the locals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The file.
    pub file: FileId,
    /// The innermost namespace declaration.
    pub namespace: NamespaceId,
    /// The innermost type declaration.
    pub in_type: Option<TypeId>,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A namespace by full name; `""` is the global one.
    Namespace(String),
    /// A type.
    Type(TypeRef),
    /// A member of a type around, of one of its bases, or of a `using static`.
    Member(FoundMember),
    /// Two usings bring different types of this name.
    Ambiguous(Vec<TypeRef>),
    /// Nothing that the workspace or the library declares.
    Unknown,
}

/// Whether members may be meant, or only namespaces and types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    Expression,
    TypeOnly,
}

type Key = (NamespaceId, Option<TypeId>, FileId, String, usize, Mode);

/// Answers look-ups; remembers answers. One for each file that is bound.
pub(super) struct Lookup<'a> {
    pub(super) names: &'a Names,
    pub(super) library: &'a dyn Library,
    answers: RefCell<HashMap<Key, Meaning>>,
    pub(super) members: RefCell<HashMap<(String, String), Option<FoundMember>>>,
    depth: RefCell<usize>,
    pub(super) resolving: RefCell<usize>,
}

/// How deep look-ups may start further ones (an alias names a type whose base names an alias …).
const DEEPEST: usize = 24;

impl<'a> Lookup<'a> {
    pub(super) fn new(names: &'a Names, library: &'a dyn Library) -> Self {
        Self {
            names,
            library,
            answers: RefCell::default(),
            members: RefCell::default(),
            depth: RefCell::default(),
            resolving: RefCell::default(),
        }
    }

    pub(super) fn outline(&self, file: FileId) -> &'a Outline {
        self.names.outline(file)
    }

    /// The meaning of `name` with `arity` type arguments at `position`.
    pub(super) fn simple(
        &self,
        name: &str,
        arity: usize,
        position: Position,
        mode: Mode,
    ) -> Meaning {
        let key = (
            position.namespace,
            position.in_type,
            position.file,
            name.to_owned(),
            arity,
            mode,
        );
        if let Some(known) = self.answers.borrow().get(&key) {
            return known.clone();
        }
        if *self.depth.borrow() >= DEEPEST {
            return Meaning::Unknown;
        }
        *self.depth.borrow_mut() += 1;
        let meaning = self.simple_uncached(name, arity, position, mode);
        *self.depth.borrow_mut() -= 1;
        self.answers.borrow_mut().insert(key, meaning.clone());
        meaning
    }

    fn simple_uncached(&self, name: &str, arity: usize, position: Position, mode: Mode) -> Meaning {
        let outline = self.outline(position.file);
        let mut around = position.in_type;
        while let Some(id) = around {
            let declared = outline.type_(id);
            if arity == 0
                && outline
                    .texts(declared.type_parameters)
                    .any(|parameter| parameter == name)
            {
                return Meaning::Type(TypeRef::Parameter(name.to_owned()));
            }
            let key = type_key(outline, id);
            let found = match mode {
                Mode::Expression => self.member_in_scope(position.file, id, &key, name),
                Mode::TypeOnly => None,
            };
            if let Some(found) = found {
                return Meaning::Member(found);
            }
            if let Some(nested) = self.nested_type(position.file, &key, name, arity) {
                return Meaning::Type(nested);
            }
            around = declared.parent;
        }
        self.in_namespaces(name, arity, position, mode, false)
    }

    /// Looks through the namespaces inside out. `skip_usings` leaves out the innermost declaration's own usings:
    /// a using directive is resolved without its neighbours.
    fn in_namespaces(
        &self,
        name: &str,
        arity: usize,
        position: Position,
        mode: Mode,
        skip_usings: bool,
    ) -> Meaning {
        let outline = self.outline(position.file);
        let mut declaration = position.namespace;
        let mut skip = skip_usings;
        loop {
            let full = namespace_name(outline, declaration);
            let outer = outline.namespace(declaration).parent;
            let outer_name = if declaration.0 == 0 {
                ""
            } else {
                namespace_name(outline, outer)
            };
            let mut level = full;
            loop {
                let meaning = self.in_namespace(position.file, level, name, arity);
                if meaning != Meaning::Unknown {
                    return meaning;
                }
                // Usings belong to the declaration, that is to its innermost level alone.
                if level.len() == full.len() && !skip {
                    let meaning = self.in_usings(name, arity, position.file, declaration, mode);
                    if meaning != Meaning::Unknown {
                        return meaning;
                    }
                }
                skip = false;
                if level.len() <= outer_name.len() {
                    break;
                }
                level = level
                    .rsplit_once('.')
                    .map_or("", |(container, _)| container);
                if level.len() <= outer_name.len() {
                    break;
                }
            }
            if declaration.0 == 0 {
                return Meaning::Unknown;
            }
            declaration = outer;
        }
    }

    /// A type or namespace directly in the namespace `container`.
    pub(super) fn in_namespace(
        &self,
        file: FileId,
        container: &str,
        name: &str,
        arity: usize,
    ) -> Meaning {
        let mut key = container.to_owned();
        append(&mut key, name, arity);
        if self.names.has_type(file, &key) {
            return Meaning::Type(TypeRef::Declared(key));
        }
        if arity == 0
            && (self.names.is_namespace(self.names.project_of(file), &key)
                || self.library.is_namespace(&key))
        {
            return Meaning::Namespace(key);
        }
        if self.library.has_type(&key) {
            return Meaning::Type(TypeRef::Library(key));
        }
        Meaning::Unknown
    }

    fn in_usings(
        &self,
        name: &str,
        arity: usize,
        file: FileId,
        declaration: NamespaceId,
        mode: Mode,
    ) -> Meaning {
        let outline = self.outline(file);
        let own = outline
            .usings()
            .iter()
            .filter(|using| using.namespace == declaration && !using.global);
        let global: &[_] = match declaration.0 {
            0 => self.names.global_usings(self.names.project_of(file)),
            _ => &[],
        };
        if arity == 0 {
            for using in own.clone() {
                if let UsingKind::Alias(alias) = using.kind
                    && outline.text(alias) == name
                {
                    return self.using_target(outline.text(using.target), file, declaration);
                }
            }
            for using in global {
                if matches!(&using.kind, GlobalUsingKind::Alias(alias) if alias == name) {
                    return self.using_target(&using.target, file, NamespaceId(0));
                }
            }
        }
        let mut types: Vec<TypeRef> = Vec::new();
        let mut member = None;
        let brought = own
            .filter_map(|using| match using.kind {
                UsingKind::Namespace => Some((false, outline.text(using.target))),
                UsingKind::Static => Some((true, outline.text(using.target))),
                UsingKind::Alias(_) => None,
            })
            .chain(global.iter().filter_map(|using| match using.kind {
                GlobalUsingKind::Namespace => Some((false, using.target.as_str())),
                GlobalUsingKind::Static => Some((true, using.target.as_str())),
                GlobalUsingKind::Alias(_) => None,
            }));
        for (is_static, target) in brought {
            let found = match self.using_target(target, file, declaration) {
                Meaning::Namespace(namespace) if !is_static => {
                    self.in_namespace(file, &namespace, name, arity)
                }
                Meaning::Type(owner) if is_static => {
                    if let Some(nested) = self.nested_type_of(file, &owner, name, arity) {
                        Meaning::Type(nested)
                    } else {
                        if mode == Mode::Expression && member.is_none() {
                            member = self.static_member(file, &owner, name);
                        }
                        Meaning::Unknown
                    }
                }
                _ => Meaning::Unknown,
            };
            if let Meaning::Type(found) = found
                && !types.contains(&found)
            {
                types.push(found);
            }
        }
        // Source wins over the library where both bring a name: a library type of a package that isn't referenced.
        if types.len() > 1
            && types
                .iter()
                .any(|found| matches!(found, TypeRef::Declared(_)))
        {
            types.retain(|found| matches!(found, TypeRef::Declared(_)));
        }
        match (types.pop(), member) {
            (None, Some(member)) => Meaning::Member(member),
            (None, None) => Meaning::Unknown,
            (Some(only), _) if types.is_empty() => Meaning::Type(only),
            (Some(last), _) => {
                types.push(last);
                Meaning::Ambiguous(types)
            }
        }
    }

    /// What the target of a using directive means: its neighbours don't count, outer ones do.
    fn using_target(&self, target: &str, file: FileId, declaration: NamespaceId) -> Meaning {
        let key = (
            declaration,
            None,
            file,
            format!("using {target}"),
            0,
            Mode::TypeOnly,
        );
        if let Some(known) = self.answers.borrow().get(&key) {
            return known.clone();
        }
        if *self.depth.borrow() >= DEEPEST {
            return Meaning::Unknown;
        }
        *self.depth.borrow_mut() += 1;
        let position = Position {
            file,
            namespace: declaration,
            in_type: None,
        };
        let mut meaning = TypeText::parse(target).map_or(Meaning::Unknown, |text| {
            self.dotted(&text, position, |part| {
                self.in_namespaces(part.name, part.arity(), position, Mode::TypeOnly, true)
            })
        });
        if meaning == Meaning::Unknown {
            let plain = target.strip_prefix("global::").unwrap_or(target);
            if self.library.is_package_namespace(plain) {
                meaning = Meaning::Namespace(plain.to_owned());
            } else if self.library.has_type(plain) {
                meaning = Meaning::Type(TypeRef::Library(plain.to_owned()));
            }
        }
        *self.depth.borrow_mut() -= 1;
        self.answers.borrow_mut().insert(key, meaning.clone());
        meaning
    }

    /// The meaning of a type text at `position`.
    pub(super) fn type_text(&self, text: &str, position: Position) -> TypeRef {
        let Some(parsed) = TypeText::parse(text) else {
            return TypeRef::Unknown;
        };
        if let Some(keyword) = parsed.keyword() {
            return TypeRef::Library(keyword.to_owned());
        }
        let meaning = self.dotted(&parsed, position, |part| {
            self.simple(part.name, part.arity(), position, Mode::TypeOnly)
        });
        match meaning {
            Meaning::Type(found) => found,
            _ => TypeRef::Unknown,
        }
    }

    fn dotted(
        &self,
        text: &TypeText<'_>,
        position: Position,
        first: impl Fn(&Part<'_>) -> Meaning,
    ) -> Meaning {
        let mut parts = text.parts.iter();
        let mut meaning = match text.alias {
            Some("global") => Meaning::Namespace(String::new()),
            Some(alias) => self.simple(alias, 0, position, Mode::TypeOnly),
            None => match parts.next() {
                Some(part) => first(part),
                None => return Meaning::Unknown,
            },
        };
        for part in parts {
            meaning = self.step(position.file, meaning, part.name, part.arity());
        }
        meaning
    }

    /// `name` behind a namespace or type; only types and namespaces are found.
    pub(super) fn step(&self, file: FileId, left: Meaning, name: &str, arity: usize) -> Meaning {
        match left {
            Meaning::Namespace(container) => self.in_namespace(file, &container, name, arity),
            Meaning::Type(owner) => self
                .nested_type_of(file, &owner, name, arity)
                .map_or(Meaning::Unknown, Meaning::Type),
            _ => Meaning::Unknown,
        }
    }
}
