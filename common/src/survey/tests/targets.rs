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

#[test]
fn what_nothing_says_the_type_of_is_told_where_it_may_count() {
    let open = |body: &str| {
        let text = format!("class A {{ {body} }}");
        let run = run(
            &[&text],
            &["System", "System.Net.Http", "System.Threading.Tasks"],
        );
        assert!(run.survey.findings.is_empty(), "{body}");
        let incomplete = run.survey.incomplete.iter();
        incomplete.map(|one| one.detail.clone()).collect::<Vec<_>>()
    };
    for body in [
        "object M(List<Random> l) => l.Append(new());",
        "void M(Func<Unknown<Random>> l) { _ = l().FirstOrDefault() ?? new(); }",
        "Unknown<Random> r = new Unknown<Random>(new());",
        "Random r; void M() { System.Threading.Volatile.Write(ref r, new()); }",
        "List<Random> l; void M() { l.ToList().Add(new()); }",
        "Random[] l; object M() => l.Select(one => one ?? new());",
        "object M(List<Unknown.HttpClient> l) => l.Append(new() { MaxResponseContentBufferSize = 1 });",
    ] {
        assert_eq!(open(body).len(), 1, "{body}");
    }
    for body in [
        "object M(List<Random> l) => l.Append(new(1, 2));",
        "object M(List<string> l) => l.Append(new());",
        "object M(List<Random> l) => l.Append(new() { Unheard = 1 });",
        "object M(List<Random> l) => l.Append(new(42));",
    ] {
        assert_eq!(open(body), Vec::<String>::new(), "{body}");
    }
}
