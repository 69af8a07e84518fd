//! Documents that mean harm, or are merely broken: each is refused by the name of the field.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::Document;
use super::fixture::{document, value};
use super::read::parse_within;

/// Puts `new` at `pointer` of a good document; the message has to name `field` and say `words`.
#[track_caller]
fn check(pointer: &str, new: Value, field: &str, words: &str) {
    let mut value = value();
    *value.pointer_mut(pointer).expect(pointer) = new;
    check_bytes(value.to_string().as_bytes(), field, words);
}

#[track_caller]
fn check_bytes(bytes: &[u8], field: &str, words: &str) {
    let refused = Document::read(bytes).expect_err("it was read");
    assert_eq!(refused.field, field, "{refused}");
    let message = refused.to_string();
    assert!(message.contains(words), "{message}");
    assert!(message.len() < 500, "{message}");
}

#[test]
fn what_is_not_a_document_is_refused() {
    for bytes in [&b""[..], b" \n\t", b"\xef\xbb\xbf"] {
        check_bytes(bytes, "", "found nothing");
    }
    check_bytes(b"detect: error", "", "line 1 column 1");
    check_bytes(b"\xff\xfe{\0}\0", "", "UTF-16");
    check_bytes(b"{\"schema\": \"\xff\"}", "", "column");
    check_bytes(b"[]", "", "expected an object, found a list of 0");
    check_bytes(b"{}", "schema", "none");
    check_bytes(b"{} {}", "", "trailing");
    check_bytes(b"{\"root\": 1, \"root\": 2}", "", "`root` stands twice");
    check_bytes(b"{\"a\": 1e999}", "", "number out of range");
}

#[test]
fn every_truncation_is_refused() {
    let json = document().into_json();
    for end in (0..json.trim_end().len()).step_by(7) {
        assert!(Document::read(&json.as_bytes()[..end]).is_err(), "{end}");
    }
    check_bytes(&json.as_bytes()[..json.len() / 2], "", "its beginning only");
}

#[test]
fn depth_and_number_of_values_are_bounded() {
    let deep = format!("{{\"x\": {}", "[".repeat(100_000));
    check_bytes(deep.as_bytes(), "", "recursion limit");
    let many = format!("[{}0]", "0,".repeat(100));
    assert!(parse_within(many.as_bytes(), 102).is_ok());
    let refused = parse_within(many.as_bytes(), 101).unwrap_err();
    assert!(refused.to_string().contains("too many values"), "{refused}");
}

#[test]
fn another_version_is_refused_with_the_one_that_is_read() {
    check(
        "/schema",
        json!("seamwright/2"),
        "schema",
        "`seamwright/1`, the only version",
    );
    check(
        "/schema",
        json!("seamwright/10"),
        "schema",
        "`seamwright/10`",
    );
    check("/schema", json!(1), "schema", "a string");
    let mut minor = value();
    minor["schema"] = json!("seamwright/1.7");
    assert!(Document::read(minor.to_string().as_bytes()).is_ok());
}

#[test]
fn a_document_must_say_what_was_found() {
    check_bytes(
        br#"{"schema": "seamwright/1", "root": "."}"#,
        "findings",
        "a list",
    );
    check("/findings", Value::Null, "findings", "a list");
}

#[test]
fn a_path_out_of_the_root_is_refused_wherever_it_stands() {
    let places = [
        ("/sources/0/path", "sources[0].path"),
        ("/findings/1/path", "findings[1].path"),
        ("/not_counted/0/path", "not_counted[0].path"),
        ("/changes/0/path", "changes[0].path"),
        ("/abstractions/0/path", "abstractions[0].path"),
    ];
    for (pointer, field) in places {
        for path in [
            "/etc/passwd",
            "../x.cs",
            "a/../../x.cs",
            "C:\\x.cs",
            "c:x.cs",
            "a\\x.cs",
            "a\0",
            "",
            "a//b",
        ] {
            check(pointer, json!(path), field, "stays inside the root");
        }
    }
    for path in ["/etc", "a/../b.csproj", "..\\x.csproj", ".."] {
        check(
            "/projects/0/path",
            json!(path),
            "projects[0].path",
            "a relative path",
        );
        check(
            "/findings/0/project",
            json!(path),
            "findings[0].project",
            "a relative path",
        );
    }
    check("/root", json!(""), "root", "a folder");
}

