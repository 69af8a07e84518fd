//! The journal of a write: what is to become of which file, as text, and the names of the files beside it. Pure;
//! what is done with it is the business of `commit` and `recover`.
//!
//! ```text
//! seamwright-journal 1
//! state prepare
//! folder NEW FOLDER
//! file OLD-HASH NEW-HASH PATH        OLD-HASH is - for a new file
//! end HASH-OF-ALL-ABOVE
//! ```

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::folder::OWN_PREFIX;
use crate::hash::ContentHash;
use crate::source::SourcePath;

/// How the names of journals start.
pub(super) const JOURNAL_PREFIX: &str = ".seamwright-journal-";
const HEADER: &str = "seamwright-journal 1";

/// How far a write has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// No target has been touched: what is beside them is thrown away.
    Prepare,
    /// Everything needed is on disk: the write is finished.
    Commit,
    /// A rename failed: what was renamed is put back.
    Undo,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Commit => "commit",
            Self::Undo => "undo",
        }
    }
}

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) path: SourcePath,
    /// `None` for a new file.
    pub(super) old: Option<ContentHash>,
    pub(super) new: ContentHash,
}

/// A journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) id: JournalId,
    pub(super) state: State,
    /// Folders that are made for new files, outer ones first.
    pub(super) folders: Vec<SourcePath>,
    pub(super) entries: Vec<Entry>,
}

/// Names one write and its files: hex digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JournalId(String);

impl JournalId {
    pub(super) fn new(random: u64) -> Self {
        Self(format!("{random:016x}"))
    }

    /// The id in the name of a journal.
    pub(super) fn of_file_name(name: &str) -> Option<Self> {
        let id = name.strip_prefix(JOURNAL_PREFIX)?;
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (id.len() == 16 && id.bytes().all(hex)).then(|| Self(id.to_owned()))
    }

    /// The journal's own name.
    pub(super) fn journal_name(&self) -> String {
        format!("{JOURNAL_PREFIX}{}", self.0)
    }

    /// The name under which the next state of the journal is written.
    pub(super) fn next_journal_name(&self) -> String {
        format!("{OWN_PREFIX}{}-journal.new", self.0)
    }

    /// Where the new content of the target at `index` is written: beside it, so that a rename suffices.
    pub(super) fn new_content(&self, index: usize, target: &Path) -> PathBuf {
        target.with_file_name(format!("{OWN_PREFIX}{}-{index}.new", self.0))
    }

    /// Where the old content of the target at `index` is kept.
    pub(super) fn old_content(&self, index: usize, target: &Path) -> PathBuf {
        target.with_file_name(format!("{OWN_PREFIX}{}-{index}.old", self.0))
    }
}

/// Why a journal can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// Its end is missing: it was being written for the first time, and nothing had been done yet.
    Unfinished,
    /// It is whole and isn't understood.
    Unknown,
}

impl Journal {
    /// The journal as text.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\nstate {}\n", self.state.as_str());
        for folder in &self.folders {
            // Writing to a string can't fail.
            let _ = writeln!(text, "folder {}", escaped(folder.as_str()));
        }
        for Entry { path, old, new } in &self.entries {
            let old = old.map_or_else(|| "-".to_owned(), |hash| hash.to_string());
            let _ = writeln!(text, "file {old} {new} {}", escaped(path.as_str()));
        }
        let end = ContentHash::of(text.as_bytes());
        let _ = writeln!(text, "end {end}");
        text
    }

    /// Reads a journal.
    pub(super) fn parse(id: JournalId, bytes: &[u8]) -> Result<Self, Unusable> {
        let text = std::str::from_utf8(bytes).map_err(|_| Unusable::Unfinished)?;
        let body = text.strip_suffix('\n').ok_or(Unusable::Unfinished)?;
        let (body, end) = body.rsplit_once('\n').ok_or(Unusable::Unfinished)?;
        let end = end.strip_prefix("end ").ok_or(Unusable::Unfinished)?;
        let body = format!("{body}\n");
        if ContentHash::parse(end) != Some(ContentHash::of(body.as_bytes())) {
            return Err(Unusable::Unknown);
        }
        let mut lines = body.lines();
        if lines.next() != Some(HEADER) {
            return Err(Unusable::Unknown);
        }
        let state = lines.next().and_then(|line| line.strip_prefix("state "));
        let state = [State::Prepare, State::Commit, State::Undo]
            .into_iter()
            .find(|one| Some(one.as_str()) == state)
            .ok_or(Unusable::Unknown)?;
        let (mut folders, mut entries) = (Vec::new(), Vec::new());
        for line in lines {
            if let Some(folder) = line.strip_prefix("folder ") {
                folders.push(unescaped(folder).ok_or(Unusable::Unknown)?);
            } else {
                entries.push(entry(line).ok_or(Unusable::Unknown)?);
            }
        }
        Ok(Self {
            id,
            state,
            folders,
            entries,
        })
    }
}

