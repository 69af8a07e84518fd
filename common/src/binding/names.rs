//! What all files of a workspace declare, by project: the knowledge that a single file doesn't have.

use std::sync::{Arc, OnceLock};

use crate::outline::{Member, NamespaceId, Outline, TypeId, TypeKind, UsingKind};
use crate::table::NameMap;

use super::index::{Access, Index, Place};

/// A file in [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A project in [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProjectId(pub u32);

/// A using that holds for every file of a project.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalUsing {
    /// Namespace, static or alias.
    pub kind: GlobalUsingKind,
    /// The name behind it, as written.
    pub target: String,
}

/// What a global using brings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GlobalUsingKind {
    /// The types of a namespace.
    Namespace,
    /// The static members and nested types of a type.
    Static,
    /// Another name for a namespace or type.
    Alias(String),
}

/// A project as binding sees it.
#[derive(Clone, Debug, Default)]
pub struct ProjectScope {
    /// Assembly name, for `InternalsVisibleTo`.
    pub assembly: String,
    /// Projects whose types it sees, without itself; transitive ones are added by the builder.
    pub references: Vec<ProjectId>,
    /// Implicit usings and `<Using>` items.
    pub usings: Vec<GlobalUsing>,
    /// Assemblies that see its internal types; those that files name are added by the builder.
    pub friends: Vec<String>,
}

struct Project {
    scope: ProjectScope,
    /// By project: whether its types are seen from here, itself included.
    sees: Vec<bool>,
    usings: Vec<GlobalUsing>,
}

/// Reads the declarations of a file again.
type Again<'s> = Box<dyn Fn(FileId) -> Outline + Send + Sync + 's>;

struct File {
    project: ProjectId,
    outline: OnceLock<Arc<Outline>>,
}

/// Collects projects and files.
#[derive(Default)]
pub struct NamesBuilder {
    projects: Vec<ProjectScope>,
    files: Vec<File>,
    index: Index,
    /// The global usings of files, by project.
    found: NameMap<ProjectId, Vec<GlobalUsing>>,
    usings: NameMap<FileId, Vec<GlobalUsing>>,
}

impl NamesBuilder {
    /// Adds a project; the first gets id 0.
    pub fn project(&mut self, scope: ProjectScope) -> ProjectId {
        self.projects.push(scope);
        ProjectId(self.projects.len() as u32 - 1)
    }

    /// Adds a file of a project; the first gets id 0. A project that was never added is taken as a lonely one.
    pub fn file(&mut self, project: ProjectId, outline: impl Into<Arc<Outline>>) -> FileId {
        let (file, outline) = (self.place(project), outline.into());
        self.declare(file, &outline);
        self.keep(file, outline);
        file
    }

    /// Adds a file without declarations, as [`Self::file`] does; they may follow.
    pub fn place(&mut self, project: ProjectId) -> FileId {
        while self.projects.len() <= project.0 as usize {
            self.projects.push(ProjectScope::default());
        }
        self.files.push(File {
            project,
            outline: OnceLock::new(),
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds what a file declares, once for each file, in any order.
    pub fn declare(&mut self, file: FileId, outline: &Outline) {
        let Some(project) = self.files.get(file.0 as usize).map(|file| file.project) else {
            return;
        };
        self.index.add(file, project, outline);
        let scope = self.projects.get_mut(project.0 as usize);
        if let Some(scope) = scope.filter(|_| !outline.friends().is_empty()) {
            scope.friends.extend_from_slice(outline.friends());
        }
        for using in outline.usings().iter().filter(|using| using.global) {
            let using = GlobalUsing {
                kind: match using.kind {
                    UsingKind::Namespace => GlobalUsingKind::Namespace,
                    UsingKind::Static => GlobalUsingKind::Static,
                    UsingKind::Alias(name) => GlobalUsingKind::Alias(outline.text(name).to_owned()),
                },
                target: outline.text(using.target).to_owned(),
            };
            self.found.entry(project).or_default().push(using);
        }
    }

    /// Keeps an outline for those who ask. Those that aren't kept must be read again.
    pub fn keep(&mut self, file: FileId, outline: impl Into<Arc<Outline>>) {
        if let Some(file) = self.files.get(file.0 as usize) {
            // Whoever came first has the same.
            let _ = file.outline.set(outline.into());
        }
    }

    /// Gives a file usings beside those of its project, as if the project had them too.
    pub fn usings(&mut self, file: FileId, usings: Vec<GlobalUsing>) {
        if !usings.is_empty() {
            self.usings.insert(file, usings);
        }
    }

    /// Builds the index. What isn't kept of a file is taken for empty.
    pub fn build(self) -> Names<'static> {
        self.build_with(|_| Outline::of(""))
    }

    /// Builds the index; `again` reads the declarations of a file that aren't kept, when somebody asks for them.
    pub fn build_with<'s>(
        mut self,
        again: impl Fn(FileId) -> Outline + Send + Sync + 's,
    ) -> Names<'s> {
        let mut projects: Vec<Project> = Vec::with_capacity(self.projects.len());
        for (index, scope) in self.projects.iter().enumerate() {
            let mut sees = vec![false; self.projects.len()];
            let mut open = vec![index];
            while let Some(at) = open.pop() {
                if let Some(seen) = sees.get_mut(at)
                    && !*seen
                {
                    *seen = true;
                    open.extend(
                        self.projects[at]
                            .references
                            .iter()
                            .map(|project| project.0 as usize),
                    );
                }
            }
            let found = self.found.remove(&ProjectId(index as u32));
            let mut usings = scope.usings.clone();
            usings.extend(found.into_iter().flatten());
            usings.sort();
            usings.dedup();
            projects.push(Project {
                usings,
                scope: scope.clone(),
                sees,
            });
        }
        self.index.sort();
        Names {
            projects,
            files: self.files,
            usings: self.usings,
            index: self.index,
            again: Box::new(again),
        }
    }
}

