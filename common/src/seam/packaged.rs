//! Whether the file system of the package stands for an API where it is used: the version that the project sees has the
//! member, with the overload that is called. Knows nothing of what becomes of the result.

use super::abstraction::{needed, takes};
use super::code::{CodeProject, Reader};
use super::dependency::Dependency;
use super::packages::SeenPackage;
use crate::binding::FileId;
use crate::catalogue::IdParts;
use crate::catalogue::io_abstractions::{self, Member, PACKAGES, Version};
use crate::catalogue::signatures::{Signature, signatures};
use crate::finding::Finding;
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use SyntaxKind as K;

fn bringing(project: &CodeProject) -> impl Iterator<Item = &SeenPackage> {
    let seen = project.seen.iter();
    seen.filter(|one| PACKAGES.iter().any(|id| one.id.eq_ignore_ascii_case(id)))
}

/// Whether a project's code can use the file system of the package.
pub fn has_file_system(project: &CodeProject) -> bool {
    bringing(project).next().is_some()
}

/// The version that a project gets: the highest that anything asks for; `None` where it isn't certain.
pub fn version_of(project: &CodeProject) -> Option<Version> {
    let versions = bringing(project).filter_map(|one| one.version.as_deref());
    versions.filter_map(Version::lowest).max()
}

/// The frameworks of a file's project and the version of the package there.
pub(super) fn sight<'a>(reader: &Reader<'a>, file: FileId) -> Option<(Version, &'a [String])> {
    let project = reader.code().project(file)?;
    Some((version_of(project)?, &project.frameworks))
}

/// The interface whose members stand for those of a type, and the property that gives it.
fn interface_of(owner: &str) -> Option<&'static str> {
    match owner {
        "System.IO.File" => Some("IFile"),
        "System.IO.Directory" => Some("IDirectory"),
        "System.IO.Path" => Some("IPath"),
        "System.IO.DriveInfo" => Some("IDriveInfoFactory"),
        _ => None,
    }
}

/// The member of the package that stands for a member of the base library.
pub(super) fn counterpart(
    signature: &Signature,
    version: Version,
    frameworks: &[String],
) -> Option<Member> {
    let interface = interface_of(signature.owner)?;
    let key = format!("{interface}.{}{}", signature.name, signature.parameter_list);
    io_abstractions::member(&key, version, frameworks)
}

/// What the constructors that a creation may mean become: what the abstraction makes instead. Empty where it lacks one.
pub(super) fn made_by(
    finding: &Finding,
    node: SyntaxNode<'_>,
    version: Version,
    frameworks: &[String],
) -> Vec<Member> {
    let Some(parts) = IdParts::of(finding.api.as_str()) else {
        return Vec::new();
    };
    let Some(simple) = parts.type_name.strip_prefix("System.IO.") else {
        return Vec::new();
    };
    let list = node
        .child(Field::Arguments)
        .or_else(|| node.child_of(K::ArgumentList));
    let given = list.map_or(0, |list| list.children_of(K::Argument).count());
    let all = signatures(parts.type_name, parts.member).iter();
    let meant = all.filter(|one| match parts.parameters {
        Some(parameters) if !finding.assumed => one.parameter_list == parameters,
        _ => takes(one, given),
    });
    let made: Option<Vec<Member>> = meant
        .map(|one| {
            let key = format!("I{simple}Factory.New{}", one.parameter_list);
            io_abstractions::member(&key, version, frameworks)
        })
        .collect();
    made.unwrap_or_default()
}

/// Why the file system can't stand for the API at a site, if `dependency` is it.
pub(super) fn lacks(
    reader: &Reader<'_>,
    dependency: &Dependency,
    finding: &Finding,
    node: SyntaxNode<'_>,
) -> Option<(Reason, String)> {
    if !dependency.is_file_system() {
        return None;
    }
    let lacking = |what: String| Some((Reason::AbstractionLacksMember, what));
    let file = reader.code().find(&finding.path)?;
    let Some((version, frameworks)) = sight(reader, file) else {
        return lacking(
            "which version of `System.IO.Abstractions` is used isn't certain".to_owned(),
        );
    };
    let parts = IdParts::of(finding.api.as_str())?;
    if parts.member == "#ctor" {
        let simple = parts.type_name.trim_start_matches("System.IO.");
        // Readers and writers are made as before, of what the abstraction opened.
        let as_before = simple == "StreamReader" || simple == "StreamWriter";
        if as_before || !made_by(finding, node, version, frameworks).is_empty() {
            return None;
        }
        return lacking(format!(
            "version {version} has no `{simple}.New` with these arguments"
        ));
    }
    let needed = needed(finding, node, frameworks);
    if needed.is_empty() {
        return lacking(format!(
            "the signature of `{}` isn't known",
            finding.pattern
        ));
    }
    let missing = needed
        .iter()
        .find(|one| counterpart(one, version, frameworks).is_none())?;
    lacking(format!(
        "version {version} has no `{}{}`",
        finding.pattern, missing.parameter_list
    ))
}
