//! Enums whose members have fixed names in the document, in options and in reports. One list gives the
//! variants, their names and their texts. Knows nothing of JSON.

/// A closed set of named choices.
pub trait ClosedSet: Copy + Eq + Ord + std::fmt::Debug + Send + Sync + 'static {
    /// What one member is called in messages: `category`, `reason`.
    const WHAT: &'static str;
    /// All members, in their order.
    const ALL: &'static [Self];
    /// The member's name: lower case, words joined by `-`.
    fn as_str(self) -> &'static str;

    /// The member called `name`.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == name)
    }
}

/// Declares an enum that is a [`ClosedSet`], each variant with its docs and its name.
macro_rules! closed_set {
    (
        $(#[$docs:meta])*
        pub enum $name:ident as $what:literal {
            $( $(#[$variant_docs:meta])* $variant:ident = $text:literal, )+
        }
    ) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $( $(#[$variant_docs])* $variant, )+
        }

        impl $name {
            /// All members, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The member's name in documents, options and reports.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl $crate::closed_set::ClosedSet for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = Self::ALL;

            fn as_str(self) -> &'static str {
                self.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

pub(crate) use closed_set;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisory::{AdvisoryKind, SmellKind};
    use crate::coverage::{ExclusionReason, NotReadKind, ProjectRole};
    use crate::finding::{
        AbstractionKind, Category, Context, IncompleteReason, NotCountedReason, Provenance,
    };
    use crate::project::{Container, TestFramework};
    use crate::refusal::Reason;

    fn check<T: ClosedSet>() {
        let mut names: Vec<&str> = T::ALL.iter().map(|one| one.as_str()).collect();
        for name in &names {
            assert!(
                name.bytes()
                    .all(|b| b.is_ascii_lowercase() || b == b'-' || b.is_ascii_digit()),
                "{name}"
            );
            assert_eq!(T::from_name(name).map(T::as_str), Some(*name));
        }
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "a {} name stands twice", T::WHAT);
        assert_eq!(T::from_name("no such member"), None);
    }

    #[test]
    fn names_are_unique_and_lead_back() {
        check::<AdvisoryKind>();
        check::<SmellKind>();
        check::<Category>();
        check::<Provenance>();
        check::<Context>();
        check::<NotCountedReason>();
        check::<IncompleteReason>();
        check::<AbstractionKind>();
        check::<ProjectRole>();
        check::<TestFramework>();
        check::<Container>();
        check::<ExclusionReason>();
        check::<NotReadKind>();
        check::<Reason>();
    }
}
