//! The files of a workspace as code: their trees, read when they are needed, and the meaning of their names.
//! Knows no disk; whoever has one hands the texts in.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::binding::{
    Binder, FileId, Library, Names, NamesBuilder, ProjectId, ProjectScope, TypeRef, type_key,
};
use crate::coverage::ProjectRole;
use crate::outline::TypeId;
use crate::project::LanguageVersion;
use crate::source::SourcePath;
use crate::survey::usings_of;
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxTree};
use crate::text::LineIndex;
use crate::workspace::Ownership;

use super::conditional::Regions;
use super::constraints::Constraints;
use super::creations::{Open, Resolved, implicit_creations};
use super::memory::{Kept, Memory};
use super::mentions::{FileMentions, Mentions};
use super::packages::SeenPackage;
use super::serialized::serialized;

use SyntaxKind as K;

/// A project as far as wiring needs it.
#[derive(Clone, Debug)]
pub struct CodeProject {
    /// Its file.
    pub path: SourcePath,
    /// Production or tests.
    pub role: ProjectRole,
    /// Names of the packages that it references, its own alone.
    pub packages: Vec<String>,
    /// The packages that its code can use on each of its target frameworks, by whatever way they come.
    pub seen: Vec<SeenPackage>,
    /// Its target frameworks.
    pub frameworks: Vec<String>,
    /// Whether every target framework has `System.TimeProvider` built in.
    pub has_time_provider: bool,
    /// Whether it makes a program.
    pub executable: bool,
    /// What binding must know.
    pub scope: ProjectScope,
    /// What may be written in it.
    pub writing: Writing,
}

/// The C# that a project takes.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// The lowest language version of its targets.
    pub language: LanguageVersion,
    /// Whether `?` may stand behind references where a file doesn't say.
    pub nullable: bool,
    /// Whether it compiles a new file without being told.
    pub new_files: bool,
}

impl Default for Writing {
    fn default() -> Self {
        Self {
            language: LanguageVersion::LATEST,
            nullable: true,
            new_files: true,
        }
    }
}

impl CodeProject {
    /// Whether it references the package, in whatever case it is written.
    pub fn has_package(&self, id: &str) -> bool {
        self.packages
            .iter()
            .any(|package| package.eq_ignore_ascii_case(id))
    }
}

/// A file of a project.
#[derive(Clone, Debug)]
pub struct CodeFile {
    /// Its path.
    pub path: SourcePath,
    /// Its text.
    pub text: Arc<str>,
    /// Its project.
    pub project: ProjectId,
    /// Whether it may be edited: generated code may not.
    pub editable: bool,
    /// How certain it is which project compiles it.
    pub ownership: Ownership,
}

/// All the code of a workspace.
pub struct Code {
    files: Vec<CodeFile>,
    projects: Vec<CodeProject>,
    names: Names<'static>,
    kept: Vec<Arc<Kept>>,
    mentions: OnceLock<Mentions>,
    by_path: HashMap<SourcePath, FileId>,
}

impl Code {
    /// Reads the declarations of all files. A file's [`ProjectId`] is the index of its project.
    pub fn new(projects: Vec<CodeProject>, files: Vec<CodeFile>) -> Self {
        Self::remembered(projects, files, &Memory::default())
    }

    /// The same with what was read of these texts before.
    pub fn remembered(projects: Vec<CodeProject>, files: Vec<CodeFile>, memory: &Memory) -> Self {
        let kept: Vec<Arc<Kept>> = files.iter().map(|file| memory.of(&file.text)).collect();
        let mut names = NamesBuilder::default();
        for project in &projects {
            names.project(project.scope.clone());
        }
        for (file, kept) in files.iter().zip(&kept) {
            let id = names.file(file.project, kept.outline(&file.text));
            names.usings(id, usings_of(file.ownership));
        }
        let by_path = files.iter().enumerate();
        let by_path = by_path.map(|(index, file)| (file.path.clone(), FileId(index as u32)));
        Self {
            by_path: by_path.collect(),
            files,
            projects,
            names: names.build(),
            kept,
            mentions: OnceLock::new(),
        }
    }

