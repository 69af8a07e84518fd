//! What a report says beside its counts: a place and a sentence. Knows nothing of how it comes about.

use crate::closed_set::closed_set;
use crate::source::SourcePath;

closed_set! {
    /// What a note is about.
    pub enum NoteKind as "note" {
        /// Production code that makes a migrated class and gives it the real thing.
        RealDefault = "real-default",
        /// A test that gives the real thing.
        RealDefaultInTest = "real-default-in-test",
        /// A fallback in a migrated class that still uses the ambient API.
        KeptFallback = "kept-fallback",
        /// A container of another kind, which the program doesn't fill.
        OtherContainer = "other-container",
        /// Something that makes objects with doubles for whatever their constructors take.
        Automocking = "automocking",
        /// A constructor without parameters that stays and gives the real thing.
        KeptConstructor = "kept-constructor",
        /// A class whose public constructors stay and give the real thing to new ones that are internal.
        InternalConstructor = "internal-constructor",
        /// A file that may not change and lacks the registration.
        RegisterByHand = "register-by-hand",
        /// The ambient scope of static code, and how a test fills it.
        AmbientScope = "ambient-scope",
        /// A test assembly that sees from now on what is internal.
        FriendAssembly = "friend-assembly",
        /// Tests of an ambient scope.
        ScopeTests = "scope-tests",
        /// A test assembly that must be named as a friend by hand.
        FriendByHand = "friend-by-hand",
        /// A member that is banned from now on.
        Banned = "banned",
        /// A member that isn't banned, and why.
        NotBanned = "not-banned",
    }
}

impl NoteKind {
    /// What the kind means, as the head of its notes.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::RealDefault => "production code gives the real thing",
            Self::RealDefaultInTest => "tests give the real thing",
            Self::KeptFallback => "fallbacks still use the ambient API",
            Self::OtherContainer => {
                "containers of another kind: register the abstraction there by hand"
            }
            Self::Automocking => {
                "automocking: a double that nobody set up gives default values, a clock the year 1"
            }
            Self::KeptConstructor => {
                "a constructor without parameters stays, and gives the real thing"
            }
            Self::InternalConstructor => {
                "the public constructors stay, and give the real thing to new ones that are internal"
            }
            Self::RegisterByHand => "outside the scope: register the abstraction there by hand",
            Self::AmbientScope => {
                "ambient scopes: each use reads one `AsyncLocal`, and work that is started inside a scope (a timer, a \
                 hosted service) carries it along"
            }
            Self::FriendAssembly => "test assemblies that see what is internal from now on",
            Self::ScopeTests => "tests of the ambient scopes",
            Self::FriendByHand => {
                "test assemblies that can't fill the scopes yet: name them with `InternalsVisibleTo` by hand"
            }
            Self::Banned => "members that the analyzer of banned APIs reports from now on",
            Self::NotBanned => "members that aren't banned",
        }
    }
}

/// A place and what is to say about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// What exactly.
    pub text: String,
    /// The file.
    pub path: SourcePath,
    /// The line, from 1.
    pub line: u32,
}
