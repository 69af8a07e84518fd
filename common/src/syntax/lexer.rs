//! C# source as tokens, without a tree: strings of every kind with the code in their holes, comments and
//! directives told apart from code. Knows nothing of grammar; it reads anything, in one pass, without recursion.
//!
//! Keywords are identifiers here: which of them is one depends on where it stands.

mod name;
mod strings;
mod token;

#[cfg(test)]
mod tests;

pub use name::{decoded_name, is_predefined_type, is_reserved};
pub use token::{Directive, Token, TokenKind};

use crate::text::TextRange;

use strings::Open;

/// What a byte may start.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Space,
    Line,
    Word,
    Digit,
    Single,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | 0x0B | 0x0C | 0x1A => Class::Space,
            b'\n' | b'\r' => Class::Line,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';' | b',' => Class::Single,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// Reads one token after the other. Cheap to make, also in the middle of a text (not inside a string or comment).
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Only white space stands before `at` on its line: a `#` starts a directive.
    line_start: bool,
    /// Interpolated strings around `at`, the outermost first.
    open: Vec<Open>,
    /// How many `#if`s were opened and not closed.
    conditions: usize,
    /// Strings and comments that nothing closed.
    unclosed: Vec<TextRange>,
}

impl<'t> Lexer<'t> {
    /// A lexer at the start of `text`.
    pub fn new(text: &'t str) -> Self {
        Self::from(text, 0)
    }

    /// A lexer at `offset`, which must lie in code.
    pub fn from(text: &'t str, offset: usize) -> Self {
        Self {
            text,
            at: offset,
            line_start: starts_line(text, offset),
            open: Vec::new(),
            conditions: 0,
            unclosed: Vec::new(),
        }
    }

    /// The next token; at the end of the text `End`, again and again. White space is passed over,
    /// comments and directives are tokens.
    pub fn next_token(&mut self) -> Token {
        if let Some(open) = self.open.last()
            && !open.in_hole
        {
            return self.string_part();
        }
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        loop {
            let Some(&byte) = bytes.get(at) else {
                self.at = at;
                return Token::new(TokenKind::End, at, at);
            };
            match CLASSES[byte as usize] {
                Class::Space => at += 1,
                Class::Line => {
                    at += 1;
                    self.line_start = true;
                }
                Class::Word => {
                    self.line_start = false;
                    let start = at;
                    at += 1;
                    while bytes.get(at).is_some_and(|byte| {
                        matches!(CLASSES[*byte as usize], Class::Word | Class::Digit)
                    }) {
                        at += 1;
                    }
                    if bytes
                        .get(at)
                        .is_some_and(|byte| *byte >= 0x80 || *byte == b'\\')
                    {
                        at = name::end_of_name(self.text, start, at);
                    }
                    self.at = at;
                    return Token::new(TokenKind::Word, start, at);
                }
                Class::Single => {
                    self.at = at;
                    self.line_start = false;
                    return self.single(byte);
                }
                Class::Digit => {
                    self.line_start = false;
                    self.at = number_end(bytes, at);
                    return Token::new(TokenKind::Number, at, self.at);
                }
                Class::Other => {
                    self.at = at;
                    if byte >= 0x80 {
                        if let Some(next) = self.beyond_ascii() {
                            return next;
                        }
                        at = self.at;
                        continue;
                    }
                    return self.other(byte);
                }
            }
        }
    }

    /// The next brace or directive, or the end; what lies before it is passed over faster than token by token. Braces in
    /// the holes of strings don't count.
    pub fn next_brace(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        loop {
            while !self.open.is_empty() {
                if self.next_token().kind == TokenKind::End {
                    return Token::empty(self.text.len());
                }
            }
            while bytes
                .get(self.at)
                .is_some_and(|byte| !STOPS[*byte as usize])
            {
                self.at += 1;
            }
            let Some(&byte) = bytes.get(self.at) else {
                return Token::empty(self.text.len());
            };
            self.line_start = byte == b'#' && starts_line(self.text, self.at);
            let next = self.peek(1);
            match byte {
                b'{' | b'}' => return self.single(byte),
                b'"' | b'\'' | b'$' => {
                    self.other(byte);
                }
                b'/' if matches!(next, b'/' | b'*') => {
                    self.other(byte);
                }
                b'@' if matches!(next, b'"' | b'$') => {
                    self.other(byte);
                }
                b'#' if self.line_start => return self.other(byte),
                _ => self.at += 1,
            }
            self.line_start = false;
        }
    }

