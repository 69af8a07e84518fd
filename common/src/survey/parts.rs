//! Which declarations of a file must be parsed for the places that were found in it: the members that hold one, and the
//! types around them. Everything else may be hidden, because nothing in a member depends on the others' code.

use crate::outline::{MemberKind, Outline, TypeId};
use crate::syntax::{Directive, Lexer, TokenKind, TypeKind};
use crate::text::TextRange;

use super::Reading;
use super::groups::{Groups, Unit};
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
    /// The types that something outside of their members asks for, by number.
    headers: Vec<u32>,
    /// Places outside of all types.
    outside: Vec<usize>,
    /// Comments that need not be parsed.
    comments: Vec<TextRange>,
    conditions: Vec<(TextRange, Directive)>,
    /// The file is so large that whatever can be left out is.
    is_large: bool,
}

/// In a file of this many bytes everything is left out that can be.
const LARGE_FILE: usize = 512 << 10;

impl<'a> Parts<'a> {
    /// `None` where the declarations don't stand apart, so that none can be left out.
    pub(super) fn of(
        outline: &'a Outline,
        text: &str,
        scan: &mut Scan<'_, '_>,
        reading: Reading,
    ) -> Option<Self> {
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
            headers: Vec::new(),
            outside: Vec::new(),
            comments: std::mem::take(&mut scan.comments),
            conditions: std::mem::take(&mut scan.conditions),
            is_large: text.len() > LARGE_FILE || reading == Reading::OneByOne,
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
        let part = &self.members[number];
        part.shown || self.is_large && !(part.separate && self.is_whole(part.range))
    }

