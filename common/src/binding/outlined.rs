//! What a simple name means by the declarations of a file alone, without a tree: names of which it is known that no
//! body declares them.

use super::Library;
use super::lookup::{Lookup, Meaning, Mode};
use super::names::{FileId, Names};

/// Binds names of one file by its outline.
pub struct OutlineBinder<'a> {
    lookup: Lookup<'a>,
    file: FileId,
}

impl<'a> OutlineBinder<'a> {
    /// A binder for `file`.
    pub fn new(names: &'a Names<'a>, library: &'a dyn Library, file: FileId) -> Self {
        Self {
            lookup: Lookup::new(names, library),
            file,
        }
    }

    /// The meaning of the simple name `name` at `offset`, as if no local or parameter were called so.
    pub fn simple_name(&self, name: &str, offset: usize) -> Meaning {
        let position = self.lookup.position_at(self.file, offset);
        let meaning = self.lookup.simple(name, 0, position, Mode::Expression);
        let place = (position, offset);
        let library = self
            .lookup
            .left_by_condition(&meaning, (name, 0), place, Mode::Expression);
        match library {
            Some(library) => Meaning::Ambiguous(vec![library]),
            None => meaning,
        }
    }
}
