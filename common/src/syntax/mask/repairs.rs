//! What the grammar doesn't understand, written another way: each rule names the C# that forced it.

use std::collections::HashSet;

use super::Mask;
use super::tokens::Tokens;
use crate::syntax::lexer::{Lexer, TokenKind};
use crate::text::TextRange;

/// Masks in `mask` whatever of `text`, its copy so far, the grammar is known to fail at.
pub(in crate::syntax) fn repair(text: &str, mask: &mut Mask) {
    line_ends(text, mask);
    let tokens = Tokens::read(text);
    let mut repairs = Repairs {
        extension_is_a_name: declares_extension(&tokens),
        tokens,
        mask,
        chained: HashSet::new(),
    };
    for at in 0..repairs.tokens.len() {
        repairs.token(at);
    }
}

/// Whether the text may hold what the grammar reads as something else without an error: an extension block as a
/// constructor, a hole next to an escaped brace (`$"{{{x}}}"`) as text, what follows a line end of Unicode as comment.
pub(in crate::syntax) fn may_be_misread(text: &str) -> bool {
    takes_code_for_text(text) || has_extension_block(text)
}

/// The part of it that a copy says in full.
pub(in crate::syntax) fn takes_code_for_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    let holds = |part: &[u8]| memchr::memmem::find(bytes, part).is_some();
    (holds(b"{{{") || holds(b"}}}")) && bytes.contains(&b'$')
        || unicode_line_ends(bytes).next().is_some()
}

/// Where U+0085 (C2 85), U+2028 and U+2029 (E2 80 A8 and A9) stand, with their lengths.
fn unicode_line_ends(bytes: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    memchr::memchr2_iter(0xC2, 0xE2, bytes).filter_map(|at| match bytes.get(at..) {
        Some([0xC2, 0x85, ..]) => Some((at, 2)),
        Some([0xE2, 0x80, 0xA8 | 0xA9, ..]) => Some((at, 3)),
        _ => None,
    })
}

fn has_extension_block(text: &str) -> bool {
    let mut found = memchr::memmem::find_iter(text.as_bytes(), b"extension").peekable();
    if found.peek().is_none() {
        return false;
    }
    let follows = found.any(|at| {
        let next = Lexer::from(text, at + "extension".len()).next_code();
        matches!(next.kind, TokenKind::OpenParen | TokenKind::Less)
    });
    follows && {
        let tokens = Tokens::read(text);
        !declares_extension(&tokens) && (0..tokens.len()).any(|at| is_extension_block(&tokens, at))
    }
}

/// `class extension`: then `extension(…) { }` is its constructor.
fn declares_extension(tokens: &Tokens<'_>) -> bool {
    (1..tokens.len()).any(|at| {
        tokens.text(at) == "extension"
            && matches!(
                tokens.text(at - 1),
                "class" | "struct" | "record" | "interface"
            )
    })
}

fn is_extension_block(tokens: &Tokens<'_>, at: usize) -> bool {
    let starts = matches!(
        tokens.kind_before(at),
        TokenKind::OpenBrace
            | TokenKind::CloseBrace
            | TokenKind::Semicolon
            | TokenKind::CloseBracket
    );
    if !starts || tokens.text(at) != "extension" {
        return false;
    }
    let mut open = at + 1;
    if tokens.is(open, TokenKind::Less) {
        // Type parameters hold no parenthesis but those of attributes.
        while !matches!(
            tokens.kind(open),
            TokenKind::Greater | TokenKind::End | TokenKind::OpenBrace | TokenKind::Semicolon
        ) {
            open += 1;
        }
        open += 1;
    }
    let close = tokens.partner(open);
    tokens.is(open, TokenKind::OpenParen)
        && close > open
        && (tokens.is(close + 1, TokenKind::OpenBrace) || tokens.text(close + 1) == "where")
}

