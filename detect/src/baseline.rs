//! The baseline: a file of findings that were there already, one a line, so that versions of it merge line by line.
//! Pure; knows nothing of the disk.
//!
//! ```text
//! # seamwright baseline 1
//! fa2405333376a61e seamwright.time.DateTime.UtcNow src/Shop/OrderProcessor.cs
//! ```
//!
//! A finding is known by its id alone; rule and path are for readers, and for what may be pruned.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use seamwright_common::contract::Finding;
use seamwright_common::finding::{Category, FindingId};
use seamwright_common::rule::RuleId;

use crate::gate::is_deliberate;

/// The first line.
const HEADER: &str = "# seamwright baseline 1";

const ABOUT: &str = "# Findings that were there already and don't count. To write it anew: \
    detect-static-dependencies SCOPE --baseline THIS-FILE --update-baseline";

/// More is no baseline.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// What is known of one finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    /// Its file as seen from the repository, control characters escaped.
    path: String,
    rule: String,
}

impl Known {
    fn is_in(&self, looked_at: &impl Fn(&str, Category) -> bool) -> bool {
        category_of(&self.rule).is_some_and(|category| looked_at(&self.path, category))
    }
}

/// Findings that were there already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Baseline {
    known: BTreeMap<FindingId, Known>,
}

/// Why a file is no baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadBaseline {
    /// From 1.
    pub(crate) line: usize,
    /// What was expected there, and what was found.
    pub(crate) what: String,
    /// The next step.
    pub(crate) hint: &'static str,
}

impl fmt::Display for BadBaseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// How a baseline that is written anew differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Findings that weren't known.
    pub(crate) added: usize,
    /// Known ones that are gone.
    pub(crate) gone: usize,
    /// How many it knows now.
    pub(crate) all: usize,
}

impl Baseline {
    /// Reads a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, BadBaseline> {
        let bad = |line, what: String, hint| BadBaseline { line, what, hint };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = valid.split('\n').count();
            bad(line, "expected UTF-8".to_owned(), ANEW)
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().map(str::trim_end).enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        if first != HEADER {
            let what = format!("expected `{HEADER}`, found `{}`", shown(first));
            let hint = "name a file that `--update-baseline` wrote";
            return Err(bad(1, what, hint));
        }
        let mut known = BTreeMap::new();
        let mut lines_of: BTreeMap<FindingId, usize> = BTreeMap::new();
        for (index, line) in lines {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let number = index + 1;
            if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
                .iter()
                .any(|mark| line.starts_with(mark))
            {
                let what = format!("expected a finding, found `{}`", shown(line));
                let hint = "resolve the conflict: keep the lines of both sides";
                return Err(bad(number, what, hint));
            }
            let Some((id, entry)) = entry(line) else {
                let what = format!("expected an id, a rule and a path, found `{}`", shown(line));
                return Err(bad(number, what, ANEW));
            };
            if let Some(first) = lines_of.insert(id.clone(), number) {
                let what = format!("`{id}` stands in line {first} already");
                return Err(bad(number, what, "delete one of the two lines"));
            }
            known.insert(id, entry);
        }
        Ok(Self { known })
    }

    /// Whether a finding was there already.
    pub(crate) fn knows(&self, finding: &Finding) -> bool {
        self.known.contains_key(&*finding.id)
    }

    /// How many it knows that aren't among these findings though `looked_at` says that they would be.
    pub(crate) fn gone(
        &self,
        findings: &[Finding],
        looked_at: impl Fn(&str, Category) -> bool,
    ) -> usize {
        let found: HashSet<&FindingId> = findings.iter().map(|finding| &*finding.id).collect();
        let gone = self.known.iter();
        gone.filter(|(id, known)| !found.contains(id) && known.is_in(&looked_at))
            .count()
    }

    /// Takes in these findings, whose paths `place` shows as seen from the repository, and lets go of those that aren't
    /// among them though `looked_at` says that they would be: of this category, in this file. One that a comment marks as
    /// deliberate needs no entry.
    pub(crate) fn update(
        &mut self,
        findings: &[Finding],
        place: impl Fn(&Finding) -> String,
        looked_at: impl Fn(&str, Category) -> bool,
    ) -> Difference {
        let before = self.known.len();
        let findings = findings.iter().filter(|one| !is_deliberate(one));
        let found: HashSet<&FindingId> = findings.clone().map(|finding| &*finding.id).collect();
        self.known
            .retain(|id, known| found.contains(id) || !known.is_in(&looked_at));
        let gone = before - self.known.len();
        let kept = self.known.len();
        for finding in findings {
            let known = Known {
                path: escaped(&place(finding)),
                rule: RuleId::of(finding.category.0, &finding.pattern)
                    .as_str()
                    .to_owned(),
            };
            self.known.insert((*finding.id).clone(), known);
        }
        let all = self.known.len();
        Difference {
            added: all - kept,
            gone,
            all,
        }
    }
}

const ANEW: &str = "`--update-baseline` writes it anew once the file is gone";

/// `text` short enough for a message, without characters that steer a terminal.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown = escaped(&text.chars().take(MOST).collect::<String>());
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

fn escaped(text: &str) -> String {
    let escape = |c: char| -> String {
        if c.is_control() {
            c.escape_unicode().collect()
        } else {
            c.to_string()
        }
    };
    text.chars().map(escape).collect()
}

