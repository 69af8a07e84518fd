//! The targets as a library for the programs that the fuzzer runs, and the pace that they keep there.

pub mod pace;
pub mod targets;
