//! Target frameworks: monikers such as `net8.0-windows`, what they support, what the SDK defines for them.
//! Knows nothing of project files.

use std::fmt;

/// The family of a target framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FrameworkKind {
    /// .NET Framework: `net472`.
    NetFramework,
    /// .NET Standard: `netstandard2.0`.
    NetStandard,
    /// .NET Core and .NET 5 and later: `netcoreapp3.1`, `net8.0`.
    NetCore,
    /// Anything else: `uap10.0`, `monoandroid12.0`, portable profiles, a text that isn't a moniker.
    Other,
}

/// A version of up to three numbers.
pub type FrameworkVersion = (u16, u16, u16);

/// One target framework.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetFramework {
    /// The family.
    pub kind: FrameworkKind,
    /// The version; zero for [`FrameworkKind::Other`].
    pub version: FrameworkVersion,
    /// The platform of `net8.0-windows10.0.19041`, in lower case: `windows`.
    pub platform: Option<String>,
    /// Its version as written: `10.0.19041`.
    pub platform_version: Option<String>,
    moniker: String,
}

/// A version of C#. `latest` is the newest one known here, `preview` is above all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LanguageVersion {
    /// 7 of 7.3.
    pub major: u8,
    /// 3 of 7.3.
    pub minor: u8,
}

impl LanguageVersion {
    /// C# 7.3, the default of .NET Framework and .NET Standard 2.0.
    pub const CSHARP_7_3: Self = Self::new(7, 3);
    /// The first with `namespace A;`.
    pub const CSHARP_10: Self = Self::new(10, 0);
    /// The newest released version.
    pub const LATEST: Self = Self::new(14, 0);
    /// `preview`.
    pub const PREVIEW: Self = Self::new(99, 0);

    /// A version by its numbers.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// Reads `LangVersion`: a number, `latest`, `latestMajor`, `preview`, `ISO-1`, `ISO-2`. `None` for
    /// `default`, for nothing and for what isn't known.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "latest" | "latestmajor" => return Some(Self::LATEST),
            "preview" => return Some(Self::PREVIEW),
            "iso-1" => return Some(Self::new(1, 0)),
            "iso-2" => return Some(Self::new(2, 0)),
            _ => {}
        }
        let (major, minor) = text.split_once('.').unwrap_or((&text, "0"));
        Some(Self::new(major.parse().ok()?, minor.parse().ok()?))
    }
}

impl fmt::Display for LanguageVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PREVIEW => f.write_str("preview"),
            Self { major, minor: 0 } => write!(f, "{major}"),
            Self { major, minor } => write!(f, "{major}.{minor}"),
        }
    }
}

const CORE: [FrameworkVersion; 7] = [
    (1, 0, 0),
    (1, 1, 0),
    (2, 0, 0),
    (2, 1, 0),
    (2, 2, 0),
    (3, 0, 0),
    (3, 1, 0),
];
const STANDARD: [FrameworkVersion; 9] = [
    (1, 0, 0),
    (1, 1, 0),
    (1, 2, 0),
    (1, 3, 0),
    (1, 4, 0),
    (1, 5, 0),
    (1, 6, 0),
    (2, 0, 0),
    (2, 1, 0),
];
const FRAMEWORK: [FrameworkVersion; 14] = [
    (2, 0, 0),
    (3, 5, 0),
    (4, 0, 0),
    (4, 5, 0),
    (4, 5, 1),
    (4, 5, 2),
    (4, 6, 0),
    (4, 6, 1),
    (4, 6, 2),
    (4, 7, 0),
    (4, 7, 1),
    (4, 7, 2),
    (4, 8, 0),
    (4, 8, 1),
];

/// Reads a moniker, short (`net8.0-windows`) or long (`.NETFramework,Version=v4.7.2`). Never fails: what isn't
/// understood is [`FrameworkKind::Other`].
pub fn parse_target_framework(text: &str) -> TargetFramework {
    let moniker = text.trim();
    let lower = moniker.to_ascii_lowercase();
    let mut result = TargetFramework {
        kind: FrameworkKind::Other,
        version: (0, 0, 0),
        platform: None,
        platform_version: None,
        moniker: moniker.to_owned(),
    };
    if let Some((identifier, version)) = lower.split_once(",version=v") {
        let version = version.split(',').next().unwrap_or_default();
        if let (Some(kind), Some(version)) = (kind_of(identifier), dotted(version)) {
            (result.kind, result.version) = (kind, version);
        }
        return result;
    }
    let (base, platform) = lower.split_once('-').unwrap_or((&lower, ""));
    let read = if let Some(rest) = base.strip_prefix("netstandard") {
        dotted(rest).map(|version| (FrameworkKind::NetStandard, version))
    } else if let Some(rest) = base.strip_prefix("netcoreapp") {
        dotted(rest).map(|version| (FrameworkKind::NetCore, version))
    } else if let Some(rest) = base.strip_prefix("net") {
        framework_or_core(rest)
    } else {
        None
    };
    let Some((kind, version)) = read else {
        return result;
    };
    (result.kind, result.version) = (kind, version);
    if !platform.is_empty() {
        let digits = platform
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(platform.len());
        let (name, version) = platform.split_at(digits);
        result.platform = Some(name.to_owned());
        result.platform_version = (!version.is_empty()).then(|| version.to_owned());
    }
    result
}

