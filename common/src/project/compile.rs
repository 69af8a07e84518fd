//! Which files a project compiles: default items, `Compile` items in their order, other projects' folders left
//! out. Decides about paths; lists nothing.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::glob::{Pattern, PatternSet};
use super::location::Location;
use crate::source::SourcePath;

/// The folders that hold project files.
#[derive(Clone, Debug, Default)]
pub struct ProjectFolders(HashSet<String>);

impl ProjectFolders {
    /// From the paths of all C# project files.
    pub fn new<'a>(projects: impl IntoIterator<Item = &'a SourcePath>) -> Self {
        Self(
            projects
                .into_iter()
                .map(|path| path.folder().to_lowercase())
                .collect(),
        )
    }

    /// Whether a folder between `folder` (not itself) and the file in it belongs to another project. Both in
    /// lower case, relative to the root.
    fn part(&self, folder: &str, path: &str) -> bool {
        let mut at = parent(path);
        while at != folder {
            if self.0.contains(&*at) {
                return true;
            }
            if at.len() > 4096 {
                return false;
            }
            at = match at {
                Cow::Borrowed(at) => parent(at),
                Cow::Owned(at) => Cow::Owned(parent(&at).into_owned()),
            };
        }
        false
    }
}

/// The folder above a path relative to the root: `a` of `a/b`, the root of `a`, then `..`, `../..`.
fn parent(path: &str) -> Cow<'_, str> {
    match path.rsplit_once('/') {
        Some((_, "..")) => Cow::Owned(format!("{path}/..")),
        Some((above, _)) => Cow::Borrowed(above),
        None if path.is_empty() => Cow::Borrowed(".."),
        None if path == ".." => Cow::Borrowed("../.."),
        None => Cow::Borrowed(""),
    }
}

/// What one target of a project compiles.
#[derive(Clone, Debug)]
pub struct CompileItems {
    location: Arc<Location>,
    /// The project's folder, relative and in lower case.
    folder: String,
    /// The same absolute, with `/` behind.
    inside: String,
    steps: Vec<Step>,
    files: BTreeSet<SourcePath>,
    roots: BTreeSet<SourcePath>,
    /// The folders that hold all that is compiled, absolute with `/` behind, in lower case.
    reach: Vec<String>,
}

#[derive(Clone, Debug)]
enum Step {
    Defaults(PatternSet),
    Include(PatternSet, PatternSet),
    Remove(PatternSet),
}

/// A step with its patterns read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum PatternStep {
    Defaults {
        exclude: Vec<Pattern>,
    },
    Include {
        patterns: Vec<Pattern>,
        exclude: Vec<Pattern>,
    },
    Remove {
        patterns: Vec<Pattern>,
    },
}

