//! Which entries a user means, and what could have been meant.

use std::collections::BTreeSet;

use similar::TextDiff;

use super::entry::{IdParts, Members, pattern};
use super::signatures::{members, signatures};
use super::{Catalogue, Entry};
use crate::finding::Category;
use crate::rule::RuleId;
use crate::symbol::SymbolId;

/// How alike two names are when one may have been meant by the other.
const ALIKE: f32 = 0.75;

impl Catalogue {
    /// The entries that an id, with or without parameters, or a pattern such as `DateTime.UtcNow`, `new HttpClient`,
    /// `File` or `FileInfo.Length` means. Entries of a single member go before those of all statics of a type.
    pub fn explain(&self, text: &str) -> Vec<&Entry> {
        let text = text.trim().trim_end_matches("()");
        let about = self.about(text);
        let precise: Vec<&Entry> = about
            .iter()
            .copied()
            .filter(|entry| names(entry, text))
            .collect();
        if !precise.is_empty() {
            return precise;
        }
        let whole = |entry: &&Entry| {
            entry.members == Members::Statics
                && entry.parts().is_some_and(|parts| {
                    member_of(parts.type_name, text).is_some_and(|name| {
                        let known = signatures(parts.type_name, name);
                        known.iter().any(|one| one.is_static)
                    })
                })
        };
        about.into_iter().filter(whole).collect()
    }

    /// The entries of types whose names the text holds, in their order.
    fn about(&self, text: &str) -> Vec<&Entry> {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let numbers = words.filter_map(|word| self.by_type.get(word)).flatten();
        let numbers: BTreeSet<usize> = numbers.copied().collect();
        let entries = numbers.into_iter();
        entries
            .filter_map(|number| self.entries.get(number))
            .collect()
    }

    /// The entry that speaks of an API.
    pub fn entry_of(&self, api: &SymbolId) -> Option<&Entry> {
        let found = self.explain(api.as_str());
        let exact = found
            .iter()
            .find(|entry| entry.id == api.without_parameters());
        exact.or(found.first()).copied()
    }

    /// As [`Catalogue::explain`], and more forgiving: the name of a rule or of a group of rules, any case, the name of
    /// a type or member alone.
    pub fn asked(&self, text: &str) -> Vec<&Entry> {
        let text = text.trim().trim_end_matches("()");
        let precise = self.explain(text);
        if !precise.is_empty() {
            return precise;
        }
        let rule = text
            .strip_prefix(RuleId::PREFIX)
            .and_then(|rest| rest.strip_prefix('.'));
        if let Some((category, name)) = rule.and_then(|rest| rest.split_once('.')) {
            let mut found = self.asked(&RuleId::pattern(name));
            found.retain(|entry| entry.category.as_str() == category);
            return found;
        }
        let asked = text.to_lowercase();
        let names = self.names();
        let same = |name: &&String| name.to_lowercase() == asked;
        let part = |name: &&String| {
            name.to_lowercase()
                .split(['.', ' '])
                .any(|part| part == asked)
        };
        let mut meant: Vec<&String> = names.iter().filter(same).collect();
        if meant.is_empty() {
            meant = names.iter().filter(part).collect();
        }
        let meant: Vec<&Entry> = meant
            .into_iter()
            .flat_map(|name| self.explain(name))
            .collect();
        let among = |entry: &&Entry| meant.iter().any(|one| std::ptr::eq(*one, *entry));
        self.entries().iter().filter(among).collect()
    }

    /// Up to three names that are like `text`, the likest first.
    pub fn alike(&self, text: &str) -> Vec<String> {
        // Comparing takes time with the length.
        let asked: String = text.to_lowercase().chars().take(100).collect();
        let names = self.names().into_iter();
        let mut alike: Vec<(f32, String)> = names
            .map(|name| {
                let other = name.to_lowercase();
                (
                    TextDiff::from_chars(asked.as_str(), other.as_str()).ratio(),
                    name,
                )
            })
            .filter(|(ratio, _)| *ratio >= ALIKE)
            .collect();
        alike.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        alike.truncate(3);
        alike.into_iter().map(|(_, name)| name).collect()
    }

    /// The entries of a category.
    pub fn of_category(&self, category: Category) -> impl Iterator<Item = &Entry> {
        self.entries()
            .iter()
            .filter(move |entry| entry.category == category)
    }

    /// Everything that can be asked for as people write it, sorted.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in self.entries() {
            let Some(parts) = entry.parts() else {
                continue;
            };
            match entry.members {
                Members::Named => names.push(entry.pattern()),
                Members::These(these) => {
                    names.extend(these.iter().map(|name| pattern(parts.type_name, name)));
                }
                Members::Statics => {
                    names.push(entry.pattern());
                    let statics = members(parts.type_name).iter().filter(|one| one.is_static);
                    names.extend(statics.map(|one| pattern(parts.type_name, one.name)));
                }
            }
        }
        names.sort();
        names.dedup();
        names
    }
}

