//! Helpers that tokens alone show: `string.Join`, `Math.Max`, `Path.Combine`. Whether the name in front means the type is
//! asked of the declarations; where they leave it open, a tree must tell.

use crate::binding::{Meaning, OutlineBinder, TypeRef};
use crate::catalogue::signatures::{Signature, signatures};
use crate::catalogue::{Catalogue, Entry, Verdict, pattern};
use crate::symbol::SymbolId;
use crate::table::NameSet;
use crate::text::TextRange;

use super::owner::owner_of;
use super::scan::{Helper, Scan};

/// A helper that was found.
#[derive(Clone, Debug)]
pub(super) struct FoundHelper<'a> {
    pub(super) entry: &'a Entry,
    pub(super) api: SymbolId,
    pub(super) pattern: String,
    pub(super) range: TextRange,
}

/// What tokens say of a place.
#[derive(Clone, Debug)]
pub(super) enum Told<'a> {
    Helper(FoundHelper<'a>),
    /// It is none of ours.
    Other,
    Open,
}

/// Tells the helpers of a file.
pub(super) struct Helpers<'a, 't> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) binder: OutlineBinder<'a>,
    pub(super) text: &'t str,
}

impl<'a> Helpers<'a, '_> {
    /// All helpers of one member, or `None` if a tree must tell one of them. `member` is its range.
    pub(super) fn tell(
        &self,
        helpers: &[Helper],
        member: TextRange,
        scan: &Scan<'_, '_>,
    ) -> Option<Vec<FoundHelper<'a>>> {
        let first = (scan.bare).partition_point(|(at, _)| *at < member.start());
        let inside = scan.bare[first..]
            .iter()
            .take_while(|(at, _)| *at < member.end());
        let bare: NameSet<&str> = inside.map(|(_, name)| name.as_ref()).collect();
        let mut found = Vec::new();
        for helper in helpers {
            match self.one(helper, &bare) {
                Told::Helper(helper) => found.push(helper),
                Told::Other => {}
                Told::Open => return None,
            }
        }
        Some(found)
    }

    fn one(&self, helper: &Helper, bare: &NameSet<&str>) -> Told<'a> {
        let text = |range: TextRange| self.text.get(range.as_range()).unwrap_or_default();
        let (owner, member) = (text(helper.owner), text(helper.member));
        if member.contains(['@', '\\']) {
            return Told::Open;
        }
        let owner = if owner == "string" {
            "System.String".to_owned()
        } else if bare.contains(owner) {
            // It may be a local or a parameter.
            return Told::Open;
        } else {
            match self.binder.simple_name(owner, helper.owner.start()) {
                Meaning::Type(TypeRef::Library(full)) => full,
                Meaning::Type(ty) if owner_of(self.catalogue, ty.clone()).is_some() => {
                    return Told::Open;
                }
                Meaning::Type(_) | Meaning::Namespace(_) => return Told::Other,
                _ => return Told::Open,
            }
        };
        let entries: Vec<&Entry> = self.catalogue.static_member(&owner, member).collect();
        let Some(entry) = entries.first() else {
            return Told::Other;
        };
        let alike = entries
            .iter()
            .all(|one| one.verdict == Verdict::PureHelper && one.category == entry.category);
        let overloads: Vec<&Signature> = signatures(&owner, member)
            .iter()
            .copied()
            .filter(|one| one.is_static && !one.is_extension)
            .collect();
        let covered = overloads
            .iter()
            .all(|one| entries.iter().any(|entry| entry.covers(one.parameter_list)));
        let Some(first) = overloads.first().filter(|_| alike && covered) else {
            return Told::Open;
        };
        Told::Helper(FoundHelper {
            entry,
            api: match overloads.as_slice() {
                [only] => only.id.clone(),
                _ => SymbolId::new(first.id.without_parameters()),
            },
            pattern: pattern(&owner, member),
            range: helper.owner.cover(helper.member),
        })
    }
}