#[test]
fn wrong_types_and_names_are_refused() {
    check("/findings", json!({}), "findings", "a list");
    check("/findings/0", json!(7), "findings[0]", "an object");
    check(
        "/findings/0/line",
        json!("7"),
        "findings[0].line",
        "a whole number",
    );
    check(
        "/findings/0/line",
        json!(1.5),
        "findings[0].line",
        "found `1.5`",
    );
    check(
        "/findings/0/line",
        json!(0),
        "findings[0].line",
        "1 or more",
    );
    check(
        "/findings/0/column",
        json!(0),
        "findings[0].column",
        "1 or more",
    );
    check(
        "/findings/0/line",
        json!(4_294_967_296_u64),
        "findings[0].line",
        "below 2^32",
    );
    check(
        "/findings/0/category",
        json!("weather"),
        "findings[0].category",
        "one of time,",
    );
    check(
        "/findings/0/context",
        json!("x"),
        "findings[0].context",
        "one of",
    );
    check(
        "/findings/0/id",
        json!("0123"),
        "findings[0].id",
        "16 lower-case hex digits",
    );
    check(
        "/sources/0/hash",
        json!("0123"),
        "sources[0].hash",
        "64 lower-case hex digits",
    );
    check(
        "/sources/0/encoding",
        json!("ebcdic"),
        "sources[0].encoding",
        "utf-8",
    );
    check(
        "/migration/remaining/0/reason",
        json!("tired"),
        "migration.remaining[0].reason",
        "a known reason",
    );
    check("/totals", json!([]), "totals", "an object");
}

#[test]
fn ranges_and_sums_that_do_not_fit_are_refused() {
    check(
        "/findings/0/byte_end",
        json!(3),
        "findings[0].byte_end",
        "as in `byte_start`",
    );
    check(
        "/migration/found",
        json!(3),
        "migration.found",
        "2, which is",
    );
    check(
        "/changes/1/edits/0/byte_end",
        json!(0),
        "changes[1].edits[0].byte_end",
        "or more",
    );
}

#[test]
fn things_that_stand_twice_are_refused() {
    let good = value();
    for (list, field) in [
        ("sources", "sources[1].path"),
        ("projects", "projects[1].path"),
        ("findings", "findings[2].id"),
    ] {
        let mut items = good[list].as_array().unwrap().clone();
        items.push(items[0].clone());
        check(&format!("/{list}"), json!(items), field, "each only once");
    }
}

#[test]
fn a_finding_needs_its_source() {
    check(
        "/sources",
        json!([]),
        "findings[0].path",
        "a path out of `sources`",
    );
}

#[test]
fn changes_that_contradict_themselves_are_refused() {
    check_edits(&json!([[5, 9], [8, 10]]));
    check_edits(&json!([[5, 9], [2, 3]]));
    let good = value();
    let (create, edit) = (&good["changes"][0], &good["changes"][1]);
    let hash = "a".repeat(64);
    check(
        "/changes/0/base_hash",
        json!(hash),
        "changes[0].base_hash",
        "null for a creation",
    );
    check(
        "/changes/1/base_hash",
        json!(null),
        "changes[1].base_hash",
        "the hash",
    );
    check(
        "/changes/0/content",
        json!(null),
        "changes[0].content",
        "the text",
    );
    check(
        "/changes/1/edits",
        json!(null),
        "changes[1].edits",
        "a list",
    );
    check(
        "/changes",
        json!([create, create]),
        "changes[1].path",
        "a new path",
    );
    check(
        "/changes",
        json!([edit, edit]),
        "changes[1].base_hash",
        "`changes[0]`",
    );
}

#[track_caller]
fn check_edits(ranges: &Value) {
    let edits: Vec<Value> = ranges
        .as_array()
        .unwrap()
        .iter()
        .map(|range| json!({"byte_start": range[0], "byte_end": range[1], "text": ""}))
        .collect();
    let field = "changes[1].edits[1].byte_start";
    check(
        "/changes/1/edits",
        json!(edits),
        field,
        "past the edit before",
    );
}

#[test]
fn a_byte_order_mark_in_front_is_taken() {
    let json = format!("\u{feff}{}", document().into_json());
    assert!(Document::read(json.as_bytes()).is_ok());
}

/// Every place of the document, as a JSON pointer.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| places(field, &format!("{at}/{name}"), all)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, item)| places(item, &format!("{at}/{index}"), all)),
        _ => {}
    }
}

fn junk() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!([[{"a": []}]])),
        Just(json!({"path": "../..", "": {}})),
    ]
}

proptest! {
    /// Whatever stands wherever: it is refused with a field, or what is read can be written and read again.
    #[test]
    fn junk_anywhere_is_refused_or_harmless(place in any::<prop::sample::Index>(), junk in junk()) {
        let mut value = value();
        let mut all = Vec::new();
        places(&value, "", &mut all);
        *value.pointer_mut(&all[place.index(all.len())]).unwrap() = junk;
        if let Ok(document) = Document::read(value.to_string().as_bytes()) {
            let json = document.into_json();
            let again = Document::read(json.as_bytes()).unwrap();
            prop_assert_eq!(again.into_json(), json);
        }
    }

    /// Bytes that were changed on the way don't bring the reader down.
    #[test]
    fn broken_bytes_are_refused_or_harmless(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = document().into_json().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        drop(Document::read(&bytes));
    }
}
