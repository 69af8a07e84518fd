//! A dependency that is one member of the base library: the delegate that stands for it, and what calls it by default.
//! Knows neither who gets it nor where it is kept.

use crate::binding::{FileId, TypeRef};
use crate::catalogue::signatures::{MemberKind, Signature, signatures, type_signature};
use crate::catalogue::{Catalogue, IdParts, Rewrite};
use crate::finding::Finding;
use crate::refusal::Reason;
use crate::symbol::keyword_type;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::code::Reader;
use super::dependency::{Dependency, entry_for};
use super::lists::arguments;
use super::names::{library_type, library_type_in_code};

use SyntaxKind as K;

const SHARED_RANDOM: &str = "P:System.Random.Shared";

/// More parameters than these make an interface the better seam.
const MOST_PARAMETERS: usize = 4;

/// A member that a delegate stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delegated {
    /// The type that declares it, by full name.
    pub owner: &'static str,
    /// How it is reached from there: `WriteAllText`, `Shared.Next`.
    pub member: String,
    /// Whether it is read and not called.
    pub is_property: bool,
    /// The types of its parameters as C# text with full names and nullable annotations.
    pub parameters: Vec<&'static str>,
    /// The type of its value, written the same way; `void` for none.
    pub value: &'static str,
}

impl Delegated {
    /// Whether it gives nothing.
    pub fn is_action(&self) -> bool {
        self.value == "void"
    }

    /// The delegate's type; `named` writes a full name of the base library, `nullable` tells whether `?` may stand behind
    /// references.
    pub fn type_text(&self, nullable: bool, named: &mut dyn FnMut(&str) -> String) -> String {
        let head = if self.is_action() {
            "System.Action"
        } else {
            "System.Func"
        };
        let value = Some(self.value).filter(|_| !self.is_action());
        let arguments = self.parameters.iter().copied().chain(value);
        let arguments: Vec<String> = arguments
            .map(|text| written(text, nullable, named))
            .collect();
        let head = named(head);
        if arguments.is_empty() {
            head
        } else {
            format!("{head}<{}>", arguments.join(", "))
        }
    }

    /// The type of one parameter, as [`Delegated::type_text`].
    pub fn parameter_text(
        &self,
        index: usize,
        nullable: bool,
        named: &mut dyn FnMut(&str) -> String,
    ) -> String {
        let text = self.parameters.get(index).copied().unwrap_or("object");
        written(text, nullable, named)
    }

    /// The real member as a delegate.
    pub fn real_at<'a>(&self, reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> String {
        let owner = library_type_in_code(reader, file, at, self.owner);
        let real = format!("{owner}.{}", self.member);
        if self.is_property {
            format!("() => {real}")
        } else {
            real
        }
    }

    /// The delegate's type as it can be written at a place.
    pub fn type_at<'a>(&self, reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> String {
        let nullable = super::ambient::place::is_annotated(reader, file, at);
        let mut named = |full: &str| match full {
            "System.Func" | "System.Action" => generic_name(reader, file, at, full),
            _ => library_type(reader, file, at, full),
        };
        self.type_text(nullable, &mut named)
    }
}

/// A delegate's type, to which type arguments are added.
fn generic_name<'a>(reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>, full: &str) -> String {
    let simple = full.rsplit('.').next().unwrap_or(full);
    let is_it = |name: &str| {
        let meant = reader.type_text(file, &format!("{name}<int>"), at);
        meant == TypeRef::Library(format!("{full}`1"))
    };
    let found = [simple, full].into_iter().find(|name| is_it(name));
    found.map_or_else(|| format!("global::{full}"), str::to_owned)
}

