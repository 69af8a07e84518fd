//! Property functions: what `$(X.Replace('a', 'b'))` and `$([MSBuild]::VersionEquals(…))` compute. Only
//! functions of their arguments and of the files of the run; the clock, the registry and the environment are not
//! known here.

use std::cmp::Ordering;

use super::framework::parse_target_framework;
use super::location::{combine, full_path, is_rooted};
use super::scope::Scope;

/// What an expression has for a value on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    List(Vec<String>),
}

impl Value {
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::List(parts) => parts.join(";"),
        }
    }

    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(parts) => parts.iter().map(|part| part.len() + 24).sum(),
        }
    }

    pub(super) fn element(&self, index: usize) -> Option<Self> {
        match self {
            Self::Text(text) => text.chars().nth(index).map(|c| Self::Text(c.to_string())),
            Self::List(parts) => parts.get(index).cloned().map(Self::Text),
        }
    }
}

fn truth(value: bool) -> Value {
    Value::Text(if value { "True" } else { "False" }.to_owned())
}

/// A method or property of a value. `None` when it isn't known or fails.
pub(super) fn call(value: &Value, name: &str, arguments: Option<&[String]>) -> Option<Value> {
    let text = match value {
        Value::Text(text) => text,
        Value::List(parts) => {
            return (name.eq_ignore_ascii_case("length") && arguments.is_none())
                .then(|| Value::Text(parts.len().to_string()));
        }
    };
    let name = name.to_ascii_lowercase();
    let Some(arguments) = arguments else {
        return (name == "length").then(|| Value::Text(text.encode_utf16().count().to_string()));
    };
    // Repositories written for Windows look for `\tests\` in paths that have `/` here.
    let first = arguments.first().map(|argument| {
        if argument.contains('\\') && text.contains('/') && !text.contains('\\') {
            argument.replace('\\', "/")
        } else {
            argument.clone()
        }
    });
    let first = first.as_deref();
    let ignore_case = arguments
        .get(1)
        .is_some_and(|option| option.to_ascii_lowercase().ends_with("ignorecase"));
    let (subject, wanted) = if ignore_case {
        (text.to_lowercase(), first.map(str::to_lowercase))
    } else {
        (text.clone(), first.map(str::to_owned))
    };
    let position = |found: Option<usize>| {
        Value::Text(found.map_or_else(
            || "-1".to_owned(),
            |at| text[..at].encode_utf16().count().to_string(),
        ))
    };
    let chars = |argument: Option<&str>| -> Vec<char> {
        argument.map_or_else(Vec::new, |text| text.chars().collect())
    };
    let trimmed = |from_start: bool, from_end: bool| {
        let set = chars(first);
        let strip = |c: char| {
            if set.is_empty() {
                c.is_whitespace()
            } else {
                set.contains(&c)
            }
        };
        let mut text = text.as_str();
        if from_start {
            text = text.trim_start_matches(strip);
        }
        if from_end {
            text = text.trim_end_matches(strip);
        }
        Value::Text(text.to_owned())
    };
    Some(match (name.as_str(), arguments.len()) {
        ("startswith", 1 | 2) => truth(subject.starts_with(wanted.as_deref()?)),
        ("endswith", 1 | 2) => truth(subject.ends_with(wanted.as_deref()?)),
        ("contains", 1 | 2) => truth(subject.contains(wanted.as_deref()?)),
        ("equals", 1 | 2) => truth(Some(&subject) == wanted.as_ref()),
        ("compareto", 1) => Value::Text((text.as_str().cmp(first?) as i8).to_string()),
        ("indexof", 1) => position(text.find(first?)),
        ("lastindexof", 1) => position(text.rfind(first?)),
        ("replace", 2) => {
            let from = first.filter(|from| !from.is_empty())?;
            // Growth is bounded: one call replaces at most each character by an argument.
            let grown = text.len() / from.len() * arguments[1].len();
            (grown <= 1 << 20).then(|| Value::Text(text.replace(from, &arguments[1])))?
        }
        ("remove", 1 | 2) => {
            let (head, tail) = cut(text, &arguments[0], arguments.get(1))?;
            Value::Text(format!("{head}{}", tail.1))
        }
        ("insert", 2) => {
            let (head, tail) = cut(text, &arguments[0], None)?;
            Value::Text(format!("{head}{}{}", arguments[1], tail.0))
        }
        ("substring", 1 | 2) => {
            Value::Text(cut(text, &arguments[0], arguments.get(1))?.1.0.to_owned())
        }
        ("tolower" | "tolowerinvariant", 0) => Value::Text(text.to_lowercase()),
        ("toupper" | "toupperinvariant", 0) => Value::Text(text.to_uppercase()),
        ("tostring", 0) => value.clone(),
        ("trim", 0 | 1) => trimmed(true, true),
        ("trimstart", 0 | 1) => trimmed(true, false),
        ("trimend", 0 | 1) => trimmed(false, true),
        ("split", 1..=3) => {
            let set = chars(first);
            let parts = text.split(|c| set.contains(&c)).map(str::to_owned);
            if arguments[1..]
                .iter()
                .any(|option| option.ends_with("RemoveEmptyEntries"))
            {
                Value::List(parts.filter(|part| !part.is_empty()).collect())
            } else {
                Value::List(parts.collect())
            }
        }
        ("padleft" | "padright", 1 | 2) => {
            let width: usize = arguments[0].parse().ok().filter(|width| *width <= 1000)?;
            let with = arguments
                .get(1)
                .and_then(|text| text.chars().next())
                .unwrap_or(' ');
            let pad = std::iter::repeat_n(with, width.saturating_sub(text.chars().count()));
            Value::Text(if name == "padleft" {
                pad.chain(text.chars()).collect()
            } else {
                text.chars().chain(pad).collect()
            })
        }
        ("get_length", 0) => Value::Text(text.encode_utf16().count().to_string()),
        ("get_chars", 1) => value.element(arguments[0].parse().ok()?)?,
        _ => return None,
    })
}

