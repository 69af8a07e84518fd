//! Names that `#if` decides about: a declaration of the source hides the library's in one configuration and isn't there in
//! another. Both are meant, each in its turn.

use crate::outline::{Outline, TypeId, UsingKind};
use crate::syntax::SyntaxNode;

use super::TypeRef;
use super::brought::mode_of;
use super::expression::{Binder, Resolution};
use super::lookup::{Lookup, Meaning, Mode, Position};
use super::members::{FoundMember, MemberSource};
use super::names::FileId;

impl<'a> Binder<'a> {
    /// The library type that is made where `#if` leaves out the declared one; `None` also if its name has several parts.
    pub fn made_by_condition(&self, ty: SyntaxNode<'a>) -> Option<TypeRef> {
        let (name, arity) = super::name_and_arity(ty);
        let position = self.position(ty);
        let meaning = self.lookup.simple(&name, arity, position, Mode::TypeOnly);
        let offset = ty.range().start();
        self.lookup
            .left_by_condition(&meaning, (&name, arity), (position, offset), Mode::TypeOnly)
    }

    /// What a name means by its declaration, unless it is the library's where that isn't there.
    pub(super) fn or_library(
        &self,
        meaning: Meaning,
        name: (&str, usize),
        node: SyntaxNode<'a>,
    ) -> Resolution<'a> {
        let place = (self.position(node), node.range().start());
        match self
            .lookup
            .left_by_condition(&meaning, name, place, mode_of(node))
        {
            Some(library) => Resolution::Ambiguous(vec![library]),
            None => self.meaning(meaning, node),
        }
    }
}

impl Lookup<'_> {
    /// The library type that a name without a receiver means, or has its member of, where `#if` leaves out what `meaning`
    /// says.
    pub(super) fn left_by_condition(
        &self,
        meaning: &Meaning,
        (name, arity): (&str, usize),
        (position, offset): (Position, usize),
        mode: Mode,
    ) -> Option<TypeRef> {
        if !self.is_conditional(meaning, name, position)
            || is_conditional_at(self.outline(position.file), position, offset)
        {
            return None;
        }
        let without = self.without_conditional();
        match without.simple(name, arity, position, mode) {
            Meaning::Type(library @ TypeRef::Library(_))
            | Meaning::Member(FoundMember {
                owner: library @ TypeRef::Library(_),
                source: MemberSource::Library,
                ..
            }) => Some(library),
            _ => None,
        }
    }

    /// Whether all that declares what a name means stands in branches of `#if`.
    fn is_conditional(&self, meaning: &Meaning, name: &str, position: Position) -> bool {
        let outline = self.outline(position.file);
        match meaning {
            Meaning::Type(TypeRef::Declared(key)) => {
                self.all_conditional(position.file, key)
                    || outline.usings().iter().any(|using| {
                        using.conditional
                            && matches!(using.kind, UsingKind::Alias(alias) if outline.text(alias) == name)
                    })
            }
            Meaning::Member(FoundMember {
                owner: TypeRef::Declared(key),
                source: MemberSource::Value | MemberSource::Method,
                ..
            }) => {
                self.all_conditional(position.file, key)
                    || self.parts(position.file, key).iter().all(|(file, id)| {
                        let members = self.members_by_name(*file, *id);
                        let mut called = members.get(name).into_iter().flatten();
                        called.all(|member| member.conditional)
                    })
            }
            _ => false,
        }
    }

    fn all_conditional(&self, file: FileId, key: &str) -> bool {
        let parts = self.parts(file, key);
        let conditional =
            |(file, id): &(FileId, TypeId)| self.outline(*file).type_(*id).conditional;
        !parts.is_empty() && parts.iter().all(conditional)
    }
}

/// Whether the code at `offset` stands in a declaration that is itself in a branch of an `#if`.
fn is_conditional_at(outline: &Outline, position: Position, offset: usize) -> bool {
    let mut around = position.in_type;
    if let Some(id) = around {
        let mut members = outline.members_of(id).iter();
        if members.any(|member| member.conditional && member.range.contains(offset)) {
            return true;
        }
    }
    while let Some(id) = around {
        let declared = outline.type_(id);
        if declared.conditional {
            return true;
        }
        around = declared.parent;
    }
    false
}
