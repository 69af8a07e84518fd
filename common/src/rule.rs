//! Names of rules: what code scanning groups findings by, and what `.editorconfig` sets a severity for. Pure; knows
//! neither format.

use std::fmt;

use crate::closed_set::closed_set;
use crate::finding::Category;

closed_set! {
    /// How much a finding weighs, in the words of `.editorconfig`.
    pub enum Severity as "severity" {
        /// It has to go.
        Error = "error",
        /// It should go.
        Warning = "warning",
        /// Worth knowing.
        Suggestion = "suggestion",
    }
}

/// The name of the rule that a finding falls under: `seamwright.time.DateTime.UtcNow`.
///
/// It is made of the category and of what people write, so that it stays the same when the catalogue is cut
/// differently. Its beginnings up to a dot are names of groups of rules: `seamwright.time`,
/// `seamwright.filesystem.File`. All of them are keys that `.editorconfig` can have: letters, digits, `_`, `-`, dots.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(String);

impl RuleId {
    /// What all names begin with.
    pub const PREFIX: &'static str = "seamwright";

    /// The rule of an API as people write it. `new HttpClient` is `HttpClient.new`, so that `HttpClient` is the group
    /// of all that one reaches through it.
    pub fn of(category: Category, pattern: &str) -> Self {
        let (name, end) = match pattern.strip_prefix("new ") {
            Some(constructed) => (constructed, ".new"),
            None => (pattern, ""),
        };
        let keep = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let name: String = name
            .chars()
            .map(|c| if keep(c) { c } else { '-' })
            .collect();
        Self(format!("{}.{category}.{name}{end}", Self::PREFIX))
    }

    /// The whole name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name and those of its groups, the narrowest first.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        let ends = self.0.match_indices('.').map(|(at, _)| at).skip(1);
        let ends: Vec<usize> = ends.chain([self.0.len()]).collect();
        ends.into_iter().rev().map(|end| &self.0[..end])
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::catalogue::Catalogue;

    #[test]
    fn a_rule_is_named_after_what_people_write() {
        let check = |category, pattern: &str, expected: &str| {
            assert_eq!(RuleId::of(category, pattern).as_str(), expected);
        };
        check(
            Category::Time,
            "DateTime.UtcNow",
            "seamwright.time.DateTime.UtcNow",
        );
        check(
            Category::Network,
            "new HttpClient",
            "seamwright.network.HttpClient.new",
        );
        check(
            Category::AmbientContext,
            "HttpContext.Current",
            "seamwright.ambient-context.HttpContext.Current",
        );
        check(
            Category::Console,
            "a = b\"]\n",
            "seamwright.console.a---b---",
        );
    }

    #[test]
    fn groups_go_from_the_rule_to_its_category() {
        let rule = RuleId::of(Category::Filesystem, "File.Exists");
        let groups: Vec<&str> = rule.groups().collect();
        let expected = [
            "seamwright.filesystem.File.Exists",
            "seamwright.filesystem.File",
            "seamwright.filesystem",
        ];
        assert_eq!(groups, expected);
    }

    /// Keys of `.editorconfig` are compared without case.
    #[test]
    fn rules_that_differ_by_case_alone_are_of_the_same_kind() {
        let mut seen: BTreeMap<String, RuleId> = BTreeMap::new();
        let mut alike = Vec::new();
        for entry in Catalogue::standard().entries() {
            let rule = RuleId::of(entry.category, &entry.pattern());
            let key = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            assert!(rule.as_str().chars().all(key), "{rule}");
            let known = seen
                .entry(rule.as_str().to_lowercase())
                .or_insert_with(|| rule.clone());
            if *known != rule {
                alike.push(rule);
            }
        }
        // `SqliteConnection` and `SQLiteConnection`: two clients of one database.
        let two = ["new SQLiteConnection", "SQLiteConnection"];
        let expected = two.map(|pattern| RuleId::of(Category::Database, pattern));
        assert_eq!(alike, expected);
    }
}
