//! Conditions of project files. Three-valued inside: what can't be decided is decided by the other side of an
//! `or`/`and` where possible, and otherwise noted and false.

use std::cmp::Ordering;

use super::expand::{closing, is_name};
use super::functions::version;
use super::note::NoteKind;
use super::scope::{Doubt, Scope};

const MAX_DEPTH: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    /// Quoted or bare: an operand.
    Operand(&'t str),
    /// A bare word that isn't quoted: `and`, `Exists`, `true`.
    Word(&'t str),
    Sign(&'static str),
}

/// True, false, or why that can't be said.
type Verdict = Result<bool, Doubt>;

/// The condition can't be parsed.
struct Malformed;

impl Scope<'_> {
    /// Whether a condition holds; no condition holds.
    pub(super) fn holds(&self, condition: Option<&str>) -> bool {
        let Some(text) = condition.map(str::trim).filter(|text| !text.is_empty()) else {
            return true;
        };
        let verdict = tokens(text).and_then(|tokens| {
            let mut parser = Parser {
                scope: self,
                tokens: &tokens,
                at: 0,
                text,
            };
            let verdict = parser.any(0)?;
            if parser.at == tokens.len() {
                Ok(verdict)
            } else {
                Err(Malformed)
            }
        });
        match verdict {
            Ok(Ok(value)) => value,
            Ok(Err(doubt)) => {
                self.raise(Some(doubt));
                false
            }
            Err(Malformed) => {
                self.note(NoteKind::Condition, text);
                false
            }
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Malformed> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let next = bytes.get(at + 1);
        let sign = match (bytes[at], next) {
            (byte, _) if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            (b'=', Some(b'=')) => "==",
            (b'!', Some(b'=')) => "!=",
            (b'<', Some(b'=')) => "<=",
            (b'>', Some(b'=')) => ">=",
            (b'<', _) => "<",
            (b'>', _) => ">",
            (b'!', _) => "!",
            (b'(', _) => "(",
            (b')', _) => ")",
            (b',', _) => ",",
            (b'\'', _) => {
                let end = quote_end(text, at + 1)?;
                tokens.push(Token::Operand(&text[at + 1..end]));
                at = end + 1;
                continue;
            }
            (b'$' | b'@' | b'%', Some(b'(')) => {
                let end = closing(text, at + 1).ok_or(Malformed)?;
                tokens.push(Token::Operand(&text[at..=end]));
                at = end + 1;
                continue;
            }
            _ => {
                let length = text[at..]
                    .find(|c: char| !is_name(c) && c != '.')
                    .unwrap_or(text.len() - at);
                if length == 0 {
                    return Err(Malformed);
                }
                tokens.push(Token::Word(&text[at..at + length]));
                at += length;
                continue;
            }
        };
        tokens.push(Token::Sign(sign));
        at += sign.len();
    }
    Ok(tokens)
}

/// Where a quoted operand ends; quotes inside `$(…)` don't end it.
fn quote_end(text: &str, from: usize) -> Result<usize, Malformed> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'\'' => return Ok(at),
            b'$' | b'@' if bytes.get(at + 1) == Some(&b'(') => match closing(text, at + 1) {
                Some(end) => at = end,
                None => return text[at..].find('\'').map(|end| at + end).ok_or(Malformed),
            },
            _ => {}
        }
        at += 1;
    }
    Err(Malformed)
}

struct Parser<'s, 't> {
    scope: &'s Scope<'s>,
    tokens: &'t [Token<'t>],
    at: usize,
    text: &'t str,
}

