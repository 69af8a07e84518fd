//! Strings and characters, and the way in and out of the holes of interpolated ones. Knows nothing of what
//! stands in a hole but its brackets.

use super::{Directive, Lexer, Token, TokenKind};
use crate::text::TextRange;

/// An interpolated string that isn't closed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    form: Form,
    /// Quotes of a raw string's delimiter.
    quotes: u32,
    /// Braces that open a hole.
    dollars: u32,
    /// Brackets open inside the hole.
    depth: u32,
    /// `#if`s in the text that no `#endif` there closed.
    inner: u32,
    start: usize,
    pub(super) in_hole: bool,
    /// One inside it ended with the branch of an `#if`, and so does this one.
    left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Regular,
    Verbatim,
    RawLine,
    RawLines,
}

impl Lexer<'_> {
    /// A string, or the start of an interpolated one, at a `"`, `$` or `@` (that is followed by one of the former).
    pub(super) fn string(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start;
        let (mut dollars, mut verbatim) = (0, false);
        loop {
            match bytes.get(at) {
                Some(b'$') => dollars += 1,
                Some(b'@') if !verbatim => verbatim = true,
                Some(b'"') => break,
                // Taken as one sign: a long run of them is looked at once.
                _ => return self.take(TokenKind::Operator, at - start),
            }
            at += 1;
        }
        let quotes = run(bytes, at, b'"');
        if !verbatim && quotes >= 3 {
            return self.raw_string(at + quotes, quotes, dollars);
        }
        let form = if verbatim {
            Form::Verbatim
        } else {
            Form::Regular
        };
        if dollars > 0 {
            self.open.push(Open {
                form,
                quotes: 1,
                dollars: 1,
                depth: 0,
                inner: 0,
                start,
                in_hole: false,
                left: false,
            });
            return self.take(TokenKind::InterpolatedStart, at + 1 - start);
        }
        let (end, closed) = if verbatim {
            verbatim_end(bytes, at + 1)
        } else {
            regular_end(bytes, at + 1, b'"')
        };
        self.finish_string(end, closed)
    }

    fn finish_string(&mut self, whole: usize, closed: bool) -> Token {
        let end = self.inside_branch(whole);
        if !closed && end == whole {
            self.unclosed.push(TextRange::new(self.at, end));
        }
        let suffix = matches!(
            self.text.as_bytes().get(end..),
            Some([b'u' | b'U', b'8', ..])
        );
        self.take(
            TokenKind::String,
            end + if suffix { 2 } else { 0 } - self.at,
        )
    }

    fn raw_string(&mut self, content: usize, quotes: usize, dollars: u32) -> Token {
        let bytes = self.text.as_bytes();
        let blank = bytes[content..]
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let lines = matches!(bytes.get(content + blank), Some(b'\n' | b'\r'));
        if dollars > 0 {
            self.open.push(Open {
                form: if lines { Form::RawLines } else { Form::RawLine },
                quotes: quotes as u32,
                dollars,
                depth: 0,
                inner: 0,
                start: self.at,
                in_hole: false,
                left: false,
            });
            return self.take(TokenKind::InterpolatedStart, content - self.at);
        }
        let mut at = content;
        let (end, closed) = loop {
            let Some(found) = memchr::memchr3(b'"', b'\n', b'\r', &bytes[at..]) else {
                break (bytes.len(), false);
            };
            at += found;
            if bytes[at] == b'"' {
                let found = run(bytes, at, b'"');
                at += found;
                if found >= quotes {
                    break (at, true);
                }
            } else if lines {
                at += 1;
            } else {
                break (at, false);
            }
        };
        self.finish_string(end, closed)
    }

    /// `'a'`, or what there is of it up to the end of the line.
    pub(super) fn character(&mut self) -> Token {
        let (end, closed) = regular_end(self.text.as_bytes(), self.at + 1, b'\'');
        // What a branch leaves out may be prose: `don't`.
        if !closed && self.conditions == 0 {
            self.unclosed.push(TextRange::new(self.at, end));
        }
        self.take(TokenKind::Character, end - self.at)
    }

    /// The next part of the interpolated string that `at` lies in: a text, a hole's start, or its end.
    pub(super) fn string_part(&mut self) -> Token {
        let Some(&(mut open)) = self.open.last() else {
            return self.take(TokenKind::End, 0);
        };
        if open.left {
            self.open.pop();
            return self.take(TokenKind::InterpolatedEnd, 0);
        }
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start;
        loop {
            let byte = bytes.get(at).copied();
            let special = match (byte, open.form) {
                (None, _) => Some((TokenKind::InterpolatedEnd, 0)),
                (Some(b'\n' | b'\r'), Form::Regular | Form::RawLine) => {
                    Some((TokenKind::InterpolatedEnd, 0))
                }
                (Some(b'\n' | b'\r'), _) if self.conditions > 0 => {
                    if self.leaves_branch(at + 1, &mut open) {
                        Some((TokenKind::InterpolatedEnd, 0))
                    } else {
                        None
                    }
                }
                (Some(b'\\'), Form::Regular) => {
                    at += if matches!(bytes.get(at + 1), None | Some(b'\n' | b'\r')) {
                        1
                    } else {
                        2
                    };
                    continue;
                }
                (Some(b'"'), Form::Regular) => Some((TokenKind::InterpolatedEnd, 1)),
                (Some(b'"'), Form::Verbatim) => {
                    if bytes.get(at + 1) == Some(&b'"') {
                        at += 2;
                        continue;
                    }
                    Some((TokenKind::InterpolatedEnd, 1))
                }
                (Some(b'"'), Form::RawLine | Form::RawLines) => {
                    let quotes = run(bytes, at, b'"');
                    if quotes < open.quotes as usize {
                        at += quotes;
                        continue;
                    }
                    Some((TokenKind::InterpolatedEnd, quotes))
                }
                (Some(b'{'), _) => {
                    let braces = run(bytes, at, b'{');
                    let dollars = open.dollars as usize;
                    match open.form {
                        // Pairs are text.
                        Form::Regular | Form::Verbatim => {
                            at += braces / 2 * 2;
                            if braces.is_multiple_of(2) {
                                continue;
                            }
                            Some((TokenKind::HoleStart, 1))
                        }
                        _ if braces < dollars => {
                            at += braces;
                            continue;
                        }
                        _ => {
                            at += braces - dollars;
                            Some((TokenKind::HoleStart, dollars))
                        }
                    }
                }
                (Some(_), _) => None,
            };
            let Some((kind, length)) = special else {
                at += 1;
                continue;
            };
            if let Some(last) = self.open.last_mut() {
                last.inner = open.inner;
            }
            if at > start {
                return self.take(TokenKind::InterpolatedText, at - start);
            }
            if kind == TokenKind::HoleStart {
                if let Some(open) = self.open.last_mut() {
                    open.in_hole = true;
                    open.depth = 0;
                }
            } else {
                self.open.pop();
                let left = bytes
                    .get(start)
                    .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
                    && !matches!(open.form, Form::Regular | Form::RawLine);
                if left {
                    self.leave_strings();
                } else if length == 0 {
                    self.unclosed.push(TextRange::new(open.start, start));
                }
            }
            return self.take(kind, length);
        }
    }

    /// Lets all strings around end here.
    pub(super) fn leave_strings(&mut self) {
        for open in &mut self.open {
            open.left = true;
            open.in_hole = false;
        }
    }

    /// Whether the line that starts at `at` ends the branch of an `#if` around a string. Whole `#if`s in its text belong to
    /// it.
    fn leaves_branch(&self, at: usize, open: &mut Open) -> bool {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        let blanks = bytes
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        if bytes.get(blanks) != Some(&b'#') {
            return false;
        }
        let line = at + blanks;
        match Directive::of(&self.text[line..super::line_end(self.text, line)]) {
            Directive::If => open.inner += 1,
            Directive::Endif if open.inner > 0 => open.inner -= 1,
            Directive::Elif | Directive::Else | Directive::Endif => return open.inner == 0,
            Directive::Other => {}
        }
        false
    }

    /// A bracket, `;` or `,` inside a hole.
    pub(super) fn single_in_hole(&mut self, kind: TokenKind) -> Token {
        let bytes = &self.text.as_bytes()[self.at..];
        let Some(open) = self.open.last_mut() else {
            return self.take(kind, 1);
        };
        match kind {
            TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => open.depth += 1,
            TokenKind::CloseBrace if open.depth == 0 => {
                open.in_hole = false;
                let length = run(&bytes[..bytes.len().min(open.dollars as usize)], 0, b'}');
                return self.take(TokenKind::HoleEnd, length);
            }
            TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                open.depth = open.depth.saturating_sub(1);
            }
            // No expression holds a `;` outside a lambda's block: the hole isn't closed, and the string's end can
            // only be guessed. It ends here, and what follows is taken for code.
            TokenKind::Semicolon if open.depth == 0 => {
                self.open.pop();
                return self.take(TokenKind::InterpolatedEnd, 0);
            }
            _ => {}
        }
        self.take(kind, 1)
    }

    /// Whether a `:` here starts the format of a hole.
    pub(super) fn starts_format(&self) -> bool {
        self.open.last().is_some_and(|open| open.depth == 0)
    }

    pub(super) fn format(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        let line = self
            .open
            .last()
            .is_some_and(|open| matches!(open.form, Form::Regular | Form::RawLine));
        let length = bytes[self.at..]
            .iter()
            .position(|byte| matches!(byte, b'}' | b'"') || line && matches!(byte, b'\n' | b'\r'))
            .unwrap_or(bytes.len() - self.at);
        if bytes.get(self.at + length) != Some(&b'}')
            && let Some(open) = self.open.last_mut()
        {
            // The hole isn't closed; its string goes on.
            open.in_hole = false;
        }
        self.take(TokenKind::HoleFormat, length)
    }
}

fn run(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes[at..]
        .iter()
        .take_while(|found| **found == byte)
        .count()
}

/// Where a string ends, and whether by its quote.
fn regular_end(bytes: &[u8], mut at: usize, quote: u8) -> (usize, bool) {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' | b'\r' => return (at, false),
            b'\\' if !matches!(bytes.get(at + 1), None | Some(b'\n' | b'\r')) => at += 2,
            _ if byte == quote => return (at + 1, true),
            _ => at += 1,
        }
    }
    (bytes.len(), false)
}

fn verbatim_end(bytes: &[u8], mut at: usize) -> (usize, bool) {
    while let Some(found) = memchr::memchr(b'"', &bytes[at..]) {
        at += found + 1;
        if bytes.get(at) != Some(&b'"') {
            return (at, true);
        }
        at += 1;
    }
    (bytes.len(), false)
}
