//! Package references that are added to the text of a project file, or of the file with the central versions: beside
//! their kin and in their style, every other byte as it was. Knows no disk, and not which package is wanted.

use super::xml::{self, Element};
use crate::edit::{Edit, TextEdit};
use crate::text::TextRange;

/// What is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition<'a> {
    /// `<PackageReference Include="…" Version="…" />`; without a version where versions are central.
    Reference(&'a str, Option<&'a str>),
    /// `<PackageVersion Include="…" Version="…" />`.
    Version(&'a str, &'a str),
    /// `<PackageReference Include="…" Version="…" PrivateAssets="all" />`: a package for the build alone.
    Analyzer(&'a str, &'a str),
    /// `<AdditionalFiles Include="…" />`: a file that analyzers read.
    AdditionalFile(&'a str),
}

impl Addition<'_> {
    fn element(self) -> &'static str {
        match self {
            Self::Reference(..) | Self::Analyzer(..) => "PackageReference",
            Self::Version(..) => "PackageVersion",
            Self::AdditionalFile(_) => "AdditionalFiles",
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Reference(id, _)
            | Self::Version(id, _)
            | Self::Analyzer(id, _)
            | Self::AdditionalFile(id) => id,
        }
    }

    fn version(&self) -> Option<&str> {
        match self {
            Self::Reference(_, version) => *version,
            Self::Version(_, version) | Self::Analyzer(_, version) => Some(version),
            Self::AdditionalFile(_) => None,
        }
    }
}

/// The edit that adds it; `None` where the text can't be read or has it already.
pub fn add_package(text: &str, addition: Addition<'_>) -> Option<TextEdit> {
    let root = xml::parse(text).ok()?;
    // Positions are those of the text behind its mark.
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    let body = text.get(skipped..)?;
    let element = addition.element();
    let groups = root.named("ItemGroup");
    let plain: Vec<_> = groups
        .filter(|group| group.attribute("Condition").is_none())
        .collect();
    let is_it = |one: &Element| {
        one.attribute("Include")
            .is_some_and(|id| id.eq_ignore_ascii_case(addition.id()))
    };
    if plain
        .iter()
        .any(|group| group.named(element).any(|one| is_it(one)))
    {
        return None;
    }
    let kin = plain
        .iter()
        .map(|group| group.named(element).collect::<Vec<_>>())
        .filter(|all| !all.is_empty())
        .max_by_key(Vec::len);
    let insertion = match kin {
        Some(all) => beside(body, &all, addition)?,
        None => in_a_group_of_its_own(body, &root, addition)?,
    };
    let edit = Edit {
        range: TextRange::empty(skipped + insertion.range.start()),
        text: insertion.text,
    };
    TextEdit::new([edit]).ok()
}

