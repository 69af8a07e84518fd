//! The replacement of one site: what the catalogue says, filled in for its place.

use super::super::abstraction::{Abstractions, is_written};
use super::super::code::Reader;
use super::super::delegated::{call_of, delegate_for, whole};
use super::super::dependency::{Dependency, entry_for};
use super::super::lists;
use super::super::names::library_type_in_code;
use crate::binding::{FileId, TypeRef};
use crate::catalogue::{Abstraction, Catalogue, Form, IdParts, Rewrite, When, io_abstractions};
use crate::edit::Edit;
use crate::finding::Finding;
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::call::call_edits;
use super::opened::{creation_edits, opened_edits};

use SyntaxKind as K;

/// In which zone local time is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LocalTime {
    /// The machine's, as before.
    #[default]
    MachineZone,
    /// The provider's: a test can choose it, but the offset of the repeated hour of a clock change is lost.
    ProviderZone,
}

/// How a site is replaced, as far as it doesn't depend on its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Template {
    /// The reference becomes a text.
    Reference {
        /// That text.
        text: &'static str,
        /// Whether the value is a `DateTime`.
        is_date_time: bool,
        /// Whether it is in local time.
        is_local: bool,
    },
    /// The call takes the provider along.
    Call(&'static Form),
    /// What makes the object becomes this text, up to its arguments.
    Make(&'static str),
    /// A reader or writer that opens a path becomes one of these.
    Opened(&'static [Form]),
    /// Nothing by itself: it goes with what made the object whose member it is.
    Follows,
    /// The call of the member becomes one of a delegate.
    Delegate,
}

/// Where the type that stands for an API comes from, in a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// Every target framework.
    Framework,
    /// A package.
    Package,
}

impl From {
    /// Where a file's project has the clock from.
    pub(super) fn of(reader: &Reader<'_>, file: FileId) -> Self {
        match reader.code().project(file) {
            Some(project) if !project.has_time_provider => Self::Package,
            _ => Self::Framework,
        }
    }
}

/// The replacement of a finding's API, or why there is none.
pub(super) fn template_for(
    catalogue: &Catalogue,
    finding: &Finding,
    from: From,
) -> Result<Template, (Reason, String)> {
    let not_yet = || {
        let what = format!("`{}` isn't migrated yet", finding.pattern);
        (Reason::NotSupportedYet, what)
    };
    let entry = entry_for(catalogue, finding).ok_or_else(not_yet)?;
    match entry.rewrite {
        Rewrite::None(advice) => Err((Reason::NoEquivalent, advice.to_owned())),
        Rewrite::Reference(text)
            if entry.abstraction.type_name() == Some("System.TimeProvider") =>
        {
            Ok(Template::Reference {
                text,
                is_date_time: finding.api.as_str().starts_with("P:System.DateTime."),
                is_local: text.contains("GetLocalNow"),
            })
        }
        Rewrite::Call(forms) if entry.abstraction.type_name() == Some("System.TimeProvider") => {
            let parts = IdParts::of(finding.api.as_str());
            let Some(overload) = parts.and_then(|parts| parts.parameters) else {
                let what = "which overload is called isn't proven";
                return Err((Reason::OverloadWouldChange, what.to_owned()));
            };
            let fits = |form: &&Form| {
                form.overload == overload
                    && match form.when {
                        When::Always => true,
                        When::BuiltIn => from == From::Framework,
                        When::FromPackage => from == From::Package,
                        _ => false,
                    }
            };
            // What gives the object changes its type.
            let is_kept = |form: &&Form| !form.text.starts_with("{p}.Create");
            let form = forms.iter().find(fits).filter(is_kept);
            form.map(Template::Call).ok_or_else(not_yet)
        }
        Rewrite::Reference(text)
            if matches!(entry.abstraction, Abstraction::Generated { .. }) && text == "{p}.{m}" =>
        {
            Ok(Template::Reference {
                text,
                is_date_time: false,
                is_local: false,
            })
        }
        rewrite if entry.abstraction.type_name() == Some(io_abstractions::INTERFACE) => {
            let creation = finding.api.as_str().contains(".#ctor");
            match rewrite {
                Rewrite::Reference(text) if creation => Ok(Template::Make(text)),
                Rewrite::Reference(text) => Ok(Template::Reference {
                    text,
                    is_date_time: false,
                    is_local: false,
                }),
                Rewrite::Call(forms) if creation => Ok(Template::Opened(forms)),
                Rewrite::WithReceiver => Ok(Template::Follows),
                _ => Err(not_yet()),
            }
        }
        _ => Err(not_yet()),
    }
}

/// The abstraction that stands for a finding's API where it is used, or why none does.
pub fn dependency_for(
    reader: &Reader<'_>,
    abstractions: &Abstractions,
    catalogue: &Catalogue,
    finding: &Finding,
) -> Result<Dependency, (Reason, String)> {
    let file = reader.code().find(&finding.path);
    let from = file.map_or(From::Framework, |file| From::of(reader, file));
    template_for(catalogue, finding, from)?;
    let entry = entry_for(catalogue, finding);
    if entry.and_then(|entry| entry.abstraction.type_name()) == Some(io_abstractions::INTERFACE) {
        return Ok(Dependency::file_system());
    }
    let Some(Abstraction::Generated {
        interface,
        implementation,
    }) = entry.map(|entry| entry.abstraction)
    else {
        return Ok(Dependency::time_provider());
    };
    let missing = |what| (Reason::AbstractionMissing, what);
    let file = file.ok_or_else(|| missing("the file isn't in the workspace".to_owned()))?;
    abstractions
        .declared(reader, file, interface, implementation)
        .map_err(missing)
}

impl Template {
    /// The edits that let the site read from `provider`; `None` where they can't be told.
    pub(super) fn edits<'a>(
        self,
        reader: &Reader<'a>,
        file: FileId,
        node: SyntaxNode<'a>,
        finding: &Finding,
        provider: &str,
        local_time: LocalTime,
    ) -> Option<Vec<Edit>> {
        match self {
            Self::Reference {
                text,
                is_date_time,
                is_local,
            } => {
                let reading = Reading {
                    text,
                    is_date_time,
                    is_local,
                };
                Some(reading.edits(reader, file, node, provider, local_time))
            }
            Self::Call(form) => call_edits(reader, file, node, finding, form, provider),
            Self::Make(text) => creation_edits(node, text, provider),
            Self::Opened(forms) => opened_edits(reader, file, node, finding, forms, provider),
            Self::Follows => None,
            Self::Delegate => delegate_edits(reader, node, finding, provider),
        }
    }
}

