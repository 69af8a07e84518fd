//! Spans of time that are the difference of two reads of a wall clock. Which reads there are is told by the sites of
//! the reading; here it is only followed where their values go.

use crate::binding::{Binder, LocalKind, MemberSource, Origin, Resolution, TypeRef};
use crate::symbol::without_arities;
use crate::syntax::{Field, Modifiers, SyntaxKind, SyntaxNode, views};
use crate::text::TextRange;

use super::place::is_type;
use super::provenance::initial;
use super::sites::Site;

use SyntaxKind as K;

/// The clocks of the wall.
const CLOCKS: &[&str] = &[
    "P:System.DateTime.Now",
    "P:System.DateTime.UtcNow",
    "P:System.DateTimeOffset.Now",
    "P:System.DateTimeOffset.UtcNow",
];

/// The types of a moment that is kept.
const MOMENTS: &[&str] = &["System.DateTime", "System.DateTimeOffset", "System.Int64"];

/// Members that give the same moment in another form.
const FORMS: &[&str] = &[
    "DateTime",
    "LocalDateTime",
    "Ticks",
    "ToFileTime",
    "ToFileTimeUtc",
    "ToLocalTime",
    "ToOffset",
    "ToUniversalTime",
    "ToUnixTimeMilliseconds",
    "ToUnixTimeSeconds",
    "UtcDateTime",
    "UtcTicks",
    "Value",
];

/// How many steps from a value to the read that it is are followed.
const FURTHEST: usize = 12;

/// The differences of two clock reads in a reading.
pub(super) fn differences<'a>(
    binder: &Binder<'a>,
    root: SyntaxNode<'a>,
    sites: &[Site<'a>],
) -> Vec<SyntaxNode<'a>> {
    let reads: Vec<TextRange> = sites
        .iter()
        .filter(|site| CLOCKS.contains(&site.decision.api.as_str()))
        .map(|site| site.range)
        .collect();
    if reads.is_empty() {
        return Vec::new();
    }
    let reads = Reads { binder, reads };
    root.descendants()
        .filter(|node| {
            parts(*node).is_some_and(|(from, what)| {
                !reads.is_offset(from, what) && reads.is_one(from) && reads.is_one(what)
            })
        })
        .collect()
}

/// What is subtracted from what: `a - b`, `a.Subtract(b)`.
fn parts(node: SyntaxNode<'_>) -> Option<(SyntaxNode<'_>, SyntaxNode<'_>)> {
    match node.kind() {
        K::BinaryExpression if node.child(Field::Operator)?.text() == "-" => {
            Some((node.child(Field::Left)?, node.child(Field::Right)?))
        }
        K::InvocationExpression => {
            let function = node.child(Field::Function)?;
            if function.kind() != K::MemberAccessExpression
                || function.child(Field::Name)?.text() != "Subtract"
            {
                return None;
            }
            let mut arguments = views::arguments(node.child(Field::Arguments)?);
            let only = arguments.next().filter(|_| arguments.next().is_none())?;
            Some((function.child(Field::Expression)?, only.value))
        }
        _ => None,
    }
}

/// The reads of clocks in a file.
pub(super) struct Reads<'a, 'b> {
    binder: &'b Binder<'a>,
    /// In the order of the text.
    reads: Vec<TextRange>,
}

