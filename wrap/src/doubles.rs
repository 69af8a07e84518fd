//! Doubles of the project's interfaces in the test projects that see them: which are missing, and where they go. One
//! that is there, or a mock library, is left to do its work.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::binding::{FileId, ProjectId};
use seamwright_common::catalogue::signatures::{MemberKind as Kind, Signature, members};
use seamwright_common::catalogue::{Abstraction, Catalogue, Rewrite};
use seamwright_common::coverage::ProjectRole;
use seamwright_common::edit::FileChange;
use seamwright_common::outline::{
    Member as Declared, MemberKind, Modifiers, Outline, TypeId, TypeKind,
};
use seamwright_common::seam::code::{Code, CodeProject, has_word};
use seamwright_common::source::{Encoding, SourcePath, SourceText};
use seamwright_common::symbol::keyword_type;

use crate::generate::{Member, Wrapper, double_name};
use crate::generated::{Builder, Step};
use crate::home::{double_home, path_in};

/// Packages that make doubles by themselves.
const MOCKS: &[&str] = &["FakeItEasy", "JustMock", "Moq", "NSubstitute"];

/// What became of one double.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Double {
    /// The interface's name.
    pub(crate) interface: String,
    /// The test project.
    pub(crate) project: SourcePath,
    /// Its file, or why there is none.
    pub(crate) outcome: Result<SourcePath, String>,
}

/// An interface of the project that the catalogue knows.
struct Known {
    name: &'static str,
    file: FileId,
    ty: TypeId,
}

impl Builder<'_> {
    /// Writes the doubles that are missing.
    pub(crate) fn doubles(&mut self) -> Vec<Double> {
        let mut all = Vec::new();
        let code = self.tree.code();
        let known = known_interfaces(&code);
        let mut files: BTreeMap<SourcePath, FileChange> = BTreeMap::new();
        let mut created: Vec<(SourcePath, String, usize)> = Vec::new();
        for interface in &known {
            let tests = code.projects().iter().enumerate();
            let tests = tests.filter(|(_, one)| one.role == ProjectRole::Test);
            for (project, test) in tests {
                let home = code.file(interface.file).project.0 as usize;
                if !self.refers(project, home) {
                    continue;
                }
                let outcome = self
                    .double(&code, interface, project, test)
                    .map(|(path, text)| {
                        files.insert(path.clone(), FileChange::Create(text.clone()));
                        created.push((path.clone(), text, project));
                        path
                    });
                all.push(Double {
                    interface: interface.name.to_owned(),
                    project: test.path.clone(),
                    outcome,
                });
            }
        }
        if files.is_empty() {
            return all;
        }
        let before = self.tree.clone();
        for (path, text, project) in created {
            let source = SourceText {
                text: text.into(),
                encoding: Encoding::Utf8,
            };
            self.tree.create(path, source, project);
        }
        self.steps.push(Step { before, files });
        all
    }

    /// The path and the text of a double.
    fn double(
        &self,
        code: &Code,
        interface: &Known,
        project: usize,
        test: &CodeProject,
    ) -> Result<(SourcePath, String), String> {
        if let Some(mock) = MOCKS.iter().find(|mock| test.has_package(mock)) {
            return Err(format!("arrange it with {mock}, which the project uses"));
        }
        let in_test = || {
            let files = code.files();
            files.filter(|(_, file)| file.project.0 as usize == project)
        };
        let implements = |file: FileId| {
            let outline = code.names().outline(file);
            outline.types().iter().any(|ty| {
                let mut bases = outline.texts(ty.bases);
                ty.kind == TypeKind::Class && bases.any(|base| is_called(base, interface.name))
            })
        };
        if let Some((_, file)) = in_test().find(|(file, _)| implements(*file)) {
            return Err(format!("`{}` has one", file.path));
        }
        if !is_open(code, interface, test) {
            return Err("the test project can't see it: it is internal".to_owned());
        }
        let outline = code.names().outline(interface.file);
        let members = outline.members_of(interface.ty).iter();
        let members: Vec<Member> = members
            .map(|one| {
                let text = &code.file(interface.file).text;
                let body = one.body.and_then(|body| text.get(body.start()..body.end()));
                let written = body.is_some_and(|body| has_word(body, "set"));
                let signature = wrapped(interface.name, outline, one)?;
                Ok(Member { signature, written })
            })
            .collect::<Result<_, String>>()?;
        if members.is_empty() {
            return Err("it has no members of its own".to_owned());
        }
        let known = self.workspace.projects().get(project);
        let (spot, sight) = double_home(code, project, known.map(|known| &known.project));
        let name = double_name(interface.name);
        if let Some((_, file)) = in_test().find(|(file, _)| declares(code, *file, &name)) {
            return Err(format!("`{name}` means something else in `{}`", file.path));
        }
        let path = path_in(&spot.folder, &name);
        if code.find(&path).is_some() {
            return Err(format!("`{path}` is there and declares something else"));
        }
        if known.is_some() && !self.workspace.compiles(project, &path) {
            return Err(format!("the project wouldn't compile a new file `{path}`"));
        }
        let namespace = outline.namespace(outline.type_(interface.ty).namespace);
        let wrapper = Wrapper {
            interface: interface.name,
            interface_namespace: outline.text(namespace.full_name),
            implementation: "",
            members: &members,
            sight: &sight,
        };
        Ok((path, wrapper.double_text(&spot.style, &name)?))
    }
}

