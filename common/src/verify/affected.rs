//! Which projects are to be built and tested when some files change: those that compile one of them, and whoever refers
//! to those. Runs nothing.

use std::collections::{BTreeSet, HashMap};

use super::Step;
use crate::project::Role;
use crate::source::SourcePath;
use crate::workspace::Workspace;

/// A project, as far as it matters here.
struct Node {
    path: SourcePath,
    is_test: bool,
    /// The projects that it refers to, by index.
    references: Vec<usize>,
    changes: bool,
}

/// The builds and test runs that a change of these files asks for, builds first, each by path. A project that another
/// one of them builds anyway isn't built by itself. Without a project that compiles one of the files there are none.
pub fn affected(workspace: &Workspace, changed: &BTreeSet<SourcePath>) -> Vec<Step> {
    let projects = workspace.projects();
    let index: HashMap<&SourcePath, usize> = projects
        .iter()
        .enumerate()
        .map(|(index, project)| (&project.project.path, index))
        .collect();
    let nodes = projects.iter().enumerate().map(|(at, project)| {
        let project = &project.project;
        let references = project.references.iter();
        let concerns = |path: &SourcePath| {
            *path == project.path
                || workspace.compiles(at, path)
                || (is_settings(path) && lies_below(&project.path, path))
        };
        Node {
            path: project.path.clone(),
            is_test: project.role == Role::Test,
            references: references
                .filter_map(|reference| index.get(&reference.path).copied())
                .collect(),
            changes: changed.iter().any(concerns),
        }
    });
    steps(&nodes.collect::<Vec<_>>())
}

/// A file that projects below its folder import by themselves.
fn is_settings(path: &SourcePath) -> bool {
    matches!(
        path.name(),
        "Directory.Packages.props" | "Directory.Build.props" | "Directory.Build.targets"
    )
}

fn lies_below(project: &SourcePath, settings: &SourcePath) -> bool {
    let (settings, project) = (settings.as_str(), project.as_str());
    settings
        .rsplit_once('/')
        .is_none_or(|(folder, _)| project.starts_with(&format!("{folder}/")))
}

fn steps(nodes: &[Node]) -> Vec<Step> {
    let mut dependents = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for reference in &node.references {
            dependents[*reference].push(index);
        }
    }
    let mut affected: BTreeSet<usize> = BTreeSet::new();
    let mut open: Vec<usize> = (0..nodes.len()).filter(|at| nodes[*at].changes).collect();
    while let Some(at) = open.pop() {
        if affected.insert(at) {
            open.extend(&dependents[at]);
        }
    }
    let is_built = |at: usize| affected.contains(&at) && !nodes[at].is_test;
    let builds = affected.iter().copied().filter(|at| {
        is_built(*at)
            && !dependents[*at]
                .iter()
                .any(|above| *above != *at && is_built(*above))
    });
    let tests = affected.iter().copied().filter(|at| nodes[*at].is_test);
    let mut steps: Vec<Step> = builds
        .map(|at| Step::Build(nodes[at].path.clone()))
        .collect();
    let built = steps.len();
    steps.extend(tests.map(|at| Step::Test(nodes[at].path.clone())));
    if built > 0 && steps.len() == built {
        steps.push(Step::NoTest);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(path: &str, references: &[usize], changes: bool) -> Node {
        Node {
            path: SourcePath::new(path),
            is_test: path.contains("Tests"),
            references: references.to_vec(),
            changes,
        }
    }

    fn said(nodes: &[Node]) -> Vec<String> {
        steps(nodes).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_outermost_affected_project_is_built_and_all_affected_tests_run() {
        let nodes = [
            node("Core.csproj", &[], true),
            node("Web.csproj", &[0], false),
            node("Core.Tests.csproj", &[0], false),
            node("Other.csproj", &[], false),
            node("Other.Tests.csproj", &[3], false),
        ];
        let expected = [
            "dotnet build Web.csproj",
            "dotnet test Core.Tests.csproj --logger trx",
        ];
        assert_eq!(said(&nodes), expected);
    }

    #[test]
    fn a_library_that_only_tests_refer_to_is_built_by_itself() {
        let nodes = [
            node("Core.csproj", &[], true),
            node("Core.Tests.csproj", &[0], false),
        ];
        let expected = [
            "dotnet build Core.csproj",
            "dotnet test Core.Tests.csproj --logger trx",
        ];
        assert_eq!(said(&nodes), expected);
    }

    #[test]
    fn a_change_that_no_test_reaches_is_a_failure_of_its_own() {
        let nodes = [
            node("A.csproj", &[], true),
            node("B.Tests.csproj", &[], false),
        ];
        let expected = [Step::Build(SourcePath::new("A.csproj")), Step::NoTest];
        assert_eq!(steps(&nodes), expected);
        assert_eq!(steps(&nodes[1..]), []);
    }

    #[test]
    fn projects_in_a_circle_end() {
        let nodes = [
            node("A.csproj", &[1], true),
            node("B.csproj", &[0], false),
            node("Tests.csproj", &[0], false),
        ];
        assert_eq!(said(&nodes), ["dotnet test Tests.csproj --logger trx"]);
    }

    #[test]
    fn central_versions_concern_every_project_below() {
        let settings = SourcePath::new("src/Directory.Packages.props");
        assert!(is_settings(&settings));
        assert!(lies_below(&SourcePath::new("src/A/A.csproj"), &settings));
        assert!(!lies_below(&SourcePath::new("tools/A.csproj"), &settings));
    }
}
