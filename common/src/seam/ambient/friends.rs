//! Which test assemblies must see what is internal in an assembly that got a scope, and how they are named as its friends:
//! in the way that the project, or the others of the workspace, name theirs. Knows texts of project files, no disk.

use std::collections::BTreeSet;

use crate::binding::FileId;
use crate::edit::Edit;
use crate::project::{Project, Style};
use crate::source::SourcePath;
use crate::syntax::{SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::code::{Code, CodeProject};
use super::super::layout;
use crate::coverage::ProjectRole;

use SyntaxKind as K;

const ATTRIBUTE: &str = "InternalsVisibleTo";

/// A project that got a scope, and a project of tests that refers to it and can't fill the scope yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// The number of the project.
    pub owner: usize,
    /// The number of the project of tests.
    pub test: usize,
}

/// How a friend is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Naming {
    /// In a file that is there: C# or the project's.
    Edit(SourcePath, Edit),
    /// In a new file.
    Create(SourcePath, String),
}

/// A friend that the source of a project names.
struct Named<'a> {
    file: FileId,
    list: SyntaxNode<'a>,
    /// The text of its string, quotes included.
    string: SyntaxNode<'a>,
}

impl Named<'_> {
    fn assembly(&self) -> &str {
        let text = self.string.text().trim_start_matches(['@', '"']);
        text.split([',', '"']).next().unwrap_or(text).trim()
    }
}

/// The friends that are missing for the projects in `owners`.
pub fn missing(code: &Code, owners: &BTreeSet<usize>) -> Vec<Missing> {
    let mut all = Vec::new();
    for &owner in owners {
        let Some(own) = code.projects().get(owner) else {
            continue;
        };
        let by_source = named(code, owner);
        for (test, other) in code.projects().iter().enumerate() {
            let refers = other
                .scope
                .references
                .iter()
                .any(|id| id.0 as usize == owner);
            let is_test = other.role == ProjectRole::Test && own.role != ProjectRole::Test;
            if refers && is_test && !knows(own, other, &by_source) {
                all.push(Missing { owner, test });
            }
        }
    }
    all
}

fn knows(own: &CodeProject, other: &CodeProject, by_source: &[Named<'_>]) -> bool {
    let assembly = &other.scope.assembly;
    let is_it = |name: &str| name.eq_ignore_ascii_case(assembly);
    own.scope.friends.iter().any(|friend| is_it(friend))
        || by_source.iter().any(|one| is_it(one.assembly()))
}

/// The friends that the source of a project names, outside of `#if`.
fn named(code: &Code, project: usize) -> Vec<Named<'_>> {
    let files = code.mentioning(ATTRIBUTE).into_iter();
    let own = files.filter(|file| code.file(*file).project.0 as usize == project);
    let mut found = Vec::new();
    for file in own {
        let Some(tree) = code.tree(file) else {
            continue;
        };
        for list in tree.root().children_of(K::GlobalAttribute) {
            let names_it = list.text().contains(ATTRIBUTE);
            let mut strings = list
                .descendants()
                .filter(|node| matches!(node.kind(), K::StringLiteral | K::VerbatimStringLiteral));
            if let Some(string) = strings.next().filter(|_| names_it) {
                found.push(Named { file, list, string });
            }
        }
    }
    found
}

/// How the friend is named; a reason why it must be done by hand otherwise. `text` is that of the owner's project file,
/// `key` the public key of the tests.
pub fn naming(
    code: &Code,
    projects: &[&Project],
    missing: Missing,
    text: Option<&str>,
    key: Option<&str>,
) -> Result<Naming, String> {
    let unknown = || "the project can't be read".to_owned();
    let own = projects.get(missing.owner).ok_or_else(unknown)?;
    let test = projects.get(missing.test).ok_or_else(unknown)?;
    let assembly = test.assembly_name.as_str();
    if own.signing_key.is_some() && test.signing_key.is_none() {
        return Err("the assembly is signed, and that of the tests isn't".to_owned());
    }
    let signed = own.signing_key.is_some();
    let by_source = named(code, missing.owner);
    // A friend of the same house has the same key.
    let house = |name: &str| name.split('.').next().map(str::to_lowercase);
    let is_kin =
        |name: &str| house(name) == house(&own.assembly_name) || house(name) == house(assembly);
    let sibling = by_source
        .iter()
        .filter(|one| code.file(one.file).editable)
        .rfind(|one| is_kin(one.assembly()));
    if let Some(sibling) = sibling {
        return Ok(beside_attribute(code, sibling, assembly));
    }
    let item = text.and_then(|text| last_item(text, &is_kin));
    if let (Some(item), Some(text), true) = (item, text, own.generate_assembly_info) {
        let edit = beside_item(text, item, assembly);
        return Ok(Naming::Edit(own.path.clone(), edit));
    }
    let key = key.filter(|_| signed);
    if signed && key.is_none() {
        return Err("the assembly is signed, and the key of the tests can't be read".to_owned());
    }
    if let Some(other) = by_source
        .iter()
        .filter(|_| !signed)
        .rfind(|one| code.file(one.file).editable && !one.list.text().contains("PublicKey"))
    {
        return Ok(beside_attribute(code, other, assembly));
    }
    let source_alone = !own.generate_assembly_info || own.style == Style::Legacy;
    if let Some(text) = text.filter(|_| !source_alone && !prefers_source(code, projects))
        && let Some(edit) = new_item(text, assembly, key)
    {
        return Ok(Naming::Edit(own.path.clone(), edit));
    }
    by_new_attribute(code, own, missing.owner, assembly, key)
}

