//! What the source's own types have from catalogued ones: `Pump.Current` where `Pump` derives from a library type, and
//! `: base(…)`, which makes what `new` would. A constructor that calls its base unasked isn't told of: nothing there could
//! be replaced, and the compiler lists it no more than we do.

use crate::binding::{Fit, FoundMember, TypeRef};
use crate::catalogue::signatures::{Signature, signatures};
use crate::finding::IncompleteReason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::overload::overloads;
use super::creations::Creation;
use super::{Finder, Open};

use SyntaxKind as K;

impl<'a> Finder<'a, '_> {
    /// The library type that a static member behind a type of the source comes from.
    pub(super) fn inherited(
        &self,
        ty: &TypeRef,
        name: &str,
        reference: SyntaxNode<'a>,
    ) -> Option<String> {
        let member = self
            .binder
            .inherited_static(ty, name, arguments_of(reference))?;
        member.owner.library().map(str::to_owned)
    }

    /// Whether a name without a receiver, which an inherited method has, means a static one: `Start(…)` in a `Process`.
    pub(super) fn is_static(&self, member: &FoundMember, name: SyntaxNode<'a>) -> bool {
        let Some(owner) = member.owner.library() else {
            return member.is_static;
        };
        let is_static = |one: &Signature| one.is_static && !one.is_extension;
        let all = signatures(owner, &member.name);
        if !all.iter().any(|one| is_static(one)) || all.iter().all(|one| is_static(one)) {
            return member.is_static;
        }
        match arguments_of(name) {
            Some(arguments) => {
                let fitting = overloads(self.binder, all.to_vec(), arguments, 0);
                !fitting.is_empty() && fitting.iter().all(|one| is_static(one))
            }
            None => true,
        }
    }

    /// The method that a call means: where the types of the source have none that takes the arguments, one of a base of
    /// the library; and one of those that several `using static` bring under one name. What stays open is noted.
    pub(super) fn of_several(
        &mut self,
        name: SyntaxNode<'a>,
        member: FoundMember,
    ) -> Option<FoundMember> {
        let Some(arguments) = arguments_of(name) else {
            return Some(member);
        };
        // `Start("a")` where the class itself has only a `Start(int)`.
        let above = self
            .binder
            .inherited_static(&member.owner, &member.name, Some(arguments));
        if above.is_some() {
            return above;
        }
        let all = self.binder.brought_methods(name, &member.name);
        if all.len() < 2 || !all.contains(&member) {
            return Some(member);
        }
        let fit = |one: &FoundMember| match one.owner.library() {
            Some(owner) => {
                let all = signatures(owner, &one.name).iter().copied();
                let all = all.filter(|one| one.is_static && !one.is_extension);
                let fitting = overloads(self.binder, all.collect(), arguments, 0);
                if fitting.is_empty() {
                    Fit::Never
                } else {
                    Fit::Perhaps
                }
            }
            None => self.binder.fit(one, arguments),
        };
        let mut fitting: Vec<(Fit, FoundMember)> = (all.into_iter())
            .map(|one| (fit(&one), one))
            .filter(|(fit, _)| *fit != Fit::Never)
            .collect();
        if fitting.iter().any(|(fit, _)| *fit == Fit::Exactly) {
            fitting.retain(|(fit, _)| *fit == Fit::Exactly);
        }
        let ours = |(_, one): &(Fit, FoundMember)| {
            (one.owner.library()).is_some_and(|owner| self.has_static(owner, &one.name))
        };
        match fitting.as_slice() {
            [] => Some(member),
            [(_, only)] => Some(only.clone()),
            several => {
                if several.iter().any(ours) {
                    self.found.open.push(Open {
                        offset: name.range().start(),
                        reason: IncompleteReason::UndecidedOverload,
                        detail: name.text().to_owned(),
                    });
                }
                None
            }
        }
    }

    /// `: base(…)` of a constructor.
    pub(super) fn initializer(&mut self, node: SyntaxNode<'a>) {
        let (Some(base), Some(arguments)) = (node.token("base"), node.child_of(K::ArgumentList))
        else {
            return;
        };
        self.base_construction(base.range(), arguments);
    }

    /// `class A(string p) : FileStream(p, …)`
    pub(super) fn base_list(&mut self, node: SyntaxNode<'a>) {
        let mut last: Option<SyntaxNode<'a>> = None;
        for child in node.named_children().filter(|child| !child.is_extra()) {
            match child.kind() {
                K::PrimaryConstructorBaseType => {
                    if let (Some(ty), Some(arguments)) =
                        (child.child(Field::Type), child.child_of(K::ArgumentList))
                    {
                        self.base_construction(ty.range(), arguments);
                    }
                }
                K::ArgumentList => {
                    if let Some(ty) = last {
                        self.base_construction(ty.range(), child);
                    }
                }
                _ => {}
            }
            last = Some(child);
        }
    }

    fn base_construction(&mut self, name: TextRange, arguments: SyntaxNode<'a>) {
        let made = |full: &String| self.catalogue.construction(full).next().is_some();
        let bases = self.binder.library_bases(arguments).into_iter();
        let Some(owner) = bases.into_iter().find(made) else {
            return;
        };
        self.creates(&Creation {
            owner,
            node: arguments,
            arguments: Some(arguments),
            range: name.cover(arguments.range()),
            name,
        });
    }
}

/// The arguments of the call of `reference`, if it is called.
fn arguments_of(reference: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let call = reference.parent()?;
    let called = call.kind() == K::InvocationExpression && reference.field() == Field::Function;
    called.then(|| call.child(Field::Arguments)).flatten()
}
