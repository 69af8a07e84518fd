//! The tree as an arena in pre-order: the nodes below node `n` are `n+1 .. end(n)`, so that parents, children
//! and siblings cost nothing to find and a walk needs no recursion.

use std::fmt;
use std::sync::Arc;

use super::kind::{Field, SyntaxKind};
use crate::text::TextRange;

/// The index of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub(super) kind: SyntaxKind,
    pub(super) field: Field,
    pub(super) flags: u8,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) parent: u32,
    /// The innermost node around it that is more than a link of an expression.
    pub(super) frame: u32,
    /// One past the last node of the subtree.
    pub(super) last: u32,
}

pub(super) const NAMED: u8 = 1;
pub(super) const MISSING: u8 = 2;
pub(super) const HAS_ERROR: u8 = 4;
pub(super) const EXTRA: u8 = 8;

/// One reading of a source text. Node texts are those of the file, also where the reading saw a masked copy.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    text: Arc<str>,
    nodes: Vec<NodeData>,
}

impl SyntaxTree {
    pub(super) fn new(text: Arc<str>, nodes: Vec<NodeData>) -> Self {
        Self { text, nodes }
    }

    /// The whole file's node.
    pub fn root(&self) -> SyntaxNode<'_> {
        self.node(NodeId(0))
    }

    /// The node with this id; ids of another tree give another node or the root.
    pub fn node(&self, id: NodeId) -> SyntaxNode<'_> {
        let id = if (id.0 as usize) < self.nodes.len() {
            id
        } else {
            NodeId(0)
        };
        SyntaxNode { tree: self, id }
    }

    /// The text that was parsed, as the file has it.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// How many nodes there are, tokens included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no node; never true of a parsed text.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The smallest node that covers `range`.
    pub fn covering(&self, range: TextRange) -> SyntaxNode<'_> {
        let mut node = self.root();
        if !range.is_empty() {
            // Nodes stand in the order of their starts: whatever covers the range is the last that starts before it, or
            // lies around that one.
            let after = self
                .nodes
                .partition_point(|node| node.start as usize <= range.start());
            let last = self.node(NodeId(after.saturating_sub(1) as u32));
            let mut around = std::iter::once(last).chain(last.ancestors());
            return around
                .find(|node| node.range().contains_range(range))
                .unwrap_or(node);
        }
        while let Some(child) = node
            .children()
            .find(|child| child.range().contains_range(range))
        {
            node = child;
        }
        node
    }
}

/// A node of a tree: a cheap handle.
#[derive(Clone, Copy)]
pub struct SyntaxNode<'t> {
    tree: &'t SyntaxTree,
    id: NodeId,
}

impl PartialEq for SyntaxNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for SyntaxNode<'_> {}

impl fmt::Debug for SyntaxNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{} {:?}", self.kind(), self.range(), self.text())
    }
}

