//! Which containers lack the dependency: what each body needs and has, from those that register a class up to those
//! that run them.

use std::collections::{BTreeMap, BTreeSet};

use crate::binding::{FileId, Origin, Resolution};
use crate::edit::Edit;
use crate::project::Container;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::code::{ClassId, Reader};
use super::super::dependency::Dependency;
use super::super::names::{add_using, has_using};
use super::super::shape::simple_name;
use super::bodies::{Body, BodyKey, Caller, Place};
use super::insert::insertion;
use super::{HOSTS, Registration, Root, builds, leftmost, makes, roots};

use SyntaxKind as K;

/// The namespace of the container's extension methods.
const CONTAINER: &str = "Microsoft.Extensions.DependencyInjection";

/// What a registration run decided.
#[derive(Clone, Debug, Default)]
pub struct RegistrationPlan {
    /// The lines that are missing.
    pub edits: Vec<(FileId, Edit)>,
    /// Namespaces that files need for them.
    pub usings: BTreeSet<(FileId, String)>,
    /// The registrations that serve what needs the dependency and were there before, by file and offset.
    pub served: BTreeSet<(FileId, usize)>,
    /// The classes among those asked about that a container makes.
    pub made: BTreeSet<ClassId>,
    /// Builders of Autofac that lack it and have no place for the line, by file and offset.
    pub lacking: BTreeSet<(FileId, usize)>,
}

impl RegistrationPlan {
    /// The lines and their usings.
    pub fn all_edits(&self, reader: &Reader<'_>) -> Vec<(FileId, Edit)> {
        let usings = self.usings.iter();
        let usings = usings.filter_map(|(file, namespace)| {
            add_using(reader, *file, namespace).map(|edit| (*file, edit))
        });
        self.edits.iter().cloned().chain(usings).collect()
    }
}

/// A place that has the dependency, and where it comes from; `None` for a line that this run adds.
#[derive(Clone, Copy, Debug)]
struct Provided {
    place: Place,
    container: Option<usize>,
    origin: Option<(FileId, usize)>,
}

/// A place that needs the dependency.
#[derive(Clone, Copy, Debug)]
struct Need {
    range: TextRange,
    container: Option<usize>,
}

struct Wiring<'r, 'a> {
    reader: &'r Reader<'a>,
    provided: BTreeMap<BodyKey, Vec<Provided>>,
    callers: BTreeMap<BodyKey, Vec<Caller<'a>>>,
}

const DEEPEST_CALL: usize = 8;

/// Registers the dependency where containers make one of `classes`, or run one of the factories at `factories`,
/// and don't have it yet. `unregistered` tells that some of the classes are made by a framework's container
/// without a registration, so that each container of a program needs it.
pub fn register<'a>(
    reader: &Reader<'a>,
    dependency: &Dependency,
    classes: &BTreeSet<ClassId>,
    factories: &[(FileId, TextRange)],
    unregistered: &dyn Fn(FileId) -> bool,
) -> RegistrationPlan {
    let roots = roots(reader);
    let mut wiring = Wiring {
        reader,
        provided: BTreeMap::new(),
        callers: BTreeMap::new(),
    };
    for root in &roots {
        let body = body_of(root);
        for one in &root.registrations {
            if one.provides(reader, root.file, dependency) {
                let provided = Provided {
                    place: body.place(one.node),
                    container: container(reader, root.file, one),
                    origin: Some((root.file, one.node.range().start())),
                };
                wiring.provide(body, provided, 0);
            }
        }
    }
    // Extension methods first, those with most registrations before others: who calls them is served.
    let mut order: Vec<&Root<'a>> = roots.iter().collect();
    order.sort_by_key(|root| {
        (
            !root.is_extension,
            std::cmp::Reverse(root.registrations.len()),
            root.file,
            root.node.range(),
        )
    });
    let mut plan = RegistrationPlan::default();
    let mut open: Vec<(Body<'a>, Need)> = Vec::new();
    for root in &order {
        let mut needs = needs_of(reader, root, classes, factories, &mut plan.made);
        let hosts = wiring.hosts(root, &roots);
        if hosts.iter().any(|file| unregistered(*file)) {
            let end = root.node.range().end();
            needs.push(Need {
                range: TextRange::new(end, end),
                container: None,
            });
        }
        wiring.give(root, needs, dependency, &mut plan, &mut open);
    }
    // What nobody could give itself its callers must have.
    for _ in 0..DEEPEST_CALL {
        let lacking = std::mem::take(&mut open);
        let below = lacking.iter().filter(|(body, _)| {
            let fills = |root: &&Root<'a>| {
                let mut all = root.registrations.iter();
                all.any(|one| one.container == Container::Autofac)
            };
            let root = roots.iter().find(|root| body_of(root).key() == body.key());
            root.is_some_and(|root| fills(&root)) && wiring.callers(*body).is_empty()
        });
        let places = below.map(|(body, need)| (body.file, need.range.start()));
        plan.lacking.extend(places.collect::<Vec<_>>());
        let above: Vec<(Body<'a>, Need)> = lacking
            .into_iter()
            .flat_map(|(body, _)| wiring.callers(body))
            .map(|caller| {
                let need = Need {
                    range: caller.call.range(),
                    container: None,
                };
                (caller.body, need)
            })
            .collect();
        for (body, need) in above {
            match order.iter().find(|root| body_of(root).key() == body.key()) {
                Some(root) => wiring.give(root, vec![need], dependency, &mut plan, &mut open),
                None => open.push((body, need)),
            }
        }
        if open.is_empty() {
            break;
        }
    }
    plan
}

/// Every class that a Microsoft container makes.
pub fn made_by_containers(reader: &Reader<'_>) -> BTreeSet<ClassId> {
    let roots = roots(reader);
    let all = roots.iter().flat_map(|root| {
        let registrations = root.registrations.iter();
        registrations.flat_map(|one| one.made(reader, root.file))
    });
    all.collect()
}

fn body_of<'a>(root: &Root<'a>) -> Body<'a> {
    Body {
        file: root.file,
        node: root.node,
    }
}

