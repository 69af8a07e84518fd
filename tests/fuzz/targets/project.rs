//! Project, solution and settings files: whatever they say, reading them ends, twice with the same result, and gives
//! paths of one form.

use std::collections::BTreeMap;
use std::sync::Arc;

use seamwright_common::configuration::Configuration;
use seamwright_common::editorconfig::EditorConfig;
use seamwright_common::project::{Project, ProjectFiles, ProjectFolders, evaluate, read_solution};
use seamwright_common::source::SourcePath;

use super::files::split;

/// Files by path, the first `A.csproj`; each is read as what its name says.
pub fn project(bytes: &[u8]) {
    let files = split(bytes, "A.csproj");
    let files = Files(
        files
            .into_iter()
            .map(|(path, text)| {
                let text = String::from_utf8_lossy(text);
                (SourcePath::normalised(&path), Arc::from(&*text))
            })
            .collect(),
    );
    for (path, text) in &files.0 {
        let name = path.file_name();
        if name.ends_with("proj") {
            // Side by side, as those of a workspace are.
            let (project, again) = std::thread::scope(|scope| {
                let again = scope.spawn(|| evaluate(path, &files, &[]));
                (evaluate(path, &files, &[]), again.join().unwrap())
            });
            if let Ok(project) = &project {
                check(project);
            }
            let [once, again] = [project, again].map(|one| one.map(|project| shown(&project)));
            assert_eq!(once, again);
        } else if name.contains(".sln") {
            if let Ok(solution) = read_solution(path, text) {
                solution.projects.iter().for_each(is_normal);
            }
        } else if name == ".editorconfig" {
            let _ = EditorConfig::read(text);
        } else if name == "seamwright.toml" {
            let _ = Configuration::read(text);
        }
    }
}

fn check(project: &Project) {
    assert!((1..=64).contains(&project.targets.len()));
    project.imports.iter().for_each(is_normal);
    for reference in &project.references {
        is_normal(&reference.path);
        assert!(
            reference
                .on
                .iter()
                .all(|target| target < project.targets.len())
        );
    }
    let folders = ProjectFolders::new([&project.path]);
    for named in project.named_sources() {
        is_normal(&named);
        let _ = project.compiles(&named, &folders);
    }
    for path in ["B.cs", "obj/B.cs", "../B.cs", "a/b/c/../d.cs"] {
        let path = SourcePath::new(path);
        let on = project.compiled_by(&path, &folders);
        assert_eq!(on.is_empty(), !project.compiles(&path, &folders));
    }
    let _ = (project.language(), project.has_time_provider());
}

/// What a project says; the sets behind its patterns have no order.
fn shown(project: &Project) -> String {
    let targets = project.targets.iter();
    let targets: Vec<String> = targets
        .map(|target| {
            let (framework, language) = (&target.framework, target.language);
            format!("{framework:?} {language:?} {:?}", target.global_usings)
        })
        .collect();
    let (references, packages) = (&project.references, &project.packages);
    let (imports, notes) = (&project.imports, &project.notes);
    format!("{targets:?} {references:?} {packages:?} {imports:?} {notes:?}")
}

fn is_normal(path: &SourcePath) {
    assert_eq!(*path, SourcePath::normalised(path.as_str()));
}

struct Files(BTreeMap<SourcePath, Arc<str>>);

impl ProjectFiles for Files {
    fn read(&self, path: &SourcePath) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }

    fn has(&self, path: &SourcePath) -> bool {
        let folder = format!("{path}/");
        let mut files = self.0.keys();
        files.any(|file| file == path || file.as_str().starts_with(&folder))
    }

    fn files_in(&self, folder: &SourcePath) -> Option<Vec<String>> {
        let files = self.0.keys();
        let files = files.filter(|file| file.folder() == folder.as_str());
        Some(files.map(|file| file.file_name().to_owned()).collect())
    }
}
