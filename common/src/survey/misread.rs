//! What of a file no reading understood. Knows nothing of sites.

use crate::finding::{Incomplete, IncompleteReason};
use crate::source::SourcePath;
use crate::syntax::{Parsed, SyntaxKind, SyntaxNode, SyntaxTree};
use crate::text::{LineIndex, TextRange};

use super::place::is_type;
use super::report::FileReport;

/// Types that no reading understood.
pub(super) fn note_errors(
    report: &mut FileReport,
    parsed: &Parsed,
    path: &SourcePath,
    text: &str,
    lines: &LineIndex,
) {
    let main = parsed.main();
    if main.broken_bytes() == 0 && parsed.unseen_branches().is_empty() {
        return;
    }
    let errors = first_errors(main.tree())
        .into_iter()
        .filter(|error| parsed.best_for(*error).is_none());
    for place in errors.chain(parsed.unseen_branches().iter().copied()) {
        report.incomplete.push(Incomplete {
            path: path.clone(),
            line: Some(lines.line_col(text, place.start()).line),
            reason: IncompleteReason::SyntaxNotUnderstood,
            detail: String::new(),
        });
    }
}

/// The first place that wasn't understood in each outermost type, and outside of them.
fn first_errors(tree: &SyntaxTree) -> Vec<TextRange> {
    let mut found: Vec<TextRange> = Vec::new();
    let mut last_type = None;
    // The outermost type that the walk is in: an error may lie in thousands of nodes.
    let mut around: Option<SyntaxNode<'_>> = None;
    for node in tree.root().descendants_where(SyntaxNode::has_error) {
        around = around.filter(|around| node.id() < around.end_id());
        let is_error = node.kind() == SyntaxKind::Error || node.is_missing();
        let id = around.map(SyntaxNode::id);
        if is_error && (found.is_empty() || id != last_type) {
            found.push(node.range());
            last_type = id;
        }
        if around.is_none() && is_type(node.kind()) {
            around = Some(node);
        }
    }
    found
}