/// The edits that let a call go to a delegate: what the call leaves out and may is given, since a delegate knows no default
/// values.
fn delegate_edits(
    reader: &Reader<'_>,
    node: SyntaxNode<'_>,
    finding: &Finding,
    provider: &str,
) -> Option<Vec<Edit>> {
    let Ok(dependency) = delegate_for(reader, finding) else {
        return None;
    };
    let delegated = dependency.call()?;
    let node = whole(finding, node)?;
    let replaced = |text: String| Edit {
        range: node.range(),
        text,
    };
    if delegated.is_property {
        return (!is_written(node)).then(|| vec![replaced(format!("{provider}()"))]);
    }
    let list = call_of(node)?.child(Field::Arguments)?;
    let given = lists::arguments(list);
    if given.iter().any(|one| one.name.is_some()) || given.len() > delegated.parameters.len() {
        return None;
    }
    let mut edits = vec![replaced(provider.to_owned())];
    let left_out = &delegated.parameters[given.len()..];
    match left_out {
        [] => {}
        ["System.Threading.CancellationToken"] => {
            let text = if given.is_empty() {
                "default"
            } else {
                ", default"
            };
            edits.push(Edit {
                range: TextRange::empty(list.range().end() - 1),
                text: text.to_owned(),
            });
        }
        _ => return None,
    }
    Some(edits)
}

/// A reference that becomes a text.
struct Reading {
    text: &'static str,
    is_date_time: bool,
    is_local: bool,
}

impl Reading {
    fn edits<'a>(
        &self,
        reader: &Reader<'a>,
        file: FileId,
        node: SyntaxNode<'a>,
        provider: &str,
        local_time: LocalTime,
    ) -> Vec<Edit> {
        let replace = |range, text: String| Edit { range, text };
        let member = node.child(Field::Name).unwrap_or(node).text();
        let full = self.text.replace("{p}", provider).replace("{m}", member);
        if self.is_local && self.is_date_time && local_time == LocalTime::ProviderZone {
            let now = format!("{provider}.GetLocalNow()");
            let member = if self.text.ends_with(".Date") {
                "Date"
            } else {
                "DateTime"
            };
            let date_time = library_type_in_code(reader, file, node, "System.DateTime");
            let kind = library_type_in_code(reader, file, node, "System.DateTimeKind");
            return vec![replace(
                node.range(),
                format!("{date_time}.SpecifyKind({now}.{member}, {kind}.Local)"),
            )];
        }
        let full = match full
            .strip_suffix(".UtcDateTime")
            .or_else(|| full.strip_suffix(".LocalDateTime"))
        {
            Some(offset) if self.is_date_time && goes_to_offset(reader, file, node) => {
                offset.to_owned()
            }
            _ => full,
        };
        // What stands between receiver and member (a line break, a comment) stays.
        if let (K::MemberAccessExpression, Some(left), Some(name)) = (
            node.kind(),
            node.child(Field::Expression),
            node.child(Field::Name),
        ) && let Some(member) = full
            .strip_prefix(provider)
            .and_then(|rest| rest.strip_prefix('.'))
        {
            let between = name.range().start() - left.range().end();
            if between > 1 {
                return vec![
                    replace(left.range(), provider.to_owned()),
                    replace(name.range(), member.to_owned()),
                ];
            }
        }
        vec![replace(node.range(), full)]
    }
}

/// Whether the value is the whole of what is given to something declared as `DateTimeOffset`.
fn goes_to_offset<'a>(reader: &Reader<'a>, file: FileId, node: SyntaxNode<'a>) -> bool {
    let whole = node.parent().is_some_and(|parent| match parent.kind() {
        K::VariableDeclarator | K::ArrowExpressionClause | K::ReturnStatement | K::Argument => true,
        K::PropertyDeclaration => node.field() == Field::Value,
        K::AssignmentExpression => node.field() == Field::Right && parent.token("=").is_some(),
        _ => false,
    });
    // `x => DateTime.UtcNow` and `F(out …)` have no declared type in sight.
    whole
        && reader.binder(file).is_some_and(|binder| {
            binder.target_type(node) == TypeRef::Library("System.DateTimeOffset".to_owned())
        })
}
