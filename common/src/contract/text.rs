//! Values that are strings in the document and more than strings here: names out of closed sets, ids, hashes,
//! paths. A path is checked by its text alone; whether a link leads out of the tree is seen where the disk is
//! touched.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::wire::{At, Refused, Wire, shorten};
use crate::closed_set::ClosedSet;
use crate::finding::FindingId;
use crate::hash::ContentHash;
use crate::source::SourcePath;
use crate::symbol::SymbolId;

/// A member of a closed set, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named<T>(pub T);

impl<T: ClosedSet> Wire for Named<T> {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        let text = value.as_str().unwrap_or_default();
        T::from_name(text).map(Self).ok_or_else(|| {
            let names: Vec<&str> = T::ALL.iter().map(|one| one.as_str()).collect();
            let expected = if names.len() > 20 {
                format!("a known {}, as `--print-schema` lists them", T::WHAT)
            } else {
                format!("one of {}", names.join(", "))
            };
            at.refuse_value(expected, &value)
        })
    }
}

impl<T: ClosedSet> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<T: ClosedSet> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed(T::WHAT)
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = T::ALL.iter().map(|one| one.as_str()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

impl<T> From<T> for Named<T> {
    fn from(member: T) -> Self {
        Self(member)
    }
}

/// Declares a newtype that is a string in the document.
macro_rules! text {
    (
        $(#[$docs:meta])*
        pub struct $name:ident($inner:ty);
        expected $expected:literal, schema $schema:tt, parse $parse:expr, paths $paths:expr
    ) => {
        $(#[$docs])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub $inner);

        impl Wire for $name {
            fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
                let parse: fn(&str) -> Option<$inner> = $parse;
                let parsed = value.as_str().and_then(parse);
                parsed.map(Self).ok_or_else(|| at.refuse_value($expected, &value))
            }

            fn each_path(&mut self, see: &mut dyn FnMut(&mut SourcePath)) {
                let paths: fn(&mut Self, &mut dyn FnMut(&mut SourcePath)) = $paths;
                paths(self, see);
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }

        impl Deref for $name {
            type Target = $inner;

            fn deref(&self) -> &$inner {
                &self.0
            }
        }

        impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self(inner)
            }
        }
    };
}

text! {
    /// A finding's id.
    pub struct Id(FindingId);
    expected "16 lower-case hex digits",
    schema { "type": "string", "pattern": "^[0-9a-f]{16}$" },
    parse FindingId::parse,
    paths |_, _| {}
}

text! {
    /// BLAKE3 of a file's bytes.
    pub struct Hash(ContentHash);
    expected "64 lower-case hex digits",
    schema { "type": "string", "pattern": "^[0-9a-f]{64}$" },
    parse ContentHash::parse,
    paths |_, _| {}
}

text! {
    /// A documentation-comment id.
    pub struct Symbol(SymbolId);
    expected "a documentation-comment id such as `P:System.DateTime.Now`",
    schema { "type": "string", "pattern": "^[NTFPEM]:." },
    parse |text| symbol(text),
    paths |_, _| {}
}

text! {
    /// A path inside the root.
    pub struct FilePath(SourcePath);
    expected "a relative path with `/` that stays inside the root",
    schema { "type": "string", "minLength": 1 },
    parse |text| path(text).filter(|path| !path.as_str().starts_with("../")),
    paths |this, see| see(&mut this.0)
}

text! {
    /// A path relative to the root that may lead above it by leading `../`. Nothing is ever written there.
    pub struct OuterPath(SourcePath);
    expected "a relative path with `/`",
    schema { "type": "string", "minLength": 1 },
    parse |text| path(text),
    paths |this, see| see(&mut this.0)
}

fn symbol(text: &str) -> Option<SymbolId> {
    let (kind, name) = text.split_once(':')?;
    let known = matches!(kind, "N" | "T" | "F" | "P" | "E" | "M");
    (known && !name.is_empty() && !name.contains(char::is_control)).then(|| SymbolId::new(text))
}

/// A relative path whose parts are all names, but for leading `..`.
fn path(text: &str) -> Option<SourcePath> {
    let drive = matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if drive || text.contains(['\\', '\0']) {
        return None;
    }
    let mut inside = false;
    for part in text.split('/') {
        match part {
            "" | "." => return None,
            ".." if inside => return None,
            ".." => {}
            _ => inside = true,
        }
    }
    inside.then(|| SourcePath::new(text))
}

/// The root as it was given on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Root(pub String);

impl Wire for Root {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        match value.as_str() {
            Some(text) if !text.is_empty() && !text.contains('\0') => Ok(Self(text.to_owned())),
            Some(text) => Err(at.refuse("a folder", format!("`{}`", shorten(text)))),
            None => Err(at.refuse_value("a folder", &value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Category;
    use serde_json::json;

    fn check<T: Wire + Serialize>(text: &str, taken: bool) {
        match T::read(json!(text), &At::ROOT) {
            Ok(read) => {
                assert!(taken, "{text:?} was taken");
                assert_eq!(serde_json::to_value(&read).unwrap(), json!(text));
            }
            Err(refused) => assert!(!taken, "{refused}"),
        }
    }

    #[test]
    fn a_path_that_could_lead_out_of_the_root_is_refused() {
        for path in ["a.cs", "a/b.cs", "..a/b..cs", "a b/ü.cs", "ab:c.cs"] {
            check::<FilePath>(path, true);
        }
        for path in [
            "",
            ".",
            "..",
            "/",
            "/etc/passwd",
            "../a.cs",
            "a/../../b.cs",
            "a/../b.cs",
            "./a.cs",
            "a//b.cs",
            "a/",
            "a\\..\\..\\b.cs",
            "\\\\server\\share",
            "C:/a.cs",
            "c:a.cs",
            "a\0.cs",
        ] {
            check::<FilePath>(path, false);
        }
    }

    #[test]
    fn a_project_may_lie_above_the_root() {
        check::<OuterPath>("../Shop.csproj", true);
        check::<OuterPath>("../../a/b.csproj", true);
        for path in [
            "..",
            "../..",
            "a/../b.csproj",
            "../a/../b.csproj",
            "/a.csproj",
        ] {
            check::<OuterPath>(path, false);
        }
    }

    #[test]
    fn names_outside_a_closed_set_are_refused_with_the_choices() {
        check::<Named<Category>>("time", true);
        check::<Named<Category>>("Time", false);
        let refused = Named::<Category>::read(json!(1), &At::ROOT).unwrap_err();
        assert!(refused.to_string().contains("one of time, filesystem"));
    }

    #[test]
    fn ids_and_hashes_have_one_form() {
        check::<Id>("0123456789abcdef", true);
        check::<Id>("0123456789ABCDEF", false);
        check::<Hash>(&"a".repeat(64), true);
        check::<Hash>(&"a".repeat(63), false);
        check::<Symbol>("M:System.IO.File.ReadAllText(System.String)", true);
        check::<Symbol>("System.IO.File", false);
        check::<Symbol>("P:", false);
    }
}
