//! The references in one reading of a file: every member access, name and construction that means a catalogued API.

mod creations;
mod inherited;
mod untyped;

use creations::arguments_of;
use untyped::Mentioned;

use crate::binding::{
    Binder, FoundMember, MemberSource, Origin, Resolution, TypeRef, Value, name_and_arity,
};
use crate::catalogue::signatures::{MemberKind, Signature, signatures, type_signature};
use crate::catalogue::{Catalogue, Entry, Origin as EntryOrigin, Receiver, Verdict, pattern};
use crate::finding::{IncompleteReason, NotCountedReason, Provenance};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, SyntaxTree, decoded_name};
use crate::text::{TextRange, first_line};

use super::decision::{Decision, Verdicts, decide, names};
use super::overload::{gives, overloads, spoken_for};
use super::owner::owner_of;
use super::provenance::{Source, source_of};
use super::seam::seam_reason;
use super::vocabulary::Vocabulary;
use super::written::{identifier_range, last_name};

use SyntaxKind as K;

/// A reference to a catalogued API.
#[derive(Clone, Debug)]
pub(super) struct Site<'a> {
    pub(super) decision: Decision<'a>,
    pub(super) pattern: String,
    pub(super) range: TextRange,
    pub(super) member_range: TextRange,
    pub(super) provenance: Provenance,
    /// Why it isn't a finding.
    pub(super) reason: Option<NotCountedReason>,
    pub(super) node: SyntaxNode<'a>,
}

/// A name that could be one of ours.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) offset: usize,
    pub(crate) reason: IncompleteReason,
    pub(crate) detail: String,
}

/// What one reading shows.
#[derive(Debug, Default)]
pub(crate) struct Found<'a> {
    pub(crate) sites: Vec<Site<'a>>,
    pub(crate) open: Vec<Open>,
}

/// Finds the sites of a reading. `statics` says whether a `using static` of a catalogued type may be in force.
pub(crate) fn find<'a>(
    catalogue: &'a Catalogue,
    binder: &Binder<'a>,
    tree: &'a SyntaxTree,
    words: &Vocabulary,
    statics: bool,
) -> Found<'a> {
    let mut finder = Finder {
        catalogue,
        words,
        binder,
        found: Found::default(),
        mentioned: Mentioned::default(),
    };
    for node in tree.root().descendants() {
        match node.kind() {
            K::MemberAccessExpression | K::QualifiedName | K::MemberBindingExpression => {
                finder.access(node);
            }
            K::ObjectCreationExpression => finder.creation(node),
            K::ImplicitObjectCreationExpression => match binder.target_type(node) {
                TypeRef::Unknown => finder.untyped(node),
                ty => finder.construction(node, ty, None),
            },
            K::ConstructorInitializer => finder.initializer(node),
            K::BaseList => finder.base_list(node),
            K::Identifier | K::GenericName if statics => finder.simple(node),
            _ => {}
        }
    }
    finder.found
}

struct Finder<'a, 'b> {
    catalogue: &'a Catalogue,
    words: &'b Vocabulary,
    binder: &'b Binder<'a>,
    found: Found<'a>,
    mentioned: Mentioned,
}

/// A member reference that was bound.
struct Reference<'a> {
    owner: String,
    is_static: bool,
    name_node: SyntaxNode<'a>,
    /// The whole reference: receiver, dot and name.
    node: SyntaxNode<'a>,
    receiver: Option<SyntaxNode<'a>>,
}

