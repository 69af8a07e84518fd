//! `MSBuild`'s file patterns: `**` for any folders, `*` and `?` inside one part, both slashes, no case. Sets of
//! them are matched in one go.

use std::collections::HashSet;

use globset::{GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};

use super::location::{Location, full_path, is_rooted};
use crate::source::SourcePath;

/// More patterns in one set are left out.
const MAX_PATTERNS: usize = 4096;
const MAX_PATTERN: usize = 1024;
/// So many bytes of them: what matches them all at once takes many times that.
const MAX_LENGTH: usize = 256 << 10;

/// Whether a specification is a pattern.
pub(super) fn has_wildcards(spec: &str) -> bool {
    spec.contains(['*', '?'])
}

/// A specification in terms of the run's root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pattern {
    /// One file, existing or not.
    File(SourcePath),
    /// Files below a folder.
    Below {
        folder: SourcePath,
        /// With `/`, relative to the folder.
        pattern: String,
    },
}

impl Pattern {
    /// Reads a specification as seen from a project's folder. `None` when it is illegal, as `a**` is.
    pub(super) fn read(location: &Location, project: &SourcePath, spec: &str) -> Option<Self> {
        let spec = spec.trim().replace('\\', "/");
        if spec.is_empty() || spec.len() > MAX_PATTERN {
            return None;
        }
        let base = location.folder_of(project);
        if !has_wildcards(&spec) {
            return Some(Self::File(location.relative(&full_path(&base, &spec))));
        }
        let parts: Vec<&str> = spec
            .split('/')
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        let wild = parts.iter().position(|part| has_wildcards(part))?;
        let (fixed, rest) = parts.split_at(wild);
        if rest
            .iter()
            .any(|part| *part == ".." || part.len() > 2 && part.contains("**"))
        {
            return None;
        }
        let lead = if is_rooted(&spec) && !spec.contains(':') {
            "/"
        } else {
            ""
        };
        let folder = full_path(&base, &format!("{lead}{}", fixed.join("/")));
        // Any folders below any folders are any folders.
        let mut rest = rest.to_vec();
        rest.dedup_by(|next, before| *next == "**" && *before == "**");
        Some(Self::Below {
            folder: location.relative(&folder),
            pattern: rest.join("/"),
        })
    }

    /// The glob over absolute paths in lower case; `None` for a file.
    fn glob(&self, location: &Location) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Below { folder, pattern } => {
                let folder = location.absolute(folder).to_lowercase();
                let folder = folder.trim_end_matches('/');
                Some(escaped(&format!("{folder}/{}", pattern.to_lowercase())))
            }
        }
    }
}

/// Many patterns at once.
#[derive(Clone, Debug)]
pub(super) struct PatternSet {
    files: HashSet<String>,
    globs: GlobSet,
    /// Some patterns were left out.
    pub(super) truncated: bool,
}

impl PatternSet {
    pub(super) fn new<'a>(
        location: &Location,
        patterns: impl IntoIterator<Item = &'a Pattern>,
    ) -> Self {
        let mut files = HashSet::new();
        let mut globs = GlobSetBuilder::new();
        let mut truncated = false;
        let (mut known, mut length) = (HashSet::new(), 0);
        for pattern in patterns {
            match pattern.glob(location) {
                None => {
                    if let Pattern::File(path) = pattern {
                        files.insert(location.absolute(path).to_lowercase());
                    }
                }
                Some(glob) if known.contains(&glob) => {}
                Some(glob) if known.len() < MAX_PATTERNS && length < MAX_LENGTH => {
                    length += glob.len();
                    match built(&glob) {
                        Some(matcher) => drop(globs.add(matcher)),
                        None => truncated = true,
                    }
                    known.insert(glob);
                }
                Some(_) => truncated = true,
            }
        }
        let globs = globs.build().unwrap_or_else(|_| {
            truncated = true;
            GlobSet::empty()
        });
        Self {
            files,
            globs,
            truncated,
        }
    }

    /// `path` absolute and in lower case: paths above the root and below it can name the same file otherwise.
    pub(super) fn matches(&self, path: &str) -> bool {
        self.files.contains(path) || self.globs.is_match(path)
    }
}

/// A matcher for item specifications that aren't files, such as names of packages; in lower case.
pub(super) fn text_matcher(spec: &str) -> Option<GlobMatcher> {
    let spec = spec.trim().replace('\\', "/").to_lowercase();
    (spec.len() <= MAX_PATTERN)
        .then(|| built(&escaped(&spec)))?
        .map(|glob| glob.compile_matcher())
}

/// Case is folded by lower-casing both sides: that keeps the set's fast ways open.
fn built(glob: &str) -> Option<globset::Glob> {
    GlobBuilder::new(glob)
        .literal_separator(true)
        .backslash_escape(false)
        .build()
        .ok()
}

