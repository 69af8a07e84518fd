//! Whether a site can be reached by an injected provider, by the place where it stands: a reason against it, or
//! none. Knows the code around the site; nothing of constructors.

use super::super::code::Reader;
use super::super::framework::attributes_of;
use super::super::names::{candidates, namespaces_in_sight};
use super::super::shape::{has_modifier, simple_name};
use super::context::composition_root;
use crate::binding::{Binder, FileId, Origin, Resolution, Term, TypeRef};
use crate::catalogue::expressions::{is_query, is_query_named, starts_query, takes_expression};
use crate::catalogue::frameworks::{Mark, Role, framework};
use crate::outline::{MemberKind, ParameterModifiers};
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use SyntaxKind as K;

/// Why the code around the site refuses it.
pub(super) fn by_code<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
) -> Option<(Reason, String)> {
    if let Some(how) = expression_tree(reader, file, node) {
        return Some((Reason::ExpressionTree, how));
    }
    if let Some(what) = orchestrator(reader, file, node) {
        return Some((Reason::DeterministicOrchestrator, what));
    }
    composition_root(reader, file, node).map(|what| (Reason::CompositionRoot, what))
}

fn replays(mark: Mark, candidates: &[String]) -> bool {
    candidates
        .iter()
        .any(|name| framework(mark, name).is_some_and(|row| row.role == Role::Replayed))
}

fn orchestrator<'a>(reader: &Reader<'a>, file: FileId, node: SyntaxNode<'a>) -> Option<String> {
    for around in node.ancestors() {
        let mark = if around.kind() == K::ClassDeclaration {
            Mark::TypeAttribute
        } else {
            Mark::MemberAttribute
        };
        let attribute = attributes_of(around)
            .find(|name| replays(mark, &candidates(reader, file, *name, "Attribute")));
        if let Some(name) = attribute {
            return Some(format!("`[{}]`", simple_name(name)));
        }
        if matches!(
            around.kind(),
            K::MethodDeclaration | K::LocalFunctionStatement | K::LambdaExpression
        ) {
            let parameters = around
                .child(Field::Parameters)
                .or_else(|| around.child_of(K::ParameterList));
            for parameter in parameters
                .into_iter()
                .flat_map(|list| list.children_of(K::Parameter))
            {
                let bears = attributes_of(parameter).any(|name| {
                    replays(
                        Mark::MemberAttribute,
                        &candidates(reader, file, name, "Attribute"),
                    )
                });
                let ty = parameter.child(Field::Type);
                let takes = ty
                    .filter(|ty| replays(Mark::ParameterType, &candidates(reader, file, *ty, "")));
                if bears || takes.is_some() {
                    return Some(format!("it takes `{}`", parameter.text()));
                }
            }
        }
        if around.kind() == K::ClassDeclaration {
            let mut bases = around
                .child_of(K::BaseList)
                .into_iter()
                .flat_map(SyntaxNode::named_children);
            let base = bases.find(|base| {
                let names = candidates(reader, file, *base, "");
                replays(Mark::Base, &names) || replays(Mark::Interface, &names)
            });
            if let Some(base) = base {
                return Some(format!("the class derives from `{}`", simple_name(base)));
            }
        }
    }
    None
}

/// Operators of `Enumerable` and `Queryable` that take a lambda, and their asynchronous forms.
const OPERATORS: &[&str] = &[
    "Aggregate",
    "All",
    "Any",
    "Average",
    "Count",
    "CountBy",
    "AggregateBy",
    "DistinctBy",
    "ExceptBy",
    "First",
    "FirstOrDefault",
    "GroupBy",
    "GroupJoin",
    "IntersectBy",
    "Join",
    "Last",
    "LastOrDefault",
    "LongCount",
    "Max",
    "MaxBy",
    "Min",
    "MinBy",
    "OrderBy",
    "OrderByDescending",
    "Select",
    "SelectMany",
    "Single",
    "SingleOrDefault",
    "SkipWhile",
    "Sum",
    "TakeWhile",
    "ThenBy",
    "ThenByDescending",
    "UnionBy",
    "Where",
    "WhereIf",
];
/// Operators that pass the sequence on without a lambda.
const PASSING: &[&str] = &[
    "AsNoTracking",
    "AsNoTrackingWithIdentityResolution",
    "AsSplitQuery",
    "AsTracking",
    "Append",
    "Cast",
    "Concat",
    "DefaultIfEmpty",
    "Distinct",
    "Except",
    "IgnoreQueryFilters",
    "Include",
    "Intersect",
    "OfType",
    "Prepend",
    "Reverse",
    "Skip",
    "Take",
    "TagWith",
    "ThenInclude",
    "Union",
];
/// What ends a query: behind it everything runs here.
const ENDING: &[&str] = &[
    "AsEnumerable",
    "AsAsyncEnumerable",
    "AsParallel",
    "ToArray",
    "ToArrayAsync",
    "ToDictionary",
    "ToDictionaryAsync",
    "ToHashSet",
    "ToImmutableArray",
    "ToImmutableList",
    "ToList",
    "ToListAsync",
    "ToLookup",
];
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IsQuery {
    Yes,
    No,
    Unknown,
}

