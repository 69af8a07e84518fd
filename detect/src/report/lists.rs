//! The lists of places: uses one by one, what isn't counted, what isn't known.

use std::collections::{BTreeMap, HashMap};

use seamwright_common::contract::Finding;

use super::{Page, count};
use crate::render::Side::{Left, Right};
use crate::render::{Block, Line, Span, code, number, words};

impl Page<'_> {
    pub(super) fn half_migrated(&self) -> Vec<Block> {
        let classes = &self.document.half_migrated;
        if classes.is_empty() {
            return Vec::new();
        }
        let findings = self.document.findings.iter();
        let by_id: HashMap<&str, &Finding> = findings.map(|one| (one.id.as_str(), one)).collect();
        let mut blocks = vec![Block::Heading("Half migrated".to_owned())];
        for class in classes {
            let uses = count(class.findings.len(), "use", "uses");
            blocks.push(Block::Paragraph(vec![
                Span::Code(class.r#type.clone()),
                Span::Words(" holds ".to_owned()),
                Span::Code(class.abstraction.clone()),
                Span::Words(" in ".to_owned()),
                Span::Code(class.held_in.clone()),
                Span::Words(format!(" and has {uses} beside it:")),
            ]));
            let line = |site: &&Finding| {
                let place = Span::Code(self.place(site));
                vec![
                    place,
                    Span::Words(" ".to_owned()),
                    Span::Code(site.pattern.clone()),
                ]
            };
            let sites = class
                .findings
                .iter()
                .filter_map(|id| by_id.get(id.as_str()));
            blocks.push(Block::List(sites.map(line).collect()));
        }
        blocks
    }

    pub(super) fn sites(&self) -> Vec<Block> {
        let row = |finding: &Finding| {
            let container: Vec<&str> = [finding.r#type.as_str(), finding.member.as_str()]
                .into_iter()
                .filter(|name| !name.is_empty())
                .collect();
            let container = if container.is_empty() {
                words("top level")
            } else {
                code(container.join("."))
            };
            let mut notes = Vec::new();
            notes.extend(finding.assumed.then(|| "assumed".to_owned()));
            notes.extend(finding.severity.map(|severity| severity.0.to_string()));
            notes.extend(
                finding
                    .intentional
                    .as_ref()
                    .map(|text| format!("deliberate: “{text}”")),
            );
            vec![
                code(self.place(finding)),
                code(&finding.pattern),
                container,
                words(finding.context.0.as_str()),
                words(notes.join("; ")),
            ]
        };
        let rows = self.document.findings.iter().map(row).collect();
        let columns = vec![
            ("place", Left),
            ("API", Left),
            ("in", Left),
            ("context", Left),
            ("notes", Left),
        ];
        vec![
            Block::Heading("Every use".to_owned()),
            Block::Table(columns, rows),
        ]
    }

    pub(super) fn not_counted(&self) -> Vec<Block> {
        let sites = &self.document.not_counted;
        if sites.is_empty() {
            return Vec::new();
        }
        let mut groups: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for site in sites {
            *groups
                .entry((site.reason.0.as_str(), &site.pattern))
                .or_default() += 1;
        }
        let row = |((reason, pattern), count): (&(&str, &str), &usize)| {
            let why = words(why_not(reason));
            vec![words(*reason), code(*pattern), number(*count), why]
        };
        let mut rows: Vec<Vec<Line>> = groups.iter().map(row).collect();
        rows.push(vec![
            words("total"),
            Line::new(),
            number(sites.len()),
            Line::new(),
        ]);
        let columns = vec![
            ("reason", Left),
            ("API", Left),
            ("references", Right),
            ("why", Left),
        ];
        vec![
            Block::Heading("Not counted".to_owned()),
            Block::Table(columns, rows),
        ]
    }

    pub(super) fn incomplete(&self) -> Vec<Block> {
        let places = &self.document.scope.incomplete;
        if places.is_empty() {
            return Vec::new();
        }
        let rows = places.iter().map(|place| {
            let path = self.shown(place.path.as_str());
            let at = place
                .line
                .map_or(path.clone(), |line| format!("{path}:{line}"));
            let detail = place.detail.as_deref().unwrap_or_default();
            vec![code(at), words(place.reason.0.as_str()), words(detail)]
        });
        let columns = vec![("place", Left), ("reason", Left), ("detail", Left)];
        vec![
            Block::Heading("Incomplete".to_owned()),
            Block::Table(columns, rows.collect()),
        ]
    }
}

fn why_not(reason: &str) -> &'static str {
    match reason {
        "pure-helper" => {
            "no test has to replace it: it depends on its arguments, or on the platform"
        }
        "injected" => "the receiver came in from outside and can be replaced there",
        "seam-implementation" => "it stands in the implementation of an abstraction",
        "generated" => "its type says that it was generated",
        "in-baseline" => "it was there already, as the baseline says",
        "unchanged" => "its lines didn't change since then",
        "severity-none" => {
            "its rule is turned off, in `.editorconfig`, `.globalconfig` or `seamwright.toml`"
        }
        "seam-default" => "it is the real default of something that can be replaced",
        _ => "",
    }
}
