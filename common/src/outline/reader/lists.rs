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
        if attributes.is_empty() {
            return TextList::default();
        }
        let mut names: Vec<Range<usize>> = Vec::new();
        let header = self.header();
        let mut at = attributes.start;
        while at < attributes.end && header.is(at, TokenKind::OpenBracket) {
            let close = header.closing(at).unwrap_or(attributes.end);
            for part in header.split(at + 1..close) {
                let target = header.is(part.start + 1, TokenKind::Colon);
                let start = part.start + if target { 2 } else { 0 };
                if let Some(end) = header.type_end(start) {
                    names.push(start..end.min(part.end));
                }
            }
            at = close + 1;
        }
        self.list(names)
    }

    pub(super) fn list(&mut self, ranges: Vec<Range<usize>>) -> TextList {
        let texts: Vec<Text> = ranges
            .into_iter()
            .map(|range| self.canonical(range))
            .collect();
        self.outline.pool.add_list(&texts)
    }

    pub(super) fn type_parameters(&mut self, range: &Range<usize>) -> TextList {
        if range.is_empty() {
            return TextList::default();
        }
        let names: Vec<usize> = self
            .header()
            .split(range.clone())
            .map(|part| part.end.saturating_sub(1))
            .collect();
        let names: Vec<Text> = names.into_iter().map(|at| self.name(at)).collect();
        self.outline.pool.add_list(&names)
    }

    pub(super) fn bases(&mut self, range: &Range<usize>) -> TextList {
        if range.is_empty() {
            return TextList::default();
        }
        let header = self.header();
        let bases = header
            .split(range.clone())
            .filter_map(|part| Some(part.start..header.type_end(part.start)?.min(part.end)))
            .collect();
        self.list(bases)
    }

    pub(super) fn parameters(&mut self, range: &Range<usize>) -> ParameterList {
        let header = self.header();
        let parts: Vec<ParameterParts> = header
            .split(range.clone())
            .filter_map(|part| ParameterParts::read(header, part))
            .collect();
        let first = self.outline.parameters.len();
        for part in parts {
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
