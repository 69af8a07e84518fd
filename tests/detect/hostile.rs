//! Input that is broken, huge or not what it seems: found where it can be, told where it can't, never a crash.

use std::fmt::Write;

use serde_json::Value;

use crate::harness::{Folder, Program};

const CLOCK: &str = "class Clock { System.DateTime M() => System.DateTime.UtcNow; }\n";

/// Runs on a folder with these files beside a good one. The good one's finding must be there.
#[track_caller]
fn check<C: AsRef<[u8]>>(name: &str, content: C) -> Value {
    let folder = Folder::of(&[("Good.cs", CLOCK.as_bytes()), (name, content.as_ref())]);
    let json = document(&folder);
    assert_eq!(of(&json, "findings", "Good.cs").len(), 1, "{json}");
    json
}

#[track_caller]
fn document(folder: &Folder) -> Value {
    let run = Program::detect().arg(".").cwd(folder.path()).run();
    assert_eq!(run.code, 0, "{run}");
    assert!(!run.stderr.contains("a bug in"), "{run}");
    run.json()
}

/// The entries of a list for one path.
fn of<'v>(json: &'v Value, list: &str, path: &str) -> Vec<&'v Value> {
    let list = if list == "incomplete" {
        &json["scope"][list]
    } else {
        &json[list]
    };
    list.as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["path"] == path)
        .collect()
}

#[track_caller]
fn reason(json: &Value, path: &str) -> String {
    let entries = of(json, "incomplete", path);
    assert_eq!(entries.len(), 1, "{}", json["scope"]);
    entries[0]["reason"].as_str().unwrap().to_owned()
}

#[test]
fn a_file_that_is_cut_in_half_is_told() {
    let text =
        "class A\n{\n    DateTime M()\n    {\n        var a = DateTime.UtcNow;\n        if (a > ";
    let json = check("Half.cs", text);
    assert_eq!(reason(&json, "Half.cs"), "syntax-not-understood");
}

#[test]
fn an_empty_file_and_one_of_white_space_are_fine() {
    for content in ["", "\u{feff}", " \r\n\t"] {
        let json = check("Empty.cs", content);
        assert_eq!(json["scope"]["incomplete"].as_array().unwrap().len(), 0);
        assert_eq!(json["scope"]["files_scanned"], 2);
    }
}

#[test]
fn utf_16_is_read_and_places_are_those_on_disk() {
    for little in [true, false] {
        let units = "\u{feff}// ä€😀\nclass A { System.DateTime M() => System.DateTime.Now; }"
            .encode_utf16();
        let bytes: Vec<u8> = units
            .flat_map(|unit| {
                if little {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                }
            })
            .collect();
        let json = check("Wide.cs", &bytes);
        let found = of(&json, "findings", "Wide.cs");
        assert_eq!(found.len(), 1, "{json}");
        assert_eq!(
            (&found[0]["line"], &found[0]["column"]),
            (&2.into(), &34.into())
        );
        let at = |key: &str| found[0][key].as_u64().unwrap() as usize;
        assert_eq!(
            at("byte_end") - at("byte_start"),
            2 * "System.DateTime.Now".len()
        );
    }
}

#[test]
fn bytes_that_are_no_utf_8_do_not_hide_what_is_around_them() {
    let json = check(
        "Latin.cs",
        b"// caf\xe9 \xff\nclass A { System.DateTime M() => System.DateTime.Now; }",
    );
    assert_eq!(of(&json, "findings", "Latin.cs").len(), 1, "{json}");
}

#[test]
fn what_is_no_text_is_told() {
    let json = check("Binary.cs", b"MZ\0\0\x01\x02DateTime.Now\0\0\0\0");
    assert_eq!(reason(&json, "Binary.cs"), "not-text");
}

/// Names that only some systems allow: what comes out must go into the next program.
#[cfg(unix)]
#[test]
fn a_name_that_no_document_can_carry_is_told_in_one_that_can_be_read() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::of(&[("Good.cs", CLOCK)]);
    for name in [&b"a\\b.cs"[..], b"c:d.cs", b"e\xff.cs", b"new\nline.cs"] {
        std::fs::write(folder.path().join(OsStr::from_bytes(name)), CLOCK).unwrap();
    }
    let json = document(&folder);
    for path in ["a?b.cs", "c?d.cs", "e\u{fffd}.cs"] {
        assert_eq!(reason(&json, path), "unreadable");
    }
    for path in ["Good.cs", "new\nline.cs"] {
        assert_eq!(of(&json, "findings", path).len(), 1, "{json}");
    }
    let again = Program::detect().stdin(json.to_string()).run();
    assert_eq!(again.code, 0, "{again}");
}

#[test]
fn deep_nesting_is_looked_through_or_told() {
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(5_000), close.repeat(5_000));
        format!("class A {{ object M() => {open}System.DateTime.Now{close}; }}")
    };
    for (open, close) in [("(", ")"), ("new[] {", "}"), ("F(() => ", ")")] {
        let json = check("Deep.cs", deep(open, close));
        let found = of(&json, "findings", "Deep.cs").len();
        let told = of(&json, "incomplete", "Deep.cs").len();
        assert!(found == 1 || told > 0, "{open}: neither found nor told");
    }
}