impl CompileItems {
    /// From steps in order; true when some patterns were too much.
    pub(super) fn new(
        location: &Arc<Location>,
        project: &SourcePath,
        steps: &[PatternStep],
    ) -> (Self, bool) {
        let mut items = Self {
            location: location.clone(),
            folder: project.folder().to_lowercase(),
            inside: format!("{}/", location.folder_of(project).to_lowercase()),
            steps: Vec::new(),
            files: BTreeSet::new(),
            roots: BTreeSet::new(),
            reach: Vec::new(),
        };
        let mut truncated = false;
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            // Old projects have thousands of includes of one file each: one set for all that stand together.
            let mut together = 1;
            let set =
                |patterns: &mut dyn Iterator<Item = &Pattern>| PatternSet::new(location, patterns);
            let built = match step {
                PatternStep::Defaults { exclude } => {
                    items.roots.insert(SourcePath::new(project.folder()));
                    Step::Defaults(set(&mut exclude.iter()))
                }
                PatternStep::Include { patterns, exclude } if !exclude.is_empty() => {
                    Step::Include(set(&mut patterns.iter()), set(&mut exclude.iter()))
                }
                PatternStep::Include { .. } => {
                    let run: Vec<&Vec<Pattern>> = steps[at..]
                        .iter()
                        .map_while(|step| match step {
                            PatternStep::Include { patterns, exclude } if exclude.is_empty() => {
                                Some(patterns)
                            }
                            _ => None,
                        })
                        .collect();
                    together = run.len();
                    Step::Include(
                        set(&mut run.into_iter().flatten()),
                        set(&mut std::iter::empty()),
                    )
                }
                PatternStep::Remove { .. } => {
                    let run: Vec<&Vec<Pattern>> = steps[at..]
                        .iter()
                        .map_while(|step| match step {
                            PatternStep::Remove { patterns } => Some(patterns),
                            _ => None,
                        })
                        .collect();
                    together = run.len();
                    Step::Remove(set(&mut run.into_iter().flatten()))
                }
            };
            truncated |= match &built {
                Step::Defaults(set) | Step::Remove(set) => set.truncated,
                Step::Include(set, exclude) => set.truncated || exclude.truncated,
            };
            items.steps.push(built);
            at += together;
        }
        for step in steps {
            if let PatternStep::Include { patterns, .. } = step {
                for pattern in patterns {
                    match pattern {
                        Pattern::File(path) => items.files.insert(path.clone()),
                        Pattern::Below { folder, .. } => items.roots.insert(folder.clone()),
                    };
                }
            }
        }
        let of_files = items.files.iter().map(|file| location.folder_of(file));
        let of_roots = items.roots.iter().map(|folder| location.absolute(folder));
        let folders: BTreeSet<String> = of_files
            .chain(of_roots)
            .map(|folder| format!("{}/", folder.trim_end_matches('/').to_lowercase()))
            .collect();
        // Sorted: what lies in another one comes behind it.
        for folder in folders {
            if !items
                .reach
                .last()
                .is_some_and(|outer| folder.starts_with(outer))
            {
                items.reach.push(folder);
            }
        }
        (items, truncated)
    }

    /// Whether the file is compiled, existing or not.
    pub fn contains(&self, path: &SourcePath, folders: &ProjectFolders) -> bool {
        let mut absolute = self.location.absolute(path);
        if absolute.is_ascii() {
            absolute.make_ascii_lowercase();
        } else {
            absolute = absolute.to_lowercase();
        }
        // Most files of a repository are another project's.
        if !self.reach.iter().any(|folder| absolute.starts_with(folder)) {
            return false;
        }
        let mut compiled = false;
        for step in &self.steps {
            match step {
                Step::Defaults(exclude) => {
                    compiled |=
                        self.is_default(&absolute, path, folders) && !exclude.matches(&absolute);
                }
                Step::Include(set, exclude) => {
                    compiled |= set.matches(&absolute) && !exclude.matches(&absolute);
                }
                Step::Remove(set) => compiled &= !set.matches(&absolute),
            }
        }
        compiled
    }

    /// The files that are named without wildcards.
    pub fn files(&self) -> &BTreeSet<SourcePath> {
        &self.files
    }

    /// The folders that patterns start from.
    pub fn roots(&self) -> &BTreeSet<SourcePath> {
        &self.roots
    }

    fn is_default(&self, absolute: &str, path: &SourcePath, folders: &ProjectFolders) -> bool {
        let inside = absolute.strip_prefix(&self.inside);
        // Both are in lower case.
        let Some(inside) = inside.filter(|inside| inside.strip_suffix(".cs").is_some()) else {
            return false;
        };
        // The SDK leaves folders with a dot in front alone, files with one not.
        let hidden = inside
            .rsplit_once('/')
            .is_some_and(|(folder, _)| folder.split('/').any(|part| part.starts_with('.')));
        !hidden && !folders.part(&self.folder, &path.as_str().to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(steps: &[(&str, &str)]) -> CompileItems {
        let location = Arc::new(Location::new("/r/root"));
        let project = SourcePath::new("App/App.csproj");
        let read = |specs: &str| -> Vec<Pattern> {
            specs
                .split(';')
                .filter_map(|spec| Pattern::read(&location, &project, spec))
                .collect()
        };
        let steps: Vec<PatternStep> = steps
            .iter()
            .map(|(kind, specs)| match *kind {
                "default" => PatternStep::Defaults {
                    exclude: read(specs),
                },
                "include" => PatternStep::Include {
                    patterns: read(specs),
                    exclude: Vec::new(),
                },
                _ => PatternStep::Remove {
                    patterns: read(specs),
                },
            })
            .collect();
        CompileItems::new(&location, &project, &steps).0
    }

    fn check(steps: &[(&str, &str)], compiled: &[&str], left_out: &[&str]) {
        let items = items(steps);
        let others = [
            SourcePath::new("App/Nested/N.csproj"),
            SourcePath::new("App/App.csproj"),
        ];
        let folders = ProjectFolders::new(&others);
        for (paths, expected) in [(compiled, true), (left_out, false)] {
            for path in paths {
                assert_eq!(
                    items.contains(&SourcePath::new(*path), &folders),
                    expected,
                    "{path}"
                );
            }
        }
    }

    #[test]
    fn default_items_end_at_other_projects() {
        check(
            &[("default", "bin/**;obj/**")],
            &[
                "App/A.cs",
                "App/x/B.CS",
                "App/x/.hidden.cs",
                "App/x/obj/C.cs",
                "App/.a.cs",
            ],
            &[
                "App/Nested/N.cs",
                "App/Nested/x/N.cs",
                "App/obj/A.cs",
                "App/.vs/A.cs",
                "App/x/.y/A.cs",
                "B.cs",
                "Apple/A.cs",
                "App/a.txt",
            ],
        );
    }

    #[test]
    fn later_steps_win() {
        check(
            &[
                ("default", ""),
                ("remove", "Old/**;X.cs"),
                ("include", "Old/Kept.cs;../Shared/S.cs"),
            ],
            &["App/A.cs", "App/Old/Kept.cs", "Shared/S.cs"],
            &["App/Old/A.cs", "App/X.cs", "Shared/T.cs"],
        );
        check(&[("remove", "**"), ("default", "")], &["App/A.cs"], &[]);
    }

    #[test]
    fn other_projects_files_can_be_named() {
        check(
            &[("default", ""), ("include", "Nested/N.cs")],
            &["App/Nested/N.cs"],
            &["App/Nested/M.cs"],
        );
    }

    #[test]
    fn case_of_folders_does_not_matter() {
        check(
            &[("include", "../ÄÖ/a.cs;../lib/b.cs")],
            &["äö/a.cs", "LIB/B.cs"],
            &["lib/a.cs", "äö/b.cs"],
        );
    }

    #[test]
    fn named_files_and_roots_are_told() {
        let items = items(&[("default", ""), ("include", "../a.cs;../lib/**/*.cs")]);
        assert_eq!(
            items
                .files()
                .iter()
                .map(SourcePath::as_str)
                .collect::<Vec<_>>(),
            ["a.cs"]
        );
        assert_eq!(
            items
                .roots()
                .iter()
                .map(SourcePath::as_str)
                .collect::<Vec<_>>(),
            ["App", "lib"]
        );
    }
}
