//! The sections that list remarks: on production code, on test code. They don't count as findings.

use super::text::{FilePath, Named, OuterPath};
use super::wire::{At, Extra, Refused, wire};
use crate::advisory::{self, AdvisoryKind, SmellKind};
use crate::finding::Category;

wire! {
    /// A place of production code that is remarked on.
    pub struct Advisory {
        /// What for.
        pub kind: Named<AdvisoryKind>,
        /// What it has to do with.
        pub category: Named<Category>,
        /// The file.
        pub path: FilePath,
        /// From 1.
        #[schemars(range(min = 1))]
        pub line: u32,
        /// In UTF-16 code units, from 1.
        #[schemars(range(min = 1))]
        pub column: u32,
        /// The first line of what stands there.
        pub text: String,
        /// The type that holds it; empty at top level.
        pub r#type: String,
        /// The member that holds it; empty at top level.
        pub member: String,
        /// Its project's file.
        pub project: Option<OuterPath>,
        /// What else is to say of this place; code stands between backticks.
        pub detail: Option<String>,
        /// What to do instead.
        pub advice: Option<String>,
    }
}

wire! {
    /// A place of test code that makes tests slow, uncertain or empty.
    pub struct TestSmell {
        /// What for.
        pub kind: Named<SmellKind>,
        /// What it has to do with.
        pub category: Named<Category>,
        /// The file.
        pub path: FilePath,
        /// From 1.
        #[schemars(range(min = 1))]
        pub line: u32,
        /// In UTF-16 code units, from 1.
        #[schemars(range(min = 1))]
        pub column: u32,
        /// The first line of what stands there.
        pub text: String,
        /// The type that holds it; empty at top level.
        pub r#type: String,
        /// The member that holds it; empty at top level.
        pub member: String,
        /// Its project's file.
        pub project: Option<OuterPath>,
        /// What to do instead; code stands between backticks.
        pub advice: Option<String>,
    }
}

impl From<&advisory::Advisory> for Advisory {
    fn from(remark: &advisory::Advisory) -> Self {
        Self {
            kind: remark.kind.into(),
            category: remark.category.into(),
            path: remark.path.clone().into(),
            line: remark.line_col.line,
            column: remark.line_col.column,
            text: remark.text.clone(),
            r#type: remark.type_name.clone(),
            member: remark.member.clone(),
            project: remark.project.clone().map(OuterPath),
            detail: (!remark.detail.is_empty()).then(|| remark.detail.clone()),
            advice: Some(remark.kind.words().advice.to_owned()),
            extra: Extra::new(),
        }
    }
}

impl From<&advisory::TestSmell> for TestSmell {
    fn from(remark: &advisory::TestSmell) -> Self {
        Self {
            kind: remark.kind.into(),
            category: remark.category.into(),
            path: remark.path.clone().into(),
            line: remark.line_col.line,
            column: remark.line_col.column,
            text: remark.text.clone(),
            r#type: remark.type_name.clone(),
            member: remark.member.clone(),
            project: remark.project.clone().map(OuterPath),
            advice: Some(remark.kind.words().advice.to_owned()),
            extra: Extra::new(),
        }
    }
}

impl Advisory {
    /// Checks what can be checked without the file.
    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Refused> {
        super::site::check_place(self.line, self.column, at)
    }
}

impl TestSmell {
    /// Checks what can be checked without the file.
    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Refused> {
        super::site::check_place(self.line, self.column, at)
    }
}
