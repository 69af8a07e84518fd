//! Turns a change into the exact bytes of every file that it concerns, and checks all of it before anything is
//! touched. What is put on disk, and how, is the business of `commit`.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::{self, Permissions};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::error::ReadError;
use super::folder::{PathProblem, RootFolder};
use super::reading::read_file;
use crate::edit::{FileChange, SourceChange};
use crate::hash::ContentHash;
use crate::source::{SourcePath, SourceText};

/// What a file is expected to be before a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Not there.
    Absent,
    /// There, with this content.
    Content(ContentHash),
}

/// The new content of one file.
#[derive(Clone, Debug)]
pub struct PlannedFile {
    pub(super) path: SourcePath,
    pub(super) disk: PathBuf,
    pub(super) before: Option<Before>,
    pub(super) after: Vec<u8>,
    pub(super) after_hash: ContentHash,
}

/// A file as it was found.
#[derive(Clone, Debug)]
pub(super) struct Before {
    pub(super) bytes: Vec<u8>,
    pub(super) hash: ContentHash,
    pub(super) permissions: Permissions,
}

impl PlannedFile {
    /// The file.
    pub fn path(&self) -> &SourcePath {
        &self.path
    }

    /// Its bytes as found; `None` when it isn't there.
    pub fn before(&self) -> Option<&[u8]> {
        self.before.as_ref().map(|before| &*before.bytes)
    }

    /// Its bytes to be.
    pub fn after(&self) -> &[u8] {
        &self.after
    }

    /// The hash of its bytes to be.
    pub fn after_hash(&self) -> ContentHash {
        self.after_hash
    }
}

/// A checked write that has touched nothing yet. Files whose content stays the same aren't part of it.
#[derive(Clone, Debug)]
pub struct PlannedWrite {
    pub(super) root: RootFolder,
    pub(super) files: Vec<PlannedFile>,
}

impl PlannedWrite {
    /// The files that change, by path.
    pub fn files(&self) -> &[PlannedFile] {
        &self.files
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

impl RootFolder {
    /// Checks a change against the disk. `expected` has the hash of every file that is edited, as it was when the
    /// change was computed.
    pub fn plan(
        &self,
        change: &SourceChange,
        expected: &BTreeMap<SourcePath, ContentHash>,
    ) -> Result<PlannedWrite, WriteError> {
        let mut planned = Planning::new(self);
        for (path, file) in &change.files {
            match file {
                FileChange::Create(text) => {
                    planned.add(path, Expected::Absent, |_| Ok(text.clone().into_bytes()))?;
                }
                FileChange::Edit(edit) => {
                    let hash = expected
                        .get(path)
                        .ok_or_else(|| WriteError::NothingExpected(path.clone()))?;
                    planned.add(path, Expected::Content(*hash), |bytes| {
                        let source = SourceText::decode(bytes).map_err(|error| {
                            WriteError::Read(ReadError::Decode(path.clone(), error))
                        })?;
                        let text = edit
                            .apply(&source.text)
                            .ok_or_else(|| WriteError::DoesNotFit(path.clone()))?;
                        source
                            .encode(&text)
                            .ok_or_else(|| WriteError::unencodable(path, &source, &text))
                    })?;
                }
            }
        }
        Ok(planned.done())
    }

    /// Checks new contents, given as bytes, against the disk.
    pub fn plan_contents(
        &self,
        contents: &BTreeMap<SourcePath, (Expected, Vec<u8>)>,
    ) -> Result<PlannedWrite, WriteError> {
        let mut planned = Planning::new(self);
        for (path, (expected, after)) in contents {
            planned.add(path, *expected, |_| Ok(after.clone()))?;
        }
        Ok(planned.done())
    }

    /// The bytes of a file that a document names; `None` when it isn't there.
    pub fn read_named(&self, path: &SourcePath) -> Result<Option<Vec<u8>>, WriteError> {
        let disk = self
            .resolve(path)
            .map_err(|problem| WriteError::Path(path.clone(), problem))?;
        if fs::symlink_metadata(&disk).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(None);
        }
        read_file(&disk, path).map(Some).map_err(WriteError::Read)
    }
}

/// Collects files and sees to it that no two are the same.
struct Planning<'a> {
    root: &'a RootFolder,
    files: Vec<PlannedFile>,
    seen: HashMap<PathBuf, SourcePath>,
}