/// How the site may be part of an expression tree; `None` when it can't be.
fn expression_tree<'a>(reader: &Reader<'a>, file: FileId, node: SyntaxNode<'a>) -> Option<String> {
    let binder = reader.binder(file)?;
    for around in node.ancestors() {
        match around.kind() {
            K::LambdaExpression => {
                let block = around
                    .child(Field::Body)
                    .is_some_and(|body| body.kind() == K::Block);
                if block || has_modifier(around, "async") {
                    return None;
                }
                if let Some(how) = of_lambda(reader, binder, file, around) {
                    return Some(how);
                }
            }
            K::QueryExpression => {
                let source = around.child_of(K::FromClause).and_then(|from| {
                    from.named_children()
                        .filter(|child| !child.is_extra())
                        .last()
                });
                let inside =
                    source.is_some_and(|source| source.range().contains_range(node.range()));
                if !inside
                    && source.is_none_or(|source| is_a_query(binder, source, 0) != IsQuery::No)
                {
                    return Some("a query expression over what may be a database".to_owned());
                }
            }
            kind if is_member(kind) => return None,
            _ => {}
        }
    }
    None
}

pub(super) fn is_member(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::PropertyDeclaration
            | K::FieldDeclaration
            | K::IndexerDeclaration
            | K::ClassDeclaration
            | K::CompilationUnit
    )
}

fn of_lambda<'a>(
    reader: &Reader<'a>,
    binder: &Binder<'a>,
    file: FileId,
    lambda: SyntaxNode<'a>,
) -> Option<String> {
    let mut value = lambda;
    // What passes its target type on.
    while let Some(parent) = value.parent()
        && matches!(
            parent.kind(),
            K::ParenthesizedExpression
                | K::ConditionalExpression
                | K::SwitchExpressionArm
                | K::SwitchExpression
                | K::CheckedExpression
                | K::BinaryExpression
        )
    {
        value = parent;
    }
    let parent = value.parent()?;
    if parent.kind() == K::Argument
        && let Some(call) = parent.parent().and_then(SyntaxNode::parent)
        && call.kind() != K::TupleExpression
    {
        return of_call(reader, binder, file, call);
    }
    match binder.target(lambda) {
        Term::Named { name, .. } if is_tree(&name) => Some(format!("the lambda is an `{name}`")),
        // An alias hides what it is.
        Term::Named {
            ty: TypeRef::Library(full),
            ..
        } if full.starts_with("System.Linq.Expressions.") => {
            Some(format!("the lambda is an `{full}`"))
        }
        Term::Open if parent.kind() == K::AssignmentExpression => {
            let left = parent.child(Field::Left)?;
            Some(format!("what `{}` is isn't certain", left.text()))
        }
        _ => None,
    }
}

fn is_tree(name: &str) -> bool {
    matches!(name, "Expression" | "LambdaExpression")
}

