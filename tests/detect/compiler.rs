//! What is found, compared with what the C# compiler binds.

use std::collections::BTreeSet;

use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;

use super::on_sample;
use crate::harness::{Code, Hit, Options, csharp_or_skip, root};

/// A reference: path, line, column, and the id without parameters.
type Reference = (String, u64, u64, String);

fn without_parameters(id: &str) -> String {
    id.split('(').next().unwrap_or(id).to_owned()
}

#[test]
fn static_references_and_constructions_are_those_that_the_compiler_sees() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let categories: Vec<Category> = Category::ALL
        .iter()
        .copied()
        .filter(|one| !one.is_off_by_default())
        .collect();
    let catalogue = Catalogue::standard();
    let mut banned = catalogue.banned_list(BannedList::References, &categories);
    banned.push_str(&catalogue.banned_list(BannedList::Conditional, &categories));
    let banned: Vec<&str> = banned.lines().collect();
    let options = Options::default().stub("all");
    let code = Code::folder(root().join("tests/sample/src"));
    let hits = csharp.detect(&code, &banned, &options);
    let reference = |hit: &Hit| {
        (
            format!("src/{}", hit.file),
            hit.line,
            hit.column,
            without_parameters(&hit.doc_id),
        )
    };
    let expected: BTreeSet<Reference> = hits
        .iter()
        .filter(|hit| !hit.in_nameof && !hit.file.ends_with(".g.cs"))
        .map(reference)
        .collect();

    let json = on_sample(&[]).json();
    let found: BTreeSet<Reference> = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        // Members of an object that was made here are references to no static.
        .filter(|finding| {
            let constructed = finding["provenance"] == "constructed";
            !constructed || finding["pattern"].as_str().unwrap().starts_with("new ")
        })
        .map(|finding| {
            let place = |key: &str| finding[key].as_u64().unwrap();
            let path = finding["path"].as_str().unwrap().to_owned();
            let id = without_parameters(finding["api"].as_str().unwrap());
            (path, place("line"), place("column"), id)
        })
        .collect();
    let place = |path: &str, line, column, id: &str| {
        (
            format!("src/Harborline.{path}"),
            line,
            column,
            id.to_owned(),
        )
    };
    let only_here: Vec<&Reference> = found.difference(&expected).collect();
    // The branch of an `#if` that isn't compiled.
    let inactive = place(
        "Infrastructure/Storage/RetentionPolicy.cs",
        16,
        19,
        "P:System.DateTime.Now",
    );
    assert_eq!(only_here, [&inactive]);
    let only_there: Vec<&Reference> = expected.difference(&found).collect();
    // Two defaults of seams, which the compiler can't tell.
    let output = place(
        "Core/Billing/ReceiptPrinter.cs",
        11,
        16,
        "P:System.Console.Out",
    );
    let id = place(
        "Infrastructure/Auditing/AuditLog.cs",
        13,
        16,
        "M:System.Guid.NewGuid",
    );
    assert_eq!(only_there, [&output, &id]);
}
