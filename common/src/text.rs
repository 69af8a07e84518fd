//! Byte ranges in a text and their line and column. Knows nothing of files or of C# beyond what ends a line.

use std::fmt;
use std::ops::Range;

/// A half-open range of bytes, `start..end`, in one text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextRange {
    start: u32,
    end: u32,
}

impl TextRange {
    /// The range `start..end`; an end before the start is taken as empty at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let end = u32::try_from(end).unwrap_or(u32::MAX).max(start);
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub fn empty(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// First byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// One past the last byte.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies wholly inside (equal counts).
    pub fn contains_range(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the byte at `offset` lies inside.
    pub fn contains(self, offset: usize) -> bool {
        self.start() <= offset && offset < self.end()
    }

    /// Whether the two share a byte, or one is empty and lies strictly inside the other.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// As a standard range, for slicing.
    pub fn as_range(self) -> Range<usize> {
        self.start()..self.end()
    }
}

impl fmt::Display for TextRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A place as people and editors name it: both from 1, the column in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineCol {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 code units, from 1; a byte order mark doesn't count.
    pub column: u32,
}

/// The starts of all lines of a text. C# ends a line at `\r\n`, `\n`, `\r`, U+0085, U+2028 and U+2029
/// (C# language specification, "Line terminators").
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    units: Units,
}

impl LineIndex {
    /// Reads the line starts of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let after = match byte {
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => at + 2,
                b'\r' | b'\n' => at + 1,
                // U+0085 is C2 85; U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
                0xC2 if bytes.get(at + 1) == Some(&0x85) => at + 2,
                0xE2 if matches!(bytes.get(at + 1..at + 3), Some([0x80, 0xA8 | 0xA9])) => at + 3,
                _ => {
                    at += 1;
                    continue;
                }
            };
            starts.push(after as u32);
            at = after;
        }
        Self {
            starts,
            units: Units::of(text),
        }
    }

    /// Where the code units of the text lie.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// How many lines there are; an empty text has one.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The index (from 0) of the line that holds `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|&start| start as usize <= offset)
            .saturating_sub(1)
    }

    /// The byte at which line `index` (from 0) starts.
    pub fn line_start(&self, index: usize) -> usize {
        self.starts.get(index).map_or(usize::MAX, |&s| s as usize)
    }

    /// The range of line `index` (from 0), its terminator included.
    pub fn line_range(&self, index: usize, text: &str) -> TextRange {
        let start = self.line_start(index).min(text.len());
        TextRange::new(start, self.line_start(index + 1).min(text.len()))
    }

    /// Line and column of `offset` in `text`, the text that the index was made from.
    pub fn line_col(&self, text: &str, offset: usize) -> LineCol {
        let line = self.line_of(offset);
        let start = self.line_start(line);
        // A line may be as long as its file, with thousands of places to tell.
        let units = |offset| self.units.utf16_before(text, offset);
        let mark = usize::from(start == 0 && offset > 0 && text.starts_with('\u{feff}'));
        let units = if text.is_char_boundary(offset) {
            units(offset) - units(start) - mark
        } else {
            0
        };
        LineCol {
            line: line as u32 + 1,
            column: units as u32 + 1,
        }
    }
}

/// Characters and UTF-16 code units of a text, counted once, so that it costs the same to tell an offset wherever it
/// lies.
#[derive(Clone, Debug)]
pub struct Units {
    /// By step: continuation bytes, and leads of four bytes, before it. Empty where there are none.
    before: Vec<(u32, u32)>,
}

impl Units {
    /// Bytes that are counted together.
    const STEP: usize = 1 << 10;

    /// Counts those of `text`.
    pub fn of(text: &str) -> Self {
        let mut before = Vec::new();
        if !text.is_ascii() {
            let mut sum = (0, 0);
            for step in text.as_bytes().chunks(Self::STEP) {
                before.push(sum);
                let (later, fours) = count(step);
                sum = (sum.0 + later, sum.1 + fours);
            }
        }
        Self { before }
    }

