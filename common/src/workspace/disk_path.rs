//! The paths of sources on disk, of which there may be hundreds of thousands, each in several lists: one text for all of
//! them, compared by its bytes. Knows nothing of what lies there.

use std::cmp::Ordering;
use std::ops::Deref;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use super::disk_files::from_disk;
use crate::source::SourcePath;

/// An absolute path with nothing to resolve in it: one separator between two parts, none of them `.` or `..`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DiskPath(Arc<Path>);

impl DiskPath {
    /// The path from the root of the file system. `None` when it isn't Unicode.
    pub(super) fn seen_from_root(&self) -> Option<SourcePath> {
        if MAIN_SEPARATOR == '/' {
            Some(SourcePath::new(self.0.to_str()?.strip_prefix('/')?))
        } else {
            from_disk(&self.0)
        }
    }
}

impl From<&Path> for DiskPath {
    fn from(path: &Path) -> Self {
        Self(path.into())
    }
}

impl From<PathBuf> for DiskPath {
    fn from(path: PathBuf) -> Self {
        Self(path.into())
    }
}

impl Deref for DiskPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

/// As paths are ordered, part by part.
impl Ord for DiskPath {
    fn cmp(&self, other: &Self) -> Ordering {
        let [one, other] = [self, other].map(|path| path.0.as_os_str().as_encoded_bytes());
        order(one, other)
    }
}

impl PartialOrd for DiskPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A part ends before any character follows in another.
fn order(one: &[u8], other: &[u8]) -> Ordering {
    // Most of them begin with the same folders.
    let ((ones, _), (others, _)) = (one.as_chunks::<16>(), other.as_chunks::<16>());
    let same = ones
        .iter()
        .zip(others)
        .take_while(|(one, other)| one == other)
        .count()
        * 16;
    let (one, other) = (&one[same..], &other[same..]);
    let differ = one.iter().zip(other).position(|(one, other)| one != other);
    match differ {
        Some(at) => rank(one[at]).cmp(&rank(other[at])),
        None => one.len().cmp(&other.len()),
    }
}

fn rank(byte: u8) -> u16 {
    if byte == MAIN_SEPARATOR as u8 {
        0
    } else {
        u16::from(byte) + 1
    }
}

/// The rest of an absolute path behind a folder, both with nothing to resolve in them; `None` where that can't be told
/// from the bytes.
pub(super) fn behind<'p>(folder: &Path, path: &'p Path) -> Option<&'p str> {
    if MAIN_SEPARATOR != '/' {
        return None;
    }
    let rest = path.to_str()?.strip_prefix(folder.to_str()?)?;
    let rest = rest.strip_prefix('/')?;
    let plain = |part: &str| !matches!(part, "" | "." | "..");
    rest.split('/').all(plain).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_parts() {
        let all = [
            "/a", "/a/b", "/a/b/c", "/a/b.c", "/a/b c/d", "/a.b", "/a b/c", "/b",
        ];
        for one in all {
            for other in all {
                let paths = [one, other].map(|path| DiskPath::from(Path::new(path)));
                let expected = Path::new(one).cmp(Path::new(other));
                assert_eq!(paths[0].cmp(&paths[1]), expected, "{one} {other}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_lies_behind_a_folder_is_told_from_the_bytes() {
        let check = |folder: &str, path: &str, expected: Option<&str>| {
            let found = behind(Path::new(folder), Path::new(path));
            assert_eq!(found, expected, "{folder} {path}");
        };
        check("/a", "/a/b/C.cs", Some("b/C.cs"));
        check("/a", "/ab/C.cs", None);
        check("/a/b", "/a/C.cs", None);
        check("/a", "/a/../b", None);
        check("/", "/a", None);
    }
}
