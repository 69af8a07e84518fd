//! What a behaviour depends on by itself: its calls, followed inside its own type and its bases, into the project's
//! statics and into objects that it makes, up to every ambient operation. Chooses no seam.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use seamwright_common::binding::{FileId, Origin, Resolution, TypeRef};
use seamwright_common::finding::{Finding, NotCounted, NotCountedReason, Survey};
use seamwright_common::outline::{MemberKind, Modifiers};
use seamwright_common::seam::code::{ClassId, Reader};
use seamwright_common::seam::shape::{BaseClass, ClassShape};
use seamwright_common::syntax::{Field, SyntaxKind, SyntaxNode};

use crate::target::{MemberId, members_of, takes};

use SyntaxKind as K;

/// One ambient operation, and how the behaviour gets there.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle<'s> {
    /// What is reached.
    pub(crate) finding: &'s Finding,
    /// The member that reaches it.
    pub(crate) member: MemberId,
    /// From the behaviour to that member, by names.
    pub(crate) through: Vec<String>,
    /// The first member on the way that isn't one of the behaviour's own type.
    pub(crate) leaves_at: Option<MemberId>,
}

/// Everything that was seen on the way.
#[derive(Debug, Default)]
pub(crate) struct Paths<'s> {
    /// By path and place.
    pub(crate) obstacles: Vec<Obstacle<'s>>,
    /// References that don't block: they come through a seam that is there.
    pub(crate) seams: Vec<&'s NotCounted>,
    /// Members on the way that weren't understood, by place.
    pub(crate) unclear: BTreeSet<String>,
    /// The members that were looked at.
    pub(crate) seen: Vec<MemberId>,
}

/// More members than these on one way: nobody tests that as one behaviour.
const MOST_MEMBERS: usize = 20_000;
const DEEPEST_BASE: usize = 32;

type Way = Rc<Step>;

struct Step {
    member: MemberId,
    before: Option<Way>,
}

/// Follows the behaviour.
pub(crate) fn follow<'s>(reader: &Reader<'_>, survey: &'s Survey, target: MemberId) -> Paths<'s> {
    let mut walk = Walk {
        reader,
        own: own_types(reader, target),
        seen: BTreeSet::new(),
        open: VecDeque::new(),
    };
    walk.push(target, None);
    if !is_static(reader, target) {
        // A test has to make the object first.
        for member in walk.construction() {
            walk.push(member, None);
        }
    }
    let findings = by_file(survey.findings.iter().map(|one| (&one.path, one)), reader);
    let passed = by_file(
        survey.not_counted.iter().map(|one| (&one.path, one)),
        reader,
    );
    let mut paths = Paths::default();
    while let Some(way) = walk.open.pop_front() {
        let member = way.member;
        paths.seen.push(member);
        let Some(node) = member.node(reader) else {
            paths.unclear.insert(place(reader, member));
            continue;
        };
        if node.has_error() {
            paths.unclear.insert(place(reader, member));
        }
        let range = member.of(reader).range;
        for finding in findings.get(&member.file).into_iter().flatten() {
            if range.contains_range(finding.range) {
                paths.obstacles.push(walk.obstacle(&way, finding));
            }
        }
        for one in passed.get(&member.file).into_iter().flatten() {
            let through_a_seam = matches!(
                one.reason,
                NotCountedReason::Injected | NotCountedReason::SeamDefault
            );
            if through_a_seam && range.contains_range(one.range) {
                paths.seams.push(one);
            }
        }
        if paths.seen.len() < MOST_MEMBERS {
            walk.calls(&way, node);
        }
    }
    let key = |finding: &Finding| (finding.path.clone(), finding.range.start());
    paths.obstacles.sort_by_cached_key(|one| key(one.finding));
    // Fields of one declaration are two members with one range.
    paths.obstacles.dedup_by_key(|one| &one.finding.id);
    paths
}

fn by_file<'s, T>(
    all: impl Iterator<Item = (&'s seamwright_common::source::SourcePath, &'s T)>,
    reader: &Reader<'_>,
) -> BTreeMap<FileId, Vec<&'s T>> {
    let mut found: BTreeMap<FileId, Vec<&'s T>> = BTreeMap::new();
    for (path, one) in all {
        if let Some(file) = reader.code().find(path) {
            found.entry(file).or_default().push(one);
        }
    }
    found
}

