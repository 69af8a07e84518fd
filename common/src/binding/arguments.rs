//! The type of the parameter that an argument goes to, when all that the call may mean agree on it.

use std::cell::RefCell;
use std::rc::Rc;

use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::table::NameMap;

use super::TypeRef;
use super::candidates::Candidate;
use super::expression::{Binder, Resolution};
use super::term::{Term, giving};

use SyntaxKind as K;

impl<'a> Binder<'a> {
    /// The parameter that an argument goes to, when all methods or constructors that the call may mean agree.
    pub(super) fn argument_term(&self, argument: SyntaxNode<'a>, value: SyntaxNode<'a>) -> Term {
        let (Some(list), name) = (argument.parent(), argument_name(argument)) else {
            return Term::Open;
        };
        let Some(index) = position_in(list, K::Argument, argument) else {
            return Term::Open;
        };
        let Some(call) = list.parent() else {
            return Term::Open;
        };
        let to = To {
            list,
            index,
            name,
            is_lambda: matches!(
                value.kind(),
                K::LambdaExpression | K::AnonymousMethodExpression
            ),
        };
        match call.kind() {
            K::InvocationExpression => match call.child(Field::Function) {
                Some(function) => self.parameter_of_call(call, function, &to),
                None => Term::Open,
            },
            K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => {
                let made = self.value_term(call);
                match made.type_ref() {
                    TypeRef::Declared(_) => self.parameter_of_constructor(&made, &to),
                    _ => made.constructor_parameter(index),
                }
            }
            K::ConstructorInitializer => {
                let token = call.token("base").or_else(|| call.token("this"));
                let made = token.map_or(Term::Open, |token| self.value_term(token));
                self.parameter_of_constructor(&made, &to)
            }
            // `class R() : Q(new())`
            K::BaseList | K::PrimaryConstructorBaseType => {
                let base = match call.kind() {
                    K::BaseList => list.prev_sibling(),
                    _ => call.child(Field::Type),
                };
                let made = base.map_or(Term::Open, |base| self.term_of_type(base));
                self.parameter_of_constructor(&made, &to)
            }
            K::ElementAccessExpression => {
                let receiver = call
                    .child(Field::Expression)
                    .map_or(Term::Open, |receiver| self.value_term(receiver));
                let of = receiver.type_ref();
                let indexers = || (self.lookup.indexers(self.file, &of), 0);
                let takers = self.takers(&to, (of.clone(), "[]", false), indexers);
                agreed(&takers, |candidate| {
                    self.lookup
                        .substitution(self.file, &receiver, candidate.owner())
                        .unwrap_or_default()
                })
            }
            _ => Term::Open,
        }
    }

    fn parameter_of_constructor(&self, made: &Term, to: &To<'a>) -> Term {
        let of = made.type_ref();
        let constructors = || (self.lookup.constructors(self.file, &of), 0);
        let takers = self.takers(to, (of.clone(), "#ctor", false), constructors);
        agreed(&takers, |candidate| {
            self.lookup
                .substitution(self.file, made, candidate.owner())
                .unwrap_or_default()
        })
    }

    fn parameter_of_call(
        &self,
        call: SyntaxNode<'a>,
        function: SyntaxNode<'a>,
        to: &To<'a>,
    ) -> Term {
        if let Some(local) = self.local_function(function) {
            return self.parameter_of_local(local, to);
        }
        match self.resolve(function) {
            Resolution::Methods(Some(method)) if method.position.is_some() => {
                let receiver = function.child(Field::Expression);
                let behind_value = receiver
                    .is_some_and(|left| !matches!(self.resolve(left), Resolution::Type(_)))
                    || function.kind() == K::MemberBindingExpression;
                let overloads = || {
                    let all = self
                        .lookup
                        .overloads(self.file, &method.owner, &method.name);
                    let extends =
                        |candidate: &Candidate<'_>| candidate.is_extension() && behind_value;
                    let (extensions, own): (Vec<_>, Vec<_>) = all.into_iter().partition(extends);
                    match (extensions.is_empty(), own.is_empty()) {
                        (true, _) => (own, 0),
                        (false, true) => (extensions, 1),
                        (false, false) => (Vec::new(), 0),
                    }
                };
                let of = (method.owner.clone(), method.name.as_str(), behind_value);
                agreed(&self.takers(to, of, overloads), |candidate| {
                    let mut known = self.method_arguments(call, function, candidate);
                    known.extend(self.known_for(function, candidate.owner()));
                    known
                })
            }
            Resolution::Unknown if is_behind_base(function) => {
                let base = function
                    .child(Field::Expression)
                    .map_or(Term::Open, |base| self.value_term(base));
                let name = function.child(Field::Name).map(SyntaxNode::text);
                let name = decoded_name(name.unwrap_or_default());
                let of = base.type_ref();
                let overloads = || (self.lookup.overloads(self.file, &of, &name), 0);
                let takers = self.takers(to, (of.clone(), &name, false), overloads);
                agreed(&takers, |candidate| {
                    self.lookup
                        .substitution(self.file, &base, candidate.owner())
                        .unwrap_or_default()
                })
            }
            Resolution::Methods(_) | Resolution::Unknown => self.parameter_of_library(function, to),
            // A delegate that is called.
            Resolution::Value(_) | Resolution::ColorColor(..) => {
                self.parameter_of_delegate(&self.value_term(function), to)
            }
            _ => Term::Open,
        }
    }

