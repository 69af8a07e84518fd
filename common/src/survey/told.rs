//! Which reading of a text tells of a site, so that each counts once. Knows nothing of what sites mean.

use std::collections::BTreeSet;

use crate::syntax::Parsed;
use crate::text::TextRange;

use super::sites::Site;

/// What the readings of a text told so far.
pub(super) struct Told<'p> {
    parsed: &'p Parsed,
    /// Where references start, where their members' names do, and what they mean without parameters: the arguments of one
    /// reference may differ from branch to branch.
    sites: BTreeSet<(usize, usize, String)>,
    /// Where something was told.
    places: BTreeSet<usize>,
}

impl<'p> Told<'p> {
    pub(super) fn by(parsed: &'p Parsed) -> Self {
        Self {
            parsed,
            sites: BTreeSet::new(),
            places: BTreeSet::new(),
        }
    }

    /// Whether a reading tells of a site: the one that understands its place best does, and one that means something else
    /// there by other branches. Readings come in their order.
    pub(super) fn tells_site(&mut self, number: usize, site: &Site<'_>) -> bool {
        if self.parsed.readings().len() == 1 {
            return true;
        }
        let name = site.member_range;
        if !self.decides(number, name) && !self.parsed.says(number, name) {
            return false;
        }
        let start = site.range.start();
        self.places.insert(start);
        let api = site.decision.api.without_parameters().to_owned();
        self.sites.insert((start, name.start(), api))
    }

    /// Whether a reading tells of a place that stays open.
    pub(super) fn tells_place(&mut self, number: usize, offset: usize) -> bool {
        if self.parsed.readings().len() == 1 {
            return true;
        }
        let place = TextRange::new(offset, offset + 1);
        (self.decides(number, place) || self.parsed.says(number, place))
            && self.places.insert(offset)
    }

    fn decides(&self, number: usize, range: TextRange) -> bool {
        self.parsed.deciding(range).0 == number
    }
}
