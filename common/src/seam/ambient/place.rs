//! Where a scope is written: into the type whose static code reads it, its slot before all other static fields; or into
//! a type of its own, in a file of its own or behind the type that it serves.

use crate::binding::{FileId, TypeRef};
use crate::edit::Edit;
use crate::outline::{Modifiers, Outline};
use crate::project::LanguageVersion;
use crate::source::SourcePath;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::super::code::Reader;
use super::super::dependency::Dependency;
use super::super::inject::{Place, place_in};
use super::super::layout;
use super::super::names::{library_type, library_type_in_code, numbered};
use super::super::shape::{Part, has_modifier};
use super::Slot;
use super::owner::Owner;
use super::text::{Names, ScopeText, StaticStyle, Types};

use SyntaxKind as K;

/// A scope that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// How it is used, from the code of its owner.
    pub slot: Slot,
    /// Its type's full name, where it has one of its own.
    pub holder: Option<String>,
    /// The edits that write it.
    pub edits: Vec<(FileId, Edit)>,
    /// Its file, where it has one of its own.
    pub file: Option<(SourcePath, String)>,
}

/// What a scope has for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    /// Nothing.
    No,
    /// A type.
    Type,
    /// A type in a file.
    File,
}

/// Writes the scope into its owner. `taken` tells the names that stand in the way.
pub fn inside<'a>(
    reader: &Reader<'a>,
    owner: &Owner<'a>,
    dependency: &Dependency,
    taken: &dyn Fn(&str) -> bool,
) -> Option<Written> {
    let part = owner.part;
    let body = part.body?;
    let text = reader.text(part.file);
    let place = place_in(text, &part);
    let style = static_style(reader, &owner.parts, part.file);
    let is_free = |names: &Names| {
        let mut all = names.all().into_iter();
        all.all(|name| !taken(name) && !mentions(&owner.parts, name))
    };
    let mut tried = numbered("").map(|number| Names::in_class(&dependency.stem, style, &number));
    let names = tried.find(is_free)?;
    let scope = scope_text(
        reader,
        part.file,
        body,
        dependency,
        names,
        style,
        &place,
        Own::No,
    );
    let slot = Slot {
        read: scope.names.property.clone(),
        fill: format!("{}.{}", owner.name, scope.names.method),
    };
    let edits = into_body(text, &place, body, &scope);
    Some(Written {
        slot,
        holder: None,
        edits: edits.into_iter().map(|edit| (part.file, edit)).collect(),
        file: None,
    })
}

/// Writes the scope into a type of its own, called `name`, in the namespace of `owner`: into a file beside, or, where
/// that isn't possible, behind the outermost type.
pub fn beside<'a>(
    reader: &Reader<'a>,
    owner: &Owner<'a>,
    dependency: &Dependency,
    name: &str,
    own_file: bool,
) -> Option<Written> {
    let file = owner.part.file;
    let outline = reader.code().names().outline(file);
    let outermost = outline.type_(owner.outermost);
    let namespace = outline.namespace(outermost.namespace);
    let full_namespace = outline.text(namespace.full_name);
    let node = reader.declaration(file, owner.outermost)?;
    let part = Part {
        file,
        node,
        body: node.child(Field::Body),
    };
    let text = reader.text(file);
    let place = place_in(text, &part);
    let style = static_style(reader, &owner.parts, file);
    let names = Names::alone(style);
    let own = if own_file { Own::File } else { Own::Type };
    let scope = scope_text(reader, file, node, dependency, names, style, &place, own);
    let slot = Slot {
        read: format!("{name}.{}", scope.names.property),
        fill: format!("{name}.{}", scope.names.method),
    };
    let full_name = joined(full_namespace, name);
    let mut written = Written {
        slot,
        holder: Some(full_name),
        edits: Vec::new(),
        file: None,
    };
    let subject = format!("Gives static code {}.", scope.phrase);
    if own_file {
        let sight = FileSight {
            reader,
            file,
            namespace: full_namespace,
            file_scoped: namespace.file_scoped,
            place: &place,
        };
        let path = beside_path(&reader.code().file(file).path, name);
        reader.code().find(&path).is_none().then_some(())?;
        written.file = Some((path, sight.text(name, &subject, &scope, dependency)));
        return Some(written);
    }
    let indent = layout::indent(text, node.range().start()).to_owned();
    let mut new = format!("{0}{0}", place.ending);
    let lines = type_lines(name, &subject, &scope, &indent);
    new.push_str(&lines.join(place.ending));
    let edit = Edit {
        range: TextRange::empty(node.range().end()),
        text: new,
    };
    written.edits.push((file, edit));
    Some(written)
}

