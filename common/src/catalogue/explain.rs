//! Which entries a user means.

use super::entry::{IdParts, Members, pattern};
use super::signatures::signatures;
use super::{Catalogue, Entry};

impl Catalogue {
    /// The entries that an id, with or without parameters, or a pattern such as `DateTime.UtcNow`, `new HttpClient`,
    /// `File` or `FileInfo.Length` means. Entries of a single member go before those of all statics of a type.
    pub fn explain(&self, text: &str) -> Vec<&Entry> {
        let text = text.trim().trim_end_matches("()");
        let precise: Vec<&Entry> = self
            .entries()
            .iter()
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
        self.entries().iter().filter(whole).collect()
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
