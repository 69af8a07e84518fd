//! The types that `new()` gets from where it stands.

use super::*;

/// How many constructions are found in the body of a class.
fn constructed(body: &str) -> usize {
    let text = format!("using System.Linq; {body}");
    let run = run(
        &[&text],
        &["System", "System.Net.Http", "System.Threading.Tasks"],
    );
    let counted = run.survey.findings.iter().map(|one| &one.api);
    let seams = run.survey.not_counted.iter().map(|one| &one.api);
    let made = counted.chain(seams);
    made.filter(|api| api.as_str().ends_with("#ctor")).count()
}

#[test]
fn choices_inside_choices_give_their_place_s_type_on() {
    for (body, count) in [
        (
            "class A { Random M(int x) => x == 1 ? new() : x == 2 ? new() : x == 3 ? new() : null; }",
            3,
        ),
        (
            "class A { Random M(int x) => x switch { 1 => null, _ => x switch { _ => new() } }; }",
            1,
        ),
        (
            "class A { Random M(int x, bool b) => x switch { 0 => null, 1 => new(), 2 => b ? new() : (new()!), _ => x switch { 3 => new(), _ => throw null } }; }",
            4,
        ),
        (
            "class A { object M(int x, Random r) => x == 1 ? new() : x == 2 ? new() : r; }",
            2,
        ),
        (
            "class A { object M(int x, Random r) => x switch { 1 => new(), _ => x == 2 ? r : null }; }",
            1,
        ),
        ("class A { object M(int x) => x == 1 ? new() : null; }", 0),
    ] {
        assert_eq!(constructed(body), count, "{body}");
    }
    let arms = "x == 1 ? new() : ".repeat(2000);
    assert_eq!(
        constructed(&format!("class A {{ Random M(int x) => {arms} null; }}")),
        2000
    );
}

#[test]
fn copies_of_the_object_itself_are_of_its_type() {
    for with in ["this with", "(this) with", "(this with { }) with"] {
        let body = format!("record A(Random R) {{ A M() => {with} {{ R = new() }}; }}");
        assert_eq!(constructed(&body), 1, "{body}");
    }
}