fn entry(line: &str) -> Option<(FindingId, Known)> {
    let mut parts = line.splitn(3, ' ');
    let id = FindingId::parse(parts.next()?)?;
    let rule = parts
        .next()
        .filter(|rule| category_of(rule).is_some())?
        .to_owned();
    let path = parts.next().filter(|path| !path.is_empty())?.to_owned();
    Some((id, Known { path, rule }))
}

fn category_of(rule: &str) -> Option<Category> {
    let rest = rule.strip_prefix(RuleId::PREFIX)?.strip_prefix('.')?;
    let (category, name) = rest.split_once('.')?;
    let known = Category::ALL.iter().find(|one| one.as_str() == category);
    known.copied().filter(|_| !name.is_empty())
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\n{ABOUT}")?;
        let mut lines: Vec<(&Known, &FindingId)> =
            self.known.iter().map(|(id, known)| (known, id)).collect();
        lines.sort_unstable();
        for (Known { path, rule }, id) in lines {
            writeln!(f, "{id} {rule} {path}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{clock, disk, document};

    fn findings() -> Vec<Finding> {
        let found = vec![clock("a b/ü.cs", 1), disk("A.cs", 2), clock("A.cs", 3)];
        document(found).findings
    }

    fn place(finding: &Finding) -> String {
        format!("src/{}", finding.path.as_str())
    }

    fn full() -> Baseline {
        let mut baseline = Baseline::default();
        baseline.update(&findings(), place, |_, _| true);
        baseline
    }

    #[test]
    fn what_is_written_is_read_and_sorted_by_path() {
        let text = full().to_string();
        assert_eq!(Baseline::read(text.as_bytes()).unwrap(), full());
        let lines: Vec<&str> = text.lines().skip(2).map(|line| &line[17..]).collect();
        let expected = [
            "seamwright.filesystem.File.Exists src/A.cs",
            "seamwright.time.DateTime.Now src/A.cs",
            "seamwright.time.DateTime.Now src/a b/ü.cs",
        ];
        assert_eq!(lines, expected);
        // An editor on Windows may have saved it.
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(Baseline::read(windows.as_bytes()).unwrap(), full());
    }

    #[test]
    fn what_was_not_looked_at_is_kept() {
        let mut baseline = full();
        let none = |_: &str, _: Category| false;
        let difference = |added, gone, all| Difference { added, gone, all };
        assert_eq!(baseline.update(&[], place, none), difference(0, 0, 3));
        let clock_of_a = |path: &str, category| path == "src/A.cs" && category == Category::Time;
        assert_eq!(baseline.update(&[], place, clock_of_a), difference(0, 1, 2));
        let all = |_: &str, _: Category| true;
        assert_eq!(
            baseline.update(&findings()[..1], place, all),
            difference(0, 1, 1)
        );
        assert_eq!(
            baseline.update(&findings(), place, all),
            difference(2, 0, 3)
        );
    }

    #[test]
    fn a_file_that_moves_keeps_its_findings() {
        let mut baseline = full();
        let moved = |finding: &Finding| format!("lib/{}", finding.path.as_str());
        let difference = baseline.update(&findings(), moved, |_, _| true);
        assert_eq!((difference.added, difference.gone), (0, 0));
        assert!(!baseline.to_string().contains("src/"));
    }

    #[track_caller]
    fn check(text: &str, line: usize, words: &str) {
        let error = Baseline::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.what.contains(words), "{error}");
        assert!(error.to_string().len() < 300);
    }

    #[test]
    fn a_file_that_is_no_baseline_is_refused_by_line() {
        check("", 1, "found ``");
        check(
            "{\"findings\": []}",
            1,
            "expected `# seamwright baseline 1`",
        );
        check("# seamwright baseline 2\n", 1, "baseline 2");
        let with = |line: &str| format!("{HEADER}\n\n{line}\n");
        let id = "0123456789abcdef";
        check(&with("nonsense"), 3, "`nonsense`");
        check(&with(id), 3, "an id, a rule and a path");
        check(&with(&format!("{id} time A.cs")), 3, "a rule");
        check(
            &with(&format!("{id} seamwright.weather.X A.cs")),
            3,
            "a rule",
        );
        check(&with(&format!("{id} seamwright.time.X")), 3, "a path");
        check(&with("0123456789ABCDEF seamwright.time.X A.cs"), 3, "an id");
        check(&with("\u{1b}[2J"), 3, "\\u{1b}[2J");
        check(&with(&"x".repeat(100_000)), 3, "…`");
        check(&with("<<<<<<< HEAD"), 3, "<<<<<<<");
        let twice = format!("{id} seamwright.time.X A.cs\n{id} seamwright.time.X B.cs");
        check(&with(&twice), 4, "stands in line 3 already");
        let bytes = [HEADER.as_bytes(), b"\n\xff\n"].concat();
        assert_eq!(Baseline::read(&bytes).unwrap_err().line, 2);
    }

    #[test]
    fn a_path_can_not_make_a_line_of_its_own() {
        let mut baseline = Baseline::default();
        baseline.update(&findings()[..1], |_| "a\nb".to_owned(), |_, _| true);
        assert_eq!(
            Baseline::read(baseline.to_string().as_bytes()).unwrap(),
            baseline
        );
    }
}
