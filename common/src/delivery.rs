//! How a stage hands over what it changed: pending changes of the document come first, its own follow, all of them are
//! checked and written as one, and `sources` says what the files hold now. Knows neither what the changes mean nor how
//! the disk is written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use crate::cli::Error;
use crate::contract::{self, At, Document, Pending, Source};
use crate::hash::ContentHash;
use crate::source::{SourcePath, SourceText};
use crate::syntax;
use crate::workspace::{
    Expected, PlannedFile, PlannedWrite, RecoveryReport, RootFolder, WriteError, Written,
};

/// The folder of a document, with the changes that are pending in it.
#[derive(Debug)]
pub struct Delivery {
    folder: RootFolder,
    recovered: Vec<RecoveryReport>,
}

impl Delivery {
    /// Opens the root of `document`. A write that was interrupted there is finished or undone first.
    pub fn open(document: &Document) -> Result<Self, Error> {
        let folder = RootFolder::open(Path::new(&document.root.0))?;
        let recovered = folder.recover()?;
        Ok(Self { folder, recovered })
    }

    /// The folder.
    pub fn folder(&self) -> &RootFolder {
        &self.folder
    }

    /// What was left of an interrupted write; worth a note.
    pub fn recovered(&self) -> &[RecoveryReport] {
        &self.recovered
    }

    /// Checks that every file in `sources` holds what it says, or what a change of the document made of it.
    pub fn check_sources(&self, document: &Document) -> Result<(), Error> {
        let results = document.changes.iter();
        let results: HashSet<(&SourcePath, ContentHash)> = results
            .map(|change| (&*change.path, *change.result_hash))
            .collect();
        let list = At::ROOT.key("sources");
        for (index, source) in document.sources.iter().enumerate() {
            let at = list.index(index);
            let found = self
                .read(&source.path, &at)?
                .as_deref()
                .map(ContentHash::of);
            let fits = |hash| hash == *source.hash || results.contains(&(&*source.path, hash));
            if !found.is_some_and(fits) {
                let expected = format!("a file `{}` with hash `{}`", *source.path, *source.hash);
                let found = found.map_or("none".to_owned(), |hash| format!("`{hash}`"));
                let refused = at.key("hash").refuse(expected, found);
                let hint =
                    "the file has changed since the document was made; run the whole pipe again";
                return Err(refused.with_hint(hint).into());
            }
        }
        Ok(())
    }

    /// The texts of the files that pending changes concern, as they will be. A stage that computes further changes
    /// sees these instead of what is on disk.
    pub fn pending(&self, document: &Document) -> Result<BTreeMap<SourcePath, SourceText>, Error> {
        let pending = self.pending_files(document)?.into_iter();
        let texts = pending.filter_map(|file| {
            // What `contract::pending` gives is text.
            Some((file.path, SourceText::decode(&file.bytes).ok()?))
        });
        Ok(texts.collect())
    }

    /// All changes of `document` that aren't on disk yet, checked against it. Nothing is written.
    pub fn plan(&self, document: &Document) -> Result<PlannedWrite, Error> {
        let contents = self.pending_files(document)?.into_iter().map(|file| {
            let expected = file.base.map_or(Expected::Absent, Expected::Content);
            (file.path, (expected, file.bytes))
        });
        let planned = self.folder.plan_contents(&contents.collect())?;
        for file in planned.files() {
            check_syntax(document, file)?;
        }
        Ok(planned)
    }

    /// Writes what was planned, all of it or nothing, and notes in `sources` what the files hold now.
    pub fn write(&self, document: &mut Document, planned: PlannedWrite) -> Result<Written, Error> {
        let sources = planned.files().iter().filter_map(|file| {
            let text = SourceText::decode(file.after()).ok()?;
            Some(Source::new(file.path(), file.after(), &text))
        });
        let sources: Vec<Source> = sources.collect();
        let written = planned.commit()?;
        for source in sources {
            document.set_source(source);
        }
        Ok(written)
    }

    fn pending_files(&self, document: &Document) -> Result<Vec<Pending>, Error> {
        let list = At::ROOT.key("changes");
        let changes = document.changes.iter().enumerate();
        let places: HashMap<&SourcePath, usize> = changes
            .rev()
            .map(|(index, change)| (&*change.path, index))
            .collect();
        contract::pending(&document.changes, |path| {
            let index = places.get(path).copied().unwrap_or_default();
            self.read(path, &list.index(index))
        })
    }

    /// A file that the entry `at` of the document names.
    fn read(&self, path: &SourcePath, at: &At<'_>) -> Result<Option<Vec<u8>>, Error> {
        self.folder.read_named(path).map_err(|error| match error {
            WriteError::Path(path, problem) => {
                let found = format!("`{path}`, which {problem}");
                at.key("path")
                    .refuse("a file inside the root", found)
                    .into()
            }
            error => error.into(),
        })
    }
}

