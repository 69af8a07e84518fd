//! The data against itself, against the base library's signatures and against the C# parser.

use std::collections::HashSet;

use super::signatures::members;
use super::*;
use crate::finding::Category;
use crate::syntax;

fn entries() -> impl Iterator<Item = &'static Entry> {
    Catalogue::standard().entries().iter()
}

#[test]
fn entries_are_sorted_and_unique() {
    for entries in STANDARD {
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        let categories: HashSet<Category> = entries.iter().map(|entry| entry.category).collect();
        assert_eq!(categories.len(), 1, "{categories:?}");
    }
    let mut seen = HashSet::new();
    for entry in entries() {
        // `Process` has its statics and, on one made here, its members.
        assert!(
            seen.insert((entry.id, entry.members == Members::Statics)),
            "{}",
            entry.id
        );
    }
}

#[test]
fn every_category_but_the_projects_own_has_entries() {
    let there: HashSet<Category> = entries().map(|one| one.category).collect();
    for category in Category::ALL {
        assert_eq!(
            there.contains(category),
            *category != Category::ProjectStatic,
            "{category}"
        );
    }
}

#[test]
fn every_id_of_the_base_library_is_there_and_of_its_kind() {
    for entry in entries() {
        let parts = entry.parts().unwrap_or_else(|| panic!("{}", entry.id));
        let shape = match (parts.kind, entry.members) {
            ('T', Members::Statics | Members::These(_)) => true,
            (_, Members::Named) => parts.kind != 'T',
            _ => false,
        };
        assert!(shape, "{}", entry.id);
        if matches!(
            entry.origin,
            Origin::Package(_) | Origin::Framework | Origin::Project
        ) {
            assert!(!base_library::is_type(parts.type_name), "{}", entry.id);
            continue;
        }
        assert!(base_library::is_type(parts.type_name), "{}", entry.id);
        let names: &[&str] = match entry.members {
            Members::Named => &[parts.member],
            Members::These(names) => names,
            Members::Statics => {
                assert!(
                    members(parts.type_name).iter().any(|one| one.is_static),
                    "{}",
                    entry.id
                );
                continue;
            }
        };
        assert!(names.is_sorted(), "{}", entry.id);
        for name in names {
            let known = signatures(parts.type_name, name);
            assert!(!known.is_empty(), "{} {name}", entry.id);
            let fits = known.iter().any(|one| match entry.receiver {
                Receiver::Construction => one.kind == MemberKind::Constructor,
                Receiver::Static => one.is_static,
                _ => !one.is_static || one.is_extension,
            });
            assert!(fits, "{} {name}", entry.id);
            if entry.members == Members::Named && parts.parameters.is_none() {
                let head = known[0].id.without_parameters();
                let head = head.split_once("``").map_or(head, |(head, _)| head);
                assert_eq!(head, entry.id);
                let newer = |one: &&Signature| one.is_on("net8.0") == Some(false);
                let since = known[0].since.filter(|_| known.iter().all(newer));
                let expected = match entry.origin {
                    Origin::Since(framework) => Some(framework),
                    _ => None,
                };
                assert_eq!(since, expected, "{}", entry.id);
            }
        }
    }
}

/// Overloads by the parameter lists of their ids.
fn overload(entry: &Entry, parameters: &str) -> Option<&'static Signature> {
    let parts = entry.parts()?;
    let known = signatures(parts.type_name, parts.member);
    known
        .iter()
        .find(|one| one.parameter_list == parameters)
        .copied()
}

#[test]
fn overloads_and_parameters_that_entries_name_exist() {
    for entry in entries() {
        let parts = entry.parts().unwrap();
        let listed: &[&str] = match entry.overloads {
            Overloads::All => &[],
            Overloads::Only(those) | Overloads::Except(those) => those,
        };
        for parameters in listed.iter().copied().chain(parts.parameters) {
            assert!(
                overload(entry, parameters).is_some(),
                "{} {parameters}",
                entry.id
            );
        }
        for name in entry.unless_given {
            let known = signatures(parts.type_name, parts.member);
            let named = known
                .iter()
                .flat_map(|one| &one.parameters)
                .any(|one| one.name == *name);
            // An overload that takes a context isn't there for every method.
            assert!(
                named || matches!(*name, "context" | "jsonTypeInfo"),
                "{} {name}",
                entry.id
            );
        }
        let Rewrite::Call(forms) = entry.rewrite else {
            continue;
        };
        for form in forms {
            let signature = overload(entry, form.overload).unwrap_or_else(|| panic!("{form:?}"));
            assert!(entry.covers(form.overload), "{form:?}");
            let names: Vec<&str> = signature.parameters.iter().map(|one| one.name).collect();
            let conditions = match form.when {
                When::Always | When::BuiltIn | When::FromPackage => vec![],
                When::NotNull(name) | When::Literal(name, _) => vec![name],
                When::NotNullAndLiteral(one, other, _) => vec![one, other],
            };
            assert!(
                conditions.iter().all(|name| names.contains(name)),
                "{form:?}"
            );
            let named = placeholders(form.text);
            for name in &named {
                let known = matches!(*name, "p" | "r" | "m")
                    || names.contains(name)
                    || base_library::is_type(name);
                assert!(known, "{name} in {form:?}");
            }
            for name in names {
                assert!(
                    named.contains(&name) || conditions.contains(&name),
                    "{name} is lost in {form:?}"
                );
            }
        }
    }
}

