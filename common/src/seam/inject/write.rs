//! The texts of an injection: field, constructor, statements in a constructor's body, the call of the base.

use crate::edit::Edit;
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::super::code::Reader;
use super::super::dependency::Dependency;
use super::super::layout;
use super::super::names::{fresh_in_class, numbered};
use super::super::shape::{ClassShape, Constructor, FieldStyle, Part, has_modifier};
use super::docs;
use super::{Above, Changed, Constructors, Injection, Refused, Request, Target, for_base};

use SyntaxKind as K;

/// A field that keeps the dependency.
pub(super) struct NewField {
    pub(super) name: String,
    /// How instance code writes it.
    pub(super) access: String,
}

impl NewField {
    pub(super) fn assignment(&self, constructor: &Constructor<'_>, parameter: &str) -> String {
        let hidden = constructor
            .parameters
            .iter()
            .any(|other| decoded_name(other.name.text()) == self.name);
        let target = if (self.name == parameter || hidden) && !self.access.starts_with("this.") {
            format!("this.{}", self.name)
        } else {
            self.access.clone()
        };
        format!("{target} = {parameter};")
    }
}

/// Chooses the field's name in the class's style.
pub(super) fn field(
    reader: &Reader<'_>,
    shape: &ClassShape<'_>,
    dependency: &Dependency,
) -> Result<NewField, Refused> {
    let style = shape.field_style();
    let name = fresh_in_class(
        reader,
        shape,
        numbered(&dependency.stem).map(|stem| style.name(&stem)),
    )
    .ok_or_else(|| Refused::new(Reason::SignatureClash, "no free name for the field"))?;
    let this = style == FieldStyle::Plain && shape.writes_this();
    let access = if this {
        format!("this.{name}")
    } else {
        name.clone()
    };
    Ok(NewField { name, access })
}

/// Where members of a part stand, and how.
pub struct Place<'t> {
    text: &'t str,
    /// How lines end.
    pub ending: &'static str,
    /// Indentation of members.
    pub member: String,
    /// One step of it.
    pub unit: String,
    /// Opening braces stand at the end of the line.
    pub same_line_braces: bool,
    /// The class stands in one line.
    pub inline: bool,
}

pub(super) fn place<'a>(text: &'a str, shape: &ClassShape<'a>, part: usize) -> Place<'a> {
    place_in(text, &shape.parts[part])
}

/// How the members of a part are written.
pub fn place_in<'a>(text: &'a str, part: &Part<'a>) -> Place<'a> {
    let start = part
        .node
        .child(Field::Name)
        .map_or(part.node.range().start(), |name| name.range().start());
    let body = part.body.map_or(part.node.range(), SyntaxNode::range);
    let inner = part
        .members()
        .map(|member| member.range().start())
        .find(|start| layout::starts_line(text, *start));
    let unit = layout::unit(text, start, inner);
    Place {
        text,
        ending: layout::line_ending(text, body.start()),
        member: format!("{}{unit}", layout::indent(text, start)),
        unit,
        same_line_braces: !layout::starts_line(text, body.start()),
        inline: layout::is_one_line(text, body),
    }
}

/// The edit that adds the field, and `constructor` (its lines, without indentation) behind it.
pub(super) fn field_edit<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    part: usize,
    field: &NewField,
    dependency: &Dependency,
    constructor: Option<&[String]>,
) -> Edit {
    let at = shape.parts[part].body.unwrap_or(shape.parts[part].node);
    let ty = dependency.type_at(reader, shape.file(part), at);
    let access = if shape.writes_private() {
        "private "
    } else {
        ""
    };
    let declaration = format!("{access}readonly {ty} {};", field.name);
    members_edit(reader, shape, part, Some(&declaration), constructor)
}

