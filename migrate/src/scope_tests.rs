//! The tests that come with new ambient scopes: which project gets them, and how its files are written.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::{GlobalUsingKind, Library, ProjectId};
use seamwright_common::catalogue::Catalogue;
use seamwright_common::outline::TypeId;
use seamwright_common::project::{Project, TestFramework};
use seamwright_common::seam::ambient::checks::{TestStyle, name_of, text_of};
use seamwright_common::seam::code::{Code, Reader};
use seamwright_common::seam::inject::place_in;
use seamwright_common::seam::layout;
use seamwright_common::seam::replace::NewScope;
use seamwright_common::seam::shape::Part;
use seamwright_common::source::SourcePath;
use seamwright_common::survey::KnownLibrary;
use seamwright_common::syntax::Field;

/// The files with tests of these scopes. `sees` tells whether the second project sees what is internal in the first.
pub(crate) fn scope_tests(
    code: &Code,
    projects: &[&Project],
    scopes: &[NewScope],
    sees: &dyn Fn(usize, usize) -> bool,
) -> BTreeMap<SourcePath, String> {
    let mut files = BTreeMap::new();
    let mut styles: BTreeMap<usize, Option<TestStyle>> = BTreeMap::new();
    for scope in scopes {
        let framework = |test: usize| projects.get(test).and_then(|test| test.test_framework);
        let fits = |test: &usize| {
            let writes = framework(*test).is_some();
            writes && code.projects()[*test].writing.new_files && sees(scope.project, *test)
        };
        let Some(test) = (0..projects.len()).find(fits) else {
            continue;
        };
        let style = styles.entry(test).or_insert_with(|| {
            let framework = framework(test)?;
            Some(style_of(code, projects[test], test, framework))
        });
        let name = name_of(scope);
        let path = projects[test].path.join_from_folder(&format!("{name}.cs"));
        let taken = code.find(&path).is_some() || !code.mentioning(&name).is_empty();
        if let Some(text) = style
            .as_ref()
            .map(|style| text_of(scope, style))
            .filter(|_| !taken)
        {
            files.insert(path, text);
        }
    }
    files
}

/// How the tests of a project are written, as its first file with a type shows.
fn style_of(code: &Code, project: &Project, number: usize, framework: TestFramework) -> TestStyle {
    let names = code.names();
    let usings = names.global_usings(ProjectId(number as u32)).iter();
    let usings = usings.filter(|using| matches!(using.kind, GlobalUsingKind::Namespace));
    let mut style = TestStyle {
        framework,
        namespace: project.root_namespace.clone(),
        file_scoped: project.language() >= seamwright_common::project::LanguageVersion::CSHARP_10,
        unit: "    ".to_owned(),
        ending: "\n",
        same_line_braces: false,
        global_usings: usings.map(|using| using.target.clone()).collect(),
        ambiguous: ambiguous(code),
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
