//! What the tokens of a file hold that a survey must look at, each at its place. Decides nothing that takes more than
//! tokens.

use std::borrow::Cow;

use crate::syntax::{Directive, Lexer, Token, TokenKind, decoded_name};
use crate::text::TextRange;

use super::declared::Declared;
use super::reach::{Brings, Owners, Reach};
use super::vocabulary::{Extra, Torn, Vocabulary};

/// `Path.Combine`: a member of which most are helpers, behind a single name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Helper {
    /// The name of the type.
    pub(super) owner: TextRange,
    /// The name of the member.
    pub(super) member: TextRange,
}

/// A comment of so many bytes is worth leaving out.
const LARGE_COMMENT: usize = 4 << 10;

/// The places of a file, each list in order.
#[derive(Debug, Default)]
pub(super) struct Scan<'a, 't> {
    /// Where a tree must tell what a name means.
    pub(super) open: Vec<usize>,
    /// Members that count on objects of some types, by name.
    pub(super) members: Vec<(usize, &'a Owners)>,
    /// `new` without a type.
    pub(super) creations: Vec<usize>,
    /// Names that bring objects of such types, or places for them.
    pub(super) brings: Vec<(usize, &'a Brings)>,
    /// Where the declarations of the workspace may tell.
    pub(super) helpers: Vec<Helper>,
    /// Names of types that stand without a member behind them: they may declare something.
    pub(super) bare: Vec<(usize, Cow<'t, str>)>,
    /// Comments to the ends of their lines, and other large ones.
    pub(super) comments: Vec<TextRange>,
    /// Whether something is sorted by keys.
    pub(super) sorts: bool,
    /// Directives that guard code.
    pub(super) conditions: Vec<(TextRange, Directive)>,
}

/// Where a text ends, or a comment begins that nothing closes: whatever a tree shows behind that is none of its code.
pub(super) fn end_of_code(text: &str) -> usize {
    // Most have no such comment.
    let opened = memchr::memmem::rfind(text.as_bytes(), b"/*");
    if opened.is_none() || opened < memchr::memmem::rfind(text.as_bytes(), b"*/") {
        return text.len();
    }
    let mut lexer = Lexer::new(text);
    while lexer.next_token().kind != TokenKind::End {}
    let mut starts = lexer.unclosed().iter().map(|range| range.start());
    starts
        .find(|start| {
            text.get(*start..)
                .is_some_and(|rest| rest.starts_with("/*"))
        })
        .unwrap_or(text.len())
}

/// All that a scan goes by.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) words: &'a Vocabulary,
    pub(super) extra: &'a Extra,
    pub(super) reach: &'a Reach,
    pub(super) declared: &'a Declared,
}

impl<'a> Wanted<'a> {
    pub(super) fn scan<'t>(&self, text: &'t str) -> Scan<'a, 't> {
        let mut scanner = Scanner {
            text,
            wanted: *self,
            scan: Scan::default(),
            chain: Chain::default(),
            new_at: None,
            single: None,
            generic: None,
            guarded: false,
            torn: Torn::default(),
            recent: [Token::empty(0); 4],
        };
        scanner.run();
        scanner.scan
    }
}

/// The names with dots that were just read.
#[derive(Default)]
struct Chain<'t> {
    last: Option<(Token, Cow<'t, str>)>,
    /// A dot was read behind them.
    dotted: bool,
    /// Nothing but the dot stands between the last name and what follows.
    plain: bool,
    /// How many names.
    length: usize,
    /// It began behind a colon.
    after_colon: bool,
    /// It did, and its last name is that of a type whose construction counts.
    made: bool,
}

struct Scanner<'a, 't> {
    text: &'t str,
    wanted: Wanted<'a>,
    scan: Scan<'a, 't>,
    chain: Chain<'t>,
    /// The `new` before the chain.
    new_at: Option<usize>,
    /// A name of a type that began a chain: bare unless a dot follows.
    single: Option<(usize, Cow<'t, str>)>,
    /// The name before the type arguments that were just read.
    generic: Option<(Token, Cow<'t, str>)>,
    /// A directive that guards code was just read.
    guarded: bool,
    torn: Torn,
    /// The last tokens of code.
    recent: [Token; 4],
}

impl Scanner<'_, '_> {
    fn run(&mut self) {
        let mut lexer = Lexer::new(self.text);
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::Comment => {
                    let comment = token.text(self.text);
                    // What nothing closes may be code.
                    let large = comment.len() >= LARGE_COMMENT && comment.ends_with("*/");
                    if large || comment.starts_with("//") {
                        self.scan.comments.push(token.range());
                    }
                    continue;
                }
                TokenKind::Directive => {
                    let directive = Directive::of(token.text(self.text));
                    if directive != Directive::Other {
                        self.scan.conditions.push((token.range(), directive));
                        self.guarded = true;
                    }
                    continue;
                }
                _ => {}
            }
            let guarded = std::mem::take(&mut self.guarded);
            self.torn.passed(guarded, self.recent[3], token);
            let single = self.single.take();
            if token.kind != TokenKind::Dot {
                self.scan.bare.extend(single);
            }
            match token.kind {
                TokenKind::End => {
                    self.unclosed(lexer.unclosed());
                    return;
                }
                TokenKind::Word => self.word(token),
                TokenKind::Dot => {
                    self.chain.dotted = true;
                    // `Task<int>.Delay`
                    if self.recent[3].kind == TokenKind::Greater
                        && let Some(owner) = self.generic.take()
                    {
                        self.chain.last = Some(owner);
                    }
                }
                TokenKind::ColonColon => {
                    self.chain.dotted = true;
                    self.chain.plain = false;
                }
                // `a?.b` and `a!.b` are still one chain.
                TokenKind::Question => self.chain.plain = false,
                TokenKind::Operator if token.text(self.text) == "!" => self.chain.plain = false,
                kind => {
                    if kind == TokenKind::OpenParen
                        && self.chain.last.is_none()
                        && let Some(at) = self.new_at
                    {
                        self.scan.creations.push(at);
                    }
                    // `class A(string p) : FileStream(p, …)`
                    if kind == TokenKind::OpenParen
                        && self.chain.made
                        && let Some((name, _)) = &self.chain.last
                    {
                        self.scan.open.push(name.start());
                    }
                    self.new_at = None;
                    let chain = std::mem::take(&mut self.chain);
                    if kind == TokenKind::Less {
                        self.generic = chain.last;
                    }
                }
            }
            self.recent = [self.recent[1], self.recent[2], self.recent[3], token];
        }
    }

