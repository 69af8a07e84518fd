//! Interfaces that are missing: which project gets one, with just the members of the sites that an injected object can
//! reach, and the registrations that follow. One after the other, each on what those before it left.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::FileId;
use seamwright_common::catalogue::{Abstraction, Catalogue, Rewrite};
use seamwright_common::edit::{FileChange, Overlap, TextEdit};
use seamwright_common::finding::{Finding, Survey};
use seamwright_common::refusal::Reason;
use seamwright_common::seam::abstraction::{
    Abstractions, is_written, needed, other_names, passed_on,
};
use seamwright_common::seam::code::{Code, Reader};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::replace::{Choices, Plan, Planner, node_of, stays_anyway};
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::source::{Encoding, SourcePath, SourceText};
use seamwright_common::survey::KnownLibrary;
use seamwright_common::workspace::Workspace;

use crate::generate::{Member, Sight, Wrapper};
use crate::home::{Home, Wanted, home, path_in};
use crate::ways::Ways;

/// What one step changes, and in what.
pub(crate) struct Step {
    pub(crate) before: SourceTree,
    pub(crate) files: BTreeMap<SourcePath, FileChange>,
}

/// An interface that was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generated {
    /// Its simple name.
    pub(crate) interface: String,
    /// The projects that use it.
    pub(crate) projects: BTreeSet<SourcePath>,
    /// The files, its own first; empty when nothing was written.
    pub(crate) paths: Vec<SourcePath>,
    /// How many members it has.
    pub(crate) members: usize,
    /// How many sites it can serve, of those that ask for it.
    pub(crate) served: usize,
    pub(crate) asked: usize,
    /// Why nothing was written.
    pub(crate) why: Option<String>,
}

/// The sources with what was added so far.
pub(crate) struct Builder<'b> {
    pub(crate) workspace: &'b Workspace,
    pub(crate) search: &'b dyn Fn(&SourceTree) -> Survey,
    pub(crate) tree: SourceTree,
    pub(crate) survey: Survey,
    pub(crate) steps: Vec<Step>,
    /// Places that register an abstraction already.
    pub(crate) served: BTreeSet<String>,
    /// How sites will get what they need.
    pub(crate) choices: Choices,
    /// Where new types go.
    pub(crate) wanted: Wanted,
    /// How sites reach what they need.
    pub(crate) ways: Ways,
    /// What else is to say.
    pub(crate) notes: Vec<String>,
}

/// Two registrations that overlap, and the file.
pub(crate) type Overlapping = (SourcePath, Overlap);

/// Interface and class of the catalogue.
pub(crate) type Pair = (&'static str, &'static str);

