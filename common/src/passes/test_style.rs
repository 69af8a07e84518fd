//! How the tests of a project are written, as one of its files shows. Writes none.

use std::collections::{BTreeMap, BTreeSet};

use crate::binding::{GlobalUsingKind, Library, ProjectId};
use crate::catalogue::Catalogue;
use crate::outline::TypeId;
use crate::project::{LanguageVersion, Project, TestFramework};
use crate::seam::code::{Code, Reader};
use crate::seam::inject::place_in;
use crate::seam::layout;
use crate::seam::shape::Part;
use crate::seam::test_file::TestStyle;
use crate::survey::KnownLibrary;
use crate::syntax::Field;

/// How the tests of a project are written, as its first file with a type shows.
pub fn style_of(
    code: &Code,
    project: &Project,
    number: usize,
    framework: TestFramework,
) -> TestStyle {
    let names = code.names();
    let usings = names.global_usings(ProjectId(number as u32)).iter();
    let usings = usings.filter(|using| matches!(using.kind, GlobalUsingKind::Namespace));
    let mut style = TestStyle {
        framework,
        namespace: project.root_namespace.clone(),
        file_scoped: project.language() >= LanguageVersion::CSHARP_10,
        unit: "    ".to_owned(),
        ending: "\n",
        same_line_braces: false,
        global_usings: usings.map(|using| using.target.clone()).collect(),
        ambiguous: ambiguous(code),
        nullable: code.projects()[number].writing.nullable,
    };
    let first = code.files().find(|(id, file)| {
        let outline = names.outline(*id);
        file.project.0 as usize == number
            && file.editable
            && outline
                .types()
                .iter()
                .any(|ty| ty.parent.is_none() && ty.body.is_some())
    });
    let Some((id, file)) = first else {
        return style;
    };
    let library = KnownLibrary::new(Catalogue::standard());
    let reader = Reader::new(code, &library);
    let outline = names.outline(id);
    style.ending = layout::line_ending(&file.text, 0);
    let first = outline
        .types()
        .iter()
        .position(|ty| ty.parent.is_none() && ty.body.is_some());
    let Some(first) = first.map(|at| TypeId(at as u32)) else {
        return style;
    };
    let namespace = outline.namespace(outline.type_(first).namespace);
    style.file_scoped = namespace.file_scoped;
    if style.namespace.is_empty() {
        outline
            .text(namespace.full_name)
            .clone_into(&mut style.namespace);
    }
    if let Some(node) = reader.declaration(id, first) {
        let part = Part {
            file: id,
            node,
            body: node.child(Field::Body),
        };
        let place = place_in(reader.text(id), &part);
        style.unit = place.unit;
        style.same_line_braces = place.same_line_braces && !place.inline;
    }
    style
}

/// Simple names of the workspace's types that may mean something else: another type of it, one of the base library, a
/// namespace.
fn ambiguous(code: &Code) -> BTreeSet<String> {
    let library = KnownLibrary::new(Catalogue::standard());
    let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut segments: BTreeSet<String> = BTreeSet::new();
    for (id, _) in code.files() {
        let outline = code.names().outline(id);
        for (index, ty) in outline.types().iter().enumerate() {
            if ty.parent.is_none() {
                let full = outline.full_name(TypeId(index as u32));
                let name = outline.text(ty.name).to_owned();
                by_name.entry(name).or_default().insert(full);
            }
        }
        for space in outline.namespaces() {
            let full = outline.text(space.full_name);
            segments.extend(full.split('.').map(str::to_owned));
        }
    }
    let several = by_name
        .into_iter()
        .filter(|(name, full)| full.len() > 1 || library.knows(name) || segments.contains(name));
    let mut all: BTreeSet<String> = several.map(|(name, _)| name).collect();
    all.extend(segments);
    all
}
