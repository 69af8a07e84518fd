//! Orders that hang on chance: a sort by a random value; and, told by what all files together say, one whose last key is
//! an id that was made at random or a stamp that a whole batch shares.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::binding::{Binder, FoundMember, LocalKind, Origin, Resolution, TypeRef};
use crate::finding::{Category, NotCountedReason};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, SyntaxTree, decoded_name, views};

use super::place::{is_member, type_around};
use super::provenance::{Source, source_of};
use super::sites::Site;

use SyntaxKind as K;

/// Methods that sort by what a lambda gives.
const BY_KEY: &[&str] = &["OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending"];

/// The words that begin a sort by keys.
pub(super) const SORTS: &[&str] = &[
    "OrderBy",
    "OrderByDescending",
    "Sort",
    "ThenBy",
    "ThenByDescending",
    "orderby",
];

/// A member of a type of the source: the type's key, the member's name.
pub(super) type Key = (String, String);

/// Why a member is no key to sort by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chance {
    /// The API that its value comes from.
    pub(super) pattern: String,
    /// What it has to do with.
    pub(super) category: Category,
}

/// The members that hold a random id or the stamp of a batch.
pub(super) type Chances = BTreeMap<Key, Chance>;

/// Whether a site gives a random value.
fn is_random(site: &Site<'_>) -> bool {
    site.decision.entry.category == Category::Randomness
        && !matches!(
            site.reason,
            Some(NotCountedReason::Injected | NotCountedReason::PureHelper)
        )
        // These begin with the time.
        && site.pattern != "Guid.CreateVersion7"
}

/// Whether a site reads a clock.
fn is_clock(site: &Site<'_>) -> bool {
    matches!(
        site.pattern.as_str(),
        "DateTime.Now" | "DateTime.UtcNow" | "DateTimeOffset.Now" | "DateTimeOffset.UtcNow"
    )
}

/// The sorts of a reading by a random value: what says the order.
pub(super) fn random_sorts<'a>(
    binder: &Binder<'a>,
    root: SyntaxNode<'a>,
    sites: &[Site<'a>],
) -> Vec<SyntaxNode<'a>> {
    let random = sites.iter().filter(|site| is_random(site));
    let mut found: Vec<SyntaxNode<'a>> = random
        .clone()
        .filter_map(|site| sort_around(binder, site.node))
        .collect();
    if random.clone().any(|site| site.pattern == "new Random") {
        found.extend(sorts_by_dice(binder, root));
    }
    found
}

/// The sorts by what a `Random` gives that is made here without a seed.
pub(super) fn sorts_by_dice<'a>(
    binder: &Binder<'a>,
    root: SyntaxNode<'a>,
) -> impl Iterator<Item = SyntaxNode<'a>> {
    root.descendants().filter_map(move |node| {
        let function = node.child(Field::Function)?;
        let rolls = node.kind() == K::InvocationExpression
            && function.kind() == K::MemberAccessExpression
            && function.child(Field::Name)?.text().starts_with("Next");
        let sort = rolls.then(|| sort_around(binder, node))??;
        let receiver = function.child(Field::Expression)?;
        if binder.value_type(receiver).library() != Some("System.Random") {
            return None;
        }
        let Source::Made(maker) = source_of(binder, receiver) else {
            return None;
        };
        let seeded = maker.descendants().any(|inner| inner.kind() == K::Argument);
        let made = matches!(
            maker.kind(),
            K::ObjectCreationExpression | K::ImplicitObjectCreationExpression
        );
        (made && !seeded).then_some(sort)
    })
}

/// The call, clause or comparer that sorts by what stands at `node`.
fn sort_around<'a>(binder: &Binder<'a>, node: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
    for around in node.ancestors() {
        match around.kind() {
            K::OrderByClause => return Some(around),
            K::LambdaExpression | K::AnonymousMethodExpression => {
                let argument = around.parent().filter(|one| one.kind() == K::Argument)?;
                return sorting_call(binder, argument.parent()?.parent()?);
            }
            K::MethodDeclaration => return is_comparison(binder, around).then_some(node),
            kind if is_member(kind) => return None,
            _ => {}
        }
    }
    None
}

/// `int Compare(…)` of a class that is an `IComparer<Card>`.
fn is_comparison<'a>(binder: &Binder<'a>, method: SyntaxNode<'a>) -> bool {
    let compares = method
        .child(Field::Name)
        .is_some_and(|name| name.text() == "Compare");
    let bases = type_around(method).and_then(|around| around.child_of(K::BaseList));
    compares
        && bases.is_some_and(|bases| {
            bases.named_children().any(|base| {
                matches!(binder.type_of_node(base), TypeRef::Library(full)
                    if full == "System.Collections.IComparer"
                        || full.starts_with("System.Collections.Generic.IComparer`"))
            })
        })
}

/// `OrderBy(…)`, `list.Sort(…)` of a library, without what it is called on.
fn sorting_call<'a>(binder: &Binder<'a>, call: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
    let function = call.child(Field::Function)?;
    let name = function.child(Field::Name)?;
    let sorts = BY_KEY.contains(&name.text()) || name.text() == "Sort";
    (call.kind() == K::InvocationExpression && sorts && binder.is_foreign_call(function))
        .then_some(name)
}

