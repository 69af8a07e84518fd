//! Types of the workspace that derive from catalogued ones: their names reach what those have. By simple names alone, so
//! that it says too much rather than too little.

use crate::outline::Outline;
use crate::table::{NameMap, NameSet};

use super::vocabulary::Vocabulary;

/// What derives from types whose static members or constructors count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heirs {
    /// By the simple name of a type: those of the catalogued types that it has static members from.
    statics: NameMap<Box<str>, Vec<Box<str>>>,
    /// Types whose constructors call one that may count.
    made: NameSet<Box<str>>,
}

impl Heirs {
    /// Of these pairs of a type and its base; `meant` gives what a base is called where an alias names it.
    pub(crate) fn of<'t>(
        words: &Vocabulary,
        pairs: impl Iterator<Item = (&'t str, &'t str)>,
    ) -> Self {
        let mut heirs = Self::default();
        let mut followers: NameMap<&str, Vec<&str>> = NameMap::default();
        let mut open: Vec<(&str, &str)> = Vec::new();
        for (heir, base) in pairs {
            if words.is_made(base) {
                heirs.made.insert(heir.into());
            }
            if words.may_bring_statics(base) {
                open.push((heir, base));
            }
            followers.entry(base).or_default().push(heir);
        }
        // A type gets each owner once, so that this ends.
        while let Some((heir, owner)) = open.pop() {
            let owners = heirs.statics.entry(heir.into()).or_default();
            if owners.iter().any(|known| **known == *owner) {
                continue;
            }
            owners.push(owner.into());
            for follower in followers.get(heir).into_iter().flatten() {
                open.push((follower, owner));
            }
        }
        heirs
    }

    /// The types of a file with their bases, by simple names.
    pub(crate) fn pairs(outline: &Outline) -> impl Iterator<Item = (&str, &str)> {
        outline.types().iter().flat_map(|declared| {
            let bases = outline.texts(declared.bases);
            bases.map(|base| (outline.text(declared.name), simple(base)))
        })
    }

    /// Whether a type called so has static members from a catalogued one for which `wanted` holds.
    pub(crate) fn has_static(&self, heir: &str, wanted: impl FnMut(&str) -> bool) -> bool {
        self.owners(heir).map(AsRef::as_ref).any(wanted)
    }

    /// The catalogued types that a type called so has static members from.
    pub(crate) fn owners(&self, heir: &str) -> impl Iterator<Item = &Box<str>> {
        self.statics.get(heir).into_iter().flatten()
    }

    /// Whether a type called so has static members from a catalogued one.
    pub(crate) fn is_heir(&self, name: &str) -> bool {
        self.statics.contains_key(name)
    }

    /// Whether a constructor of a type called so may call one that counts.
    pub(crate) fn is_made(&self, name: &str) -> bool {
        self.made.contains(name)
    }

    /// The names of all of them.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.statics.keys().chain(&self.made).map(AsRef::as_ref)
    }
}

/// `Process` of `Acme.Process<T>`.
fn simple(base: &str) -> &str {
    let name = base.split_once('<').map_or(base, |(name, _)| name);
    name.rsplit(['.', ':']).next().unwrap_or(name).trim()
}
