//! What the package `System.IO.Abstractions` has, by version and target framework: the members of its interfaces and the
//! types in its namespace. Knows nothing of which project refers to it.
//!
//! The package is built for several frameworks, and a project gets what was built for the highest that it supports: one
//! for net7.0 gets from version 22 on what was built for net6.0.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use crate::project::{FrameworkKind, parse_target_framework};

/// Its id.
pub const PACKAGE: &str = "System.IO.Abstractions";
/// The packages that bring both the interface and the real thing, those that bring another of them along too.
pub const PACKAGES: &[&str] = &[
    PACKAGE,
    "TestableIO.System.IO.Abstractions.Wrappers",
    TESTING,
    "TestableIO.System.IO.Abstractions.TestingHelpers",
];
/// The id of the package with the doubles.
pub const TESTING: &str = "System.IO.Abstractions.TestingHelpers";
/// Its namespace.
pub const NAMESPACE: &str = "System.IO.Abstractions";
/// The full name of the interface.
pub const INTERFACE: &str = "System.IO.Abstractions.IFileSystem";
/// The full name of the real thing.
pub const CLASS: &str = "System.IO.Abstractions.FileSystem";

/// The first version in which files, folders and streams are made by `New` and streams are `FileSystemStream`s. The
/// sources have it as 17.2.26, but that tag was not released as such.
pub const MODERN: Version = Version(18, 0, 1);

/// The public types in its namespace, of whatever version.
const TYPES: &[&str] = &[
    "DirectoryAclExtensions",
    "DirectoryBase",
    "DirectoryInfoAclExtensions",
    "DirectoryInfoBase",
    "DirectoryInfoWrapper",
    "DirectoryWrapper",
    "DriveInfoBase",
    "DriveInfoWrapper",
    "FileAclExtensions",
    "FileBase",
    "FileInfoAclExtensions",
    "FileInfoBase",
    "FileInfoWrapper",
    "FileStreamAclExtensions",
    "FileSystem",
    "FileSystemBase",
    "FileSystemInfoBase",
    "FileSystemStream",
    "FileSystemWatcherBase",
    "FileSystemWatcherFactory",
    "FileSystemWatcherWrapper",
    "FileVersionInfoBase",
    "FileWrapper",
    "IDirectory",
    "IDirectoryInfo",
    "IDirectoryInfoFactory",
    "IDriveInfo",
    "IDriveInfoFactory",
    "IFile",
    "IFileInfo",
    "IFileInfoFactory",
    "IFileStreamFactory",
    "IFileSystem",
    "IFileSystemAclSupport",
    "IFileSystemEntity",
    "IFileSystemInfo",
    "IFileSystemWatcher",
    "IFileSystemWatcherFactory",
    "IFileVersionInfo",
    "IFileVersionInfoFactory",
    "IPath",
    "IWaitForChangedResult",
    "PathBase",
    "PathWrapper",
];

/// Namespaces of other libraries that have a type of one of these names.
pub const RIVALS: &[&str] = &[
    "Cake.Core.IO",
    "Microsoft.VisualBasic",
    "Microsoft.VisualBasic.FileIO",
    "ServiceStack.IO",
];

/// The names of the types in its namespace.
pub fn types() -> &'static [&'static str] {
    TYPES
}

/// Whether this is the full name of one of its types.
pub fn has_type(full_name: &str) -> bool {
    let simple = full_name
        .strip_prefix(NAMESPACE)
        .and_then(|rest| rest.strip_prefix('.'));
    simple.is_some_and(|simple| TYPES.binary_search(&simple).is_ok())
}

/// A version: major, minor, patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl Version {
    /// The lowest version that what stands in a project file allows; a restore takes that one or a later one: `21.0.2`,
    /// `[18.0,)`, `21.*`. `None` where nothing is certain: `*`, `(,5]`, `$(Unknown)`.
    pub fn lowest(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches(['[', '(']);
        let first = text.split([',', ']', ')']).next()?.trim();
        let numbers = first.split(['-', '+']).next()?;
        let mut parts = numbers.split('.').map(|part| match part {
            "*" => Some(0),
            part => part.parse::<u32>().ok(),
        });
        if numbers.starts_with('*') {
            return None;
        }
        let major = parts.next()??;
        let mut rest = || parts.next().unwrap_or(Some(0));
        Some(Self(major, rest()?, rest()?))
    }
}

