//! A class gets a dependency through its constructors: which of them take it, which keep their signature and pass
//! the real default, how it reaches the base class, and the edits for all that. Callers are not its business.

mod body;
mod docs;
mod keep;
mod resolve;
mod write;

pub use resolve::{Uncertain, callables, change_for, contradicts};
pub use write::{Place, place_in};

use crate::binding::FileId;
use crate::edit::Edit;
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::Reader;
use super::dependency::Dependency;
use super::existing::{Provider, is_kept};
use super::lists::{self, Parameter, place_for_required};
use super::names::{fresh_in_class, fresh_in_node, numbered};
use super::shape::{Chain, ClassShape, Constructor};
use write::NewField;

use SyntaxKind as K;

/// A constructor as those see it who call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The one that a class without any has.
    Implicit,
    /// The primary one.
    Primary,
    /// The one at this index of [`ClassShape::constructors`].
    Declared(usize),
}

/// A constructor that takes the dependency from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Which one.
    pub target: Target,
    /// Before which parameter the new one stands.
    pub index: usize,
    /// What it is called.
    pub name: String,
}

/// Why a class can't get the dependency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The code.
    pub reason: Reason,
    /// Which place.
    pub detail: String,
}

impl Refused {
    /// A refusal.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
        }
    }
}

/// An initializer that moves to the constructors.
pub struct Move<'m> {
    /// The part in which it stands.
    pub part: usize,
    /// The field's or property's name as written.
    pub member: String,
    /// The edit that takes it away.
    pub removal: Edit,
    /// What is assigned, given the parameter's name and the indentation of the assignment, if it gets a line of its own.
    pub value: &'m dyn Fn(&str, Option<&str>) -> String,
}

/// What becomes of constructors that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Constructors {
    /// They take the dependency.
    #[default]
    Change,
    /// They stay as they are and pass the real default to new ones that are internal.
    Keep,
}

/// What a class needs.
pub struct Request<'m> {
    /// What is injected.
    pub dependency: &'m Dependency,
    /// Whether instance members need it, so that it is kept.
    pub keeps_it: bool,
    /// Constructors whose own code needs it, by file and start; with `keeps_it` all get it.
    pub constructors: Vec<(FileId, usize)>,
    /// Initializers to move, in textual order.
    pub moves: Vec<Move<'m>>,
    /// Whether a public parameterless constructor must stay.
    pub keeps_parameterless: bool,
    /// Whether parameters of the dependency's type that are there may be null: somebody gives null for one.
    pub distrusts_own: bool,
    /// What becomes of constructors that are there.
    pub constructors_there: Constructors,
}

/// The base class and what became of its constructors.
#[derive(Clone, Copy)]
pub struct Above<'x, 'a> {
    /// The base.
    pub shape: &'x ClassShape<'a>,
    /// Its constructors that take the dependency now.
    pub changed: &'x [Changed],
}

/// A class with its dependency.
#[derive(Clone, Debug, Default)]
pub struct Injection {
    /// How its code reaches the dependency.
    pub provider: Provider,
    /// What its callers must give.
    pub changed: Vec<Changed>,
    /// The edits of its declarations.
    pub edits: Vec<(FileId, Edit)>,
    /// Whether a parameterless constructor stays beside the one that takes the dependency.
    pub keeps_parameterless: bool,
}

/// Gives the class the dependency.
pub fn inject<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    above: Option<Above<'_, 'a>>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    let place = |part: usize| reader.code().file(shape.file(part)).path.to_string();
    if let Some(part) = shape
        .parts
        .iter()
        .find(|part| !reader.code().file(part.file).editable)
    {
        let needed = shape
            .constructors
            .iter()
            .any(|constructor| shape.file(constructor.part) == part.file);
        if needed
            || shape
                .primary
                .as_ref()
                .is_some_and(|primary| shape.file(primary.part) == part.file)
        {
            return Err(Refused::new(
                Reason::GeneratedCode,
                reader.code().file(part.file).path.to_string(),
            ));
        }
    }
    if let Some(constructor) = shape
        .constructors
        .iter()
        .find(|constructor| constructor.conditional)
    {
        return Err(Refused::new(
            Reason::Conditional,
            format!(
                "a constructor stands in `#if` in `{}`",
                place(constructor.part)
            ),
        ));
    }
    if let Some(constructor) = shape
        .constructors
        .iter()
        .find(|constructor| constructor.body.is_none())
    {
        return Err(Refused::new(
            Reason::SyntaxNotUnderstood,
            place(constructor.part),
        ));
    }
    if request.constructors_there == Constructors::Keep {
        return keep::inject(reader, shape, request);
    }
    let mut injection = if shape.primary.is_some() {
        into_primary(reader, shape, above, request)?
    } else if shape.constructors.is_empty() {
        write::new_constructor(reader, shape, above, request)?
    } else {
        into_constructors(reader, shape, above, request)?
    };
    chains_to_this(reader, shape, request, &mut injection)?;
    Ok(injection)
}

