//! An interface from the public members of a class, as the class declares them: what can't be told apart from its class
//! isn't extracted. Changes no user of the class.

use std::collections::BTreeMap;

use seamwright_common::binding::FileId;
use seamwright_common::catalogue::Catalogue;
use seamwright_common::cli::{Error, ErrorKind};
use seamwright_common::edit::{Edit, FileChange, TextEdit};
use seamwright_common::outline::{Modifiers, TypeId, TypeKind};
use seamwright_common::seam::code::{Code, Reader, has_word};
use seamwright_common::source::{Encoding, SourcePath, SourceText};
use seamwright_common::survey::KnownLibrary;
use seamwright_common::syntax::{Field, SyntaxKind, SyntaxNode};
use seamwright_common::text::TextRange;

use crate::generate::{Style, written};
use crate::generated::{Builder, Step};
use crate::home::{file_home, path_in};

use SyntaxKind as K;

/// What is taken out of a class.
struct Extracted<'a> {
    /// The lines of each member.
    blocks: Vec<Vec<String>>,
    usings: Vec<&'a str>,
}

impl Builder<'_> {
    /// Writes `I…` for the class that is called so, and lets the class implement it.
    pub(crate) fn extract(&mut self, name: &str) -> Result<String, Error> {
        let code = self.tree.code();
        let library = KnownLibrary::new(Catalogue::standard());
        let reader = Reader::new(&code, &library);
        let (file, id) = class_called(&code, name)?;
        let outline = code.names().outline(file);
        let class = outline.type_(id);
        let simple = outline.text(class.name);
        let interface = format!("I{simple}");
        let path = &code.file(file).path;
        let cannot = |why: String| {
            Error::new(
                ErrorKind::Input,
                format!("no interface of `{simple}` in `{path}` can be written: {why}"),
            )
        };
        let implements = |base: &str| {
            let base = base.split('<').next().unwrap_or(base);
            base.rsplit(['.', ':']).next() == Some(&*interface)
        };
        if outline.texts(class.bases).any(implements) {
            return Ok(format!(
                "`{simple}` in `{path}` implements `{interface}` already"
            ));
        }
        if class.parent.is_some() {
            return Err(cannot("it is declared in another type".to_owned()));
        }
        if [Modifiers::PARTIAL, Modifiers::STATIC]
            .iter()
            .any(|one| class.modifiers.contains(*one))
        {
            return Err(cannot("it is static or partial".to_owned()));
        }
        if let Some(other) = code.mentioning(&interface).first() {
            let other = &code.file(*other).path;
            return Err(cannot(format!(
                "`{interface}` means something else in `{other}`"
            )));
        }
        if !code.file(file).editable {
            return Err(cannot("its file can't be changed".to_owned()));
        }
        let node = reader.declaration(file, id);
        let node = node.ok_or_else(|| cannot("its declaration isn't understood".to_owned()))?;
        let nested: Vec<&str> = outline
            .nested_types(id)
            .map(|nested| outline.text(outline.type_(nested).name))
            .collect();
        let extracted = extracted(&reader, file, node, &nested).map_err(cannot)?;
        if extracted.blocks.is_empty() {
            return Err(cannot("it has no public members of objects".to_owned()));
        }
        let project = code.file(file).project.0 as usize;
        let known = self.workspace.projects().get(project);
        let (mut style, _) = file_home(&code, file, known.map(|known| &known.project));
        if !class.modifiers.contains(Modifiers::PUBLIC) {
            style.access = "internal";
        }
        let own = outline.text(outline.namespace(class.namespace).full_name);
        let namespace = self.wanted.namespace.as_deref().unwrap_or(own);
        namespace.clone_into(&mut style.namespace);
        let folder = match (&self.wanted.folder, known) {
            (Some(folder), Some(known)) => {
                let own = known.project.folder();
                [own, folder].join("/").trim_start_matches('/').to_owned()
            }
            _ => path.folder().to_owned(),
        };
        let new_path = path_in(&folder, &interface);
        let compiles = known.is_none() || self.workspace.compiles(project, &new_path);
        if code.find(&new_path).is_some() || !compiles {
            return Err(cannot(format!("`{new_path}` can't be written")));
        }
        let edits = implementing(node, &interface, own, namespace);
        let text = text_of(simple, &interface, node, &style, &extracted);
        let count = extracted.blocks.len();
        let said = format!("`{interface}` in `{new_path}` has {count} members of `{simple}`");
        let edit = TextEdit::new(edits).map_err(|_| cannot("its head isn't understood".into()))?;
        self.written(path.clone(), edit, new_path, text, project);
        Ok(said)
    }

    fn written(
        &mut self,
        path: SourcePath,
        edit: TextEdit,
        new_path: SourcePath,
        text: String,
        project: usize,
    ) {
        let edits = BTreeMap::from([(path.clone(), edit.clone())]);
        let Some(mut after) = self.tree.after(&edits) else {
            return;
        };
        let source = SourceText {
            text: text.as_str().into(),
            encoding: Encoding::Utf8,
        };
        after.create(new_path.clone(), source, project);
        let before = std::mem::replace(&mut self.tree, after);
        let files = BTreeMap::from([
            (path, FileChange::Edit(edit)),
            (new_path, FileChange::Create(text)),
        ]);
        self.steps.push(Step { before, files });
    }
}

