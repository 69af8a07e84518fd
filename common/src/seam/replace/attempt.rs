//! One attempt to give a set of classes their provider: bases before derived classes, then everybody who makes them.
//! Classes that can't have it are named, each with the reason.

use std::collections::{BTreeMap, BTreeSet};

use crate::binding::FileId;
use crate::edit::Edit;
use crate::note::Note;
use crate::refusal::Reason;
use crate::syntax::SyntaxKind;
use crate::text::TextRange;

use super::super::calls::Call;
use super::super::code::ClassId;
use super::super::dependency::Real;
use super::super::existing::Provider;
use super::super::inject::{Above, Changed, Constructors, Injection, Refused};
use super::super::shape::{BaseClass, ClassShape, ShapeError};
use super::callers::{CallEdit, follow, path_of};
use super::unseen::null_is_given;
use super::{Planner, Site};

use SyntaxKind as K;

/// One attempt: everything for the classes that are still in.
#[derive(Default)]
pub(super) struct Attempt {
    pub(super) injections: BTreeMap<ClassId, Injection>,
    pub(super) edits: BTreeMap<FileId, BTreeMap<ClassId, Vec<Edit>>>,
    pub(super) usings: BTreeSet<(FileId, String)>,
    pub(super) factories: Vec<(FileId, TextRange)>,
    pub(super) notes: BTreeSet<Note>,
    /// Sites that the way in can't reach.
    pub(super) unreached: BTreeMap<usize, (Reason, String)>,
    pub(super) reached: Vec<usize>,
    /// Sites that read from ambient scopes.
    pub(super) scoped: Vec<usize>,
    /// Classes whose constructors were called in production code.
    pub(super) called: BTreeSet<ClassId>,
    /// Classes that must go out, and why: then the rest is only good for finding more of them.
    pub(super) refused: BTreeMap<ClassId, Refused>,
    /// What callers in production code give.
    pub(super) made: BTreeMap<ClassId, Made>,
}

impl Attempt {
    /// Adds edits that a class needs.
    pub(super) fn edit(
        &mut self,
        class: &ClassId,
        edits: impl IntoIterator<Item = (FileId, Edit)>,
    ) {
        for (file, edit) in edits {
            let of_file = self.edits.entry(file).or_default();
            of_file.entry(class.clone()).or_default().push(edit);
        }
    }

    pub(super) fn refuse(&mut self, class: ClassId, refused: Refused) {
        self.refused.entry(class).or_insert(refused);
    }
}

/// How a class is made.
#[derive(Default)]
pub(super) struct Made {
    /// Calls in production code of constructors that take the abstraction now.
    pub(super) production: usize,
    /// Those that give the real thing, by file and offset.
    pub(super) real: Vec<(FileId, usize)>,
    /// Calls in tests.
    tests: usize,
}

impl Made {
    fn count(&mut self, is_test: bool, place: (FileId, usize), is_real: bool) {
        if is_test {
            self.tests += 1;
        } else {
            self.production += 1;
            self.real.extend(Some(place).filter(|_| is_real));
        }
    }

    /// The first of its calls, if no call gives anything but the real thing.
    fn always_real(&self) -> Option<(FileId, usize)> {
        let all = self.tests == 0 && self.production == self.real.len();
        self.real.first().copied().filter(|_| all)
    }
}

