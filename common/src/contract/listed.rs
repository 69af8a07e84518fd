//! Answers as JSON that aren't the document: the catalogue, and helpers worth a seam. Knows nothing of how they come
//! about.

use serde::Serialize;

use super::text::FilePath;
use super::write::lines;

/// The version of the list.
const SCHEMA: &str = "seamwright-catalogue/1";

/// An entry of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedApi<'a> {
    /// Its documentation-comment id.
    pub id: &'a str,
    /// The API as people write it.
    pub pattern: String,
    /// The rule, or for several members the group of rules.
    pub rule: String,
    /// What it reaches.
    pub category: &'a str,
    /// Whether it counts.
    pub verdict: &'a str,
    /// On what: the type, a construction, an object that is made here.
    pub receiver: &'a str,
    /// The members that it speaks of when the id is a type's; `*` for all static ones.
    pub members: &'a [&'a str],
    /// Full name of the type that stands for it.
    pub abstraction: Option<&'a str>,
    /// What takes its place, in words.
    pub in_its_place: String,
    /// Why it stands in the way of a test.
    pub why: &'a str,
    /// C# that uses it.
    pub before: &'a str,
    /// What becomes of that.
    pub after: &'a str,
}

#[derive(Serialize)]
struct List<'a> {
    schema: &'a str,
    apis: &'a [ListedApi<'a>],
}

/// The list as JSON, an API a line, with a line end behind it.
pub fn listed_apis(apis: &[ListedApi<'_>]) -> String {
    let schema = SCHEMA;
    lines(&List { schema, apis }, 2, 1)
}

/// A static class that reaches an ambient API for others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// Its documentation-comment id, as the configuration takes it.
    pub id: String,
    /// How often other code uses it.
    pub uses: u32,
    /// In how many files.
    pub files: u32,
    /// What it reaches, as people write it, the most frequent first.
    pub reaches: Vec<String>,
    /// Where it is declared.
    pub path: FilePath,
    /// From 1.
    pub line: u32,
}

#[derive(Serialize)]
struct Ranked<'a> {
    schema: &'a str,
    root: &'a str,
    suggestions: &'a [Suggestion],
}

/// The suggestions as JSON, one a line, with a line end behind it.
pub fn suggestions_as_json(root: &str, suggestions: &[Suggestion]) -> String {
    let schema = "seamwright-suggestions/1";
    let list = Ranked {
        schema,
        root,
        suggestions,
    };
    lines(&list, 2, 1)
}
