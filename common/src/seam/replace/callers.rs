//! What a caller gives for the new parameter: its own provider, the container's, a test's double, or the real one.

use super::super::calls::{Call, CallKind};
use super::super::code::{ClassId, Reader};
use super::super::dependency::Dependency;
use super::super::existing::Provider;
use super::super::inject::{Changed, change_for};
use super::super::lists::{self, Argument};
use super::super::names::has_using;
use super::super::registration::{AUTOFAC, factory_around};
use super::super::shape::ClassShape;
use crate::binding::FileId;
use crate::edit::Edit;
use crate::note::NoteKind;
use crate::project::Container;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::doubles;

use SyntaxKind as K;

/// The namespace of the container's extension methods.
const CONTAINER: &str = "Microsoft.Extensions.DependencyInjection";

/// What must happen at one call.
#[derive(Clone, Debug, Default)]
pub(super) struct CallEdit {
    pub(super) edits: Vec<Edit>,
    /// A namespace that the file needs.
    pub(super) using: Option<&'static str>,
    /// The factory that asks the container, if it does.
    pub(super) factory: Option<TextRange>,
    /// Something to say about it.
    pub(super) note: Option<(NoteKind, String)>,
    /// Whether production code gives the real thing.
    pub(super) is_real: bool,
}

/// Why a call can't follow.
pub(super) struct Stuck;

/// The edit of one call; `None` when it calls a constructor that stays.
pub(super) fn follow<'a>(
    reader: &Reader<'a>,
    call: &Call<'a>,
    shape: &ClassShape<'a>,
    changed: &[Changed],
    dependency: &Dependency,
    provider_of: &dyn Fn(&ClassId) -> Option<Provider>,
) -> Result<Option<CallEdit>, Stuck> {
    let arguments = call.arguments.map(lists::arguments).unwrap_or_default();
    let (leading, own) = own_arguments(call, &arguments);
    let Some(change) = change_for(reader, call.file, own, shape, changed).map_err(|_| Stuck)?
    else {
        return Ok(None);
    };
    // A double that is made without arguments of a class that had none to give, or of one that isn't constructed.
    let mut edit = value_at(reader, call, dependency, provider_of);
    let Some(value) = edit.0.take() else {
        return Err(Stuck);
    };
    let text = reader.text(call.file);
    let insertion = match call.arguments {
        Some(list) if call.kind == CallKind::Creation => {
            lists::insert_argument(text, list, change.index, &change.name, &value)
        }
        // Doubles take arguments by position alone.
        Some(list) => lists::insert_argument(text, list, change.index + leading, "", &value),
        None => {
            let end = call
                .node
                .child(Field::Type)
                .map(|ty| ty.range().end())
                .ok_or(Stuck)?;
            Edit {
                range: TextRange::empty(end),
                text: format!("({value})"),
            }
        }
    };
    if call.kind == CallKind::Double
        && insertion.text.contains(": ")
        && insertion
            .text
            .trim_start_matches([',', ' '])
            .starts_with(':')
    {
        return Err(Stuck);
    }
    edit.1.edits.push(insertion);
    Ok(Some(edit.1))
}

/// The arguments that go to the constructor: a mock's behaviour comes before them.
fn own_arguments<'x, 'a>(
    call: &Call<'a>,
    arguments: &'x [Argument<'a>],
) -> (usize, &'x [Argument<'a>]) {
    let behaviour = call.kind == CallKind::Double
        && arguments
            .first()
            .is_some_and(|first| first.node.text().starts_with("MockBehavior."));
    if behaviour {
        (1, &arguments[1..])
    } else {
        (0, arguments)
    }
}

fn value_at<'a>(
    reader: &Reader<'a>,
    call: &Call<'a>,
    dependency: &Dependency,
    provider_of: &dyn Fn(&ClassId) -> Option<Provider>,
) -> (Option<String>, CallEdit) {
    let mut edit = CallEdit::default();
    let (file, node) = (call.file, call.node);
    if let Some(factory) = factory_around(reader, file, node) {
        let name = factory_name(&factory.parameter, factory.lambda);
        if let Some(rename) = &name.1 {
            edit.edits.push(rename.clone());
        }
        let ty = dependency.type_at(reader, file, node);
        let (method, namespace) = match factory.container {
            Container::Microsoft => ("GetRequiredService", CONTAINER),
            Container::Autofac => ("Resolve", AUTOFAC),
        };
        edit.using = Some(namespace).filter(|namespace| !has_using(reader, file, namespace));
        edit.factory = Some(factory.lambda.range());
        return (Some(format!("{}.{method}<{ty}>()", name.0)), edit);
    }
    if reader.code().is_test(file) {
        let double = doubles::double_at(reader, file, node, dependency);
        edit.using = double.using;
        edit.is_real = double.note.is_some();
        edit.note = double.note.map(|why| (NoteKind::RealDefaultInTest, why));
        return (Some(double.value), edit);
    }
    let own = reader
        .class_around(file, node)
        .and_then(|class| provider_of(&class))
        .and_then(|provider| provider.seen_from(reader, file, node));
    edit.is_real = own.is_none();
    (
        Some(own.unwrap_or_else(|| dependency.default_at(reader, file, node))),
        edit,
    )
}

/// The name of the factory's parameter; a discard gets one, if nothing in the lambda uses it.
fn factory_name(parameter: &SyntaxNode<'_>, lambda: SyntaxNode<'_>) -> (String, Option<Edit>) {
    let name = decoded_name(parameter.text());
    if name != "_" {
        return (parameter.text().to_owned(), None);
    }
    let taken = |name: &str| {
        lambda
            .descendants()
            .any(|node| node.kind() == K::Identifier && node.text() == name)
    };
    let uses_discard = lambda.child(Field::Body).is_some_and(|body| {
        body.descendants()
            .any(|node| node.kind() == K::Identifier && node.text() == "_")
    });
    let free = ["sp", "provider", "services"]
        .into_iter()
        .find(|name| !taken(name));
    match free.filter(|_| !uses_discard) {
        Some(free) => (
            free.to_owned(),
            Some(Edit {
                range: parameter.range(),
                text: free.to_owned(),
            }),
        ),
        None => ("_".to_owned(), None),
    }
}

/// All files in which something makes the class, as phrases for a report.
pub(super) fn path_of(reader: &Reader<'_>, file: FileId) -> String {
    reader.code().file(file).path.to_string()
}
