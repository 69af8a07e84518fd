//! Reading a document from somebody who may mean harm: bounds on its size and depth, the types of all fields, and
//! what must hold between them. What only the disk can show (links, the files' content) is checked there.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::wire::{At, Object, Refused, Wire, shorten};
use super::{Document, SCHEMA, change};

/// The largest document that is read.
pub const MAX_DOCUMENT_BYTES: usize = 256 << 20;

/// The largest number of JSON values that are read, which bounds the memory.
pub const MAX_VALUES: u32 = 8_000_000;

impl Document {
    /// Reads and checks a document.
    pub fn read(bytes: &[u8]) -> Result<Self, Refused> {
        let value = parse(bytes)?;
        let at = At::ROOT;
        let mut object = Object::of(value, &at)?;
        read_schema(object.take::<Option<String>>("schema")?.as_deref(), &at)?;
        let document = Self {
            root: object.take("root")?,
            stages: object.take("stages")?,
            scope: match object.take("scope")? {
                Some(scope) => scope,
                None => Self::new(".").scope,
            },
            projects: object.take("projects")?,
            sources: object.take("sources")?,
            // A gate over a document without them would pass.
            findings: match object.take("findings")? {
                Some(findings) => findings,
                None => return Err(at.key("findings").refuse("a list", "none")),
            },
            not_counted: object.take("not_counted")?,
            half_migrated: object.take("half_migrated")?,
            advisories: object.take("advisories")?,
            test_smells: object.take("test_smells")?,
            totals_extra: read_totals(&mut object)?,
            abstractions: object.take("abstractions")?,
            changes: object.take("changes")?,
            declined: object.take("declined")?,
            migration: object.take("migration")?,
            behaviour: object.take("behaviour")?,
            extra: object.rest(),
        };
        document.check()?;
        Ok(document)
    }

    /// Checks what must hold between the fields.
    pub fn check(&self) -> Result<(), Refused> {
        let known: HashSet<&str> = self.sources.iter().map(|s| s.path.as_str()).collect();
        let paths = self.sources.iter().map(|source| source.path.as_str());
        unique("sources", "path", paths)?;
        let paths = self.projects.iter().map(|project| project.path.as_str());
        unique("projects", "path", paths)?;
        unique(
            "findings",
            "id",
            self.findings.iter().map(|f| f.id.as_str()),
        )?;
        let list = At::ROOT.key("findings");
        for (index, finding) in self.findings.iter().enumerate() {
            let at = list.index(index);
            finding.check(&at)?;
            if !known.contains(finding.path.as_str()) {
                let found = format!("`{}`", shorten(finding.path.as_str()));
                return Err(at.key("path").refuse("a path out of `sources`", found));
            }
        }
        let list = At::ROOT.key("not_counted");
        for (index, site) in self.not_counted.iter().enumerate() {
            site.check(&list.index(index))?;
        }
        let list = At::ROOT.key("advisories");
        for (index, remark) in self.advisories.iter().enumerate() {
            remark.check(&list.index(index))?;
        }
        let list = At::ROOT.key("test_smells");
        for (index, remark) in self.test_smells.iter().enumerate() {
            remark.check(&list.index(index))?;
        }
        let list = At::ROOT.key("changes");
        for (index, change) in self.changes.iter().enumerate() {
            change.check(&list.index(index))?;
        }
        change::check_chains(&self.changes)?;
        self.check_migration()
    }

    fn check_migration(&self) -> Result<(), Refused> {
        let Some(migration) = &self.migration else {
            return Ok(());
        };
        let list = At::ROOT.key("migration");
        let sum = u64::from(migration.replaced) + migration.remaining.len() as u64;
        if u64::from(migration.found) == sum {
            Ok(())
        } else {
            let expected = format!("{sum}, which is `replaced` and `remaining` together");
            let found = format!("`{}`", migration.found);
            Err(list.key("found").refuse(expected, found))
        }
    }
}

