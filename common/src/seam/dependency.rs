//! What a class gets: a type, the real thing that stands for it where nothing else is given, how both are written at a
//! place. Knows nothing of who gets it.

use crate::binding::{FileId, TypeRef};
use crate::catalogue::{Catalogue, Entry, io_abstractions};
use crate::edit::Edit;
use crate::finding::Finding;
use crate::symbol::SymbolId;
use crate::syntax::SyntaxNode;

use super::code::{Reader, has_word};
use super::delegated::Delegated;
use super::names::{may_import, may_import_files, type_in_code, type_name};

/// What is injected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Its type.
    pub ty: TypeRef,
    /// Full name of its type.
    pub type_name: String,
    /// What the catalogue calls it.
    pub stands_for: String,
    /// What a parameter is called.
    pub stem: String,
    /// The real thing.
    pub real: Real,
}

/// The real thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Real {
    /// A static member of the type.
    Member(&'static str),
    /// An object of this class of the workspace, made without arguments.
    New(String),
    /// An object of this class of a package, made without arguments.
    Make(&'static str),
    /// A member of the base library as a delegate.
    Call(Delegated),
}

impl Dependency {
    /// The clock.
    pub fn time_provider() -> Self {
        let full = "System.TimeProvider";
        Self {
            ty: TypeRef::Library(full.to_owned()),
            type_name: full.to_owned(),
            stands_for: full.to_owned(),
            stem: "timeProvider".to_owned(),
            real: Real::Member("System"),
        }
    }

    /// An interface of the workspace and the class that delegates to the real API, both by full name.
    pub fn declared(interface: &str, implementation: &str) -> Self {
        let simple = simple(interface);
        let stem = simple
            .strip_prefix('I')
            .filter(|rest| rest.starts_with(char::is_uppercase));
        Self {
            ty: TypeRef::Declared(interface.to_owned()),
            type_name: interface.to_owned(),
            stands_for: simple.to_owned(),
            stem: lower_first(stem.unwrap_or(simple)),
            real: Real::New(implementation.to_owned()),
        }
    }

    /// The file system of the package.
    pub fn file_system() -> Self {
        let full = io_abstractions::INTERFACE;
        Self {
            ty: TypeRef::Library(full.to_owned()),
            type_name: full.to_owned(),
            stands_for: full.to_owned(),
            stem: "fileSystem".to_owned(),
            real: Real::Make(io_abstractions::CLASS),
        }
    }

    /// A delegate that stands for one member, called `name`.
    pub fn delegated(delegated: Delegated, name: &str) -> Self {
        let mut simple = |full: &str| simple(full).to_owned();
        let type_name = delegated.type_text(false, &mut simple);
        let stands_for = format!("{}.{}", delegated.owner, delegated.member);
        Self {
            // No type tells what a delegate is for, so that none that is there is taken for it.
            ty: TypeRef::Library(format!("{type_name} {stands_for}")),
            type_name,
            stands_for,
            stem: lower_first(name),
            real: Real::Call(delegated),
        }
    }

    /// The member that it stands for, when it is a delegate.
    pub fn call(&self) -> Option<&Delegated> {
        match &self.real {
            Real::Call(delegated) => Some(delegated),
            _ => None,
        }
    }

    /// Whether it stands for an API.
    pub fn serves(&self, catalogue: &Catalogue, api: &SymbolId) -> bool {
        let entry = catalogue.entry_of(api);
        entry.and_then(|entry| entry.abstraction.type_name()) == Some(&*self.stands_for)
    }

    /// As [`Self::serves`], for a finding.
    pub fn serves_finding(&self, catalogue: &Catalogue, finding: &Finding) -> bool {
        let entry = entry_for(catalogue, finding);
        entry.and_then(|entry| entry.abstraction.type_name()) == Some(&*self.stands_for)
    }

    /// Whether it is the clock.
    pub fn is_clock(&self) -> bool {
        self.ty.library() == Some("System.TimeProvider")
    }

    /// Whether it is the file system of the package.
    pub fn is_file_system(&self) -> bool {
        self.ty.library() == Some(io_abstractions::INTERFACE)
    }

    /// What it is, in the documentation of a parameter.
    pub fn described(&self) -> String {
        if self.is_clock() {
            return "The source of time.".to_owned();
        }
        if let Some(delegated) = self.call() {
            let owner = simple(delegated.owner);
            return format!("What is called for {owner}.{}.", delegated.member);
        }
        let mut words = String::from("The ");
        for letter in self.stem.chars() {
            if letter.is_uppercase() {
                words.push(' ');
            }
            words.extend(letter.to_lowercase());
        }
        words.push('.');
        words
    }

    /// Whether this is its type.
    pub fn is(&self, ty: &TypeRef) -> bool {
        self.ty == *ty
    }

    /// The type's name without its namespace.
    pub fn simple(&self) -> &str {
        simple(&self.type_name)
    }

    /// Its type, as it can be written at a place.
    pub fn type_at<'a>(&self, reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> String {
        if self.is_clock() {
            return type_name(reader, file, at, &self.ty, &self.type_name);
        }
        if let Some(delegated) = self.call() {
            return delegated.type_at(reader, file, at);
        }
        imported_at(reader, file, at, &self.ty, &self.type_name)
    }

    /// The namespaces that a file needs for an edit that names the type or its class by their simple names.
    pub fn imports(&self, reader: &Reader<'_>, file: FileId, edit: &Edit) -> Vec<String> {
        if self.is_clock() || self.call().is_some() {
            return Vec::new();
        }
        // Declarations may name other types of the package.
        let others = io_abstractions::types().iter();
        let others = others.filter(|_| self.is_file_system());
        let others = others.map(|name| format!("{}.{name}", io_abstractions::NAMESPACE));
        let others: Vec<String> = others.collect();
        let class = self.class();
        let own = class.into_iter().chain([&*self.type_name]);
        let Some(tree) = reader.code().tree(file) else {
            return Vec::new();
        };
        let at = tree.covering(edit.range);
        let mut found = Vec::new();
        for full in own.chain(others.iter().map(String::as_str)) {
            let (namespace, simple) = full.rsplit_once('.').unwrap_or(("", full));
            let names_it = has_word(&edit.text, simple) && !edit.text.contains(full);
            let bound = reader.type_text(file, simple, at) == self.like(full);
            if names_it && !bound && !namespace.is_empty() {
                found.push(namespace.to_owned());
            }
        }
        found
    }

    /// The class that is made for the real thing, by its full name.
    pub fn class(&self) -> Option<&str> {
        match &self.real {
            Real::New(class) => Some(class),
            Real::Make(class) => Some(class),
            Real::Member(_) | Real::Call(_) => None,
        }
    }

    /// The type of this full name that comes from where its own type does.
    fn like(&self, full: &str) -> TypeRef {
        match self.ty {
            TypeRef::Declared(_) => TypeRef::Declared(full.to_owned()),
            _ => TypeRef::Library(full.to_owned()),
        }
    }

    /// The real thing, as it can be written at a place.
    pub fn default_at<'a>(&self, reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> String {
        match &self.real {
            Real::Member(member) => {
                let ty = type_in_code(reader, file, at, &self.ty, &self.type_name);
                format!("{ty}.{member}")
            }
            Real::New(_) | Real::Make(_) => format!("new {}()", self.class_at(reader, file, at)),
            Real::Call(delegated) => delegated.real_at(reader, file, at),
        }
    }

    pub(super) fn class_at<'a>(
        &self,
        reader: &Reader<'a>,
        file: FileId,
        at: SyntaxNode<'a>,
    ) -> String {
        let class = self.class().unwrap_or_default();
        imported_at(reader, file, at, &self.like(class), class)
    }

    /// The call that registers it: `AddSingleton(TimeProvider.System)`, `AddSingleton<IConsole, SystemConsole>()`.
    pub fn registration<'a>(
        &self,
        reader: &Reader<'a>,
        file: FileId,
        at: SyntaxNode<'a>,
        method: &str,
    ) -> String {
        match &self.real {
            Real::Member(_) | Real::Call(_) => {
                format!("{method}({})", self.default_at(reader, file, at))
            }
            Real::New(_) | Real::Make(_) => {
                let class = self.class_at(reader, file, at);
                format!("{method}<{}, {class}>()", self.type_at(reader, file, at))
            }
        }
    }

    /// Whether a value that is registered without naming a type is the real thing.
    pub fn is_real(&self, ty: &TypeRef, text: &str) -> bool {
        match &self.real {
            Real::Member(member) => self.is(ty) || text == format!("{}.{member}", self.simple()),
            Real::New(_) | Real::Make(_) | Real::Call(_) => self.is(ty),
        }
    }
}