/// All declared names of a workspace.
pub struct Names<'s> {
    projects: Vec<Project>,
    files: Vec<File>,
    /// What single files have beside the usings of their projects.
    usings: NameMap<FileId, Vec<GlobalUsing>>,
    index: Index,
    again: Again<'s>,
}

impl Names<'_> {
    /// Whether some type, or the last part of some namespace, is called so.
    pub fn knows(&self, simple: &str) -> bool {
        self.index.knows(simple)
    }

    /// The outline of a file.
    pub fn outline(&self, file: FileId) -> &Outline {
        let kept = &self.files[file.0 as usize].outline;
        kept.get_or_init(|| Arc::new((self.again)(file)))
    }

    /// As [`Self::outline`] for whoever has the text at hand.
    pub fn outline_of(&self, file: FileId, text: &str) -> &Outline {
        let kept = &self.files[file.0 as usize].outline;
        kept.get_or_init(|| Arc::new(Outline::of(text)))
    }

    /// The project of a file.
    pub fn project_of(&self, file: FileId) -> ProjectId {
        self.files[file.0 as usize].project
    }

    /// How many files there are.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// How many projects there are.
    pub fn project_count(&self) -> usize {
        self.projects.len()
    }

    /// Usings that hold for every file of the project.
    pub fn global_usings(&self, project: ProjectId) -> &[GlobalUsing] {
        self.projects
            .get(project.0 as usize)
            .map_or(&[], |project| &project.usings)
    }

    /// Usings that hold for all of a file without being written there.
    pub fn usings_around(&self, file: FileId) -> impl Iterator<Item = &GlobalUsing> {
        let own = self.usings.get(&file);
        self.global_usings(self.project_of(file))
            .iter()
            .chain(own.into_iter().flatten())
    }

    /// Whether the namespace is declared by `project` or by one that it sees.
    pub fn is_namespace(&self, project: ProjectId, name: &str) -> bool {
        let Some(viewer) = self.projects.get(project.0 as usize) else {
            return false;
        };
        let mut declaring = self.index.projects_with(name).iter();
        declaring.any(|other| viewer.sees[other.0 as usize])
    }

    /// The parts of the type `key` (full name with arities) that `file` sees; empty when there is none.
    pub fn parts(&self, file: FileId, key: &str) -> Vec<(FileId, TypeId)> {
        let own = self.project_of(file);
        let mut visible: Vec<Place> = (self.index.parts(key))
            .filter(|place| self.is_visible(file, place))
            .collect();
        // Source of the own project wins over that of a referenced one, as the compiler does (CS0436).
        let is_own = |place: &Place| self.project_of(place.file) == own;
        if visible.iter().any(is_own) {
            visible.retain(is_own);
        }
        let parts = visible.into_iter();
        parts
            .map(|place| (place.file, TypeId(place.number)))
            .collect()
    }

    /// Whether `file` sees a type `key`.
    pub fn has_type(&self, file: FileId, key: &str) -> bool {
        (self.index.parts(key)).any(|place| self.is_visible(file, &place))
    }

    /// All parts of types that are called so, whoever sees them.
    pub fn called(&self, simple: &str) -> impl Iterator<Item = (FileId, TypeId)> {
        let places = self.index.called(simple);
        places.map(|place| (place.file, TypeId(place.number)))
    }

    /// The extension methods called `name` that `file` may use, if their usings are there.
    pub fn extensions(&self, file: FileId, name: &str) -> impl Iterator<Item = (FileId, &Member)> {
        let found = self.index.extensions(name).iter();
        found
            .filter(move |place| self.is_visible(file, place))
            .filter_map(|place| {
                let members = self.outline(place.file).members();
                Some((place.file, members.get(place.number as usize)?))
            })
    }

    fn is_visible(&self, from: FileId, place: &Place) -> bool {
        if place.access == Access::File {
            return place.file == from;
        }
        let (viewer, owner) = (self.project_of(from), self.project_of(place.file));
        if viewer == owner {
            return true;
        }
        let (viewer, owner) = (
            &self.projects[viewer.0 as usize],
            &self.projects[owner.0 as usize],
        );
        viewer.sees[self.project_of(place.file).0 as usize]
            && (place.access == Access::Everyone
                || owner.scope.friends.contains(&viewer.scope.assembly))
    }
}

/// `` A.B.Outer`1.Inner ``: the full name of a type with the number of its type parameters behind each part.
pub fn type_key(outline: &Outline, id: TypeId) -> String {
    let declared = outline.type_(id);
    let mut key = match declared.parent {
        // An extension block has no name: its members belong to the static class around it.
        Some(parent) => type_key(outline, parent),
        None => namespace_name(outline, declared.namespace).to_owned(),
    };
    if declared.kind == TypeKind::Extension {
        return key;
    }
    append(
        &mut key,
        outline.text(declared.name),
        declared.type_parameters.len(),
    );
    key
}

/// The full name of a namespace declaration.
pub(super) fn namespace_name(outline: &Outline, id: NamespaceId) -> &str {
    outline.text(outline.namespace(id).full_name)
}

/// Puts `.name` or `` .name`arity `` behind a key.
pub(super) fn append(key: &mut String, name: &str, arity: usize) {
    if !key.is_empty() {
        key.push('.');
    }
    key.push_str(name);
    if arity > 0 {
        key.push('`');
        key.push_str(&arity.to_string());
    }
}