/// A directive must end with `\n`, which a file of `\r` alone has nowhere; the line ends of Unicode end comments, too. The
/// old end of a file, U+001A, is white space.
fn line_ends(text: &str, mask: &mut Mask) {
    let bytes = text.as_bytes();
    for at in memchr::memchr_iter(0x1A, bytes) {
        mask.overwrite(at, " ");
    }
    for at in memchr::memchr_iter(b'\r', bytes) {
        if bytes.get(at + 1) != Some(&b'\n') {
            mask.overwrite(at, "\n");
        }
    }
    for (at, length) in unicode_line_ends(bytes) {
        mask.overwrite(at, if length == 2 { "\n " } else { "\n  " });
    }
}

pub(super) struct Repairs<'t, 'm> {
    pub(super) tokens: Tokens<'t>,
    pub(super) mask: &'m mut Mask,
    extension_is_a_name: bool,
    /// Question marks of null-conditional chains that were looked at from their start.
    pub(super) chained: HashSet<usize>,
}

impl Repairs<'_, '_> {
    fn token(&mut self, at: usize) {
        match self.tokens.kind(at) {
            TokenKind::Word => self.word(at),
            TokenKind::Question => self.null_conditional_assignment(at),
            TokenKind::Star => self.dereference(at),
            TokenKind::Equals | TokenKind::Operator if self.is_assignment(at) => {
                self.assignment_to_call(at);
            }
            TokenKind::InterpolatedStart => self.interpolated(at),
            TokenKind::InterpolatedText => self.interpolated_text(at),
            TokenKind::Operator if self.tokens.text(at) == ".." => self.slice_pattern(at),
            _ => {}
        }
    }

    pub(super) fn range(&self, at: usize) -> TextRange {
        self.tokens.token(at).range()
    }

    /// Writes `_` over the last character of a word: a name of the same length that is no keyword.
    fn rename(&mut self, at: usize) {
        self.mask.overwrite(self.range(at).end() - 1, "_");
    }

    fn word(&mut self, at: usize) {
        if !self.tokens.text(at).is_ascii() {
            self.formatting_characters(at);
        }
        match self.tokens.text(at) {
            // `Vector<byte> and = x`
            "and" | "or" | "not" if self.is_value_name(at) => self.rename(at),
            // `scoped params ReadOnlySpan<int> x`
            "scoped" if self.tokens.text(at + 1) == "params" => self.mask.blank(self.range(at)),
            "async" | "await" | "required" | "partial" | "scoped" | "file"
                if self.is_operand(at) =>
            {
                self.rename(at);
            }
            // `[type]`, `[field, 1]`: the grammar takes them for the target of attributes.
            "type" | "field" | "method" | "param" | "property" | "event" | "return"
            | "assembly" | "module" | "typevar"
                if self.tokens.kind_before(at) == TokenKind::OpenBracket
                    && !self.tokens.is(at + 1, TokenKind::Colon) =>
            {
                self.rename(at);
            }
            "extension" if !self.extension_is_a_name && is_extension_block(&self.tokens, at) => {
                self.extension_block(at);
            }
            // `ref partial struct`
            "ref" if self.tokens.text(at + 1) == "partial" => self.mask.blank(self.range(at)),
            "ref" | "out" | "in" if self.is_untyped_lambda_parameter(at) => {
                self.mask.blank(self.range(at));
            }
            // `where T : allows ref struct`
            "allows"
                if self.tokens.text(at + 1) == "ref" && self.tokens.text(at + 2) == "struct" =>
            {
                self.mask.blank(self.range(at).cover(self.range(at + 1)));
            }
            // `unsafe ~A() { }`
            "unsafe" if self.tokens.text(at + 1) == "~" => self.mask.blank(self.range(at)),
            // `from _ in x`
            "_" if matches!(self.tokens.text_before(at), "from" | "join" | "let") => {
                self.mask.overwrite(self.range(at).start(), "a");
            }
            "when" if self.tokens.kind_before(at) == TokenKind::CloseBracket => {
                self.list_pattern_before_when(at);
            }
            // `delegate*<ref readonly int, void>`
            "readonly"
                if self.tokens.text_before(at) == "ref"
                    && at > 1
                    && matches!(self.tokens.kind(at - 2), TokenKind::Less | TokenKind::Comma) =>
            {
                self.mask.blank(self.range(at));
            }
            "operator" => self.assignment_operator(at),
            _ => {}
        }
    }

