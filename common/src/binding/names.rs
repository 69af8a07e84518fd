//! What all files of a workspace declare, by project: the knowledge that a single file doesn't have.

use crate::outline::{
    Member, Modifiers, NamespaceId, Outline, ParameterModifiers, TypeId, TypeKind, UsingKind,
};
use crate::table::{NameMap, NameSet};

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
    /// Assemblies that see its internal types.
    pub friends: Vec<String>,
}

struct Project {
    scope: ProjectScope,
    /// By project: whether its types are seen from here, itself included.
    sees: Vec<bool>,
    usings: Vec<GlobalUsing>,
}

/// Collects projects and files.
#[derive(Default)]
pub struct NamesBuilder {
    projects: Vec<ProjectScope>,
    files: Vec<(ProjectId, Outline)>,
    usings: NameMap<FileId, Vec<GlobalUsing>>,
}

impl NamesBuilder {
    /// Adds a project; the first gets id 0.
    pub fn project(&mut self, scope: ProjectScope) -> ProjectId {
        self.projects.push(scope);
        ProjectId(self.projects.len() as u32 - 1)
    }

    /// Adds a file of a project; the first gets id 0. A project that was never added is taken as a lonely one.
    pub fn file(&mut self, project: ProjectId, outline: Outline) -> FileId {
        while self.projects.len() <= project.0 as usize {
            self.projects.push(ProjectScope::default());
        }
        self.files.push((project, outline));
        FileId(self.files.len() as u32 - 1)
    }

    /// Gives a file usings beside those of its project, as if the project had them too.
    pub fn usings(&mut self, file: FileId, usings: Vec<GlobalUsing>) {
        self.usings.insert(file, usings);
    }

    /// Builds the index.
    pub fn build(self) -> Names {
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
            projects.push(Project {
                usings: scope.usings.clone(),
                scope: scope.clone(),
                sees,
            });
        }
        let mut names = Names {
            projects,
            files: self.files,
            usings: self.usings,
            types: NameMap::default(),
            namespaces: NameMap::default(),
            extensions: NameMap::default(),
            simple: NameSet::default(),
        };
        names.index();
        names
    }
}

/// All declared names of a workspace.
pub struct Names {
    projects: Vec<Project>,
    files: Vec<(ProjectId, Outline)>,
    /// What single files have beside the usings of their projects.
    usings: NameMap<FileId, Vec<GlobalUsing>>,
    /// Parts by full name with arities.
    types: NameMap<String, Vec<(FileId, TypeId)>>,
    /// Projects that declare something in a namespace, by full name.
    namespaces: NameMap<String, Vec<ProjectId>>,
    /// Extension methods by name: the file and the member's number.
    extensions: NameMap<String, Vec<(FileId, usize)>>,
    /// Names of types and parts of the names of namespaces.
    simple: NameSet<String>,
}

impl Names {
    fn index(&mut self) {
        for (index, (project, outline)) in self.files.iter().enumerate() {
            let file = FileId(index as u32);
            let Some(owner) = self.projects.get_mut(project.0 as usize) else {
                continue;
            };
            for using in outline.usings().iter().filter(|using| using.global) {
                owner.usings.push(GlobalUsing {
                    kind: match using.kind {
                        UsingKind::Namespace => GlobalUsingKind::Namespace,
                        UsingKind::Static => GlobalUsingKind::Static,
                        UsingKind::Alias(name) => {
                            GlobalUsingKind::Alias(outline.text(name).to_owned())
                        }
                    },
                    target: outline.text(using.target).to_owned(),
                });
            }
            for namespace in &outline.namespaces()[1..] {
                let mut name = outline.text(namespace.full_name);
                while !name.is_empty() {
                    match self.namespaces.get_mut(name) {
                        Some(known) if known.last() == Some(project) => break,
                        Some(known) => known.push(*project),
                        None => {
                            self.namespaces.insert(name.to_owned(), vec![*project]);
                        }
                    }
                    name = name.rsplit_once('.').map_or("", |(container, _)| container);
                }
            }
            for (number, member) in outline.members().iter().enumerate() {
                let extends = outline
                    .parameters(member.parameters)
                    .first()
                    .is_some_and(|first| first.modifiers.contains(ParameterModifiers::THIS));
                if extends {
                    let name = outline.text(member.name).to_owned();
                    self.extensions
                        .entry(name)
                        .or_default()
                        .push((file, number));
                }
            }
            for id in 0..outline.types().len() as u32 {
                let id = TypeId(id);
                if outline.type_(id).kind != TypeKind::Extension {
                    let name = outline.text(outline.type_(id).name);
                    if !self.simple.contains(name) {
                        self.simple.insert(name.to_owned());
                    }
                    self.types
                        .entry(type_key(outline, id))
                        .or_default()
                        .push((file, id));
                }
            }
        }
        for project in &mut self.projects {
            project.usings.sort();
            project.usings.dedup();
        }
        for name in self.namespaces.keys() {
            let last = name
                .rsplit_once('.')
                .map_or(name.as_str(), |(_, last)| last);
            self.simple.insert(last.to_owned());
        }
    }

