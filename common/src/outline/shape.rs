//! What a header declares: attributes, modifiers and then the form of a using, namespace, type or member.
//! Knows nothing of bodies or of what surrounds the declaration but its container.

use std::ops::Range;

use super::header::Header;
use crate::syntax::{MemberKind, Modifiers, TokenKind, TypeKind};

/// What ended a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Semicolon,
    Brace,
    Arrow,
    Equals,
}

/// Where a header stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container<'n> {
    Namespace,
    Type(&'n str),
}

/// Indexes of tokens of the header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// The first token that belongs to the declaration: attributes of the assembly may come before it.
    pub(super) first: usize,
    pub(super) attributes: Range<usize>,
    pub(super) modifiers: Modifiers,
    pub(super) result: Range<usize>,
    pub(super) explicit_interface: Range<usize>,
    pub(super) name: Range<usize>,
    pub(super) type_parameters: Range<usize>,
    pub(super) parameters: Option<Range<usize>>,
    pub(super) bases: Range<usize>,
    /// Names of further declarators of a field.
    pub(super) more: Range<usize>,
}

/// The form of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `name` is the alias, `result` the target.
    Using {
        parts: Parts,
        is_static: bool,
        global: bool,
    },
    ExternAlias(usize),
    Namespace(Range<usize>),
    Type(TypeKind, Parts),
    Member(MemberKind, Parts),
    /// A statement, or nothing that can be understood.
    Other,
}

pub(super) fn shape(header: Header<'_>, container: Container<'_>, ending: Ending) -> Shape {
    let at = header.beyond_attributes(0);
    let (first, attributes) = own_attributes(header, at);
    let (at, modifiers) = modifiers(header, at);
    let parts = Parts {
        first,
        attributes,
        modifiers,
        ..Parts::default()
    };
    let reader = Reader { header, parts };
    if let Some(shape) = directive(header, at, &reader.parts) {
        return shape;
    }
    if let Some((kind, at)) = type_keyword(header, at, container, ending) {
        return reader.type_shape(kind, at);
    }
    reader
        .member_shape(at, container, ending)
        .unwrap_or(Shape::Other)
}

/// Whether the tokens hold nothing but attributes and modifiers.
pub(super) fn is_prefix(header: Header<'_>) -> bool {
    let (at, _) = modifiers(header, header.beyond_attributes(0));
    // `async public void F()`: behind a contextual word nothing shows yet that it is a modifier.
    let last = Modifiers::from_word(header.word(at))
        .is_some_and(|word| Modifiers::CONTEXTUAL.contains(word));
    at + usize::from(last) >= header.tokens.len()
}

/// Leaves out `[assembly: …]` and `[module: …]` at the front.
fn own_attributes(header: Header<'_>, end: usize) -> (usize, Range<usize>) {
    let mut first = 0;
    while first < end
        && matches!(header.word(first + 1), "assembly" | "module")
        && header.is(first + 2, TokenKind::Colon)
    {
        match header.closing(first) {
            Some(close) => first = close + 1,
            None => break,
        }
    }
    (first, first..end)
}

fn modifiers(header: Header<'_>, mut at: usize) -> (usize, Modifiers) {
    let mut found = Modifiers::default();
    while let Some(modifier) = Modifiers::from_word(header.word(at)) {
        let next = header.word(at + 1);
        let holds = match modifier {
            // Nobody writes one twice, but for broken files.
            _ if found.contains(modifier) => false,
            // `ref int F()` has no modifier: the `ref` belongs to the type.
            Modifiers::REF => next == "struct" || next == "partial",
            Modifiers::EXTERN => !(next == "alias" && header.is(at + 2, TokenKind::Word)),
            _ if Modifiers::CONTEXTUAL.contains(modifier) => is_modifier_here(header, at),
            _ => true,
        };
        if !holds {
            break;
        }
        found |= modifier;
        at += 1;
    }
    (at, found)
}

/// `partial`, `async`, `file`, `required` are names in `partial x;`, `async.F()`, `file = 1`.
fn is_modifier_here(header: Header<'_>, at: usize) -> bool {
    match header.kind(at + 1) {
        TokenKind::Word => {
            let declares = matches!(
                header.word(at + 1),
                "class" | "struct" | "interface" | "enum" | "delegate" | "event"
            );
            declares
                || !matches!(
                    header.kind(at + 2),
                    TokenKind::End
                        | TokenKind::Comma
                        | TokenKind::Equals
                        | TokenKind::Arrow
                        | TokenKind::Semicolon
                )
        }
        // `async (int, int) F()`
        TokenKind::OpenParen => header.closing(at + 1).is_some_and(|close| {
            matches!(
                header.kind(close + 1),
                TokenKind::Word | TokenKind::Question | TokenKind::OpenBracket
            )
        }),
        _ => false,
    }
}

