//! Whether a SARIF log is valid by the published schema, which a script fetches and checks by its hash.

use std::process::Command;

use super::{Folder, root, skip};

/// For each log `ok`, or what is wrong with it; or None, after saying loudly that the running test is skipped, and
/// counting it.
#[track_caller]
pub(crate) fn sarif_verdicts_or_skip(logs: &[String]) -> Option<Vec<String>> {
    let folder = Folder::new();
    let files = logs.iter().enumerate();
    let files = files.map(|(index, log)| folder.write(&format!("{index}.sarif"), log));
    let script = Command::new("bash")
        .arg(root().join("tests/sarif.sh"))
        .args(files)
        .output();
    let output = match script {
        Ok(output) => output,
        Err(error) => {
            skip::skip("SARIF schema", &error.to_string());
            return None;
        }
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(3) {
        skip::skip("SARIF schema", said.trim());
        return None;
    }
    assert!(output.status.success(), "{said}");
    let verdicts = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<String> = verdicts.lines().map(str::to_owned).collect();
    assert_eq!(verdicts.len(), logs.len(), "{said}");
    Some(verdicts)
}
