//! Which packages the code of a project can use: its own, and what comes along with the projects that it refers to.
//! Knows what project files say, not what a package holds.

use std::collections::BTreeSet;

use crate::project::{Project, ReferenceKind};
use crate::source::SourcePath;

/// A package that code can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPackage {
    /// Its id.
    pub id: String,
    /// The version as written; `None` when nobody says.
    pub version: Option<String>,
}

/// The packages that `own` has on each of its target frameworks, nearest first: those that it references itself, then
/// those of the projects that it refers to, unless they keep them to themselves.
pub fn seen_by(own: &Project, projects: &[&Project]) -> Vec<SeenPackage> {
    let mut all: Vec<SeenPackage> = Vec::new();
    let mut known: BTreeSet<&SourcePath> = BTreeSet::new();
    let mut open = std::collections::VecDeque::from([own]);
    while let Some(next) = open.pop_front() {
        if !known.insert(&next.path) {
            continue;
        }
        let everywhere = |package: &&crate::project::Package| {
            (0..next.targets.len()).all(|target| package.on.contains(target))
        };
        for package in next.packages.iter().filter(everywhere) {
            let kept = package.private_assets && next.path != own.path;
            let there = |one: &SeenPackage| one.id.eq_ignore_ascii_case(&package.id);
            if !kept && !all.iter().any(there) {
                all.push(SeenPackage {
                    id: package.id.clone(),
                    version: package.version.clone(),
                });
            }
        }
        let code = next.references.iter();
        let code = code.filter(|one| one.kind == ReferenceKind::Code);
        open.extend(code.filter_map(|one| projects.iter().find(|other| other.path == one.path)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{ProjectFiles, evaluate};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    struct Files(BTreeMap<SourcePath, Arc<str>>);

    impl ProjectFiles for Files {
        fn read(&self, path: &SourcePath) -> Option<Arc<str>> {
            self.0.get(path).cloned()
        }

        fn has(&self, path: &SourcePath) -> bool {
            self.0.contains_key(path)
        }
    }

    /// What the first project sees, as `id version`.
    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let all = files.iter().map(|(path, body)| {
            let text = format!("<Project Sdk=\"Microsoft.NET.Sdk\">{body}</Project>");
            (SourcePath::new(*path), Arc::from(text))
        });
        let all = Files(all.collect());
        let projects = files
            .iter()
            .filter(|(path, _)| path.ends_with(".csproj"))
            .map(|(path, _)| evaluate(&SourcePath::new(*path), &all, &[]).unwrap());
        let projects: Vec<Project> = projects.collect();
        let projects: Vec<&Project> = projects.iter().collect();
        let seen = seen_by(projects[0], &projects);
        let seen: Vec<String> = seen
            .into_iter()
            .map(|one| format!("{} {}", one.id, one.version.unwrap_or_default()))
            .collect();
        assert_eq!(seen, expected);
    }

    const ONE: &str = "<PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>";

    #[test]
    fn packages_come_through_projects_unless_they_are_kept() {
        let a = format!("{ONE}<ItemGroup><ProjectReference Include='../b/B.csproj'/></ItemGroup>");
        let b = format!(
            "{ONE}<ItemGroup><PackageReference Include='P' Version='1.0'/><PackageReference Include='Q' Version='2.0' PrivateAssets='all'/><ProjectReference Include='../a/A.csproj'/></ItemGroup>"
        );
        check(&[("a/A.csproj", &a), ("b/B.csproj", &b)], &["P 1.0"]);
        check(
            &[("b/B.csproj", &b), ("a/A.csproj", &a)],
            &["P 1.0", "Q 2.0"],
        );
    }

    #[test]
    fn versions_may_stand_in_one_place_and_packages_above() {
        let props = "<ItemGroup><PackageReference Include='P'/></ItemGroup>";
        let central = "<PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup><ItemGroup><PackageVersion Include='P' Version='3.1'/></ItemGroup>";
        check(
            &[
                ("a/A.csproj", ONE),
                ("Directory.Build.props", props),
                ("Directory.Packages.props", central),
            ],
            &["P 3.1"],
        );
    }

    #[test]
    fn a_package_of_one_target_alone_is_not_seen() {
        let two = "<PropertyGroup><TargetFrameworks>net8.0;net472</TargetFrameworks></PropertyGroup><ItemGroup Condition=\"'$(TargetFramework)' == 'net8.0'\"><PackageReference Include='P' Version='1.0'/></ItemGroup>";
        check(&[("a/A.csproj", two)], &[]);
    }
}
