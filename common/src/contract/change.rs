//! Pending changes in the document: creations and edits of files, by bytes on disk, each with the hash of what
//! it was computed from and of what it gives. Several changes of one file form a chain. Knows nothing of the
//! disk; whoever writes shows what is there.

use std::collections::BTreeMap;
use std::fmt;

use super::text::{FilePath, Hash, Named};
use super::wire::{At, Extra, Refused, shorten, wire};
use crate::closed_set::closed_set;
use crate::edit::{FileChange, TextEdit};
use crate::hash::ContentHash;
use crate::source::{Encoding, LineEnding, SourcePath, SourceText};
use crate::text::TextRange;

closed_set! {
    /// What happens to a file.
    pub enum ChangeKind as "kind" {
        /// It is new.
        Create = "create",
        /// Parts of it are replaced.
        Edit = "edit",
    }
}

wire! {
    /// A change of one file.
    pub struct Change {
        /// The program that computed it.
        pub stage: String,
        /// The file.
        pub path: FilePath,
        /// What happens to it.
        pub kind: Named<ChangeKind>,
        /// The file that it was computed from; null for a creation.
        pub base_hash: Option<Hash>,
        /// The file that it gives.
        pub result_hash: Hash,
        /// How the file's characters are stored.
        pub encoding: Named<Encoding>,
        /// Whether the file starts with a byte order mark.
        pub bom: bool,
        /// How the lines of the result end.
        pub line_ending: Named<LineEnding>,
        /// The text of a new file, without a byte order mark.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub content: Option<String>,
        /// The edits of an existing one, in the order of the file, no two of which share a byte.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub edits: Option<Vec<ByteEdit>>,
    }
}

wire! {
    /// The replacement of a range of bytes.
    pub struct ByteEdit {
        /// Offset in the file as it is on disk.
        pub byte_start: u32,
        /// One past the last byte; equal to `byte_start` for an insertion.
        pub byte_end: u32,
        /// What comes there.
        pub text: String,
    }
}

/// Why a change can't be put down as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeError {
    /// An edit lies outside its file.
    DoesNotFit(SourcePath),
    /// A character has no place in the file's encoding.
    NotEncodable(SourcePath, Encoding),
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DoesNotFit(path) => write!(f, "an edit of `{path}` lies outside the file"),
            Self::NotEncodable(path, encoding) => write!(
                f,
                "`{path}` is stored as {encoding}, which has no place for a character of the new text"
            ),
        }
    }
}

impl Change {
    /// The change of the file at `path` from `base`, what it holds now; `None` for `base` when it isn't there.
    /// An edit of a file that isn't there doesn't fit.
    pub fn new(
        stage: &str,
        path: &SourcePath,
        base: Option<&SourceText>,
        change: &FileChange,
    ) -> Result<Self, ChangeError> {
        match (change, base) {
            (FileChange::Create(text), _) => Ok(Self::creation(stage, path, text)),
            (FileChange::Edit(edit), Some(base)) => Self::edit(stage, path, base, edit),
            (FileChange::Edit(_), None) => Err(ChangeError::DoesNotFit(path.clone())),
        }
    }

    /// A new file in UTF-8; it gets a byte order mark when `text` starts with one.
    fn creation(stage: &str, path: &SourcePath, text: &str) -> Self {
        let content = text.strip_prefix('\u{feff}');
        Self {
            stage: stage.to_owned(),
            path: path.clone().into(),
            kind: ChangeKind::Create.into(),
            base_hash: None,
            result_hash: ContentHash::of(text.as_bytes()).into(),
            encoding: Encoding::Utf8.into(),
            bom: content.is_some(),
            line_ending: LineEnding::of(text).into(),
            content: Some(content.unwrap_or(text).to_owned()),
            edits: None,
            extra: Extra::new(),
        }
    }

    fn edit(
        stage: &str,
        path: &SourcePath,
        base: &SourceText,
        edit: &TextEdit,
    ) -> Result<Self, ChangeError> {
        let unencodable = || ChangeError::NotEncodable(path.clone(), base.encoding);
        let result = edit
            .apply(&base.text)
            .ok_or_else(|| ChangeError::DoesNotFit(path.clone()))?;
        let result_bytes = base.encode(&result).ok_or_else(unencodable)?;
        let base_bytes = base.encode(&base.text).ok_or_else(unencodable)?;
        let edits = edit.edits().iter().map(|edit| {
            let disk = base.disk_range(edit.range);
            ByteEdit {
                byte_start: disk.start() as u32,
                byte_end: disk.end() as u32,
                text: edit.text.clone(),
                extra: Extra::new(),
            }
        });
        Ok(Self {
            stage: stage.to_owned(),
            path: path.clone().into(),
            kind: ChangeKind::Edit.into(),
            base_hash: Some(ContentHash::of(&base_bytes).into()),
            result_hash: ContentHash::of(&result_bytes).into(),
            encoding: base.encoding.into(),
            bom: result.starts_with('\u{feff}'),
            line_ending: LineEnding::of(&result).into(),
            content: None,
            edits: Some(edits.collect()),
            extra: Extra::new(),
        })
    }

