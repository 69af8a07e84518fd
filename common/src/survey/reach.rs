//! Of which catalogued types a file can have values at all: those that it names, and those that come with a name
//! declared elsewhere. Whoever asks for an object's members looks here before anything is parsed; it says yes too often
//! rather than too rarely.

use crate::catalogue::signatures::{self, bases_and_values, members};
use crate::catalogue::{Catalogue, HEIRS, Receiver};
use crate::table::{NameMap, NameSet};

use super::vocabulary::{members_of, simple_name};

/// A set of catalogued types, by number. The last number stands for all beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Types([u64; 4]);

impl Types {
    fn one(number: usize) -> Self {
        let number = number.min(255);
        let mut types = Self::default();
        types.0[number / 64] = 1 << (number % 64);
        types
    }

    /// Adds those of another set; whether there were new ones.
    pub(super) fn add(&mut self, other: Self) -> bool {
        let before = *self;
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own |= other;
        }
        *self != before
    }

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn meets(self, other: Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .any(|(own, other)| own & other != 0)
    }
}

/// What a name lets a file have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brings {
    /// Values of these types.
    values: Types,
    /// Places where a `new()` without a type makes one of these.
    targets: Types,
}

impl Brings {
    pub(super) fn add(&mut self, other: Self) -> bool {
        let values = self.values.add(other.values);
        self.targets.add(other.targets) || values
    }

    pub(super) fn only_targets(self) -> Self {
        Self {
            values: Types::default(),
            ..self
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.values.is_empty() && self.targets.is_empty()
    }

    /// Whether there may be an object that is looked for.
    pub(super) fn has_values(self) -> bool {
        !self.values.is_empty()
    }

    /// Whether there may be an object of one of these types.
    pub(super) fn may_have(self, owners: &Owners) -> bool {
        owners.0.meets(self.values)
    }

    /// Whether a `new()` may make something that is looked for.
    pub(super) fn may_make(self, reach: &Reach) -> bool {
        self.targets.meets(reach.made)
    }
}

/// The types with an instance member of some name that is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Owners(Types);

/// What the catalogue and the base library say.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// By the simple name of a type: itself, and what its members give.
    types: NameMap<&'static str, Brings>,
    /// The types that have an instance member of this name that is looked for.
    owners: NameMap<&'static str, Owners>,
    /// The types whose construction is looked for.
    made: Types,
}

impl Reach {
    pub(super) fn of(catalogue: &Catalogue) -> Self {
        let mut reach = Self::default();
        for entry in catalogue.entries() {
            let Some(parts) = entry.parts() else { continue };
            match entry.receiver {
                // What comes through a static member stands with it.
                Receiver::Static | Receiver::Any | Receiver::Through(_) => {}
                Receiver::Construction => {
                    let made = reach.number(simple_name(parts.type_name));
                    reach.made.add(made);
                }
                Receiver::Made(_) => {
                    let owner = reach.number(simple_name(parts.type_name));
                    for name in members_of(entry) {
                        reach.owners.entry(name).or_default().0.add(owner);
                    }
                }
            }
        }
        for heir in HEIRS {
            let known = members(heir).iter();
            let names =
                known.filter(|one| catalogue.instance_member(heir, one.name).next().is_some());
            for one in names {
                let owner = reach.number(simple_name(heir));
                reach.owners.entry(one.name).or_default().0.add(owner);
            }
        }
        reach.close();
        reach
    }

    fn number(&mut self, simple: &'static str) -> Types {
        let next = Types::one(self.types.len());
        let brings = self.types.entry(simple).or_insert(Brings {
            values: next,
            targets: next,
        });
        brings.values
    }

    /// A value of a type brings those of its members.
    fn close(&mut self) {
        let known: NameSet<&str> = signatures::types()
            .map(simple_name)
            .chain(self.types.keys().copied())
            .collect();
        let mut pairs: Vec<(&str, &str)> = bases_and_values()
            .flat_map(|(owner, value)| names_in(value).map(move |name| (simple_name(owner), name)))
            .filter(|(_, name)| known.contains(name))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        loop {
            let mut changed = false;
            for (owner, given) in &pairs {
                if let Some(brings) = self.types.get(given).copied() {
                    changed |= self.types.entry(owner).or_default().add(brings);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// What a name of a type brings.
    pub(super) fn of_type(&self, name: &str) -> Option<&Brings> {
        self.types.get(name)
    }

    /// The types with an instance member of this name.
    pub(super) fn owners_of(&self, member: &str) -> Option<&Owners> {
        self.owners.get(member)
    }

    /// What the names in the text of a type bring.
    pub(super) fn of_text(&self, text: &str) -> Brings {
        let mut brings = Brings::default();
        for known in names_in(text).filter_map(|name| self.types.get(name)) {
            brings.add(*known);
        }
        brings
    }
}

/// The names in the text of a type.
pub(super) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|name| !name.is_empty())
}