/// The class by its full or its simple name.
fn class_called(code: &Code, name: &str) -> Result<(FileId, TypeId), Error> {
    let mut found = Vec::new();
    for (file, _) in code.files() {
        let outline = code.names().outline(file);
        for (index, ty) in outline.types().iter().enumerate() {
            let id = TypeId(index as u32);
            let is_it = outline.text(ty.name) == name || outline.full_name(id) == name;
            if ty.kind == TypeKind::Class && is_it {
                found.push((file, id));
            }
        }
    }
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Error::usage(format!("no class is called `{name}`"))),
        several => {
            let full = several
                .iter()
                .map(|(file, id)| format!("`{}`", code.names().outline(*file).full_name(*id)));
            let full = full.collect::<Vec<_>>().join(", ");
            let error = Error::usage(format!("more than one declaration is called `{name}`"));
            Err(error.with_hint(format!("there are {full}")))
        }
    }
}

fn extracted<'a>(
    reader: &Reader<'a>,
    file: FileId,
    class: SyntaxNode<'a>,
    nested: &[&str],
) -> Result<Extracted<'a>, String> {
    let text = reader.text(file);
    let body = class.child(Field::Body);
    let members = body.into_iter().flat_map(SyntaxNode::named_children);
    let mut blocks = Vec::new();
    for member in members {
        let Some(declared) = declared(text, member)? else {
            continue;
        };
        if let Some(inner) = nested.iter().find(|name| has_word(&declared, name)) {
            return Err(format!("`{declared}` names its own type `{inner}`"));
        }
        let mut lines = documentation(text, member);
        lines.push(declared);
        blocks.push(lines);
    }
    let root = reader.root(file);
    let usings = root
        .into_iter()
        .flat_map(SyntaxNode::descendants)
        .filter(|node| node.kind() == K::UsingDirective)
        .map(SyntaxNode::text)
        .filter(|using| !using.starts_with("global"));
    Ok(Extracted {
        blocks,
        usings: usings.collect(),
    })
}

