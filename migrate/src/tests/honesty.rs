//! What a migration doesn't win is said: callers that give the real clock, fallbacks that keep reading it, objects that
//! are made out of sight; and classes whose parameter would win nothing stay as they are.

use seamwright_common::note::NoteKind;
use seamwright_common::refusal::Reason;

use super::{all, refuses};

#[track_caller]
fn notes(files: &[(&str, &str)], expected: &[(NoteKind, &str)]) {
    let done = all(files);
    let found: Vec<(NoteKind, String)> = done
        .notes
        .iter()
        .map(|note| {
            (
                note.kind,
                format!("{}:{} {}", note.path, note.line, note.text),
            )
        })
        .collect();
    let found: Vec<(NoteKind, &str)> = found
        .iter()
        .map(|(kind, text)| (*kind, text.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn both_reads_of_a_range_move() {
    let done = all(&[(
        "A.cs",
        "class A(TimeProvider t)\n{\n    object F(DateTime? from, DateTime? to) => (from ?? DateTime.Today, to ?? DateTime.Today.AddDays(2));\n}\n",
    )]);
    assert_eq!((done.found, done.replaced), (2, 2));
    let text = &done.files["A.cs"];
    assert_eq!(text.matches("t.GetLocalNow()").count(), 2, "{text}");
}

#[test]
fn a_fallback_that_stays_is_said() {
    notes(
        &[(
            "A.cs",
            "class A(TimeProvider t)\n{\n    DateTime F(DateTime? at = null) => at ?? DateTime.UtcNow;\n    DateTime G() => DateTime.UtcNow;\n}\n",
        )],
        &[(NoteKind::KeptFallback, "A.cs:3 `DateTime.UtcNow` in `A`")],
    );
}

#[test]
fn data_is_made_without_a_clock() {
    refuses(
        "class Item\n{\n    public DateTime? Until { get; set; }\n    public int Count { get; init; }\n    private int _seen;\n    bool Past() => Until < DateTime.UtcNow;\n}\nclass P { object F() => new Item { Count = 1 }; }\n",
        &[Reason::DataClass],
    );
    // A settable property beside what the class was given is none.
    let done = all(&[(
        "A.cs",
        "class Job\n{\n    public int Count { get; set; }\n    private readonly int _a;\n    private readonly int _b;\n    bool Past(DateTime at) => at < DateTime.UtcNow;\n}\n",
    )]);
    assert_eq!(done.replaced, 1);
}

#[test]
fn data_that_a_container_makes_is_a_service() {
    let done = all(&[(
        "A.cs",
        "class Job\n{\n    public int Count { get; set; }\n    DateTime F() => DateTime.UtcNow;\n}\nclass P { void F() {\n    services.AddScoped<Job>();\n} }\n",
    )]);
    assert_eq!(done.replaced, 1);
}

#[test]
fn a_private_class_needs_somebody_with_a_provider() {
    let inner = "    private class Item\n    {\n        private readonly int _a;\n        public Item(int a) => _a = a;\n        public bool Past(DateTime at) => at < DateTime.UtcNow;\n    }\n";
    refuses(
        &format!("class A\n{{\n{inner}    object F() => new Item(1);\n}}\n"),
        &[Reason::NoSeam],
    );
    let done = all(&[(
        "A.cs",
        &format!(
            "class A(TimeProvider t)\n{{\n{inner}    object F() => new Item(1);\n    DateTime G() => t.GetUtcNow().UtcDateTime;\n}}\n"
        ),
    )]);
    assert!(
        done.files["A.cs"].contains("new Item(1, t)"),
        "{:?}",
        done.files
    );
}

#[test]
fn callers_that_give_the_real_clock_are_named() {
    let files = [
        (
            "A.cs",
            "class A\n{\n    private int _a;\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "P.cs",
            "class P\n{\n    object F() => new A();\n    object G() => new A();\n}\n",
        ),
    ];
    notes(
        &files,
        &[
            (NoteKind::RealDefault, "P.cs:3 `A`"),
            (NoteKind::RealDefault, "P.cs:4 `A`"),
        ],
    );
    assert_eq!(all(&files).classes[0].always_real, Some(2));
    let registered = (
        "R.cs",
        "class R { void F() {\n    services.AddScoped<A>();\n} }\n",
    );
    assert_eq!(
        all(&[files[0], files[1], registered]).classes[0].always_real,
        None
    );
}

#[test]
fn what_makes_objects_of_test_data_keeps_its_constructor() {
    let done = all(&[
        (
            "A.cs",
            "public class A\n{\n    private int _a;\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "test/T.cs",
            "class T { object F() => Builder<A>.CreateNew().Build(); }\n",
        ),
    ]);
    assert!(
        done.files["A.cs"].contains("public A()\n        : this(TimeProvider.System)"),
        "{:?}",
        done.files
    );
    assert_eq!(done.notes[0].kind, NoteKind::KeptConstructor);
}

#[test]
fn a_constructor_that_stays_for_a_constraint_is_said() {
    notes(
        &[
            (
                "A.cs",
                "public class A\n{\n    private int _a;\n    DateTime F() => DateTime.UtcNow;\n}\n",
            ),
            (
                "B.cs",
                "class P<T> where T : new() { }\nclass B { P<A> _p; }\n",
            ),
        ],
        &[(NoteKind::KeptConstructor, "A.cs:1 `A`: `P<A>` in `B.cs`")],
    );
}

#[test]
fn names_of_generic_classes_are_those_of_csharp() {
    let done = all(&[(
        "A.cs",
        "namespace N;\nclass Outer<T>\n{\n    public class Inner<K, V>\n    {\n        private int _a;\n        DateTime F() => DateTime.UtcNow;\n    }\n}\n",
    )]);
    assert_eq!(done.classes[0].name, "N.Outer<T>.Inner<K, V>");
}