impl<'a> Planner<'a> {
    /// Tries to give all these classes a provider.
    pub(super) fn attempt(&self, left: &BTreeMap<&ClassId, &Vec<&Site<'a>>>) -> Attempt {
        let mut attempt = Attempt::default();
        let mut providers: BTreeMap<ClassId, Provider> = BTreeMap::new();
        let mut needy: BTreeSet<ClassId> = BTreeSet::new();
        for class in left.keys() {
            let shape = match self.shape(class) {
                Ok(shape) => shape,
                Err(error) => {
                    attempt.refuse((*class).clone(), self.no_shape(error));
                    continue;
                }
            };
            match self
                .held(&shape)
                .filter(|_| !null_is_given(&shape, &self.calls(&shape), self.dependency))
            {
                Some(provider) => {
                    providers.insert((*class).clone(), provider);
                }
                None => {
                    needy.insert((*class).clone());
                }
            }
        }
        let order = match self.in_order(&needy) {
            Ok(order) => order,
            Err((class, refused)) => {
                attempt.refuse(class, refused);
                return attempt;
            }
        };
        for (class, cause) in order {
            let blamed = cause.as_ref().unwrap_or(&class);
            if attempt.refused.contains_key(blamed) {
                continue;
            }
            let sites = left.get(&class).filter(|_| needy.contains(&class));
            let sites: &[&Site<'a>] = sites.map_or(&[], |sites| sites.as_slice());
            match self.give(&class, cause.is_some(), sites, &attempt) {
                Ok(injection) => {
                    providers.insert(class.clone(), injection.provider.clone());
                    attempt.edit(&class, injection.edits.iter().cloned());
                    if injection.keeps_parameterless
                        && let Ok(shape) = self.shape(&class)
                    {
                        attempt.notes.extend(self.kept(&shape));
                    }
                    if self.choices.constructors == Constructors::Keep
                        && !injection.edits.is_empty()
                        && let Ok(shape) = self.shape(&class)
                    {
                        attempt.notes.extend(self.beside_kept(&shape));
                    }
                    attempt.injections.insert(class, injection);
                }
                Err(refused) => attempt.refuse(blamed.clone(), refused),
            }
        }
        self.callers(&mut attempt, &providers, &needy);
        if attempt.refused.is_empty() {
            self.reach(left, &providers, &mut attempt);
        }
        attempt
    }

    /// Gives one class the provider; `pulled` when it needs nothing by itself but derives from one that does.
    fn give(
        &self,
        class: &ClassId,
        pulled: bool,
        sites: &[&Site<'a>],
        attempt: &Attempt,
    ) -> Result<Injection, Refused> {
        let shape = self.shape(class).map_err(|error| self.no_shape(error))?;
        let base = match &shape.base {
            BaseClass::Declared(base) => attempt.injections.get(base).zip(self.shape(base).ok()),
            _ => None,
        };
        let above = base.as_ref().map(|(injection, shape)| Above {
            shape,
            changed: &injection.changed,
        });
        let calls = self.calls(&shape);
        let injection = self
            .inject(&shape, sites, above, &calls)
            .map_err(|refused| {
                // A class that was only pulled in takes the one out that pulled.
                if pulled {
                    let detail = format!("derived class `{}`: {}", shape.name, refused.detail);
                    Refused::new(refused.reason, detail)
                } else {
                    refused
                }
            })?;
        if !injection.changed.is_empty() {
            self.unseen(&shape, &calls, &injection)?;
        }
        self.may_change(injection.edits.iter().map(|(file, _)| *file))?;
        Ok(injection)
    }

    fn callers(
        &self,
        attempt: &mut Attempt,
        providers: &BTreeMap<ClassId, Provider>,
        needy: &BTreeSet<ClassId>,
    ) {
        let provider_of = |class: &ClassId| {
            let given = providers.get(class).cloned();
            given.or_else(|| self.shape(class).ok().and_then(|shape| self.held(&shape)))
        };
        let changed: Vec<(ClassId, Vec<Changed>)> = attempt
            .injections
            .iter()
            .filter(|(_, injection)| !injection.changed.is_empty())
            .map(|(class, injection)| (class.clone(), injection.changed.clone()))
            .collect();
        for (class, changed) in changed {
            let blamed = self.needy_above(&class, needy);
            if attempt.refused.contains_key(&blamed) {
                continue;
            }
            let Ok(shape) = self.shape(&class) else {
                continue;
            };
            let mut made = Made::default();
            for call in &self.calls(&shape).calls {
                if !self.reader.code().is_test(call.file) {
                    attempt.called.insert(class.clone());
                }
                match self.follow(call, &shape, &changed, &provider_of) {
                    Ok(None) => {}
                    Ok(Some(edit)) => {
                        let (file, start) = (call.file, call.node.range().start());
                        made.count(
                            self.reader.code().is_test(file),
                            (file, start),
                            edit.is_real,
                        );
                        attempt.edit(&class, edit.edits.into_iter().map(|edit| (file, edit)));
                        let using = edit.using.map(|namespace| (file, namespace.to_owned()));
                        attempt.usings.extend(using);
                        let factory = edit.factory.map(|range| (file, range));
                        attempt.factories.extend(factory);
                        let note = edit.note;
                        let note = note.map(|(kind, text)| self.note(kind, text, file, start));
                        attempt.notes.extend(note);
                    }
                    Err(refused) => {
                        attempt.refuse(blamed.clone(), refused);
                        break;
                    }
                }
            }
            if let Some((file, offset)) = made.always_real().filter(|_| is_private(&shape)) {
                let detail = format!(
                    "`{}` is private, and what makes it has no provider to pass on: {}",
                    shape.name,
                    self.reader.code().place(file, offset)
                );
                attempt.refuse(blamed, Refused::new(Reason::NoSeam, detail));
            }
            attempt.made.insert(class, made);
        }
    }

    /// The edit of one call, if it needs one.
    fn follow(
        &self,
        call: &Call<'a>,
        shape: &ClassShape<'a>,
        changed: &[Changed],
        provider_of: &dyn Fn(&ClassId) -> Option<Provider>,
    ) -> Result<Option<CallEdit>, Refused> {
        let path = || path_of(self.reader, call.file);
        let edit = follow(
            self.reader,
            call,
            shape,
            changed,
            self.dependency,
            provider_of,
        )
        .map_err(|_| {
            let detail = format!("which constructor is called isn't certain in `{}`", path());
            Refused::new(Reason::OverloadWouldChange, detail)
        })?;
        if edit.is_none() {
            return Ok(None);
        }
        self.in_one_piece(call)?;
        let class = self.dependency.class().unwrap_or_default();
        let seen = match self.dependency.real {
            Real::New(_) => self.reader.code().names().has_type(call.file, class),
            Real::Make(_) => self.is_available(call.file),
            Real::Member(_) | Real::Call(_) => true,
        };
        if !seen && edit.as_ref().is_some_and(|edit| edit.is_real) {
            let detail = format!("`{class}` can't be seen in `{}`", path());
            return Err(Refused::new(Reason::NeedsChangeOutsideScope, detail));
        }
        if !self.reader.code().file(call.file).editable {
            let detail = format!("`{}` is generated", path());
            return Err(Refused::new(Reason::NeedsChangeOutsideScope, detail));
        }
        self.may_change([call.file].into_iter())?;
        Ok(edit)
    }

    pub(super) fn may_change(&self, files: impl Iterator<Item = FileId>) -> Result<(), Refused> {
        let Some(only) = &self.choices.only else {
            return Ok(());
        };
        let outside: BTreeSet<String> = files
            .filter(|file| !only.contains(file))
            .map(|file| format!("`{}`", path_of(self.reader, file)))
            .collect();
        if outside.is_empty() {
            return Ok(());
        }
        let places = outside.into_iter().collect::<Vec<_>>().join(", ");
        Err(Refused::new(Reason::NeedsChangeOutsideScope, places))
    }

    pub(super) fn no_shape(&self, error: ShapeError) -> Refused {
        match error {
            ShapeError::NotUnderstood(file) => Refused::new(
                Reason::SyntaxNotUnderstood,
                format!("`{}`", path_of(self.reader, file)),
            ),
            ShapeError::NoClass => Refused::new(
                Reason::SyntaxNotUnderstood,
                "the declaration isn't that of a class",
            ),
            ShapeError::Conditional(file) => Refused::new(
                Reason::Conditional,
                format!(
                    "what the class is differs by `#if` in `{}`",
                    path_of(self.reader, file)
                ),
            ),
            ShapeError::Shared(file) => Refused::new(
                Reason::NeedsChangeOutsideScope,
                format!(
                    "more than one project compiles `{}`",
                    path_of(self.reader, file)
                ),
            ),
        }
    }
}

/// Whether only the type around it can name the class.
fn is_private(shape: &ClassShape<'_>) -> bool {
    let visible = ["public", "internal", "protected"];
    let nested = shape.parts.first().is_some_and(|part| {
        part.node
            .ancestors()
            .any(|around| around.kind() == K::DeclarationList)
            && part.node.ancestors().any(|around| {
                matches!(
                    around.kind(),
                    K::ClassDeclaration | K::StructDeclaration | K::RecordDeclaration
                )
            })
    });
    nested && !visible.iter().any(|modifier| shape.has_modifier(modifier))
}
