//! Microsoft's container and Autofac's: where they are filled, which classes they make, and the line that is missing
//! there. Other containers are not its business.
//!
//! - `autofac`: Autofac's builder;
//! - `bodies`: who calls a body that fills a container, and which of its paths reach a place;
//! - `plan`: which container lacks the line, and who gets it;
//! - `insert`: where the line goes.

mod autofac;
mod bodies;
mod insert;
mod plan;

use std::collections::BTreeMap;

use crate::binding::FileId;
use crate::project::Container;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::{ClassId, Reader, has_word};
use super::dependency::Dependency;
use super::shape::simple_name;

pub(super) use autofac::NAMESPACE as AUTOFAC;
pub use plan::{RegistrationPlan, made_by_containers, register};

use SyntaxKind as K;

/// A body of code that fills a container: a method, a lambda's block, top-level statements.
#[derive(Clone, Debug)]
pub struct Root<'a> {
    /// Its file.
    pub file: FileId,
    /// The method, lambda or file.
    pub node: SyntaxNode<'a>,
    /// Whether it is an extension method of a collection or builder.
    pub is_extension: bool,
    /// The registrations in it, in order.
    pub registrations: Vec<Registration<'a>>,
}

/// One call of `Add…` or `TryAdd…`, or of Autofac's `Register…`.
#[derive(Clone, Debug)]
pub struct Registration<'a> {
    /// What it fills.
    pub container: Container,
    /// The call.
    pub node: SyntaxNode<'a>,
    /// The collection, as written.
    pub collection: SyntaxNode<'a>,
    /// The method's name.
    pub method: String,
}

/// Where a factory of a registration gets what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factory<'a> {
    /// What runs it.
    pub container: Container,
    /// What it calls its `IServiceProvider`, or Autofac's `IComponentContext`.
    pub parameter: SyntaxNode<'a>,
    /// The whole lambda.
    pub lambda: SyntaxNode<'a>,
}

const MARKS: &[&str] = &[
    "IServiceCollection",
    "ServiceCollection",
    "Services",
    "services",
];

/// All places that fill a container.
pub fn roots<'a>(reader: &Reader<'a>) -> Vec<Root<'a>> {
    let mut found: BTreeMap<(FileId, usize, usize), Root<'a>> = BTreeMap::new();
    for (file, source) in reader.code().files() {
        let text = &source.text;
        let adds = text.contains("Add") && MARKS.iter().any(|mark| has_word(text, mark));
        if !adds && !has_word(text, autofac::MARK) {
            continue;
        }
        let Some(root) = reader.root(file) else {
            continue;
        };
        for node in root
            .descendants()
            .filter(|node| node.kind() == K::InvocationExpression)
        {
            let Some((container, method, collection)) = on_container(reader, file, node) else {
                continue;
            };
            let body = body_around(node);
            let range = body.range();
            let entry = found
                .entry((file, range.start(), range.end()))
                .or_insert_with(|| Root {
                    file,
                    node: body,
                    is_extension: is_extension(body),
                    registrations: Vec::new(),
                });
            if container == Container::Autofac || is_registration(&method) {
                entry.registrations.push(Registration {
                    container,
                    node,
                    collection,
                    method,
                });
            }
        }
    }
    let mut roots: Vec<Root<'a>> = found.into_values().collect();
    for root in &mut roots {
        // In a chain the outer call comes first in the tree.
        root.registrations
            .sort_by_key(|one| (one.node.range().end(), one.node.range().start()));
    }
    roots
}

/// The method's name and the collection or builder, when a call is made on one.
fn on_container<'a>(
    reader: &Reader<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
) -> Option<(Container, String, SyntaxNode<'a>)> {
    if let Some((method, collection)) = on_collection(reader, file, call) {
        return Some((Container::Microsoft, method, collection));
    }
    let (method, builder) = autofac::on_builder(reader, file, call)?;
    Some((Container::Autofac, method, builder))
}

/// The method's name and what it is called on.
fn method_called(call: SyntaxNode<'_>) -> Option<(String, SyntaxNode<'_>)> {
    let function = call
        .child(Field::Function)
        .filter(|function| function.kind() == K::MemberAccessExpression)?;
    let method = simple_name(function.child(Field::Name)?);
    Some((method, function.child(Field::Expression)?))
}

/// The method's name and the collection, when a call is made on an `IServiceCollection`.
fn on_collection<'a>(
    reader: &Reader<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
) -> Option<(String, SyntaxNode<'a>)> {
    let (method, mut receiver) = method_called(call)?;
    while receiver.kind() == K::InvocationExpression {
        let inner = receiver
            .child(Field::Function)
            .filter(|inner| inner.kind() == K::MemberAccessExpression)?;
        receiver = inner.child(Field::Expression)?;
    }
    is_collection(reader, file, receiver).then_some((method, receiver))
}