/// Among those that are alike, in their order where they have one.
fn beside(body: &str, all: &[&std::sync::Arc<Element>], addition: Addition<'_>) -> Option<Edit> {
    let name = |one: &Element| {
        one.attribute("Include")
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let id = addition.id().to_ascii_lowercase();
    let sorted = all.is_sorted_by_key(|one| name(one));
    let before = all.iter().find(|one| sorted && name(one) > id);
    let plain = |one: &&&std::sync::Arc<Element>| {
        let text = &body[one.range.clone()];
        let given: Vec<&str> = one.attributes.iter().map(|(key, _)| key.as_str()).collect();
        let wanted: &[&str] = match addition.version() {
            Some(_) => &["Include", "Version"],
            None => &["Include"],
        };
        text.ends_with("/>") && given == wanted
    };
    let alone = matches!(addition, Addition::Analyzer(..));
    let line = match all.iter().rev().find(plain).filter(|_| !alone) {
        Some(like) => like_it(&body[like.range.clone()], like, addition)?,
        None => standard(addition),
    };
    if let Some(next) = before {
        let at = next.range.start;
        let (ending, indent) = (ending(body, at), indent(body, at));
        return Some(insert(at, format!("{line}{ending}{indent}")));
    }
    let last = all.last()?;
    let start = last.range.start;
    let (ending, indent) = (ending(body, start), indent(body, start));
    // A comment behind the last one stays with it.
    let rest = body[last.range.end..].lines().next().unwrap_or_default();
    let comment = rest.trim();
    let own = comment.starts_with("<!--") && comment.ends_with("-->");
    let behind = if own { rest.trim_end().len() } else { 0 };
    let at = last.range.end + behind;
    Some(insert(at, format!("{ending}{indent}{line}")))
}

/// One like another, with other values.
fn like_it(text: &str, like: &Element, addition: Addition<'_>) -> Option<String> {
    let mut out = text.to_owned();
    let mut replace = |key: &str, new: &str| {
        let old = like.attribute(key)?;
        let at = ["\"", "'"].iter().find_map(|quote| {
            let written = format!("{key}={quote}{old}{quote}");
            Some((out.find(&written)?, written.len(), quote.len()))
        })?;
        let (start, length, quote) = at;
        let value = start + key.len() + 1 + quote..start + length - quote;
        out.replace_range(value, new);
        Some(())
    };
    if let Some(version) = addition.version() {
        replace("Version", version)?;
    }
    replace("Include", addition.id())?;
    Some(out)
}

fn standard(addition: Addition<'_>) -> String {
    let (element, id) = (addition.element(), addition.id());
    match addition.version() {
        Some(version) if matches!(addition, Addition::Analyzer(..)) => {
            format!("<{element} Include=\"{id}\" Version=\"{version}\" PrivateAssets=\"all\" />")
        }
        Some(version) => format!("<{element} Include=\"{id}\" Version=\"{version}\" />"),
        None => format!("<{element} Include=\"{id}\" />"),
    }
}

/// At the end of the project.
fn in_a_group_of_its_own(body: &str, root: &Element, addition: Addition<'_>) -> Option<Edit> {
    let close = body.get(root.range.clone())?.rfind("</")? + root.range.start;
    let unit = root
        .children
        .first()
        .map_or("  ", |child| indent(body, child.range.start));
    let ending = ending(body, close);
    let line = standard(addition);
    let group =
        format!("{unit}<ItemGroup>{ending}{unit}{unit}{line}{ending}{unit}</ItemGroup>{ending}");
    // The last child, when a blank line stands between groups.
    let spaced = root.children.windows(2).any(|pair| {
        body.get(pair[0].range.end..pair[1].range.start)
            .is_some_and(|between| between.matches('\n').count() > 1)
    });
    let behind = root.children.last().map_or(close, |child| child.range.end);
    let gap = body.get(behind..close)?;
    if !gap.contains('\n') {
        return Some(insert(close, format!("<ItemGroup>{line}</ItemGroup>")));
    }
    let ends_blank = gap.matches('\n').count() > 1;
    let line_start = body[..close].rfind('\n').map_or(close, |at| at + 1);
    let blank = if spaced && !ends_blank { ending } else { "" };
    let after = if ends_blank { ending } else { "" };
    Some(insert(line_start, format!("{blank}{group}{after}")))
}

fn insert(at: usize, text: String) -> Edit {
    Edit {
        range: TextRange::empty(at),
        text,
    }
}

fn indent(body: &str, at: usize) -> &str {
    let start = body[..at].rfind('\n').map_or(0, |line| line + 1);
    let blanks = &body[start..at];
    if blanks.trim().is_empty() { blanks } else { "" }
}

fn ending(body: &str, at: usize) -> &'static str {
    let before = body[..at].rfind('\n');
    let line = before.or_else(|| body.find('\n'));
    match line {
        Some(line) if body[..line].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: Addition<'_> = Addition::Reference("Io", Some("2.0"));

    #[track_caller]
    fn check(before: &str, addition: Addition<'_>, after: &str) {
        let edit = add_package(before, addition).unwrap();
        let text = edit.apply(before).unwrap();
        assert_eq!(text, after);
        assert_eq!(add_package(&text, addition), None, "it is there now");
    }

    #[test]
    fn it_stands_among_its_kin_in_their_order_and_style() {
        check(
            "\u{feff}<Project>\r\n\t<ItemGroup>\r\n\t\t<PackageReference Include=\"A\" Version=\"1\"/>\r\n\t\t<PackageReference Include=\"Z\" Version=\"1\"/>\r\n\t</ItemGroup>\r\n</Project>",
            REFERENCE,
            "\u{feff}<Project>\r\n\t<ItemGroup>\r\n\t\t<PackageReference Include=\"A\" Version=\"1\"/>\r\n\t\t<PackageReference Include=\"Io\" Version=\"2.0\"/>\r\n\t\t<PackageReference Include=\"Z\" Version=\"1\"/>\r\n\t</ItemGroup>\r\n</Project>",
        );
        check(
            "<Project>\n  <ItemGroup>\n    <PackageReference Include='Z' Version='1' />\n    <PackageReference Include='A' Version='1' /> <!-- a -->\n  </ItemGroup>\n</Project>\n",
            REFERENCE,
            "<Project>\n  <ItemGroup>\n    <PackageReference Include='Z' Version='1' />\n    <PackageReference Include='A' Version='1' /> <!-- a -->\n    <PackageReference Include='Io' Version='2.0' />\n  </ItemGroup>\n</Project>\n",
        );
    }

    #[test]
    fn kin_that_say_more_are_not_copied() {
        check(
            "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" Version=\"1\">\n      <PrivateAssets>all</PrivateAssets>\n    </PackageReference>\n  </ItemGroup>\n</Project>\n",
            REFERENCE,
            "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" Version=\"1\">\n      <PrivateAssets>all</PrivateAssets>\n    </PackageReference>\n    <PackageReference Include=\"Io\" Version=\"2.0\" />\n  </ItemGroup>\n</Project>\n",
        );
    }

    #[test]
    fn without_kin_it_gets_a_group() {
        check(
            "<Project Sdk=\"S\">\n\n  <PropertyGroup>\n    <A>1</A>\n  </PropertyGroup>\n\n</Project>\n",
            REFERENCE,
            "<Project Sdk=\"S\">\n\n  <PropertyGroup>\n    <A>1</A>\n  </PropertyGroup>\n\n  <ItemGroup>\n    <PackageReference Include=\"Io\" Version=\"2.0\" />\n  </ItemGroup>\n\n</Project>\n",
        );
        check(
            "<Project Sdk=\"S\">\n  <PropertyGroup>\n    <A>1</A>\n  </PropertyGroup>\n\n  <ItemGroup Condition=\"'$(X)' == ''\">\n    <PackageReference Include=\"A\" Version=\"1\" />\n  </ItemGroup>\n</Project>\n",
            REFERENCE,
            "<Project Sdk=\"S\">\n  <PropertyGroup>\n    <A>1</A>\n  </PropertyGroup>\n\n  <ItemGroup Condition=\"'$(X)' == ''\">\n    <PackageReference Include=\"A\" Version=\"1\" />\n  </ItemGroup>\n\n  <ItemGroup>\n    <PackageReference Include=\"Io\" Version=\"2.0\" />\n  </ItemGroup>\n</Project>\n",
        );
        check(
            "<Project Sdk=\"S\"><PropertyGroup/></Project>",
            REFERENCE,
            "<Project Sdk=\"S\"><PropertyGroup/><ItemGroup><PackageReference Include=\"Io\" Version=\"2.0\" /></ItemGroup></Project>",
        );
    }

    #[test]
    fn central_versions_and_references_without_one() {
        check(
            "<Project>\n  <ItemGroup>\n    <PackageVersion Include=\"A\" Version=\"1\" />\n  </ItemGroup>\n</Project>\n",
            Addition::Version("Io", "2.0"),
            "<Project>\n  <ItemGroup>\n    <PackageVersion Include=\"A\" Version=\"1\" />\n    <PackageVersion Include=\"Io\" Version=\"2.0\" />\n  </ItemGroup>\n</Project>\n",
        );
        check(
            "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" />\n  </ItemGroup>\n</Project>\n",
            Addition::Reference("Io", None),
            "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" />\n    <PackageReference Include=\"Io\" />\n  </ItemGroup>\n</Project>\n",
        );
    }

    #[test]
    fn what_is_for_the_build_alone_stays_there() {
        check(
            "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" Version=\"1\" />\n  </ItemGroup>\n</Project>\n",
            Addition::Analyzer("Io", "2.0"),
            "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" Version=\"1\" />\n    <PackageReference Include=\"Io\" Version=\"2.0\" PrivateAssets=\"all\" />\n  </ItemGroup>\n</Project>\n",
        );
        check(
            "<Project>\n  <ItemGroup>\n    <AdditionalFiles Include=\"a.txt\" />\n  </ItemGroup>\n</Project>\n",
            Addition::AdditionalFile("B.txt"),
            "<Project>\n  <ItemGroup>\n    <AdditionalFiles Include=\"a.txt\" />\n    <AdditionalFiles Include=\"B.txt\" />\n  </ItemGroup>\n</Project>\n",
        );
    }

    #[test]
    fn what_is_no_project_is_left_alone() {
        assert_eq!(add_package("", REFERENCE), None);
        assert_eq!(add_package("<Project", REFERENCE), None);
    }
}
