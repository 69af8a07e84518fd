//! The behaviour that is to be tested: how it is named, and the member that the name stands for. Follows no call.

use std::fmt;

use seamwright_common::binding::FileId;
use seamwright_common::outline::{Member, MemberKind, ParameterModifiers, TypeId};
use seamwright_common::seam::code::Reader;
use seamwright_common::syntax::SyntaxNode;
use seamwright_common::text::LineIndex;

/// How a behaviour is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `Type.Member`, `N.Type.Member(int, string)`.
    Named {
        /// The type, as much of its name as was given.
        ty: String,
        /// The member's name.
        member: String,
        /// The types of its parameters, when they were given.
        parameters: Option<Vec<String>>,
    },
    /// `path:line`.
    At {
        /// The end of the file's path.
        path: String,
        /// From 1.
        line: usize,
    },
}

impl Target {
    /// Reads a target as it is written; `None` when it names no member.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((path, line)) = text.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            let path = path.replace('\\', "/");
            return Some(Self::At { path, line });
        }
        let (name, parameters) = match text.split_once('(') {
            None => (text, None),
            Some((name, list)) => (name, Some(split(list.strip_suffix(')')?))),
        };
        let (ty, member) = name.trim().rsplit_once('.')?;
        let word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        (word(ty) && word(member)).then(|| Self::Named {
            ty: ty.trim_end_matches('.').to_owned(),
            member: member.to_owned(),
            parameters,
        })
    }
}

/// At the commas that stand outside of brackets.
fn split(list: &str) -> Vec<String> {
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0_usize);
    for letter in list.chars() {
        match letter {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.extend(Some(letter).filter(|letter| !letter.is_whitespace()));
    }
    if !part.is_empty() || !parts.is_empty() {
        parts.push(part);
    }
    parts
}

/// Why a target can't be worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TargetError {
    /// Nothing is called so; what is called alike.
    Missing(Vec<String>),
    /// It may be any of these.
    Ambiguous(Vec<String>),
    /// It stands in code with syntax that wasn't understood.
    NotUnderstood(String),
    /// It has no body.
    NoBody(String),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(_) => f.write_str("no production code in the workspace declares it"),
            Self::Ambiguous(all) => write!(f, "it may be any of {}", all.join(", ")),
            Self::NotUnderstood(place) => {
                write!(f, "the code around it wasn't understood ({place})")
            }
            Self::NoBody(place) => write!(f, "it has no body that could be tested ({place})"),
        }
    }
}

/// A member of the workspace, by its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MemberId {
    pub(crate) file: FileId,
    /// Its place in the file's outline.
    pub(crate) index: usize,
}

impl MemberId {
    pub(crate) fn of<'r>(self, reader: &Reader<'r>) -> &'r Member {
        &reader.code().names().outline(self.file).members()[self.index]
    }

    /// Its declaration.
    pub(crate) fn node<'r>(self, reader: &Reader<'r>) -> Option<SyntaxNode<'r>> {
        let tree = reader.code().tree(self.file)?;
        Some(tree.covering(self.of(reader).range))
    }

    /// `Type.Member` by simple names; `new Type` for a constructor.
    pub(crate) fn label(self, reader: &Reader<'_>) -> String {
        let outline = reader.code().names().outline(self.file);
        let member = self.of(reader);
        let ty = outline.text(outline.type_(member.owner).name);
        match member.kind {
            MemberKind::Constructor => format!("new {ty}"),
            MemberKind::Indexer => format!("{ty}[]"),
            _ => format!("{ty}.{}", outline.text(member.name)),
        }
    }

    /// The same with the types of its parameters.
    pub(crate) fn signature(self, reader: &Reader<'_>) -> String {
        let outline = reader.code().names().outline(self.file);
        let member = self.of(reader);
        let label = self.label(reader);
        if !matches!(member.kind, MemberKind::Method | MemberKind::Constructor) {
            return label;
        }
        let parameters = outline.parameters(member.parameters);
        let types: Vec<&str> = parameters
            .iter()
            .map(|parameter| outline.text(parameter.type_text))
            .collect();
        format!("{label}({})", types.join(", "))
    }
}

/// The members that a type declares in one file.
pub(crate) fn members_of(
    reader: &Reader<'_>,
    file: FileId,
    ty: TypeId,
) -> impl Iterator<Item = MemberId> {
    let outline = reader.code().names().outline(file);
    let all = outline.members().iter().enumerate();
    let own = all.filter(move |(_, member)| member.owner == ty);
    own.map(move |(index, _)| MemberId { file, index })
}

/// The member that a target means, in production code.
pub(crate) fn resolve(reader: &Reader<'_>, target: &Target) -> Result<MemberId, TargetError> {
    let code = reader.code();
    let production = code.files().filter(|(file, _)| !code.is_test(*file));
    let production: Vec<FileId> = production.map(|(file, _)| file).collect();
    let found = match target {
        Target::At { path, line } => at(reader, &production, path, *line),
        Target::Named {
            ty,
            member,
            parameters,
        } => named(reader, &production, ty, member, parameters.as_deref()),
    };
    let found = match found.as_slice() {
        [one] => *one,
        [] => return Err(TargetError::Missing(alike(reader, &production, target))),
        several => {
            let shown = |one: &MemberId| {
                let place = code.place(one.file, one.of(reader).name_range.start());
                format!("`{}` ({place})", one.signature(reader))
            };
            return Err(TargetError::Ambiguous(several.iter().map(shown).collect()));
        }
    };
    let place = code.place(found.file, found.of(reader).name_range.start());
    let member = found.of(reader);
    if member.body.is_none() && member.initializer.is_none() {
        return Err(TargetError::NoBody(place));
    }
    match found.node(reader) {
        Some(node) if !node.has_error() => Ok(found),
        _ => Err(TargetError::NotUnderstood(place)),
    }
}

