//! Rust source as tokens, roughly: enough to tell names from comments and strings, and to leave out
//! what is compiled for tests alone. It knows no rule.

/// A token and its line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a keyword or a number.
    Word(String),
    Sign(char),
    /// A string or a character; a lifetime too.
    Literal,
    Comment(String),
}

/// A name as it is used: a path, with what stands around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) line: usize,
    pub(super) path: Vec<String>,
    /// `path!`
    pub(super) is_macro: bool,
    /// `.name(`
    pub(super) is_method: bool,
}

pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        text: source.chars().collect(),
        at: 0,
        line: 1,
    };
    std::iter::from_fn(|| lexer.next()).collect()
}

struct Lexer {
    text: Vec<char>,
    at: usize,
    line: usize,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> char {
        self.text.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn next(&mut self) -> Option<Token> {
        while self.peek(0).is_whitespace() {
            self.skip(1);
        }
        let first = *self.text.get(self.at)?;
        let (line, start) = (self.line, self.at);
        let kind = match (first, self.peek(1)) {
            ('/', '/') => {
                self.skip_until(|lexer| lexer.peek(0) == '\n');
                Kind::Comment(self.text[start..self.at].iter().collect())
            }
            ('/', '*') => {
                self.skip_block_comment();
                Kind::Comment(self.text[start..self.at].iter().collect())
            }
            ('"', _) => self.string(),
            ('r' | 'b' | 'c', _) if self.string_prefix().is_some() => {
                let (length, hashes) = self.string_prefix().unwrap_or_default();
                self.skip(length);
                match hashes {
                    Some(hashes) => self.raw_string(hashes),
                    None => self.string(),
                }
            }
            ('b', '\'') => {
                self.skip(1);
                return self.next();
            }
            ('\'', '\\') => {
                self.skip(3);
                self.skip_until(|lexer| lexer.peek(0) == '\'');
                self.skip(1);
                Kind::Literal
            }
            ('\'', _) => {
                self.skip(if self.peek(2) == '\'' { 3 } else { 1 });
                Kind::Literal
            }
            _ if first.is_alphanumeric() || first == '_' => {
                self.skip_until(|lexer| !(lexer.peek(0).is_alphanumeric() || lexer.peek(0) == '_'));
                Kind::Word(self.text[start..self.at].iter().collect())
            }
            _ => {
                self.skip(1);
                Kind::Sign(first)
            }
        };
        Some(Token { line, kind })
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.line += usize::from(self.peek(0) == '\n');
            self.at += 1;
        }
        self.at = self.at.min(self.text.len());
    }

    fn skip_until(&mut self, end: impl Fn(&Self) -> bool) {
        while self.at < self.text.len() && !end(self) {
            self.skip(1);
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.skip(1);
                    continue;
                }
            }
            self.skip(2);
            if depth == 0 {
                break;
            }
        }
    }

    /// Of `r"`, `br##"`, `b"`, `c"`: the length of the prefix before the quote; a raw one's hashes.
    fn string_prefix(&self) -> Option<(usize, Option<usize>)> {
        let letters = (0..2)
            .take_while(|&i| matches!(self.peek(i), 'r' | 'b' | 'c'))
            .count();
        let raw = (0..letters).any(|i| self.peek(i) == 'r');
        let rest = self.text.iter().skip(self.at + letters);
        let hashes = rest.take_while(|&&c| raw && c == '#').count();
        let quoted = self.peek(letters + hashes) == '"';
        quoted.then_some((letters + hashes, raw.then_some(hashes)))
    }

    fn string(&mut self) -> Kind {
        self.skip(1);
        while self.at < self.text.len() && self.peek(0) != '"' {
            self.skip(if self.peek(0) == '\\' { 2 } else { 1 });
        }
        self.skip(1);
        Kind::Literal
    }

    fn raw_string(&mut self, hashes: usize) -> Kind {
        self.skip(1);
        self.skip_until(|lexer| lexer.peek(0) == '"' && (1..=hashes).all(|i| lexer.peek(i) == '#'));
        self.skip(1 + hashes);
        Kind::Literal
    }
}

/// What is compiled into the product, without comments; and the modules `mod NAME;` that are not.
pub(super) fn product(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let code: Vec<_> = tokens
        .iter()
        .filter(|t| !matches!(t.kind, Kind::Comment(_)))
        .collect();
    let (mut kept, mut test_modules, mut at) = (Vec::new(), Vec::new(), 0);
    while at < code.len() {
        let Some((end, for_tests, inner)) = attribute(&code, at) else {
            kept.push(code[at].clone());
            at += 1;
            continue;
        };
        if !for_tests {
            kept.extend(code[at..end].iter().copied().cloned());
        } else if inner {
            return (Vec::new(), test_modules);
        } else {
            let item = item_end(&code, end);
            if let [keyword, name, sign] = &code[end..item.min(end + 3)]
                && let (Kind::Word(keyword), Kind::Word(name)) = (&keyword.kind, &name.kind)
                && keyword == "mod"
                && sign.kind == Kind::Sign(';')
            {
                test_modules.push(name.clone());
            }
            at = item;
            continue;
        }
        at = end;
    }
    (kept, test_modules)
}

