//! How much memory is left for what could be had again.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that may still be taken.
#[derive(Debug)]
pub(super) struct Budget(AtomicUsize);

impl Budget {
    pub(super) fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    /// Whether there was room for so many bytes, which are taken then.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let left = |left: usize| left.checked_sub(bytes);
        (self.0)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let budget = Budget::new(10);
        assert!(budget.take(6));
        assert!(!budget.take(5));
        assert!(budget.take(4));
        assert!(!budget.take(1));
    }
}
