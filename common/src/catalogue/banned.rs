//! The catalogue as a list for the C# compiler behind the tests, so that both look for the same: an id a line,
//! without parameters for all overloads, `T:` for every member of a type, `!` before what is taken out again.

use super::entry::{Members, Overloads, Receiver, Verdict};
use super::signatures::{MemberKind, Signature, members, signatures, type_signature};
use super::{Catalogue, Entry};
use crate::finding::Category;

/// Which part of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BannedList {
    /// Static members and constructions that count wherever they stand.
    References,
    /// Those that count unless an argument is given for some parameter; the compiler lists them all.
    Conditional,
    /// Instance members, which count or not by where the receiver comes from; the compiler lists them all.
    Instance,
    /// What depends on its arguments alone.
    Pure,
}

impl BannedList {
    fn of(entry: &Entry) -> Self {
        match entry.receiver {
            _ if entry.verdict == Verdict::PureHelper => Self::Pure,
            Receiver::Made(_) | Receiver::Through(_) | Receiver::Any => Self::Instance,
            Receiver::Static | Receiver::Construction if !entry.unless_given.is_empty() => {
                Self::Conditional
            }
            Receiver::Static | Receiver::Construction => Self::References,
        }
    }
}

impl Catalogue {
    /// The lines for the entries of these categories, each with its line end. Ids that the compiler can't know
    /// (packages, the project's own, newer than .NET 8) are among them.
    pub fn banned_list(&self, list: BannedList, categories: &[Category]) -> String {
        let (mut bans, mut takes_out) = (Vec::new(), Vec::new());
        for entry in self.entries() {
            if BannedList::of(entry) == list && categories.contains(&entry.category) {
                self.lines(entry, &mut bans, &mut takes_out);
            }
        }
        takes_out.sort();
        takes_out.dedup();
        takes_out.retain(|id: &String| !bans.contains(&id[1..].to_owned()));
        bans.iter()
            .chain(&takes_out)
            .flat_map(|line| [line.as_str(), "\n"])
            .collect()
    }

    fn lines(&self, entry: &Entry, bans: &mut Vec<String>, takes_out: &mut Vec<String>) {
        let Some(parts) = entry.parts() else {
            return;
        };
        let known: Vec<&Signature> = match entry.members {
            Members::Named => signatures(parts.type_name, parts.member).to_vec(),
            Members::These(names) => {
                let of_name = |name: &&str| signatures(parts.type_name, name).to_vec();
                names.iter().flat_map(of_name).collect()
            }
            Members::Statics => members(parts.type_name)
                .iter()
                .filter(|one| {
                    one.is_static
                        && one.owner == parts.type_name
                        && !matches!(one.kind, MemberKind::Operator | MemberKind::Conversion)
                })
                .copied()
                .collect(),
        };
        let is_static_class =
            type_signature(parts.type_name).is_some_and(|one| one.kind.contains("static"));
        match entry.members {
            Members::Named if known.is_empty() => bans.push(entry.id.to_owned()),
            Members::These(names) if known.is_empty() => {
                // A package's member: property or method isn't known, the compiler's list takes both.
                bans.extend(
                    names
                        .iter()
                        .map(|name| format!("M:{}.{name}", parts.type_name)),
                );
            }
            Members::Statics if is_static_class || known.is_empty() => {
                bans.push(entry.id.to_owned());
                for one in known
                    .iter()
                    .filter(|one| !self.is_of(parts.type_name, one, entry))
                {
                    takes_out.push(format!("!{}", one.id));
                }
            }
            Members::Named if entry.overloads == Overloads::All && parts.parameters.is_none() => {
                bans.push(entry.id.to_owned());
                for one in known
                    .iter()
                    .filter(|one| !self.is_of(parts.type_name, one, entry))
                {
                    takes_out.push(format!("!{}", one.id));
                }
            }
            _ => {
                let (mine, others): (Vec<&Signature>, Vec<&Signature>) = known
                    .iter()
                    .partition(|one| self.is_of(parts.type_name, one, entry));
                // The id of what has no parameters means all overloads there.
                if mine
                    .iter()
                    .any(|one| one.kind_takes_parameters() && one.parameters.is_empty())
                {
                    takes_out.extend(
                        others
                            .iter()
                            .filter(|other| {
                                mine.iter()
                                    .any(|one| one.parameters.is_empty() && one.name == other.name)
                            })
                            .map(|one| format!("!{}", one.id)),
                    );
                }
                bans.extend(mine.iter().map(|one| one.id.to_string()));
            }
        }
        bans.sort();
        bans.dedup();
    }

    fn is_of(&self, type_name: &str, signature: &Signature, entry: &Entry) -> bool {
        self.of_signature(type_name, signature)
            .is_some_and(|found| std::ptr::eq(found, entry))
    }
}

impl Signature {
    fn kind_takes_parameters(&self) -> bool {
        matches!(self.kind, MemberKind::Method | MemberKind::Constructor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(list: BannedList, categories: &[Category]) -> Vec<String> {
        let text = Catalogue::standard().banned_list(list, categories);
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_static_class_is_one_line_and_its_exceptions() {
        assert_eq!(
            lines(BannedList::References, &[Category::Console]),
            ["T:System.Console"]
        );
        let environment = lines(BannedList::References, &[Category::Environment]);
        for line in [
            "T:System.Environment",
            "!P:System.Environment.NewLine",
            "!P:System.Environment.TickCount",
        ] {
            assert!(environment.iter().any(|one| one == line), "{line}");
        }
        let all = lines(BannedList::References, Category::ALL);
        assert!(
            !all.iter()
                .any(|one| one == "!P:System.Environment.TickCount")
        );
    }

    #[test]
    fn overloads_that_do_not_count_are_not_listed() {
        assert_eq!(
            lines(BannedList::References, &[Category::Randomness])
                .into_iter()
                .filter(|one| one.contains("Random.#ctor"))
                .collect::<Vec<_>>(),
            [
                "M:System.Random.#ctor",
                "!M:System.Random.#ctor(System.Int32)"
            ]
        );
        let all = lines(BannedList::References, Category::ALL);
        assert!(!all.iter().any(|one| one.contains("TimeProvider")));
        assert!(!all.iter().any(|one| one.contains("System.Object")));
    }

    #[test]
    fn a_name_that_is_static_and_not_is_told_apart() {
        let instance = lines(BannedList::Instance, &[Category::Process]);
        let all_overloads = "M:System.Diagnostics.Process.Start";
        assert!(instance.iter().any(|one| one == all_overloads));
        assert!(
            instance
                .iter()
                .any(|one| one == "!M:System.Diagnostics.Process.Start(System.String)")
        );
        let references = lines(BannedList::References, &[Category::Process]);
        assert!(!references.iter().any(|one| one == all_overloads));
    }

    #[test]
    fn the_lists_are_disjoint() {
        let all: Vec<String> = [
            BannedList::References,
            BannedList::Conditional,
            BannedList::Instance,
            BannedList::Pure,
        ]
        .into_iter()
        .flat_map(|list| lines(list, Category::ALL))
        .filter(|line| !line.starts_with('!'))
        .collect();
        let distinct: std::collections::HashSet<&String> = all.iter().collect();
        // `Random` has an overload that is pure; without parameters the other one's id is that of all overloads.
        assert_eq!(distinct.len(), all.len());
    }
}