    /// The next token that is code: neither comment nor directive.
    pub fn next_code(&mut self) -> Token {
        loop {
            let token = self.next_token();
            if !matches!(token.kind, TokenKind::Comment | TokenKind::Directive) {
                return token;
            }
        }
    }

    /// The text that is read.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Strings, characters and comments so far that the text, or the line, ends before they do: whatever their text looks
    /// like may have been meant as code. Those that end with the branch of an `#if` are none of these.
    pub fn unclosed(&self) -> &[TextRange] {
        &self.unclosed
    }

    fn take(&mut self, kind: TokenKind, length: usize) -> Token {
        let start = self.at;
        self.at = (start + length).min(self.text.len());
        Token::new(kind, start, self.at)
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text
            .as_bytes()
            .get(self.at + ahead)
            .copied()
            .unwrap_or(0)
    }

    fn single(&mut self, byte: u8) -> Token {
        let kind = match byte {
            b'(' => TokenKind::OpenParen,
            b')' => TokenKind::CloseParen,
            b'[' => TokenKind::OpenBracket,
            b']' => TokenKind::CloseBracket,
            b'{' => TokenKind::OpenBrace,
            b'}' => TokenKind::CloseBrace,
            b',' => TokenKind::Comma,
            _ => TokenKind::Semicolon,
        };
        if self.open.is_empty() {
            return self.take(kind, 1);
        }
        self.single_in_hole(kind)
    }

    fn other(&mut self, byte: u8) -> Token {
        let first_on_line = std::mem::replace(&mut self.line_start, false);
        let next = self.peek(1);
        match byte {
            b'/' if next == b'/' => {
                let end = line_end(self.text, self.at);
                self.take(TokenKind::Comment, end - self.at)
            }
            b'/' if next == b'*' => {
                let body = &self.text.as_bytes()[self.at + 2..];
                let close = memchr::memmem::find(body, b"*/");
                let length = close.map_or(body.len(), |at| at + 2);
                let whole = self.at + length + 2;
                let end = self.inside_branch(whole);
                if close.is_none() && end == whole {
                    self.unclosed.push(TextRange::new(self.at, end));
                }
                self.take(TokenKind::Comment, end - self.at)
            }
            b'#' if first_on_line && (self.open.is_empty() || self.ends_branch(self.at)) => {
                // A branch that is left out may open what it never closes.
                if !self.open.is_empty() {
                    self.leave_strings();
                    self.line_start = true;
                    return self.string_part();
                }
                let end = line_end(self.text, self.at);
                let token = self.take(TokenKind::Directive, end - self.at);
                match Directive::of(token.text(self.text)) {
                    Directive::If => self.conditions += 1,
                    Directive::Endif => self.conditions = self.conditions.saturating_sub(1),
                    Directive::Elif | Directive::Else | Directive::Other => {}
                }
                token
            }
            b'"' | b'$' => self.string(),
            b'@' if matches!(next, b'"' | b'$') => self.string(),
            b'\'' => self.character(),
            b'@' | b'\\' => {
                let start = self.at;
                let end = name::end_of_word(self.text, start + usize::from(byte == b'@'));
                let found = end > start + usize::from(byte == b'@');
                let kind = if found {
                    TokenKind::Word
                } else {
                    TokenKind::Operator
                };
                self.take(kind, if found { end - start } else { 1 })
            }
            b'.' if next.is_ascii_digit() => {
                let end = number_end(self.text.as_bytes(), self.at);
                self.take(TokenKind::Number, end - self.at)
            }
            b'.' if next == b'.' => self.take(TokenKind::Operator, 2),
            b'.' => self.take(TokenKind::Dot, 1),
            // The compiler, too, takes `{global::System.X}` for the value `global` in the format `:System.X`.
            b':' if self.starts_format() => self.format(),
            b':' if next == b':' => self.take(TokenKind::ColonColon, 2),
            b':' => self.take(TokenKind::Colon, 1),
            b'=' if next == b'>' => self.take(TokenKind::Arrow, 2),
            b'=' if next == b'=' => self.take(TokenKind::Operator, 2),
            b'=' => self.take(TokenKind::Equals, 1),
            b'?' if next == b'?' => {
                let length = if self.peek(2) == b'=' { 3 } else { 2 };
                self.take(TokenKind::Operator, length)
            }
            b'?' => self.take(TokenKind::Question, 1),
            // `<<` may not be split, but `>>` may close two lists of type arguments.
            b'<' if next == b'<' => {
                let length = if self.peek(2) == b'=' { 3 } else { 2 };
                self.take(TokenKind::Operator, length)
            }
            b'<' | b'>' if next == b'=' => self.take(TokenKind::Operator, 2),
            b'<' => self.take(TokenKind::Less, 1),
            b'>' => self.take(TokenKind::Greater, 1),
            b'*' if next != b'=' => self.take(TokenKind::Star, 1),
            b'-' if next == b'>' => self.take(TokenKind::Operator, 2),
            b'+' | b'-' | b'&' | b'|' if next == byte => self.take(TokenKind::Operator, 2),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'!' if next == b'=' => {
                self.take(TokenKind::Operator, 2)
            }
            _ => self.take(TokenKind::Operator, 1),
        }
    }

