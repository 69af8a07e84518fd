//! The scopes of a run as given on the command line, and the folder that they have in common. Knows nothing of
//! what is below them.

use std::fs;
use std::path::{Path, PathBuf};

use super::classify::{NameKind, name_kind};
use super::error::WorkspaceError;
use super::folder::{RootFolder, shown};

/// What kind of thing a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Folder,
    File,
    Project,
    Solution,
}

/// One scope.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) given: PathBuf,
    /// Absolute, links resolved.
    pub(super) disk: PathBuf,
    pub(super) kind: ScopeKind,
    /// It stands in a list, which names all kinds of files and folders.
    pub(super) listed: bool,
}

impl Scope {
    /// Looks at what was given.
    pub(super) fn of(given: &Path) -> Result<Self, WorkspaceError> {
        let asked = if given.as_os_str().is_empty() {
            Path::new(".")
        } else {
            given
        };
        let disk = fs::canonicalize(asked).map_err(|error| WorkspaceError::io(asked, error))?;
        // The name as given decides: a link `A.cs` to a file without an extension was meant as C#.
        let kind = if disk.is_dir() {
            ScopeKind::Folder
        } else {
            scope_kind(&asked.to_string_lossy())
                .filter(|_| disk.is_file())
                .ok_or_else(|| WorkspaceError::UnsupportedScope(given.to_owned()))?
        };
        Ok(Self {
            given: asked.to_owned(),
            disk,
            kind,
            listed: false,
        })
    }

    /// The folder that the scope is or lies in.
    pub(super) fn folder(&self) -> &Path {
        match self.kind {
            ScopeKind::Folder => &self.disk,
            _ => self.disk.parent().unwrap_or(&self.disk),
        }
    }
}

/// Whether the name alone says that it is C#, a project or a solution.
pub(super) fn names_csharp(given: &Path) -> bool {
    scope_kind(&given.to_string_lossy()).is_some()
}

fn scope_kind(name: &str) -> Option<ScopeKind> {
    match name_kind(name) {
        NameKind::Source => Some(ScopeKind::File),
        NameKind::Project => Some(ScopeKind::Project),
        NameKind::Solution => Some(ScopeKind::Solution),
        _ => {
            let (_, extension) = name.rsplit_once('.')?;
            extension
                .eq_ignore_ascii_case("slnf")
                .then_some(ScopeKind::Solution)
        }
    }
}

/// The root of a run over `scopes`: the folder given, or that of the file given, shown as it was given; the common
/// folder of several; the working directory when there are none.
pub(super) fn root_of(scopes: &[Scope]) -> Result<RootFolder, WorkspaceError> {
    let [first, rest @ ..] = scopes else {
        return RootFolder::open(Path::new("."));
    };
    if rest.iter().all(|scope| scope.folder() == first.folder()) {
        let given = match first.kind {
            ScopeKind::Folder => first.given.as_path(),
            _ => first.given.parent().unwrap_or(Path::new(".")),
        };
        // A link that was given as a file lies elsewhere than what it leads to.
        if fs::canonicalize(given_or_here(given)).is_ok_and(|disk| disk == first.folder()) {
            return Ok(RootFolder::new(first.folder().to_owned(), shown(given)));
        }
    }
    let mut common = first.folder();
    for scope in rest {
        common = common_folder(common, scope.folder()).ok_or_else(|| {
            WorkspaceError::NoCommonFolder(first.given.clone(), scope.given.clone())
        })?;
    }
    let absolute = scopes.iter().find(|scope| scope.given.is_absolute());
    Ok(RootFolder::shown_like(
        common.to_owned(),
        &absolute.unwrap_or(first).given,
    ))
}

fn given_or_here(given: &Path) -> &Path {
    if given.as_os_str().is_empty() {
        Path::new(".")
    } else {
        given
    }
}

/// The deepest folder that holds both.
pub(super) fn common_folder<'a>(one: &'a Path, other: &Path) -> Option<&'a Path> {
    one.ancestors().find(|above| other.starts_with(above))
}