impl Builder<'_> {
    /// Registers what `dependency` stands for, for the findings that `concerns` names.
    pub(crate) fn register(
        &mut self,
        dependency: &Dependency,
        concerns: &dyn Fn(&Finding) -> bool,
    ) -> Result<(), Overlapping> {
        let code = self.tree.code();
        let requested = self.asked_of(dependency, concerns);
        if requested.is_empty() {
            return Ok(());
        }
        let plan = self.plan(&self.tree, &code, dependency, &requested);
        self.ways.note(&code, dependency, &plan);
        self.take_registrations(&code, &plan)
    }

    pub(crate) fn plan(
        &self,
        tree: &SourceTree,
        code: &Code,
        dependency: &Dependency,
        requested: &[usize],
    ) -> Plan {
        let catalogue = Catalogue::standard();
        let library = KnownLibrary::new(catalogue);
        let reader = Reader::new(code, &library);
        let given = passed_on(tree, code, dependency, self.search);
        let planner = Planner::new(
            &reader,
            &self.survey,
            catalogue,
            &self.choices,
            dependency,
            &given,
        );
        planner.plan(requested, &BTreeMap::new())
    }

    fn take_registrations(&mut self, code: &Code, plan: &Plan) -> Result<(), Overlapping> {
        let there = plan.registered.iter();
        self.served
            .extend(there.map(|(file, offset)| code.place(*file, *offset)));
        let edits = self.tree.joined(&plan.registrations)?;
        self.step(edits);
        Ok(())
    }

    pub(crate) fn step(&mut self, edits: BTreeMap<SourcePath, TextEdit>) {
        let Some(after) = Some(&edits)
            .filter(|edits| !edits.is_empty())
            .and_then(|edits| self.tree.after(edits))
        else {
            return;
        };
        let before = std::mem::replace(&mut self.tree, after);
        let files = edits.into_iter();
        let files = files
            .map(|(path, edit)| (path, FileChange::Edit(edit)))
            .collect();
        self.steps.push(Step { before, files });
        self.survey = (self.search)(&self.tree);
    }

    /// Generates what the findings that `concerns` names need, and registers it.
    pub(crate) fn generate(
        &mut self,
        concerns: &dyn Fn(&Finding) -> bool,
    ) -> Result<Vec<Generated>, Overlapping> {
        let mut pairs: BTreeSet<Pair> = BTreeSet::new();
        for finding in self.survey.findings.iter().filter(|one| concerns(one)) {
            pairs.extend(pair_of(finding));
        }
        let mut all = Vec::new();
        for pair in pairs {
            let groups = self.groups(pair, concerns);
            for (project, wanted) in groups.missing {
                all.push(self.generate_one(pair, project, &wanted)?);
            }
            for dependency in groups.there {
                self.extend(pair, &dependency, concerns)?;
                self.register(&dependency, concerns)?;
            }
        }
        Ok(all)
    }

    /// The findings that ask for a pair: by the project that gets it where it is missing, else what there is.
    fn groups(&self, pair: Pair, concerns: &dyn Fn(&Finding) -> bool) -> Groups {
        let code = self.tree.code();
        let library = KnownLibrary::new(Catalogue::standard());
        let reader = Reader::new(&code, &library);
        let abstractions = Abstractions::of(&code);
        let mut groups = Groups::default();
        let mut by_project: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for finding in self.survey.findings.iter().filter(|one| concerns(one)) {
            if pair_of(finding) != Some(pair) || stays_anyway(finding, &self.choices).is_some() {
                continue;
            }
            let Some(file) = code.find(&finding.path) else {
                continue;
            };
            match abstractions.declared(&reader, file, pair.0, pair.1) {
                Ok(dependency) if !groups.there.contains(&dependency) => {
                    groups.there.push(dependency);
                }
                Ok(_) => {}
                Err(_) => {
                    let project = code.file(file).project.0 as usize;
                    let ids = by_project.entry(project).or_default();
                    ids.insert(finding.id.as_str().to_owned());
                }
            }
        }
        // A project that refers to exactly one other that needs it too shares that one's.
        let sees = |from: usize, to: usize| from != to && self.refers(from, to);
        let projects: Vec<usize> = by_project.keys().copied().collect();
        for &project in &projects {
            let mut below = projects
                .iter()
                .copied()
                .filter(|other| sees(project, *other));
            let roots: Vec<usize> = below
                .by_ref()
                .filter(|one| !projects.iter().any(|other| sees(*one, *other)))
                .collect();
            let home = match roots.as_slice() {
                [only] => *only,
                _ => project,
            };
            let ids = by_project.get(&project).into_iter().flatten().cloned();
            groups.missing.entry(home).or_default().extend(ids);
        }
        groups
    }

    /// The projects in which sites would be replaced if the sources were these.
    pub(crate) fn would_replace(
        &self,
        tree: &SourceTree,
        dependency: &Dependency,
        concerns: &dyn Fn(&Finding) -> bool,
    ) -> Vec<SourcePath> {
        let requested = self.asked_of(dependency, concerns);
        let plan = self.plan(tree, &tree.code(), dependency, &requested);
        let replaced = plan.replaced.iter();
        replaced
            .filter_map(|at| self.survey.findings[*at].project.clone())
            .collect()
    }

    /// The findings that `dependency` stands for, among those that `concerns` names.
    pub(crate) fn asked_of(
        &self,
        dependency: &Dependency,
        concerns: &dyn Fn(&Finding) -> bool,
    ) -> Vec<usize> {
        let catalogue = Catalogue::standard();
        let findings = self.survey.findings.iter().enumerate();
        findings
            .filter(|(_, one)| concerns(one) && dependency.serves_finding(catalogue, one))
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether a project sees the types of another.
    pub(crate) fn refers(&self, from: usize, to: usize) -> bool {
        let mut open = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            let Some(project) = self.tree.projects.get(next).filter(|_| seen.insert(next)) else {
                continue;
            };
            let below = project.scope.references.iter().map(|id| id.0 as usize);
            let below: Vec<usize> = below.collect();
            if below.contains(&to) {
                return true;
            }
            open.extend(below);
        }
        false
    }

    fn generate_one(
        &mut self,
        pair: Pair,
        project: usize,
        ids: &BTreeSet<String>,
    ) -> Result<Generated, Overlapping> {
        let (interface, implementation) = pair;
        let code = self.tree.code();
        let library = KnownLibrary::new(Catalogue::standard());
        let reader = Reader::new(&code, &library);
        let findings = self.survey.findings.iter().enumerate();
        let wanted: Vec<(usize, FileId)> = findings
            .filter(|(_, one)| ids.contains(one.id.as_str()))
            .filter_map(|(index, one)| Some((index, code.find(&one.path)?)))
            .collect();
        let mut generated = Generated {
            interface: interface.to_owned(),
            projects: wanted
                .iter()
                .filter_map(|(index, _)| self.survey.findings[*index].project.clone())
                .collect(),
            asked: wanted.len(),
            ..Generated::default()
        };
        let users: Vec<FileId> = wanted.iter().map(|(_, file)| *file).collect();
        let known = self
            .workspace
            .projects()
            .get(project)
            .map(|known| &known.project);
        let place = home(&code, project, known, &users, &self.wanted);
        // Projects that don't see each other may have one each.
        let is_near = |file: &FileId| {
            let other = code.file(*file).project.0 as usize;
            other == project || self.refers(other, project) || self.refers(project, other)
        };
        let taken = |names: [&str; 2]| {
            let file = |name: &str| code.mentioning(name).into_iter().find(is_near);
            let named = names.into_iter().find_map(|name| Some((name, file(name)?)));
            if let Some((name, file)) = named {
                let path = &code.file(file).path;
                return Some(format!("`{name}` means something else in `{path}`"));
            }
            let paths = paths_of(&place, names);
            let clash = paths.iter().find(|path| code.find(path).is_some())?;
            Some(format!("`{clash}` is there and declares something else"))
        };
        let (other, other_class) = other_names(interface, implementation);
        let mut names = [interface, implementation];
        if let Some(why) = taken(names) {
            names = [&other, &other_class];
            if taken(names).is_some() {
                generated.why = Some(why);
                return Ok(generated);
            }
            self.notes
                .push(format!("`{interface}` is called `{other}`: {why}"));
        }
        let paths = paths_of(&place, names);
        let strange = paths
            .iter()
            .find(|path| known.is_some() && !self.workspace.compiles(project, path));
        if let Some(path) = strange {
            generated.why = Some(format!("the project wouldn't compile a new file `{path}`"));
            return Ok(generated);
        }
        let members_of =
            |indices: &[(usize, FileId)]| self.members_of(&reader, indices, &place.sight);
        let draft = members_of(&wanted);
        if draft.is_empty() {
            generated.why = Some("the signatures of what is used aren't known".to_owned());
            return Ok(generated);
        }
        let mut dependency = Dependency::declared(
            &full_name(&place.interface.style.namespace, names[0]),
            &full_name(&place.implementation.style.namespace, names[1]),
        );
        interface.clone_into(&mut dependency.stands_for);
        let requested: Vec<usize> = wanted.iter().map(|(index, _)| *index).collect();
        let drafted = self.with(texts(&place, names, &draft), project, &paths);
        let code = drafted.code();
        let plan = self.plan(&drafted, &code, &dependency, &requested);
        if plan.replaced.is_empty() {
            generated.why = Some(most_common_reason(&plan));
            return Ok(generated);
        }
        let reached: Vec<(usize, FileId)> = wanted
            .iter()
            .copied()
            .filter(|(index, _)| plan.replaced.binary_search(index).is_ok())
            .collect();
        // The plan holds for fewer members: what the sites it reaches need is there.
        let members = members_of(&reached);
        let texts = texts(&place, names, &members);
        generated.served = plan.replaced.len();
        generated.members = members.len();
        generated.paths = paths.to_vec();
        let created = paths.iter().cloned().zip(texts.clone());
        let files = created
            .map(|(path, text)| (path, FileChange::Create(text)))
            .collect();
        let with_files = self.with(texts, project, &paths);
        let before = std::mem::replace(&mut self.tree, with_files);
        self.steps.push(Step { before, files });
        self.ways.note(&code, &dependency, &plan);
        self.take_registrations(&code, &plan)?;
        Ok(generated)
    }

    /// What these findings need.
    pub(crate) fn members_of(
        &self,
        reader: &Reader<'_>,
        indices: &[(usize, FileId)],
        sight: &Sight,
    ) -> Vec<Member> {
        let mut members: BTreeMap<String, Member> = BTreeMap::new();
        for (index, file) in indices {
            let finding = &self.survey.findings[*index];
            let Some(node) = node_of(reader, *file, finding) else {
                continue;
            };
            let written = is_written(node);
            for signature in needed(finding, node, &sight.targets) {
                let member = members
                    .entry(signature.id.as_str().to_owned())
                    .or_insert(Member { signature, written });
                member.written |= written;
            }
        }
        let all = members.into_values();
        all.filter(|one| !sight.compliant || one.is_compliant())
            .collect()
    }

    /// The tree with the two files.
    fn with(&self, texts: [String; 2], project: usize, paths: &[SourcePath; 2]) -> SourceTree {
        let mut tree = self.tree.clone();
        for (path, text) in paths.iter().zip(texts) {
            let source = SourceText {
                text: text.into(),
                encoding: Encoding::Utf8,
            };
            tree.create(path.clone(), source, project);
        }
        tree
    }
}