/// A framework that the package is built for, in the order in which one has what the one before has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asset {
    Standard20,
    Standard21,
    Core(u32),
}

impl Asset {
    fn of(framework: &str) -> Option<Self> {
        let framework = parse_target_framework(framework);
        match (framework.kind, framework.version) {
            (FrameworkKind::NetStandard, (2, 0, _)) | (FrameworkKind::NetCore, (2, ..)) => {
                Some(Self::Standard20)
            }
            (FrameworkKind::NetStandard, (2, ..)) | (FrameworkKind::NetCore, (3, ..)) => {
                Some(Self::Standard21)
            }
            (FrameworkKind::NetCore, (major @ 5.., ..)) => Some(Self::Core(u32::from(major))),
            // What is built for the .NET Framework has the same as what is built for the standard.
            (FrameworkKind::NetFramework, version) => {
                (version >= (4, 6, 1)).then_some(Self::Standard20)
            }
            _ => None,
        }
    }

    /// What a project for `framework` gets from a version.
    fn given(version: Version, framework: &str) -> Option<Self> {
        let wanted = Self::of(framework)?;
        let built: &[(Version, &[u32])] = &[
            (Version(22, 1, 0), &[6, 8, 9, 10]),
            (Version(22, 0, 9), &[6, 8, 9]),
            (Version(21, 2, 12), &[6, 7, 8, 9]),
            (Version(20, 0, 4), &[6, 7, 8]),
            (Version(19, 2, 87), &[5, 6, 7, 8]),
            (Version(19, 1, 1), &[5, 6, 7]),
            (Version(16, 1, 1), &[5, 6]),
            (Version(13, 0, 1), &[5]),
        ];
        let (_, cores) = built.iter().find(|(since, _)| version >= *since)?;
        let cores = cores.iter().copied().map(Self::Core);
        let all = [Self::Standard20, Self::Standard21]
            .into_iter()
            .chain(cores);
        all.filter(|one| *one <= wanted).max()
    }
}

/// A member that an interface has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The simple name of what it gives, where that is a type of the package: `FileSystemStream`, `IFileInfo[]`.
    pub value: Option<&'static str>,
}

#[derive(Clone, Copy)]
struct Row {
    since: Version,
    asset: Asset,
    value: Option<&'static str>,
}

fn rows() -> &'static BTreeMap<&'static str, Row> {
    static ROWS: OnceLock<BTreeMap<&'static str, Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows = BTreeMap::new();
        let mut group = None;
        for line in include_str!("../../data/io-abstractions.txt").lines() {
            if let Some(head) = line.strip_prefix('@') {
                group = head.split_once(' ').and_then(|(version, framework)| {
                    Some((Version::lowest(version)?, Asset::of(framework)?))
                });
            } else if let Some((since, asset)) = group.filter(|_| !line.starts_with('#')) {
                let (member, value) = line
                    .split_once(' ')
                    .map_or((line, None), |(member, value)| (member, Some(value)));
                let row = Row {
                    since,
                    asset,
                    value,
                };
                rows.insert(member, row);
            }
        }
        rows
    })
}

/// The member with this key that each of `frameworks` gets from a version: `IFile.Exists(System.String)`,
/// `IFileInfo.Length`. What `IFileSystemInfo` has counts for those that derive from it.
pub fn member(key: &str, version: Version, frameworks: &[String]) -> Option<Member> {
    let inherited = || {
        let (interface, name) = key.split_once('.')?;
        let derived = matches!(interface, "IFileInfo" | "IDirectoryInfo");
        derived.then(|| format!("IFileSystemInfo.{name}"))
    };
    let row = rows()
        .get(key)
        .or_else(|| rows().get(inherited()?.as_str()))?;
    let there = |framework: &String| {
        version >= row.since
            && Asset::given(version, framework).is_some_and(|asset| asset >= row.asset)
    };
    frameworks
        .iter()
        .all(there)
        .then_some(Member { value: row.value })
}

