//! A source text as one or more trees. The grammar fails at some of C#: then a masked copy of the same length is
//! parsed too, and, where directives cut constructs in halves, one for each choice of branches. Knows nothing of
//! what the trees are read for.

use std::sync::Arc;

use super::mask::{self, Branches, Mask};
use super::parse::{ParseError, parse, parse_masked};
use super::{SyntaxKind, SyntaxNode, SyntaxTree};
use crate::text::TextRange;

/// One way to read a text.
#[derive(Clone, Debug)]
pub struct Reading {
    tree: SyntaxTree,
    blanks: Vec<TextRange>,
    broken: usize,
}

impl Reading {
    fn new(tree: SyntaxTree, blanks: Vec<TextRange>) -> Self {
        let broken = broken_bytes(&tree);
        Self {
            tree,
            blanks,
            broken,
        }
    }

    /// Its tree.
    pub fn tree(&self) -> &SyntaxTree {
        &self.tree
    }

    /// Whether `range` starts or ends in code that this reading doesn't show, so that a node with this range isn't what
    /// the file says.
    pub fn is_blank(&self, range: TextRange) -> bool {
        self.hides(range.start()) || !range.is_empty() && self.hides(range.end() - 1)
    }

    fn hides(&self, offset: usize) -> bool {
        let after = self.blanks.partition_point(|blank| blank.end() <= offset);
        self.blanks
            .get(after)
            .is_some_and(|blank| blank.contains(offset))
    }

    /// Bytes that lie in what the parser didn't understand.
    pub fn broken_bytes(&self) -> usize {
        self.broken
    }
}

/// How far what a reading shows can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// No error in the type declaration around it: it may be edited.
    Type,
    /// No error in the member around it.
    Member,
    /// Not part of an error itself.
    Node,
    /// Part of an error.
    None,
}

/// A source text, read.
#[derive(Clone, Debug)]
pub struct Parsed {
    readings: Vec<Reading>,
    unseen: Vec<TextRange>,
}

/// Choices of branches for a text of this many bytes or less.
const MOST_CHOICES: [(usize, usize); 3] = [(256 << 10, 8), (2 << 20, 4), (usize::MAX, 2)];

impl Parsed {
    /// Parses `text`; where that leaves errors, masked copies of it too. An error only if no copy can be parsed.
    pub fn of(text: &Arc<str>) -> Result<Self, ParseError> {
        Self::of_copy(text, text)
    }

    /// Parses `text` without what lies in `hidden`: what may be left out without breaking what is around it.
    pub fn of_parts(text: &Arc<str>, hidden: &[TextRange]) -> Result<Self, ParseError> {
        let mut shown = Mask::new(text);
        for range in hidden {
            shown.blank(*range);
        }
        match shown.copy() {
            Some(copy) => Self::of_copy(text, &copy),
            None => Self::of(text),
        }
    }

    fn of_copy(text: &Arc<str>, copy: &str) -> Result<Self, ParseError> {
        let plain = parse_masked(text, copy)?;
        let split = |tree: &SyntaxTree| mask::has_branches(copy) && splits_expressions(tree);
        if !plain.root().has_error() && !mask::may_be_misread(copy) && !split(&plain) {
            return Ok(Self {
                readings: vec![Reading::new(plain, Vec::new())],
                unseen: Vec::new(),
            });
        }
        let plain = Reading::new(plain, Vec::new());
        let mut whole = Mask::new(copy);
        whole.blank_other_directives(copy);
        let repaired = read(text, whole);
        let whole = |reading: &&Reading| reading.broken == 0 && !split(&reading.tree);
        if let Some(repaired) = repaired.as_ref().filter(whole) {
            return Ok(Self {
                readings: vec![repaired.clone()],
                unseen: Vec::new(),
            });
        }
        let branches = Branches::read(copy);
        let mut unseen = Vec::new();
        let mut readings = Vec::new();
        if !branches.is_empty() {
            let most = MOST_CHOICES
                .iter()
                .find(|(size, _)| text.len() <= *size)
                .map_or(2, |(_, most)| *most);
            let mut chooser = branches.chooser();
            while readings.len() < most
                && !chooser.is_done()
                && let Some(choice) = chooser.next()
            {
                let mut mask = Mask::new(copy);
                branches.apply(&choice, &mut mask);
                let Some(reading) = read(text, mask) else {
                    continue;
                };
                chooser.saw(&choice, reading.broken == 0);
                readings.push(reading);
            }
            // Without errors, and with every branch, they say it all.
            if chooser.is_done() {
                readings.retain(|reading: &Reading| reading.broken == 0);
                return Ok(Self { readings, unseen });
            }
            unseen = chooser.unseen();
        }
        readings.extend(repaired);
        readings.push(plain);
        readings.sort_by_key(|reading| reading.broken);
        Ok(Self { readings, unseen })
    }

    /// All readings, those with fewer errors first. There is at least one.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// The reading with the fewest errors.
    pub fn main(&self) -> &Reading {
        &self.readings[0]
    }

    /// Whether what reading `number` shows at `range` is said there under some symbols, whichever reading decides: it
    /// has no error, and `range` lies in no branch that it leaves out.
    pub fn says(&self, number: usize, range: TextRange) -> bool {
        let reading = self.readings.get(number);
        reading.is_some_and(|reading| reading.broken == 0 && !reading.is_blank(range))
    }