/// The attribute at `at`: where it ends, whether it is a `cfg` that needs `test`, whether it is `#!`.
fn attribute(code: &[&Token], at: usize) -> Option<(usize, bool, bool)> {
    let sign = |i: usize, c| code.get(i).is_some_and(|t| t.kind == Kind::Sign(c));
    let inner = sign(at + 1, '!');
    let start = at + 1 + usize::from(inner);
    if !sign(at, '#') || !sign(start, '[') {
        return None;
    }
    let end = closing(code, start);
    let words: Vec<_> = code[start..end].iter().filter_map(|t| word(t)).collect();
    let for_tests = words.first() == Some(&"cfg") && words.contains(&"test");
    Some((end, for_tests && !words.contains(&"not"), inner))
}

/// The end of the item at `at`: its `;` or `,`, or what closes its first brace.
fn item_end(code: &[&Token], mut at: usize) -> usize {
    while at < code.len() {
        match code[at].kind {
            Kind::Sign(';' | ',') => return at + 1,
            Kind::Sign('{') => return closing(code, at),
            Kind::Sign('(' | '[') => at = closing(code, at),
            _ => at += 1,
        }
    }
    at
}

/// Behind what closes the bracket at `at`.
fn closing(code: &[&Token], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in code.iter().enumerate().skip(at) {
        match token.kind {
            Kind::Sign('(' | '[' | '{') => depth += 1,
            Kind::Sign(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    code.len()
}

fn word(token: &Token) -> Option<&str> {
    match &token.kind {
        Kind::Word(word) => Some(word),
        _ => None,
    }
}

/// Every path in the code; `use a::{b, c::d}` gives `a::b` and `a::c::d`.
pub(super) fn uses(code: &[Token]) -> Vec<Use> {
    let sign = |i: usize, c| code.get(i).is_some_and(|t| t.kind == Kind::Sign(c));
    let (mut found, mut at) = (Vec::new(), 0);
    // The prefixes of the braces of a `use` that are open, innermost last.
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut in_use = false;
    while at < code.len() {
        let start = at;
        let mut path = groups.last().cloned().unwrap_or_default();
        while let Some(name) = code.get(at).and_then(word) {
            if path.is_empty() && name == "use" {
                in_use = true;
                at += 1;
                continue;
            }
            path.push(name.to_owned());
            at += 1;
            if !(sign(at, ':') && sign(at + 1, ':')) {
                break;
            }
            at += 2;
        }
        if in_use && sign(at, '{') {
            groups.push(path);
            at += 1;
            continue;
        }
        if at > start && !path.is_empty() {
            let before = start.checked_sub(1);
            found.push(Use {
                line: code[start].line,
                path,
                is_macro: sign(at, '!') && !sign(at + 1, '='),
                is_method: before.is_some_and(|i| sign(i, '.')) && sign(at, '('),
            });
            continue;
        }
        if sign(at, '}') && in_use {
            groups.pop();
        } else if sign(at, ';') {
            groups.clear();
            in_use = false;
        }
        at = (start + 1).max(at);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Kind, product, tokens, uses};

    fn paths(source: &str) -> Vec<String> {
        let (code, _) = product(&tokens(source));
        uses(&code).iter().map(|u| u.path.join("::")).collect()
    }

    #[test]
    fn names_in_strings_and_comments_are_none() {
        let source =
            r##"a /* b /* c */ d */ "e \" f" r#"g " h"# b'i' 'j' '\'' '\u{6b}' 'l: m // n"##;
        assert_eq!(paths(source), ["a", "l", "m"]);
        let comments = tokens(source)
            .into_iter()
            .filter(|t| matches!(t.kind, Kind::Comment(_)));
        assert_eq!(comments.count(), 2);
    }

    #[test]
    fn grouped_uses_are_whole_paths() {
        let source = "use std::{fs, io::{self, Write as _}, path::Path}; fs::read(x)";
        let found = paths(source);
        for path in [
            "std::fs",
            "std::io::self",
            "std::io::Write",
            "std::path::Path",
            "fs::read",
        ] {
            assert!(found.iter().any(|f| f == path), "{path}: {found:?}");
        }
    }

    #[test]
    fn what_is_for_tests_alone_is_left_out() {
        let source = "
            a!(); #[cfg(test)] #[path = \"x\"] mod tests { use b; fn f() { c } }
            d.e(); #[cfg(all(test, unix))] fn f(x: [u8; 2]) { g }
            #[cfg(not(test))] h(); #[cfg(test)] mod more; #[cfg(test)] use i::{j}; k";
        let (code, modules) = product(&tokens(source));
        assert_eq!(modules, ["more"]);
        let found: Vec<_> = uses(&code).into_iter().map(|u| u.path.join("::")).collect();
        assert_eq!(found, ["a", "d", "e", "cfg", "not", "test", "h", "k"]);
        assert_eq!(paths("#![cfg(test)] a"), [""; 0]);
    }

    #[test]
    fn lines_macros_and_methods_are_told() {
        let (code, _) = product(&tokens("\"\n\"\na::b!(c.d(e != f))"));
        let found = uses(&code);
        let [b, .., d, e, _] = &found[..] else {
            panic!("{found:?}")
        };
        assert!(b.line == 3 && b.is_macro && d.is_method && !e.is_macro && !e.is_method);
    }
}