/// The paths of a list as `--files-from` takes it: one a line, or parted by NUL if there is one; empty lines
/// don't count. A line that git put into quotes is what it stands for.
pub fn paths_of_list(list: &[u8]) -> Vec<PathBuf> {
    let text = String::from_utf8_lossy(list);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let parted = text.contains('\0');
    let separator: &[char] = if parted { &['\0'] } else { &['\n', '\r'] };
    text.split(separator)
        .filter(|path| !path.trim().is_empty())
        .map(|path| {
            let plain = unquoted(path).filter(|_| !parted);
            plain.map_or_else(|| PathBuf::from(path), PathBuf::from)
        })
        .collect()
}

/// What a name stands for that git shows in quotes, as it does with letters outside of ASCII unless it is told to part
/// names by NUL: `"src/\303\244.cs"`.
fn unquoted(line: &str) -> Option<String> {
    let inner = line.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'a' => 7,
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'v' => 11,
            b'f' => 12,
            b'r' => b'\r',
            first @ b'0'..=b'3' => {
                let mut octal = || rest.next().filter(|digit| (b'0'..=b'7').contains(digit));
                let (second, third) = (octal()?, octal()?);
                ((first - b'0') << 6) | ((second - b'0') << 3) | (third - b'0')
            }
            other @ (b'"' | b'\\') => other,
            _ => return None,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn check(scopes: &[&str], expected: &str) {
        let folder = tree(&["s/a/A.cs", "s/a/A.csproj", "s/b/B.cs", "s/S.sln"]);
        let base = folder.path().canonicalize().unwrap();
        let scopes: Vec<Scope> = scopes
            .iter()
            .map(|scope| Scope::of(&base.join(scope)).unwrap())
            .collect();
        let root = root_of(&scopes).unwrap();
        assert_eq!(root.disk(), base.join(expected));
        assert_eq!(root.as_str(), base.join(expected).to_str().unwrap());
    }

    #[test]
    fn names_in_quotes_are_what_they_stand_for() {
        let list = b"\"src/\\303\\244 \\\"b\\\".cs\"\nA.cs\n\"odd\\q\"\n";
        let paths = [
            PathBuf::from("src/ä \"b\".cs"),
            "A.cs".into(),
            "\"odd\\q\"".into(),
        ];
        assert_eq!(paths_of_list(list), paths);
        assert_eq!(paths_of_list(b"\"a\"\0"), [PathBuf::from("\"a\"")]);
    }

    #[test]
    fn the_root_is_the_folder_given_or_the_folder_of_the_file_given() {
        check(&["s/a"], "s/a");
        check(&["s/a/A.cs"], "s/a");
        check(&["s/a/A.csproj"], "s/a");
        check(&["s/S.sln"], "s");
    }

    #[test]
    fn the_root_of_several_is_the_folder_that_holds_them() {
        check(&["s/a", "s/b/B.cs"], "s");
        check(&["s/a", "s"], "s");
        check(&["s/a/A.cs", "s/a/A.csproj"], "s/a");
    }

    #[test]
    fn other_files_are_no_scope() {
        let folder = tree(&["README.md", "A.vb"]);
        for name in ["README.md", "A.vb"] {
            let error = Scope::of(&folder.path().join(name)).unwrap_err();
            assert!(
                matches!(error, WorkspaceError::UnsupportedScope(_)),
                "{error}"
            );
        }
        let missing = Scope::of(&folder.path().join("no.cs")).unwrap_err();
        assert!(matches!(missing, WorkspaceError::NotFound(_)), "{missing}");
    }

    #[test]
    fn lists_are_read_by_lines_or_by_nul() {
        let paths = |list: &[u8]| -> Vec<String> {
            paths_of_list(list)
                .iter()
                .map(|path| path.display().to_string())
                .collect()
        };
        assert_eq!(paths(b"a.cs\r\n\r\nb c.cs\n"), ["a.cs", "b c.cs"]);
        assert_eq!(paths(b"a\nb.cs\0c.cs\0"), ["a\nb.cs", "c.cs"]);
        assert!(paths(b"\n").is_empty());
    }
}
