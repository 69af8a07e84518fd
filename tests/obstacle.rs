//! What blocks the test of a behaviour of the sample, as a user asks for it.

mod cut;
mod delegates;

use crate::harness::{Folder, Program, Run, root};

fn run(folder: &Folder, args: &[&str]) -> Run {
    let program = Program::obstacle().arg(".").args(args);
    program.cwd(folder.path()).run()
}

fn sample() -> Folder {
    Folder::copy_of(&root().join("tests/sample"))
}

#[test]
fn the_ways_and_the_seam_are_in_the_document() {
    let folder = sample();
    let before = folder.snapshot();
    let run = run(
        &folder,
        &["--target", "OrderService.PlacedToday", "--format", "json"],
    );
    assert_eq!(run.code, 0, "{run}");
    let document = run.json();
    let behaviour = &document["behaviour"];
    assert_eq!(behaviour["target"], "OrderService.PlacedToday(Order)");
    assert_eq!(
        behaviour["blocks"][0]["finding"],
        document["findings"][0]["id"]
    );
    assert_eq!(document["findings"].as_array().unwrap().len(), 1);
    assert_eq!(behaviour["seams"][0]["seam"], "constructor");
    assert_eq!(behaviour["seams"][0]["holds"], "System.TimeProvider");
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn a_scope_that_is_one_file_does_not_hide_what_it_calls() {
    let folder = sample();
    let run = Program::obstacle()
        .args(["src/Harborline.Core/Orders/OrderService.cs", "--target"])
        .args(["OrderService.PlaceAsync", "--format", "text"])
        .cwd(folder.path())
        .run();
    assert_eq!(run.code, 0, "{run}");
    let way = "OrderService.PlaceAsync → Order.Id → Guid.NewGuid";
    assert!(run.stdout.contains(way), "{run}");
}

#[test]
fn nothing_that_blocks_is_one_line() {
    let folder = Folder::of(&[("A.cs", "class A { int F(int a) => a + 1; }\n")]);
    let run = run(&folder, &["--target", "A.F", "--format", "text"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 1), "{run}");
    assert!(
        run.stdout
            .starts_with("nothing blocks this test: `A.F(int)` (A.cs:1)"),
        "{run}"
    );
}

#[test]
fn what_cannot_be_answered_ends_with_2_and_says_why() {
    let folder = sample();
    for (target, words) in [
        (
            &["--target", "OrderService.Plac"][..],
            "there is `OrderService.",
        ),
        (&["--target", "PlaceAsync"], "names no member"),
        (&[], "no behaviour was named"),
    ] {
        let run = run(&folder, target);
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains(words), "{run}");
        assert_eq!(run.stdout, "");
    }
}
