//! The smallest seam for each obstacle, and why not a bigger one. Writes nothing.

use std::collections::BTreeMap;

use seamwright_common::catalogue::Catalogue;
use seamwright_common::finding::{Category, Context, Finding};
use seamwright_common::outline::Modifiers;
use seamwright_common::seam::code::Reader;
use seamwright_common::seam::kind::SeamKind;

use crate::paths::{Obstacle, is_static, owner};
use crate::target::MemberId;

/// A seam that was chosen.
#[derive(Debug)]
pub(crate) struct Choice<'s> {
    pub(crate) seam: SeamKind,
    /// Full name of the type that gets it.
    pub(crate) on: String,
    /// What it holds: a type, or what a delegate stands for.
    pub(crate) holds: String,
    pub(crate) serves: Vec<&'s Finding>,
    pub(crate) why: String,
    pub(crate) rejected: Vec<(SeamKind, &'static str)>,
}

/// Where a seam can be cut for an obstacle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The behaviour's own type, through its constructor.
    Own(String),
    /// A static class, or a static member: nobody makes an object of it.
    Static(String),
    /// A static helper that an object of the behaviour's type calls.
    Helper(String),
    /// A class of which the behaviour makes an object.
    Made(String),
}

/// The seams for the obstacles of a behaviour, by the type that gets them.
pub(crate) fn choose<'s>(
    reader: &Reader<'_>,
    target: MemberId,
    obstacles: &[Obstacle<'s>],
) -> Vec<Choice<'s>> {
    let fixed = is_static(reader, target);
    let mut groups: BTreeMap<(Place, Category, String), Vec<&'s Finding>> = BTreeMap::new();
    for one in obstacles {
        let place = place(reader, one, fixed);
        let abstraction = abstraction(one.finding);
        let key = (place, one.finding.category, abstraction);
        groups.entry(key).or_default().push(one.finding);
    }
    let mut choices: Vec<Choice<'s>> = Vec::new();
    for ((place, category, abstraction), findings) in groups {
        let choice = match place {
            Place::Static(on) if clockless(reader, &findings) => {
                let mut choice = ambient(on, category, String::new(), findings);
                NO_CLOCK.clone_into(&mut choice.why);
                choice
            }
            Place::Static(on) => ambient(on, category, abstraction, findings),
            Place::Helper(on) => helper(on, findings),
            Place::Made(on) => made(on, findings),
            Place::Own(on) if clockless(reader, &findings) => Choice {
                seam: SeamKind::Delegate,
                on,
                holds: findings
                    .first()
                    .map_or_else(String::new, |one| delegate(one)),
                serves: findings,
                why: NO_CLOCK.to_owned(),
                rejected: vec![(
                    SeamKind::Constructor,
                    "an interface for one operation is more than the test needs",
                )],
            },
            Place::Own(on) => own(&on, category, &abstraction, &findings),
        };
        let same = choices.iter_mut().find(|one| {
            one.seam == choice.seam && one.on == choice.on && one.holds == choice.holds
        });
        match same {
            Some(same) => same.serves.extend(choice.serves),
            None => choices.push(choice),
        }
    }
    choices
}

fn place(reader: &Reader<'_>, obstacle: &Obstacle<'_>, fixed: bool) -> Place {
    let name = |member: MemberId| {
        let class = owner(reader, member);
        class.map_or_else(String::new, |class| reader.class_name(&class))
    };
    match obstacle.leaves_at {
        // A static behaviour needs the seam where the operation is.
        _ if fixed => Place::Static(name(obstacle.member)),
        None if is_static(reader, obstacle.member) => Place::Static(name(obstacle.member)),
        None => Place::Own(name(obstacle.member)),
        Some(foreign) if is_static(reader, foreign) => {
            let outline = reader.code().names().outline(foreign.file);
            let ty = outline.type_(foreign.of(reader).owner);
            if ty.modifiers.contains(Modifiers::STATIC) {
                Place::Helper(name(foreign))
            } else {
                Place::Static(name(foreign))
            }
        }
        Some(foreign) => Place::Made(name(foreign)),
    }
}

/// The type that stands for an API, by the catalogue.
fn abstraction(finding: &Finding) -> String {
    let entry = Catalogue::standard().entry_of(&finding.api);
    let known = entry.and_then(|entry| entry.abstraction.type_name());
    known.map_or_else(String::new, str::to_owned)
}

/// Names of a delegate that reads or does one thing, by the API that it stands for.
fn delegate(finding: &Finding) -> String {
    format!("a delegate whose default is `{}`", finding.pattern)
}

const NO_CLOCK: &str =
    "the project has no `System.TimeProvider`, and one delegate does for reads of one kind";

/// Whether all of them read the same time, in a project without the clock that is built in.
fn clockless(reader: &Reader<'_>, findings: &[&Finding]) -> bool {
    let Some(first) = findings.first() else {
        return false;
    };
    let project = reader
        .code()
        .find(&first.path)
        .and_then(|file| reader.code().project(file));
    let has_clock = project.is_none_or(|project| {
        project.has_time_provider || project.has_package("Microsoft.Bcl.TimeProvider")
    });
    !has_clock
        && first.api.as_str().starts_with("P:System.DateTime")
        && findings.iter().all(|one| one.api == first.api)
}

fn is_one(findings: &[&Finding]) -> bool {
    let mut apis: Vec<&str> = findings.iter().map(|one| one.api.as_str()).collect();
    apis.dedup();
    findings.len() == 1 && apis.len() == 1
}

