//! The table of signatures as text: cut into types when first asked, a type's rows read when first asked for.
//! Knows nothing of inheritance.

use std::sync::OnceLock;

use super::{Access, Attribute, Dispatch, MemberKind, Parameter, Signature, TypeParameter, since};
use crate::symbol::SymbolId;
use crate::table::NameMap;

const TABLE: &str = include_str!("../../../data/signatures.txt");
const NEWER: &str = include_str!("../../../data/newer.txt");

/// One type's lines, and what was read of them.
pub(super) struct Block {
    pub(super) header: &'static str,
    pub(super) bodies: [&'static str; 2],
    own: OnceLock<Vec<Signature>>,
    pub(super) all: OnceLock<Vec<&'static Signature>>,
}

pub(super) struct Index {
    attributes: Vec<&'static str>,
    pub(super) blocks: NameMap<&'static str, Block>,
}

pub(super) fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut attributes = Vec::new();
        let mut blocks: NameMap<&'static str, Block> = NameMap::default();
        for (number, table) in [TABLE, NEWER].into_iter().enumerate() {
            let (head, mut rest) = match table.find("\nT:") {
                Some(at) => table.split_at(at + 1),
                None => (table, ""),
            };
            attributes.extend(
                head.lines()
                    .filter(|line| line.starts_with('@'))
                    .filter_map(|line| Some(line.split_once('\t')?.1)),
            );
            while let Some(block) = rest.strip_prefix("T:") {
                let end = block.find("\nT:").map_or(block.len(), |at| at + 1);
                let (block, next) = block.split_at(end);
                rest = next;
                let (header, body) = block.split_once('\n').unwrap_or((block, ""));
                let name = column(header, 0);
                blocks
                    .entry(name)
                    .or_insert_with(|| Block {
                        header,
                        bodies: [""; 2],
                        own: OnceLock::new(),
                        all: OnceLock::new(),
                    })
                    .bodies[number] = body;
            }
        }
        Index { attributes, blocks }
    })
}

pub(super) fn own(block: &'static Block) -> &'static [Signature] {
    block.own.get_or_init(|| {
        let owner = column(block.header, 0);
        let rows = block.bodies.iter().flat_map(|body| body.lines());
        rows.filter_map(|row| member(owner, row)).collect()
    })
}

fn member(owner: &'static str, row: &'static str) -> Option<Signature> {
    let flags = column(row, 0);
    let tail = column(row, 1);
    let (kind, letter) = match flags.chars().next()? {
        'c' => (MemberKind::Constructor, 'M'),
        'm' => (MemberKind::Method, 'M'),
        'p' => (MemberKind::Property, 'P'),
        'x' => (MemberKind::Indexer, 'P'),
        'f' => (MemberKind::Field, 'F'),
        'k' => (MemberKind::Constant, 'F'),
        'e' => (MemberKind::Event, 'E'),
        'o' => (MemberKind::Operator, 'M'),
        'v' => (MemberKind::Conversion, 'M'),
        _ => return None,
    };
    let flags = &flags[1..];
    let list_at = tail.find('(').unwrap_or(tail.len());
    let name = &tail[..list_at];
    Some(Signature {
        id: SymbolId::new(format!("{letter}:{owner}.{tail}")),
        owner,
        name: name.split_once("``").map_or(name, |(name, _)| name),
        kind,
        is_static: flags.contains('s'),
        is_extension: flags.contains('e'),
        dispatch: match flags.chars().next_back() {
            Some('a') => Dispatch::Abstract,
            Some('v') => Dispatch::Virtual,
            Some('o') => Dispatch::Override,
            _ => Dispatch::Direct,
        },
        access: Access {
            get: flags.contains('g'),
            set: flags.contains('w'),
            init_only: flags.contains('i'),
            read_only: flags.contains('r'),
        },
        value: column(row, 2),
        parameter_list: if list_at == tail.len() {
            "()"
        } else {
            &tail[list_at..]
        },
        parameters: list(column(row, 3)).map(parameter).collect(),
        type_parameters: type_parameters(column(row, 4)),
        attributes: attributes(column(row, 5))
            .into_iter()
            .chain(unseen(owner, name))
            .collect(),
        since: Some(column(row, 6))
            .filter(|since| !since.is_empty())
            .or_else(|| since::of_member(owner, tail)),
    })
}

/// Attributes that the compiler heeds and doesn't show with the others.
fn unseen(owner: &str, name: &str) -> Option<Attribute> {
    (owner == "System.Environment" && matches!(name, "Exit" | "FailFast")).then_some(Attribute {
        target: "",
        text: "System.Diagnostics.CodeAnalysis.DoesNotReturn",
    })
}

fn parameter(text: &'static str) -> Parameter {
    let (mut rest, default) = match text.split_once(" = ") {
        Some((rest, default)) => (rest, Some(default)),
        None => (text, None),
    };
    let mut parameter = Parameter {
        name: "",
        type_text: "",
        reference: "",
        is_params: false,
        default,
        attributes: Vec::new(),
    };
    while let Some((word, behind)) = rest.split_once(' ') {
        match word {
            "params" => parameter.is_params = true,
            "ref" | "out" | "in" => parameter.reference = word,
            word if word.starts_with('@')
                && word[1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                parameter.attributes.extend(numbered(&word[1..]));
            }
            _ => break,
        }
        rest = behind;
    }
    // The type may hold spaces (`System.Func<object?, TResult>`), the name doesn't.
    (parameter.type_text, parameter.name) = rest.rsplit_once(' ').unwrap_or((rest, ""));
    parameter
}

pub(super) fn type_parameters(text: &'static str) -> Vec<TypeParameter> {
    list(text)
        .map(|one| {
            let (name, constraints) = one.split_once(" : ").unwrap_or((one, ""));
            TypeParameter { name, constraints }
        })
        .collect()
}

pub(super) fn attributes(text: &'static str) -> Vec<Attribute> {
    text.split(' ')
        .filter_map(|one| one.split_once('@'))
        .filter_map(|(target, number)| Some((target, numbered(number)?)))
        .map(|(target, text)| Attribute { target, text })
        .collect()
}

fn numbered(number: &str) -> Option<&'static str> {
    index()
        .attributes
        .get(number.parse::<usize>().ok()?)
        .copied()
}

pub(super) fn list(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('|').filter(|one| !one.is_empty())
}

pub(super) fn column(row: &'static str, number: usize) -> &'static str {
    row.split('\t').nth(number).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_understood() {
        let mut count = 0;
        for (type_name, block) in &index().blocks {
            let lines: usize = block.bodies.iter().map(|body| body.lines().count()).sum();
            assert_eq!(own(block).len(), lines, "{type_name}");
            for one in own(block) {
                let parameters = match one.parameter_list.trim_matches(['(', ')']) {
                    "" => 0,
                    inner => 1 + top_level_commas(inner),
                };
                assert_eq!(one.parameters.len(), parameters, "{}", one.id);
                assert!(
                    one.parameters.iter().all(|p| !p.name.is_empty()),
                    "{}",
                    one.id
                );
                assert_eq!(
                    one.value.is_empty(),
                    one.kind == MemberKind::Constructor,
                    "{}",
                    one.id
                );
                count += 1;
            }
        }
        assert!(count > 3000, "{count}");
    }

    fn top_level_commas(text: &str) -> usize {
        let mut depth = 0;
        text.chars()
            .filter(|c| {
                match c {
                    '{' | '[' => depth += 1,
                    '}' | ']' => depth -= 1,
                    _ => {}
                }
                *c == ',' && depth == 0
            })
            .count()
    }
}
