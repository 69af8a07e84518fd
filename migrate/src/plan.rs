//! Which sites are replaced and how: the classes that get a provider, their bases, derived classes and callers, all
//! together or not at all. What can't follow takes its class out, and the rest is planned anew until nothing moves.

mod class;
mod order;
mod sites;
mod unseen;

use unseen::null_is_given;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use seamwright_common::binding::FileId;
use seamwright_common::catalogue::Catalogue;
use seamwright_common::edit::Edit;
use seamwright_common::finding::{Finding, FindingId};
use seamwright_common::refusal::Reason;
use seamwright_common::seam::calls::{Below, Call, Calls, calls_of, derived_from};
use seamwright_common::seam::code::{ClassId, Reader};
use seamwright_common::seam::existing::{Provider, existing};
use seamwright_common::seam::inject::{Above, Changed, Injection, Refused, TIME_PROVIDER};
use seamwright_common::seam::names::add_using;
use seamwright_common::seam::registration::register;
use seamwright_common::seam::shape::{BaseClass, ClassShape, ShapeError};
use seamwright_common::syntax::SyntaxNode;
use seamwright_common::text::TextRange;

use crate::callers::{CallEdit, follow, path_of};
use crate::template::{LocalTime, Template};

/// What the user chose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    pub(crate) local_time: LocalTime,
    /// Deliberate sites are migrated too.
    pub(crate) include_intentional: bool,
    /// Sites that were asked for by name, deliberate or not.
    pub(crate) named: BTreeSet<FindingId>,
    /// Files that may change; `None` for all.
    pub(crate) only: Option<BTreeSet<FileId>>,
    /// Reads of the clock that don't count and stay: defaults of what can be replaced.
    pub(crate) defaults: BTreeMap<FileId, Vec<TextRange>>,
}

/// A site that may be replaced.
pub(crate) struct Site<'a> {
    pub(crate) index: usize,
    pub(crate) file: FileId,
    pub(crate) node: SyntaxNode<'a>,
    pub(crate) class: ClassId,
    pub(crate) template: Template,
}

/// What happened to a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClassReport {
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) sites: usize,
    pub(crate) way: &'static str,
}

/// The whole migration.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) edits: BTreeMap<FileId, Vec<Edit>>,
    /// The same by the class that needs them; usings and registrations belong to none.
    pub(crate) by_class: BTreeMap<FileId, BTreeMap<ClassId, Vec<Edit>>>,
    pub(crate) replaced: Vec<usize>,
    pub(crate) remaining: BTreeMap<usize, (Reason, String)>,
    pub(crate) classes: Vec<ClassReport>,
    pub(crate) notes: BTreeSet<String>,
}

pub(crate) struct Planner<'a> {
    pub(crate) reader: &'a Reader<'a>,
    pub(crate) findings: &'a [Finding],
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) choices: &'a Choices,
    shapes: RefCell<HashMap<ClassId, Result<Rc<ClassShape<'a>>, ShapeError>>>,
    calls: RefCell<HashMap<ClassId, Rc<Calls<'a>>>>,
    below: RefCell<HashMap<ClassId, Rc<Below>>>,
    early: RefCell<HashMap<ClassId, Rc<Option<sites::Early>>>>,
    held: RefCell<HashMap<ClassId, Option<Provider>>>,
    refused: RefCell<HashMap<ClassId, Option<(Reason, String)>>>,
    restless: RefCell<HashMap<ClassId, class::Members>>,
    site_ranges: HashSet<(FileId, TextRange)>,
}

/// One attempt: everything for the classes that are still in.
#[derive(Default)]
struct Attempt {
    injections: BTreeMap<ClassId, Injection>,
    edits: BTreeMap<FileId, BTreeMap<ClassId, Vec<Edit>>>,
    usings: BTreeSet<(FileId, &'static str)>,
    factories: Vec<(FileId, TextRange)>,
    notes: BTreeSet<String>,
    /// Sites that the way in can't reach.
    unreached: BTreeMap<usize, (Reason, String)>,
    reached: Vec<usize>,
    /// Classes whose constructors were called in production code.
    called: BTreeSet<ClassId>,
    /// Classes that must go out, and why: then the rest is only good for finding more of them.
    refused: BTreeMap<ClassId, Refused>,
}

impl Attempt {
    fn edit(&mut self, class: &ClassId, edits: impl IntoIterator<Item = (FileId, Edit)>) {
        for (file, edit) in edits {
            let of_file = self.edits.entry(file).or_default();
            of_file.entry(class.clone()).or_default().push(edit);
        }
    }