/// Whether the package can be used from all of these frameworks in that version.
pub fn supports(version: Version, frameworks: &[String]) -> bool {
    let lowest = match version {
        Version(22.., ..) => (4, 7, 2),
        Version(20.., ..) => (4, 6, 2),
        _ => (4, 6, 1),
    };
    frameworks.iter().all(|framework| {
        let own = parse_target_framework(framework);
        let old = own.kind == FrameworkKind::NetFramework && own.version < lowest;
        !old && Asset::given(version, framework).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::signatures::{MemberKind, members};

    #[track_caller]
    fn check(key: &str, version: &str, framework: &str, expected: &str) {
        let version = Version::lowest(version).unwrap();
        let found = member(key, version, &[framework.to_owned()]);
        let found = found.map_or("none", |found| found.value.unwrap_or("as before"));
        assert_eq!(found, expected, "{key}");
    }

    #[test]
    fn versions_are_read_as_project_files_write_them() {
        for (text, expected) in [
            ("21.0.2", Some(Version(21, 0, 2))),
            ("22.0.16-pre.1", Some(Version(22, 0, 16))),
            ("[18.0,)", Some(Version(18, 0, 0))),
            ("[19.2.4]", Some(Version(19, 2, 4))),
            ("21.*", Some(Version(21, 0, 0))),
            ("*", None),
            ("(,5]", None),
            ("$(Io)", None),
            ("", None),
        ] {
            assert_eq!(Version::lowest(text), expected, "{text}");
        }
    }

    #[test]
    fn members_come_with_a_version_and_a_framework() {
        let exists = "IFile.Exists(System.String)";
        check(exists, "13.0.1", "net461", "as before");
        check(exists, "22.0.16", "net8.0-windows", "as before");
        check(exists, "12.0.1", "net8.0", "none");
        check(exists, "22.0.16", "net45", "none");
        check("IPath.Exists(System.String)", "18.0.1", "net8.0", "none");
        check(
            "IPath.Exists(System.String)",
            "19.1.1",
            "net8.0",
            "as before",
        );
        check("IPath.Exists(System.String)", "19.1.1", "net6.0", "none");
        // From 22 on nothing is built for net7.0.
        check("IPath.Exists(System.String)", "22.0.9", "net7.0", "none");
        check(
            "IPath.Exists(System.String)",
            "21.3.1",
            "net7.0",
            "as before",
        );
        let stream = "IFile.OpenRead(System.String)";
        check(stream, "21.0.2", "net472", "FileSystemStream");
        check("IFileInfo.Name", "21.0.2", "net8.0", "as before");
        check("IFileInfo.Nope", "21.0.2", "net8.0", "none");
    }

    #[test]
    fn the_package_can_be_used_from_what_it_is_built_for() {
        let all = |frameworks: &[&str]| {
            let frameworks: Vec<String> = frameworks.iter().map(|one| (*one).to_owned()).collect();
            supports(Version(22, 0, 16), &frameworks)
        };
        assert!(all(&["net8.0", "netstandard2.0", "net472", "net6"]));
        assert!(!all(&["net8.0", "net462"]));
        assert!(!all(&["netstandard1.6"]));
        assert!(!all(&["net40"]));
    }

    #[test]
    fn the_newest_version_has_every_member_of_file_and_directory_but_a_few() {
        // Handles, access control and what came with .NET 9 after the table of signatures was made.
        let absent = |interface: &str, type_name: &str| {
            let all = members(type_name).iter();
            let methods = all.filter(|one| {
                one.owner == type_name && one.is_static && one.kind == MemberKind::Method
            });
            let keys = methods.map(|one| format!("{interface}.{}{}", one.name, one.parameter_list));
            let framework = ["net10.0".to_owned()];
            let newest = Version(22, 2, 0);
            keys.filter(|key| member(key, newest, &framework).is_none())
                .collect::<Vec<String>>()
        };
        let directory: Vec<String> = absent("IDirectory", "System.IO.Directory");
        assert!(directory.is_empty(), "{directory:?}");
        let file = absent("IFile", "System.IO.File");
        let known = |key: &String| key.contains("OpenHandle(") || key.contains("String[]");
        assert!(file.iter().all(known), "{file:?}");
    }

    #[test]
    fn the_names_can_be_searched() {
        assert!(TYPES.is_sorted());
        assert!(has_type(INTERFACE) && has_type(CLASS));
        assert!(!has_type("System.IO.FileSystem") && !has_type("IFileSystem"));
    }
}
