//! From text to tree: runs the parser under a bound on its work and copies what it says into the arena.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use tree_sitter::{Language, Node, ParseOptions, Parser};

use super::gaps::Gaps;
use super::kind::{Field, SyntaxKind};
use super::lexer::{Lexer, TokenKind};
use super::tree::{EXTRA, HAS_ERROR, MISSING, NAMED, NodeData, SyntaxTree};

/// Why a text has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The parser needed more steps than a text of this size may take.
    TooComplex,
    /// A string begins with more signs than the parser counts.
    TooManySigns,
    /// The parser gave nothing.
    Failed,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooComplex => "too complex to parse in bounded time",
            Self::TooManySigns => "more `$` or quotes before a string than the parser counts",
            Self::Failed => "the parser gave no tree",
        })
    }
}

/// Steps that the parser may take for each byte, counted by its own callback and therefore the same on each machine.
const STEPS_PER_BYTE: usize = 64;
const STEPS_AT_LEAST: usize = 1 << 20;

/// Parses `text` as it is. Broken C# is input, not an error: the tree then has nodes with `has_error`.
pub fn parse(text: &Arc<str>) -> Result<SyntaxTree, ParseError> {
    parse_masked(text, text)
}

/// Parses `masked`, a copy of `text` of the same length, and gives the tree the texts of the original.
pub(super) fn parse_masked(text: &Arc<str>, masked: &str) -> Result<SyntaxTree, ParseError> {
    debug_assert!(same_lines(text, masked), "{masked:?} for {text:?}");
    if angles_run_off(masked) {
        return Err(ParseError::TooComplex);
    }
    if signs_run_off(masked) {
        return Err(ParseError::TooManySigns);
    }
    let gaps = Gaps::of(masked);
    if gaps.is_empty() {
        return parse_bytes(text, masked, &gaps);
    }
    parse_bytes(text, &gaps.closed(masked), &gaps)
}

/// How many `<` may stand open in one statement.
const MOST_ANGLES: usize = 2000;

/// Whether more `<` are open in one statement than anybody writes. Each may begin a list of type arguments, and the
/// parser's memory grows with the square of those that don't end.
fn angles_run_off(text: &str) -> bool {
    if memchr::memchr_iter(b'<', text.as_bytes())
        .nth(MOST_ANGLES)
        .is_none()
    {
        return false;
    }
    let mut lexer = Lexer::new(text);
    let mut open = 0_usize;
    loop {
        match lexer.next_token().kind {
            TokenKind::End => return false,
            TokenKind::Less => open += 1,
            TokenKind::Greater => open = open.saturating_sub(1),
            TokenKind::Semicolon
            | TokenKind::Arrow
            | TokenKind::OpenBrace
            | TokenKind::CloseBrace => open = 0,
            _ => {}
        }
        if open > MOST_ANGLES {
            return true;
        }
    }
}

/// The parser counts the `$` and the quotes before a raw string in a byte: with more of them it takes other braces for
/// holes than the compiler, and shows no error.
const MOST_SIGNS: usize = 255;

fn signs_run_off(text: &str) -> bool {
    let long = |sign: u8| {
        let mut run = 0;
        memchr::memchr_iter(sign, text.as_bytes()).any(|at| {
            let follows = at > 0 && text.as_bytes()[at - 1] == sign;
            run = if follows { run + 1 } else { 1 };
            run > MOST_SIGNS
        })
    };
    if !long(b'$') && !long(b'"') {
        return false;
    }
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.next_token();
        match token.kind {
            TokenKind::End => return false,
            TokenKind::String | TokenKind::InterpolatedStart => {
                let begins = |sign: &u8| matches!(sign, b'$' | b'"');
                let signs = token.text(text).bytes().take_while(|byte| begins(byte));
                if signs.count() > MOST_SIGNS {
                    return true;
                }
            }
            _ => {}
        }
    }
}