    /// Checks what can be checked without the file.
    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Refused> {
        match (self.kind.0, &self.base_hash, &self.content, &self.edits) {
            (ChangeKind::Create, None, Some(_), None) => Ok(()),
            (ChangeKind::Edit, Some(_), None, Some(edits)) => check_edits(edits, &at.key("edits")),
            (ChangeKind::Create, Some(_), ..) => {
                Err(at.key("base_hash").refuse("null for a creation", "a hash"))
            }
            (ChangeKind::Edit, None, ..) => Err(at
                .key("base_hash")
                .refuse("the hash of the file that was edited", "none")),
            (ChangeKind::Create, _, None, _) => {
                Err(at.key("content").refuse("the text of the new file", "none"))
            }
            (ChangeKind::Edit, _, _, None) => Err(at.key("edits").refuse("a list", "none")),
            (ChangeKind::Create, ..) => {
                Err(at.key("edits").refuse("no edits in a creation", "some"))
            }
            (ChangeKind::Edit, ..) => {
                Err(at.key("content").refuse("no content in an edit", "some"))
            }
        }
    }

    /// The bytes after this change of `base`, what the file holds; hashes are checked on both sides.
    fn apply(&self, base: Option<&[u8]>, at: &At<'_>) -> Result<Vec<u8>, Refused> {
        let encoding = SourceText {
            text: "".into(),
            encoding: self.encoding.0,
        };
        let encode = |text: &str, at: &At<'_>| {
            let expected = format!("characters that {} can hold", self.encoding.0);
            encoding
                .encode(text)
                .ok_or_else(|| at.refuse(expected, format!("`{}`", shorten(text))))
        };
        let base = base.unwrap_or_default();
        let mut result = Vec::with_capacity(base.len() + 64);
        if let Some(content) = &self.content {
            if self.bom {
                result.extend(encode("\u{feff}", at)?);
            }
            result.extend(encode(content, &at.key("content"))?);
        }
        let mut done = 0;
        let edits_at = at.key("edits");
        for (index, edit) in self.edits.iter().flatten().enumerate() {
            let at = edits_at.index(index);
            let (start, end) = (edit.byte_start as usize, edit.byte_end as usize);
            let kept = base.get(done..start).filter(|_| end <= base.len());
            result.extend_from_slice(kept.ok_or_else(|| {
                let expected = format!("an edit inside the file's {} bytes", base.len());
                at.refuse(expected, format!("`{}`", TextRange::new(start, end)))
            })?);
            result.extend(encode(&edit.text, &at.key("text"))?);
            done = end;
        }
        if self.kind.0 == ChangeKind::Edit {
            result.extend_from_slice(base.get(done..).unwrap_or_default());
        }
        let hash = ContentHash::of(&result);
        if hash != *self.result_hash {
            let at = at.key("result_hash");
            return Err(
                at.refuse(format!("`{hash}`, which is what the change gives"), {
                    format!("`{}`", *self.result_hash)
                }),
            );
        }
        let same = |text: SourceText| {
            // Without its last foreign character a single-byte file is UTF-8 as well.
            text.encoding == self.encoding.0 || self.encoding.0 == Encoding::SingleByte
        };
        if SourceText::decode(&result).is_ok_and(same) {
            Ok(result)
        } else {
            let expected = format!("a change that leaves the file {} text", self.encoding.0);
            Err(at.refuse(expected, "one that doesn't"))
        }
    }
}

fn check_edits(edits: &[ByteEdit], at: &At<'_>) -> Result<(), Refused> {
    let mut done = 0;
    for (index, edit) in edits.iter().enumerate() {
        let at = at.index(index);
        let found = format!("`{}`", edit.byte_start);
        if edit.byte_start < done {
            let expected = format!("{done} or more, past the edit before");
            return Err(at.key("byte_start").refuse(expected, found));
        }
        if edit.byte_end < edit.byte_start {
            let expected = format!("{} or more, as in `byte_start`", edit.byte_start);
            let found = format!("`{}`", edit.byte_end);
            return Err(at.key("byte_end").refuse(expected, found));
        }
        done = edit.byte_end;
    }
    Ok(())
}

