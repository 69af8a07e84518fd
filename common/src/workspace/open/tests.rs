//! Small trees on disk, and what is in scope of them.

mod projects;

use super::*;
use std::fs;

pub(super) fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn empty_tree(files: &[&str]) -> tempfile::TempDir {
    tree(&files.iter().map(|file| (*file, "")).collect::<Vec<_>>())
}

fn open(folder: &tempfile::TempDir, scopes: &[&str], options: &WorkspaceOptions) -> Workspace {
    let scopes: Vec<PathBuf> = scopes
        .iter()
        .map(|scope| folder.path().join(scope))
        .collect();
    Workspace::open(&scopes, options).unwrap()
}

/// The files in scope, and the counts of what isn't: build output, generated, test, pattern.
fn check(
    files: &[&str],
    scopes: &[&str],
    options: &WorkspaceOptions,
    expected: &[&str],
    counts: [usize; 4],
) {
    let folder = empty_tree(files);
    let workspace = open(&folder, scopes, options);
    assert_eq!(in_scope(&workspace), expected);
    assert_eq!(
        workspace
            .coverage()
            .excluded
            .values()
            .copied()
            .collect::<Vec<_>>(),
        counts
    );
    assert!(
        workspace.incomplete().is_empty(),
        "{:?}",
        workspace.incomplete()
    );
}

fn in_scope(workspace: &Workspace) -> Vec<&str> {
    let files = workspace.files().iter().filter(|file| file.in_scope);
    files.map(|file| file.path.as_str()).collect()
}

#[test]
fn each_file_is_excluded_for_one_reason() {
    check(
        &[
            "s/b.cs",
            "s/a/A.cs",
            "s/a.cs",
            "s/A.g.cs",
            "s/obj/x/A.cs",
            "s/bin/B.cs",
            "s/node_modules/p/C.cs",
            "s/.git/D.cs",
            "s/tests/T.cs",
            "s/tests/T.g.cs",
            "s/Old/O.cs",
            "s/Old/O.g.cs",
            "outside.cs",
        ],
        &["s"],
        &WorkspaceOptions {
            exclude: vec!["Old".into()],
            ..WorkspaceOptions::default()
        },
        &["a.cs", "a/A.cs", "b.cs"],
        [3, 2, 1, 2],
    );
}

#[test]
fn tests_count_when_they_are_asked_for() {
    let options = WorkspaceOptions {
        include_tests: true,
        ..WorkspaceOptions::default()
    };
    check(
        &["A.cs", "tests/T.cs"],
        &["."],
        &options,
        &["A.cs", "tests/T.cs"],
        [0; 4],
    );
}

#[test]
fn scopes_add_up_and_a_file_counts_once() {
    let files = ["a/A.cs", "a/b/B.cs", "c/C.cs", "c/D.cs"];
    let none = WorkspaceOptions::default();
    check(
        &files,
        &["a", "a/b", "c/C.cs", "c/C.cs"],
        &none,
        &["a/A.cs", "a/b/B.cs", "c/C.cs"],
        [0; 4],
    );
}

#[test]
fn what_a_list_names_beside_csharp_is_passed_over() {
    let folder = empty_tree(&["a/A.cs", "README.md"]);
    let listed = ["README.md", "a/A.cs"]
        .map(|file| folder.path().join(file))
        .to_vec();
    let options = WorkspaceOptions {
        listed: Some(listed),
        ..WorkspaceOptions::default()
    };
    assert_eq!(in_scope(&Workspace::open(&[], &options).unwrap()), ["A.cs"]);
}

#[test]
fn a_folder_without_csharp_says_so_and_what_it_holds() {
    let folder = empty_tree(&["x/a.fs", "x/b.fs", "x/README.md"]);
    let error =
        Workspace::open(&[folder.path().join("x")], &WorkspaceOptions::default()).unwrap_err();
    assert!(
        error.to_string().ends_with("/x` holds no C#: not C#"),
        "{error}"
    );
    assert!(
        error.hint().unwrap().contains("2 fsharp"),
        "{:?}",
        error.hint()
    );
}

