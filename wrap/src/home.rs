//! Where a generated type belongs and how its neighbours write C#. Reads code; writes nothing.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::{FileId, GlobalUsingKind, ProjectId};
use seamwright_common::outline::{Modifiers, Outline, TypeKind};
use seamwright_common::project::{LanguageVersion, Project};
use seamwright_common::seam::code::Code;
use seamwright_common::seam::layout;
use seamwright_common::source::SourcePath;
use seamwright_common::syntax::{SyntaxKind, SyntaxNode, SyntaxTree};
use seamwright_common::text::TextRange;

use crate::generate::{Sight, Style};

/// Folders for interfaces, and for the classes behind them.
const INTERFACES: &[&str] = &["Abstractions", "Interfaces"];
const IMPLEMENTATIONS: &[&str] = &["Infrastructure", "Services"];
/// Folders for doubles.
const DOUBLES: &[&str] = &["Doubles", "TestDoubles", "Fakes", "Stubs", "Mocks"];

/// Where the two types go, and in which style.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) interface: Spot,
    pub(crate) implementation: Spot,
    pub(crate) sight: Sight,
}

/// A folder with its style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) folder: String,
    pub(crate) style: Style,
}

/// What the user said of the place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) namespace: Option<String>,
    /// In the project's folder.
    pub(crate) folder: Option<String>,
}

/// Code of a project that a new type goes beside.
struct Neighbours<'n> {
    code: &'n Code,
    known: Option<&'n Project>,
    /// All files of the project.
    files: Vec<FileId>,
    /// Those that need the type; all, where none of the project's does.
    own: Vec<FileId>,
    /// Whether files of other projects need it too.
    shared: bool,
    /// Where it goes unless a folder is meant for such types.
    folder: String,
    access: &'static str,
}

impl<'n> Neighbours<'n> {
    fn of(code: &'n Code, project: usize, known: Option<&'n Project>, users: &[FileId]) -> Self {
        let of_project = |file: FileId| code.file(file).project.0 as usize == project;
        let files = code
            .files()
            .filter(|(id, file)| of_project(*id) && file.editable);
        let files: Vec<FileId> = files.map(|(id, _)| id).collect();
        let own: Vec<FileId> = users
            .iter()
            .copied()
            .filter(|one| of_project(*one))
            .collect();
        let own = if own.is_empty() { files.clone() } else { own };
        let shared = !users.iter().copied().all(of_project);
        let folder = match known.filter(|_| shared) {
            Some(known) => known.folder().to_owned(),
            None => common_start(own.iter().map(|file| code.file(*file).path.folder()), "/"),
        };
        let mut outlines = users.iter().map(|file| code.names().outline(*file));
        let access = if shared || outlines.any(is_public) {
            "public"
        } else {
            "internal"
        };
        Self {
            code,
            known,
            files,
            own,
            shared,
            folder,
            access,
        }
    }

    fn spot(&self, names: &[&str], wanted: &Wanted) -> Spot {
        let code = self.code;
        let into = wanted.folder.as_deref().map(|folder| {
            let own = self.known.map_or("", Project::folder);
            [own, folder].join("/").trim_start_matches('/').to_owned()
        });
        let chosen = into
            .clone()
            .or_else(|| folder_called(code, &self.files, names))
            .unwrap_or_else(|| self.folder.clone());
        let near: Vec<FileId> = self
            .files
            .iter()
            .copied()
            .filter(|file| code.file(*file).path.folder() == chosen)
            .collect();
        let by_folder = || {
            let folder = wanted.folder.as_deref()?.replace('/', ".");
            let root = &self.known?.root_namespace;
            Some(
                [root, &*folder]
                    .join(".")
                    .trim_start_matches('.')
                    .to_owned(),
            )
        };
        let namespace = wanted
            .namespace
            .clone()
            .or_else(|| most_common(near.iter().filter_map(|file| namespace_of(code, *file))))
            .or_else(by_folder)
            .or_else(|| {
                let users = self.own.iter().filter(|_| !self.shared);
                common_namespace(users.filter_map(|file| namespace_of(code, *file)))
            })
            .or_else(|| self.known.map(|known| known.root_namespace.clone()))
            .unwrap_or_default();
        let neighbours = if near.is_empty() { &self.own } else { &near };
        let style = style(
            code,
            self.known,
            neighbours,
            &self.files,
            namespace,
            self.access,
        );
        Spot {
            folder: chosen,
            style,
        }
    }
}