/// Checks that the changes of one file follow from one another: only the first may create it, and each later one
/// starts from what the one before gives.
pub(super) fn check_chains(changes: &[Change]) -> Result<(), Refused> {
    let list = At::ROOT.key("changes");
    for chain in chains(changes).values() {
        for pair in chain.windows(2) {
            let at = list.index(pair[1]);
            let (before, after) = (&changes[pair[0]], &changes[pair[1]]);
            let Some(base) = &after.base_hash else {
                let expected = format!("a new path, since `changes[{}]` has this one", pair[0]);
                let found = format!("`{}`", shorten(after.path.as_str()));
                return Err(at.key("path").refuse(expected, found));
            };
            if *base != before.result_hash {
                let expected = format!("the `result_hash` of `changes[{}]`", pair[0]);
                return Err(at
                    .key("base_hash")
                    .refuse(expected, format!("`{}`", base.0)));
            }
        }
    }
    Ok(())
}

fn chains(changes: &[Change]) -> BTreeMap<&SourcePath, Vec<usize>> {
    let mut chains: BTreeMap<&SourcePath, Vec<usize>> = BTreeMap::new();
    for (index, change) in changes.iter().enumerate() {
        chains.entry(&change.path).or_default().push(index);
    }
    chains
}

/// A file that pending changes would write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The file.
    pub path: SourcePath,
    /// What it has to hold until then; `None`: it isn't there.
    pub base: Option<ContentHash>,
    /// What it will hold.
    pub bytes: Vec<u8>,
}

/// The files that `changes` would write, by path, given what is there: `read` returns a file's bytes, or `None` if
/// there is no such file. A file that holds the result already is left out. One that holds neither the result nor
/// what a change was computed from is refused, and so is everything else that doesn't fit.
pub fn pending<E: From<Refused>>(
    changes: &[Change],
    mut read: impl FnMut(&SourcePath) -> Result<Option<Vec<u8>>, E>,
) -> Result<Vec<Pending>, E> {
    let list = At::ROOT.key("changes");
    let mut all = Vec::new();
    for (path, chain) in chains(changes) {
        let current = read(path)?;
        let hash = current.as_deref().map(ContentHash::of);
        let done = chain
            .iter()
            .rposition(|&index| Some(*changes[index].result_hash) == hash);
        let rest = &chain[done.map_or(0, |done| done + 1)..];
        let Some(&first) = rest.first() else {
            continue;
        };
        let base = changes[first].base_hash.as_ref().map(|base| base.0);
        if base != hash {
            return Err(mismatch(&changes[first], hash, &list.index(first)).into());
        }
        let mut bytes = current;
        for &index in rest {
            bytes = Some(changes[index].apply(bytes.as_deref(), &list.index(index))?);
        }
        all.push(Pending {
            path: path.clone(),
            base,
            bytes: bytes.unwrap_or_default(),
        });
    }
    Ok(all)
}