fn of_call<'a>(
    reader: &Reader<'a>,
    binder: &Binder<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
) -> Option<String> {
    let function = call.child(Field::Function)?;
    let (name, receiver) = match function.kind() {
        K::MemberAccessExpression => (
            simple_name(function.child(Field::Name)?),
            function.child(Field::Expression),
        ),
        K::MemberBindingExpression => (simple_name(function.child(Field::Name)?), None),
        _ => (simple_name(function), None),
    };
    match binder.resolve(function) {
        Resolution::Methods(Some(method)) if matches!(method.owner, TypeRef::Declared(_)) => {
            let TypeRef::Declared(key) = &method.owner else {
                return None;
            };
            let receiver =
                receiver.map_or(TypeRef::Unknown, |receiver| binder.value_type(receiver));
            let (takes, extends) = overloads(reader, file, key, &name, &receiver);
            if takes {
                return Some(format!("`{name}` takes an expression"));
            }
            // An extension of another type may hide behind the name.
            if !extends {
                return None;
            }
        }
        Resolution::Methods(Some(method))
            if method
                .owner
                .library()
                .is_some_and(|owner| !owner.starts_with("System.Linq.")) =>
        {
            return None;
        }
        _ => {}
    }
    let plain = name.strip_suffix("Async").unwrap_or(&name);
    if OPERATORS.contains(&plain) {
        let asynchronous = plain.len() != name.len();
        return match receiver.map_or(IsQuery::Unknown, |receiver| is_a_query(binder, receiver, 0)) {
            IsQuery::No if !asynchronous => None,
            IsQuery::Yes => Some(format!("`{name}` of a query")),
            _ => Some(format!("`{name}` of what may be a query")),
        };
    }
    namespaces_in_sight(reader, file)
        .iter()
        .any(|namespace| takes_expression(namespace, &name))
        .then(|| format!("`{name}` takes an expression"))
}

/// Whether a method of the workspace takes an expression, as far as the receiver can be what it extends, and whether
/// it is an extension.
fn overloads(
    reader: &Reader<'_>,
    file: FileId,
    owner: &str,
    name: &str,
    receiver: &TypeRef,
) -> (bool, bool) {
    let names = reader.code().names();
    let (mut takes, mut extends) = (false, false);
    for (part, id) in names.parts(file, owner) {
        let outline = names.outline(part);
        let methods = outline.members_of(id).iter();
        let methods = methods.filter(|member| member.kind == MemberKind::Method);
        for method in methods.filter(|member| outline.text(member.name) == name) {
            let parameters = outline.parameters(method.parameters);
            let this = parameters
                .first()
                .filter(|first| first.modifiers.contains(ParameterModifiers::THIS));
            extends |= this.is_some();
            let fits = this.is_none_or(|this| may_extend(outline.text(this.type_text), receiver));
            takes |= fits
                && parameters
                    .iter()
                    .any(|parameter| outline.text(parameter.type_text).contains("Expression<"));
        }
    }
    (takes, extends)
}

/// Whether an extension of a type of this text can be called on the receiver. Only types of the base library are
/// told apart: they derive from none of the workspace, but implement interfaces.
fn may_extend(text: &str, receiver: &TypeRef) -> bool {
    let simple = |name: &str| {
        let head = name.split(['<', '`', '?']).next().unwrap_or(name);
        head.rsplit(['.', ':']).next().unwrap_or(head).to_owned()
    };
    let Some(full) = receiver.library() else {
        return true;
    };
    let (extended, own) = (simple(text), simple(full));
    let is_interface = {
        let mut letters = extended.chars();
        letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase)
    };
    extended == own
        || extended.len() == 1
        || extended == "object"
        || (is_interface && (is_query(full) || !is_query_named(&extended)))
}

const DEEPEST: usize = 32;

