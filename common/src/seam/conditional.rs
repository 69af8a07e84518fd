//! What `#if` cuts in two: a header or a call of which each branch holds a part can't be edited as one. Knows
//! directives alone.

use crate::outline::{NamespaceId, Outline, TypeId};
use crate::syntax::{Lexer, TokenKind};
use crate::text::TextRange;

/// The regions from each `#if` to its `#endif`, inner ones too.
#[derive(Clone, Debug, Default)]
pub struct Regions(Vec<TextRange>);

impl Regions {
    /// Reads the directives of `text`.
    pub fn of(text: &str) -> Self {
        if !text.contains('#') {
            return Self::default();
        }
        let mut lexer = Lexer::new(text);
        let mut open = Vec::new();
        let mut found = Vec::new();
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Directive => {
                    let written = token.text(text).trim_start_matches('#').trim_start();
                    let word = written
                        .split(|c: char| !c.is_ascii_alphabetic())
                        .next()
                        .unwrap_or_default();
                    match word {
                        "if" => open.push(token.range().start()),
                        "endif" => {
                            let start = open.pop();
                            found.extend(
                                start.map(|start| TextRange::new(start, token.range().end())),
                            );
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        // Never closed: everything behind it is uncertain.
        found.extend(
            open.into_iter()
                .map(|start| TextRange::new(start, text.len())),
        );
        found.sort_by_key(|range| range.start());
        Self(found)
    }

    /// Whether a region lies partly in `range`, or wholly in it.
    pub fn cut(&self, range: TextRange) -> bool {
        self.0.iter().any(|region| {
            let meets = region.start() < range.end() && range.start() < region.end();
            meets && !region.contains_range(range)
        })
    }

    /// Whether a region holds all of `inner` but not all of `outer`, which lies around it or behind it.
    fn parts(&self, inner: TextRange, outer: TextRange) -> bool {
        self.0
            .iter()
            .any(|region| region.contains_range(inner) && !region.contains_range(outer))
    }

    /// Whether the header of a type, or one around it, stands in a branch that doesn't hold the type, or holds branches.
    pub fn cut_header(&self, outline: &Outline, id: TypeId) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let declared = outline.type_(id);
        let header = |range: TextRange, body: Option<TextRange>| {
            let end = body.map_or(range.end(), TextRange::start);
            TextRange::new(range.start(), end.max(range.start()))
        };
        let mut headers = vec![header(declared.range, declared.body)];
        let mut around = declared.parent;
        while let Some(id) = around {
            let outer = outline.type_(id);
            headers.push(header(outer.range, outer.body));
            around = outer.parent;
        }
        let mut namespace = declared.namespace;
        while namespace != NamespaceId(0) {
            let outer = outline.namespace(namespace);
            headers.push(header(outer.range, Some(outer.body)));
            namespace = outer.parent;
        }
        headers
            .into_iter()
            .any(|header| self.cut(header) || self.parts(header, declared.range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let outline = Outline::of(text);
        let last = TypeId(outline.types().len() as u32 - 1);
        assert_eq!(
            Regions::of(text).cut_header(&outline, last),
            expected,
            "{text}"
        );
    }

    #[test]
    fn a_header_in_another_branch_is_seen() {
        check(
            "#if X\nnamespace N {\n#else\nnamespace O {\n#endif\nclass A { }\n}",
            true,
        );
        check(
            "#if X\nnamespace N;\n#else\nnamespace O;\n#endif\nclass A { }\n",
            true,
        );
        check("class A\n#if X\n: B\n#endif\n{ }", true);
        check("#if X\npublic\n#endif\nclass A { }", true);
        check(
            "#if X\nclass O {\n#else\nclass P {\n#endif\nclass A { } }",
            true,
        );
    }

    #[test]
    fn whole_declarations_and_their_contents_are_not_cut() {
        check("#if X\nnamespace N {\nclass A { }\n}\n#endif\n", false);
        check("class A {\n#if X\nint a;\n#endif\n}", false);
        check("#if X\nusing B;\n#endif\nclass A { }", false);
        check("#region R\nclass A { }\n#endregion\n", false);
    }
}