    /// Where types are named.
    pub fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| Mentions::of(self))
    }

    /// What the files declare.
    pub fn names(&self) -> &Names<'static> {
        &self.names
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &CodeFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), file))
    }

    /// The file.
    pub fn file(&self, id: FileId) -> &CodeFile {
        &self.files[id.0 as usize]
    }

    /// `path:line` of an offset.
    pub fn place(&self, file: FileId, offset: usize) -> String {
        format!("{}:{}", self.file(file).path, self.line(file, offset))
    }

    /// The line of an offset, from 1.
    pub fn line(&self, file: FileId, offset: usize) -> u32 {
        let text = &self.file(file).text;
        LineIndex::new(text).line_of(offset.min(text.len())) as u32 + 1
    }

    /// The file at this path.
    pub fn find(&self, path: &SourcePath) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    /// The conditional regions of a file.
    pub fn regions(&self, file: FileId) -> &Regions {
        self.kept[file.0 as usize].regions(&self.file(file).text)
    }

    /// The project of a file; `None` for a file without one.
    pub fn project(&self, file: FileId) -> Option<&CodeProject> {
        self.projects.get(self.file(file).project.0 as usize)
    }

    /// All projects.
    pub fn projects(&self) -> &[CodeProject] {
        &self.projects
    }

    /// Whether the file belongs to tests.
    pub fn is_test(&self, file: FileId) -> bool {
        self.project(file)
            .is_some_and(|project| project.role == ProjectRole::Test)
    }

    /// The file's tree; `None` when it can't be parsed in bounded time.
    pub fn tree(&self, file: FileId) -> Option<&SyntaxTree> {
        self.kept[file.0 as usize].tree(&self.file(file).text)
    }

    /// The files in which `word` may stand as a name, those that only name it in comments and strings too.
    pub fn mentioning(&self, word: &str) -> Vec<FileId> {
        self.mentions().files(word).unwrap_or_else(|| {
            self.files()
                .filter(|(_, file)| has_word(&file.text, word))
                .map(|(id, _)| id)
                .collect()
        })
    }
}

/// Whether `word` stands somewhere in `text` with no letter, digit or `_` beside it.
pub fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    !word.is_empty()
        && memchr::memmem::find_iter(text.as_bytes(), word.as_bytes()).any(|at| {
            !text[..at].chars().next_back().is_some_and(part)
                && !text[at + word.len()..].chars().next().is_some_and(part)
        })
}

/// `new(` or `new (`: a creation whose type stands elsewhere.
pub(super) fn has_implicit_creation(text: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), b"new").any(|at| {
        let before = text[..at].chars().next_back();
        let boundary = !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '@');
        boundary && text[at + 3..].trim_start().starts_with('(')
    })
}

/// A class that is declared in the workspace: its parts, so that two of the same name in two projects are two.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId {
    /// Full name with arities.
    pub key: String,
    /// Its first part.
    pub first: (FileId, TypeId),
}

/// Reads code: trees and meanings together.
pub struct Reader<'a> {
    code: &'a Code,
    library: &'a dyn Library,
    binders: Vec<OnceCell<Option<Binder<'a>>>>,
    constraints: OnceCell<Constraints>,
    implicit: OnceCell<(Resolved<'a>, Vec<Open<'a>>)>,
    named: Vec<OnceCell<FileMentions<'a>>>,
    serialized: OnceCell<HashMap<ClassId, String>>,
}

impl<'a> Reader<'a> {
    /// A reader of `code`, which knows types outside of it from `library`.
    pub fn new(code: &'a Code, library: &'a dyn Library) -> Self {
        let binders = code.files.iter().map(|_| OnceCell::new()).collect();
        Self {
            code,
            library,
            binders,
            constraints: OnceCell::new(),
            implicit: OnceCell::new(),
            named: code.files.iter().map(|_| OnceCell::new()).collect(),
            serialized: OnceCell::new(),
        }
    }

