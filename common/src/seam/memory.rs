//! What was read of a text, kept: passes over a workspace change a few files, and read all the others as they were.
//! Knows texts by identity; decides nothing.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::outline::Outline;
use crate::syntax::{SyntaxTree, parse_whole};

use super::conditional::Regions;

/// What was read of one text.
#[derive(Default)]
pub(super) struct Kept {
    outline: OnceLock<Arc<Outline>>,
    tree: OnceLock<Option<SyntaxTree>>,
    regions: OnceLock<Regions>,
}

impl Kept {
    /// What it declares.
    pub(super) fn outline(&self, text: &str) -> Arc<Outline> {
        let outline = self.outline.get_or_init(|| Arc::new(Outline::of(text)));
        Arc::clone(outline)
    }

    /// Its tree; `None` when it can't be parsed in bounded time.
    pub(super) fn tree(&self, text: &Arc<str>) -> Option<&SyntaxTree> {
        self.tree.get_or_init(|| parse_whole(text).ok()).as_ref()
    }

    /// Its conditional regions.
    pub(super) fn regions(&self, text: &str) -> &Regions {
        self.regions.get_or_init(|| Regions::of(text))
    }
}

/// By the address of a text. Each text is kept, so that no other one gets its address.
type Texts = HashMap<usize, (Arc<str>, Arc<Kept>)>;

/// What was read of the texts of a workspace. Clones share it.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Texts>>);

impl Memory {
    /// What was read of this very text.
    pub(super) fn of(&self, text: &Arc<str>) -> Arc<Kept> {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = Arc::as_ptr(text).cast::<u8>() as usize;
        let (_, kept) = texts
            .entry(address)
            .or_insert_with(|| (Arc::clone(text), Arc::default()));
        Arc::clone(kept)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once_and_an_equal_one_by_itself() {
        let memory = Memory::default();
        let text: Arc<str> = "class A {}".into();
        let first = memory.of(&text).outline(&text);
        assert!(Arc::ptr_eq(
            &first,
            &memory.clone().of(&text.clone()).outline(&text)
        ));
        let equal: Arc<str> = "class A {}".into();
        assert!(!Arc::ptr_eq(&first, &memory.of(&equal).outline(&equal)));
    }

    #[test]
    fn no_text_gets_the_address_of_one_that_was_dropped() {
        let memory = Memory::default();
        for number in 0..100 {
            let text: Arc<str> = format!("class A{number:03} {{}}").into();
            let outline = memory.of(&text).outline(&text);
            let name = outline.text(outline.types()[0].name).to_owned();
            assert_eq!(name, format!("A{number:03}"));
        }
    }
}
