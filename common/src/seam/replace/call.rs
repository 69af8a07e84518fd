//! A call or construction that takes the provider along: `Task.Delay(d)` becomes `Task.Delay(d, provider)`. What is
//! written for the arguments stays as it is; milliseconds are wrapped.

use super::super::code::Reader;
use super::super::lists::{self, Argument};
use super::super::names::library_type_in_code;
use crate::binding::FileId;
use crate::catalogue::signatures::signatures;
use crate::catalogue::{Form, IdParts};
use crate::edit::Edit;
use crate::finding::Finding;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use SyntaxKind as K;

/// One argument of the new call.
enum Given<'f> {
    /// The provider.
    Provider,
    /// What was given for a parameter, inside of a call if there are two texts to put around it.
    Old(&'f str, Option<(&'f str, &'f str)>),
}

/// The edits that make the call of `node` the one that `form` describes; `None` where its arguments can't be told apart.
pub(super) fn call_edits<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    finding: &Finding,
    form: &Form,
    provider: &str,
) -> Option<Vec<Edit>> {
    let (head, given) = parts_of(form.text)?;
    let call = if is_creation(node) {
        node
    } else {
        let call = node.parent()?;
        (call.kind() == K::InvocationExpression && node.field() == Field::Function)
            .then_some(call)?
    };
    let list = call
        .child(Field::Arguments)
        .or_else(|| call.child_of(K::ArgumentList))?;
    let arguments = lists::arguments(list);
    let names = parameter_names(finding)?;
    if arguments.is_empty() || arguments.len() > names.len() {
        return None;
    }
    let mut edits = head_edits(node, head, provider)?;
    let by_name = arguments.iter().any(|argument| argument.name.is_some());
    let mut last: Option<Argument<'_>> = None;
    for one in &given {
        match one {
            Given::Provider if by_name => {
                let end = arguments.last()?.node.range().end();
                edits.push(insertion(end, format!(", timeProvider: {provider}")));
            }
            Given::Provider => {
                let end = last?.node.range().end();
                edits.push(insertion(end, format!(", {provider}")));
            }
            Given::Old(parameter, around) => {
                let argument = argument_for(&arguments, &names, parameter)?;
                last = Some(argument);
                let Some((before, after)) = around else {
                    continue;
                };
                let value = argument
                    .node
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .last()?;
                let before = with_types(reader, file, node, before);
                edits.push(insertion(value.range().start(), before));
                edits.push(insertion(value.range().end(), (*after).to_owned()));
                if let Some(name) = argument.name {
                    edits.push(Edit {
                        range: name.range(),
                        text: "delay".to_owned(),
                    });
                }
            }
        }
    }
    let used = given.iter().filter(|one| matches!(one, Given::Old(..)));
    (used.count() == arguments.len()).then_some(edits)
}

fn insertion(at: usize, text: String) -> Edit {
    Edit {
        range: TextRange::empty(at),
        text,
    }
}

pub(super) fn is_creation(node: SyntaxNode<'_>) -> bool {
    matches!(
        node.kind(),
        K::ObjectCreationExpression | K::ImplicitObjectCreationExpression
    )
}

/// What stands before the arguments, and the arguments.
fn parts_of(text: &str) -> Option<(&str, Vec<Given<'_>>)> {
    let open = text.find('(')?;
    let inner = text.get(open + 1..)?.strip_suffix(')')?;
    let mut given = Vec::new();
    // No argument of a form holds a comma of its own.
    for one in inner.split(", ") {
        if one == "{p}" {
            given.push(Given::Provider);
            continue;
        }
        let name = |text: &'_ str| text.strip_prefix('{')?.strip_suffix('}').map(str::len);
        if name(one).is_some() {
            given.push(Given::Old(&one[1..one.len() - 1], None));
            continue;
        }
        let start = one.find("({")? + 1;
        let end = one.rfind("})")? + 1;
        let parameter = &one[start + 1..end - 1];
        given.push(Given::Old(parameter, Some((&one[..start], &one[end..]))));
    }
    Some((&text[..open], given))
}

/// The edits of what stands before the arguments: none where it stays.
fn head_edits(node: SyntaxNode<'_>, head: &str, provider: &str) -> Option<Vec<Edit>> {
    if head == "new {r}" {
        return is_creation(node).then(Vec::new);
    }
    if head.starts_with("{r}.") {
        return (node.kind() == K::MemberAccessExpression || node.kind() == K::Identifier)
            .then(Vec::new);
    }
    let member = head.strip_prefix("{p}.")?;
    (node.kind() == K::MemberAccessExpression).then(|| {
        vec![Edit {
            range: node.range(),
            text: format!("{provider}.{member}"),
        }]
    })
}

/// The names of the parameters of the overload that is called.
fn parameter_names(finding: &Finding) -> Option<Vec<&'static str>> {
    let parts = IdParts::of(finding.api.as_str())?;
    parts.parameters?;
    let all = signatures(parts.type_name, parts.member).iter();
    let mut fitting = all.filter(|one| one.id == finding.api);
    let names = fitting.next()?.parameters.iter().map(|one| one.name);
    Some(names.collect())
}

fn argument_for<'t>(
    arguments: &[Argument<'t>],
    names: &[&str],
    parameter: &str,
) -> Option<Argument<'t>> {
    let named = arguments.iter().find(|argument| {
        argument
            .name
            .is_some_and(|name| decoded_name(name.text()) == parameter)
    });
    let index = names.iter().position(|name| *name == parameter)?;
    let by_place = arguments
        .get(index)
        .filter(|argument| argument.name.is_none());
    named.or(by_place).copied()
}

/// `{System.TimeSpan}` as the file can name it.
fn with_types<'a>(reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>, text: &str) -> String {
    let Some((full, rest)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) else {
        return text.to_owned();
    };
    format!("{}{rest}", library_type_in_code(reader, file, at, full))
}
