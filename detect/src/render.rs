//! Blocks of text, and how they look on a terminal and in Markdown. Knows nothing of what they say.

use seamwright_common::cli::{Paint, visible};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// Words.
    Words(String),
    /// A name, path or code.
    Code(String),
}

/// What stands in a cell, paragraph or entry of a list.
pub(crate) type Line = Vec<Span>;

/// Words as a line.
pub(crate) fn words(text: impl Into<String>) -> Line {
    vec![Span::Words(text.into())]
}

/// Code as a line.
pub(crate) fn code(text: impl Into<String>) -> Line {
    vec![Span::Code(text.into())]
}

/// A number as a line.
pub(crate) fn number(number: usize) -> Line {
    words(number.to_string())
}

/// Words with code between backticks, as in the catalogue's sentences.
pub(crate) fn prose(text: &str) -> Line {
    let parts = text
        .split('`')
        .enumerate()
        .filter(|(_, part)| !part.is_empty());
    let span = |(index, part): (usize, &str)| {
        let part = part.to_owned();
        if index % 2 == 1 {
            Span::Code(part)
        } else {
            Span::Words(part)
        }
    };
    parts.map(span).collect()
}

/// On which side the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Names.
    Left,
    /// Numbers.
    Right,
}

/// A piece of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The title of all that follows.
    Title(Line),
    /// A heading.
    Heading(String),
    /// A paragraph.
    Paragraph(Line),
    /// A list.
    List(Vec<Line>),
    /// A table: columns, rows.
    Table(Vec<(&'static str, Side)>, Vec<Vec<Line>>),
    /// Source code.
    Source(String),
}

/// The blocks for a terminal.
pub(crate) fn text(blocks: &[Block], paint: Paint) -> String {
    let mut out = String::new();
    for (index, block) in blocks.iter().enumerate() {
        let apart = matches!(block, Block::Title(_) | Block::Heading(_));
        if index > 0 && apart {
            out.push('\n');
        }
        match block {
            Block::Title(line) => push(&mut out, "", &paint.bold(&plain(line))),
            Block::Heading(heading) => push(&mut out, "", &paint.bold(heading)),
            Block::Paragraph(line) => push(&mut out, "", &painted(line, paint)),
            Block::List(lines) => {
                for line in lines {
                    push(&mut out, "  ", &painted(line, paint));
                }
            }
            Block::Table(columns, rows) => text_table(&mut out, columns, rows, paint),
            Block::Source(source) => {
                for line in source.lines() {
                    push(&mut out, "    ", &visible(line));
                }
            }
        }
    }
    out
}

fn push(out: &mut String, indent: &str, line: &str) {
    out.push_str(indent);
    out.push_str(line.trim_end());
    out.push('\n');
}

fn text_table(
    out: &mut String,
    columns: &[(&'static str, Side)],
    rows: &[Vec<Line>],
    paint: Paint,
) {
    let width = |at: usize| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(at))
            .map(|cell| length(&plain(cell)));
        cells
            .chain([columns[at].0.chars().count()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut line = |cells: Vec<(String, String)>| {
        let mut text = String::new();
        for (at, (bare, shown)) in cells.iter().enumerate() {
            let fill = " ".repeat(widths[at].saturating_sub(length(bare)));
            let (before, after) = match columns[at].1 {
                Side::Left => ("", fill.as_str()),
                Side::Right => (fill.as_str(), ""),
            };
            let gap = if at > 0 { "  " } else { "" };
            text.extend([gap, before, shown, after]);
        }
        push(out, "  ", &text);
    };
    line(
        columns
            .iter()
            .map(|(name, _)| ((*name).to_owned(), paint.dim(name)))
            .collect(),
    );
    for row in rows {
        line(
            row.iter()
                .map(|cell| (plain(cell), painted(cell, paint)))
                .collect(),
        );
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn plain(line: &Line) -> String {
    painted(line, Paint::Plain)
}

fn painted(line: &Line, paint: Paint) -> String {
    let spans = line.iter().map(|span| match span {
        Span::Words(text) => visible(text),
        Span::Code(text) if text.is_empty() => String::new(),
        Span::Code(text) => paint.cyan(&visible(text)),
    });
    spans.collect()
}

/// The blocks as Markdown, as GitHub shows it.
pub(crate) fn markdown(blocks: &[Block]) -> String {
    let mut out = String::new();
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        match block {
            Block::Title(line) => push(&mut out, "# ", &marked(line)),
            Block::Heading(heading) => push(&mut out, "## ", &escaped(heading)),
            Block::Paragraph(line) => push(&mut out, "", &marked(line)),
            Block::List(lines) => {
                for line in lines {
                    push(&mut out, "- ", &marked(line));
                }
            }
            Block::Table(columns, rows) => {
                let names = columns.iter().map(|(name, _)| escaped(name));
                push(&mut out, "", &table_row(names));
                let rule = columns.iter().map(|(_, side)| match side {
                    Side::Left => "---".to_owned(),
                    Side::Right => "---:".to_owned(),
                });
                push(&mut out, "", &table_row(rule));
                for row in rows {
                    push(&mut out, "", &table_row(row.iter().map(marked)));
                }
            }
            Block::Source(source) => {
                let fence = "`".repeat(longest_run(source).max(2) + 1);
                push(&mut out, "", &format!("{fence}csharp\n{source}\n{fence}"));
            }
        }
    }
    out
}

/// A bar inside a cell would end it, even in code.
fn table_row(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}

fn marked(line: &Line) -> String {
    let spans = line.iter().map(|span| match span {
        Span::Words(text) => escaped(text),
        Span::Code(text) if text.is_empty() => String::new(),
        Span::Code(text) => {
            let text = visible(text);
            let fence = "`".repeat(longest_run(&text) + 1);
            let pad = if text.starts_with('`') || text.ends_with('`') {
                " "
            } else {
                ""
            };
            format!("{fence}{pad}{text}{pad}{fence}")
        }
    });
    spans.collect()
}

/// The longest run of backticks in `text`.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in visible(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '&') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn blocks() -> Vec<Block> {
        vec![
            Block::Title(vec![
                Span::Words("2 uses in ".into()),
                Span::Code("src".into()),
            ]),
            Block::Paragraph(words("a_b")),
            Block::Heading("By pattern".into()),
            Block::Table(
                vec![("pattern", Side::Left), ("uses", Side::Right)],
                vec![
                    vec![code("DateTime.Now"), number(1)],
                    vec![code("A|B"), number(10)],
                    vec![words("total"), number(11)],
                ],
            ),
            Block::List(vec![words("one"), prose("two `of` it")]),
            Block::Source("a();\nb();".into()),
        ]
    }

    #[test]
    fn a_terminal_gets_columns() {
        expect![[r#"
            2 uses in src
            a_b

            By pattern
              pattern       uses
              DateTime.Now     1
              A|B             10
              total           11
              one
              two of it
                a();
                b();
        "#]]
        .assert_eq(&text(&blocks(), Paint::Plain));
    }

    #[test]
    fn markdown_gets_tables() {
        expect![[r#"
            # 2 uses in `src`

            a\_b

            ## By pattern

            | pattern | uses |
            | --- | ---: |
            | `DateTime.Now` | 1 |
            | `A\|B` | 10 |
            | total | 11 |

            - one
            - two `of` it

            ```csharp
            a();
            b();
            ```
        "#]]
        .assert_eq(&markdown(&blocks()));
    }

    #[test]
    fn colours_do_not_move_columns() {
        let colored = text(&blocks(), Paint::Colored);
        let mut bare = String::new();
        let mut rest = colored.as_str();
        while let Some(at) = rest.find('\u{1b}') {
            bare.push_str(&rest[..at]);
            rest = rest[at..].split_once('m').unwrap().1;
        }
        bare.push_str(rest);
        assert_eq!(bare, text(&blocks(), Paint::Plain));
    }

    #[test]
    fn what_others_wrote_cannot_steer_the_terminal_or_the_page() {
        let hostile = vec![Block::List(vec![
            words("a\u{1b}[2Jb\nc"),
            code("``\u{202e}`|`"),
            words("<script>"),
        ])];
        assert_eq!(
            text(&hostile, Paint::Plain),
            "  a\\u{1b}[2Jb\\u{a}c\n  ``\\u{202e}`|`\n  <script>\n"
        );
        assert_eq!(
            markdown(&hostile),
            "- a\\\\u{1b}\\[2Jb\\\\u{a}c\n- ``` ``\\u{202e}`|` ```\n- \\<script\\>\n"
        );
    }
}
