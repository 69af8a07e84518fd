//! Where the tests of a behaviour go: the project, the file, and whether they are there. What is in them is written
//! elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::TypeRef;
use seamwright_common::contract::{Declined, Extra};
use seamwright_common::coverage::ProjectRole;
use seamwright_common::note::NoteKind;
use seamwright_common::opening::Opening;
use seamwright_common::outline::MemberKind;
use seamwright_common::passes::test_style::style_of;
use seamwright_common::project::{Project, TestFramework};
use seamwright_common::seam::ambient::friends::missing;
use seamwright_common::seam::code::{ClassId, Code, Reader, has_word};
use seamwright_common::seam::delegated::delegate_for;
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::source::SourcePath;

use crate::case::Case;
use crate::cut::Cut;
use crate::double::Double;
use crate::paths::{Paths, owner};
use crate::reach::Reach;
use crate::target::MemberId;
use crate::written::{Behaviour, FAKE, Unwritten, Writing, names, text};

/// The tests, or why there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Suite {
    /// The new file.
    pub(crate) file: BTreeMap<SourcePath, String>,
    /// Where the tests are already.
    pub(crate) there: Option<SourcePath>,
}

/// Why no tests can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoSuite {
    /// No project takes them; what is missing.
    Project(String),
    /// The seam isn't seen, or the tests don't see it.
    Seam(String),
    /// Their file is there, with other tests.
    File(SourcePath),
    /// A package isn't referenced.
    Package(SourcePath),
    /// A case doesn't fit the behaviour.
    Case { call: String, why: String },
}

impl NoSuite {
    /// What it is about, and why not.
    pub(crate) fn said(&self) -> (String, String) {
        match self {
            Self::Project(what) => ("tests:project".to_owned(), what.clone()),
            Self::Seam(what) => ("tests:seam".to_owned(), what.clone()),
            Self::File(path) => {
                let what = format!("`{path}` is there and lacks these cases");
                ("tests:file".to_owned(), what)
            }
            Self::Package(path) => {
                let what = format!("`{path}` doesn't reference it, and the behaviour waits");
                (format!("package:{FAKE}"), what)
            }
            Self::Case { call, why } => ("tests:case".to_owned(), format!("`{call}`: {why}")),
        }
    }
}

impl From<&NoSuite> for Declined {
    fn from(none: &NoSuite) -> Self {
        let (what, why) = none.said();
        Self {
            what,
            needed_by: vec![format!("--case: {why}")],
            authorise: None,
            extra: Extra::new(),
        }
    }
}

/// The behaviour as it was found, before anything changes.
pub(crate) struct Before<'b, 'a> {
    pub(crate) reader: &'b Reader<'a>,
    pub(crate) member: MemberId,
    pub(crate) paths: &'b Paths<'b>,
}

