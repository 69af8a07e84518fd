//! What of a large file is parsed together: what is needed of it, in groups of bounded size. Knows declarations by their
//! numbers and sizes alone.

use crate::outline::TypeId;

use super::Reading;

/// A member, or the header of a type, that is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) start: usize,
    pub(super) length: usize,
    /// The member's number; `None` for a header or what stands outside of all types.
    pub(super) member: Option<usize>,
    /// The type that holds or is it.
    pub(super) owner: Option<TypeId>,
    /// It can be left out where others are parsed.
    pub(super) alone: bool,
}

/// Units in groups, each a stretch of the file.
#[derive(Debug)]
pub(super) struct Groups {
    units: Vec<Unit>,
    /// By group: the number of its first unit.
    first: Vec<usize>,
    /// Units that can't be left out.
    everywhere: Vec<usize>,
    /// By type: the first group with something of it.
    types: Vec<usize>,
}

/// This many bytes are parsed together.
const LARGEST: usize = 512 << 10;
/// Each group takes a pass over the whole file. Of a file that needs more than this many megabytes groups become too large
/// to be parsed.
const MOST: usize = 32;
/// What a declaration takes beside what it holds: its braces, its modifiers, the namespace around it.
const AROUND: usize = 64;

impl Groups {
    /// Groups `units`, which are in the order of the text. `types` is the number of all types, `parent` the type around one.
    pub(super) fn of(
        units: Vec<Unit>,
        reading: Reading,
        types: usize,
        parent: &dyn Fn(TypeId) -> Option<TypeId>,
    ) -> Self {
        let size = |unit: &Unit| unit.length + AROUND;
        let all: usize = units.iter().map(size).sum();
        let most = match reading {
            Reading::OneByOne => 1,
            Reading::Parts | Reading::Whole => LARGEST.max(all / MOST),
        };
        let mut groups = Self {
            units,
            first: vec![0],
            everywhere: Vec::new(),
            types: vec![0; types],
        };
        let mut length = 0;
        let mut known = vec![false; types];
        for (number, unit) in groups.units.iter().enumerate() {
            if length > 0 && length + size(unit) > most {
                groups.first.push(number);
                length = 0;
            }
            length += size(unit);
            if !unit.alone {
                groups.everywhere.push(number);
            }
            let group = groups.first.len() - 1;
            let mut around = unit.owner;
            while let Some(id) = around
                && let Some(known) = known.get_mut(id.0 as usize)
                && !std::mem::replace(known, true)
            {
                groups.types[id.0 as usize] = group;
                around = parent(id);
            }
        }
        groups
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.first.len()
    }

    fn units_of(&self, group: usize) -> &[Unit] {
        let end = (self.first.get(group + 1)).map_or(self.units.len(), |end| *end);
        self.units.get(self.first[group]..end).unwrap_or_default()
    }

    /// Where the group starts.
    pub(super) fn start(&self, group: usize) -> Option<usize> {
        self.units_of(group).first().map(|unit| unit.start)
    }

    /// What must be shown when the group is parsed.
    pub(super) fn shown_in(&self, group: usize) -> impl Iterator<Item = &Unit> {
        let everywhere = self.everywhere.iter().map(|number| &self.units[*number]);
        self.units_of(group).iter().chain(everywhere)
    }

    /// The group that tells of the member that starts at `start`.
    pub(super) fn of_member(&self, start: usize) -> usize {
        let after = self.units.partition_point(|unit| unit.start <= start);
        let number = after.saturating_sub(1);
        self.first.partition_point(|first| *first <= number) - 1
    }

    /// The group that tells of what stands in a type outside of its members.
    pub(super) fn of_type(&self, id: TypeId) -> usize {
        self.types.get(id.0 as usize).map_or(0, |group| *group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_bounded_whether_members_or_types_are_many() {
        // A type with one member of 100 bytes each, 40,000 times; a type for each and one for all.
        for types in [40_000, 1] {
            let units = (0..40_000_usize).map(|number| Unit {
                start: number * 200,
                length: 100,
                member: Some(number),
                owner: Some(TypeId((number % types) as u32)),
                alone: number != 7,
            });
            let groups = Groups::of(units.collect(), Reading::Parts, types, &|_| None);
            assert!((10..20).contains(&groups.count()), "{}", groups.count());
            let mut told = 0;
            for group in 0..groups.count() {
                let shown: usize = groups.shown_in(group).map(|unit| unit.length).sum();
                assert!(shown <= LARGEST, "{shown}");
                let own = groups.units_of(group);
                told += own.len();
                assert!(own.iter().all(|unit| groups.of_member(unit.start) == group));
                // What can't be left out is everywhere.
                assert!(groups.shown_in(group).any(|unit| unit.member == Some(7)));
            }
            assert_eq!(told, 40_000);
            assert_eq!(groups.of_type(TypeId(0)), 0);
        }
    }
}
