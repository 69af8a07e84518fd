//! The type that a place gives to an expression without one, such as `new()` or a lambda: that of the variable, the
//! result, the parameter or the element that it goes to. Where that isn't certain it is open.

use crate::syntax::{Field, NodeId, SyntaxKind, SyntaxNode, decoded_name};

use super::arguments::position_in;
use super::expression::Binder;
use super::term::Term;
use super::value::operand;
use super::{Side, TypeRef};

use SyntaxKind as K;

impl<'a> Binder<'a> {
    /// The type that a target-typed `new()` makes.
    pub fn target_type(&self, creation: SyntaxNode<'a>) -> TypeRef {
        self.target(creation).type_ref()
    }

    /// The type that the place of an expression gives to it.
    pub fn target(&self, value: SyntaxNode<'a>) -> Term {
        self.deeper(|| self.target_of(value)).unwrap_or(Term::Open)
    }

    fn target_of(&self, expression: SyntaxNode<'a>) -> Term {
        let mut passed = Vec::new();
        let target = self.target_beyond(expression, &mut passed);
        let mut known = self.targets.borrow_mut();
        for choice in passed {
            known.insert(choice, target.clone());
        }
        target
    }

    /// The choices on the way, which the place gives the same type to, are put into `passed`.
    fn target_beyond(&self, expression: SyntaxNode<'a>, passed: &mut Vec<NodeId>) -> Term {
        let mut value = expression;
        while let Some(parent) = value.parent() {
            match parent.kind() {
                K::ParenthesizedExpression | K::CheckedExpression | K::ExpressionElement => {
                    value = parent;
                }
                K::PostfixUnaryExpression if parent.token("!").is_some() => value = parent,
                K::ConditionalExpression if value.field() == Field::Condition => return Term::Open,
                K::SwitchExpressionArm | K::ConditionalExpression => {
                    let choice = match parent.kind() {
                        K::SwitchExpressionArm => parent.parent(),
                        _ => Some(parent),
                    };
                    let Some(choice) = choice else {
                        return Term::Open;
                    };
                    if let Some(known) = self.targets.borrow().get(&choice.id()) {
                        return known.clone();
                    }
                    if let Some(own) = self.choice_term(choice) {
                        return own;
                    }
                    passed.push(choice.id());
                    value = choice;
                }
                K::BinaryExpression if parent.token("??").is_some() => {
                    return match parent.child(Field::Left) {
                        Some(left) if left != value => self.value_term(left),
                        _ => Term::Open,
                    };
                }
                K::VariableDeclarator => return self.declared(parent.parent(), Field::Type),
                K::PropertyDeclaration | K::CastExpression | K::Parameter => {
                    return self.declared(Some(parent), Field::Type);
                }
                K::AssignmentExpression => return self.assigned(parent, value),
                K::WithInitializer => {
                    let made = parent.parent().and_then(operand);
                    let owner = made.map_or(Term::Open, |made| self.value_term(made));
                    let name = parent.child_of(K::Identifier).map_or("", SyntaxNode::text);
                    return self.member_term(&owner, &decoded_name(name));
                }
                K::ArrowExpressionClause | K::ReturnStatement | K::YieldStatement => {
                    return self.result_around(parent);
                }
                K::LambdaExpression => return self.result_of_lambda(parent),
                K::ThrowExpression | K::ThrowStatement => {
                    return Term::of(TypeRef::Library("System.Exception".to_owned()));
                }
                K::Argument | K::CollectionElement | K::InitializerExpression => {
                    return self.element_target(parent, value);
                }
                _ => return Term::Open,
            }
        }
        Term::Open
    }

    fn element_target(&self, parent: SyntaxNode<'a>, value: SyntaxNode<'a>) -> Term {
        match parent.kind() {
            K::Argument => match parent.parent() {
                Some(tuple) if tuple.kind() == K::TupleExpression => match self.target(tuple) {
                    Term::Tuple(elements) => position_in(tuple, K::Argument, parent)
                        .and_then(|index| elements.get(index).cloned())
                        .unwrap_or(Term::Open),
                    _ => Term::Open,
                },
                Some(_) => self.argument_term(parent, value),
                None => Term::Open,
            },
            K::CollectionElement => match parent.parent() {
                Some(collection) if value.kind() == K::ExpressionElement => {
                    let target = self.target(collection);
                    self.first_of_bases(&target, Term::element)
                }
                _ => Term::Open,
            },
            _ => self.in_initializer(parent, value),
        }
    }

    pub(super) fn declared(&self, node: Option<SyntaxNode<'a>>, field: Field) -> Term {
        node.and_then(|node| node.child(field))
            .map_or(Term::Open, |ty| self.term_of_type(ty))
    }

    /// The type of a value's member.
    pub(super) fn member_term(&self, owner: &Term, name: &str) -> Term {
        let Some(member) = self
            .lookup
            .member_of(self.file, &owner.type_ref(), name, Side::Value)
        else {
            return Term::Open;
        };
        let Some(position) = member.position else {
            return Term::of(self.lookup.type_of(self.file, &member));
        };
        let known = match &member.owner {
            TypeRef::Declared(key) => self
                .lookup
                .substitution(self.file, owner, key)
                .unwrap_or_default(),
            _ => Vec::new(),
        };
        self.lookup.term(&member.type_text, position).with(&known)
    }