    fn parameter_of_local(&self, local: SyntaxNode<'a>, to: &To<'a>) -> Term {
        let Some(list) = local.child(Field::Parameters) else {
            return Term::Open;
        };
        let mut parameters = list.children_of(K::Parameter);
        let parameter = match &to.name {
            Some(name) => parameters.find(|parameter| {
                parameter
                    .child(Field::Name)
                    .is_some_and(|own| decoded_name(own.text()) == *name)
            }),
            None => parameters.nth(to.index),
        };
        self.declared(parameter, Field::Type)
    }

    fn parameter_of_delegate(&self, delegate: &Term, to: &To<'a>) -> Term {
        match delegate.type_ref() {
            TypeRef::Declared(_) => self.parameter_of_constructor(delegate, to),
            _ => delegate.delegate_parameter(to.index),
        }
    }

    fn parameter_of_library(&self, function: SyntaxNode<'a>, to: &To<'a>) -> Term {
        if to.name.is_some() {
            return Term::Open;
        }
        let name = match function.kind() {
            K::MemberAccessExpression
            | K::MemberBindingExpression
            | K::ConditionalAccessExpression => function
                .child(Field::Name)
                .or_else(|| {
                    function
                        .child_of(K::MemberBindingExpression)?
                        .child(Field::Name)
                })
                .unwrap_or(function),
            _ => function,
        };
        let (method, _) = super::expression::name_and_arity(name);
        // `Task.FromResult<A>(new())`, `Task.Run<A>(() => new())`
        if let Some(list) = name.child_of(K::TypeArgumentList) {
            let mut arguments = list.named_children().filter(|child| !child.is_extra());
            let only = arguments.next().filter(|_| arguments.next().is_none());
            let only = only.map_or(Term::Open, |ty| self.term_of_type(ty));
            return match (method.as_ref(), to.index) {
                ("FromResult", 0) => only,
                ("Run", 0) if to.is_lambda => giving(only),
                _ => Term::Open,
            };
        }
        let receiver = match function.kind() {
            K::MemberAccessExpression => function.child(Field::Expression),
            K::ConditionalAccessExpression => function.child(Field::Condition),
            K::MemberBindingExpression => super::expression::receiver(function),
            _ => None,
        };
        let receiver = receiver.map_or(Term::Open, |receiver| self.value_term(receiver));
        if method == "Invoke" {
            return self.parameter_of_delegate(&receiver, to);
        }
        self.first_of_bases(&receiver, |term| match term.type_ref() {
            TypeRef::Declared(_) => Term::Open,
            _ => term.method_parameter(&method, to.index, to.is_lambda),
        })
    }

    /// The overloads that take so many arguments, with the parameter that the argument goes to in each: one for all that
    /// say the same. Thousands of calls may ask for the same thousands of overloads.
    fn takers(
        &self,
        to: &To<'a>,
        (owner, method, behind_value): (TypeRef, &str, bool),
        overloads: impl FnOnce() -> (Vec<Candidate<'a>>, usize),
    ) -> Rc<Takers<'a>> {
        let count = to.list.children_of(K::Argument).count();
        let asked = Asked {
            owner,
            method: method.to_owned(),
            behind_value,
            index: to.index,
            name: to.name.clone(),
            count,
        };
        if let Some(known) = self.asked.borrow().get(&asked) {
            return known.clone();
        }
        let (overloads, shift) = overloads();
        let mut takers = Takers::default();
        let mut fixed: Vec<Term> = Vec::new();
        for candidate in overloads {
            if !candidate.takes(count + shift) {
                continue;
            }
            let term =
                (self.lookup).parameter_term(&candidate, to.index + shift, to.name.as_deref());
            // A call with names that a candidate doesn't have isn't one of it.
            let Some(term) = term else { continue };
            if term.is_fixed() {
                if fixed.contains(&term) {
                    continue;
                }
                fixed.push(term.clone());
            }
            takers.0.push((candidate, term));
            // Two that say different things whatever is known decide it; so many generic ones nobody tells apart.
            if fixed.len() > 1 || takers.0.len() > MOST_TAKERS {
                takers = Takers::default();
                break;
            }
        }
        let takers = Rc::new(takers);
        if self.lookup.is_shallow() {
            self.asked.borrow_mut().insert(asked, takers.clone());
        }
        takers
    }

