//! `testability-obstacle`.
fn main() -> std::process::ExitCode {
    seamwright_common::cli::main::<seamwright_obstacle::Args>()
}