fn kind_of(identifier: &str) -> Option<FrameworkKind> {
    match identifier.to_ascii_lowercase().as_str() {
        ".netframework" => Some(FrameworkKind::NetFramework),
        ".netstandard" => Some(FrameworkKind::NetStandard),
        ".netcoreapp" => Some(FrameworkKind::NetCore),
        _ => None,
    }
}

/// `472` is .NET Framework 4.7.2, `8.0` is .NET 8, `4.7.2` (seen in the wild) again .NET Framework.
fn framework_or_core(rest: &str) -> Option<(FrameworkKind, FrameworkVersion)> {
    if rest.contains('.') {
        let version = dotted(rest)?;
        let kind = if version.0 < 5 {
            FrameworkKind::NetFramework
        } else {
            FrameworkKind::NetCore
        };
        return Some((kind, version));
    }
    if rest.is_empty() || rest.len() > 3 || !rest.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digit = |at: usize| {
        rest.as_bytes()
            .get(at)
            .map_or(0, |byte| u16::from(byte - b'0'))
    };
    // `net5` is accepted for `net5.0`; `net10` and `net11` are .NET Framework 1.0 and 1.1.
    if rest.len() == 1 && digit(0) >= 5 {
        return Some((FrameworkKind::NetCore, (digit(0), 0, 0)));
    }
    Some((FrameworkKind::NetFramework, (digit(0), digit(1), digit(2))))
}

fn dotted(text: &str) -> Option<FrameworkVersion> {
    let mut parts = text.split('.').map(|part| part.parse::<u16>().ok());
    let version = (
        parts.next()??,
        parts.next().unwrap_or(Some(0))?,
        parts.next().unwrap_or(Some(0))?,
    );
    parts.next().is_none().then_some(version)
}

impl TargetFramework {
    /// The framework of an old project: identifier and version apart.
    pub fn from_identifier(identifier: &str, version: &str) -> Self {
        let number = version.trim().trim_start_matches(['v', 'V']);
        match (kind_of(identifier), dotted(number)) {
            (Some(FrameworkKind::NetFramework), Some(_)) => {
                parse_target_framework(&format!("net{}", number.replace('.', "")))
            }
            (Some(FrameworkKind::NetStandard), Some(_)) => {
                parse_target_framework(&format!("netstandard{number}"))
            }
            (Some(FrameworkKind::NetCore), Some(version)) => {
                let name = if version.0 < 5 { "netcoreapp" } else { "net" };
                parse_target_framework(&format!("{name}{number}"))
            }
            _ => parse_target_framework(&format!("{identifier},Version=v{number}")),
        }
    }

    /// The moniker as it was written.
    pub fn moniker(&self) -> &str {
        &self.moniker
    }

