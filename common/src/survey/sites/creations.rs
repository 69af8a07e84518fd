//! Calls of constructors: `new`, with and without a type, and whatever else calls one.

use crate::binding::TypeRef;
use crate::catalogue::signatures::{Signature, signatures};
use crate::catalogue::{Entry, Verdict, pattern};
use crate::finding::{Category, IncompleteReason, NotCountedReason, Provenance};
use crate::symbol::SymbolId;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::decision::{Decision, Verdicts, decide};
use super::super::overload::overloads;
use super::super::owner::owner_of;
use super::super::provenance::{Source, source_of};
use super::super::seam::seam_reason;
use super::super::written::last_name;
use super::{Finder, Open, Site};

use SyntaxKind as K;

/// A call of a constructor.
pub(super) struct Creation<'a> {
    pub(super) owner: String,
    pub(super) node: SyntaxNode<'a>,
    /// `new X { … }` has none.
    pub(super) arguments: Option<SyntaxNode<'a>>,
    pub(super) range: TextRange,
    /// The name of the type, or the word that stands for it.
    pub(super) name: TextRange,
}

pub(super) fn arguments_of(creation: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    creation
        .child(Field::Arguments)
        .or_else(|| creation.child_of(K::ArgumentList))
}

impl<'a> Finder<'a, '_> {
    pub(super) fn creation(&mut self, node: SyntaxNode<'a>) {
        let Some(ty) = node.child(Field::Type) else {
            return;
        };
        let resolved = self.binder.type_of_node(ty);
        if let TypeRef::Declared(_) = resolved
            && let Some(TypeRef::Library(full)) = self.binder.made_by_condition(ty)
            && self.may_make(node, &full)
        {
            self.found.open.push(Open {
                offset: ty.range().start(),
                reason: IncompleteReason::AmbiguousName,
                detail: format!("new {}", ty.text()),
            });
        }
        self.construction(node, resolved, Some(ty));
    }

    pub(super) fn construction(
        &mut self,
        node: SyntaxNode<'a>,
        ty: TypeRef,
        written: Option<SyntaxNode<'a>>,
    ) {
        let Some(owner) = owner_of(self.catalogue, ty) else {
            return;
        };
        let name = match written {
            Some(ty) => last_name(ty).range(),
            None => TextRange::new(node.range().start(), node.range().start() + "new".len()),
        };
        self.creates(&Creation {
            owner,
            node,
            arguments: arguments_of(node),
            range: node.range(),
            name,
        });
    }

    pub(super) fn creates(&mut self, creation: &Creation<'a>) {
        let Creation {
            owner,
            node,
            arguments,
            range,
            name,
        } = creation;
        let catalogue = self.catalogue;
        let entries: Vec<&'a Entry> = catalogue.construction(owner).collect();
        if entries.is_empty() {
            return;
        }
        let meant = self.constructors(*arguments, owner);
        let decision = match decide(&entries, &meant, owner, "#ctor") {
            Verdicts::None => {
                self.takes_what_is_given(creation, entries[0], &meant);
                return;
            }
            verdicts => verdicts,
        };
        let Some(decision) = self.decided(decision, &entries, *arguments, *node, "#ctor") else {
            return;
        };
        let reason = if decision.entry.verdict == Verdict::PureHelper {
            Some(NotCountedReason::PureHelper)
        } else {
            seam_reason(self.binder, *node)
        };
        self.found.sites.push(Site {
            decision,
            pattern: pattern(owner, "#ctor"),
            range: *range,
            member_range: *name,
            provenance: Provenance::Constructed,
            reason,
            node: *node,
        });
    }

    /// `new StreamReader(stream)`: somebody else opened what it reads. A stream that came in is a seam; one that was made
    /// here is looked at where that happens, and the reader depends on it alone.
    fn takes_what_is_given(
        &mut self,
        creation: &Creation<'a>,
        entry: &'a Entry,
        meant: &[&'static Signature],
    ) {
        let first = creation
            .arguments
            .and_then(|list| list.child_of(K::Argument));
        let value = first.and_then(|argument| {
            let values = argument.named_children().filter(|one| !one.is_extra());
            values.last()
        });
        let (Some(value), [only, rest @ ..]) = (value, meant) else {
            return;
        };
        if entry.category != Category::Filesystem {
            return;
        }
        let api = match rest {
            [] => only.id.clone(),
            _ => SymbolId::new(only.id.without_parameters()),
        };
        let reason = match source_of(self.binder, value) {
            Source::Injected => NotCountedReason::Injected,
            Source::Made(_) | Source::MadeElsewhere | Source::Unknown => {
                NotCountedReason::PureHelper
            }
        };
        self.found.sites.push(Site {
            decision: Decision {
                entry,
                api,
                overloads: Vec::new(),
                assumed: false,
            },
            pattern: pattern(&creation.owner, "#ctor"),
            range: creation.range,
            member_range: creation.name,
            provenance: Provenance::Constructed,
            reason: Some(reason),
            node: creation.node,
        });
    }

    /// The constructors of `owner` that a creation with these arguments may mean.
    pub(super) fn constructors(
        &self,
        arguments: Option<SyntaxNode<'a>>,
        owner: &str,
    ) -> Vec<&'static Signature> {
        let candidates: Vec<&'static Signature> = signatures(owner, "#ctor").to_vec();
        match arguments {
            Some(arguments) => {
                let fitting = overloads(self.binder, candidates.clone(), arguments, 0);
                if fitting.is_empty() {
                    candidates
                } else {
                    fitting
                }
            }
            // `new X { … }` calls the one without parameters.
            None => candidates
                .into_iter()
                .filter(|one| one.parameters.is_empty())
                .collect(),
        }
    }
}