impl<'a> Finder<'a, '_> {
    fn access(&mut self, node: SyntaxNode<'a>) {
        let Some(name_node) = node.child(Field::Name) else {
            return;
        };
        let (name, _) = name_and_arity(name_node);
        let receiver = match node.kind() {
            K::MemberAccessExpression => node.child(Field::Expression),
            K::QualifiedName => node.child(Field::Qualifier),
            _ => node
                .parent()
                .and_then(|access| access.child(Field::Condition)),
        };
        let Some(receiver) = receiver else { return };
        // A newer member of a type of which every static counts is in no table.
        let last = last_name(receiver);
        let known = self.words.has_member(&name)
            || (last.kind() == K::Identifier
                && self.words.has_every_static(&decoded_name(last.text())));
        if !known {
            return;
        }
        let reference = |owner: String, is_static| Reference {
            owner,
            is_static,
            name_node,
            node,
            receiver: Some(receiver),
        };
        match self.binder.resolve(receiver) {
            Resolution::Type(ty) => {
                let inherited = self.inherited(&ty, &name, node);
                if let Some(owner) = inherited.or_else(|| owner_of(self.catalogue, ty)) {
                    self.member(&reference(owner, true));
                }
            }
            Resolution::Value(value) => {
                if let TypeRef::Library(owner) = value.ty {
                    self.member(&reference(owner, false));
                }
            }
            Resolution::ColorColor(_, ty) => {
                let Some(owner) = owner_of(self.catalogue, ty) else {
                    return;
                };
                let is_static = signatures(&owner, &name).first().map_or_else(
                    || self.catalogue.static_member(&owner, &name).next().is_some(),
                    |one| one.is_static,
                );
                self.member(&reference(owner, is_static));
            }
            Resolution::Unknown => self.open(receiver, &name, IncompleteReason::UnresolvedName),
            Resolution::Ambiguous(types)
                if types
                    .iter()
                    .filter_map(TypeRef::library)
                    .any(|full| self.has_static(full, &name)) =>
            {
                self.note(receiver, &name, IncompleteReason::AmbiguousName);
            }
            _ => {}
        }
    }

    fn has_static(&self, owner: &str, name: &str) -> bool {
        self.catalogue
            .static_member(owner, name)
            .any(|entry| entry.verdict == Verdict::Counts)
    }

    /// A receiver that means nothing: noted when it is called as a type of ours that has such a member.
    fn open(&mut self, receiver: SyntaxNode<'a>, name: &str, reason: IncompleteReason) {
        let last = match receiver.kind() {
            K::Identifier => receiver,
            K::AliasQualifiedName => match receiver.child(Field::Name) {
                Some(last) => last,
                None => return,
            },
            _ => return,
        };
        let simple = decoded_name(last.text());
        let ours = self.catalogue.types_named(&simple).iter().any(|known| {
            matches!(
                known.origin,
                EntryOrigin::BaseLibrary | EntryOrigin::Since(_)
            ) && self.has_static(known.full_name, name)
        });
        if ours {
            self.note(receiver, name, reason);
        }
    }

    fn note(&mut self, receiver: SyntaxNode<'a>, name: &str, reason: IncompleteReason) {
        self.found.open.push(Open {
            offset: receiver.range().start(),
            reason,
            detail: first_line(&format!("{}.{name}", receiver.text())),
        });
    }

    /// A name without a receiver, through `using static`.
    fn simple(&mut self, node: SyntaxNode<'a>) {
        let (name, _) = name_and_arity(node);
        if !self.words.has_member(&name) || is_part_of_more(node) {
            return;
        }
        let member = match self.binder.resolve(node) {
            Resolution::Methods(Some(member)) => member,
            Resolution::Value(value) => match value.origin {
                Origin::Member(member) => member,
                _ => return,
            },
            Resolution::Ambiguous(types) => {
                let mut known = types.iter().filter_map(TypeRef::library);
                if known.any(|full| self.has_static(full, &name)) {
                    self.found.open.push(Open {
                        offset: node.range().start(),
                        reason: IncompleteReason::AmbiguousName,
                        detail: name.into_owned(),
                    });
                }
                return;
            }
            _ => return,
        };
        let Some(member) = self.of_several(node, member) else {
            return;
        };
        let declared = matches!(member.owner, TypeRef::Declared(_));
        if (declared || member.source == MemberSource::Library)
            && self.is_static(&member, node)
            && let Some(owner) = owner_of(self.catalogue, member.owner)
        {
            self.member(&Reference {
                owner,
                is_static: true,
                name_node: node,
                node,
                receiver: None,
            });
        }
    }

    fn member(&mut self, reference: &Reference<'a>) {
        let (name, type_arguments) = name_and_arity(reference.name_node);
        let catalogue = self.catalogue;
        let owner = reference.owner.as_str();
        let entries: Vec<&'a Entry> = if reference.is_static {
            catalogue.static_member(owner, &name).collect()
        } else {
            catalogue.instance_member(owner, &name).collect()
        };
        if entries.is_empty() || in_nameof(self.binder, reference.node) {
            return;
        }
        let invocation = reference.node.parent().filter(|parent| {
            parent.kind() == K::InvocationExpression && reference.node.field() == Field::Function
        });
        // `a?.M()`: the call is that of the access, not of the binding inside it.
        let invocation = invocation.or_else(|| {
            let access = reference.node.parent().filter(|parent| {
                parent.kind() == K::ConditionalAccessExpression
                    && reference.node.kind() == K::MemberBindingExpression
            })?;
            access.parent().filter(|parent| {
                parent.kind() == K::InvocationExpression && access.field() == Field::Function
            })
        });
        let candidates: Vec<&'static Signature> = signatures(owner, &name)
            .iter()
            .copied()
            .filter(|one| (one.is_static && !one.is_extension) == reference.is_static)
            .collect();
        if candidates.is_empty() && self.may_be_of_base(reference) {
            self.found.open.push(Open {
                offset: reference.node.range().start(),
                reason: IncompleteReason::UnresolvedName,
                detail: first_line(reference.node.text()),
            });
            return;
        }
        let arguments = invocation.and_then(|call| call.child(Field::Arguments));
        // Where all overloads are helpers, it doesn't matter which one is called.
        let helper = entries
            .iter()
            .all(|entry| entry.verdict == Verdict::PureHelper && entry.unless_given.is_empty());
        let meant = match arguments.filter(|_| !helper) {
            Some(arguments)
                if candidates.len() > 1
                    || candidates.iter().any(|one| one.kind == MemberKind::Method) =>
            {
                let fitting = overloads(self.binder, candidates.clone(), arguments, type_arguments);
                // A call that fits nothing is one that the table or the typing doesn't know.
                if fitting.is_empty() {
                    candidates.clone()
                } else {
                    fitting
                }
            }
            _ => candidates.clone(),
        };
        let decision = decide(&entries, &meant, owner, &name);
        let Some(decision) = self.decided(decision, &entries, arguments, reference.node, &name)
        else {
            return;
        };
        let entry = decision.entry;
        let receiver_start = reference
            .receiver
            .map_or(reference.name_node, |receiver| receiver);
        let name_range = identifier_range(reference.name_node);
        let range = TextRange::new(receiver_start.range().start(), name_range.end());
        let Some((provenance, mut reason)) = self.standing(entry, reference) else {
            return;
        };
        // `JsonSerializer.Serialize(value, options)` depends on what it is given.
        if let Some(arguments) = arguments
            && !entry.unless_given.is_empty()
            && meant
                .iter()
                .all(|one| gives(self.binder, one, arguments, entry.unless_given))
        {
            reason = Some(NotCountedReason::PureHelper);
        }
        self.found.sites.push(Site {
            decision,
            pattern: pattern(owner, &name),
            range,
            member_range: name_range,
            provenance,
            reason,
            node: reference.node,
        });
    }

    /// The decision; where the overloads leave it open, the names of the arguments may speak for some of them. If they
    /// don't, that is noted.
    fn decided(
        &mut self,
        verdicts: Verdicts<'a>,
        entries: &[&'a Entry],
        arguments: Option<SyntaxNode<'a>>,
        node: SyntaxNode<'a>,
        name: &str,
    ) -> Option<Decision<'a>> {
        let open = match verdicts {
            Verdicts::None => return None,
            Verdicts::One(decision) => return Some(decision),
            Verdicts::Open(open) => open,
        };
        let spoken = spoken_for(self.binder, &open, arguments?);
        if let [first, ..] = spoken.as_slice()
            && spoken.len() < open.len()
        {
            let owner = first.owner;
            return match decide(entries, &spoken, owner, name) {
                Verdicts::One(mut decision) => {
                    decision.assumed = true;
                    Some(decision)
                }
                _ => None,
            };
        }
        if entries.iter().any(|entry| entry.verdict == Verdict::Counts) {
            self.found.open.push(Open {
                offset: node.range().start(),
                reason: IncompleteReason::UndecidedOverload,
                detail: first_line(node.text()),
            });
        }
        None
    }

    /// Provenance of a reference, and why it isn't a finding; `None` when it is none of ours.
    fn standing(
        &self,
        entry: &Entry,
        reference: &Reference<'a>,
    ) -> Option<(Provenance, Option<NotCountedReason>)> {
        let seam = || seam_reason(self.binder, reference.node);
        match entry.receiver {
            _ if entry.verdict == Verdict::PureHelper => {
                Some((Provenance::Static, Some(NotCountedReason::PureHelper)))
            }
            Receiver::Static => Some((Provenance::Static, seam())),
            Receiver::Any => Some((Provenance::Constructed, seam())),
            Receiver::Through(makers) => {
                let receiver = reference.receiver?;
                match self.came_through(receiver, makers, 6) {
                    Came::Always => Some((Provenance::Static, seam())),
                    Came::Sometimes => Some((Provenance::Static, Some(NotCountedReason::Injected))),
                    Came::Never => None,
                }
            }
            Receiver::Made(makers) => match source_of(self.binder, reference.receiver?) {
                Source::Made(maker) => {
                    let counted = self.made_by_counted(maker, makers);
                    counted.then(|| (Provenance::Constructed, seam()))
                }
                Source::MadeElsewhere => Some((Provenance::Constructed, seam())),
                Source::Injected => {
                    Some((Provenance::Constructed, Some(NotCountedReason::Injected)))
                }
                Source::Unknown => None,
            },
            Receiver::Construction => None,
        }
    }

    /// Whether `Environment.Platform`, which no `System.Environment` has, may be a member of what a base from elsewhere
    /// calls `Environment`.
    fn may_be_of_base(&self, reference: &Reference<'a>) -> bool {
        reference.is_static
            && reference
                .receiver
                .is_some_and(|receiver| receiver.kind() == K::Identifier)
            && type_signature(&reference.owner).is_some()
            && self.binder.has_external_base(reference.node)
    }

    /// Whether what made a receiver is a construction that counts, or one of `makers`.
    fn made_by_counted(&self, maker: SyntaxNode<'a>, makers: &[&str]) -> bool {
        if let K::ObjectCreationExpression | K::ImplicitObjectCreationExpression = maker.kind() {
            let TypeRef::Library(owner) = self.binder.value_type(maker) else {
                return false;
            };
            let meant = self.constructors(arguments_of(maker), &owner);
            let entries: Vec<&'a Entry> = self.catalogue.construction(&owner).collect();
            return decide(&entries, &meant, &owner, "#ctor")
                .counts_as()
                .is_some_and(|entry| entry.verdict != Verdict::PureHelper)
                || meant
                    .iter()
                    .any(|one| makers.iter().any(|maker| names(maker, one)));
        }
        match self.binder.resolve(maker) {
            Resolution::Value(Value {
                origin: Origin::Call(Some(member)) | Origin::Member(member),
                ..
            }) => is_one_of(&member, makers),
            _ => false,
        }
    }

    /// How far a value is what one of these members gave, directly or by way of locals.
    fn came_through(&self, receiver: SyntaxNode<'a>, makers: &[&str], left: usize) -> Came {
        let (Resolution::Value(value) | Resolution::ColorColor(value, _)) =
            self.binder.resolve(receiver)
        else {
            return Came::Never;
        };
        match value.origin {
            Origin::Call(Some(member)) | Origin::Member(member) if is_one_of(&member, makers) => {
                Came::Always
            }
            // Whatever else it is set to may have come in.
            Origin::Local(local) if left > 0 => {
                let later = self.binder.assigned_to(local.name);
                (local.initializer.into_iter().chain(later))
                    .filter(|value| value.kind() != K::NullLiteral)
                    .map(|value| self.came_through(value, makers, left - 1))
                    .reduce(|one, other| if one == other { one } else { Came::Sometimes })
                    .unwrap_or(Came::Never)
            }
            _ => Came::Never,
        }
    }
}