#[test]
fn other_ids_that_entries_name_exist() {
    for entry in entries() {
        let makers = match entry.receiver {
            Receiver::Made(makers) | Receiver::Through(makers) => makers,
            _ => &[],
        };
        for id in makers.iter().chain(entry.coupled) {
            let parts = IdParts::of(id).unwrap_or_else(|| panic!("{id}"));
            assert!(
                !signatures(parts.type_name, parts.member).is_empty(),
                "{id}"
            );
        }
        for id in entry.coupled {
            let partner = entries()
                .find(|one| one.id == *id)
                .unwrap_or_else(|| panic!("{id}"));
            assert!(
                partner.coupled.contains(&entry.id),
                "{id} isn't coupled back"
            );
        }
    }
}

fn placeholders(text: &str) -> Vec<&str> {
    text.split('{')
        .skip(1)
        .map(|rest| rest.split_once('}').map_or("", |(name, _)| name))
        .collect()
}

/// A text in which each placeholder is an expression or a type.
fn filled(text: &str) -> String {
    let mut filled = String::new();
    for part in text.split_inclusive('}') {
        let (before, name) = part
            .trim_end_matches('}')
            .split_once('{')
            .unwrap_or((part, ""));
        filled.push_str(before);
        filled.push_str(name);
    }
    filled
}

#[track_caller]
fn parses(text: &str) {
    let statement = if text.ends_with(';') {
        text.to_owned()
    } else {
        format!("_ = {text};")
    };
    let file = format!("class A {{ async Task M() {{ {statement} }} }}");
    let tree = syntax::parse(&file.as_str().into()).unwrap();
    assert!(!tree.root().has_error(), "{text}");
}

#[test]
fn examples_and_templates_are_csharp() {
    for entry in entries() {
        parses(entry.before);
        parses(entry.after);
        match entry.rewrite {
            Rewrite::Reference(text) | Rewrite::Maker(text, _) => parses(&filled(text)),
            Rewrite::Call(forms) => forms.iter().for_each(|form| parses(&filled(form.text))),
            Rewrite::None(advice) => assert!(!advice.is_empty(), "{}", entry.id),
            Rewrite::Shaped(reason) => assert!(!reason.is_empty(), "{}", entry.id),
            Rewrite::WithReceiver => {
                assert!(matches!(entry.receiver, Receiver::Made(_)), "{}", entry.id);
            }
        }
        assert!(
            entry.why.ends_with('.') && entry.why.len() > 20,
            "{}",
            entry.id
        );
        if let Rewrite::None(advice) = entry.rewrite {
            assert!(!advice.ends_with('.'), "{advice}");
        }
    }
}

#[test]
fn examples_use_what_they_are_examples_of() {
    for entry in entries() {
        let parts = entry.parts().unwrap();
        let simple = if parts.type_name == "System.String" {
            "string"
        } else {
            entry::simple(parts.type_name)
        };
        let shows = match entry.receiver {
            Receiver::Construction => {
                entry.before.starts_with("new ") && entry.before.contains(simple)
            }
            Receiver::Static => entry.before.starts_with(&format!("{simple}.")),
            Receiver::Made(_) | Receiver::Through(_) | Receiver::Any => match entry.members {
                Members::These(names) => names
                    .iter()
                    .any(|name| entry.before.contains(&format!(".{name}"))),
                _ => entry.before.contains(&format!(".{}", parts.member)),
            },
        };
        assert!(shows, "{}: {}", entry.id, entry.before);
        assert!(
            entry.before != entry.after || entry.verdict == Verdict::PureHelper,
            "{}",
            entry.id
        );
    }
}

#[test]
fn a_category_is_off_where_each_of_its_entries_is() {
    for category in Category::ALL {
        let entries = Catalogue::standard().entries().iter();
        let mut counted = entries
            .filter(|entry| entry.category == *category && entry.verdict != Verdict::PureHelper)
            .peekable();
        let off =
            counted.peek().is_some() && counted.all(|entry| entry.verdict == Verdict::OffByDefault);
        assert_eq!(category.is_off_by_default(), off, "{category}");
    }
}
