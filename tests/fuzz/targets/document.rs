//! The document reader: what it takes comes out the same when it is written and read again.

use seamwright_common::contract::{Document, Refused, Totals, pending};

/// The bytes that came in by a pipe.
pub fn document(bytes: &[u8]) {
    let Ok(document) = Document::read(bytes) else {
        return;
    };
    fixed_point(document);
}

/// Writes and reads until nothing changes, which is at once.
pub(super) fn fixed_point(document: Document) {
    let changes = document.changes.clone();
    let (found, totals) = (document.findings.len(), Totals::of(&document.findings));
    let sums = [
        &totals.by_category,
        &totals.by_pattern,
        &totals.by_file,
        &totals.by_project,
    ];
    for counts in sums {
        let sum: u32 = counts.iter().map(|count| count.count).sum();
        assert_eq!(sum as usize, found);
    }
    let once = document.into_json();
    let again = match Document::read(once.as_bytes()) {
        Ok(again) => again.into_json(),
        Err(refused) => panic!("{refused}\n{once}"),
    };
    assert_eq!(once, again);
    // What is pending applies or is refused.
    for there in [None, Some(b"class A { }".to_vec())] {
        let _: Result<_, Refused> = pending(&changes, |_| Ok(there.clone()));
    }
}
