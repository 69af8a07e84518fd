//! What is assigned to in ways that the grammar doesn't know: through pointers and through methods that return a
//! reference.

use super::repairs::Repairs;
use crate::syntax::lexer::{TokenKind, is_predefined_type};
use crate::text::TextRange;

/// How far a rule looks for the other end of what it changes.
const FURTHEST: usize = 200;

impl Repairs<'_, '_> {
    /// `*(int*)p = 1`, `x = *(int*)p`, `*(p + 1) = 2`, `*p++ = 3`
    pub(super) fn dereference(&mut self, at: usize) {
        let open = at + 1;
        let close = self.tokens.partner(open);
        let bracketed = self.tokens.is(open, TokenKind::OpenParen) && close > open;
        if self.starts_statement(at)
            && let Some(assignment) = self.assignment_before_semicolon(at)
        {
            // `*p = 1`
            if assignment == at + 2 {
                return;
            }
            // `*(int*)p = 1` becomes `p = 1`: both sides stay what they are.
            if bracketed && assignment == close + 2 && self.tokens.is(close + 1, TokenKind::Word) {
                let cast = self.range(at).cover(self.range(close));
                self.mask.blank(cast);
                return;
            }
            self.target_as_value(at, self.range(at).end(), assignment);
            return;
        }
        let reference = self.tokens.text(open) == "&";
        if !(bracketed || reference) || !self.is_unary(at) {
            return;
        }
        // `(*(int*)(p)) = 1` becomes `(  (p)) = 1`
        let outer = self.tokens.partner(at.saturating_sub(1));
        if bracketed
            && self.tokens.kind_before(at) == TokenKind::OpenParen
            && self.is_assignment(outer + 1)
            && close + 1 < outer
        {
            let cast = self.range(at).cover(self.range(close));
            self.mask.blank(cast);
            return;
        }
        self.mask.blank(self.range(at));
        // `x = *(p++) = y`, `=> *(int*)(p + 1) = y`
        if let Some(assignment) = self.assignment_before_semicolon(at) {
            self.assignment_as_operator(assignment);
        }
    }

    /// `Unsafe.Add(ref x, 1) = y`, `F(x) ??= y`
    pub(super) fn assignment_to_call(&mut self, at: usize) {
        let Some(close) = at.checked_sub(1) else {
            return;
        };
        let open = self.tokens.partner(close);
        if !self.tokens.is(close, TokenKind::CloseParen) || open >= close {
            return;
        }
        let called = match self.tokens.kind_before(open) {
            // `var (a, b) = x`
            TokenKind::Word => self.tokens.text_before(open) != "var",
            TokenKind::Greater => true,
            _ => false,
        };
        if !called {
            return;
        }
        let Some(start) = self.start_of_target(open - 1) else {
            return;
        };
        if self.starts_statement(start) {
            self.target_as_value(start, self.range(start).start(), at);
        } else {
            self.assignment_as_operator(at);
        }
    }

    /// The first token of the expression that ends with the one at `end`, its callee's name.
    fn start_of_target(&self, end: usize) -> Option<usize> {
        let mut at = end;
        let mut angles = 0_usize;
        for _ in 0..FURTHEST {
            let before = at.checked_sub(1)?;
            match self.tokens.kind(at) {
                TokenKind::Greater => angles += 1,
                TokenKind::Less => angles = angles.checked_sub(1)?,
                _ => {}
            }
            let goes_on = angles > 0
                || match self.tokens.kind(before) {
                    TokenKind::Dot | TokenKind::ColonColon | TokenKind::Greater => true,
                    TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::Word => {
                        matches!(
                            self.tokens.kind(at),
                            TokenKind::Dot
                                | TokenKind::ColonColon
                                | TokenKind::Less
                                | TokenKind::OpenParen
                                | TokenKind::OpenBracket
                        )
                    }
                    _ => false,
                };
            if !goes_on {
                return Some(at);
            }
            at = match self.tokens.kind(before) {
                TokenKind::CloseParen | TokenKind::CloseBracket => self.tokens.partner(before),
                _ => before,
            };
        }
        None
    }

    fn starts_statement(&self, at: usize) -> bool {
        match self.tokens.kind_before(at) {
            // Behind a colon: a label. Where it isn't one, no assignment ends with the statement.
            TokenKind::Semicolon
            | TokenKind::OpenBrace
            | TokenKind::CloseBrace
            | TokenKind::Colon => true,
            TokenKind::Word => matches!(self.tokens.text_before(at), "else" | "do"),
            TokenKind::CloseParen => {
                let open = self.tokens.partner(at - 1);
                matches!(
                    self.tokens.text_before(open),
                    "if" | "for" | "foreach" | "while" | "fixed" | "lock" | "using"
                )
            }
            _ => false,
        }
    }

    fn is_unary(&self, at: usize) -> bool {
        match self.tokens.kind_before(at) {
            TokenKind::Word => matches!(
                self.tokens.text_before(at),
                "return" | "in" | "case" | "else" | "await" | "throw" | "ref" | "out" | "is" | "do"
            ),
            TokenKind::Number
            | TokenKind::String
            | TokenKind::Character
            | TokenKind::CloseBracket
            | TokenKind::End => false,
            // `(ulong)*(p + 1)`
            TokenKind::CloseParen => {
                let open = self.tokens.partner(at - 1);
                open + 1 < at - 1
                    && (open + 1..at - 1).all(|at| {
                        self.tokens.is(at, TokenKind::Star)
                            || is_predefined_type(self.tokens.text(at))
                    })
            }
            // Of several, as in `**(int**)p`, each is unary.
            _ => true,
        }
    }

    fn assignment_before_semicolon(&self, at: usize) -> Option<usize> {
        let mut next = at + 1;
        while next < at + FURTHEST {
            match self.tokens.kind(next) {
                _ if self.is_assignment(next) => return Some(next),
                TokenKind::OpenParen | TokenKind::OpenBracket => {
                    next = self.tokens.partner(next).max(next) + 1;
                }
                TokenKind::Semicolon
                | TokenKind::OpenBrace
                | TokenKind::CloseBrace
                | TokenKind::CloseParen
                | TokenKind::CloseBracket
                | TokenKind::Comma
                | TokenKind::End => return None,
                _ => next += 1,
            }
        }
        None
    }

    /// `  F(x) = 1` becomes `_=F(x) + 1`: what is assigned to stays an expression, in a statement that is known.
    /// `_=` is written before `end`, over white space and the first token's sign.
    fn target_as_value(&mut self, first: usize, end: usize, assignment: usize) {
        let free = first
            .checked_sub(1)
            .map_or(0, |before| self.range(before).end());
        if end < free + 2 || end < 2 || !self.is_white(end - 2, self.range(first).start()) {
            return;
        }
        self.mask.replace(end - 2, "_=");
        self.assignment_as_operator(assignment);
    }

    fn is_white(&self, start: usize, end: usize) -> bool {
        self.mask
            .bytes(TextRange::new(start, end))
            .iter()
            .all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// `=` becomes `+`, `??=` becomes `?? `.
    fn assignment_as_operator(&mut self, at: usize) {
        let end = self.range(at).end();
        let sign = if self.range(at).len() == 1 { "+" } else { " " };
        self.mask.replace(end - 1, sign);
    }
}
