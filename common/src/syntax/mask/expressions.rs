//! Expressions, patterns and strings that the grammar doesn't know.

use super::repairs::Repairs;
use crate::syntax::lexer::{Token, TokenKind};
use crate::text::TextRange;

/// Lambdas with more tokens in their parameters are passed over.
const LONGEST_PARAMETERS: usize = 64;

impl Repairs<'_, '_> {
    /// `a?.B = x`, `a?[0] += x`, `a?.B?.C ??= x`
    pub(super) fn null_conditional_assignment(&mut self, at: usize) {
        if self.chained.contains(&at) {
            return;
        }
        let mut marks = vec![at];
        let mut next = at + 1;
        loop {
            match self.tokens.kind(next) {
                TokenKind::Dot if self.tokens.is(next + 1, TokenKind::Word) => next += 2,
                TokenKind::OpenBracket | TokenKind::OpenParen
                    if self.tokens.partner(next) > next =>
                {
                    next = self.tokens.partner(next) + 1;
                }
                TokenKind::Question
                    if matches!(
                        self.tokens.kind(next + 1),
                        TokenKind::Dot | TokenKind::OpenBracket
                    ) =>
                {
                    marks.push(next);
                    next += 1;
                }
                TokenKind::Operator if self.tokens.text(next) == "!" => next += 1,
                _ => break,
            }
        }
        self.chained.extend(&marks[1..]);
        if next > at + 1 && self.is_assignment(next) {
            for mark in marks {
                self.mask.blank(self.range(mark));
            }
        }
    }

    pub(super) fn is_assignment(&self, at: usize) -> bool {
        match self.tokens.kind(at) {
            TokenKind::Equals => true,
            TokenKind::Operator => matches!(
                self.tokens.text(at),
                "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | "??="
            ),
            _ => false,
        }
    }

    /// `$""` isn't known; `""` is.
    pub(super) fn interpolated(&mut self, at: usize) {
        let start = self.tokens.token(at);
        if self.tokens.is(at + 1, TokenKind::InterpolatedEnd) && start.range().len() < 4 {
            self.mask
                .clear(TextRange::new(start.start(), start.end() - 1));
        }
    }

    /// Quotes and braces of the text may be taken for the string's end and for holes: `$@"a ""{y}"""`.
    pub(super) fn interpolated_text(&mut self, at: usize) {
        let token: Token = self.tokens.token(at);
        for (offset, byte) in self.tokens.text(at).bytes().enumerate() {
            if matches!(byte, b'"' | b'{' | b'}' | b'\\') {
                self.mask.overwrite(token.start() + offset, "_");
            }
        }
    }

    /// `[..]`, `[.., 1]`, `[1, .. var rest]`
    pub(super) fn slice_pattern(&mut self, at: usize) {
        if !matches!(
            self.tokens.kind_before(at),
            TokenKind::OpenBracket | TokenKind::Comma
        ) {
            return;
        }
        match self.tokens.kind(at + 1) {
            TokenKind::CloseBracket | TokenKind::Comma => {
                self.mask.replace(self.range(at).start(), "_ ");
            }
            TokenKind::OpenBrace => self.mask.blank(self.range(at)),
            TokenKind::Word if self.tokens.text(at + 1) == "var" => self.mask.blank(self.range(at)),
            _ => {}
        }
    }

    /// `case [] when x:`, `[_] when x =>`: the grammar takes the `when` for the name of what was matched.
    pub(super) fn list_pattern_before_when(&mut self, at: usize) {
        let close = at - 1;
        let open = self.tokens.partner(close);
        let names =
            (open + 1..close).any(|at| !matches!(self.tokens.text(at), "_" | ".." | "," | "null"));
        if open < close && !names {
            let pattern = self.range(open).cover(self.range(close));
            self.mask
                .replace(pattern.start(), &"_".repeat(pattern.len()));
        }
    }

    /// `(ref _) => …`, `(out x, in y) => …`
    pub(super) fn is_untyped_lambda_parameter(&self, at: usize) -> bool {
        if !self.tokens.is(at + 1, TokenKind::Word)
            || !matches!(
                self.tokens.kind(at + 2),
                TokenKind::Comma | TokenKind::CloseParen
            )
            || !matches!(
                self.tokens.kind_before(at),
                TokenKind::Comma | TokenKind::OpenParen
            )
        {
            return false;
        }
        let mut end = at + 2;
        while end < at + LONGEST_PARAMETERS {
            match self.tokens.kind(end) {
                TokenKind::CloseParen => return self.tokens.is(end + 1, TokenKind::Arrow),
                TokenKind::Word | TokenKind::Comma => end += 1,
                _ => return false,
            }
        }
        false
    }
}
