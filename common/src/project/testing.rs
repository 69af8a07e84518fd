//! Files in memory for the tests of project files.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::ProjectFiles;
use super::location::Location;
use super::scope::{MAX_WORK, Scope};
use crate::source::SourcePath;

/// Files by path.
pub(super) struct Files(BTreeMap<SourcePath, Arc<str>>);

impl Files {
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        Self(
            files
                .iter()
                .map(|(path, text)| (SourcePath::new(*path), Arc::from(*text)))
                .collect(),
        )
    }
}

impl ProjectFiles for Files {
    fn read(&self, path: &SourcePath) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }

    fn has(&self, path: &SourcePath) -> bool {
        let folder = format!("{path}/");
        self.0
            .keys()
            .any(|file| file == path || file.as_str().starts_with(&folder))
    }

    fn files_in(&self, folder: &SourcePath) -> Option<Vec<String>> {
        let files = self
            .0
            .keys()
            .filter(|file| file.folder() == folder.as_str());
        Some(files.map(|file| file.file_name().to_owned()).collect())
    }
}

/// A scope at the project file `project`.
pub(super) fn scope_in<T>(
    project: &str,
    files: &[(&str, &str)],
    then: impl FnOnce(Scope<'_>) -> T,
) -> T {
    let files = Files::new(files);
    let location = Location::new("/home/me/root");
    let work = Cell::new(MAX_WORK);
    then(Scope::new(
        &files,
        &location,
        &SourcePath::new(project),
        &[],
        &work,
    ))
}

/// A scope with properties.
pub(super) fn scope_with<T>(properties: &[(&str, &str)], then: impl FnOnce(Scope<'_>) -> T) -> T {
    scope_in("A.csproj", &[], |mut scope| {
        for (name, value) in properties {
            scope.set(name, (*value).into());
        }
        then(scope)
    })
}
