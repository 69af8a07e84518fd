//! Names of symbols: documentation-comment ids and qualified names. Pure values.

use std::fmt;

/// A documentation-comment id such as `P:System.DateTime.UtcNow`. Without a parameter list it stands for
/// every overload of the name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(String);

impl SymbolId {
    /// Takes an id as it is written.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id without its parameter list.
    pub fn without_parameters(&self) -> &str {
        self.0.split_once('(').map_or(&*self.0, |(head, _)| head)
    }
}

impl fmt::Display for SymbolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A full name with dots and without `global::`, such as `System.IO.File`; nested types too are parted by dots.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualifiedName(String);

impl QualifiedName {
    /// Takes a dotted name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The dotted name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the last dot.
    pub fn simple(&self) -> &str {
        self.0.rsplit_once('.').map_or(&*self.0, |(_, name)| name)
    }

    /// The part before the last dot, `""` if there is none.
    pub fn container(&self) -> &str {
        self.0
            .rsplit_once('.')
            .map_or("", |(container, _)| container)
    }

    /// This name with `name` behind it.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        if self.0.is_empty() {
            Self::new(name)
        } else {
            Self(format!("{}.{name}", self.0))
        }
    }
}

impl fmt::Display for QualifiedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