/// Whether a copy has the length of its text and ends its lines where that does, so that places in it are places in the
/// file. Line ends that the grammar doesn't know may become those that it knows.
fn same_lines(text: &str, masked: &str) -> bool {
    let mut pairs = text.bytes().zip(masked.bytes());
    let same = |(old, new)| !matches!(old, b'\n' | b'\r') || matches!(new, b'\n' | b'\r');
    text.len() == masked.len() && pairs.all(same)
}

fn parse_bytes(text: &Arc<str>, masked: &str, gaps: &Gaps) -> Result<SyntaxTree, ParseError> {
    PARSER.with(|parser| {
        let mut parser = parser.try_borrow_mut().map_err(|_| ParseError::Failed)?;
        parse_with(&mut parser, text, masked, gaps)
    })
}

thread_local! {
    /// One for each thread: what it allocates for one text serves for the next.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

fn parse_with(
    parser: &mut Parser,
    text: &Arc<str>,
    masked: &str,
    gaps: &Gaps,
) -> Result<SyntaxTree, ParseError> {
    if parser.language().is_none() {
        parser
            .set_language(&language())
            .map_err(|_| ParseError::Failed)?;
    }
    // Whatever an earlier text left half done is none of this one's.
    parser.reset();
    // A directive on the last line needs its line end; the byte beyond the text is cut off again below.
    let bytes = masked.as_bytes();
    let mut read = |at: usize, _| match bytes.get(at..) {
        Some([]) if !bytes.ends_with(b"\n") => &b"\n"[..],
        Some(rest) => rest,
        None => &[],
    };
    let budget = (masked.len() * STEPS_PER_BYTE).max(STEPS_AT_LEAST);
    let mut calls = 0;
    let mut progress = |_: &tree_sitter::ParseState| {
        calls += 1;
        if calls > budget {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser
        .parse_with_options(&mut read, None, Some(options))
        .ok_or(ParseError::TooComplex)?;
    Ok(SyntaxTree::new(
        text.clone(),
        copy(tree.root_node(), text.len(), gaps),
    ))
}

fn language() -> Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    LANGUAGE
        .get_or_init(|| tree_sitter_c_sharp::LANGUAGE.into())
        .clone()
}

/// The parser's numbers for kinds and fields as ours.
struct Tables {
    kinds: Vec<SyntaxKind>,
    fields: Vec<Field>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let language = language();
        let mut kinds = vec![SyntaxKind::Token; language.node_kind_count()];
        for (id, slot) in kinds.iter_mut().enumerate() {
            let id = id as u16;
            if language.node_kind_is_named(id)
                && let Some(name) = language.node_kind_for_id(id)
                && let Some((kind, _)) = SyntaxKind::ALL
                    .iter()
                    .skip(1)
                    .find(|(_, known)| *known == name)
            {
                *slot = *kind;
            }
        }
        let mut fields = vec![Field::None; language.field_count() + 1];
        for (id, slot) in fields.iter_mut().enumerate().skip(1) {
            if let Some(name) = language.field_name_for_id(id as u16)
                && let Some((field, _)) = Field::ALL.iter().find(|(_, known)| *known == name)
            {
                *slot = *field;
            }
        }
        Tables { kinds, fields }
    })
}

