//! The lines of C# files that changed since a commit, as git tells them. Looks into a file only for how its lines end.

use std::collections::BTreeMap;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::reading::read_file;
use crate::source::SourcePath;

/// What changed in the working tree since a commit, files that git doesn't know yet included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedLines {
    files: BTreeMap<String, Lines>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Lines {
    /// A new file, or one whose lines git doesn't tell: UTF-16 is binary to it, and a carriage return ends no line.
    All,
    /// First and last line, both 1-based.
    Ranges(Vec<(u32, u32)>),
}

/// Why git didn't tell what changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedError {
    /// There is no git.
    NoGit,
    /// The folder lies in no repository.
    NoRepository(PathBuf),
    /// There is no such commit.
    NoCommit(String),
    /// Git failed, and said this.
    Failed(String),
}

impl fmt::Display for ChangedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGit => write!(f, "`git` is needed to tell what changed, and isn't there"),
            Self::NoRepository(folder) => {
                write!(f, "`{}` lies in no git repository", folder.display())
            }
            Self::NoCommit(revision) => write!(f, "git knows no commit `{revision}`"),
            Self::Failed(said) => write!(f, "git could not tell what changed: {said}"),
        }
    }
}

impl ChangedLines {
    /// What changed since `revision` in the repository around `folder`.
    pub fn since(folder: &Path, revision: &str) -> Result<Self, ChangedError> {
        let folder = if folder.is_dir() {
            folder
        } else {
            folder
                .parent()
                .filter(|above| !above.as_os_str().is_empty())
                .unwrap_or(Path::new("."))
        };
        let top = git(folder, &["rev-parse", "--show-toplevel"]).map_err(|error| match error {
            ChangedError::Failed(_) => ChangedError::NoRepository(folder.to_owned()),
            other => other,
        })?;
        let top = PathBuf::from(top.trim_end_matches(['\n', '\r']));
        let wanted = format!("{revision}^{{commit}}");
        // A revision that starts with `-` is no option.
        let verify = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &wanted,
        ];
        let named = git(&top, &verify).map_err(|error| match error {
            ChangedError::Failed(_) => ChangedError::NoCommit(revision.to_owned()),
            other => other,
        })?;
        // What the other branch did since the two went apart is no change of this one. Unrelated ones have no base.
        let base = git(&top, &["merge-base", first_line(&named), "HEAD"]).unwrap_or_default();
        let commit = Some(base.trim()).filter(|base| !base.is_empty());
        let commit = commit.unwrap_or(first_line(&named));
        // Nothing that the repository configures may run.
        let diff = [
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--find-renames",
        ];
        let ask = |shape: &[&str]| {
            let all: Vec<&str> = [&diff, shape, &[commit, "--", "*.cs"]].concat();
            git(&top, &all)
        };
        let counts = ask(&["--numstat", "-z", "--diff-filter=d"])?;
        let hunks = ask(&[
            "--unified=0",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            "--diff-filter=d",
        ])?;
        let others = [
            "ls-files",
            "--others",
            "--exclude-standard",
            "-z",
            "--",
            "*.cs",
        ];
        let new = git(&top, &others)?;
        let mut changed = Self::read(&counts, &hunks, &new);
        for (path, lines) in &mut changed.files {
            let text = read_file(&top.join(path), &SourcePath::new(path.as_str()));
            if breaks_lines_otherwise(&text.unwrap_or_default()) {
                *lines = Lines::All;
            }
        }
        Ok(changed)
    }

    /// Whether any of the lines from `first` to `last` of a file changed. `path` is seen from the repository's folder.
    pub fn touches(&self, path: &str, first: u32, last: u32) -> bool {
        match self.files.get(path) {
            None => false,
            Some(Lines::All) => true,
            Some(Lines::Ranges(ranges)) => ranges
                .iter()
                .any(|(from, to)| *from <= last && first <= *to),
        }
    }

    /// The number of files that changed.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    fn read(counts: &str, hunks: &str, new: &str) -> Self {
        let mut files = BTreeMap::new();
        let mut entries = counts.split('\0');
        while let Some(line) = entries.next() {
            let mut columns = line.splitn(3, '\t');
            if let (Some(added), Some(_), Some(path)) =
                (columns.next(), columns.next(), columns.next())
            {
                // A file that moved has its old and its new name behind the counts.
                let path = match path {
                    "" => entries.nth(1).unwrap_or_default(),
                    path => path,
                };
                // Of what only lost lines nothing is left to look at.
                let lines = match added {
                    "0" => Lines::Ranges(Vec::new()),
                    _ => Lines::All,
                };
                files.insert(path.to_owned(), lines);
            }
        }
        for path in new.split('\0').filter(|path| !path.is_empty()) {
            files.insert(path.to_owned(), Lines::All);
        }
        for (path, ranges) in ranges_of(hunks) {
            if let Some(lines) = files.get_mut(path) {
                *lines = Lines::Ranges(ranges);
            }
        }
        Self { files }
    }
}