/// What a `: base(…)` must give; `arguments` is `None` where none are written.
fn for_base<'x, 'a>(
    reader: &Reader<'a>,
    file: FileId,
    above: Option<Above<'x, 'a>>,
    list: Option<SyntaxNode<'a>>,
) -> Result<Option<&'x Changed>, Refused> {
    let Some(above) = above else { return Ok(None) };
    let arguments = list.map(lists::arguments).unwrap_or_default();
    change_for(reader, file, &arguments, above.shape, above.changed).map_err(|Uncertain| {
        let path = &reader.code().file(file).path;
        Refused::new(
            Reason::OverloadWouldChange,
            format!(
                "which constructor of `{}` is called in `{path}` isn't certain",
                above.shape.name
            ),
        )
    })
}

/// A parameter that brings the dependency already, and never null as far as `code` tells.
fn own_parameter<'a>(
    reader: &Reader<'a>,
    file: FileId,
    parameters: &[Parameter<'a>],
    code: Option<SyntaxNode<'a>>,
    request: &Request<'_>,
) -> Option<String> {
    if request.distrusts_own {
        return None;
    }
    parameters
        .iter()
        .find(|parameter| {
            parameter.ty.kind() != K::NullableType
                && !parameter.optional
                && request
                    .dependency
                    .is(&reader.type_of_node(file, parameter.ty))
        })
        .map(|parameter| parameter.name.text())
        .filter(|name| !code.is_some_and(|code| expects_null(code, name)))
        .map(str::to_owned)
}

/// Whether code goes on when the variable is null: `if (t == null) return;`, `t?.A`, `t ?? other`; what throws then
/// doesn't.
fn expects_null(code: SyntaxNode<'_>, name: &str) -> bool {
    let is_it = |node: Option<SyntaxNode<'_>>| {
        node.is_some_and(|node| decoded_name(node.text()) == decoded_name(name))
    };
    let throws = |node: SyntaxNode<'_>| {
        node.descendants()
            .any(|inner| matches!(inner.kind(), K::ThrowStatement | K::ThrowExpression))
    };
    code.descendants().any(|node| match node.kind() {
        K::ConditionalAccessExpression => is_it(node.child(Field::Condition)),
        K::BinaryExpression if node.token("??").is_some() => {
            is_it(node.child(Field::Left)) && !throws(node)
        }
        K::BinaryExpression | K::IsPatternExpression => {
            let compares = node
                .descendants()
                .any(|inner| inner.kind() == K::NullLiteral);
            let statement = node
                .ancestors()
                .find(|around| around.kind() == K::IfStatement);
            compares
                && node.named_children().any(|side| is_it(Some(side)))
                && !statement.is_some_and(throws)
        }
        K::AssignmentExpression => is_it(node.child(Field::Left)),
        _ => false,
    })
}

