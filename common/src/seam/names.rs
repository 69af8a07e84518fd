//! Names for what is written: how a file can name a type, which names a class has free, where a `using` goes.

use std::cmp::Ordering;

use crate::binding::{FileId, GlobalUsingKind, LocalKind, Resolution, TypeRef, TypeText};
use crate::catalogue::io_abstractions;
use crate::edit::Edit;
use crate::outline::UsingKind;
use crate::syntax::{SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::code::{Reader, has_word};
use super::layout;
use super::shape::{BaseClass, ClassShape};

use SyntaxKind as K;

/// How the library type `full` can be named at `at`, as short as it binds.
pub fn library_type<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    full: &str,
) -> String {
    type_name(reader, file, at, &TypeRef::Library(full.to_owned()), full)
}

/// How `ty`, whose full name is `full`, can be named at `at`, as short as it binds.
pub fn type_name<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    ty: &TypeRef,
    full: &str,
) -> String {
    let means = |text: &str| reader.type_text(file, text, at) == *ty;
    let hidden = |name: &str| {
        let local = reader
            .binder(file)
            .and_then(|binder| binder.local(at, name));
        local.is_some_and(|local| local.kind == LocalKind::TypeParameter)
    };
    let simple = full.rsplit('.').next().unwrap_or(full);
    if means(simple) && !hidden(simple) {
        simple.to_owned()
    } else if means(full) {
        full.to_owned()
    } else {
        format!("global::{full}")
    }
}

/// How the library type `full` can be named at `at` to reach its static members: there values, methods and type
/// parameters hide types.
pub fn library_type_in_code<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    full: &str,
) -> String {
    type_in_code(reader, file, at, &TypeRef::Library(full.to_owned()), full)
}

/// As [`type_name`], to reach static members.
pub fn type_in_code<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    ty: &TypeRef,
    full: &str,
) -> String {
    let name = type_name(reader, file, at, ty, full);
    let Some(binder) = reader.binder(file) else {
        return name;
    };
    let is_it = |other: &TypeRef| other == ty;
    let simple = full.rsplit('.').next().unwrap_or(full);
    if name == simple {
        match binder.meaning_at(at, simple) {
            Resolution::Type(ty) | Resolution::ColorColor(_, ty) if is_it(&ty) => return name,
            _ => {}
        }
    }
    let outermost = full.split('.').next().unwrap_or(full);
    let by_namespace = matches!(
        binder.meaning_at(at, outermost),
        Resolution::Namespace(namespace) if namespace == outermost
    );
    let plain = reader.type_text(file, full, at);
    if by_namespace && is_it(&plain) {
        full.to_owned()
    } else {
        format!("global::{full}")
    }
}

/// The full names with arity that a type node may mean: the one that it binds to, or, for a type that nobody
/// declares, the name in each namespace in sight. Empty for a type of the workspace.
pub fn candidates<'a>(
    reader: &Reader<'a>,
    file: FileId,
    ty: SyntaxNode<'a>,
    suffix: &str,
) -> Vec<String> {
    let node = if ty.kind() == K::PrimaryConstructorBaseType {
        ty.child(crate::syntax::Field::Type).unwrap_or(ty)
    } else {
        ty
    };
    if suffix.is_empty() {
        match reader.type_of_node(file, node) {
            TypeRef::Library(full) => return vec![full],
            TypeRef::Declared(_) | TypeRef::Parameter(_) => return Vec::new(),
            TypeRef::Unknown => {}
        }
    }
    let Some(text) = TypeText::parse(node.text()) else {
        return Vec::new();
    };
    let Some(last) = text.parts.last() else {
        return Vec::new();
    };
    let mut simple = last.name.to_owned();
    if !simple.ends_with(suffix) {
        simple.push_str(suffix);
    }
    if last.arity() > 0 {
        simple = format!("{simple}`{}", last.arity());
    }
    if text.parts.len() > 1 {
        let outer: Vec<&str> = text.parts[..text.parts.len() - 1]
            .iter()
            .map(|part| part.name)
            .collect();
        return vec![format!("{}.{simple}", outer.join("."))];
    }
    namespaces_in_sight(reader, file)
        .into_iter()
        .map(|namespace| format!("{namespace}.{simple}"))
        .collect()
}