/// The new lines of each file of a diff without context. A name that git quotes is left out: the file then counts as
/// changed in all lines.
fn ranges_of(diff: &str) -> BTreeMap<&str, Vec<(u32, u32)>> {
    let mut found: BTreeMap<&str, Vec<(u32, u32)>> = BTreeMap::new();
    let mut path = None;
    // Lines of the hunk that are still to come: they may look like headers.
    let mut left = 0;
    for line in diff.split('\n') {
        if left > 0 {
            left -= u32::from(line.starts_with(['+', '-']));
        } else if let Some(name) = line.strip_prefix("+++ ") {
            path = name.trim_end_matches('\t').strip_prefix("b/");
        } else if let Some((old, added)) = hunk(line) {
            left = old.1 + added.1;
            if let (Some(path), true) = (path, added.1 > 0) {
                let range = (added.0, added.0 + (added.1 - 1));
                found.entry(path).or_default().push(range);
            }
        }
    }
    found
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim()
}

/// First line and length, before and after, of `@@ -3,2 +4 @@ …`.
fn hunk(line: &str) -> Option<((u32, u32), (u32, u32))> {
    let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let range = |text: &str| {
        let (first, length) = text.split_once(',').unwrap_or((text, "1"));
        Some((first.parse().ok()?, length.parse().ok()?))
    };
    Some((range(old)?, range(new)?))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, ChangedError> {
    let settings = ["-c", "core.quotePath=false", "-c", "core.fsmonitor=false"];
    let output = duct::cmd("git", settings.iter().chain(arguments))
        .dir(folder)
        .env("LC_ALL", "C")
        .stdin_null()
        .stdout_capture()
        .stderr_capture()
        .unchecked()
        .run()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => ChangedError::NoGit,
            _ => ChangedError::Failed(error.to_string()),
        })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(ChangedError::Failed(said.trim().to_owned()))
    }
}

/// Whether C# counts more lines than git, to which a line ends with a line feed alone. Then git's numbers say nothing.
fn breaks_lines_otherwise(text: &[u8]) -> bool {
    let alone = memchr::memchr_iter(b'\r', text).any(|at| text.get(at + 1) != Some(&b'\n'));
    let others = ["\u{85}", "\u{2028}", "\u{2029}"];
    alone
        || others
            .iter()
            .any(|mark| memchr::memmem::find(text, mark.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_added_or_changed_are_told() {
        let moved = ChangedLines::read("0\t0\t\x00old.cs\x00new.cs\x001\t0\tb.cs\x00", "", "");
        assert!(!moved.touches("new.cs", 1, 9) && !moved.touches("old.cs", 1, 9));
        assert!(moved.touches("b.cs", 1, 1));
        let counts = "2\t1\ta.cs\x00-\t-\twide.cs\x000\t3\tgone.cs\x00";
        let hunks = "diff --git a/a.cs b/a.cs\n--- a/a.cs\n+++ b/a.cs\n@@ -3 +3,2 @@ class A\n-old\n+++ b/gone.cs\n+@@ -1 +9 @@\n@@ -9,0 +11 @@\n+x\ndiff --git a/gone.cs b/gone.cs\n--- a/gone.cs\n+++ b/gone.cs\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n";
        let changed = ChangedLines::read(counts, hunks, "new.cs\0");
        assert_eq!(changed.files(), 4);
        for (path, first, last, touched) in [
            ("a.cs", 3, 3, true),
            ("a.cs", 4, 9, true),
            ("a.cs", 1, 2, false),
            ("a.cs", 5, 10, false),
            ("a.cs", 1, 20, true),
            ("gone.cs", 1, 9, false),
            ("wide.cs", 7, 7, true),
            ("new.cs", 1, 1, true),
            ("other.cs", 1, 1, false),
        ] {
            assert_eq!(
                changed.touches(path, first, last),
                touched,
                "{path}:{first}-{last}"
            );
        }
    }

    #[test]
    fn lines_that_git_does_not_count_are_seen() {
        for (text, expected) in [
            ("a\nb\r\n", false),
            ("a\rb", true),
            ("a\r\r\nb", true),
            ("a\u{2028}b", true),
            ("\u{85}", true),
            ("\u{e4}\u{20ac}", false),
        ] {
            assert_eq!(
                breaks_lines_otherwise(text.as_bytes()),
                expected,
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_revision_is_never_an_option() {
        let folder = tempfile::tempdir().unwrap();
        let run = |arguments: &[&str]| git(folder.path(), arguments);
        if run(&["init", "-q"]) == Err(ChangedError::NoGit) {
            eprintln!("SKIPPED: git is not installed");
            return;
        }
        let asked = |revision: &str| ChangedLines::since(folder.path(), revision);
        for revision in ["--output=x", "HEAD", "-h"] {
            assert_eq!(
                asked(revision),
                Err(ChangedError::NoCommit(revision.to_owned()))
            );
        }
        assert!(!folder.path().join("x").exists());
    }
}
