//! What the `Cargo.toml` of each crate may depend on.

/// The stages; none of them knows another.
pub(super) const STAGES: [&str; 4] = ["detect", "wrap", "migrate", "obstacle"];

/// No C# is matched by regular expressions, and nothing talks to a network.
const NEVER: [&str; 6] = [
    "regex",
    "fancy-regex",
    "regex-lite",
    "reqwest",
    "ureq",
    "tokio",
];

/// What has its home in `common` cannot be reached from a stage at all.
const ONLY_IN_COMMON: [&str; 8] = [
    "tree-sitter",
    "tree-sitter-c-sharp",
    "serde",
    "serde_json",
    "schemars",
    "walkdir",
    "tempfile",
    "duct",
];

/// `folder` is empty for the root.
pub(super) fn violations(folder: &str, manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut section = "";
    for (i, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
            // `[dependencies.name]`
            let Some((table, name)) = section.rsplit_once('.') else {
                continue;
            };
            if table.ends_with("dependencies") {
                found.extend(
                    problem(folder, table, name)
                        .map(|p| format!("{folder}/Cargo.toml:{}: {p}", i + 1)),
                );
            }
        } else if section.ends_with("dependencies") && !line.starts_with('#') {
            let name = line
                .split(['=', '.', ' '])
                .next()
                .unwrap_or_default()
                .trim_matches('"');
            found.extend(
                problem(folder, section, name)
                    .map(|p| format!("{folder}/Cargo.toml:{}: {p}", i + 1)),
            );
        }
    }
    found
}

fn problem(folder: &str, table: &str, name: &str) -> Option<String> {
    if NEVER.contains(&name) {
        return Some(format!("`{name}` is not for this project"));
    }
    // The root is the sum of all, and the tests see everything.
    if folder.is_empty() {
        return None;
    }
    if let Some(other) = name.strip_prefix("seamwright-")
        && (other != "common" || folder == "common")
    {
        return Some(format!("{folder} must not depend on `{name}`"));
    }
    let is_stage = STAGES.contains(&folder);
    let product = !table.ends_with("dev-dependencies");
    (is_stage && product && ONLY_IN_COMMON.contains(&name))
        .then(|| format!("`{name}` is for `common` alone"))
}

#[cfg(test)]
mod tests {
    use super::violations;

    #[test]
    fn a_stage_knows_no_other_stage() {
        for line in [
            "seamwright-wrap.workspace = true",
            "seamwright-wrap = { path = \"../wrap\" }",
        ] {
            for section in [
                "dependencies",
                "dev-dependencies",
                "target.'cfg(unix)'.dependencies",
            ] {
                let found = violations("detect", &format!("[{section}]\n{line}\n"));
                assert_eq!(
                    found,
                    ["detect/Cargo.toml:2: detect must not depend on `seamwright-wrap`"]
                );
            }
        }
        let table = "[dependencies.seamwright-wrap]\nworkspace = true\n";
        assert_eq!(violations("detect", table).len(), 1);
        assert_eq!(
            violations(
                "common",
                "[dependencies]\nseamwright-detect.workspace = true\n"
            )
            .len(),
            1
        );
        let good = "[package]\nname = \"seamwright-detect\"\n[dependencies]\nseamwright-common.workspace = true\n";
        assert_eq!(violations("detect", good), [""; 0]);
        assert_eq!(
            violations("", "[dependencies]\nseamwright-detect.workspace = true\n"),
            [""; 0]
        );
    }

    #[test]
    fn a_stage_reaches_the_outside_through_common() {
        assert_eq!(
            violations("wrap", "[dependencies]\nserde.workspace = true\n").len(),
            1
        );
        assert_eq!(
            violations("wrap", "[dev-dependencies]\ntempfile.workspace = true\n"),
            [""; 0]
        );
        assert_eq!(
            violations("common", "[dependencies]\nserde.workspace = true\n"),
            [""; 0]
        );
        assert_eq!(
            violations("", "[workspace.dependencies]\nregex = \"1\"\n").len(),
            1
        );
    }
}