    /// Branches of an `#if` that no reading but the plain one shows: they are too many.
    pub fn unseen_branches(&self) -> &[TextRange] {
        &self.unseen
    }

    /// Which reading decides what stands at `range`, and how far it can be trusted: the one in which the least around it
    /// is broken. Whoever unites the readings takes from each only what it decides, and so counts nothing twice.
    pub fn deciding(&self, range: TextRange) -> (usize, Trust) {
        let best = |hidden: bool| {
            self.readings
                .iter()
                .enumerate()
                .filter(|(_, reading)| hidden || !reading.is_blank(range))
                .map(|(at, reading)| (at, trust(&reading.tree, range)))
                .min_by_key(|(at, trust)| (*trust, *at))
        };
        best(false)
            .or_else(|| best(true))
            .unwrap_or((0, Trust::None))
    }

    /// The tree in which the type declaration around `range` has no error.
    pub fn best_for(&self, range: TextRange) -> Option<&SyntaxTree> {
        match self.deciding(range) {
            (at, Trust::Type) => Some(&self.readings[at].tree),
            _ => None,
        }
    }
}

/// The tree of `text` as it stands, for whoever edits it. Where the grammar takes code for text without an error, it is
/// that of a copy in which nothing is left out.
pub fn parse_whole(text: &Arc<str>) -> Result<SyntaxTree, ParseError> {
    let plain = parse(text)?;
    if plain.root().has_error() || !mask::takes_code_for_text(text) {
        return Ok(plain);
    }
    let whole = read(text, Mask::new(text));
    let whole = whole.filter(|reading| reading.broken == 0 && reading.blanks.is_empty());
    Ok(whole.map_or(plain, |reading| reading.tree))
}

fn read(text: &Arc<str>, mut mask: Mask) -> Option<Reading> {
    let copy = mask.copy()?;
    mask::repair(&copy, &mut mask);
    if !mask.changed() {
        return None;
    }
    let (masked, blanks) = mask.finish()?;
    let tree = parse_masked(text, &masked).ok()?;
    Some(Reading::new(tree, blanks))
}

/// Bytes in outermost error nodes; at least one where anything is wrong.
fn broken_bytes(tree: &SyntaxTree) -> usize {
    if !tree.root().has_error() {
        return 0;
    }
    tree.root()
        .descendants_where(|node| node.has_error() && node.kind() != SyntaxKind::Error)
        .filter(|node| node.kind() == SyntaxKind::Error || node.is_missing())
        .map(|node| node.range().len().max(1))
        .sum::<usize>()
        .max(1)
}

/// Whether an `#if` stands inside an expression, which means something else in each branch: `#if A` `X` `#else` `Y`
/// `#endif` `.Now`.
fn splits_expressions(tree: &SyntaxTree) -> bool {
    let mut conditions = tree
        .root()
        .descendants()
        .filter(|node| node.kind() == SyntaxKind::PreprocIf);
    conditions.any(|node| {
        node.parent().is_some_and(|parent| {
            !matches!(
                parent.kind(),
                SyntaxKind::Block
                    | SyntaxKind::CompilationUnit
                    | SyntaxKind::DeclarationList
                    | SyntaxKind::EnumMemberDeclarationList
                    | SyntaxKind::Error
                    | SyntaxKind::FileScopedNamespaceDeclaration
                    | SyntaxKind::GlobalStatement
                    | SyntaxKind::NamespaceDeclaration
                    | SyntaxKind::PreprocElif
                    | SyntaxKind::PreprocElse
                    | SyntaxKind::PreprocIf
                    | SyntaxKind::SwitchBody
                    | SyntaxKind::SwitchSection
            )
        })
    })
}

fn trust(tree: &SyntaxTree, range: TextRange) -> Trust {
    if !tree.root().has_error() {
        return Trust::Type;
    }
    let inner = tree.covering(range);
    let around = |is: fn(SyntaxKind) -> bool| {
        std::iter::once(inner)
            .chain(inner.ancestors())
            .find(|node| is(node.kind()))
    };
    let clean = |node: Option<SyntaxNode<'_>>| node.is_some_and(|node| !node.has_error());
    let in_error = inner.kind() == SyntaxKind::Error
        || inner
            .ancestors()
            .any(|node| node.kind() == SyntaxKind::Error);
    if in_error {
        Trust::None
    } else if clean(around(SyntaxKind::declares_type)) {
        Trust::Type
    } else if clean(around(is_member)) {
        Trust::Member
    } else {
        Trust::Node
    }
}

fn is_member(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::MethodDeclaration
            | SyntaxKind::PropertyDeclaration
            | SyntaxKind::FieldDeclaration
            | SyntaxKind::ConstructorDeclaration
            | SyntaxKind::DestructorDeclaration
            | SyntaxKind::IndexerDeclaration
            | SyntaxKind::EventDeclaration
            | SyntaxKind::EventFieldDeclaration
            | SyntaxKind::OperatorDeclaration
            | SyntaxKind::ConversionOperatorDeclaration
            | SyntaxKind::EnumMemberDeclaration
            | SyntaxKind::GlobalStatement
            | SyntaxKind::UsingDirective
    )
}
