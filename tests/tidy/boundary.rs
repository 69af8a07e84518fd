//! Which names a source file may use: each thing outside the program has one home, and so has the
//! parser and the wire format. The rules are data.

use super::rust::{Use, product, tokens, uses};

/// Names with one home.
struct Boundary {
    names: &'static [Name],
    /// Modules: `common/src/syntax` is `common/src/syntax.rs` and all beneath `common/src/syntax/`.
    homes: &'static [&'static str],
}

enum Name {
    /// The first segment of a path, which starts so: `Crate("serde")` is `serde_json::Value` too.
    Crate(&'static str),
    /// Consecutive segments of a path.
    Path(&'static [&'static str]),
    Macro(&'static str),
    Method(&'static str),
}

use Name::{Crate, Macro, Method, Path};

const WORKSPACE: &str = "common/src/workspace";
const CLI: &str = "common/src/cli";

const BOUNDARIES: &[Boundary] = &[
    Boundary {
        names: &[Crate("tree_sitter")],
        homes: &["common/src/syntax"],
    },
    Boundary {
        names: &[Crate("serde"), Crate("schemars")],
        // Solution filters and their like are foreign JSON, read as bare values.
        homes: &["common/src/contract", "common/src/project/json"],
    },
    // The disk.
    Boundary {
        names: &[
            Path(&["std", "fs"]),
            Path(&["std", "os"]),
            Path(&["fs", "File"]),
            Crate("walkdir"),
            Crate("tempfile"),
            Method("exists"),
            Method("try_exists"),
            Method("is_file"),
            Method("is_dir"),
            Method("is_symlink"),
            Method("canonicalize"),
            Method("read_dir"),
            Method("read_link"),
            Method("metadata"),
            Method("symlink_metadata"),
        ],
        homes: &[WORKSPACE],
    },
    Boundary {
        names: &[Path(&["std", "env"]), Path(&["env", "var"])],
        homes: &[WORKSPACE, CLI],
    },
    // Other programs.
    Boundary {
        names: &[
            Crate("duct"),
            Path(&["process", "Command"]),
            Path(&["process", "Child"]),
            Path(&["process", "Stdio"]),
        ],
        homes: &[WORKSPACE, "common/src/verify"],
    },
    // The terminal, and how the process ends; `ExitCode` is a value.
    Boundary {
        names: &[
            Macro("print"),
            Macro("println"),
            Macro("eprint"),
            Macro("eprintln"),
            Macro("dbg"),
            Path(&["io", "stdin"]),
            Path(&["io", "stdout"]),
            Path(&["io", "stderr"]),
            Path(&["io", "Stdin"]),
            Path(&["io", "Stdout"]),
            Path(&["io", "Stderr"]),
            Path(&["IsTerminal"]),
            Method("is_terminal"),
            Crate("indicatif"),
            Path(&["process", "exit"]),
            Path(&["process", "abort"]),
        ],
        homes: &[CLI],
    },
    // The clock.
    Boundary {
        names: &[
            Path(&["time", "SystemTime"]),
            Path(&["time", "Instant"]),
            Path(&["SystemTime", "now"]),
            Path(&["Instant", "now"]),
            Path(&["thread", "sleep"]),
        ],
        homes: &[WORKSPACE, CLI],
    },
    // The network.
    Boundary {
        names: &[Path(&["std", "net"])],
        homes: &[],
    },
];

impl Name {
    fn is(&self, used: &Use) -> bool {
        let path = &used.path;
        match self {
            Crate(name) => path[0].starts_with(name),
            Path(segments) => path
                .windows(segments.len())
                .any(|window| window == *segments),
            Macro(name) => used.is_macro && path.last().is_some_and(|last| last == name),
            Method(name) => used.is_method && path == &[*name],
        }
    }
}

/// The file is `module`, or lies beneath it.
fn lies_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module)
        .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// What a product file names that has its home elsewhere.
pub(super) fn violations(path: &str, source: &str) -> Vec<String> {
    let (code, _) = product(&tokens(source));
    let mut found = Vec::new();
    for used in uses(&code) {
        for Boundary { names, homes } in BOUNDARIES {
            let at_home = homes.iter().any(|home| lies_in(path, home));
            if !at_home && names.iter().any(|name| name.is(&used)) {
                let homes = if homes.is_empty() {
                    "nowhere".to_owned()
                } else {
                    homes.join(", ")
                };
                let name = used.path.join("::");
                found.push(format!("{path}:{}: `{name}` belongs to {homes}", used.line));
            }
        }
    }
    found
}

/// The modules of a file that only tests have, as `lies_in` takes them.
pub(super) fn test_modules(path: &str, source: &str) -> Vec<String> {
    let (_, names) = product(&tokens(source));
    let folder = match path.rsplit_once('/') {
        Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder,
        _ => path.strip_suffix(".rs").unwrap_or(path),
    };
    names
        .into_iter()
        .map(|name| format!("{folder}/{name}"))
        .collect()
}

/// Whether one of the modules holds the file.
pub(super) fn is_within(path: &str, modules: &[String]) -> bool {
    modules.iter().any(|module| lies_in(path, module))
}

#[cfg(test)]
mod tests {
    use super::{is_within, test_modules, violations};

