//! The one way from JSON values to wire types: each type takes the fields that it knows, says by name which
//! one is wrong, and keeps the rest. Knows nothing of what the document means.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::source::SourcePath;

/// Fields of an object that this version doesn't know; written back as they came.
pub type Extra = Map<String, Value>;

/// A document that isn't taken: which field, what it should be, what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The field as `findings[3].path`; empty for the document itself.
    pub field: String,
    /// What was expected there.
    pub expected: String,
    /// What was found, shortened.
    pub found: String,
    /// The next step, if there is one to name.
    pub hint: Option<String>,
}

impl Refused {
    /// The same with a next step.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "`{}`: ", self.field)?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

/// Where in the document a value stands; printed only when it is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl<'a> At<'a> {
    /// The document itself.
    pub(crate) const ROOT: At<'static> = At {
        parent: None,
        step: Step::Root,
    };

    /// The field `key` below this.
    pub(crate) fn key(&'a self, key: &'a str) -> At<'a> {
        At {
            parent: Some(self),
            step: Step::Key(key),
        }
    }

    /// The element `index` below this.
    pub(crate) fn index(&'a self, index: usize) -> At<'a> {
        At {
            parent: Some(self),
            step: Step::Index(index),
        }
    }

    /// A refusal of this place, with what was found as text.
    pub(crate) fn refuse(&self, expected: impl Into<String>, found: impl Into<String>) -> Refused {
        Refused {
            field: self.to_string(),
            expected: expected.into(),
            found: found.into(),
            hint: None,
        }
    }

    /// A refusal of `value` at this place.
    pub(crate) fn refuse_value(&self, expected: impl Into<String>, value: &Value) -> Refused {
        self.refuse(expected, describe(value))
    }
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            fmt::Display::fmt(parent, f)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Key(key) if self.parent.is_none_or(|p| matches!(p.step, Step::Root)) => {
                write!(f, "{}", shorten(key))
            }
            Step::Key(key) => write!(f, ".{}", shorten(key)),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

/// `text` short enough for a message, without characters that steer a terminal.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).flat_map(escape).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

fn escape(c: char) -> Box<dyn Iterator<Item = char>> {
    if c.is_control() {
        Box::new(c.escape_default())
    } else {
        Box::new(std::iter::once(c))
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => format!("`{truth}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::String(text) => format!("`{}`", shorten(text)),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(fields) => format!("an object with {} fields", fields.len()),
    }
}

/// A type of the document.
pub(crate) trait Wire: Sized {
    /// Reads `value`, which stands at `at`.
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused>;

    /// What a field of this type is when it isn't there; `None` when it must be.
    fn when_missing() -> Option<Self> {
        None
    }

    /// Shows each path inside, so that a document can get another root.
    fn each_path(&mut self, _see: &mut dyn FnMut(&mut SourcePath)) {}
}

/// An object while its fields are taken one by one.
pub(crate) struct Object<'a> {
    at: &'a At<'a>,
    fields: Map<String, Value>,
}

impl<'a> Object<'a> {
    /// `value`, which has to be an object.
    pub(crate) fn of(value: Value, at: &'a At<'a>) -> Result<Self, Refused> {
        match value {
            Value::Object(fields) => Ok(Self { at, fields }),
            other => Err(at.refuse_value("an object", &other)),
        }
    }

    /// Takes the field `key`.
    pub(crate) fn take<T: Wire>(&mut self, key: &str) -> Result<T, Refused> {
        let key = key.strip_prefix("r#").unwrap_or(key);
        let at = self.at.key(key);
        match self.fields.remove(key) {
            Some(value) => T::read(value, &at),
            None => T::when_missing().ok_or_else(|| at.refuse("this field", "none")),
        }
    }

    /// The fields that nobody took.
    pub(crate) fn rest(self) -> Extra {
        self.fields
    }
}

/// Declares a type of the document once: how it is written (by serde), what its schema is (by schemars) and
/// how it is read. Fields that aren't known land in `extra`.
macro_rules! wire {
    (
        $(#[$docs:meta])*
        $vis:vis struct $name:ident {
            $( $(#[$field_docs:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $(#[$docs])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
        $vis struct $name {
            $( $(#[$field_docs])* pub $field: $type, )*
            /// Fields that this version doesn't know.
            #[serde(flatten)]
            #[schemars(skip)]
            pub extra: $crate::contract::wire::Extra,
        }

        impl $crate::contract::wire::Wire for $name {
            fn read(
                value: serde_json::Value,
                at: &$crate::contract::wire::At<'_>,
            ) -> Result<Self, $crate::contract::wire::Refused> {
                let mut object = $crate::contract::wire::Object::of(value, at)?;
                Ok(Self {
                    $( $field: object.take(stringify!($field))?, )*
                    extra: object.rest(),
                })
            }

            fn each_path(&mut self, see: &mut dyn FnMut(&mut $crate::source::SourcePath)) {
                $( self.$field.each_path(see); )*
            }
        }
    };
}

pub(crate) use wire;

impl Wire for String {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(at.refuse_value("a string", &other)),
        }
    }
}

impl Wire for bool {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        value
            .as_bool()
            .ok_or_else(|| at.refuse_value("`true` or `false`", &value))
    }
}

impl Wire for u32 {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        value
            .as_u64()
            .and_then(|number| number.try_into().ok())
            .ok_or_else(|| at.refuse_value("a whole number below 2^32", &value))
    }
}

impl Wire for i32 {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        value
            .as_i64()
            .and_then(|number| number.try_into().ok())
            .ok_or_else(|| at.refuse_value("a whole number of 32 bits", &value))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value, at).map(Some),
        }
    }

    fn when_missing() -> Option<Self> {
        Some(None)
    }

    fn each_path(&mut self, see: &mut dyn FnMut(&mut SourcePath)) {
        if let Some(value) = self {
            value.each_path(see);
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        match value {
            Value::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(index, item)| T::read(item, &at.index(index)))
                .collect(),
            other => Err(at.refuse_value("a list", &other)),
        }
    }

    fn when_missing() -> Option<Self> {
        Some(Self::new())
    }

    fn each_path(&mut self, see: &mut dyn FnMut(&mut SourcePath)) {
        for item in self {
            item.each_path(see);
        }
    }
}