    fn refuse(&mut self, class: ClassId, refused: Refused) {
        self.refused.entry(class).or_insert(refused);
    }
}

/// More rounds than classes are never needed; this bounds them.
const MOST_ROUNDS: usize = 10_000;

impl<'a> Planner<'a> {
    pub(crate) fn new(
        reader: &'a Reader<'a>,
        findings: &'a [Finding],
        catalogue: &'a Catalogue,
        choices: &'a Choices,
    ) -> Self {
        Self {
            reader,
            findings,
            catalogue,
            choices,
            shapes: RefCell::default(),
            calls: RefCell::default(),
            below: RefCell::default(),
            early: RefCell::default(),
            held: RefCell::default(),
            refused: RefCell::default(),
            restless: RefCell::default(),
            site_ranges: findings
                .iter()
                .filter_map(|finding| Some((reader.code().find(&finding.path)?, finding.range)))
                .collect(),
        }
    }

    /// Plans the migration of the findings at `requested`, without the classes that are `out` already.
    pub(crate) fn plan(&self, requested: &[usize], out: &BTreeMap<ClassId, Refused>) -> Plan {
        let mut plan = Plan::default();
        let sites = self.sites(requested, &mut plan.remaining);
        let mut by_class: BTreeMap<ClassId, Vec<&Site<'a>>> = BTreeMap::new();
        for site in &sites {
            by_class.entry(site.class.clone()).or_default().push(site);
        }
        let mut out = out.clone();
        let mut attempt = Attempt::default();
        for _ in 0..MOST_ROUNDS {
            let left: BTreeMap<&ClassId, &Vec<&Site<'a>>> = by_class
                .iter()
                .filter(|(class, _)| !out.contains_key(class))
                .collect();
            let mut done = self.attempt(&left);
            if done.refused.is_empty() {
                attempt = done;
                break;
            }
            out.append(&mut done.refused);
        }
        for (class, refused) in &out {
            for site in by_class.get(class).into_iter().flatten() {
                plan.remaining
                    .insert(site.index, (refused.reason, refused.detail.clone()));
            }
        }
        plan.remaining.append(&mut attempt.unreached.clone());
        self.finish(&by_class, attempt, &mut plan);
        self.mixed_sources(requested, &by_class, &mut plan);
        plan
    }

    /// The shape of a class, read once.
    pub(crate) fn shape(&self, class: &ClassId) -> Result<Rc<ClassShape<'a>>, ShapeError> {
        if let Some(known) = self.shapes.borrow().get(class) {
            return known.clone();
        }
        let shape = ClassShape::read(self.reader, class).map(Rc::new);
        self.shapes
            .borrow_mut()
            .insert(class.clone(), shape.clone());
        shape
    }