impl<'a> Planning<'a> {
    fn new(root: &'a RootFolder) -> Self {
        Self {
            root,
            files: Vec::new(),
            seen: HashMap::new(),
        }
    }

    fn add(
        &mut self,
        path: &SourcePath,
        expected: Expected,
        make: impl FnOnce(&[u8]) -> Result<Vec<u8>, WriteError>,
    ) -> Result<(), WriteError> {
        let disk = self
            .root
            .resolve(path)
            .map_err(|problem| WriteError::Path(path.clone(), problem))?;
        // Two spellings of one file, where the file system takes `A.cs` for `a.cs` or a folder is a link.
        let real = fs::canonicalize(&disk).unwrap_or_else(|_| disk.clone());
        if let Some(other) = self.seen.insert(real, path.clone()) {
            return Err(WriteError::SameFile(other, path.clone()));
        }
        let before = found(&disk, path)?;
        match (&before, expected) {
            (None, Expected::Content(_)) => return Err(WriteError::Missing(path.clone())),
            (Some(before), Expected::Content(hash)) if before.hash != hash => {
                return Err(WriteError::Stale(path.clone()));
            }
            _ => {}
        }
        let after = make(before.as_ref().map_or(&[], |before| &before.bytes))?;
        let after_hash = ContentHash::of(&after);
        if before
            .as_ref()
            .is_some_and(|before| before.hash == after_hash)
        {
            // Also what a second run finds where the first has made a file.
            return Ok(());
        }
        if let Some(before) = &before {
            if expected == Expected::Absent {
                return Err(WriteError::Exists(path.clone()));
            }
            if before.permissions.readonly() {
                return Err(WriteError::ReadOnly(path.clone()));
            }
        }
        self.files.push(PlannedFile {
            path: path.clone(),
            disk,
            before,
            after,
            after_hash,
        });
        Ok(())
    }

    fn done(self) -> PlannedWrite {
        PlannedWrite {
            root: self.root.clone(),
            files: self.files,
        }
    }
}

