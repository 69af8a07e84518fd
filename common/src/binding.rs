//! Names to meanings, in C#'s lookup order, across a whole project. Knows outlines and trees, not files on disk
//! and not what is worth finding.
//!
//! The order is that of the C# language specification, "Simple names" and "Namespace and type names": scopes of
//! the body inside out, then for each type inside out its type parameters and members (its bases' too), then for
//! each namespace inside out its types and namespaces, the aliases and the usings of the declaration at hand.
//! A name that stays open is [`Resolution::Unknown`]; nothing is guessed.

mod arguments;
mod assigned;
mod brought;
mod candidates;
mod choice;
mod conditional;
mod element;
mod expression;
mod index;
mod inherited;
mod locals;
mod lookup;
mod members;
mod names;
mod nested;
mod operation;
mod outlined;
mod references;
mod scope;
mod sequence;
mod target;
mod term;
mod type_text;
mod value;

pub use brought::Fit;
pub(crate) use choice::{arms, bare};
pub(crate) use expression::name_and_arity;
pub use expression::{Binder, Origin, Resolution, Value};
pub use locals::{Local, LocalKind, LocalNames};
pub use lookup::{Meaning, Position};
pub use members::{FoundMember, MemberSource};
pub use names::{
    FileId, GlobalUsing, GlobalUsingKind, Names, NamesBuilder, ProjectId, ProjectScope, type_key,
};
pub use outlined::OutlineBinder;
pub use term::Term;
pub use type_text::TypeText;

/// What the binder must know of types outside the source: the base library and well-known packages.
pub trait Library: Sync {
    /// Whether there may be a type of this name, in whatever namespace, or a namespace whose last part it is.
    fn knows(&self, simple: &str) -> bool;
    /// Whether there is a namespace of this full name.
    fn is_namespace(&self, name: &str) -> bool;
    /// Whether it is a namespace of a package, known only where a `using` names it: nobody says that the package is
    /// referenced, and a name of the project's own may be the same.
    fn is_package_namespace(&self, name: &str) -> bool;
    /// Whether there is a type of this full name, with `` `n `` behind each generic part.
    fn has_type(&self, full_name: &str) -> bool;
    /// The member `name` of the type, inherited ones too, as far as it can be reached from that side.
    fn member(&self, type_name: &str, name: &str, side: Side) -> Option<LibraryMember>;
    /// Whether the library type is a struct or an enum.
    fn is_value_type(&self, full_name: &str) -> bool;
    /// Whether a value of the library type may be a delegate; true of what nobody described.
    fn may_be_delegate(&self, full_name: &str) -> bool;
    /// Whether a library class has a member that hides `name` in the classes that derive from it.
    fn base_hides(&self, class: &str, name: &str) -> bool;
    /// Whether it is known which members a library class has.
    fn knows_members(&self, class: &str) -> bool;
}

/// From where a member is reached: `Process.Start(…)` and `process.Start()` are two methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Through the type.
    Type,
    /// Through a value.
    Value,
    /// Either, as by its simple name in a derived class.
    Any,
}

/// A member of a library type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryMember {
    /// Whether it is reached through the type.
    pub is_static: bool,
    /// Whether it is a method.
    pub is_method: bool,
    /// Its type or result as a type text with full names, if all overloads agree.
    pub result: Option<String>,
}

/// A type that a name or expression stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeRef {
    /// Declared in the workspace: full name with `` `n`` behind each generic part.
    Declared(String),
    /// Known from the library, by full name with `` `n`` behind each generic part.
    Library(String),
    /// A type parameter of a type or method.
    Parameter(String),
    /// Anything else: arrays, pointers, tuples, types of packages that nobody described.
    Unknown,
}

impl TypeRef {
    /// The full name of a library type.
    pub fn library(&self) -> Option<&str> {
        match self {
            Self::Library(name) => Some(name),
            _ => None,
        }
    }
}