/// The place for a type that the files `users` need, all of one project or of projects that refer to it.
pub(crate) fn home(
    code: &Code,
    project: usize,
    known: Option<&Project>,
    users: &[FileId],
    wanted: &Wanted,
) -> Home {
    let neighbours = Neighbours::of(code, project, known, users);
    let mut sight = sight(code, project, known);
    sight.compliant &= neighbours.access == "public";
    Home {
        interface: neighbours.spot(INTERFACES, wanted),
        implementation: neighbours.spot(IMPLEMENTATIONS, wanted),
        sight,
    }
}

/// The place for a double in a test project.
pub(crate) fn double_home(code: &Code, project: usize, known: Option<&Project>) -> (Spot, Sight) {
    let neighbours = Neighbours::of(code, project, known, &[]);
    let spot = neighbours.spot(DOUBLES, &Wanted::default());
    (spot, sight(code, project, known))
}

/// How a file writes C#, and what it sees.
pub(crate) fn file_home(code: &Code, file: FileId, known: Option<&Project>) -> (Style, Sight) {
    let namespace = namespace_of(code, file).unwrap_or_default();
    let project = code.file(file).project.0 as usize;
    let style = style(code, known, &[file], &[], namespace, "public");
    (style, sight(code, project, known))
}

/// The parts that all of these begin with.
fn common_start<'p>(mut names: impl Iterator<Item = &'p str>, separator: &str) -> String {
    let Some(first) = names.next() else {
        return String::new();
    };
    let mut common: Vec<&str> = first.split(separator).collect();
    for name in names {
        let same = common
            .iter()
            .zip(name.split(separator))
            .take_while(|(a, b)| **a == *b)
            .count();
        common.truncate(same);
    }
    common.join(separator)
}

/// The outermost folder of the project with one of these names that has code.
fn folder_called(code: &Code, files: &[FileId], wanted: &[&str]) -> Option<String> {
    let folders: BTreeSet<&str> = files
        .iter()
        .map(|file| code.file(*file).path.folder())
        .collect();
    let rank = |folder: &&str| {
        let name = folder.rsplit('/').next().unwrap_or_default();
        let place = wanted.iter().position(|one| *one == name)?;
        Some((folder.matches('/').count(), place))
    };
    let found = folders
        .into_iter()
        .filter_map(|folder| Some((rank(&folder)?, folder)));
    found.min().map(|(_, folder)| folder.to_owned())
}

fn namespace_of(code: &Code, file: FileId) -> Option<String> {
    let outline = code.names().outline(file);
    let first = outline.types().iter().find(|ty| ty.parent.is_none())?;
    Some(
        outline
            .text(outline.namespace(first.namespace).full_name)
            .to_owned(),
    )
}

fn most_common(names: impl Iterator<Item = String>) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let best = counts
        .into_iter()
        .max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
    best.map(|(name, _)| name)
}

/// The namespace that holds all of these.
fn common_namespace(names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    let common = common_start(names.iter().map(String::as_str), ".");
    Some(common).filter(|common| !common.is_empty())
}

/// Whether a class of the file can be seen from outside of its assembly; of a partial one another part may say so.
fn is_public(outline: &Outline) -> bool {
    outline.types().iter().any(|ty| {
        let says = |modifier| ty.modifiers.contains(modifier);
        ty.parent.is_none()
            && ty.kind == TypeKind::Class
            && (says(Modifiers::PUBLIC) || says(Modifiers::PARTIAL) && !says(Modifiers::INTERNAL))
    })
}

