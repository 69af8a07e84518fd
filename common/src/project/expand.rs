//! Expansion of `$(…)` and `@(…)` in the texts of a project file. Knows the syntax; what a function does is
//! [`super::functions`]' concern.

use super::functions::{self, Value};
use super::items::transform;
use super::note::NoteKind;
use super::scope::{Doubt, Scope, Text};

/// Nesting of expressions in expressions.
const MAX_DEPTH: usize = 24;

impl Scope<'_> {
    /// Replaces each `$(…)` by its value.
    pub(super) fn expand(&self, text: &str) -> Text {
        self.expand_at(text, 0)
    }

    /// As [`Self::expand`], and each `@(…)` by the items' specifications.
    pub(super) fn expand_with_items(&self, text: &str) -> Text {
        let mut expanded = self.expand(text);
        if !expanded.text.contains("@(") {
            return expanded;
        }
        let source = std::mem::take(&mut expanded.text);
        let mut rest = source.as_str();
        while let Some(at) = rest.find("@(") {
            let Some(end) = closing(rest, at + 1) else {
                break;
            };
            expanded.text.push_str(&rest[..at]);
            let (specs, separator) = self.item_specs(&rest[at + 2..end], &mut expanded.doubt);
            let length: usize = specs.iter().map(|spec| spec.len() + separator.len()).sum();
            if self.charge(expanded.text.len() + length) {
                expanded.text.push_str(&specs.join(&separator));
            }
            rest = &rest[end + 1..];
        }
        expanded.text.push_str(rest);
        expanded
    }

    /// The specifications that the inside of an `@(…)` stands for, and what parts them.
    pub(super) fn item_specs(
        &self,
        inside: &str,
        doubt: &mut Option<Doubt>,
    ) -> (Vec<String>, String) {
        // A name may have a `-`, but the one of `->` is none of it.
        let arrow = inside.find("->").unwrap_or(inside.len());
        let (name, rest) =
            inside.split_at(inside[..arrow].find(|c: char| !is_name(c)).unwrap_or(arrow));
        let items = self.items.get(&name.to_ascii_lowercase());
        let specs = |map: &dyn Fn(&super::items::Item) -> Option<String>| -> Option<Vec<String>> {
            items.map_or_else(|| Some(Vec::new()), |items| items.iter().map(map).collect())
        };
        let plain = |item: &super::items::Item| Some(item.spec.clone());
        let rest = rest.trim();
        let result = if rest.is_empty() {
            specs(&plain).map(|specs| (specs, ";".to_owned()))
        } else if let Some(separator) = rest.strip_prefix(',') {
            let separator = separator.trim().trim_matches('\'');
            specs(&plain).map(|specs| (specs, separator.to_owned()))
        } else if let Some(quoted) = rest.strip_prefix("->").map(str::trim) {
            match quoted
                .strip_prefix('\'')
                .and_then(|text| text.strip_suffix('\''))
            {
                Some(template) => specs(&|item| transform(item, template)),
                // Order and doubles don't matter to what is read from items.
                None if quoted.eq_ignore_ascii_case("distinct()") => specs(&plain),
                None => None,
            }
            .map(|specs| (specs, ";".to_owned()))
        } else {
            None
        };
        if let Some(item) = items
            .into_iter()
            .flatten()
            .find(|item| item.doubt.is_some())
        {
            *doubt = doubt.or(item.doubt);
        }
        result.unwrap_or_else(|| {
            *doubt = doubt.or(Some(
                self.doubt(NoteKind::Expression, &format!("@({inside})")),
            ));
            (Vec::new(), String::new())
        })
    }

    fn expand_at(&self, text: &str, depth: usize) -> Text {
        let Some(mut at) = text.find("$(") else {
            return text.into();
        };
        let too_complex = || Text {
            text: String::new(),
            doubt: Some(self.doubt(NoteKind::TooComplex, "property values")),
        };
        if depth > MAX_DEPTH || !self.charge(text.len()) {
            return too_complex();
        }
        let mut result = Text::default();
        let mut rest = text;
        // An expression without an end is a text, and so is all behind it.
        while let Some(end) = closing(rest, at + 1) {
            result.text.push_str(&rest[..at]);
            let value = self.evaluate(rest[at + 2..end].trim(), depth);
            if !self.charge(result.text.len() + value.text.len()) {
                return too_complex();
            }
            result.text.push_str(&value.text);
            result.doubt = result.doubt.or(value.doubt);
            rest = &rest[end + 1..];
            match rest.find("$(") {
                Some(next) => at = next,
                None => break,
            }
        }
        result.text.push_str(rest);
        result
    }

    /// The value of the inside of a `$(…)`.
    fn evaluate(&self, expression: &str, depth: usize) -> Text {
        if !expression.is_empty() && expression.chars().all(is_name) {
            return self.property(expression);
        }
        let mut doubt = None;
        match self.chain(expression, depth, &mut doubt) {
            Some(value) => Text {
                text: value.into_text(),
                doubt,
            },
            None => Text {
                text: String::new(),
                doubt: doubt.or_else(|| {
                    Some(self.doubt(NoteKind::Expression, &format!("$({expression})")))
                }),
            },
        }
    }

    /// `Name.Method(…)[0]` or `[Type]::Method(…).Other`.
    fn chain(&self, expression: &str, depth: usize, doubt: &mut Option<Doubt>) -> Option<Value> {
        let (mut value, mut rest);
        if let Some(typed) = expression.strip_prefix('[') {
            let (kind, tail) = typed.split_once("]::")?;
            let (name, tail) = split_name(tail);
            let (arguments, tail) = self.arguments(tail, depth, doubt)?;
            value =
                functions::call_static(self, kind.trim(), name, &arguments.unwrap_or_default())?;
            rest = tail;
        } else {
            let (name, tail) = split_name(expression);
            if name.is_empty() {
                return None;
            }
            let property = self.property(name);
            *doubt = doubt.or(property.doubt);
            value = Value::Text(property.text);
            rest = tail;
        }
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Some(value);
            }
            if let Some(tail) = rest.strip_prefix('[') {
                let (index, tail) = tail.split_once(']')?;
                let index = self.expand_at(index, depth + 1);
                *doubt = doubt.or(index.doubt);
                value = value.element(index.text.trim().parse().ok()?)?;
                rest = tail;
                continue;
            }
            let (name, tail) = split_name(rest.strip_prefix('.')?);
            let (arguments, tail) = self.arguments(tail, depth, doubt)?;
            value = functions::call(&value, name, arguments.as_deref())?;
            if !self.charge(value.size()) {
                return None;
            }
            rest = tail;
        }
    }

    /// The arguments behind a name, if there are parentheses, and what follows.
    fn arguments<'t>(
        &self,
        text: &'t str,
        depth: usize,
        doubt: &mut Option<Doubt>,
    ) -> Option<(Option<Vec<String>>, &'t str)> {
        if !text.starts_with('(') {
            return Some((None, text));
        }
        let end = closing(text, 0)?;
        let mut arguments = Vec::new();
        for argument in split_arguments(&text[1..end]) {
            let quoted = ['\'', '"', '`'].into_iter().find_map(|quote| {
                argument
                    .strip_prefix(quote)
                    .and_then(|text| text.strip_suffix(quote))
            });
            let value = self.expand_at(quoted.unwrap_or(argument), depth + 1);
            *doubt = doubt.or(value.doubt);
            arguments.push(value.text);
        }
        Some((Some(arguments), &text[end + 1..]))
    }
}