    fn assigned(&self, assignment: SyntaxNode<'a>, value: SyntaxNode<'a>) -> Term {
        let Some(left) = assignment.child(Field::Left).filter(|left| *left != value) else {
            return Term::Open;
        };
        // `new Job { Client = new() }`: the name is a member of what is made.
        if let Some(initializer) = assignment
            .parent()
            .filter(|parent| parent.kind() == K::InitializerExpression)
        {
            let owner = self.initialized(initializer);
            return match left.kind() {
                K::ElementBindingExpression => self.indexed_type(&owner),
                _ => self.member_term(&owner, &decoded_name(left.text())),
            };
        }
        if left.kind() == K::TupleExpression {
            let elements = left.children_of(K::Argument).map(|argument| {
                let inner = argument.named_children().filter(|child| !child.is_extra());
                match inner.last() {
                    Some(one) if one.kind() == K::DeclarationExpression => {
                        self.declared(Some(one), Field::Type)
                    }
                    Some(one) => self.value_term(one),
                    None => Term::Open,
                }
            });
            return Term::Tuple(elements.collect());
        }
        self.value_term(left)
    }

    /// The type of the object that an initializer belongs to.
    fn initialized(&self, initializer: SyntaxNode<'a>) -> Term {
        match initializer.parent() {
            Some(parent)
                if matches!(
                    parent.kind(),
                    K::ObjectCreationExpression | K::ImplicitObjectCreationExpression
                ) =>
            {
                self.value_term(parent)
            }
            // `R = { P = new() }`
            Some(parent) if parent.kind() == K::AssignmentExpression => self
                .deeper(|| self.assigned(parent, initializer))
                .unwrap_or(Term::Open),
            _ => Term::Open,
        }
    }

    /// An element of an array or of a collection.
    fn in_initializer(&self, initializer: SyntaxNode<'a>, value: SyntaxNode<'a>) -> Term {
        let mut outer = initializer;
        let mut depth = 1;
        while let Some(parent) = outer
            .parent()
            .filter(|parent| parent.kind() == K::InitializerExpression)
        {
            outer = parent;
            depth += 1;
        }
        let of_array = |term: Term| match term {
            Term::Array(element, rank) if rank == depth => *element,
            _ => Term::Open,
        };
        let Some(parent) = outer.parent() else {
            return Term::Open;
        };
        match parent.kind() {
            K::ArrayCreationExpression | K::StackallocExpression => {
                of_array(self.declared(Some(parent), Field::Type))
            }
            K::VariableDeclarator => of_array(self.declared(parent.parent(), Field::Type)),
            K::ImplicitArrayCreationExpression | K::ImplicitStackallocExpression if depth == 1 => {
                let all: Vec<_> = initializer
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .collect();
                self.common(&all, Some(value))
            }
            K::ObjectCreationExpression
            | K::ImplicitObjectCreationExpression
            | K::AssignmentExpression => {
                let owner = self.initialized(outer);
                match depth {
                    1 => self.first_of_bases(&owner, Term::element),
                    // `{ 1, new() }` of a dictionary.
                    2 => self.first_of_bases(&owner, |term| {
                        let index = initializer
                            .named_children()
                            .filter(|child| !child.is_extra())
                            .position(|child| child == value);
                        match index {
                            Some(index) if term.holds_pairs() => term.argument(index),
                            _ => Term::Open,
                        }
                    }),
                    _ => Term::Open,
                }
            }
            _ => Term::Open,
        }
    }

    /// The type that the body around `node` gives back.
    fn result_around(&self, node: SyntaxNode<'a>) -> Term {
        for around in node.ancestors() {
            let field = match around.kind() {
                K::MethodDeclaration => Field::Returns,
                K::LocalFunctionStatement
                | K::PropertyDeclaration
                | K::IndexerDeclaration
                | K::OperatorDeclaration
                | K::ConversionOperatorDeclaration => Field::Type,
                K::LambdaExpression | K::AnonymousMethodExpression => {
                    return self.result_of_lambda(around);
                }
                kind if kind.declares_type() => return Term::Open,
                _ => continue,
            };
            let declared = self.declared(Some(around), field);
            if node.kind() == K::YieldStatement {
                return declared.element();
            }
            return if is_async(around) {
                declared.awaited()
            } else {
                declared
            };
        }
        Term::Open
    }

    fn result_of_lambda(&self, lambda: SyntaxNode<'a>) -> Term {
        let result = match lambda.child(Field::Type) {
            Some(ty) => self.term_of_type(ty),
            None => self.result_of_delegate(&self.target(lambda)),
        };
        if is_async(lambda) {
            result.awaited()
        } else {
            result
        }
    }

    fn result_of_delegate(&self, delegate: &Term) -> Term {
        let TypeRef::Declared(key) = delegate.type_ref() else {
            return delegate.result();
        };
        let known = self
            .lookup
            .substitution(self.file, delegate, &key)
            .unwrap_or_default();
        self.lookup
            .delegate_result(self.file, &key)
            .map_or(Term::Open, |term| term.with(&known))
    }
}

fn is_async(function: SyntaxNode<'_>) -> bool {
    function
        .children_of(K::Modifier)
        .any(|modifier| modifier.text() == "async")
}