/// Refuses a change that would break C# that was understood before.
fn check_syntax(document: &Document, file: &PlannedFile) -> Result<(), Error> {
    let extension = Path::new(file.path().as_str()).extension();
    if !extension.is_some_and(|extension| extension.eq_ignore_ascii_case("cs")) {
        return Ok(());
    }
    let before = file.before().is_none_or(is_understood);
    if !before || is_understood(file.after()) {
        return Ok(());
    }
    let index = document
        .changes
        .iter()
        .rposition(|c| *c.path == *file.path());
    let list = At::ROOT.key("changes");
    let at = list.index(index.unwrap_or_default());
    let expected = format!("a change that leaves `{}` valid C#", file.path());
    Err(at.refuse(expected, "one that doesn't").into())
}

fn is_understood(bytes: &[u8]) -> bool {
    let text = SourceText::decode(bytes).map(|source| source.text);
    text.is_ok_and(|text| syntax::parse(&text).is_ok_and(|tree| !tree.root().has_error()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, FileChange, SourceChange, TextEdit};
    use crate::text::TextRange;
    use std::fs;

    const CLOCK: &str = "class Clock { object A = 1; }\r\n";

    /// A folder with one file, and a document about it.
    fn shop() -> (tempfile::TempDir, Document) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("Clock.cs"), CLOCK).unwrap();
        let mut document = Document::new(folder.path().to_str().unwrap());
        let text = SourceText::decode(CLOCK.as_bytes()).unwrap();
        document.set_source(Source::new(&path(), CLOCK.as_bytes(), &text));
        (folder, document)
    }

    fn path() -> SourcePath {
        SourcePath::new("Clock.cs")
    }

    /// Adds the change of `old` to `new`, on top of what is pending.
    fn change(document: &mut Document, stage: &str, old: &str, new: &str) {
        let delivery = Delivery::open(document).unwrap();
        let pending = delivery.pending(document).unwrap();
        let disk = || SourceText::decode(&delivery.folder.read_named(&path()).unwrap()?).ok();
        let base = pending.get(&path()).cloned().or_else(disk).unwrap();
        let start = base.text.find(old).unwrap();
        let edit = TextEdit::new([Edit {
            range: TextRange::new(start, start + old.len()),
            text: new.into(),
        }]);
        let mut change = SourceChange::default();
        change.files.insert(path(), FileChange::Edit(edit.unwrap()));
        let added = document.add_changes(stage, &change, |_| Some(base.clone()));
        added.unwrap();
    }

    fn write(document: &mut Document) -> Result<usize, Error> {
        let delivery = Delivery::open(document)?;
        let planned = delivery.plan(document)?;
        Ok(delivery.write(document, planned)?.files.len())
    }

    #[test]
    fn the_changes_of_two_stages_are_written_as_one() {
        let (folder, mut document) = shop();
        change(&mut document, "first", "1", "2");
        change(&mut document, "second", "2", "3");
        assert_eq!(write(&mut document).unwrap(), 1);
        let now = fs::read_to_string(folder.path().join("Clock.cs")).unwrap();
        assert_eq!(now, CLOCK.replace('1', "3"));
        assert_eq!(*document.sources[0].hash, ContentHash::of(now.as_bytes()));
    }

    #[test]
    fn a_document_that_was_applied_already_changes_nothing() {
        let (_folder, mut document) = shop();
        change(&mut document, "first", "1", "2");
        let mut again = document.clone();
        assert_eq!(write(&mut document).unwrap(), 1);
        let delivery = Delivery::open(&again).unwrap();
        delivery.check_sources(&again).unwrap();
        assert!(delivery.plan(&again).unwrap().is_empty());
        assert_eq!(write(&mut again).unwrap(), 0);
    }

    #[test]
    fn a_file_that_has_changed_since_is_refused() {
        let (folder, mut document) = shop();
        change(&mut document, "first", "1", "2");
        fs::write(folder.path().join("Clock.cs"), "class Other;").unwrap();
        let error = write(&mut document).unwrap_err();
        assert!(error.message.contains("`changes[0].base_hash`"), "{error}");
        let delivery = Delivery::open(&document).unwrap();
        let error = delivery.check_sources(&document).unwrap_err();
        assert!(error.message.contains("`sources[0].hash`"), "{error}");
    }

    #[test]
    fn a_change_that_breaks_the_file_is_refused() {
        let (_folder, mut document) = shop();
        change(&mut document, "first", "{", "");
        let error = write(&mut document).unwrap_err();
        assert!(
            error
                .message
                .contains("`changes[0]`: expected a change that leaves"),
            "{error}"
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_link_out_of_the_root_is_refused_with_its_field() {
        let (folder, mut document) = shop();
        change(&mut document, "first", "1", "2");
        let outside = tempfile::tempdir().unwrap();
        fs::rename(
            folder.path().join("Clock.cs"),
            outside.path().join("Clock.cs"),
        )
        .unwrap();
        std::os::unix::fs::symlink(
            outside.path().join("Clock.cs"),
            folder.path().join("Clock.cs"),
        )
        .unwrap();
        let error = write(&mut document).unwrap_err();
        assert!(error.message.contains("`changes[0].path`"), "{error}");
        let kept = fs::read_to_string(outside.path().join("Clock.cs")).unwrap();
        assert_eq!(kept, CLOCK);
    }
}
