//! Copies of a source text, of the same length, in which what the grammar doesn't know is blank or written another
//! way. Knows what the grammar fails at and nothing of trees.

mod branches;
mod condition;
mod expressions;
mod repairs;
mod targets;
mod tokens;

#[cfg(test)]
mod tests;

pub(super) use branches::{Branches, has_branches};
pub(super) use repairs::{may_be_misread, repair, takes_code_for_text};

use super::lexer::{Directive, Lexer, TokenKind};
use crate::text::TextRange;

/// A copy in the making.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    bytes: Vec<u8>,
    /// Code that the copy doesn't show.
    blanks: Vec<TextRange>,
    changed: bool,
}

impl Mask {
    pub(super) fn new(text: &str) -> Self {
        Self {
            bytes: text.as_bytes().to_vec(),
            blanks: Vec::new(),
            changed: false,
        }
    }

    /// Makes `range` white space; line ends stay.
    pub(super) fn blank(&mut self, range: TextRange) {
        self.clear(range);
        self.blanks.push(range);
    }

    /// The same for what is no code: a directive.
    fn clear(&mut self, range: TextRange) {
        self.changed = true;
        let Some(bytes) = self.bytes.get_mut(range.as_range()) else {
            return;
        };
        for byte in bytes {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }

    /// Writes `characters` over what is at `at`; the tree still gives the original's text.
    fn overwrite(&mut self, at: usize, characters: &str) {
        self.changed = true;
        if let Some(bytes) = self.bytes.get_mut(at..at + characters.len()) {
            bytes.copy_from_slice(characters.as_bytes());
        }
    }

    /// Writes `characters` over what is at `at`, where the copy then shows something that isn't there.
    fn replace(&mut self, at: usize, characters: &str) {
        self.overwrite(at, characters);
        self.blanks.push(TextRange::new(at, at + characters.len()));
    }

    fn bytes(&self, range: TextRange) -> &[u8] {
        self.bytes.get(range.as_range()).unwrap_or_default()
    }

    /// Blanks each directive that guards no code: regions, pragmas, `#:` lines …
    pub(super) fn blank_other_directives(&mut self, text: &str) {
        let mut lexer = Lexer::new(text);
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Directive if Directive::of(token.text(text)) == Directive::Other => {
                    self.clear(token.range());
                }
                _ => {}
            }
        }
    }

    /// Whether the copy differs from the text.
    pub(super) fn changed(&self) -> bool {
        self.changed
    }

    /// The copy so far, for reading its tokens.
    pub(super) fn copy(&self) -> Option<String> {
        String::from_utf8(self.bytes.clone()).ok()
    }

    /// The copy, and what of the code it doesn't show, in order.
    pub(super) fn finish(mut self) -> Option<(String, Vec<TextRange>)> {
        self.blanks.sort_unstable();
        let mut merged: Vec<TextRange> = Vec::with_capacity(self.blanks.len());
        for blank in self.blanks {
            match merged.last_mut() {
                Some(last) if blank.start() <= last.end() => *last = last.cover(blank),
                _ => merged.push(blank),
            }
        }
        Some((String::from_utf8(self.bytes).ok()?, merged))
    }
}
