//! Calls that may make an object of a type that is only named to them: `typeof(X)`, a type argument, a name in a
//! string. Containers ask for what a constructor takes; what merely looks at a type makes nothing; everything else may
//! use a parameterless constructor.

use crate::binding::{FileId, FoundMember, Resolution, TypeRef};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::code::Reader;
use super::mentions::called;
use super::shape::simple_name;

use SyntaxKind as K;

/// Starts of the names of methods that give a type to a container, take one from it, or only look at it.
const HARMLESS_STARTS: &[&str] = &[
    "Add",
    "As",
    "Assert",
    "Be",
    "Cast",
    "Contain",
    "CreateLogger",
    "Decorate",
    "DoesNot",
    "Empty",
    "Equal",
    "For",
    "From",
    "GetKeyed",
    "GetLogger",
    "GetRequired",
    "GetService",
    "Has",
    "Implement",
    "Is",
    "Match",
    "NotBe",
    "Not",
    "Of",
    "Only",
    "Publish",
    "Received",
    "Register",
    "Remove",
    "Replace",
    "Resolve",
    "Send",
    "Setup",
    "Should",
    "Subscribe",
    "Throw",
    "To",
    "TryAdd",
    "Use",
    "Verify",
    "Where",
    "With",
];

/// Other such names.
const HARMLESS: &[&str] = &[
    "All",
    "Any",
    "Arg",
    "Count",
    "Equals",
    "Fake",
    "First",
    "FirstOrDefault",
    "GetInterceptor",
    "GetInstance",
    "GetType",
    "Log",
    "LogError",
    "LogInformation",
    "Mock",
    "OfType",
    "Returns",
    "Select",
    "SelectMany",
    "Single",
    "SingleOrDefault",
    "Substitute",
];

/// Methods of the base library that make what they are given as a type argument.
const MAKING: &[&str] = &["CreateInstance", "EnsureInitialized", "New"];

/// Whether a generic call may make an object of its type arguments.
pub(super) fn may_make<'a>(reader: &Reader<'a>, file: FileId, call: SyntaxNode<'a>) -> bool {
    is_suspect(reader, file, call)
        && match method_of(reader, file, call) {
            Some(Resolution::Methods(Some(method))) => passes_its_types_on(reader, file, &method),
            _ => true,
        }
}

/// Whether a call that is told a type may make an object of it, as far as its name and its owner tell.
fn is_suspect<'a>(reader: &Reader<'a>, file: FileId, call: SyntaxNode<'a>) -> bool {
    let Some(name) = called(call).map(simple_name) else {
        return true;
    };
    let function = call.child(Field::Function).map_or("", SyntaxNode::text);
    if function.contains("ActivatorUtilities") {
        return false;
    }
    match method_of(reader, file, call) {
        // The base library makes nothing of a type but by these.
        Some(Resolution::Methods(Some(method)))
            if method
                .owner
                .library()
                .is_some_and(|owner| owner.starts_with("System.")) =>
        {
            MAKING.contains(&name.as_str())
        }
        _ => !is_harmless(&name),
    }
}

fn method_of<'a>(
    reader: &Reader<'a>,
    file: FileId,
    call: SyntaxNode<'a>,
) -> Option<Resolution<'a>> {
    let function = call.child(Field::Function)?;
    Some(reader.binder(file)?.resolve(function))
}

/// Whether a generic method of the workspace gives a type parameter to anything: `typeof(T)`, `F<T>()`.
fn passes_its_types_on(reader: &Reader<'_>, file: FileId, method: &FoundMember) -> bool {
    let TypeRef::Declared(owner) = &method.owner else {
        return true;
    };
    let names = reader.code().names();
    names.parts(file, owner).into_iter().any(|(part, id)| {
        let outline = names.outline(part);
        let text = reader.text(part);
        let methods = outline.members_of(id).iter();
        let mut methods = methods.filter(|member| outline.text(member.name) == method.name);
        methods.any(|member| {
            let body = member.body.and_then(|body| text.get(body.as_range()));
            let mut parameters = outline.texts(member.type_parameters);
            parameters.any(|parameter| body.is_some_and(|body| is_given(body, parameter)))
        })
    })
}

/// Whether a type parameter stands among type arguments or in `typeof(…)`.
fn is_given(body: &str, parameter: &str) -> bool {
    body.match_indices(parameter).any(|(at, _)| {
        let before = body[..at].trim_end().chars().next_back();
        let after = body[at + parameter.len()..].trim_start().chars().next();
        matches!(before, Some('<' | ',' | '('))
            && matches!(after, Some('>' | ',' | ')' | '[' | '?' | '.'))
    })
}

fn is_harmless(name: &str) -> bool {
    let starts = |start: &&str| {
        name.strip_prefix(*start).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(|c: char| c.is_uppercase() || c == '_')
        })
    };
    HARMLESS.contains(&name) || HARMLESS_STARTS.iter().any(starts)
}

/// What may make an object of `typeof(X)`: the call or attribute that it is an argument of, or wherever else it goes.
pub(super) fn maker_of_type<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
) -> Option<String> {
    let mut value = node;
    while let Some(parent) = value.parent()
        && matches!(
            parent.kind(),
            K::ParenthesizedExpression
                | K::CastExpression
                | K::InitializerExpression
                | K::ImplicitArrayCreationExpression
                | K::ArrayCreationExpression
                | K::CollectionElement
                | K::ExpressionElement
                | K::CollectionExpression
        )
    {
        value = parent;
    }
    let parent = value.parent()?;
    match parent.kind() {
        K::Argument => {
            let call = parent.parent()?.parent()?;
            let name = match call.kind() {
                K::InvocationExpression if !is_suspect(reader, file, call) => return None,
                K::InvocationExpression => called(call).map(simple_name),
                K::ObjectCreationExpression => call.child(Field::Type).map(simple_name),
                _ => None,
            };
            let name = name.unwrap_or_default();
            (!name.ends_with("Exception")).then(|| format!("`{name}({})`", node.text()))
        }
        K::AttributeArgument => Some(format!("`[… {}]`", node.text())),
        // `typeof(X).Name`, `type == typeof(X)`, `type is …`
        K::MemberAccessExpression
        | K::ConditionalAccessExpression
        | K::BinaryExpression
        | K::IsExpression
        | K::ConstantPattern
        | K::Interpolation => None,
        _ => Some(format!("`{}` goes elsewhere", node.text())),
    }
}

/// Calls that find a type by the name in a string.
pub(super) fn takes_type_name(call: SyntaxNode<'_>) -> bool {
    called(call).is_some_and(|name| {
        matches!(
            simple_name(name).as_str(),
            "CreateInstance" | "CreateInstanceAndUnwrap" | "CreateInstanceFrom" | "GetType"
        )
    })
}
