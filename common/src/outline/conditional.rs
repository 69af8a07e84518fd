//! `#if` and what follows: each branch is read from where the first one started, and what follows the `#endif`
//! from where the first (or, asked for, the last) one ended. Knows nothing of declarations.

use crate::syntax::{Directive, Token};

/// Which branch decides what the code behind an `#endif` stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deciding {
    /// As if every first branch were compiled.
    First,
    /// As if every last one were, and none of an `#if` without `#else`.
    Last,
}

/// The tokens of the header that is being read: `tokens[start..]`. What lies before belongs to other branches.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    tokens: Vec<Token>,
    start: usize,
    /// Tokens before this index must be kept.
    floor: usize,
}

impl Pending {
    /// What a branch may repeat of the header that was begun before it.
    const REPEATED: usize = 128;

    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens[self.start..]
    }

    pub(super) fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    pub(super) fn clear(&mut self) {
        if self.start < self.floor {
            self.start = self.tokens.len().max(self.floor);
        }
        self.tokens.truncate(self.start);
    }

    fn span(&self) -> (usize, usize) {
        (self.start, self.tokens.len())
    }

    fn hold(&mut self) {
        self.floor = self.tokens.len();
    }

    /// Goes on with a copy of `span`, which lies before `end`; what lies behind `end` is dropped.
    fn repeat(&mut self, span: (usize, usize), end: usize) {
        self.tokens.truncate(end);
        self.start = self.tokens.len();
        let (from, to) = span;
        if to <= end && to - from <= Self::REPEATED {
            self.tokens.extend_from_within(from..to);
        }
        self.floor = self.tokens.len();
    }

    /// Goes on with `span` itself.
    fn resume(&mut self, (start, end): (usize, usize)) {
        self.tokens.truncate(end);
        self.start = start.min(self.tokens.len());
        self.floor = self.tokens.len();
    }
}

/// Where reading stands: `S` is the reader's own part.
#[derive(Clone, Copy, Debug)]
struct Saved<S> {
    state: S,
    span: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Condition<S> {
    before: Saved<S>,
    /// The end of the first branch, once it was reached.
    first: Option<Saved<S>>,
    /// Whether `#else` was seen, so that one of the branches is always taken.
    complete: bool,
}

/// The open `#if`s.
#[derive(Clone, Debug)]
pub(super) struct Conditions<S> {
    deciding: Deciding,
    open: Vec<Condition<S>>,
}

impl<S: Copy> Conditions<S> {
    pub(super) fn new(deciding: Deciding) -> Self {
        Self {
            deciding,
            open: Vec::new(),
        }
    }

    pub(super) fn any(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether the branch that `directive` ends is one whose end will be forgotten.
    pub(super) fn forgets(&self, directive: Directive) -> bool {
        let Some(last) = self.open.last() else {
            return false;
        };
        match (directive, self.deciding) {
            (Directive::Elif | Directive::Else | Directive::Endif, Deciding::First) => {
                last.first.is_some()
            }
            (Directive::Elif | Directive::Else, Deciding::Last) => true,
            (Directive::Endif, Deciding::Last) => !last.complete,
            _ => false,
        }
    }

    /// Takes the directive into account; `state` is the reader's at this point, and may be set back.
    pub(super) fn pass(&mut self, directive: Directive, state: &mut S, pending: &mut Pending) {
        match directive {
            Directive::If => {
                let before = Saved {
                    state: *state,
                    span: pending.span(),
                };
                self.open.push(Condition {
                    before,
                    first: None,
                    complete: false,
                });
                pending.hold();
            }
            Directive::Elif | Directive::Else => {
                let Some(last) = self.open.last_mut() else {
                    return;
                };
                let first = last.first.get_or_insert(Saved {
                    state: *state,
                    span: pending.span(),
                });
                last.complete |= directive == Directive::Else;
                *state = last.before.state;
                pending.repeat(last.before.span, first.span.1);
            }
            Directive::Endif => {
                let Some(last) = self.open.pop() else {
                    return;
                };
                let resumed = match (self.deciding, last.first) {
                    (Deciding::First, Some(first)) => Some(first),
                    (Deciding::Last, _) if !last.complete => Some(last.before),
                    _ => None,
                };
                if let Some(resumed) = resumed {
                    *state = resumed.state;
                    pending.resume(resumed.span);
                }
                if self.open.is_empty() {
                    pending.floor = 0;
                }
            }
            Directive::Other => {}
        }
    }
}
