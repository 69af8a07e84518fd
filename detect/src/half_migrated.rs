//! Classes that hold an abstraction and still use the static that it stands for. Pure: from findings and outlines;
//! knows nothing of files or names that need binding.
//!
//! A class holds what it has in a field, property or constructor parameter, in any of its parts. What a base class
//! holds doesn't count: it may be private there. Where the real thing is of the same type as the abstraction, as a
//! `Random` is, only one that comes in through a constructor is a sign of a migration. A class that is such an
//! abstraction, or implements one, is none of them.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::{Abstraction, Entry};
use seamwright_common::finding::Category;
use seamwright_common::outline::{MemberKind, Modifiers, Outline, Type, TypeId, TypeKind};

/// Names under which clocks are abstracted besides those of the catalogue.
const CLOCKS: &[&str] = &["IClock", "IDateTime", "IDateTimeProvider", "ITimeProvider"];

/// A site that could be half of a migration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'a> {
    /// The project, as whatever number the caller has for it.
    pub(crate) project: Option<usize>,
    /// Full name of the type that holds the site.
    pub(crate) type_name: &'a str,
    /// What it reaches.
    pub(crate) category: Category,
    /// The catalogue's entry of the API, if it has one.
    pub(crate) entry: Option<&'a Entry>,
}

/// A class that holds an abstraction and uses the static beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HalfMigrated {
    /// Full name of the class.
    pub(crate) type_name: String,
    /// The simple name of the abstraction's type.
    pub(crate) abstraction: String,
    /// The name of the field, property or parameter that holds it.
    pub(crate) held_in: String,
    /// The sites, as indices into what was given.
    pub(crate) sites: Vec<usize>,
}

/// The half-migrated classes among the types of `candidates`, by project and name.
pub(crate) fn half_migrated(
    candidates: &[Candidate<'_>],
    outlines: &[(Option<usize>, Outline)],
) -> Vec<HalfMigrated> {
    let mut by_type: BTreeMap<(Option<usize>, &str), Vec<usize>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let key = (candidate.project, candidate.type_name);
        by_type.entry(key).or_default().push(index);
    }
    let mut held: BTreeMap<(Option<usize>, String), BTreeMap<String, Held>> = BTreeMap::new();
    for (project, outline) in outlines {
        for index in 0..outline.types().len() {
            let id = TypeId(index as u32);
            let name = outline.full_name(id);
            if by_type.contains_key(&(*project, name.as_str())) {
                let all = held.entry((*project, name)).or_default();
                holds(outline, id, all);
                mark_own(outline, id, all);
            }
        }
    }
    let mut found = Vec::new();
    for ((project, type_name), sites) in by_type {
        let mut groups: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        let held = held.get(&(project, type_name.to_owned()));
        for site in sites {
            let must_be_given = is_its_own_abstraction(&candidates[site]);
            let hit = names_of(&candidates[site]).into_iter().find_map(|name| {
                let (abstraction, held) = held?.get_key_value(name)?;
                (!held.is_one && (held.given || !must_be_given)).then_some((abstraction, &held.by))
            });
            if let Some((abstraction, held_in)) = hit {
                groups.entry((abstraction, held_in)).or_default().push(site);
            }
        }
        found.extend(
            groups
                .into_iter()
                .map(|((abstraction, held_in), sites)| HalfMigrated {
                    type_name: type_name.to_owned(),
                    abstraction: abstraction.to_owned(),
                    held_in: held_in.to_owned(),
                    sites,
                }),
        );
    }
    found
}

/// How a class holds a type.
struct Held {
    /// The name of the field, property or parameter.
    by: String,
    /// Whether a constructor takes one.
    given: bool,
    /// Whether the class itself is one.
    is_one: bool,
}

