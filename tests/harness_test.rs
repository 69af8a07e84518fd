//! The harness itself: what is good is reported as good, what is bad is seen, and a skip is loud.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use crate::harness::{
    Code, Diagnostic, Folder, Options, Outcome, Program, Run, batch, csharp_or_skip, dotnet, skip,
};

const GOOD: (&str, &str) = (
    "Good.cs",
    "class Good { DateTime Now() => DateTime.UtcNow; }",
);
const BAD: (&str, &str) = ("sub/Bad.cs", "class Bad {\n    int X => missing;\n}");
const BAD_SAYS: &str =
    "sub/Bad.cs(2,14): CS0103: The name 'missing' does not exist in the current context";

/// An input of the oracle's own self-test.
fn selftest(name: &str) -> PathBuf {
    batch::home().join("selftest").join(name)
}

/// What `action` panics with.
#[track_caller]
fn panics<T>(action: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(action)) else {
        panic!("no panic")
    };
    *panic.downcast::<String>().expect("a formatted message")
}

fn ids(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|found| found.id.as_str()).collect()
}

#[test]
fn good_code_compiles() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    csharp.compiles(&Code::files(&[GOOD]), &Options::default());
    csharp.compiles(&Code::folder(selftest("check/good")), &Options::default());
}

#[test]
fn bad_code_does_not_compile_and_says_where() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let code = Code::files(&[GOOD, BAD]);
    let report = csharp.check(&code, &Options::default());
    assert_eq!(report.errors.len(), 1);
    assert_eq!(report.errors[0].to_string(), BAD_SAYS);
    let message = panics(|| csharp.compiles(&code, &Options::default()));
    assert_eq!(message, format!("does not compile:\n  {BAD_SAYS}"));
}

#[test]
fn options_reach_the_compiler() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let errors = |source: &str, options: &Options| {
        let report = csharp.check(&Code::files(&[("A.cs", source)]), options);
        report
            .errors
            .into_iter()
            .map(|found| found.id)
            .collect::<Vec<_>>()
    };
    let none = Options::default();
    let date = "class A { DateTime D; }";
    assert_eq!(errors(date, &none), [""; 0]);
    assert_eq!(errors(date, &none.clone().no_implicit_usings()), ["CS0246"]);
    let nullable = "class A { string? s; }";
    let old = none.clone().lang("7.3").no_implicit_usings();
    assert_eq!(errors(nullable, &old), ["CS8370"]);
    let symbol = "#if LOUD\n#error loud\n#endif";
    assert_eq!(errors(symbol, &none), [""; 0]);
    assert_eq!(errors(symbol, &none.clone().define("LOUD")), ["CS1029"]);
    let fact = "class A { [Xunit.Fact] public void F() {} }";
    assert_eq!(errors(fact, &none), ["CS0246"]);
    assert_eq!(errors(fact, &none.stub("xunit")), [""; 0]);
}

#[test]
fn warnings_count_where_they_are_asked_for() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let source = "class A {\n int F(string? s) { int unused = 1; return s.Length; }\n}";
    let code = Code::files(&[("A.cs", source)]);
    let ids = |options| ids(&csharp.compiles(&code, &options).warnings).join(" ");
    assert_eq!(ids(Options::default()), "");
    assert_eq!(ids(Options::default().warnings()), "CS0219");
    assert_eq!(ids(Options::default().nullable()), "CS8602");
    let strict = Options::default().nullable().warnings_as_errors();
    let message = panics(|| csharp.compiles(&code, &strict));
    assert!(
        message.starts_with("compiles with warnings:\n  A.cs(2,"),
        "{message}"
    );
    assert!(
        message.contains("CS0219") && message.contains("CS8602"),
        "{message}"
    );
}