fn into_primary<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    above: Option<Above<'_, 'a>>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    let mut injection = Injection::default();
    let Some(primary) = &shape.primary else {
        return Ok(injection);
    };
    let file = shape.file(primary.part);
    let text = reader.text(file);
    let base = for_base(reader, file, above, primary.base)?;
    if !request.keeps_it && base.is_none() {
        return Ok(injection);
    }
    // One that the class sets itself isn't what was given.
    let held = own_parameter(reader, file, &primary.parameters, None, request)
        .filter(|name| is_kept(shape, &decoded_name(name)));
    let name = if let Some(name) = held {
        name
    } else {
        let name =
            fresh_in_class(reader, shape, numbered(&request.dependency.stem)).ok_or_else(|| {
                Refused::new(Reason::SignatureClash, "no free name for the parameter")
            })?;
        let index = place_for_required(&primary.parameters);
        check_clash(reader, shape, Target::Primary, index, request.dependency)?;
        let ty = request.dependency.type_at(reader, file, primary.list);
        injection.edits.push((
            file,
            lists::insert_parameter(text, primary.list, index, &format!("{ty} {name}")),
        ));
        let names = lists::parameter_names(&primary.parameters[..index]);
        let start = shape.parts[primary.part].node.range().start();
        let what = request.dependency.described();
        let line = docs::parameter_line(text, start, &names, (&name, &what));
        injection.edits.extend(line.map(|edit| (file, edit)));
        injection.changed.push(Changed {
            target: Target::Primary,
            index,
            name: name.clone(),
        });
        name
    };
    if let Some(change) = base {
        let edit = match primary.base {
            Some(list) => lists::insert_argument(text, list, change.index, &change.name, &name),
            None => write::base_arguments(shape, primary.part, &name).ok_or_else(|| {
                Refused::new(
                    Reason::SyntaxNotUnderstood,
                    reader.code().file(file).path.to_string(),
                )
            })?,
        };
        injection.edits.push((file, edit));
    }
    injection.provider.primary = Some(name);
    Ok(injection)
}

fn into_constructors<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    above: Option<Above<'_, 'a>>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    let mut injection = Injection::default();
    let all_take_it = request.keeps_it || !request.moves.is_empty();
    let field = if request.keeps_it {
        Some(write::field(reader, shape, request.dependency)?)
    } else {
        None
    };
    let mut first_part = None;
    for (index, constructor) in shape.constructors.iter().enumerate() {
        if constructor.chains_to_this() {
            continue;
        }
        let file = shape.file(constructor.part);
        let text = reader.text(file);
        let written = match constructor.chain {
            Chain::Base(list) => Some(list),
            _ => None,
        };
        let base = for_base(reader, file, above, written)?;
        let own = (file, constructor.node.range().start());
        if !all_take_it && base.is_none() && !request.constructors.contains(&own) {
            continue;
        }
        first_part.get_or_insert(constructor.part);
        let held = own_parameter(
            reader,
            file,
            &constructor.parameters,
            constructor.body,
            request,
        );
        let name = if let Some(name) = held {
            name
        } else {
            let name = fresh_in_node(
                reader,
                shape,
                constructor.node,
                numbered(&request.dependency.stem),
            )
            .ok_or_else(|| {
                Refused::new(Reason::SignatureClash, "no free name for the parameter")
            })?;
            let at = place_for_required(&constructor.parameters);
            check_clash(
                reader,
                shape,
                Target::Declared(index),
                at,
                request.dependency,
            )?;
            let ty = request.dependency.type_at(reader, file, constructor.list);
            let declaration = format!("{ty} {name}");
            injection.edits.push((
                file,
                lists::insert_parameter(text, constructor.list, at, &declaration),
            ));
            let names = lists::parameter_names(&constructor.parameters[..at]);
            let start = constructor.node.range().start();
            let what = request.dependency.described();
            let line = docs::parameter_line(text, start, &names, (&name, &what));
            injection.edits.extend(line.map(|edit| (file, edit)));
            injection.changed.push(Changed {
                target: Target::Declared(index),
                index: at,
                name: name.clone(),
            });
            if request.keeps_parameterless
                && constructor.parameters.is_empty()
                && constructor.node.child_of(K::AttributeList).is_none()
            {
                injection.keeps_parameterless = true;
                injection.edits.push((
                    file,
                    write::parameterless(reader, shape, constructor, request.dependency),
                ));
            }
            name
        };
        if let Some(change) = base {
            let edit = match written {
                Some(list) => lists::insert_argument(text, list, change.index, &change.name, &name),
                None => write::base_call(text, constructor, &name),
            };
            injection.edits.push((file, edit));
        }
        let statements =
            first_statements(text, shape, constructor, request, field.as_ref(), &name)?;
        if !statements.is_empty() {
            injection.edits.extend(
                body::into_body(text, shape, constructor, &statements)?
                    .into_iter()
                    .map(|edit| (file, edit)),
            );
        }
        injection
            .provider
            .parameters
            .push((file, constructor.node.range().start(), name));
    }
    for one in &request.moves {
        injection
            .edits
            .push((shape.file(one.part), one.removal.clone()));
    }
    if let (Some(field), Some(part)) = (field, first_part) {
        injection.edits.push((
            shape.file(part),
            write::field_edit(reader, shape, part, &field, request.dependency, None),
        ));
        injection.provider.member = Some(field.access);
    }
    Ok(injection)
}

