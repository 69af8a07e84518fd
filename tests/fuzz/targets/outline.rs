//! The outline: whatever it takes for a declaration lies in the file and around what it says it holds.

use seamwright_common::outline::{Outline, TypeId};
use seamwright_common::text::TextRange;

/// Any text.
pub fn outline(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    check(&text);
}

/// Checks the outline of `text`.
pub(super) fn check(text: &str) {
    let outline = Outline::of(text);
    let inside = |range: TextRange| {
        assert!(text.get(range.as_range()).is_some(), "{range}: {text:?}");
    };
    let all = outline.types().len() + outline.members().len() + outline.usings().len();
    assert!(all <= text.len() + 1, "{all} declarations: {text:?}");
    for using in outline.usings() {
        inside(using.range);
        assert!((using.namespace.0 as usize) < outline.namespaces().len());
    }
    for alias in outline.extern_aliases() {
        inside(alias.range);
    }
    for (at, namespace) in outline.namespaces().iter().enumerate() {
        inside(namespace.range);
        inside(namespace.body);
        assert!(namespace.range.contains_range(namespace.body));
        assert!(at == 0 || (namespace.parent.0 as usize) < at);
    }
    let mut members = 0;
    for (at, declared) in outline.types().iter().enumerate() {
        let id = TypeId(at as u32);
        inside(declared.range);
        inside(declared.name_range);
        assert!(declared.range.contains_range(declared.name_range));
        if let Some(body) = declared.body {
            inside(body);
            assert!(declared.range.contains_range(body), "{body}: {text:?}");
        }
        assert!((declared.namespace.0 as usize) < outline.namespaces().len());
        assert!(declared.parent.is_none_or(|parent| parent < id));
        let own = outline.members_of(id);
        assert!(own.iter().all(|member| member.owner == id));
        members += own.len();
        for nested in outline.nested_types(id) {
            assert_eq!(outline.type_(nested).parent, Some(id));
        }
        let _ = outline.full_name(id);
    }
    assert_eq!(members, outline.members().len());
    for member in outline.members() {
        inside(member.range);
        inside(member.name_range);
        for part in [member.body, member.initializer].into_iter().flatten() {
            inside(part);
            assert!(member.range.contains_range(part), "{part}: {text:?}");
        }
        for parameter in outline.parameters(member.parameters) {
            let _ = outline.text(parameter.name);
        }
    }
    if let Some(statements) = outline.top_level_statements() {
        inside(statements);
    }
    for at in [0, text.len() / 3, text.len() / 2, text.len()] {
        let around = outline.type_at(at);
        assert!(around.is_none_or(|id| outline.type_(id).range.contains(at)));
        assert!((outline.namespace_at(at).0 as usize) < outline.namespaces().len());
    }
}