/// The path of a new file in the folder of another.
fn beside_path(other: &SourcePath, name: &str) -> SourcePath {
    match other.folder() {
        "" => SourcePath::new(format!("{name}.cs")),
        folder => SourcePath::new(format!("{folder}/{name}.cs")),
    }
}

fn joined(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}.{name}")
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "each says another thing of one text"
)]
fn scope_text<'a>(
    reader: &Reader<'a>,
    file: FileId,
    at: SyntaxNode<'a>,
    dependency: &Dependency,
    names: Names,
    style: StaticStyle,
    place: &Place<'_>,
    own: Own,
) -> ScopeText {
    let own_file = own == Own::File;
    let writing = reader
        .code()
        .project(file)
        .map(|project| project.writing)
        .unwrap_or_default();
    // A file of its own can have the usings that short names need.
    let is_unknown =
        |simple: &str| own_file && reader.type_text(file, simple, at) == TypeRef::Unknown;
    let library = |full: &str| {
        let simple = full.rsplit('.').next().unwrap_or(full);
        if is_unknown(simple) {
            return simple.to_owned();
        }
        library_type(reader, file, at, full)
    };
    let interlocked = "System.Threading.Interlocked";
    let types = Types {
        dependency: dependency.type_at(reader, file, at),
        async_local: if is_unknown("AsyncLocal<int>") {
            "AsyncLocal".to_owned()
        } else {
            async_local(reader, file, at)
        },
        disposable: library("System.IDisposable"),
        null_error: library("System.ArgumentNullException"),
        interlocked: if is_unknown("Interlocked") {
            "Interlocked".to_owned()
        } else {
            library_type_in_code(reader, file, at, interlocked)
        },
        real: dependency.default_at(reader, file, at),
    };
    ScopeText {
        names,
        types,
        parameter: dependency.stem.clone(),
        phrase: phrase(dependency),
        // A directive of the neighbour doesn't hold in a file of its own.
        nullable: if own_file {
            writing.nullable
        } else {
            is_annotated(reader, file, at)
        },
        target_typed: writing.language >= LanguageVersion::new(9, 0),
        keeps_real: dependency.class().is_some(),
        style,
        unit: place.unit.clone(),
        same_line_braces: place.same_line_braces,
    }
}

/// `the source of time`.
fn phrase(dependency: &Dependency) -> String {
    let described = dependency.described();
    let phrase = described.trim_end_matches('.');
    let mut letters = phrase.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// How the generic type can be named.
fn async_local<'a>(reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> String {
    let full = "System.Threading.AsyncLocal";
    let is_it = |name: &str| {
        let meant = reader.type_text(file, &format!("{name}<int>"), at);
        meant == TypeRef::Library(format!("{full}`1"))
    };
    ["AsyncLocal", full]
        .into_iter()
        .find(|name| is_it(name))
        .map_or_else(|| format!("global::{full}"), str::to_owned)
}

/// Whether `?` may stand behind references at a place.
pub fn is_annotated<'a>(reader: &Reader<'a>, file: FileId, at: SyntaxNode<'a>) -> bool {
    let said = nullable_at(reader.text(file), at.range().start());
    said.unwrap_or_else(|| {
        let project = reader.code().project(file);
        project
            .map(|project| project.writing)
            .unwrap_or_default()
            .nullable
    })
}

/// What the last `#nullable` before `offset` says of annotations; `None` where the project decides.
fn nullable_at(text: &str, offset: usize) -> Option<bool> {
    let before = text.get(..offset).unwrap_or_default();
    let mut said = None;
    for line in before.lines() {
        let mut words = line.split_whitespace();
        if words.next() != Some("#nullable") {
            continue;
        }
        let (what, of) = (words.next(), words.next());
        if of != Some("warnings") {
            said = match what {
                Some("enable") => Some(true),
                Some("disable") => Some(false),
                _ => None,
            };
        }
    }
    said
}