fn at(reader: &Reader<'_>, files: &[FileId], path: &str, line: usize) -> Vec<MemberId> {
    let code = reader.code();
    let fits = |file: &&FileId| {
        let own = code.file(**file).path.as_str();
        own == path || own.ends_with(&format!("/{}", path.trim_start_matches("./")))
    };
    let mut found = Vec::new();
    for file in files.iter().filter(fits) {
        let lines = LineIndex::new(reader.text(*file));
        let outline = code.names().outline(*file);
        for (index, member) in outline.members().iter().enumerate() {
            let first = lines.line_of(member.range.start()) + 1;
            let last = lines.line_of(member.range.end().saturating_sub(1)) + 1;
            if (first..=last).contains(&line) {
                found.push(MemberId { file: *file, index });
            }
        }
    }
    found
}

fn named(
    reader: &Reader<'_>,
    files: &[FileId],
    ty: &str,
    member: &str,
    parameters: Option<&[String]>,
) -> Vec<MemberId> {
    let mut found = Vec::new();
    for file in files {
        let outline = reader.code().names().outline(*file);
        for (index, one) in outline.members().iter().enumerate() {
            let is_constructor = one.kind == MemberKind::Constructor
                && (member == "ctor" || outline.text(one.name) == member);
            if !is_constructor && outline.text(one.name) != member {
                continue;
            }
            let full = bare(&outline.full_name(one.owner));
            let fits = full == ty || full.ends_with(&format!(".{ty}"));
            let same = parameters.is_none_or(|wanted| {
                let own = outline.parameters(one.parameters);
                wanted.len() == own.len()
                    && wanted
                        .iter()
                        .zip(own)
                        .all(|(wanted, own)| is_type(wanted, outline.text(own.type_text)))
            });
            if fits && same {
                found.push(MemberId { file: *file, index });
            }
        }
    }
    found
}

/// A full name without type parameters, nested types behind dots.
fn bare(full: &str) -> String {
    let (mut name, mut depth) = (String::new(), 0_usize);
    for letter in full.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '+' | '/' if depth == 0 => name.push('.'),
            '`' => {}
            _ if depth == 0 => name.push(letter),
            _ => {}
        }
    }
    name
}

/// Whether a type that was given may be the one that is written: spaces and namespaces don't count.
fn is_type(wanted: &str, written: &str) -> bool {
    let plain = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let (wanted, written) = (plain(wanted), plain(written));
    wanted == written
        || written.ends_with(&format!(".{wanted}"))
        || wanted.ends_with(&format!(".{written}"))
}

/// Members whose name differs by case alone, or that the type has instead.
fn alike(reader: &Reader<'_>, files: &[FileId], target: &Target) -> Vec<String> {
    let Target::Named { ty, member, .. } = target else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for file in files {
        let outline = reader.code().names().outline(*file);
        for (index, one) in outline.members().iter().enumerate() {
            let full = bare(&outline.full_name(one.owner));
            let of_type = full == *ty || full.ends_with(&format!(".{ty}"));
            if of_type || outline.text(one.name).eq_ignore_ascii_case(member) {
                let id = MemberId { file: *file, index };
                if matches!(one.kind, MemberKind::Method | MemberKind::Property) {
                    found.push((!of_type, id.signature(reader)));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, one)| one).take(8).collect()
}

/// Whether so many arguments can be meant for a method; an extension's receiver may be one of them.
pub(crate) fn takes(reader: &Reader<'_>, id: MemberId, arguments: usize) -> bool {
    let outline = reader.code().names().outline(id.file);
    let parameters = outline.parameters(id.of(reader).parameters);
    let has = |one: ParameterModifiers| {
        let mut all = parameters.iter();
        all.any(|parameter| parameter.modifiers.contains(one))
    };
    let needed = parameters.iter().filter(|parameter| {
        !parameter.has_default && !parameter.modifiers.contains(ParameterModifiers::PARAMS)
    });
    let receiver = usize::from(has(ParameterModifiers::THIS));
    let least = needed.count();
    let most = if has(ParameterModifiers::PARAMS) {
        usize::MAX
    } else {
        parameters.len()
    };
    (least..=most).contains(&arguments) || (least..=most).contains(&(arguments + receiver))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_member_or_a_place() {
        let named = |ty: &str, member: &str, parameters: Option<&[&str]>| Target::Named {
            ty: ty.into(),
            member: member.into(),
            parameters: parameters.map(|all| all.iter().map(ToString::to_string).collect()),
        };
        for (text, expected) in [
            ("A.F", Some(named("A", "F", None))),
            ("N.A.F()", Some(named("N.A", "F", Some(&[])))),
            (
                "A.F(int, Dictionary<int, string[,]>)",
                Some(named("A", "F", Some(&["int", "Dictionary<int,string[,]>"]))),
            ),
            (
                "src/A.cs:12",
                Some(Target::At {
                    path: "src/A.cs".into(),
                    line: 12,
                }),
            ),
            ("F", None),
            ("A.", None),
            (".F", None),
            ("A.F(int", None),
            ("", None),
        ] {
            assert_eq!(Target::parse(text), expected, "{text}");
        }
    }
}