/// The texts of the interface and of the class.
fn texts(place: &Home, names: [&str; 2], members: &[Member]) -> [String; 2] {
    let wrapper = Wrapper {
        interface: names[0],
        interface_namespace: &place.interface.style.namespace,
        implementation: names[1],
        members,
        sight: &place.sight,
    };
    [
        wrapper.interface_text(&place.interface.style),
        wrapper.implementation_text(&place.implementation.style),
    ]
}

fn paths_of(place: &Home, names: [&str; 2]) -> [SourcePath; 2] {
    [
        path_in(&place.interface.folder, names[0]),
        path_in(&place.implementation.folder, names[1]),
    ]
}

#[derive(Default)]
struct Groups {
    /// Findings by the project that gets the interface.
    missing: BTreeMap<usize, BTreeSet<String>>,
    /// What is declared already.
    there: Vec<Dependency>,
}

/// The interface and class that stand for a finding's API member by member.
fn pair_of(finding: &Finding) -> Option<Pair> {
    let entry = Catalogue::standard().entry_of(&finding.api)?;
    match (entry.abstraction, entry.rewrite) {
        (
            Abstraction::Generated {
                interface,
                implementation,
            },
            Rewrite::Reference("{p}.{m}"),
        ) => Some((interface, implementation)),
        _ => None,
    }
}

fn full_name(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}.{name}")
    }
}

/// Why no site can be served, as the most frequent reason says.
fn most_common_reason(plan: &Plan) -> String {
    let mut counts: BTreeMap<Reason, usize> = BTreeMap::new();
    for (reason, _) in plan.remaining.values() {
        *counts.entry(*reason).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(_, count)| **count);
    most.map_or_else(
        || "no site can be reached".to_owned(),
        |(reason, count)| {
            format!("no site can be reached by an injected object: {count} are `{reason}`")
        },
    )
}
