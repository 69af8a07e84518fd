//! The type of an expression's value with its type arguments, as far as the source says it. Knows how values are made
//! from values; where they go is not its business.

use crate::outline::{TypeId, spelled_out};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::arguments::is_behind_base;
use super::expression::{Binder, Origin, Resolution, Value};
use super::members::FoundMember;
use super::names::type_key;
use super::term::Term;
use super::{LocalKind, Position, TypeRef};

use SyntaxKind as K;

impl<'a> Binder<'a> {
    /// The type of an expression's value.
    pub fn value_term(&self, node: SyntaxNode<'a>) -> Term {
        self.deeper(|| self.term_of_value(node))
            .unwrap_or(Term::Open)
    }

    /// What a type node means, type parameters of methods included.
    pub fn term_of_type(&self, node: SyntaxNode<'a>) -> Term {
        let text = spelled_out(node.text());
        let term = self.lookup.term(&text, self.position(node));
        match term {
            // A method's type parameter hides a type of the same name.
            Term::Named { ref name, .. }
                if node.kind() == K::Identifier
                    && self
                        .local(node, name)
                        .is_some_and(|local| local.kind == LocalKind::TypeParameter) =>
            {
                Term::of(TypeRef::Parameter(name.clone()))
            }
            term => term,
        }
    }

    /// What a type text means among the members of a type of this file.
    pub fn term_in_type(&self, text: &str, id: TypeId) -> Term {
        let outline = self.lookup.outline(self.file);
        let position = Position {
            file: self.file,
            namespace: outline.type_(id).namespace,
            in_type: Some(id),
        };
        self.lookup.term(text, position)
    }

    fn term_of_value(&self, node: SyntaxNode<'a>) -> Term {
        let inner = || node.named_children().find(|child| !child.is_extra());
        match node.kind() {
            K::ParenthesizedExpression | K::CheckedExpression | K::PostfixUnaryExpression => {
                operand(node).map_or(Term::Open, |inner| self.value_term(inner))
            }
            K::AwaitExpression => inner().map_or(Term::Open, |inner| {
                self.value_term(unconfigured(inner)).awaited()
            }),
            K::ObjectCreationExpression | K::CastExpression | K::ArrayCreationExpression => node
                .child(Field::Type)
                .map_or(Term::Open, |ty| self.term_of_type(ty)),
            K::DefaultExpression => node
                .child(Field::Type)
                .map_or(Term::Open, |ty| self.term_of_type(ty)),
            K::AsExpression => node
                .child(Field::Right)
                .map_or(Term::Open, |ty| self.term_of_type(ty)),
            K::ImplicitObjectCreationExpression => self.target(node),
            K::ImplicitArrayCreationExpression => {
                let elements = node
                    .child_of(K::InitializerExpression)
                    .into_iter()
                    .flat_map(SyntaxNode::named_children);
                let elements: Vec<_> = elements.filter(|child| !child.is_extra()).collect();
                Term::Array(Box::new(self.common(&elements, None)), 1)
            }
            K::ConditionalExpression | K::SwitchExpression => {
                self.choice_term(node).unwrap_or(Term::Open)
            }
            K::WithExpression => operand(node).map_or(Term::Open, |left| self.value_term(left)),
            K::AssignmentExpression | K::BinaryExpression
                if node.kind() == K::AssignmentExpression || node.token("??").is_some() =>
            {
                node.child(Field::Left)
                    .map_or(Term::Open, |left| self.value_term(left))
            }
            K::ElementAccessExpression => self.indexed(node),
            K::Token if node.text() == "this" || node.text() == "base" => self.own_term(node),
            K::InvocationExpression => self.result_of_call(node),
            K::MemberAccessExpression if is_behind_base(node) => {
                let base = node
                    .child(Field::Expression)
                    .map_or(Term::Open, |base| self.own_term(base));
                let name = node.child(Field::Name).map_or("", SyntaxNode::text);
                self.member_term(&base, &decoded_name(name))
            }
            _ => match self.resolve(node) {
                Resolution::Value(value) | Resolution::ColorColor(value, _) => {
                    self.term_of(node, value)
                }
                _ => Term::Open,
            },
        }
    }