/// Whether the other projects name their friends in source rather than in project files.
fn prefers_source(code: &Code, projects: &[&Project]) -> bool {
    let items = projects
        .iter()
        .filter(|project| !project.internals_visible_to.is_empty())
        .count();
    let files = code.mentioning(ATTRIBUTE).into_iter();
    let source: BTreeSet<u32> = files.map(|file| code.file(file).project.0).collect();
    source.len() > items
}

fn beside_attribute(code: &Code, sibling: &Named<'_>, assembly: &str) -> Naming {
    let text = &*code.file(sibling.file).text;
    let list = sibling.list.range();
    let old = sibling.assembly();
    let at = sibling.string.range().start() - list.start();
    let (before, after) = sibling.list.text().split_at(at);
    let after = after.replacen(old, assembly, 1);
    let ending = layout::line_ending(text, list.start());
    let indent = layout::indent(text, list.start());
    let edit = Edit {
        range: TextRange::empty(list.end()),
        text: format!("{ending}{indent}{before}{after}"),
    };
    Naming::Edit(code.file(sibling.file).path.clone(), edit)
}

/// The last element of a project file that names a kin, outside of comments and conditions.
fn last_item(text: &str, is_kin: &dyn Fn(&str) -> bool) -> Option<TextRange> {
    let open = format!("<{ATTRIBUTE} ");
    text.rmatch_indices(&open).find_map(|(at, _)| {
        let rest = text.get(at..)?;
        let head = rest.get(..=rest.find('>')?)?;
        let name = value_of(head, "Include")?;
        let end = if head.ends_with("/>") {
            head.len()
        } else {
            let close = format!("</{ATTRIBUTE}>");
            rest.find(&close)? + close.len()
        };
        let before = text.get(..at)?;
        let in_comment = before.rfind("<!--") > before.rfind("-->");
        let group = before.get(before.rfind("<ItemGroup")?..)?;
        let conditional = group.get(..=group.find('>')?)?.contains("Condition")
            || rest.get(..end)?.contains("Condition");
        let plain = name.contains("$(AssemblyName)") || is_kin(name);
        (plain && !in_comment && !conditional).then(|| TextRange::new(at, at + end))
    })
}

fn value_of<'t>(element: &'t str, attribute: &str) -> Option<&'t str> {
    let rest = element.split_once(&format!("{attribute}=\""))?.1;
    Some(rest.split_once('"')?.0)
}

fn beside_item(text: &str, item: TextRange, assembly: &str) -> Edit {
    let element = text.get(item.as_range()).unwrap_or_default();
    let old = value_of(element, "Include").unwrap_or_default();
    let name = old.split(',').next().unwrap_or(old);
    let new = element.replacen(name, assembly, 1);
    let ending = layout::line_ending(text, item.start());
    let indent = layout::indent(text, item.start());
    Edit {
        range: TextRange::empty(item.end()),
        text: format!("{ending}{indent}{new}"),
    }
}

/// A group of its own at the end of the project.
fn new_item(text: &str, assembly: &str, key: Option<&str>) -> Option<Edit> {
    let key = key.map_or_else(String::new, |key| format!(" Key=\"{key}\""));
    let close = text.rfind("</Project>")?;
    let group = text
        .find("<PropertyGroup")
        .or_else(|| text.find("<ItemGroup"))?;
    let ending = layout::line_ending(text, group);
    let indent = if layout::starts_line(text, group) {
        layout::indent(text, group)
    } else {
        "  "
    };
    let unit = if indent.is_empty() { "  " } else { indent };
    let lines = [
        format!("{indent}<ItemGroup>"),
        format!("{indent}{unit}<{ATTRIBUTE} Include=\"{assembly}\"{key} />"),
        format!("{indent}</ItemGroup>"),
    ];
    let block = lines.join(ending);
    // A blank line parts groups where it does so already.
    let at = layout::line_start(text, close);
    let own_line = layout::starts_line(text, close);
    let before = text.get(..at).unwrap_or_default();
    let airy = before.ends_with(&format!("{ending}{ending}"));
    Some(if own_line && airy {
        Edit {
            range: TextRange::empty(at),
            text: format!("{block}{ending}{ending}"),
        }
    } else if own_line {
        Edit {
            range: TextRange::empty(at),
            text: format!("{block}{ending}"),
        }
    } else {
        Edit {
            range: TextRange::empty(close),
            text: format!("{ending}{block}{ending}"),
        }
    })
}

