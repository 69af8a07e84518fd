//! Clocks that the project declares itself: noted, not used.

use seamwright_common::binding::FileId;
use seamwright_common::outline::{MemberKind, TypeKind};
use seamwright_common::seam::code::Code;

/// Interfaces with a `UtcNow` or `Now` that gives a `DateTime` or `DateTimeOffset`, by full name and file.
pub(crate) fn own_clocks(code: &Code) -> Vec<(String, FileId)> {
    let mut found = Vec::new();
    for (file, _) in code.files() {
        let outline = code.names().outline(file);
        for (index, declared) in outline.types().iter().enumerate() {
            if declared.kind != TypeKind::Interface {
                continue;
            }
            let id = seamwright_common::outline::TypeId(index as u32);
            let reads_clock = outline.members_of(id).iter().any(|member| {
                let ty = outline.text(member.result);
                let ty = ty.rsplit('.').next().unwrap_or(ty);
                member.kind == MemberKind::Property
                    && matches!(outline.text(member.name), "UtcNow" | "Now")
                    && matches!(ty, "DateTime" | "DateTimeOffset")
            });
            if reads_clock {
                found.push((outline.full_name(id), file));
            }
        }
    }
    found
}