fn ambient(
    on: String,
    category: Category,
    abstraction: String,
    serves: Vec<&Finding>,
) -> Choice<'_> {
    let single = is_one(&serves) && !matches!(category, Category::Time);
    let holds = if single || abstraction.is_empty() {
        serves.first().map_or_else(String::new, |one| delegate(one))
    } else {
        abstraction
    };
    Choice {
        seam: SeamKind::Ambient,
        on,
        holds,
        serves,
        why: "the operation stands in static code, which nobody can hand an object".to_owned(),
        rejected: vec![
            (
                SeamKind::Constructor,
                "making it an instance class changes every caller",
            ),
            (
                SeamKind::Parameter,
                "a parameter changes the signature that callers use",
            ),
        ],
    }
}

fn helper(on: String, serves: Vec<&Finding>) -> Choice<'_> {
    let simple = on.rsplit('.').next().unwrap_or(&on).to_owned();
    Choice {
        seam: SeamKind::Adapter,
        holds: format!("I{simple}"),
        why: format!("`{simple}` stays as it is for everybody else"),
        on,
        serves,
        rejected: vec![(
            SeamKind::Ambient,
            "a scope inside the helper is seen by all of its callers",
        )],
    }
}

fn made(on: String, serves: Vec<&Finding>) -> Choice<'_> {
    let simple = on.rsplit('.').next().unwrap_or(&on).to_owned();
    let is_value = |one: &&Finding| one.context == Context::PropertyInitializer;
    if serves.iter().all(is_value) {
        let members: Vec<&str> = serves.iter().map(|one| &*one.member).collect();
        return Choice {
            seam: SeamKind::Parameter,
            holds: format!("the value of {}", members.join(", ")),
            why: format!("whoever makes a `{simple}` can say it"),
            on,
            serves,
            rejected: vec![(
                SeamKind::ExtractedInterface,
                "the object is data and has no behaviour to replace",
            )],
        };
    }
    Choice {
        seam: SeamKind::ExtractedInterface,
        holds: format!("I{simple}"),
        why: format!(
            "the behaviour makes its `{simple}`; an interface keeps when it is opened, used and disposed"
        ),
        on,
        serves,
        rejected: vec![(
            SeamKind::Constructor,
            "a seam inside it leaves the behaviour with its real code",
        )],
    }
}

const MADE_UP: &[&str] = &[
    "Path.GetTempPath",
    "Path.GetTempFileName",
    "Directory.GetCurrentDirectory",
    "Environment.GetFolderPath",
    "Environment.CurrentDirectory",
    "AppContext.BaseDirectory",
];
/// From so many reads on, options that are read at start-up are smaller.
const MANY_READS: usize = 3;

fn own<'s>(on: &str, category: Category, abstraction: &str, serves: &[&'s Finding]) -> Choice<'s> {
    let one = is_one(serves);
    let first = serves.first().copied();
    let first_delegate = first.map_or_else(String::new, delegate);
    let made_up = serves.iter().all(|one| MADE_UP.contains(&&*one.pattern));
    let named = |fallback: &str| {
        let holds = if abstraction.is_empty() {
            fallback
        } else {
            abstraction
        };
        holds.to_owned()
    };
    let choice = |seam, holds: String, why: &str, rejected: &[(SeamKind, &'static str)]| Choice {
        seam,
        on: on.to_owned(),
        holds,
        serves: serves.to_vec(),
        why: why.to_owned(),
        rejected: rejected.to_vec(),
    };
    let bigger = (
        SeamKind::Constructor,
        "an interface for one operation is more than the test needs",
    );
    match category {
        Category::Time => choice(
            SeamKind::Constructor,
            named("System.TimeProvider"),
            "it is built in, and so is its fake; delays and timers take it too",
            &[(
                SeamKind::Delegate,
                "a delegate can't move timers and delays",
            )],
        ),
        _ if made_up => choice(
            SeamKind::Parameter,
            "a folder".to_owned(),
            "the place is made up inside; a test passes another one",
            &[(
                SeamKind::Constructor,
                "a whole file system is more than the place",
            )],
        ),
        Category::Environment if serves.len() >= MANY_READS => choice(
            SeamKind::Parameter,
            "an options object".to_owned(),
            "it is read in many places; one object read at start-up is one place",
            &[(SeamKind::Constructor, "a test would arrange each variable")],
        ),
        Category::Network if serves.iter().all(|one| one.pattern.contains("HttpClient")) => choice(
            SeamKind::Handler,
            "System.Net.Http.HttpMessageHandler".to_owned(),
            "the client stays real down to its handler, so requests are seen as they are sent",
            &[(
                SeamKind::Constructor,
                "an interface over the client tests less of it",
            )],
        ),
        Category::Randomness if !one => choice(
            SeamKind::Constructor,
            named("System.Random"),
            "several values, or a sequence of them",
            &[],
        ),
        Category::Database => choice(
            SeamKind::ExtractedInterface,
            named("a store shaped by its use"),
            "what is opened once stays opened once",
            &[(SeamKind::Delegate, "it has a life between open and dispose")],
        ),
        Category::Concurrency => choice(
            SeamKind::Executor,
            named("an executor"),
            "a test runs the work inline",
            &[],
        ),
        Category::Culture => choice(
            SeamKind::Parameter,
            "System.Globalization.CultureInfo".to_owned(),
            "the culture is a value; the caller says which",
            &[],
        ),
        _ if one => choice(
            SeamKind::Delegate,
            first_delegate,
            "one operation",
            &[bigger],
        ),
        Category::Filesystem => choice(
            SeamKind::Constructor,
            named("System.IO.Abstractions.IFileSystem"),
            "several operations on files",
            &[],
        ),
        _ => choice(
            SeamKind::Constructor,
            named("an interface of the used members"),
            "several operations; the interface has just these",
            &[],
        ),
    }
}