    /// What nothing closed, and might be code: the tree shows that it isn't understood.
    fn unclosed(&mut self, ranges: &[TextRange]) {
        let Wanted { words, extra, .. } = self.wanted;
        let hiding = ranges
            .iter()
            .filter(|range| words.may_hide(self.text, **range, extra));
        let before = self.scan.open.len();
        self.scan.open.extend(hiding.map(|range| range.start()));
        if self.scan.open.len() > before {
            self.scan.open.sort_unstable();
        }
    }

    fn word(&mut self, token: Token) {
        let written = token.text(self.text);
        if written == "new" {
            self.new_at = Some(token.start());
            self.chain = Chain::default();
            return;
        }
        let decoded = decoded_name(written);
        let name = decoded.as_ref();
        let Wanted {
            words,
            extra,
            reach,
            declared,
        } = self.wanted;
        self.scan.sorts |= words.is_sort(name);
        let brings = [reach.of_type(name), declared.of_name(name)];
        (self.scan.brings).extend(brings.into_iter().flatten().map(|one| (token.start(), one)));
        let after_colon = if self.chain.dotted {
            self.chain.after_colon
        } else {
            self.recent[3].kind == TokenKind::Colon
        };
        if self.torn.is_open() && words.is_member(name) {
            self.scan.open.push(token.start());
        } else if self.chain.dotted {
            self.member(token, name);
        } else {
            if extra.calls_bases && after_colon && written == "base" {
                self.scan.open.push(token.start());
            }
            let mut statics = extra.statics.iter();
            if statics.any(|owner| words.has_static(owner, name, extra)) {
                self.scan.open.push(token.start());
            }
            if words.is_type(name) {
                self.single = Some((token.start(), decoded.clone()));
            }
        }
        let meant = extra.aliases.get(name).map_or(name, String::as_str);
        if self.new_at.is_some() && words.is_made(meant) {
            self.scan.open.push(token.start());
        }
        let made = after_colon && words.is_made(meant);
        self.chain = Chain {
            // Behind a dot stands the second name, also where the first part is no name.
            length: usize::from(self.chain.dotted) * self.chain.length.max(1) + 1,
            last: Some((token, decoded)),
            dotted: false,
            plain: true,
            after_colon,
            made,
        };
    }

    /// A name behind a dot.
    fn member(&mut self, token: Token, name: &str) {
        let Wanted {
            words,
            extra,
            reach,
            ..
        } = self.wanted;
        if words.counts_of_any(name) {
            self.scan.open.push(token.start());
        } else if let Some((left, owner)) = &self.chain.last
            && words.has_static(owner, name, extra)
        {
            let [first, second, ..] = self.recent;
            let named = first.text(self.text) == "nameof" && second.kind == TokenKind::OpenParen;
            let single = self.chain.plain && self.chain.length == 1 && self.new_at.is_none();
            if single
                && !named
                && owner.as_ref() == left.text(self.text)
                && words.may_be_helper(owner, name)
            {
                self.scan.helpers.push(Helper {
                    owner: left.range(),
                    member: token.range(),
                });
            } else {
                self.scan.open.push(token.start());
            }
        }
        if let Some(owners) = reach.owners_of(name) {
            self.scan.members.push((token.start(), owners));
        }
    }
}
