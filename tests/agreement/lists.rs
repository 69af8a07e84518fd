//! The compiler's list of APIs, generated from the catalogue, and which of the two lists a reference is on.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;

use super::table::List;

/// The compiler's list, and which of the two lists a reference is on.
pub(crate) struct Lists {
    pub(crate) banned: String,
    rules: BTreeMap<String, List>,
    /// As reports write them: `DateTime.Now`, `new HttpClient`.
    patterns: BTreeMap<String, List>,
    /// Simple names of types of which every static member is meant.
    owners: BTreeMap<String, List>,
}

impl Lists {
    pub(crate) fn of_catalogue() -> Self {
        let on: Vec<Category> = Category::ALL
            .iter()
            .copied()
            .filter(|category| !category.is_off_by_default())
            .collect();
        let mut lists = Self {
            banned: String::new(),
            rules: BTreeMap::new(),
            patterns: BTreeMap::new(),
            owners: BTreeMap::new(),
        };
        let mut exceptions = BTreeSet::new();
        for (list, part) in [
            (List::Counts, BannedList::References),
            (List::Pure, BannedList::Pure),
        ] {
            for line in Catalogue::standard().banned_list(part, &on).lines() {
                if let Some(id) = line.strip_prefix('!') {
                    exceptions.insert(id.to_owned());
                } else {
                    lists.add(line, list);
                }
            }
        }
        // What one list takes out may be what the other one is about.
        exceptions.retain(|id| {
            let all_overloads = id.split('(').next().unwrap_or(id);
            !lists.rules.contains_key(id) && !lists.rules.contains_key(all_overloads)
        });
        for id in lists.rules.keys() {
            lists.banned.extend([id.as_str(), "\n"]);
        }
        for id in exceptions {
            lists.banned.extend(["!", id.as_str(), "\n"]);
        }
        lists
    }

    pub(crate) fn add(&mut self, id: &str, list: List) {
        self.rules.insert(id.to_owned(), list);
        let name = id.get(2..).unwrap_or_default();
        let name = name.split('(').next().unwrap_or_default();
        let simple = |owner: &str| owner.rsplit('.').next().unwrap_or(owner).to_owned();
        if id.starts_with("T:") {
            self.owners.insert(simple(name), list);
            return;
        }
        let (owner, member) = name.rsplit_once('.').unwrap_or(("", name));
        let member = member.split('`').next().unwrap_or(member);
        let pattern = match member {
            "#ctor" => format!("new {}", simple(owner)),
            member => format!("{}.{member}", simple(owner)),
        };
        // An overload that is pure doesn't make the pattern so.
        self.patterns
            .entry(pattern)
            .and_modify(|known| *known = (*known).min(list))
            .or_insert(list);
    }

    pub(crate) fn of_pattern(&self, pattern: &str) -> Option<List> {
        self.patterns.get(pattern).copied().or_else(|| {
            let (owner, _) = pattern.split_once('.')?;
            self.owners.get(owner).copied()
        })
    }

    /// By the documentation id of a member: `M:System.Xml.XmlReader.Create(System.String)`.
    pub(crate) fn of_api(&self, api: &str) -> Option<List> {
        let name = api.get(2..)?.split('(').next()?;
        let (owner, member) = name.rsplit_once('.')?;
        let simple = owner.rsplit('.').next().unwrap_or(owner);
        self.of_pattern(&format!("{simple}.{member}"))
    }

    pub(crate) fn of_rule(&self, rule: &str) -> List {
        self.rules.get(rule).copied().unwrap_or(List::Counts)
    }

    /// Where a catalogued reference stands as text: line, column in UTF-16 units of the start of the dotted name, list.
    pub(crate) fn texts<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (u64, u64, List)> + 'a {
        let dotted =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '@' | ':');
        text.lines().zip(1..).flat_map(move |(line, number)| {
            let mut from = 0;
            let mut found = Vec::new();
            while let Some(at) = line[from..].find(dotted).map(|at| from + at) {
                let end = line[at..]
                    .find(|letter| !dotted(letter))
                    .map_or(line.len(), |end| at + end);
                let parts: Vec<&str> = line[at..end].split('.').collect();
                let list = parts
                    .windows(2)
                    .find_map(|pair| self.of_pattern(&format!("{}.{}", pair[0], pair[1])));
                if let Some(list) = list {
                    let column = line[..at].encode_utf16().count() as u64 + 1;
                    found.push((number, column, list));
                }
                from = end;
            }
            found
        })
    }
}
