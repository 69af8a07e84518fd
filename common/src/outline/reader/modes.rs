//! What a token means where the reader stands: in a body, a value, among declarators, in a header.

use super::{FrameKind, HEADER, Item, Mode, Reader, Repair, Until};
use crate::outline::shape::{self, Ending};
use crate::syntax::{Lexer, MemberKind, Modifiers, Token, TokenKind};

impl Reader<'_> {
    pub(super) fn in_body(&mut self, token: Token, item: Item, mut braces: u32, start: u32) {
        match token.kind {
            TokenKind::OpenBrace => braces += 1,
            TokenKind::CloseBrace => {
                braces -= 1;
                if braces == 0 {
                    self.state.mode = HEADER;
                    self.end_body(item, start, token.end());
                    return;
                }
            }
            TokenKind::Word if self.repair == Repair::Yes && self.ends_body(token, item) => {
                self.state.mode = HEADER;
                self.end_body(item, start, self.previous.end());
                self.token(token);
                return;
            }
            _ => return,
        }
        self.state.mode = Mode::Body {
            item,
            braces,
            start,
        };
    }

    /// A modifier of accessibility stands in no body but that of a property.
    pub(super) fn ends_body(&self, token: Token, item: Item) -> bool {
        let Some(modifier) = Modifiers::from_word(token.text(self.text)) else {
            return false;
        };
        if !Modifiers::ACCESS.contains(modifier) {
            return false;
        }
        match item {
            Item::Member(member) => !matches!(
                self.outline.members[member as usize].kind,
                MemberKind::Property | MemberKind::Indexer | MemberKind::Event
            ),
            _ => matches!(self.frame().kind, FrameKind::Type(_)),
        }
    }

    pub(super) fn in_value(&mut self, token: Token) {
        let Mode::Value {
            item,
            until,
            start,
            mut brackets,
            mut braces,
            mut angles,
            arrow,
        } = self.state.mode
        else {
            return;
        };
        match token.kind {
            TokenKind::OpenBrace => braces += 1,
            TokenKind::OpenParen | TokenKind::OpenBracket => brackets += 1,
            TokenKind::CloseParen | TokenKind::CloseBracket => {
                brackets = brackets.saturating_sub(1);
            }
            TokenKind::CloseBrace if braces == 0 => {
                self.end_value(token.start(), token.start());
                self.state.mode = HEADER;
                self.token(token);
                return;
            }
            TokenKind::CloseBrace => braces -= 1,
            TokenKind::Semicolon if braces == 0 => {
                self.end_value(token.start(), token.end());
                self.state.mode = HEADER;
                return;
            }
            TokenKind::Comma if braces == 0 && brackets == 0 => match (until, item) {
                (Until::Comma, _) => {
                    self.end_value(token.start(), token.start());
                    self.state.mode = HEADER;
                    return;
                }
                (Until::Declarator, Item::Member(member))
                    if self.declarator_follows(token, angles) =>
                {
                    self.end_value(token.start(), token.start());
                    self.state.mode = Mode::Declarator { member };
                    return;
                }
                _ => {}
            },
            TokenKind::Less if self.previous.kind == TokenKind::Word => angles += 1,
            TokenKind::Greater => angles = angles.saturating_sub(1),
            TokenKind::Operator | TokenKind::Number | TokenKind::String if brackets == 0 => {
                angles = 0;
            }
            // `int x = 1` newline `public int y;`
            TokenKind::Word if braces == 0 && self.is_access(token) => {
                self.end_value(self.previous.end(), self.previous.end());
                self.state.mode = HEADER;
                self.token(token);
                return;
            }
            _ => return,
        }
        self.state.mode = Mode::Value {
            item,
            until,
            arrow,
            start,
            brackets,
            braces,
            angles,
        };
    }

    pub(super) fn is_access(&self, token: Token) -> bool {
        let word = token.text(self.text);
        matches!(word.as_bytes(), [b'p' | b'i', ..])
            && Modifiers::from_word(word).is_some_and(|found| Modifiers::ACCESS.contains(found))
    }

    /// Whether the comma ends a declarator: `a = b, c = d`, and not `a = new B<C, D>()`.
    pub(super) fn declarator_follows(&self, comma: Token, angles: u32) -> bool {
        let mut ahead = Lexer::from(self.text, comma.end());
        let name = ahead.next_code();
        let next = ahead.next_code();
        name.kind == TokenKind::Word
            && match next.kind {
                TokenKind::Equals | TokenKind::Semicolon => true,
                TokenKind::Comma => angles == 0,
                _ => false,
            }
    }

    pub(super) fn in_declarators(&mut self, token: Token, member: u32) {
        match token.kind {
            TokenKind::Word if !self.is_access(token) => self.add_declarator(member, token),
            TokenKind::Equals => {
                self.begin_value(Item::Member(member), Until::Declarator, token, false);
            }
            TokenKind::Comma
            | TokenKind::OpenBracket
            | TokenKind::CloseBracket
            | TokenKind::Number => {}
            TokenKind::Semicolon => {
                self.end_group(member, token.end());
                self.state.mode = HEADER;
            }
            _ => {
                self.state.mode = HEADER;
                self.token(token);
            }
        }
    }

    pub(super) fn in_header(&mut self, token: Token, mut brackets: u32, mut braces: u32) {
        match token.kind {
            TokenKind::OpenParen | TokenKind::OpenBracket => brackets += 1,
            TokenKind::CloseParen | TokenKind::CloseBracket => {
                brackets = brackets.saturating_sub(1);
            }
            TokenKind::OpenBrace if brackets == 0 => return self.end_header(Ending::Brace, token),
            TokenKind::OpenBrace => braces += 1,
            TokenKind::CloseBrace if braces == 0 => return self.close(token),
            TokenKind::CloseBrace => braces -= 1,
            TokenKind::Semicolon
                if brackets > 0 && braces == 0 && self.header().word(0) == "for" => {}
            TokenKind::Semicolon if braces == 0 => {
                return self.end_header(Ending::Semicolon, token);
            }
            // A block inside of parentheses: a statement, or a parenthesis is missing.
            TokenKind::Semicolon => {
                let open = self
                    .pending
                    .tokens()
                    .iter()
                    .find(|token| token.kind == TokenKind::OpenBrace);
                let start = open.unwrap_or(&token).start() as u32;
                let item = self.declare_incomplete(token.start());
                self.pending.clear();
                self.state.mode = Mode::Body {
                    item,
                    braces,
                    start,
                };
                return;
            }
            TokenKind::Arrow if brackets == 0 => return self.end_header(Ending::Arrow, token),
            TokenKind::Equals if brackets == 0 && !self.is_alias() => {
                return self.end_header(Ending::Equals, token);
            }
            TokenKind::Comma if brackets == 0 && self.in_enum() => {
                return self.end_header(Ending::Semicolon, token);
            }
            TokenKind::Word
                if brackets == 0 && self.is_access(token) && !shape::is_prefix(self.header()) =>
            {
                self.flush(self.previous.end());
                self.pending.clear();
            }
            _ => {}
        }
        self.pending.push(token);
        self.state.mode = Mode::Header { brackets, braces };
    }
}