/// Whether `c` may stand in the name of a property or item type.
pub(super) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

fn split_name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !is_name(c)).unwrap_or(text.len()))
}

/// Where the parenthesis that opens at `open` closes; quotes hide parentheses.
pub(super) fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut level, mut at) = (0_usize, open);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => level += 1,
            b')' => {
                level -= 1;
                if level == 0 {
                    return Some(at);
                }
            }
            quote @ (b'\'' | b'"' | b'`') => {
                at += 1 + memchr::memchr(quote, &bytes[at + 1..])?;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Parts arguments at the commas outside quotes and parentheses.
fn split_arguments(text: &str) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let bytes = text.as_bytes();
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => at = closing(text, at).unwrap_or(bytes.len()),
            quote @ (b'\'' | b'"' | b'`') => {
                at =
                    memchr::memchr(quote, &bytes[at + 1..]).map_or(bytes.len(), |end| at + 1 + end);
            }
            b',' => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(text[from..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use crate::project::testing::scope_with;

    fn check(text: &str, expected: &str) {
        scope_with(
            &[("A", "one"), ("B", "x;y"), ("V", "v4.7.2"), ("Empty", "")],
            |scope| {
                let value = scope.expand(text);
                assert_eq!(
                    (value.text.as_str(), value.doubt.is_some()),
                    (expected, false),
                    "{text}"
                );
            },
        );
    }

    #[test]
    fn properties_and_functions_are_replaced() {
        check("$(A)-$(B)$(None)", "one-x;y");
        check("$(a.ToUpper())", "ONE");
        check("$(V.TrimStart('vV'))", "4.7.2");
        check("$(V.Substring(1).Replace('.', ''))", "472");
        check("$(B.Split(';')[1])", "y");
        check("$(A.Contains('n'))", "True");
        check("$(A.Replace(')', '(').Length)", "3");
        check(
            "$([MSBuild]::ValueOrDefault('$(Empty)', 'fallback'))",
            "fallback",
        );
        check("$([System.String]::IsNullOrEmpty($(Empty)))", "True");
        check(
            "$([MSBuild]::VersionGreaterThanOrEquals($(V), '4.6'))",
            "True",
        );
        check(
            "$([System.IO.Path]::Combine('a', $([System.String]::Copy('b'))))",
            "a/b",
        );
    }

    #[test]
    fn what_has_no_end_is_a_text() {
        check("$(A", "$(A");
        check("a $( b", "a $( b");
        check("$(A)$(B", "one$(B");
    }

    #[test]
    fn unknown_functions_are_doubted_and_empty() {
        scope_with(&[], |scope| {
            let value = scope.expand("[$([System.Guid]::NewGuid())]");
            assert_eq!(value.text, "[]");
            assert!(value.doubt.is_some());
        });
    }

    #[test]
    fn many_open_parentheses_cost_no_time() {
        scope_with(&[], |scope| {
            let hostile = "$(".repeat(100_000);
            assert_eq!(scope.expand(&hostile).text, hostile);
            let nested = format!("{}A{}", "$(X.Trim(".repeat(5_000), "))".repeat(5_000));
            assert!(scope.expand(&nested).doubt.is_some());
        });
    }
}
