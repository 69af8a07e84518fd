//! The commands in the SKILL.md of each stage: all of them run, on a copy of the sample solution.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::harness::{Folder, Program, root};

/// The pages of the stages that have one.
fn pages() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root()).unwrap();
    let mut pages: Vec<PathBuf> = folders
        .map(|folder| folder.unwrap().path().join("SKILL.md"))
        .filter(|page| page.is_file())
        .collect();
    pages.sort();
    pages
}

/// The blocks that are marked as `sh`, each with the number of its first line.
fn scripts(page: &str) -> Vec<(usize, String)> {
    let mut scripts: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (index, line) in page.lines().enumerate() {
        match (inside, line.trim_end()) {
            (false, "```sh") => {
                inside = true;
                scripts.push((index + 2, String::new()));
            }
            (true, "```") => inside = false,
            (true, line) => {
                let (_, script) = scripts.last_mut().unwrap();
                script.push_str(line);
                script.push('\n');
            }
            (false, _) => {}
        }
    }
    assert!(!inside, "a block has no end");
    scripts
}

/// The programs of this build before all others.
fn path() -> OsString {
    let own = Path::new(Program::detect().path())
        .parent()
        .unwrap()
        .to_owned();
    let rest = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([own].into_iter().chain(std::env::split_paths(&rest))).unwrap()
}

#[test]
fn every_command_in_a_skill_works_on_the_sample() {
    let pages = pages();
    assert!(pages.contains(&root().join("detect/SKILL.md")), "{pages:?}");
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let scripts = scripts(&text);
        assert!(!scripts.is_empty(), "{} shows no command", page.display());
        // The blocks of a page follow each other, as a reader follows them.
        let sample = Folder::copy_of(&root().join("tests/sample"));
        for (line, script) in scripts {
            let run = Program::at("sh")
                .args(["-euc", &script])
                .cwd(sample.path())
                .env("PATH", path())
                .run();
            assert_eq!(run.code, 0, "{}:{line}: {run}", page.display());
        }
    }
}

#[test]
fn a_skill_says_what_it_is_and_when_to_use_it() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let header = text
            .strip_prefix("---\nname: ")
            .and_then(|text| text.split_once("\n---\n"));
        let (header, _) = header.unwrap_or_else(|| panic!("{} has no header", page.display()));
        let (name, rest) = header.split_once('\n').unwrap();
        assert!(rest.starts_with("description: "), "{}", page.display());
        assert!(
            text.contains(&format!("\n# {name}\n")),
            "{}",
            page.display()
        );
    }
}

#[test]
fn blocks_are_found_by_their_mark() {
    let page = "a\n```sh\nb\nc\n```\n```json\nd\n```\n```sh\ne\n```\n";
    assert_eq!(
        scripts(page),
        [(3, "b\nc\n".to_owned()), (10, "e\n".to_owned())]
    );
}
