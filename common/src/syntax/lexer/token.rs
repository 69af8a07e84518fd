//! What the lexer gives: tokens and the meaning of directives. Knows nothing of how they are found.

use crate::text::TextRange;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// An identifier or a keyword; with `@` or escapes as written.
    Word,
    /// A number with its suffix.
    Number,
    /// `'a'`.
    Character,
    /// A whole string without holes: regular, verbatim or raw, with a `u8` suffix.
    String,
    /// `$"`, `$@"`, `@$"`, `$$"""`: what follows are texts and holes up to `InterpolatedEnd`.
    InterpolatedStart,
    /// Characters of an interpolated string between its holes.
    InterpolatedText,
    /// The closing quotes, or empty where they are missing.
    InterpolatedEnd,
    /// `{` of a hole, `{{` with two dollar signs; its code follows as tokens.
    HoleStart,
    /// `}` of a hole.
    HoleEnd,
    /// `:D2` in a hole.
    HoleFormat,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `:`
    Colon,
    /// `::`
    ColonColon,
    /// `?`, also that of `?.`
    Question,
    /// `=`
    Equals,
    /// `=>`
    Arrow,
    /// `<`
    Less,
    /// `>`, never `>>`
    Greater,
    /// `*`
    Star,
    /// Any other sign.
    Operator,
    /// `// …` without its line end, or `/* … */`.
    Comment,
    /// A line that starts with `#`, without its line end.
    Directive,
    /// The end of the text.
    End,
}

/// One token: what it is, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    start: u32,
    end: u32,
}

impl Token {
    pub(super) fn new(kind: TokenKind, start: usize, end: usize) -> Self {
        Self {
            kind,
            start: start as u32,
            end: end as u32,
        }
    }

    /// A token that stands for a place where there is none.
    pub fn empty(at: usize) -> Self {
        Self::new(TokenKind::End, at, at)
    }

    /// First byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// One past the last byte.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Its bytes.
    pub fn range(self) -> TextRange {
        TextRange::new(self.start(), self.end())
    }

    /// Its text as written.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start()..self.end()).unwrap_or_default()
    }
}

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `#if`
    If,
    /// `#elif`
    Elif,
    /// `#else`
    Else,
    /// `#endif`
    Endif,
    /// `#region`, `#pragma`, `#line`, `#nullable`, `#!` …: nothing that code depends on.
    Other,
}

impl Directive {
    /// Reads a directive's line.
    pub fn of(line: &str) -> Self {
        let word = line.trim_start_matches('#').trim_start();
        let end = word
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(word.len());
        match &word[..end] {
            "if" => Self::If,
            "elif" => Self::Elif,
            "else" => Self::Else,
            "endif" => Self::Endif,
            _ => Self::Other,
        }
    }
}