fn needs_of<'a>(
    reader: &Reader<'a>,
    root: &Root<'a>,
    classes: &BTreeSet<ClassId>,
    factories: &[(FileId, TextRange)],
    made: &mut BTreeSet<ClassId>,
) -> Vec<Need> {
    let mut needs = Vec::new();
    for one in &root.registrations {
        let range = one.node.range();
        // The innermost call alone: in a chain the outer ones hold the inner ones.
        let arguments = one.node.child(Field::Arguments);
        let own = arguments.map_or(range, SyntaxNode::range);
        let runs = factories
            .iter()
            .any(|(file, factory)| *file == root.file && own.contains_range(*factory));
        let scans = one.method == "RegisterAssemblyTypes" && {
            let own = reader.code().names().project_of(root.file);
            let mut all = classes.iter();
            all.any(|class| reader.code().names().project_of(class.first.0) == own)
        };
        let mine: Vec<ClassId> = one
            .made(reader, root.file)
            .into_iter()
            .filter(|class| classes.contains(class))
            .collect();
        let is_need = runs || scans || !mine.is_empty();
        made.extend(mine);
        if is_need {
            needs.push(Need {
                range: TextRange::new(own.start(), own.end()),
                container: container(reader, root.file, one),
            });
        }
    }
    needs
}

/// The local that a collection made here is held by; two of them are two containers.
fn container<'a>(reader: &Reader<'a>, file: FileId, one: &Registration<'a>) -> Option<usize> {
    let name = leftmost(one.collection);
    let made = ["ServiceCollection", "ContainerBuilder"];
    match reader.binder(file)?.resolve(name) {
        Resolution::Value(value) | Resolution::ColorColor(value, _) => match value.origin {
            Origin::Local(local) => local
                .initializer
                .filter(|value| {
                    value.kind() == K::ObjectCreationExpression
                        && value
                            .child(Field::Type)
                            .is_some_and(|ty| made.contains(&&*simple_name(ty)))
                })
                .map(|_| local.name.range().start()),
            _ => None,
        },
        _ => None,
    }
}

fn same(one: Option<usize>, other: Option<usize>) -> bool {
    one.is_none() || other.is_none() || one == other
}

