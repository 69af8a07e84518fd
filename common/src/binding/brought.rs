//! Which of several methods of one name a call means, where they come from different types: several `using static`, or a
//! class and its base. Decides by the number of the arguments and by what is known of their types.

use crate::outline::MemberKind;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::TypeRef;
use super::candidates::Candidate;
use super::expression::Binder;
use super::lookup::{Lookup, Mode, Position};
use super::members::FoundMember;
use super::names::type_key;

use SyntaxKind as K;

/// How arguments go with the parameters of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It can't be called so.
    Never,
    /// Not all types are known, or some would have to be converted.
    Perhaps,
    /// Each argument has the type of its parameter.
    Exactly,
}

impl<'a> Binder<'a> {
    /// The methods that `using static` directives bring under the name `node`; none where a type around has one.
    pub fn brought_methods(&self, node: SyntaxNode<'a>, name: &str) -> Vec<FoundMember> {
        self.lookup.brought_methods(name, self.position(node))
    }

    /// How `arguments` go with the best of the methods like `method`, which the source declares.
    pub fn fit(&self, method: &FoundMember, arguments: SyntaxNode<'a>) -> Fit {
        let TypeRef::Declared(key) = &method.owner else {
            return Fit::Perhaps;
        };
        let mut methods = Vec::new();
        self.lookup
            .callables(self.file, key, &mut methods, |kind, name| {
                kind == MemberKind::Method && name == method.name
            });
        let fits = methods.iter().map(|one| self.fit_of(one, arguments));
        fits.max().unwrap_or(Fit::Never)
    }

    /// How `arguments` go with the parameters of one method.
    pub(super) fn fit_of(&self, method: &Candidate<'_>, arguments: SyntaxNode<'a>) -> Fit {
        if !method.takes(arguments.children_of(K::Argument).count()) {
            return Fit::Never;
        }
        let own = method.type_parameters();
        let mut fit = Fit::Exactly;
        for (index, argument) in arguments.children_of(K::Argument).enumerate() {
            let name = argument.child(Field::Name);
            let name = name.map(|name| decoded_name(name.text()));
            let Some((text, position, _)) = method.parameter_at(index, name.as_deref()) else {
                return Fit::Never;
            };
            let values = argument.named_children().filter(|one| !one.is_extra());
            let given = values
                .last()
                .map_or(TypeRef::Unknown, |value| self.value_type(value));
            let wanted = if own.iter().any(|one| one == text) {
                TypeRef::Unknown
            } else {
                self.lookup.type_text(text, position)
            };
            fit = fit.min(self.fit_of_types(&given, &wanted));
        }
        fit
    }

    fn fit_of_types(&self, given: &TypeRef, wanted: &TypeRef) -> Fit {
        let is_text = |ty: &TypeRef| ty.library() == Some("System.String");
        let is_own = |ty: &TypeRef| {
            matches!(ty, TypeRef::Declared(_)) && self.lookup.conversions(self.file, ty).is_empty()
        };
        let is_known = |ty: &TypeRef| is_text(ty) || self.is_plain_value(ty);
        match (given, wanted) {
            (TypeRef::Unknown | TypeRef::Parameter(_), _) => Fit::Perhaps,
            _ if given == wanted => Fit::Exactly,
            // Neither turns into the other by itself.
            _ if is_text(given) && self.is_plain_value(wanted)
                || is_text(wanted) && self.is_plain_value(given)
                || is_own(given) && is_known(wanted)
                || is_own(wanted) && is_known(given) =>
            {
                Fit::Never
            }
            _ => Fit::Perhaps,
        }
    }

    /// Whether it is one of the library's structs, of which none is a text.
    fn is_plain_value(&self, ty: &TypeRef) -> bool {
        const NUMBERS: [&str; 6] = [
            "System.Int32",
            "System.Int64",
            "System.Double",
            "System.Decimal",
            "System.Boolean",
            "System.Char",
        ];
        self.is_value_type(ty) || ty.library().is_some_and(|full| NUMBERS.contains(&full))
    }
}

impl Lookup<'_> {
    fn brought_methods(&self, name: &str, position: Position) -> Vec<FoundMember> {
        let outline = self.outline(position.file);
        let mut around = position.in_type;
        while let Some(id) = around {
            let key = type_key(outline, id);
            if (self.member_in_scope(position.file, id, &key, name, Mode::Called)).is_some() {
                return Vec::new();
            }
            around = outline.type_(id).parent;
        }
        let mut declaration = position.namespace;
        loop {
            let usings = self.usings(position.file, declaration);
            let found: Vec<FoundMember> = (usings.statics.iter())
                .filter_map(|owner| self.static_member(position.file, owner, name, Mode::Called))
                .filter(|member| member.is_method)
                .collect();
            if !found.is_empty() || declaration.0 == 0 {
                return found;
            }
            declaration = outline.namespace(declaration).parent;
        }
    }
}

/// What a name in an expression may mean: only what can be called, where it stands before `(…)`.
pub(super) fn mode_of(name: SyntaxNode<'_>) -> Mode {
    let call = name.parent().filter(|_| name.field() == Field::Function);
    match call {
        Some(call) if call.kind() == K::InvocationExpression => Mode::Called,
        _ => Mode::Expression,
    }
}
