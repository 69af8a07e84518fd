//! Writing a document: sorted, totals counted, one entry a line, so that the result is the same for the same
//! input and can be searched line by line; and the JSON Schema of what is written.

use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;

use super::wire::Extra;
use super::{
    Abstraction, Advisory, Behaviour, Change, Declined, Document, Finding, HalfMigrated, Migration,
    NotCounted, Project, Root, SCHEMA, Scope, Source, StageRun, TestSmell, Totals,
};

// The fields of `Document` in the order of the contract, and what is derived.
/// What one run found, decided and changed. It grows along the pipe; fields that a program doesn't know are kept.
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(title = "Seamwright document")]
struct Written<'a> {
    /// The version of the document.
    #[schemars(regex(pattern = r"^seamwright/1(\.|$)"))]
    schema: &'a str,
    /// The folder that paths are relative to, as given.
    root: &'a Root,
    /// The programs that worked on it, in their order.
    #[serde(default)]
    stages: &'a [StageRun],
    /// What was looked at and what was not.
    #[serde(default)]
    scope: Option<&'a Scope>,
    /// The projects, by path.
    #[serde(default)]
    projects: &'a [Project],
    /// Every file that a finding or a change concerns, by path.
    #[serde(default)]
    sources: &'a [Source],
    /// By path and range.
    findings: &'a [Finding],
    /// By path and place.
    #[serde(default)]
    not_counted: &'a [NotCounted],
    /// Classes that hold an abstraction and still use the static that it stands for, by name.
    #[serde(default)]
    half_migrated: &'a [HalfMigrated],
    /// Places of production code that make tests hard to trust; they don't count.
    #[serde(default)]
    advisories: &'a [Advisory],
    /// Places of test code that make tests slow, uncertain or empty; they don't count.
    #[serde(default)]
    test_smells: &'a [TestSmell],
    /// Counts of the findings; ignored when a document is read.
    totals: Option<Totals>,
    /// The abstractions that were decided on.
    #[serde(default)]
    abstractions: &'a [Abstraction],
    /// Creations and edits, pending or applied; those of one path in the order in which they apply.
    #[serde(default)]
    changes: &'a [Change],
    /// What was needed and may not be done without being authorised.
    #[serde(default)]
    declined: &'a [Declined],
    /// What was migrated; null until something is.
    migration: &'a Option<Migration>,
    /// The behaviour that is to be tested; null until one is named.
    behaviour: &'a Option<Behaviour>,
    #[serde(flatten)]
    #[schemars(skip)]
    extra: &'a Extra,
}

impl Document {
    /// The document as JSON, with a line end behind it.
    pub fn into_json(mut self) -> String {
        self.sort();
        let Self {
            root,
            stages,
            scope,
            projects,
            sources,
            findings,
            not_counted,
            half_migrated,
            advisories,
            test_smells,
            abstractions,
            changes,
            declined,
            migration,
            behaviour,
            totals_extra,
            extra,
        } = &self;
        let totals = Totals {
            extra: totals_extra.clone(),
            ..Totals::of(findings)
        };
        let written = Written {
            schema: SCHEMA,
            root,
            stages,
            scope: Some(scope),
            projects,
            sources,
            findings,
            not_counted,
            half_migrated,
            advisories,
            test_smells,
            totals: Some(totals),
            abstractions,
            changes,
            declined,
            migration,
            behaviour,
            extra,
        };
        lines(&written, LISTS, OBJECTS)
    }

