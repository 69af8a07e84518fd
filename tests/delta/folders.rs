//! The command line of an example that takes folders. Knows nothing of what it does with them.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs an example on the folders that its command line names.
pub(crate) fn on_folders(
    example: &str,
    run: impl FnOnce(&[PathBuf]) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: {example} FOLDER…");
        return ExitCode::from(2);
    }
    match run(&folders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
