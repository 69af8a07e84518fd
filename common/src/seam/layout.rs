//! Indentation, line endings and brace style of the place where something is written. Text alone.

use crate::text::TextRange;

/// The start of the line that holds `offset`.
pub fn line_start(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    before.rfind(['\n', '\r']).map_or(0, |at| at + 1).max(
        if text.starts_with('\u{feff}') && offset >= 3 {
            3
        } else {
            0
        },
    )
}

/// The end of the line that holds `offset`, before its terminator.
pub fn line_end(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    offset + rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// The white space that the line of `offset` starts with.
pub fn indent(text: &str, offset: usize) -> &str {
    let line = text.get(line_start(text, offset)..).unwrap_or_default();
    let end = line.find(|c| c != ' ' && c != '\t').unwrap_or(line.len());
    &line[..end]
}

/// Whether nothing but white space stands before `offset` in its line.
pub fn starts_line(text: &str, offset: usize) -> bool {
    text.get(line_start(text, offset)..offset)
        .is_some_and(|before| before.chars().all(char::is_whitespace))
}

/// Whether nothing but white space, or a comment to the end of the line, stands behind `offset` in its line.
pub fn ends_line(text: &str, offset: usize) -> bool {
    let rest = text
        .get(offset..line_end(text, offset))
        .unwrap_or_default()
        .trim_start();
    rest.is_empty() || rest.starts_with("//")
}

/// The terminator of the line that holds `offset`; of the line before when it is the last one.
pub fn line_ending(text: &str, offset: usize) -> &'static str {
    let of = |at: usize| match text.get(at..).unwrap_or_default().as_bytes() {
        [b'\r', b'\n', ..] => Some("\r\n"),
        [b'\n', ..] => Some("\n"),
        [b'\r', ..] => Some("\r"),
        _ => None,
    };
    of(line_end(text, offset))
        .or_else(|| {
            let start = line_start(text, offset);
            let before = text.get(..start)?;
            let before = before
                .strip_suffix('\n')
                .or_else(|| before.strip_suffix('\r'))?;
            of(before.strip_suffix('\r').map_or(before.len(), str::len))
        })
        .unwrap_or("\n")
}

/// One step of indentation: what members of the type at `outer` have more than it, else a tab where the file
/// indents by tabs, else four spaces.
pub fn unit(text: &str, outer: usize, inner: Option<usize>) -> String {
    let outer_indent = indent(text, outer);
    if let Some(inner) = inner
        && starts_line(text, inner)
        && let Some(more) = indent(text, inner).strip_prefix(outer_indent)
        && !more.is_empty()
    {
        return more.to_owned();
    }
    let by_tab = outer_indent.contains('\t')
        || text
            .lines()
            .find(|line| line.starts_with([' ', '\t']))
            .is_some_and(|line| line.starts_with('\t'));
    if by_tab {
        "\t".to_owned()
    } else {
        "    ".to_owned()
    }
}

/// Whether the line of `range`'s end is blank behind it.
pub fn is_followed_by_blank_line(text: &str, offset: usize) -> bool {
    let end = line_end(text, offset);
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest
        .strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix(['\n', '\r']))
        .unwrap_or_default();
    let next = rest.split(['\n', '\r']).next().unwrap_or_default();
    next.trim().is_empty()
}

/// Whether a range lies in one line.
pub fn is_one_line(text: &str, range: TextRange) -> bool {
    !text
        .get(range.as_range())
        .unwrap_or_default()
        .contains(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neighbourhood_decides_the_line_ending() {
        let text = "a\r\nb\nc";
        assert_eq!(line_ending(text, 0), "\r\n");
        assert_eq!(line_ending(text, 3), "\n");
        assert_eq!(line_ending(text, 5), "\n");
        assert_eq!(line_ending("a\r\nb", 3), "\r\n");
        assert_eq!(line_ending("a", 0), "\n");
        assert_eq!(line_ending("a\rb", 2), "\r");
    }

    #[test]
    fn the_unit_is_what_members_have_more() {
        assert_eq!(unit("  class A {\n     int x;", 2, Some(17)), "   ");
        assert_eq!(unit("class A {\n\tint x;\n}", 0, None), "\t");
        assert_eq!(unit("class A { }", 0, Some(10)), "    ");
    }

    #[test]
    fn a_byte_order_mark_is_no_indent() {
        assert_eq!(indent("\u{feff}  a", 5), "  ");
        assert!(starts_line("\u{feff}a", 3));
    }

    #[test]
    fn a_comment_ends_a_line() {
        assert!(ends_line("{ // x\n", 1));
        assert!(!ends_line("{ x\n", 1));
        assert!(is_followed_by_blank_line("a;\r\n\r\nb", 1));
        assert!(!is_followed_by_blank_line("a;\nb", 1));
    }
}
