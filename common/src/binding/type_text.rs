//! Type texts such as `global::System.Nullable<System.DateTime>?[]` taken apart. Text only: no meaning.

use crate::symbol::keyword_type;

/// A dotted name with the number of type arguments of each part, and what was wrapped around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeText<'a> {
    /// `global` or an alias before `::`.
    pub alias: Option<&'a str>,
    /// The parts with their type arguments as written.
    pub parts: Vec<Part<'a>>,
    /// `?` stood behind it.
    pub nullable: bool,
}

/// One part of a dotted name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The name without `@`.
    pub name: &'a str,
    /// What stands between `<` and `>`, if anything does.
    pub arguments: Option<&'a str>,
}

impl Part<'_> {
    /// How many type arguments there are.
    pub fn arity(&self) -> usize {
        self.arguments
            .map_or(0, |text| split_top_level(text).count())
    }
}

impl<'a> TypeText<'a> {
    /// Takes a named type apart; `None` for arrays, pointers, tuples, `dynamic` forms and broken texts.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut text = text.trim();
        for prefix in ["ref readonly ", "ref ", "scoped ", "readonly "] {
            text = text.strip_prefix(prefix).unwrap_or(text).trim_start();
        }
        let nullable = text.ends_with('?');
        text = text.trim_end_matches('?').trim_end();
        if text.is_empty() || text.ends_with([']', '*', ')']) {
            return None;
        }
        let (alias, mut rest) = match text.split_once("::") {
            Some((alias, rest)) if !alias.contains(['<', '.']) => (Some(alias.trim()), rest),
            _ => (None, text),
        };
        let mut parts = Vec::new();
        loop {
            let end = rest.find(['.', '<']).unwrap_or(rest.len());
            let name = rest[..end].trim().trim_start_matches('@');
            if name.is_empty() || name.contains(|c: char| !(c.is_alphanumeric() || c == '_')) {
                return None;
            }
            let mut arguments = None;
            rest = &rest[end..];
            if rest.starts_with('<') {
                let close = matching(rest)?;
                arguments = Some(&rest[1..close]);
                rest = rest[close + 1..].trim_start();
            }
            parts.push(Part { name, arguments });
            match rest.strip_prefix('.') {
                Some(after) => rest = after,
                None if rest.is_empty() => break,
                None => return None,
            }
        }
        Some(Self {
            alias,
            parts,
            nullable,
        })
    }

    /// The keyword types by their library names.
    pub fn keyword(&self) -> Option<&'static str> {
        let [
            Part {
                name,
                arguments: None,
            },
        ] = self.parts[..]
        else {
            return None;
        };
        keyword_type(name)
    }
}

/// The byte of the `>` that closes the `<` at the start.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Splits at commas that stand in no bracket of any kind.
pub(super) fn split_top_level(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    text.split(move |c: char| {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' => return depth == 0,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, usize)]) {
        let parsed = TypeText::parse(text).unwrap();
        let parts: Vec<_> = parsed
            .parts
            .iter()
            .map(|part| (part.name, part.arity()))
            .collect();
        assert_eq!(parts, expected, "{text}");
    }

    #[test]
    fn names_are_taken_apart() {
        check("System.DateTime?", &[("System", 0), ("DateTime", 0)]);
        check(
            "global::System.IO.File",
            &[("System", 0), ("IO", 0), ("File", 0)],
        );
        check(
            "Dictionary<string, List<(int a, int b)>>.Enumerator",
            &[("Dictionary", 2), ("Enumerator", 0)],
        );
        check("@class", &[("class", 0)]);
    }

    #[test]
    fn what_is_no_named_type_gives_nothing() {
        for text in [
            "int[]",
            "(int, int)",
            "int*",
            "delegate*<void>",
            "",
            "List<",
            "a..b",
        ] {
            assert_eq!(TypeText::parse(text), None, "{text}");
        }
    }
}
