//! Packages that are missing: which project gets a reference, in which version, and what that changes. Only where it was
//! authorised, and only where an injected object would reach a site then.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::io_abstractions;
use seamwright_common::cli::Error;
use seamwright_common::edit::{FileChange, SourceChange, TextEdit};
use seamwright_common::finding::Finding;
use seamwright_common::opening::Opening;
use seamwright_common::project::{
    Addition, FrameworkKind, Project, Style, add_package, parse_target_framework,
};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::packages::SeenPackage;
use seamwright_common::source::{SourcePath, SourceText};

use crate::decide::Decision;
use crate::generated::Builder;

/// Versions that are taken where nothing in the workspace says which.
const VERSIONS: &[(&str, &str)] = &[(io_abstractions::PACKAGE, "22.0.16"), (BCL_CLOCK, "8.0.1")];
const BCL_CLOCK: &str = "Microsoft.Bcl.TimeProvider";

/// Packages of which a workspace has one version.
const FAMILIES: &[(&str, &[&str])] = &[(io_abstractions::PACKAGE, io_abstractions::PACKAGES)];

/// What was added, and what couldn't be.
#[derive(Default)]
pub(crate) struct Packages {
    /// The files that change, each with what it held.
    files: BTreeMap<SourcePath, (SourceText, String)>,
    /// What is to say.
    pub(crate) notes: Vec<String>,
}

impl Packages {
    /// The change of all files, and what they held before.
    pub(crate) fn change(&self) -> (SourceChange, BTreeMap<SourcePath, SourceText>) {
        let mut change = SourceChange::default();
        let mut before = BTreeMap::new();
        for (path, (source, after)) in &self.files {
            let edit = TextEdit::between(&source.text, after);
            change.files.insert(path.clone(), FileChange::Edit(edit));
            before.insert(path.clone(), source.clone());
        }
        (change, before)
    }

    /// The text that a file will have; `None` when there is none.
    fn text(&mut self, opening: &Opening, path: &SourcePath) -> Result<Option<&mut String>, Error> {
        if !self.files.contains_key(path) {
            let pending = opening.delivery.pending(&opening.document)?;
            let source = match pending.get(path) {
                Some(source) => Some(source.clone()),
                None => opening
                    .delivery
                    .folder()
                    .read_named(path)?
                    .and_then(|bytes| SourceText::decode(&bytes).ok()),
            };
            let Some(source) = source else {
                return Ok(None);
            };
            let text = source.text.to_string();
            self.files.insert(path.clone(), (source, text));
        }
        Ok(self.files.get_mut(path).map(|(_, text)| text))
    }

    /// Adds a package to a project; why not is the inner error.
    fn add(
        &mut self,
        opening: &Opening,
        project: &Project,
        package: &str,
        version: &str,
    ) -> Result<Result<(), String>, Error> {
        if let Some(why) = refusal(project, package, version) {
            return Ok(Err(why));
        }
        let central = project.central_packages.as_ref();
        let known = central.is_some_and(|central| {
            let id = package.to_ascii_lowercase();
            central.versions.contains_key(&id)
        });
        let mut additions = vec![(
            &project.path,
            Addition::Reference(package, Some(version).filter(|_| central.is_none())),
        )];
        if let Some(central) = central.filter(|_| !known) {
            let Some(path) = central.path.as_ref().filter(|path| is_inside(path)) else {
                return Ok(Err(
                    "where the central versions stand isn't known".to_owned()
                ));
            };
            additions.push((path, Addition::Version(package, version)));
        }
        let mut texts = Vec::new();
        for (path, addition) in additions {
            let Some(text) = self.text(opening, path)? else {
                return Ok(Err(format!("`{path}` can't be read")));
            };
            let is_version = matches!(addition, Addition::Version(..));
            match add_package(text, addition).and_then(|edit| edit.apply(text)) {
                Some(after) => texts.push((path.clone(), after)),
                // Another project of this run brought the version.
                None if is_version => {}
                None => return Ok(Err(format!("`{path}` has it under a condition"))),
            }
        }
        for (path, after) in texts {
            if let Some((_, text)) = self.files.get_mut(&path) {
                *text = after;
            }
        }
        let lock = project.path.join_from_folder("packages.lock.json");
        if opening.delivery.folder().read_named(&lock)?.is_some() {
            let note = format!("`{lock}` is out of date now: `dotnet restore` writes it anew");
            self.notes.push(note);
        }
        Ok(Ok(()))
    }
}

fn is_inside(path: &SourcePath) -> bool {
    !path.as_str().starts_with("../")
}

/// Why a project can't get a package.
fn refusal(project: &Project, package: &str, version: &str) -> Option<String> {
    if project.style == Style::Legacy {
        return Some("it isn't a project with an SDK".to_owned());
    }
    let old = |path: &SourcePath| path.file_name().eq_ignore_ascii_case("packages.config");
    if project.imports.iter().any(old) {
        return Some("its packages stand in `packages.config`".to_owned());
    }
    if !is_inside(&project.path) {
        return Some("it lies outside the workspace".to_owned());
    }
    let frameworks = project.target_frameworks();
    let fits = if package == io_abstractions::PACKAGE {
        let version = io_abstractions::Version::lowest(version);
        version.is_some_and(|version| io_abstractions::supports(version, &frameworks))
    } else {
        frameworks.iter().all(|framework| {
            let framework = parse_target_framework(framework);
            match framework.kind {
                FrameworkKind::NetFramework => framework.supports("net462"),
                _ => framework.supports("netstandard2.0"),
            }
        })
    };
    let list = frameworks.join(", ");
    (!fits).then(|| format!("version {version} isn't for all of {list}"))
}