    /// The long name that `MSBuild` conditions compare: `.NETCoreApp`.
    pub fn identifier(&self) -> &'static str {
        match self.kind {
            FrameworkKind::NetFramework => ".NETFramework",
            FrameworkKind::NetStandard => ".NETStandard",
            FrameworkKind::NetCore => ".NETCoreApp",
            FrameworkKind::Other => "",
        }
    }

    /// The version as `MSBuild` writes it: `8.0`, `4.7.2`.
    pub fn version_text(&self) -> String {
        match self.version {
            (major, minor, 0) => format!("{major}.{minor}"),
            (major, minor, patch) => format!("{major}.{minor}.{patch}"),
        }
    }

    /// Whether `System.TimeProvider` is built in: .NET 8 and later.
    pub fn has_time_provider(&self) -> bool {
        self.kind == FrameworkKind::NetCore && self.version >= (8, 0, 0)
    }

    /// Whether a project on this framework can use what is made for `other`, by the rules of `NuGet`.
    pub fn supports(&self, other: &str) -> bool {
        self.supports_framework(&parse_target_framework(other))
    }

    /// As [`Self::supports`].
    pub fn supports_framework(&self, other: &Self) -> bool {
        if other.platform.is_some() && other.platform != self.platform {
            return false;
        }
        match (self.kind, other.kind) {
            (FrameworkKind::Other, FrameworkKind::Other) => {
                self.moniker.eq_ignore_ascii_case(&other.moniker)
            }
            (FrameworkKind::Other, _) | (_, FrameworkKind::Other) => false,
            (mine, theirs) if mine == theirs => self.version >= other.version,
            (FrameworkKind::NetCore, FrameworkKind::NetStandard) => {
                other.version <= self.standard_of_core()
            }
            (FrameworkKind::NetFramework, FrameworkKind::NetStandard) => {
                other.version <= self.standard_of_framework()
            }
            _ => false,
        }
    }

    fn standard_of_core(&self) -> FrameworkVersion {
        match self.version {
            version if version >= (3, 0, 0) => (2, 1, 0),
            version if version >= (2, 0, 0) => (2, 0, 0),
            _ => (1, 6, 0),
        }
    }

    fn standard_of_framework(&self) -> FrameworkVersion {
        match self.version {
            version if version >= (4, 6, 1) => (2, 0, 0),
            version if version >= (4, 6, 0) => (1, 3, 0),
            version if version >= (4, 5, 1) => (1, 2, 0),
            version if version >= (4, 5, 0) => (1, 1, 0),
            _ => (0, 0, 0),
        }
    }

    /// The symbols that an SDK project gets without asking.
    pub fn implicit_defines(&self) -> Vec<String> {
        let mut defines = Vec::new();
        let at_least = |prefix: &str, known: &[FrameworkVersion], dots: &str| -> Vec<String> {
            known
                .iter()
                .filter(|version| self.version >= **version)
                .map(|version| format!("{prefix}{}_OR_GREATER", joined(*version, dots)))
                .collect()
        };
        match self.kind {
            FrameworkKind::NetCore => {
                defines.push("NETCOREAPP".to_owned());
                defines.extend(at_least("NETCOREAPP", &CORE, "_"));
                if self.version < (5, 0, 0) {
                    defines.push(format!("NETCOREAPP{}", joined(self.version, "_")));
                } else {
                    defines.push("NET".to_owned());
                    defines.push(format!("NET{}", joined(self.version, "_")));
                    // A hostile moniker may say net65535.0.
                    for major in 5..=self.version.0.min(99) {
                        defines.push(format!("NET{major}_0_OR_GREATER"));
                    }
                }
            }
            FrameworkKind::NetStandard => {
                defines.push("NETSTANDARD".to_owned());
                defines.push(format!("NETSTANDARD{}", joined(self.version, "_")));
                defines.extend(at_least("NETSTANDARD", &STANDARD, "_"));
            }
            FrameworkKind::NetFramework => {
                defines.push("NETFRAMEWORK".to_owned());
                defines.push(format!("NET{}", joined(self.version, "")));
                defines.extend(at_least("NET", &FRAMEWORK, ""));
            }
            FrameworkKind::Other => {}
        }
        if let Some(platform) = &self.platform {
            let platform = platform.to_ascii_uppercase();
            if let Some(version) = &self.platform_version {
                let version = version.replace('.', "_");
                defines.push(format!("{platform}{version}"));
                defines.push(format!("{platform}{version}_OR_GREATER"));
            }
            defines.push(platform);
        }
        defines
    }

    /// The language version of a project that doesn't set one.
    pub fn default_language(&self) -> LanguageVersion {
        match self.kind {
            FrameworkKind::NetCore => match self.version.0 {
                0..=2 => LanguageVersion::CSHARP_7_3,
                3 => LanguageVersion::new(8, 0),
                major @ 5..=10 => LanguageVersion::new((major + 4) as u8, 0),
                _ => LanguageVersion::LATEST,
            },
            FrameworkKind::NetStandard if self.version >= (2, 1, 0) => LanguageVersion::new(8, 0),
            _ => LanguageVersion::CSHARP_7_3,
        }
    }
}

fn joined((major, minor, patch): FrameworkVersion, between: &str) -> String {
    if patch == 0 {
        format!("{major}{between}{minor}")
    } else {
        format!("{major}{between}{minor}{between}{patch}")
    }
}

