//! Which sites are replaced and how: the classes that get a provider, their bases, derived classes and callers, all
//! together or not at all. What can't follow takes its class out, and the rest is planned anew until nothing moves.

mod attempt;
mod call;
mod callers;
mod calm;
mod changed;
mod class;
mod context;
mod coupled;
mod data;
mod doubles;
mod finish;
mod followers;
mod memo;
mod opened;
mod order;
mod place;
mod scopes;
mod sites;
mod streams;
mod template;
mod unseen;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use crate::binding::{FileId, ProjectId};
use crate::catalogue::Catalogue;
use crate::edit::Edit;
use crate::finding::{Finding, FindingId, NotCounted, NotCountedReason, Survey};
use crate::note::Note;
use crate::refusal::Reason;
use crate::source::SourcePath;
use crate::syntax::SyntaxNode;
use crate::text::TextRange;

use super::ambient::Sharing;
use super::ambient::existing::Holder;
use super::calls::{Below, Calls, calls_of, derived_from};
use super::code::{ClassId, Reader};
use super::dependency::Dependency;
use super::existing::{Provider, existing};
use super::inject::{Constructors, Refused};
use super::registration::made_by_containers;
use super::shape::{ClassShape, ShapeError};

use self::attempt::Attempt;
use self::changed::Followed;
use self::memo::Memo;
pub use self::sites::{node_of, stays_anyway};
use self::template::Template;
pub use self::template::{LocalTime, dependency_for};

/// What the user chose.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The zone of local time.
    pub local_time: LocalTime,
    /// Deliberate sites are migrated too.
    pub include_intentional: bool,
    /// Sites that were asked for by name, deliberate or not.
    pub named: BTreeSet<FindingId>,
    /// Files that may change; `None` for all.
    pub only: Option<BTreeSet<FileId>>,
    /// How classes get what they need.
    pub injection: Choice,
    /// Which static code shares a slot.
    pub sharing: Sharing,
    /// What becomes of constructors that are there.
    pub constructors: Constructors,
    /// Sites that read from a delegate instead of an object.
    pub delegated: BTreeSet<FindingId>,
}

/// How classes get what they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "kebab-case")]
pub enum Choice {
    /// Instance code through constructors, static code through ambient scopes.
    #[default]
    Auto,
    /// Instance code through constructors, static code not at all.
    Constructor,
    /// All code through ambient scopes, where a class doesn't hold what it needs.
    Ambient,
}

/// How code gets what it needs, on a command line.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Way in")]
pub struct WayIn {
    /// How classes get what they need
    #[arg(long, value_name = "WAY", value_enum, default_value_t)]
    pub injection: Choice,

    /// Which static classes of a project share a slot
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    pub ambient: Sharing,

    /// Leave public constructors as they are: they pass the real thing to new ones that are internal
    #[arg(long)]
    pub keep_constructors: bool,
}

impl WayIn {
    /// What becomes of constructors that are there.
    pub fn constructors(&self) -> Constructors {
        if self.keep_constructors {
            Constructors::Keep
        } else {
            Constructors::Change
        }
    }
}

/// A site that may be replaced.
#[derive(Clone)]
struct Site<'a> {
    index: usize,
    file: FileId,
    node: SyntaxNode<'a>,
    class: ClassId,
    template: Template,
    /// What else changes with it.
    followed: Followed,
}

/// What happened to a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassReport {
    /// Its full name as C# writes it.
    pub name: String,
    /// The file of its first site.
    pub path: String,
    /// How many sites were replaced.
    pub sites: usize,
    /// What it gets, by the type's simple name.
    pub dependency: String,
    /// How it gets what it needs.
    pub way: &'static str,
    /// How many places of production code make it, all of which give the real thing, while no container makes it.
    pub always_real: Option<usize>,
}

/// An ambient scope that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewScope {
    /// The number of its project.
    pub project: usize,
    /// The full name of its type as C# writes it.
    pub type_name: String,
    /// The namespace of that.
    pub namespace: String,
    /// The property that reads it.
    pub property: String,
    /// The method that fills it.
    pub method: String,
    /// What it holds.
    pub dependency: Dependency,
}

/// The whole replacement.
#[derive(Debug, Default)]
pub struct Plan {
    /// The edits of each file.
    pub edits: BTreeMap<FileId, Vec<Edit>>,
    /// The same by the class that needs them; usings and registrations belong to none.
    pub by_class: BTreeMap<FileId, BTreeMap<ClassId, Vec<Edit>>>,
    /// Those among them that register the abstraction.
    pub registrations: BTreeMap<FileId, Vec<Edit>>,
    /// The registrations that were there, by file and offset.
    pub registered: BTreeSet<(FileId, usize)>,
    /// The findings that are replaced.
    pub replaced: Vec<usize>,
    /// New files, by path: the number of the project and the text.
    pub created: BTreeMap<SourcePath, (usize, String)>,
    /// The scopes that are new and that tests can name.
    pub scopes: Vec<NewScope>,
    /// The others that were asked for, and why they stay.
    pub remaining: BTreeMap<usize, (Reason, String)>,
    /// The classes that are changed.
    pub classes: Vec<ClassReport>,
    /// What else is to say.
    pub notes: BTreeSet<Note>,
}