/// Whether an entry speaks of what the text names, all statics of a type aside.
fn names(entry: &Entry, text: &str) -> bool {
    let Some(parts) = entry.parts() else {
        return false;
    };
    if entry.id == text || entry.pattern() == text || parts.type_name == text {
        return true;
    }
    match member_of(parts.type_name, text) {
        None => text == pattern(parts.type_name, ""),
        Some(name) => match entry.members {
            Members::Named => name == parts.member,
            Members::These(names) => names.contains(&name),
            Members::Statics => false,
        },
    }
}

/// The member that the text names, if it names one of this type: `UtcNow` in `DateTime.UtcNow`,
/// `System.DateTime.UtcNow` and `P:System.DateTime.UtcNow`.
fn member_of<'a>(type_name: &str, text: &'a str) -> Option<&'a str> {
    if let Some(parts) = IdParts::of(text) {
        return (parts.type_name == type_name && !parts.member.is_empty()).then_some(parts.member);
    }
    if let Some(constructed) = text.strip_prefix("new ") {
        return (constructed == type_name || constructed == pattern(type_name, ""))
            .then_some("#ctor");
    }
    let (written, name) = text.rsplit_once('.')?;
    (written == type_name || written == pattern(type_name, "")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = Catalogue::standard()
            .explain(text)
            .iter()
            .map(|entry| entry.id)
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn ids_and_patterns_are_understood() {
        for text in [
            "P:System.DateTime.UtcNow",
            "DateTime.UtcNow",
            "System.DateTime.UtcNow",
        ] {
            check(text, &["P:System.DateTime.UtcNow"]);
        }
        for text in [
            "M:System.IO.File.ReadAllText",
            "M:System.IO.File.ReadAllText(System.String)",
            "File.ReadAllText",
        ] {
            check(text, &["T:System.IO.File"]);
        }
        check("File", &["T:System.IO.File"]);
        check(
            "new Random",
            &[
                "M:System.Random.#ctor",
                "M:System.Random.#ctor(System.Int32)",
            ],
        );
        check("Environment.TickCount", &["P:System.Environment.TickCount"]);
        check(
            "Stopwatch.GetTimestamp()",
            &["M:System.Diagnostics.Stopwatch.GetTimestamp"],
        );
        check("FileInfo.Length", &["T:System.IO.FileInfo"]);
    }

    #[test]
    fn rules_any_case_and_parts_of_names_are_understood_when_asked() {
        let check = |text: &str, expected: &[&str]| {
            let found = Catalogue::standard().asked(text);
            let ids: Vec<&str> = found.iter().map(|entry| entry.id).collect();
            assert_eq!(ids, expected, "{text}");
        };
        check(
            "seamwright.time.DateTime.UtcNow",
            &["P:System.DateTime.UtcNow"],
        );
        check("seamwright.filesystem.File.Exists", &["T:System.IO.File"]);
        check(
            "seamwright.randomness.Random.new",
            &[
                "M:System.Random.#ctor",
                "M:System.Random.#ctor(System.Int32)",
            ],
        );
        check("seamwright.console.DateTime.UtcNow", &[]);
        check("datetime.utcnow", &["P:System.DateTime.UtcNow"]);
        check(
            "utcnow",
            &["P:System.DateTime.UtcNow", "P:System.DateTimeOffset.UtcNow"],
        );
        check("file.readalltext", &["T:System.IO.File"]);
        for text in ["", ".", "new", "seamwright.", "seamwright.time."] {
            assert!(Catalogue::standard().asked(text).len() < 90, "{text}");
        }
        assert_eq!(Catalogue::standard().asked("nonsense").len(), 0);
    }

    #[test]
    fn what_could_have_been_meant_is_named() {
        let alike = |text: &str| Catalogue::standard().alike(text);
        assert_eq!(alike("File.ReadAllTxt")[0], "File.ReadAllText");
        assert_eq!(alike("DatTime.Nwo")[0], "DateTime.Now");
        assert_eq!(alike("xyzzy"), [""; 0]);
        assert!(alike(&"x".repeat(1 << 20)).is_empty());
    }

    #[test]
    fn no_entry_that_a_text_names_is_passed_over() {
        let catalogue = Catalogue::standard();
        let mut texts = catalogue.names();
        for entry in catalogue.entries() {
            let parts = entry.parts().unwrap();
            texts.push(entry.id.to_owned());
            texts.push(parts.type_name.to_owned());
            texts.push(format!("new {}", parts.type_name));
            texts.push(format!("{}.{}", parts.type_name, parts.member));
        }
        for text in texts {
            let all = catalogue.entries().iter();
            let named: Vec<&str> = all
                .filter(|one| names(one, &text))
                .map(|one| one.id)
                .collect();
            if !named.is_empty() {
                check(&text, &named);
            }
        }
    }

    #[test]
    fn what_is_not_catalogued_means_nothing() {
        for text in [
            "",
            "DateTime.MinValue",
            "File.NoSuchMember",
            "Shop.Orders",
            "new DateTime",
        ] {
            check(text, &[]);
        }
    }
}
