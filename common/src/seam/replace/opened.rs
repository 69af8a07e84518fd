//! Objects of the file system that are made by `new`: a file's description or stream becomes what the abstraction makes,
//! a reader or writer gets a stream that the abstraction opened. What is written for the arguments stays as it is.

use super::super::code::Reader;
use super::super::lists::{self, Argument};
use super::super::names::library_type_in_code;
use crate::binding::{FileId, Resolution};
use crate::catalogue::signatures::signatures;
use crate::catalogue::{Form, IdParts, When};
use crate::edit::Edit;
use crate::finding::Finding;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::call::is_creation;

use SyntaxKind as K;

/// `new FileInfo(path)` as `provider.FileInfo.New(path)`; `None` where more than arguments is given.
pub(super) fn creation_edits(
    node: SyntaxNode<'_>,
    text: &str,
    provider: &str,
) -> Option<Vec<Edit>> {
    let list = arguments_of(node)?;
    let start = node.range().start();
    Some(vec![Edit {
        range: TextRange::new(start, list.range().start()),
        text: text.replace("{p}", provider),
    }])
}

/// The arguments of a creation that has no initializer.
fn arguments_of(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let list = node
        .child(Field::Arguments)
        .or_else(|| node.child_of(K::ArgumentList))?;
    let plain = is_creation(node)
        && node.child_of(K::InitializerExpression).is_none()
        && list.range().end() == node.range().end();
    plain.then_some(list)
}

/// A reader or writer that opens a path: the first of `forms` that fits.
pub(super) fn opened_edits<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    finding: &Finding,
    forms: &[Form],
    provider: &str,
) -> Option<Vec<Edit>> {
    let list = arguments_of(node)?;
    let parts = IdParts::of(finding.api.as_str())?;
    let overload = parts.parameters?;
    let mut all = signatures(parts.type_name, parts.member).iter();
    let signature = all.find(|one| one.id == finding.api)?;
    let names: Vec<&str> = signature.parameters.iter().map(|one| one.name).collect();
    let arguments = lists::arguments(list);
    // In their order, each parameter given: names would have to be looked through.
    let plain = arguments.len() == names.len() && arguments.iter().all(|one| one.name.is_none());
    if !plain {
        return None;
    }
    let value = |name: &str| {
        let at = names.iter().position(|one| *one == name)?;
        value_of(&arguments[at])
    };
    let proven = |name: &str| value(name).is_some_and(|value| is_not_null(reader, file, value));
    let literal = |name: &str, text: &str| value(name).is_some_and(|value| value.text() == text);
    let form = forms
        .iter()
        .filter(|form| form.overload == overload)
        .find(|form| match form.when {
            When::Always => true,
            When::NotNull(name) => proven(name),
            When::Literal(name, text) => literal(name, text),
            When::NotNullAndLiteral(name, other, text) => proven(name) && literal(other, text),
            _ => false,
        })?;
    let made = node.child(Field::Type);
    let text = form.text.replace("{p}", provider);
    let text = match made {
        Some(made) => text.replace("{r}", made.text()),
        None => text.replace("new {r}", "new"),
    };
    let text = with_types(reader, file, node, &text);
    edits_between(node, &text, &names, &arguments)
}

/// The edits that put `text` around the arguments that it names in braces; the others go.
fn edits_between(
    node: SyntaxNode<'_>,
    text: &str,
    names: &[&str],
    arguments: &[Argument<'_>],
) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let (mut rest, mut at) = (text, node.range().start());
    while let Some(open) = rest.find('{') {
        let close = open + rest.get(open..)?.find('}')?;
        let index = names
            .iter()
            .position(|name| *name == &rest[open + 1..close])?;
        let value = value_of(&arguments[index])?.range();
        edits.push(Edit {
            range: TextRange::new(at, value.start()),
            text: rest[..open].to_owned(),
        });
        (at, rest) = (value.end(), &rest[close + 1..]);
    }
    edits.push(Edit {
        range: TextRange::new(at, node.range().end()),
        text: rest.to_owned(),
    });
    // What would go with the text between arguments must be nothing but commas, blanks and a literal.
    let whole = node.text();
    let start = node.range().start();
    let silent = edits.iter().all(|edit| {
        let gone = whole.get(edit.range.start() - start..edit.range.end() - start);
        gone.is_some_and(|gone| !gone.contains('/') && !gone.contains('#') && !gone.contains('\n'))
    });
    silent.then_some(edits)
}

fn value_of<'a>(argument: &Argument<'a>) -> Option<SyntaxNode<'a>> {
    let values = argument.node.named_children();
    values.filter(|child| !child.is_extra()).last()
}

/// Whether a value is an encoding and never null.
fn is_not_null<'a>(reader: &Reader<'a>, file: FileId, value: SyntaxNode<'a>) -> bool {
    if is_creation(value) {
        return true;
    }
    let Some(left) = value
        .child(Field::Expression)
        .filter(|_| value.kind() == K::MemberAccessExpression)
    else {
        return false;
    };
    let named = |name: SyntaxNode<'_>| {
        let name = decoded_name(name.text()).into_owned();
        [
            "UTF8",
            "Unicode",
            "ASCII",
            "Default",
            "Latin1",
            "UTF32",
            "BigEndianUnicode",
        ]
        .contains(&name.as_str())
    };
    value.child(Field::Name).is_some_and(named)
        && reader.binder(file).is_some_and(|binder| {
            matches!(
                binder.resolve(left),
                Resolution::Type(ty) | Resolution::ColorColor(_, ty)
                    if ty.library() == Some("System.Text.Encoding")
            )
        })
}

/// `{System.IO.FileMode}` as the file can name it.
fn with_types<'a>(reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find("{System.") {
        let Some(close) = rest[open..].find('}').map(|close| open + close) else {
            break;
        };
        out.push_str(&rest[..open]);
        out.push_str(&library_type_in_code(
            reader,
            file,
            at,
            &rest[open + 1..close],
        ));
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out
}
