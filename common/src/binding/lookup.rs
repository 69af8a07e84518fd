//! What a simple or dotted name means at a place, outside of method bodies: types, namespaces, members of the
//! types around. Works on outlines alone.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use crate::outline::{Member, NamespaceId, Outline, TypeId, UsingKind};
use crate::table::NameMap;

use super::members::{Base, FoundMember};
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
    /// What stands before `(…)`: neither types nor members that can't be called are seen.
    Called,
    TypeOnly,
}

type Key = (NamespaceId, Option<TypeId>, FileId, String, usize, Mode);

/// What a using directive brings.
enum Brought {
    Types,
    Statics,
    Alias(String),
}

/// Answers look-ups; remembers answers. One for each file that is bound.
pub(super) struct Lookup<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) library: &'a dyn Library,
    answers: RefCell<NameMap<Key, Meaning>>,
    pub(super) members: RefCell<NameMap<(String, String), Option<FoundMember>>>,
    pub(super) seen_parts: RefCell<NameMap<(FileId, String), SeenParts>>,
    pub(super) seen_bases: RefCell<NameMap<(FileId, String), SeenBases>>,
    seen_members: RefCell<NameMap<(FileId, TypeId), Rc<ByName<'a>>>>,
    /// `None` while they are being read.
    usings: RefCell<NameMap<(FileId, NamespaceId), SeenUsings>>,
    /// How many declarations' usings are being read.
    reading: Cell<usize>,
    depth: RefCell<usize>,
    pub(super) resolving: RefCell<usize>,
    /// What stands in branches of `#if` isn't there.
    unconditional: bool,
    without: OnceCell<Box<Self>>,
}

/// Members of a type declaration by name, in the order of the text.
pub(super) type ByName<'a> = NameMap<&'a str, Vec<&'a Member>>;

/// The parts of a type.
type SeenParts = Rc<[(FileId, TypeId)]>;
/// What they name as their bases.
type SeenBases = Rc<[Base]>;
type SeenUsings = Option<Rc<Usings>>;

/// What the using directives of a namespace declaration bring.
#[derive(Debug, Default)]
pub(super) struct Usings {
    /// The targets of the aliases; the first of a name counts.
    aliases: NameMap<String, String>,
    /// Namespaces that exist.
    namespaces: Vec<String>,
    /// Types whose static members and nested types are brought.
    pub(super) statics: Vec<TypeRef>,
}

/// Stands before the names of namespaces behind an alias of references: what of the source lies there nobody knows.
const REFERENCES: &str = "::";

/// How deep look-ups may start further ones (an alias names a type whose base names an alias …).
const DEEPEST: usize = 24;

impl<'a> Lookup<'a> {
    pub(super) fn new(names: &'a Names<'a>, library: &'a dyn Library) -> Self {
        Self {
            names,
            library,
            answers: RefCell::default(),
            members: RefCell::default(),
            seen_parts: RefCell::default(),
            seen_bases: RefCell::default(),
            seen_members: RefCell::default(),
            usings: RefCell::default(),
            reading: Cell::default(),
            depth: RefCell::default(),
            resolving: RefCell::default(),
            unconditional: false,
            without: OnceCell::new(),
        }
    }

    /// The same look-ups where nothing is declared in branches of `#if`.
    pub(super) fn without_conditional(&self) -> &Self {
        self.without.get_or_init(|| {
            Box::new(Self {
                unconditional: true,
                ..Self::new(self.names, self.library)
            })
        })
    }

    /// Whether a declaration counts that stands in a branch of an `#if`, or doesn't.
    pub(super) fn is_there(&self, conditional: bool) -> bool {
        !(conditional && self.unconditional)
    }

    /// Whether few look-ups wait for this one, so that it isn't cut short.
    pub(super) fn is_shallow(&self) -> bool {
        *self.depth.borrow() < DEEPEST / 2 && self.is_ready()
    }

    /// Whether all usings that count are known, so that what is found now stays true.
    pub(super) fn is_ready(&self) -> bool {
        self.reading.get() == 0
    }

