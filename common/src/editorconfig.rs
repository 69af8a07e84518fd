//! Severities out of `.editorconfig` files: `dotnet_diagnostic.seamwright.time.severity = none`. Pure; knows nothing of
//! the disk. Lines are read as the C# compiler reads them, which passes over what it doesn't understand; only what
//! speaks of our rules is worth a complaint.

mod global;

use std::collections::BTreeMap;
use std::path::Path;

use crate::finding::Category;
use crate::rule::{RuleId, Severity};

pub use global::GlobalConfig;

/// A longer pattern is passed over.
const MAX_PATTERN: usize = 2_000;

/// What a file says of a rule or a group of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// It weighs this much.
    Severity(Severity),
    /// It doesn't count: `none` or `silent`.
    Off,
    /// As if nothing were said: `default`.
    Default,
}

/// A line of ours that isn't understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// From 1.
    pub line: u32,
    /// A fragment that names what was found and what was expected.
    pub what: String,
}

/// One file.
#[derive(Debug, Default)]
pub struct EditorConfig {
    is_root: bool,
    sections: Vec<Section>,
    complaints: Vec<Complaint>,
}

#[derive(Debug)]
struct Section {
    pattern: Option<Pattern>,
    settings: Vec<(String, Setting)>,
}

struct Pattern(ec4rs::Section);

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pattern")
    }
}

impl EditorConfig {
    /// Reads a file.
    pub fn read(text: &str) -> Self {
        let mut read = Self::default();
        let mut is_preamble = true;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            if let Some(pattern) = header(line) {
                is_preamble = false;
                let short = pattern.len() <= MAX_PATTERN;
                read.sections.push(Section {
                    pattern: short.then(|| Pattern(ec4rs::Section::new(pattern))),
                    settings: Vec::new(),
                });
                continue;
            }
            let Some((key, value)) = pair(line) else {
                continue;
            };
            if is_preamble {
                read.is_root |= key == "root" && value == "true";
                continue;
            }
            match setting(&key, &value) {
                Some(Ok(pair)) => {
                    if let Some(section) = read.sections.last_mut() {
                        section.settings.push(pair);
                    }
                }
                Some(Err(what)) => read.complaints.push(Complaint {
                    line: index as u32 + 1,
                    what,
                }),
                None => {}
            }
        }
        read.sections.retain(|section| !section.settings.is_empty());
        read
    }

    /// Whether files in folders above don't matter.
    pub fn is_root(&self) -> bool {
        self.is_root
    }

    /// Lines that speak of our rules and aren't understood.
    pub fn complaints(&self) -> &[Complaint] {
        &self.complaints
    }
}

/// What all files together say of the rules in one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(BTreeMap<String, Setting>);

impl Settings {
    /// What a list of rules and groups of rules in lower case says.
    pub fn of_list(list: &[(String, Setting)]) -> Self {
        Self(list.iter().cloned().collect())
    }

    /// These, and where they say nothing those of `base`.
    #[must_use]
    pub fn over(mut self, base: &Self) -> Self {
        for (rule, setting) in &base.0 {
            self.0.entry(rule.clone()).or_insert(*setting);
        }
        self
    }

    /// Takes in a file; those of outer folders come first. `path` is the source as seen from the file's folder.
    pub fn take(&mut self, file: &EditorConfig, path: &str) {
        for Section { pattern, settings } in &file.sections {
            let applies = pattern
                .as_ref()
                .is_some_and(|pattern| pattern.0.applies_to(Path::new(path)));
            if applies {
                self.0.extend(settings.iter().cloned());
            }
        }
    }

    /// What they say of a rule. The narrowest group decides, whichever file speaks of it.
    pub fn of(&self, rule: &RuleId) -> Option<Setting> {
        if self.0.is_empty() {
            return None;
        }
        rule.groups()
            .find_map(|group| self.0.get(&group.to_lowercase()).copied())
    }
}

/// The pattern of `[pattern]`; a comment may stand behind it.
fn header(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('[')?;
    let end = inner.rfind(']')?;
    let behind = inner[end + 1..].trim_start();
    (behind.is_empty() || behind.starts_with(['#', ';'])).then(|| &inner[..end])
}

/// `key = value` or `key: value` in lower case; a comment may stand behind the value.
fn pair(line: &str) -> Option<(String, String)> {
    let (key, value) = line.split_once(['=', ':'])?;
    let value = value.split([';', '#']).next().unwrap_or(value);
    Some((key.trim().to_lowercase(), value.trim().to_lowercase()))
}

/// What a line says of a rule; `None` when it doesn't speak of ours.
fn setting(key: &str, value: &str) -> Option<Result<(String, Setting), String>> {
    let rule = key
        .strip_prefix("dotnet_diagnostic.")?
        .strip_suffix(".severity")?;
    rule.strip_prefix(RuleId::PREFIX)
        .filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
    Some(rule_setting(rule, value))
}

