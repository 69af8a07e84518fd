//! `detect-static-dependencies`.
fn main() -> std::process::ExitCode {
    seamwright_common::cli::main::<seamwright_detect::Args>()
}
