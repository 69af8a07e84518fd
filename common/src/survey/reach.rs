//! Of which catalogued types a file can have values at all: those that it names, and those that come with a name
//! declared elsewhere. Whoever asks for an object's members looks here before anything is parsed; it says yes too often
//! rather than too rarely.

use rayon::prelude::*;

use crate::binding::{FileId, GlobalUsingKind, Names, ProjectId};
use crate::catalogue::signatures::{self, bases_and_values, members};
use crate::catalogue::{Catalogue, HEIRS, Receiver};
use crate::outline::{MemberKind, Outline, TypeId};
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

    fn only_targets(self) -> Self {
        Self {
            values: Types::default(),
            ..self
        }
    }

    fn is_empty(self) -> bool {
        self.values.is_empty() && self.targets.is_empty()
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
                Receiver::Static | Receiver::Any => {}
                Receiver::Construction => {
                    let made = reach.number(simple_name(parts.type_name));
                    reach.made.add(made);
                }
                Receiver::Made(_) | Receiver::Through(_) => {
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
    pub(super) fn of_text(&self, text: &str, declared: &NameMap<String, Brings>) -> Brings {
        let mut brings = Brings::default();
        for name in names_in(text) {
            if let Some(known) = self.types.get(name) {
                brings.add(*known);
            }
            if !declared.is_empty()
                && let Some(known) = declared.get(name)
            {
                brings.add(*known);
            }
        }
        brings
    }
}

fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|name| !name.is_empty())
}

/// What the names declared in a workspace bring.
#[derive(Debug, Default)]
pub(super) struct Declared {
    names: NameMap<String, Brings>,
}

impl Declared {
    pub(super) fn of(reach: &Reach, names: &Names) -> Self {
        let files: Vec<FileId> = (0..names.file_count() as u32).map(FileId).collect();
        let types = Derived::of(reach, names, &files);
        let found: Vec<(String, Brings)> = files
            .par_iter()
            .flat_map_iter(|file| members_in(reach, names.outline(*file), &types.0))
            .collect();
        let mut declared = Self { names: types.0 };
        for (name, brings) in found {
            declared.names.entry(name).or_default().add(brings);
        }
        for project in 0..names.project_count() as u32 {
            for using in names.global_usings(ProjectId(project)) {
                let brings = reach.of_text(&using.target, &NameMap::default());
                if let GlobalUsingKind::Alias(name) = &using.kind
                    && !brings.is_empty()
                {
                    declared.names.entry(name.clone()).or_default().add(brings);
                }
            }
        }
        declared
    }

    /// What a name brings that is declared somewhere.
    pub(super) fn of_name(&self, name: &str) -> Option<&Brings> {
        self.names.get(name)
    }
}

/// Types that bring something: those that derive from a type of ours, or hold one where no name is written, and those
/// that are made with one.
struct Derived(NameMap<String, Brings>);

impl Derived {
    fn of(reach: &Reach, names: &Names, files: &[FileId]) -> Self {
        // What each type says of itself with the names of others.
        let said: Vec<Said<'_>> = files
            .par_iter()
            .flat_map_iter(|file| types_in(names.outline(*file)))
            .collect();
        let mut types: NameMap<&str, Brings> = NameMap::default();
        let mut followers: NameMap<&str, Vec<&str>> = NameMap::default();
        let mut open: Vec<&str> = Vec::new();
        for one in said.iter().filter(|one| !one.of_constructor) {
            for name in names_in(one.text) {
                match reach.types.get(name) {
                    Some(brings) => {
                        if types.entry(one.owner).or_default().add(*brings) {
                            open.push(one.owner);
                        }
                    }
                    None => followers.entry(name).or_default().push(one.owner),
                }
            }
        }
        // A set only grows, so that this ends.
        while let Some(name) = open.pop() {
            let brings = types.get(name).copied().unwrap_or_default();
            for follower in followers.get(name).into_iter().flatten() {
                if types.entry(follower).or_default().add(brings) {
                    open.push(follower);
                }
            }
        }
        let mut all: NameMap<String, Brings> = (types.iter())
            .map(|(name, brings)| ((*name).to_owned(), *brings))
            .collect();
        // `x = new(new())` where neither type is written here; nobody writes a third.
        for one in said.iter().filter(|one| one.of_constructor) {
            for name in names_in(one.text) {
                let known = [reach.types.get(name), types.get(name)];
                for brings in known.into_iter().flatten() {
                    let own = all.entry(one.owner.to_owned()).or_default();
                    own.add(brings.only_targets());
                }
            }
        }
        Self(all)
    }
}

/// The text of a type in the declaration of another.
struct Said<'a> {
    owner: &'a str,
    text: &'a str,
    /// It is that of a constructor's parameter.
    of_constructor: bool,
}

fn types_in(outline: &Outline) -> Vec<Said<'_>> {
    let mut said = Vec::new();
    for (id, declared) in outline.types().iter().enumerate() {
        let owner = outline.text(declared.name);
        let mut add = |text, of_constructor| {
            said.push(Said {
                owner,
                text,
                of_constructor,
            });
        };
        for base in outline.texts(declared.bases) {
            add(base, false);
        }
        let mut parameters = |list, of_constructor| {
            for parameter in outline.parameters(list) {
                add(outline.text(parameter.type_text), of_constructor);
            }
        };
        if let Some(list) = declared.parameters {
            parameters(list, true);
        }
        // These are used without their names being written.
        for member in outline.members_of(TypeId(id as u32)) {
            match member.kind {
                MemberKind::Constructor => parameters(member.parameters, true),
                MemberKind::Method if outline.text(member.name) == "Add" => {
                    parameters(member.parameters, false);
                }
                MemberKind::Indexer => parameters(member.parameters, false),
                _ => {}
            }
        }
        let members = outline.members_of(TypeId(id as u32)).iter();
        for indexer in members.filter(|member| member.kind == MemberKind::Indexer) {
            said.push(Said {
                owner,
                text: outline.text(indexer.result),
                of_constructor: false,
            });
        }
    }
    said
}

/// Members that give a value of ours, or take one.
fn members_in(
    reach: &Reach,
    outline: &Outline,
    types: &NameMap<String, Brings>,
) -> Vec<(String, Brings)> {
    let mut found = Vec::new();
    let mut known = |name: &str, brings: Brings| {
        if !brings.is_empty() {
            found.push((name.to_owned(), brings));
        }
    };
    for member in outline.members() {
        let name = outline.text(member.name);
        known(name, reach.of_text(outline.text(member.result), types));
        for parameter in outline.parameters(member.parameters) {
            let brings = reach.of_text(outline.text(parameter.type_text), types);
            known(name, brings.only_targets());
        }
    }
    let primary = outline.types().iter().filter_map(|one| one.parameters);
    for parameter in primary.flat_map(|list| outline.parameters(list)) {
        let brings = reach.of_text(outline.text(parameter.type_text), types);
        known(outline.text(parameter.name), brings);
    }
    found
}