#[test]
fn a_new_error_is_seen_among_old_ones() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let options = Options::default();
    let before = Code::files(&[BAD]);
    // The old error has moved by a line, and is no new one.
    let moved = Code::files(&[(BAD.0, format!("\n{}", BAD.1))]);
    let delta = csharp.adds_no_errors(&before, &moved, &options);
    assert_eq!((delta.errors_before, delta.gone.len()), (1, 0));
    let after = Code::files(&[BAD, ("New.cs", "class New { Absent A; int B => missing; }")]);
    let delta = csharp.delta(&before, &after, &options);
    let new: Vec<_> = delta
        .new
        .iter()
        .map(|e| (e.id.as_str(), e.known_before))
        .collect();
    assert_eq!(new, [("CS0246", false), ("CS0103", true)]);
    let message = panics(|| csharp.adds_no_errors(&before, &after, &options));
    assert!(
        message.starts_with("new errors:\n  New.cs(1,13): CS0246"),
        "{message}"
    );
    assert_eq!(
        ids(&csharp.delta(&before, &Code::files(&[GOOD]), &options).gone),
        ["CS0103"]
    );
}

#[test]
fn a_new_warning_is_seen() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let before = Code::folder(selftest("warnings/before"));
    let after = Code::folder(selftest("warnings/after"));
    let strict = Options::default().warnings_as_errors();
    let message = panics(|| csharp.adds_no_errors(&before, &after, &strict));
    assert!(message.starts_with("new warnings:\n  W.cs(8,"), "{message}");
    csharp.adds_no_errors(&before, &after, &Options::default());
}

const TESTS: &str = "
    public class Sums {
        [Xunit.Fact] public void Right() => Xunit.Assert.Equal(4, 2 + 2);
        [Xunit.Fact] public void Wrong() => Xunit.Assert.Equal(5, 2 + 2);
        [Xunit.Fact(Skip = \"later\")] public void Later() {}
    }";

#[test]
fn a_failing_test_is_seen_as_failing() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let code = Code::files(&[("Sums.cs", TESTS)]);
    let options = Options::default().stub("xunit");
    let report = csharp.test(&code, &options);
    assert_eq!((report.passed, report.failed, report.skipped), (1, 1, 1));
    let outcomes: Vec<_> = report
        .tests
        .iter()
        .map(|t| (t.name.as_str(), t.outcome))
        .collect();
    assert_eq!(
        outcomes,
        [
            ("Sums.Later", Outcome::Skipped),
            ("Sums.Right", Outcome::Passed),
            ("Sums.Wrong", Outcome::Failed)
        ]
    );
    let message = panics(|| csharp.tests_pass(&code, &options));
    assert!(
        message.starts_with("1 failed:\n  Sums.Wrong Failed: "),
        "{message}"
    );
    csharp.tests_pass(&code, &options.clone().with("--filter", "Right"));
    let message = panics(|| csharp.tests_pass(&code, &options.with("--filter", "Later")));
    assert_eq!(message, "no test ran, 1 were skipped");
}

#[test]
fn tests_that_do_not_compile_or_do_not_exist_fail() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let options = Options::default().stub("xunit");
    let message = panics(|| csharp.tests_pass(&Code::files(&[BAD]), &options));
    assert_eq!(message, format!("the tests do not compile:\n  {BAD_SAYS}"));
    let message = panics(|| csharp.tests_pass(&Code::files(&[GOOD]), &options));
    assert_eq!(message, "no test ran, 0 were skipped");
}

#[test]
fn a_program_runs() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let source =
        "Console.Write(args[0] + Console.In.ReadToEnd()); Console.Error.Write('e'); return 3;";
    let ran = csharp.run(
        &Code::files(&[("P.cs", source)]),
        &["a b"],
        &Options::default(),
    );
    assert_eq!(
        (ran.exit_code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(3), "a b", "e")
    );
    let ran = csharp.run(&Code::files(&[BAD]), &[], &Options::default());
    assert_eq!(
        (ids(&ran.errors), ran.exit_code),
        (vec!["CS5001", "CS0103"], None)
    );
}