/// The namespaces that the file's usings bring, global ones too.
pub fn namespaces_in_sight(reader: &Reader<'_>, file: FileId) -> Vec<String> {
    let names = reader.code().names();
    let outline = names.outline(file);
    let own = outline
        .usings()
        .iter()
        .filter(|using| matches!(using.kind, UsingKind::Namespace))
        .map(|using| outline.text(using.target).to_owned());
    let global = names
        .global_usings(names.project_of(file))
        .iter()
        .filter(|using| matches!(using.kind, GlobalUsingKind::Namespace))
        .map(|using| using.target.clone());
    let mut all: Vec<String> = own.chain(global).collect();
    all.sort();
    all.dedup();
    all
}

/// Names of generated types that packages have too.
const PACKAGES_HAVE_IT: &[&str] = &[
    "IConsole",
    "IProcessRunner",
    "IRegistry",
    "IRuntimeInformation",
    "ISystemClock",
    "ProcessRunner",
    "SystemClock",
    "SystemConsole",
];

/// Whether a `using` of its namespace would bring a type into sight under its simple name, and change nothing else in
/// the file: no namespace in sight is known to have one of its own, and none of the names that come along stands in it.
pub fn may_import<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    namespace: &str,
    simple: &str,
) -> bool {
    let names = reader.code().names();
    let text = reader.text(file);
    let known = |name: &String| {
        let library = name == "System" || name.starts_with("System.");
        !PACKAGES_HAVE_IT.contains(&simple)
            || library && !name.starts_with("System.CommandLine")
            || names.is_namespace(names.project_of(file), name)
    };
    let brought = reader.code().files().flat_map(|(other, _)| {
        let outline = names.outline(other);
        let types = outline.types().iter().filter(|ty| {
            let full = outline.namespace(ty.namespace).full_name;
            ty.parent.is_none() && outline.text(full) == namespace
        });
        types.map(|ty| outline.text(ty.name))
    });
    reader.type_text(file, simple, at) == TypeRef::Unknown
        && namespaces_in_sight(reader, file).iter().all(known)
        && !brought.into_iter().any(|name| has_word(text, name))
}

/// As [`may_import`], for a type of `System.IO.Abstractions`.
pub fn may_import_files<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    simple: &str,
) -> bool {
    let text = reader.text(file);
    let in_sight = namespaces_in_sight(reader, file);
    let rival = |name: &String| io_abstractions::RIVALS.contains(&name.as_str());
    reader.type_text(file, simple, at) == TypeRef::Unknown
        && !in_sight.iter().any(rival)
        && !io_abstractions::types()
            .iter()
            .any(|name| has_word(text, name))
}

/// A name that stands nowhere in the class, its bases in the workspace included: the first free one.
pub fn fresh_in_class(
    reader: &Reader<'_>,
    shape: &ClassShape<'_>,
    candidates: impl Iterator<Item = String>,
) -> Option<String> {
    let mut candidates = candidates;
    candidates.find(|name| !shape.mentions(name) && !inherits(reader, shape, name))
}

/// A name that no member and no identifier in `node` has.
pub fn fresh_in_node(
    reader: &Reader<'_>,
    shape: &ClassShape<'_>,
    node: SyntaxNode<'_>,
    candidates: impl Iterator<Item = String>,
) -> Option<String> {
    let mut candidates = candidates;
    candidates.find(|name| {
        let here = node
            .descendants()
            .any(|inner| inner.kind() == K::Identifier && decoded_name(inner.text()) == *name);
        !here && !inherits(reader, shape, name)
    })
}

/// `stem`, then `stem2`, `stem3` …
pub fn numbered(stem: &str) -> impl Iterator<Item = String> {
    let stem = stem.to_owned();
    (1..10usize).map(move |number| {
        if number == 1 {
            stem.clone()
        } else {
            format!("{stem}{number}")
        }
    })
}

const DEEPEST_BASE: usize = 16;

