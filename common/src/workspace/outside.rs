//! Files that are named on the command line and are no part of the sources: lists that are read, results that are
//! written.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The bytes of a file, but at most `limit` and one, so that a longer one shows.
pub(crate) fn read_outside(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a result. A file holds its old or its new content, whole; what isn't a file, such as a device, is written to
/// as it is.
pub(crate) fn write_outside(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let plain = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    if !plain && path.try_exists()? {
        return File::options()
            .write(true)
            .truncate(true)
            .open(path)?
            .write_all(bytes);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    // Readable as the umask says, unlike other temporary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder.unwrap_or(Path::new("."));
    // The error of the temporary file would name it.
    if !folder.is_dir() {
        let what = format!("there is no folder `{}`", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, what));
    }
    let mut new = builder.tempfile_in(folder)?;
    new.write_all(bytes)?;
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_replaces_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        write_outside(&path, b"a long one").unwrap();
        write_outside(&path, b"short").unwrap();
        assert_eq!(read_outside(&path, 100).unwrap(), b"short");
        assert_eq!(read_outside(&path, 2).unwrap(), b"sho");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write_outside(&folder.path().join("no/report"), b"").unwrap_err();
        let error = error.to_string();
        assert!(
            error.starts_with("there is no folder `") && error.ends_with("no`"),
            "{error}"
        );
    }
}