fn is_a_query<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>, depth: usize) -> IsQuery {
    if depth > DEEPEST {
        return IsQuery::Unknown;
    }
    let next = |node: SyntaxNode<'a>| is_a_query(binder, node, depth + 1);
    match node.kind() {
        K::ParenthesizedExpression
        | K::AwaitExpression
        | K::PostfixUnaryExpression
        | K::CheckedExpression => node
            .named_children()
            .find(|child| !child.is_extra())
            .map_or(IsQuery::Unknown, next),
        K::CastExpression => node
            .child(Field::Type)
            .map_or(IsQuery::Unknown, |ty| by_text(ty.text())),
        K::InvocationExpression => {
            let Some(function) = node.child(Field::Function) else {
                return IsQuery::Unknown;
            };
            let name = match function.kind() {
                K::MemberAccessExpression => function.child(Field::Name),
                _ => Some(function),
            };
            let name = name.map(simple_name).unwrap_or_default();
            let plain = name.strip_suffix("Async").unwrap_or(&name);
            if ENDING.contains(&name.as_str()) {
                return IsQuery::No;
            }
            let declared = by_resolution(binder, &binder.resolve(node), depth);
            if declared != IsQuery::Unknown {
                return declared;
            }
            if let Resolution::Methods(Some(method)) = binder.resolve(function)
                && !method.type_text.is_empty()
            {
                return by_text(&method.type_text);
            }
            if starts_query(&name) {
                return IsQuery::Yes;
            }
            // What a type of the base library gives is no query, unless it was one.
            let owner = function.child(Field::Expression);
            let operator = OPERATORS.contains(&plain) || PASSING.contains(&name.as_str());
            if !operator && owner.is_some_and(|owner| is_plain_library(binder, owner)) {
                return IsQuery::No;
            }
            let passes = OPERATORS.contains(&plain) || PASSING.contains(&name.as_str());
            match function.child(Field::Expression).filter(|_| passes) {
                Some(receiver) => next(receiver),
                None => IsQuery::Unknown,
            }
        }
        K::Identifier | K::MemberAccessExpression | K::GenericName => {
            let found = by_resolution(binder, &binder.resolve(node), depth);
            let owner = node.child(Field::Expression);
            match owner.filter(|_| found == IsQuery::Unknown) {
                Some(owner) if is_plain_library(binder, owner) => IsQuery::No,
                _ => found,
            }
        }
        K::ObjectCreationExpression
        | K::ArrayCreationExpression
        | K::ImplicitArrayCreationExpression
        | K::CollectionExpression
        | K::StringLiteral => IsQuery::No,
        K::Token if node.text() == "this" => IsQuery::No,
        _ => IsQuery::Unknown,
    }
}

/// Whether an expression is a type of the base library, or a value of one, that is no query.
fn is_plain_library<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    let ty = match binder.resolve(node) {
        Resolution::Value(value) | Resolution::ColorColor(value, _) => value.ty,
        Resolution::Type(ty) => ty,
        _ => return false,
    };
    ty.library().is_some_and(|full| {
        full.starts_with("System.") && !is_query(full) && full != "System.Object"
    })
}

fn by_resolution<'a>(binder: &Binder<'a>, resolution: &Resolution<'a>, depth: usize) -> IsQuery {
    let (Resolution::Value(value) | Resolution::ColorColor(value, _)) = resolution else {
        return IsQuery::Unknown;
    };
    let text = match &value.origin {
        Origin::Local(local) => match local.type_node {
            Some(ty) if ty.kind() != K::ImplicitType && ty.text() != "var" => ty.text().to_owned(),
            _ => {
                return local.initializer.map_or(IsQuery::Unknown, |initializer| {
                    is_a_query(binder, initializer, depth + 1)
                });
            }
        },
        Origin::Member(member) | Origin::Call(Some(member)) => member.type_text.clone(),
        _ => String::new(),
    };
    if !text.is_empty() {
        return by_text(&text);
    }
    match &value.ty {
        TypeRef::Library(full) => by_text(full),
        TypeRef::Declared(_) => IsQuery::No,
        _ => IsQuery::Unknown,
    }
}

/// By a type's text; a task counts as what it gives.
fn by_text(text: &str) -> IsQuery {
    let text = text.trim_end_matches('?');
    let (head, arguments) = text.split_once('<').unwrap_or((text, ""));
    let simple = head.rsplit(['.', ':']).next().unwrap_or(head).trim();
    let simple = simple.split('`').next().unwrap_or(simple);
    if matches!(simple, "Task" | "ValueTask" | "Lazy" | "Func") && !arguments.is_empty() {
        return by_text(arguments.strip_suffix('>').unwrap_or(arguments));
    }
    match simple {
        "" | "var" | "dynamic" | "object" => IsQuery::Unknown,
        // A type parameter.
        one if one.len() == 1 => IsQuery::Unknown,
        _ if is_query_named(simple) => IsQuery::Yes,
        _ => IsQuery::No,
    }
}

/// Where the member around a node starts, and its name.
pub(super) fn member_around(node: SyntaxNode<'_>) -> Option<(usize, String)> {
    let member = node.ancestors().find(|around| {
        matches!(
            around.kind(),
            K::MethodDeclaration
                | K::PropertyDeclaration
                | K::IndexerDeclaration
                | K::EventDeclaration
                | K::FieldDeclaration
                | K::ConstructorDeclaration
        )
    })?;
    let name = member
        .child(Field::Name)
        .map_or_else(|| "this[]".into(), |name| decoded_name(name.text()));
    Some((member.range().start(), name.into_owned()))
}
