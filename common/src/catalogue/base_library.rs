//! Names of the base library: its namespaces and public types, and what classes of it bring to those that derive
//! from them. The lists lie in `data/` and are read when first asked for. Knows no members' signatures.

use std::sync::OnceLock;

use crate::table::{NameMap, NameSet};

use super::bases::Brings;

const TYPES: &str = include_str!("../../data/types.txt");
const BASES: &str = include_str!("../../data/bases.txt");

/// Name and arity of the types by namespace, sorted.
type Types = NameMap<&'static str, Vec<(&'static str, usize)>>;

fn types() -> &'static Types {
    static TYPES_OF: OnceLock<Types> = OnceLock::new();
    TYPES_OF.get_or_init(|| {
        let rows = TYPES.lines().filter_map(|line| line.split_once('\t'));
        rows.map(|(namespace, names)| {
            let mut names: Vec<_> = names.split(' ').map(with_arity).collect();
            names.sort_unstable();
            (namespace, names)
        })
        .collect()
    })
}

/// The names of all public types, without namespaces, outer types and arities, in no order; some come twice.
pub(crate) fn simple_names() -> impl Iterator<Item = &'static str> {
    let names = types().values().flatten();
    names.map(|(name, _)| name.rsplit_once('.').map_or(*name, |(_, last)| last))
}

/// Whether the base library has this namespace, as one with types or as the parent of one.
pub fn is_namespace(name: &str) -> bool {
    static ALL: OnceLock<NameSet<&'static str>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let parents =
            namespaces().flat_map(|name| name.match_indices('.').map(|(at, _)| &name[..at]));
        parents.chain(namespaces()).collect()
    });
    all.contains(name)
}

/// The namespaces that have types, in no order.
pub fn namespaces() -> impl Iterator<Item = &'static str> {
    types().keys().copied()
}

/// Whether `namespace` has a public type of this name and number of type parameters. A nested type's name has its
/// outer type before it: `Environment.SpecialFolder`.
pub fn has_type(namespace: &str, name: &str, arity: usize) -> bool {
    types()
        .get(namespace)
        .is_some_and(|types| types.binary_search(&(name, arity)).is_ok())
}

/// Whether `namespace` has a public type of this name, with any number of type parameters.
pub fn has_type_of_any_arity(namespace: &str, name: &str) -> bool {
    types_of(namespace)
        .get(types_of(namespace).partition_point(|(known, _)| *known < name))
        .is_some_and(|(known, _)| *known == name)
}

/// Whether this full name is a public type, with its arity when it is generic: `` System.Threading.Tasks.Task`1 ``.
pub fn is_type(full_name: &str) -> bool {
    // Asked for every name in every namespace in sight.
    static ALL: OnceLock<NameSet<String>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let rows = TYPES.lines().filter_map(|line| line.split_once('\t'));
        let full = |(namespace, names): (&'static str, &'static str)| {
            (names.split(' ')).map(move |name| format!("{namespace}.{name}"))
        };
        rows.flat_map(full).collect()
    });
    all.contains(full_name)
}

/// Name and arity of the public types of a namespace, sorted.
pub fn types_of(namespace: &str) -> &'static [(&'static str, usize)] {
    types().get(namespace).map_or(&[], Vec::as_slice)
}

/// What a member called `name`, that a class brings to those deriving from it, does to that name in their bodies.
pub(super) fn brings(class: &str, name: &str) -> Brings {
    static BY_CLASS: OnceLock<NameMap<&'static str, &'static str>> = OnceLock::new();
    let names = BY_CLASS.get_or_init(|| {
        let groups = BASES.lines().filter_map(|line| line.split_once('\t'));
        groups
            .flat_map(|(names, classes)| classes.split(' ').map(move |class| (class, names)))
            .collect()
    });
    match names.get(class) {
        Some(names) => Brings::of(names.split(' '), name),
        None if is_type(class) => Brings::Nothing,
        None => Brings::Unknown,
    }
}

fn with_arity(name: &str) -> (&str, usize) {
    match name.rsplit_once('`') {
        Some((name, arity)) if !arity.contains('.') => (name, arity.parse().unwrap_or(0)),
        _ => (name, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_brings_members_is_a_type() {
        let groups = BASES.lines().filter_map(|line| line.split_once('\t'));
        for class in groups.flat_map(|(_, classes)| classes.split(' ')) {
            assert!(is_type(class), "{class}");
        }
    }

    #[test]
    fn bases_bring_their_members() {
        let path = |class| brings(class, "Path");
        assert_eq!(path("System.IO.FileSystemWatcher"), Brings::Member);
        assert_eq!(path("System.Exception"), Brings::Nothing);
        assert_eq!(path("System.Windows.Forms.Form"), Brings::Unknown);
        assert_eq!(
            brings("System.ArgumentException", "StackTrace"),
            Brings::Member
        );
        assert_eq!(
            brings("System.Diagnostics.Tracing.EventSource", "Guid"),
            Brings::NameOfItsType
        );
        assert_eq!(
            brings("System.IO.StringWriter", "WriteLine"),
            Brings::Member
        );
    }

    #[test]
    fn namespaces_are_known_with_their_parents() {
        for name in [
            "System",
            "System.IO",
            "Microsoft",
            "Microsoft.Win32",
            "System.Threading.Tasks",
        ] {
            assert!(is_namespace(name), "{name}");
        }
        for name in ["", "Sys", "System.File", "System.IO.File", "Shop"] {
            assert!(!is_namespace(name), "{name}");
        }
    }

    #[test]
    fn types_are_known_by_name_and_arity() {
        assert!(has_type("System.Threading.Tasks", "Task", 0));
        assert!(has_type("System.Threading.Tasks", "Task", 1));
        assert!(!has_type("System.Threading.Tasks", "Task", 2));
        assert!(has_type("System", "Environment.SpecialFolder", 0));
        assert!(has_type("System", "Action", 16));
        assert!(has_type_of_any_arity("System.Collections.Generic", "List"));
        assert!(!has_type_of_any_arity("System", "List"));
        for name in [
            "System.IO.File",
            "System.Environment.SpecialFolder",
            "System.Nullable`1",
        ] {
            assert!(is_type(name), "{name}");
        }
        for name in [
            "System.IO",
            "File",
            "System.List",
            "System.IO.File.Exists",
            "",
        ] {
            assert!(!is_type(name), "{name}");
        }
    }
}
