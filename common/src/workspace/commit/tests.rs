//! Writes that succeed, writes that fail at every step, and writes that are cut off at every step.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use super::super::recover::Recovered;
use super::super::{Expected, PlannedWrite, RootFolder, WriteError};
use crate::hash::ContentHash;
use crate::source::SourcePath;

/// All files below a folder, folders too.
fn snapshot(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).min_depth(1) {
        let entry = entry.unwrap();
        let path = entry
            .path()
            .strip_prefix(folder)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let content = if entry.file_type().is_file() {
            fs::read(entry.path()).unwrap()
        } else {
            Vec::new()
        };
        all.insert(path, content);
    }
    all
}

/// Three files to edit, one of them deep, two to create, one of them in new folders.
fn tree() -> (tempfile::TempDir, RootFolder) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    for file in ["A.cs", "a/B.cs", "a/b/C.cs"] {
        fs::write(folder.path().join(file), format!("old {file}")).unwrap();
    }
    fs::write(folder.path().join("same.cs"), "same").unwrap();
    let root = RootFolder::open(folder.path()).unwrap();
    (folder, root)
}

fn plan(root: &RootFolder) -> PlannedWrite {
    let mut contents = BTreeMap::new();
    for file in ["A.cs", "a/B.cs", "a/b/C.cs"] {
        let old = ContentHash::of(format!("old {file}").as_bytes());
        let new = format!("new {file}").into_bytes();
        contents.insert(SourcePath::new(file), (Expected::Content(old), new));
    }
    for file in ["N.cs", "x/y/N.cs"] {
        let new = format!("new {file}").into_bytes();
        contents.insert(SourcePath::new(file), (Expected::Absent, new));
    }
    let same = Expected::Content(ContentHash::of(b"same"));
    contents.insert(SourcePath::new("same.cs"), (same, b"same".to_vec()));
    root.plan_contents(&contents).unwrap()
}

/// How many steps the write has.
fn steps() -> usize {
    let (_folder, root) = tree();
    let mut steps = 0;
    plan(&root)
        .commit_watched(&mut |_| {
            steps += 1;
            Ok(())
        })
        .unwrap();
    steps
}

fn written() -> BTreeMap<String, Vec<u8>> {
    let (folder, root) = tree();
    plan(&root).commit().unwrap();
    snapshot(folder.path())
}

#[test]
fn a_write_changes_what_was_planned_and_leaves_nothing_behind() {
    let (folder, root) = tree();
    let planned = plan(&root);
    assert_eq!(planned.files().len(), 5);
    let written = planned.commit().unwrap();
    let files: Vec<(&str, bool)> = written
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.created))
        .collect();
    assert_eq!(
        files,
        [
            ("A.cs", false),
            ("N.cs", true),
            ("a/B.cs", false),
            ("a/b/C.cs", false),
            ("x/y/N.cs", true)
        ]
    );
    let after = snapshot(folder.path());
    let paths: Vec<&str> = after.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            "A.cs", "N.cs", "a", "a/B.cs", "a/b", "a/b/C.cs", "same.cs", "x", "x/y", "x/y/N.cs"
        ]
    );
    assert_eq!(after["a/b/C.cs"], b"new a/b/C.cs");
    assert!(root.recover().unwrap().is_empty());
}

#[test]
fn a_failure_at_any_step_puts_everything_back() {
    for failing in 0..steps() {
        let (folder, root) = tree();
        let before = snapshot(folder.path());
        let mut step = 0;
        let mut failed = String::new();
        let error = plan(&root)
            .commit_watched(&mut |name| {
                step += 1;
                if step - 1 < failing {
                    return Ok(());
                }
                failed = name.to_owned();
                Err(io::Error::from(io::ErrorKind::StorageFull))
            })
            .unwrap_err();
        assert!(matches!(error, WriteError::Io(..)), "{failed}: {error}");
        assert_eq!(
            snapshot(folder.path()),
            before,
            "step {failing}, `{failed}`"
        );
    }
}

#[test]
fn a_write_cut_off_at_any_step_is_finished_or_undone_by_the_next_run() {
    let new = written();
    let mut outcomes = Vec::new();
    for cut in 0..steps() {
        let (folder, root) = tree();
        let old = snapshot(folder.path());
        let planned = plan(&root);
        cut_off(planned, cut);
        for (path, content) in snapshot(folder.path()) {
            if !path.contains(".seamwright-") {
                let whole = Some(&content) == old.get(&path) || Some(&content) == new.get(&path);
                assert!(whole, "step {cut}: `{path}` is torn");
            }
        }
        let reports = root.recover().unwrap();
        let after = snapshot(folder.path());
        let outcome = reports.first().map(|report| report.outcome);
        match outcome {
            Some(Recovered::Finished) => assert_eq!(after, new, "step {cut}"),
            Some(Recovered::Undone) | None => assert_eq!(after, old, "step {cut}"),
        }
        assert!(
            root.recover().unwrap().is_empty(),
            "step {cut}: nothing is left to do"
        );
        outcomes.push(outcome);
    }
    outcomes.dedup();
    assert_eq!(
        outcomes,
        [None, Some(Recovered::Undone), Some(Recovered::Finished)]
    );
}

