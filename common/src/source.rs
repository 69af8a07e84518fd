//! A source file as text: its path, encoding and line endings, and the way back to the very same bytes.
//! Knows nothing of the disk.

use std::fmt;
use std::sync::Arc;

use crate::closed_set::closed_set;
use crate::text::{LineIndex, TextRange, Units};

/// A path relative to the root of the run, with `/` between its parts. May start with `../` only for
/// project files that lie above the root; those are never written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourcePath(Arc<str>);

impl SourcePath {
    /// Takes a path that already has the wire form.
    pub fn new(path: impl Into<Arc<str>>) -> Self {
        Self(path.into())
    }

    /// What stands after its last `/`.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The path with `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder that holds it, `""` for the root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The last part.
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&*self.0, |(_, name)| name)
    }

    /// `relative` (with `/` or `\`, `.` and `..`) seen from this path's folder, normalised.
    #[must_use]
    pub fn join_from_folder(&self, relative: &str) -> Self {
        Self::normalised(&format!("{}/{relative}", self.folder()))
    }

    /// Resolves `.` and `..` and turns `\` into `/`. A `..` that leaves the root stays in front.
    #[must_use]
    pub fn normalised(path: &str) -> Self {
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split(['/', '\\']) {
            match part {
                "" | "." => {}
                ".." if parts.last().is_some_and(|last| *last != "..") => {
                    parts.pop();
                }
                _ => parts.push(part),
            }
        }
        Self::new(parts.join("/"))
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

closed_set! {
    /// How the bytes of a file stand for characters.
    pub enum Encoding as "encoding" {
        /// UTF-8, with or without a byte order mark.
        Utf8 = "utf-8",
        /// UTF-16, little end first, with a byte order mark.
        Utf16Le = "utf-16-le",
        /// UTF-16, big end first, with a byte order mark.
        Utf16Be = "utf-16-be",
        /// Bytes that aren't UTF-8, read one by one as Windows-1252: every byte survives the way back.
        SingleByte = "windows-1252",
    }
}

closed_set! {
    /// The line ending that a file uses.
    pub enum LineEnding as "line_ending" {
        /// `\n`, also for a file of one line.
        Lf = "lf",
        /// `\r\n`.
        CrLf = "crlf",
        /// `\r` alone.
        Cr = "cr",
        /// More than one kind.
        Mixed = "mixed",
    }
}

impl LineEnding {
    /// Reads the line endings of `text`.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut lf, mut crlf, mut cr) = (false, false, false);
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => crlf = true,
                b'\r' => cr = true,
                b'\n' if at == 0 || bytes[at - 1] != b'\r' => lf = true,
                _ => {}
            }
        }
        match (lf, crlf, cr) {
            (_, false, false) => Self::Lf,
            (false, true, false) => Self::CrLf,
            (false, false, true) => Self::Cr,
            _ => Self::Mixed,
        }
    }
}

/// Why a file can't be read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// UTF-16 with an odd byte or a lone surrogate: the way back would not be exact.
    BrokenUtf16,
    /// 4 GiB or more.
    TooLarge,
    /// NUL characters: not a text.
    Binary,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BrokenUtf16 => "not valid UTF-16",
            Self::TooLarge => "4 GiB or larger",
            Self::Binary => "not a text file",
        })
    }
}

/// A file's text together with what is needed to write it back byte for byte.
/// A byte order mark stays in `text` as U+FEFF, so that for UTF-8 text offsets are file offsets.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The characters, the byte order mark included.
    pub text: Arc<str>,
    /// How they are stored.
    pub encoding: Encoding,
}

