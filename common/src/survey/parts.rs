//! Which declarations of a file must be parsed for the places that were found in it: the members that hold one, and the
//! types around them. Everything else may be hidden, because nothing in a member depends on the others' code.

use crate::outline::{MemberKind, Outline, TypeId};
use crate::syntax::{Directive, Lexer, TokenKind, TypeKind};
use crate::text::TextRange;

use super::Reading;
use super::reach::{Brings, Reach};
use super::scan::Scan;

/// A member, or several fields of one declaration.
#[derive(Clone, Copy, Debug)]
struct Part {
    range: TextRange,
    owner: TypeId,
    /// It can be left out without leaving a comma.
    separate: bool,
    shown: bool,
    /// What the names in it bring.
    brings: Brings,
}

/// The members of a file, by place.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    outline: &'a Outline,
    members: Vec<Part>,
    /// By type: whether its header is needed.
    shown: Vec<bool>,
}

/// Members of this many bytes are parsed together.
const LARGEST_GROUP: usize = 512 << 10;
/// Each group takes a pass over the whole file. Of a file with more than this many megabytes of such members groups become
/// too large to be parsed.
const MOST_GROUPS: usize = 32;

impl<'a> Parts<'a> {
    /// `None` where the declarations don't stand apart, so that none can be left out.
    pub(super) fn of(outline: &'a Outline) -> Option<Self> {
        if !outline.is_balanced() {
            return None;
        }
        let mut parts: Vec<Part> = outline
            .members()
            .iter()
            .map(|member| Part {
                range: member.range,
                owner: member.owner,
                separate: member.kind != MemberKind::EnumMember,
                shown: false,
                brings: Brings::default(),
            })
            .collect();
        parts.sort_by_key(|part| part.range);
        parts.dedup_by_key(|part| part.range);
        let apart = parts
            .windows(2)
            .all(|two| two[0].range.end() <= two[1].range.start());
        let inside = parts.iter().all(|part| {
            let around = outline.type_(part.owner);
            around.kind == TypeKind::Delegate || around.range.contains_range(part.range)
        });
        let nested = outline.types().iter().all(|declared| {
            declared
                .parent
                .is_none_or(|parent| outline.type_(parent).range.contains_range(declared.range))
        });
        (apart && inside && nested).then(|| Self {
            outline,
            members: parts,
            shown: vec![false; outline.types().len()],
        })
    }

    /// The number and range of the member at `offset`.
    pub(super) fn at(&self, offset: usize) -> Option<(usize, TextRange)> {
        let after = self
            .members
            .partition_point(|part| part.range.start() <= offset);
        let number = after.checked_sub(1)?;
        let part = self.members[number];
        part.range.contains(offset).then_some((number, part.range))
    }

    /// Whether a member will be parsed.
    pub(super) fn is_shown(&self, number: usize) -> bool {
        self.members[number].shown
    }

    /// Shows what stands at `offset`.
    pub(super) fn show(&mut self, offset: usize) {
        let mut around = match self.at(offset) {
            Some((number, _)) => {
                self.members[number].shown = true;
                Some(self.members[number].owner)
            }
            None => self.outline.type_at(offset),
        };
        while let Some(id) = around {
            let shown = &mut self.shown[id.0 as usize];
            if *shown {
                return;
            }
            *shown = true;
            around = self.outline.type_(id).parent;
        }
    }

    /// Shows the members in which an object or a `new()` may be one that is looked for. What they are made of or come
    /// from is named in the same member, or outside of all members: by a base list, a using, a parameter of the type.
    /// Whether there are any.
    pub(super) fn show_objects(
        &mut self,
        scan: &Scan<'_, '_>,
        reach: &Reach,
        first: Brings,
    ) -> bool {
        let mut around = first;
        for (at, brings) in &scan.brings {
            match self.at(*at) {
                Some((number, _)) => self.members[number].brings.add(**brings),
                None => around.add(**brings),
            };
        }
        let mut found = Vec::new();
        let inside = |at: usize| {
            let mut brings = around;
            if let Some((number, _)) = self.at(at) {
                brings.add(self.members[number].brings);
            }
            brings
        };
        let members = scan.members.iter();
        found.extend(
            members
                .filter(|(at, owners)| inside(*at).may_have(owners))
                .map(|(at, _)| *at),
        );
        let creations = scan.creations.iter().copied();
        found.extend(creations.filter(|at| inside(*at).may_make(reach)));
        for at in &found {
            self.show(*at);
        }
        !found.is_empty()
    }

    /// The members that are shown, in groups that can be parsed one by one: a large file would take as much memory as
    /// all others together. Of most files one group.
    pub(super) fn groups(&self, scan: &Scan<'_, '_>, reading: Reading) -> Vec<Vec<TextRange>> {
        let shown = || self.members.iter().filter(|part| part.shown);
        let all: usize = shown().map(|part| part.range.len()).sum();
        let most = match reading {
            Reading::OneByOne => 1,
            Reading::Parts | Reading::Whole => LARGEST_GROUP.max(all / MOST_GROUPS),
        };
        let alone = |part: &Part| part.separate && is_whole(part.range, scan);
        if all <= most || !shown().all(alone) {
            return vec![shown().map(|part| part.range).collect()];
        }
        let mut groups: Vec<Vec<TextRange>> = Vec::new();
        let mut length = 0;
        for range in shown().map(|part| part.range) {
            match groups.last_mut() {
                Some(group) if length + range.len() <= most => group.push(range),
                _ => {
                    groups.push(vec![range]);
                    length = 0;
                }
            }
            length += range.len();
        }
        groups
    }

    /// What need not be parsed, in order; `None` if that can't be left out.
    pub(super) fn hidden(&self, text: &str, scan: &Scan<'_, '_>) -> Option<Vec<TextRange>> {
        let mut hidden: Vec<TextRange> = Vec::new();
        for (declared, shown) in self.outline.types().iter().zip(&self.shown) {
            let inner = declared
                .parent
                .is_some_and(|parent| !self.shown[parent.0 as usize]);
            if !shown && !inner {
                // `enum E { A };`: alone the semicolon would be an error.
                let next = Lexer::from(text, declared.range.end()).next_code();
                let end = match next.kind {
                    TokenKind::Semicolon => next.range(),
                    _ => declared.range,
                };
                hidden.push(declared.range.cover(end));
            }
        }
        let members = self
            .members
            .iter()
            .filter(|part| !part.shown && part.separate && self.shown[part.owner.0 as usize]);
        hidden.extend(members.map(|part| part.range));
        hidden.sort_unstable();
        let apart = hidden.windows(2).all(|two| two[0].end() <= two[1].start());
        if !apart || !hidden.iter().all(|range| is_whole(*range, scan)) {
            return None;
        }
        hidden.extend(&scan.comments);
        Some(hidden)
    }
}

/// Whether each `#if` in a range ends there, and nothing else does.
fn is_whole(range: TextRange, scan: &Scan<'_, '_>) -> bool {
    let first = scan
        .conditions
        .partition_point(|(at, _)| *at < range.start());
    let inside = scan.conditions[first..]
        .iter()
        .take_while(|(at, _)| *at < range.end());
    let mut depth = 0_usize;
    for (_, directive) in inside {
        match directive {
            Directive::If => depth += 1,
            Directive::Endif if depth > 0 => depth -= 1,
            Directive::Elif | Directive::Else if depth > 0 => {}
            _ => return false,
        }
    }
    depth == 0
}