/// What the sites of a reading put into members: random ids, and stamps of whole batches.
pub(super) fn chances<'a>(binder: &Binder<'a>, sites: &[Site<'a>]) -> Vec<(Key, Chance)> {
    let mut found = Vec::new();
    let mut taken = None;
    for site in sites {
        let chance = || Chance {
            pattern: site.pattern.clone(),
            category: site.decision.entry.category,
        };
        let value = value_of(site.node);
        if site.pattern == "Guid.NewGuid" {
            found.extend(target_of(binder, value).map(|key| (key, chance())));
        } else if is_clock(site) {
            let taken = taken.get_or_insert_with(|| Taken::of(value.tree()));
            let stamped = batch(binder, taken, value).into_iter();
            found.extend(stamped.map(|key| (key, chance())));
        }
    }
    found
}

/// The expression that holds the value of a site: its call, `.ToString("N")`, `.UtcDateTime`.
fn value_of(site: SyntaxNode<'_>) -> SyntaxNode<'_> {
    let mut value = site;
    while let Some(parent) = value.parent() {
        let wraps = match parent.kind() {
            K::InvocationExpression => value.field() == Field::Function,
            K::MemberAccessExpression => value.field() == Field::Expression,
            K::ParenthesizedExpression | K::CastExpression => true,
            _ => false,
        };
        if !wraps {
            break;
        }
        value = parent;
    }
    value
}

/// The member of the source that a value is put into.
fn target_of<'a>(binder: &Binder<'a>, value: SyntaxNode<'a>) -> Option<Key> {
    let parent = value.parent()?;
    match parent.kind() {
        K::AssignmentExpression if value.field() == Field::Right => {
            let left = parent.child(Field::Left)?;
            let set = parent
                .parent()
                .filter(|around| around.kind() == K::InitializerExpression);
            if let Some(made) = set.and_then(SyntaxNode::parent) {
                let name = decoded_name(left.text());
                return key_of(binder.member_of(&binder.value_type(made), &name)?);
            }
            match binder.resolve(left) {
                Resolution::Value(value) | Resolution::ColorColor(value, _) => match value.origin {
                    Origin::Member(member) => key_of(member),
                    _ => None,
                },
                _ => None,
            }
        }
        K::PropertyDeclaration => own_key(binder, parent, parent.child(Field::Name)?),
        K::VariableDeclarator => {
            let field = parent.parent()?.parent()?;
            (field.kind() == K::FieldDeclaration)
                .then(|| own_key(binder, parent, parent.child(Field::Name)?))
                .flatten()
        }
        _ => None,
    }
}

fn own_key<'a>(binder: &Binder<'a>, at: SyntaxNode<'a>, name: SyntaxNode<'a>) -> Option<Key> {
    match binder.meaning_at(at, &decoded_name(name.text())) {
        Resolution::Value(value) | Resolution::ColorColor(value, _) => match value.origin {
            Origin::Member(member) => key_of(member),
            _ => None,
        },
        _ => None,
    }
}

fn key_of(member: FoundMember) -> Option<Key> {
    match member.owner {
        TypeRef::Declared(key) => Some((key, member.name)),
        _ => None,
    }
}

/// The names whose values a reading puts somewhere: what stands right of an assignment.
struct Taken<'a>(BTreeMap<Cow<'a, str>, Vec<SyntaxNode<'a>>>);

impl<'a> Taken<'a> {
    fn of(tree: &'a SyntaxTree) -> Self {
        let mut taken: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let names = tree.root().descendants();
        for name in
            names.filter(|node| node.kind() == K::Identifier && node.field() == Field::Right)
        {
            let uses = taken.entry(decoded_name(name.text())).or_default();
            uses.push(name);
        }
        Self(taken)
    }

    /// Where `name` is taken below `body`.
    fn iter_in(&self, body: SyntaxNode<'a>, name: &str) -> impl Iterator<Item = SyntaxNode<'a>> {
        let all = self.0.get(name).map_or(&[][..], Vec::as_slice);
        let first = all.partition_point(|node| node.id() < body.id());
        let last = all.partition_point(|node| node.id() < body.end_id());
        all[first..last].iter().copied()
    }
}

/// The members that one read of a clock is put into again and again: from a local, inside of a loop or lambda that the
/// local stands outside of.
fn batch<'a>(binder: &Binder<'a>, taken: &Taken<'a>, read: SyntaxNode<'a>) -> Vec<Key> {
    let Some(local) = read
        .parent()
        .filter(|parent| parent.kind() == K::VariableDeclarator)
        .and_then(|declarator| declarator.child(Field::Name))
    else {
        return Vec::new();
    };
    let name = decoded_name(local.text());
    // A variable is in view in the block around it alone.
    let block = |around: &SyntaxNode<'_>| {
        matches!(around.kind(), K::Block | K::SwitchBody) || is_member(around.kind())
    };
    let Some(body) = local.frames().find(block) else {
        return Vec::new();
    };
    let uses = taken.iter_in(body, &name);
    uses.filter(|used| {
        let repeated = used
            .frames()
            .take_while(|around| !around.range().contains_range(local.range()))
            .any(|around| repeats(around.kind()));
        repeated
            && matches!(binder.resolve(*used), Resolution::Value(value)
                if matches!(value.origin, Origin::Local(found)
                    if found.kind == LocalKind::Variable && found.name == local))
    })
    .filter_map(|used| target_of(binder, used))
    .collect()
}