/// What a value says of a rule, both in lower case; or what is wrong with them.
pub(crate) fn rule_setting(rule: &str, value: &str) -> Result<(String, Setting), String> {
    let rest = rule.strip_prefix(RuleId::PREFIX).unwrap_or_default();
    let category = rest.split('.').nth(1).unwrap_or_default();
    if !Category::ALL.iter().any(|one| one.as_str() == category) {
        let shown: String = rule.chars().take(60).collect();
        return Err(format!(
            "`{shown}` is no rule: expected `{}.` and a category",
            RuleId::PREFIX
        ));
    }
    let setting = match value {
        "none" | "silent" => Setting::Off,
        "default" => Setting::Default,
        "suggestion" => Setting::Severity(Severity::Suggestion),
        "warning" => Setting::Severity(Severity::Warning),
        "error" => Setting::Severity(Severity::Error),
        _ => {
            let shown: String = value.chars().take(60).collect();
            return Err(format!(
                "`{shown}` is no severity: expected none, silent, suggestion, warning, error or default"
            ));
        }
    };
    Ok((rule.to_owned(), setting))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "DateTime.Now";

    /// Files from the outermost to the innermost, each with the source as seen from its folder.
    #[track_caller]
    fn check(files: &[(&str, &str)], category: Category, pattern: &str, expected: Option<Setting>) {
        let mut settings = Settings::default();
        for (text, path) in files {
            let file = EditorConfig::read(text);
            assert_eq!(file.complaints(), []);
            settings.take(&file, path);
        }
        assert_eq!(
            settings.of(&RuleId::of(category, pattern)),
            expected,
            "{files:?}"
        );
    }

    const ERROR: Option<Setting> = Some(Setting::Severity(Severity::Error));
    const WARNING: Option<Setting> = Some(Setting::Severity(Severity::Warning));
    const SUGGESTION: Option<Setting> = Some(Setting::Severity(Severity::Suggestion));

    #[test]
    fn a_severity_holds_where_its_section_does() {
        let text = "[*.cs]\ndotnet_diagnostic.seamwright.time.severity = error\n\
            [Tools/**.cs]\ndotnet_diagnostic.seamwright.time.severity = none # by hand\n\
            [{Main,Program}.cs]\nDotNet_Diagnostic.SeamWright.TIME.Severity: Suggestion ; less\n";
        let at = |path, expected| check(&[(text, path)], Category::Time, NOW, expected);
        at("a/b/A.cs", ERROR);
        at("Tools/x/A.cs", Some(Setting::Off));
        at("b/Program.cs", SUGGESTION);
        at("a/A.csx", None);
        check(&[(text, "A.cs")], Category::Console, "Console.Out", None);
    }

    #[test]
    fn the_narrowest_rule_decides_and_then_the_nearest_file() {
        let outer = "[*]\ndotnet_diagnostic.seamwright.filesystem.file.exists.severity = none\n\
            dotnet_diagnostic.seamwright.filesystem.severity = error";
        let inner = "[*]\ndotnet_diagnostic.seamwright.filesystem.severity = warning";
        let both = &[(outer, "a/A.cs"), (inner, "A.cs")];
        check(
            both,
            Category::Filesystem,
            "File.Exists",
            Some(Setting::Off),
        );
        check(both, Category::Filesystem, "File.Copy", WARNING);
        let back = "[*]\ndotnet_diagnostic.seamwright.filesystem.file.exists.severity = default";
        check(
            &[(outer, "a/A.cs"), (back, "A.cs")],
            Category::Filesystem,
            "File.Exists",
            Some(Setting::Default),
        );
        let made = "[*]\ndotnet_diagnostic.seamwright.network.httpclient.new.severity = error";
        check(
            &[(made, "A.cs")],
            Category::Network,
            "new HttpClient",
            ERROR,
        );
    }

    #[test]
    fn the_last_section_that_applies_decides() {
        let text = "[*]\ndotnet_diagnostic.seamwright.time.severity = none\n[*.cs]\ndotnet_diagnostic.seamwright.time.severity = error";
        check(&[(text, "A.cs")], Category::Time, NOW, ERROR);
    }

    #[test]
    fn root_counts_in_the_preamble_alone() {
        assert!(EditorConfig::read("\u{feff}# top\r\nRoot = TRUE\r\n[*]\r\n").is_root());
        assert!(!EditorConfig::read("[*]\nroot = true").is_root());
        assert!(!EditorConfig::read("root = false").is_root());
    }

    #[test]
    fn what_speaks_of_our_rules_and_means_nothing_is_complained_about() {
        let complaints = |text: &str| {
            let file = EditorConfig::read(&format!("[*]\n{text}"));
            file.complaints()
                .iter()
                .map(|one| format!("{}: {}", one.line, one.what))
                .collect::<Vec<_>>()
        };
        let found = complaints("dotnet_diagnostic.seamwright.time.severity = loud");
        assert!(
            found[0].starts_with("2: `loud` is no severity"),
            "{found:?}"
        );
        for rule in ["seamwright.tme", "seamwright", "seamwright."] {
            let found = complaints(&format!("dotnet_diagnostic.{rule}.severity = none"));
            assert!(found[0].contains("is no rule"), "{found:?}");
        }
        let others = "dotnet_diagnostic.CA1822.severity = loud\nindent_size = 4\n\nnonsense\n[\n]x[\n= \ndotnet_diagnostic.seamwrights.severity = 1";
        assert_eq!(complaints(others), [""; 0]);
    }

    #[test]
    fn patterns_that_mean_harm_end() {
        for pattern in [
            "[".repeat(MAX_PATTERN),
            "{a,".repeat(600),
            "*".repeat(MAX_PATTERN),
            "{1..99999999999999999999}".to_owned(),
            "{*a,**}".repeat(250),
        ] {
            let text = format!("[{pattern}]\ndotnet_diagnostic.seamwright.time.severity = none");
            let mut settings = Settings::default();
            settings.take(
                &EditorConfig::read(&text),
                "src/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/A.cs",
            );
        }
        let long = format!(
            "[{}*]\ndotnet_diagnostic.seamwright.time.severity = none",
            "*".repeat(MAX_PATTERN)
        );
        check(&[(&long, "A.cs")], Category::Time, NOW, None);
    }
}
