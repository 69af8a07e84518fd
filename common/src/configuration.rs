//! What `seamwright.toml` says. Pure; knows nothing of the disk. A key that isn't known is an error: one with a typing
//! mistake would do nothing in silence.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::catalogue::ProjectApi;
use crate::editorconfig::{Setting, rule_setting};
use crate::finding::Category;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// Patterns of files that aren't reported on, anchored at the file's folder.
    pub exclude: Vec<String>,
    /// Further APIs, each with its line.
    pub apis: Vec<(ProjectApi, u32)>,
    /// What rules and groups of rules weigh, in lower case; `.editorconfig` goes before it.
    pub severities: Vec<(String, Setting)>,
}

/// Why a file isn't taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadConfiguration {
    /// From 1.
    pub line: u32,
    /// A fragment that names what was found and what was expected.
    pub what: String,
}

impl fmt::Display for BadConfiguration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Configuration {
    /// Reads a file.
    pub fn read(text: &str) -> Result<Self, BadConfiguration> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let reader = Reader { text };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().unwrap_or_default();
            reader.bad(&at, error.message().lines().collect::<Vec<_>>().join(", "))
        })?;
        let mut read = Self::default();
        for (key, value) in table.get_ref() {
            match &**key.get_ref() {
                "exclude" => read.exclude = reader.texts(value)?,
                "api" => {
                    for api in reader.array(value)? {
                        read.apis.push((reader.api(api)?, reader.line(&api.span())));
                    }
                }
                "severity" => {
                    for (rule, severity) in reader.table(value)? {
                        let (name, value) = (
                            rule.get_ref().to_lowercase(),
                            reader.text(severity)?.to_lowercase(),
                        );
                        let setting = rule_setting(&name, &value);
                        read.severities
                            .push(setting.map_err(|what| reader.bad(&rule.span(), what))?);
                    }
                }
                other => {
                    return Err(reader.unknown(&key.span(), other, "exclude, api or severity"));
                }
            }
        }
        Ok(read)
    }
}

struct Reader<'t> {
    text: &'t str,
}

type Value<'v> = Spanned<DeValue<'v>>;