fn unique<'a>(
    list: &str,
    field: &str,
    values: impl Iterator<Item = &'a str>,
) -> Result<(), Refused> {
    let mut seen = HashSet::new();
    for (index, value) in values.enumerate() {
        if !seen.insert(value) {
            let list = At::ROOT.key(list);
            let at = list.index(index);
            let found = format!("`{}` again", shorten(value));
            return Err(at.key(field).refuse("each only once", found));
        }
    }
    Ok(())
}

fn read_schema(schema: Option<&str>, at: &At<'_>) -> Result<(), Refused> {
    let at = at.key("schema");
    let hint = "only documents that a Seamwright program wrote can be read";
    let Some(schema) = schema else {
        return Err(at.refuse(format!("`{SCHEMA}`"), "none").with_hint(hint));
    };
    let minor = schema.strip_prefix(SCHEMA);
    if minor.is_some_and(|minor| minor.is_empty() || minor.starts_with('.')) {
        return Ok(());
    }
    let refused = at.refuse(
        format!("`{SCHEMA}`, the only version that is read here"),
        format!("`{}`", shorten(schema)),
    );
    Err(refused.with_hint("use programs of the same release on both sides of the pipe"))
}

/// The unknown fields inside `totals`; the known ones are counted anew when the document is written.
fn read_totals(object: &mut Object<'_>) -> Result<Map<String, Value>, Refused> {
    let totals: Option<AnyObject> = object.take("totals")?;
    let mut extra = totals.map_or_else(Map::new, |totals| totals.0);
    for known in [
        "findings",
        "by_category",
        "by_pattern",
        "by_file",
        "by_project",
    ] {
        extra.remove(known);
    }
    Ok(extra)
}

struct AnyObject(Map<String, Value>);

impl Wire for AnyObject {
    fn read(value: Value, at: &At<'_>) -> Result<Self, Refused> {
        Ok(Self(Object::of(value, at)?.rest()))
    }
}

/// The JSON value that `bytes` hold, within the bounds.
fn parse(bytes: &[u8]) -> Result<Value, Refused> {
    // PowerShell puts a byte order mark in front of what it pipes.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let refuse = |found: String| At::ROOT.refuse("a document in JSON", found);
    if bytes.len() > MAX_DOCUMENT_BYTES {
        let expected = format!("at most {} MiB", MAX_DOCUMENT_BYTES >> 20);
        return Err(At::ROOT.refuse(expected, "more"));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(refuse("nothing".to_owned()));
    }
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        let hint = "write the file as UTF-8; PowerShell's `>` needs `| Out-File -Encoding utf8`";
        return Err(refuse("UTF-16".to_owned()).with_hint(hint));
    }
    parse_within(bytes, MAX_VALUES)
}

/// The JSON value that `bytes` hold, of at most `values` values.
pub(super) fn parse_within(bytes: &[u8], values: u32) -> Result<Value, Refused> {
    let refuse = |found: String| At::ROOT.refuse("a document in JSON", found);
    let left = Cell::new(values);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let parsed = Bounded { left: &left }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value));
    parsed.map_err(|error| {
        if error.is_eof() {
            let hint = "the program before this one may have failed; run it alone to see";
            refuse(format!("its beginning only ({error})")).with_hint(hint)
        } else {
            refuse(format!("something else ({error})"))
        }
    })
}

/// Reads any value, counts what it holds, and refuses an object that names a field twice: two readers could see
/// two documents.
#[derive(Clone, Copy)]
struct Bounded<'a> {
    left: &'a Cell<u32>,
}

impl Bounded<'_> {
    fn count<E: Error>(self) -> Result<(), E> {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.unwrap_or_default());
        left.map(|_| ()).ok_or_else(|| E::custom("too many values"))
    }
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.count()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let value = fields.next_value_seed(self)?;
            if map.contains_key(&key) {
                let key = shorten(&key);
                return Err(A::Error::custom(format_args!("`{key}` stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