/// A type's text with its full names written by `named`; without `nullable` the `?` stays behind values alone.
pub fn written(text: &str, nullable: bool, named: &mut dyn FnMut(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut is_value = false;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if end == 0 {
            if first != '?' || nullable || is_value {
                out.push(first);
            }
            is_value = false;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (name, after) = rest.split_at(end);
        rest = after;
        is_value = is_value_type(name);
        if name.contains('.') {
            out.push_str(&named(name));
        } else {
            out.push_str(name);
        }
    }
    out
}

fn is_value_type(name: &str) -> bool {
    if let Some(full) = keyword_type(name) {
        return !matches!(full, "System.String" | "System.Object");
    }
    type_signature(name)
        .is_some_and(|one| one.kind.starts_with("struct") || one.kind.starts_with("enum"))
}

/// The whole reference that a delegate replaces: with `Random.Shared` goes what is called on it.
pub(super) fn whole<'a>(finding: &Finding, node: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
    if finding.api.as_str() != SHARED_RANDOM {
        return Some(node);
    }
    node.parent()
        .filter(|parent| parent.kind() == K::MemberAccessExpression)
}

/// The call of a reference.
pub(super) fn call_of(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let called = node.field() == Field::Function;
    node.parent()
        .filter(|parent| called && parent.kind() == K::InvocationExpression)
}

/// The member that is used, as it is reached from its type.
fn meant(finding: &Finding, node: SyntaxNode<'_>) -> Option<(String, &'static Signature)> {
    let node = whole(finding, node)?;
    let name = node.child(Field::Name).unwrap_or(node).text();
    let count = call_of(node)
        .and_then(|call| call.child(Field::Arguments))
        .map(|list| arguments(list).len());
    if finding.api.as_str() == SHARED_RANDOM {
        let all = signatures("System.Random", name).iter();
        let mut fitting = all.filter(|one| Some(one.parameters.len()) == count);
        let only = fitting.next().filter(|_| fitting.next().is_none())?;
        return Some((format!("Shared.{name}"), only));
    }
    let parts = IdParts::of(finding.api.as_str())?;
    let all = signatures(parts.type_name, parts.member).iter();
    let own: Vec<&&Signature> = all.filter(|one| one.is_static).collect();
    let exact = own.iter().find(|one| one.id == finding.api);
    let only = exact.or(own.first().filter(|_| own.len() == 1))?;
    Some((only.name.to_owned(), only))
}

/// The delegate that stands for what a finding uses, or why none can.
pub fn delegate_for(
    reader: &Reader<'_>,
    finding: &Finding,
) -> Result<Dependency, (Reason, String)> {
    let not_yet = |what: &str| {
        let what = format!("`{}` {what}", finding.pattern);
        (Reason::NotSupportedYet, what)
    };
    // What depends on who calls it says another thing through a delegate.
    let entry = entry_for(Catalogue::standard(), finding);
    if let Some(Rewrite::None(advice)) = entry.map(|entry| entry.rewrite) {
        return Err((Reason::NoEquivalent, advice.to_owned()));
    }
    let node = reader
        .code()
        .find(&finding.path)
        .and_then(|file| super::replace::node_of(reader, file, finding))
        .ok_or_else(|| (Reason::SyntaxNotUnderstood, String::new()))?;
    let (member, signature) = meant(finding, node).ok_or_else(|| {
        let what = format!(
            "which overload of `{}` is meant isn't proven",
            finding.pattern
        );
        (Reason::OverloadWouldChange, what)
    })?;
    let is_property = signature.kind == MemberKind::Property;
    let plain = signature.kind == MemberKind::Method || is_property;
    let simple = signature
        .parameters
        .iter()
        .all(|one| one.reference.is_empty() && !one.is_params && !one.type_text.contains("Span<"));
    if !plain || !simple || !signature.type_parameters.is_empty() {
        return Err(not_yet("has no delegate that stands for it"));
    }
    if signature.parameters.len() > MOST_PARAMETERS {
        return Err(not_yet("takes more than a delegate does here"));
    }
    let delegated = Delegated {
        owner: signature.owner,
        member,
        is_property,
        parameters: signature
            .parameters
            .iter()
            .map(|one| one.type_text)
            .collect(),
        value: signature.value,
    };
    Ok(Dependency::delegated(delegated, signature.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_may_be_null_stays_one_without_nullable() {
        let plain = |text: &str| written(text, false, &mut str::to_owned);
        assert_eq!(plain("System.DateTime?"), "System.DateTime?");
        assert_eq!(plain("int?"), "int?");
        assert_eq!(plain("string?"), "string");
        assert_eq!(plain("System.Uri?"), "System.Uri");
    }
}
