//! Sets of modifiers. Knows nothing of which go together.

macro_rules! modifier_set {
    ($(#[$doc:meta])* $name:ident { $($constant:ident = $bit:literal $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(u32);

        #[expect(missing_docs, reason = "each constant is the modifier's word in capitals")]
        impl $name {
            $(pub const $constant: Self = Self(1 << $bit);)*

            /// The modifier that is spelled `word`.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$constant),)*
                    _ => None,
                }
            }

            /// The words of the set, in the order of the constants.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                [$((Self::$constant, $word),)*]
                    .into_iter()
                    .filter(move |(one, _)| self.contains(*one))
                    .map(|(_, word)| word)
            }

            /// Whether all of `other` are in it.
            pub fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether any of `other` is in it.
            pub fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Whether it is empty.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
    };
}

modifier_set! {
    /// Modifiers of a type or member, as written.
    Modifiers {
        PUBLIC = 0 "public",
        PRIVATE = 1 "private",
        PROTECTED = 2 "protected",
        INTERNAL = 3 "internal",
        FILE = 4 "file",
        STATIC = 5 "static",
        ABSTRACT = 6 "abstract",
        SEALED = 7 "sealed",
        VIRTUAL = 8 "virtual",
        OVERRIDE = 9 "override",
        READONLY = 10 "readonly",
        CONST = 11 "const",
        EXTERN = 12 "extern",
        UNSAFE = 13 "unsafe",
        VOLATILE = 14 "volatile",
        NEW = 15 "new",
        ASYNC = 16 "async",
        PARTIAL = 17 "partial",
        REQUIRED = 18 "required",
        REF = 19 "ref",
        FIXED = 20 "fixed",
    }
}

modifier_set! {
    /// Modifiers of a parameter, as written.
    ParameterModifiers {
        THIS = 0 "this",
        REF = 1 "ref",
        OUT = 2 "out",
        IN = 3 "in",
        PARAMS = 4 "params",
        SCOPED = 5 "scoped",
        READONLY = 6 "readonly",
    }
}

impl Modifiers {
    /// Those that only members and types have, so that one in a body shows that a brace is missing.
    pub(crate) const ACCESS: Self =
        Self(Self::PUBLIC.0 | Self::PRIVATE.0 | Self::PROTECTED.0 | Self::INTERNAL.0);

    /// Words that are names where nothing tells that they are modifiers.
    pub(crate) const CONTEXTUAL: Self =
        Self(Self::FILE.0 | Self::ASYNC.0 | Self::PARTIAL.0 | Self::REQUIRED.0);
}
