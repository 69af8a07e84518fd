//! The catalogue as JSON, for programs that ask what is looked for. Knows nothing of the catalogue itself.

use serde::Serialize;

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