fn found(disk: &std::path::Path, path: &SourcePath) -> Result<Option<Before>, WriteError> {
    let permissions = match fs::symlink_metadata(disk) {
        Ok(found) => found.permissions(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(WriteError::Read(ReadError::io(path, error))),
    };
    let bytes = read_file(disk, path).map_err(WriteError::Read)?;
    let hash = ContentHash::of(&bytes);
    Ok(Some(Before {
        bytes,
        hash,
        permissions,
    }))
}

/// Why nothing was written.
#[derive(Clone, Debug)]
pub enum WriteError {
    /// A path that isn't taken, and why.
    Path(SourcePath, PathProblem),
    /// Two paths of one file.
    SameFile(SourcePath, SourcePath),
    /// An edit came without the hash of the file that it was computed from.
    NothingExpected(SourcePath),
    /// A file to be edited isn't there.
    Missing(SourcePath),
    /// A file to be created is there, with another content.
    Exists(SourcePath),
    /// A file isn't any more what the change was computed from.
    Stale(SourcePath),
    /// An edit reaches beyond the file or into a character.
    DoesNotFit(SourcePath),
    /// A character that the file's encoding doesn't have.
    Unencodable(SourcePath, char),
    /// A file can't be read.
    Read(ReadError),
    /// A file is write-protected.
    ReadOnly(SourcePath),
    /// The system refused something; everything is as it was before.
    Io(String, Arc<io::Error>),
    /// The system refused something, and these files couldn't be put back: the journal stays for the next run.
    NotPutBack(String, Arc<io::Error>, Vec<SourcePath>),
    /// Another process is writing to this root.
    Locked(String),
    /// A journal that isn't understood.
    Journal(String),
}

impl WriteError {
    pub(super) fn io(what: impl Into<String>, error: io::Error) -> Self {
        Self::Io(what.into(), Arc::new(error))
    }

    fn unencodable(path: &SourcePath, source: &SourceText, text: &str) -> Self {
        let lost = |char: &char| source.encode(char.encode_utf8(&mut [0; 4])).is_none();
        Self::Unencodable(path.clone(), text.chars().find(lost).unwrap_or('\u{fffd}'))
    }

    /// The next step, where there is one to name.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Stale(_) | Self::Missing(_) | Self::DoesNotFit(_) => {
                "run the stages again on the files as they are now".to_owned()
            }
            Self::Exists(_) => "move the file away or choose another name".to_owned(),
            Self::Unencodable(..) => "save the file as UTF-8 first".to_owned(),
            Self::ReadOnly(_) => "make the file writable first".to_owned(),
            Self::Locked(_) => "wait for the other run, or end it".to_owned(),
            Self::NotPutBack(..) => {
                "remove the cause and run again: the write is finished or undone then".to_owned()
            }
            Self::Journal(name) => format!(
                "another version may have written it; compare the files with version control, then delete `{name}`"
            ),
            _ => return None,
        })
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path, problem) => write!(f, "path `{path}` {problem}"),
            Self::SameFile(one, other) => write!(f, "`{one}` and `{other}` are the same file"),
            Self::NothingExpected(path) => {
                write!(f, "the edits of `{path}` came without the hash of the file")
            }
            Self::Missing(path) => write!(f, "`{path}` does not exist any more"),
            Self::Exists(path) => write!(f, "`{path}` exists already, with another content"),
            Self::Stale(path) => write!(f, "`{path}` has changed since the edits were computed"),
            Self::DoesNotFit(path) => write!(f, "an edit of `{path}` does not fit the file"),
            Self::Unencodable(path, char) => write!(
                f,
                "`{path}` can't hold `{char}` (U+{:04X}) in its encoding",
                u32::from(*char)
            ),
            Self::Read(error) => error.fmt(f),
            Self::ReadOnly(path) => write!(f, "`{path}` is write-protected"),
            Self::Io(what, error) => write!(f, "{what}: {error}; nothing was changed"),
            Self::NotPutBack(what, error, files) => {
                let files: Vec<String> = files.iter().map(|path| format!("`{path}`")).collect();
                write!(f, "{what}: {error}; not put back: {}", files.join(", "))
            }
            Self::Locked(root) => write!(f, "another run is writing to `{root}`"),
            Self::Journal(name) => write!(f, "journal `{name}` is not understood"),
        }
    }
}