/// The style of private static fields: those of the type, else those of its file.
fn static_style(reader: &Reader<'_>, parts: &[Part<'_>], file: FileId) -> StaticStyle {
    let own = parts.iter().flat_map(Part::members).filter(|member| {
        member.kind() == K::FieldDeclaration
            && has_modifier(*member, "static")
            && !["public", "internal", "protected"]
                .iter()
                .any(|open| has_modifier(*member, open))
    });
    let own = own
        .filter_map(|member| {
            member
                .child_of(K::VariableDeclaration)?
                .child_of(K::VariableDeclarator)?
                .child(Field::Name)
        })
        .map(SyntaxNode::text);
    let outline = reader.code().names().outline(file);
    most_common(own)
        .or_else(|| most_common(private_fields(outline, Modifiers::STATIC)))
        .or_else(|| {
            let instance = most_common(private_fields(outline, Modifiers::default()));
            instance.filter(|style| *style != StaticStyle::Pascal)
        })
        .unwrap_or_default()
}

/// The names of private fields that have these modifiers.
fn private_fields(outline: &Outline, with: Modifiers) -> impl Iterator<Item = &str> {
    let open = Modifiers::PUBLIC | Modifiers::INTERNAL | Modifiers::PROTECTED;
    let fields = outline.members().iter().filter(move |member| {
        member.kind == crate::outline::MemberKind::Field
            && member.modifiers.contains(with)
            && !member.modifiers.intersects(open)
    });
    fields.map(|member| outline.text(member.name))
}

fn most_common<'n>(names: impl Iterator<Item = &'n str>) -> Option<StaticStyle> {
    let order = [
        StaticStyle::Underscore,
        StaticStyle::SUnderscore,
        StaticStyle::Pascal,
        StaticStyle::Plain,
    ];
    let mut counts = [0usize; 4];
    for style in names.filter_map(StaticStyle::of) {
        if let Some(at) = order.iter().position(|one| *one == style) {
            counts[at] += 1;
        }
    }
    let most = counts.iter().max().filter(|most| **most > 0)?;
    let at = counts.iter().position(|count| count == most)?;
    Some(order[at])
}

