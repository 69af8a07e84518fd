//! The text of an interface and of the class that passes its members on to the real API, from the base library's own
//! signatures. Knows neither files nor what is found in them.

mod double;
mod more;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use seamwright_common::catalogue::signatures::{
    Attribute, MemberKind, Parameter, Signature, type_signature,
};
use seamwright_common::seam::code::has_word;
use seamwright_common::seam::delegated;

pub(crate) use double::double_name;
pub(crate) use more::More;

/// How the neighbours write C#.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The namespace; empty for none.
    pub(crate) namespace: String,
    /// `namespace A;` instead of braces.
    pub(crate) file_scoped: bool,
    /// One step of indentation.
    pub(crate) unit: String,
    /// How lines end.
    pub(crate) ending: &'static str,
    /// Opening braces stand at the end of the line.
    pub(crate) same_line_braces: bool,
    /// Whether `?` may stand behind references.
    pub(crate) nullable: bool,
    /// `public` or `internal`.
    pub(crate) access: &'static str,
}

/// What is in sight and what stands in the way of short names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    /// Namespaces that every file of the project has.
    pub(crate) global_usings: BTreeSet<String>,
    /// Simple names that mean something else in the workspace.
    pub(crate) taken: BTreeSet<String>,
    /// The target frameworks.
    pub(crate) targets: Vec<String>,
    /// Whether what is public must do without the types that other languages lack.
    pub(crate) compliant: bool,
}

/// A member of the interface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// What it passes on to.
    pub(crate) signature: &'static Signature,
    /// Whether a property is assigned.
    pub(crate) written: bool,
}

impl Member {
    /// Whether languages beside C# have all its types.
    pub(crate) fn is_compliant(&self) -> bool {
        let types = self.signature.parameters.iter();
        let mut types = types.map(|one| one.type_text).chain([self.signature.value]);
        let foreign = ["nuint", "sbyte", "uint", "ulong", "ushort"];
        !types.any(|text| text.contains('*') || foreign.iter().any(|one| has_word(text, one)))
    }
}

/// The two types.
#[derive(Clone, Debug)]
pub(crate) struct Wrapper<'w> {
    /// The interface's name.
    pub(crate) interface: &'w str,
    /// The namespace of the interface.
    pub(crate) interface_namespace: &'w str,
    /// The class's name.
    pub(crate) implementation: &'w str,
    /// The members, sorted.
    pub(crate) members: &'w [Member],
    /// What can be named how.
    pub(crate) sight: &'w Sight,
}

impl Wrapper<'_> {
    /// The file of the interface.
    pub(crate) fn interface_text(&self, style: &Style) -> String {
        let mut writer = Writer::new(style, self.sight);
        let head = [
            format!(
                "/// <summary>{} behind an interface, so that tests can replace it.</summary>",
                self.owners()
            ),
            format!("{} interface {}", style.access, self.interface),
        ];
        let blocks = self.members.iter().map(|member| {
            let mut lines = writer.documented(member.signature);
            lines.extend(writer.attributes(member.signature));
            lines.push(writer.declared(member));
            lines
        });
        let blocks: Vec<Vec<String>> = blocks.collect();
        writer.file(&head, &blocks)
    }

    /// The file of the class.
    pub(crate) fn implementation_text(&self, style: &Style) -> String {
        let mut writer = Writer::new(style, self.sight);
        writer.see(&style.namespace, self.interface_namespace);
        let head = [
            format!("/// <summary>The real {}.</summary>", self.owners()),
            format!(
                "{} sealed class {} : {}",
                style.access, self.implementation, self.interface
            ),
        ];
        let blocks = self.members.iter().map(|member| {
            let mut lines = vec!["/// <inheritdoc/>".to_owned()];
            lines.extend(writer.attributes(member.signature));
            lines.extend(writer.passed_on(member));
            lines
        });
        let blocks: Vec<Vec<String>> = blocks.collect();
        writer.file(&head, &blocks)
    }

    /// The types of the real API, as a reader knows them.
    fn owners(&self) -> String {
        let owners: BTreeSet<&str> = self.members.iter().map(|one| one.signature.owner).collect();
        let simple = owners
            .iter()
            .map(|owner| format!("<c>{}</c>", simple(owner)));
        simple.collect::<Vec<_>>().join(", ")
    }
}

struct Writer<'w> {
    style: &'w Style,
    sight: &'w Sight,
    usings: BTreeSet<String>,
}

impl<'w> Writer<'w> {
    fn new(style: &'w Style, sight: &'w Sight) -> Self {
        Self {
            style,
            sight,
            usings: BTreeSet::new(),
        }
    }

