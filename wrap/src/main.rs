//! `generate-testability-wrappers`.
fn main() -> std::process::ExitCode {
    seamwright_common::cli::main::<seamwright_wrap::Args>()
}
