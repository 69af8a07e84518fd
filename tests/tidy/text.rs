//! What holds for the text of any file, and for where files lie.

use super::rust::{Kind, product, tokens, uses};

/// The longest Rust file, tests included.
const MOST_LINES: usize = 600;

/// Module names that say nothing.
const EMPTY_NAMES: [&str; 6] = ["util", "utils", "helper", "helpers", "misc", "stuff"];

/// What lies at the top, and nothing else. The last line: settings that their tools look for there.
const TOP: [&str; 15] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "LICENSE",
    ".gitignore",
    ".ci",
    "common",
    "detect",
    "wrap",
    "migrate",
    "obstacle",
    "tests",
    "clippy.toml",
    "rustfmt.toml",
    ".gitattributes",
];

/// Words about one machine, or about how a text came to be. In two parts, so that they are not here.
const UNWANTED: [(&str, &str); 12] = [
    ("/wo", "rk/"),
    ("/tmp/", "wt"),
    ("/tmp/", "sw"),
    ("/tmp/", "target"),
    ("/tmp/", "repos"),
    ("/ro", "ot/"),
    ("registry.npm", "js.org"),
    ("pypi", ".org"),
    ("python", "hosted.org"),
    ("index.crates", ".io"),
    ("static.crates", ".io"),
    ("work", "place"),
];

/// What other people's files begin with.
const FOREIGN: [&str; 4] = [
    "copyright",
    "licensed to",
    "licensed under",
    "spdx-license-identifier",
];

pub(super) fn top_level<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let tops: std::collections::BTreeSet<_> =
        paths.filter_map(|path| path.split('/').next()).collect();
    let strangers = tops.into_iter().filter(|name| !TOP.contains(name));
    strangers
        .map(|name| format!("{name}: does not belong at the top"))
        .collect()
}

/// Of any text file.
pub(super) fn words(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The C# of the cases may well begin with the header of a company that there is not.
    let is_input = path
        .rsplit_once('.')
        .is_some_and(|(_, extension)| extension == "cs")
        && !path.starts_with("tests/oracle/s");
    for (i, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        for (head, tail) in UNWANTED {
            let word = format!("{head}{tail}");
            if starts_word(&lower, &word) {
                found.push(format!("{path}:{}: `{word}` has no place here", i + 1));
            }
        }
        if i < 5 && !is_input && FOREIGN.iter().any(|word| lower.contains(word)) {
            found.push(format!(
                "{path}:{}: begins like somebody else's file",
                i + 1
            ));
        }
    }
    found
}

/// A path counts only from its start: `a/work/b` is no machine's.
fn starts_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !word.starts_with('/')
            || !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-*~)}$".contains(c))
    })
}

/// Of a Rust file.
pub(super) fn rust(path: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !source.starts_with("//! ") {
        found.push(format!("{path}:1: does not open with `//!`"));
    }
    let lines = source.lines().count();
    if lines > MOST_LINES {
        found.push(format!("{path}: {lines} lines, more than {MOST_LINES}"));
    }
    let stem = path
        .rsplit('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs");
    if path
        .split('/')
        .chain([stem])
        .any(|part| EMPTY_NAMES.contains(&part))
    {
        found.push(format!("{path}: a name that says nothing"));
    }
    let tokens = tokens(source);
    for token in &tokens {
        if let Kind::Comment(comment) = &token.kind
            && names_an_issue(comment)
        {
            found.push(format!(
                "{path}:{}: a number is no reason: say it",
                token.line
            ));
        }
    }
    let (code, _) = product(&tokens);
    for pair in uses(&code).windows(2) {
        if pair[0].path == ["mod"] && EMPTY_NAMES.contains(&pair[1].path[0].as_str()) {
            found.push(format!("{path}:{}: a name that says nothing", pair[1].line));
        }
    }
    found.extend(attributes(path, &tokens));
    found
}

/// `#12` as a word.
fn names_an_issue(comment: &str) -> bool {
    comment.match_indices('#').any(|(at, _)| {
        comment[..at].ends_with([' ', '(', '/', ','])
            && comment[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    })
}

/// `#[allow]` hides what `#[expect]` would tell one day; `#[ignore]` is a test that never runs.
fn attributes(path: &str, tokens: &[super::rust::Token]) -> Vec<String> {
    let code: Vec<_> = tokens
        .iter()
        .filter(|t| !matches!(t.kind, Kind::Comment(_)))
        .collect();
    let mut found = Vec::new();
    for (i, token) in code.iter().enumerate() {
        let Kind::Word(word) = &token.kind else {
            continue;
        };
        let opens = i > 1 && code[i - 1].kind == Kind::Sign('[');
        let hash = opens && matches!(code[i - 2].kind, Kind::Sign('#' | '!'));
        if hash && (word == "allow" || word == "ignore") {
            found.push(format!(
                "{path}:{}: `#[{word}]` is not for this project",
                token.line
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{rust, top_level, words};

    #[track_caller]
    fn caught(found: &[String], what: &str) {
        assert!(found.len() == 1 && found[0].contains(what), "{found:?}");
    }

    #[test]
    fn strangers_at_the_top_are_seen() {
        caught(
            &top_level(["docs/a.md", "common/src/lib.rs", "README.md"].into_iter()),
            "docs: ",
        );
    }

    #[test]
    fn machines_and_foreign_files_are_seen() {
        caught(&words("a.md", &format!("see {}rk/main", "/wo")), "a.md:1: ");
        caught(&words("a.md", &format!("\n`{}wt/x`", "/tmp/")), "a.md:2: ");
        caught(
            &words("a.md", &format!("from registry.npm{}", "js.org")),
            "a.md:1: ",
        );
        caught(
            &words(
                "tests/oracle/src/A.cs",
                "// Licensed to the .NET Foundation",
            ),
            "somebody else's",
        );
        assert_eq!(
            words("a.md", "src/work/x, ~/work/, at work/ and (home|work)/"),
            [""; 0]
        );
    }

    #[test]
    fn untidy_rust_is_seen() {
        let path = "common/src/a.rs";
        caught(&rust(path, "use b;\n"), "does not open with `//!`");
        caught(
            &rust(path, &format!("//! A\n{}", "\n".repeat(600))),
            "601 lines",
        );
        caught(&rust("common/src/util.rs", "//! A\n"), "says nothing");
        caught(&rust("common/src/helpers/a.rs", "//! A\n"), "says nothing");
        caught(&rust(path, "//! A\nmod misc {}\n"), ":2: a name");
        caught(&rust(path, "//! A\n// see #12\n"), ":2: a number");
        caught(
            &rust(path, "//! A\n#[allow(dead_code)]\nfn a() {}"),
            ":2: `#[allow]`",
        );
        caught(
            &rust(path, "//! A\n#[test]\n#[ignore]\nfn a() {}"),
            ":3: `#[ignore]`",
        );
        let good = "//! A\n#[expect(dead_code, reason = \"#[allow] #12\")]\n// C#12, r#1\nfn ignore() { [allow] }";
        assert_eq!(rust(path, good), [""; 0]);
    }
}
