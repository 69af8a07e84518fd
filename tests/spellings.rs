//! Every spelling of an API and every name that hides one, against the C# compiler: the same findings, by position
//! and id.

use std::collections::BTreeMap;

use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;

use crate::harness::{Code, Folder, Options, Program, csharp_or_skip, root};

/// File, line, column.
type Place = (String, u64, u64);

#[test]
fn spellings_and_shadows_are_bound_as_the_compiler_binds_them() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let folder = Folder::copy_of(&root().join("tests/spellings"));
    let code = Code::folder(folder.path());
    let on: Vec<Category> = Category::ALL
        .iter()
        .copied()
        .filter(|category| !category.is_off_by_default())
        .collect();
    let banned = Catalogue::standard().banned_list(BannedList::References, &on);
    let banned: Vec<&str> = banned.lines().collect();
    // The compiler sees one branch of an `#if` at a time.
    let mut expected: BTreeMap<Place, String> = BTreeMap::new();
    for options in [Options::default(), Options::default().define("SOME_SYMBOL")] {
        csharp.compiles(&code, &options);
        for hit in csharp.detect(&code, &banned, &options) {
            if !hit.in_nameof {
                expected.insert((hit.file, hit.line, hit.column), hit.doc_id);
            }
        }
    }
    assert!(
        expected.len() > 90,
        "the compiler found {} sites",
        expected.len()
    );

    let run = Program::detect()
        .args([".", "--format", "json"])
        .cwd(folder.path())
        .run();
    assert_eq!(run.code, 0, "{run}");
    let document = run.json();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let mut found = BTreeMap::new();
    for finding in document["findings"].as_array().unwrap() {
        let place = (
            text(&finding["path"]),
            finding["line"].as_u64().unwrap(),
            finding["column"].as_u64().unwrap(),
        );
        found.insert(place, text(&finding["api"]));
    }
    // The real default of a seam is bound as any other site; only the verdict on it differs.
    for entry in document["not_counted"].as_array().unwrap() {
        let place = (
            text(&entry["path"]),
            entry["line"].as_u64().unwrap(),
            entry["column"].as_u64().unwrap(),
        );
        if text(&entry["reason"]).starts_with("seam-") {
            let meant = expected.get(&place).cloned().unwrap_or_default();
            assert!(
                meant.ends_with(&text(&entry["pattern"])),
                "{entry}: {meant}"
            );
            found.insert(place, meant);
        }
    }
    assert_eq!(
        document["scope"]["incomplete"].as_array().map(Vec::len),
        Some(0),
        "{run}"
    );

    let missed: Vec<_> = expected
        .iter()
        .filter(|(place, _)| !found.contains_key(*place))
        .collect();
    let extra: Vec<_> = found
        .iter()
        .filter(|(place, _)| !expected.contains_key(*place))
        .collect();
    assert!(
        missed.is_empty() && extra.is_empty(),
        "missed {missed:#?}\nextra {extra:#?}"
    );
    for (place, api) in &found {
        // A method group leaves the overload open: then the id has no parameters.
        let meant = &expected[place];
        let open = meant
            .strip_prefix(api.as_str())
            .is_some_and(|rest| rest.starts_with('('));
        assert!(meant == api || open, "{place:?}: {api} for {meant}");
    }
}
