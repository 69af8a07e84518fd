//! Members of types, those of the bases included.

use std::rc::Rc;

use crate::outline::{Member, MemberKind, Modifiers, NamespaceId, TypeId, TypeKind};
use crate::symbol::is_interface_name;
use crate::syntax::SyntaxNode;
use crate::table::NameSet;

use super::candidates::Candidate;
use super::expression::Binder;
use super::lookup::{Lookup, Meaning, Mode, Position};
use super::names::{FileId, namespace_name, type_key};
use super::{Side, TypeRef, TypeText};

/// A member that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMember {
    /// The type that has it.
    pub owner: TypeRef,
    /// Its name.
    pub name: String,
    /// What it is and where it comes from.
    pub source: MemberSource,
    /// Whether it is reached through the type.
    pub is_static: bool,
    /// Whether it is a method.
    pub is_method: bool,
    /// Its declared type or result, as a text to be read at `position`; empty when unknown.
    pub type_text: String,
    /// Where its type text stands; `None` for members from outside the source, whose texts have full names.
    pub position: Option<Position>,
}

/// Where a member comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberSource {
    /// A field, property or event of the source: it has a value.
    Value,
    /// A primary-constructor parameter; of a record a property too.
    PrimaryParameter,
    /// A method of the source.
    Method,
    /// A member of a library type.
    Library,
    /// Brought by a base class that is known only by name.
    ExternalBase,
}

/// Whether what stands in a type with these modifiers can be seen by classes that derive from it: in a class, what
/// says nothing is private.
pub(super) fn is_shown(modifiers: Modifiers, container: TypeKind) -> bool {
    let shown = Modifiers::PUBLIC | Modifiers::INTERNAL | Modifiers::PROTECTED;
    modifiers.intersects(shown)
        || matches!(container, TypeKind::Interface | TypeKind::Enum)
            && !modifiers.contains(Modifiers::PRIVATE)
}

/// How far up bases are followed.
pub(super) const DEEPEST_BASE: usize = 32;

/// A base of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Known(TypeRef),
    /// Outside the workspace: its simple name.
    External(String),
}