    /// What a method's type parameters stand for: those that are written, or those that follow from an argument.
    pub(super) fn method_arguments(
        &self,
        call: SyntaxNode<'a>,
        function: SyntaxNode<'a>,
        candidate: &Candidate<'_>,
    ) -> Vec<(String, Term)> {
        let names = candidate.type_parameters();
        if names.is_empty() {
            return Vec::new();
        }
        let generic = match function.kind() {
            K::MemberAccessExpression | K::MemberBindingExpression => function.child(Field::Name),
            _ => Some(function),
        };
        let written = generic.and_then(|generic| generic.child_of(K::TypeArgumentList));
        if let Some(written) = written {
            let written = written.named_children().filter(|child| !child.is_extra());
            return names
                .into_iter()
                .zip(written.map(|ty| self.term_of_type(ty)))
                .collect();
        }
        let arguments: Vec<_> = call
            .child(Field::Arguments)
            .into_iter()
            .flat_map(|list| list.children_of(K::Argument))
            .collect();
        let shift = usize::from(
            candidate.is_extension()
                && function
                    .child(Field::Expression)
                    .is_some_and(|left| !matches!(self.resolve(left), Resolution::Type(_))),
        );
        names
            .into_iter()
            .map(|name| {
                let values = arguments
                    .iter()
                    .enumerate()
                    .filter_map(|(index, argument)| {
                        let named = argument_name(*argument);
                        let (text, _, variadic) =
                            candidate.parameter_at(index + shift, named.as_deref())?;
                        let value = argument
                            .named_children()
                            .filter(|child| !child.is_extra())
                            .last()?;
                        (text == name && !variadic && !self.is_typeless(value))
                            .then(|| self.value_term(value))
                    });
                let mut values: Vec<Term> = values.collect();
                values.dedup();
                let only = values.pop().filter(|_| values.is_empty());
                (name, only.unwrap_or(Term::Open))
            })
            .collect()
    }
}

/// What is asked for: an argument of the calls of a method with so many.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    owner: TypeRef,
    method: String,
    behind_value: bool,
    index: usize,
    name: Option<String>,
    count: usize,
}

/// The methods that may take an argument, each with the type of the parameter for it; none where they don't agree.
#[derive(Default)]
pub(super) struct Takers<'a>(Vec<(Candidate<'a>, Term)>);

/// What was asked for already.
pub(super) type Memory<'a> = RefCell<NameMap<Asked, Rc<Takers<'a>>>>;

/// More overloads with type parameters than these aren't told apart.
const MOST_TAKERS: usize = 64;

/// The type of the parameter, if all say the same.
fn agreed(takers: &Takers<'_>, known: impl Fn(&Candidate<'_>) -> Vec<(String, Term)>) -> Term {
    let mut found: Option<Term> = None;
    for (candidate, term) in &takers.0 {
        let mut term = term.clone();
        if !term.is_fixed() {
            term = term.with(&known(candidate));
        }
        match &found {
            None => found = Some(term),
            Some(other) if *other == term => {}
            Some(_) => return Term::Open,
        }
    }
    found.unwrap_or(Term::Open)
}

/// `base.F`
pub(super) fn is_behind_base(access: SyntaxNode<'_>) -> bool {
    access.kind() == K::MemberAccessExpression
        && access
            .child(Field::Expression)
            .is_some_and(|left| left.text() == "base")
}

/// Which argument of which list.
struct To<'a> {
    list: SyntaxNode<'a>,
    index: usize,
    name: Option<String>,
    is_lambda: bool,
}

fn argument_name(argument: SyntaxNode<'_>) -> Option<String> {
    argument
        .child(Field::Name)
        .filter(|_| argument.token(":").is_some())
        .map(|name| decoded_name(name.text()).into_owned())
}

pub(super) fn position_in(
    list: SyntaxNode<'_>,
    kind: SyntaxKind,
    wanted: SyntaxNode<'_>,
) -> Option<usize> {
    list.children_of(kind).position(|child| child == wanted)
}