#[test]
fn uses_are_found_by_symbol() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let code = Code::files(&[GOOD]);
    let [hit] = &csharp.detect(&code, &[], &Options::default())[..] else {
        panic!("not one hit")
    };
    assert_eq!(
        (hit.file.as_str(), hit.text.as_str()),
        ("Good.cs", "DateTime.UtcNow")
    );
    assert_eq!(
        (hit.line, hit.column, hit.member_line, hit.member_column),
        (1, 32, 1, 41)
    );
    assert_eq!(
        (hit.doc_id.as_str(), hit.kind.as_str()),
        ("P:System.DateTime.UtcNow", "propertyRead")
    );
    assert_eq!(
        (hit.containing_type.as_str(), hit.containing_member.as_str()),
        ("Good", "Now")
    );
    assert!(hit.resolution == "resolved" && !hit.in_nameof);
    let today = ["P:System.DateTime.Today"];
    assert_eq!(csharp.detect(&code, &today, &Options::default()), []);
}

#[test]
fn names_are_bound() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let positions = ["Calls.cs:7:9", "Calls.cs:11:9"];
    let code = Code::folder(selftest("bind"));
    let bound = csharp.bind(&code, &positions, &Options::default());
    assert_eq!(
        bound[0].doc_id.as_deref(),
        Some("M:Calls.Over(System.Int32)")
    );
    assert_eq!(
        (&bound[1].doc_id, bound[1].resolution.as_str()),
        (&None, "overloadFailure")
    );
    assert_eq!(bound[1].candidates.len(), 2);
}

#[test]
fn a_changed_public_surface_is_seen() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let before = Code::files(&[(
        "A.cs",
        "public class A { public void F() {} public int G; int H; }",
    )]);
    let after = Code::files(&[(
        "A.cs",
        "public class A { public long G; public void I() {} }",
    )]);
    let diff = csharp.public_api_diff(&before, &after, &Options::default());
    assert_eq!(diff.removed, ["M:A.F"]);
    assert_eq!(diff.changed, ["F:A.G"]);
    assert_eq!(diff.added, ["M:A.I"]);
}

#[test]
fn projects_decide_when_asked() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let options = Options::default();
    let good = Code::folder(selftest("projects")).by_projects();
    csharp.compiles(&good, &options);
    assert_eq!(csharp.tests_pass(&good, &options).passed, 5);
    csharp.adds_no_errors(&good, &good, &options);
    let bad = Code::folder(selftest("projects-bad")).by_projects();
    let report = csharp.check(&bad, &options);
    assert_eq!(report.errors.last().unwrap().file, "B/B.cs");
    let release = options.property("Configuration=Release");
    assert!(ids(&csharp.check(&good, &release).errors).contains(&"CS1029"));
}

#[test]
fn the_sdk_can_judge_projects_instead() {
    let Some(_) = csharp_or_skip() else { return };
    // The oracle's stand-in prints what the SDK's `dotnet` prints.
    let dotnet = batch::home().join("dotnet");
    let strict = Options::default().warnings_as_errors();
    let report = dotnet::build(&dotnet, &selftest("projects-bad/A"), &strict);
    assert_eq!(ids(&report.errors), ["CS8618", "CS0168"]);
    assert!(
        report.errors[0]
            .to_string()
            .starts_with("A.cs(8,19): CS8618: ")
    );
    let report = dotnet::test(&dotnet, &selftest("dotnet-failing"), &Options::default());
    assert_eq!((report.passed, report.failed, report.skipped), (3, 1, 1));
    assert_eq!(report.tests[0].to_string(), "Failing.Tests.Fails Failed: ");
}

#[test]
fn a_wrong_question_panics_and_harms_no_later_one() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let options = Options::default().stub("no-such-stub");
    let message = panics(|| csharp.check(&Code::files(&[GOOD]), &options));
    assert!(message.contains("no such stubs"), "{message}");
    csharp.compiles(&Code::files(&[GOOD]), &Options::default());
}

