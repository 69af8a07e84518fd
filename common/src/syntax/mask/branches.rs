//! The branches of a file's `#if`s, and few copies of it in which each branch is active in one. Each copy is what a
//! compiler sees under some symbols, so that halves of constructs find each other. One that no symbols let in, as behind
//! `#if false`, is shown as well: it was switched off by hand and may be switched on so.

use super::condition::{Condition, Symbols, solve};
use super::{Directive, Lexer, Mask, TokenKind};
use crate::text::TextRange;

/// One branch of an `#if`.
#[derive(Clone, Debug)]
struct Branch<'t> {
    /// `None` for `#else`.
    condition: Option<Condition<'t>>,
    body: TextRange,
    /// The first branch of the same `#if`.
    first: usize,
    /// The branch that the `#if` stands in.
    parent: Option<usize>,
}

/// Whether a text may have an `#if`.
pub(in crate::syntax) fn has_branches(text: &str) -> bool {
    memchr::memchr_iter(b'#', text.as_bytes()).any(|at| {
        let rest = text.get(at + 1..).unwrap_or_default();
        rest.trim_start_matches([' ', '\t']).starts_with("if")
    })
}

/// All branches of a file, outer ones before inner ones.
#[derive(Clone, Debug, Default)]
pub(in crate::syntax) struct Branches<'t> {
    branches: Vec<Branch<'t>>,
    directives: Vec<TextRange>,
}

impl<'t> Branches<'t> {
    pub(in crate::syntax) fn read(text: &'t str) -> Self {
        let mut found = Self::default();
        // The innermost `#if`s: their first and their current branch.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut lexer = Lexer::new(text);
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Directive => {}
                _ => continue,
            }
            found.directives.push(token.range());
            let line = token.text(text);
            let directive = Directive::of(line);
            let condition = || {
                let at = line.find("if").map_or(line.len(), |at| at + 2);
                Condition::read(&line[at..])
            };
            match directive {
                Directive::If => {
                    let parent = open.last().map(|(_, current)| *current);
                    let first = found.branches.len();
                    open.push((first, first));
                    found.add(Some(condition()), first, parent, token.end());
                }
                Directive::Elif | Directive::Else => {
                    let Some((first, current)) = open.last_mut() else {
                        continue;
                    };
                    found.end(*current, token.start());
                    *current = found.branches.len();
                    let first = *first;
                    let parent = found.branches[first].parent;
                    let condition = (directive == Directive::Elif).then(condition);
                    found.add(condition, first, parent, token.end());
                }
                Directive::Endif => {
                    if let Some((_, current)) = open.pop() {
                        found.end(current, token.start());
                    }
                }
                Directive::Other => {}
            }
        }
        for (_, current) in open {
            found.end(current, text.len());
        }
        found
    }

    fn add(
        &mut self,
        condition: Option<Condition<'t>>,
        first: usize,
        parent: Option<usize>,
        start: usize,
    ) {
        self.branches.push(Branch {
            condition,
            body: TextRange::empty(start),
            first,
            parent,
        });
    }

    fn end(&mut self, branch: usize, end: usize) {
        let body = &mut self.branches[branch].body;
        *body = TextRange::new(body.start(), end);
    }

    pub(in crate::syntax) fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Choices of branches, one after the other.
    pub(in crate::syntax) fn chooser(&self) -> Chooser<'_, 't> {
        let none = vec![false; self.branches.len()];
        Chooser {
            branches: self,
            made: Vec::new(),
            plain: vec![false, true],
            seen: none.clone(),
            understood: none.clone(),
            tried: none,
            work: 0,
        }
    }

    /// Branches around one another whose conditions are solved together.
    const DEEPEST: usize = 16;

    /// The branch and those around it.
    fn path(&self, branch: usize) -> Vec<usize> {
        std::iter::successors(Some(branch), |at| self.branches[*at].parent).collect()
    }

    /// What must hold for all branches of `path` to be active.
    fn wanted(&self, path: &[usize]) -> Vec<(&Condition<'t>, bool)> {
        let mut wanted = Vec::new();
        for &at in path {
            let branch = &self.branches[at];
            // Branches of one `#if` may have others, of inner ones, between them.
            for other in &self.branches[branch.first..at] {
                if other.first == branch.first
                    && let Some(condition) = &other.condition
                {
                    wanted.push((condition, false));
                }
            }
            if let Some(condition) = &branch.condition {
                wanted.push((condition, true));
            }
        }
        wanted
    }

    fn choice(&self, symbols: &Symbols<'_>, forced: &[usize]) -> Choice {
        let mut active = vec![false; self.branches.len()];
        // For the first branch of each `#if`: whether one of its branches was taken.
        let mut taken = vec![false; self.branches.len()];
        for &at in forced {
            active[at] = true;
            taken[self.branches[at].first] = true;
        }
        for (at, branch) in self.branches.iter().enumerate() {
            let reached = branch.parent.is_none_or(|parent| active[parent]);
            if reached && !taken[branch.first] {
                active[at] = branch
                    .condition
                    .as_ref()
                    .is_none_or(|condition| condition.holds(symbols));
                taken[branch.first] = active[at];
            }
        }
        Choice { active }
    }

    /// Blanks all directives and what is inactive.
    pub(in crate::syntax) fn apply(&self, choice: &Choice, mask: &mut Mask) {
        for directive in &self.directives {
            mask.clear(*directive);
        }
        for (at, branch) in self.branches.iter().enumerate() {
            // An inner branch of an inactive one is blank already.
            if !choice.active[at] && branch.parent.is_none_or(|parent| choice.active[parent]) {
                mask.blank(branch.body);
            }
        }
    }
}

