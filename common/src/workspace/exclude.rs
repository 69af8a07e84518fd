//! Exclusions by pattern. Pure; a pattern means what it means in a `.gitignore`, as far as one line can.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::error::WorkspaceError;
use super::folder::relative;

/// A pattern whose files aren't reported on.
///
/// Without a `/` (other than at its end) it matches the name of a file or folder at any depth; with one it is
/// anchored. What a matched folder holds is matched too. `*` doesn't cross a `/`, `**` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclude {
    /// The glob, with `/`.
    pub pattern: String,
    /// The folder that it is anchored at; the root of the run if there is none.
    pub folder: Option<PathBuf>,
}

impl From<&str> for Exclude {
    fn from(pattern: &str) -> Self {
        Self {
            pattern: pattern.to_owned(),
            folder: None,
        }
    }
}

/// Compiled patterns, by the folder that they are anchored at.
#[derive(Debug, Default)]
pub(super) struct Excludes {
    patterns: Vec<Pattern>,
}

#[derive(Debug)]
struct Pattern {
    /// As it was asked for by this run; `None` for one of a configuration, which may be about another part.
    asked: Option<String>,
    folder: PathBuf,
    set: GlobSet,
    matched: bool,
}

impl Excludes {
    pub(super) fn new(excludes: &[Exclude], root: &Path) -> Result<Self, WorkspaceError> {
        let mut patterns = Vec::new();
        for exclude in excludes {
            let folder = match &exclude.folder {
                Some(folder) => folder
                    .canonicalize()
                    .map_err(|error| WorkspaceError::io(folder.clone(), error))?,
                None => root.to_owned(),
            };
            patterns.push(Pattern {
                asked: exclude.folder.is_none().then(|| exclude.pattern.clone()),
                folder,
                set: compile(&exclude.pattern)?,
                matched: false,
            });
        }
        Ok(Self { patterns })
    }

    /// Whether one of them matches a file, by its absolute path.
    pub(super) fn matches(&mut self, disk: &Path) -> bool {
        let mut any = false;
        for pattern in &mut self.patterns {
            let matches = disk.starts_with(&pattern.folder)
                && relative(&pattern.folder, disk).is_some_and(|path| pattern.set.is_match(path));
            pattern.matched |= matches;
            any |= matches;
        }
        any
    }

    /// The patterns of this run that matched no file so far.
    pub(super) fn unmatched(self) -> Vec<String> {
        let unmatched = self.patterns.into_iter().filter(|one| !one.matched);
        unmatched.filter_map(|one| one.asked).collect()
    }
}

fn compile(pattern: &str) -> Result<GlobSet, WorkspaceError> {
    let bad = |error: &globset::Error| {
        WorkspaceError::BadPattern(pattern.to_owned(), error.kind().to_string())
    };
    // A variable that isn't set would leave out everything.
    if pattern.trim().is_empty() {
        let why = "it is empty".to_owned();
        return Err(WorkspaceError::BadPattern(pattern.to_owned(), why));
    }
    let inner = pattern.strip_prefix("./").unwrap_or(pattern);
    let anchored = inner.trim_end_matches('/').contains('/');
    let inner = inner.trim_matches('/');
    let start = if anchored { "" } else { "**/" };
    let mut set = GlobSetBuilder::new();
    for end in ["", "/**"] {
        let glob = GlobBuilder::new(&format!("{start}{inner}{end}"))
            .literal_separator(true)
            .build();
        set.add(glob.map_err(|error| bad(&error))?);
    }
    set.build().map_err(|error| bad(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        let mut excludes = Excludes::new(&[pattern.into()], Path::new("/r")).unwrap();
        assert_eq!(
            excludes.matches(&Path::new("/r").join(path)),
            expected,
            "{pattern} {path}"
        );
        assert_eq!(excludes.unmatched().is_empty(), expected);
    }

    #[test]
    fn an_empty_pattern_is_refused() {
        assert!(Excludes::new(&[" ".into()], Path::new("/r")).is_err());
    }

    #[test]
    fn a_name_matches_at_any_depth() {
        check("*.Legacy.cs", "a/b/X.Legacy.cs", true);
        check("Migrations", "a/Migrations/b/X.cs", true);
        check("Migrations/", "Migrations/X.cs", true);
        check("Migrations", "a/MigrationsOld/X.cs", false);
    }

    #[test]
    fn a_path_is_anchored_at_the_root() {
        check("a/Old", "a/Old/X.cs", true);
        check("./a/Old/", "a/Old/X.cs", true);
        check("/Old", "Old/X.cs", true);
        check("/Old", "a/Old/X.cs", false);
        check("a/Old", "b/a/Old/X.cs", false);
        check("**/Old/**", "b/a/Old/X.cs", true);
        check("a/*.cs", "a/b/X.cs", false);
    }

    #[test]
    fn a_pattern_that_is_no_glob_is_named() {
        let error = Excludes::new(&["a[".into()], Path::new("/r")).unwrap_err();
        assert!(error.to_string().contains("`a[`"), "{error}");
    }
}
