//! One run: decisions for what was found, the registrations that are missing, the document out.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, Exit, Format, Input, Outcome, Session};
use seamwright_common::contract::{Abstraction, Declined, Extra};
use seamwright_common::edit::SourceChange;
use seamwright_common::finding::Category;
use seamwright_common::opening::Opening;
use seamwright_common::project::Project;
use seamwright_common::seam::code::Code;
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::SurveyOptions;
use seamwright_common::workspace::Workspace;

use crate::Args;
use crate::clocks::own_clocks;
use crate::decide::{Decision, Projects, decide};
use crate::generated::{Builder, Generated, Overlapping};
use crate::render::{Report, markdown, text};

const TOOL: &str = "generate-testability-wrappers";

struct Known<'a> {
    workspace: &'a Workspace,
    code: &'a Code,
}

impl Projects for Known<'_> {
    fn project(&self, path: &SourcePath) -> Option<&Project> {
        self.workspace
            .projects()
            .iter()
            .map(|known| &known.project)
            .find(|project| project.path == *path)
    }

    fn declares(&self, project: Option<&SourcePath>, simple: &str) -> bool {
        self.code.files().any(|(file, _)| {
            let own = project.is_none_or(|path| {
                self.code
                    .project(file)
                    .is_some_and(|known| known.path == *path)
            });
            let outline = self.code.names().outline(file);
            own && outline
                .types()
                .iter()
                .any(|declared| outline.text(declared.name) == simple)
        })
    }
}

pub(crate) fn run(args: &Args, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
    let opening = Opening::of(input, &args.scope, args.workspace.as_deref())?;
    for report in opening.recovered() {
        session.note(&report.to_string());
    }
    let catalogue = Catalogue::standard();
    let code = opening.tree.code();
    let known = Known {
        workspace: &opening.workspace,
        code: &code,
    };
    let concerned = opening
        .survey
        .findings
        .iter()
        .filter(|finding| opening.concerns(finding));
    let (mut decisions, advised) = decide(concerned, catalogue, &known);
    let has_clock = |decision: &&Decision| decision.categories.contains(&Category::Time);
    let options = SurveyOptions::default();
    let search = |tree: &SourceTree| {
        let survey = || tree.survey(catalogue, &options);
        opening.workspace.in_parallel(survey).survey
    };
    let mut builder = Builder {
        workspace: &opening.workspace,
        search: &search,
        tree: opening.tree.clone(),
        survey: opening.survey.clone(),
        steps: Vec::new(),
        served: BTreeSet::new(),
    };
    let clock = Dependency::time_provider();
    let usable: BTreeSet<&Option<SourcePath>> = decisions
        .iter()
        .filter(|one| one.name == clock.type_name && one.available)
        .map(|one| &one.project)
        .collect();
    let overlapping = |(path, overlap): Overlapping| {
        Error::input(format!("two registrations in `{path}` overlap ({overlap})"))
    };
    builder
        .register(&clock, &|finding| {
            opening.concerns(finding) && usable.contains(&finding.project)
        })
        .map_err(overlapping)?;
    let generated = builder
        .generate(&|finding| opening.concerns(finding))
        .map_err(overlapping)?;
    for one in &generated {
        settle(&mut decisions, one);
    }
    let doubles = if args.doubles {
        builder.doubles()
    } else {
        Vec::new()
    };
    let served: Vec<String> = builder.served.iter().cloned().collect();
    let mut notes = Vec::new();
    if decisions.iter().any(|one| has_clock(&one)) {
        for (name, file) in own_clocks(&code) {
            let path = &code.file(file).path;
            notes.push(format!(
                "`{name}` in `{path}` is a clock of the project's own; it isn't used yet"
            ));
        }
    }
    notes.extend(doubles.iter().map(|double| {
        let (interface, project) = (&double.interface, &double.project);
        match &double.outcome {
            Ok(path) => format!("`{path}` is a double of `{interface}` for `{project}`"),
            Err(why) => format!("no double of `{interface}` is written for `{project}`: {why}"),
        }
    }));
    let mut document = opening.document.clone();
    document.add_stage(TOOL, env!("CARGO_PKG_VERSION"));
    document.abstractions.extend(decisions.iter().map(wire));
    document.declined.extend(declined(&decisions));
    let has_change = !builder.steps.is_empty();
    for step in &builder.steps {
        let change = SourceChange {
            files: step.files.clone(),
        };
        document.add_changes(TOOL, &change, |path| step.before.source(path).cloned())?;
    }
    let planned = opening.delivery.plan(&document)?;
    let diff = planned.unified_diff();
    if args.write.write {
        opening.delivery.write(&mut document, planned)?;
    }
    let report = Report {
        decisions: &decisions,
        advised: &advised,
        declined: &document.declined,
        served: &served,
        notes: &notes,
        diff: &diff,
        written: args.write.write,
    };
    let outcome = match session.format {
        Format::Text => Outcome::text(text(&report, session.paint)),
        Format::Markdown => Outcome::text(markdown(&report)),
        _ => {
            for note in &notes {
                session.note(note);
            }
            Outcome::document(document)
        }
    };
    let gate = args.write.check && has_change;
    Ok(outcome.with_exit(if gate { Exit::Gate } else { Exit::Done }))
}

/// What became of the decisions for an interface.
fn settle(decisions: &mut [Decision], generated: &Generated) {
    let concerned = decisions.iter_mut().filter(|one| {
        one.name == generated.interface
            && one
                .project
                .as_ref()
                .is_some_and(|path| generated.projects.contains(path))
            || one.name == generated.interface
                && one.project.is_none()
                && generated.projects.is_empty()
    });
    for decision in concerned {
        if let Some(why) = &generated.why {
            decision.available = false;
            decision.why = format!("`{}` isn't generated: {why}", generated.interface);
            continue;
        }
        decision.available = true;
        decision.path = generated.paths.first().cloned();
        let files: Vec<String> = generated
            .paths
            .iter()
            .map(|path| format!("`{path}`"))
            .collect();
        decision.why = format!(
            "generated with {} for {} of {} sites: {}",
            counted(generated.members, "member"),
            generated.served,
            generated.asked,
            files.join(", ")
        );
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn wire(decision: &Decision) -> Abstraction {
    Abstraction {
        name: decision.name.clone(),
        kind: decision.kind.into(),
        categories: decision
            .categories
            .iter()
            .map(|category| (*category).into())
            .collect(),
        project: decision.project.clone().map(Into::into),
        available: decision.available,
        package: decision.package.map(str::to_owned),
        default: decision.default.map(str::to_owned),
        apis: decision.apis.iter().map(|api| api.clone().into()).collect(),
        path: decision.path.clone().map(Into::into),
        why: Some(decision.why.clone()),
        extra: Extra::new(),
    }
}

/// The packages that decisions need and that aren't referenced.
fn declined(decisions: &[Decision]) -> Vec<Declined> {
    let mut packages: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for decision in decisions.iter().filter(|one| !one.available) {
        if let Some(package) = decision.package {
            let needed = packages.entry(package).or_default();
            needed.extend(
                decision
                    .categories
                    .iter()
                    .map(|category| category.as_str().to_owned()),
            );
        }
    }
    let named = packages.into_iter().map(|(package, mut needed_by)| {
        needed_by.sort();
        needed_by.dedup();
        Declined {
            what: format!("package:{package}"),
            needed_by,
            authorise: Some("--allow-packages (not built yet: add it by hand)".to_owned()),
            extra: Extra::new(),
        }
    });
    named.collect()
}