/// What stands before `start`, the `length` characters there and what follows. `None` outside the text, where
/// .NET throws.
fn cut<'t>(
    text: &'t str,
    start: &str,
    length: Option<&String>,
) -> Option<(&'t str, (&'t str, &'t str))> {
    let at = |index: usize| {
        text.char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .nth(index)
    };
    let start: usize = start.trim().parse().ok()?;
    let from = at(start)?;
    let to = match length {
        Some(length) => at(start.checked_add(length.trim().parse().ok()?)?)?,
        None => text.len(),
    };
    Some((&text[..from], (&text[from..to], &text[to..])))
}

/// A static method or property. `None` when it isn't known or fails.
pub(super) fn call_static(
    scope: &Scope<'_>,
    kind: &str,
    name: &str,
    arguments: &[String],
) -> Option<Value> {
    let kind = kind.to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    match kind.as_str() {
        "msbuild" => intrinsic(scope, &name, arguments).or_else(|| arithmetic(&name, arguments)),
        "system.string" | "string" => string(&name, arguments),
        "system.io.path" => path(scope, &name, arguments),
        "system.io.file" | "system.io.directory" if name == "exists" => {
            Some(truth(scope.is_there(arguments.first()?)))
        }
        "system.io.file" if name == "readalltext" => {
            let path = scope
                .location
                .seen_from(&scope.project, arguments.first()?)?;
            let text = scope.files.read(&path)?;
            (text.len() <= 1 << 16)
                .then(|| Value::Text(text.trim_start_matches('\u{feff}').to_owned()))
        }
        "system.version" if name == "parse" || name == "new" => {
            version(arguments.first()?).map(|_| Value::Text(arguments[0].clone()))
        }
        "system.convert" | "system.int32" | "system.boolean" if arguments.len() == 1 => {
            Some(Value::Text(arguments[0].trim().to_owned()))
        }
        "system.environment" if name == "newline" => Some(Value::Text("\n".to_owned())),
        // A set-up of the machine must not change the result: no variable is set.
        "system.environment" if name == "getenvironmentvariable" => {
            Some(Value::Text(String::new()))
        }
        "system.runtime.interopservices.runtimeinformation" if name == "isosplatform" => {
            Some(truth(arguments.first()?.eq_ignore_ascii_case("linux")))
        }
        // Stand for themselves, as arguments of the above and in comparisons with texts.
        "system.runtime.interopservices.osplatform" if arguments.is_empty() => {
            Some(Value::Text(name.to_ascii_uppercase()))
        }
        "system.runtime.interopservices.runtimeinformation"
            if matches!(name.as_str(), "processarchitecture" | "osarchitecture") =>
        {
            Some(Value::Text("X64".to_owned()))
        }
        "system.operatingsystem" => Some(truth(name == "islinux")),
        _ => None,
    }
}

