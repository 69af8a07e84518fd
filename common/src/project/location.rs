//! Absolute paths for expressions that need them, made from paths relative to the root and turned back.
//! Pure text: nothing here asks whether a path exists.

use crate::source::SourcePath;

/// Longer paths are not followed: no file system has them, and a hostile project must not cost more.
const MAX_PATH: usize = 4096;

/// Where the root of the run lies.
#[derive(Debug)]
pub(super) struct Location {
    parts: Vec<String>,
    /// The parts with `/` between and before them.
    shown: String,
}

impl Location {
    pub(super) fn new(root: &str) -> Self {
        let mut parts = Vec::new();
        resolve_into(&mut parts, root);
        let shown = shown(&parts);
        Self { parts, shown }
    }

    /// The absolute form of a path of the run.
    pub(super) fn absolute(&self, path: &SourcePath) -> String {
        self.under_root(path.as_str())
    }

    /// The absolute folder of a file of the run, without a `/` behind.
    pub(super) fn folder_of(&self, file: &SourcePath) -> String {
        self.under_root(file.folder())
    }

    fn under_root(&self, path: &str) -> String {
        if path.starts_with("..") {
            let mut parts = self.parts.clone();
            resolve_into(&mut parts, path);
            return shown(&parts);
        }
        let root = self.shown.trim_end_matches('/');
        match path {
            "" => self.shown.clone(),
            _ => [root, "/", path].concat(),
        }
    }

    /// An absolute path as a path of the run; `../` leads above the root.
    pub(super) fn relative(&self, absolute: &str) -> SourcePath {
        let mut parts = Vec::new();
        resolve_into(&mut parts, absolute);
        let shared = self
            .parts
            .iter()
            .zip(&parts)
            .take_while(|(mine, theirs)| mine == theirs)
            .count();
        let mut result = vec![".."; self.parts.len() - shared];
        result.extend(parts[shared..].iter().map(String::as_str));
        SourcePath::new(result.join("/"))
    }

    /// `text` as seen from a file of the run. `None` for paths that no file system has.
    pub(super) fn seen_from(&self, file: &SourcePath, text: &str) -> Option<SourcePath> {
        (text.len() <= MAX_PATH).then(|| self.relative(&full_path(&self.folder_of(file), text)))
    }
}

/// Whether a path doesn't depend on a folder: `/x`, `\x`, `C:\x`.
pub(super) fn is_rooted(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'/' | b'\\'))
        || (bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':')
}

/// `text` under the absolute folder `base` unless it is rooted, without `.` and `..`, with `/`.
pub(super) fn full_path(base: &str, text: &str) -> String {
    let mut parts = Vec::new();
    if !is_rooted(text) {
        resolve_into(&mut parts, base);
    }
    resolve_into(&mut parts, text);
    shown(&parts)
}

/// `Path.Combine`: the last rooted part wins, nothing is resolved.
pub(super) fn combine<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut result = String::new();
    for text in texts {
        if is_rooted(text) {
            result.clear();
        } else if !result.is_empty() && !text.is_empty() && !result.ends_with(['/', '\\']) {
            result.push('/');
        }
        result.push_str(text);
    }
    result
}

fn resolve_into(parts: &mut Vec<String>, text: &str) {
    for part in text.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                // A drive stays: `C:/..` is `C:/`.
                if parts.last().is_some_and(|last| !last.ends_with(':')) {
                    parts.pop();
                }
            }
            _ => parts.push(part.to_owned()),
        }
    }
}

fn shown(parts: &[String]) -> String {
    let joined = parts.join("/");
    if parts.first().is_some_and(|first| first.ends_with(':')) {
        joined
    } else {
        format!("/{joined}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn paths_above_the_root_come_back_with_dots() {
        let location = Location::new("/home/me/shop");
        assert_eq!(
            location.folder_of(&SourcePath::new("src/A.csproj")),
            "/home/me/shop/src"
        );
        assert_eq!(
            location.relative("/home/me/Directory.Build.props").as_str(),
            "../Directory.Build.props"
        );
        assert_eq!(location.relative("/etc/x").as_str(), "../../../etc/x");
        let file = SourcePath::new("../lib/B.csproj");
        assert_eq!(
            location.seen_from(&file, r"..\shop\a.cs").unwrap().as_str(),
            "a.cs"
        );
        assert_eq!(location.seen_from(&file, &"x/".repeat(4000)), None);
    }

    #[test]
    fn drives_are_roots() {
        let location = Location::new("C:/src/shop");
        assert_eq!(
            location.absolute(&SourcePath::new("../a.cs")),
            "C:/src/a.cs"
        );
        assert_eq!(location.relative(r"C:\src\shop\b.cs").as_str(), "b.cs");
        assert_eq!(full_path("C:/a", r"..\..\b"), "C:/b");
    }

    #[test]
    fn combining_resolves_nothing() {
        assert_eq!(combine(["a", "..", "b.cs"]), "a/../b.cs");
        assert_eq!(combine(["a", "/b"]), "/b");
    }

    proptest! {
        #[test]
        fn any_path_of_the_run_survives_the_way_through_absolute(parts in proptest::collection::vec("[a-z.]{1,3}", 0..8), up in 0_usize..4) {
            let location = Location::new("/home/me/shop");
            let path = SourcePath::normalised(&format!("{}{}", "../".repeat(up), parts.join("/")));
            prop_assume!(path.as_str().matches("../").count() < 3);
            let back = location.relative(&location.absolute(&path));
            // Through the names of the parents, `../shop/x` and `x` are the same file.
            prop_assert_eq!(location.absolute(&back), location.absolute(&path));
            prop_assert_eq!(location.absolute(&path), full_path("/home/me/shop", path.as_str()));
        }
    }
}
