//! What the overloads that fit a reference say of it: which entry of the catalogue, under which id, or that it stays
//! open. Knows nothing of syntax.

use crate::catalogue::Entry;
use crate::catalogue::signatures::Signature;
use crate::symbol::SymbolId;

/// Whether an id, with `()` for no parameters or without a list for all overloads, names this signature.
pub(super) fn names(id: &str, signature: &Signature) -> bool {
    match id.split_once('(') {
        Some((name, list)) => {
            name == signature.id.without_parameters()
                && list == signature.parameter_list.trim_start_matches('(')
        }
        None => id == signature.id.without_parameters(),
    }
}

/// What a reference was found to be.
#[derive(Clone, Debug)]
pub(super) struct Decision<'a> {
    pub(super) entry: &'a Entry,
    pub(super) api: SymbolId,
    /// The overloads that may be meant, where it isn't certain which is.
    pub(super) overloads: Vec<SymbolId>,
    /// An overload that doesn't count fits the call too; names speak for this one.
    pub(super) assumed: bool,
}

/// What the overloads that fit say of a reference.
pub(super) enum Verdicts<'a> {
    /// It isn't catalogued.
    None,
    One(Decision<'a>),
    /// At least as many don't count as do.
    Open(Vec<&'static Signature>),
}

impl<'a> Verdicts<'a> {
    pub(super) fn counts_as(&self) -> Option<&'a Entry> {
        match self {
            Self::One(decision) => Some(decision.entry),
            _ => None,
        }
    }
}

/// The entry, id and open candidates that the overloads give. Where most of them count, the reference does; where some
/// do, it stays open.
pub(super) fn decide<'a>(
    entries: &[&'a Entry],
    meant: &[&'static Signature],
    owner: &str,
    name: &str,
) -> Verdicts<'a> {
    let [first, rest @ ..] = meant else {
        // Newer than the table, or of a package: the entry without parameters speaks for it.
        let Some(entry) = entries.iter().find(|entry| {
            entry
                .parts()
                .is_some_and(|parts| parts.parameters.is_none())
        }) else {
            return Verdicts::None;
        };
        let kind = entry.parts().map_or(
            'M',
            |parts| if parts.kind == 'T' { 'M' } else { parts.kind },
        );
        return Verdicts::One(Decision {
            entry,
            api: SymbolId::new(format!("{kind}:{owner}.{name}")),
            overloads: Vec::new(),
            assumed: false,
        });
    };
    let entry_of = |one: &Signature| {
        entries
            .iter()
            .copied()
            .find(|entry| entry.covers(one.parameter_list))
    };
    if rest.is_empty() {
        return entry_of(first).map_or(Verdicts::None, |entry| {
            Verdicts::One(Decision {
                entry,
                api: first.id.clone(),
                overloads: Vec::new(),
                assumed: false,
            })
        });
    }
    let covered: Vec<_> = meant
        .iter()
        .filter_map(|one| entry_of(one).map(|entry| (entry, *one)))
        .collect();
    let Some((entry, _)) = covered.first() else {
        return Verdicts::None;
    };
    if covered.len() * 2 <= meant.len() {
        return Verdicts::Open(meant.to_vec());
    }
    let mut candidates: Vec<_> = covered.iter().map(|(_, one)| one.id.clone()).collect();
    candidates.sort();
    Verdicts::One(Decision {
        entry,
        api: SymbolId::new(first.id.without_parameters()),
        overloads: candidates,
        assumed: false,
    })
}