fn mismatch(change: &Change, found: Option<ContentHash>, at: &At<'_>) -> Refused {
    let path = shorten(change.path.as_str());
    let found = found.map_or("none".to_owned(), |hash| format!("one with hash `{hash}`"));
    match &change.base_hash {
        None => at
            .key("path")
            .refuse(format!("no file at `{path}`"), found)
            .with_hint("move the file away, or run the whole pipe again"),
        Some(base) => at
            .key("base_hash")
            .refuse(format!("a file `{path}` with hash `{}`", base.0), found)
            .with_hint(
                "the file has changed since the document was made; run the whole pipe again",
            ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{CLOCK, clock_path, edit};
    use super::*;
    use crate::edit::Edit;

    fn text(bytes: &[u8]) -> SourceText {
        SourceText::decode(bytes).unwrap()
    }

    /// The change that puts `new` for the first `old` in `base`.
    fn change(base: &[u8], old: &str, new: &str) -> Result<Change, ChangeError> {
        let source = text(base);
        let start = source.text.find(old).unwrap();
        let range = TextRange::new(start, start + old.len());
        let edit = TextEdit::new([Edit {
            range,
            text: new.into(),
        }]);
        let change = FileChange::Edit(edit.unwrap());
        Change::new("test", &SourcePath::new("a.cs"), Some(&source), &change)
    }

    fn apply(changes: &[Change], disk: Option<&[u8]>) -> Result<Vec<Pending>, Refused> {
        pending(changes, |_| Ok(disk.map(<[u8]>::to_vec)))
    }

    #[track_caller]
    fn refused(changes: &[Change], disk: Option<&[u8]>, field: &str, words: &str) {
        let refused = apply(changes, disk).expect_err("it was taken");
        assert_eq!(refused.field, field, "{refused}");
        assert!(refused.to_string().contains(words), "{refused}");
    }

    #[test]
    fn an_edit_gives_the_same_bytes_in_every_encoding() {
        let utf16: Vec<u8> = "\u{feff}é😀 x"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for base in [
            "é😀 x".as_bytes(),
            "\u{feff}é😀 x".as_bytes(),
            &utf16,
            b"\xe9 x",
        ] {
            let source = text(base);
            let change = change(base, "x", "ÿ").unwrap();
            let pending = apply(&[change], Some(base)).unwrap();
            let expected = source.encode(&source.text.replace('x', "ÿ")).unwrap();
            assert_eq!(pending[0].bytes, expected);
            assert_eq!(pending[0].base, Some(ContentHash::of(base)));
        }
    }

    #[test]
    fn a_character_without_a_place_in_the_encoding_is_an_error() {
        let error = change(b"\xe9 x", "x", "😀").unwrap_err();
        assert!(error.to_string().contains("windows-1252"), "{error}");
    }

    #[test]
    fn what_was_applied_already_is_left_out() {
        let change = change(b"old", "old", "new").unwrap();
        assert_eq!(apply(&[change], Some(b"new")).unwrap(), []);
    }

    #[test]
    fn a_chain_goes_on_where_the_file_is() {
        let chain = [
            change(b"one", "one", "two").unwrap(),
            change(b"two", "two", "three").unwrap(),
        ];
        assert!(check_chains(&chain).is_ok());
        assert_eq!(apply(&chain, Some(b"one")).unwrap()[0].bytes, b"three");
        assert_eq!(apply(&chain, Some(b"two")).unwrap()[0].bytes, b"three");
        assert_eq!(apply(&chain, Some(b"three")).unwrap(), []);
        refused(&chain, Some(b"four"), "changes[0].base_hash", "with hash");
        refused(&chain, None, "changes[0].base_hash", "found none");
    }

    #[test]
    fn a_creation_never_covers_another_file() {
        let path = SourcePath::new("a.cs");
        let create = FileChange::Create("\u{feff}class A;\r\n".into());
        let change = Change::new("test", &path, None, &create).unwrap();
        assert!(change.bom && change.line_ending.0 == LineEnding::CrLf);
        let pending = apply(std::slice::from_ref(&change), None).unwrap();
        assert_eq!(pending[0].bytes, "\u{feff}class A;\r\n".as_bytes());
        assert_eq!(
            apply(std::slice::from_ref(&change), Some(&pending[0].bytes)).unwrap(),
            []
        );
        refused(
            &[change],
            Some(b"mine"),
            "changes[0].path",
            "no file at `a.cs`",
        );
    }

    #[test]
    fn a_result_that_the_edits_do_not_give_is_refused() {
        let mut changes = [change(b"old", "old", "new").unwrap()];
        changes[0].edits.as_mut().unwrap()[0].text = "bad".into();
        refused(
            &changes,
            Some(b"old"),
            "changes[0].result_hash",
            "what the change gives",
        );
        changes[0].edits.as_mut().unwrap()[0].byte_end = 4;
        refused(
            &changes,
            Some(b"old"),
            "changes[0].edits[0]",
            "inside the file's 3 bytes",
        );
    }

    #[test]
    fn half_a_character_is_refused() {
        let mut changes = [change("é".as_bytes(), "é", "").unwrap()];
        changes[0].edits.as_mut().unwrap()[0].byte_end = 1;
        changes[0].result_hash = ContentHash::of(b"\xa9").into();
        refused(&changes, Some("é".as_bytes()), "changes[0]", "utf-8 text");
    }

    #[test]
    fn offsets_are_those_on_disk() {
        let source = text(CLOCK.as_bytes());
        let path = clock_path();
        let change = Change::new("test", &path, Some(&source), &FileChange::Edit(edit())).unwrap();
        let edits = change.edits.unwrap();
        assert_eq!(
            edits[0].byte_start as usize,
            CLOCK.find("DateTime").unwrap()
        );
    }
}