/// Writes the tests for `cases`; `cut` is what was planned, `None` when nothing had to be cut.
pub(crate) fn suite(
    opening: &Opening,
    before: &Before<'_, '_>,
    cut: Option<&Cut>,
    cases: &[Case],
) -> Result<Suite, NoSuite> {
    let tree = cut.map_or(&opening.tree, |cut| &cut.done.tree);
    let code = tree.code();
    let projects: Vec<&Project> = opening.workspace.evaluated().collect();
    let owner = before.reader.code().file(before.member.file).project.0 as usize;
    let outline = before.reader.code().names().outline(before.member.file);
    let member = before.member.of(before.reader);
    let (owner_name, name) = (
        outline.text(outline.type_(member.owner).name),
        outline.text(member.name),
    );
    let (test, framework) = project_for(&code, &projects, owner, owner_name)?;
    let style = style_of(&code, projects[test], test, framework);
    let class = format!("{owner_name}{}Tests", name.trim_start_matches('@'));
    let namespace = outline.namespace(outline.type_(member.owner).namespace);
    let returned = outline.text(member.result);
    let simple = returned.rsplit('.').next().unwrap_or(returned);
    let waits = before
        .paths
        .obstacles
        .iter()
        .any(|one| waits(&one.finding.pattern));
    let underscores = has_underscores(&code, test);
    let path = projects[test].path.join_from_folder(&format!("{class}.cs"));
    if let Some(there) = code.find(&path) {
        let text = &code.file(there).text;
        let names = names(cases, name, underscores);
        if names.iter().all(|name| has_word(text, name)) {
            return Ok(Suite {
                there: Some(path),
                ..Suite::default()
            });
        }
        return Err(NoSuite::File(path));
    }
    let double = double(before, cut)?;
    let reaches = reaches(before, cut, tree, double.dependency())?;
    sees(&code, cut, owner, test, &reaches)?;
    let writing = Writing {
        style: &style,
        class: &class,
        behaviour: Behaviour {
            member: name,
            namespace: outline.text(namespace.full_name),
            is_async: simple.starts_with("Task") || simple.starts_with("ValueTask"),
            is_void: returned == "void",
            waits,
        },
        reaches: &reaches,
        underscores,
        double: &double,
        has_fake: code.projects()[test].has_package(FAKE),
    };
    let unwritten = |why: Unwritten| match why {
        Unwritten::Said { call, why } => NoSuite::Case { call, why },
        Unwritten::NoFake => NoSuite::Package(projects[test].path.clone()),
    };
    let text = text(cases, &writing).map_err(unwritten)?;
    Ok(Suite {
        file: BTreeMap::from([(path, text)]),
        there: None,
    })
}

/// Whether an operation ends when time has passed.
fn waits(pattern: &str) -> bool {
    [
        "Delay",
        "PeriodicTimer",
        "WaitAsync",
        "CancelAfter",
        "CancellationTokenSource",
        "Timer",
    ]
    .iter()
    .any(|one| pattern.ends_with(one))
}

/// The double that all seams of the behaviour take.
fn double(before: &Before<'_, '_>, cut: Option<&Cut>) -> Result<Double, NoSuite> {
    let mut found: Vec<Double> = Vec::new();
    for obstacle in cut.iter().flat_map(|_| &before.paths.obstacles) {
        let delegate = cut
            .filter(|cut| cut.delegated.contains(&obstacle.finding.id))
            .and_then(|_| delegate_for(before.reader, obstacle.finding).ok());
        let double = delegate.map_or_else(Double::clock, Double::of);
        if !found.contains(&double) {
            found.push(double);
        }
    }
    match found.as_slice() {
        [] => Ok(Double::clock()),
        [one] => Ok(one.clone()),
        _ => {
            let what = "the behaviour needs more than one double, and a case gives one";
            Err(NoSuite::Seam(what.to_owned()))
        }
    }
}

/// How the tests fill the seams that the behaviour reads from.
fn reaches(
    before: &Before<'_, '_>,
    cut: Option<&Cut>,
    tree: &SourceTree,
    dependency: &Dependency,
) -> Result<Vec<Reach>, NoSuite> {
    let scopes = cut.iter().flat_map(|cut| &cut.done.scopes);
    let mut found: Vec<Reach> = scopes.map(Reach::of_scope).collect();
    let (code, old) = (tree.code(), before.reader);
    let library = seamwright_common::survey::KnownLibrary::new(
        seamwright_common::catalogue::Catalogue::standard(),
    );
    let after = Reader::new(&code, &library);
    let own = owner(old, before.member);
    let mut classes: BTreeMap<ClassId, Vec<MemberId>> = BTreeMap::new();
    for member in &before.paths.seen {
        if let Some(class) = owner(old, *member) {
            classes.entry(class).or_default().push(*member);
        }
    }
    let blocked = |class: &ClassId| {
        let mut obstacles = before.paths.obstacles.iter();
        obstacles.any(|one| owner(old, one.member).as_ref() == Some(class))
    };
    for (class, members) in classes {
        let path = &old.code().file(class.first.0).path;
        let now = code.find(path).and_then(|file| {
            let ty = TypeRef::Declared(class.key.clone());
            after.class(file, &ty)
        });
        let reach = now.and_then(|class| Reach::find(&after, &class, dependency));
        let used = |reach: &Reach| match reach {
            Reach::Constructor { .. } => own.as_ref() == Some(&class),
            Reach::Scope { property, .. } => {
                let reads = |one: &MemberId| {
                    let node = one.node(old);
                    node.is_some_and(|node| has_word(node.text(), property))
                };
                blocked(&class) || members.iter().any(reads)
            }
        };
        found.extend(reach.filter(|reach| used(reach) && !found.contains(reach)));
    }
    if found.is_empty() {
        let what = format!(
            "nothing that takes a `{}` is seen on the way of the behaviour",
            dependency.simple()
        );
        return Err(NoSuite::Seam(what));
    }
    Ok(found)
}