/// The interfaces of production code that the catalogue gives member by member.
fn known_interfaces(code: &Code) -> Vec<Known> {
    let names: BTreeSet<&'static str> = interfaces().keys().copied().collect();
    let mut found = Vec::new();
    for (file, _) in code.files().filter(|(file, _)| !code.is_test(*file)) {
        let outline = code.names().outline(file);
        for (index, ty) in outline.types().iter().enumerate() {
            let plain = ty.kind == TypeKind::Interface
                && ty.parent.is_none()
                && ty.type_parameters.is_empty()
                && !ty.modifiers.contains(Modifiers::PARTIAL);
            let name = names.get(outline.text(ty.name)).copied();
            if let Some(name) = name.filter(|_| plain) {
                let ty = TypeId(index as u32);
                found.push(Known { name, file, ty });
            }
        }
    }
    found
}

/// The catalogue's interfaces and the types whose static members they pass on.
fn interfaces() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut all: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
    for entry in Catalogue::standard().entries() {
        if let (Abstraction::Generated { interface, .. }, Rewrite::Reference("{p}.{m}")) =
            (entry.abstraction, entry.rewrite)
            && let Some(parts) = entry.parts()
        {
            all.entry(interface).or_default().insert(parts.type_name);
        }
    }
    all
}

/// What a member of such an interface passes on to.
fn wrapped(
    interface: &str,
    outline: &Outline,
    one: &Declared,
) -> Result<&'static Signature, String> {
    let name = outline.text(one.name);
    let types = interfaces().remove(interface).unwrap_or_default();
    let parameters = outline.parameters(one.parameters);
    let own: Vec<String> = parameters
        .iter()
        .map(|one| plain_type(outline.text(one.type_text)))
        .collect();
    let fits = |signature: &&&'static Signature| {
        let theirs = signature.parameters.iter();
        signature.is_static
            && signature.name == name
            && match one.kind {
                MemberKind::Method => signature.kind == Kind::Method,
                MemberKind::Property => signature.kind == Kind::Property,
                MemberKind::Event => signature.kind == Kind::Event,
                _ => false,
            }
            && signature.parameters.len() == own.len()
            && theirs
                .zip(&own)
                .all(|(theirs, own)| plain_type(theirs.type_text) == *own)
    };
    let all = types.iter().flat_map(|ty| members(ty));
    let found: Vec<&&Signature> = all.filter(fits).collect();
    let [signature] = found.as_slice() else {
        return Err(format!("its `{name}` isn't one of the base library's"));
    };
    Ok(signature)
}

/// A type without what is written in more than one way: namespaces, `?`, keywords.
pub(crate) fn plain_type(text: &str) -> String {
    let mut out = String::new();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end == 0 {
            if !matches!(first, '?' | ' ') {
                out.push(first);
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let full = keyword_type(&rest[..end]).unwrap_or(&rest[..end]);
        out.push_str(full.rsplit(['.', ':']).next().unwrap_or(full));
        rest = &rest[end..];
    }
    out
}

fn is_called(base: &str, name: &str) -> bool {
    base.rsplit(['.', ':']).next() == Some(name)
}

fn declares(code: &Code, file: FileId, name: &str) -> bool {
    let outline = code.names().outline(file);
    outline
        .types()
        .iter()
        .any(|ty| outline.text(ty.name) == name)
}

/// Whether a test project may name the interface.
fn is_open(code: &Code, interface: &Known, test: &CodeProject) -> bool {
    let outline = code.names().outline(interface.file);
    let ty = outline.type_(interface.ty);
    let ProjectId(home) = code.file(interface.file).project;
    let friends = code
        .projects()
        .get(home as usize)
        .map(|one| &one.scope.friends);
    ty.modifiers.contains(Modifiers::PUBLIC)
        || friends.is_some_and(|friends| friends.contains(&test.scope.assembly))
}
