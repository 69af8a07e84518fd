//! Which `.editorconfig` and `.globalconfig` files speak of a source: those of its folder and of the folders above, up to
//! the repository; of the first kind up to one that says `root = true`.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Workspace;
use super::disk_files::read_text_at;
use super::folder::{RootFolder, relative};
use super::upward::{is_strange, repository_root};
use crate::editorconfig::{Complaint, EditorConfig, GlobalConfig, Settings};
use crate::source::SourcePath;

const NAME: &str = ".editorconfig";
const GLOBAL: &str = ".globalconfig";

/// What they say.
#[derive(Debug, Default)]
pub struct EditorSettings {
    /// By source, where something is said.
    pub settings: BTreeMap<SourcePath, Settings>,
    /// Lines that aren't understood, each with its place.
    pub complaints: Vec<String>,
}

impl Workspace {
    /// What the `.editorconfig` files say of the rules in these sources.
    pub fn editor_settings<'p>(
        &self,
        sources: impl IntoIterator<Item = &'p SourcePath>,
    ) -> EditorSettings {
        let mut found = EditorSettings::default();
        let mut files: HashMap<PathBuf, Option<EditorConfig>> = HashMap::new();
        let mut globals: HashMap<PathBuf, Option<GlobalConfig>> = HashMap::new();
        for source in sources {
            if found.settings.contains_key(source) {
                continue;
            }
            let disk = self.folder().disk_path(source);
            let Some(folder) = disk.parent() else {
                continue;
            };
            let mut settings = Settings::default();
            for (above, path) in self
                .speaking(folder, &disk, &mut files, &mut found.complaints)
                .into_iter()
                .rev()
            {
                if let Some(Some(file)) = files.get(&above) {
                    settings.take(file, &path);
                }
            }
            let above = self.globals(folder, &mut globals, &mut found.complaints);
            let above = above
                .iter()
                .filter_map(|above| globals.get(above)?.as_ref());
            let path = disk.to_string_lossy().replace('\\', "/");
            let settings = settings.over(&Settings::of_globals(above, &path));
            found.settings.insert(source.clone(), settings);
        }
        found.complaints.sort();
        found
    }

    /// The folders whose files speak of a source, the nearest first, with the source as seen from there.
    fn speaking(
        &self,
        folder: &Path,
        source: &Path,
        files: &mut HashMap<PathBuf, Option<EditorConfig>>,
        complaints: &mut Vec<String>,
    ) -> Vec<(PathBuf, String)> {
        let repository = repository_root(folder);
        let mut speaking = Vec::new();
        for above in folder.ancestors() {
            if repository.is_none() && is_strange(above) {
                break;
            }
            let file = files.entry(above.to_owned()).or_insert_with(|| {
                let path = above.join(NAME);
                let text = self.text_of(&path, complaints)?;
                let file = EditorConfig::read(&text);
                complaints.extend(self.told(&path, file.complaints()));
                Some(file)
            });
            if let Some(file) = file {
                if let Some(path) = relative(above, source) {
                    speaking.push((above.to_owned(), path));
                }
                if file.is_root() {
                    break;
                }
            }
            if Some(above) == repository {
                break;
            }
        }
        speaking
    }

    /// The folders from a source's own upwards that may hold a file for whole projects; those that do are read.
    fn globals(
        &self,
        folder: &Path,
        files: &mut HashMap<PathBuf, Option<GlobalConfig>>,
        complaints: &mut Vec<String>,
    ) -> Vec<PathBuf> {
        let repository = repository_root(folder);
        let mut seen = Vec::new();
        for above in folder.ancestors() {
            if repository.is_none() && is_strange(above) {
                break;
            }
            files.entry(above.to_owned()).or_insert_with(|| {
                let path = above.join(GLOBAL);
                let text = self.text_of(&path, complaints)?;
                let file = GlobalConfig::read(&text);
                complaints.extend(self.told(&path, file.complaints()));
                Some(file)
            });
            seen.push(above.to_owned());
            if Some(above) == repository {
                break;
            }
        }
        seen
    }

    /// What a file says; that it is there and can't be read is a complaint.
    fn text_of(&self, file: &Path, complaints: &mut Vec<String>) -> Option<Arc<str>> {
        let there = file.symlink_metadata().is_ok();
        let text = file.is_file().then(|| read_text_at(file)).flatten();
        if there && text.is_none() {
            let shown = RootFolder::shown_like(file.to_owned(), Path::new(self.root()));
            complaints.push(format!("`{}` can't be read", shown.as_str()));
        }
        text
    }

    fn told(&self, file: &Path, complaints: &[Complaint]) -> Vec<String> {
        let shown = RootFolder::shown_like(file.to_owned(), Path::new(self.root()));
        let shown = shown.as_str();
        let told = |one: &Complaint| format!("`{shown}` line {}: {}", one.line, one.what);
        complaints.iter().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::editorconfig::Setting;
    use crate::finding::Category;
    use crate::rule::{RuleId, Severity};
    use crate::workspace::WorkspaceOptions;

    const ERROR: &str = "[*.cs]\ndotnet_diagnostic.seamwright.time.severity = error\n";
    const NONE: &str = "[b/**]\ndotnet_diagnostic.seamwright.time.severity = none\n";

    /// What holds for `r/s/b/A.cs`, with these files beside it.
    fn setting(files: &[(&str, &str)]) -> (Option<Setting>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let source = "r/s/b/A.cs";
        for (path, text) in files.iter().chain(&[(source, "class A;")]) {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let scope = folder.path().join("r/s");
        let workspace = Workspace::open(&[scope], &WorkspaceOptions::default()).unwrap();
        let path = SourcePath::new("b/A.cs");
        let found = workspace.editor_settings([&path]);
        let rule = RuleId::of(Category::Time, "DateTime.Now");
        (found.settings[&path].of(&rule), found.complaints)
    }

    #[test]
    fn the_nearest_file_wins_and_root_ends_the_way_up() {
        let error = Some(Setting::Severity(Severity::Error));
        let of = |files: &[(&str, &str)]| setting(files).0;
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("r/.editorconfig", ERROR)]), error);
        assert_eq!(
            of(&[("r/.editorconfig", NONE), ("r/s/b/.editorconfig", ERROR)]),
            error
        );
        assert_eq!(
            of(&[("r/.editorconfig", ERROR), ("r/s/.editorconfig", NONE)]),
            Some(Setting::Off)
        );
        assert_eq!(
            of(&[
                ("r/.editorconfig", ERROR),
                ("r/s/.editorconfig", "root = true\n")
            ]),
            None
        );
    }

    #[test]
    fn one_that_is_no_file_is_complained_of() {
        let (_, complaints) = setting(&[("r/s/.editorconfig/x", ""), ("r/.globalconfig/x", "")]);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints.iter().all(|one| one.ends_with("can't be read")));
    }

    #[test]
    fn what_lies_above_the_repository_is_not_everybodys() {
        let files = [(".editorconfig", ERROR), ("r/.git/HEAD", "")];
        assert_eq!(setting(&files).0, None);
    }

    #[test]
    fn a_global_file_holds_where_no_other_speaks() {
        let global = "dotnet_diagnostic.seamwright.time.severity = error\n";
        let of = |files: &[(&str, &str)]| setting(files).0;
        let error = Some(Setting::Severity(Severity::Error));
        let root = ("r/s/.editorconfig", "root = true\n");
        assert_eq!(of(&[("r/.globalconfig", global), root]), error);
        assert_eq!(
            of(&[("r/.globalconfig", global), ("r/s/.editorconfig", NONE)]),
            Some(Setting::Off)
        );
        let loud = global.replace("error", "loud");
        let (_, complaints) = setting(&[("r/.globalconfig", &loud)]);
        assert!(complaints[0].contains("r/.globalconfig` line 1: `loud`"));
    }

    #[test]
    fn a_line_that_is_not_understood_is_named_once() {
        let (_, complaints) = setting(&[("r/.editorconfig", &ERROR.replace("error", "loud"))]);
        assert_eq!(complaints.len(), 1);
        assert!(
            complaints[0].contains("r/.editorconfig` line 2: `loud`"),
            "{complaints:?}"
        );
    }
}