/// Brackets and braces are plain characters for `MSBuild`.
fn escaped(pattern: &str) -> String {
    let mut result = String::with_capacity(pattern.len());
    for c in pattern.chars() {
        if matches!(c, '[' | ']' | '{' | '}') {
            result.push('[');
            result.push(c);
            result.push(']');
        } else {
            result.push(c);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matches(spec: &str, path: &str) -> bool {
        let location = Location::new("/r/root");
        let pattern = Pattern::read(&location, &SourcePath::new("src/App/App.csproj"), spec);
        let path = location.absolute(&SourcePath::new(path));
        PatternSet::new(&location, pattern.iter()).matches(&path.to_lowercase())
    }

    #[test]
    fn patterns_are_seen_from_the_project_folder() {
        for (spec, path, expected) in [
            ("**/*.cs", "src/App/A.cs", true),
            ("**/*.cs", "src/App/a/b/A.CS", true),
            ("**/*.cs", "src/Other/A.cs", false),
            (r"Old\**", "src/App/Old/x/A.cs", true),
            (r"Old\**", "src/App/Older/A.cs", false),
            (r"old\**\*.cs", "src/App/Old/A.cs", true),
            (r"..\Shared\*.cs", "src/Shared/A.cs", true),
            (r"..\Shared\*.cs", "src/Shared/x/A.cs", false),
            (r"..\..\..\out\*.cs", "../out/A.cs", true),
            ("A?.cs", "src/App/AB.cs", true),
            ("A?.cs", "src/App/A.cs", false),
            ("*.*", "src/App/A.cs", true),
            ("./A.cs", "src/App/A.cs", true),
            ("a.cs", "src/App/A.cs", true),
            ("**", "src/App/x/A.cs", true),
            ("**/Tests/**", "src/App/x/Tests/y/A.cs", true),
            ("**/Tests/**", "src/App/Tests/A.cs", true),
            ("**/Tests/**", "src/App/MyTests/A.cs", false),
            ("[x]*.cs", "src/App/[x]y.cs", true),
            ("{a,b}*.cs", "src/App/{a,b}.cs", true),
            ("{a,b}*.cs", "src/App/a.cs", false),
            ("/r/root/lib/*.cs", "lib/A.cs", true),
            ("Old/", "src/App/Old/A.cs", false),
        ] {
            assert_eq!(matches(spec, path), expected, "{spec} {path}");
        }
    }

    #[test]
    fn the_same_pattern_counts_once() {
        let location = Location::new("/r/root");
        let read = |spec: &str| Pattern::read(&location, &SourcePath::new("A.csproj"), spec);
        let spec = |stars: usize| format!("{}{}b.cs", "**/".repeat(stars), "*a".repeat(40));
        assert_eq!(read(&spec(60)), read(&spec(1)));
        let many: Vec<Pattern> = (1..300)
            .cycle()
            .take(2 * MAX_PATTERNS)
            .filter_map(|stars| read(&spec(stars)))
            .collect();
        let set = PatternSet::new(&location, &many);
        assert!(!set.truncated);
        assert!(set.matches(&format!("/r/root/x/{}b.cs", "a".repeat(40))));
        let others: Vec<Pattern> = (0..MAX_PATTERNS)
            .filter_map(|number| read(&format!("{number}{}.cs", "*a".repeat(100))))
            .collect();
        assert!(PatternSet::new(&location, &others).truncated);
    }

    #[test]
    fn illegal_patterns_are_none() {
        let location = Location::new("/r/root");
        for spec in ["**.cs", "a**/x.cs", "*/../x.cs", "", " "] {
            let project = SourcePath::new("A.csproj");
            assert_eq!(Pattern::read(&location, &project, spec), None, "{spec}");
        }
    }

    proptest! {
        #[test]
        fn no_specification_panics_and_a_plain_one_matches_itself(spec in "[a-z*?\\[\\]{}!,./\\\\^-]{0,12}") {
            matches(&spec, "src/app/a");
            let plain = spec.replace(['*', '?'], "x");
            let location = Location::new("/r/root");
            let project = SourcePath::new("A.csproj");
            if let Some(Pattern::File(file)) = Pattern::read(&location, &project, &plain) {
                let set = PatternSet::new(&location, &[Pattern::File(file.clone())]);
                prop_assert!(set.matches(&location.absolute(&file)));
                let below = Pattern::Below { folder: file.clone(), pattern: "*.cs".to_owned() };
                let path = location.absolute(&SourcePath::normalised(&format!("{file}/a.cs")));
                prop_assert!(PatternSet::new(&location, &[below]).matches(&path));
            }
        }
    }
}
