//! What the items of a sequence are, through the operators of LINQ that leave them as they are. Those are extension
//! methods of libraries; one that the source declares itself is bound as any method.

use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::expression::{Binder, Origin, Resolution};
use super::members::FoundMember;
use super::term::Term;
use super::{LocalKind, Side, TypeRef};

use SyntaxKind as K;

/// How many operators and locals are followed.
const FURTHEST: usize = 24;

/// Operators that give the items that they get, or some of them.
const PASSING: &[&str] = &[
    "AsEnumerable",
    "AsNoTracking",
    "AsParallel",
    "AsQueryable",
    "Concat",
    "Distinct",
    "DistinctBy",
    "Except",
    "Include",
    "Intersect",
    "OrderBy",
    "OrderByDescending",
    "Reverse",
    "Skip",
    "SkipWhile",
    "Take",
    "TakeWhile",
    "ThenBy",
    "ThenByDescending",
    "ThenInclude",
    "ToArray",
    "ToArrayAsync",
    "ToHashSet",
    "ToList",
    "ToListAsync",
    "Union",
    "Where",
];

impl<'a> Binder<'a> {
    /// The member of a type that a value of it shows by this name.
    pub fn member_of(&self, ty: &TypeRef, name: &str) -> Option<FoundMember> {
        self.lookup.member_of(self.file, ty, name, Side::Value)
    }

    /// Whether the function of a call may be an operator of a library: no method of the source.
    pub fn is_foreign_call(&self, function: SyntaxNode<'a>) -> bool {
        match self.resolve(function) {
            Resolution::Methods(Some(method)) => method.position.is_none(),
            Resolution::Methods(None) | Resolution::Unknown => true,
            _ => false,
        }
    }

    /// What the items of `sequence` are; [`TypeRef::Unknown`] where that isn't known.
    pub fn item_type(&self, sequence: SyntaxNode<'a>) -> TypeRef {
        self.item_term(sequence, FURTHEST).type_ref()
    }

    fn item_term(&self, sequence: SyntaxNode<'a>, left: usize) -> Term {
        if left == 0 {
            return Term::Open;
        }
        let known = self.first_of_bases(&self.value_term(sequence), Term::item);
        if known != Term::Open {
            return known;
        }
        let inner = || sequence.named_children().find(|child| !child.is_extra());
        match sequence.kind() {
            K::ParenthesizedExpression | K::AwaitExpression => {
                inner().map_or(Term::Open, |inner| self.item_term(inner, left - 1))
            }
            K::InvocationExpression => self.item_of_call(sequence, left),
            K::Identifier => match self.resolve(sequence) {
                Resolution::Value(value) => match value.origin {
                    Origin::Local(local) if local.kind == LocalKind::Variable => local
                        .initializer
                        .map_or(Term::Open, |value| self.item_term(value, left - 1)),
                    _ => Term::Open,
                },
                _ => Term::Open,
            },
            _ => Term::Open,
        }
    }

    fn item_of_call(&self, call: SyntaxNode<'a>, left: usize) -> Term {
        let Some(function) = call.child(Field::Function) else {
            return Term::Open;
        };
        let (Some(receiver), Some(name)) = (
            function.child(Field::Expression),
            function.child(Field::Name),
        ) else {
            return Term::Open;
        };
        let name = decoded_name(name.text());
        if function.kind() != K::MemberAccessExpression || !self.is_foreign_call(function) {
            return Term::Open;
        }
        if PASSING.contains(&name.as_ref()) {
            return self.item_term(receiver, left - 1);
        }
        // `Select(x => new Line(x))`
        if name == "Select" {
            let lambda = call
                .child(Field::Arguments)
                .and_then(|list| list.child_of(K::Argument))
                .and_then(|argument| argument.child_of(K::LambdaExpression));
            let body = lambda.and_then(|lambda| lambda.child(Field::Body));
            if let Some(made) = body.filter(|body| body.kind() == K::ObjectCreationExpression) {
                return self.value_term(made);
            }
        }
        Term::Open
    }
}