    /// A line that takes the documentation over.
    fn documented(&mut self, signature: &Signature) -> Vec<String> {
        let owner = self.named(signature.owner);
        let mut cref = format!("{owner}.{}", signature.name);
        if signature.kind == MemberKind::Method {
            cref.push_str(&type_parameters(signature, "{", "}"));
            let types: Vec<String> = signature
                .parameters
                .iter()
                .map(|one| {
                    let text = self.type_text(one.type_text, false);
                    let text = text.replace('<', "{").replace('>', "}");
                    [one.reference, &text].join(" ").trim().to_owned()
                })
                .collect();
            let _ = write!(cref, "({})", types.join(", "));
        }
        vec![format!("/// <inheritdoc cref=\"{cref}\"/>")]
    }

    fn attributes(&mut self, signature: &'static Signature) -> Vec<String> {
        let all = signature.attributes.iter();
        let all: Vec<&Attribute> = all
            .filter(|one| matches!(one.target, "" | "return"))
            .filter(|one| self.knows(one.text))
            .collect();
        let lines = all.into_iter().map(|one| {
            let target = if one.target.is_empty() {
                ""
            } else {
                "return: "
            };
            format!("[{target}{}]", self.attribute(one.text))
        });
        lines.collect()
    }

    fn attribute(&mut self, text: &str) -> String {
        let (name, arguments) = text.split_at(text.find('(').unwrap_or(text.len()));
        format!("{}{arguments}", self.named(name))
    }

    /// Whether every target has the attribute, and it says something to the compiler.
    fn knows(&self, text: &str) -> bool {
        let since = match text.split('(').next().unwrap_or(text) {
            "System.Obsolete" if text.contains("DiagnosticId") => 5,
            "System.Obsolete" => 0,
            name if name.starts_with("System.Runtime.Versioning.") => 5,
            "System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode" => 5,
            "System.Diagnostics.CodeAnalysis.RequiresDynamicCode" => 7,
            name if name.starts_with("System.Diagnostics.CodeAnalysis.") => 3,
            _ => return false,
        };
        let version = |target: &String| {
            let rest = target
                .strip_prefix("netcoreapp")
                .or_else(|| target.strip_prefix("net"))?;
            let (major, _) = rest.split_once('.')?;
            major.parse::<u32>().ok()
        };
        self.sight
            .targets
            .iter()
            .all(|target| version(target).unwrap_or(0) >= since)
    }

    /// The member of the interface.
    fn declared(&mut self, member: &Member) -> String {
        let signature = member.signature;
        let ty = self.type_text(signature.value, self.style.nullable);
        let name = signature.name;
        match signature.kind {
            MemberKind::Method => format!("{ty} {};", self.head(signature)),
            MemberKind::Event => format!("event {ty} {name};"),
            _ if member.written => format!("{ty} {name} {{ get; set; }}"),
            _ => format!("{ty} {name} {{ get; }}"),
        }
    }

    /// The member of the class.
    fn passed_on(&mut self, member: &Member) -> Vec<String> {
        let signature = member.signature;
        let ty = self.type_text(signature.value, self.style.nullable);
        let (name, owner) = (signature.name, self.named(signature.owner));
        let real = format!("{owner}.{name}");
        let accessors = |head: String, first: String, second: String| {
            let unit = &self.style.unit;
            let mut lines = if self.style.same_line_braces {
                vec![format!("{head} {{")]
            } else {
                vec![head, "{".to_owned()]
            };
            lines.extend([
                format!("{unit}{first}"),
                format!("{unit}{second}"),
                "}".to_owned(),
            ]);
            lines
        };
        match signature.kind {
            MemberKind::Method => {
                let given: Vec<String> = signature
                    .parameters
                    .iter()
                    .map(|one| {
                        [one.reference, &identifier(one.name)]
                            .join(" ")
                            .trim()
                            .to_owned()
                    })
                    .collect();
                let types = type_parameters(signature, "<", ">");
                let head = self.head(signature);
                vec![format!(
                    "public {ty} {head} => {real}{types}({});",
                    given.join(", ")
                )]
            }
            MemberKind::Event => accessors(
                format!("public event {ty} {name}"),
                format!("add => {real} += value;"),
                format!("remove => {real} -= value;"),
            ),
            _ if member.written => accessors(
                format!("public {ty} {name}"),
                format!("get => {real};"),
                format!("set => {real} = value;"),
            ),
            _ => vec![format!("public {ty} {name} => {real};")],
        }
    }

    /// A method's name, type parameters and parameters.
    fn head(&mut self, signature: &Signature) -> String {
        let types = type_parameters(signature, "<", ">");
        let mut head = format!("{}{types}", signature.name);
        let parameters: Vec<String> = signature
            .parameters
            .iter()
            .map(|one| self.parameter(one))
            .collect();
        let _ = write!(head, "({})", parameters.join(", "));
        for one in signature
            .type_parameters
            .iter()
            .filter(|one| !one.constraints.is_empty())
        {
            let _ = write!(head, " where {} : {}", one.name, one.constraints);
        }
        head
    }

