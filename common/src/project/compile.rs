//! Which files a project compiles: default items, `Compile` items in their order, other projects' folders left
//! out. Decides about paths; lists nothing.

use std::collections::{BTreeSet, HashSet};

use super::glob::{Pattern, PatternSet};
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

    /// Whether a folder between `folder` (not itself) and the file belongs to another project. Both in lower case.
    fn part(&self, folder: &str, path: &str) -> bool {
        let mut rest = path;
        while let Some((above, _)) = rest.rsplit_once('/') {
            if above.len() <= folder.len() {
                return false;
            }
            if self.0.contains(above) {
                return true;
            }
            rest = above;
        }
        false
    }
}

/// What one target of a project compiles.
#[derive(Clone, Debug, Default)]
pub struct CompileItems {
    folder: String,
    steps: Vec<Step>,
    files: BTreeSet<SourcePath>,
    roots: BTreeSet<SourcePath>,
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
    pub(super) fn new(project: &SourcePath, steps: &[PatternStep]) -> (Self, bool) {
        let mut items = Self {
            folder: project.folder().to_lowercase(),
            ..Self::default()
        };
        let mut truncated = false;
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            // Old projects have thousands of includes of one file each: one set for all that stand together.
            let mut together = 1;
            let set = |patterns: &mut dyn Iterator<Item = &Pattern>| PatternSet::new(patterns);
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
        (items, truncated)
    }

    /// Whether the file is compiled, existing or not.
    pub fn contains(&self, path: &SourcePath, folders: &ProjectFolders) -> bool {
        let path = path.as_str().to_lowercase();
        let mut compiled = false;
        for step in &self.steps {
            match step {
                Step::Defaults(exclude) => {
                    compiled |= self.is_default(&path, folders) && !exclude.matches(&path);
                }
                Step::Include(set, exclude) => {
                    compiled |= set.matches(&path) && !exclude.matches(&path);
                }
                Step::Remove(set) => compiled &= !set.matches(&path),
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

    fn is_default(&self, path: &str, folders: &ProjectFolders) -> bool {
        let inside = match self.folder.as_str() {
            "" => (!path.starts_with("../")).then_some(path),
            folder => path
                .strip_prefix(folder)
                .and_then(|rest| rest.strip_prefix('/')),
        };
        // Both are in lower case.
        let Some(inside) = inside.filter(|inside| inside.strip_suffix(".cs").is_some()) else {
            return false;
        };
        // The SDK leaves folders with a dot in front alone, files with one not.
        let hidden = inside
            .rsplit_once('/')
            .is_some_and(|(folder, _)| folder.split('/').any(|part| part.starts_with('.')));
        !hidden && !folders.part(&self.folder, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::location::Location;

    fn items(steps: &[(&str, &str)]) -> CompileItems {
        let location = Location::new("/r/root");
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
        CompileItems::new(&project, &steps).0
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
