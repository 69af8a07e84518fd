//! Texts, lists and ranges of a header's parts. Knows nothing of what they belong to.

use std::ops::Range;

use super::Reader;
use crate::outline::canonical;
use crate::outline::header::Header;
use crate::outline::items::Parameter;
use crate::outline::pool::{ParameterList, Text, TextList};
use crate::syntax::{ParameterModifiers, TokenKind, decoded_name};
use crate::text::TextRange;

impl Reader<'_> {
    /// The decoded name that the token at `at` is.
    pub(super) fn name(&mut self, at: usize) -> Text {
        let written = self
            .pending
            .tokens()
            .get(at)
            .map_or("", |token| token.text(self.text));
        self.outline.pool.intern(&decoded_name(written))
    }

    pub(super) fn canonical(&mut self, tokens: Range<usize>) -> Text {
        if tokens.is_empty() {
            return Text::default();
        }
        // Most types are one word.
        if let Some([word]) = self.pending.tokens().get(tokens.clone()) {
            let written = word.text(self.text);
            if written.is_ascii() && !written.contains(['@', '\\']) {
                return self.outline.pool.intern(written);
            }
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        if let Some(tokens) = self.pending.tokens().get(tokens) {
            canonical::append(&mut scratch, self.text, tokens);
        }
        let text = self.outline.pool.intern(&scratch);
        self.scratch = scratch;
        text
    }

    pub(super) fn header_range(&self, first: usize, end: usize) -> TextRange {
        let start = self
            .pending
            .tokens()
            .get(first)
            .map_or(end, |token| token.start());
        TextRange::new(start, end)
    }

    pub(super) fn token_range(&self, tokens: &Range<usize>) -> TextRange {
        match self.pending.tokens().get(tokens.clone()) {
            Some([first, .., last]) => TextRange::new(first.start(), last.end()),
            Some([one]) => one.range(),
            _ => TextRange::default(),
        }
    }

    pub(super) fn attributes(&mut self, attributes: &Range<usize>) -> TextList {
        let first = self.outline.pool.list_start();
        let mut at = attributes.start;
        while at < attributes.end && self.header().is(at, TokenKind::OpenBracket) {
            let close = self.header().closing(at).unwrap_or(attributes.end);
            at += 1;
            while at < close {
                let header = self.header();
                let end = header.part_end(at, close);
                let target = header.is(at + 1, TokenKind::Colon);
                let start = at + if target { 2 } else { 0 };
                if let Some(name_end) = header.type_end(start) {
                    self.add_to_list(start..name_end.min(end));
                }
                at = end + 1;
            }
            at = close + 1;
        }
        self.outline.pool.list_since(first)
    }

    fn add_to_list(&mut self, tokens: Range<usize>) {
        let text = self.canonical(tokens);
        self.outline.pool.push(text);
    }

    pub(super) fn type_parameters(&mut self, range: &Range<usize>) -> TextList {
        let first = self.outline.pool.list_start();
        let mut at = range.start;
        while at < range.end {
            let end = self.header().part_end(at, range.end);
            let name = self.name(end.saturating_sub(1));
            self.outline.pool.push(name);
            at = end + 1;
        }
        self.outline.pool.list_since(first)
    }

    pub(super) fn bases(&mut self, range: &Range<usize>) -> TextList {
        let first = self.outline.pool.list_start();
        let mut at = range.start;
        while at < range.end {
            let header = self.header();
            let end = header.part_end(at, range.end);
            if let Some(type_end) = header.type_end(at) {
                self.add_to_list(at..type_end.min(end));
            }
            at = end + 1;
        }
        self.outline.pool.list_since(first)
    }

    pub(super) fn parameters(&mut self, range: &Range<usize>) -> ParameterList {
        let first = self.outline.parameters.len();
        let mut at = range.start;
        while at < range.end {
            let header = self.header();
            let end = header.part_end(at, range.end);
            if let Some(part) = ParameterParts::read(header, at..end) {
                let parameter = Parameter {
                    name: if part.name.is_empty() {
                        Text::default()
                    } else {
                        self.name(part.name.start)
                    },
                    type_text: self.canonical(part.type_.clone()),
                    modifiers: part.modifiers,
                    has_default: part.has_default,
                    range: self.token_range(&part.all),
                    name_range: self.token_range(&part.name),
                };
                self.outline.parameters.push(parameter);
            }
            at = end + 1;
        }
        ParameterList::new(first, self.outline.parameters.len())
    }
}

struct ParameterParts {
    all: Range<usize>,
    modifiers: ParameterModifiers,
    type_: Range<usize>,
    name: Range<usize>,
    has_default: bool,
}

impl ParameterParts {
    fn read(header: Header<'_>, part: Range<usize>) -> Option<Self> {
        let mut at = header.beyond_attributes(part.start);
        let mut modifiers = ParameterModifiers::default();
        while let Some(modifier) = ParameterModifiers::from_word(header.word(at)) {
            // `scoped` alone is a type's name.
            if modifier == ParameterModifiers::SCOPED && !header.is(at + 2, TokenKind::Word) {
                break;
            }
            modifiers |= modifier;
            at += 1;
        }
        let end = header.type_end(at)?;
        if end > part.end {
            return None;
        }
        let named = header.is(end, TokenKind::Word) && end < part.end;
        let name = end..end + usize::from(named);
        let has_default = name.end < part.end && header.is(name.end, TokenKind::Equals);
        Some(Self {
            all: part,
            modifiers,
            type_: at..end,
            name,
            has_default,
        })
    }
}
