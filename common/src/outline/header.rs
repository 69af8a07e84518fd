//! Walks over the tokens of a declaration's header: brackets, types, lists. Knows nothing of what is declared.

use crate::syntax::{Token, TokenKind, is_predefined_type, is_reserved};

/// The tokens of a header, comments and directives left out.
#[derive(Clone, Copy)]
pub(super) struct Header<'h> {
    pub(super) text: &'h str,
    pub(super) tokens: &'h [Token],
}

impl<'h> Header<'h> {
    pub(super) fn kind(self, at: usize) -> TokenKind {
        self.tokens
            .get(at)
            .map_or(TokenKind::End, |token| token.kind)
    }

    /// The word at `at` as written, or nothing.
    pub(super) fn word(self, at: usize) -> &'h str {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => token.text(self.text),
            _ => "",
        }
    }

    pub(super) fn is(self, at: usize, kind: TokenKind) -> bool {
        self.kind(at) == kind
    }

    /// Whether a name stands at `at`: a word that is no keyword.
    pub(super) fn is_name(self, at: usize) -> bool {
        let word = self.word(at);
        !word.is_empty() && !is_reserved(word)
    }

    /// The index of what closes the bracket at `open`.
    pub(super) fn closing(self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The index of the `>` that closes the `<` at `open`.
    pub(super) fn closing_angle(self, open: usize) -> Option<usize> {
        let (mut angles, mut brackets) = (0_usize, 0_usize);
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::Less => angles += 1,
                TokenKind::Greater => {
                    angles -= 1;
                    if angles == 0 {
                        return Some(at);
                    }
                }
                TokenKind::OpenParen | TokenKind::OpenBracket => brackets += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket => {
                    brackets = brackets.checked_sub(1)?;
                }
                TokenKind::OpenBrace
                | TokenKind::CloseBrace
                | TokenKind::Arrow
                | TokenKind::Equals => return None,
                _ => {}
            }
        }
        None
    }

    /// One past the type arguments at `at`; `at` itself if there are none.
    fn beyond_angles(self, at: usize) -> Option<usize> {
        if self.is(at, TokenKind::Less) {
            Some(self.closing_angle(at)? + 1)
        } else {
            Some(at)
        }
    }

    /// One past the type that starts at `at`.
    pub(super) fn type_end(self, mut at: usize) -> Option<usize> {
        while matches!(self.word(at), "ref" | "readonly")
            || self.word(at) == "scoped" && self.is(at + 1, TokenKind::Word)
        {
            at += 1;
        }
        if self.is(at, TokenKind::OpenParen) {
            let end = self.closing(at)?;
            if end == at + 1 {
                return None;
            }
            at = end + 1;
        } else if self.word(at) == "delegate" && self.is(at + 1, TokenKind::Star) {
            at += 2;
            if self.is(at, TokenKind::Word) {
                at += 1;
            }
            if self.is(at, TokenKind::OpenBracket) {
                at = self.closing(at)? + 1;
            }
            if !self.is(at, TokenKind::Less) {
                return None;
            }
            at = self.beyond_angles(at)?;
        } else {
            let word = self.word(at);
            if word.is_empty() || is_reserved(word) && !is_predefined_type(word) {
                return None;
            }
            at = self.beyond_angles(at + 1)?;
            while matches!(self.kind(at), TokenKind::Dot | TokenKind::ColonColon)
                && self.is_name(at + 1)
            {
                at = self.beyond_angles(at + 2)?;
            }
        }
        loop {
            match self.kind(at) {
                TokenKind::Question | TokenKind::Star => at += 1,
                TokenKind::OpenBracket => {
                    let mut end = at + 1;
                    while self.is(end, TokenKind::Comma) {
                        end += 1;
                    }
                    if !self.is(end, TokenKind::CloseBracket) {
                        return Some(at);
                    }
                    at = end + 1;
                }
                _ => return Some(at),
            }
        }
    }

    /// The end of the part that starts at `start`: the next comma before `end` that stands in no bracket; `<` counts as
    /// one until a `=`.
    pub(super) fn part_end(self, start: usize, end: usize) -> usize {
        let (mut brackets, mut angles, mut value) = (0_usize, 0_usize, false);
        for at in start..end {
            match self.kind(at) {
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => {
                    brackets += 1;
                }
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    brackets = brackets.saturating_sub(1);
                }
                TokenKind::Less if !value && brackets == 0 => angles += 1,
                TokenKind::Greater if !value && brackets == 0 => {
                    angles = angles.saturating_sub(1);
                }
                TokenKind::Equals if brackets == 0 => (value, angles) = (true, 0),
                TokenKind::Comma if brackets == 0 && angles == 0 => return at,
                _ => {}
            }
        }
        end
    }

    /// One past the attribute lists at `at`.
    pub(super) fn beyond_attributes(self, mut at: usize) -> usize {
        while self.is(at, TokenKind::OpenBracket) {
            match self.closing(at) {
                Some(end) => at = end + 1,
                None => return self.tokens.len(),
            }
        }
        at
    }
}
