//! The types of `foreach` variables.

use crate::syntax::SyntaxNode;

use super::LocalKind;
use super::expression::{Binder, Origin, Resolution};
use super::members::FoundMember;
use super::term::Term;

/// How many locals are followed to the member of the library that gave a collection.
const FURTHEST: usize = 6;

impl<'a> Binder<'a> {
    /// What a `foreach` over `all` gives.
    pub(super) fn element_term(&self, all: SyntaxNode<'a>) -> Term {
        let element = self.first_of_bases(&self.value_term(all), Term::element);
        if element != Term::Open {
            return element;
        }
        self.library_term_of(all).element()
    }

    /// What an indexer of `all` gives.
    pub(super) fn indexed_term(&self, all: SyntaxNode<'a>) -> Term {
        match self.indexed_type(&self.value_term(all)) {
            Term::Open => self.library_term_of(all).indexed(),
            known => known,
        }
    }

    /// The value of a library's member is known by its type's name alone.
    fn library_term_of(&self, all: SyntaxNode<'a>) -> Term {
        let member = self.given_by_library(all, FURTHEST);
        member.map_or(Term::Open, |member| {
            self.lookup.library_term(self.file, &member.type_text)
        })
    }

    /// The member of a library that gave a value, directly or by way of locals.
    fn given_by_library(&self, value: SyntaxNode<'a>, left: usize) -> Option<FoundMember> {
        let Resolution::Value(value) = self.resolve(value) else {
            return None;
        };
        match value.origin {
            Origin::Call(Some(member)) | Origin::Member(member) => {
                member.position.is_none().then_some(member)
            }
            Origin::Local(local) if local.kind == LocalKind::Variable && left > 0 => {
                self.given_by_library(local.initializer?, left - 1)
            }
            _ => None,
        }
    }
}
