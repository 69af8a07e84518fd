//! The texts of an outline, each stored once. Knows nothing of what they mean.

use std::ops::Range;

/// A text in the outline's pool. Most equal texts are one, but only characters tell.
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
    /// How much memory is behind it.
    pub(super) fn bytes(&self) -> usize {
        self.characters.len() + size_of_val(self.lists.as_slice())
    }

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

    /// Where a list that is pushed now starts.
    pub(super) fn list_start(&self) -> usize {
        self.lists.len()
    }

    pub(super) fn push(&mut self, text: Text) {
        self.lists.push(text);
    }

    /// What was pushed since [`Self::list_start`] was `first`.
    pub(super) fn list_since(&self, first: usize) -> TextList {
        TextList::new(first, self.lists.len())
    }

    /// Stores `text` unless it is there; with many collisions it may be stored again.
    pub(super) fn intern(&mut self, text: &str) -> Text {
        if text.is_empty() {
            return Text::default();
        }
        if self.count * 2 >= self.table.len() {
            self.grow();
        }
        let mut at = self.slot(text);
        let mut steps = 0;
        while !self.table[at].is_empty() && steps < Self::FURTHEST {
            if self.text(self.table[at]) == text {
                return self.table[at];
            }
            at = (at + 1) & (self.table.len() - 1);
            steps += 1;
        }
        let stored = Text {
            start: self.characters.len() as u32,
            length: text.len() as u32,
        };
        self.characters.push_str(text);
        if steps < Self::FURTHEST {
            self.table[at] = stored;
            self.count += 1;
        }
        stored
    }

    /// Places that are looked at, so that texts made to collide cost no more than others.
    const FURTHEST: usize = 32;

    /// Gives back what is needed only while reading.
    pub(super) fn finish(&mut self) {
        self.table = Vec::new();
        self.characters.shrink_to_fit();
        self.lists.shrink_to_fit();
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(128);
        let old = std::mem::replace(&mut self.table, vec![Text::default(); size]);
        self.count = 0;
        for stored in old.into_iter().filter(|stored| !stored.is_empty()) {
            let first = self.slot(self.text(stored));
            let free = (first..first + Self::FURTHEST)
                .map(|at| at & (size - 1))
                .find(|at| self.table[*at].is_empty());
            if let Some(at) = free {
                self.table[at] = stored;
                self.count += 1;
            }
        }
    }

    fn slot(&self, text: &str) -> usize {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let (chunks, rest) = text.as_bytes().as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let hash = chunks
            .iter()
            .chain([&last])
            .fold(text.len() as u64, |hash, chunk| {
                (hash.rotate_left(23) ^ u64::from_le_bytes(*chunk)).wrapping_mul(FACTOR)
            });
        (hash >> 32) as usize & (self.table.len() - 1)
    }
}