fn style(
    code: &Code,
    known: Option<&Project>,
    near: &[FileId],
    all: &[FileId],
    namespace: String,
    access: &'static str,
) -> Style {
    let language = known.map_or(LanguageVersion::LATEST, Project::language);
    let scoped = |files: &[FileId]| {
        let spaces = files
            .iter()
            .flat_map(|file| code.names().outline(*file).namespaces().iter().skip(1));
        let (mut yes, mut no) = (0, 0);
        for space in spaces {
            *(if space.file_scoped { &mut yes } else { &mut no }) += 1;
        }
        (yes != no).then_some(yes > no)
    };
    let modern = language >= LanguageVersion::CSHARP_10;
    let file_scoped = modern && scoped(near).or_else(|| scoped(all)).unwrap_or(true);
    let bodies = near.iter().flat_map(|file| {
        let outline = code.names().outline(*file);
        let text = &*code.file(*file).text;
        let types = outline.types().iter();
        types.filter_map(move |ty| Some((text, ty.range, ty.body?)))
    });
    let (mut same, mut own) = (0, 0);
    let mut unit = None;
    for (text, range, body) in bodies {
        if layout::is_one_line(text, TextRange::new(range.start(), body.end())) {
            continue;
        }
        *(if layout::starts_line(text, body.start()) {
            &mut own
        } else {
            &mut same
        }) += 1;
        let inner = body.start() + 1;
        let member = text.get(inner..).and_then(|rest| {
            let skipped = rest.len() - rest.trim_start().len();
            Some(inner + skipped).filter(|at| layout::starts_line(text, *at))
        });
        unit = unit.or_else(|| Some(layout::unit(text, range.start(), member)));
    }
    let first = near.first().or(all.first());
    let ending = first.map_or("\n", |file| layout::line_ending(&code.file(*file).text, 0));
    Style {
        namespace,
        file_scoped,
        unit: unit.unwrap_or_else(|| "    ".to_owned()),
        ending,
        same_line_braces: same > own,
        nullable: known.is_none_or(Project::has_nullable_annotations),
        access,
    }
}

fn sight(code: &Code, project: usize, known: Option<&Project>) -> Sight {
    let names = code.names();
    let usings = names.global_usings(ProjectId(project as u32)).iter();
    let usings = usings.filter(|using| matches!(using.kind, GlobalUsingKind::Namespace));
    let mut taken = BTreeSet::new();
    for (file, _) in code.files() {
        let outline = names.outline(file);
        let types = outline.types().iter().filter(|ty| ty.parent.is_none());
        taken.extend(types.map(|ty| outline.text(ty.name).to_owned()));
        for space in outline.namespaces() {
            let full = outline.text(space.full_name);
            // What a namespace is called at its end can stand for it in the namespaces around.
            taken.extend(full.split('.').skip(1).map(str::to_owned));
        }
    }
    let says_so = |file: &FileId| {
        let root = code.tree(*file).map(SyntaxTree::root);
        let lists = root.into_iter().flat_map(SyntaxNode::named_children);
        let mut lists = lists.filter(|node| node.kind() == SyntaxKind::GlobalAttribute);
        code.file(*file).project.0 as usize == project
            && lists.any(|list| list.text().contains("CLSCompliant(true)"))
    };
    Sight {
        compliant: code.mentioning("CLSCompliant").iter().any(says_so),
        global_usings: usings.map(|using| using.target.clone()).collect(),
        taken,
        targets: known.map_or_else(|| vec!["net8.0".to_owned()], Project::target_frameworks),
    }
}

/// The path of a new file.
pub(crate) fn path_in(folder: &str, name: &str) -> SourcePath {
    if folder.is_empty() {
        SourcePath::new(format!("{name}.cs"))
    } else {
        SourcePath::new(format!("{folder}/{name}.cs"))
    }
}
