//! A folder outside the workspace where programs that are run leave their results. It goes when it is dropped.

use std::fs;
use std::io;
use std::path::Path;

use super::reading::MAX_FILE_BYTES;
use crate::source::SourceText;

/// A new folder of its own.
#[derive(Debug)]
pub struct ResultsFolder {
    folder: tempfile::TempDir,
}

impl ResultsFolder {
    /// Makes one in the system's place for such folders.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("seamwright-").tempdir()?;
        Ok(Self { folder })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The texts of the files directly in it that have this extension, by name.
    pub fn texts(&self, extension: &str) -> io::Result<Vec<String>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(self.path())? {
            let path = entry?.path();
            let fits = path.extension().is_some_and(|found| found == extension);
            if fits && fs::symlink_metadata(&path)?.is_file() {
                files.push(path);
            }
        }
        files.sort();
        files
            .iter()
            .map(|path| {
                if fs::metadata(path)?.len() > MAX_FILE_BYTES {
                    return Err(io::Error::other("a file of results is too large"));
                }
                let text = SourceText::decode(&fs::read(path)?);
                text.map(|text| text.text.trim_start_matches('\u{feff}').to_owned())
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_was_left_and_goes() {
        let results = ResultsFolder::new().unwrap();
        let place = results.path().to_owned();
        fs::write(place.join("b.trx"), "\u{feff}two").unwrap();
        fs::write(place.join("a.trx"), "one").unwrap();
        fs::write(place.join("a.txt"), "other").unwrap();
        assert_eq!(results.texts("trx").unwrap(), ["one", "two"]);
        drop(results);
        assert!(!place.exists());
    }
}
