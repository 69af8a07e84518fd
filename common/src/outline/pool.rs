//! The texts of an outline, each stored once. Knows nothing of what they mean.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

/// A text in the outline's pool. Equal texts of one outline are equal values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    start: u32,
    length: u32,
}

impl Text {
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

macro_rules! list {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            first: u32,
            count: u32,
        }

        impl $name {
            pub(super) fn new(first: usize, end: usize) -> Self {
                Self { first: first as u32, count: end.saturating_sub(first) as u32 }
            }

            pub(super) fn as_range(self) -> Range<usize> {
                self.first as usize..self.first as usize + self.count as usize
            }

            /// How many there are.
            pub fn len(self) -> usize {
                self.count as usize
            }

            /// Whether there is none.
            pub fn is_empty(self) -> bool {
                self.count == 0
            }
        }
    };
}

list! {
    /// Several texts of the outline.
    TextList
}

list! {
    /// Parameters of the outline.
    ParameterList
}

#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    characters: String,
    lists: Vec<Text>,
    /// Open addressing over the texts; empty ones are free.
    table: Vec<Text>,
    count: usize,
}

impl Pool {
    pub(super) fn text(&self, text: Text) -> &str {
        let start = text.start as usize;
        self.characters
            .get(start..start + text.length as usize)
            .unwrap_or_default()
    }

    pub(super) fn list(&self, list: TextList) -> &[Text] {
        self.lists.get(list.as_range()).unwrap_or_default()
    }

    pub(super) fn add_list(&mut self, texts: &[Text]) -> TextList {
        let first = self.lists.len();
        self.lists.extend_from_slice(texts);
        TextList::new(first, self.lists.len())
    }

    /// Stores `text` unless it is there.
    pub(super) fn intern(&mut self, text: &str) -> Text {
        if text.is_empty() {
            return Text::default();
        }
        if self.count * 2 >= self.table.len() {
            self.grow();
        }
        let mut at = self.slot(text);
        while !self.table[at].is_empty() {
            if self.text(self.table[at]) == text {
                return self.table[at];
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        let stored = Text {
            start: self.characters.len() as u32,
            length: text.len() as u32,
        };
        self.characters.push_str(text);
        self.table[at] = stored;
        self.count += 1;
        stored
    }

    /// Gives back what is needed only while reading.
    pub(super) fn finish(&mut self) {
        self.table = Vec::new();
        self.characters.shrink_to_fit();
        self.lists.shrink_to_fit();
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(64);
        let old = std::mem::replace(&mut self.table, vec![Text::default(); size]);
        for stored in old.into_iter().filter(|stored| !stored.is_empty()) {
            let mut at = self.slot(self.text(stored));
            while !self.table[at].is_empty() {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = stored;
        }
    }

    fn slot(&self, text: &str) -> usize {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        hasher.finish() as usize & (self.table.len() - 1)
    }
}
