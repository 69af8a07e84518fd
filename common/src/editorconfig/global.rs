//! Severities out of `.globalconfig` files, which hold for whole projects: keys before any section count for every file,
//! those of a section for the one whose path is its name. Pure; knows nothing of the disk.

use std::collections::BTreeMap;

use super::{Complaint, Setting, Settings, header, pair, setting};

/// The level of a file that says none, as the compiler has it for files of this name.
const LEVEL: i64 = 100;

/// One file.
#[derive(Debug)]
pub struct GlobalConfig {
    level: i64,
    /// By the path that a section names; those before any section under none.
    settings: Vec<(Option<String>, String, Setting)>,
    complaints: Vec<Complaint>,
}

impl GlobalConfig {
    /// Reads a file.
    pub fn read(text: &str) -> Self {
        let mut read = Self {
            level: LEVEL,
            settings: Vec::new(),
            complaints: Vec::new(),
        };
        let mut section: Option<String> = None;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            if let Some(name) = header(line) {
                section = Some(name.replace('\\', "/"));
                continue;
            }
            let Some((key, value)) = pair(line) else {
                continue;
            };
            if section.is_none() && key == "global_level" {
                read.level = value.parse().unwrap_or(LEVEL);
            }
            match setting(&key, &value) {
                Some(Ok((rule, setting))) => read.settings.push((section.clone(), rule, setting)),
                Some(Err(what)) => read.complaints.push(Complaint {
                    line: index as u32 + 1,
                    what,
                }),
                None => {}
            }
        }
        read
    }

    /// Lines that speak of our rules and aren't understood.
    pub fn complaints(&self) -> &[Complaint] {
        &self.complaints
    }
}

impl Settings {
    /// What files with as many places say of the source with this absolute path, with `/` between its parts. Of two
    /// that speak of a rule the one of the higher level counts, and of the same level neither, as for the compiler.
    pub fn of_globals<'g>(files: impl IntoIterator<Item = &'g GlobalConfig>, path: &str) -> Self {
        let mut said: BTreeMap<&str, (i64, Option<Setting>)> = BTreeMap::new();
        for file in files {
            let mut own: BTreeMap<&str, Setting> = BTreeMap::new();
            for of_file in [false, true] {
                let here = file.settings.iter().filter(|(section, ..)| {
                    section.is_some() == of_file
                        && section.as_ref().is_none_or(|section| section == path)
                });
                own.extend(here.map(|(_, rule, setting)| (rule.as_str(), *setting)));
            }
            for (rule, setting) in own {
                match said.get_mut(rule) {
                    Some((level, _)) if *level > file.level => {}
                    Some((level, known)) if *level == file.level => *known = None,
                    _ => {
                        said.insert(rule, (file.level, Some(setting)));
                    }
                }
            }
        }
        let said = said.into_iter();
        Self(
            said.filter_map(|(rule, (_, setting))| Some((rule.to_owned(), setting?)))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Category;
    use crate::rule::{RuleId, Severity};

    const RULE: &str = "dotnet_diagnostic.seamwright.time.severity";

    #[track_caller]
    fn check(files: &[String], expected: Option<Setting>) {
        let files: Vec<GlobalConfig> = files.iter().map(|text| GlobalConfig::read(text)).collect();
        let settings = Settings::of_globals(&files, "/r/A.cs");
        assert_eq!(
            settings.of(&RuleId::of(Category::Time, "DateTime.Now")),
            expected
        );
    }

    #[test]
    fn keys_before_any_section_hold_for_every_file_and_those_of_a_section_for_one() {
        let error = Some(Setting::Severity(Severity::Error));
        check(&[format!("is_global = true\n{RULE} = error\n")], error);
        let one = format!("{RULE} = none\n[/r/A.cs]\n{RULE} = error\n[/r/B.cs]\n{RULE} = none");
        check(&[one], error);
        check(&[format!("[*.cs]\n{RULE} = error")], None);
    }

    #[test]
    fn the_higher_level_counts_and_of_equals_neither() {
        let plain = || format!("{RULE} = error");
        let high = format!("global_level = 101\n{RULE} = none");
        let low = format!("global_level = 9\n{RULE} = none");
        let error = Some(Setting::Severity(Severity::Error));
        check(&[plain(), high.clone()], Some(Setting::Off));
        check(&[high, plain()], Some(Setting::Off));
        check(&[plain(), low], error);
        check(&[plain(), plain()], None);
    }

    #[test]
    fn what_speaks_of_our_rules_and_means_nothing_is_complained_about() {
        let file = GlobalConfig::read(&format!("# a\n{RULE} = loud\nfile_header = x"));
        let lines: Vec<u32> = file.complaints().iter().map(|one| one.line).collect();
        assert_eq!(lines, [2]);
    }
}