fn mentions(parts: &[Part<'_>], name: &str) -> bool {
    parts.iter().any(|part| {
        part.node
            .descendants()
            .any(|node| node.kind() == K::Identifier && decoded_name(node.text()) == name)
    })
}

/// The slot and the property before all other members, the rest behind them.
fn into_body(text: &str, place: &Place<'_>, body: SyntaxNode<'_>, scope: &ScopeText) -> [Edit; 2] {
    let (ending, member) = (place.ending, &place.member);
    let line = |line: &String| {
        if line.is_empty() {
            String::new()
        } else {
            format!("{member}{line}")
        }
    };
    let mut head: Vec<String> = scope.fields();
    head.extend([String::new(), scope.property()]);
    let head: Vec<String> = head.iter().map(line).collect();
    let head = head.join(ending);
    let tail: Vec<String> = scope.members().iter().map(line).collect();
    let tail = tail.join(ending);

    let open = body.range().start() + 1;
    let first = if layout::ends_line(text, open) {
        let at = layout::line_end(text, open);
        let gap = if layout::is_followed_by_blank_line(text, at) {
            ""
        } else {
            ending
        };
        Edit {
            range: TextRange::empty(at),
            text: format!("{ending}{head}{gap}"),
        }
    } else {
        let rest = text.get(open..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        Edit {
            range: TextRange::new(open, open + blank),
            text: format!("{ending}{head}{ending}{ending}{member}"),
        }
    };
    let close = body.range().end() - 1;
    let last = if layout::starts_line(text, close) {
        let at = layout::line_start(text, close);
        let above = text.get(..at).unwrap_or_default();
        let above = above.strip_suffix('\n').unwrap_or(above);
        let above = above.strip_suffix('\r').unwrap_or(above);
        let is_blank = above
            .lines()
            .next_back()
            .is_none_or(|line| line.trim().is_empty())
            || above.ends_with('\n');
        let gap = if is_blank { "" } else { ending };
        Edit {
            range: TextRange::empty(at),
            text: format!("{gap}{tail}{ending}"),
        }
    } else {
        let before = text.get(..close).unwrap_or_default();
        let start = before.trim_end_matches([' ', '\t']).len();
        let outer = member.strip_suffix(place.unit.as_str()).unwrap_or_default();
        Edit {
            range: TextRange::new(start, close),
            text: format!("{ending}{ending}{tail}{ending}{outer}"),
        }
    };
    [first, last]
}

/// A static class with a scope and nothing else.
fn type_lines(name: &str, subject: &str, scope: &ScopeText, indent: &str) -> Vec<String> {
    let unit = &scope.unit;
    let mut lines = vec![format!("/// <summary>{subject}</summary>")];
    let head = format!("internal static class {name}");
    if scope.same_line_braces {
        lines.push(format!("{head} {{"));
    } else {
        lines.extend([head, "{".to_owned()]);
    }
    let members = scope
        .fields()
        .into_iter()
        .chain([String::new(), scope.property(), String::new()])
        .chain(scope.members());
    lines.extend(members.map(|line| {
        if line.is_empty() {
            line
        } else {
            format!("{unit}{line}")
        }
    }));
    lines.push("}".to_owned());
    for line in lines.iter_mut().filter(|line| !line.is_empty()) {
        line.insert_str(0, indent);
    }
    lines
}

/// What a new file has from the one beside it.
struct FileSight<'s, 'a> {
    reader: &'s Reader<'a>,
    file: FileId,
    namespace: &'s str,
    file_scoped: bool,
    place: &'s Place<'s>,
}

impl FileSight<'_, '_> {
    /// The file: the usings that the other one has for what is named here, and the type.
    fn text(
        &self,
        name: &str,
        subject: &str,
        scope: &ScopeText,
        dependency: &Dependency,
    ) -> String {
        let mut lines = self.usings(scope, dependency);
        let (namespace, ending) = (self.namespace, self.place.ending);
        let braces = !namespace.is_empty() && !self.file_scoped;
        if !namespace.is_empty() && self.file_scoped {
            lines.extend([format!("namespace {namespace};"), String::new()]);
        } else if braces && scope.same_line_braces {
            lines.push(format!("namespace {namespace} {{"));
        } else if braces {
            lines.extend([format!("namespace {namespace}"), "{".to_owned()]);
        }
        let indent = if braces { scope.unit.as_str() } else { "" };
        lines.extend(type_lines(name, subject, scope, indent));
        if braces {
            lines.push("}".to_owned());
        }
        lines.push(String::new());
        lines.join(ending)
    }

    fn usings(&self, scope: &ScopeText, dependency: &Dependency) -> Vec<String> {
        let types = &scope.types;
        let mut wanted: Vec<&str> = Vec::new();
        let system = [&types.disposable, &types.null_error, &types.dependency];
        if system.iter().any(|name| !name.contains(['.', ':'])) {
            wanted.push("System");
        }
        let threading = [&types.async_local, &types.interlocked];
        if threading.iter().any(|name| !name.contains(['.', ':'])) {
            wanted.push("System.Threading");
        }
        let mut own: Vec<&str> = vec![&dependency.type_name];
        own.extend(dependency.class());
        for full in own {
            let (namespace, simple) = full.rsplit_once('.').unwrap_or(("", full));
            let is_short = types.dependency == simple || types.real == format!("new {simple}()");
            let is_around = self.namespace == namespace
                || self
                    .namespace
                    .strip_prefix(namespace)
                    .is_some_and(|rest| rest.starts_with('.'));
            if is_short && !is_around && !namespace.is_empty() && namespace != "System" {
                wanted.push(namespace);
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let global = self.reader.code().names();
        let global = global.global_usings(global.project_of(self.file));
        let is_global = |wanted: &str| global.iter().any(|using| using.target == wanted);
        let mut lines: Vec<String> = wanted
            .into_iter()
            .filter(|namespace| !is_global(namespace))
            .map(|namespace| format!("using {namespace};"))
            .collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
}