/// The project that takes the tests: of those that can, the one that speaks most of the class.
fn project_for(
    code: &Code,
    projects: &[&Project],
    owner: usize,
    class: &str,
) -> Result<(usize, TestFramework), NoSuite> {
    let own = projects.get(owner).map_or("", |own| own.path.as_str());
    let tests = code.projects().iter().enumerate().filter(|(_, test)| {
        let mut references = test.scope.references.iter();
        test.role == ProjectRole::Test && references.any(|id| id.0 as usize == owner)
    });
    let tests: Vec<usize> = tests.map(|(number, _)| number).collect();
    if tests.is_empty() {
        let what = format!("no project of tests refers to `{own}`");
        return Err(NoSuite::Project(what));
    }
    let framework = |test: &usize| projects.get(*test).and_then(|test| test.test_framework);
    let fits =
        |test: &&usize| framework(test).is_some() && code.projects()[**test].writing.new_files;
    let mentioning = code.mentioning(class);
    let speaking = |test: &usize| {
        let files = mentioning.iter();
        let own = files.filter(|file| code.file(**file).project.0 as usize == *test);
        own.count()
    };
    // The first of those that speak alike.
    let best = tests
        .iter()
        .rev()
        .filter(fits)
        .max_by_key(|test| speaking(test));
    let Some(test) = best else {
        let path = &projects[tests[0]].path;
        let what = if framework(&tests[0]).is_none() {
            format!("`{path}` has no test framework that is known")
        } else {
            format!("`{path}` wouldn't compile a new file")
        };
        return Err(NoSuite::Project(what));
    };
    framework(test)
        .map(|framework| (*test, framework))
        .ok_or_else(|| NoSuite::Project(own.to_owned()))
}

/// Whether the tests see what is internal, now or by the friends that are planned.
fn sees(
    code: &Code,
    cut: Option<&Cut>,
    owner: usize,
    test: usize,
    reaches: &[Reach],
) -> Result<(), NoSuite> {
    if reaches.iter().all(Reach::is_public) {
        return Ok(());
    }
    let missing = missing(code, &BTreeSet::from([owner]));
    if !missing.iter().any(|one| one.test == test) {
        return Ok(());
    }
    let notes = cut.map(|cut| &cut.friends.notes);
    let named = notes.is_some_and(|notes| {
        let by_hand = notes.iter().any(|note| note.kind == NoteKind::FriendByHand);
        !by_hand
            && notes
                .iter()
                .any(|note| note.kind == NoteKind::FriendAssembly)
    });
    if named {
        return Ok(());
    }
    let path = &code.projects()[test].path;
    let what = format!("`{path}` doesn't see what is internal, and the seam is");
    Err(NoSuite::Seam(what))
}

/// Whether the tests of a project write names with underscores.
fn has_underscores(code: &Code, test: usize) -> bool {
    let (mut with, mut without) = (0_usize, 0_usize);
    for (id, file) in code.files() {
        if file.project.0 as usize != test {
            continue;
        }
        let outline = code.names().outline(id);
        let methods = outline.members().iter();
        for method in methods.filter(|one| one.kind == MemberKind::Method) {
            if outline.text(method.name).contains('_') {
                with += 1;
            } else {
                without += 1;
            }
        }
    }
    with > without
}
