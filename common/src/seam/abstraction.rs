//! An interface of the workspace that stands for an ambient API: which one a file sees, the class that delegates to the
//! real API, and whether the two have what a site needs. Knows nothing of how classes get it.

use std::collections::BTreeMap;

use crate::binding::{FileId, TypeRef, type_key};
use crate::catalogue::IdParts;
use crate::catalogue::signatures::{MemberKind as Kind, Signature, signatures};
use crate::finding::{Finding, NotCounted, NotCountedReason, Survey};
use crate::outline::{MemberKind, Modifiers, Outline, ParameterModifiers, TypeId, TypeKind};
use crate::refusal::Reason;
use crate::symbol::{SymbolId, keyword_type};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::code::{Code, Reader};
use super::dependency::{Dependency, Real};
use super::lists;
use super::tree::SourceTree;

use SyntaxKind as K;

/// The interfaces of a workspace and the classes that implement them, by simple names.
#[derive(Debug, Default)]
pub struct Abstractions {
    interfaces: BTreeMap<String, Vec<(FileId, TypeId)>>,
    classes: BTreeMap<String, Vec<(FileId, TypeId)>>,
}

impl Abstractions {
    /// Those of `code`.
    pub fn of(code: &Code) -> Self {
        let mut all = Self::default();
        for (file, _) in code.files().filter(|(file, _)| !code.is_test(*file)) {
            let outline = code.names().outline(file);
            for (index, declared) in outline.types().iter().enumerate() {
                let id = TypeId(index as u32);
                if declared.parent.is_some() || !declared.type_parameters.is_empty() {
                    continue;
                }
                match declared.kind {
                    TypeKind::Interface => {
                        let name = outline.text(declared.name).to_owned();
                        all.interfaces.entry(name).or_default().push((file, id));
                    }
                    TypeKind::Class => {
                        for base in outline.texts(declared.bases) {
                            let name = base.rsplit(['.', ':']).next().unwrap_or(base).to_owned();
                            all.classes.entry(name).or_default().push((file, id));
                        }
                    }
                    _ => {}
                }
            }
        }
        all
    }

    /// The interface called `interface`, or as [`other_names`] calls it, that `file` sees, with the class that gives the
    /// real thing: `implementation` if there are several. What is missing is said otherwise.
    pub fn declared(
        &self,
        reader: &Reader<'_>,
        file: FileId,
        interface: &str,
        implementation: &str,
    ) -> Result<Dependency, String> {
        let (other, class) = other_names(interface, implementation);
        if let Ok(mut found) = self.called(reader, file, &other, &class) {
            interface.clone_into(&mut found.stands_for);
            return Ok(found);
        }
        self.called(reader, file, interface, implementation)
    }

    fn called(
        &self,
        reader: &Reader<'_>,
        file: FileId,
        interface: &str,
        implementation: &str,
    ) -> Result<Dependency, String> {
        let names = reader.code().names();
        let seen = |place: &(FileId, TypeId)| {
            let outline = names.outline(place.0);
            let key = type_key(outline, place.1);
            let own = names.project_of(place.0) == names.project_of(file);
            let open = own || outline.type_(place.1).modifiers.contains(Modifiers::PUBLIC);
            (open && names.has_type(file, &key)).then_some((own, key))
        };
        let found = self.interfaces.get(interface);
        let mut found: Vec<(bool, String)> = found.into_iter().flatten().filter_map(seen).collect();
        found.sort();
        found.dedup();
        // The project's own goes before those that it refers to.
        if found.iter().any(|(own, _)| *own) {
            found.retain(|(own, _)| *own);
        }
        let key = match found.as_slice() {
            [] => {
                return Err(format!(
                    "`{interface}` isn't declared where the file sees it"
                ));
            }
            [(_, key)] => key.clone(),
            _ => return Err(format!("there is more than one `{interface}`")),
        };
        let wanted = TypeRef::Declared(key.clone());
        let classes = self.classes.get(interface).into_iter().flatten();
        let mut classes: Vec<String> = classes
            .filter(|place| is_made_without_arguments(names.outline(place.0), place.1))
            .filter(|place| implements(reader, **place, &wanted))
            .filter_map(|place| seen(place).map(|(_, class)| class))
            .collect();
        classes.sort();
        classes.dedup();
        if classes.len() > 1 {
            classes.retain(|class| class.rsplit('.').next() == Some(implementation));
        }
        match classes.as_slice() {
            [class] => Ok(Dependency::declared(&key, class)),
            _ => Err(format!(
                "which class gives the real `{interface}` isn't certain"
            )),
        }
    }
}