fn intrinsic(scope: &Scope<'_>, name: &str, arguments: &[String]) -> Option<Value> {
    let framework = |at: usize| arguments.get(at).map(|text| parse_target_framework(text));
    let compared = |wanted: fn(Ordering) -> bool| {
        let [left, right] = arguments else {
            return None;
        };
        Some(truth(wanted(version(left)?.cmp(&version(right)?))))
    };
    let project_folder = || scope.location.folder_of(&scope.project);
    let this_folder = || scope.location.folder_of(&scope.this_file);
    let above = |file: &str, from: &str| {
        scope
            .file_above(file, from)
            .map(|found| scope.location.absolute(&found))
    };
    Some(match (name, arguments.len()) {
        ("getpathoffileabove", 1) => {
            Value::Text(above(&arguments[0], &this_folder()).unwrap_or_default())
        }
        ("getpathoffileabove", 2) => {
            let from = full_path(&this_folder(), &arguments[1]);
            Value::Text(above(&arguments[0], &from).unwrap_or_default())
        }
        ("getdirectorynameoffileabove", 2) => {
            let from = full_path(&this_folder(), &arguments[0]);
            let found = scope.file_above(&arguments[1], &from);
            // The file may be named with folders: `eng/Versions.props`. Its start is what is asked for.
            Value::Text(found.map_or_else(String::new, |found| {
                let absolute = scope.location.absolute(&found);
                absolute
                    .strip_suffix(&full_path("", &arguments[1]))
                    .map_or_else(|| scope.location.folder_of(&found), str::to_owned)
            }))
        }
        ("istargetframeworkcompatible", 2) => {
            truth(framework(0)?.supports_framework(&framework(1)?))
        }
        ("gettargetframeworkidentifier", 1) => Value::Text(framework(0)?.identifier().to_owned()),
        ("gettargetframeworkversion", 1 | 2) => Value::Text(framework(0)?.version_text()),
        ("gettargetplatformidentifier", 1) => {
            Value::Text(framework(0)?.platform.unwrap_or_default())
        }
        ("gettargetplatformversion", 1 | 2) => {
            Value::Text(framework(0)?.platform_version.unwrap_or_default())
        }
        ("isosplatform", 1) => truth(arguments[0].eq_ignore_ascii_case("linux")),
        ("versionequals", 2) => compared(Ordering::is_eq)?,
        ("versionnotequals", 2) => compared(Ordering::is_ne)?,
        ("versiongreaterthan", 2) => compared(Ordering::is_gt)?,
        ("versiongreaterthanorequals", 2) => compared(Ordering::is_ge)?,
        ("versionlessthan", 2) => compared(Ordering::is_lt)?,
        ("versionlessthanorequals", 2) => compared(Ordering::is_le)?,
        ("isosunixlike", 0) | ("arefeaturesenabled", 1) => truth(true),
        ("valueordefault", 2) => {
            Value::Text(arguments[usize::from(arguments[0].is_empty())].clone())
        }
        ("ensuretrailingslash", 1) if arguments[0].is_empty() => Value::Text(String::new()),
        ("ensuretrailingslash", 1) => {
            Value::Text(format!("{}/", arguments[0].trim_end_matches(['/', '\\'])))
        }
        ("normalizepath", 1..) => {
            let path = combine(arguments.iter().map(String::as_str));
            Value::Text(full_path(&project_folder(), &path))
        }
        ("normalizedirectory", 1..) => {
            let path = combine(arguments.iter().map(String::as_str));
            Value::Text(format!(
                "{}/",
                full_path(&project_folder(), &path).trim_end_matches('/')
            ))
        }
        ("makerelative", 2) => {
            let base = crate::source::SourcePath::new(format!("{}/_", arguments[0]));
            let from = super::location::Location::new(base.folder());
            Value::Text(
                from.relative(&full_path(&arguments[0], &arguments[1]))
                    .as_str()
                    .to_owned(),
            )
        }
        ("escape" | "unescape", 1) => Value::Text(arguments[0].clone()),
        ("doestaskhostexist", _) => truth(false),
        _ => return None,
    })
}