impl<T: Wire> Wire for BTreeMap<String, T> {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        let fields = Object::of(value, at)?.rest();
        fields
            .into_iter()
            .map(|(key, value)| {
                let value = T::read(value, &at.key(&key))?;
                Ok((key, value))
            })
            .collect()
    }

    fn when_missing() -> Option<Self> {
        Some(Self::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    wire! {
        /// Two fields, one of which may be missing.
        struct Pair {
            /// First.
            pub r#type: u32,
            /// Second.
            pub list: Vec<String>,
        }
    }

    fn check(value: Value, message: &str) {
        let at = At::ROOT.key("pairs");
        let refused = Vec::<Pair>::read(value, &at).unwrap_err();
        assert_eq!(refused.to_string(), message);
    }

    #[test]
    fn a_wrong_field_is_named() {
        check(json!(3), "`pairs`: expected a list, found `3`");
        check(
            json!([{}]),
            "`pairs[0].type`: expected this field, found none",
        );
        check(
            json!([{"type": 1}, {"type": -1}]),
            "`pairs[1].type`: expected a whole number below 2^32, found `-1`",
        );
        check(
            json!([{"type": 1, "list": ["", {}]}]),
            "`pairs[0].list[1]`: expected a string, found an object with 0 fields",
        );
        check(
            json!([{"type": 1, "list": null}]),
            "`pairs[0].list`: expected a list, found null",
        );
    }

    #[test]
    fn unknown_fields_are_written_back() {
        let value = json!({"type": 1, "list": [], "later": {"a": [1, null, "x"]}});
        let pair = Pair::read(value.clone(), &At::ROOT).unwrap();
        assert_eq!(serde_json::to_value(&pair).unwrap(), value);
    }

    #[test]
    fn a_message_neither_floods_nor_steers_a_terminal() {
        assert_eq!(shorten("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(shorten(&"x".repeat(1000)).chars().count(), 61);
    }
}