impl fmt::Display for TargetFramework {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.moniker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moniker: &str, kind: FrameworkKind, version: FrameworkVersion) {
        let framework = parse_target_framework(moniker);
        assert_eq!(
            (framework.kind, framework.version),
            (kind, version),
            "{moniker}"
        );
    }

    #[test]
    fn monikers_of_all_families() {
        check("net8.0", FrameworkKind::NetCore, (8, 0, 0));
        check("net10.0", FrameworkKind::NetCore, (10, 0, 0));
        check("NET5", FrameworkKind::NetCore, (5, 0, 0));
        check("netcoreapp3.1", FrameworkKind::NetCore, (3, 1, 0));
        check("netstandard2.0", FrameworkKind::NetStandard, (2, 0, 0));
        check("net472", FrameworkKind::NetFramework, (4, 7, 2));
        check("net40", FrameworkKind::NetFramework, (4, 0, 0));
        check("net48", FrameworkKind::NetFramework, (4, 8, 0));
        check(
            ".NETFramework,Version=v4.6.1",
            FrameworkKind::NetFramework,
            (4, 6, 1),
        );
        check("uap10.0", FrameworkKind::Other, (0, 0, 0));
        check("", FrameworkKind::Other, (0, 0, 0));
        check("net", FrameworkKind::Other, (0, 0, 0));
        check("net99999", FrameworkKind::Other, (0, 0, 0));
        check("net8.0.1.2", FrameworkKind::Other, (0, 0, 0));
    }

    #[test]
    fn a_platform_is_apart_from_the_framework() {
        let framework = parse_target_framework("net8.0-windows10.0.19041.0");
        assert_eq!(framework.platform.as_deref(), Some("windows"));
        assert_eq!(framework.platform_version.as_deref(), Some("10.0.19041.0"));
        assert!(framework.has_time_provider());
        assert!(framework.supports("net6.0"));
        assert!(!parse_target_framework("net8.0").supports("net8.0-windows"));
    }

    #[test]
    fn time_provider_comes_with_net_8() {
        for (moniker, has) in [
            ("net8.0", true),
            ("net10.0", true),
            ("net7.0", false),
            ("net48", false),
            ("netstandard2.1", false),
        ] {
            assert_eq!(
                parse_target_framework(moniker).has_time_provider(),
                has,
                "{moniker}"
            );
        }
    }

    #[test]
    fn standard_is_supported_from_the_right_version_on() {
        for (project, wanted, expected) in [
            ("net8.0", "netstandard2.1", true),
            ("netcoreapp2.1", "netstandard2.1", false),
            ("net461", "netstandard2.0", true),
            ("net46", "netstandard2.0", false),
            ("net472", "netstandard2.1", false),
            ("netstandard2.0", "net8.0", false),
            ("net8.0", "net472", false),
            ("net6.0", "net8.0", false),
        ] {
            assert_eq!(
                parse_target_framework(project).supports(wanted),
                expected,
                "{project} {wanted}"
            );
        }
    }

    #[test]
    fn symbols_are_those_of_the_sdk() {
        let of = |moniker: &str| parse_target_framework(moniker).implicit_defines().join(" ");
        assert_eq!(
            of("net6.0"),
            "NETCOREAPP NETCOREAPP1_0_OR_GREATER NETCOREAPP1_1_OR_GREATER NETCOREAPP2_0_OR_GREATER \
             NETCOREAPP2_1_OR_GREATER NETCOREAPP2_2_OR_GREATER NETCOREAPP3_0_OR_GREATER NETCOREAPP3_1_OR_GREATER \
             NET NET6_0 NET5_0_OR_GREATER NET6_0_OR_GREATER"
        );
        assert!(of("net472").contains("NET472 NET20_OR_GREATER"));
        assert!(of("net472").ends_with("NET471_OR_GREATER NET472_OR_GREATER"));
        assert!(of("netstandard2.0").ends_with("NETSTANDARD2_0_OR_GREATER"));
        assert!(of("net8.0-windows").ends_with(" WINDOWS"));
        assert!(of("net65535.0").len() < 4000);
    }

    #[test]
    fn default_language_follows_the_framework() {
        for (moniker, language) in [
            ("net472", "7.3"),
            ("netstandard2.1", "8"),
            ("net6.0", "10"),
            ("net8.0", "12"),
            ("net10.0", "14"),
        ] {
            assert_eq!(
                parse_target_framework(moniker)
                    .default_language()
                    .to_string(),
                language
            );
        }
        assert_eq!(
            LanguageVersion::parse("7.3"),
            Some(LanguageVersion::CSHARP_7_3)
        );
        assert_eq!(LanguageVersion::parse("default"), None);
        assert!(LanguageVersion::parse("preview") > LanguageVersion::parse("latest"));
    }
}