/// Ends a write before its step `cut` without any tidying, as a killed process would.
fn cut_off(planned: PlannedWrite, cut: usize) {
    let mut step = 0;
    let ended = catch_unwind(AssertUnwindSafe(|| {
        planned.commit_watched(&mut |_| {
            if step == cut {
                // As a panic, but without a word.
                resume_unwind(Box::new(()));
            }
            step += 1;
            Ok(())
        })
    }));
    assert!(ended.is_err());
}

#[test]
fn what_somebody_changed_after_the_cut_is_left_alone_and_named() {
    let (folder, root) = tree();
    // Three renames are done, that of the file below isn't.
    cut_off(plan(&root), steps() - 3);
    fs::write(folder.path().join("a/b/C.cs"), "theirs").unwrap();
    let reports = root.recover().unwrap();
    assert_eq!(reports[0].left_alone, [SourcePath::new("a/b/C.cs")]);
    let after = snapshot(folder.path());
    assert_eq!(after["a/b/C.cs"], b"theirs");
    assert_eq!(after["A.cs"], b"new A.cs");
    assert!(
        reports[0]
            .to_string()
            .starts_with("Finished an interrupted write of 5 files in `")
    );
    assert!(
        reports[0]
            .to_string()
            .ends_with("`, except `a/b/C.cs`, changed since.")
    );
}

#[test]
fn a_new_content_that_is_gone_undoes_the_rest() {
    let (folder, root) = tree();
    let old = snapshot(folder.path());
    cut_off(plan(&root), steps() - 3);
    let lost = snapshot(folder.path())
        .into_keys()
        .find(|path| path.contains(".new"))
        .unwrap();
    fs::remove_file(folder.path().join(lost)).unwrap();
    assert_eq!(root.recover().unwrap()[0].outcome, Recovered::Undone);
    assert_eq!(snapshot(folder.path()), old);
}

#[test]
fn an_undoing_that_was_cut_off_goes_on() {
    for cut in 1..steps() {
        let (folder, root) = tree();
        let old = snapshot(folder.path());
        cut_off(plan(&root), cut);
        let journal = snapshot(folder.path())
            .into_keys()
            .find(|path| path.contains("-journal-"));
        let journal = folder.path().join(journal.unwrap());
        let text = fs::read_to_string(&journal).unwrap();
        if text.contains("state prepare") {
            continue;
        }
        let (body, _) = text.rsplit_once("end ").unwrap();
        let body = body.replace("state commit", "state undo");
        fs::write(
            &journal,
            format!("{body}end {}\n", ContentHash::of(body.as_bytes())),
        )
        .unwrap();
        assert_eq!(root.recover().unwrap()[0].outcome, Recovered::Undone);
        assert_eq!(snapshot(folder.path()), old, "step {cut}");
    }
}

#[test]
fn the_next_write_finishes_the_last_one_first() {
    let (folder, root) = tree();
    cut_off(plan(&root), steps() - 2);
    let (_other, elsewhere) = tree();
    assert!(plan(&elsewhere).commit().unwrap().recovered.is_empty());
    let path = SourcePath::new("same.cs");
    let expected = Expected::Content(ContentHash::of(b"same"));
    let planned = root
        .plan_contents(&[(path, (expected, b"other".to_vec()))].into())
        .unwrap();
    assert_eq!(planned.commit().unwrap().recovered.len(), 1);
    assert_eq!(snapshot(folder.path())["A.cs"], b"new A.cs");
}

#[test]
fn a_file_that_changes_while_it_is_written_stays_and_the_others_are_put_back() {
    let (folder, root) = tree();
    let mut before = snapshot(folder.path());
    let theirs = folder.path().join("a/b/C.cs");
    let mut renames = 0;
    let error = plan(&root)
        .commit_watched(&mut |name| {
            renames += usize::from(name == "rename");
            if renames == 2 {
                fs::write(&theirs, "theirs, and longer").unwrap();
            }
            Ok(())
        })
        .unwrap_err();
    assert!(matches!(error, WriteError::Stale(_)), "{error}");
    before.insert("a/b/C.cs".to_owned(), b"theirs, and longer".to_vec());
    assert_eq!(snapshot(folder.path()), before);
}

