//! The tables that count uses. Each adds up to the same total.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::{Abstraction, Entry};
use seamwright_common::contract::{Count, Finding};
use seamwright_common::finding::AbstractionKind;

use super::Page;
use crate::order::{Ease, Step, Weighed, steps};
use crate::render::Side::{Left, Right};
use crate::render::{Block, Line, code, number, prose, words};

impl Page<'_> {
    pub(super) fn categories(&self) -> Vec<Block> {
        let mut fitting: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
        for (finding, entry) in self.document.findings.iter().zip(&self.entries) {
            let fits = fitting.entry(finding.category.0.as_str()).or_default();
            *fits.entry(what_fits(finding, *entry)).or_default() += 1;
        }
        let row = |one: &Count| {
            let fits = &fitting[one.key.as_str()];
            let shown = fits.iter().map(|(what, count)| match fits.len() {
                1 => what.clone(),
                _ => format!("{count} × {what}"),
            });
            let shown = shown.collect::<Vec<_>>().join("; ");
            let (uses, files) = (one.count as usize, one.files as usize);
            vec![words(&one.key), number(uses), number(files), prose(&shown)]
        };
        let mut rows: Vec<Vec<Line>> = self.totals.by_category.iter().map(row).collect();
        rows.push(self.total_row(4));
        let columns = vec![
            ("category", Left),
            ("uses", Right),
            ("files", Right),
            ("what fits", Left),
        ];
        vec![
            Block::Heading("By category".to_owned()),
            Block::Table(columns, rows),
        ]
    }

    pub(super) fn projects(&self) -> Vec<Block> {
        if self.document.projects.is_empty() {
            return Vec::new();
        }
        let frameworks = |path: &str| {
            let mut projects = self.document.projects.iter();
            let project = projects.find(|project| project.path.as_str() == path);
            project.map_or(String::new(), |project| {
                project.target_frameworks.join(", ")
            })
        };
        let row = |one: &Count| {
            let (uses, files) = (one.count as usize, one.files as usize);
            let name = if one.key.is_empty() {
                words("no project")
            } else {
                code(self.shown(&one.key))
            };
            vec![
                name,
                number(uses),
                number(files),
                words(frameworks(&one.key)),
            ]
        };
        let mut rows: Vec<Vec<Line>> = self.totals.by_project.iter().map(row).collect();
        rows.push(self.total_row(4));
        let columns = vec![
            ("project", Left),
            ("uses", Right),
            ("files", Right),
            ("target frameworks", Left),
        ];
        vec![
            Block::Heading("By project".to_owned()),
            Block::Table(columns, rows),
        ]
    }

    /// The APIs by their uses: the largest rows, the rest as one.
    pub(super) fn by_pattern(&self, top: usize) -> Vec<Block> {
        let counts = &self.totals.by_pattern;
        let (first, rest) = counts.split_at(top.min(counts.len()));
        let row = |one: &Count| {
            let (uses, files) = (one.count as usize, one.files as usize);
            vec![code(&one.key), number(uses), number(files)]
        };
        let mut rows: Vec<Vec<Line>> = first.iter().map(row).collect();
        if !rest.is_empty() {
            let keys: BTreeSet<&str> = rest.iter().map(|one| one.key.as_str()).collect();
            let findings = self.document.findings.iter();
            let in_rest = findings.filter(|one| keys.contains(one.pattern.as_str()));
            let files: BTreeSet<&str> = in_rest.map(|finding| finding.path.as_str()).collect();
            let mut row = rest_row(rest);
            row.push(number(files.len()));
            rows.push(row);
        }
        rows.push(self.total_row(3));
        let columns = vec![("API", Left), ("uses", Right), ("files", Right)];
        vec![
            Block::Heading("By API".to_owned()),
            Block::Table(columns, rows),
        ]
    }

    /// The files by their uses: the largest rows, the rest as one.
    pub(super) fn by_file(&self, top: usize) -> Vec<Block> {
        let counts = &self.totals.by_file;
        let (first, rest) = counts.split_at(top.min(counts.len()));
        let row = |one: &Count| vec![code(self.shown(&one.key)), number(one.count as usize)];
        let mut rows: Vec<Vec<Line>> = first.iter().map(row).collect();
        rows.extend((!rest.is_empty()).then(|| rest_row(rest)));
        rows.push(vec![words("total"), number(self.uses())]);
        let columns = vec![("file", Left), ("uses", Right)];
        vec![
            Block::Heading("By file".to_owned()),
            Block::Table(columns, rows),
        ]
    }

    pub(super) fn total_row(&self, columns: usize) -> Vec<Line> {
        let total = [
            words("total"),
            number(self.uses()),
            number(self.totals.by_file.len()),
        ];
        let mut row: Vec<Line> = total.into();
        row.resize(columns, Line::new());
        row
    }

    pub(super) fn order(&self) -> Vec<Block> {
        let sites = self.document.findings.iter().zip(&self.entries);
        let steps = steps(sites.map(|(finding, entry)| Weighed {
            finding,
            what: what_fits(finding, *entry),
            ease: Ease::of(finding, *entry),
        }));
        let eases = [
            Ease::Mechanical,
            Ease::Static,
            Ease::ByHand,
            Ease::Intentional,
        ];
        let of = |step: &Step, ease| step.sites.get(&ease).copied().unwrap_or(0);
        let row = |(index, step): (usize, &Step)| {
            let mut row = vec![number(index + 1), words(step.category.as_str())];
            row.push(number(step.count()));
            row.extend(eases.map(|ease| number(of(step, ease))));
            row.extend([number(step.score as usize), prose(&step.what)]);
            row
        };
        let mut rows: Vec<Vec<Line>> = steps.iter().enumerate().map(row).collect();
        let mut total = vec![words("total"), Line::new(), number(self.uses())];
        let sum = |ease| steps.iter().map(|step| of(step, ease)).sum();
        total.extend(eases.map(|ease| number(sum(ease))));
        total.extend([Line::new(), Line::new()]);
        rows.push(total);
        let columns = vec![
            ("step", Right),
            ("category", Left),
            ("uses", Right),
            ("one for one", Right),
            ("in static code", Right),
            ("by hand", Right),
            ("intentional", Right),
            ("score", Right),
            ("to", Left),
        ];
        let how = "Count × ease: the score is the sum over the uses of how easy the place is (one for one 3, in static code 2, by hand 1, intentional 0) times how near the abstraction is (there 3, generated 2, a package to add or nothing 1).";
        vec![
            Block::Heading("Where to start".to_owned()),
            Block::Table(columns, rows),
            Block::Paragraph(words(how)),
        ]
    }
}

