//! Edits of texts, sorted and disjoint by construction, and source changes as values.

use std::collections::BTreeMap;
use std::fmt;

use crate::source::SourcePath;
use crate::text::TextRange;

/// The replacement of one range by a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// What goes; empty for an insertion.
    pub range: TextRange,
    /// What comes.
    pub text: String,
}

/// Two edits that touch the same bytes, or insert at the same place without an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The earlier one.
    pub first: TextRange,
    /// The later one.
    pub second: TextRange,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edit `{}` overlaps edit `{}`", self.second, self.first)
    }
}

/// Edits of one text: sorted, and no two share a byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextEdit {
    edits: Vec<Edit>,
}

impl TextEdit {
    /// Sorts `edits` and checks that none overlap. Equal edits given twice count once; insertions at one place
    /// keep the order in which they were given.
    pub fn new(edits: impl IntoIterator<Item = Edit>) -> Result<Self, Overlap> {
        let mut sorted: Vec<Edit> = edits.into_iter().collect();
        sorted.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        sorted.dedup_by(|later, earlier| later == earlier && !earlier.range.is_empty());
        for pair in sorted.windows(2) {
            if pair[1].range.start() < pair[0].range.end() {
                return Err(Overlap {
                    first: pair[0].range,
                    second: pair[1].range,
                });
            }
        }
        Ok(Self { edits: sorted })
    }

    /// The one edit that makes `after` of `before`; none if they are the same.
    #[must_use]
    pub fn between(before: &str, after: &str) -> Self {
        if before == after {
            return Self::default();
        }
        let same = |(one, other): &(char, char)| one == other;
        let length = |(one, _): (char, char)| one.len_utf8();
        let pairs = before.chars().zip(after.chars());
        let prefix: usize = pairs.take_while(same).map(length).sum();
        let (old, new) = (&before[prefix..], &after[prefix..]);
        let pairs = old.chars().rev().zip(new.chars().rev());
        let suffix: usize = pairs.take_while(same).map(length).sum();
        Self {
            edits: vec![Edit {
                range: TextRange::new(prefix, before.len() - suffix),
                text: new[..new.len() - suffix].to_owned(),
            }],
        }
    }

    /// The edits in the order of the text.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The text after the edits; `None` when a range does not fit it.
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut result = String::with_capacity(text.len() + 64);
        let mut at = 0;
        for edit in &self.edits {
            result.push_str(text.get(at..edit.range.start())?);
            text.get(edit.range.as_range())?;
            result.push_str(&edit.text);
            at = edit.range.end();
        }
        result.push_str(text.get(at..)?);
        Some(result)
    }
}

impl TextEdit {
    /// The offset before the edits of what stands at `offset` after them; of new text where it was put.
    pub fn before(&self, offset: usize) -> usize {
        // Up to where both texts were walked.
        let (mut old, mut new) = (0, 0);
        for edit in &self.edits {
            let start = new + (edit.range.start() - old);
            if offset < start {
                break;
            }
            if offset < start + edit.text.len() {
                return edit.range.start();
            }
            (old, new) = (edit.range.end(), start + edit.text.len());
        }
        old + (offset - new)
    }
}

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// A new file with this text.
    Create(String),
    /// Edits of a file that is there.
    Edit(TextEdit),
}

/// A change of a source tree as a value: it knows nothing of the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceChange {
    /// By path.
    pub files: BTreeMap<SourcePath, FileChange>,
}

impl SourceChange {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit {
            range: TextRange::new(start, end),
            text: text.into(),
        }
    }

    #[test]
    fn overlapping_edits_are_refused() {
        assert!(TextEdit::new([edit(0, 3, "a"), edit(2, 4, "b")]).is_err());
        assert!(TextEdit::new([edit(0, 3, "a"), edit(1, 1, "b")]).is_err());
    }

    #[test]
    fn insertions_at_one_place_keep_their_order() {
        let both = TextEdit::new([edit(1, 1, "x"), edit(1, 1, "y")]).unwrap();
        assert_eq!(both.apply("ab").unwrap(), "axyb");
    }

    #[test]
    fn places_are_found_again_as_they_were() {
        // `abcd` becomes `aXYdZ`.
        let all = TextEdit::new([edit(1, 3, "XY"), edit(4, 4, "Z")]).unwrap();
        let before: Vec<usize> = (0..5).map(|at| all.before(at)).collect();
        assert_eq!(before, [0, 1, 1, 3, 4]);
        let insertion = TextEdit::new([edit(1, 1, "xy")]).unwrap();
        assert_eq!(insertion.before(3), 1);
        assert_eq!(insertion.before(4), 2);
    }

    #[test]
    fn an_edit_beyond_the_text_gives_nothing() {
        assert_eq!(TextEdit::new([edit(1, 9, "")]).unwrap().apply("ab"), None);
    }

    proptest! {
        #[test]
        fn bytes_outside_edits_never_change(
            text in "[a-zé\n]{0,40}",
            cuts in proptest::collection::vec((0usize..60, 0usize..6, "[A-Z]{0,3}"), 0..6),
        ) {
            let edits = cuts.iter().map(|(start, length, new)| edit(*start, start + length, new));
            if let Ok(edits) = TextEdit::new(edits)
                && let Some(after) = edits.apply(&text)
            {
                let (mut old, mut new) = (0, 0);
                for edit in edits.edits() {
                    let kept = edit.range.start() - old;
                    prop_assert_eq!(&text[old..old + kept], &after[new..new + kept]);
                    prop_assert_eq!(&after[new + kept..new + kept + edit.text.len()], &edit.text);
                    old = edit.range.end();
                    new += kept + edit.text.len();
                }
                prop_assert_eq!(&text[old..], &after[new..]);
            }
        }
    }

    #[test]
    fn a_difference_is_one_edit() {
        for (before, after, expected) in [
            ("ab", "axb", (1, 1, "x")),
            ("aa", "aaa", (2, 2, "a")),
            ("é", "éé", (2, 2, "é")),
        ] {
            let (start, end, text) = expected;
            assert_eq!(
                TextEdit::between(before, after).edits(),
                [edit(start, end, text)],
                "{after}"
            );
        }
        assert!(TextEdit::between("a", "a").is_empty());
    }
}