impl std::error::Error for WriteError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, TextEdit};
    use crate::text::TextRange;
    use proptest::prelude::*;

    fn edit(start: usize, end: usize, text: &str) -> FileChange {
        let edit = Edit {
            range: TextRange::new(start, end),
            text: text.to_owned(),
        };
        FileChange::Edit(TextEdit::new([edit]).unwrap())
    }

    fn plan(
        before: Option<&[u8]>,
        change: FileChange,
        expected: Option<&[u8]>,
    ) -> Result<Vec<u8>, WriteError> {
        let folder = tempfile::tempdir().unwrap();
        let path = SourcePath::new("A.cs");
        if let Some(bytes) = before {
            fs::write(folder.path().join("A.cs"), bytes).unwrap();
        }
        let change = SourceChange {
            files: [(path.clone(), change)].into(),
        };
        let expected = expected
            .map(|bytes| (path, ContentHash::of(bytes)))
            .into_iter()
            .collect();
        let planned = RootFolder::open(folder.path())?.plan(&change, &expected)?;
        Ok(planned
            .files()
            .first()
            .map_or_else(Vec::new, |file| file.after().to_vec()))
    }

    impl From<super::super::WorkspaceError> for WriteError {
        fn from(error: super::super::WorkspaceError) -> Self {
            panic!("{error}")
        }
    }

    #[test]
    fn what_does_not_fit_the_disk_is_refused() {
        let text: &[u8] = b"abc";
        let refused = |before, change, expected| plan(before, change, expected).unwrap_err();
        assert!(matches!(
            refused(None, edit(0, 1, ""), Some(text)),
            WriteError::Missing(_)
        ));
        assert!(matches!(
            refused(Some(b"abd"), edit(0, 1, ""), Some(text)),
            WriteError::Stale(_)
        ));
        assert!(matches!(
            refused(Some(text), edit(0, 1, ""), None),
            WriteError::NothingExpected(_)
        ));
        assert!(matches!(
            refused(Some(text), edit(2, 9, ""), Some(text)),
            WriteError::DoesNotFit(_)
        ));
        let create = FileChange::Create("new".to_owned());
        assert!(matches!(
            refused(Some(text), create, None),
            WriteError::Exists(_)
        ));
    }

    #[test]
    fn what_is_there_already_is_no_change() {
        assert!(
            plan(Some(b"new"), FileChange::Create("new".into()), None)
                .unwrap()
                .is_empty()
        );
        assert!(
            plan(Some(b"abc"), edit(0, 1, "a"), Some(b"abc"))
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn a_character_that_the_encoding_lacks_is_named() {
        let latin: &[u8] = b"// caf\xe9";
        let error = plan(Some(latin), edit(0, 0, "\u{4e2d}"), Some(latin)).unwrap_err();
        assert!(
            matches!(error, WriteError::Unencodable(_, '\u{4e2d}')),
            "{error}"
        );
        assert_eq!(
            plan(Some(latin), edit(0, 0, "é"), Some(latin)).unwrap(),
            b"\xe9// caf\xe9"
        );
    }

    #[test]
    fn two_spellings_of_one_file_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = RootFolder::open(folder.path()).unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/A.cs"), "x").unwrap();
        let contents = |paths: &[&str]| {
            let expected = Expected::Content(ContentHash::of(b"x"));
            let one = |path: &&str| (SourcePath::new(*path), (expected, b"y".to_vec()));
            root.plan_contents(&paths.iter().map(one).collect())
        };
        assert_eq!(contents(&["a/A.cs"]).unwrap().files().len(), 1);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", folder.path().join("b")).unwrap();
            let error = contents(&["a/A.cs", "b/A.cs"]).unwrap_err();
            assert!(matches!(error, WriteError::SameFile(..)), "{error}");
        }
    }

    fn bytes_of(text: &str, encoding: usize) -> Vec<u8> {
        let with_mark = format!("\u{feff}{text}");
        match encoding {
            0 => text.as_bytes().to_vec(),
            1 => with_mark.into_bytes(),
            2 => with_mark
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
            3 => with_mark
                .encode_utf16()
                .flat_map(u16::to_be_bytes)
                .collect(),
            // One byte that is no UTF-8 in front makes it Windows-1252.
            _ => [b"\xe9", text.replace('é', "e").as_bytes()].concat(),
        }
    }

    proptest! {
        /// The file's bytes before and after the edit are the same as they were, whatever the encoding.
        #[test]
        fn an_edit_never_changes_a_byte_outside(
            text in "([a-c]|é|\r\n|\n|\r|\t){1,30}",
            encoding in 0usize..5,
            place in 0usize..30,
            length in 0usize..4,
            new in "[A-Z\r\n]{0,4}",
        ) {
            let before = bytes_of(&text, encoding);
            let source = SourceText::decode(&before).unwrap();
            let starts: Vec<usize> =
                source.text.char_indices().map(|(at, _)| at).chain([source.text.len()]).collect();
            let start = starts[place.min(starts.len() - 1)];
            let end = starts[(place + length).min(starts.len() - 1)];
            // An emptied file and one that isn't written look alike here.
            prop_assume!(end - start < source.text.len() || !new.is_empty());
            let on_disk = source.disk_range(TextRange::new(start, end));
            let after = plan(Some(&before), edit(start, end, &new), Some(&before)).unwrap();
            let same = source.text.get(start..end) == Some(&new);
            prop_assert_eq!(after.is_empty(), same && !before.is_empty());
            if !same {
                let tail = before.len() - on_disk.end();
                prop_assert_eq!(&after[..on_disk.start()], &before[..on_disk.start()]);
                prop_assert_eq!(&after[after.len() - tail..], &before[on_disk.end()..]);
            }
        }
    }
}