impl<'t> SyntaxNode<'t> {
    fn data(self) -> &'t NodeData {
        &self.tree.nodes[self.id.0 as usize]
    }

    fn at(self, id: u32) -> Self {
        Self {
            tree: self.tree,
            id: NodeId(id),
        }
    }

    /// Its id in the tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// One past the id of the last node below it.
    pub fn end_id(self) -> NodeId {
        NodeId(self.data().last)
    }

    /// The tree that it belongs to.
    pub fn tree(self) -> &'t SyntaxTree {
        self.tree
    }

    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.data().kind
    }

    /// Its role in its parent.
    pub fn field(self) -> Field {
        self.data().field
    }

    /// Its bytes.
    pub fn range(self) -> TextRange {
        TextRange::new(self.data().start as usize, self.data().end as usize)
    }

    /// Its text as the file has it.
    pub fn text(self) -> &'t str {
        self.tree
            .text
            .get(self.range().as_range())
            .unwrap_or_default()
    }

    /// Whether the grammar names it: neither keyword nor punctuation.
    pub fn is_named(self) -> bool {
        self.data().flags & NAMED != 0
    }

    /// Whether the parser made it up to go on.
    pub fn is_missing(self) -> bool {
        self.data().flags & MISSING != 0
    }

    /// Whether something in it was not understood. True also where no `Error` node is visible.
    pub fn has_error(self) -> bool {
        self.data().flags & HAS_ERROR != 0
    }

    /// A comment or a preprocessor line that may stand anywhere.
    pub fn is_extra(self) -> bool {
        self.data().flags & EXTRA != 0
    }

    /// The node around it.
    pub fn parent(self) -> Option<Self> {
        (self.id.0 != 0).then(|| self.at(self.data().parent))
    }

    /// The nodes around it, innermost first, without itself.
    pub fn ancestors(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// Those of the nodes around it that are more than links of an expression: statements, clauses, functions,
    /// declarations. Innermost first, in no more time than there are of them.
    pub fn frames(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        let around = |node: Self| (node.id.0 != 0).then(|| node.at(node.data().frame));
        std::iter::successors(around(self), move |node| around(*node))
    }

    /// The child that `inner` is or lies in.
    pub fn child_around(self, inner: Self) -> Option<Self> {
        let mut children = self.children();
        children.find(|child| child.id <= inner.id && inner.id.0 < child.data().last)
    }

    /// All children, tokens too, in order.
    pub fn children(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        let last = self.data().last;
        let first = self.id.0 + 1;
        let next = move |id: u32| (id < last).then(|| self.at(id));
        std::iter::successors(next(first), move |child| next(child.data().last))
    }

    /// Children that the grammar names, comments included.
    pub fn named_children(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.children().filter(|child| child.is_named())
    }

    /// The first child in the role `field`.
    pub fn child(self, field: Field) -> Option<Self> {
        self.children().find(|child| child.field() == field)
    }

    /// All children in the role `field`.
    pub fn children_in(self, field: Field) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.children().filter(move |child| child.field() == field)
    }

    /// The first child of this kind.
    pub fn child_of(self, kind: SyntaxKind) -> Option<Self> {
        self.children().find(|child| child.kind() == kind)
    }

    /// All children of this kind.
    pub fn children_of(self, kind: SyntaxKind) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.children().filter(move |child| child.kind() == kind)
    }

    /// The first child that is the keyword or punctuation `text`.
    pub fn token(self, text: &str) -> Option<Self> {
        self.children()
            .find(|child| child.kind() == SyntaxKind::Token && child.text() == text)
    }

    /// Itself and all nodes below it in the order of the text.
    pub fn descendants(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        (self.id.0..self.data().last).map(move |id| self.at(id))
    }

    /// The same walk, but `enter` decides for each node whether those below it are visited.
    pub fn descendants_where(
        self,
        mut enter: impl FnMut(SyntaxNode<'t>) -> bool,
    ) -> impl Iterator<Item = SyntaxNode<'t>> {
        let last = self.data().last;
        let mut next = self.id.0;
        std::iter::from_fn(move || {
            let node = (next < last).then(|| self.at(next))?;
            next = if enter(node) {
                next + 1
            } else {
                node.data().last
            };
            Some(node)
        })
    }

    /// The sibling behind it, tokens too.
    pub fn next_sibling(self) -> Option<Self> {
        let end = self.parent()?.data().last;
        let next = self.data().last;
        (next < end).then(|| self.at(next))
    }

    /// The sibling before it, tokens too.
    pub fn prev_sibling(self) -> Option<Self> {
        // The node that stands before it in pre-order closes the sibling before it: up from there, not along
        // the siblings, of which a broken file can have as many as tokens.
        let parent = self.parent()?;
        let last = self.at(self.id.0.checked_sub(1)?);
        if last == parent {
            return None;
        }
        std::iter::once(last)
            .chain(last.ancestors())
            .find(|node| node.parent() == Some(parent))
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::{Parsed, SyntaxKind};

    #[test]
    fn frames_are_the_ancestors_but_for_links() {
        let text = format!(
            "class C {{ object P {{ get; }} = {}a ? b.F(x => {{ return c ?? new D(d); }}) : e; }}",
            "a ? b : ".repeat(3000)
        );
        let parsed = Parsed::of(&text.as_str().into()).unwrap();
        let root = parsed.main().tree().root();
        let mut most = 0;
        for node in root.descendants().filter(|node| node.text() == "d") {
            let frames: Vec<_> = node.frames().collect();
            let ancestors = node.ancestors();
            let known: Vec<_> = ancestors.filter(|node| !node.kind().is_link()).collect();
            assert_eq!(frames, known);
            most = frames.len();
            let property = frames
                .iter()
                .find(|one| one.kind() == SyntaxKind::PropertyDeclaration);
            let child = property.and_then(|property| property.child_around(node));
            assert!(node.ancestors().any(|around| Some(around) == child));
        }
        assert!((5..20).contains(&most), "{most}");
    }

    #[test]
    fn the_sibling_before_is_the_last_of_those_before() {
        let text =
            "class C { int M(int a, int b) => a < b ? f(a, b) : new[] { 1, 2 }; /* x */ int f; }";
        let parsed = Parsed::of(&text.into()).unwrap();
        let tree = parsed.main().tree();
        let mut seen = 0;
        for node in tree.root().descendants() {
            let before = node.parent().and_then(|parent| {
                let mut earlier = parent.children().take_while(|child| *child != node);
                earlier.by_ref().last()
            });
            assert_eq!(node.prev_sibling(), before, "{node:?}");
            seen += usize::from(before.is_some());
        }
        assert!(seen > 20, "{seen}");
        assert_eq!(tree.root().prev_sibling(), None);
    }
}