/// Whether a value is what certain members gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    Always,
    Sometimes,
    Never,
}

/// Whether a member of the library is one of these, given as ids.
fn is_one_of(member: &FoundMember, ids: &[&str]) -> bool {
    let Some(owner) = member
        .owner
        .library()
        .filter(|_| member.source == MemberSource::Library)
    else {
        return false;
    };
    ids.iter().filter_map(|id| id.get(2..)).any(|id| {
        let name = id.split('(').next().unwrap_or(id);
        name.strip_prefix(owner)
            .and_then(|rest| rest.strip_prefix('.'))
            == Some(member.name.as_str())
    })
}

/// Whether a node stands in `nameof(…)`, unless a method is called so.
fn in_nameof<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> bool {
    node.ancestors()
        .take_while(|around| {
            matches!(
                around.kind(),
                K::MemberAccessExpression
                    | K::Argument
                    | K::ArgumentList
                    | K::InvocationExpression
                    | K::GenericName
                    | K::TypeArgumentList
                    | K::QualifiedName
            )
        })
        // What is named holds no calls.
        .find(|around| around.kind() == K::InvocationExpression)
        .is_some_and(|call| {
            call.child(Field::Function)
                .is_some_and(|function| function.text() == "nameof")
                && !binder.has_method(call, "nameof")
        })
}