/// What a constructor that has the dependency does first: it keeps it and sets what was moved to it.
fn first_statements<'a>(
    text: &str,
    shape: &ClassShape<'a>,
    constructor: &Constructor<'a>,
    request: &Request<'_>,
    field: Option<&NewField>,
    name: &str,
) -> Result<Vec<String>, Refused> {
    let writes_this = !request.moves.is_empty() && shape.writes_this();
    let mut statements = Vec::new();
    if let Some(field) = field {
        statements.push(field.assignment(constructor, name));
    }
    for one in &request.moves {
        if one.part != constructor.part {
            return Err(Refused::new(
                Reason::Initializer,
                format!(
                    "`{}` and a constructor stand in two parts of the class",
                    one.member
                ),
            ));
        }
        let shadowed = constructor
            .parameters
            .iter()
            .any(|parameter| decoded_name(parameter.name.text()) == decoded_name(&one.member));
        let this = if shadowed || writes_this { "this." } else { "" };
        let indent = body::statement_indent(text, shape, constructor);
        let value = (one.value)(name, indent.as_deref());
        statements.push(format!("{this}{} = {value};", one.member));
    }
    Ok(statements)
}

/// Constructors that chain keep their signature and pass what they have, or the real default.
fn chains_to_this<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    request: &Request<'_>,
    injection: &mut Injection,
) -> Result<(), Refused> {
    if injection.changed.is_empty() {
        return Ok(());
    }
    for constructor in &shape.constructors {
        let Chain::This(list) = constructor.chain else {
            continue;
        };
        let file = shape.file(constructor.part);
        let change = change_for(
            reader,
            file,
            &lists::arguments(list),
            shape,
            &injection.changed,
        )
        .map_err(|Uncertain| {
            Refused::new(
                Reason::OverloadWouldChange,
                format!(
                    "which constructor `: this(…)` calls in `{}` isn't certain",
                    reader.code().file(file).path
                ),
            )
        })?;
        if let Some(change) = change {
            let value = own_parameter(reader, file, &constructor.parameters, None, request)
                .unwrap_or_else(|| request.dependency.default_at(reader, file, list));
            let edit =
                lists::insert_argument(reader.text(file), list, change.index, &change.name, &value);
            injection.edits.push((file, edit));
        }
    }
    Ok(())
}

/// Whether another constructor has the very parameters that this one will have.
fn check_clash<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    target: Target,
    index: usize,
    dependency: &Dependency,
) -> Result<(), Refused> {
    let simple = dependency.simple();
    let types = |parameters: &[Parameter<'a>]| -> Vec<String> {
        parameters
            .iter()
            .map(|parameter| {
                let text = parameter.ty.text();
                let text = text
                    .rsplit('.')
                    .next()
                    .filter(|_| !text.contains('<'))
                    .unwrap_or(text);
                text.trim_end_matches('?').to_owned()
            })
            .collect()
    };
    let all = callables(shape);
    let Some((_, own)) = all.iter().find(|(other, _)| *other == target) else {
        return Ok(());
    };
    let mut new = types(own);
    new.insert(index.min(new.len()), simple.to_owned());
    match all
        .iter()
        .find(|(other, parameters)| *other != target && types(parameters) == new)
    {
        Some(_) => Err(Refused::new(
            Reason::SignatureClash,
            format!(
                "`{}` in `{}` has a constructor with these parameters",
                shape.name,
                reader.code().file(shape.file(0)).path
            ),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