/// The simple names of the types that stand for a site's API.
fn names_of(candidate: &Candidate<'_>) -> Vec<&'static str> {
    let mut names = Vec::new();
    let abstraction = candidate.entry.map(|entry| entry.abstraction);
    names.extend(abstraction.and_then(Abstraction::type_name));
    if let Some(Abstraction::BuiltIn { otherwise, .. }) = abstraction {
        names.extend(otherwise);
    }
    if candidate.category == Category::Time {
        names.extend(CLOCKS);
    }
    names.iter().map(|name| simple(name)).collect()
}

/// Whether what stands for the API is the type that the API belongs to.
fn is_its_own_abstraction(candidate: &Candidate<'_>) -> bool {
    candidate.entry.is_some_and(|entry| {
        let own = entry.parts().map(|parts| parts.type_name);
        own.is_some() && own == entry.abstraction.type_name()
    })
}

/// Adds what one part of a class holds, by the simple names of the types. Fields and properties go before parameters.
fn holds(outline: &Outline, id: TypeId, held: &mut BTreeMap<String, Held>) {
    let declared = outline.type_(id);
    if !may_hold(declared) {
        return;
    }
    let mut add = |type_text, name, given| {
        let name = outline.text(name);
        let held = held.entry(simple(outline.text(type_text)).to_owned());
        let held = held.or_insert_with(|| Held {
            by: name.to_owned(),
            given: false,
            is_one: false,
        });
        held.given |= given;
    };
    let members = outline.members_of(id);
    for member in members {
        if matches!(member.kind, MemberKind::Field | MemberKind::Property) {
            add(member.result, member.name, false);
        }
    }
    let constructors = members
        .iter()
        .filter(|member| member.kind == MemberKind::Constructor);
    let lists = declared
        .parameters
        .into_iter()
        .chain(constructors.map(|one| one.parameters));
    for parameter in lists.flat_map(|list| outline.parameters(list)) {
        add(parameter.type_text, parameter.name, true);
    }
}

/// Marks what one part of a class is: itself and its bases.
fn mark_own(outline: &Outline, id: TypeId, held: &mut BTreeMap<String, Held>) {
    let declared = outline.type_(id);
    for name in outline
        .texts(declared.bases)
        .chain([outline.text(declared.name)])
    {
        let own = held.entry(simple(name).to_owned()).or_insert_with(|| Held {
            by: String::new(),
            given: false,
            is_one: true,
        });
        own.is_one = true;
    }
}

fn may_hold(declared: &Type) -> bool {
    matches!(
        declared.kind,
        TypeKind::Class | TypeKind::Struct | TypeKind::Record | TypeKind::RecordStruct
    )
}

/// `TimeProvider` in `global::System.TimeProvider?`. Generic types, arrays and tuples keep what follows the name, so
/// that a `Lazy<TimeProvider>` or `TimeProvider[]` is no `TimeProvider`.
fn simple(type_text: &str) -> &str {
    let text = type_text.trim_end_matches('?');
    if text.contains(['<', '(', '[', '*']) {
        return text;
    }
    text.rsplit(['.', ':']).next().unwrap_or(text)
}

/// The full names of the types that may have parts in other files.
pub(crate) fn partial_types(outline: &Outline) -> BTreeSet<String> {
    let types = outline.types().iter().enumerate();
    types
        .filter(|(_, declared)| declared.modifiers.contains(Modifiers::PARTIAL))
        .map(|(index, _)| outline.full_name(TypeId(index as u32)))
        .collect()
}

/// Whether a text may declare a part of a type with one of these names: what is worth an outline.
pub(crate) fn may_declare_part(text: &str, names: &BTreeSet<&str>) -> bool {
    // `partial record struct A` is the longest form; a comment in between may hide one.
    text.split("partial").skip(1).any(|after| {
        let words = after.split(|c: char| !c.is_alphanumeric() && c != '_');
        words
            .filter(|word| !word.is_empty())
            .take(3)
            .any(|word| names.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use seamwright_common::catalogue::Catalogue;

    fn entry(pattern: &str) -> Option<&'static Entry> {
        Catalogue::standard().explain(pattern).into_iter().next()
    }

    /// Expects `Type: Abstraction in name` for a class `A` with a site of each kind.
    #[track_caller]
    fn check(files: &[&str], expected: &[&str]) {
        let outlines: Vec<_> = files
            .iter()
            .map(|text| (Some(0), Outline::of(text)))
            .collect();
        let candidate = |pattern| Candidate {
            project: Some(0),
            type_name: "N.A",
            category: entry(pattern).unwrap().category,
            entry: entry(pattern),
        };
        let candidates = ["DateTime.Now", "File", "Random.Shared"].map(candidate);
        let found: Vec<String> = half_migrated(&candidates, &outlines)
            .iter()
            .map(|one| format!("{}: {} in {}", one.type_name, one.abstraction, one.held_in))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn fields_properties_and_parameters_hold() {
        let clock = "N.A: TimeProvider in clock";
        check(
            &["namespace N; class A { readonly TimeProvider clock; }"],
            &[clock],
        );
        check(
            &["namespace N; class A { global::System.TimeProvider? clock { get; } }"],
            &[clock],
        );
        check(
            &["namespace N; class A(System.TimeProvider clock) { }"],
            &[clock],
        );
        check(
            &["namespace N; class A { public A(int n, TimeProvider? clock = null) { } }"],
            &[clock],
        );
        check(
            &["namespace N; class A(ISystemClock c) { }"],
            &["N.A: ISystemClock in c"],
        );
        check(
            &["namespace N { class A(IFileSystem f) { } }"],
            &["N.A: IFileSystem in f"],
        );
    }

    #[test]
    fn a_field_goes_before_the_parameter_that_fills_it() {
        let text = "namespace N; class A { TimeProvider _t; public A(TimeProvider t) { _t = t; } }";
        check(&[text], &["N.A: TimeProvider in _t"]);
    }

    #[test]
    fn the_slot_of_an_ambient_provider_holds() {
        let text =
            "namespace N; static class A { internal static TimeProvider Time { get; set; } }";
        check(&[text], &["N.A: TimeProvider in Time"]);
    }

    #[test]
    fn both_abstractions_are_told_apart() {
        check(
            &["namespace N; class A(TimeProvider t, IFileSystem f) { }"],
            &["N.A: IFileSystem in f", "N.A: TimeProvider in t"],
        );
    }

    #[test]
    fn another_part_of_a_partial_class_holds() {
        check(
            &[
                "namespace N; partial class A { }",
                "namespace N; partial class A(TimeProvider t);",
            ],
            &["N.A: TimeProvider in t"],
        );
    }

    #[test]
    fn what_is_not_held_does_not_count() {
        check(
            &["namespace N; class A { void M(TimeProvider t) { } }"],
            &[],
        );
        check(
            &["namespace N; class A { Lazy<TimeProvider> t; TimeProvider[] u; }"],
            &[],
        );
        check(
            &["namespace N; class B(TimeProvider t) { class A { } }"],
            &[],
        );
        check(&["namespace M; class A(TimeProvider t) { }"], &[]);
    }

    #[test]
    fn the_real_thing_in_a_field_is_no_sign_of_a_migration() {
        check(&["namespace N; class A { Random r = new(); }"], &[]);
        check(
            &["namespace N; class A { Random r; A(Random? r = null) { } }"],
            &["N.A: Random in r"],
        );
    }

    #[test]
    fn what_implements_an_abstraction_may_use_the_real_thing() {
        let text = "namespace N; class A : Other, System.TimeProvider { TimeProvider inner; }";
        check(&[text], &[]);
        check(
            &[
                "namespace N; partial class A : ISystemClock;",
                "namespace N; partial class A { ISystemClock c; }",
            ],
            &[],
        );
        check(
            &["namespace N; class A : IFileSystem { TimeProvider t; }"],
            &["N.A: TimeProvider in t"],
        );
    }

    #[test]
    fn a_class_of_the_same_name_in_another_project_is_another_class() {
        let outlines = [(
            Some(1),
            Outline::of("namespace N; class A(TimeProvider t);"),
        )];
        let candidate = Candidate {
            project: Some(0),
            type_name: "N.A",
            category: Category::Time,
            entry: entry("DateTime.Now"),
        };
        assert_eq!(half_migrated(&[candidate], &outlines), []);
    }

    #[test]
    fn parts_are_asked_for_where_there_can_be_some() {
        let outline = Outline::of("namespace N; partial class A { } class B { }");
        assert_eq!(partial_types(&outline), BTreeSet::from(["N.A".to_owned()]));
    }

    #[test]
    fn texts_without_a_part_are_passed_over() {
        let names = BTreeSet::from(["A"]);
        assert!(may_declare_part("public partial class A<T> { }", &names));
        assert!(may_declare_part("partial record struct A(int B);", &names));
        assert!(!may_declare_part("partial class B { int b; A a; }", &names));
        assert!(!may_declare_part("class A { }", &names));
    }
}
