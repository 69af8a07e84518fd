//! What fits in place of an API, given the target frameworks and packages of the project that uses it. Pure; knows
//! nothing of files or call sites.

use std::collections::BTreeSet;

use seamwright_common::catalogue::{Abstraction, Catalogue, Entry, IdParts};
use seamwright_common::finding::{AbstractionKind, Category, Replacement};
use seamwright_common::project::{FrameworkKind, Project, ReferenceKind, TargetFramework};

/// Packages that are part of the shared framework of web projects.
const IN_ASP_NET: &[&str] = &["Microsoft.Extensions.Http"];
const ASP_NET: &str = "Microsoft.AspNetCore.App";

/// Packages that bring a type of the base library to older frameworks are built for these; a .NET Framework needs its
/// own, though the first ones that know the standard could load the other.
const PACKAGE_STANDARD: &str = "netstandard2.0";
const PACKAGE_FRAMEWORK: &str = "net462";

/// The entry that a site with this API falls under. `pattern` is the API as people write it.
pub(crate) fn entry_of<'c>(
    catalogue: &'c Catalogue,
    api: &str,
    pattern: &str,
    category: Category,
) -> Option<&'c Entry> {
    let parts = IdParts::of(api)?;
    // An id without parameters is that of the overload that has none, or an undecided one: it doesn't fall under an
    // entry for a single other overload.
    let covers = |entry: &&Entry| {
        let own = entry.parts().and_then(|own| own.parameters);
        entry.category == category
            && match parts.parameters {
                Some(list) => entry.covers(list),
                None => own.is_none(),
            }
    };
    let (type_name, member) = (parts.type_name, parts.member);
    let by_id = if member == "#ctor" {
        catalogue.construction(type_name).find(covers)
    } else {
        let of_type = catalogue.static_member(type_name, member).find(covers);
        of_type.or_else(|| catalogue.instance_member(type_name, member).find(covers))
    };
    // An inherited member has the id of the type that declares it, but is catalogued for the one that was made.
    by_id.or_else(|| {
        let mut named = catalogue.explain(pattern).into_iter();
        named.find(|entry| entry.category == category)
    })
}

/// What can stand for the APIs of `entry` in the project with this index; what has to fit several target frameworks
/// fits all of them. A file without a project is taken to belong to a new one.
pub(crate) fn replacement(
    entry: &Entry,
    project: Option<usize>,
    projects: &[&Project],
) -> Option<Replacement> {
    let own = project.and_then(|index| projects.get(index).copied());
    let (abstraction, kind, available) = match entry.abstraction {
        Abstraction::BuiltIn {
            type_name,
            since,
            package,
            otherwise,
        } => {
            let lacking: Vec<usize> = targets(own)
                .filter(|(_, framework)| !framework.supports(since))
                .map(|(index, _)| index)
                .collect();
            let package = package.filter(|_| {
                let old = targets(own).filter(|(index, _)| lacking.contains(index));
                old.into_iter()
                    .all(|(_, framework)| can_take_package(framework))
            });
            match (package, otherwise) {
                _ if lacking.is_empty() => (type_name, AbstractionKind::BuiltIn, true),
                (Some(package), _) => {
                    let available = has_package(package, own, &lacking, projects);
                    (type_name, AbstractionKind::Package, available)
                }
                (None, Some(interface)) => (interface, AbstractionKind::Generated, false),
                (None, None) => return None,
            }
        }
        Abstraction::Package { type_name, package } => {
            let all: Vec<usize> = targets(own).map(|(index, _)| index).collect();
            let available = has_package(package, own, &all, projects);
            (type_name, AbstractionKind::Package, available)
        }
        Abstraction::Generated { interface, .. } => (interface, AbstractionKind::Generated, false),
        Abstraction::Advice(_) | Abstraction::Nothing => return None,
    };
    Some(Replacement {
        abstraction: abstraction.to_owned(),
        kind,
        available,
    })
}

fn can_take_package(framework: &TargetFramework) -> bool {
    if framework.kind == FrameworkKind::NetFramework {
        framework.supports(PACKAGE_FRAMEWORK)
    } else {
        framework.supports(PACKAGE_STANDARD)
    }
}