    /// The declared types that stand in the type of a value or in its bases; `None` when a part of it isn't known.
    pub fn classes_within(&self, value: SyntaxNode<'a>) -> Option<Vec<String>> {
        let term = match value.kind() {
            K::LambdaExpression | K::AnonymousMethodExpression => return None,
            _ if self.is_typeless(value) => return Some(Vec::new()),
            K::DeclarationExpression => self.declared(Some(value), Field::Type),
            _ => self.value_term(value),
        };
        let mut found: Vec<String> = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            for named in term.names()? {
                let TypeRef::Declared(key) = named.type_ref() else {
                    if named.type_ref() == TypeRef::Unknown {
                        return None;
                    }
                    continue;
                };
                if found.contains(&key) || found.len() > 64 {
                    continue;
                }
                let known = self.lookup.substitution(self.file, named, &key);
                let known = known.unwrap_or_default();
                let bases = self.lookup.base_terms(self.file, &key).into_iter();
                // A base from elsewhere brings none of ours but its arguments.
                open.extend(bases.map(|base| base.with(&known)).flat_map(known_part));
                found.push(key);
            }
        }
        Some(found)
    }

    /// The class around `node` in terms of its own parameters; for `base` its base class.
    fn own_term(&self, node: SyntaxNode<'a>) -> Term {
        let Some(id) = self.position(node).in_type else {
            return Term::Open;
        };
        let outline = self.lookup.outline(self.file);
        let key = type_key(outline, id);
        if node.text() == "base" {
            let mut bases = self.lookup.base_terms(self.file, &key).into_iter();
            return bases.next().unwrap_or(Term::Open);
        }
        let arguments = outline
            .texts(outline.type_(id).type_parameters)
            .map(|name| Term::of(TypeRef::Parameter(name.to_owned())));
        match Term::of(TypeRef::Declared(key)) {
            Term::Named { ty, name, .. } => Term::Named {
                ty,
                name,
                arguments: arguments.collect(),
            },
            other => other,
        }
    }

    fn term_of(&self, node: SyntaxNode<'a>, value: Value<'a>) -> Term {
        match &value.origin {
            Origin::Local(local) => match (local.type_node, local.initializer) {
                (Some(ty), _) if ty.kind() != K::ImplicitType && ty.text() != "var" => {
                    self.term_of_type(ty)
                }
                (_, Some(all)) if local.kind == LocalKind::Element => self.element_term(all),
                (_, Some(initializer)) => self.value_term(initializer),
                _ => Term::of(value.ty),
            },
            Origin::Member(member) => self.term_of_member(node, member, &member.type_text),
            _ => Term::of(value.ty),
        }
    }

    /// The type that `text` of a member means, reached by `node`.
    pub(super) fn term_of_member(
        &self,
        node: SyntaxNode<'a>,
        member: &FoundMember,
        text: &str,
    ) -> Term {
        let Some(position) = member.position else {
            return Term::of(self.lookup.type_of(self.file, member));
        };
        let term = self.lookup.term(text, position);
        let TypeRef::Declared(owner) = &member.owner else {
            return term;
        };
        term.with(&self.known_for(node, owner))
    }

    /// What the type parameters of `owner` stand for where a member of it is reached by `node`.
    pub(super) fn known_for(&self, node: SyntaxNode<'a>, owner: &str) -> Vec<(String, Term)> {
        if !owner.contains('`') {
            return Vec::new();
        }
        let receiver = match node.kind() {
            K::MemberAccessExpression => {
                node.child(Field::Expression)
                    .map(|left| match self.resolve(left) {
                        Resolution::Type(_) => self.term_of_type(left),
                        _ => self.value_term(left),
                    })
            }
            K::MemberBindingExpression => {
                super::expression::receiver(node).map(|left| self.value_term(left))
            }
            K::ConditionalAccessExpression => node
                .child(Field::Condition)
                .map(|left| self.value_term(left)),
            _ => None,
        };
        let of_receiver =
            receiver.and_then(|term| self.lookup.substitution(self.file, &term, owner));
        if let Some(known) = of_receiver {
            return known;
        }
        // By its simple name: a member of a type around, or of one of its bases.
        let outline = self.lookup.outline(self.file);
        let mut around = self.position(node).in_type;
        while let Some(id) = around {
            let own = Term::of(TypeRef::Declared(type_key(outline, id)));
            if let Some(known) = self.lookup.substitution(self.file, &own, owner) {
                return known;
            }
            around = outline.type_(id).parent;
        }
        Vec::new()
    }

    fn result_of_call(&self, call: SyntaxNode<'a>) -> Term {
        let Some(function) = call.child(Field::Function) else {
            return Term::Open;
        };
        let Resolution::Methods(Some(method)) = self.resolve(function) else {
            return self.result_of_function(function);
        };
        if method.position.is_none() {
            return Term::of(self.lookup.type_of(self.file, &method));
        }
        let mut results = self
            .lookup
            .overloads(self.file, &method.owner, &method.name)
            .into_iter()
            .map(|candidate| {
                let known = self.method_arguments(call, function, &candidate);
                let owner = self.known_for(function, candidate.owner());
                self.lookup
                    .term(candidate.result(), candidate.position())
                    .with(&known)
                    .with(&owner)
            });
        let Some(first) = results.next() else {
            return self.term_of_member(function, &method, &method.type_text);
        };
        if results.all(|other| other == first) {
            first
        } else {
            Term::Open
        }
    }

    /// The result of a local function or a delegate that is called.
    fn result_of_function(&self, function: SyntaxNode<'a>) -> Term {
        if let Some(local) = self.local_function(function) {
            return local
                .child(Field::Type)
                .map_or(Term::Open, |ty| self.term_of_type(ty));
        }
        self.value_term(function).result()
    }

    /// The declaration of a local function.
    pub(super) fn local_function(&self, function: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
        let name = match function.kind() {
            K::Identifier => function,
            K::GenericName => function.child_of(K::Identifier)?,
            _ => return None,
        };
        let local = self.local(function, &decoded_name(name.text()))?;
        (local.kind == LocalKind::Function)
            .then(|| local.name.parent())
            .flatten()
    }

    fn indexed(&self, access: SyntaxNode<'a>) -> Term {
        let Some(receiver) = access.child(Field::Expression) else {
            return Term::Open;
        };
        self.indexed_term(receiver)
    }

    /// The types of the library that a declared type's own conversions make of it without a cast.
    pub fn converts_to(&self, declared: &TypeRef) -> Vec<String> {
        let conversions = self.lookup.conversions(self.file, declared);
        let results = conversions.iter().map(|one| {
            let result = self.lookup.term(one.result(), one.position());
            result.type_ref().library().map(str::to_owned)
        });
        results.flatten().collect()
    }

    /// What an indexer of a type gives.
    pub(super) fn indexed_type(&self, term: &Term) -> Term {
        let TypeRef::Declared(_) = term.type_ref() else {
            return term.indexed();
        };
        let indexers = self.lookup.indexers(self.file, &term.type_ref());
        let mut results = indexers.iter().map(|candidate| {
            let known = self
                .lookup
                .substitution(self.file, term, candidate.owner())
                .unwrap_or_default();
            self.lookup
                .term(candidate.result(), candidate.position())
                .with(&known)
        });
        match results.next() {
            Some(first) if results.all(|other| other == first) => first,
            Some(_) => Term::Open,
            None => self.first_of_bases(term, Term::indexed),
        }
    }

    /// What the first base that says it says of a declared type.
    pub(super) fn first_of_bases(&self, term: &Term, say: impl Fn(&Term) -> Term) -> Term {
        let mut open = vec![term.clone()];
        for _ in 0..16 {
            let Some(term) = open.pop() else { break };
            let said = say(&term);
            if said != Term::Open {
                return said;
            }
            if let TypeRef::Declared(key) = term.type_ref() {
                let known = self
                    .lookup
                    .substitution(self.file, &term, &key)
                    .unwrap_or_default();
                let bases = self.lookup.base_terms(self.file, &key);
                open.extend(bases.into_iter().rev().map(|base| base.with(&known)));
            }
        }
        Term::Open
    }

    /// The type that several expressions have together: that of the only one that has a type by itself. `except` has
    /// none.
    pub(super) fn common(&self, all: &[SyntaxNode<'a>], except: Option<SyntaxNode<'a>>) -> Term {
        let mut found: Option<Term> = None;
        for node in all {
            if Some(*node) == except || self.is_typeless(*node) {
                continue;
            }
            let term = self.value_term(*node);
            match &found {
                None => found = Some(term),
                Some(known) if *known == term => {}
                Some(_) => return Term::Open,
            }
        }
        found.unwrap_or(Term::Open)
    }
}

