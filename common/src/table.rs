//! Hash tables for names, which are asked for every word of every file. Their seeds differ from run to run, so that no
//! source can be made to fill one place; nothing may depend on their order.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use foldhash::fast::RandomState;

/// A map with names in its keys.
pub(crate) type NameMap<K, V> = HashMap<K, V, RandomState>;
/// A set of names.
pub(crate) type NameSet<K> = HashSet<K, RandomState>;

/// Hashes of names, where these need not be kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameHasher(RandomState);

impl NameHasher {
    /// The same for the same name, as long as the hasher lives.
    pub(crate) fn hash(&self, name: &str) -> u64 {
        self.0.hash_one(name)
    }
}