fn copy(root: Node<'_>, length: usize, gaps: &Gaps) -> Vec<NodeData> {
    let tables = tables();
    let mut nodes: Vec<NodeData> = Vec::with_capacity(root.descendant_count());
    let mut open: Vec<u32> = Vec::new();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let id = nodes.len() as u32;
        let flag = |on: bool, bit: u8| if on { bit } else { 0 };
        let kind = if node.is_error() {
            SyntaxKind::Error
        } else {
            tables
                .kinds
                .get(node.kind_id() as usize)
                .copied()
                .unwrap_or(SyntaxKind::Token)
        };
        let parent = open.last().copied().unwrap_or(0);
        let frame = match nodes.get(parent as usize) {
            Some(around) if around.kind.is_link() => around.frame,
            _ => parent,
        };
        let field = cursor.field_id().map_or(0, |id| id.get() as usize);
        nodes.push(NodeData {
            kind,
            field: tables.fields.get(field).copied().unwrap_or(Field::None),
            flags: flag(node.is_named(), NAMED)
                | flag(node.is_missing(), MISSING)
                | flag(node.has_error(), HAS_ERROR)
                | flag(node.is_extra(), EXTRA),
            start: gaps.opened(node.start_byte()).min(length) as u32,
            end: gaps.opened(node.end_byte()).min(length) as u32,
            parent,
            frame,
            last: 0,
        });
        if cursor.goto_first_child() {
            open.push(id);
            continue;
        }
        nodes[id as usize].last = id + 1;
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
            let Some(closed) = open.pop() else {
                return nodes;
            };
            nodes[closed as usize].last = nodes.len() as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> SyntaxTree {
        parse(&text.into()).unwrap()
    }

    #[test]
    fn walks_need_no_recursion() {
        let deep = format!(
            "class A {{ int x = {}1{}; }}",
            "(".repeat(5000),
            ")".repeat(5000)
        );
        let tree = tree(&deep);
        assert!(!tree.root().has_error());
        assert!(
            tree.root()
                .descendants()
                .any(|node| node.ancestors().count() > 5000)
        );
    }

    #[test]
    fn angles_that_nobody_closes_are_refused_before_they_take_the_memory() {
        let parsed = |middle: String| parse(&format!("class A {{ object x = {middle}; }}").into());
        assert!(parsed("A<".repeat(200_000)).is_err());
        assert!(parsed("a < ".repeat(1000) + "b").is_ok());
        assert!(parsed("new A<B>(), ".repeat(3000) + "b").is_ok());
        let comment = "/// <summary>a</summary>\n".repeat(3000);
        assert!(parse(&(comment + "class A { }").into()).is_ok());
    }

    #[test]
    fn strings_behind_more_signs_than_the_parser_counts_are_refused() {
        let raw = |dollars: usize| {
            let (signs, open, close) = (
                "$".repeat(dollars),
                "{".repeat(dollars),
                "}".repeat(dollars),
            );
            let text = format!("class A {{ string s = {signs}\"\"\"{open}a.b{close}\"\"\"; }}");
            parse(&text.into())
        };
        let accesses = |tree: SyntaxTree| {
            let nodes = tree.root().descendants();
            nodes
                .filter(|node| node.kind() == SyntaxKind::MemberAccessExpression)
                .count()
        };
        assert_eq!(accesses(raw(250).unwrap()), 1);
        assert_eq!(raw(300).err(), Some(ParseError::TooManySigns));
        let banner = format!(
            "/* {} */ class A {{ }}",
            "$\"".repeat(400) + &"$".repeat(400)
        );
        assert!(parse(&banner.into()).is_ok());
    }

    #[test]
    fn children_and_parents_agree() {
        let tree = tree("namespace N; class A { int F() => 1 + 2; }");
        for node in tree.root().descendants() {
            for child in node.children() {
                assert_eq!(child.parent(), Some(node));
                assert!(node.range().contains_range(child.range()));
            }
        }
    }

    #[test]
    fn a_directive_may_end_the_file_without_a_line_end() {
        let tree = tree("class A {}\n#region x\n#endregion");
        assert!(
            !tree.root().has_error(),
            "{:?}",
            tree.root().descendants().collect::<Vec<_>>()
        );
        assert_eq!(tree.root().range().end(), tree.text().len());
    }

    #[test]
    fn fields_are_known() {
        let tree = tree("class A { int F(int a) { return a.b; } }");
        let access = tree
            .root()
            .descendants()
            .find(|n| n.kind() == SyntaxKind::MemberAccessExpression);
        assert_eq!(
            access.and_then(|n| n.child(Field::Name)).unwrap().text(),
            "b"
        );
    }
}