    /// Puts everything in the order in which it is written.
    pub fn sort(&mut self) {
        self.scope.incomplete.sort_by(|a, b| {
            (&a.path, a.line, a.reason, &a.detail).cmp(&(&b.path, b.line, b.reason, &b.detail))
        });
        self.projects.sort_by(|a, b| a.path.cmp(&b.path));
        for project in &mut self.projects {
            project.packages.sort_by(|a, b| a.id.cmp(&b.id));
            project.references.sort();
        }
        self.sources.sort_by(|a, b| a.path.cmp(&b.path));
        self.findings.sort_by(|a, b| {
            (&a.path, a.byte_start, a.byte_end, &a.api).cmp(&(
                &b.path,
                b.byte_start,
                b.byte_end,
                &b.api,
            ))
        });
        self.not_counted.sort_by(|a, b| {
            (&a.path, a.line, a.column, &a.pattern).cmp(&(&b.path, b.line, b.column, &b.pattern))
        });
        self.half_migrated.sort_by(|a, b| {
            (&a.r#type, &a.abstraction, &a.findings).cmp(&(&b.r#type, &b.abstraction, &b.findings))
        });
        self.advisories.sort_by(|a, b| {
            (&a.path, a.line, a.column, a.kind).cmp(&(&b.path, b.line, b.column, b.kind))
        });
        self.test_smells.sort_by(|a, b| {
            (&a.path, a.line, a.column, a.kind).cmp(&(&b.path, b.line, b.column, b.kind))
        });
        self.abstractions
            .sort_by(|a, b| (&a.project, &a.name).cmp(&(&b.project, &b.name)));
        // A stable sort keeps the chain of each path.
        self.changes.sort_by(|a, b| a.path.cmp(&b.path));
        self.declined.sort_by(|a, b| a.what.cmp(&b.what));
        if let Some(migration) = &mut self.migration {
            migration
                .remaining
                .sort_by(|a, b| (&a.id, a.reason).cmp(&(&b.id, b.reason)));
        }
    }
}

/// The JSON Schema of the document, with a line end behind it.
pub fn schema() -> String {
    let schema = schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Written<'static>>();
    pretty(&schema)
}

fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// JSON whose lists have a line for each entry down to the level `lists`, and whose objects have a line for each field
/// down to the level `objects`; with a line end behind it.
pub(super) fn lines(value: &impl Serialize, lists: usize, objects: usize) -> String {
    let mut bytes = Vec::with_capacity(1 << 16);
    let format = EntryLines {
        lists,
        objects,
        depth: 0,
        has_value: false,
    };
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, format);
    // Writing to memory doesn't fail, and every key is a string.
    let written = value.serialize(&mut serializer);
    debug_assert!(written.is_ok());
    bytes.push(b'\n');
    String::from_utf8(bytes).unwrap_or_default()
}

/// Breaks the outer objects and lists into lines; an entry of a list is one line.
struct EntryLines {
    lists: usize,
    objects: usize,
    depth: usize,
    has_value: bool,
}

/// Down to which level the document's lists have a line for each entry.
const LISTS: usize = 3;
/// Down to which level its objects have a line for each field.
const OBJECTS: usize = 2;

