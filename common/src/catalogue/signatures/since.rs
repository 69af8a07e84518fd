//! On which target frameworks a member is there. Known for .NET from 6.0 on, the .NET Framework from 4.6.2 on and
//! .NET Standard 2.0; for what lies between the data doesn't always say.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Signature;

const TABLE: &str = include_str!("../../../data/since.txt");

/// The first framework of a member that isn't everywhere, by its type and its id's part behind it.
pub(super) fn of_member(type_name: &str, tail: &str) -> Option<&'static str> {
    static BY_TYPE: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let rows = BY_TYPE.get_or_init(|| {
        let blocks = TABLE.split("\nT:").skip(1);
        blocks.filter_map(|block| block.split_once('\n')).collect()
    });
    rows.get(type_name)?.lines().find_map(|row| {
        let (framework, members) = row.split_once('\t')?;
        members
            .split('|')
            .any(|one| one == tail)
            .then_some(framework)
    })
}

/// The families of target frameworks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// `netcoreapp2.0`, `net8.0`.
    Core,
    /// `net462`.
    Framework,
    /// `netstandard2.0`.
    Standard,
}

/// A target framework's family and version: `net48` is 4.8.0.
fn parse(target: &str) -> Option<(Family, [u32; 3])> {
    // The platform says nothing about the base library: `net8.0-windows10.0.19041`.
    let target = target.trim().split('-').next()?.to_ascii_lowercase();
    let numbers = |text: &str| {
        let mut version = [0; 3];
        for (slot, part) in version.iter_mut().zip(text.split('.')) {
            *slot = part.parse().ok()?;
        }
        Some(version)
    };
    if let Some(version) = target.strip_prefix("netcoreapp") {
        return Some((Family::Core, numbers(version)?));
    }
    if let Some(version) = target.strip_prefix("netstandard") {
        return Some((Family::Standard, numbers(version)?));
    }
    let version = target.strip_prefix("net")?;
    if version.contains('.') {
        return Some((Family::Core, numbers(version)?));
    }
    let mut digits = [0; 3];
    if version.len() > 3 {
        return None;
    }
    for (slot, digit) in digits.iter_mut().zip(version.chars()) {
        *slot = digit.to_digit(10)?;
    }
    (digits[0] >= 1).then_some((Family::Framework, digits))
}

impl Signature {
    /// Whether the member is there for this target framework (`net8.0`, `net48`, `netstandard2.0`); None when the data
    /// doesn't say.
    pub fn is_on(&self, target: &str) -> Option<bool> {
        let (family, version) = parse(target)?;
        let oldest = match family {
            Family::Core | Family::Standard => [2, 0, 0],
            Family::Framework => [4, 6, 2],
        };
        let Some(since) = self.since else {
            // What is in the oldest ones that the data covers may be in older ones too.
            return (version >= oldest).then_some(true);
        };
        let (first_family, first) = parse(since)?;
        match (first_family, family) {
            (Family::Framework, Family::Core) => (version >= oldest).then_some(true),
            (Family::Framework, Family::Framework) => Some(version >= first),
            // Everything that .NET Standard 2.0 has is in .NET Framework 4.8.
            (_, Family::Framework) => Some(false),
            (Family::Core, Family::Standard) if version <= [2, 0, 0] => Some(false),
            (Family::Core, Family::Core) if version >= first => Some(true),
            (Family::Core, _) if first > [6, 0, 0] => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::signatures::{members, signatures, types};

    #[track_caller]
    fn check(type_name: &str, name: &str, expected: &[(&str, Option<bool>)]) {
        let member = signatures(type_name, name)[0];
        for (target, expected) in expected {
            assert_eq!(member.is_on(target), *expected, "{name} on {target}");
        }
    }

    #[test]
    fn old_members_are_everywhere() {
        check(
            "System.Environment",
            "MachineName",
            &[
                ("net8.0", Some(true)),
                ("net8.0-windows10.0.19041", Some(true)),
                ("netcoreapp3.1", Some(true)),
                ("net462", Some(true)),
                ("net48", Some(true)),
                ("netstandard2.0", Some(true)),
                ("net45", None),
                ("netstandard1.3", None),
                ("sl5", None),
                ("", None),
            ],
        );
    }

    #[test]
    fn newer_members_are_where_they_came() {
        check(
            "System.Environment",
            "ProcessId",
            &[
                ("net6.0", Some(true)),
                ("net5.0", None),
                ("netstandard2.1", None),
                ("netstandard2.0", Some(false)),
                ("net48", Some(false)),
            ],
        );
        check(
            "System.Environment",
            "IsPrivilegedProcess",
            &[
                ("net8.0", Some(true)),
                ("net7.0", Some(false)),
                ("netstandard2.1", Some(false)),
            ],
        );
        check(
            "System.Guid",
            "CreateVersion7",
            &[
                ("net10.0", Some(true)),
                ("net9.0", Some(true)),
                ("net8.0", Some(false)),
            ],
        );
        check(
            "System.AppContext",
            "TargetFrameworkName",
            &[
                ("net472", Some(true)),
                ("net471", Some(false)),
                ("net6.0", Some(true)),
            ],
        );
    }

    #[test]
    fn every_row_speaks_of_members_that_exist() {
        let mut known = 0;
        for type_name in types() {
            known += members(type_name)
                .iter()
                .filter(|one| one.owner == type_name && of_member(type_name, tail(one)).is_some())
                .count();
        }
        let rows = TABLE.lines().filter(|line| line.starts_with("net"));
        let listed: usize = rows.map(|row| row.split('|').count()).sum();
        assert_eq!(known, listed);
        assert!(listed > 800, "{listed}");
    }

    fn tail(signature: &Signature) -> &str {
        &signature.id.as_str()[2 + signature.owner.len() + 1..]
    }
}
