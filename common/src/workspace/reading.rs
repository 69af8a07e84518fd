//! Reads files: one by one, or all of a workspace in parallel, each once. A file that can't be read is reported,
//! never skipped in silence. Knows nothing of C#.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;

use super::classify::{has_generated_header, is_generated_name};
use super::error::ReadError;
use super::{Workspace, WorkspaceFile};
use crate::finding::{Incomplete, IncompleteReason};
use crate::hash::ContentHash;
use crate::source::{DecodeError, Encoding, SourcePath, SourceText};

/// The largest file that is read, in bytes. The largest C# file of the public repositories looked at has 12 MB.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// One file that was read.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Its entry in the workspace.
    pub file: &'a WorkspaceFile,
    /// What it says.
    pub text: SourceText,
    /// Whether it is to be reported on: in scope, and without the header of generated code.
    pub in_scope: bool,
    /// Whether it is generated code, by its name or its header, in scope or not.
    pub generated: bool,
}

impl Source<'_> {
    /// The hash of the file on disk.
    pub fn hash(&self) -> ContentHash {
        let text = &self.text;
        match text.encoding {
            Encoding::Utf8 => ContentHash::of(text.text.as_bytes()),
            // What was decoded can be encoded again.
            _ => ContentHash::of(&text.encode(&text.text).unwrap_or_default()),
        }
    }
}

/// What came of reading all files.
#[derive(Clone, Debug)]
pub struct Reading<T> {
    /// For each file that could be read, in the order of paths: its index in [`Workspace::files`] and what was made
    /// of it.
    pub results: Vec<(usize, T)>,
    /// How many files in scope were looked at.
    pub scanned: usize,
    /// How many files in scope turned out to be generated, by their headers.
    pub generated: usize,
    /// Files that couldn't be read.
    pub incomplete: Vec<Incomplete>,
}

impl Workspace {
    /// Reads a file of this workspace.
    pub fn read(&self, path: &SourcePath) -> Result<SourceText, ReadError> {
        let bytes = self.bytes(path)?;
        SourceText::decode(&bytes).map_err(|error| ReadError::Decode(path.clone(), error))
    }

    /// Whether there is nothing at this path of a document.
    pub fn is_gone(&self, path: &SourcePath) -> bool {
        let disk = self.folder().resolve(path);
        disk.is_ok_and(|disk| disk.try_exists().is_ok_and(|there| !there))
    }

    /// The hash of a file of this workspace as it is on disk now.
    pub fn hash(&self, path: &SourcePath) -> Result<ContentHash, ReadError> {
        Ok(ContentHash::of(&self.bytes(path)?))
    }

    fn bytes(&self, path: &SourcePath) -> Result<Vec<u8>, ReadError> {
        read_file(&self.folder().disk_path(path), path)
    }

    /// Reads every file once, in parallel, and hands it to `make`. Texts that `make` doesn't keep are dropped at once.
    pub fn for_each_source<T: Send>(&self, make: impl Fn(Source<'_>) -> T + Sync) -> Reading<T> {
        self.for_each_of(0..self.files().len(), make)
    }

    /// As [`Workspace::for_each_source`], for the files with these indices.
    pub fn for_each_of<T: Send>(
        &self,
        indices: impl IntoIterator<Item = usize>,
        make: impl Fn(Source<'_>) -> T + Sync,
    ) -> Reading<T> {
        let one = |index: usize| {
            let file = &self.files()[index];
            let text = self
                .read(&file.path)
                .map_err(|error| Box::new(incomplete(&error)))?;
            let header = has_generated_header(&text.text);
            let in_scope = file.in_scope && !header;
            let generated = header || is_generated_name(file.path.file_name());
            let made = make(Source {
                file,
                text,
                in_scope,
                generated,
            });
            Ok((index, in_scope, file.in_scope && header, made))
        };
        let indices: Vec<usize> = indices.into_iter().collect();
        // One file a task: a large one holds up nobody.
        let all: Vec<Result<_, Box<Incomplete>>> =
            self.in_parallel(|| indices.into_par_iter().with_max_len(1).map(one).collect());
        let mut reading = Reading {
            results: Vec::with_capacity(all.len()),
            scanned: 0,
            generated: 0,
            incomplete: Vec::new(),
        };
        for outcome in all {
            match outcome {
                Ok((index, in_scope, header, made)) => {
                    reading.scanned += usize::from(in_scope);
                    reading.generated += usize::from(header);
                    reading.results.push((index, made));
                }
                Err(trouble) => reading.incomplete.push(*trouble),
            }
        }
        reading
    }
}

/// The bytes of a regular file of bounded size. Devices and pipes, which could block, are refused.
pub(super) fn read_file(disk: &Path, path: &SourcePath) -> Result<Vec<u8>, ReadError> {
    let found = disk
        .metadata()
        .map_err(|error| ReadError::io(path, error))?;
    if !found.is_file() {
        return Err(ReadError::NotAFile(path.clone()));
    }
    if found.len() > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge(path.clone(), found.len()));
    }
    let file = File::open(disk).map_err(|error| ReadError::io(path, error))?;
    let mut bytes = Vec::with_capacity(found.len() as usize + 1);
    // It may grow meanwhile.
    let read = file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| ReadError::io(path, error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge(path.clone(), bytes.len() as u64));
    }
    Ok(bytes)
}

fn incomplete(error: &ReadError) -> Incomplete {
    let reason = match error {
        ReadError::Io(..) | ReadError::NotAFile(_) => IncompleteReason::Unreadable,
        ReadError::TooLarge(..) | ReadError::Decode(_, DecodeError::TooLarge) => {
            IncompleteReason::TooLarge
        }
        ReadError::Decode(..) => IncompleteReason::NotText,
    };
    Incomplete {
        path: error.path().clone(),
        line: None,
        reason,
        detail: error.reason(),
    }
}