/// The entry that a finding falls under. An inherited member has the id of the type that declares it, but its pattern
/// names the type that was made.
pub fn entry_for<'c>(catalogue: &'c Catalogue, finding: &Finding) -> Option<&'c Entry> {
    catalogue.entry_of(&finding.api).or_else(|| {
        let mut named = catalogue.explain(&finding.pattern).into_iter();
        named.find(|entry| entry.category == finding.category)
    })
}

/// The name of a type by which a `using` of its namespace would let it be named.
fn imported_at<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    ty: &TypeRef,
    full: &str,
) -> String {
    let name = type_name(reader, file, at, ty, full);
    let Some((namespace, simple)) = full.rsplit_once('.').filter(|(_, simple)| name != *simple)
    else {
        return name;
    };
    let may = match ty {
        TypeRef::Declared(_) => may_import(reader, file, at, namespace, simple),
        _ => may_import_files(reader, file, at, simple),
    };
    if may { simple.to_owned() } else { name }
}

/// A type of the package `System.IO.Abstractions`, as it can be written at a place.
pub(super) fn package_type_at<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    simple: &str,
) -> String {
    let full = format!("{}.{simple}", io_abstractions::NAMESPACE);
    imported_at(reader, file, at, &TypeRef::Library(full.clone()), &full)
}

fn simple(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}