    /// Where a pattern can't go on.
    fn is_value_name(&self, at: usize) -> bool {
        matches!(
            self.tokens.kind(at + 1),
            TokenKind::Equals
                | TokenKind::Comma
                | TokenKind::CloseParen
                | TokenKind::Semicolon
                | TokenKind::Dot
        )
    }

    /// The grammar's names have no formatting characters, such as a soft hyphen.
    fn formatting_characters(&mut self, at: usize) {
        let start = self.range(at).start();
        for (offset, character) in self.tokens.text(at).char_indices() {
            if !character.is_alphanumeric() && !character.is_ascii() {
                let underscores = "_".repeat(character.len_utf8());
                self.mask.overwrite(start + offset, &underscores);
            }
        }
    }

    /// `extension(int x) { … }` becomes `class E__(int x) { … }`; a receiver without a name can't be a parameter.
    fn extension_block(&mut self, at: usize) {
        self.mask.overwrite(self.range(at).start(), "class E__");
        let mut open = at + 1;
        while !self.tokens.is(open, TokenKind::OpenParen) {
            open += 1;
        }
        let close = self.tokens.partner(open);
        let named = close > open + 2
            && self.tokens.is(close - 1, TokenKind::Word)
            && !matches!(
                self.tokens.kind(close - 2),
                TokenKind::Dot | TokenKind::ColonColon
            )
            && !matches!(
                self.tokens.text(close - 2),
                "ref" | "in" | "scoped" | "readonly"
            );
        if !named {
            let inside = TextRange::new(self.range(open).end(), self.range(close).start());
            self.mask.blank(inside);
        }
    }

    /// Whether the word at `at` is used as a value or named argument, where a modifier can't stand.
    fn is_operand(&self, at: usize) -> bool {
        let next = self.tokens.kind(at + 1);
        let ends = matches!(
            next,
            TokenKind::CloseParen
                | TokenKind::CloseBracket
                | TokenKind::CloseBrace
                | TokenKind::HoleEnd
                | TokenKind::Comma
                | TokenKind::Semicolon
                | TokenKind::Equals
                | TokenKind::Dot
                | TokenKind::Colon
                | TokenKind::Question
                | TokenKind::Operator
                | TokenKind::Star
                | TokenKind::Greater
        );
        // `async => 1` is a lambda's parameter, `async (x) => 1` an asynchronous lambda, `async(x)` a call.
        ends || next == TokenKind::Arrow
            || next == TokenKind::OpenParen
                && self.tokens.text(at) == "async"
                && !self
                    .tokens
                    .is(self.tokens.partner(at + 1) + 1, TokenKind::Arrow)
                && self.tokens.kind_before(at) != TokenKind::Word
                && !self
                    .tokens
                    .is(self.tokens.partner(at + 1) + 1, TokenKind::Word)
    }

    /// `operator +=`, `operator checked -=`, `operator >>=`
    fn assignment_operator(&mut self, at: usize) {
        let mut sign = at + 1 + usize::from(self.tokens.text(at + 1) == "checked");
        while self.tokens.is(sign, TokenKind::Greater) {
            sign += 1;
        }
        let text = self.tokens.text(sign);
        let assigns = text.len() > 1 && text.ends_with('=') && !matches!(text, "==" | "!=");
        // `>=` alone compares.
        let compares = matches!(text, "<=" | ">=") && sign == at + 1;
        if assigns && !compares && self.tokens.is(sign + 1, TokenKind::OpenParen) {
            let end = self.range(sign).end();
            self.mask.blank(TextRange::new(end - 1, end));
        }
    }
}
