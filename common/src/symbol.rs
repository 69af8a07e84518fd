//! Names of symbols: documentation-comment ids, qualified names, the keywords that are types. Pure values.

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

/// The full name of the type that a keyword of C# stands for.
pub fn keyword_type(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "bool" => "System.Boolean",
        "byte" => "System.Byte",
        "sbyte" => "System.SByte",
        "char" => "System.Char",
        "decimal" => "System.Decimal",
        "double" => "System.Double",
        "float" => "System.Single",
        "int" => "System.Int32",
        "uint" => "System.UInt32",
        "nint" => "System.IntPtr",
        "nuint" => "System.UIntPtr",
        "long" => "System.Int64",
        "ulong" => "System.UInt64",
        "short" => "System.Int16",
        "ushort" => "System.UInt16",
        "object" => "System.Object",
        "string" => "System.String",
        "void" => "System.Void",
        _ => return None,
    })
}

/// `A.Outer.Inner` of `A.Outer`1.Inner`2`.
pub fn without_arities(name: &str) -> String {
    let parts = name.split('.');
    let parts = parts.map(|part| part.split('`').next().unwrap_or(part));
    parts.collect::<Vec<_>>().join(".")
}

/// `IFoo`: by convention the simple name of an interface.
pub fn is_interface_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next() == Some('I') && chars.next().is_some_and(char::is_uppercase)
}
