//! Code and the base library for the tests of this module.

use std::sync::LazyLock;

use super::code::{Code, CodeFile, CodeProject, Writing};
use crate::binding::{GlobalUsing, ProjectId, ProjectScope};
use crate::catalogue::Catalogue;
use crate::coverage::ProjectRole;
use crate::source::SourcePath;
use crate::survey::KnownLibrary;

/// The base library.
pub(crate) fn library() -> &'static KnownLibrary<'static> {
    static LIBRARY: LazyLock<KnownLibrary<'static>> =
        LazyLock::new(|| KnownLibrary::new(Catalogue::standard()));
    &LIBRARY
}

/// One production project with these files.
pub(crate) fn code(files: &[(&str, &str)]) -> Code {
    let project = CodeProject {
        path: SourcePath::new("A.csproj"),
        role: ProjectRole::Production,
        packages: Vec::new(),
        seen: Vec::new(),
        frameworks: vec!["net8.0".into()],
        has_time_provider: true,
        executable: false,
        scope: ProjectScope {
            assembly: "A".into(),
            usings: Vec::<GlobalUsing>::new(),
            ..ProjectScope::default()
        },
        writing: Writing::default(),
    };
    let files = files
        .iter()
        .map(|(path, text)| CodeFile {
            path: SourcePath::new(*path),
            text: (*text).into(),
            project: ProjectId(0),
            editable: true,
            ownership: crate::workspace::Ownership::Plain,
        })
        .collect();
    Code::new(vec![project], files)
}