fn is_collection<'a>(reader: &Reader<'a>, file: FileId, receiver: SyntaxNode<'a>) -> bool {
    let last = match receiver.kind() {
        K::MemberAccessExpression => receiver.child(Field::Name).unwrap_or(receiver),
        K::Identifier => receiver,
        _ => return false,
    };
    let name = decoded_name(last.text());
    if matches!(
        name.trim_start_matches('_'),
        "services" | "Services" | "serviceCollection" | "ServiceCollection"
    ) {
        return true;
    }
    reader
        .binder(file)
        .is_some_and(|binder| match binder.resolve(receiver) {
            crate::binding::Resolution::Value(value) => match value.origin {
                crate::binding::Origin::Local(local) => {
                    local
                        .type_node
                        .is_some_and(|ty| simple_name(ty).ends_with("ServiceCollection"))
                        || local.initializer.is_some_and(|value| {
                            value
                                .child(Field::Type)
                                .is_some_and(|ty| simple_name(ty) == "ServiceCollection")
                        })
                }
                crate::binding::Origin::Member(member) => {
                    member.type_text.ends_with("ServiceCollection")
                }
                _ => false,
            },
            _ => false,
        })
}

fn is_registration(method: &str) -> bool {
    let rest = method
        .strip_prefix("TryAdd")
        .or_else(|| method.strip_prefix("Add"));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
}

/// Registrations whose lambda takes the `IServiceProvider` first.
fn takes_factory(method: &str) -> bool {
    let plain = method.strip_prefix("Try").unwrap_or(method);
    matches!(
        plain,
        "AddSingleton"
            | "AddScoped"
            | "AddTransient"
            | "AddKeyedSingleton"
            | "AddKeyedScoped"
            | "AddKeyedTransient"
            | "AddHostedService"
    )
}

fn body_around(node: SyntaxNode<'_>) -> SyntaxNode<'_> {
    node.ancestors()
        .find(|around| match around.kind() {
            K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::LocalFunctionStatement
            | K::PropertyDeclaration
            | K::CompilationUnit => true,
            // `ConfigureServices(services => { … })` is a body; `sp => new X(…)` is part of one.
            K::LambdaExpression => around
                .child(Field::Body)
                .is_some_and(|body| body.kind() == K::Block || fills_parameter(*around, body)),
            _ => false,
        })
        .unwrap_or(node)
}

/// `services => services.AddX()`: what the expression starts with is the lambda's own parameter.
fn fills_parameter<'a>(lambda: SyntaxNode<'a>, body: SyntaxNode<'a>) -> bool {
    let mut first = body;
    while let Some(inner) = match first.kind() {
        K::InvocationExpression => first.child(Field::Function),
        K::MemberAccessExpression => first.child(Field::Expression),
        _ => None,
    } {
        first = inner;
    }
    let own = lambda.child(Field::Parameters).into_iter();
    let mut own = own.flat_map(|list| std::iter::once(list).chain(list.descendants()));
    body.kind() == K::InvocationExpression
        && own.any(|one| {
            matches!(one.kind(), K::ImplicitParameter | K::Identifier) && one.text() == first.text()
        })
}

fn is_extension(body: SyntaxNode<'_>) -> bool {
    let first = body
        .child(Field::Parameters)
        .filter(|_| body.kind() == K::MethodDeclaration)
        .and_then(|parameters| parameters.child_of(K::Parameter));
    first.is_some_and(|first| {
        let extends = first
            .children_of(K::Modifier)
            .any(|modifier| modifier.text() == "this");
        extends
            && first.child(Field::Type).is_some_and(|ty| {
                let name = simple_name(ty);
                name.ends_with("ServiceCollection") || name.ends_with("Builder")
            })
    })
}

impl<'a> Registration<'a> {
    /// Whether it registers this type: as a type argument, `typeof`, or by a value of it.
    pub fn provides(&self, reader: &Reader<'a>, file: FileId, dependency: &Dependency) -> bool {
        if self.container == Container::Autofac {
            return autofac::provides(self, reader, file, dependency);
        }
        // Who asks without the key doesn't get it.
        if self.method.contains("Keyed") {
            return false;
        }
        let simple = dependency.simple();
        let means = |ty: SyntaxNode<'a>| simple_name(ty) == simple;
        let first_argument =
            type_arguments(self.node).and_then(|list| list.named_children().next());
        if first_argument.is_some_and(means) {
            return true;
        }
        let Some(arguments) = self.node.child(Field::Arguments) else {
            return false;
        };
        let values = arguments
            .children_of(K::Argument)
            .filter_map(|argument| argument.named_children().last());
        let mut values = values.filter(|value| !matches!(value.kind(), K::LambdaExpression));
        first_argument.is_none()
            && values.any(|value| {
                value
                    .child(Field::Type)
                    .filter(|_| value.kind() == K::TypeofExpression)
                    .is_some_and(means)
                    || dependency.is_real(&reader.value_type(file, value), value.text())
            })
    }

