//! The conditions of `#if` and `#elif`, and which symbols make them true. Knows nothing of what they guard.

use std::collections::BTreeMap;

use crate::syntax::lexer::{Lexer, TokenKind};

/// Which symbols are defined; the others are all defined or all not.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols<'t> {
    pub(super) known: BTreeMap<&'t str, bool>,
    pub(super) otherwise: bool,
}

impl Symbols<'_> {
    fn has(&self, name: &str) -> bool {
        self.known.get(name).copied().unwrap_or(self.otherwise)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step<'t> {
    Symbol(&'t str),
    Constant(bool),
    Not,
    And,
    Or,
    Equal,
    Unequal,
    /// Only while reading.
    Open,
}

impl Step<'_> {
    /// How tight an operator binds.
    fn rank(self) -> u8 {
        match self {
            Self::Not => 4,
            Self::Equal | Self::Unequal => 3,
            Self::And => 2,
            Self::Or => 1,
            _ => 0,
        }
    }
}

/// A condition, its operators behind their operands.
#[derive(Clone, Debug)]
pub(super) struct Condition<'t> {
    steps: Vec<Step<'t>>,
}

impl<'t> Condition<'t> {
    /// Reads what follows `#if`. Errors are passed over.
    pub(super) fn read(text: &'t str) -> Self {
        let mut steps = Vec::new();
        let mut waiting: Vec<Step<'t>> = Vec::new();
        let mut lexer = Lexer::new(text);
        loop {
            let token = lexer.next_token();
            let word = token.text(text);
            let operator = match token.kind {
                TokenKind::End | TokenKind::Comment => break,
                TokenKind::Word => {
                    steps.push(match word {
                        "true" => Step::Constant(true),
                        "false" => Step::Constant(false),
                        _ => Step::Symbol(word),
                    });
                    continue;
                }
                TokenKind::OpenParen => {
                    waiting.push(Step::Open);
                    continue;
                }
                TokenKind::CloseParen => {
                    while let Some(step) = waiting.pop()
                        && step != Step::Open
                    {
                        steps.push(step);
                    }
                    continue;
                }
                TokenKind::Operator => match word {
                    "!" => Step::Not,
                    "&&" => Step::And,
                    "||" => Step::Or,
                    "==" => Step::Equal,
                    "!=" => Step::Unequal,
                    _ => continue,
                },
                _ => continue,
            };
            // `!` is written before its operand: nothing waits for less.
            while operator != Step::Not
                && let Some(&last) = waiting.last()
                && last.rank() >= operator.rank()
            {
                waiting.pop();
                steps.push(last);
            }
            waiting.push(operator);
        }
        steps.extend(waiting.into_iter().rev().filter(|step| *step != Step::Open));
        Self { steps }
    }

    pub(super) fn holds(&self, symbols: &Symbols<'_>) -> bool {
        let mut values: Vec<bool> = Vec::new();
        for step in &self.steps {
            let value = match step {
                Step::Symbol(name) => symbols.has(name),
                Step::Constant(value) => *value,
                Step::Not => !values.pop().unwrap_or(false),
                binary => {
                    let right = values.pop().unwrap_or(false);
                    let left = values.pop().unwrap_or(false);
                    match binary {
                        Step::And => left && right,
                        Step::Or => left || right,
                        Step::Equal => left == right,
                        _ => left != right,
                    }
                }
            };
            values.push(value);
        }
        values.pop().unwrap_or(false)
    }

    fn symbols(&self) -> impl Iterator<Item = &'t str> {
        self.steps.iter().filter_map(|step| match step {
            Step::Symbol(name) => Some(*name),
            _ => None,
        })
    }
}

/// Symbols of which every combination is tried.
const MOST_SYMBOLS: usize = 10;

/// Symbols under which each condition has its wanted value; `None` if there are none or they are too many to try.
pub(super) fn solve<'t>(wanted: &[(&Condition<'t>, bool)]) -> Option<BTreeMap<&'t str, bool>> {
    let mut names: Vec<&'t str> = wanted
        .iter()
        .flat_map(|(condition, _)| condition.symbols())
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > MOST_SYMBOLS {
        return None;
    }
    (0_u32..1 << names.len())
        .map(|bits| Symbols {
            known: names
                .iter()
                .enumerate()
                .map(|(at, name)| (*name, bits >> at & 1 == 1))
                .collect(),
            otherwise: false,
        })
        .find(|symbols| {
            wanted
                .iter()
                .all(|(condition, value)| condition.holds(symbols) == *value)
        })
        .map(|symbols| symbols.known)
}
