//! Puts types and members into the outline, or adds to those that another branch of an `#if` began.

use super::{FrameKind, Item, Mode, Reader};
use crate::outline::items::{Member, Type, TypeId};
use crate::outline::pool::{ParameterList, Text};
use crate::outline::shape::{Ending, Parts};
use crate::syntax::{MemberKind, Token, TokenKind, TypeKind};
use crate::text::TextRange;

/// A declaration whose header stood in a branch of an `#if` and may go on behind the `#endif`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Begun {
    Type(TypeId),
    Member(u32),
}

impl Reader<'_> {
    pub(super) fn declare_type(
        &mut self,
        kind: TypeKind,
        parts: &Parts,
        ending: Ending,
        token: Token,
    ) -> Item {
        let (namespace, parent) = match self.frame().kind {
            FrameKind::Namespace(id) => (id, None),
            FrameKind::Type(id) => (self.outline.types[id.0 as usize].namespace, Some(id)),
        };
        let name_range = self.token_range(&parts.name);
        let declared = Type {
            kind,
            name: if kind == TypeKind::Extension {
                Text::default()
            } else {
                self.name(parts.name.start)
            },
            type_parameters: self.type_parameters(&parts.type_parameters),
            namespace,
            parent,
            modifiers: parts.modifiers,
            bases: self.bases(&parts.bases),
            parameters: parts
                .parameters
                .as_ref()
                .map(|range| self.parameters(range)),
            result: self.canonical(parts.result.clone()),
            attributes: self.attributes(&parts.attributes),
            range: self.header_range(parts.first, token.end()),
            name_range,
            body: None,
            conditional: self.conditions.any(),
        };
        let id = if let Some(Begun::Type(id)) = self.begun.get(&(name_range.start() as u32)) {
            let known = &mut self.outline.types[id.0 as usize];
            let mut bases = self.outline.pool.list(known.bases).to_vec();
            bases.extend_from_slice(self.outline.pool.list(declared.bases));
            bases.dedup();
            let bases = self.outline.pool.add_list(&bases);
            let modifiers = known.modifiers | declared.modifiers;
            *known = Type {
                bases,
                modifiers,
                range: known.range.cover(declared.range),
                ..declared
            };
            *id
        } else {
            let id = TypeId(self.outline.types.len() as u32);
            self.outline.types.push(declared);
            id
        };
        if self.conditions.any() {
            self.begun
                .insert(name_range.start() as u32, Begun::Type(id));
        }
        if ending != Ending::Brace || kind == TypeKind::Delegate {
            return Item::None;
        }
        self.outline.types[id.0 as usize].body = Some(TextRange::new(token.start(), token.end()));
        self.push_frame(FrameKind::Type(id));
        Item::Declared
    }

    pub(super) fn declare_member(
        &mut self,
        kind: MemberKind,
        parts: &Parts,
        owner: TypeId,
        token: Token,
    ) -> Item {
        let member = Member {
            kind,
            owner,
            name: if kind == MemberKind::Operator {
                self.canonical(parts.name.clone())
            } else {
                self.name(parts.name.start)
            },
            modifiers: parts.modifiers,
            result: self.canonical(parts.result.clone()),
            explicit_interface: self.canonical(parts.explicit_interface.clone()),
            type_parameters: self.type_parameters(&parts.type_parameters),
            parameters: parts
                .parameters
                .as_ref()
                .map_or_else(ParameterList::default, |range| self.parameters(range)),
            attributes: self.attributes(&parts.attributes),
            range: self.header_range(parts.first, token.end()),
            name_range: self.token_range(&parts.name),
            body: None,
            initializer: None,
            made: false,
            conditional: self.conditions.any(),
        };
        let mut last = self.add_member(member);
        let header = self.header();
        let more: Vec<usize> = (parts.more.clone())
            .filter(|at| header.is(at.wrapping_sub(1), TokenKind::Comma) && header.is_name(*at))
            .collect();
        for at in more {
            let name = self.name(at);
            let name_range = self.token_range(&(at..at + 1));
            last = self.add_member(Member {
                name,
                name_range,
                ..member
            });
        }
        Item::Member(last)
    }

    pub(super) fn declare_enum_member(&mut self, token: Token) -> Item {
        let FrameKind::Type(owner) = self.frame().kind else {
            return Item::None;
        };
        let header = self.header();
        let at = header.beyond_attributes(0);
        if !header.is(at, TokenKind::Word) {
            return Item::None;
        }
        let last = header.tokens[at].end();
        let end = if token.kind == TokenKind::Equals {
            token.end()
        } else {
            last
        };
        let parts = Parts {
            name: at..at + 1,
            attributes: 0..at,
            ..Parts::default()
        };
        self.declare_member(MemberKind::EnumMember, &parts, owner, Token::empty(end))
    }

    pub(super) fn add_member(&mut self, member: Member) -> u32 {
        let key = member.name_range.start() as u32;
        if let Some(Begun::Member(id)) = self.begun.get(&key) {
            let known = &mut self.outline.members[*id as usize];
            let range = known.range.cover(member.range);
            *known = Member {
                range,
                body: known.body,
                initializer: known.initializer,
                made: known.made,
                ..member
            };
            return *id;
        }
        let id = self.outline.members.len() as u32;
        self.outline.members.push(member);
        if self.conditions.any() {
            self.begun.insert(key, Begun::Member(id));
        }
        id
    }

    /// Another name of the field declaration that `member` is of.
    pub(super) fn add_declarator(&mut self, member: u32, token: Token) {
        let name = crate::syntax::decoded_name(token.text(self.text));
        let name = self.outline.pool.intern(&name);
        let member = Member {
            name,
            name_range: token.range(),
            initializer: None,
            made: false,
            ..self.outline.members[member as usize]
        };
        let member = self.add_member(member);
        self.state.mode = Mode::Declarator { member };
    }
}
