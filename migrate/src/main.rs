//! `migrate-static-to-wrapper`.
fn main() -> std::process::ExitCode {
    seamwright_common::cli::main::<seamwright_migrate::Args>()
}
