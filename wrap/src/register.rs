//! The registration of the clock where containers make classes that read it.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::FileId;
use seamwright_common::edit::Edit;
use seamwright_common::finding::{Category, Context, Finding};
use seamwright_common::seam::code::{ClassId, Reader};
use seamwright_common::seam::existing::existing;
use seamwright_common::seam::framework::framework_of;
use seamwright_common::seam::inject::TIME_PROVIDER;
use seamwright_common::seam::registration::register;
use seamwright_common::seam::shape::ClassShape;

/// The lines that are missing, and the places that have them already.
pub(crate) fn clock_registrations<'f>(
    reader: &Reader<'_>,
    findings: impl Iterator<Item = &'f Finding>,
) -> (BTreeMap<FileId, Vec<Edit>>, Vec<String>) {
    let mut classes: BTreeSet<ClassId> = BTreeSet::new();
    for finding in findings
        .filter(|finding| finding.category == Category::Time && is_instance_code(finding.context))
    {
        let class = reader.code().find(&finding.path).and_then(|file| {
            let node = reader.code().tree(file)?.covering(finding.range);
            reader.class_around(file, node)
        });
        let Some(class) = class.filter(|class| !classes.contains(class)) else {
            continue;
        };
        let takes_it = ClassShape::read(reader, &class).is_ok_and(|shape| {
            existing(reader, &shape, TIME_PROVIDER.type_name).is_none()
                && framework_of(reader, &shape).is_none()
        });
        if takes_it {
            classes.insert(class);
        }
    }
    let plan = register(reader, TIME_PROVIDER, &classes, &[], &|_| false);
    let mut edits: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for (file, edit) in plan.all_edits(reader) {
        edits.entry(file).or_default().push(edit);
    }
    let served = plan.served.iter();
    let served = served.map(|(file, offset)| reader.code().place(*file, *offset));
    (edits, served.collect())
}

fn is_instance_code(context: Context) -> bool {
    matches!(
        context,
        Context::ConstructorArguments
            | Context::FieldInitializer
            | Context::PropertyInitializer
            | Context::Lambda
            | Context::LocalFunction
            | Context::InstanceConstructor
            | Context::InstanceProperty
            | Context::InstanceMethod
    )
}
