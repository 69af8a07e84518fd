//! The registration of the clock for what the next stage will replace: the same plan, of which only that is kept.

use std::collections::BTreeMap;

use seamwright_common::binding::FileId;
use seamwright_common::catalogue::Catalogue;
use seamwright_common::edit::Edit;
use seamwright_common::finding::{Category, Finding, Survey};
use seamwright_common::seam::code::{Code, Reader};
use seamwright_common::seam::replace::{Choices, Planner};
use seamwright_common::survey::KnownLibrary;

/// The lines that are missing, and the places that have them already.
pub(crate) fn clock_registrations(
    code: &Code,
    survey: &Survey,
    catalogue: &Catalogue,
    concerns: impl Fn(&Finding) -> bool,
) -> (BTreeMap<FileId, Vec<Edit>>, Vec<String>) {
    let findings = survey.findings.iter().enumerate();
    let requested: Vec<usize> = findings
        .filter(|(_, finding)| finding.category == Category::Time && concerns(finding))
        .map(|(index, _)| index)
        .collect();
    let choices = Choices::default();
    let library = KnownLibrary::new(catalogue);
    let reader = Reader::new(code, &library);
    let planner = Planner::new(&reader, survey, catalogue, &choices);
    let plan = planner.plan(&requested, &BTreeMap::new());
    let there = plan.registered.iter();
    let there = there.map(|(file, offset)| code.place(*file, *offset));
    (plan.registrations, there.collect())
}