/// Plans a replacement.
pub struct Planner<'a> {
    reader: &'a Reader<'a>,
    findings: &'a [Finding],
    not_counted: &'a [NotCounted],
    catalogue: &'a Catalogue,
    choices: &'a Choices,
    dependency: &'a Dependency,
    passed_on: &'a [NotCounted],
    shapes: Memo<Result<Rc<ClassShape<'a>>, ShapeError>>,
    calls: Memo<Rc<Calls<'a>>>,
    below: Memo<Rc<Below>>,
    early: Memo<Rc<Option<sites::Early>>>,
    /// Whether a class only carries data.
    data: Memo<bool>,
    held: Memo<Option<Provider>>,
    refused: Memo<Option<(Reason, String)>>,
    restless: Memo<class::Members>,
    site_ranges: HashSet<(FileId, TextRange)>,
    /// Reads of the clock that don't count and stay: defaults of what can be replaced.
    defaults: BTreeMap<FileId, Vec<TextRange>>,
    contained: OnceCell<BTreeSet<ClassId>>,
    holders: RefCell<BTreeMap<ProjectId, Rc<Vec<Holder>>>>,
    followers: OnceCell<BTreeMap<usize, Option<(FileId, TextRange)>>>,
}

/// How classes are reached that static code belongs to, as reports call it.
pub const AMBIENT_SCOPE: &str = "ambient scope";
/// How classes are reached whose public constructors stay, as reports call it.
pub const INTERNAL_CONSTRUCTOR: &str = "internal constructor";

/// More rounds than classes are never needed; this bounds them.
const MOST_ROUNDS: usize = 10_000;

impl<'a> Planner<'a> {
    /// A planner that lets what a survey found read from `dependency`; `passed_on` is what its class passes on.
    pub fn new(
        reader: &'a Reader<'a>,
        survey: &'a Survey,
        catalogue: &'a Catalogue,
        choices: &'a Choices,
        dependency: &'a Dependency,
        passed_on: &'a [NotCounted],
    ) -> Self {
        let mut defaults: BTreeMap<FileId, Vec<TextRange>> = BTreeMap::new();
        for one in &survey.not_counted {
            let stays = one.reason == NotCountedReason::SeamDefault
                && dependency.serves(catalogue, &one.api);
            if let Some(file) = reader.code().find(&one.path).filter(|_| stays) {
                defaults.entry(file).or_default().push(one.range);
            }
        }
        Self {
            defaults,
            reader,
            findings: &survey.findings,
            not_counted: &survey.not_counted,
            catalogue,
            choices,
            dependency,
            passed_on,
            shapes: Memo::default(),
            calls: Memo::default(),
            below: Memo::default(),
            early: Memo::default(),
            data: Memo::default(),
            held: Memo::default(),
            refused: Memo::default(),
            restless: Memo::default(),
            site_ranges: survey
                .findings
                .iter()
                .filter_map(|finding| Some((reader.code().find(&finding.path)?, finding.range)))
                .collect(),
            contained: OnceCell::new(),
            holders: RefCell::default(),
            followers: OnceCell::new(),
        }
    }

    /// What it reads.
    pub fn reader(&self) -> &'a Reader<'a> {
        self.reader
    }

    /// Plans the replacement of the findings at `requested`, without the classes that are `out` already.
    pub fn plan(&self, requested: &[usize], out: &BTreeMap<ClassId, Refused>) -> Plan {
        let mut plan = Plan::default();
        let (mut sites, mut scoped) = self.sites(requested, &mut plan.remaining);
        self.uncouple(&mut sites, &mut plan.remaining);
        self.uncouple(&mut scoped, &mut plan.remaining);
        self.with_company(requested, &mut sites, &mut plan.remaining);
        self.with_company(requested, &mut scoped, &mut plan.remaining);
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
                done.refused = self.torn(&left, &done);
            }
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
        self.scopes(scoped, &by_class, &out, &mut attempt, &mut plan);
        self.finish(&by_class, attempt, &mut plan);
        self.follow_makers(requested, &mut plan);
        plan
    }

    /// The shape of a class, read once.
    fn shape(&self, class: &ClassId) -> Result<Rc<ClassShape<'a>>, ShapeError> {
        let read = || ClassShape::read(self.reader, class).map(Rc::new);
        self.shapes.of(class, read)
    }

    /// Whether a container makes the class.
    fn is_contained(&self, class: &ClassId) -> bool {
        self.contained
            .get_or_init(|| made_by_containers(self.reader))
            .contains(class)
    }

    fn calls(&self, shape: &ClassShape<'a>) -> Rc<Calls<'a>> {
        let read = || Rc::new(calls_of(self.reader, shape));
        self.calls.of(&shape.id, read)
    }

    /// The provider that a class holds already.
    fn held(&self, shape: &ClassShape<'a>) -> Option<Provider> {
        let look = || existing(self.reader, shape, self.dependency);
        self.held.of(&shape.id, look)
    }

    fn below(&self, shape: &ClassShape<'a>) -> Rc<Below> {
        let look = || Rc::new(derived_from(self.reader, shape));
        self.below.of(&shape.id, look)
    }
}