impl EntryLines {
    fn open<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        bracket: &[u8],
        broken: usize,
    ) -> io::Result<()> {
        let breaks = self.has_value && self.depth <= broken;
        self.depth -= 1;
        self.has_value = true;
        if breaks {
            self.break_line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn item<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
        broken: usize,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.depth <= broken {
            self.break_line(writer)
        } else if first {
            Ok(())
        } else {
            writer.write_all(b" ")
        }
    }

    fn break_line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for EntryLines {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]", self.lists)
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item(writer, first, self.lists)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}", self.objects)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.item(writer, first, self.objects)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::fixture::{document, value};
    use expect_test::{expect, expect_file};
    use serde_json::Value;

    #[test]
    fn the_saved_schema_is_that_of_the_types() {
        expect_file!["../../schemas/seamwright-1.schema.json"].assert_eq(&schema());
    }

    #[test]
    fn the_fields_keep_the_order_of_the_contract() {
        let json = document().into_json();
        let top: Vec<&str> = json
            .lines()
            .filter_map(|line| line.strip_prefix("  \"")?.split('"').next())
            .collect();
        expect![[r#"
            [
                "schema",
                "root",
                "stages",
                "scope",
                "projects",
                "sources",
                "findings",
                "not_counted",
                "half_migrated",
                "advisories",
                "test_smells",
                "totals",
                "abstractions",
                "changes",
                "declined",
                "migration",
                "behaviour",
            ]
        "#]]
        .assert_debug_eq(&top);
    }

    #[test]
    fn an_entry_is_a_line() {
        let json = document().into_json();
        let line = json.lines().find(|line| line.contains("Path.Combine"));
        assert_eq!(
            line,
            Some(
                r#"    {"reason": "pure-helper", "pattern": "Path.Combine", "path": "Shop/Paths.cs", "line": 4, "column": 9}"#
            )
        );
        assert!(json.contains("\"files_scanned\": 3,\n"), "{json}");
        let row = "\n      {\"key\": \"filesystem\", \"count\": 1, \"files\": 1},\n";
        assert!(json.contains(row), "{json}");
        assert!(
            Document::new(".")
                .into_json()
                .contains("\"findings\": [],\n")
        );
    }

    #[test]
    fn the_order_of_what_came_in_does_not_show() {
        let mut shuffled = document();
        shuffled.findings.reverse();
        shuffled.changes.reverse();
        assert_eq!(shuffled.into_json(), document().into_json());
    }

    /// Counts with nothing but plain JSON values: not with the code that wrote them.
    #[test]
    fn totals_add_up_for_somebody_who_only_knows_json() {
        let mut document = document();
        let mut third = document.findings[0].clone();
        third.id = crate::finding::FindingId::parse("00000000000000ff")
            .unwrap()
            .into();
        third.path = crate::source::SourcePath::new("Alone.cs").into();
        third.project = None;
        document.findings.push(third);
        let value: Value = serde_json::from_str(&document.into_json()).unwrap();
        let findings = value["findings"].as_array().unwrap();
        let totals = &value["totals"];
        assert_eq!(totals["findings"], findings.len());
        for (table, field) in [
            ("by_category", "category"),
            ("by_pattern", "pattern"),
            ("by_file", "path"),
            ("by_project", "project"),
        ] {
            let rows = totals[table].as_array().unwrap();
            let sum: u64 = rows.iter().map(|row| row["count"].as_u64().unwrap()).sum();
            assert_eq!(sum, findings.len() as u64, "{table}");
            for row in rows {
                let of_row = |finding: &&Value| {
                    finding[field].as_str().unwrap_or("") == row["key"].as_str().unwrap()
                };
                let group: Vec<&Value> = findings.iter().filter(of_row).collect();
                assert_eq!(row["count"], group.len(), "{table} {row}");
                let files: std::collections::BTreeSet<&str> =
                    group.iter().map(|f| f["path"].as_str().unwrap()).collect();
                assert_eq!(row["files"], files.len(), "{table} {row}");
            }
            let order: Vec<(i64, &str)> = rows
                .iter()
                .map(|row| {
                    (
                        -row["count"].as_i64().unwrap(),
                        row["key"].as_str().unwrap(),
                    )
                })
                .collect();
            assert!(order.is_sorted(), "{order:?}");
        }
    }

    #[test]
    fn every_field_that_is_written_is_in_the_schema() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        covered(&value(), &schema, &schema, "");
    }

    fn covered(value: &Value, schema: &Value, root: &Value, at: &str) {
        let mut schema = schema;
        if let Some(choices) = schema["anyOf"].as_array() {
            schema = &choices[0];
        }
        if let Some(reference) = schema["$ref"].as_str() {
            schema = root.pointer(&reference[1..]).unwrap();
        }
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    let at = format!("{at}.{name}");
                    let known = schema["properties"].get(name);
                    covered(field, known.unwrap_or_else(|| panic!("{at}")), root, &at);
                }
            }
            Value::Array(items) => {
                for item in items {
                    covered(item, &schema["items"], root, &format!("{at}[]"));
                }
            }
            Value::String(text) if schema.get("enum").is_some() => {
                let names = schema["enum"].as_array().unwrap();
                assert!(names.iter().any(|name| name == text), "{at}: {text}");
            }
            _ => {}
        }
    }
}
