//! The programs, built for an example that runs them. Knows nothing of what they are run for.

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

/// Builds `programs` in the profile of the example that asks. Gives the project's folder and the programs'.
pub(crate) fn build(
    example: &str,
    programs: &[&str],
) -> Result<(PathBuf, PathBuf), Box<dyn Error>> {
    let root = std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .ok_or_else(|| format!("run it by `cargo run --example {example}`"))?;
    let own = std::env::current_exe()?;
    // target/PROFILE/examples/EXAMPLE
    let profile = own
        .ancestors()
        .nth(2)
        .ok_or("the example lies in no target folder")?;
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // With the example itself, or the dependencies would be built again without what the tests need of them.
    command
        .current_dir(&root)
        .args(["build", "--locked", "--example", example]);
    for program in programs {
        command.args(["--bin", program]);
    }
    if profile.ends_with("release") {
        command.arg("--release");
    }
    if !command.status()?.success() {
        return Err("the programs don't build".into());
    }
    Ok((root, profile.to_owned()))
}
