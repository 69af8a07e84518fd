//! Which APIs count, what stands for them, and what the base library looks like: data, one entry an API, and the
//! questions that binding, survey and the stages ask of it. Knows nothing of source text or projects.

mod ambient_context;
mod banned;
pub mod base_library;
pub mod bases;
mod concurrency;
mod console;
mod culture;
mod database;
mod entry;
mod environment;
mod explain;
pub mod expressions;
mod filesystem;
pub mod frameworks;
pub mod io_abstractions;
mod language_model;
mod network;
pub mod other_libraries;
mod process;
mod project_api;
mod randomness;
pub mod signatures;
pub mod streams;
mod time;

use std::sync::OnceLock;

pub use banned::BannedList;
pub use entry::{
    Abstraction, Entry, Form, IdParts, Members, Origin, Overloads, Receiver, Rewrite, Verdict,
    When, pattern,
};
pub use project_api::{ProjectApi, ProjectApiError};

use signatures::{MemberKind, Signature, signatures};

use crate::table::NameMap;

/// The entries of the standard catalogue, by category.
const STANDARD: &[&[Entry]] = &[
    time::ENTRIES,
    filesystem::ENTRIES,
    environment::ENTRIES,
    network::ENTRIES,
    database::ENTRIES,
    console::ENTRIES,
    process::ENTRIES,
    randomness::ENTRIES,
    culture::ENTRIES,
    concurrency::ENTRIES,
    ambient_context::ENTRIES,
    language_model::ENTRIES,
];

/// Types of the base library without entries of their own through which members that have one are reached too:
/// `HttpWebRequest.Create` is `WebRequest`'s.
pub(crate) const HEIRS: &[&str] = &[
    "System.Net.FileWebRequest",
    "System.Net.FtpWebRequest",
    "System.Net.HttpWebRequest",
    "System.Security.Cryptography.RNGCryptoServiceProvider",
    "System.Threading.Tasks.Task`1",
    "System.Xml.XmlTextReader",
];

/// Words of a comment that mark a site as deliberate; compared without case.
pub const INTENTIONAL: &[&str] = &[
    "by design",
    "deliberate",
    "do not migrate",
    "intentional",
    "on purpose",
    "seamwright: keep",
    "wall clock",
];

/// A type that has entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CataloguedType {
    /// Full name with arity: `` System.Threading.Tasks.Task`1 ``.
    pub full_name: &'static str,
    /// Its namespace.
    pub namespace: &'static str,
    /// Its name alone.
    pub simple: &'static str,
    /// The number of its type parameters.
    pub arity: usize,
    /// Where it comes from. One of a package counts when its name binds through a `using` of its namespace.
    pub origin: Origin,
}

/// The entries, indexed by what is asked for.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    types: NameMap<&'static str, TypeEntries>,
    by_simple_name: NameMap<&'static str, Vec<CataloguedType>>,
    by_static_name: NameMap<&'static str, Vec<&'static str>>,
    any_receiver: NameMap<&'static str, Vec<usize>>,
    /// By the type's name without namespace and arity.
    by_type: NameMap<&'static str, Vec<usize>>,
}

/// Numbers of entries, those for a single overload first.
#[derive(Debug, Default)]
struct TypeEntries {
    constructions: Vec<usize>,
    statics: NameMap<&'static str, Vec<usize>>,
    instance: NameMap<&'static str, Vec<usize>>,
    /// The entry for every static member.
    every_static: Option<usize>,
}