/// An attribute in the file of the assembly's attributes, or in a new one.
fn by_new_attribute(
    code: &Code,
    own: &Project,
    project: usize,
    assembly: &str,
    key: Option<&str>,
) -> Result<Naming, String> {
    let key = key.map_or_else(String::new, |key| format!(", PublicKey={key}"));
    let attribute =
        format!("[assembly: System.Runtime.CompilerServices.{ATTRIBUTE}(\"{assembly}{key}\")]");
    let there = code.files().find(|(_, file)| {
        file.project.0 as usize == project
            && file.editable
            && file
                .path
                .file_name()
                .eq_ignore_ascii_case("AssemblyInfo.cs")
    });
    if let Some((id, file)) = there
        && let Some(tree) = code.tree(id)
    {
        let last = tree.root().children_of(K::GlobalAttribute).last();
        if let Some(last) = last {
            let ending = layout::line_ending(&file.text, last.range().start());
            let edit = Edit {
                range: TextRange::empty(last.range().end()),
                text: format!("{ending}{attribute}"),
            };
            return Ok(Naming::Edit(file.path.clone(), edit));
        }
    }
    let takes_new = code
        .projects()
        .get(project)
        .is_some_and(|project| project.writing.new_files);
    let path = own
        .path
        .join_from_folder("Properties/InternalsVisibleTo.cs");
    if !takes_new || code.find(&path).is_some() {
        return Err("the project wouldn't compile a new file".to_owned());
    }
    let first = code
        .files()
        .find(|(_, file)| file.project.0 as usize == project);
    let ending = first.map_or("\n", |(_, file)| layout::line_ending(&file.text, 0));
    Ok(Naming::Create(path, format!("{attribute}{ending}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn item(before: &str, after: &str) {
        let kin = |name: &str| name.starts_with("Shop");
        let edit = match last_item(before, &kin) {
            Some(item) => beside_item(before, item, "Shop.Tests"),
            None => new_item(before, "Shop.Tests", None).unwrap(),
        };
        let edit = crate::edit::TextEdit::new([edit]).unwrap();
        assert_eq!(edit.apply(before).unwrap(), after);
    }

    #[test]
    fn a_friend_is_named_beside_its_kin() {
        item(
            "<Project>\n  <ItemGroup>\n    <InternalsVisibleTo Include=\"Shop.Web\" Key=\"$(Key)\" />\n    <InternalsVisibleTo Include=\"Moq\" />\n  </ItemGroup>\n</Project>\n",
            "<Project>\n  <ItemGroup>\n    <InternalsVisibleTo Include=\"Shop.Web\" Key=\"$(Key)\" />\n    <InternalsVisibleTo Include=\"Shop.Tests\" Key=\"$(Key)\" />\n    <InternalsVisibleTo Include=\"Moq\" />\n  </ItemGroup>\n</Project>\n",
        );
    }

    #[test]
    fn without_kin_it_gets_a_group() {
        let group = "  <ItemGroup>\r\n    <InternalsVisibleTo Include=\"Shop.Tests\" />\r\n  </ItemGroup>\r\n";
        item(
            "<Project Sdk=\"A\">\r\n  <PropertyGroup>\r\n  </PropertyGroup>\r\n</Project>\r\n",
            &format!(
                "<Project Sdk=\"A\">\r\n  <PropertyGroup>\r\n  </PropertyGroup>\r\n{group}</Project>\r\n"
            ),
        );
        let air = "<Project Sdk=\"A\">\r\n\r\n  <PropertyGroup>\r\n  </PropertyGroup>\r\n\r\n";
        item(
            &format!("{air}</Project>"),
            &format!("{air}{group}\r\n</Project>"),
        );
        let condition = "<Project><PropertyGroup/><ItemGroup Condition=\"a\"><InternalsVisibleTo Include=\"Shop.A\" /></ItemGroup>";
        item(
            &format!("{condition}</Project>\n"),
            &format!(
                "{condition}\n  <ItemGroup>\n    <InternalsVisibleTo Include=\"Shop.Tests\" />\n  </ItemGroup>\n</Project>\n"
            ),
        );
    }
}