fn place(reader: &Reader<'_>, member: MemberId) -> String {
    let start = member.of(reader).name_range.start();
    reader.code().place(member.file, start)
}

/// Whether a member is one of the type and not of an object.
pub(crate) fn is_static(reader: &Reader<'_>, member: MemberId) -> bool {
    let outline = reader.code().names().outline(member.file);
    let own = member.of(reader);
    own.modifiers.contains(Modifiers::STATIC)
        || own.kind == MemberKind::Constant
        || outline
            .type_(own.owner)
            .modifiers
            .contains(Modifiers::STATIC)
}

/// The type that holds a member.
pub(crate) fn owner(reader: &Reader<'_>, member: MemberId) -> Option<ClassId> {
    let outline = reader.code().names().outline(member.file);
    let key = seamwright_common::binding::type_key(outline, member.of(reader).owner);
    reader.class(member.file, &TypeRef::Declared(key))
}

/// The behaviour's type and the bases of it that the workspace declares, nearest first.
fn own_types(reader: &Reader<'_>, target: MemberId) -> Vec<ClassId> {
    let mut types = Vec::new();
    let mut at = owner(reader, target);
    while let Some(id) = at {
        at = match ClassShape::read(reader, &id).map(|shape| shape.base) {
            Ok(BaseClass::Declared(base)) if types.len() < DEEPEST_BASE => Some(base),
            _ => None,
        };
        if types.contains(&id) {
            break;
        }
        types.push(id);
    }
    types
}

struct Walk<'w, 'a> {
    reader: &'w Reader<'a>,
    own: Vec<ClassId>,
    seen: BTreeSet<MemberId>,
    open: VecDeque<Way>,
}

