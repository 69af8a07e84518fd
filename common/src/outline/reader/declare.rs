//! From a header that ended to the declaration it makes: puts it into the outline and goes on in its body.

use std::ops::Range;

use super::{FrameKind, HEADER, Item, MAX_DEPTH, Mode, Reader, Repair, Until};
use crate::outline::items::{ExternAlias, Namespace, NamespaceId, Using, UsingKind};
use crate::outline::shape::{self, Ending, Parts, Shape};
use crate::syntax::{MemberKind, Modifiers, Token, TokenKind};
use crate::text::TextRange;

impl Reader<'_> {
    /// The header ended at `token`: a `{`, `;`, `=`, `=>`, or in an enum a comma.
    pub(super) fn end_header(&mut self, ending: Ending, token: Token) {
        let item = if self.pending.tokens().is_empty() && ending == Ending::Semicolon {
            // `class A { };`
            Item::None
        } else {
            self.declare(ending, token)
        };
        let enum_member = self.in_enum();
        self.pending.clear();
        if !matches!(self.state.mode, Mode::Header { .. }) {
            return;
        }
        self.state.mode = HEADER;
        match ending {
            Ending::Semicolon => {}
            Ending::Brace if matches!(item, Item::Declared) => {}
            Ending::Brace => {
                self.state.mode = Mode::Body {
                    item,
                    braces: 1,
                    start: token.start() as u32,
                };
            }
            Ending::Arrow => self.begin_value(item, Until::Semicolon, token, true),
            Ending::Equals if enum_member => self.begin_value(item, Until::Comma, token, false),
            Ending::Equals => self.begin_value(item, Until::Declarator, token, false),
        }
    }

    /// What there is of a header at `end`, where it can't go on.
    pub(super) fn flush(&mut self, end: usize) {
        let Mode::Header { .. } = self.state.mode else {
            return;
        };
        if self.pending.tokens().is_empty() || !self.is_complete() {
            return;
        }
        self.declare_incomplete(end);
    }

    /// Names alone are no declaration: `public` or `int` may be followed by more behind the `#endif`.
    fn is_complete(&self) -> bool {
        let header = self.header();
        self.in_enum()
            || match shape::shape(header, self.container(), Ending::Brace) {
                Shape::Type(..) => true,
                Shape::Member(MemberKind::Property, parts) => {
                    parts.modifiers != Modifiers::default()
                }
                Shape::Member(_, parts) => parts.parameters.is_none_or(|parameters| {
                    header.is(parameters.end, TokenKind::CloseParen)
                        || header.is(parameters.end, TokenKind::CloseBracket)
                }),
                _ => false,
            }
    }

    pub(super) fn declare_incomplete(&mut self, end: usize) -> Item {
        let frame = self.state.frame;
        let token = Token::empty(end);
        let item = self.declare(Ending::Semicolon, token);
        self.state.frame = frame;
        item
    }

    fn declare(&mut self, ending: Ending, token: Token) -> Item {
        if self.in_enum() {
            return self.declare_enum_member(token);
        }
        let found = shape::shape(self.header(), self.container(), ending);
        let end = token.end();
        if self.frame().depth >= MAX_DEPTH && matches!(found, Shape::Namespace(_) | Shape::Type(..))
        {
            self.outline.too_deep.get_or_insert(end as u32);
            return Item::None;
        }
        match found {
            Shape::Using {
                parts,
                is_static,
                global,
            } => {
                if ending == Ending::Semicolon
                    && let FrameKind::Namespace(namespace) = self.frame().kind
                {
                    self.declare_using(&parts, is_static, global, namespace, end);
                    return Item::None;
                }
                self.statement(end)
            }
            Shape::ExternAlias(at) => {
                if let FrameKind::Namespace(namespace) = self.frame().kind {
                    let name = self.name(at);
                    let range = self.header_range(0, end);
                    self.outline.extern_aliases.push(ExternAlias {
                        name,
                        namespace,
                        range,
                    });
                }
                Item::None
            }
            Shape::Namespace(name) => self.declare_namespace(name, ending, token),
            Shape::Type(kind, parts) => self.declare_type(kind, &parts, ending, token),
            Shape::Member(kind, parts) => {
                if self.repair == Repair::Yes
                    && matches!(self.frame().kind, FrameKind::Namespace(_))
                    && let Some(frame) = self.last_type
                    && (parts.modifiers.intersects(Modifiers::ACCESS)
                        || parts.modifiers.contains(Modifiers::OVERRIDE))
                {
                    self.state.frame = frame;
                }
                match self.frame().kind {
                    FrameKind::Type(owner) => self.declare_member(kind, &parts, owner, token),
                    FrameKind::Namespace(_) => self.statement(end),
                }
            }
            Shape::Other => match self.frame().kind {
                FrameKind::Namespace(_) => self.statement(end),
                FrameKind::Type(_) => Item::None,
            },
        }
    }

    fn statement(&mut self, end: usize) -> Item {
        // A stray bracket is no statement.
        if !self
            .pending
            .tokens()
            .iter()
            .any(|token| token.kind == TokenKind::Word)
        {
            return Item::None;
        }
        let range = self.header_range(0, end);
        self.add_statement(range);
        Item::Statement
    }

    pub(super) fn add_statement(&mut self, range: TextRange) {
        let whole = self
            .outline
            .statements
            .map_or(range, |known| known.cover(range));
        self.outline.statements = Some(whole);
    }

    fn declare_using(
        &mut self,
        parts: &Parts,
        is_static: bool,
        global: bool,
        namespace: NamespaceId,
        end: usize,
    ) {
        let target = self.canonical(parts.result.clone());
        let kind = if is_static {
            UsingKind::Static
        } else if parts.name.is_empty() {
            UsingKind::Namespace
        } else {
            UsingKind::Alias(self.name(parts.name.start))
        };
        self.outline.usings.push(Using {
            kind,
            target,
            global,
            namespace,
            range: self.header_range(parts.first, end),
            conditional: self.conditions.any(),
        });
    }

    fn declare_namespace(&mut self, name: Range<usize>, ending: Ending, token: Token) -> Item {
        let FrameKind::Namespace(mut parent) = self.frame().kind else {
            return Item::None;
        };
        let file_scoped = ending == Ending::Semicolon;
        // A second file-scoped namespace stands beside the first one, in another branch.
        while file_scoped && self.outline.namespaces[parent.0 as usize].file_scoped {
            parent = self.outline.namespaces[parent.0 as usize].parent;
        }
        let keyword = self.pending.tokens().get(name.start.saturating_sub(1));
        let start = keyword.map_or(0, |token| token.start());
        let name = self.canonical(name);
        let outer = self.outline.namespaces[parent.0 as usize].full_name;
        let full_name = if outer.is_empty() {
            name
        } else {
            let full = format!("{}.{}", self.outline.text(outer), self.outline.text(name));
            self.outline.pool.intern(&full)
        };
        let end = self.text.len();
        let body = if file_scoped {
            token.end()
        } else {
            token.start()
        };
        let id = NamespaceId(self.outline.namespaces.len() as u32);
        self.outline.namespaces.push(Namespace {
            name,
            full_name,
            parent,
            file_scoped,
            range: TextRange::new(start, end),
            body: TextRange::new(body, end),
        });
        self.push_frame(FrameKind::Namespace(id));
        Item::Declared
    }
}
