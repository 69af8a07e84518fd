//! The integration tests: the programs as they are installed, and the library through its public face.
//!
//! Nothing here is product code. `harness` is what the other modules are written with.
#![cfg(test)]

mod base_library;
mod catalogue;
mod contract;
mod detect;
mod doubles;
mod file_system;
pub mod fuzz;
mod harness;
mod harness_test;
mod hosts;
mod killed_write;
mod migrate;
mod obstacle;
mod skills;
mod spellings;
mod tidy;
mod verify;
mod wrappers;