impl<'t> Parser<'_, 't> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found =
            matches!(self.peek(), Some(Token::Word(text)) if text.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(text)) if text == sign);
        self.at += usize::from(found);
        found
    }

    fn any(&mut self, depth: usize) -> Result<Verdict, Malformed> {
        let mut verdict = self.all(depth)?;
        while self.take_word("or") {
            let right = self.all(depth)?;
            verdict = match (verdict, right) {
                (Ok(true), _) | (_, Ok(true)) => Ok(true),
                (Ok(false), other) | (other, _) => other,
            };
        }
        Ok(verdict)
    }

    fn all(&mut self, depth: usize) -> Result<Verdict, Malformed> {
        let mut verdict = self.single(depth)?;
        while self.take_word("and") {
            let right = self.single(depth)?;
            verdict = match (verdict, right) {
                (Ok(false), _) | (_, Ok(false)) => Ok(false),
                (Ok(true), other) | (other, _) => other,
            };
        }
        Ok(verdict)
    }

    fn single(&mut self, depth: usize) -> Result<Verdict, Malformed> {
        if depth > MAX_DEPTH {
            return Err(Malformed);
        }
        if self.take_sign("!") {
            return Ok(self.single(depth + 1)?.map(|value| !value));
        }
        if self.take_sign("(") {
            let verdict = self.any(depth + 1)?;
            return if self.take_sign(")") {
                Ok(verdict)
            } else {
                Err(Malformed)
            };
        }
        if let Some(Token::Word(name)) = self.peek()
            && self.tokens.get(self.at + 1) == Some(&Token::Sign("("))
        {
            self.at += 2;
            return self.function(name);
        }
        let left = self.operand()?;
        for sign in ["==", "!=", "<=", ">=", "<", ">"] {
            if self.take_sign(sign) {
                let right = self.operand()?;
                return Ok(self.comparison(left, sign, right));
            }
        }
        let value = self.scope.expand_with_items(left);
        match (value.doubt, boolean(value.text.trim())) {
            (Some(doubt), _) => Ok(Err(doubt)),
            (None, Some(value)) => Ok(Ok(value)),
            (None, None) => Ok(Err(self.doubt())),
        }
    }

    fn operand(&mut self) -> Result<&'t str, Malformed> {
        match self.peek() {
            Some(Token::Operand(text) | Token::Word(text)) => {
                self.at += 1;
                Ok(text)
            }
            _ => Err(Malformed),
        }
    }

    fn doubt(&self) -> Doubt {
        self.scope.doubt(NoteKind::Condition, self.text)
    }

    fn function(&mut self, name: &str) -> Result<Verdict, Malformed> {
        let argument = self.scope.expand_with_items(self.operand()?);
        if !self.take_sign(")") {
            return Err(Malformed);
        }
        if let Some(doubt) = argument.doubt {
            return Ok(Err(doubt));
        }
        let text = argument.text.trim();
        match name.to_ascii_lowercase().as_str() {
            "exists" => Ok(Ok(
                !text.is_empty() && text.split(';').all(|path| self.scope.is_there(path))
            )),
            "hastrailingslash" => Ok(Ok(text.ends_with(['/', '\\']))),
            _ => Ok(Err(self.doubt())),
        }
    }

    fn comparison(&self, left: &str, sign: &str, right: &str) -> Verdict {
        // Metadata of other items is known to targets only.
        if left.contains("%(") || right.contains("%(") {
            return Err(self.doubt());
        }
        let left = self.scope.expand_with_items(left);
        let right = self.scope.expand_with_items(right);
        if let Some(doubt) = left.doubt.or(right.doubt) {
            return Err(doubt);
        }
        let (left, right) = (left.text.as_str(), right.text.as_str());
        if sign == "==" || sign == "!=" {
            return Ok(same(left, right) == (sign == "=="));
        }
        match order(left, right) {
            None => Err(self.doubt()),
            Some(order) => Ok(match sign {
                "<" => order.is_lt(),
                ">" => order.is_gt(),
                "<=" => order.is_le(),
                _ => order.is_ge(),
            }),
        }
    }
}

fn boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "on", "yes"]) || is(["!false", "!off", "!no"]) {
        Some(true)
    } else if is(["false", "off", "no"]) || is(["!true", "!on", "!yes"]) {
        Some(false)
    } else {
        None
    }
}

fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u32::from_str_radix(hex, 16).ok().map(f64::from);
    }
    // `inf` and `NaN` are words in a project file.
    text.bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'))
        .then(|| text.parse().ok())?
}