impl<'a> Reads<'a, '_> {
    /// Whether a difference is that of two zones: `now - now.ToUniversalTime()`, `DateTime.Now - DateTime.UtcNow`.
    fn is_offset(&self, from: SyntaxNode<'a>, what: SyntaxNode<'a>) -> bool {
        let (from, what) = (core(from), core(what));
        let same = from.text() == what.text();
        let read = |node: SyntaxNode<'a>| self.reads.contains(&node.range());
        if read(from) && read(what) {
            !same
        } else {
            same
        }
    }

    /// Whether a value is a read of the clock.
    fn is_one(&self, value: SyntaxNode<'a>) -> bool {
        self.follow(value, FURTHEST)
    }

    fn follow(&self, value: SyntaxNode<'a>, left: usize) -> bool {
        if left == 0 {
            return false;
        }
        let inner = || value.named_children().find(|child| !child.is_extra());
        let follow =
            |node: Option<SyntaxNode<'a>>| node.is_some_and(|one| self.follow(one, left - 1));
        match value.kind() {
            K::ParenthesizedExpression | K::CheckedExpression | K::PostfixUnaryExpression => {
                follow(inner())
            }
            K::InvocationExpression => {
                let function = value.child(Field::Function);
                follow(function.filter(|one| one.kind() == K::MemberAccessExpression))
            }
            K::MemberAccessExpression if self.reads.contains(&value.range()) => true,
            K::MemberAccessExpression
                if value
                    .child(Field::Name)
                    .is_some_and(|name| FORMS.contains(&name.text())) =>
            {
                follow(value.child(Field::Expression)) || self.is_kept(value, left)
            }
            K::MemberAccessExpression | K::Identifier => {
                self.reads.contains(&value.range()) || self.is_kept(value, left)
            }
            _ => false,
        }
    }

    /// Whether a name stands for a read that was kept in a local or a field.
    fn is_kept(&self, value: SyntaxNode<'a>, left: usize) -> bool {
        let (Resolution::Value(found) | Resolution::ColorColor(found, _)) =
            self.binder.resolve(value)
        else {
            return false;
        };
        match found.origin {
            Origin::Local(local) if local.kind == LocalKind::Variable => {
                let set = self.binder.assigned_to(local.name);
                self.all_are(local.initializer.into_iter().chain(set), left)
            }
            Origin::Member(member)
                if member.source == MemberSource::Value
                    && found
                        .ty
                        .library()
                        .is_some_and(|full| MOMENTS.contains(&full)) =>
            {
                let Some(around) = own_type(value, &member.owner, self.binder) else {
                    return false;
                };
                let inside = |node: &SyntaxNode<'a>| around.range().contains_range(node.range());
                let told = self.binder.said_around(value, &member.name, |said| {
                    let declared = said.declared.iter().copied().filter(inside);
                    let declared: Vec<_> = declared.collect();
                    let set = said.set.iter().filter(|one| !one.is_slot);
                    let set = set.map(|one| one.value).filter(inside);
                    let initial = declared.iter().filter_map(|one| initial(*one));
                    let all: Vec<_> = initial.chain(set).collect();
                    (declared.iter().any(|one| keeps(*one)), all)
                });
                told.is_some_and(|(keeps, all)| keeps && self.all_are(all.into_iter(), left))
            }
            _ => false,
        }
    }

    /// Whether each value is a read, or one that stands for none yet; at least one is.
    fn all_are(&self, values: impl Iterator<Item = SyntaxNode<'a>>, left: usize) -> bool {
        let mut any = false;
        for value in values {
            if is_nothing_yet(value) {
                continue;
            }
            if !self.follow(value, left - 1) {
                return false;
            }
            any = true;
        }
        any
    }
}

/// `now` of `(now.ToUniversalTime())`.
fn core(value: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut core = value;
    loop {
        let inner = match core.kind() {
            K::ParenthesizedExpression | K::CheckedExpression | K::PostfixUnaryExpression => {
                core.named_children().find(|child| !child.is_extra())
            }
            K::InvocationExpression => core.child(Field::Function),
            K::MemberAccessExpression => core
                .child(Field::Name)
                .filter(|name| FORMS.contains(&name.text()))
                .and_then(|_| core.child(Field::Expression)),
            _ => None,
        };
        match inner {
            Some(inner) => core = inner,
            None => return core,
        }
    }
}

/// `default`, `null`, `DateTime.MinValue`: what a variable holds before it holds a moment.
fn is_nothing_yet(value: SyntaxNode<'_>) -> bool {
    match value.kind() {
        K::DefaultExpression | K::NullLiteral => true,
        K::MemberAccessExpression => value
            .child(Field::Name)
            .is_some_and(|name| matches!(name.text(), "MinValue" | "MaxValue")),
        K::ObjectCreationExpression => value
            .child(Field::Arguments)
            .is_some_and(|list| list.child_of(K::Argument).is_none()),
        _ => false,
    }
}

/// The declaration of `owner` around a use of a member.
fn own_type<'a>(
    node: SyntaxNode<'a>,
    owner: &TypeRef,
    binder: &Binder<'a>,
) -> Option<SyntaxNode<'a>> {
    let TypeRef::Declared(key) = owner else {
        return None;
    };
    let name = without_arities(key);
    node.frames()
        .filter(|around| is_type(around.kind()))
        .find(|around| {
            around
                .child(Field::Body)
                .is_some_and(|body| binder.type_name(body) == name)
        })
}

/// Whether a field, or a property that nothing outside of the type sets, keeps what the type puts there.
fn keeps(declared: SyntaxNode<'_>) -> bool {
    if declared.kind() == K::VariableDeclarator {
        let field = declared.parent().and_then(SyntaxNode::parent);
        let modifiers = field.map(views::modifiers).unwrap_or_default();
        return !modifiers
            .intersects(Modifiers::PUBLIC | Modifiers::PROTECTED | Modifiers::INTERNAL)
            || modifiers.contains(Modifiers::READONLY);
    }
    declared.child(Field::Accessors).is_some_and(|accessors| {
        accessors.children_of(K::AccessorDeclaration).all(|one| {
            one.child_of(K::Block).is_none()
                && one.child_of(K::ArrowExpressionClause).is_none()
                && one.token("init").is_none()
                && (one.token("set").is_none()
                    || views::modifiers(one).contains(Modifiers::PRIVATE))
        })
    })
}
