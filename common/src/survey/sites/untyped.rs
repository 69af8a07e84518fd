//! `new()` whose place doesn't say what it makes. It is told of where it may make something that counts: the name of such
//! a type stands in the same member, and the arguments fit.

use std::collections::BTreeSet;

use crate::catalogue::signatures::signatures;
use crate::catalogue::{Entry, Verdict};
use crate::finding::IncompleteReason;
use crate::syntax::{Field, NodeId, SyntaxKind, SyntaxNode, decoded_name};

use super::super::decision::decide;
use super::super::overload::overloads;
use super::super::place::is_member;
use super::creations::arguments_of;
use super::{Finder, Open};

use SyntaxKind as K;

/// The full names of the types made by name that a member mentions.
#[derive(Debug, Default)]
pub(super) struct Mentioned {
    member: Option<NodeId>,
    types: BTreeSet<&'static str>,
}

impl<'a> Finder<'a, '_> {
    pub(super) fn untyped(&mut self, node: SyntaxNode<'a>) {
        let mut around = node.frames();
        let member = around
            .find(|one| is_member(one.kind()) || one.kind() == K::GlobalStatement)
            .unwrap_or(node);
        if self.mentioned.member != Some(member.id()) {
            self.mentioned = Mentioned {
                member: Some(member.id()),
                types: self.made_types(member),
            };
        }
        if !(self.mentioned.types.iter()).any(|owner| self.may_make(node, owner)) {
            return;
        }
        self.found.open.push(Open {
            offset: node.range().start(),
            reason: IncompleteReason::UnresolvedName,
            detail: node.text().lines().next().unwrap_or_default().to_owned(),
        });
    }

    fn made_types(&self, member: SyntaxNode<'a>) -> BTreeSet<&'static str> {
        let names = member
            .descendants()
            .filter(|node| node.kind() == K::Identifier)
            .map(|node| decoded_name(node.text()))
            .filter(|name| self.words.is_made(name));
        names
            .flat_map(|name| self.catalogue.types_named(&name))
            .map(|one| one.full_name)
            .collect()
    }

    /// Whether `new(…)` for this type would count.
    pub(super) fn may_make(&self, node: SyntaxNode<'a>, owner: &str) -> bool {
        let has = |member: SyntaxNode<'a>| {
            let name = member.child(Field::Left).map_or("", SyntaxNode::text);
            member.kind() == K::AssignmentExpression
                && !signatures(owner, &decoded_name(name)).is_empty()
        };
        let set = node.child_of(K::InitializerExpression).into_iter();
        let mut set = set.flat_map(SyntaxNode::named_children);
        if !set.all(|one| one.is_extra() || has(one)) {
            return false;
        }
        let Some(arguments) = arguments_of(node) else {
            return false;
        };
        let all = signatures(owner, "#ctor").to_vec();
        let meant = overloads(self.binder, all, arguments, 0);
        let entries: Vec<&Entry> = self.catalogue.construction(owner).collect();
        !meant.is_empty()
            && decide(&entries, &meant, owner, "#ctor")
                .counts_as()
                .is_some_and(|entry| entry.verdict == Verdict::Counts)
    }
}
