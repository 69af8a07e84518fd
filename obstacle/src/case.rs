//! What a test is to give, call and expect, as the user says it. Knows no test framework.

use std::fmt;

/// One test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Case {
    /// What the test is called; by what it calls and expects when nobody says.
    pub(crate) name: Option<String>,
    /// What the double gives.
    pub(crate) given: Option<String>,
    /// A C# expression: the call, as production code writes it.
    pub(crate) call: String,
    pub(crate) ends: Ends,
}

/// How a call ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// With a value that equals this C# expression.
    Value(String),
    /// With an exception of this type.
    Throws(String),
}

impl Default for Ends {
    fn default() -> Self {
        Self::Value(String::new())
    }
}

/// What is wrong with what was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CaseError {
    /// No key before the colon, or none that is known.
    Key(String),
    /// Said twice in one case, or nothing said.
    Unclear(&'static str),
    /// A case without one of them.
    Missing(&'static str),
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(text) => write!(f, "`{text}` says no part of a case"),
            Self::Unclear(key) => write!(f, "`{key}:` says nothing, or a case says it twice"),
            Self::Missing(key) => write!(f, "a case lacks `{key}:`"),
        }
    }
}

const KEYS: &[&str] = &["name", "given", "call", "expect", "throws"];

/// The cases in what was said. Each ends with `expect:` or `throws:`.
pub(crate) fn cases(said: &[String]) -> Result<Vec<Case>, CaseError> {
    let mut found = Vec::new();
    let mut open: Option<Case> = None;
    for text in said {
        let (key, value) = text
            .split_once(':')
            .ok_or_else(|| CaseError::Key(text.clone()))?;
        let known = KEYS.iter().find(|known| **known == key.trim());
        let key = *known.ok_or_else(|| CaseError::Key(text.clone()))?;
        let value = value.trim().to_owned();
        let case = open.get_or_insert_with(Case::default);
        let again = match key {
            "name" => case.name.is_some(),
            "given" => case.given.is_some(),
            "call" => !case.call.is_empty(),
            _ => false,
        };
        if again || value.is_empty() {
            return Err(CaseError::Unclear(key));
        }
        match key {
            "name" => case.name = Some(value),
            "given" => case.given = Some(value),
            "call" => case.call = value,
            end => {
                if case.call.is_empty() {
                    return Err(CaseError::Missing("call"));
                }
                case.ends = if end == "throws" {
                    Ends::Throws(value)
                } else {
                    Ends::Value(value)
                };
                found.extend(open.take());
            }
        }
    }
    match open {
        Some(case) if case.call.is_empty() => Err(CaseError::Missing("call")),
        Some(_) => Err(CaseError::Missing("expect")),
        None => Ok(found),
    }
}

/// A point in time that a clock stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// An instant: the arguments of a `DateTime`, in UTC.
    Instant(String),
    /// A wall-clock time, whatever the zone of the machine: the arguments of a `DateTime`.
    Wall(String),
    /// A time that passes before the call ends: the arguments of a `TimeSpan`.
    Passes(String),
    /// A C# expression.
    Code(String),
}

impl Given {
    /// `2031-02-03T04:05:06Z`, `2031-02-03T04:05:06`, `2031-02-03`, `00:05:00`, or C#.
    pub(crate) fn parse(text: &str) -> Self {
        let numbers = |text: &str, by: char, lengths: &[usize]| -> Option<Vec<u32>> {
            let parts: Vec<&str> = text.split(by).collect();
            let fits = parts.len() == lengths.len()
                && parts.iter().zip(lengths).all(|(part, length)| {
                    part.len() == *length && part.bytes().all(|byte| byte.is_ascii_digit())
                });
            let all = parts.iter().map(|part| part.parse().ok());
            all.collect::<Option<Vec<u32>>>().filter(|_| fits)
        };
        let joined = |all: &[u32]| -> String {
            let all: Vec<String> = all.iter().map(u32::to_string).collect();
            all.join(", ")
        };
        if let Some(passes) = numbers(text, ':', &[2, 2, 2]) {
            return Self::Passes(joined(&passes));
        }
        let (plain, is_utc) = match text.strip_suffix('Z') {
            Some(plain) => (plain, true),
            None => (text, false),
        };
        let (date, time) = plain.split_once('T').unwrap_or((plain, "00:00:00"));
        let read = numbers(date, '-', &[4, 2, 2]).zip(numbers(time, ':', &[2, 2, 2]));
        match read {
            Some((mut date, time)) => {
                date.extend(time);
                if is_utc {
                    Self::Instant(joined(&date))
                } else {
                    Self::Wall(joined(&date))
                }
            }
            None => Self::Code(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(all: &[&str]) -> Result<Vec<Case>, CaseError> {
        let all: Vec<String> = all.iter().map(|one| (*one).to_owned()).collect();
        cases(&all)
    }

    #[test]
    fn each_case_ends_with_what_is_expected() {
        let all = said(&[
            "given: _ => \"a: b\"",
            "call: A.F(1)",
            "expect: true",
            "name: Nothing is refused",
            "call: A.F(0)",
            "throws: ArgumentException",
        ])
        .unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].given.as_deref(), Some("_ => \"a: b\""));
        assert_eq!(all[0].ends, Ends::Value("true".into()));
        assert_eq!(all[1].name.as_deref(), Some("Nothing is refused"));
        assert_eq!(all[1].ends, Ends::Throws("ArgumentException".into()));
    }

    #[test]
    fn half_a_case_is_refused() {
        for (all, error) in [
            (&["call: F()"][..], CaseError::Missing("expect")),
            (&["expect: 1"], CaseError::Missing("call")),
            (&["given: 1"], CaseError::Missing("call")),
            (&["call: F()", "call: G()"], CaseError::Unclear("call")),
            (&["call:"], CaseError::Unclear("call")),
            (&["F()"], CaseError::Key("F()".into())),
            (&["when: now"], CaseError::Key("when: now".into())),
        ] {
            assert_eq!(said(all).unwrap_err(), error);
        }
    }

    #[test]
    fn times_are_read_and_the_rest_is_code() {
        for (text, given) in [
            (
                "2031-02-03T04:05:06Z",
                Given::Instant("2031, 2, 3, 4, 5, 6".into()),
            ),
            ("2031-02-03", Given::Wall("2031, 2, 3, 0, 0, 0".into())),
            ("00:05:00", Given::Passes("0, 5, 0".into())),
            ("2031-2-3", Given::Code("2031-2-3".into())),
        ] {
            assert_eq!(Given::parse(text), given, "{text}");
        }
    }
}