    /// Whether some type, or the last part of some namespace, is called so.
    pub fn knows(&self, simple: &str) -> bool {
        self.simple.contains(simple)
    }

    /// The outline of a file.
    pub fn outline(&self, file: FileId) -> &Outline {
        &self.files[file.0 as usize].1
    }

    /// The project of a file.
    pub fn project_of(&self, file: FileId) -> ProjectId {
        self.files[file.0 as usize].0
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
        self.namespaces
            .get(name)
            .is_some_and(|declaring| declaring.iter().any(|other| viewer.sees[other.0 as usize]))
    }

    /// The parts of the type `key` (full name with arities) that `file` sees; empty when there is none.
    pub fn parts(&self, file: FileId, key: &str) -> Vec<(FileId, TypeId)> {
        let Some(parts) = self.types.get(key) else {
            return Vec::new();
        };
        let own = self.project_of(file);
        let mut visible: Vec<_> = parts
            .iter()
            .copied()
            .filter(|(other, id)| self.is_visible(file, *other, *id))
            .collect();
        // Source of the own project wins over that of a referenced one, as the compiler does (CS0436).
        if visible
            .iter()
            .any(|(other, _)| self.project_of(*other) == own)
        {
            visible.retain(|(other, _)| self.project_of(*other) == own);
        }
        visible
    }

    /// Whether `file` sees a type `key`.
    pub fn has_type(&self, file: FileId, key: &str) -> bool {
        self.types.get(key).is_some_and(|parts| {
            parts
                .iter()
                .any(|(other, id)| self.is_visible(file, *other, *id))
        })
    }

    /// The extension methods called `name` that `file` may use, if their usings are there.
    pub fn extensions(&self, file: FileId, name: &str) -> impl Iterator<Item = (FileId, &Member)> {
        let found = self.extensions.get(name).map_or(&[][..], Vec::as_slice);
        found
            .iter()
            .map(|(other, number)| (*other, &self.outline(*other).members()[*number]))
            .filter(move |(other, member)| self.is_visible(file, *other, member.owner))
    }

    fn is_visible(&self, from: FileId, file: FileId, id: TypeId) -> bool {
        let (viewer, owner) = (self.project_of(from), self.project_of(file));
        let outline = self.outline(file);
        let mut outermost = id;
        while let Some(parent) = outline.type_(outermost).parent {
            outermost = parent;
        }
        let modifiers = outline.type_(outermost).modifiers;
        if modifiers.contains(Modifiers::FILE) && file != from {
            return false;
        }
        if viewer == owner {
            return true;
        }
        let (viewer, owner) = (
            &self.projects[viewer.0 as usize],
            &self.projects[owner.0 as usize],
        );
        viewer.sees[self.project_of(file).0 as usize]
            && (modifiers.contains(Modifiers::PUBLIC)
                || modifiers.contains(Modifiers::PARTIAL) // another part may say `public`
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