fn entry(line: &str) -> Option<Entry> {
    let mut fields = line.strip_prefix("file ")?.splitn(3, ' ');
    let old = match fields.next()? {
        "-" => None,
        hash => Some(ContentHash::parse(hash)?),
    };
    let new = ContentHash::parse(fields.next()?)?;
    Some(Entry {
        path: unescaped(fields.next()?)?,
        old,
        new,
    })
}

fn escaped(path: &str) -> String {
    path.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

fn unescaped(text: &str) -> Option<SourcePath> {
    let mut path = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        path.push(match char {
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                '\\' => '\\',
                _ => return None,
            },
            other => other,
        });
    }
    Some(SourcePath::new(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn journal(paths: &[String], state: State) -> Journal {
        let entries = paths.iter().enumerate().map(|(index, path)| Entry {
            path: SourcePath::new(path.as_str()),
            old: (index % 2 == 0).then(|| ContentHash::of(path.as_bytes())),
            new: ContentHash::of(b"new"),
        });
        Journal {
            id: JournalId::new(7),
            state,
            folders: paths
                .iter()
                .map(|path| SourcePath::new(path.as_str()))
                .collect(),
            entries: entries.collect(),
        }
    }

    proptest! {
        #[test]
        fn a_journal_reads_what_it_wrote(paths in proptest::collection::vec("[a-z /\\\\\n\r\u{e9}]{1,9}", 0..5)) {
            for state in [State::Prepare, State::Commit, State::Undo] {
                let journal = journal(&paths, state);
                let text = journal.to_text();
                prop_assert_eq!(Journal::parse(JournalId::new(7), text.as_bytes()), Ok(journal));
            }
        }

        #[test]
        fn a_journal_cut_short_is_unfinished_or_unknown_but_never_read(cut in 0usize..200) {
            let text = journal(&["a".to_owned(), "b".to_owned()], State::Commit).to_text();
            let cut = cut.min(text.len() - 1);
            prop_assert!(Journal::parse(JournalId::new(7), &text.as_bytes()[..cut]).is_err());
        }
    }

    #[test]
    fn a_changed_journal_is_not_read() {
        let text = journal(&["a".to_owned()], State::Commit).to_text();
        for changed in [
            text.replace("commit", "prepare"),
            text.replace("journal 1", "journal 2"),
        ] {
            assert_eq!(
                Journal::parse(JournalId::new(7), changed.as_bytes()),
                Err(Unusable::Unknown)
            );
        }
    }

    #[test]
    fn only_names_of_journals_have_an_id() {
        let id = JournalId::new(0xabc);
        assert_eq!(
            JournalId::of_file_name(&id.journal_name()),
            Some(id.clone())
        );
        assert_eq!(JournalId::of_file_name(&id.next_journal_name()), None);
        assert_eq!(JournalId::of_file_name(".seamwright-journal-../../x"), None);
    }
}