/// How an interface declares a member; `None` for what isn't a public one of objects.
fn declared(text: &str, member: SyntaxNode<'_>) -> Result<Option<String>, String> {
    let says = |word: &str| {
        let mut all = member.children_of(K::Modifier);
        all.any(|modifier| modifier.text() == word)
    };
    if !says("public") || says("static") || says("override") {
        return Ok(None);
    }
    let between = |start: usize, end: usize| {
        let lines = text.get(start..end).unwrap_or_default().split('\n');
        let words = lines.flat_map(str::split_whitespace);
        words.collect::<Vec<_>>().join(" ")
    };
    let ty = member.child(Field::Returns).or(member.child(Field::Type));
    let unfit = |what: &str| Err(format!("`{what}` is unsafe or isn't understood"));
    let declared = match member.kind() {
        K::MethodDeclaration => {
            let (Some(ty), Some(list)) = (ty, member.child(Field::Parameters)) else {
                return unfit(member.text());
            };
            let constraints = member.children_of(K::TypeParameterConstraintsClause).last();
            let end = constraints.map_or(list.range().end(), |last| last.range().end());
            format!("{};", between(ty.range().start(), end))
        }
        K::PropertyDeclaration | K::IndexerDeclaration => {
            let end = member
                .child(Field::Parameters)
                .or(member.child(Field::Name));
            let (Some(ty), Some(end)) = (ty, end) else {
                return unfit(member.text());
            };
            let head = between(ty.range().start(), end.range().end());
            let accessors = accessors(member);
            if accessors.is_empty() {
                return Ok(None);
            }
            format!("{head} {{ {accessors} }}")
        }
        K::EventFieldDeclaration => {
            let Some(variables) = member.child_of(K::VariableDeclaration) else {
                return unfit(member.text());
            };
            let range = variables.range();
            format!("event {};", between(range.start(), range.end()))
        }
        K::EventDeclaration => {
            let (Some(ty), Some(name)) = (ty, member.child(Field::Name)) else {
                return unfit(member.text());
            };
            format!("event {};", between(ty.range().start(), name.range().end()))
        }
        _ => return Ok(None),
    };
    if declared.contains('*') || declared.contains("//") || declared.contains('#') {
        return unfit(&declared);
    }
    Ok(Some(declared))
}

/// `get; set;`, without what the class keeps to itself.
fn accessors(property: SyntaxNode<'_>) -> String {
    let Some(list) = property.child_of(K::AccessorList) else {
        return "get;".to_owned();
    };
    let open = list.children_of(K::AccessorDeclaration);
    let open = open.filter(|one| one.children_of(K::Modifier).next().is_none());
    let names = open.filter_map(|one| {
        let name = one.child(Field::Name)?.text();
        Some(format!("{name};"))
    });
    names.collect::<Vec<_>>().join(" ")
}

/// The documentation right above a member.
fn documentation(text: &str, member: SyntaxNode<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut above = member.prev_sibling();
    while let Some(comment) = above.filter(|one| one.kind() == K::Comment) {
        let line = comment.text().trim();
        let after = text.get(comment.range().end()..member.range().start());
        if !line.starts_with("///") || after.is_none_or(|rest| rest.contains("\n\n")) {
            break;
        }
        lines.push(line.to_owned());
        above = comment.prev_sibling();
    }
    lines.reverse();
    lines
}

/// The type parameters and their constraints.
fn generics(class: SyntaxNode<'_>) -> (&str, String) {
    let list = class.child_of(K::TypeParameterList);
    let constraints = class.children_of(K::TypeParameterConstraintsClause);
    let constraints = constraints.map(|one| format!(" {}", one.text()));
    (list.map_or("", SyntaxNode::text), constraints.collect())
}

/// The edits that let the class implement the interface.
fn implementing(class: SyntaxNode<'_>, interface: &str, own: &str, namespace: &str) -> Vec<Edit> {
    let (list, _) = generics(class);
    let name = if own == namespace {
        format!("{interface}{list}")
    } else {
        format!("{namespace}.{interface}{list}")
    };
    let insert = |at: usize, text: String| {
        vec![Edit {
            range: TextRange::empty(at),
            text,
        }]
    };
    if let Some(bases) = class.child_of(K::BaseList) {
        return insert(bases.range().end(), format!(", {name}"));
    }
    let head = [
        class.child(Field::Name),
        class.child_of(K::TypeParameterList),
        class.child_of(K::ParameterList),
    ];
    let end = head
        .into_iter()
        .flatten()
        .map(|node| node.range().end())
        .max();
    end.map_or_else(Vec::new, |end| insert(end, format!(" : {name}")))
}

fn text_of(
    simple: &str,
    interface: &str,
    class: SyntaxNode<'_>,
    style: &Style,
    extracted: &Extracted<'_>,
) -> String {
    let (list, constraints) = generics(class);
    let head = [
        format!("/// <summary>What <c>{simple}</c> can do.</summary>"),
        format!("{} interface {interface}{list}{constraints}", style.access),
    ];
    let usings: Vec<String> = extracted
        .usings
        .iter()
        .map(|one| (*one).to_owned())
        .collect();
    written(style, usings, &head, &extracted.blocks)
}
