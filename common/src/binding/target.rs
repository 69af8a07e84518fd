//! The type that a target-typed `new()` makes: that of the place it goes to.

use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::expression::{Binder, Resolution};
use super::{Side, TypeRef};

use SyntaxKind as K;

impl<'a> Binder<'a> {
    /// The type that a target-typed `new()` makes.
    pub fn target_type(&self, creation: SyntaxNode<'a>) -> TypeRef {
        let mut value = creation;
        while let Some(parent) = value.parent() {
            match parent.kind() {
                // These pass the target type on to their arms.
                K::ParenthesizedExpression
                | K::ConditionalExpression
                | K::SwitchExpressionArm
                | K::SwitchExpression
                | K::CheckedExpression => value = parent,
                K::PostfixUnaryExpression if parent.token("!").is_some() => value = parent,
                K::BinaryExpression if parent.token("??").is_some() => match parent
                    .child(Field::Left)
                {
                    Some(left) if left != value && self.value_type(left) != TypeRef::Unknown => {
                        return self.value_type(left);
                    }
                    _ => value = parent,
                },
                K::VariableDeclarator => {
                    return parent
                        .parent()
                        .and_then(|declaration| declaration.child(Field::Type))
                        .map_or(TypeRef::Unknown, |ty| self.type_of_node(ty));
                }
                K::PropertyDeclaration | K::CastExpression | K::Parameter => {
                    return self.declared_type(parent, Field::Type);
                }
                K::AssignmentExpression => return self.assigned_type(parent),
                K::ArrowExpressionClause | K::ReturnStatement => return self.result_type(parent),
                K::Argument => return self.argument_type(parent),
                _ => return TypeRef::Unknown,
            }
        }
        TypeRef::Unknown
    }

    fn declared_type(&self, node: SyntaxNode<'a>, field: Field) -> TypeRef {
        node.child(field)
            .map_or(TypeRef::Unknown, |ty| self.type_of_node(ty))
    }

    fn assigned_type(&self, assignment: SyntaxNode<'a>) -> TypeRef {
        let Some(left) = assignment.child(Field::Left) else {
            return TypeRef::Unknown;
        };
        // `new Job { Client = new() }`: the name is a member of what is made.
        let creation = assignment
            .parent()
            .filter(|parent| parent.kind() == K::InitializerExpression)
            .and_then(SyntaxNode::parent)
            .filter(|parent| {
                matches!(
                    parent.kind(),
                    K::ObjectCreationExpression | K::ImplicitObjectCreationExpression
                )
            });
        if let Some(creation) = creation {
            let owner = self.value_type(creation);
            return self
                .lookup
                .member_of(self.file, &owner, &decoded_name(left.text()), Side::Value)
                .map_or(TypeRef::Unknown, |member| {
                    self.lookup.type_of(self.file, &member)
                });
        }
        self.value_type(left)
    }

    /// The type that the body around `node` gives back.
    fn result_type(&self, node: SyntaxNode<'a>) -> TypeRef {
        for around in node.ancestors() {
            match around.kind() {
                K::MethodDeclaration => return self.result_of(around, Field::Returns),
                K::LocalFunctionStatement => return self.result_of(around, Field::Type),
                K::PropertyDeclaration
                | K::IndexerDeclaration
                | K::OperatorDeclaration
                | K::ConversionOperatorDeclaration => {
                    return self.declared_type(around, Field::Type);
                }
                K::LambdaExpression | K::AnonymousMethodExpression => return TypeRef::Unknown,
                _ => {}
            }
        }
        TypeRef::Unknown
    }

    fn result_of(&self, method: SyntaxNode<'a>, field: Field) -> TypeRef {
        let Some(ty) = method.child(field) else {
            return TypeRef::Unknown;
        };
        let is_async = method
            .children_of(K::Modifier)
            .any(|modifier| modifier.text() == "async");
        if !is_async {
            return self.type_of_node(ty);
        }
        let text = ty.text();
        match (text.find('<'), text.rfind('>')) {
            (Some(open), Some(close)) if open < close => self.type_text(&text[open + 1..close], ty),
            _ => TypeRef::Unknown,
        }
    }

    /// The type of the parameter that an argument goes to, when the method or constructor of the source is the only
    /// one that takes so many.
    fn argument_type(&self, argument: SyntaxNode<'a>) -> TypeRef {
        let Some(list) = argument.parent() else {
            return TypeRef::Unknown;
        };
        let Some(call) = list.parent() else {
            return TypeRef::Unknown;
        };
        let arguments: Vec<_> = list.children_of(K::Argument).collect();
        let index = arguments
            .iter()
            .position(|other| *other == argument)
            .unwrap_or(usize::MAX);
        let name = argument
            .child(Field::Name)
            .map(|name| decoded_name(name.text()).into_owned());
        let candidates = match call.kind() {
            K::InvocationExpression => match call
                .child(Field::Function)
                .map(|function| self.resolve(function))
            {
                Some(Resolution::Methods(Some(method))) => {
                    self.lookup
                        .overloads(self.file, &method.owner, &method.name)
                }
                _ => return TypeRef::Unknown,
            },
            K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => {
                self.lookup.constructors(self.file, &self.value_type(call))
            }
            _ => return TypeRef::Unknown,
        };
        let mut types = candidates
            .iter()
            .filter(|candidate| candidate.takes(arguments.len()))
            .filter_map(|candidate| candidate.parameter(index, name.as_deref()))
            .map(|(text, position)| self.lookup.type_text(text, position));
        match (types.next(), types.next()) {
            (Some(only), None) => only,
            _ => TypeRef::Unknown,
        }
    }
}