/// Puts a field and the lines of a constructor where they belong.
pub(super) fn members_edit(
    reader: &Reader<'_>,
    shape: &ClassShape<'_>,
    part: usize,
    field: Option<&str>,
    constructor: Option<&[String]>,
) -> Edit {
    let file = shape.file(part);
    let place = place(reader.text(file), shape, part);
    let (text, ending) = (place.text, place.ending);
    let Some(body) = shape.parts[part].body else {
        return Edit {
            range: TextRange::empty(shape.parts[part].node.range().end()),
            text: String::new(),
        };
    };
    let direct: Vec<SyntaxNode<'_>> = body
        .named_children()
        .filter(|child| !child.is_extra())
        .collect();
    let until_constructor = direct
        .iter()
        .position(|child| {
            child.kind() == K::ConstructorDeclaration && !has_modifier(*child, "static")
        })
        .unwrap_or(direct.len());
    let is_field = |child: &&SyntaxNode<'_>| child.kind() == K::FieldDeclaration;
    let own = |child: &&SyntaxNode<'_>| {
        !has_modifier(**child, "static") && !has_modifier(**child, "const")
    };
    let last_own = direct[..until_constructor]
        .iter()
        .rfind(|child| is_field(child) && own(child));
    let leading = direct
        .iter()
        .take_while(|child| child.kind() == K::FieldDeclaration)
        .last();
    let (anchor, gap) = match (last_own, leading) {
        (Some(field), _) => (Some(*field), false),
        (None, Some(field)) => (Some(*field), true),
        (None, None) => (None, false),
    };
    if place.inline {
        let offset = anchor.map_or(body.range().start() + 1, |anchor| anchor.range().end());
        let mut new = String::new();
        for line in field
            .iter()
            .map(|field| (*field).to_owned())
            .chain(constructor.map(|lines| lines.join(" ")))
        {
            new.push(' ');
            new.push_str(&line);
        }
        if text.get(offset..).is_some_and(|rest| rest.starts_with('}')) {
            new.push(' ');
        }
        return Edit {
            range: TextRange::empty(offset),
            text: new,
        };
    }
    let from = anchor.map_or(body.range().start() + 1, |anchor| anchor.range().end());
    // What else stands in the anchor's line stays there if it is a comment.
    let offset = if layout::ends_line(text, from) {
        layout::line_end(text, from)
    } else {
        from
    };
    // The ending of the line that the new ones follow, in files that mix them.
    let ending = if anchor.is_some() {
        layout::line_ending(text, from)
    } else {
        ending
    };
    let indent = anchor
        .filter(|anchor| layout::starts_line(text, anchor.range().start()))
        .map_or(place.member.as_str(), |anchor| {
            layout::indent(text, anchor.range().start())
        });
    let mut new = String::new();
    let mut gap = gap;
    if let Some(field) = field {
        if gap {
            new.push_str(ending);
        }
        new.extend([ending, indent, field]);
        gap = true;
    }
    if let Some(lines) = constructor {
        if gap || anchor.is_some() {
            new.push_str(ending);
        }
        for line in lines {
            new.extend([ending, indent, line]);
        }
    }
    let next = text.get(offset..).unwrap_or_default().trim_start();
    let group = anchor.is_some() && constructor.is_none();
    if !next.starts_with('}') && !group && !layout::is_followed_by_blank_line(text, offset) {
        new.push_str(ending);
    }
    if offset == from && !layout::ends_line(text, from) {
        new.extend([ending, indent]);
    }
    Edit {
        range: TextRange::empty(offset),
        text: new,
    }
}