#[test]
fn files_that_are_not_read_are_counted_by_kind() {
    let folder = empty_tree(&["A.cs", "a.razor", "b.razor", "c.xaml", "obj/d.razor"]);
    let workspace = open(&folder, &["."], &WorkspaceOptions::default());
    let counts: Vec<(&str, usize)> = workspace
        .coverage()
        .not_read
        .iter()
        .map(|(kind, count)| (kind.as_str(), *count))
        .collect();
    assert_eq!(counts, [("razor", 2), ("xaml", 1)]);
}

#[test]
fn names_that_are_excluded_are_still_there_for_binding() {
    let folder = empty_tree(&["A.cs", "A.Designer.cs", "tests/T.cs"]);
    let workspace = open(&folder, &["."], &WorkspaceOptions::default());
    let all: Vec<_> = workspace
        .files()
        .iter()
        .map(|file| (file.path.as_str(), file.excluded))
        .collect();
    assert_eq!(
        all,
        [
            ("A.Designer.cs", Some(ExclusionReason::Generated)),
            ("A.cs", None)
        ]
    );
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_a_file_counts_once() {
    use std::os::unix::fs::symlink;
    let folder = empty_tree(&["r/a/A.cs", "out/B.cs", "r/b/B.cs"]);
    let root = folder.path().join("r");
    symlink("..", root.join("a/up")).unwrap();
    symlink("a/A.cs", root.join("Alias.cs")).unwrap();
    symlink("../out", root.join("out")).unwrap();
    symlink("../out/B.cs", root.join("C.cs")).unwrap();
    symlink("Loop.cs", root.join("Loop.cs")).unwrap();
    symlink("nowhere", root.join("Gone.cs")).unwrap();
    symlink("nowhere", root.join("gone")).unwrap();
    let workspace = open(&folder, &["r"], &WorkspaceOptions::default());
    assert_eq!(in_scope(&workspace), ["a/A.cs", "b/B.cs"]);
    let troubles: Vec<(&str, &str)> = workspace
        .incomplete()
        .iter()
        .map(|trouble| (trouble.path.as_str(), trouble.reason.as_str()))
        .collect();
    assert_eq!(
        troubles,
        [
            ("C.cs", "link-outside-root"),
            ("Gone.cs", "missing-file"),
            ("Loop.cs", "link-loop"),
            ("out", "link-outside-root"),
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_called_like_a_source_is_reported_and_not_waited_for() {
    let folder = empty_tree(&["A.cs"]);
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("P.cs"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: there is no `mkfifo`");
        return;
    }
    let workspace = open(&folder, &["."], &WorkspaceOptions::default());
    assert_eq!(workspace.incomplete()[0].detail, "not a regular file");
    assert_eq!(in_scope(&workspace), ["A.cs"]);
}

#[test]
fn reading_hands_over_every_file_in_order_and_tells_generated_ones() {
    let folder = tree(&[
        ("B.cs", "class B;"),
        ("A.cs", "// <auto-generated/>\nclass A;"),
        ("C.cs", "\0"),
        ("D.g.cs", "// <auto-generated/>"),
    ]);
    for jobs in [None, Some(1), Some(3)] {
        let options = WorkspaceOptions {
            jobs,
            ..WorkspaceOptions::default()
        };
        let workspace = open(&folder, &["."], &options);
        let reading =
            workspace.for_each_source(|source| (source.file.path.to_string(), source.in_scope));
        let seen: Vec<(usize, &str, bool)> = reading
            .results
            .iter()
            .map(|(index, (path, scope))| (*index, &**path, *scope))
            .collect();
        assert_eq!(
            seen,
            [(0, "A.cs", false), (1, "B.cs", true), (3, "D.g.cs", false)]
        );
        assert_eq!((reading.scanned, reading.generated), (1, 1));
        assert_eq!(reading.incomplete.len(), 1);
        assert_eq!(reading.incomplete[0].reason.as_str(), "not-text");
    }
}

#[test]
fn anchored_paths_do_not_depend_on_the_scope() {
    let folder = empty_tree(&["r/.git", "r/s/a/A.cs"]);
    for (scope, path) in [("r", "s/a/A.cs"), ("r/s/a", "A.cs"), ("r/s/a/A.cs", "A.cs")] {
        let workspace = open(&folder, &[scope], &WorkspaceOptions::default());
        assert_eq!(workspace.anchored(&SourcePath::new(path)), "s/a/A.cs");
    }
}
