//! Several files in one input: a line `//// PATH` begins the next.

use std::collections::BTreeMap;

/// More files than this are one.
const MOST_FILES: usize = 16;

/// The files of an input by path; what stands before the first mark has the path `first`.
pub(super) fn split<'b>(bytes: &'b [u8], first: &str) -> BTreeMap<String, &'b [u8]> {
    let mut files = BTreeMap::new();
    let (mut path, mut start, mut at) = (first.to_owned(), 0, 0);
    while at < bytes.len() {
        let end = bytes[at..].iter().position(|byte| *byte == b'\n');
        let end = end.map_or(bytes.len(), |length| at + length + 1);
        if let Some(name) = bytes[at..end].strip_prefix(b"//// ")
            && files.len() < MOST_FILES
        {
            keep(&mut files, path, &bytes[start..at]);
            path = String::from_utf8_lossy(name.trim_ascii()).into_owned();
            start = end;
        }
        at = end;
    }
    keep(&mut files, path, &bytes[start..]);
    files
}

fn keep<'b>(files: &mut BTreeMap<String, &'b [u8]>, path: String, content: &'b [u8]) {
    if !content.is_empty() {
        files.insert(path, content);
    }
}
