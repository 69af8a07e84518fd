//! The targets as a library for the programs that the fuzzer runs.

pub mod target;