#[test]
fn what_is_written_thousands_of_times_is_looked_through_or_told() {
    let parts = [
        "A<",
        "a?[b?",
        "[A(b[",
        "a!.",
        "?.a",
        "};",
        "#if A\n",
        "#if A\n#endif\n",
        "public ",
        "case 1: ",
        "struct S : ",
        "int A { get { ",
    ];
    for part in parts {
        let text = format!(
            "class A {{ object M() => System.DateTime.Now; object B = {}",
            part.repeat(3_000)
        );
        let json = check("Odd.cs", text);
        let found = of(&json, "findings", "Odd.cs").len();
        let told = of(&json, "incomplete", "Odd.cs").len();
        assert!(found == 1 || told > 0, "{part}: neither found nor told");
    }
}

#[test]
fn ten_megabytes_are_read_to_their_end() {
    let mut text = String::from("class Big\n{\n");
    let mut line = 0;
    while text.len() < 10 << 20 {
        line += 1;
        writeln!(
            text,
            "    int Field{line} = {line}; // some words of a comment to fill the line"
        )
        .unwrap();
    }
    text.push_str("    System.DateTime M() => System.DateTime.Now;\n}\n");
    let json = check("Big.cs", text);
    let found = of(&json, "findings", "Big.cs");
    assert_eq!(found.len(), 1, "{}", json["scope"]);
    assert_eq!(found[0]["line"], line + 3);
}

#[test]
fn a_file_full_of_sites_is_read_in_groups_and_each_is_found_once() {
    const SITES: usize = 9_000;
    let mut text = String::from("[X(nameof(System.DateTime.Now))]\nclass Big : Base\n{\n");
    for number in 0..SITES {
        writeln!(
            text,
            "    System.DateTime M{number}() => System.DateTime.Now;"
        )
        .unwrap();
    }
    text.push_str(
        "    class Inner(System.DateTime at = default) : Base(System.DateTime.UtcNow);\n}\n",
    );
    let json = check("Big.cs", text);
    let found = of(&json, "findings", "Big.cs");
    assert_eq!(json["scope"]["incomplete"].as_array().unwrap().len(), 0);
    let lines: Vec<u64> = found
        .iter()
        .map(|one| one["line"].as_u64().unwrap())
        .collect();
    let expected: Vec<u64> = (4..=SITES as u64 + 4).collect();
    assert_eq!(lines, expected);
}

#[test]
fn declarations_in_thousands_of_others_are_told_and_not_followed() {
    for opening in [
        "class C\n{\n",
        "namespace N\n{\n",
        "struct S { class C\n{\n",
    ] {
        let count = opening.matches('{').count();
        let around = |times: usize| {
            let site = "class Inner { System.DateTime now = System.DateTime.Now; }\n";
            let closing = "}".repeat(count * times);
            format!("{}{site}{closing}\n", opening.repeat(times))
        };
        let json = check("Deep.cs", around(200));
        assert_eq!(of(&json, "findings", "Deep.cs").len(), 1, "{json}");
        let json = check("Deep.cs", around(20_000));
        assert_eq!(reason(&json, "Deep.cs"), "too-complex");
        assert_eq!(of(&json, "findings", "Deep.cs").len(), 0, "{json}");
    }
}

#[test]
fn a_member_of_megabytes_is_told_and_not_waited_for() {
    let mut text = String::from(
        "class Big\n{\n    System.DateTime Small() => System.DateTime.Now;\n    void M()\n    {\n",
    );
    while text.len() < 8 << 20 {
        text.push_str("        System.Console.Write(\"a text to write\");\n");
    }
    text.push_str("    }\n}\n");
    let json = check("Big.cs", text);
    assert_eq!(reason(&json, "Big.cs"), "too-complex");
    assert_eq!(of(&json, "incomplete", "Big.cs")[0]["line"], 4);
    assert_eq!(of(&json, "findings", "Big.cs").len(), 1, "{json}");
}

#[test]
fn a_project_that_is_no_xml_is_told_and_its_folder_still_looked_at() {
    let folder = Folder::of(&[("P.csproj", "<Project"), ("Good.cs", CLOCK)]);
    let json = document(&folder);
    assert_eq!(reason(&json, "P.csproj"), "invalid-project");
    assert_eq!(of(&json, "findings", "Good.cs").len(), 1, "{json}");
    // Asked for by name, it is its folder.
    let run = Program::detect().arg("P.csproj").cwd(folder.path()).run();
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(reason(&run.json(), "P.csproj"), "invalid-project");
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_ends() {
    let folder = Folder::of(&[("a/Good.cs", CLOCK)]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
    std::os::unix::fs::symlink("b", folder.path().join("b")).unwrap();
    let json = document(&folder);
    assert_eq!(json["totals"]["findings"], 1, "{json}");
    let reasons: Vec<&Value> = json["scope"]["incomplete"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["reason"])
        .collect();
    assert!(reasons.contains(&&Value::from("link-loop")), "{reasons:?}");
}

#[test]
fn what_is_incomplete_is_shown_even_when_nothing_is_found() {
    let folder = Folder::of(&[("Half.cs", "class A { void M() { File.Exists(")]);
    let run = Program::detect()
        .args([".", "--format", "text"])
        .cwd(folder.path())
        .run();
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.contains("\nIncomplete\n"), "{run}");
    assert!(run.stdout.contains("Half.cs:1"), "{run}");
}
