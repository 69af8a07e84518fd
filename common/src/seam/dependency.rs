//! What a class gets: a type, the real thing that stands for it where nothing else is given, how both are written at a
//! place. Knows nothing of who gets it.

use crate::binding::{FileId, TypeRef};
use crate::catalogue::Catalogue;
use crate::edit::Edit;
use crate::symbol::SymbolId;
use crate::syntax::SyntaxNode;

use super::code::{Reader, has_word};
use super::names::{may_import, type_in_code, type_name};

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

    /// Whether it stands for an API.
    pub fn serves(&self, catalogue: &Catalogue, api: &SymbolId) -> bool {
        let entry = catalogue.entry_of(api);
        entry.and_then(|entry| entry.abstraction.type_name()) == Some(&*self.stands_for)
    }

    /// Whether it is the clock.
    pub fn is_clock(&self) -> bool {
        self.ty.library() == Some("System.TimeProvider")
    }

    /// What it is, in the documentation of a parameter.
    pub fn described(&self) -> String {
        if self.is_clock() {
            return "The source of time.".to_owned();
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
        match &self.ty {
            TypeRef::Declared(_) => declared_at(reader, file, at, &self.type_name),
            _ => type_name(reader, file, at, &self.ty, &self.type_name),
        }
    }

    /// The namespaces that a file needs for an edit that names the type or its class by their simple names.
    pub fn imports(&self, reader: &Reader<'_>, file: FileId, edit: &Edit) -> Vec<String> {
        let TypeRef::Declared(interface) = &self.ty else {
            return Vec::new();
        };
        let class = match &self.real {
            Real::New(class) => Some(class),
            Real::Member(_) => None,
        };
        let Some(tree) = reader.code().tree(file) else {
            return Vec::new();
        };
        let at = tree.covering(edit.range);
        let mut found = Vec::new();
        for full in class.into_iter().chain([interface]) {
            let (namespace, simple) = full.rsplit_once('.').unwrap_or(("", full));
            let names_it = has_word(&edit.text, simple) && !edit.text.contains(full);
            let bound = reader.type_text(file, simple, at) == TypeRef::Declared(full.clone());
            if names_it && !bound && !namespace.is_empty() {
                found.push(namespace.to_owned());
            }
        }
        found
    }

    /// The real thing, as it can be written at a place.
    pub fn default_at<'a>(&self, reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> String {
        match &self.real {
            Real::Member(member) => {
                let ty = type_in_code(reader, file, at, &self.ty, &self.type_name);
                format!("{ty}.{member}")
            }
            Real::New(class) => format!("new {}()", declared_at(reader, file, at, class)),
        }
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
            Real::Member(_) => format!("{method}({})", self.default_at(reader, file, at)),
            Real::New(class) => {
                let class = declared_at(reader, file, at, class);
                format!("{method}<{}, {class}>()", self.type_at(reader, file, at))
            }
        }
    }

    /// Whether a value that is registered without naming a type is the real thing.
    pub fn is_real(&self, ty: &TypeRef, text: &str) -> bool {
        match &self.real {
            Real::Member(member) => self.is(ty) || text == format!("{}.{member}", self.simple()),
            Real::New(_) => self.is(ty),
        }
    }
}

fn declared_at<'a>(reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>, full: &str) -> String {
    let name = type_name(reader, file, at, &TypeRef::Declared(full.to_owned()), full);
    match full.rsplit_once('.') {
        Some((namespace, simple))
            if name != simple && may_import(reader, file, at, namespace, simple) =>
        {
            simple.to_owned()
        }
        _ => name,
    }
}

fn simple(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}