fn directive(header: Header<'_>, at: usize, parts: &Parts) -> Option<Shape> {
    let end = header.tokens.len();
    match header.word(at) {
        "extern" if header.word(at + 1) == "alias" => Some(Shape::ExternAlias(at + 2)),
        "namespace" => Some(Shape::Namespace(at + 1..end)),
        "using" => Some(using(header, at + 1, parts, false)),
        "global" if header.word(at + 1) == "using" => Some(using(header, at + 2, parts, true)),
        _ => None,
    }
}

fn using(header: Header<'_>, at: usize, parts: &Parts, global: bool) -> Shape {
    let mut start = at;
    let mut is_static = false;
    while matches!(header.word(start), "static" | "unsafe") {
        is_static |= header.word(start) == "static";
        start += 1;
    }
    let mut parts = parts.clone();
    if header.is_name(start) && header.is(start + 1, TokenKind::Equals) {
        parts.name = start..start + 1;
        start += 2;
    }
    let end = header.tokens.len();
    // `using var x = F();` and `using (x)` are statements.
    if header.type_end(start) != Some(end) {
        return Shape::Other;
    }
    parts.result = start..end;
    Shape::Using {
        parts,
        is_static,
        global,
    }
}

fn type_keyword(
    header: Header<'_>,
    at: usize,
    container: Container<'_>,
    ending: Ending,
) -> Option<(TypeKind, usize)> {
    match header.word(at) {
        "class" => Some((TypeKind::Class, at + 1)),
        "struct" => Some((TypeKind::Struct, at + 1)),
        "interface" => Some((TypeKind::Interface, at + 1)),
        "enum" => Some((TypeKind::Enum, at + 1)),
        "delegate" if !header.is(at + 1, TokenKind::Star) => Some((TypeKind::Delegate, at + 1)),
        "record" if header.word(at + 1) == "struct" => Some((TypeKind::RecordStruct, at + 2)),
        "record" if header.word(at + 1) == "class" => Some((TypeKind::Record, at + 2)),
        // `record x = …;` has a type of this name.
        "record"
            if header.is_name(at + 1) && ending != Ending::Equals && ending != Ending::Arrow =>
        {
            let declares = match header.kind(at + 2) {
                TokenKind::OpenParen | TokenKind::Colon | TokenKind::Less | TokenKind::End => true,
                _ => header.word(at + 2) == "where",
            };
            declares.then_some((TypeKind::Record, at + 1))
        }
        "extension"
            if ending == Ending::Brace
                && matches!(container, Container::Type(name) if name != "extension") =>
        {
            matches!(header.kind(at + 1), TokenKind::OpenParen | TokenKind::Less)
                .then_some((TypeKind::Extension, at))
        }
        _ => None,
    }
}

struct Reader<'h> {
    header: Header<'h>,
    parts: Parts,
}