impl SourceText {
    /// Decodes the bytes of a file.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(DecodeError::TooLarge);
        }
        let (text, encoding): (Arc<str>, _) = match bytes {
            [0xFF, 0xFE, ..] => (utf16(bytes, u16::from_le_bytes)?.into(), Encoding::Utf16Le),
            [0xFE, 0xFF, ..] => (utf16(bytes, u16::from_be_bytes)?.into(), Encoding::Utf16Be),
            _ => {
                if let Ok(text) = std::str::from_utf8(bytes) {
                    (text.into(), Encoding::Utf8)
                } else {
                    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
                    (text.into(), Encoding::SingleByte)
                }
            }
        };
        if memchr::memchr(0, text.as_bytes()).is_some() {
            return Err(DecodeError::Binary);
        }
        Ok(Self { text, encoding })
    }

    /// The bytes of `text` in this file's encoding; `None` when a character has no place in it.
    pub fn encode(&self, text: &str) -> Option<Vec<u8>> {
        match self.encoding {
            Encoding::Utf8 => Some(text.as_bytes().to_vec()),
            Encoding::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Encoding::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Encoding::SingleByte => {
                let (bytes, _, unmappable) = encoding_rs::WINDOWS_1252.encode(text);
                (!unmappable).then(|| bytes.into_owned())
            }
        }
    }

    /// Whether the file starts with a byte order mark.
    pub fn has_bom(&self) -> bool {
        self.text.starts_with('\u{feff}')
    }

    /// Line ending of the file.
    pub fn line_ending(&self) -> LineEnding {
        LineEnding::of(&self.text)
    }

    /// A range of `text` as the range of bytes on disk.
    pub fn disk_range(&self, range: TextRange) -> TextRange {
        match self.encoding {
            Encoding::Utf8 => range,
            _ => TextRange::new(
                self.disk_offset(range.start()),
                self.disk_offset(range.end()),
            ),
        }
    }

    /// The same by `units`, those of the text: for many ranges of one file.
    pub fn disk_range_by(&self, units: &Units, range: TextRange) -> TextRange {
        let offset = |offset: usize| match self.encoding {
            Encoding::Utf8 => offset,
            Encoding::Utf16Le | Encoding::Utf16Be => units.utf16_before(&self.text, offset) * 2,
            Encoding::SingleByte => units.chars_before(&self.text, offset),
        };
        TextRange::new(offset(range.start()), offset(range.end()))
    }

    fn disk_offset(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        match self.encoding {
            Encoding::Utf8 => offset,
            Encoding::Utf16Le | Encoding::Utf16Be => before.encode_utf16().count() * 2,
            Encoding::SingleByte => before.chars().count(),
        }
    }

    /// A range of bytes on disk as the range of `text`; `None` when it doesn't fit the file or cuts a character.
    pub fn text_range(&self, disk: TextRange) -> Option<TextRange> {
        let start = self.text_offset(disk.start())?;
        Some(TextRange::new(start, self.text_offset(disk.end())?))
    }

    fn text_offset(&self, disk: usize) -> Option<usize> {
        let width: fn(char) -> usize = match self.encoding {
            Encoding::Utf8 => return self.text.is_char_boundary(disk).then_some(disk),
            Encoding::Utf16Le | Encoding::Utf16Be => |c| c.len_utf16() * 2,
            Encoding::SingleByte => |_| 1,
        };
        let mut at = 0;
        for (offset, c) in self.text.char_indices() {
            if at >= disk {
                return (at == disk).then_some(offset);
            }
            at += width(c);
        }
        (at == disk).then_some(self.text.len())
    }

    /// The lines of the text.
    pub fn line_index(&self) -> LineIndex {
        LineIndex::new(&self.text)
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DecodeError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(DecodeError::BrokenUtf16);
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .collect::<Result<String, _>>()
        .map_err(|_| DecodeError::BrokenUtf16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_that_decode_encode_to_the_same_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(source) = SourceText::decode(&bytes) {
                prop_assert_eq!(source.encode(&source.text).unwrap(), bytes);
            }
        }

        #[test]
        fn disk_ranges_lead_back(text in "[a-zé😀\n]{1,20}", bom in any::<bool>()) {
            let text = if bom { format!("\u{feff}{text}") } else { text };
            for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
                let source = SourceText { text: text.as_str().into(), encoding };
                let length = source.encode(&text).unwrap().len();
                for start in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                    let range = TextRange::new(start, text.len());
                    let disk = source.disk_range(range);
                    prop_assert_eq!(disk.end(), length);
                    prop_assert_eq!(source.text_range(disk), Some(range));
                    let units = Units::of(&text);
                    prop_assert_eq!(source.disk_range_by(&units, range), disk);
                }
                prop_assert_eq!(source.text_range(TextRange::new(0, length + 1)), None);
            }
        }
    }

    #[test]
    fn latin_one_is_read_byte_by_byte() {
        let source = SourceText::decode(b"// caf\xe9\n").unwrap();
        assert_eq!(&*source.text, "// café\n");
        assert_eq!(
            source.disk_range(TextRange::new(0, 8)),
            TextRange::new(0, 7)
        );
    }

    #[test]
    fn utf16_offsets_are_those_on_disk() {
        let source = SourceText::decode(b"\xff\xfea\0b\0").unwrap();
        assert_eq!(&*source.text, "\u{feff}ab");
        assert_eq!(
            source.disk_range(TextRange::new(3, 4)),
            TextRange::new(2, 4)
        );
    }

    #[test]
    fn paths_are_normalised() {
        assert_eq!(
            SourcePath::new("a/b/C.csproj")
                .join_from_folder(r"..\x\.\y.cs")
                .as_str(),
            "a/x/y.cs"
        );
        assert_eq!(
            SourcePath::new("C.csproj")
                .join_from_folder("../x.cs")
                .as_str(),
            "../x.cs"
        );
    }
}