impl Catalogue {
    /// The catalogue as it comes.
    pub fn standard() -> &'static Self {
        static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
        CATALOGUE.get_or_init(|| Self::of(STANDARD.iter().copied().flatten().copied().collect()))
    }

    fn of(entries: Vec<Entry>) -> Self {
        let mut catalogue = Self {
            types: NameMap::default(),
            by_simple_name: NameMap::default(),
            by_static_name: NameMap::default(),
            any_receiver: NameMap::default(),
            by_type: NameMap::default(),
            entries,
        };
        for number in 0..catalogue.entries.len() {
            catalogue.index(number);
        }
        for heir in HEIRS {
            let (types, names) = (&mut catalogue.types, &mut catalogue.by_simple_name);
            entries_of(types, names, heir, Origin::BaseLibrary);
        }
        catalogue
    }

    /// The type whose entries speak of a member that `type_name` is asked for: itself, or what it has the member from.
    fn declaring<'a>(&self, type_name: &'a str, name: &str) -> &'a str {
        let own =
            |one: &TypeEntries| one.statics.contains_key(name) || one.instance.contains_key(name);
        if !HEIRS.contains(&type_name) || self.types.get(type_name).is_some_and(own) {
            return type_name;
        }
        signatures(type_name, name)
            .first()
            .map_or(type_name, |one| one.owner)
    }

    fn index(&mut self, number: usize) {
        let entry = &self.entries[number];
        let Some(parts) = entry.parts() else {
            return;
        };
        let of_its_name = self.by_type.entry(entry::simple(parts.type_name));
        of_its_name.or_default().push(number);
        let (types, names) = (&mut self.types, &mut self.by_simple_name);
        let of_type = entries_of(types, names, parts.type_name, entry.origin);
        let names: &[&'static str] = match entry.members {
            Members::Named => &[parts.member],
            Members::These(names) => names,
            Members::Statics => {
                of_type.every_static = Some(number);
                return;
            }
        };
        for name in names {
            let numbers = match entry.receiver {
                Receiver::Construction => &mut of_type.constructions,
                Receiver::Static => {
                    let types = self.by_static_name.entry(name).or_default();
                    if types.last() != Some(&parts.type_name) {
                        types.push(parts.type_name);
                    }
                    of_type.statics.entry(name).or_default()
                }
                Receiver::Made(_) | Receiver::Through(_) | Receiver::Any => {
                    of_type.instance.entry(name).or_default()
                }
            };
            let at = if parts.parameters.is_some() {
                0
            } else {
                numbers.len()
            };
            numbers.insert(at, number);
            if entry.receiver == Receiver::Any {
                self.any_receiver.entry(name).or_default().push(number);
            }
        }
    }

    /// All entries: category by category, by id within the standard ones.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The types that have entries, in no order.
    pub fn types(&self) -> impl Iterator<Item = CataloguedType> {
        self.by_simple_name.values().flatten().copied()
    }

    /// The types of this name, without namespace and arity.
    pub fn types_named(&self, simple: &str) -> &[CataloguedType] {
        self.by_simple_name.get(simple).map_or(&[], Vec::as_slice)
    }

    /// Whether a type has entries, by its full name with arity.
    pub fn has_type(&self, full_name: &str) -> bool {
        self.types.contains_key(full_name)
    }

    /// Whether a type with entries lies in this namespace or in one below it.
    pub fn has_namespace(&self, name: &str) -> bool {
        self.types().any(|one| {
            one.namespace
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// The entries that speak of a static member of a type, inherited ones too, the most precise first. Whoever knows the overload takes
    /// the first that covers it. Nested types and members known to be for instances alone have none.
    pub fn static_member(&self, type_name: &str, name: &str) -> impl Iterator<Item = &Entry> {
        let type_name = self.declaring(type_name, name);
        let of_type = self.types.get(type_name);
        let own = of_type.and_then(|one| one.statics.get(name));
        let every = of_type
            .and_then(|one| one.every_static)
            .filter(|number| self.may_be_static(*number, type_name, name));
        self.all(own)
            .chain(every.map(|number| &self.entries[number]))
    }

    /// The entries that speak of a type's construction, the most precise first; as for [`Self::static_member`].
    pub fn construction(&self, type_name: &str) -> impl Iterator<Item = &Entry> {
        self.all(self.types.get(type_name).map(|one| &one.constructions))
    }

    /// The entries that speak of an instance member of a type, the most precise first. Their receiver says when.
    pub fn instance_member(&self, type_name: &str, name: &str) -> impl Iterator<Item = &Entry> {
        let of_type = self.types.get(self.declaring(type_name, name));
        self.all(of_type.and_then(|one| one.instance.get(name)))
    }

    /// The entries that count whoever made the receiver, by the member's name.
    pub fn any_receiver(&self, name: &str) -> impl Iterator<Item = &Entry> {
        self.all(self.any_receiver.get(name))
    }

    /// The types whose static member of this name has an entry of its own or falls under that of all statics.
    pub fn types_with_static(&self, name: &str) -> impl Iterator<Item = &'static str> {
        let own = self.by_static_name.get(name).into_iter().flatten().copied();
        let whole = self
            .types
            .iter()
            .filter(move |(_, one)| one.every_static.is_some() && !one.statics.contains_key(name));
        own.chain(whole.filter_map(move |(type_name, _)| {
            let known = signatures(type_name, name).iter();
            let mut statics = known.filter(|one| one.is_static && one.owner == *type_name);
            statics.next().map(|_| *type_name)
        }))
    }

    /// The entry that speaks of one member of a type, its overload included.
    pub fn of_signature(&self, type_name: &str, signature: &Signature) -> Option<&Entry> {
        let covers = |entry: &&Entry| entry.covers(signature.parameter_list);
        if signature.kind == MemberKind::Constructor {
            return self.construction(type_name).find(covers);
        }
        let statics = signature
            .is_static
            .then(|| self.static_member(type_name, signature.name).find(covers))
            .flatten();
        let called_on_an_instance = !signature.is_static || signature.is_extension;
        statics.or_else(|| {
            called_on_an_instance
                .then(|| self.instance_member(type_name, signature.name).find(covers))
                .flatten()
        })
    }

    fn all(&self, numbers: Option<&Vec<usize>>) -> impl Iterator<Item = &Entry> {
        let numbers = numbers.map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|number| &self.entries[*number])
    }

    /// Whether the entry for every static member of a type speaks of this name: unknown names are newer members.
    fn may_be_static(&self, number: usize, type_name: &str, name: &str) -> bool {
        if self.entries[number].origin == Origin::Project {
            return true;
        }
        match signatures(type_name, name) {
            [] => {
                let (namespace, simple) = type_name.rsplit_once('.').unwrap_or(("", type_name));
                !base_library::has_type_of_any_arity(namespace, &format!("{simple}.{name}"))
            }
            known => known
                .iter()
                .any(|one| one.is_static && one.owner == type_name),
        }
    }
}

/// The entries of a type, which becomes known by its name when it is new.
fn entries_of<'a>(
    types: &'a mut NameMap<&'static str, TypeEntries>,
    by_simple_name: &mut NameMap<&'static str, Vec<CataloguedType>>,
    full_name: &'static str,
    origin: Origin,
) -> &'a mut TypeEntries {
    types.entry(full_name).or_insert_with(|| {
        let described = CataloguedType::of(full_name, origin);
        let same_name = by_simple_name.entry(described.simple).or_default();
        same_name.push(described);
        TypeEntries::default()
    })
}

impl CataloguedType {
    fn of(full_name: &'static str, origin: Origin) -> Self {
        let (namespace, _) = full_name.rsplit_once('.').unwrap_or(("", full_name));
        Self {
            full_name,
            namespace,
            simple: entry::simple(full_name),
            arity: full_name
                .rsplit_once('`')
                .and_then(|(_, arity)| arity.parse().ok())
                .unwrap_or(0),
            origin,
        }
    }
}

#[cfg(test)]
mod default_test;
#[cfg(test)]
mod tests;