/// Which branches are active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Choice {
    active: Vec<bool>,
}

/// Makes choices until each branch was active in one that was understood, or was tried.
pub(in crate::syntax) struct Chooser<'b, 't> {
    branches: &'b Branches<'t>,
    made: Vec<Choice>,
    /// Choices still to make in which all symbols are defined or none is.
    plain: Vec<bool>,
    seen: Vec<bool>,
    understood: Vec<bool>,
    tried: Vec<bool>,
    /// How many branches were looked at.
    work: usize,
}

/// How many branches are looked at to make choices: the square of what the wildest file has. What is then left is told
/// as unseen.
const MOST_WORK: usize = 8_000_000;

impl Chooser<'_, '_> {
    /// The next choice that may show something new.
    pub(in crate::syntax) fn next(&mut self) -> Option<Choice> {
        while let Some(choice) = self.candidate() {
            if !self.made.contains(&choice) {
                self.made.push(choice.clone());
                return Some(choice);
            }
        }
        None
    }

    fn candidate(&mut self) -> Option<Choice> {
        if let Some(otherwise) = self.plain.pop() {
            let symbols = Symbols {
                otherwise,
                ..Symbols::default()
            };
            return Some(self.branches.choice(&symbols, &[]));
        }
        self.work += 4 * self.tried.len();
        if self.work > MOST_WORK {
            return None;
        }
        let open = |at: &usize| !self.understood[*at] && !self.tried[*at];
        let next = (0..self.tried.len()).find(open)?;
        self.tried[next] = true;
        let path = self.branches.path(next);
        let solved = (path.len() <= Branches::DEEPEST)
            .then(|| self.branches.wanted(&path))
            .and_then(|wanted| solve(&wanted));
        let forced = if solved.is_some() { &[][..] } else { &path };
        let known = solved.unwrap_or_default();
        let adds = |choice: &Choice| {
            let pairs = choice.active.iter().zip(&self.understood);
            pairs
                .filter(|(active, understood)| **active && !**understood)
                .count()
        };
        [true, false]
            .into_iter()
            .map(|otherwise| {
                let known = known.clone();
                self.branches.choice(&Symbols { known, otherwise }, forced)
            })
            .max_by_key(adds)
    }

    /// Whether each branch was active in a choice that was understood.
    pub(in crate::syntax) fn is_done(&self) -> bool {
        self.understood.iter().all(|understood| *understood)
    }

    /// `choice` was read; `understood` if without errors.
    pub(in crate::syntax) fn saw(&mut self, choice: &Choice, understood: bool) {
        for (at, active) in choice.active.iter().enumerate() {
            self.seen[at] |= active;
            self.understood[at] |= *active && understood;
        }
    }

    /// The bodies that were active in no choice.
    pub(in crate::syntax) fn unseen(&self) -> Vec<TextRange> {
        self.seen
            .iter()
            .zip(&self.branches.branches)
            .filter(|(seen, branch)| !**seen && !branch.body.is_empty())
            .map(|(_, branch)| branch.body)
            .collect()
    }
}