impl<'a> Walk<'_, 'a> {
    fn push(&mut self, member: MemberId, before: Option<&Way>) {
        if self.seen.insert(member) {
            let before = before.cloned();
            self.open.push_back(Rc::new(Step { member, before }));
        }
    }

    fn obstacle<'s>(&self, way: &Way, finding: &'s Finding) -> Obstacle<'s> {
        let mut steps = vec![way.member];
        let mut at = &way.before;
        while let Some(step) = at {
            steps.push(step.member);
            at = &step.before;
        }
        steps.reverse();
        let is_foreign = |member: &&MemberId| {
            let owner = owner(self.reader, **member);
            owner.is_none_or(|owner| !self.own.contains(&owner))
        };
        Obstacle {
            finding,
            member: way.member,
            through: steps.iter().map(|step| step.label(self.reader)).collect(),
            leaves_at: steps.iter().find(is_foreign).copied(),
        }
    }

    /// The constructors, and the initializers that run before them, of the behaviour's type and its bases.
    fn construction(&self) -> Vec<MemberId> {
        self.own.iter().flat_map(|id| self.made_by(id)).collect()
    }

    /// What runs when an object of the type is made.
    fn made_by(&self, id: &ClassId) -> Vec<MemberId> {
        let parts = self.reader.parts(id);
        let members = parts
            .into_iter()
            .flat_map(|(file, ty)| members_of(self.reader, file, ty));
        members
            .filter(|member| {
                let one = member.of(self.reader);
                let runs = one.kind == MemberKind::Constructor || one.initializer.is_some();
                runs && !is_static(self.reader, *member) && one.kind != MemberKind::EnumMember
            })
            .collect()
    }

    /// Everything that a member calls and that is followed.
    fn calls(&mut self, way: &Way, node: SyntaxNode<'a>) {
        let file = way.member.file;
        let Some(binder) = self.reader.binder(file) else {
            return;
        };
        let mut found: Vec<MemberId> = Vec::new();
        for one in node.descendants() {
            match one.kind() {
                K::InvocationExpression => {
                    let Some(function) = one.child(Field::Function) else {
                        continue;
                    };
                    let count = one
                        .child(Field::Arguments)
                        .map_or(0, |list| list.children_of(K::Argument).count());
                    let resolved = binder.resolve(function);
                    found.extend(self.called(file, function, &resolved, Some(count)));
                }
                K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => {
                    let ty = match one.child(Field::Type) {
                        Some(ty) => binder.type_of_node(ty),
                        None => binder.target_type(one),
                    };
                    if let Some(class) = self.reader.class(file, &ty) {
                        found.extend(self.made_by(&class));
                    }
                }
                K::MemberAccessExpression | K::Identifier => {
                    let is_called = one.field() == Field::Function
                        && one
                            .parent()
                            .is_some_and(|around| around.kind() == K::InvocationExpression);
                    // The name inside `a.b` is looked at with it.
                    let is_name = one.field() == Field::Name;
                    // A handler that is added to an event runs later, if at all.
                    let is_handler = one.field() == Field::Right
                        && one
                            .parent()
                            .is_some_and(|around| around.token("+=").is_some());
                    if !is_called && !is_name && !is_handler {
                        let resolved = binder.resolve(one);
                        found.extend(self.called(file, one, &resolved, None));
                    }
                }
                _ => {}
            }
        }
        for member in found {
            self.push(member, Some(way));
        }
    }

    /// The members that a use of a method, property or field may run.
    fn called(
        &self,
        file: FileId,
        expression: SyntaxNode<'a>,
        resolved: &Resolution<'a>,
        arguments: Option<usize>,
    ) -> Vec<MemberId> {
        let member = match resolved {
            Resolution::Methods(Some(member)) => member,
            Resolution::Value(value) | Resolution::ColorColor(value, _) => match &value.origin {
                Origin::Member(member) => member,
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let Some(class) = self.reader.class(file, &member.owner) else {
            return Vec::new();
        };
        let is_own = self.own.contains(&class);
        let made = || self.is_made_here(file, expression);
        let owners: Vec<&ClassId> = if is_own {
            // The nearest override is the one that runs.
            self.own.iter().collect()
        } else {
            vec![&class]
        };
        for id in owners {
            let all = self.reader.parts(id).into_iter();
            let all = all.flat_map(|(part, ty)| members_of(self.reader, part, ty));
            let fits = |one: &MemberId| {
                let outline = self.reader.code().names().outline(one.file);
                let own = one.of(self.reader);
                let is_method = own.kind == MemberKind::Method;
                let count = arguments.filter(|_| is_method);
                outline.text(own.name) == member.name
                    && own.kind != MemberKind::EnumMember
                    && (own.body.is_some() || own.initializer.is_some())
                    && count.is_none_or(|count| takes(self.reader, *one, count))
            };
            let found: Vec<MemberId> = all.filter(fits).collect();
            let followed: Vec<MemberId> = found
                .into_iter()
                .filter(|one| is_own || is_static(self.reader, *one) || made())
                .collect();
            if !followed.is_empty() {
                return followed;
            }
        }
        Vec::new()
    }

    /// Whether the object that a member is used of was made by this code: `new X().F()`, `var x = new X(); x.F()`.
    fn is_made_here(&self, file: FileId, expression: SyntaxNode<'a>) -> bool {
        let Some(binder) = self.reader.binder(file) else {
            return false;
        };
        let Some(receiver) = expression.child(Field::Expression) else {
            return false;
        };
        let creates = |node: SyntaxNode<'_>| {
            matches!(
                node.kind(),
                K::ObjectCreationExpression | K::ImplicitObjectCreationExpression
            )
        };
        let (Resolution::Value(value) | Resolution::ColorColor(value, _)) =
            binder.resolve(receiver)
        else {
            return false;
        };
        match value.origin {
            Origin::Creation(_) => true,
            Origin::Local(local) => local.initializer.is_some_and(creates),
            Origin::Member(member) => {
                let Some(class) = self.reader.class(file, &member.owner) else {
                    return false;
                };
                let parts = self.reader.parts(&class).into_iter();
                let mut members = parts.flat_map(|(part, ty)| members_of(self.reader, part, ty));
                members.any(|one| {
                    let outline = self.reader.code().names().outline(one.file);
                    let own = one.of(self.reader);
                    let tree = self.reader.code().tree(one.file);
                    let initializer = own
                        .initializer
                        .and_then(|range| Some(tree?.covering(range)));
                    outline.text(own.name) == member.name && initializer.is_some_and(creates)
                })
            }
            _ => false,
        }
    }
}
