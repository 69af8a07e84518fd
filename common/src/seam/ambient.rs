//! Ambient scopes: a slot that static code reads its dependency from, and that a test can fill for one flow. Where it
//! stands, how it is written, and which are there already. Knows nothing of which sites read from it.
//!
//! - [`owner`]: the type that gets a slot.
//! - [`existing`]: slots that are there.
//! - [`checks`]: the tests of a scope.
//! - [`friends`]: the test assemblies that may fill a slot.
//! - [`key`]: the public key of a signed one.
//! - [`text`]: the C# of a scope; nothing else writes it.
//! - [`place`]: where it goes in a type or a file.

pub mod checks;
pub mod existing;
pub mod friends;
pub mod key;
pub mod owner;
pub mod place;
pub mod text;

use crate::project::{LanguageVersion, parse_target_framework};

use super::code::CodeProject;

/// Which types of a project share a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sharing {
    /// None: each class has its own.
    #[default]
    PerClass,
    /// All: the project has one for each abstraction.
    Shared,
}

/// How code reads from a slot and a test fills it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// How sites write what they read: `CurrentTimeProvider`, `AmbientTimeProvider.Current`.
    pub read: String,
    /// How a test fills it, from outside: `Prices.OverrideTimeProvider`.
    pub fill: String,
}

/// What a project lacks for a scope; `None` when it can have one.
pub fn lacking(project: &CodeProject) -> Option<String> {
    let framework = |name: &&String| {
        let framework = parse_target_framework(name);
        !framework.supports("netstandard1.3")
    };
    if let Some(name) = project.frameworks.iter().find(framework) {
        return Some(format!("`{name}` has no `System.Threading.AsyncLocal`"));
    }
    let old = project.writing.language < LanguageVersion::new(7, 0);
    old.then(|| "an ambient scope is written in C# 7 or later".to_owned())
}

/// `TimeProvider` of `timeProvider`.
fn upper_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
