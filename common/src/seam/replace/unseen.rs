//! Who may make a class without being seen: creations whose class isn't certain, reflection, bases that may be it. They
//! keep the constructor that they need, or the class stays as it is.

use crate::note::{Note, NoteKind};
use crate::refusal::Reason;
use crate::syntax::{Field, decoded_name};
use crate::workspace::Ownership;

use super::super::calls::{Call, Calls, Hidden};
use super::super::dependency::Dependency;
use super::super::inject::{Injection, Refused, callables, contradicts};
use super::super::lists::{Parameter, arguments, fits};
use super::super::shape::ClassShape;
use super::Planner;
use super::callers::path_of;

/// Whether something needs a parameterless constructor, or may call it.
pub(super) fn needs_parameterless(calls: &Calls<'_>) -> bool {
    !calls.parameterless.is_empty() || calls.open.iter().any(|open| open.arguments().is_empty())
}

/// Whether a call gives null for a parameter of the provider's type.
pub(super) fn null_is_given(
    shape: &ClassShape<'_>,
    calls: &Calls<'_>,
    dependency: &Dependency,
) -> bool {
    let is_provider = |parameter: &Parameter<'_>| {
        let text = parameter.ty.text().trim_end_matches('?');
        dependency.simple() == text.rsplit('.').next().unwrap_or(text)
    };
    let all = callables(shape);
    if !all
        .iter()
        .any(|(_, parameters)| parameters.iter().any(is_provider))
    {
        return false;
    }
    let lists = calls.calls.iter().filter_map(|call| call.arguments);
    lists.map(arguments).any(|arguments| {
        let fitting = all
            .iter()
            .filter(|(_, parameters)| fits(&arguments, parameters));
        let mut parameters = fitting.flat_map(|(_, parameters)| {
            parameters
                .iter()
                .enumerate()
                .filter(|(_, one)| is_provider(one))
        });
        parameters.any(|(index, parameter)| {
            let named = arguments.iter().find(|argument| {
                argument.name.is_some_and(|name| {
                    decoded_name(name.text()) == decoded_name(parameter.name.text())
                })
            });
            let given = named.or_else(|| {
                arguments
                    .get(index)
                    .filter(|argument| argument.name.is_none())
            });
            let value = given.and_then(|argument| argument.node.named_children().last());
            value.is_some_and(|value| {
                matches!(value.text(), "null" | "null!" | "default" | "default!")
            })
        })
    })
}

impl<'a> Planner<'a> {
    /// Refuses a change of constructors that something unseen may call.
    pub(super) fn unseen(
        &self,
        shape: &ClassShape<'a>,
        calls: &Calls<'a>,
        injection: &Injection,
    ) -> Result<(), Refused> {
        let below = self.below(shape);
        if let Some(hidden) = calls.hidden.first().or(below.hidden.as_ref()) {
            return Err(self.stuck_at(hidden));
        }
        let all = callables(shape);
        for change in &injection.changed {
            let Some((_, parameters)) = all.iter().find(|(target, _)| *target == change.target)
            else {
                continue;
            };
            let kept = parameters.is_empty() && injection.keeps_parameterless;
            if parameters.is_empty()
                && !kept
                && let Some(hidden) = calls.parameterless.first()
            {
                return Err(self.stuck_at(hidden));
            }
            let open = calls.open.iter().find(|open| {
                let arguments = open.arguments();
                let (file, target) = (open.file, change.target);
                fits(&arguments, parameters)
                    && !(kept && arguments.is_empty())
                    && !contradicts(self.reader, file, &arguments, shape, target, parameters)
            });
            if let Some(open) = open {
                return Err(self.stuck_at(&Hidden {
                    file: open.file,
                    how: format!("`{}` may make it", first_line(open.node.text())),
                }));
            }
        }
        Ok(())
    }

    /// Refuses a call that is only partly there in some of the ways in which its file is compiled.
    pub(super) fn in_one_piece(&self, call: &Call<'a>) -> Result<(), Refused> {
        let code = self.reader.code();
        let path = path_of(self.reader, call.file);
        let ownership = code.file(call.file).ownership;
        if matches!(ownership, Ownership::Shared | Ownership::Unknown) {
            let detail = format!("`{path}`, which makes it, doesn't belong to one project alone");
            return Err(Refused::new(Reason::NeedsChangeOutsideScope, detail));
        }
        if code.regions(call.file).cut(call.node.range()) {
            let detail = format!("a call in `{path}` differs by `#if`");
            return Err(Refused::new(Reason::Conditional, detail));
        }
        Ok(())
    }

    /// Says that a parameterless constructor stays, and for what.
    pub(super) fn kept(&self, shape: &ClassShape<'a>) -> Option<Note> {
        let part = shape.parts.first()?;
        let calls = self.calls(shape);
        let asked = calls.parameterless.first();
        let asked = asked.map(|hidden| (hidden.how.clone(), hidden.file));
        let open = calls.open.iter().find(|open| open.arguments().is_empty());
        let open = open.map(|open| (format!("`{}`", first_line(open.node.text())), open.file));
        let cause = asked.or(open).map_or_else(String::new, |(how, file)| {
            format!(": {how} in `{}`", path_of(self.reader, file))
        });
        let text = format!("`{}`{cause}", self.reader.class_name(&shape.id));
        let start = part.node.child(Field::Name).unwrap_or(part.node);
        Some(self.note(
            NoteKind::KeptConstructor,
            text,
            part.file,
            start.range().start(),
        ))
    }

    /// Says that the public constructors stay beside new ones.
    pub(super) fn beside_kept(&self, shape: &ClassShape<'a>) -> Option<Note> {
        let part = shape.parts.first()?;
        let text = format!("`{}`", self.reader.class_name(&shape.id));
        let start = part.node.child(Field::Name).unwrap_or(part.node);
        Some(self.note(
            NoteKind::InternalConstructor,
            text,
            part.file,
            start.range().start(),
        ))
    }

    fn stuck_at(&self, hidden: &Hidden) -> Refused {
        let detail = format!("{} in `{}`", hidden.how, path_of(self.reader, hidden.file));
        Refused::new(Reason::NeedsChangeOutsideScope, detail)
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or(text)
}