/// A type that nobody declares isn't looked into further, but its arguments are.
fn known_part(term: Term) -> Vec<Term> {
    match term {
        Term::Named {
            ty: TypeRef::Unknown,
            arguments,
            ..
        } => arguments.into_iter().flat_map(known_part).collect(),
        term => vec![term],
    }
}

/// What stands first in an expression, be it `this`.
pub(super) fn operand(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    node.children().find(|child| {
        !child.is_extra() && (child.kind() != K::Token || matches!(child.text(), "this" | "base"))
    })
}

/// What `x.ConfigureAwait(false)` waits for is `x`.
fn unconfigured(awaited: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let task = (awaited.kind() == K::InvocationExpression)
        .then(|| awaited.child(Field::Function))
        .flatten()
        .filter(|function| {
            function.kind() == K::MemberAccessExpression
                && function
                    .child(Field::Name)
                    .is_some_and(|name| name.text() == "ConfigureAwait")
        })
        .and_then(|function| function.child(Field::Expression));
    task.unwrap_or(awaited)
}

/// The type of a literal.
pub(super) fn literal_type(kind: K) -> Option<&'static str> {
    Some(match kind {
        K::StringLiteral
        | K::VerbatimStringLiteral
        | K::RawStringLiteral
        | K::InterpolatedStringExpression => "System.String",
        K::IntegerLiteral => "System.Int32",
        K::RealLiteral => "System.Double",
        K::BooleanLiteral => "System.Boolean",
        K::CharacterLiteral => "System.Char",
        K::TypeofExpression => "System.Type",
        _ => return None,
    })
}