impl Lookup<'_> {
    /// A member of the type `id` (in `file`, with `key`) as its own code sees it by its simple name.
    pub(super) fn member_in_scope(
        &self,
        file: FileId,
        id: TypeId,
        key: &str,
        name: &str,
        mode: Mode,
    ) -> Option<FoundMember> {
        if self.outline(file).type_(id).kind == TypeKind::Extension {
            return self.primary_parameter(file, id, name);
        }
        self.declared_member(file, key, name, true, mode)
    }

    /// A member of `key` or of its bases.
    pub(super) fn declared_member(
        &self,
        file: FileId,
        key: &str,
        name: &str,
        from_inside: bool,
        mode: Mode,
    ) -> Option<FoundMember> {
        let called = if mode == Mode::Called { "(" } else { "" };
        let inside = if from_inside { "." } else { "" };
        let cached = (key.to_owned(), format!("{called}{inside}{name}"));
        if let Some(known) = self.members.borrow().get(&cached) {
            return known.clone();
        }
        // A type that is being looked through has no such member as far as its own bases are concerned.
        self.members.borrow_mut().insert(cached.clone(), None);
        let found = self.declared_member_uncached(file, key, name, from_inside, mode);
        if self.is_ready() {
            self.members.borrow_mut().insert(cached, found.clone());
        } else {
            self.members.borrow_mut().remove(&cached);
        }
        found
    }

    fn declared_member_uncached(
        &self,
        file: FileId,
        key: &str,
        name: &str,
        from_inside: bool,
        mode: Mode,
    ) -> Option<FoundMember> {
        let mut open = vec![(key.to_owned(), 0)];
        let mut seen: Vec<String> = Vec::new();
        while let Some((key, depth)) = open.pop() {
            if seen.contains(&key) || depth > DEEPEST_BASE {
                continue;
            }
            let parts = self.parts(file, &key);
            for (part, id) in parts.iter() {
                if let Some(found) =
                    self.own_member(*part, *id, &key, name, from_inside && depth == 0, mode)
                {
                    return Some(found);
                }
            }
            let is_interface = parts.first().is_some_and(|(part, id)| {
                self.outline(*part).type_(*id).kind == TypeKind::Interface
            });
            for base in self.bases(file, &key).iter().cloned() {
                match base {
                    Base::Known(TypeRef::Declared(base_key)) => {
                        // Members of an interface are not members of the class that implements it.
                        let of_interface =
                            self.names
                                .parts(file, &base_key)
                                .first()
                                .is_some_and(|(part, id)| {
                                    self.outline(*part).type_(*id).kind == TypeKind::Interface
                                });
                        if of_interface == is_interface {
                            open.push((base_key, depth + 1));
                        }
                    }
                    Base::Known(TypeRef::Library(base)) => {
                        if let Some(member) = self.library.member(&base, name, Side::Any)
                            && (mode != Mode::Called || self.may_call_library(&member))
                        {
                            return Some(library_member(&base, name, member));
                        }
                        if self.library.base_hides(&base, name) {
                            return Some(external_member(name));
                        }
                    }
                    // A class outside of all that is known is taken not to hide our names.
                    Base::Known(_) | Base::External(_) => {}
                }
            }
            seen.push(key);
        }
        None
    }

    pub(super) fn own_member(
        &self,
        file: FileId,
        id: TypeId,
        key: &str,
        name: &str,
        from_inside: bool,
        mode: Mode,
    ) -> Option<FoundMember> {
        let outline = self.outline(file);
        let declared = outline.type_(id);
        let members = self.members_by_name(file, id);
        let member = members.get(name).into_iter().flatten().find(|member| {
            let named = !matches!(
                member.kind,
                MemberKind::Constructor
                    | MemberKind::Destructor
                    | MemberKind::Operator
                    | MemberKind::Conversion
                    | MemberKind::Indexer
            );
            named
                && member.explicit_interface.is_empty()
                && (from_inside || is_shown(member.modifiers, declared.kind))
                && (mode != Mode::Called || self.may_call(file, id, member))
        });
        if let Some(member) = member {
            let fixed = matches!(member.kind, MemberKind::Constant | MemberKind::EnumMember);
            let method = member.kind == MemberKind::Method;
            return Some(FoundMember {
                owner: TypeRef::Declared(key.to_owned()),
                name: name.to_owned(),
                source: if method {
                    MemberSource::Method
                } else {
                    MemberSource::Value
                },
                is_static: fixed || member.modifiers.contains(Modifiers::STATIC),
                is_method: method,
                type_text: match member.kind {
                    MemberKind::EnumMember => key.split('`').next().unwrap_or_default().to_owned(),
                    _ => outline.text(member.result).to_owned(),
                },
                position: Some(Position {
                    file,
                    namespace: declared.namespace,
                    in_type: Some(id),
                }),
            });
        }
        let record = matches!(declared.kind, TypeKind::Record | TypeKind::RecordStruct);
        (from_inside || record)
            .then(|| self.primary_parameter(file, id, name))
            .flatten()
    }

    /// Whether a member can be called: a method, or one whose value may be a delegate.
    fn may_call(&self, file: FileId, id: TypeId, member: &Member) -> bool {
        match member.kind {
            MemberKind::EnumMember | MemberKind::Constant => return false,
            MemberKind::Field | MemberKind::Property => {}
            _ => return true,
        }
        let outline = self.outline(file);
        let text = outline.text(member.result);
        if TypeText::parse(text).is_some_and(|text| text.keyword().is_some()) {
            return false;
        }
        let position = Position {
            file,
            namespace: outline.type_(id).namespace,
            in_type: Some(id),
        };
        match self.type_text(text, position) {
            TypeRef::Declared(key) => self
                .parts(file, &key)
                .iter()
                .any(|(part, id)| self.outline(*part).type_(*id).kind == TypeKind::Delegate),
            TypeRef::Library(full) => self.library.may_be_delegate(&full),
            TypeRef::Parameter(_) => false,
            // Arrays and tuples.
            TypeRef::Unknown => !text.ends_with([']', ')']),
        }
    }

    fn may_call_library(&self, member: &super::LibraryMember) -> bool {
        member.is_method
            || (member.result.as_deref()).is_none_or(|full| self.library.may_be_delegate(full))
    }

    fn primary_parameter(&self, file: FileId, id: TypeId, name: &str) -> Option<FoundMember> {
        let outline = self.outline(file);
        let declared = outline.type_(id);
        if declared.kind == TypeKind::Delegate {
            return None;
        }
        let parameter = outline
            .parameters(declared.parameters?)
            .iter()
            .find(|parameter| outline.text(parameter.name) == name)?;
        Some(FoundMember {
            owner: TypeRef::Declared(type_key(outline, id)),
            name: name.to_owned(),
            source: MemberSource::PrimaryParameter,
            is_static: false,
            is_method: false,
            type_text: outline.text(parameter.type_text).to_owned(),
            position: Some(Position {
                file,
                namespace: declared.namespace,
                in_type: Some(id),
            }),
        })
    }

    /// The parts of the type `key` that `file` sees.
    pub(super) fn parts(&self, file: FileId, key: &str) -> Rc<[(FileId, TypeId)]> {
        let key = (file, key.to_owned());
        if let Some(known) = self.seen_parts.borrow().get(&key) {
            return known.clone();
        }
        let mut parts = self.names.parts(file, &key.1);
        parts.retain(|(part, id)| self.is_there(self.outline(*part).type_(*id).conditional));
        let parts: Rc<[_]> = parts.into();
        self.seen_parts.borrow_mut().insert(key, parts.clone());
        parts
    }

    /// Whether there is a type of the source with this key.
    pub(super) fn has_type(&self, file: FileId, key: &str) -> bool {
        self.names.has_type(file, key) && (self.is_there(true) || !self.parts(file, key).is_empty())
    }

    /// The bases that the parts of the type `key` name, each once.
    pub(super) fn bases(&self, file: FileId, key: &str) -> Rc<[Base]> {
        let cached = (file, key.to_owned());
        if let Some(known) = self.seen_bases.borrow().get(&cached) {
            return known.clone();
        }
        let bases: Rc<[Base]> = self.bases_of(&self.parts(file, key)).into();
        // What is found while other look-ups wait for it may be cut short.
        if *self.resolving.borrow() <= 1 && self.is_shallow() {
            self.seen_bases.borrow_mut().insert(cached, bases.clone());
        }
        bases
    }

    fn bases_of(&self, parts: &[(FileId, TypeId)]) -> Vec<Base> {
        let mut bases: Vec<Base> = Vec::new();
        let mut seen: NameSet<(NamespaceId, Option<TypeId>, FileId, &str)> = NameSet::default();
        for (file, id) in parts {
            let outline = self.outline(*file);
            let declared = outline.type_(*id);
            if declared.kind == TypeKind::Enum {
                continue;
            }
            // The base list is read outside the type, but its type parameters are known there.
            let position = Position {
                file: *file,
                namespace: declared.namespace,
                in_type: declared.parent,
            };
            for text in outline.texts(declared.bases) {
                if !seen.insert((declared.namespace, declared.parent, *file, text)) {
                    continue;
                }
                let base = match self.type_text(text, position) {
                    TypeRef::Unknown => {
                        match TypeText::parse(text).and_then(|text| text.parts.last().copied()) {
                            Some(part) => Base::External(part.name.to_owned()),
                            None => continue,
                        }
                    }
                    known => Base::Known(known),
                };
                if !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
        bases
    }

    /// Whether a class above the type `key` is outside the workspace and the library, so that its members are unknown.
    pub(super) fn has_external_class(&self, file: FileId, key: &str) -> bool {
        self.any_base(file, key, |base| match base {
            Base::External(name) => !is_interface_name(name),
            Base::Known(TypeRef::Library(base)) => !self.library.knows_members(base),
            Base::Known(_) => false,
        })
    }

    /// Whether `wanted` is true of a base of the type `key`, however far up.
    pub(super) fn any_base(&self, file: FileId, key: &str, wanted: impl Fn(&Base) -> bool) -> bool {
        let mut open = vec![key.to_owned()];
        let mut seen: Vec<String> = Vec::new();
        while let Some(key) = open.pop() {
            if seen.contains(&key) || seen.len() > DEEPEST_BASE {
                continue;
            }
            for base in self.bases(file, &key).iter() {
                if wanted(base) {
                    return true;
                }
                if let Base::Known(TypeRef::Declared(base)) = base {
                    open.push(base.clone());
                }
            }
            seen.push(key);
        }
        false
    }

    /// A member behind a type or a value of that type.
    pub(super) fn member_of(
        &self,
        file: FileId,
        owner: &TypeRef,
        name: &str,
        side: Side,
    ) -> Option<FoundMember> {
        match owner {
            TypeRef::Declared(key) => self.declared_member(file, key, name, true, Mode::Expression),
            TypeRef::Library(full) => self
                .library
                .member(full, name, side)
                .map(|member| library_member(full, name, member)),
            _ => None,
        }
    }

    pub(super) fn static_member(
        &self,
        file: FileId,
        owner: &TypeRef,
        name: &str,
        mode: Mode,
    ) -> Option<FoundMember> {
        let member = match owner {
            TypeRef::Declared(key) => self.declared_member(file, key, name, false, mode),
            // `Process.Start` and `process.Start`: the first of them may be that of objects.
            _ => match self.member_of(file, owner, name, Side::Any) {
                Some(member) if !member.is_static => self.member_of(file, owner, name, Side::Type),
                known => known,
            },
        };
        member.filter(|member| {
            member.is_static
                && !self.only_extends(file, member)
                && (mode != Mode::Called || member.is_method || member.position.is_some())
        })
    }

    /// Whether a method of the source is there for values alone: a `using static` brings no extension method by its name.
    fn only_extends(&self, file: FileId, member: &FoundMember) -> bool {
        let TypeRef::Declared(key) = &member.owner else {
            return false;
        };
        let mut methods = Vec::new();
        self.callables(file, key, &mut methods, |kind, name| {
            kind == MemberKind::Method && name == member.name
        });
        member.is_method && !methods.is_empty() && methods.iter().all(Candidate::is_extension)
    }

    /// An extension method of the source called `name`, when all of that name give the same type.
    pub(super) fn extension(&self, file: FileId, name: &str) -> Option<FoundMember> {
        let mut found: Option<FoundMember> = None;
        for (other, member) in self.names.extensions(file, name) {
            let outline = self.outline(other);
            let declared = outline.type_(member.owner);
            let one = FoundMember {
                owner: TypeRef::Declared(type_key(outline, member.owner)),
                name: name.to_owned(),
                source: MemberSource::Method,
                is_static: true,
                is_method: true,
                type_text: outline.text(member.result).to_owned(),
                position: Some(Position {
                    file: other,
                    namespace: declared.namespace,
                    in_type: Some(member.owner),
                }),
            };
            match &found {
                Some(first) if first.type_text != one.type_text => return None,
                Some(_) => {}
                None => found = Some(one),
            }
        }
        found
    }

    /// The declared type of a member.
    pub(super) fn type_of(&self, file: FileId, member: &FoundMember) -> TypeRef {
        match member.position {
            Some(position) => self.type_text(&member.type_text, position),
            None if member.type_text.is_empty() => TypeRef::Unknown,
            None => self.full_type_text(file, &member.type_text),
        }
    }

    /// A type text that was written with full names.
    pub(super) fn full_type_text(&self, file: FileId, text: &str) -> TypeRef {
        let Some(parsed) = TypeText::parse(text) else {
            return TypeRef::Unknown;
        };
        if let Some(keyword) = parsed.keyword() {
            return TypeRef::Library(keyword.to_owned());
        }
        let mut meaning = Meaning::Namespace(String::new());
        for part in &parsed.parts {
            meaning = self.step(file, meaning, part.name, part.arity());
        }
        match meaning {
            Meaning::Type(found) => found,
            _ => TypeRef::Unknown,
        }
    }

    /// The position of code directly in a part of a type.
    pub(super) fn position_at(&self, file: FileId, offset: usize) -> Position {
        let outline = self.outline(file);
        Position {
            file,
            namespace: outline.namespace_at(offset),
            in_type: outline.type_at(offset),
        }
    }

    /// The full name with dots of the type that a position stands in, `""` outside.
    pub(super) fn type_name_at(&self, position: Position) -> String {
        let outline = self.outline(position.file);
        match position.in_type {
            Some(id) => outline.full_name(id),
            None => namespace_name(outline, position.namespace).to_owned(),
        }
    }

    pub(super) fn type_only(&self, name: &str, arity: usize, position: Position) -> Meaning {
        self.simple(name, arity, position, Mode::TypeOnly)
    }
}

impl<'a> Binder<'a> {
    /// Whether a type of the source has a member called `name`, or has a base that nobody knows.
    pub(crate) fn may_have_member(&self, ty: &TypeRef, name: &str) -> bool {
        let TypeRef::Declared(key) = ty else {
            return true;
        };
        let lookup = &self.lookup;
        let own = lookup.declared_member(self.file, key, name, true, Mode::Expression);
        own.is_some() || lookup.any_base(self.file, key, |base| matches!(base, Base::External(_)))
    }

    /// Whether a field of a type around `node` stands in another of its files, and begins with what is made there.
    pub(crate) fn is_made_elsewhere(&self, node: SyntaxNode<'a>, member: &FoundMember) -> bool {
        let (Some(place), TypeRef::Declared(key)) = (member.position, &member.owner) else {
            return false;
        };
        let (Some(id), outline) = (place.in_type, self.lookup.outline(place.file)) else {
            return false;
        };
        let own = self.lookup.outline(self.file);
        let mut around = self.position(node).in_type;
        while let Some(inner) = around.filter(|inner| type_key(own, *inner) != *key) {
            around = own.type_(inner).parent;
        }
        let members = outline.members_of(id).iter();
        let mut called = members.filter(|one| outline.text(one.name) == member.name);
        place.file != self.file && around.is_some() && called.any(|one| one.made)
    }

    /// Whether a type is one of those around `node`, with no part in another file.
    pub(crate) fn is_wholly_here(&self, node: SyntaxNode<'a>, ty: &TypeRef) -> bool {
        let TypeRef::Declared(key) = ty else {
            return false;
        };
        let outline = self.lookup.outline(self.file);
        let mut around = self.position(node).in_type;
        while let Some(id) = around {
            if type_key(outline, id) == *key {
                let parts = self.lookup.parts(self.file, key);
                return parts.iter().all(|(file, _)| *file == self.file);
            }
            around = outline.type_(id).parent;
        }
        false
    }
}

pub(super) fn library_member(owner: &str, name: &str, member: super::LibraryMember) -> FoundMember {
    FoundMember {
        owner: TypeRef::Library(owner.to_owned()),
        name: name.to_owned(),
        source: MemberSource::Library,
        is_static: member.is_static,
        is_method: member.is_method,
        type_text: member.result.unwrap_or_default(),
        position: None,
    }
}

fn external_member(name: &str) -> FoundMember {
    FoundMember {
        owner: TypeRef::Unknown,
        name: name.to_owned(),
        source: MemberSource::ExternalBase,
        is_static: false,
        is_method: true,
        type_text: String::new(),
        position: None,
    }
}