fn arithmetic(name: &str, arguments: &[String]) -> Option<Value> {
    let [left, right] = arguments else {
        return None;
    };
    let (left, right) = (
        left.trim().parse::<f64>().ok()?,
        right.trim().parse::<f64>().ok()?,
    );
    let value = match name {
        "add" => left + right,
        "subtract" => left - right,
        "multiply" => left * right,
        "divide" if right != 0.0 => left / right,
        "modulo" if right != 0.0 => left % right,
        _ => return None,
    };
    Some(Value::Text(value.to_string()))
}

fn string(name: &str, arguments: &[String]) -> Option<Value> {
    Some(match (name, arguments) {
        ("isnullorempty", [text]) => truth(text.is_empty()),
        ("isnullorwhitespace", [text]) => truth(text.trim().is_empty()),
        ("copy" | "new", [text]) => Value::Text(text.clone()),
        ("empty", []) => Value::Text(String::new()),
        ("concat", texts) => Value::Text(texts.concat()),
        ("join", [separator, texts @ ..]) => Value::Text(texts.join(separator)),
        ("equals", [left, right]) => truth(left == right),
        ("equals", [left, right, option]) => {
            let ignore = option.to_ascii_lowercase().ends_with("ignorecase");
            truth(left == right || ignore && left.eq_ignore_ascii_case(right))
        }
        ("compare", [left, right]) => Value::Text((left.cmp(right) as i8).to_string()),
        ("format", [template, values @ ..]) if template.len() <= 4096 => {
            let mut text = template.clone();
            for (at, value) in values.iter().enumerate() {
                text = text.replace(&format!("{{{at}}}"), value);
                if text.len() > 1 << 18 {
                    return None;
                }
            }
            Value::Text(text)
        }
        _ => return None,
    })
}