    /// The end of a comment or string that would end at `end`: not behind the branch of an `#if` that it starts in. What
    /// such a branch leaves out is no C#, and may open what it never closes. Whole `#if`s in a string belong to it.
    fn inside_branch(&self, end: usize) -> usize {
        if self.conditions == 0 {
            return end;
        }
        let bytes = self.text.as_bytes();
        let (mut at, mut inner) = (self.at, 0_usize);
        while let Some(found) = bytes
            .get(at..end)
            .and_then(|rest| memchr::memchr(b'\n', rest))
        {
            let line_break = at + found;
            at = line_break + 1;
            let blank = bytes[at..end]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t'))
                .count();
            if bytes.get(at + blank) != Some(&b'#') {
                continue;
            }
            let line = &self.text[at + blank..line_end(self.text, at + blank)];
            match Directive::of(line) {
                Directive::If => inner += 1,
                Directive::Endif if inner > 0 => inner -= 1,
                Directive::Elif | Directive::Else | Directive::Endif if inner == 0 => {
                    return line_break;
                }
                _ => {}
            }
        }
        end
    }

    /// Whether the line at `at`, behind its blanks, ends the branch of an `#if` that is open.
    fn ends_branch(&self, at: usize) -> bool {
        self.conditions > 0
            && matches!(
                Directive::of(&self.text[at..line_end(self.text, at)]),
                Directive::Elif | Directive::Else | Directive::Endif
            )
    }

    /// White space (then `None`, and `at` lies behind it), a name, or a character that C# has no use for.
    fn beyond_ascii(&mut self) -> Option<Token> {
        let character = self.text[self.at..].chars().next()?;
        let length = character.len_utf8();
        match character {
            '\u{85}' | '\u{2028}' | '\u{2029}' => {
                self.line_start = true;
                self.at += length;
                None
            }
            _ if character.is_whitespace() || character == '\u{feff}' => {
                self.at += length;
                None
            }
            _ => {
                self.line_start = false;
                let end = name::end_of_word(self.text, self.at);
                Some(if end > self.at {
                    self.take(TokenKind::Word, end - self.at)
                } else {
                    self.take(TokenKind::Operator, length)
                })
            }
        }
    }
}

/// Bytes that [`Lexer::next_brace`] must look at.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let bytes = b"{}\"'$@/#";
    let mut at = 0;
    while at < bytes.len() {
        stops[bytes[at] as usize] = true;
        at += 1;
    }
    stops
};

/// Whether only white space stands before `at` on its line.
fn starts_line(text: &str, at: usize) -> bool {
    let ends_line = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let before = text.get(..at).unwrap_or_default();
    before
        .chars()
        .rev()
        .find(|c| ends_line(*c) || !(c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}')))
        .is_none_or(ends_line)
}

/// The end of the line that `at` lies on, without its terminator.
fn line_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let end = memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |found| at + found);
    // U+0085 is C2 85; U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
    memchr::memchr2_iter(0xC2, 0xE2, &bytes[at..end])
        .map(|found| at + found)
        .find(|found| {
            matches!(
                bytes.get(*found..),
                Some([0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..])
            )
        })
        .unwrap_or(end)
}

fn number_end(bytes: &[u8], start: usize) -> usize {
    let hex = matches!(bytes.get(start + 1), Some(b'x' | b'X'));
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        at += match byte {
            b'e' | b'E' if !hex && matches!(next, b'+' | b'-') => 2,
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => 1,
            b'.' if next.is_ascii_digit() => 2,
            _ => break,
        };
    }
    at
}