    fn remember(&self, key: Key, meaning: &Meaning) {
        if self.is_ready() {
            self.answers.borrow_mut().insert(key, meaning.clone());
        }
    }

    pub(super) fn outline(&self, file: FileId) -> &'a Outline {
        self.names.outline(file)
    }

    /// The members that a type declaration holds itself.
    pub(super) fn members_by_name(&self, file: FileId, id: TypeId) -> Rc<ByName<'a>> {
        if let Some(known) = self.seen_members.borrow().get(&(file, id)) {
            return known.clone();
        }
        let outline = self.outline(file);
        let mut members = ByName::default();
        let there = outline.members_of(id).iter();
        for member in there.filter(|member| self.is_there(member.conditional)) {
            members
                .entry(outline.text(member.name))
                .or_default()
                .push(member);
        }
        let members = Rc::new(members);
        self.seen_members
            .borrow_mut()
            .insert((file, id), members.clone());
        members
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
        self.remember(key, &meaning);
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
                Mode::TypeOnly => None,
                _ => self.member_in_scope(position.file, id, &key, name, mode),
            };
            if let Some(found) = found {
                return Meaning::Member(found);
            }
            if mode != Mode::Called
                && let Some(nested) = self.nested_type(position.file, &key, name, arity)
            {
                return Meaning::Type(nested);
            }
            around = declared.parent;
        }
        let meaning = self.in_namespaces(name, arity, position, mode, false);
        // Where nothing can be called, what can't be is meant.
        if mode == Mode::Called && meaning == Meaning::Unknown {
            return self.simple(name, arity, position, Mode::Expression);
        }
        meaning
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
                if meaning != Meaning::Unknown && is_seen(&meaning, mode) {
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
        // Most names are none of types or namespaces.
        if !self.names.knows(name) && !self.library.knows(name) {
            return Meaning::Unknown;
        }
        if let Some(container) = container.strip_prefix(REFERENCES) {
            return self.in_references(container, name, arity);
        }
        let mut key = container.to_owned();
        append(&mut key, name, arity);
        if self.has_type(file, &key) && !self.stands_in(file, &key) {
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

    /// The same behind an alias of references: what the library has.
    fn in_references(&self, container: &str, name: &str, arity: usize) -> Meaning {
        let mut key = container.to_owned();
        append(&mut key, name, arity);
        if arity == 0 && self.library.is_namespace(&key) {
            return Meaning::Namespace(format!("{REFERENCES}{key}"));
        }
        if self.library.has_type(&key) {
            return Meaning::Type(TypeRef::Library(key));
        }
        Meaning::Unknown
    }

    /// Whether a type of the source is there only where the library's own isn't: `#if` decides between two that are
    /// called the same, as for what an older framework lacks.
    fn stands_in(&self, file: FileId, key: &str) -> bool {
        let conditional =
            |(file, id): &(FileId, TypeId)| self.outline(*file).type_(*id).conditional;
        self.library.has_type(key) && self.names.parts(file, key).iter().all(conditional)
    }

    fn in_usings(
        &self,
        name: &str,
        arity: usize,
        file: FileId,
        declaration: NamespaceId,
        mode: Mode,
    ) -> Meaning {
        let usings = self.usings(file, declaration);
        if arity == 0
            && let Some(target) = usings.aliases.get(name)
        {
            let meaning = self.using_target(target, file, declaration);
            if is_seen(&meaning, mode) {
                return meaning;
            }
        }
        let mut types: Vec<TypeRef> = Vec::new();
        let mut member = None;
        let nested = usings.statics.iter().filter_map(|owner| {
            let nested = self.nested_type_of(file, owner, name, arity);
            if nested.is_none() && mode != Mode::TypeOnly && member.is_none() {
                member = self.static_member(file, owner, name, mode);
            }
            nested
        });
        let mut brought: Vec<TypeRef> = nested.collect();
        for namespace in &usings.namespaces {
            if let Meaning::Type(found) = self.in_namespace(file, namespace, name, arity) {
                brought.push(found);
            }
        }
        for found in brought {
            if !types.contains(&found) {
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
        if mode == Mode::Called {
            types.clear();
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

    /// What the using directives of a declaration bring, and those of the project where it is the file itself.
    pub(super) fn usings(&self, file: FileId, declaration: NamespaceId) -> Rc<Usings> {
        let key = (file, declaration);
        if let Some(known) = self.usings.borrow().get(&key) {
            // One that is needed to read itself brings nothing so far.
            return known.clone().unwrap_or_default();
        }
        self.usings.borrow_mut().insert(key, None);
        // What they mean doesn't depend on who asks first.
        let depth = self.depth.replace(0);
        let resolving = self.resolving.replace(0);
        self.reading.set(self.reading.get() + 1);
        let usings = Rc::new(self.read_usings(file, declaration));
        self.reading.set(self.reading.get() - 1);
        self.depth.replace(depth);
        self.resolving.replace(resolving);
        self.usings.borrow_mut().insert(key, Some(usings.clone()));
        usings
    }

    fn read_usings(&self, file: FileId, declaration: NamespaceId) -> Usings {
        let mut usings = Usings::default();
        let outline = self.outline(file);
        let mut add = |kind, target: &str| match kind {
            Brought::Alias(name) => {
                let first = usings.aliases.entry(name);
                first.or_insert_with(|| target.to_owned());
            }
            Brought::Types => {
                if let Meaning::Namespace(name) = self.using_target(target, file, declaration)
                    && !usings.namespaces.contains(&name)
                {
                    usings.namespaces.push(name);
                }
            }
            Brought::Statics => {
                if let Meaning::Type(owner) = self.using_target(target, file, declaration)
                    && !usings.statics.contains(&owner)
                {
                    usings.statics.push(owner);
                }
            }
        };
        let own = outline.usings().iter();
        for using in own.filter(|using| using.namespace == declaration && !using.global) {
            let is_alias = matches!(using.kind, UsingKind::Alias(_));
            if is_alias && !self.is_there(using.conditional) {
                continue;
            }
            let kind = match using.kind {
                UsingKind::Namespace => Brought::Types,
                UsingKind::Static => Brought::Statics,
                UsingKind::Alias(name) => Brought::Alias(outline.text(name).to_owned()),
            };
            add(kind, outline.text(using.target));
        }
        let around = (declaration.0 == 0).then(|| self.names.usings_around(file));
        for using in around.into_iter().flatten() {
            let kind = match &using.kind {
                GlobalUsingKind::Namespace => Brought::Types,
                GlobalUsingKind::Static => Brought::Statics,
                GlobalUsingKind::Alias(name) => Brought::Alias(name.clone()),
            };
            add(kind, &using.target);
        }
        usings
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
        self.remember(key, &meaning);
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
            // `new Npgsql.NpgsqlConnection()`: what a package declares is known by its whole name too.
            Meaning::Unknown => {
                let plain = text.strip_prefix("global::").unwrap_or(text);
                if plain.contains('.') && self.library.has_type(plain) {
                    TypeRef::Library(plain.to_owned())
                } else {
                    TypeRef::Unknown
                }
            }
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
            Some(alias) => self.alias(alias, position),
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

    /// What stands before `::`. Behind an alias of references are the namespaces of theirs; which those are only the
    /// build knows, but what is called as a type of the base library there is it.
    pub(super) fn alias(&self, name: &str, position: Position) -> Meaning {
        let outline = self.outline(position.file);
        if name == "global" {
            return Meaning::Namespace(String::new());
        }
        let mut of_references = outline.extern_aliases().iter();
        if of_references.any(|alias| outline.text(alias.name) == name) {
            return Meaning::Namespace(REFERENCES.to_owned());
        }
        self.simple(name, 0, position, Mode::TypeOnly)
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

/// Whether a name that is called can mean it.
fn is_seen(meaning: &Meaning, mode: Mode) -> bool {
    mode != Mode::Called || !matches!(meaning, Meaning::Type(_) | Meaning::Ambiguous(_))
}
