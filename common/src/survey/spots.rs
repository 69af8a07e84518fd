//! Where the tokens of a text may hold what all files together told of: sorts by keys that are none, the real thing behind
//! something that may be left out. Says too much rather than too little.

use crate::syntax::{Lexer, Token, TokenKind};
use crate::table::NameSet;

use super::chance::SORTS;

/// What is looked for.
#[derive(Debug, Default)]
pub(super) struct Spots<'k> {
    /// Members that are no keys to sort by.
    pub(super) keys: NameSet<&'k str>,
    /// Simple names of types that are the real thing.
    pub(super) reals: NameSet<&'k str>,
}

/// The longest way from `OrderBy` to its key, in tokens: `((Order x) => x.Id`.
const FURTHEST: usize = 12;

/// The longest clause of a query that is looked through.
const LONGEST_CLAUSE: usize = 40;

impl Spots<'_> {
    /// The places in `text`.
    pub(super) fn find(&self, text: &str) -> Vec<usize> {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        let mut recent = [Token::empty(0); 3];
        // How many tokens a key may be away; how deep in the arguments of `: this(` the text is.
        let (mut left, mut inside) = (0_usize, 0_usize);
        loop {
            let token = lexer.next_code();
            let [.., second, last] = recent;
            match token.kind {
                TokenKind::End => return found,
                TokenKind::Word => {
                    let word = token.text(text);
                    if left > 0 && last.kind == TokenKind::Dot && self.keys.contains(word) {
                        found.push(token.start());
                    }
                    if SORTS.contains(&word) {
                        left = if word == "orderby" {
                            LONGEST_CLAUSE
                        } else {
                            FURTHEST
                        };
                    }
                    let before = if last.text(text) == "new" {
                        second
                    } else {
                        last
                    };
                    let falls_back = before.text(text).starts_with("??");
                    if (inside > 0 || falls_back) && self.reals.contains(word) {
                        found.push(token.start());
                    }
                }
                TokenKind::OpenParen => {
                    let begins = last.text(text) == "this" && second.kind == TokenKind::Colon;
                    inside += usize::from(begins || inside > 0);
                }
                TokenKind::CloseParen => inside = inside.saturating_sub(1),
                _ => {}
            }
            left = left.saturating_sub(1);
            recent = [recent[1], recent[2], token];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let spots = Spots {
            keys: ["Id"].into_iter().collect(),
            reals: ["Clock"].into_iter().collect(),
        };
        let found = spots.find(text).into_iter();
        let found: Vec<&str> = found.map(|at| &text[..=at]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_key_stands_near_its_sort() {
        check("a.OrderBy(x => x.Id)", &["a.OrderBy(x => x.I"]);
        check("a.Select(x => x.Id).OrderBy(x => x.Name)", &[]);
        check(
            "from x in y orderby x.A, x.Id select x",
            &["from x in y orderby x.A, x.I"],
        );
    }

    #[test]
    fn the_real_thing_stands_behind_a_fallback_or_in_a_call_of_another_constructor() {
        check("a = b ?? new Clock();", &["a = b ?? new C"]);
        check("a ??= Clock.Instance;", &["a ??= C"]);
        check(
            "A() : this(1, F(new Clock())) { }",
            &["A() : this(1, F(new C"],
        );
        check("A() : this(1) { x = new Clock(); }", &[]);
        check("A(Clock c) : base(new Clock()) { }", &[]);
    }
}
