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

/// Types whose names differ from another's by case alone, and what they are called in rules: keys of `.editorconfig` and
/// rules of code scanning are compared without case.
const TOLD_APART: &[(&str, &str)] = &[("SQLiteConnection", "SQLite.SQLiteConnection")];

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
        let name = renamed(name, |(own, told)| (own, told));
        let keep = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let name: String = name
            .chars()
            .map(|c| if keep(c) { c } else { '-' })
            .collect();
        Self(format!("{}.{category}.{name}{end}", Self::PREFIX))
    }

    /// The API as people write it, of a rule's name behind its category.
    pub fn pattern(name: &str) -> String {
        let name = renamed(name, |(own, told)| (told, own));
        match name.strip_suffix(".new") {
            Some(constructed) => format!("new {constructed}"),
            None => name,
        }
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

/// `name` with another beginning, if it begins with one of those that `change` gives.
fn renamed(
    name: &str,
    change: impl Fn((&'static str, &'static str)) -> (&'static str, &'static str),
) -> String {
    let changed = TOLD_APART
        .iter()
        .copied()
        .map(change)
        .find_map(|(from, to)| {
            let rest = name.strip_prefix(from)?;
            (rest.is_empty() || rest.starts_with('.')).then(|| format!("{to}{rest}"))
        });
    changed.unwrap_or_else(|| name.to_owned())
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
    fn no_rules_differ_by_case_alone_and_each_leads_back() {
        let mut seen: BTreeMap<String, RuleId> = BTreeMap::new();
        for entry in Catalogue::standard().entries() {
            let pattern = entry.pattern();
            let rule = RuleId::of(entry.category, &pattern);
            let key = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            assert!(rule.as_str().chars().all(key), "{rule}");
            let lower = rule.as_str().to_lowercase();
            let known = seen.entry(lower).or_insert_with(|| rule.clone());
            assert_eq!(*known, rule);
            let group = format!("{}.{}.", RuleId::PREFIX, entry.category);
            assert_eq!(RuleId::pattern(&rule.as_str()[group.len()..]), pattern);
        }
        assert_eq!(
            RuleId::of(Category::Database, "new SQLiteConnection").as_str(),
            "seamwright.database.SQLite.SQLiteConnection.new"
        );
    }
}
