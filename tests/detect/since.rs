//! `--since`: what stands on lines that changed since a commit.

use std::path::Path;
use std::process::Command;

use crate::harness::{Folder, Program};

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    let status = Command::new("git")
        .current_dir(folder)
        .args(identity)
        .args(arguments)
        .status()
        .unwrap();
    assert!(status.success(), "git {arguments:?}");
}

/// A repository with a commit, changed since: a line in one file, a new file, a line that is gone.
fn changed() -> Folder {
    let folder = Folder::new();
    let class =
        |name: &str, members: &str| format!("using System;\nclass {name}\n{{\n{members}}}\n");
    let old = "    object A => DateTime.Now;\n    object B => Guid.NewGuid();\n";
    folder.write("src/Old.cs", class("Old", old));
    folder.write("src/Lost.cs", class("Lost", old));
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    let mended = "    // moved down\n    object A => DateTime.Now;\n    object B => Guid.NewGuid().\n        ToString();\n    object C => DateTime.UtcNow;\n";
    folder.write("src/Old.cs", class("Old", mended));
    folder.write(
        "src/Lost.cs",
        class("Lost", "    object A => DateTime.Now;\n"),
    );
    folder.write(
        "src/New.cs",
        class("New", "    object A => DateTime.Today;\n"),
    );
    folder
}

#[test]
fn only_what_stands_on_changed_lines_counts() {
    let folder = changed();
    for scope in [".", "src"] {
        let run = Program::detect()
            .args([scope, "--since", "HEAD", "--format", "json"])
            .cwd(folder.path())
            .run();
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
        let document = run.json();
        let patterns: Vec<&str> = document["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["pattern"].as_str().unwrap())
            .collect();
        assert_eq!(
            patterns,
            ["DateTime.Today", "Guid.NewGuid", "DateTime.UtcNow"],
            "{scope}"
        );
        let aside = document["not_counted"].as_array().unwrap();
        let unchanged = aside.iter().filter(|one| one["reason"] == "unchanged");
        assert_eq!(unchanged.count(), 2);
        assert_eq!(document["totals"]["findings"], 3);
    }
}

#[test]
fn what_git_does_not_know_is_said() {
    let folder = changed();
    let run = |args: &[&str]| {
        let run = Program::detect().args(args).cwd(folder.path()).run();
        (run.code, run.stderr)
    };
    let (code, said) = run(&[".", "--since", "nowhere"]);
    assert_eq!(code, 2);
    assert!(
        said.starts_with("error: git knows no commit `nowhere`\nhint: "),
        "{said}"
    );
    let outside = Folder::new();
    outside.write("A.cs", "class A { }");
    let run = Program::detect()
        .args([".", "--since", "HEAD"])
        .cwd(outside.path())
        .run();
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("lies in no git repository"), "{run}");
}

#[test]
fn what_another_branch_did_and_files_that_moved_are_no_change() {
    let folder = changed();
    let path = folder.path();
    git(path, &["add", "."]);
    git(path, &["commit", "-q", "-m", "second"]);
    git(path, &["branch", "other"]);
    git(path, &["mv", "src/Old.cs", "src/Moved.cs"]);
    git(path, &["commit", "-q", "-m", "moved"]);
    git(path, &["checkout", "-q", "other"]);
    let lost = "using System;\nclass Lost\n{\n    object A => DateTime.UtcNow;\n}\n";
    folder.write("src/Lost.cs", lost);
    git(path, &["commit", "-q", "-a", "-m", "theirs"]);
    git(path, &["checkout", "-q", "-"]);
    for since in ["other", "HEAD~1"] {
        let run = Program::detect()
            .args(["src", "--since", since, "--check", "--format", "json"])
            .cwd(path)
            .run();
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{since}: {run}");
    }
}
