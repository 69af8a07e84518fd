//! The sections that list sites: findings and what isn't counted; and the way from and to the core's values.

use super::text::{FilePath, Id, Named, OuterPath, Symbol};
use super::wire::{At, Extra, Refused, shorten, wire};
use crate::finding::{self, AbstractionKind, Category, Context, NotCountedReason, Provenance};
use crate::rule::Severity;
use crate::source::SourceText;
use crate::text::TextRange;

/// No text is cut to less.
const SHORTEST_CUT: usize = 200;

wire! {
    /// One reference to one catalogued API.
    pub struct Finding {
        /// The same after edits that only move it.
        pub id: Id,
        /// What is referred to; without parameters when the overload is undecided.
        pub api: Symbol,
        /// The candidates when the overload is undecided.
        #[serde(default)]
        pub overloads: Vec<Symbol>,
        /// The API as people write it.
        pub pattern: String,
        /// What it reaches.
        pub category: Named<Category>,
        /// The file.
        pub path: FilePath,
        /// From 1.
        #[schemars(range(min = 1))]
        pub line: u32,
        /// In UTF-16 code units, from 1.
        #[schemars(range(min = 1))]
        pub column: u32,
        /// Offset in the file as it is on disk.
        pub byte_start: u32,
        /// One past the last byte.
        pub byte_end: u32,
        /// The text from there to there; where sites stand inside of each other very often, its beginning and `…`.
        pub text: String,
        /// The type that holds it; empty at top level.
        pub r#type: String,
        /// The member that holds it; empty at top level.
        pub member: String,
        /// Where it stands.
        pub context: Named<Context>,
        /// How it came to the resource.
        pub provenance: Named<Provenance>,
        /// Its project's file.
        pub project: Option<OuterPath>,
        /// Whether a base class that isn't in view was taken not to hide the name.
        pub assumed: bool,
        /// What can stand for it.
        pub replacement: Option<Replacement>,
        /// The comment that marks it as deliberate.
        pub intentional: Option<String>,
        /// How much it weighs, where `.editorconfig` says so.
        pub severity: Option<Named<Severity>>,
    }
}

wire! {
    /// What can stand for an API.
    pub struct Replacement {
        /// Full name of the abstraction's type.
        pub abstraction: String,
        /// Where it comes from.
        pub kind: Named<AbstractionKind>,
        /// Whether the project can use it as it is.
        pub available: bool,
    }
}

wire! {
    /// A reference that isn't a finding.
    pub struct NotCounted {
        /// Why not.
        pub reason: Named<NotCountedReason>,
        /// The API as people write it.
        pub pattern: String,
        /// The file.
        pub path: FilePath,
        /// From 1.
        #[schemars(range(min = 1))]
        pub line: u32,
        /// In UTF-16 code units, from 1.
        #[schemars(range(min = 1))]
        pub column: u32,
    }
}

wire! {
    /// A class that holds an abstraction and still uses the static that it stands for.
    pub struct HalfMigrated {
        /// Full name of the class.
        pub r#type: String,
        /// The simple name of the abstraction's type.
        pub abstraction: String,
        /// The field, property or parameter that holds it.
        pub held_in: String,
        /// The findings beside it.
        #[serde(default)]
        pub findings: Vec<Id>,
    }
}

impl From<&finding::Finding> for Finding {
    fn from(finding: &finding::Finding) -> Self {
        Self {
            id: finding.id.clone().into(),
            api: finding.api.clone().into(),
            overloads: finding.overloads.iter().cloned().map(Symbol).collect(),
            pattern: finding.pattern.clone(),
            category: finding.category.into(),
            path: finding.path.clone().into(),
            line: finding.line_col.line,
            column: finding.line_col.column,
            byte_start: finding.disk_range.start() as u32,
            byte_end: finding.disk_range.end() as u32,
            text: finding.text.clone(),
            r#type: finding.type_name.clone(),
            member: finding.member.clone(),
            context: finding.context.into(),
            provenance: finding.provenance.into(),
            project: finding.project.clone().map(OuterPath),
            assumed: finding.assumed,
            replacement: finding.replacement.as_ref().map(Replacement::from),
            intentional: finding.intentional.clone(),
            severity: None,
            extra: Extra::new(),
        }
    }
}

impl From<&finding::Replacement> for Replacement {
    fn from(replacement: &finding::Replacement) -> Self {
        Self {
            abstraction: replacement.abstraction.clone(),
            kind: replacement.kind.into(),
            available: replacement.available,
            extra: Extra::new(),
        }
    }
}

impl From<&finding::NotCounted> for NotCounted {
    fn from(not_counted: &finding::NotCounted) -> Self {
        Self {
            reason: not_counted.reason.into(),
            pattern: not_counted.pattern.clone(),
            path: not_counted.path.clone().into(),
            line: not_counted.line_col.line,
            column: not_counted.line_col.column,
            extra: Extra::new(),
        }
    }
}

impl Finding {
    /// Checks what can be checked without the file.
    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Refused> {
        check_place(self.line, self.column, at)?;
        if self.byte_end < self.byte_start {
            let expected = format!("{} or more, as in `byte_start`", self.byte_start);
            let at = at.key("byte_end");
            return Err(at.refuse(expected, format!("`{}`", self.byte_end)));
        }
        Ok(())
    }

    /// The range of the finding in `source`, its file as it is now. Refuses a range that doesn't fit the file
    /// or doesn't hold `text`; `index` is the finding's place in the document.
    pub fn locate(&self, index: usize, source: &SourceText) -> Result<TextRange, Refused> {
        let findings = At::ROOT.key("findings");
        let at = findings.index(index);
        let disk = TextRange::new(self.byte_start as usize, self.byte_end as usize);
        let range = source.text_range(disk).ok_or_else(|| {
            let expected = format!("a range of characters in `{}`", shorten(self.path.as_str()));
            at.key("byte_start").refuse(expected, format!("`{disk}`"))
        })?;
        let found = source.text.get(range.as_range()).unwrap_or_default();
        let begins = |shown: &str| shown.len() >= SHORTEST_CUT && found.starts_with(shown);
        if found == self.text || self.text.strip_suffix('…').is_some_and(begins) {
            Ok(range)
        } else {
            let expected = format!("the text at {disk}, `{}`", shorten(found));
            let found = format!("`{}`", shorten(&self.text));
            Err(at.key("text").refuse(expected, found))
        }
    }
}

impl NotCounted {
    /// Checks what can be checked without the file.
    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Refused> {
        check_place(self.line, self.column, at)
    }
}

pub(super) fn check_place(line: u32, column: u32, at: &At<'_>) -> Result<(), Refused> {
    for (name, number) in [("line", line), ("column", column)] {
        if number == 0 {
            return Err(at.key(name).refuse("1 or more", "`0`"));
        }
    }
    Ok(())
}