#[expect(
    clippy::float_cmp,
    reason = "equal texts give equal numbers; that is what is asked"
)]
fn same(left: &str, right: &str) -> bool {
    if let (Some(left), Some(right)) = (number(left), number(right)) {
        return left == right;
    }
    if let (Some(left), Some(right)) = (boolean(left), boolean(right)) {
        return left == right;
    }
    left.eq_ignore_ascii_case(right) || left.to_lowercase() == right.to_lowercase()
}

/// As `MSBuild`: two numbers by value (`4.10` before `4.9`), versions by their parts, a number and a version by
/// the major part.
fn order(left: &str, right: &str) -> Option<Ordering> {
    match (number(left), number(right)) {
        (Some(left), Some(right)) => left.partial_cmp(&right),
        _ => Some(version(left)?.cmp(&version(right)?)),
    }
}

#[cfg(test)]
mod tests {
    use crate::project::testing::{scope_in, scope_with};
    use proptest::prelude::*;

    fn check(condition: &str, expected: bool) {
        let properties = [
            ("A", "one"),
            ("T", "true"),
            ("V", "4.7.2"),
            ("N", "7"),
            ("TargetFramework", "net8.0"),
        ];
        scope_with(&properties, |scope| {
            assert_eq!(scope.holds(Some(condition)), expected, "{condition}");
        });
    }

    fn notes(condition: &str) -> usize {
        scope_in("A.csproj", &[], |scope| {
            assert!(!scope.holds(Some(condition)), "{condition}");
            scope.into_notes().len()
        })
    }

    #[test]
    fn comparisons_ignore_case_and_know_numbers() {
        check("'$(A)' == 'ONE'", true);
        check("$(A)==one", true);
        check(" '$(A)' != '' ", true);
        check("'$(N)' == '7.0'", true);
        check("'0x10' == '16'", true);
        check("'$(T)' == 'yes'", true);
        check("'$(V)' >= '4.6.1'", true);
        check("'$(V)' > '5'", false);
        check("$(N) < 10", true);
    }

    #[test]
    fn words_join_and_parentheses_group() {
        check("'$(A)' == 'x' or '$(T)' == 'true' and '$(N)' == '7'", true);
        check(
            "('$(A)' == 'x' Or '$(A)' == 'one') And !('$(N)' == '8')",
            true,
        );
        check("!$(T)", false);
        check("$(T)", true);
        check("'$(A.StartsWith('o'))' == 'true'", true);
        check(
            "$(A.Contains(\"n\")) and $([MSBuild]::IsTargetFrameworkCompatible('$(TargetFramework)', 'net6.0'))",
            true,
        );
        check("$(TargetFramework.StartsWith('net4'))", false);
        check("'$(TargetFramework)|$(A)' == 'net8.0|one'", true);
        check("HasTrailingSlash('a/')", true);
    }

    #[test]
    fn existing_files_are_seen_from_the_project() {
        scope_in(
            "src/A.csproj",
            &[("src/b.txt", ""), ("c.txt", "")],
            |scope| {
                assert!(scope.holds(Some("Exists('b.txt')")));
                assert!(scope.holds(Some(r"Exists('..\c.txt') and !Exists('d.txt')")));
                assert!(scope.holds(Some("Exists('$(MSBuildThisFileDirectory)b.txt')")));
            },
        );
    }

    #[test]
    fn what_cannot_be_decided_is_noted_unless_the_other_side_decides() {
        assert_eq!(notes("$([System.Guid]::NewGuid()) == 'x'"), 1);
        assert_eq!(
            notes("'a' == 'b' and $([System.Guid]::NewGuid()) == 'x'"),
            0
        );
        assert_eq!(notes("'a' < 'b'"), 1);
        assert_eq!(notes("'a' =="), 1);
        assert_eq!(notes("frob('a')"), 1);
        assert_eq!(notes("("), 1);
        assert_eq!(notes(&"(".repeat(100_000)), 1);
        assert_eq!(notes(&"!".repeat(100_000)), 1);
    }

    proptest! {
        #[test]
        fn no_condition_panics(condition in "[ '()!=<>$@%A1.,]{0,24}") {
            scope_with(&[("A", "1")], |scope| { scope.holds(Some(&condition)); });
        }
    }
}