/// Runs this test binary once more, where nothing is on the PATH, and so no compiler to be had.
fn without_compiler(required: &str) -> Run {
    let nothing = Folder::new();
    let test = std::env::current_exe().unwrap();
    let expression = duct::cmd!(test, "--exact", "harness_test::good_code_compiles")
        .env("PATH", nothing.path())
        .env(skip::REQUIRE, required);
    Run::of(&expression)
}

#[cfg(unix)]
#[test]
fn a_skip_is_loud_and_counted() {
    let run = without_compiler("0");
    assert_eq!(run.code, 0, "{run}");
    let mut lines = run.stderr.lines();
    let line = lines.next().unwrap();
    assert!(line.starts_with("SKIPPED (no C# compiler: "), "{run}");
    assert!(
        line.ends_with("): harness_test::good_code_compiles [1 so far]"),
        "{run}"
    );
    let summary = "SKIPPED in all: 1 test(s) that libtest counts as ok:";
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            summary,
            "    harness_test::good_code_compiles (no C# compiler)"
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_skip_fails_where_the_compiler_is_required() {
    let run = without_compiler("1");
    assert_eq!(run.code, 101, "{run}");
    assert!(
        run.stdout
            .contains("SEAMWRIGHT_REQUIRE_ORACLE=1, and there is no C# compiler: "),
        "{run}"
    );
}

#[test]
fn a_program_gets_what_it_is_given() {
    let folder = Folder::of(&[("here", "")]);
    let script = "cat; ls; printf \"$1 $SEAM\"; echo oops >&2; exit 5";
    let run = Program::at("sh")
        .args(["-c", script])
        .arg("sh")
        .arg("one")
        .stdin("in ")
        .cwd(folder.path())
        .env("SEAM", "two")
        .run();
    assert_eq!((run.stdout.as_str(), run.code), ("in here\none two", 5));
    assert_eq!(run.stderr, "oops\n");
    let json = Program::at("echo").arg("{\"a\": [1]}").run().json();
    assert_eq!(json["a"][0], 1);
}

#[test]
fn the_programs_start_and_pipe() {
    for program in [
        Program::detect(),
        Program::wrap(),
        Program::migrate(),
        Program::obstacle(),
    ] {
        assert_ne!(program.arg("--help").run().code, 101);
    }
    let piped = Program::at("echo")
        .arg("a")
        .expression()
        .pipe(Program::at("cat").expression());
    assert_eq!(Run::of(&piped).stdout, "a\n");
}

#[test]
fn a_copy_is_true_and_a_change_is_seen() {
    let folder = Folder::of(&[
        ("a/b.cs", &b"\xef\xbb\xbfclass B;\r\n"[..]),
        ("c.cs", b"\xff\xfe"),
    ]);
    let copy = Folder::copy_of(folder.path());
    let before = folder.snapshot();
    assert_eq!(before, copy.snapshot());
    assert_eq!(before.text("a/b.cs"), "\u{feff}class B;\r\n");
    copy.write("c.cs", "changed");
    copy.write("d/new.cs", "");
    std::fs::remove_file(copy.path().join("a/b.cs")).unwrap();
    let changes = before.changes_to(&copy.snapshot());
    assert_eq!(
        changes,
        ["removed a/b.cs", "changed c.cs", "added d/new.cs"]
    );
}

#[cfg(unix)]
#[test]
fn links_and_permissions_are_copied_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let script = folder.write("run.sh", "");
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    symlink("/nowhere", folder.path().join("link")).unwrap();
    let copy = Folder::copy_of(folder.path());
    assert_eq!(copy.snapshot().text("link"), "-> /nowhere");
    let mode = copy
        .path()
        .join("run.sh")
        .metadata()
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o755);
}
