//! Documentation comments that must follow: with `<param>` tags for some parameters, one that has none is a warning
//! (CS1573), and in a documented class so is a constructor without any (CS1591).

use crate::edit::Edit;
use crate::syntax::{Field, SyntaxNode};
use crate::text::TextRange;

use super::super::layout;

/// The documentation lines right above `offset`, in order, each with the offset at which it starts.
fn doc_lines(text: &str, offset: usize) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut start = layout::line_start(text, offset);
    while start > 0 {
        let before = text[..start].trim_end_matches(['\n', '\r']).len();
        let above = layout::line_start(text, before);
        let line = text.get(above..before).unwrap_or_default();
        if above >= start || !line.trim_start().starts_with("///") {
            break;
        }
        lines.push((above, line));
        start = above;
    }
    lines.reverse();
    lines
}

/// Whether a declaration that starts at `offset` is documented.
pub(super) fn is_documented(text: &str, offset: usize) -> bool {
    layout::starts_line(text, offset) && !doc_lines(text, offset).is_empty()
}

/// The line for a new parameter `name` behind those called `before`; `None` where no parameter has one.
pub(super) fn parameter_line(
    text: &str,
    offset: usize,
    before: &[String],
    (name, what): (&str, &str),
) -> Option<Edit> {
    if !layout::starts_line(text, offset) {
        return None;
    }
    let lines = doc_lines(text, offset);
    let tag_of = |name: &str| {
        let tag = format!("<param name=\"{name}\"");
        lines.iter().position(|(_, line)| line.contains(&tag))
    };
    let first = lines
        .iter()
        .position(|(_, line)| line.contains("<param name="))?;
    let last = before.iter().filter_map(|name| tag_of(name)).max();
    let at = match last {
        Some(tag) => {
            let rest = lines[tag..].iter();
            let closing = rest.clone().position(|(_, line)| {
                line.contains("</param>") || line.trim_end().ends_with("/>")
            })?;
            tag + closing + 1
        }
        None => first,
    };
    let place = lines
        .get(at)
        .map_or_else(|| layout::line_start(text, offset), |(start, _)| *start);
    let (start, line) = lines[first];
    let indent = layout::indent(text, start);
    // One that shares its line with another tag has no place for a line of its own.
    let alone = line
        .trim_start()
        .trim_start_matches('/')
        .trim_start()
        .starts_with("<param");
    let ending = layout::line_ending(text, start);
    alone.then(|| Edit {
        range: TextRange::empty(place),
        text: format!("{indent}/// <param name=\"{name}\">{what}</param>{ending}"),
    })
}

/// The lines above a new constructor of a documented class, without indentation.
pub(super) fn constructor_lines(
    class: SyntaxNode<'_>,
    name: &str,
    parameter: Option<(&str, &str)>,
) -> Vec<String> {
    let types: Vec<&str> = class
        .child(Field::TypeParameters)
        .or_else(|| class.child_of(crate::syntax::SyntaxKind::TypeParameterList))
        .into_iter()
        .flat_map(|list| list.children_of(crate::syntax::SyntaxKind::TypeParameter))
        .filter_map(|one| one.child(Field::Name))
        .map(SyntaxNode::text)
        .collect();
    let cref = if types.is_empty() {
        name.to_owned()
    } else {
        format!("{name}{{{}}}", types.join(", "))
    };
    let mut lines = vec![
        "/// <summary>".to_owned(),
        format!("/// Initializes a new instance of the <see cref=\"{cref}\"/> class."),
        "/// </summary>".to_owned(),
    ];
    let line = |(name, what)| format!("/// <param name=\"{name}\">{what}</param>");
    lines.extend(parameter.map(line));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::TextEdit;

    #[track_caller]
    fn check(before: &str, names: &[&str], after: &str) {
        let offset = before.find("A(").unwrap();
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let edit = parameter_line(before, offset, &names, ("t", "The source of time."));
        assert_eq!(TextEdit::new(edit).unwrap().apply(before).unwrap(), after);
    }

    #[test]
    fn a_parameter_is_documented_where_the_others_are() {
        let new = "/// <param name=\"t\">The source of time.</param>";
        check(
            "/// <summary>x</summary>\n/// <param name=\"a\">y</param>\nA(",
            &["a"],
            &format!("/// <summary>x</summary>\n/// <param name=\"a\">y</param>\n{new}\nA("),
        );
        check(
            "  /// <param name=\"a\">y\r\n  /// z</param>\r\n  /// <param name=\"b\">y</param>\r\n  A(",
            &["a"],
            &format!(
                "  /// <param name=\"a\">y\r\n  /// z</param>\r\n  {new}\r\n  /// <param name=\"b\">y</param>\r\n  A("
            ),
        );
        check(
            "/// <param name=\"a\">y</param>\nA(",
            &[],
            &format!("{new}\n/// <param name=\"a\">y</param>\nA("),
        );
    }

    #[test]
    fn nothing_is_added_where_no_parameter_is_documented() {
        check(
            "/// <summary>x</summary>\nA(",
            &["a"],
            "/// <summary>x</summary>\nA(",
        );
        check("A(", &[], "A(");
        check(
            "// <param name=\"a\">y</param>\nA(",
            &["a"],
            "// <param name=\"a\">y</param>\nA(",
        );
    }
}