fn path(scope: &Scope<'_>, name: &str, arguments: &[String]) -> Option<Value> {
    let separators = ['/', '\\'];
    let file = |text: &str| {
        text.rsplit(separators)
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    Some(Value::Text(match (name, arguments) {
        ("combine" | "join", parts) => combine(parts.iter().map(String::as_str)),
        ("getfullpath", [path]) => {
            let mut full = full_path(&scope.location.folder_of(&scope.project), path);
            if path.ends_with(separators) && !full.ends_with('/') {
                full.push('/');
            }
            full
        }
        ("getfullpath", [path, base]) => full_path(base, path),
        ("getfilename", [path]) => file(path),
        ("getfilenamewithoutextension", [path]) => {
            let name = file(path);
            name.rsplit_once('.')
                .map_or(name.clone(), |(stem, _)| stem.to_owned())
        }
        ("getextension", [path]) => {
            let name = file(path);
            name.rfind('.')
                .map_or_else(String::new, |at| name[at..].to_owned())
        }
        ("getdirectoryname", [path]) => path
            .rfind(separators)
            .map_or_else(String::new, |at| path[..at].to_owned()),
        ("changeextension", [path, extension]) => {
            let stem = path.rfind('.').map_or(path.as_str(), |at| &path[..at]);
            format!("{stem}.{}", extension.trim_start_matches('.'))
        }
        ("ispathrooted", [path]) => return Some(truth(is_rooted(path))),
        ("directoryseparatorchar" | "altdirectoryseparatorchar", []) => "/".to_owned(),
        ("pathseparator", []) => ":".to_owned(),
        _ => return None,
    }))
}

/// A version as `MSBuild`'s version functions read it: `v` in front and a suffix behind don't count.
pub(super) fn version(text: &str) -> Option<[u64; 4]> {
    let text = text.trim().trim_start_matches(['v', 'V']);
    let text = text.split(['-', '+']).next()?;
    let mut result = [0; 4];
    let mut count = 0;
    for (at, part) in text.split('.').enumerate() {
        *result.get_mut(at)? = part.parse().ok()?;
        count += 1;
    }
    (count > 0).then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::testing::scope_in;

    fn on(text: &str, name: &str, arguments: &[&str]) -> Option<String> {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        call(&Value::Text(text.to_owned()), name, Some(&arguments)).map(Value::into_text)
    }

    #[test]
    fn methods_of_strings() {
        assert_eq!(
            on("Shop.Tests", "EndsWith", &[".Tests"]).as_deref(),
            Some("True")
        );
        assert_eq!(
            on("Shop.Tests", "endswith", &[".tests"]).as_deref(),
            Some("False")
        );
        assert_eq!(
            on(
                "Shop.Tests",
                "EndsWith",
                &[".tests", "StringComparison.OrdinalIgnoreCase"]
            )
            .as_deref(),
            Some("True")
        );
        assert_eq!(
            on("/r/tests/A", "Contains", &[r"\tests\"]).as_deref(),
            Some("True")
        );
        assert_eq!(on("abc", "Substring", &["1", "1"]).as_deref(), Some("b"));
        assert_eq!(on("abc", "Substring", &["1", "9"]), None);
        assert_eq!(on("äöü", "Remove", &["1"]).as_deref(), Some("ä"));
        assert_eq!(on("abc", "Frobnicate", &[]), None);
    }

    #[test]
    fn versions_compare_by_their_numbers() {
        assert!(version("v4.10") > version("4.9.3"));
        assert_eq!(version("8.0"), version("8"));
        assert_eq!(version("8.0.100-preview.1"), version("8.0.100"));
        assert_eq!(version("x"), None);
    }

    #[test]
    fn files_above_are_found_outside_the_root_too() {
        let files = [("../eng/Versions.props", ""), ("Directory.Build.props", "")];
        scope_in("src/App/App.csproj", &files, |scope| {
            for (expression, expected) in [
                (
                    "$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '$(MSBuildThisFileDirectory)../'))",
                    "Directory.Build.props",
                ),
                (
                    "$([MSBuild]::GetDirectoryNameOfFileAbove($(MSBuildThisFileDirectory), 'eng/Versions.props'))",
                    "..",
                ),
                (
                    "$([MSBuild]::NormalizePath('..', 'x', 'y.cs'))",
                    "src/x/y.cs",
                ),
            ] {
                let found = scope.location.relative(&scope.expand(expression).text);
                assert_eq!(found.as_str(), expected, "{expression}");
            }
            assert_eq!(
                scope
                    .expand("$([MSBuild]::GetPathOfFileAbove('none.props'))")
                    .text,
                ""
            );
        });
    }
}
