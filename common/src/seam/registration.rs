//! The Microsoft container: where it is filled, which classes it makes, and the line that is missing there.
//! Other containers are not its business.

use std::collections::{BTreeMap, BTreeSet};

use crate::binding::FileId;
use crate::edit::Edit;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::code::{ClassId, Reader, has_word};
use super::inject::Dependency;
use super::layout;
use super::shape::simple_name;

use SyntaxKind as K;

/// A body of code that fills a container: a method, a lambda's block, top-level statements.
#[derive(Clone, Debug)]
pub struct Root<'a> {
    /// Its file.
    pub file: FileId,
    /// The method, lambda or file.
    pub node: SyntaxNode<'a>,
    /// The name of the extension method of a collection or builder that it is, if it is one.
    pub extension: Option<String>,
    /// Names of the methods that are called in it.
    pub calls: BTreeSet<String>,
    /// The registrations in it, in order.
    pub registrations: Vec<Registration<'a>>,
}

/// One call of `Add…` or `TryAdd…`.
#[derive(Clone, Debug)]
pub struct Registration<'a> {
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
    /// What it calls its `IServiceProvider`.
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

/// All places that fill a Microsoft container.
pub fn roots<'a>(reader: &Reader<'a>) -> Vec<Root<'a>> {
    let mut found: BTreeMap<(FileId, usize, usize), Root<'a>> = BTreeMap::new();
    for (file, source) in reader.code().files() {
        if !source.text.contains("Add") || !MARKS.iter().any(|mark| has_word(&source.text, mark)) {
            continue;
        }
        let Some(root) = reader.root(file) else {
            continue;
        };
        for node in root
            .descendants()
            .filter(|node| node.kind() == K::InvocationExpression)
        {
            let Some((method, collection)) = on_collection(reader, file, node) else {
                continue;
            };
            let body = body_around(node);
            let range = body.range();
            let entry = found
                .entry((file, range.start(), range.end()))
                .or_insert_with(|| Root {
                    file,
                    node: body,
                    extension: extension_name(body),
                    calls: BTreeSet::new(),
                    registrations: Vec::new(),
                });
            entry.calls.insert(method.clone());
            if is_registration(&method) {
                entry.registrations.push(Registration {
                    node,
                    collection,
                    method,
                });
            }
        }
    }
    let mut roots: Vec<Root<'a>> = found.into_values().collect();
    for root in &mut roots {
        root.calls.extend(called_in(root.node));
        // In a chain the outer call comes first in the tree.
        root.registrations
            .sort_by_key(|one| (one.node.range().end(), one.node.range().start()));
    }
    roots
}

/// The names of all methods that are called in a body, on whatever.
fn called_in(body: SyntaxNode<'_>) -> impl Iterator<Item = String> {
    body.descendants()
        .filter(|node| node.kind() == K::InvocationExpression)
        .filter_map(|call| call.child(Field::Function))
        .filter(|function| function.kind() == K::MemberAccessExpression)
        .filter_map(|function| function.child(Field::Name))
        .map(simple_name)
}

/// The method's name and the collection, when a call is made on an `IServiceCollection`.
fn on_collection<'a>(
    reader: &Reader<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
) -> Option<(String, SyntaxNode<'a>)> {
    let function = call
        .child(Field::Function)
        .filter(|function| function.kind() == K::MemberAccessExpression)?;
    let method = simple_name(function.child(Field::Name)?);
    let mut receiver = function.child(Field::Expression)?;
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
                .is_some_and(|body| body.kind() == K::Block),
            _ => false,
        })
        .unwrap_or(node)
}

fn extension_name(body: SyntaxNode<'_>) -> Option<String> {
    let first = body
        .child(Field::Parameters)
        .filter(|_| body.kind() == K::MethodDeclaration)?
        .child_of(K::Parameter)?;
    let extends = first
        .children_of(K::Modifier)
        .any(|modifier| modifier.text() == "this");
    let collection = first.child(Field::Type).is_some_and(|ty| {
        let name = simple_name(ty);
        name.ends_with("ServiceCollection") || name.ends_with("Builder")
    });
    (extends && collection).then(|| {
        body.child(Field::Name)
            .map(|name| decoded_name(name.text()).into_owned())
    })?
}

