//! XML of project files as an owned tree of elements with their positions. The only place that names the XML
//! parser. Document types are refused, and with them entities that grow.

use std::ops::Range;
use std::sync::Arc;

use roxmltree::{Document, ParsingOptions};

/// The largest project file that is read, in bytes.
const MAX_TEXT: usize = 16 << 20;
/// The deepest nesting: deeper than any project, shallow enough to walk by recursion.
const MAX_DEPTH: usize = 64;
const MAX_NODES: u32 = 2_000_000;

/// One element.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// The name without its namespace.
    pub(super) name: String,
    /// Attributes in order, without their namespaces.
    pub(super) attributes: Vec<(String, String)>,
    /// Child elements.
    pub(super) children: Vec<Arc<Element>>,
    /// The text directly inside; empty when there are child elements.
    pub(super) text: String,
    /// Where it starts, 1-based.
    pub(super) line: u32,
    /// Where it stands in the text behind a byte-order mark.
    pub(super) range: Range<usize>,
}

/// Why a text isn't read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct XmlError {
    /// 1-based, if it has a place.
    pub(super) line: Option<u32>,
    /// What is wrong, a fragment.
    pub(super) message: String,
}

impl Element {
    /// The attribute's value; `MSBuild` compares their names with case.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The child elements called so.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Arc<Self>> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Reads a text.
pub(super) fn parse(text: &str) -> Result<Arc<Element>, XmlError> {
    let failed = |line: Option<u32>, message: String| XmlError { line, message };
    if text.len() > MAX_TEXT {
        return Err(failed(None, "larger than 16 MiB".to_owned()));
    }
    let text = text.trim_start_matches('\u{feff}');
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let (row, message) = (error.pos().row, error.to_string());
        // The parser ends its messages with `at 3:7`; the line is told apart.
        let message = message
            .rsplit_once(" at ")
            .filter(|(_, place)| place.bytes().all(|b| b.is_ascii_digit() || b == b':'))
            .map_or(message.as_str(), |(head, _)| head)
            .to_owned();
        failed(Some(row), message)
    })?;
    let mut lines = Lines {
        text,
        offset: 0,
        line: 1,
    };
    // Elements that are still open, outermost first.
    let mut open: Vec<(roxmltree::NodeId, Element)> = Vec::new();
    for node in document.root_element().descendants() {
        if !node.is_element() {
            continue;
        }
        let parent = node.parent_element().map(|parent| parent.id());
        while open.last().is_some_and(|(id, _)| Some(*id) != parent) {
            close(&mut open);
        }
        if open.len() >= MAX_DEPTH {
            let line = lines.at(node.range().start);
            return Err(failed(
                Some(line),
                "elements are nested too deep".to_owned(),
            ));
        }
        let mut element = Element {
            name: node.tag_name().name().to_owned(),
            attributes: node
                .attributes()
                .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
                .collect(),
            line: lines.at(node.range().start),
            range: node.range(),
            ..Element::default()
        };
        if !node.children().any(|child| child.is_element()) {
            element.text = node
                .children()
                .filter(roxmltree::Node::is_text)
                .filter_map(|child| child.text())
                .collect();
        }
        open.push((node.id(), element));
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop()
        .map(|(_, element)| Arc::new(element))
        .ok_or_else(|| failed(None, "there is no root element".to_owned()))
}

fn close(open: &mut Vec<(roxmltree::NodeId, Element)>) {
    if let Some((_, element)) = open.pop()
        && let Some((_, parent)) = open.last_mut()
    {
        parent.children.push(Arc::new(element));
    }
}

/// Lines of growing offsets, in one pass over the text.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: u32,
}

impl Lines<'_> {
    fn at(&mut self, offset: usize) -> u32 {
        if let Some(between) = self.text.as_bytes().get(self.offset..offset) {
            self.line += memchr::memchr_iter(b'\n', between).count() as u32;
            self.offset = offset;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_lines_and_texts() {
        let root = parse("\u{feff}<Project>\n<A x='1'>a&lt;<!-- c -->b</A>\n<B><C/></B></Project>")
            .unwrap();
        let shown: Vec<_> = root
            .children
            .iter()
            .map(|child| (child.name.as_str(), child.text.as_str(), child.line))
            .collect();
        assert_eq!(shown, [("A", "a<b", 2), ("B", "", 3)]);
        assert_eq!(root.children[0].attribute("x"), Some("1"));
        assert_eq!(root.named("B").next().unwrap().children[0].name, "C");
    }

    #[test]
    fn what_is_not_xml_has_a_line() {
        let error = parse("<Project>\n  <A>\n</Project>").unwrap_err();
        assert_eq!(error.line, Some(3), "{error:?}");
        assert!(!error.message.contains("3:"), "{error:?}");
        assert!(parse("").is_err());
        assert!(parse("hello").is_err());
    }

    #[test]
    fn entities_that_grow_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;&b;'>]><Project>&c;</Project>";
        assert!(parse(bomb).is_err());
    }

    #[test]
    fn deep_nesting_is_refused_without_a_crash() {
        let deep = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
        assert_eq!(
            parse(&deep).unwrap_err().message,
            "elements are nested too deep"
        );
    }
}
