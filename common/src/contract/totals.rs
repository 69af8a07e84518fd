//! Counts of the findings, made when a document is written. They are never stored.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::site::Finding;
use super::wire::Extra;

/// Counts of the findings. Each list adds up to `findings`.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Totals {
    /// How many findings there are.
    pub findings: u32,
    /// By category.
    pub by_category: Vec<Count>,
    /// By the API as people write it.
    pub by_pattern: Vec<Count>,
    /// By file.
    pub by_file: Vec<Count>,
    /// By project; the key is empty for files without one.
    pub by_project: Vec<Count>,
    /// Fields that this version doesn't know.
    #[serde(flatten)]
    #[schemars(skip)]
    pub extra: Extra,
}

/// One row: the largest count comes first, equal ones by key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Count {
    /// What is counted.
    pub key: String,
    /// How many findings.
    pub count: u32,
    /// In how many files.
    pub files: u32,
}

impl Totals {
    /// Counts `findings`.
    pub fn of(findings: &[Finding]) -> Self {
        Self {
            findings: findings.len() as u32,
            by_category: rows(findings, |finding| finding.category.0.as_str()),
            by_pattern: rows(findings, |finding| &finding.pattern),
            by_file: rows(findings, |finding| finding.path.as_str()),
            by_project: rows(findings, |finding| {
                finding.project.as_ref().map_or("", |path| path.as_str())
            }),
            extra: Extra::new(),
        }
    }
}

fn rows<'a>(findings: &'a [Finding], key: impl Fn(&'a Finding) -> &'a str) -> Vec<Count> {
    let mut groups: BTreeMap<&str, (u32, BTreeSet<&str>)> = BTreeMap::new();
    for finding in findings {
        let (count, files) = groups.entry(key(finding)).or_default();
        *count += 1;
        files.insert(finding.path.as_str());
    }
    let mut rows: Vec<Count> = groups
        .into_iter()
        .map(|(key, (count, files))| Count {
            key: key.to_owned(),
            count,
            files: files.len() as u32,
        })
        .collect();
    // The sort is stable and the groups come by key.
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}