impl<'a> Root<'a> {
    /// Whether a type of this simple name is registered here: as a type argument, `typeof`, or by a value of it.
    pub fn provides(&self, reader: &Reader<'a>, dependency: Dependency) -> bool {
        let simple = dependency.type_name.rsplit('.').next().unwrap_or_default();
        self.registrations.iter().any(|one| {
            let means = |ty: SyntaxNode<'a>| simple_name(ty) == simple;
            let first_argument =
                type_arguments(one.node).and_then(|list| list.named_children().next());
            if first_argument.is_some_and(means) {
                return true;
            }
            let Some(arguments) = one.node.child(Field::Arguments) else {
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
                        || reader.value_type(self.file, value).library()
                            == Some(dependency.type_name)
                        || value.text() == format!("{simple}.{}", dependency.default_member)
                })
        })
    }

    /// Whether one of the classes is made here by the container itself.
    pub fn registers(&self, reader: &Reader<'a>, classes: &BTreeSet<ClassId>) -> bool {
        self.registrations.iter().any(|one| {
            let by_argument = type_arguments(one.node)
                .into_iter()
                .flat_map(SyntaxNode::named_children);
            let by_typeof = one
                .node
                .child(Field::Arguments)
                .into_iter()
                .flat_map(|list| list.children_of(K::Argument))
                .flat_map(SyntaxNode::named_children)
                .filter(|value| value.kind() == K::TypeofExpression)
                .filter_map(|value| value.child(Field::Type));
            let has_factory = one.node.child(Field::Arguments).is_some_and(|list| {
                list.children_of(K::Argument)
                    .flat_map(SyntaxNode::named_children)
                    .any(|value| value.kind() == K::LambdaExpression)
            });
            let typed_client = one.method.starts_with("AddHttpClient");
            by_argument.chain(by_typeof).any(|ty| {
                (!has_factory || typed_client)
                    && reader
                        .class(self.file, &reader.type_of_node(self.file, ty))
                        .is_some_and(|class| classes.contains(&class))
            })
        })
    }

    /// Whether the body makes the host or the container itself.
    pub fn builds(&self, reader: &Reader<'a>) -> bool {
        let text = reader
            .text(self.file)
            .get(self.node.range().as_range())
            .unwrap_or_default();
        [
            "CreateBuilder",
            "CreateApplicationBuilder",
            "CreateDefaultBuilder",
            "CreateSlimBuilder",
            "BuildServiceProvider",
        ]
        .iter()
        .any(|mark| has_word(text, mark))
            || self
                .node
                .child(Field::Name)
                .is_some_and(|name| name.text() == "ConfigureServices")
    }
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
        let Some((method, _)) = on_collection(reader, file, call) else {
            continue;
        };
        if !takes_factory(&method) {
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
        let parameter = match parameters.kind() {
            K::ImplicitParameter | K::Identifier => Some(parameters),
            _ => parameters.descendants().find(|inner| {
                inner.kind() == K::ImplicitParameter
                    || (inner.kind() == K::Identifier && inner.field() == Field::Name)
            }),
        };
        return parameter.map(|parameter| Factory { parameter, lambda });
    }
    None
}

/// What a registration run decided.
#[derive(Clone, Debug, Default)]
pub struct RegistrationPlan {
    /// The lines that are missing.
    pub edits: Vec<(FileId, Edit)>,
    /// Roots that have it already or get it from a method that they call.
    pub served: usize,
}