    /// The classes that the container itself makes for it.
    pub fn made(&self, reader: &Reader<'a>, file: FileId) -> Vec<ClassId> {
        let by_argument = type_arguments(self.node)
            .into_iter()
            .flat_map(SyntaxNode::named_children);
        let by_typeof = self
            .node
            .child(Field::Arguments)
            .into_iter()
            .flat_map(|list| list.children_of(K::Argument))
            .flat_map(SyntaxNode::named_children)
            .filter(|value| value.kind() == K::TypeofExpression)
            .filter_map(|value| value.child(Field::Type));
        let has_factory = self.node.child(Field::Arguments).is_some_and(|list| {
            list.children_of(K::Argument)
                .flat_map(SyntaxNode::named_children)
                .any(|value| value.kind() == K::LambdaExpression)
        });
        let typed_client = self.method.starts_with("AddHttpClient");
        if has_factory && !typed_client {
            return Vec::new();
        }
        by_argument
            .chain(by_typeof)
            .filter_map(|ty| reader.class(file, &reader.type_of_node(file, ty)))
            .collect()
    }
}

/// Whether a body belongs to what makes a container itself.
fn builds<'a>(reader: &Reader<'a>, file: FileId, body: SyntaxNode<'a>) -> bool {
    makes(reader, file, body, HOSTS)
        || makes(reader, file, body, &["BuildServiceProvider"])
        || body
            .child(Field::Name)
            .is_some_and(|name| name.text() == "ConfigureServices")
}

/// Methods that start a host.
const HOSTS: &[&str] = &[
    "CreateBuilder",
    "CreateApplicationBuilder",
    "CreateDefaultBuilder",
    "CreateSlimBuilder",
];

/// Whether something in a file starts a host.
pub(super) fn starts_host(text: &str) -> bool {
    let words = HOSTS
        .iter()
        .chain(&["HostBuilder", "WebApplicationFactory"]);
    words.into_iter().any(|word| has_word(text, word))
}

/// Whether one of the words stands in the method or program around a body.
fn makes<'a>(reader: &Reader<'a>, file: FileId, body: SyntaxNode<'a>, words: &[&str]) -> bool {
    let member = std::iter::once(body)
        .chain(body.ancestors())
        .find(|around| {
            matches!(
                around.kind(),
                K::MethodDeclaration
                    | K::ConstructorDeclaration
                    | K::PropertyDeclaration
                    | K::CompilationUnit
            )
        })
        .unwrap_or(body);
    let text = reader
        .text(file)
        .get(member.range().as_range())
        .unwrap_or_default();
    // An orchestrator of programs makes none of their classes.
    !has_word(text, "DistributedApplication") && words.iter().any(|word| has_word(text, word))
}

/// The name that an expression starts with: `builder` of `builder.Services`.
fn leftmost(node: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut left = node;
    while let Some(inner) = left
        .child(Field::Expression)
        .filter(|_| left.kind() == K::MemberAccessExpression)
    {
        left = inner;
    }
    left
}

fn type_arguments(call: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    call.child(Field::Function)?
        .child(Field::Name)?
        .child_of(K::TypeArgumentList)
}

/// The factory of a registration that `node` stands in.
pub fn factory_around<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
) -> Option<Factory<'a>> {
    for lambda in node
        .ancestors()
        .filter(|around| around.kind() == K::LambdaExpression)
    {
        let Some(call) = lambda
            .parent()
            .filter(|argument| argument.kind() == K::Argument)
            .and_then(SyntaxNode::parent)
            .and_then(SyntaxNode::parent)
            .filter(|call| call.kind() == K::InvocationExpression)
        else {
            continue;
        };
        let Some((container, method, _)) = on_container(reader, file, call) else {
            continue;
        };
        let takes = match container {
            Container::Microsoft => takes_factory(&method),
            Container::Autofac => method == "Register" && is_at_once(node, lambda),
        };
        if !takes {
            continue;
        }
        // `AddSingleton<Func<int, X>>(i => new X(i))` registers the lambda itself.
        let delegate = type_arguments(call).is_some_and(|list| {
            list.named_children()
                .any(|ty| matches!(simple_name(ty).as_str(), "Func" | "Action"))
        });
        if delegate {
            continue;
        }
        let parameters = lambda.child(Field::Parameters)?;
        // `Register((IFoo foo) => new X(foo))` is given what it names.
        if container == Container::Autofac
            && parameters
                .descendants()
                .any(|inner| inner.kind() == K::Parameter && inner.child(Field::Type).is_some())
        {
            return None;
        }
        let parameter = match parameters.kind() {
            K::ImplicitParameter | K::Identifier => Some(parameters),
            _ => parameters.descendants().find(|inner| {
                inner.kind() == K::ImplicitParameter
                    || (inner.kind() == K::Identifier && inner.field() == Field::Name)
            }),
        };
        return parameter.map(|parameter| Factory {
            container,
            parameter,
            lambda,
        });
    }
    None
}

/// Whether a node is evaluated while the lambda runs: Autofac's context is gone afterwards.
fn is_at_once<'a>(node: SyntaxNode<'a>, lambda: SyntaxNode<'a>) -> bool {
    let around = node.ancestors().take_while(|around| *around != lambda);
    let later = [K::LambdaExpression, K::AnonymousMethodExpression];
    !around
        .into_iter()
        .any(|around| later.contains(&around.kind()))
}

#[cfg(test)]
mod tests;