/// What an interface and its class are called where the first names mean something else.
pub fn other_names(interface: &str, implementation: &str) -> (String, String) {
    let stem = interface.strip_prefix('I').unwrap_or(interface);
    (format!("ISystem{stem}"), format!("{implementation}Adapter"))
}

fn is_made_without_arguments(outline: &Outline, id: TypeId) -> bool {
    let declared = outline.type_(id);
    let fixed = [Modifiers::ABSTRACT, Modifiers::STATIC, Modifiers::PARTIAL];
    if declared.parameters.is_some() || fixed.iter().any(|one| declared.modifiers.contains(*one)) {
        return false;
    }
    let members = outline.members_of(id).iter();
    let mut constructors = members
        .filter(|member| {
            member.kind == MemberKind::Constructor && !member.modifiers.contains(Modifiers::STATIC)
        })
        .peekable();
    constructors.peek().is_none()
        || constructors.any(|one| {
            let open = [Modifiers::PUBLIC, Modifiers::INTERNAL];
            outline.parameters(one.parameters).is_empty()
                && open
                    .iter()
                    .any(|modifier| one.modifiers.contains(*modifier))
        })
}

fn implements(reader: &Reader<'_>, place: (FileId, TypeId), wanted: &TypeRef) -> bool {
    let (file, id) = place;
    let Some(node) = reader.declaration(file, id) else {
        return false;
    };
    let outline = reader.code().names().outline(file);
    let mut bases = outline.texts(outline.type_(id).bases);
    bases.any(|base| reader.type_text(file, base, node) == *wanted)
}

/// The members of the base library that a site may mean: the overload that it calls, or, where that isn't proven, all
/// that its number of arguments fits and each of the target frameworks has.
pub fn needed(
    finding: &Finding,
    node: SyntaxNode<'_>,
    frameworks: &[String],
) -> Vec<&'static Signature> {
    let Some(parts) = IdParts::of(finding.api.as_str()) else {
        return Vec::new();
    };
    let all = signatures(parts.type_name, parts.member).iter().copied();
    let there = |one: &Signature| {
        let missing = |framework: &String| one.is_on(framework) == Some(false);
        !frameworks.iter().any(missing)
    };
    let all = all.filter(|one| one.is_static && there(one));
    let all: Vec<&'static Signature> = all.collect();
    if parts.parameters.is_some() && !finding.assumed {
        let decided = all.iter().copied().filter(|one| one.id == finding.api);
        return decided.collect();
    }
    let call = node.parent().filter(|parent| {
        parent.kind() == K::InvocationExpression && node.field() == Field::Function
    });
    let Some(call) = call else {
        // A method group goes to whatever its target asks for.
        return all;
    };
    let given = call.child(Field::Arguments);
    let given = given.map_or(0, |list| list.children_of(K::Argument).count());
    let fits = |one: &&Signature| takes(one, given) && !is_twin_of_array(one);
    all.into_iter().filter(fits).collect()
}

/// `params ReadOnlySpan<T>` beside `params T[]`: C# before 13 can't declare it, doubles can't record it, and a call that
/// lists its arguments does the same by the array.
fn is_twin_of_array(signature: &Signature) -> bool {
    let last = signature.parameters.last();
    last.is_some_and(|last| last.is_params && last.type_text.starts_with("System.ReadOnlySpan<"))
}

/// Whether a call with this many arguments may mean the overload.
pub(super) fn takes(signature: &Signature, given: usize) -> bool {
    let parameters = &signature.parameters;
    let required = parameters
        .iter()
        .filter(|one| one.default.is_none() && !one.is_params)
        .count();
    let open = parameters.last().is_some_and(|last| last.is_params);
    required <= given && (open || given <= parameters.len())
}