#[test]
fn of_two_writers_of_one_file_the_second_is_refused_and_of_two_files_both_write() {
    for _ in 0..10 {
        let (folder, root) = tree();
        let new = |file: &str, text: &str| {
            let old = Expected::Content(ContentHash::of(format!("old {file}").as_bytes()));
            let contents = [(SourcePath::new(file), (old, text.as_bytes().to_vec()))].into();
            root.plan_contents(&contents).unwrap()
        };
        let planned = [
            new("A.cs", "one"),
            new("A.cs", "other"),
            new("a/B.cs", "new"),
        ];
        let results = std::thread::scope(|scope| {
            let running = planned.map(|planned| scope.spawn(|| planned.commit()));
            running.map(|one| one.join().unwrap())
        });
        let [one, other, third] = results;
        third.unwrap();
        assert!(one.is_ok() != other.is_ok());
        let winner = if one.is_ok() { "one" } else { "other" };
        let refused = one.err().or(other.err()).unwrap();
        assert!(matches!(refused, WriteError::Stale(_)), "{refused}");
        let after = snapshot(folder.path());
        assert_eq!(after["A.cs"], winner.as_bytes());
        assert_eq!(after["a/B.cs"], b"new");
        assert_eq!(after.len(), 6);
    }
}

#[test]
fn a_folder_in_the_place_of_a_new_file_fails_the_write_and_nothing_changes() {
    let (folder, root) = tree();
    let planned = plan(&root);
    fs::create_dir(folder.path().join("N.cs")).unwrap();
    let before = snapshot(folder.path());
    assert!(matches!(
        planned.commit().unwrap_err(),
        WriteError::Exists(_)
    ));
    assert_eq!(snapshot(folder.path()), before);
}

#[test]
fn a_file_changed_between_plan_and_write_is_stale_and_nothing_changes() {
    let (folder, root) = tree();
    let planned = plan(&root);
    fs::write(folder.path().join("a/B.cs"), "theirs").unwrap();
    let before = snapshot(folder.path());
    assert!(matches!(
        planned.commit().unwrap_err(),
        WriteError::Stale(_)
    ));
    assert_eq!(snapshot(folder.path()), before);
}

#[cfg(unix)]
#[test]
fn permissions_times_of_the_untouched_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, root) = tree();
    let mode = |file: &str| {
        fs::metadata(folder.path().join(file))
            .unwrap()
            .permissions()
            .mode()
    };
    let modified = |file: &str| {
        fs::metadata(folder.path().join(file))
            .unwrap()
            .modified()
            .unwrap()
    };
    for (file, mode) in [("A.cs", 0o755), ("a/B.cs", 0o600)] {
        fs::set_permissions(folder.path().join(file), fs::Permissions::from_mode(mode)).unwrap();
    }
    let same = modified("same.cs");
    plan(&root).commit().unwrap();
    assert_eq!(
        (mode("A.cs") & 0o777, mode("a/B.cs") & 0o777),
        (0o755, 0o600)
    );
    assert_eq!(modified("same.cs"), same);
}

#[cfg(unix)]
#[test]
fn a_folder_that_became_a_link_after_the_plan_is_not_followed() {
    let (folder, root) = tree();
    let outside = tempfile::tempdir().unwrap();
    let planned = plan(&root);
    fs::rename(folder.path().join("a"), outside.path().join("a")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("a"), folder.path().join("a")).unwrap();
    let error = planned.commit().unwrap_err();
    assert!(matches!(error, WriteError::Path(..)), "{error}");
    assert_eq!(
        fs::read(outside.path().join("a/B.cs")).unwrap(),
        b"old a/B.cs"
    );
}

#[cfg(unix)]
#[test]
fn a_write_protected_file_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, root) = tree();
    fs::set_permissions(
        folder.path().join("A.cs"),
        fs::Permissions::from_mode(0o444),
    )
    .unwrap();
    let old = Expected::Content(ContentHash::of(b"old A.cs"));
    let contents = [(SourcePath::new("A.cs"), (old, b"new".to_vec()))].into();
    let error = root.plan_contents(&contents).unwrap_err();
    assert!(matches!(error, WriteError::ReadOnly(_)), "{error}");
}

#[test]
fn a_planted_journal_reaches_nothing_outside_and_a_strange_one_stops_the_run() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("root");
    fs::create_dir(&inner).unwrap();
    fs::write(outer.path().join("victim"), "old").unwrap();
    let (old, new) = (ContentHash::of(b"old"), ContentHash::of(b"evil"));
    let body = format!(
        "seamwright-journal 1\nstate undo\nfile {new} {old} ../victim\nfile - {old} ../victim\n"
    );
    let text = format!("{body}end {}\n", ContentHash::of(body.as_bytes()));
    let journal = inner.join(".seamwright-journal-00000000000000ab");
    fs::write(&journal, text).unwrap();
    let root = RootFolder::open(&inner).unwrap();
    let reports = root.recover().unwrap();
    assert_eq!(reports[0].left_alone.len(), 2);
    assert_eq!(fs::read(outer.path().join("victim")).unwrap(), b"old");

    fs::write(&journal, "seamwright-journal 9\nend 00\n").unwrap();
    let error = root.recover().unwrap_err();
    assert!(
        matches!(&error, WriteError::Journal(name) if name.ends_with("ab")),
        "{error}"
    );
    assert!(journal.exists());
}
