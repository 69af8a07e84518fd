//! The lists of remarks, on production code and on test code. They count nothing.

use seamwright_common::advisory::AdvisoryKind;
use seamwright_common::contract::{Advisory, TestSmell};

use super::Page;
use crate::render::Side::Left;
use crate::render::{Block, Line, code, prose, words};

impl Page<'_> {
    pub(super) fn advisories(&self) -> Vec<Block> {
        let lists = AdvisoryKind::ALL.iter().map(|kind| self.advisory(*kind));
        lists.flatten().collect()
    }

    fn advisory(&self, kind: AdvisoryKind) -> Vec<Block> {
        let all = self.document.advisories.iter();
        let of_kind: Vec<&Advisory> = all.filter(|one| one.kind.0 == kind).collect();
        if of_kind.is_empty() {
            return Vec::new();
        }
        let said = kind.words();
        let has_details = of_kind.iter().any(|one| one.detail.is_some());
        let row = |one: &&Advisory| {
            let place = self.at(one.path.as_str(), one.line, one.column);
            let mut row = vec![
                code(place),
                code(&one.text),
                inside(&one.r#type, &one.member),
            ];
            row.extend(has_details.then(|| prose(one.detail.as_deref().unwrap_or_default())));
            row
        };
        let mut columns = vec![("place", Left), ("code", Left), ("in", Left)];
        columns.extend(has_details.then_some(("detail", Left)));
        vec![
            Block::Heading(said.heading.to_owned()),
            Block::Paragraph(prose(&format!("{} Better: {}.", said.why, said.advice))),
            Block::Table(columns, of_kind.iter().map(row).collect()),
        ]
    }

    pub(super) fn test_smells(&self) -> Vec<Block> {
        let smells = &self.document.test_smells;
        if smells.is_empty() {
            return Vec::new();
        }
        let row = |one: &TestSmell| {
            let said = one.kind.0.words();
            vec![
                code(self.at(one.path.as_str(), one.line, one.column)),
                words(said.heading),
                code(&one.text),
                inside(&one.r#type, &one.member),
                prose(said.advice),
            ]
        };
        let columns = vec![
            ("place", Left),
            ("smell", Left),
            ("code", Left),
            ("in", Left),
            ("better", Left),
        ];
        vec![
            Block::Heading("Test smells".to_owned()),
            Block::Table(columns, smells.iter().map(row).collect()),
        ]
    }

    fn at(&self, path: &str, line: u32, column: u32) -> String {
        format!("{}:{line}:{column}", self.shown(path))
    }
}

/// The member that holds a place.
fn inside(ty: &str, member: &str) -> Line {
    let parts: Vec<&str> = [ty, member]
        .into_iter()
        .filter(|name| !name.is_empty())
        .collect();
    if parts.is_empty() {
        words("top level")
    } else {
        code(parts.join("."))
    }
}