impl<'a> Wiring<'_, 'a> {
    fn callers(&mut self, body: Body<'a>) -> Vec<Caller<'a>> {
        let reader = self.reader;
        self.callers
            .entry(body.key())
            .or_insert_with(|| body.callers(reader))
            .clone()
    }

    /// The files of the programs that are made in the body, or that call it and register nothing themselves.
    fn hosts(&mut self, root: &Root<'a>, roots: &[Root<'a>]) -> Vec<FileId> {
        if builds(self.reader, root.file, root.node) {
            return vec![root.file];
        }
        if !root.is_extension {
            return Vec::new();
        }
        let callers = self.callers(body_of(root)).into_iter();
        let callers = callers.map(|caller| caller.body).filter(|body| {
            let registers = roots.iter().any(|other| body_of(other).key() == body.key());
            !registers && makes(self.reader, body.file, body.node, HOSTS)
        });
        callers.map(|body| body.file).collect()
    }

    /// Notes a place that has the dependency; whoever always runs it has it too.
    fn provide(&mut self, body: Body<'a>, provided: Provided, depth: usize) {
        self.provided.entry(body.key()).or_default().push(provided);
        if depth >= DEEPEST_CALL || provided.container.is_some() || !body.always(provided.place) {
            return;
        }
        for caller in self.callers(body) {
            let above = Provided {
                place: caller.body.place(caller.call),
                container: None,
                origin: provided.origin,
            };
            self.provide(caller.body, above, depth + 1);
        }
    }

    /// The place in the body that serves the need.
    fn own(&self, body: Body<'a>, need: Need) -> Option<Provided> {
        let provided = self.provided.get(&body.key())?;
        let mut fitting = provided.iter().filter(|one| {
            same(one.container, need.container) && body.covers(one.place, need.range)
        });
        fitting.next().copied()
    }

    /// The places that serve the need, in the body or in everything that calls it.
    fn served(&mut self, body: Body<'a>, need: Need, depth: usize) -> Option<Vec<Provided>> {
        if let Some(own) = self.own(body, need) {
            return Some(vec![own]);
        }
        if depth >= DEEPEST_CALL || need.container.is_some() {
            return None;
        }
        let callers = self.callers(body);
        if callers.is_empty() {
            return None;
        }
        let mut all = Vec::new();
        for caller in callers {
            let above = Need {
                range: caller.call.range(),
                container: None,
            };
            all.extend(self.served(caller.body, above, depth + 1)?);
        }
        Some(all)
    }

    /// Gives a body what it needs and lacks; what it can't have stays open.
    fn give(
        &mut self,
        root: &Root<'a>,
        needs: Vec<Need>,
        dependency: &Dependency,
        plan: &mut RegistrationPlan,
        open: &mut Vec<(Body<'a>, Need)>,
    ) {
        let body = body_of(root);
        let mut lacking: Vec<Need> = Vec::new();
        for need in needs {
            match self.served(body, need, 0) {
                Some(by) => plan.served.extend(by.iter().filter_map(|one| one.origin)),
                None => lacking.push(need),
            }
        }
        while let Some(next) = lacking.first().copied() {
            let group: Vec<Need> = lacking
                .iter()
                .filter(|need| same(need.container, next.container))
                .copied()
                .collect();
            lacking.retain(|need| !same(need.container, next.container));
            let registrations: Vec<&Registration<'a>> = root
                .registrations
                .iter()
                .filter(|one| same(container(self.reader, root.file, one), next.container))
                .collect();
            let ranges: Vec<TextRange> = group.iter().map(|need| need.range).collect();
            let inserted = Some(root.file)
                .filter(|file| self.reader.code().file(*file).editable)
                .and_then(|_| insertion(self.reader, body, &registrations, &ranges, dependency));
            let Some((edit, at)) = inserted else {
                open.extend(group.into_iter().map(|need| (body, need)));
                continue;
            };
            let imports = dependency.imports(self.reader, root.file, &edit);
            let imports = imports.into_iter().map(|namespace| (root.file, namespace));
            plan.usings.extend(imports);
            plan.edits.push((root.file, edit));
            let known = root
                .registrations
                .iter()
                .any(|one| one.container == Container::Autofac || is_plain(&one.method));
            if !known && !has_using(self.reader, root.file, CONTAINER) {
                plan.usings.insert((root.file, CONTAINER.to_owned()));
            }
            let provided = Provided {
                place: body.place(at),
                container: next.container,
                origin: None,
            };
            self.provide(body, provided, 0);
        }
    }
}

/// The container's own methods: where one is called, what is written beside it is in reach.
fn is_plain(method: &str) -> bool {
    let plain = method.strip_prefix("Try").unwrap_or(method);
    matches!(plain, "AddSingleton" | "AddScoped" | "AddTransient")
}
