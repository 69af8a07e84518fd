//! Checkouts and their copies: every file's bytes, and whether the edits of a document explain a change of them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use walkdir::WalkDir;

/// Every file's content, by path.
pub(crate) struct Files(BTreeMap<String, Vec<u8>>);

/// A copy that goes when it is dropped; without what belongs to git or was built.
pub(crate) fn copied(folder: &Path) -> Result<TempDir, Box<dyn Error>> {
    let copy = tempfile::Builder::new().prefix("delta-").tempdir()?;
    for (path, bytes) in files(folder)?.0 {
        let target = copy.path().join(path);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(target, bytes)?;
    }
    // So that the programs see where it ends.
    fs::create_dir(copy.path().join(".git"))?;
    Ok(copy)
}

pub(crate) fn files(folder: &Path) -> Result<Files, Box<dyn Error>> {
    let skipped = ["bin", "obj", ".git", "node_modules"];
    let mut found = BTreeMap::new();
    let walk = WalkDir::new(folder).into_iter().filter_entry(|entry| {
        entry.file_type().is_file() || !skipped.iter().any(|name| entry.file_name() == *name)
    });
    for entry in walk {
        let entry = entry?;
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(folder)?;
            let path = path.to_string_lossy().replace('\\', "/");
            found.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(Files(found))
}

impl Files {
    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    pub(crate) fn same(one: &Self, other: &Self) -> bool {
        one.0 == other.0
    }

    /// Whether `after` is what the changes of the document make of these files, byte for byte, and nothing else.
    pub(crate) fn explains(&self, after: &Self, document: &Value) -> Result<bool, Box<dyn Error>> {
        let mut expected = self.0.clone();
        let root = document["root"]
            .as_str()
            .unwrap_or(".")
            .trim_start_matches("./");
        let root = if root == "." || root.is_empty() {
            String::new()
        } else {
            format!("{root}/")
        };
        for change in document["changes"].as_array().into_iter().flatten() {
            let path = format!(
                "{root}{}",
                change["path"].as_str().ok_or("a change has no path")?
            );
            let text = |text: &Value| encoded(text.as_str().unwrap_or_default(), change);
            if let Some(content) = change.get("content").filter(|one| !one.is_null()) {
                let mut bytes = Vec::new();
                if change["bom"] == true {
                    bytes.extend("\u{feff}".bytes());
                }
                bytes.extend(text(content)?);
                expected.insert(path, bytes);
                continue;
            }
            let old = expected
                .get(&path)
                .ok_or("a file that is edited isn't there")?;
            let (mut new, mut at) = (Vec::new(), 0);
            for edit in change["edits"].as_array().into_iter().flatten() {
                let offset = |name: &str| edit[name].as_u64().unwrap_or_default() as usize;
                let (start, end) = (offset("byte_start"), offset("byte_end"));
                new.extend_from_slice(old.get(at..start).ok_or("edits overlap")?);
                new.extend(text(&edit["text"])?);
                at = end;
            }
            new.extend_from_slice(old.get(at..).ok_or("an edit leaves its file")?);
            expected.insert(path, new);
        }
        Ok(expected == after.0)
    }
}

fn encoded(text: &str, change: &Value) -> Result<Vec<u8>, Box<dyn Error>> {
    let units = || text.encode_utf16();
    Ok(match change["encoding"].as_str() {
        Some("utf-16le") => units().flat_map(u16::to_le_bytes).collect(),
        Some("utf-16be") => units().flat_map(u16::to_be_bytes).collect(),
        Some("utf-8") => text.into(),
        _ if text.is_ascii() => text.into(),
        other => return Err(format!("no way to check `{other:?}`").into()),
    })
}