    /// The code.
    pub fn code(&self) -> &'a Code {
        self.code
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &'a str {
        &self.code.file(file).text
    }

    /// The binder of a file.
    pub fn binder(&self, file: FileId) -> Option<&Binder<'a>> {
        self.binders[file.0 as usize]
            .get_or_init(|| {
                let tree = self.code.tree(file)?;
                Some(Binder::new(&self.code.names, self.library, file, tree))
            })
            .as_ref()
    }

    /// The root of a file's tree.
    pub fn root(&self, file: FileId) -> Option<SyntaxNode<'a>> {
        self.code.tree(file).map(SyntaxTree::root)
    }

    /// What a type text means at a node.
    pub fn type_text(&self, file: FileId, text: &str, at: SyntaxNode<'a>) -> TypeRef {
        self.binder(file)
            .map_or(TypeRef::Unknown, |binder| binder.type_text(text, at))
    }

    /// What a type node means.
    pub fn type_of_node(&self, file: FileId, node: SyntaxNode<'a>) -> TypeRef {
        self.binder(file)
            .map_or(TypeRef::Unknown, |binder| binder.type_of_node(node))
    }

    /// The type of an expression.
    pub fn value_type(&self, file: FileId, node: SyntaxNode<'a>) -> TypeRef {
        self.binder(file)
            .map_or(TypeRef::Unknown, |binder| binder.value_type(node))
    }

    /// The class that a declared type is, as `file` sees it.
    pub fn class(&self, file: FileId, ty: &TypeRef) -> Option<ClassId> {
        let TypeRef::Declared(key) = ty else {
            return None;
        };
        let first = self.code.names.parts(file, key).into_iter().min()?;
        Some(ClassId {
            key: key.clone(),
            first,
        })
    }

    /// The class around a node.
    pub fn class_around(&self, file: FileId, node: SyntaxNode<'a>) -> Option<ClassId> {
        let id = self.binder(file)?.position(node).in_type?;
        let key = type_key(self.code.names.outline(file), id);
        self.class(file, &TypeRef::Declared(key))
    }

    /// The declarations of a class's parts.
    pub fn parts(&self, class: &ClassId) -> Vec<(FileId, TypeId)> {
        let mut parts = self.code.names.parts(class.first.0, &class.key);
        parts.sort_unstable();
        parts
    }

    /// The full name of a class as C# writes it: `N.Outer<T>.Inner`.
    pub fn class_name(&self, class: &ClassId) -> String {
        let (file, id) = class.first;
        let outline = self.code.names.outline(file);
        let mut parts = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let declared = outline.type_(id);
            let parameters: Vec<&str> = outline.texts(declared.type_parameters).collect();
            let mut part = outline.text(declared.name).to_owned();
            if !parameters.is_empty() {
                part = format!("{part}<{}>", parameters.join(", "));
            }
            parts.push(part);
            at = declared.parent;
        }
        let namespace = outline.namespace(outline.type_(id).namespace).full_name;
        parts.push(outline.text(namespace).to_owned());
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts.join(".")
    }

    /// What asks for `new()`.
    pub fn constraints(&self) -> &Constraints {
        self.constraints.get_or_init(|| Constraints::of(self))
    }

    /// What makes the class from data, if a serializer does.
    pub fn serialized(&self, class: &ClassId) -> Option<&str> {
        let all = self.serialized.get_or_init(|| serialized(self));
        all.get(class).map(String::as_str)
    }

    /// What a file names.
    pub fn mentions(&self, file: FileId) -> &FileMentions<'a> {
        self.named[file.0 as usize].get_or_init(|| {
            self.root(file)
                .map_or_else(FileMentions::default, FileMentions::of)
        })
    }

    /// Every `new(…)` that makes this class, by file and place.
    pub fn implicit_creations(&self, class: &ClassId) -> &[(FileId, SyntaxNode<'a>)] {
        let (resolved, _) = self.implicit.get_or_init(|| implicit_creations(self));
        resolved.get(class).map_or(&[], Vec::as_slice)
    }

    /// The forms of `new(…)` whose class isn't certain, each once.
    pub fn open_creations(&self) -> &[Open<'a>] {
        &self.implicit.get_or_init(|| implicit_creations(self)).1
    }

    /// The node of a type's declaration.
    pub fn declaration(&self, file: FileId, id: TypeId) -> Option<SyntaxNode<'a>> {
        let tree = self.code.tree(file)?;
        let name = self.code.names.outline(file).type_(id).name_range;
        let node = tree.covering(name);
        std::iter::once(node)
            .chain(node.ancestors())
            .find(|around| {
                matches!(
                    around.kind(),
                    K::ClassDeclaration
                        | K::StructDeclaration
                        | K::RecordDeclaration
                        | K::InterfaceDeclaration
                        | K::EnumDeclaration
                        | K::DelegateDeclaration
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_letters_beside_them() {
        assert!(has_word("new Clock()", "Clock"));
        assert!(!has_word("new Clocks() IClock", "Clock"));
        assert!(has_word("Clocks Clock", "Clock"));
        assert!(!has_word("éClock", "Clock"));
        assert!(!has_word("a", ""));
    }
}
