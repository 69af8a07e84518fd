//! The declarations of an outline. Plain values; texts lie in the outline's pool.

use super::pool::{ParameterList, Text, TextList};
use crate::syntax::{MemberKind, Modifiers, ParameterModifiers, TypeKind};
use crate::text::TextRange;

/// A namespace declaration of the file; 0 is the file itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamespaceId(pub u32);

/// A type declaration of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// `using A.B;`, `using static A.B;`, `using X = A.B;`
#[derive(Clone, Copy, Debug)]
pub struct Using {
    /// Which of them.
    pub kind: UsingKind,
    /// `A.B`, with an alias any type.
    pub target: Text,
    /// Whether it holds for the whole project.
    pub global: bool,
    /// The namespace declaration that it stands in.
    pub namespace: NamespaceId,
    /// The directive with its `;`.
    pub range: TextRange,
    /// It stands in a branch of an `#if`.
    pub conditional: bool,
}

/// What a using directive brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsingKind {
    /// The types of a namespace.
    Namespace,
    /// The static members and nested types of a type.
    Static,
    /// One name.
    Alias(Text),
}

/// `extern alias X;`
#[derive(Clone, Copy, Debug)]
pub struct ExternAlias {
    /// `X`.
    pub name: Text,
    /// The namespace declaration that it stands in.
    pub namespace: NamespaceId,
    /// The directive with its `;`.
    pub range: TextRange,
}

/// A namespace declaration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Namespace {
    /// As declared here: `A.B`; empty for the file.
    pub name: Text,
    /// With the names around it.
    pub full_name: Text,
    /// The declaration around it; the file's is itself.
    pub parent: NamespaceId,
    /// `namespace A.B;`
    pub file_scoped: bool,
    /// From `namespace` to the closing brace or the end of the file.
    pub range: TextRange,
    /// Its content, braces included; for a file-scoped one what follows the `;`.
    pub body: TextRange,
}

/// A type declaration; of a partial type one of several.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// What it declares.
    pub kind: TypeKind,
    /// Its name without type parameters.
    pub name: Text,
    /// Their names.
    pub type_parameters: TextList,
    /// The namespace declaration that it stands in.
    pub namespace: NamespaceId,
    /// The type around it.
    pub parent: Option<TypeId>,
    /// As written; none is implied.
    pub modifiers: Modifiers,
    /// Base class and interfaces (for an enum its underlying type), without arguments for a base constructor.
    pub bases: TextList,
    /// The list after the name: of a primary constructor, a delegate, an extension's receiver.
    pub parameters: Option<ParameterList>,
    /// What a delegate returns.
    pub result: Text,
    /// Names of attributes as written, without arguments.
    pub attributes: TextList,
    /// From its first attribute or modifier to its `}` or `;`.
    pub range: TextRange,
    /// The name; of an extension the word `extension`.
    pub name_range: TextRange,
    /// The members with their braces.
    pub body: Option<TextRange>,
    /// It stands in a branch of an `#if`.
    pub conditional: bool,
}

/// A member of a type.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// What it is.
    pub kind: MemberKind,
    /// The type declaration that holds it.
    pub owner: TypeId,
    /// Its name; `this` for an indexer, the sign for an operator, `implicit` or `explicit` for a conversion.
    pub name: Text,
    /// As written; none is implied.
    pub modifiers: Modifiers,
    /// The type of a field, property or event, what a method returns; empty for constructors and enum members.
    pub result: Text,
    /// `IFoo<T>` of `void IFoo<T>.Bar()`: where this isn't empty, the simple name doesn't find the member.
    pub explicit_interface: Text,
    /// Names of a method's type parameters.
    pub type_parameters: TextList,
    /// Its parameters.
    pub parameters: ParameterList,
    /// Names of attributes as written, without arguments.
    pub attributes: TextList,
    /// The whole declaration; the same for the fields of one declaration.
    pub range: TextRange,
    /// The name.
    pub name_range: TextRange,
    /// `{…}` with its braces, or `=> …` without the `;`; of a property also its list of accessors.
    pub body: Option<TextRange>,
    /// What follows `=`, without the `;`.
    pub initializer: Option<TextRange>,
    /// What follows `=` is a `new`.
    pub made: bool,
    /// It stands in a branch of an `#if`.
    pub conditional: bool,
}

/// A parameter of a member or type.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Text,
    /// Its type without modifiers.
    pub type_text: Text,
    /// `ref`, `params` …
    pub modifiers: ParameterModifiers,
    /// Whether `= …` follows.
    pub has_default: bool,
    /// From its first attribute or modifier to the end of its default.
    pub range: TextRange,
    /// The name.
    pub name_range: TextRange,
}