/// Whether a base of the workspace has a member of this name.
pub fn inherits(reader: &Reader<'_>, shape: &ClassShape<'_>, name: &str) -> bool {
    let mut base = shape.base.clone();
    for _ in 0..DEEPEST_BASE {
        let BaseClass::Declared(id) = base else {
            return false;
        };
        let names = reader.code().names();
        for (file, declared) in reader.parts(&id) {
            let outline = names.outline(file);
            if outline.members_of(declared).iter().any(|member| {
                outline.text(member.name) == name
                    && !member
                        .modifiers
                        .contains(crate::outline::Modifiers::PRIVATE)
            }) {
                return true;
            }
        }
        match ClassShape::read(reader, &id) {
            Ok(above) => base = above.base,
            Err(_) => return false,
        }
    }
    false
}

/// The start of the documentation comment right above `offset`, or `offset`.
fn above_documentation(text: &str, offset: usize) -> usize {
    let mut start = offset;
    loop {
        let line = layout::line_start(text, start);
        let above = text.get(..line).unwrap_or_default();
        let end = above.trim_end_matches(['\n', '\r']).len();
        let previous = layout::line_start(text, end);
        let content = text.get(previous..end).unwrap_or_default();
        if line == 0 || !content.trim_start().starts_with("///") {
            return start;
        }
        start = previous + (content.len() - content.trim_start().len());
    }
}

/// Whether the types of `namespace` are in reach in the whole file.
pub fn has_using(reader: &Reader<'_>, file: FileId, namespace: &str) -> bool {
    let names = reader.code().names();
    let outline = names.outline(file);
    let own = outline.usings().iter().any(|using| {
        matches!(using.kind, UsingKind::Namespace)
            && !using.conditional
            && outline.text(using.target) == namespace
    });
    own || names
        .global_usings(names.project_of(file))
        .iter()
        .any(|using| matches!(using.kind, GlobalUsingKind::Namespace) && using.target == namespace)
}

