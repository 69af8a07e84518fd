//! The survey of a workspace on disk: hands over its files and projects, reads nothing itself.

use crate::binding::{GlobalUsing, GlobalUsingKind, ProjectId, ProjectScope};
use crate::catalogue::Catalogue;
use crate::coverage::ProjectRole;
use crate::project::{BASIC_USINGS, GlobalUsing as ProjectUsing, Project, UsingKind};
use crate::source::{SourcePath, SourceText};
use crate::workspace::{Ownership, Workspace};

use super::{Sources, SurveyOptions, SurveyProject, SurveyRun, Visited, survey};

/// Surveys the files in scope of a workspace. `step` is called from any thread: [`steps_of`] times, unless files can't
/// be read.
pub fn survey_workspace(
    workspace: &Workspace,
    catalogue: &Catalogue,
    options: &SurveyOptions,
    step: &(dyn Fn() + Sync),
) -> SurveyRun {
    let projects = projects_of(workspace);
    let files = Files { workspace, step };
    workspace.in_parallel(|| survey(&files, &projects, catalogue, options))
}

/// How many steps a survey takes: each file is read, those in scope are inspected.
pub fn steps_of(workspace: &Workspace) -> usize {
    let files = workspace.files();
    files.len() + files.iter().filter(|file| file.in_scope).count()
}

/// The projects as the survey sees them, and behind them one for sources without a project.
pub fn projects_of(workspace: &Workspace) -> Vec<SurveyProject> {
    let all: Vec<&Project> = workspace
        .projects()
        .iter()
        .map(|one| &one.project)
        .collect();
    let mut projects: Vec<SurveyProject> = all
        .iter()
        .map(|project| SurveyProject {
            path: Some(project.path.clone()),
            stable_path: workspace.anchored(&project.path),
            scope: scope_of(project, &all),
        })
        .collect();
    projects.push(SurveyProject {
        path: None,
        stable_path: String::new(),
        // A loose folder: what a new SDK project has, and every project that is there.
        scope: ProjectScope {
            references: (0..all.len() as u32).map(ProjectId).collect(),
            usings: basic_usings(),
            ..ProjectScope::default()
        },
    });
    projects
}

/// What holds in a file beside the usings of its project: nothing where that compiles it. What no project compiles (a
/// template's content, a sample) has a project of its own elsewhere, of which only what a new SDK project has is known.
pub fn usings_of(ownership: Ownership) -> Vec<GlobalUsing> {
    match ownership {
        Ownership::Nobody => basic_usings(),
        Ownership::Plain | Ownership::Shared | Ownership::Unknown => Vec::new(),
    }
}

fn basic_usings() -> Vec<GlobalUsing> {
    let usings = BASIC_USINGS.map(|name| GlobalUsing {
        kind: GlobalUsingKind::Namespace,
        target: name.to_owned(),
    });
    usings.to_vec()
}

fn scope_of(project: &Project, all: &[&Project]) -> ProjectScope {
    let mut usings: Vec<GlobalUsing> = project
        .targets
        .iter()
        .flat_map(|target| &target.global_usings)
        .map(using_of)
        .collect();
    usings.sort();
    usings.dedup();
    ProjectScope {
        assembly: project.assembly_name.clone(),
        references: project
            .references
            .iter()
            .filter_map(|reference| all.iter().position(|other| other.path == reference.path))
            .map(|index| ProjectId(index as u32))
            .collect(),
        usings,
        // Items say nothing where the build doesn't write the assembly's attributes.
        friends: project
            .internals_visible_to
            .iter()
            .filter(|_| project.generate_assembly_info)
            .map(|friend| friend.assembly.clone())
            .collect(),
    }
}

fn using_of(using: &ProjectUsing) -> GlobalUsing {
    GlobalUsing {
        kind: match &using.kind {
            UsingKind::Namespace => GlobalUsingKind::Namespace,
            UsingKind::Static => GlobalUsingKind::Static,
            UsingKind::Alias(name) => GlobalUsingKind::Alias(name.clone()),
        },
        target: using.name.clone(),
    }
}

struct Files<'w> {
    workspace: &'w Workspace,
    step: &'w (dyn Fn() + Sync),
}

impl Sources for Files<'_> {
    fn step(&self) {
        (self.step)();
    }

    fn count(&self) -> usize {
        self.workspace.files().len()
    }

    fn path(&self, index: usize) -> &SourcePath {
        &self.workspace.files()[index].path
    }

    fn project(&self, index: usize) -> usize {
        self.workspace.files()[index]
            .project
            .unwrap_or(self.workspace.projects().len())
    }

    fn usings(&self, index: usize) -> Vec<GlobalUsing> {
        usings_of(self.workspace.files()[index].ownership)
    }

    fn is_compiled(&self, index: usize) -> bool {
        self.workspace.files()[index].ownership != Ownership::Nobody
    }

    fn is_test(&self, index: usize) -> bool {
        self.workspace.files()[index].role == ProjectRole::Test
    }

    fn visit<T: Send>(&self, visit: impl Fn(usize, SourceText, bool) -> T + Sync) -> Visited<T> {
        let reading = self.workspace.for_each_source(|source| {
            // Files are sorted by path, and each stands there once.
            let files = self.workspace.files();
            let index = files.partition_point(|file| file.path < source.file.path);
            visit(index, source.text, source.in_scope)
        });
        Visited {
            results: reading.results,
            scanned: reading.scanned,
            generated: reading.generated,
            incomplete: reading.incomplete,
        }
    }

    fn read(&self, index: usize) -> Option<SourceText> {
        self.workspace.read(self.path(index)).ok()
    }
}
