//! Members of objects that were made here: they go with what makes the object, or stay with it. Knows nothing of how
//! objects are made through the abstraction.

use std::collections::{BTreeMap, BTreeSet};

use crate::binding::FileId;
use crate::catalogue::Rewrite;
use crate::refusal::Reason;
use crate::survey::{Source, source_of};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::dependency::entry_for;
use super::{Plan, Planner, Site, node_of};

use SyntaxKind as K;

/// A place.
type Place = (FileId, TextRange);

impl<'a> Planner<'a> {
    /// The findings that follow, and where what they follow is made.
    pub(super) fn followers(&self) -> &BTreeMap<usize, Option<Place>> {
        self.followers.get_or_init(|| {
            let all = self.findings.iter().enumerate();
            let follows = all.filter(|(_, finding)| {
                let entry = entry_for(self.catalogue, finding);
                entry.is_some_and(|entry| entry.rewrite == Rewrite::WithReceiver)
                    && self.dependency.serves_finding(self.catalogue, finding)
            });
            follows
                .map(|(index, _)| (index, self.maker_of(index)))
                .collect()
        })
    }

    fn maker_of(&self, index: usize) -> Option<Place> {
        let finding = &self.findings[index];
        let file = self.reader.code().find(&finding.path)?;
        let node = node_of(self.reader, file, finding).or_else(|| self.binding_of(file, index))?;
        let receiver = match node.kind() {
            K::MemberAccessExpression => node.child(Field::Expression)?,
            _ => node
                .ancestors()
                .find(|around| around.kind() == K::ConditionalAccessExpression)?
                .named_children()
                .next()?,
        };
        match source_of(self.reader.binder(file)?, receiver) {
            Source::Made(maker) => Some((file, maker.range())),
            _ => None,
        }
    }

    /// `?.Length`
    fn binding_of(&self, file: FileId, index: usize) -> Option<SyntaxNode<'a>> {
        let tree = self.reader.code().tree(file)?;
        let node = tree.covering(self.findings[index].member_range);
        std::iter::once(node)
            .chain(node.ancestors())
            .find(|around| around.kind() == K::MemberBindingExpression)
    }

    /// Takes out the sites whose company isn't asked for: it would change without them.
    pub(super) fn with_company(
        &self,
        requested: &[usize],
        sites: &mut Vec<Site<'a>>,
        remaining: &mut BTreeMap<usize, (Reason, String)>,
    ) {
        let requested: BTreeSet<usize> = requested.iter().copied().collect();
        let followers = self.followers();
        if followers.is_empty() {
            return;
        }
        let mut left_behind: BTreeMap<Place, usize> = BTreeMap::new();
        for (index, maker) in followers {
            if let Some(maker) = maker.filter(|_| !requested.contains(index)) {
                left_behind.insert(maker, *index);
            }
        }
        sites.retain(|site| {
            let behind = left_behind.get(&(site.file, site.node.range()));
            if let Some(behind) = behind {
                let text = &self.findings[*behind].text;
                let detail = format!("`{text}` goes with it and isn't asked for");
                remaining.insert(site.index, (Reason::CoupledMember, detail));
            }
            behind.is_none()
        });
    }

    /// Lets the followers go where what they follow went.
    pub(super) fn follow_makers(&self, requested: &[usize], plan: &mut Plan) {
        let place = |index: &usize| {
            let finding = &self.findings[*index];
            let file = self.reader.code().find(&finding.path)?;
            Some(((file, finding.range), *index))
        };
        let replaced: BTreeSet<Place> = plan
            .replaced
            .iter()
            .filter_map(place)
            .map(|(place, _)| place)
            .collect();
        let stays: BTreeMap<Place, usize> = plan.remaining.keys().filter_map(place).collect();
        let requested: BTreeSet<usize> = requested.iter().copied().collect();
        for (index, maker) in self.followers() {
            if !requested.contains(index) || plan.remaining.contains_key(index) {
                continue;
            }
            if maker.is_some_and(|maker| replaced.contains(&maker)) {
                plan.replaced.push(*index);
                continue;
            }
            let own = maker.and_then(|maker| stays.get(&maker));
            let why = own.and_then(|maker| plan.remaining.get(maker)).cloned();
            let unknown = || {
                let what = "what made the object isn't migrated";
                (Reason::CoupledMember, what.to_owned())
            };
            plan.remaining.insert(*index, why.unwrap_or_else(unknown));
        }
        plan.replaced.sort_unstable();
    }
}
