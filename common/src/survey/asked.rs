//! Names of a file that may say in another file what a `new()` makes, or what the receiver of a call is. Only their hashes
//! are kept: one that is wrong costs a look at the file, nothing else.

use crate::outline::Outline;
use crate::syntax::{TokenKind, decoded_name};
use crate::table::{NameHasher, NameSet};
use crate::text::TextRange;

use super::declared::Declared;
use super::reach::{Brings, Reach};

/// How many names before a `new` are kept: what it goes to is named there, and in the same statement.
const KEPT: usize = 12;

/// The names, as they are read.
#[derive(Debug)]
pub(super) struct Asking {
    /// The last ones, the oldest overwritten.
    last: [TextRange; KEPT],
    count: usize,
    found: Asked,
}

/// The names that a file asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// Before `new(`.
    made: Vec<u64>,
    /// Before the dot of a member that is looked for.
    held: Vec<u64>,
}

impl Asking {
    pub(super) fn new() -> Self {
        Self {
            last: [TextRange::default(); KEPT],
            count: 0,
            found: Asked::default(),
        }
    }

    /// A name was read.
    pub(super) fn name(&mut self, range: TextRange) {
        self.last[self.count % KEPT] = range;
        self.count += 1;
    }

    /// Something between names was read.
    pub(super) fn punctuation(&mut self, kind: TokenKind) {
        if matches!(
            kind,
            TokenKind::Semicolon | TokenKind::OpenBrace | TokenKind::CloseBrace
        ) {
            self.count = 0;
        }
    }

    /// `new(` was read.
    pub(super) fn creation(&mut self, text: &str, hasher: &NameHasher) {
        for range in &self.last[..self.count.min(KEPT)] {
            let name = text.get(range.as_range()).unwrap_or_default();
            self.found.made.push(hasher.hash(&decoded_name(name)));
        }
    }

    /// A member that is looked for was read behind `name`.
    pub(super) fn receiver(&mut self, name: &str, hasher: &NameHasher) {
        self.found.held.push(hasher.hash(name));
    }

    pub(super) fn finish(self) -> Asked {
        let mut found = self.found;
        for list in [&mut found.made, &mut found.held] {
            list.sort_unstable();
            list.dedup();
            list.shrink_to_fit();
        }
        found
    }
}

impl Asked {
    /// Adds what `: base(new())` may mean.
    pub(super) fn add_bases(&mut self, outline: &Outline, hasher: &NameHasher) {
        if self.made.binary_search(&hasher.hash("base")).is_err() {
            return;
        }
        let bases = outline
            .types()
            .iter()
            .flat_map(|one| outline.texts(one.bases));
        let names = bases.flat_map(super::reach::names_in);
        self.made.extend(names.map(|name| hasher.hash(name)));
    }
}

/// The declared names that answer.
pub(super) struct Answers {
    made: NameSet<u64>,
    held: NameSet<u64>,
}

impl Answers {
    pub(super) fn of(declared: &Declared, reach: &Reach, hasher: &NameHasher) -> Self {
        let names = |wanted: &dyn Fn(&Brings) -> bool| {
            let all = declared.all().filter(|(_, brings)| wanted(brings));
            all.map(|(name, _)| hasher.hash(name)).collect()
        };
        Self {
            made: names(&|brings| brings.may_make(reach)),
            held: names(&|brings| brings.has_values()),
        }
    }

    /// Whether one of the names may be what is asked for.
    pub(super) fn any(&self, asked: &Asked) -> bool {
        asked.made.iter().any(|name| self.made.contains(name))
            || asked.held.iter().any(|name| self.held.contains(name))
    }
}