/// The edit that adds `using namespace;` where the file's order wants it; `None` when it is in reach already.
pub fn add_using(reader: &Reader<'_>, file: FileId, namespace: &str) -> Option<Edit> {
    if has_using(reader, file, namespace) {
        return None;
    }
    let text = reader.text(file);
    let root = reader.root(file)?;
    let holder = holder_of_usings(root);
    let plain: Vec<(SyntaxNode<'_>, &str)> = holder
        .children_of(K::UsingDirective)
        .filter_map(|using| target_of(using).map(|target| (using, target)))
        .collect();
    let insert = |offset: usize, text: String| {
        Some(Edit {
            range: TextRange::empty(offset),
            text,
        })
    };
    let Some((last, _)) = plain.last() else {
        let first = holder
            .named_children()
            .find(|child| !child.is_extra() && !matches!(child.kind(), K::ExternAliasDirective))?;
        let ending = layout::line_ending(text, first.range().start());
        let gap = if first.kind() == K::UsingDirective {
            ending.to_owned()
        } else {
            format!("{ending}{ending}")
        };
        let start = above_documentation(text, first.range().start());
        return insert(start, format!("using {namespace};{gap}"));
    };
    let order: fn(&str, &str) -> Ordering = if is_sorted(&plain, system_first) {
        system_first
    } else {
        by_name
    };
    let before = if is_sorted(&plain, order) {
        plain
            .iter()
            .find(|(_, target)| order(namespace, target) == Ordering::Less)
    } else {
        None
    };
    if let Some((using, _)) = before {
        let start = using.range().start();
        let ending = layout::line_ending(text, start);
        let indent = layout::indent(text, start);
        return insert(start, format!("using {namespace};{ending}{indent}"));
    }
    let ending = layout::line_ending(text, last.range().start());
    let indent = layout::indent(text, last.range().start());
    let end = layout::line_end(text, last.range().end());
    insert(end, format!("{ending}{indent}using {namespace};"))
}

/// The file, or the one namespace in which it keeps its usings.
fn holder_of_usings(root: SyntaxNode<'_>) -> SyntaxNode<'_> {
    if root.child_of(K::UsingDirective).is_some() {
        return root;
    }
    root.children_of(K::NamespaceDeclaration)
        .filter_map(|namespace| namespace.child_of(K::DeclarationList))
        .find(|body| body.child_of(K::UsingDirective).is_some())
        .unwrap_or(root)
}

/// The namespace of a plain `using`: no alias, not static, not global.
fn target_of(using: SyntaxNode<'_>) -> Option<&str> {
    let plain = using.token("static").is_none()
        && using.token("global").is_none()
        && using.token("=").is_none();
    let name = using.named_children().find(|child| !child.is_extra())?;
    plain.then(|| name.text())
}

fn is_sorted(usings: &[(SyntaxNode<'_>, &str)], order: fn(&str, &str) -> Ordering) -> bool {
    usings
        .windows(2)
        .all(|pair| order(pair[0].1, pair[1].1) != Ordering::Greater)
}

fn by_name(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.to_lowercase(), right.to_lowercase());
    left.split('.').cmp(right.split('.'))
}

fn system_first(left: &str, right: &str) -> Ordering {
    let rank = |name: &str| !(name == "System" || name.starts_with("System."));
    rank(left)
        .cmp(&rank(right))
        .then_with(|| by_name(left, right))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::code;
    use super::*;
    use crate::edit::TextEdit;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let code = code(&[("A.cs", before)]);
        let reader = Reader::new(&code, super::super::fixture::library());
        let edit = add_using(&reader, FileId(0), "Microsoft.Extensions.Time.Testing");
        let found = TextEdit::new(edit).unwrap().apply(before).unwrap();
        assert_eq!(found, after);
    }

    #[test]
    fn a_using_goes_where_the_order_wants_it() {
        check(
            "using System;\nusing Xunit;\nclass A;",
            "using System;\nusing Microsoft.Extensions.Time.Testing;\nusing Xunit;\nclass A;",
        );
        check(
            "using Acme;\r\nusing Beta; // b\r\n\r\nclass A;",
            "using Acme;\r\nusing Beta; // b\r\nusing Microsoft.Extensions.Time.Testing;\r\n\r\nclass A;",
        );
        check(
            "using Zeta;\nusing Acme;\n",
            "using Zeta;\nusing Acme;\nusing Microsoft.Extensions.Time.Testing;\n",
        );
        check(
            "namespace A;\n\nclass B;\n",
            "using Microsoft.Extensions.Time.Testing;\n\nnamespace A;\n\nclass B;\n",
        );
        check(
            "// c\nusing static A.B;\nclass B;\n",
            "// c\nusing Microsoft.Extensions.Time.Testing;\nusing static A.B;\nclass B;\n",
        );
        check(
            "namespace A\n{\n    using System;\n\n    class B;\n}\n",
            "namespace A\n{\n    using System;\n    using Microsoft.Extensions.Time.Testing;\n\n    class B;\n}\n",
        );
    }

    #[test]
    fn a_using_that_is_there_stays_alone() {
        check(
            "using Microsoft.Extensions.Time.Testing;\n",
            "using Microsoft.Extensions.Time.Testing;\n",
        );
    }

    #[test]
    fn a_type_is_named_as_short_as_it_binds() {
        let code = code(&[
            ("A.cs", "using System;\nclass A;"),
            ("B.cs", "class B;"),
            (
                "C.cs",
                "using System;\nclass C { class TimeProvider; class D; }",
            ),
            (
                "D.cs",
                "using System;\nclass E { class TimeProvider; int System; class D; }",
            ),
        ]);
        let reader = Reader::new(&code, super::super::fixture::library());
        let name = |file: u32, text: &str| {
            let root = reader.root(FileId(file)).unwrap();
            let node = root
                .descendants()
                .find(|node| node.kind() == K::Identifier && node.text() == text)
                .unwrap();
            library_type(&reader, FileId(file), node, "System.TimeProvider")
        };
        assert_eq!(name(0, "A"), "TimeProvider");
        assert_eq!(name(1, "B"), "System.TimeProvider");
        assert_eq!(name(2, "D"), "System.TimeProvider");
    }
}
