//! What must hold for any bytes. Each target is a function that panics where it doesn't; libFuzzer looks for such bytes,
//! and the tests go through those of `tests/corpus`. Work is bounded by counts, never by a clock.
#![expect(
    clippy::missing_panics_doc,
    reason = "panicking is how a target tells, and each file says of what"
)]

mod document;
mod files;
mod lexer;
mod outline;
mod project;
mod reading;
mod tree;

pub use document::document;
pub use lexer::lexer;
pub use outline::outline;
pub use project::project;
pub use reading::reading;
pub use tree::{plan, survey};