fn repeats(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::ForStatement
            | K::ForeachStatement
            | K::WhileStatement
            | K::DoStatement
            | K::LambdaExpression
            | K::SelectClause
    )
}

/// A sort whose last key is a member of the source.
pub(super) struct LastKey<'a> {
    /// `ThenBy(x => x.Id)` without what it is called on, or the last part of an `orderby`.
    pub(super) node: SyntaxNode<'a>,
    pub(super) key: Key,
}

/// The sorts in a reading whose last key is one of `chances`.
pub(super) fn last_keys<'a>(
    binder: &Binder<'a>,
    root: SyntaxNode<'a>,
    chances: &Chances,
) -> Vec<LastKey<'a>> {
    let is_known = |name: &str| chances.keys().any(|(_, member)| member == name);
    root.descendants()
        .filter_map(|node| {
            let (place, member, item) = match node.kind() {
                K::InvocationExpression => of_call(binder, node, &is_known)?,
                K::OrderByClause => of_clause(binder, node, &is_known)?,
                _ => return None,
            };
            let key = key_of(binder.member_of(&item, &member)?)?;
            chances
                .contains_key(&key)
                .then_some(LastKey { node: place, key })
        })
        .collect()
}

/// What a sort goes by last: where it says so, the member, the type of the items.
type Last<'a> = (SyntaxNode<'a>, String, TypeRef);

fn of_call<'a>(
    binder: &Binder<'a>,
    call: SyntaxNode<'a>,
    is_known: &dyn Fn(&str) -> bool,
) -> Option<Last<'a>> {
    let function = call.child(Field::Function)?;
    if function.kind() != K::MemberAccessExpression {
        return None;
    }
    let name = function.child(Field::Name)?;
    if !BY_KEY.contains(&name.text()) || has_further_key(call) {
        return None;
    }
    let lambda = views::arguments(call.child(Field::Arguments)?)
        .next()?
        .value;
    let item_name = sole_parameter(lambda)?;
    let member = member_behind(lambda.child(Field::Body)?, &item_name)?;
    if !is_known(&member) || !binder.is_foreign_call(function) {
        return None;
    }
    let item = binder.item_type(function.child(Field::Expression)?);
    Some((name, member, item))
}

/// Whether `.ThenBy(…)` follows.
fn has_further_key(call: SyntaxNode<'_>) -> bool {
    call.parent().is_some_and(|access| {
        access.kind() == K::MemberAccessExpression
            && access
                .child(Field::Name)
                .is_some_and(|name| name.text().starts_with("ThenBy"))
    })
}

/// `x` of `x => …` and `(Order x) => …`.
fn sole_parameter(lambda: SyntaxNode<'_>) -> Option<String> {
    if lambda.kind() != K::LambdaExpression {
        return None;
    }
    let list = lambda.child(Field::Parameters)?;
    if list.kind() == K::ImplicitParameter || list.kind() == K::Identifier {
        return Some(decoded_name(list.text()).into_owned());
    }
    let mut all = list
        .children()
        .filter(|child| matches!(child.kind(), K::Parameter | K::ImplicitParameter));
    let only = all.next().filter(|_| all.next().is_none())?;
    let name = only.child(Field::Name).unwrap_or(only);
    Some(decoded_name(name.text()).into_owned())
}

/// `Id` of `x.Id`.
fn member_behind(body: SyntaxNode<'_>, item: &str) -> Option<String> {
    let receiver = body.child(Field::Expression)?;
    let of_item = body.kind() == K::MemberAccessExpression
        && receiver.kind() == K::Identifier
        && decoded_name(receiver.text()) == item;
    let name = body.child(Field::Name)?;
    of_item.then(|| decoded_name(name.text()).into_owned())
}

/// `orderby x.Due, x.Id` of a query over one sequence.
fn of_clause<'a>(
    binder: &Binder<'a>,
    clause: SyntaxNode<'a>,
    is_known: &dyn Fn(&str) -> bool,
) -> Option<Last<'a>> {
    let last = clause
        .named_children()
        .filter(|child| !child.is_extra())
        .last()?;
    let query = clause.parent()?;
    let from = query.children_of(K::FromClause).find(|from| {
        from.child(Field::Name)
            .and_then(|name| member_behind(last, &decoded_name(name.text())))
            .is_some()
    })?;
    let member = member_behind(last, &decoded_name(from.child(Field::Name)?.text()))?;
    if !is_known(&member) {
        return None;
    }
    let sequence = from
        .named_children()
        .filter(|child| !child.is_extra())
        .last()?;
    let written = from.child(Field::Type).map(|ty| binder.type_of_node(ty));
    let item = written.unwrap_or_else(|| binder.item_type(sequence));
    Some((last, member, item))
}