/// Whether the site assigns the property.
pub fn is_written(node: SyntaxNode<'_>) -> bool {
    node.parent().is_some_and(|parent| match parent.kind() {
        K::AssignmentExpression => node.field() == Field::Left,
        K::PrefixUnaryExpression | K::PostfixUnaryExpression => {
            parent.token("++").is_some() || parent.token("--").is_some()
        }
        _ => false,
    })
}

/// What the class that gives the real thing only passes on, whether or not its file is in the scope.
pub fn passed_on(
    tree: &SourceTree,
    code: &Code,
    dependency: &Dependency,
    search: &dyn Fn(&SourceTree) -> Survey,
) -> Vec<NotCounted> {
    let Real::New(class) = &dependency.real else {
        return Vec::new();
    };
    let declares = |file: FileId| {
        let outline = code.names().outline(file);
        let mut ids = (0..outline.types().len()).map(|index| TypeId(index as u32));
        ids.any(|id| outline.full_name(id) == *class)
    };
    let mut alone = tree.clone();
    for (index, file) in alone.files.iter_mut().enumerate() {
        file.in_scope = declares(FileId(index as u32));
    }
    let mut found = search(&alone).not_counted;
    found.retain(|one| one.reason == NotCountedReason::SeamImplementation);
    found
}

/// Why the interface can't stand for the API at a site: it lacks a member, would let another overload be called, or
/// isn't known to give what the API gives.
pub fn lacks<'a>(
    reader: &Reader<'a>,
    passed_on: &[NotCounted],
    dependency: &Dependency,
    finding: &Finding,
    node: SyntaxNode<'a>,
) -> Option<(Reason, String)> {
    let (TypeRef::Declared(key), Real::New(class)) = (&dependency.ty, &dependency.real) else {
        return super::packaged::lacks(reader, dependency, finding, node);
    };
    let lacking = |what: String| Some((Reason::AbstractionLacksMember, what));
    let names = reader.code().names();
    let file = reader.code().find(&finding.path)?;
    let project = reader.code().project(file);
    let frameworks = project.map_or(&[][..], |project| &project.frameworks);
    let needed = needed(finding, node, frameworks);
    let Some(name) = needed.first().map(|one| one.name) else {
        return lacking(format!(
            "the signature of `{}` isn't known",
            finding.pattern
        ));
    };
    let (simple, written) = (dependency.simple(), is_written(node));
    let mut own = Vec::new();
    for (file, id) in names.parts(file, key) {
        let outline = names.outline(file);
        let members = outline.members_of(id).iter();
        let text = reader.text(file);
        own.extend(
            members
                .filter(|one| outline.text(one.name) == name)
                .map(|one| {
                    let body = text.get(one.range.as_range()).unwrap_or_default();
                    (Shape::of_declared(outline, one), body)
                }),
        );
    }
    for signature in &needed {
        let shape = Shape::of(signature);
        let Some((_, body)) = own.iter().find(|(one, _)| *one == shape) else {
            return lacking(format!("`{simple}` has no {}", described(signature)));
        };
        let has = |accessor: &str| super::code::has_word(body, accessor);
        if signature.kind == Kind::Property && !(has("get") || body.contains("=>")) {
            return lacking(format!("`{simple}.{name}` can't be read"));
        }
        if signature.kind == Kind::Property && written && !has("set") {
            return lacking(format!("`{simple}.{name}` can't be set"));
        }
    }
    let owner = needed.first().map_or("", |one| one.owner);
    let library: Vec<Shape> = signatures(owner, name)
        .iter()
        .map(|one| Shape::of(one))
        .collect();
    if own.iter().any(|(one, _)| !library.contains(one)) {
        let what = format!("`{simple}` has another `{name}`, which a call may mean");
        return Some((Reason::OverloadWouldChange, what));
    }
    let is_passed_on = |signature: &Signature| {
        names.parts(file, class).into_iter().any(|(file, id)| {
            let outline = names.outline(file);
            let mut members = outline.members_of(id).iter();
            members.any(|member| {
                outline.text(member.name) == name
                    && Shape::of_declared(outline, member) == Shape::of(signature)
                    && passed_on
                        .iter()
                        .filter(|one| reader.code().file(file).path == one.path)
                        .filter(|one| member.range.contains_range(one.range))
                        .filter(|one| is_same_member(&one.api, &finding.api))
                        .any(|one| gives_its_parameters(reader, file, one))
            })
        })
    };
    if needed.iter().all(|signature| is_passed_on(signature)) {
        return None;
    }
    let class = class.rsplit('.').next().unwrap_or(class);
    lacking(format!(
        "`{class}` doesn't only pass on `{}`",
        finding.pattern
    ))
}

