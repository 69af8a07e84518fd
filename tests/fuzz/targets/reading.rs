//! Sources and their readings: bytes come back as they were, and each tree lies in the text of the file, whatever the
//! copy looked like that it was made of. That a copy has the file's length and lines is asserted where it is parsed.

use std::sync::Arc;

use seamwright_common::source::SourceText;
use seamwright_common::syntax::{Parsed, SyntaxTree, Trust, parse_whole};
use seamwright_common::text::TextRange;

/// The bytes of a file.
pub fn reading(bytes: &[u8]) {
    let Ok(source) = SourceText::decode(bytes) else {
        return;
    };
    assert_eq!(source.encode(&source.text).as_deref(), Some(bytes));
    let text = &source.text;
    places(&source, bytes.len());
    if let Ok(tree) = parse_whole(text) {
        check(&tree, text);
    }
    let Ok(parsed) = Parsed::of(text) else {
        return;
    };
    let readings = parsed.readings();
    assert!(!readings.is_empty() && readings.len() <= 10, "{text:?}");
    for reading in readings {
        check(reading.tree(), text);
        assert!(reading.broken_bytes() <= text.len() + reading.tree().len());
        assert_eq!(
            reading.broken_bytes() > 0,
            reading.tree().root().has_error(),
            "{text:?}"
        );
    }
    assert!(readings.is_sorted_by_key(seamwright_common::syntax::Reading::broken_bytes));
    for branch in parsed.unseen_branches() {
        assert!(text.get(branch.as_range()).is_some(), "{branch}: {text:?}");
    }
    let tree = parsed.main().tree();
    let nodes = tree.root().descendants();
    for node in nodes.step_by(tree.len() / 8 + 1) {
        let (deciding, trust) = parsed.deciding(node.range());
        assert!(deciding < readings.len());
        assert_eq!(
            parsed.best_for(node.range()).is_some(),
            trust == Trust::Type
        );
    }
}

fn check(tree: &SyntaxTree, text: &Arc<str>) {
    assert!(!tree.is_empty() && Arc::ptr_eq(tree.text(), text));
    let mut count = 0;
    for node in tree.root().descendants() {
        count += 1;
        let range = node.range();
        assert!(text.get(range.as_range()).is_some(), "{range}: {text:?}");
        if let Some(parent) = node.parent() {
            assert!(parent.range().contains_range(range), "{range}: {text:?}");
            assert!(parent.has_error() || !node.has_error(), "{range}: {text:?}");
        }
    }
    assert!(count == tree.len() || count + 1 == tree.len());
}

/// Places on disk and in the text belong together.
fn places(source: &SourceText, length: usize) {
    let text = &source.text;
    let lines = source.line_index();
    for (at, _) in text.char_indices().step_by(text.len() / 16 + 1) {
        let range = TextRange::new(at, text.len());
        let disk = source.disk_range(range);
        assert_eq!(disk.end(), length);
        assert_eq!(source.text_range(disk), Some(range));
        let line = lines.line_of(at);
        assert!(line < lines.lines() && lines.line_start(line) <= at);
        assert!(lines.line_range(line, text).start() <= at);
    }
}
