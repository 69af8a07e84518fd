//! Statements that come first in a constructor's body.

use crate::edit::Edit;
use crate::refusal::Reason;
use crate::syntax::SyntaxKind;
use crate::text::TextRange;

use super::super::layout;
use super::super::shape::{ClassShape, Constructor};
use super::Refused;
use super::write::place;

use SyntaxKind as K;

/// Each item between `before` and `after`, one behind the other.
fn joined(before: &str, items: &[String], after: &str) -> String {
    items
        .iter()
        .flat_map(|item| [before, item, after])
        .collect()
}

/// The indentation of a statement that is put first in a constructor's body; `None` in a body of one line.
pub(super) fn statement_indent(
    text: &str,
    shape: &ClassShape<'_>,
    constructor: &Constructor<'_>,
) -> Option<String> {
    let body = constructor.body?;
    let start = constructor.node.range().start();
    let outer = layout::indent(text, start);
    if body.kind() != K::Block {
        let place = place(text, shape, constructor.part);
        return (!place.inline && layout::starts_line(text, start))
            .then(|| format!("{outer}{}", place.unit));
    }
    let one_line = !layout::ends_line(text, body.range().start() + 1)
        || layout::is_one_line(text, body.range());
    let first = body
        .named_children()
        .find(|child| !child.is_extra())
        .map(|first| first.range().start())
        .filter(|first| layout::starts_line(text, *first));
    (!one_line).then(|| match first {
        Some(first) => layout::indent(text, first).to_owned(),
        None => format!("{outer}{}", layout::unit(text, start, None)),
    })
}

/// Puts statements first in a constructor's body; an arrow body becomes a block.
pub(super) fn into_body(
    text: &str,
    shape: &ClassShape<'_>,
    constructor: &Constructor<'_>,
    statements: &[String],
) -> Result<Vec<Edit>, Refused> {
    let Some(body) = constructor.body else {
        return Ok(Vec::new());
    };
    let insert = |offset: usize, text: String| Edit {
        range: TextRange::empty(offset),
        text,
    };
    let start = constructor.node.range().start();
    let outer = layout::indent(text, start);
    if body.kind() == K::Block {
        let open = body.range().start();
        if let Some(indent) = statement_indent(text, shape, constructor) {
            let ending = layout::line_ending(text, open);
            let new = joined(&format!("{ending}{indent}"), statements, "");
            return Ok(vec![insert(layout::line_end(text, open), new)]);
        }
        let mut new = joined(" ", statements, "");
        if text
            .get(open + 1..)
            .is_some_and(|rest| rest.starts_with('}'))
        {
            new.push(' ');
        }
        return Ok(vec![insert(open + 1, new)]);
    }
    let expression = body.named_children().find(|child| !child.is_extra());
    let before = constructor
        .node
        .children()
        .take_while(|child| *child != body)
        .filter(|child| !child.is_extra())
        .last();
    let (Some(expression), Some(before)) = (expression, before) else {
        return Err(Refused::new(
            Reason::SyntaxNotUnderstood,
            "the body of a constructor",
        ));
    };
    let arrow = TextRange::new(before.range().end(), expression.range().start());
    let tail = TextRange::new(expression.range().end(), constructor.node.range().end());
    let comment = |range: TextRange| {
        text.get(range.as_range())
            .is_some_and(|between| between.contains("//") || between.contains("/*"))
    };
    if comment(arrow) || comment(tail) {
        return Err(Refused::new(
            Reason::NotSupportedYet,
            "a comment stands beside the arrow of a constructor's body",
        ));
    }
    let place = place(text, shape, constructor.part);
    if place.inline || !layout::starts_line(text, start) {
        let new = joined("", statements, " ");
        return Ok(vec![
            Edit {
                range: arrow,
                text: format!(" {{ {new}"),
            },
            Edit {
                range: tail,
                text: "; }".to_owned(),
            },
        ]);
    }
    let ending = layout::line_ending(text, start);
    let inner = format!("{outer}{}", place.unit);
    let open = if place.same_line_braces {
        " {".to_owned()
    } else {
        format!("{ending}{outer}{{")
    };
    let new = joined(&format!("{ending}{inner}"), statements, "");
    Ok(vec![
        Edit {
            range: arrow,
            text: format!("{open}{new}{ending}{inner}"),
        },
        Edit {
            range: tail,
            text: format!(";{ending}{outer}}}"),
        },
    ])
}