/// What isn't shown row by row, and its uses.
fn rest_row(rest: &[Count]) -> Vec<Line> {
    let uses: u32 = rest.iter().map(|one| one.count).sum();
    vec![words(format!("{} more", rest.len())), number(uses as usize)]
}

/// What can stand for a finding's API, with code between backticks.
fn what_fits(finding: &Finding, entry: Option<&Entry>) -> String {
    let Some(replacement) = &finding.replacement else {
        return match entry.map(|entry| entry.abstraction) {
            Some(Abstraction::Advice(advice)) => advice.to_owned(),
            _ => "nothing stands for it".to_owned(),
        };
    };
    let name = &replacement.abstraction;
    match replacement.kind.0 {
        AbstractionKind::BuiltIn => format!("`{name}`, built in"),
        AbstractionKind::Generated => format!("`{name}`, generated"),
        AbstractionKind::Project => format!("`{name}`, of the project"),
        AbstractionKind::Package => {
            let package = match entry.map(|entry| entry.abstraction) {
                Some(
                    Abstraction::BuiltIn {
                        package: Some(package),
                        ..
                    }
                    | Abstraction::Package { package, .. },
                ) => format!("package `{package}`"),
                _ => "a package".to_owned(),
            };
            let state = if replacement.available {
                "referenced"
            } else {
                "to be added"
            };
            format!("`{name}` of {package}, {state}")
        }
    }
}
