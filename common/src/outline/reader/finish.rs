//! Where declarations end: sets their ranges and puts the outline in order.

use super::{FrameKind, HEADER, Item, Mode, Reader};
use crate::syntax::{MemberKind, Token};
use crate::text::TextRange;

impl Reader<'_> {
    /// A `}` that closes what surrounds the header.
    pub(super) fn close(&mut self, token: Token) {
        if !self.pending.tokens().is_empty() {
            let item = self.declare_incomplete(self.previous.end());
            if let Item::Member(member) = item {
                self.end_group(member, self.previous.end());
            }
            self.pending.clear();
        }
        self.state.mode = HEADER;
        let frame = self.frame();
        let end = token.end();
        match frame.kind {
            FrameKind::Type(id) => {
                let closed = &mut self.outline.types[id.0 as usize];
                closed.range = TextRange::new(closed.range.start(), end);
                closed.body = closed.body.map(|body| TextRange::new(body.start(), end));
                self.last_type = Some(self.state.frame);
                self.state.frame = frame.parent;
            }
            FrameKind::Namespace(id) => {
                let closed = &mut self.outline.namespaces[id.0 as usize];
                if id.0 == 0 || closed.file_scoped {
                    self.stray = true;
                    return;
                }
                closed.range = TextRange::new(closed.range.start(), end);
                closed.body = TextRange::new(closed.body.start(), end);
                self.state.frame = frame.parent;
            }
        }
    }

    pub(super) fn end_body(&mut self, item: Item, start: u32, end: usize) {
        let body = TextRange::new(start as usize, end);
        match item {
            Item::Member(id) => {
                let member = &mut self.outline.members[id as usize];
                member.body = Some(body);
                member.range = TextRange::new(member.range.start(), end);
                if member.kind == MemberKind::Property {
                    self.state.mode = Mode::AfterBody { member: id };
                }
            }
            Item::Statement => self.add_statement(body),
            Item::None | Item::Declared => {}
        }
    }

    /// A value ends at `end`, its declaration at `declaration_end`.
    pub(super) fn end_value(&mut self, end: usize, declaration_end: usize) {
        let Mode::Value {
            item, start, arrow, ..
        } = self.state.mode
        else {
            return;
        };
        // Blanks and comments around it are no part of it.
        let end = if self.previous.start() >= start as usize {
            self.previous.end()
        } else {
            end
        };
        match item {
            Item::Member(id) => {
                let first = self.first(start as usize, end);
                let start = first.map_or(start as usize, Token::start);
                let value = TextRange::new(start, end);
                let member = &mut self.outline.members[id as usize];
                if arrow {
                    member.body = Some(value);
                } else {
                    member.initializer = Some(value);
                    member.made = first.is_some_and(|first| first.text(self.text) == "new");
                }
                self.end_group(id, declaration_end);
            }
            Item::Statement => self.add_statement(TextRange::new(start as usize, declaration_end)),
            Item::None | Item::Declared => {}
        }
    }

    fn first(&self, start: usize, end: usize) -> Option<Token> {
        let first = crate::syntax::Lexer::from(self.text, start).next_code();
        (first.start() < end).then_some(first)
    }

    /// The declaration that `member` is of ends here; so do the declarators before it.
    pub(super) fn end_group(&mut self, member: u32, end: usize) {
        let Some(last) = self.outline.members.get(member as usize) else {
            return;
        };
        let (owner, start) = (last.owner, last.range.start());
        let enum_member = last.kind == MemberKind::EnumMember;
        for member in self.outline.members[..=member as usize].iter_mut().rev() {
            if member.owner != owner || member.range.start() != start {
                break;
            }
            member.range = TextRange::new(start, end);
            if enum_member {
                break;
            }
        }
    }

    /// Ends what is open at the end of the text. Whether nothing was, and no brace closed nothing.
    pub(super) fn finish(&mut self) -> bool {
        let end = self.text.len();
        let in_body = matches!(self.state.mode, Mode::Body { .. });
        match self.state.mode {
            Mode::Header { .. } if !self.pending.tokens().is_empty() => {
                self.declare_incomplete(self.previous.end());
            }
            Mode::Body { item, start, .. } => self.end_body(item, start, end),
            Mode::Value { .. } => self.end_value(end, end),
            _ => {}
        }
        let mut open = in_body;
        let mut frame = self.state.frame;
        while frame != 0 {
            match self.frames[frame as usize].kind {
                FrameKind::Type(id) => {
                    open = true;
                    let declared = &mut self.outline.types[id.0 as usize];
                    declared.range = TextRange::new(declared.range.start(), end);
                    declared.body = declared.body.map(|body| TextRange::new(body.start(), end));
                }
                FrameKind::Namespace(id) => {
                    open |= !self.outline.namespaces[id.0 as usize].file_scoped;
                }
            }
            frame = self.frames[frame as usize].parent;
        }
        self.order();
        !open && !self.stray
    }

    fn order(&mut self) {
        let outline = &mut self.outline;
        outline
            .members
            .sort_by_key(|member| (member.owner, member.name_range.start()));
        let mut at = 0;
        for id in 0..=outline.types.len() as u32 {
            while outline
                .members
                .get(at)
                .is_some_and(|member| member.owner.0 < id)
            {
                at += 1;
            }
            outline.first_members.push(at as u32);
        }
        outline.pool.finish();
        outline.usings.shrink_to_fit();
        outline.namespaces.shrink_to_fit();
        outline.first_members.shrink_to_fit();
        outline.members.shrink_to_fit();
        outline.types.shrink_to_fit();
        outline.parameters.shrink_to_fit();
    }
}