/// Registers the dependency where containers make one of `classes`, or run one of the factories at `factories`,
/// and don't have it yet. `unregistered` tells that some of the classes are made by a framework's container
/// without a registration, so that each container of a program needs it.
pub fn register(
    reader: &Reader<'_>,
    dependency: Dependency,
    classes: &BTreeSet<ClassId>,
    factories: &[(FileId, TextRange)],
    unregistered: &dyn Fn(FileId) -> bool,
) -> RegistrationPlan {
    let roots = roots(reader);
    let mut provided: Vec<bool> = roots
        .iter()
        .map(|root| root.provides(reader, dependency))
        .collect();
    let needs: Vec<bool> = roots
        .iter()
        .map(|root| {
            root.registers(reader, classes)
                || factories.iter().any(|(file, range)| {
                    *file == root.file && root.node.range().contains_range(*range)
                })
        })
        .collect();
    let mut plan = RegistrationPlan::default();
    // Extension methods first, those with most registrations before others: who calls them is served.
    let mut order: Vec<usize> = (0..roots.len()).collect();
    order.sort_by_key(|index| {
        let root = &roots[*index];
        (
            root.extension.is_none(),
            std::cmp::Reverse(root.registrations.len()),
            root.file,
            root.node.range(),
        )
    });
    for index in order {
        let root = &roots[index];
        let calls_needy = root.extension.is_none()
            && roots.iter().zip(&needs).any(|(other, needs)| {
                *needs
                    && other
                        .extension
                        .as_ref()
                        .is_some_and(|name| root.calls.contains(name))
            });
        let own_need = needs[index]
            || calls_needy
            || (root.extension.is_none() && root.builds(reader) && unregistered(root.file));
        if !own_need {
            continue;
        }
        if is_served(&roots, &provided, index, 0) {
            plan.served += 1;
            continue;
        }
        if let Some(name) = &root.extension {
            let mut callers = roots
                .iter()
                .enumerate()
                .filter(|(other, caller)| *other != index && caller.calls.contains(name))
                .peekable();
            if callers.peek().is_some()
                && callers.all(|(other, _)| is_served(&roots, &provided, other, 0))
            {
                plan.served += 1;
                continue;
            }
        }
        if let Some(edit) = insertion(reader, root, dependency) {
            plan.edits.push((root.file, edit));
            provided[index] = true;
        }
    }
    plan
}

const DEEPEST_CALL: usize = 8;

fn is_served(roots: &[Root<'_>], provided: &[bool], index: usize, depth: usize) -> bool {
    if provided[index] {
        return true;
    }
    depth < DEEPEST_CALL
        && roots.iter().enumerate().any(|(other, root)| {
            other != index
                && root
                    .extension
                    .as_ref()
                    .is_some_and(|name| roots[index].calls.contains(name))
                && is_served(roots, provided, other, depth + 1)
        })
}

/// The line beside the first registration; in a chain, its first link.
fn insertion<'a>(reader: &Reader<'a>, root: &Root<'a>, dependency: Dependency) -> Option<Edit> {
    let first = root.registrations.first()?;
    let text = reader.text(root.file);
    let value = dependency.default_at(reader, root.file, first.node);
    let tries = root
        .registrations
        .iter()
        .all(|one| one.method.starts_with("TryAdd"));
    let method = if tries {
        "TryAddSingleton"
    } else {
        "AddSingleton"
    };
    let statement = first
        .node
        .ancestors()
        .take_while(|around| around.range() != root.node.range())
        .find(|around| {
            let placed = around.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    K::Block | K::CompilationUnit | K::SwitchSection
                )
            });
            placed
                && matches!(
                    around.kind(),
                    K::ExpressionStatement
                        | K::GlobalStatement
                        | K::ReturnStatement
                        | K::LocalDeclarationStatement
                )
        })
        .filter(|statement| layout::starts_line(text, statement.range().start()));
    Some(match statement {
        Some(statement) => {
            let start = statement.range().start();
            let (ending, indent) = (
                layout::line_ending(text, start),
                layout::indent(text, start),
            );
            let line = format!(
                "{}.{method}({value});{ending}{indent}",
                first.collection.text()
            );
            Edit {
                range: TextRange::empty(start),
                text: line,
            }
        }
        None => Edit {
            range: TextRange::empty(first.collection.range().end()),
            text: format!(".{method}({value})"),
        },
    })
}

#[cfg(test)]
mod tests;