/// Whether an identifier is the name of a declaration or a part of a longer reference.
fn is_part_of_more(node: SyntaxNode<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return true;
    };
    match parent.kind() {
        K::MemberAccessExpression | K::Argument => node.field() == Field::Name,
        K::MemberBindingExpression
        | K::QualifiedName
        | K::AliasQualifiedName
        | K::GenericName
        | K::UsingDirective
        | K::NamespaceDeclaration
        | K::FileScopedNamespaceDeclaration => true,
        // `new X { Now = … }` sets a member of what is made.
        K::AssignmentExpression => {
            node.field() == Field::Left
                && parent.parent().is_some_and(|around| {
                    matches!(around.kind(), K::InitializerExpression | K::WithInitializer)
                })
        }
        // `(int Now, int Today)`
        K::TupleElement => matches!(node.field(), Field::Name | Field::Type),
        K::GotoStatement => node
            .prev_sibling()
            .is_some_and(|before| before.text() == "goto"),
        // `new { Now = … }`, `[A(Now = …)]`, `{ Now: … }`, `Now:` of a label.
        K::AnonymousObjectCreationExpression
        | K::WithInitializer
        | K::AttributeArgument
        | K::Subpattern
        | K::LabeledStatement => node
            .next_sibling()
            .is_some_and(|after| matches!(after.text(), "=" | ":")),
        K::InvocationExpression => false,
        _ => node.field() == Field::Name || node.field() == Field::Type,
    }
}
