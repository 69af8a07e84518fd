//! Files that no compiler takes as they are: what can't be told is told of.

use super::*;

/// How many findings there are, and the lines of what isn't understood.
#[track_caller]
fn check(text: &str, findings: usize, lines: &[u32]) {
    let survey = run(&[text], &["System"]).survey;
    assert_eq!(survey.findings.len(), findings, "{text}");
    let open: Vec<u32> = (survey.incomplete.iter())
        .filter_map(|one| one.line)
        .collect();
    assert_eq!(open, lines, "{text}");
}

#[test]
fn what_is_never_closed_may_hide_something() {
    for start in ["@\"a", "\"a", "$@\"a", "$\"a", "\"\"\"a"] {
        check(
            &format!("class B {{ }}\nclass A {{ object s = {start}; object a = DateTime.Now; }}"),
            0,
            &[2],
        );
    }
    // It holds nothing of ours.
    check("class A { string s = @\"a; object a = 1; }", 0, &[]);
    check("class A { string s = \"a; object a = 1; }", 0, &[]);
}

#[test]
fn what_stands_in_a_comment_without_an_end_is_no_code() {
    check(
        "class A { object a = DateTime.Now;\n/* object b = DateTime.Now; }\nclass B { object c = DateTime.UtcNow; }",
        1,
        &[2],
    );
    check(
        "/* a */ class A { string s = \"/*\"; object a = DateTime.Now }",
        1,
        &[1],
    );
}

#[test]
fn what_a_skipped_branch_leaves_open_ends_with_it() {
    for open in [
        "$@\" {",
        "$\"\"\"\n{",
        "@\"",
        "/*",
        "$@\"\n#if Y\n#endif\n {",
    ] {
        check(
            &format!("class A {{\n#if false\n{open}\n#endif\nobject a = DateTime.Now; }}"),
            1,
            &[],
        );
    }
    // Whole directives belong to the string that they stand in.
    check(
        "class A {\n#if X\nobject s = $@\"\n#if Y\n{1}\n#endif\n\";\n#endif\nobject a = DateTime.Now; }",
        1,
        &[],
    );
}

#[test]
fn the_old_end_of_a_file_is_white_space() {
    check("class A { object a = DateTime.Now; }\n\u{1a}", 1, &[]);
}

#[test]
fn characters_that_only_format_belong_to_no_name() {
    for name in [
        "Date\u{ad}Time.Now",
        "DateTime.N\u{200b}ow",
        "DateTime.No\u{feff}w",
        "DateTime\u{2060}.Now",
    ] {
        check(&format!("class A {{ object a = {name}; }}"), 1, &[]);
    }
}