    fn parameter(&mut self, one: &Parameter) -> String {
        let mut text = String::new();
        for attribute in one
            .attributes
            .iter()
            .filter(|one| self.knows(one))
            .collect::<Vec<_>>()
        {
            let _ = write!(text, "[{}] ", self.attribute(attribute));
        }
        let way = if one.is_params {
            "params"
        } else {
            one.reference
        };
        if !way.is_empty() {
            let _ = write!(text, "{way} ");
        }
        let ty = self.type_text(one.type_text, self.style.nullable);
        let _ = write!(text, "{ty} {}", identifier(one.name));
        if let Some(default) = one.default {
            let _ = write!(text, " = {default}");
        }
        text
    }

    /// A type of the table as the file can name it.
    fn type_text(&mut self, text: &str, nullable: bool) -> String {
        delegated::written(text, nullable, &mut |full| self.named(full))
    }

    /// A type as the file can name it; its namespace gets a `using`.
    fn named(&mut self, full: &str) -> String {
        let full = full.split('`').next().unwrap_or(full);
        let Some((namespace, name)) = parted(full) else {
            return full.to_owned();
        };
        let first = name.split('.').next().unwrap_or(name);
        if self.sight.taken.contains(first) {
            return format!("global::{full}");
        }
        self.usings.insert(namespace.to_owned());
        name.to_owned()
    }

    /// The file around a type: its head lines and the blocks of its members.
    fn file(self, head: &[String], blocks: &[Vec<String>]) -> String {
        let usings = self
            .usings
            .iter()
            .filter(|using| !self.sight.global_usings.contains(*using))
            .filter(|using| **using != self.style.namespace)
            .map(|using| format!("using {using};"));
        written(self.style, usings.collect(), head, blocks)
    }
}

/// The text of a file with one type: its `using` directives, its head lines and the blocks of its members.
pub(crate) fn written(
    style: &Style,
    usings: Vec<String>,
    head: &[String],
    blocks: &[Vec<String>],
) -> String {
    let unit = &style.unit;
    let (namespace, file_scoped) = (&style.namespace, style.file_scoped);
    let mut lines = usings;
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let braces = !namespace.is_empty() && !file_scoped;
    let open = |lines: &mut Vec<String>, indent: &str| {
        if style.same_line_braces {
            if let Some(last) = lines.last_mut() {
                last.push_str(" {");
            }
        } else {
            lines.push(format!("{indent}{{"));
        }
    };
    if file_scoped && !namespace.is_empty() {
        lines.extend([format!("namespace {namespace};"), String::new()]);
    } else if braces {
        lines.push(format!("namespace {namespace}"));
        open(&mut lines, "");
    }
    let outer = if braces { unit.as_str() } else { "" };
    lines.extend(head.iter().map(|line| format!("{outer}{line}")));
    open(&mut lines, outer);
    for (number, block) in blocks.iter().enumerate() {
        if number > 0 {
            lines.push(String::new());
        }
        lines.extend(block.iter().map(|line| format!("{outer}{unit}{line}")));
    }
    lines.push(format!("{outer}}}"));
    if braces {
        lines.push("}".to_owned());
    }
    lines.push(String::new());
    lines.join(style.ending)
}

/// The type parameters of a method in brackets; nothing where it has none.
fn type_parameters(signature: &Signature, open: &str, close: &str) -> String {
    let names: Vec<&str> = signature
        .type_parameters
        .iter()
        .map(|one| one.name)
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!("{open}{}{close}", names.join(", "))
}

/// Namespace and name of a type; a type in a type belongs to the outer one's namespace.
fn parted(full: &str) -> Option<(&str, &str)> {
    let dots: Vec<usize> = full.match_indices('.').map(|(at, _)| at).collect();
    let outermost = dots
        .iter()
        .copied()
        .find(|at| type_signature(&full[..*at]).is_some());
    let end = outermost.unwrap_or(full.len());
    let at = full[..end].rfind('.')?;
    Some((&full[..at], &full[at + 1..]))
}

fn simple(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

/// A parameter's name; the table has them without `@`.
fn identifier(name: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "base",
        "bool",
        "byte",
        "char",
        "checked",
        "class",
        "decimal",
        "default",
        "delegate",
        "event",
        "explicit",
        "extern",
        "fixed",
        "in",
        "int",
        "internal",
        "is",
        "lock",
        "long",
        "namespace",
        "new",
        "null",
        "object",
        "operator",
        "out",
        "override",
        "params",
        "private",
        "protected",
        "public",
        "readonly",
        "ref",
        "return",
        "short",
        "static",
        "string",
        "struct",
        "switch",
        "this",
        "throw",
        "typeof",
        "using",
        "virtual",
        "void",
        "while",
    ];
    if KEYWORDS.contains(&name) {
        format!("@{name}")
    } else {
        name.to_owned()
    }
}
