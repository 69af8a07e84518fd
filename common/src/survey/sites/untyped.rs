//! `new()` whose place doesn't say what it makes. It is told of where it may make something that counts: the name of such
//! a type stands in the same member, or in the type of something in the same statement, and the arguments fit.

use std::collections::BTreeSet;

use crate::binding::{Origin, Resolution};
use crate::catalogue::signatures::signatures;
use crate::catalogue::{Entry, Verdict};
use crate::finding::IncompleteReason;
use crate::syntax::{Field, NodeId, SyntaxKind, SyntaxNode, decoded_name};

use super::super::decision::decide;
use super::super::overload::overloads;
use super::super::place::is_member;
use super::super::reach::names_in;
use super::creations::arguments_of;
use super::{Finder, Open};

use SyntaxKind as K;

/// How many names of a statement are looked at.
const MOST_NAMES: usize = 24;

/// Whether it is a function inside an expression, so that the statement lies further out.
fn is_function(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::LambdaExpression | K::AnonymousMethodExpression | K::ArrowExpressionClause
    )
}

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
        let may_make = |owner: &&'static str| self.may_make(node, owner);
        if !self.mentioned.types.iter().any(may_make)
            && !self.types_beside(node).iter().any(may_make)
        {
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

    /// The types made by name that stand in the types of what the statement around names.
    fn types_beside(&self, node: SyntaxNode<'a>) -> BTreeSet<&'static str> {
        let statement = node.frames().find(|around| !is_function(around.kind()));
        let names = statement.into_iter().flat_map(SyntaxNode::descendants);
        let names = names.filter(|one| one.kind() == K::Identifier);
        let mut found = BTreeSet::new();
        for name in names.take(MOST_NAMES) {
            let (Resolution::Value(value) | Resolution::ColorColor(value, _)) =
                self.binder.resolve(name)
            else {
                continue;
            };
            let text = match &value.origin {
                Origin::Local(local) => local.type_node.map_or("", SyntaxNode::text),
                Origin::Member(member) => member.type_text.as_str(),
                _ => continue,
            };
            let made = names_in(text).filter(|name| self.words.is_made(name));
            let types = made.flat_map(|name| self.catalogue.types_named(name));
            found.extend(types.map(|one| one.full_name));
        }
        found
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