    fn calls(&self, shape: &ClassShape<'a>) -> Rc<Calls<'a>> {
        if let Some(known) = self.calls.borrow().get(&shape.id) {
            return known.clone();
        }
        let calls = Rc::new(calls_of(self.reader, shape));
        self.calls
            .borrow_mut()
            .insert(shape.id.clone(), calls.clone());
        calls
    }

    /// The provider that a class holds already.
    fn held(&self, shape: &ClassShape<'a>) -> Option<Provider> {
        if let Some(known) = self.held.borrow().get(&shape.id) {
            return known.clone();
        }
        let held = existing(self.reader, shape, TIME_PROVIDER.type_name);
        self.held
            .borrow_mut()
            .insert(shape.id.clone(), held.clone());
        held
    }

    fn below(&self, shape: &ClassShape<'a>) -> Rc<Below> {
        if let Some(known) = self.below.borrow().get(&shape.id) {
            return known.clone();
        }
        let below = Rc::new(derived_from(self.reader, shape));
        self.below
            .borrow_mut()
            .insert(shape.id.clone(), below.clone());
        below
    }

    /// Tries to give all these classes a provider.
    fn attempt(&self, left: &BTreeMap<&ClassId, &Vec<&Site<'a>>>) -> Attempt {
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
                .filter(|_| !null_is_given(&shape, &self.calls(&shape)))
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
            for call in &self.calls(&shape).calls {
                if !self.reader.code().is_test(call.file) {
                    attempt.called.insert(class.clone());
                }
                match self.follow(call, &shape, &changed, &provider_of) {
                    Ok(None) => {}
                    Ok(Some(edit)) => {
                        let file = call.file;
                        attempt.edit(&class, edit.edits.into_iter().map(|edit| (file, edit)));
                        let using = edit.using.map(|namespace| (file, namespace));
                        attempt.usings.extend(using);
                        let factory = edit.factory.map(|range| (file, range));
                        attempt.factories.extend(factory);
                        attempt.notes.extend(edit.note);
                    }
                    Err(refused) => {
                        attempt.refuse(blamed, refused);
                        break;
                    }
                }
            }
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
            TIME_PROVIDER,
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
        if !self.reader.code().file(call.file).editable {
            let detail = format!("`{}` is generated", path());
            return Err(Refused::new(Reason::NeedsChangeOutsideScope, detail));
        }
        self.may_change([call.file].into_iter())?;
        Ok(edit)
    }

    fn may_change(&self, files: impl Iterator<Item = FileId>) -> Result<(), Refused> {
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

    pub(crate) fn no_shape(&self, error: ShapeError) -> Refused {
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

    /// Puts the accepted attempt into the plan, with usings and registrations.
    fn finish(
        &self,
        by_class: &BTreeMap<ClassId, Vec<&Site<'a>>>,
        mut attempt: Attempt,
        plan: &mut Plan,
    ) {
        for (file, edits) in &attempt.edits {
            let all = edits.values().flatten().cloned();
            plan.edits.entry(*file).or_default().extend(all);
        }
        plan.by_class = attempt.edits;
        let changed: BTreeSet<ClassId> = attempt
            .injections
            .iter()
            .filter(|(_, injection)| !injection.changed.is_empty())
            .map(|(class, _)| class.clone())
            .collect();
        if !changed.is_empty() {
            let names = self.reader.code().names();
            let unseen: Vec<&ClassId> = changed
                .iter()
                .filter(|class| !attempt.called.contains(class))
                .collect();
            let unregistered = |file: FileId| {
                unseen
                    .iter()
                    .any(|class| !names.parts(file, &class.key).is_empty())
            };
            let mut registered = register(
                self.reader,
                TIME_PROVIDER,
                &changed,
                &attempt.factories,
                &unregistered,
            );
            attempt.usings.append(&mut registered.usings);
            for (file, edit) in registered.edits {
                if self.may_change([file].into_iter()).is_ok() {
                    plan.edits.entry(file).or_default().push(edit);
                } else {
                    plan.notes.insert(format!(
                        "`{}` lies outside the scope: register `TimeProvider` there by hand",
                        path_of(self.reader, file)
                    ));
                }
            }
        }
        plan.notes.extend(attempt.notes);
        for (file, namespace) in attempt.usings {
            if let Some(edit) = add_using(self.reader, file, namespace) {
                plan.edits.entry(file).or_default().push(edit);
            }
        }
        let reached: BTreeSet<usize> = attempt.reached.iter().copied().collect();
        for (class, sites) in by_class {
            let count = sites
                .iter()
                .filter(|site| reached.contains(&site.index))
                .count();
            if count == 0 {
                continue;
            }
            let way = match attempt.injections.get(class) {
                None => "existing member",
                Some(injection) if injection.provider.primary.is_some() => "primary constructor",
                Some(_) => "constructor",
            };
            let name = class.key.replace('`', "");
            plan.classes.push(ClassReport {
                name,
                path: path_of(self.reader, sites[0].file),
                sites: count,
                way,
            });
        }
        plan.replaced = attempt.reached;
        plan.replaced.sort_unstable();
    }
}
