//! What the source's own types have from catalogued ones: `Pump.Current` where `Pump` derives from a library type, and
//! `: base(…)`, which makes what `new` would. A constructor that calls its base unasked isn't told of: nothing there could
//! be replaced, and the compiler lists it no more than we do.

use crate::binding::{FoundMember, TypeRef};
use crate::catalogue::signatures::{Signature, signatures};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::overload::overloads;
use super::Finder;
use super::creations::Creation;

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
            .inherited_static(ty, name, arguments_of(reference).map(count))?;
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

fn count(arguments: SyntaxNode<'_>) -> usize {
    arguments.children_of(K::Argument).count()
}