/// A class without constructors gets one.
pub(super) fn new_constructor<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    above: Option<Above<'_, 'a>>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    let mut injection = Injection::default();
    let part = request
        .moves
        .first()
        .map_or_else(|| best_part(shape), |one| one.part);
    let file = shape.file(part);
    let base = for_base(reader, file, above, None)?;
    if !request.keeps_it && request.moves.is_empty() && base.is_none() {
        return Ok(injection);
    }
    if shape.parts[part].body.is_none() {
        return Err(Refused::new(
            Reason::NotSupportedYet,
            "the class has no body for a constructor",
        ));
    }
    if !reader.code().file(file).editable {
        return Err(Refused::new(
            Reason::GeneratedCode,
            reader.code().file(file).path.to_string(),
        ));
    }
    let dependency = request.dependency;
    let at = shape.parts[part].body.unwrap_or(shape.parts[part].node);
    let ty = dependency.type_at(reader, file, at);
    let place = place(reader.text(file), shape, part);
    let name = dependency.stem.clone();
    let field = if request.keeps_it {
        Some(field(reader, shape, dependency)?)
    } else {
        None
    };
    let mut statements = Vec::new();
    if let Some(field) = &field {
        let target = if field.name == name {
            format!("this.{name}")
        } else {
            field.access.clone()
        };
        statements.push(format!("{target} = {name};"));
    }
    let writes_this = !request.moves.is_empty() && shape.writes_this();
    for one in &request.moves {
        if one.part != part {
            return Err(Refused::new(
                Reason::Initializer,
                "initializers of two parts of the class would have to move",
            ));
        }
        let this = if one.member == name || writes_this {
            "this."
        } else {
            ""
        };
        let indent = Some(format!("{}{}", place.member, place.unit)).filter(|_| !place.inline);
        let value = (one.value)(&name, indent.as_deref());
        statements.push(format!("{this}{} = {value};", one.member));
        injection.edits.push((file, one.removal.clone()));
    }
    let there = if shape.has_modifier("abstract") {
        "protected"
    } else {
        "public"
    };
    let keeps = request.constructors_there == Constructors::Keep;
    let access = if keeps { "internal" } else { there };
    let chain = base.map(|change| {
        if change.index == 0 {
            format!("base({name})")
        } else {
            format!("base({}: {name})", change.name)
        }
    });
    let node = shape.parts[part].node;
    let documented = docs::is_documented(reader.text(file), node.range().start());
    let what = dependency.described();
    let docs_for = |parameter: Option<(&str, &str)>| {
        if documented && !place.inline {
            docs::constructor_lines(node, &shape.written, parameter)
        } else {
            Vec::new()
        }
    };
    let default = format!("this({})", dependency.default_at(reader, file, at));
    let real = || {
        let mut lines = docs_for(None);
        let chain = Some(&*default);
        let name = &shape.written;
        lines.extend(constructor_lines(&place, there, name, "", chain, &[]));
        lines
    };
    let mut lines = Vec::new();
    if keeps {
        lines.extend(real());
        lines.push(String::new());
    }
    lines.extend(docs_for(Some((&name, &what))));
    lines.extend(constructor_lines(
        &place,
        access,
        &shape.written,
        &format!("{ty} {name}"),
        chain.as_deref(),
        &statements,
    ));
    if request.keeps_parameterless && access == "public" {
        injection.keeps_parameterless = true;
        lines.push(String::new());
        lines.extend(real());
    }
    let edit = match &field {
        Some(field) => field_edit(reader, shape, part, field, dependency, Some(&lines)),
        None => members_edit(reader, shape, part, None, Some(&lines)),
    };
    injection.edits.push((file, trimmed(edit)));
    if !keeps {
        injection.changed.push(Changed {
            target: Target::Implicit,
            index: 0,
            name: name.clone(),
        });
    }
    injection.provider.member = field.map(|field| field.access);
    Ok(injection)
}

/// Blank lines have no indentation.
pub(super) fn trimmed(mut edit: Edit) -> Edit {
    let lines: Vec<&str> = edit.text.split('\n').collect();
    let kept: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let (content, cr) = line
                .strip_suffix('\r')
                .map_or((*line, ""), |content| (content, "\r"));
            if content.trim().is_empty() && index + 1 < lines.len() {
                cr.to_owned()
            } else {
                (*line).to_owned()
            }
        })
        .collect();
    edit.text = kept.join("\n");
    edit
}

/// The part that a new constructor goes into: the first with instance fields, else the first with a body.
fn best_part(shape: &ClassShape<'_>) -> usize {
    let fields = shape
        .fields()
        .next()
        .map(|(file, field, _)| (file, field.range().start()));
    shape
        .parts
        .iter()
        .position(|part| {
            fields
                .is_some_and(|(file, start)| part.file == file && part.node.range().contains(start))
        })
        .or_else(|| shape.parts.iter().position(|part| part.body.is_some()))
        .unwrap_or_default()
}