    fn count_before(&self, text: &str, offset: usize) -> (usize, usize) {
        let bytes = text.as_bytes();
        let offset = offset.min(bytes.len());
        // At the end of the last step there is no further one.
        let step = (offset / Self::STEP).min(self.before.len().saturating_sub(1));
        let Some(sum) = self.before.get(step) else {
            return (0, 0);
        };
        let (later, fours) = count(&bytes[step * Self::STEP..offset]);
        ((sum.0 + later) as usize, (sum.1 + fours) as usize)
    }

    /// How many UTF-16 code units stand before `offset` in `text`, the text that was counted.
    pub fn utf16_before(&self, text: &str, offset: usize) -> usize {
        let (later, fours) = self.count_before(text, offset);
        offset.min(text.len()) - later + fours
    }

    /// How many characters stand before `offset` in `text`, the text that was counted.
    pub fn chars_before(&self, text: &str, offset: usize) -> usize {
        let (later, _) = self.count_before(text, offset);
        offset.min(text.len()) - later
    }
}

/// Continuation bytes, and leads of four bytes.
fn count(bytes: &[u8]) -> (u32, u32) {
    let later = bytes.iter().filter(|byte| **byte & 0xC0 == 0x80).count();
    let fours = bytes.iter().filter(|byte| **byte >= 0xF0).count();
    (later as u32, fours as u32)
}

/// The most characters that are told of code that is only there to be recognised.
const MOST_SHOWN: usize = 200;

/// The first line of `code`, cut with `…` where it is longer than anybody reads. What tells of places inside of each
/// other would else tell the innermost again and again.
pub fn first_line(code: &str) -> String {
    let line = code.lines().next().unwrap_or_default().trim_end();
    cut(line, MOST_SHOWN)
}

/// `text` up to so many characters, with `…` where more follow.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_far_into_a_line_are_told_as_those_at_its_start() {
        let line = "é😀 = a;".repeat(900);
        let text = format!("\u{feff}{line}\n{line}");
        let lines = LineIndex::new(&text);
        for (offset, _) in text.char_indices().skip(1) {
            let start = text[..offset].rfind('\n').map_or(3, |at| at + 1);
            let column = text[start..offset].encode_utf16().count() as u32 + 1;
            assert_eq!(lines.line_col(&text, offset).column, column, "{offset}");
            let units = lines.units();
            let before = &text[..offset];
            assert_eq!(
                units.utf16_before(&text, offset),
                before.encode_utf16().count()
            );
            assert_eq!(units.chars_before(&text, offset), before.chars().count());
        }
    }

    #[test]
    fn a_whole_expression_is_shown_by_its_beginning() {
        assert_eq!(first_line("new A(\n  b)"), "new A(");
        let shown = first_line(&"new A(".repeat(10_000));
        assert_eq!(shown.chars().count(), MOST_SHOWN + 1);
        assert!(shown.ends_with('…'));
    }

    fn check(text: &str, offset: usize, line: u32, column: u32) {
        let found = LineIndex::new(text).line_col(text, offset);
        assert_eq!((found.line, found.column), (line, column), "{text:?}");
    }

    #[test]
    fn every_terminator_of_csharp_ends_a_line() {
        check("a\r\nb", 3, 2, 1);
        check("a\rb", 2, 2, 1);
        check("a\nb", 2, 2, 1);
        check("a\u{85}b", 3, 2, 1);
        check("a\u{2028}b\u{2029}c", 8, 3, 1);
    }

    #[test]
    fn columns_count_utf16_units() {
        check("é😀x", 6, 1, 4);
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        check("\u{feff}ab", 4, 1, 2);
    }

    #[test]
    fn ranges_that_touch_do_not_overlap() {
        assert!(!TextRange::new(0, 2).overlaps(TextRange::new(2, 3)));
        assert!(TextRange::new(0, 3).overlaps(TextRange::new(2, 3)));
    }
}
