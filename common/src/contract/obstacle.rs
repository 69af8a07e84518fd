//! The section of the last stage: what blocks the test of one behaviour, and the seams that were chosen.

use super::outcome::{MigrationNote, Verification};
use super::text::{Id, Named, OuterPath};
use super::wire::wire;
use crate::seam::kind::SeamKind;

wire! {
    /// A behaviour that is to be tested.
    pub struct Behaviour {
        /// The member, with the types of its parameters.
        pub target: String,
        /// Its file.
        pub path: OuterPath,
        /// Its line, from 1.
        pub line: u32,
        /// The ambient operations that it depends on by itself; none: nothing blocks its test.
        #[serde(default)]
        pub blocks: Vec<Block>,
        /// What was chosen to get at them.
        #[serde(default)]
        pub seams: Vec<ChosenSeam>,
        /// Members on the way whose syntax wasn't understood, as `path:line`: more may hide there.
        #[serde(default)]
        pub unclear: Vec<String>,
        /// What the build and the tests said.
        pub verification: Option<Verification>,
        /// What is to say of the cut: the seams that it leaves, friends, tests of scopes.
        #[serde(default)]
        pub notes: Vec<MigrationNote>,
    }
}

wire! {
    /// One ambient operation on the way.
    pub struct Block {
        /// The finding.
        pub finding: Id,
        /// The members that lead there, the behaviour first.
        #[serde(default)]
        pub through: Vec<String>,
    }
}

wire! {
    /// A seam, and why it is that one.
    pub struct ChosenSeam {
        /// Its kind.
        pub seam: Named<SeamKind>,
        /// The type that gets it.
        pub on: String,
        /// What it holds.
        pub holds: String,
        /// The findings that it is for.
        #[serde(default)]
        pub serves: Vec<Id>,
        /// Why this one.
        pub why: String,
        /// Bigger ones that would do too.
        #[serde(default)]
        pub rejected: Vec<RejectedSeam>,
    }
}

wire! {
    /// A seam that wasn't chosen.
    pub struct RejectedSeam {
        /// Its kind.
        pub seam: Named<SeamKind>,
        /// Why not.
        pub why: String,
    }
}