/// The version that the workspace has already, else the one that is known to be there.
fn version_for(package: &str, projects: &[&Project]) -> Option<String> {
    let alone = [package];
    let family = FAMILIES.iter().find(|(of, _)| *of == package);
    let family = family.map_or(&alone[..], |(_, all)| all);
    let is_kin = |id: &str| family.iter().any(|one| one.eq_ignore_ascii_case(id));
    let referenced = projects.iter().flat_map(|project| &project.packages);
    let referenced = referenced.filter(|one| is_kin(&one.id));
    let referenced = referenced.filter_map(|one| one.version.clone());
    let central = projects
        .iter()
        .filter_map(|one| one.central_packages.as_ref());
    let central = central.flat_map(|central| &central.versions);
    let central = central.filter(|(id, _)| is_kin(id));
    let all = referenced.chain(central.map(|(_, version)| version.clone()));
    let plain = all.filter(|text| {
        let version = io_abstractions::Version::lowest(text);
        version.is_some() && text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains('*')
    });
    let newest = plain.max_by_key(|text| io_abstractions::Version::lowest(text));
    newest.or_else(|| {
        let known = VERSIONS.iter().find(|(id, _)| *id == package);
        known.map(|(_, version)| (*version).to_owned())
    })
}

/// Adds the packages that decisions lack, where a site would be reached then.
pub(crate) fn add_missing(
    decisions: &mut [Decision],
    builder: &mut Builder<'_>,
    opening: &Opening,
    concerns: &dyn Fn(&Finding) -> bool,
) -> Result<Packages, Error> {
    let mut packages = Packages::default();
    let known = opening.workspace.projects();
    let projects: Vec<&Project> = known.iter().map(|known| &known.project).collect();
    for dependency in [Dependency::time_provider(), Dependency::file_system()] {
        let lacking = |one: &Decision| {
            one.name == dependency.type_name && !one.available && one.package.is_some()
        };
        let Some(package) = decisions
            .iter()
            .find(|one| lacking(one))
            .and_then(|one| one.package)
        else {
            continue;
        };
        let Some(version) = version_for(package, &projects) else {
            continue;
        };
        let mut wanted: BTreeSet<usize> = BTreeSet::new();
        for decision in decisions.iter_mut().filter(|one| lacking(one)) {
            let path = decision.project.as_ref();
            let at = projects.iter().position(|one| Some(&one.path) == path);
            let Some(at) = at else { continue };
            match refusal(projects[at], package, &version) {
                Some(why) => {
                    let (path, package) = (&projects[at].path, decision.package);
                    let package = package.unwrap_or_default();
                    decision.why = format!("`{package}` can't be added: {why}");
                    packages
                        .notes
                        .push(format!("`{path}` gets no `{package}`: {why}"));
                }
                None => {
                    wanted.insert(at);
                }
            }
        }
        // What nothing would use isn't added.
        let reached = reached(builder, &dependency, package, &version, &wanted, concerns);
        wanted.retain(|at| reached.contains(&projects[*at].path));
        let roots: Vec<usize> = wanted
            .iter()
            .copied()
            .filter(|at| {
                let mut others = wanted.iter();
                !others.any(|other| other != at && builder.refers(*at, *other))
            })
            .collect();
        let mut has_it: BTreeSet<usize> = BTreeSet::new();
        for at in roots {
            match packages.add(opening, projects[at], package, &version)? {
                Ok(()) => {
                    has_it.extend(give(builder, at, package, &version));
                }
                Err(why) => {
                    let path = &projects[at].path;
                    packages
                        .notes
                        .push(format!("`{path}` gets no `{package}`: {why}"));
                }
            }
        }
        for decision in decisions.iter_mut().filter(|one| lacking(one)) {
            let path = decision.project.as_ref();
            let at = projects.iter().position(|one| Some(&one.path) == path);
            match at {
                Some(at) if has_it.contains(&at) => {
                    decision.available = true;
                    decision.why = format!("the package `{package}` {version} is added");
                }
                Some(at) if !wanted.contains(&at) && !decision.why.contains("can't be added") => {
                    decision.why =
                        format!("`{package}` isn't added: no injected object would reach a site");
                    decision.package = None;
                }
                _ => {}
            }
        }
    }
    Ok(packages)
}

/// Lets a project have a package, and with it those that refer to it. They are the result.
fn give(builder: &mut Builder<'_>, at: usize, package: &str, version: &str) -> Vec<usize> {
    let all = 0..builder.tree.projects.len();
    let served: Vec<usize> = all
        .filter(|other| *other == at || builder.refers(*other, at))
        .collect();
    for one in &served {
        let project = &mut builder.tree.projects[*one];
        project.seen.push(SeenPackage {
            id: package.to_owned(),
            version: Some(version.to_owned()),
        });
        project.packages.push(package.to_owned());
    }
    served
}

/// The projects in which a site would be replaced if all of these had the package.
fn reached(
    builder: &Builder<'_>,
    dependency: &Dependency,
    package: &str,
    version: &str,
    wanted: &BTreeSet<usize>,
    concerns: &dyn Fn(&Finding) -> bool,
) -> BTreeSet<SourcePath> {
    let mut tree = builder.tree.clone();
    for at in wanted {
        for (other, project) in tree.projects.iter_mut().enumerate() {
            if other == *at || builder.refers(other, *at) {
                project.packages.push(package.to_owned());
                project.seen.push(SeenPackage {
                    id: package.to_owned(),
                    version: Some(version.to_owned()),
                });
            }
        }
    }
    let replaced = builder.would_replace(&tree, dependency, concerns);
    replaced.into_iter().collect()
}
