//! A planned write as a unified diff, the form that `git apply` and `patch` take. Pure: texts in, text out.

use std::fmt::Write;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use super::write::PlannedWrite;
use crate::source::{SourcePath, SourceText};

/// Lines shown around each change.
const CONTEXT: usize = 3;

impl PlannedWrite {
    /// The difference that the write would make, file by file, decoded. Files in UTF-16 are shown as text too.
    pub fn unified_diff(&self) -> String {
        let mut diff = String::new();
        for file in self.files() {
            let text = |bytes: &[u8]| {
                SourceText::decode(bytes).map_or_else(
                    |_| String::from_utf8_lossy(bytes).into_owned(),
                    |source| source.text.to_string(),
                )
            };
            let before = file.before().map(text);
            diff.push_str(&unified_diff(
                file.path(),
                before.as_deref(),
                &text(file.after()),
            ));
        }
        diff
    }
}

/// The difference between two states of one file; `before` is `None` for a new one. Empty when they are the same.
pub fn unified_diff(path: &SourcePath, before: Option<&str>, after: &str) -> String {
    let old = lines(before.unwrap_or_default());
    let new = lines(after);
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    let groups = group_diff_ops(ops, CONTEXT);
    let mut diff = String::new();
    if before == Some(after) {
        return diff;
    }
    // Names with blanks end at a tab: `patch` would take the rest for a date.
    let tab = if path.as_str().contains(' ') {
        "\t"
    } else {
        ""
    };
    // Writing to a string can't fail.
    let _ = match before {
        Some(_) => writeln!(diff, "--- a/{path}{tab}"),
        None => writeln!(diff, "--- /dev/null"),
    };
    let _ = writeln!(diff, "+++ b/{path}{tab}");
    for group in groups {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        let old_range = first.old_range().start..last.old_range().end;
        let new_range = first.new_range().start..last.new_range().end;
        let _ = writeln!(
            diff,
            "@@ -{} +{} @@",
            hunk_range(&old_range),
            hunk_range(&new_range)
        );
        for op in &group {
            if let DiffOp::Equal { .. } = op {
                push(&mut diff, ' ', &old[op.old_range()]);
            } else {
                push(&mut diff, '-', &old[op.old_range()]);
                push(&mut diff, '+', &new[op.new_range()]);
            }
        }
    }
    diff
}

/// Lines as `diff` knows them: ended by a line feed alone, which stays.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn push(diff: &mut String, mark: char, lines: &[&str]) {
    for line in lines {
        diff.push(mark);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

fn hunk_range(range: &Range<usize>) -> String {
    match range.len() {
        // An empty range is named by the line before it.
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        length => format!("{},{length}", range.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn diff(before: Option<&str>, after: &str) -> String {
        unified_diff(&SourcePath::new("s/A.cs"), before, after)
    }

    #[test]
    fn a_change_is_shown_with_three_lines_around() {
        assert_eq!(
            diff(
                Some("1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
                "1\n2\n3\n4\nx\n6\n7\n8\n9\n"
            ),
            "--- a/s/A.cs\n+++ b/s/A.cs\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
        );
    }

    #[test]
    fn line_endings_and_a_missing_last_one_show() {
        assert_eq!(
            diff(Some("a\r\nb"), "a\r\nb\r\n"),
            "--- a/s/A.cs\n+++ b/s/A.cs\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+b\r\n"
        );
    }

    #[test]
    fn a_new_file_comes_from_nowhere() {
        assert_eq!(
            diff(None, "a\n"),
            "--- /dev/null\n+++ b/s/A.cs\n@@ -0,0 +1 @@\n+a\n"
        );
        assert_eq!(diff(None, ""), "--- /dev/null\n+++ b/s/A.cs\n");
    }

    #[test]
    fn no_change_is_no_diff() {
        assert_eq!(diff(Some("a\n"), "a\n"), "");
    }

    #[test]
    fn a_name_with_a_blank_ends_at_a_tab() {
        let diff = unified_diff(&SourcePath::new("a b.cs"), Some("1\n"), "2\n");
        assert!(
            diff.starts_with("--- a/a b.cs\t\n+++ b/a b.cs\t\n"),
            "{diff}"
        );
    }

    /// Applies a diff by its hunks' own line numbers, as `patch` does.
    fn apply(before: &str, diff: &str) -> String {
        let old = lines(before);
        let (mut result, mut at) = (String::new(), 0);
        let mut rest = diff.split_inclusive('\n').skip(2).peekable();
        while let Some(line) = rest.next() {
            if let Some(header) = line.strip_prefix("@@ -") {
                let mut numbers = header.split([',', ' ']);
                let start: usize = numbers.next().unwrap().parse().unwrap();
                let empty = numbers.next() == Some("0");
                let start = if empty { start } else { start - 1 };
                old[at..start].iter().for_each(|line| result.push_str(line));
                at = start;
                continue;
            }
            let ended = !rest.peek().is_some_and(|next| next.starts_with('\\'));
            let content = if ended {
                &line[1..]
            } else {
                line[1..].strip_suffix('\n').unwrap()
            };
            match line.as_bytes()[0] {
                b'\\' => {}
                b'+' => result.push_str(content),
                mark => {
                    assert_eq!(old[at], content);
                    at += 1;
                    if mark == b' ' {
                        result.push_str(content);
                    }
                }
            }
        }
        old[at..].iter().for_each(|line| result.push_str(line));
        result
    }

    proptest! {
        #[test]
        fn applying_the_diff_gives_the_new_text(
            before in "([a-c]{0,1}(\n|\r\n|\r)){0,14}[a-c]?",
            after in "([a-c]{0,1}(\n|\r\n|\r)){0,14}[a-c]?",
        ) {
            prop_assert_eq!(apply(&before, &diff(Some(&before), &after)), after);
        }
    }
}