fn is_same_member(one: &SymbolId, other: &SymbolId) -> bool {
    one.without_parameters() == other.without_parameters()
}

/// Whether the call at a site has the parameters of the method around it as its arguments.
fn gives_its_parameters(reader: &Reader<'_>, file: FileId, site: &NotCounted) -> bool {
    let Some(tree) = reader.code().tree(file) else {
        return false;
    };
    let node = tree.covering(site.range);
    let mut around = std::iter::once(node).chain(node.ancestors());
    let Some(call) = around
        .by_ref()
        .find(|one| {
            matches!(
                one.kind(),
                K::InvocationExpression
                    | K::MethodDeclaration
                    | K::AccessorDeclaration
                    | K::PropertyDeclaration
            )
        })
        .filter(|one| one.kind() == K::InvocationExpression)
    else {
        return true;
    };
    let arguments = call.child(Field::Arguments);
    let given = arguments
        .into_iter()
        .flat_map(|list| list.children_of(K::Argument))
        .map(|argument| argument.named_children().last().map(SyntaxNode::text));
    let method = around.find(|one| one.kind() == K::MethodDeclaration);
    let parameters = method.and_then(|method| method.child(Field::Parameters));
    let parameters = parameters.map(lists::parameters).unwrap_or_default();
    given.eq(parameters.iter().map(|one| Some(one.name.text())))
}

/// A signature as the compiler tells overloads apart, with what it gives; types by their simple names.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    kind: Kind,
    parameters: Vec<(String, String)>,
    generics: usize,
    value: String,
}

impl Shape {
    fn of(signature: &Signature) -> Self {
        let parameters = signature.parameters.iter();
        Self {
            kind: signature.kind,
            parameters: parameters
                .map(|one| {
                    let way = if one.is_params {
                        "params"
                    } else {
                        one.reference
                    };
                    (way.to_owned(), plain(one.type_text))
                })
                .collect(),
            generics: signature.generic_arity(),
            value: plain(signature.value),
        }
    }

    fn of_declared(outline: &Outline, member: &crate::outline::Member) -> Self {
        let ways = [
            (ParameterModifiers::REF, "ref"),
            (ParameterModifiers::OUT, "out"),
            (ParameterModifiers::IN, "in"),
            (ParameterModifiers::PARAMS, "params"),
        ];
        let parameters = outline.parameters(member.parameters).iter();
        Self {
            kind: match member.kind {
                MemberKind::Method => Kind::Method,
                MemberKind::Property => Kind::Property,
                MemberKind::Event => Kind::Event,
                MemberKind::Indexer => Kind::Indexer,
                _ => Kind::Operator,
            },
            parameters: parameters
                .map(|one| {
                    let way = ways.iter().find(|(way, _)| one.modifiers.contains(*way));
                    let way = way.map_or("", |(_, way)| way);
                    (way.to_owned(), plain(outline.text(one.type_text)))
                })
                .collect(),
            generics: member.type_parameters.len(),
            value: plain(outline.text(member.result)),
        }
    }
}

/// A type's text without namespaces, annotations and spaces, keywords by their library names.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '@');
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if end == 0 {
            if !first.is_whitespace() && first != '?' {
                plain.push(first);
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let simple = |name: &'_ str| {
            name.rsplit(['.', ':'])
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let name = simple(&rest[..end]);
        plain.push_str(&keyword_type(&name).map_or(name, simple));
        rest = &rest[end..];
    }
    plain
}

fn described(signature: &Signature) -> String {
    if signature.kind != Kind::Method {
        return format!("`{}`", signature.name);
    }
    let types: Vec<&str> = signature
        .parameters
        .iter()
        .map(|one| one.type_text)
        .collect();
    format!("`{}({})`", signature.name, types.join(", "))
}