pub(super) fn constructor_lines(
    place: &Place<'_>,
    access: &str,
    name: &str,
    parameters: &str,
    chain: Option<&str>,
    statements: &[String],
) -> Vec<String> {
    let head = format!("{access} {name}({parameters})");
    if place.inline {
        let chain = chain.map_or(String::new(), |chain| format!(" : {chain}"));
        let body: String = statements.iter().flat_map(|one| [one, " "]).collect();
        return vec![format!("{head}{chain} {{ {body}}}")];
    }
    let unit = &place.unit;
    let mut lines = vec![head];
    if let Some(chain) = chain {
        lines.push(format!("{unit}: {chain}"));
    }
    if place.same_line_braces {
        if let Some(last) = lines.last_mut() {
            last.push_str(" {");
        }
    } else {
        lines.push("{".to_owned());
    }
    lines.extend(
        statements
            .iter()
            .map(|statement| format!("{unit}{statement}")),
    );
    lines.push("}".to_owned());
    lines
}

/// The edit that keeps a public parameterless constructor beside `constructor`, which takes the dependency now.
pub(super) fn parameterless<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    constructor: &Constructor<'a>,
    dependency: &Dependency,
) -> Edit {
    let file = shape.file(constructor.part);
    let text = reader.text(file);
    let place = place(text, shape, constructor.part);
    let default = dependency.default_at(reader, file, constructor.list);
    let documented = docs::is_documented(text, constructor.node.range().start());
    let mut lines = if documented && !place.inline {
        let class = shape.parts[constructor.part].node;
        docs::constructor_lines(class, &shape.written, None)
    } else {
        Vec::new()
    };
    lines.extend(constructor_lines(
        &place,
        &access_of(constructor),
        &shape.written,
        "",
        Some(&format!("this({default})")),
        &[],
    ));
    let indent = layout::indent(text, constructor.node.range().start());
    let new: String = lines
        .iter()
        .flat_map(|line| [place.ending, indent, line])
        .collect();
    let end = constructor.node.range().end();
    if place.inline {
        return Edit {
            range: TextRange::empty(end),
            text: format!(" {}", lines.join(" ")),
        };
    }
    Edit {
        range: TextRange::empty(end),
        text: format!("{}{new}", place.ending),
    }
}

/// `protected internal`, as it is written; without a word a constructor is private.
pub(super) fn access_of(constructor: &Constructor<'_>) -> String {
    let words = constructor
        .node
        .children_of(K::Modifier)
        .map(SyntaxNode::text)
        .filter(|word| matches!(*word, "public" | "internal" | "protected" | "private"));
    let words: Vec<&str> = words.collect();
    if words.is_empty() {
        "private".to_owned()
    } else {
        words.join(" ")
    }
}

/// ` : base(name)` behind a constructor's parameters.
pub(super) fn base_call(text: &str, constructor: &Constructor<'_>, name: &str) -> Edit {
    let end = constructor.list.range().end();
    let own_line = constructor
        .body
        .is_some_and(|body| layout::starts_line(text, body.range().start()));
    let new = if own_line {
        let start = constructor.node.range().start();
        let indent = layout::indent(text, start);
        let inner = layout::unit(
            text,
            start,
            constructor
                .body
                .and_then(|body| body.named_children().next())
                .map(|first| first.range().start()),
        );
        format!(
            "{}{indent}{inner}: base({name})",
            layout::line_ending(text, end)
        )
    } else {
        format!(" : base({name})")
    };
    Edit {
        range: TextRange::empty(end),
        text: new,
    }
}

/// `(name)` behind the base of a class with a primary constructor.
pub(super) fn base_arguments(shape: &ClassShape<'_>, part: usize, name: &str) -> Option<Edit> {
    let bases = shape.parts[part].node.child_of(K::BaseList)?;
    let base = bases.named_children().find(|base| !base.is_extra())?;
    Some(Edit {
        range: TextRange::empty(base.range().end()),
        text: format!("({name})"),
    })
}