impl Reader<'_> {
    fn type_shape(mut self, kind: TypeKind, mut at: usize) -> Shape {
        let header = self.header;
        if kind == TypeKind::Delegate {
            let Some(end) = header.type_end(at) else {
                return Shape::Other;
            };
            self.parts.result = at..end;
            at = end;
        }
        if !header.is_name(at) {
            return Shape::Other;
        }
        self.parts.name = at..at + 1;
        let at = self.lists(at + 1);
        if header.is(at, TokenKind::Colon) {
            self.parts.bases = at + 1..self.bases_end(at + 1);
        }
        Shape::Type(kind, self.parts)
    }

    /// Type parameters and parameters at `at`; gives what follows them.
    fn lists(&mut self, mut at: usize) -> usize {
        let header = self.header;
        if header.is(at, TokenKind::Less)
            && let Some(close) = header.closing_angle(at)
        {
            self.parts.type_parameters = at + 1..close;
            at = close + 1;
        }
        if header.is(at, TokenKind::OpenParen) {
            let close = header.closing(at).unwrap_or(header.tokens.len());
            self.parts.parameters = Some(at + 1..close);
            at = close + 1;
        }
        at
    }

    fn bases_end(&self, start: usize) -> usize {
        let header = self.header;
        (start..header.tokens.len())
            .find(|at| {
                header.word(*at) == "where"
                    && header.is(at + 1, TokenKind::Word)
                    && header.is(at + 2, TokenKind::Colon)
            })
            .unwrap_or(header.tokens.len())
    }

    fn member_shape(
        mut self,
        mut at: usize,
        container: Container<'_>,
        ending: Ending,
    ) -> Option<Shape> {
        let header = self.header;
        let event = header.word(at) == "event";
        if event {
            at += 1;
        }
        if matches!(header.word(at), "implicit" | "explicit") && ending != Ending::Equals {
            return self.conversion(at);
        }
        if header.kind(at) == TokenKind::Operator
            && header.is_name(at + 1)
            && header.is(at + 2, TokenKind::OpenParen)
        {
            self.parts.name = at + 1..at + 2;
            self.lists(at + 2);
            return Some(Shape::Member(MemberKind::Destructor, self.parts));
        }
        if header.is_name(at)
            && header.is(at + 1, TokenKind::OpenParen)
            && matches!(container, Container::Type(_))
        {
            // A method whose type is a tuple starts with a parenthesis; so this is a constructor, or has no type.
            self.parts.name = at..at + 1;
            self.lists(at + 1);
            return Some(Shape::Member(MemberKind::Constructor, self.parts));
        }
        let end = header.type_end(at)?;
        self.parts.result = at..end;
        let name = self.member_name(end)?;
        match header.word(name) {
            "this" => {
                let close = header.closing(name + 1)?;
                self.parts.parameters = Some(name + 2..close);
                return Some(Shape::Member(MemberKind::Indexer, self.parts));
            }
            "operator" => return self.operator(name),
            _ => {}
        }
        let after = if header.is(name + 1, TokenKind::Less) {
            header.closing_angle(name + 1)? + 1
        } else {
            name + 1
        };
        let kind = match header.kind(after) {
            TokenKind::OpenParen => {
                self.lists(name + 1);
                MemberKind::Method
            }
            _ if event => {
                self.declarators(after);
                MemberKind::Event
            }
            TokenKind::End if matches!(ending, Ending::Brace | Ending::Arrow) => {
                MemberKind::Property
            }
            TokenKind::End | TokenKind::Comma | TokenKind::OpenBracket if after == name + 1 => {
                self.declarators(after);
                if self.parts.modifiers.contains(Modifiers::CONST) {
                    MemberKind::Constant
                } else {
                    MemberKind::Field
                }
            }
            _ => return None,
        };
        Some(Shape::Member(kind, self.parts))
    }

    /// The name at `at`, perhaps behind an interface: `IFoo<T>.Bar`. Gives the last part's index.
    fn member_name(&mut self, start: usize) -> Option<usize> {
        let header = self.header;
        let mut at = start;
        loop {
            if matches!(header.word(at), "this" if header.is(at + 1, TokenKind::OpenBracket))
                || header.word(at) == "operator"
            {
                break;
            }
            if !header.is_name(at) {
                return None;
            }
            let after = if header.is(at + 1, TokenKind::Less) {
                header.closing_angle(at + 1)? + 1
            } else {
                at + 1
            };
            if !matches!(header.kind(after), TokenKind::Dot | TokenKind::ColonColon) {
                break;
            }
            at = after + 1;
        }
        if at > start {
            self.parts.explicit_interface = start..at - 1;
        }
        self.parts.name = at..at + 1;
        Some(at)
    }

    fn declarators(&mut self, at: usize) {
        self.parts.more = at..self.header.tokens.len();
    }

    fn operator(mut self, at: usize) -> Option<Shape> {
        let header = self.header;
        let open = (at + 1..header.tokens.len()).find(|at| header.is(*at, TokenKind::OpenParen))?;
        self.parts.name = at + 1..open;
        self.lists(open);
        Some(Shape::Member(MemberKind::Operator, self.parts))
    }

    /// `implicit operator T(…)`, `explicit I<T>.operator checked T(…)`
    fn conversion(mut self, at: usize) -> Option<Shape> {
        let header = self.header;
        let operator = (at + 1..header.tokens.len()).find(|at| header.word(*at) == "operator")?;
        if operator > at + 1 {
            self.parts.explicit_interface = at + 1..operator - 1;
        }
        let start = operator + 1 + usize::from(header.word(operator + 1) == "checked");
        let end = header.type_end(start)?;
        self.parts.name = at..at + 1;
        self.parts.result = start..end;
        self.lists(end);
        Some(Shape::Member(MemberKind::Conversion, self.parts))
    }
}
