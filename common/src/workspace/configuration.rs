//! Where `seamwright.toml` lies: in the folder of the scope or the nearest above, not looking above the repository.

use std::fmt;
use std::path::{Path, PathBuf};

use super::disk_files::{MAX_PROJECT_BYTES, from_disk};
use super::folder::RootFolder;
use super::reading::read_file;
use super::scope::{Scope, common_folder};
use super::upward::{is_strange, repository_root};
use crate::source::{SourcePath, SourceText};

const NAME: &str = "seamwright.toml";

/// A file of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationFile {
    /// Its path as it is shown.
    pub shown: String,
    /// The folder that its patterns are anchored at.
    pub folder: PathBuf,
    /// What it says.
    pub text: String,
}

/// Why a file that is there can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableConfiguration {
    /// Its path as it is shown.
    pub shown: String,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for UnreadableConfiguration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` can't be read: {}", self.shown, self.why)
    }
}

impl std::error::Error for UnreadableConfiguration {}

impl ConfigurationFile {
    /// The file at this path.
    pub fn at(path: &Path) -> Result<Self, UnreadableConfiguration> {
        read(path, path.display().to_string())
    }

    /// The nearest at or above what the scopes have in common, if there is one. Scopes that aren't there don't count:
    /// whoever opens them says so.
    pub fn above<'p>(
        scopes: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<Option<Self>, UnreadableConfiguration> {
        let scopes: Vec<Scope> = scopes
            .into_iter()
            .filter_map(|path| Scope::of(path).ok())
            .collect();
        let Some(first) = scopes.first() else {
            return Ok(None);
        };
        let mut common = first.folder();
        for scope in &scopes {
            match common_folder(common, scope.folder()) {
                Some(folder) => common = folder,
                None => return Ok(None),
            }
        }
        let repository = repository_root(common);
        for above in common.ancestors() {
            if repository.is_none() && is_strange(above) {
                break;
            }
            let path = above.join(NAME);
            // One that is there and can't be read would be missed.
            if path.symlink_metadata().is_ok() {
                let shown = RootFolder::shown_like(path.clone(), &first.given);
                return read(&path, shown.as_str().to_owned()).map(Some);
            }
            if Some(above) == repository {
                break;
            }
        }
        Ok(None)
    }
}

fn read(path: &Path, shown: String) -> Result<ConfigurationFile, UnreadableConfiguration> {
    let bad = |why: String| UnreadableConfiguration {
        shown: shown.clone(),
        why,
    };
    let disk = path
        .canonicalize()
        .map_err(|error| bad(error.to_string()))?;
    let metadata = disk.metadata().map_err(|error| bad(error.to_string()))?;
    if !metadata.is_file() {
        return Err(bad("it isn't a regular file".to_owned()));
    }
    let size = metadata.len();
    if size > MAX_PROJECT_BYTES {
        return Err(bad(format!("{size} bytes, more than is read of one file")));
    }
    let name = from_disk(&disk).unwrap_or_else(|| SourcePath::new(NAME));
    let bytes = read_file(&disk, &name).map_err(|error| bad(error.reason()))?;
    let text = SourceText::decode(&bytes).map_err(|error| bad(error.to_string()))?;
    Ok(ConfigurationFile {
        folder: disk.parent().unwrap_or(&disk).to_owned(),
        text: text.text.to_string(),
        shown,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The folder of the file that is found for these scopes, seen from the top.
    fn found(files: &[&str], scopes: &[&str]) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        for path in files.iter().chain(scopes) {
            let path = top.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let scopes: Vec<PathBuf> = scopes.iter().map(|scope| top.join(scope)).collect();
        let found = ConfigurationFile::above(&scopes).unwrap()?;
        Some(
            found
                .folder
                .strip_prefix(&top)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned(),
        )
    }

    #[test]
    fn the_nearest_above_what_the_scopes_have_in_common_is_taken() {
        let files = ["r/seamwright.toml", "r/a/seamwright.toml", "r/.git"];
        assert_eq!(found(&files, &["r/a/x/A.cs"]).as_deref(), Some("r/a"));
        assert_eq!(
            found(&files, &["r/a/x/A.cs", "r/b/B.cs"]).as_deref(),
            Some("r")
        );
        assert_eq!(found(&files, &[]), None);
    }

    #[test]
    fn what_lies_above_the_repository_is_not_everybodys() {
        assert_eq!(found(&["seamwright.toml", "r/.git"], &["r/A.cs"]), None);
    }

    #[test]
    fn a_file_that_can_not_be_read_is_named() {
        let error = ConfigurationFile::at(Path::new("no/such.toml")).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`no/such.toml` can't be read"),
            "{error}"
        );
        let folder = tempfile::tempdir().unwrap();
        assert!(ConfigurationFile::at(folder.path()).is_err());
        fs::write(folder.path().join("A.cs"), "").unwrap();
        fs::create_dir(folder.path().join(NAME)).unwrap();
        let error = ConfigurationFile::above(&[folder.path().join("A.cs")]).unwrap_err();
        assert!(
            error.to_string().ends_with("isn't a regular file"),
            "{error}"
        );
    }
}