    #[track_caller]
    fn caught(path: &str, source: &str, name: &str) {
        let found = violations(path, source);
        assert!(
            found.len() == 1 && found[0].contains(&format!("`{name}` belongs to ")),
            "{found:?}"
        );
    }

    #[test]
    fn each_boundary_is_watched() {
        let path = "detect/src/lib.rs";
        caught(path, "use tree_sitter::Node;", "tree_sitter::Node");
        caught(
            path,
            "type T = tree_sitter_c_sharp::X;",
            "tree_sitter_c_sharp::X",
        );
        caught(
            path,
            "#[derive(serde::Serialize)] struct S;",
            "serde::Serialize",
        );
        caught(path, "use serde_json::json;", "serde_json::json");
        caught(path, "use std::{fs, path::Path};", "std::fs");
        caught(path, "fn f() { std::env::var(\"X\") }", "std::env::var");
        caught(path, "use walkdir::WalkDir;", "walkdir::WalkDir");
        caught(path, "use tempfile::tempdir;", "tempfile::tempdir");
        caught(path, "fn f(p: &Path) -> bool { p.exists() }", "exists");
        caught(
            path,
            "use std::process::{Command, ExitCode};",
            "std::process::Command",
        );
        caught(path, "use duct::cmd;", "duct::cmd");
        caught(path, "fn f() { println!(\"x\"); }", "println");
        caught(path, "use std::io; fn f() { io::stdout(); }", "io::stdout");
        caught(
            path,
            "use std::io::{IsTerminal, Write};",
            "std::io::IsTerminal",
        );
        caught(
            path,
            "fn f() { std::process::exit(1) }",
            "std::process::exit",
        );
        caught(path, "use std::time::Instant;", "std::time::Instant");
        caught(path, "use std::net::TcpStream;", "std::net::TcpStream");
    }

    #[test]
    fn at_home_everything_goes() {
        for (path, source) in [
            ("common/src/syntax.rs", "use tree_sitter::Node;"),
            ("common/src/syntax/tree.rs", "use tree_sitter::Node;"),
            ("common/src/contract/read.rs", "use serde::Deserialize;"),
            (
                "common/src/workspace/journal.rs",
                "use std::{env, fs}; use duct::cmd;",
            ),
            (
                "common/src/cli.rs",
                "use std::io::{self, IsTerminal}; use std::time::Instant;",
            ),
        ] {
            assert_eq!(violations(path, source), [""; 0], "{path}");
        }
        // A neighbour with a longer name is not at home.
        caught(
            "common/src/syntax_extra.rs",
            "use tree_sitter::Node;",
            "tree_sitter::Node",
        );
    }

    #[test]
    fn values_words_and_tests_are_free() {
        let source = "
            //! std::fs
            use std::process::ExitCode;
            use std::io::Write;
            use std::time::Duration;
            const V: &str = env!(\"CARGO_PKG_VERSION\");
            const S: &str = \"std::fs println!\";
            #[cfg(test)]
            mod tests { use std::fs; #[test] fn t() { println!(\"x\"); } }";
        assert_eq!(violations("wrap/src/lib.rs", source), [""; 0]);
    }

    #[test]
    fn modules_for_tests_alone_are_free_too() {
        let source = "#[cfg(test)]\nmod tests;";
        let modules = test_modules("common/src/edit.rs", source);
        assert!(is_within("common/src/edit/tests.rs", &modules));
        assert!(!is_within("common/src/edit/other.rs", &modules));
        assert_eq!(
            test_modules("common/src/lib.rs", source),
            ["common/src/tests"]
        );
    }
}
