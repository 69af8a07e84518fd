//! Reads a file's tokens once: headers are collected and understood where they end, bodies passed over by their
//! brackets. Holds where it stands in a small value, so that a branch of an `#if` can start where another did.

use super::conditional::{Conditions, Deciding, Pending};
use super::header::Header;
use super::items::{NamespaceId, TypeId};
use super::shape::Container;
use super::{Namespace, Outline};
use crate::syntax::{Directive, Lexer, Token, TokenKind, TypeKind};
use crate::text::TextRange;

mod declare;
mod finish;
mod lists;
mod modes;
mod types;

/// Reads `text` as if each first branch were compiled; only if its braces don't match then, as if each last one were.
/// If they match in neither, a modifier that only declarations have ends a body.
pub(super) fn read(text: &str) -> Outline {
    let (outline, balanced) = Reader::new(text, Deciding::First, Repair::No).run();
    if balanced {
        return outline;
    }
    let (last, balanced) = Reader::new(text, Deciding::Last, Repair::No).run();
    if balanced {
        return last;
    }
    Reader::new(text, Deciding::First, Repair::Yes).run().0
}

/// Whether braces are taken to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repair {
    No,
    Yes,
}

/// What surrounds declarations. Frames are never removed: a state refers to its innermost one.
#[derive(Clone, Copy, Debug)]
struct Frame {
    parent: u32,
    kind: FrameKind,
    /// How many declarations lie around.
    depth: u16,
}

/// How deep declarations are read. A name holds those of all that lie around it, so that deeper ones would take the
/// square of their number; the compiler itself ends before.
const MAX_DEPTH: u16 = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    Namespace(NamespaceId),
    Type(TypeId),
}

/// What a body or value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    None,
    /// Declared with a frame of its own.
    Declared,
    Statement,
    Member(u32),
}

/// What ends a value besides `;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// Nothing.
    Semicolon,
    /// A comma before another declarator.
    Declarator,
    /// Any comma.
    Comma,
}

#[derive(Clone, Copy, Debug)]
enum Mode {
    /// Collecting the tokens of a header.
    Header { brackets: u32, braces: u32 },
    /// Inside braces.
    Body { item: Item, braces: u32, start: u32 },
    /// Behind `=` or `=>`.
    Value {
        item: Item,
        until: Until,
        arrow: bool,
        start: u32,
        brackets: u32,
        braces: u32,
        angles: u32,
    },
    /// Behind the braces of a property: a `=` may follow.
    AfterBody { member: u32 },
    /// Behind the comma of a field's declarators.
    Declarator { member: u32 },
}

const HEADER: Mode = Mode::Header {
    brackets: 0,
    braces: 0,
};

#[derive(Clone, Copy, Debug)]
struct State {
    frame: u32,
    mode: Mode,
}

struct Reader<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    repair: Repair,
    outline: Outline,
    frames: Vec<Frame>,
    state: State,
    pending: Pending,
    conditions: Conditions<State>,
    /// Declarations that a branch began and another may go on with, by the start of their names.
    begun: std::collections::HashMap<u32, types::Begun>,
    scratch: String,
    /// The frame of the type that was closed last.
    last_type: Option<u32>,
    /// A `}` that closes nothing was seen.
    stray: bool,
    previous: Token,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, deciding: Deciding, repair: Repair) -> Self {
        let whole = TextRange::new(0, text.len());
        Self {
            text,
            lexer: Lexer::new(text),
            repair,
            outline: Outline {
                namespaces: vec![Namespace {
                    range: whole,
                    body: whole,
                    ..Namespace::default()
                }],
                ..Outline::default()
            },
            frames: vec![Frame {
                parent: 0,
                kind: FrameKind::Namespace(NamespaceId(0)),
                depth: 0,
            }],
            state: State {
                frame: 0,
                mode: HEADER,
            },
            pending: Pending::default(),
            conditions: Conditions::new(deciding),
            begun: std::collections::HashMap::new(),
            scratch: String::new(),
            last_type: None,
            stray: false,
            previous: Token::empty(0),
        }
    }

    /// The outline, and whether every brace found its partner.
    fn run(mut self) -> (Outline, bool) {
        loop {
            // A body's tokens matter only where braces may be missing.
            let token = match (self.state.mode, self.repair) {
                (Mode::Body { .. }, Repair::No) => self.lexer.next_brace(),
                _ => self.lexer.next_token(),
            };
            match token.kind {
                TokenKind::Comment => continue,
                TokenKind::Directive => {
                    self.directive(token);
                    continue;
                }
                TokenKind::End => break,
                _ => self.token(token),
            }
            self.previous = token;
        }
        let balanced = self.finish();
        self.outline.balanced = balanced && self.repair == Repair::No;
        (self.outline, balanced)
    }

    fn token(&mut self, token: Token) {
        match self.state.mode {
            Mode::Body {
                item,
                braces,
                start,
            } => self.in_body(token, item, braces, start),
            Mode::Value { .. } => self.in_value(token),
            Mode::Header { brackets, braces } => self.in_header(token, brackets, braces),
            Mode::AfterBody { member } => {
                self.state.mode = HEADER;
                if token.kind == TokenKind::Equals {
                    self.begin_value(Item::Member(member), Until::Semicolon, token, false);
                } else {
                    self.token(token);
                }
            }
            Mode::Declarator { member } => self.in_declarators(token, member),
        }
    }

    fn directive(&mut self, token: Token) {
        let directive = Directive::of(token.text(self.text));
        if directive == Directive::Other {
            return;
        }
        if self.conditions.forgets(directive) {
            self.flush(token.start());
        }
        self.conditions
            .pass(directive, &mut self.state, &mut self.pending);
    }

    fn header(&self) -> Header<'_> {
        Header {
            text: self.text,
            tokens: self.pending.tokens(),
        }
    }

    /// `using X =`, `global using unsafe X =`
    fn is_alias(&self) -> bool {
        let header = self.header();
        let mut at = header.beyond_attributes(0);
        at += usize::from(header.word(at) == "global");
        if header.word(at) != "using" {
            return false;
        }
        at += 1 + usize::from(header.word(at + 1) == "unsafe");
        header.is_name(at) && at + 1 == header.tokens.len()
    }

    fn frame(&self) -> Frame {
        self.frames[self.state.frame as usize]
    }

    fn in_enum(&self) -> bool {
        matches!(self.frame().kind, FrameKind::Type(id) if self.outline.types[id.0 as usize].kind == TypeKind::Enum)
    }

    fn push_frame(&mut self, kind: FrameKind) {
        self.frames.push(Frame {
            parent: self.state.frame,
            kind,
            depth: self.frame().depth + 1,
        });
        self.state.frame = self.frames.len() as u32 - 1;
    }

    fn begin_value(&mut self, item: Item, until: Until, token: Token, arrow: bool) {
        let start = if arrow { token.start() } else { token.end() };
        self.state.mode = Mode::Value {
            item,
            until,
            arrow,
            start: start as u32,
            brackets: 0,
            braces: 0,
            angles: 0,
        };
    }

    /// A type's name, for telling constructors, and whether members or statements stand here.
    fn container(&self) -> Container<'_> {
        match self.frame().kind {
            FrameKind::Namespace(_) => Container::Namespace,
            FrameKind::Type(id) => {
                Container::Type(self.outline.text(self.outline.types[id.0 as usize].name))
            }
        }
    }
}