    /// Shows what stands at `offset`.
    pub(super) fn show(&mut self, offset: usize) {
        let member = self.at(offset);
        let mut around = match member {
            Some((number, _)) => {
                self.members[number].shown = true;
                Some(self.members[number].owner)
            }
            None => self.outline.type_at(offset),
        };
        match around {
            _ if member.is_some() => {}
            Some(id) => self.headers.push(id.0),
            None => self.outside.push(offset),
        }
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

    /// What is shown, in groups that can be parsed one by one: a large file would take as much memory as all others
    /// together. Of most files one group.
    pub(super) fn groups(&self, reading: Reading) -> Groups {
        let members = self.members.iter().enumerate();
        let members = members.filter(|(_, part)| part.shown);
        let members = members.map(|(number, part)| Unit {
            start: part.range.start(),
            length: part.range.len(),
            member: Some(number),
            owner: Some(part.owner),
            alone: part.separate && self.is_whole(part.range),
        });
        let mut headers = self.headers.clone();
        headers.sort_unstable();
        headers.dedup();
        let headers = headers.into_iter().map(|id| {
            let declared = self.outline.type_(TypeId(id));
            let end = (declared.body).map_or(declared.range.end(), TextRange::start);
            Unit {
                start: declared.range.start(),
                length: end.saturating_sub(declared.range.start()),
                member: None,
                owner: Some(TypeId(id)),
                alone: self.is_whole(declared.range),
            }
        });
        let outside = self.outside.iter().map(|at| Unit {
            start: *at,
            length: 0,
            member: None,
            owner: None,
            alone: true,
        });
        let mut units: Vec<Unit> = members.chain(headers).chain(outside).collect();
        units.sort_by_key(|unit| unit.start);
        let parent = |id| self.outline.type_(id).parent;
        Groups::of(units, reading, self.outline.types().len(), &parent)
    }

    /// The group that tells what stands at `offset`.
    pub(super) fn group_at(&self, groups: &Groups, offset: usize) -> usize {
        match self.at(offset) {
            Some((_, member)) => groups.of_member(member.start()),
            None => (self.outline.type_at(offset)).map_or(0, |id| groups.of_type(id)),
        }
    }

    /// What need not be parsed for the group, in order; `None` if that can't be left out.
    pub(super) fn hidden(
        &self,
        text: &str,
        (groups, group): (&Groups, usize),
    ) -> Option<Vec<TextRange>> {
        let mut shown = vec![false; self.shown.len()];
        let mut members = vec![false; self.members.len()];
        for unit in groups.shown_in(group) {
            if let Some(number) = unit.member {
                members[number] = true;
            }
            let mut around = unit.owner;
            while let Some(id) = around
                && !std::mem::replace(&mut shown[id.0 as usize], true)
            {
                around = self.outline.type_(id).parent;
            }
        }
        let mut hidden: Vec<TextRange> = Vec::new();
        // By type: whether it is left out as a whole.
        let mut gone = vec![false; shown.len()];
        for (number, declared) in self.outline.types().iter().enumerate() {
            let inner = (declared.parent).is_some_and(|parent| gone[parent.0 as usize]);
            if shown[number] || inner {
                gone[number] = inner;
                continue;
            }
            // `enum E { A };`: alone the semicolon would be an error.
            let next = Lexer::from(text, declared.range.end()).next_code();
            let range = match next.kind {
                TokenKind::Semicolon => declared.range.cover(next.range()),
                _ => declared.range,
            };
            // In a large file what can't be left out is read.
            gone[number] = !self.is_large || self.is_whole(range);
            if gone[number] {
                hidden.push(range);
            }
        }
        let members =
            self.members.iter().zip(members).filter(|(part, is_shown)| {
                !is_shown && part.separate && !gone[part.owner.0 as usize]
            });
        hidden.extend(members.map(|(part, _)| part.range));
        hidden.sort_unstable();
        let apart = hidden.windows(2).all(|two| two[0].end() <= two[1].start());
        if !apart {
            return None;
        }
        if self.is_large {
            hidden.retain(|range| self.is_whole(*range));
            hidden.extend(self.bare_namespaces(&shown, group));
            hidden.extend(&self.comments);
            hidden.sort_unstable();
            let branches = self.bare_branches(text, &hidden);
            hidden.extend(branches);
            return Some(hidden);
        }
        if !hidden.iter().all(|range| self.is_whole(*range)) {
            return None;
        }
        hidden.extend(&self.comments);
        Some(hidden)
    }

    /// Whether what is hidden is more than comments.
    pub(super) fn is_code(&self, hidden: &[TextRange]) -> bool {
        hidden.len() > self.comments.len()
    }

    /// The namespaces in which nothing is shown.
    fn bare_namespaces(&self, shown: &[bool], group: usize) -> Vec<TextRange> {
        let namespaces = self.outline.namespaces();
        let mut needed = vec![false; namespaces.len()];
        let types = self.outline.types().iter().zip(shown);
        let types = types.filter(|(_, shown)| **shown);
        let outside = self.outside.iter().filter(|_| group == 0);
        let outside = outside.map(|at| self.outline.namespace_at(*at));
        for id in types.map(|(declared, _)| declared.namespace).chain(outside) {
            let mut at = id.0 as usize;
            while let Some(needed) = needed.get_mut(at)
                && !std::mem::replace(needed, true)
            {
                at = namespaces[at].parent.0 as usize;
            }
        }
        let bare = namespaces.iter().zip(needed).skip(1);
        bare.filter(|(declared, needed)| !needed && !declared.file_scoped)
            .filter(|(declared, _)| self.is_whole(declared.range))
            .map(|(declared, _)| declared.range)
            .collect()
    }

    /// The `#if`s between which nothing is left.
    fn bare_branches(&self, text: &str, hidden: &[TextRange]) -> Vec<TextRange> {
        let mut bare = Vec::new();
        // Where each open one begins, and whether something is left in it.
        let mut open: Vec<(usize, bool)> = Vec::new();
        let mut next = 0;
        let mut last = 0;
        for (directive, kind) in &self.conditions {
            let mut at = last;
            let mut left = false;
            while !left && at < directive.start() {
                while hidden.get(next).is_some_and(|range| range.end() <= at) {
                    next += 1;
                }
                let gap = hidden
                    .get(next)
                    .map_or(directive.start(), |range| range.start());
                let shown = text.get(at..gap.clamp(at, directive.start()));
                left = shown.is_none_or(|shown| !shown.trim_ascii().is_empty());
                at = hidden.get(next).map_or(gap, |range| range.end()).max(gap);
            }
            last = directive.end();
            if left && let Some(around) = open.last_mut() {
                around.1 = true;
            }
            match kind {
                Directive::If => open.push((directive.start(), false)),
                Directive::Endif => {
                    if let Some((start, left)) = open.pop() {
                        if !left {
                            bare.push(TextRange::new(start, directive.end()));
                        } else if let Some(around) = open.last_mut() {
                            around.1 = true;
                        }
                    }
                }
                _ => {}
            }
        }
        bare
    }

    /// Whether each `#if` in a range ends there, and nothing else does.
    fn is_whole(&self, range: TextRange) -> bool {
        is_whole(range, &self.conditions)
    }
}

/// Whether each `#if` in a range ends there, and nothing else does.
fn is_whole(range: TextRange, conditions: &[(TextRange, Directive)]) -> bool {
    let first = conditions.partition_point(|(at, _)| at.start() < range.start());
    let inside = conditions[first..]
        .iter()
        .take_while(|(at, _)| at.start() < range.end());
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
