//! What is found out of each class once. Knows nothing of what that is.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::seam::code::ClassId;

/// Answers by class.
pub(super) struct Memo<T>(RefCell<HashMap<ClassId, T>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone> Memo<T> {
    /// The answer for a class, found by `find` the first time; that may ask for others, but not for itself.
    pub(super) fn of(&self, class: &ClassId, find: impl FnOnce() -> T) -> T {
        if let Some(known) = self.0.borrow().get(class) {
            return known.clone();
        }
        let found = find();
        self.0.borrow_mut().insert(class.clone(), found.clone());
        found
    }
}
