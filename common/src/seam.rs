//! How a class gets a dependency: the knowledge of C# that every stage shares which writes into source. It reads
//! classes and their callers off trees and turns decisions into edits.
//!
//! It knows neither files on disk nor documents.
//!
//! - [`abstraction`]: an interface of the workspace that stands for an API.
//! - [`ambient`]: slots that static code reads from.
//! - [`code`]: the files of a workspace with their trees and the meaning of their names.
//! - [`dependency`]: what a class gets.
//! - [`delegated`]: one member of the base library as a delegate.
//! - [`kind`]: the kinds of seams.
//! - [`layout`]: indentation and line endings of the neighbourhood.
//! - [`lists`]: parameter lists and argument lists.
//! - [`shape`]: what a class is made of, over all its parts.
//! - [`existing`]: a dependency that a class holds already.
//! - [`quiet`]: what a constructor may run of its own object.
//! - [`names`]: how a file can name a type, which names are free, `using` directives.
//! - [`inject`]: field, constructor, parameter.
//! - [`tree`]: the sources of a workspace in memory.
//! - [`registration`]: where containers are filled, and what is missing there.
//! - [`makers`]: what may make an object of a type that it is only told.
//! - [`serialized`]: classes that a serializer makes.
//! - [`memory`]: what was read of a text, kept.
//! - [`mentions`]: where types are named, found once.
//! - [`packages`]: which packages the code of a project can use.
//! - [`packaged`]: whether an interface of a package has what a site needs.
//! - [`conditional`]: what `#if` cuts in two.
//! - [`constraints`]: what asks for `new()`.
//! - [`creations`]: every `new()`, and which of them nobody can tell the class of.
//! - [`calls`]: where constructors are called.
//! - [`containers`]: containers of other kinds, automocking.
//! - [`framework`]: classes that a framework makes.
//! - [`test_file`]: a file of tests as text.
//! - [`replace`]: which sites are replaced, and everything that follows.

pub mod abstraction;
pub mod ambient;
pub mod calls;
pub mod code;
pub mod conditional;
pub mod constraints;
pub mod containers;
pub mod creations;
pub mod delegated;
pub mod dependency;
pub mod existing;
#[cfg(test)]
mod fixture;
pub mod framework;
pub mod inject;
pub mod kind;
pub mod layout;
pub mod lists;
pub mod makers;
pub mod memory;
pub mod mentions;
pub mod names;
pub mod packaged;
pub mod packages;
pub mod quiet;
pub mod registration;
pub mod replace;
pub mod serialized;
pub mod shape;
pub mod test_file;
pub mod tree;