impl Reader<'_> {
    fn line(&self, at: &Range<usize>) -> u32 {
        let before = self.text.get(..at.start).unwrap_or(self.text);
        before.matches('\n').count() as u32 + 1
    }

    fn bad(&self, at: &Range<usize>, what: impl Into<String>) -> BadConfiguration {
        BadConfiguration {
            line: self.line(at),
            what: what.into(),
        }
    }

    fn unknown(&self, at: &Range<usize>, key: &str, known: &str) -> BadConfiguration {
        let key: String = key.chars().filter(|c| !c.is_control()).take(60).collect();
        self.bad(at, format!("`{key}` is no key: expected {known}"))
    }

    fn text<'v>(&self, value: &'v Value<'_>) -> Result<&'v str, BadConfiguration> {
        let text = value.get_ref().as_str();
        text.ok_or_else(|| self.expected("a text", value))
    }

    fn array<'v, 'i>(&self, value: &'v Value<'i>) -> Result<&'v [Value<'i>], BadConfiguration> {
        let array = value.get_ref().as_array();
        array
            .map(|array| &**array)
            .ok_or_else(|| self.expected("a list", value))
    }

    fn table<'v, 'i>(&self, value: &'v Value<'i>) -> Result<&'v DeTable<'i>, BadConfiguration> {
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.expected("a table", value))
    }

    fn texts(&self, value: &Value<'_>) -> Result<Vec<String>, BadConfiguration> {
        let items = self.array(value)?.iter();
        items
            .map(|item| self.text(item).map(str::to_owned))
            .collect()
    }

    fn expected(&self, what: &str, value: &Value<'_>) -> BadConfiguration {
        let found = value.get_ref().type_str();
        self.bad(&value.span(), format!("expected {what}, found a {found}"))
    }

    fn api(&self, value: &Value<'_>) -> Result<ProjectApi, BadConfiguration> {
        let mut id = None;
        let mut api = ProjectApi {
            id: String::new(),
            category: Category::ProjectStatic,
            abstraction: None,
        };
        for (key, value) in self.table(value)? {
            match &**key.get_ref() {
                "id" => id = Some(self.text(value)?.to_owned()),
                "abstraction" => api.abstraction = Some(self.text(value)?.to_owned()),
                "category" => {
                    let name = self.text(value)?;
                    let known = Category::ALL.iter().find(|one| one.as_str() == name);
                    api.category = *known.ok_or_else(|| {
                        let names: Vec<&str> =
                            Category::ALL.iter().map(|one| one.as_str()).collect();
                        self.bad(
                            &value.span(),
                            format!("expected one of {}", names.join(", ")),
                        )
                    })?;
                }
                other => {
                    return Err(self.unknown(&key.span(), other, "id, category or abstraction"));
                }
            }
        }
        api.id = id.ok_or_else(|| self.bad(&value.span(), "an `[[api]]` has no `id`"))?;
        Ok(api)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Severity;

    #[test]
    fn everything_that_can_be_said_is_read() {
        let text = r#"
            exclude = ["**/Migrations/**", "*.Legacy.cs"]

            [[api]]
            id = "M:Acme.SmtpHelper.Send"
            category = "network"
            abstraction = "IMailSender"

            [[api]]
            id = "T:Acme.Ids"

            [severity]
            "seamwright.time" = "error"
            "seamwright.time.Task.Delay" = "none"
        "#;
        let read = Configuration::read(text).unwrap();
        assert_eq!(read.exclude, ["**/Migrations/**", "*.Legacy.cs"]);
        let api = |id: &str, category, abstraction: Option<&str>| ProjectApi {
            id: id.to_owned(),
            category,
            abstraction: abstraction.map(str::to_owned),
        };
        let expected = [
            (
                api(
                    "M:Acme.SmtpHelper.Send",
                    Category::Network,
                    Some("IMailSender"),
                ),
                4,
            ),
            (api("T:Acme.Ids", Category::ProjectStatic, None), 9),
        ];
        assert_eq!(read.apis, expected);
        let expected = [
            (
                "seamwright.time".to_owned(),
                Setting::Severity(Severity::Error),
            ),
            ("seamwright.time.task.delay".to_owned(), Setting::Off),
        ];
        assert_eq!(read.severities, expected);
        assert_eq!(
            Configuration::read("\u{feff}# nothing\r\n"),
            Ok(Configuration::default())
        );
    }

    #[track_caller]
    fn check(text: &str, line: u32, words: &str) {
        let error = Configuration::read(text).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.what.contains(words), "{error}");
        assert!(error.to_string().len() < 400, "{error}");
    }

    #[test]
    fn what_is_not_known_is_refused_by_line() {
        check("\nexclud = []", 2, "`exclud` is no key: expected exclude");
        check("exclude = 3", 1, "expected a list, found a integer");
        check("exclude = [\"a\",\n  4]", 2, "expected a text");
        check(
            "[[api]]\nid = \"T:A.B\"\nkategory = \"time\"",
            3,
            "`kategory`",
        );
        check(
            "[[api]]\nid = \"T:A.B\"\ncategory = \"weather\"",
            3,
            "one of time",
        );
        check("[[api]]\ncategory = \"time\"", 1, "has no `id`");
        check("[api]\nid = \"T:A.B\"", 1, "expected a list");
        check(
            "\n[severity]\n\"seamwright.time\" = \"loud\"",
            3,
            "`loud` is no severity",
        );
        check("\n[severity]\ntime = \"error\"", 3, "is no rule");
        check(
            "\n[severity]\nseamwright.time = \"error\"",
            3,
            "expected a text",
        );
    }

    #[test]
    fn what_is_no_toml_is_refused_by_line() {
        check("exclude = [", 1, "");
        check("a = 1\na = 2", 2, "");
        check("\n= 3", 2, "");
        check(&format!("exclude = {}", "[".repeat(100_000)), 1, "");
        check(&"x".repeat(100_000), 1, "");
        check("exclude = \"\u{0}\"", 1, "");
    }
}
