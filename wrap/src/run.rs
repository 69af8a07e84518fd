//! One run: decisions for what was found, the registrations that are missing, the document out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use seamwright_common::catalogue::{Catalogue, io_abstractions};
use seamwright_common::cli::{Error, Exit, Format, Input, Outcome, Session};
use seamwright_common::contract::{Abstraction, Declined, Extra};
use seamwright_common::edit::SourceChange;
use seamwright_common::finding::{Category, Finding};
use seamwright_common::opening::Opening;
use seamwright_common::project::Project;
use seamwright_common::seam::code::{Code, Reader};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::packaged::has_file_system;
use seamwright_common::seam::replace::Choices;
use seamwright_common::seam::tree::SourceTree;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::{KnownLibrary, SurveyOptions};
use seamwright_common::workspace::Workspace;

use crate::Args;
use crate::clocks::own_clocks;
use crate::decide::{Decision, Projects, decide};
use crate::generated::{Builder, Generated, Overlapping};
use crate::home::Wanted;
use crate::packages::{Packages, add_missing};
use crate::render::{Report, markdown, text};
use crate::used::used_at;
use crate::ways::Ways;

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

    fn sees(&self, path: &SourcePath, package: &str) -> bool {
        let mut all = self.code.projects().iter();
        let Some(project) = all.find(|project| project.path == *path) else {
            return false;
        };
        // Whatever brings the file system will do.
        if package == io_abstractions::PACKAGE {
            return has_file_system(project);
        }
        let mut seen = project.seen.iter();
        seen.any(|one| one.id.eq_ignore_ascii_case(package))
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
    let mut opening = Opening::of(input, &args.scope, args.workspace.as_deref())?;
    for report in opening.recovered() {
        session.note(&report.to_string());
    }
    let catalogue = Catalogue::standard();
    let mut options = SurveyOptions::default();
    let optional = |category: &Category| category.is_off_by_default();
    let found = opening.document.findings.iter();
    let mut found = found.map(|finding| finding.category.0);
    if args.category.iter().any(optional) || found.any(|one| optional(&one)) {
        options.categories = Category::ALL.iter().copied().collect();
        let search = || opening.tree.survey(catalogue, &options);
        opening.survey = opening.workspace.in_parallel(search).survey;
    }
    let code = opening.tree.code();
    let known = Known {
        workspace: &opening.workspace,
        code: &code,
    };
    let concerns = |finding: &Finding| {
        let asked = args.category.is_empty() || args.category.contains(&finding.category);
        asked && args.extract_interface.is_none() && opening.concerns(finding)
    };
    let concerned = opening
        .survey
        .findings
        .iter()
        .filter(|finding| concerns(finding));
    let concerned: Vec<&Finding> = concerned.collect();
    let many = many_variables(&concerned);
    let (mut decisions, advised) = decide(concerned.into_iter(), catalogue, &known);
    let library = KnownLibrary::new(catalogue);
    let reader = Reader::new(&code, &library);
    let files = Dependency::file_system();
    let there = |one: &&mut Decision| one.available && one.name == files.type_name;
    for decision in decisions.iter_mut().filter(there) {
        if let Some((path, place)) = used_at(&code, &reader, &files, decision.project.as_ref()) {
            let _ = write!(decision.why, "; it is used already: `{place}`");
            decision.path = Some(path);
        }
    }
    let has_clock = |decision: &&Decision| decision.categories.contains(&Category::Time);
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
        choices: Choices {
            injection: args.way_in.injection,
            sharing: args.way_in.ambient,
            constructors: args.way_in.constructors(),
            delegated: BTreeSet::new(),
            ..Choices::default()
        },
        wanted: Wanted {
            namespace: args.namespace.clone(),
            folder: args.into.clone(),
        },
        ways: Ways::default(),
        notes: Vec::new(),
    };
    if let Some(name) = &args.extract_interface {
        let said = builder.extract(name)?;
        builder.notes.push(said);
    }
    let mut packages = Packages::default();
    if args.allow_packages {
        packages = add_missing(&mut decisions, &mut builder, &opening, &concerns)?;
    }
    let overlapping = |(path, overlap): Overlapping| {
        Error::input(format!("two registrations in `{path}` overlap ({overlap})"))
    };
    for dependency in [Dependency::time_provider(), Dependency::file_system()] {
        let usable: BTreeSet<&Option<SourcePath>> = decisions
            .iter()
            .filter(|one| one.name == dependency.type_name && one.available)
            .map(|one| &one.project)
            .collect();
        builder
            .register(&dependency, &|finding| {
                concerns(finding) && usable.contains(&finding.project)
            })
            .map_err(overlapping)?;
    }
    let generated = builder.generate(&concerns).map_err(overlapping)?;
    for one in &generated {
        settle(&mut decisions, one);
    }
    for decision in &mut decisions {
        if let Some(said) = builder.ways.said(&decision.name, decision.project.as_ref()) {
            let _ = write!(decision.why, "; {said}");
        }
    }
    let doubles = if args.doubles {
        builder.doubles()
    } else {
        Vec::new()
    };
    let served: Vec<String> = builder.served.iter().cloned().collect();
    let mut notes = packages.notes.clone();
    notes.append(&mut builder.notes);
    notes.extend(many);
    for (advice, sites) in &advised.advice {
        notes.push(format!("{}: {advice}", counted(*sites, "site")));
    }
    notes.extend(builder.ways.trade_offs(args.way_in.ambient));
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
    let declined = declined(&decisions, args.allow_packages);
    // What a flag asked for and can't be had stops the run.
    let stopped = !args.category.is_empty() && !declined.is_empty();
    document.declined.extend(declined);
    let (change, before) = packages.change();
    let has_change = !(stopped || builder.steps.is_empty() && change.is_empty());
    if !stopped && !change.is_empty() {
        document.add_changes(TOOL, &change, |path| before.get(path).cloned())?;
    }
    for step in builder.steps.iter().filter(|_| !stopped) {
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
        extracts: args.extract_interface.is_some(),
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
    let exit = if stopped {
        Exit::Declined
    } else if args.write.check && has_change {
        Exit::Gate
    } else {
        Exit::Done
    };
    Ok(outcome.with_exit(exit))
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

/// So many variables are a configuration.
const MANY: usize = 3;

/// Classes that read many environment variables.
fn many_variables(findings: &[&Finding]) -> Vec<String> {
    let mut by_class: BTreeMap<(&str, &SourcePath), usize> = BTreeMap::new();
    let reads = findings.iter().filter(|one| {
        one.api.without_parameters() == "M:System.Environment.GetEnvironmentVariable"
    });
    for read in reads {
        let key = (read.type_name.as_str(), &read.path);
        *by_class.entry(key).or_default() += 1;
    }
    let many = by_class.into_iter().filter(|(_, count)| *count >= MANY);
    let said = many.map(|((name, path), count)| {
        format!(
            "`{name}` in `{path}` reads environment variables at {count} places: one object of options, read at start-up \
             and injected, is easier to test than a provider of variables"
        )
    });
    said.collect()
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
fn declined(decisions: &[Decision], allowed: bool) -> Vec<Declined> {
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
            authorise: Some("--allow-packages".to_owned()).filter(|_| !allowed),
            extra: Extra::new(),
        }
    });
    named.collect()
}