fn targets(project: Option<&Project>) -> impl Iterator<Item = (usize, &TargetFramework)> {
    let targets = project.into_iter().flat_map(|project| &project.targets);
    targets.map(|target| &target.framework).enumerate()
}

/// Whether a project has a package on these targets, by itself or through the projects that it refers to. One that a
/// referenced project has on some of its targets alone doesn't count.
fn has_package(package: &str, own: Option<&Project>, on: &[usize], projects: &[&Project]) -> bool {
    let Some(own) = own else {
        return false;
    };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut waiting = vec![own];
    while let Some(next) = waiting.pop() {
        if !seen.insert(next.path.as_str()) {
            continue;
        }
        let shared = next.framework_references.contains(ASP_NET)
            && IN_ASP_NET
                .iter()
                .any(|one| one.eq_ignore_ascii_case(package));
        let brings = next.package(package).is_some_and(|found| {
            if next.path == own.path {
                on.iter().all(|target| found.on.contains(*target))
            } else {
                !found.private_assets
                    && (0..next.targets.len()).all(|target| found.on.contains(target))
            }
        });
        if shared || brings {
            return true;
        }
        let code = next
            .references
            .iter()
            .filter(|one| one.kind == ReferenceKind::Code);
        waiting.extend(code.filter_map(|one| projects.iter().find(|other| other.path == one.path)));
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use seamwright_common::project::{ProjectFiles, evaluate};
    use seamwright_common::source::SourcePath;

    use super::*;

    struct Files(BTreeMap<SourcePath, Arc<str>>);

    impl ProjectFiles for Files {
        fn read(&self, path: &SourcePath) -> Option<Arc<str>> {
            self.0.get(path).cloned()
        }

        fn has(&self, path: &SourcePath) -> bool {
            self.0.contains_key(path)
        }
    }

    /// Projects in folders of their names, from what stands inside `<Project>`.
    fn projects(bodies: &[(&str, &str)]) -> Vec<Project> {
        let path = |name: &str| SourcePath::new(format!("{name}/{name}.csproj"));
        let files = Files(
            bodies
                .iter()
                .map(|(name, body)| {
                    let text = format!(r#"<Project Sdk="Microsoft.NET.Sdk">{body}</Project>"#);
                    (path(name), Arc::from(text))
                })
                .collect(),
        );
        let evaluated = bodies
            .iter()
            .map(|(name, _)| evaluate(&path(name), &files, &[]).unwrap());
        evaluated.collect()
    }

    fn targets_of(frameworks: &str) -> String {
        format!("<PropertyGroup><TargetFrameworks>{frameworks}</TargetFrameworks></PropertyGroup>")
    }

    fn package(id: &str) -> String {
        format!(r#"<ItemGroup><PackageReference Include="{id}" Version="1.0.0" /></ItemGroup>"#)
    }

    /// `kind abstraction available` for the first project.
    #[track_caller]
    fn check(api: &str, pattern: &str, category: Category, of: &[(&str, &str)], expected: &str) {
        let entry = entry_of(Catalogue::standard(), api, pattern, category).unwrap();
        let projects = projects(of);
        let projects: Vec<&Project> = projects.iter().collect();
        let found = replacement(entry, Some(0), &projects)
            .map(|found| format!("{} {} {}", found.kind, found.abstraction, found.available));
        assert_eq!(found.as_deref().unwrap_or("none"), expected);
    }

    #[track_caller]
    fn check_now(body: &str, expected: &str) {
        check(
            "P:System.DateTime.Now",
            "DateTime.Now",
            Category::Time,
            &[("A", body)],
            expected,
        );
    }

    #[test]
    fn the_clock_follows_the_target_framework() {
        check_now(&targets_of("net8.0"), "built-in System.TimeProvider true");
        check_now(
            &targets_of("net10.0-windows"),
            "built-in System.TimeProvider true",
        );
        check_now(
            &targets_of("netstandard2.0"),
            "package System.TimeProvider false",
        );
        check_now(&targets_of("net472"), "package System.TimeProvider false");
        check_now(&targets_of("net462"), "package System.TimeProvider false");
        check_now(&targets_of("net461"), "generated ISystemClock false");
        check_now(&targets_of("net40"), "generated ISystemClock false");
        check_now(
            &targets_of("netstandard1.3"),
            "generated ISystemClock false",
        );
    }

    #[test]
    fn several_targets_get_what_fits_all() {
        check_now(
            &targets_of("net9.0;net8.0"),
            "built-in System.TimeProvider true",
        );
        check_now(
            &targets_of("net8.0;netstandard2.0"),
            "package System.TimeProvider false",
        );
        check_now(&targets_of("net8.0;net40"), "generated ISystemClock false");
    }

    #[test]
    fn a_package_counts_where_it_is_needed() {
        let two = targets_of("net8.0;net472");
        let bcl = package("Microsoft.Bcl.TimeProvider");
        check_now(&format!("{two}{bcl}"), "package System.TimeProvider true");
        let on = |framework: &str| {
            let condition =
                format!("<ItemGroup Condition=\"'$(TargetFramework)' == '{framework}'\">");
            two.clone() + &bcl.replace("<ItemGroup>", &condition)
        };
        check_now(&on("net472"), "package System.TimeProvider true");
        check_now(&on("net8.0"), "package System.TimeProvider false");
    }

    #[test]
    fn a_package_comes_through_references_unless_it_is_private() {
        let reference = r#"<ItemGroup><ProjectReference Include="../B/B.csproj" /></ItemGroup>"#;
        let a = targets_of("net8.0") + reference;
        let io = package("System.IO.Abstractions");
        let private = io.replace(" />", r#" PrivateAssets="all" />"#);
        let check_file = |other: &str, expected: &str| {
            let b = targets_of("net8.0") + other;
            let both = [("A", a.as_str()), ("B", b.as_str())];
            let api = "M:System.IO.File.ReadAllText(System.String)";
            check(
                api,
                "File.ReadAllText",
                Category::Filesystem,
                &both,
                expected,
            );
        };
        check_file(&io, "package System.IO.Abstractions.IFileSystem true");
        check_file(&private, "package System.IO.Abstractions.IFileSystem false");
        check_file("", "package System.IO.Abstractions.IFileSystem false");
    }

    #[test]
    fn projects_that_refer_to_each_other_end() {
        let to = |name: &str| {
            let item = format!(r#"<ProjectReference Include="../{name}/{name}.csproj" />"#);
            format!("{}<ItemGroup>{item}</ItemGroup>", targets_of("net472"))
        };
        let both = [("A", to("B")), ("B", to("A"))];
        let both = [("A", both[0].1.as_str()), ("B", both[1].1.as_str())];
        let expected = "package System.TimeProvider false";
        check(
            "P:System.DateTime.Now",
            "DateTime.Now",
            Category::Time,
            &both,
            expected,
        );
    }

    #[test]
    fn what_has_no_abstraction_has_no_replacement() {
        let api = "P:System.Globalization.CultureInfo.CurrentCulture";
        let body = targets_of("net8.0");
        let pattern = "CultureInfo.CurrentCulture";
        check(api, pattern, Category::Culture, &[("A", &body)], "none");
    }

    #[test]
    fn an_overload_without_parameters_does_not_fall_under_that_of_another() {
        let (api, pattern) = ("M:System.Random.#ctor", "new Random");
        let body = targets_of("net8.0");
        let expected = "built-in System.Random true";
        check(
            api,
            pattern,
            Category::Randomness,
            &[("A", &body)],
            expected,
        );
    }

    #[test]
    fn every_entry_is_found_by_its_own_id() {
        let catalogue = Catalogue::standard();
        for entry in catalogue.entries() {
            if entry.id.starts_with("T:") {
                continue;
            }
            let found = entry_of(catalogue, entry.id, &entry.pattern(), entry.category).unwrap();
            assert_eq!(found.category, entry.category, "{}", entry.id);
            assert_eq!(found.pattern(), entry.pattern());
        }
    }
}
