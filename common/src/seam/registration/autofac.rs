//! Autofac's builder: what is registered with it, and how. Where a line goes isn't decided here.

use crate::binding::{FileId, Local, Origin, Resolution};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::super::code::Reader;
use super::super::dependency::{Dependency, Real};
use super::super::names::candidates;
use super::super::shape::simple_name;
use super::{Registration, method_called, type_arguments};

use SyntaxKind as K;

/// The word that every file has that fills a builder.
pub(super) const MARK: &str = "ContainerBuilder";

/// Its namespace.
pub(in super::super) const NAMESPACE: &str = "Autofac";

const BUILDER: &str = "Autofac.ContainerBuilder";

/// The method's name and the builder, when a call registers something with one.
pub(super) fn on_builder<'a>(
    reader: &Reader<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
) -> Option<(String, SyntaxNode<'a>)> {
    let (method, receiver) = method_called(call)?;
    let known = [
        "Register",
        "RegisterAssemblyTypes",
        "RegisterInstance",
        "RegisterType",
    ];
    let registers = known.contains(&&*method) && is_builder(reader, file, receiver);
    registers.then_some((method, receiver))
}

fn is_builder<'a>(reader: &Reader<'a>, file: FileId, receiver: SyntaxNode<'a>) -> bool {
    if !matches!(receiver.kind(), K::Identifier | K::MemberAccessExpression) {
        return false;
    }
    let Some(binder) = reader.binder(file) else {
        return false;
    };
    let (Resolution::Value(value) | Resolution::ColorColor(value, _)) = binder.resolve(receiver)
    else {
        return false;
    };
    match value.origin {
        Origin::Local(local) => is_local_builder(reader, file, &local),
        Origin::Member(member) => member.type_text.rsplit('.').next() == Some(MARK),
        _ => false,
    }
}

fn is_local_builder<'a>(reader: &Reader<'a>, file: FileId, local: &Local<'a>) -> bool {
    let means = |ty: SyntaxNode<'a>| {
        let names = candidates(reader, file, ty, "");
        names.iter().any(|name| name == BUILDER)
    };
    if local.type_node.is_some_and(means) || local.initializer.and_then(made).is_some_and(means) {
        return true;
    }
    // `ConfigureContainer<ContainerBuilder>(builder => …)`.
    let lambda = local
        .name
        .ancestors()
        .find(|around| around.kind() == K::LambdaExpression);
    let call = lambda
        .filter(|_| local.type_node.is_none())
        .and_then(SyntaxNode::parent)
        .filter(|argument| argument.kind() == K::Argument)
        .and_then(SyntaxNode::parent)
        .and_then(SyntaxNode::parent);
    let first = call
        .and_then(type_arguments)
        .and_then(|list| list.named_children().next());
    first.is_some_and(means)
}

fn made(value: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    value
        .child(Field::Type)
        .filter(|_| value.kind() == K::ObjectCreationExpression)
}

/// The calls that follow a registration: `As<I>()`, `SingleInstance()`.
fn followers(call: SyntaxNode<'_>) -> Vec<SyntaxNode<'_>> {
    let mut found = Vec::new();
    let mut inner = call;
    while let Some(outer) = inner
        .parent()
        .filter(|access| access.kind() == K::MemberAccessExpression)
        .and_then(SyntaxNode::parent)
        .filter(|outer| outer.kind() == K::InvocationExpression)
    {
        found.push(outer);
        inner = outer;
    }
    found
}

fn called(call: SyntaxNode<'_>) -> String {
    let name = call
        .child(Field::Function)
        .and_then(|function| function.child(Field::Name));
    name.map(simple_name).unwrap_or_default()
}

/// Whether it registers the type without a key.
pub(super) fn provides<'a>(
    one: &Registration<'a>,
    reader: &Reader<'a>,
    file: FileId,
    dependency: &Dependency,
) -> bool {
    let followers = followers(one.node);
    let names: Vec<String> = followers.iter().map(|call| called(*call)).collect();
    if names.iter().any(|name| name == "Keyed" || name == "Named") {
        return false;
    }
    let simple = dependency.simple();
    let by_name = |call: &SyntaxNode<'a>| {
        let types = type_arguments(*call).into_iter();
        let mut types = types.flat_map(SyntaxNode::named_children);
        called(*call) == "As" && types.any(|ty| simple_name(ty) == simple)
    };
    let by_typeof = |call: &SyntaxNode<'a>| {
        let values = call.child(Field::Arguments).into_iter();
        let mut values = values
            .flat_map(|list| list.children_of(K::Argument))
            .flat_map(SyntaxNode::named_children);
        called(*call) == "As"
            && values.any(|value| {
                let ty = value.child(Field::Type);
                ty.is_some_and(|ty| simple_name(ty) == simple)
            })
    };
    if followers
        .iter()
        .any(|call| by_name(call) || by_typeof(call))
    {
        return true;
    }
    if names.iter().any(|name| name == "As") {
        return false;
    }
    let registered = type_arguments(one.node).and_then(|list| list.named_children().next());
    if names.iter().any(|name| name == "AsImplementedInterfaces") {
        let class = dependency
            .class()
            .and_then(|class| class.rsplit('.').next());
        return registered.is_some_and(|ty| Some(&*simple_name(ty)) == class);
    }
    let value = one.node.child(Field::Arguments).and_then(|list| {
        let first = list.child_of(K::Argument)?;
        first.named_children().last()
    });
    registered.is_some_and(|ty| simple_name(ty) == simple)
        || one.method == "RegisterInstance"
            && value.is_some_and(|value| {
                dependency.is_real(&reader.value_type(file, value), value.text())
            })
}

/// The statement that registers it, but for the builder and its end.
pub(super) fn text<'a>(
    dependency: &Dependency,
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
) -> String {
    let ty = dependency.type_at(reader, file, at);
    match &dependency.real {
        Real::Member(_) | Real::Call(_) => {
            let real = dependency.default_at(reader, file, at);
            format!("RegisterInstance({real}).As<{ty}>()")
        }
        Real::New(_) | Real::Make(_) => {
            let class = dependency.class_at(reader, file, at);
            format!("RegisterType<{class}>().As<{ty}>().SingleInstance()")
        }
    }
}

/// Whether the method of a module that fills the builder is called by this: `RegisterModule<M>()`,
/// `RegisterModule(new M())`.
pub(super) fn calls_module<'a>(
    reader: &Reader<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
    module: &crate::binding::TypeRef,
) -> bool {
    let by_name = type_arguments(call)
        .into_iter()
        .flat_map(SyntaxNode::named_children);
    let by_value = call
        .child(Field::Arguments)
        .into_iter()
        .flat_map(|list| list.children_of(K::Argument))
        .flat_map(SyntaxNode::named_children)
        .filter_map(made);
    let mut types = by_name.chain(by_value);
    types.any(|ty| reader.type_of_node(file, ty) == *module)
}
