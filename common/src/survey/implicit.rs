//! Conversions that hang on the culture of the thread or the zone of the machine without saying so. Only where the type
//! is known: what isn't known isn't guessed.

use crate::advisory::AdvisoryKind;
use crate::binding::{Binder, MemberSource, Origin, Resolution, TypeRef};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name, views};

use SyntaxKind as K;

/// Numbers that can be negative: their sign is the culture's, and so is what parts their digits.
const SIGNED: &[&str] = &[
    "System.Int16",
    "System.Int32",
    "System.Int64",
    "System.SByte",
];

/// Numbers that a culture changes only with a format.
const UNSIGNED: &[&str] = &[
    "System.Byte",
    "System.UInt16",
    "System.UInt32",
    "System.UInt64",
];

const FRACTIONS: &[&str] = &["System.Decimal", "System.Double", "System.Single"];

const DATES: &[&str] = &[
    "System.DateOnly",
    "System.DateTime",
    "System.DateTimeOffset",
    "System.TimeOnly",
];

/// Types that say which culture.
const PROVIDERS: &[&str] = &[
    "System.Globalization.CultureInfo",
    "System.Globalization.DateTimeFormatInfo",
    "System.Globalization.NumberFormatInfo",
    "System.IFormatProvider",
];

/// Formats that are the same in every culture: of dates, of numbers.
const FIXED_DATES: &[&str] = &["O", "R", "o", "r", "s", "u"];

/// What a value is to a culture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Fraction,
    Date,
}

fn kind_of(ty: &TypeRef) -> Option<Kind> {
    let full = ty.library()?;
    let groups = [
        (SIGNED, Kind::Signed),
        (UNSIGNED, Kind::Unsigned),
        (FRACTIONS, Kind::Fraction),
        (DATES, Kind::Date),
    ];
    let group = groups.iter().find(|(names, _)| names.contains(&full));
    group.map(|(_, kind)| *kind)
}

impl Kind {
    /// Whether a culture shows in a value among other text. Of whole numbers it is the sign alone, and there are too many
    /// that have none.
    fn shows(self) -> bool {
        matches!(self, Self::Fraction | Self::Date)
    }

    /// Whether a value in this format (`""` for none) shows the culture among other text.
    fn in_text(self, format: &str) -> bool {
        match format {
            "" => self.shows(),
            format => self.depends(format),
        }
    }

    /// Whether text in this format (`""` for none) depends on the culture.
    fn depends(self, format: &str) -> bool {
        let hexadecimal = format.starts_with(['X', 'x', 'B', 'b']);
        match self {
            Self::Signed => !hexadecimal,
            Self::Unsigned => {
                !format.is_empty() && !format.starts_with(['D', 'd', 'G', 'g']) && !hexadecimal
            }
            Self::Fraction => true,
            Self::Date => !FIXED_DATES.contains(&format),
        }
    }
}

/// The holes of a composite format as it is written: the argument's number, and the format or `""`.
fn holes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once('{')?;
            if let Some(literal) = after.strip_prefix('{') {
                rest = literal;
                continue;
            }
            let (hole, after) = after.split_once('}')?;
            rest = after;
            let (item, format) = hole.split_once(':').unwrap_or((hole, ""));
            let number = item.split(',').next().unwrap_or(item);
            if let Ok(number) = number.trim().parse() {
                return Some((number, format.trim()));
            }
        }
    })
}

/// A conversion: where, and which list it belongs to.
pub(super) type Implicit<'a> = (SyntaxNode<'a>, AdvisoryKind);

/// The conversions in a reading.
pub(super) fn conversions<'a>(binder: &Binder<'a>, root: SyntaxNode<'a>) -> Vec<Implicit<'a>> {
    let reader = Reader { binder };
    root.descendants()
        .filter_map(|node| {
            let kind = match node.kind() {
                K::InvocationExpression => reader.call(node)?,
                K::Interpolation => reader.hole(node)?,
                K::MemberAccessExpression => reader.access(node)?,
                _ => return None,
            };
            Some((node, kind))
        })
        .collect()
}

struct Reader<'a, 'b> {
    binder: &'b Binder<'a>,
}

impl<'a> Reader<'a, '_> {
    fn type_of(&self, node: SyntaxNode<'a>) -> TypeRef {
        self.binder.value_type(node)
    }

    fn is_string(&self, node: SyntaxNode<'a>) -> bool {
        self.type_of(node).library() == Some("System.String")
    }

    fn call(&self, call: SyntaxNode<'a>) -> Option<AdvisoryKind> {
        let function = call.child(Field::Function)?;
        let (receiver, name) = match function.kind() {
            K::MemberAccessExpression => (
                function.child(Field::Expression)?,
                function.child(Field::Name)?,
            ),
            K::ConditionalAccessExpression => (
                function.child(Field::Condition)?,
                function
                    .child_of(K::MemberBindingExpression)?
                    .child(Field::Name)?,
            ),
            _ => return None,
        };
        let list = call.child(Field::Arguments)?;
        let arguments: Vec<SyntaxNode<'a>> = views::arguments(list).map(|one| one.value).collect();
        let culture = match name.text() {
            "ToString" => self.to_string(receiver, &arguments),
            "ToUpper" | "ToLower" => match arguments.len() {
                0 => self.is_string(receiver),
                1 => self.owner(receiver).as_deref() == Some("System.Char"),
                _ => false,
            },
            "ToLongDateString" | "ToLongTimeString" | "ToShortDateString" | "ToShortTimeString" => {
                arguments.is_empty() && kind_of(&self.type_of(receiver)) == Some(Kind::Date)
            }
            "Parse" | "TryParse" => self.parses(receiver, name.text(), &arguments),
            "ParseExact" | "TryParseExact" => {
                self.parsed_type(receiver).is_some()
                    && arguments
                        .get(2)
                        .is_some_and(|provider| provider.kind() == K::NullLiteral)
            }
            "Format" => {
                self.owner(receiver).as_deref() == Some("System.String")
                    && arguments
                        .first()
                        .is_some_and(|first| self.is_string(*first))
                    && self.formats(&arguments)
            }
            "ToLocalTime" | "ToUniversalTime" if arguments.is_empty() => {
                let ty = self.type_of(receiver);
                // A `DateTimeOffset` knows its way to UTC.
                let by_zone = match ty.library()? {
                    "System.DateTime" => true,
                    "System.DateTimeOffset" => name.text() == "ToLocalTime",
                    _ => false,
                };
                return by_zone.then_some(AdvisoryKind::ImplicitZone);
            }
            other => self.converts(receiver, other, &arguments),
        };
        culture.then_some(AdvisoryKind::ImplicitCulture)
    }

    /// `stamp.LocalDateTime`.
    fn access(&self, node: SyntaxNode<'a>) -> Option<AdvisoryKind> {
        let name = node.child(Field::Name)?;
        if name.text() != "LocalDateTime" {
            return None;
        }
        let ty = self.type_of(node.child(Field::Expression)?);
        (ty.library() == Some("System.DateTimeOffset")).then_some(AdvisoryKind::ImplicitZone)
    }

    /// The library type that a receiver names.
    fn owner(&self, receiver: SyntaxNode<'a>) -> Option<String> {
        match self.binder.resolve(receiver) {
            Resolution::Type(TypeRef::Library(full)) => Some(full),
            _ => None,
        }
    }

    fn to_string(&self, receiver: SyntaxNode<'a>, arguments: &[SyntaxNode<'a>]) -> bool {
        let Some(kind) = kind_of(&self.type_of(receiver)) else {
            return false;
        };
        match arguments {
            [] => kind.depends("") && !self.is_count(receiver),
            // An argument that isn't a literal may be a provider by way of a type that isn't known.
            [format] if format.kind() == K::StringLiteral => {
                kind.depends(format.text().trim_matches('"'))
            }
            [format] => self.is_string(*format),
            _ => false,
        }
    }

    /// `text.Length`: never negative.
    fn is_count(&self, node: SyntaxNode<'a>) -> bool {
        let last = match node.kind() {
            K::InvocationExpression => node.child(Field::Function),
            _ => Some(node),
        };
        let name = last.and_then(|last| last.child(Field::Name));
        let counts = name.is_some_and(|name| {
            matches!(name.text(), "Count" | "Length" | "LongCount" | "LongLength")
        });
        counts
            && !matches!(self.binder.resolve(node), Resolution::Value(value)
                if matches!(&value.origin, Origin::Member(member) if member.source == MemberSource::Value))
    }

    /// The type of a value that `receiver` parses.
    fn parsed_type(&self, receiver: SyntaxNode<'a>) -> Option<String> {
        let full = self.owner(receiver)?;
        let parses = full == "System.TimeSpan"
            || kind_of(&TypeRef::Library(full.clone())).is_some_and(|kind| kind != Kind::Unsigned);
        parses.then_some(full)
    }

    fn parses(&self, receiver: SyntaxNode<'a>, name: &str, arguments: &[SyntaxNode<'a>]) -> bool {
        if self.parsed_type(receiver).is_none() {
            return false;
        }
        match (name, arguments) {
            ("Parse", [_]) | ("TryParse", [_, _]) => true,
            ("Parse", [_, styles]) => self.is_styles(*styles),
            _ => false,
        }
    }

    /// `NumberStyles.Integer`.
    fn is_styles(&self, node: SyntaxNode<'a>) -> bool {
        let owner = match node.kind() {
            K::MemberAccessExpression => node.child(Field::Expression),
            _ => None,
        };
        owner.and_then(|owner| self.owner(owner)).as_deref()
            == Some("System.Globalization.NumberStyles")
    }

    /// Whether a hole of the format shows an argument that a culture changes; of a format that isn't written out, whether
    /// an argument does among other text.
    fn formats(&self, arguments: &[SyntaxNode<'a>]) -> bool {
        let Some((format, values)) = arguments.split_first() else {
            return false;
        };
        let kinds = values.iter().map(|value| kind_of(&self.type_of(*value)));
        let kinds: Vec<Option<Kind>> = kinds.collect();
        if !matches!(format.kind(), K::StringLiteral | K::VerbatimStringLiteral) {
            return kinds.into_iter().flatten().any(Kind::shows);
        }
        holes(format.text()).any(|(at, format)| {
            let kind = kinds.get(at).copied().flatten();
            kind.is_some_and(|kind| kind.in_text(format))
        })
    }

    /// `Convert.ToDouble(text)`.
    fn converts(&self, receiver: SyntaxNode<'a>, name: &str, arguments: &[SyntaxNode<'a>]) -> bool {
        let [value] = arguments else {
            return false;
        };
        let from_text = matches!(
            name,
            "ToDateTime"
                | "ToDecimal"
                | "ToDouble"
                | "ToInt16"
                | "ToInt32"
                | "ToInt64"
                | "ToSByte"
                | "ToSingle"
        );
        from_text
            && self.is_string(*value)
            && self.owner(receiver).as_deref() == Some("System.Convert")
    }

    /// A hole of an interpolated string.
    fn hole(&self, hole: SyntaxNode<'a>) -> Option<AdvisoryKind> {
        let value = hole.named_children().find(|child| {
            !child.is_extra()
                && !matches!(
                    child.kind(),
                    K::InterpolationBrace
                        | K::InterpolationAlignmentClause
                        | K::InterpolationFormatClause
                )
        })?;
        let kind = kind_of(&self.type_of(value))?;
        let format = hole
            .child_of(K::InterpolationFormatClause)
            .map_or("", |clause| clause.text().trim_start_matches(':').trim());
        let text = hole.parent()?;
        (kind.in_text(format) && !self.goes_elsewhere(text))
            .then_some(AdvisoryKind::ImplicitCulture)
    }

    /// Whether an interpolated string isn't made into a string by the current culture: `FormattableString.Invariant($"…")`,
    /// `string.Create(culture, $"…")`, a place of the type `FormattableString`, a method of a handler.
    fn goes_elsewhere(&self, text: SyntaxNode<'a>) -> bool {
        let Some(parent) = text.parent() else {
            return false;
        };
        if parent.kind() == K::Argument {
            let call = parent.parent().and_then(SyntaxNode::parent);
            let function = call.and_then(|call| call.child(Field::Function));
            let name = function.map(|function| function.child(Field::Name).unwrap_or(function));
            if name.is_some_and(|name| {
                matches!(
                    decoded_name(name.text()).as_ref(),
                    "Create" | "CurrentCulture" | "FromSqlInterpolated" | "FromSql" | "Invariant"
                )
            }) {
                return true;
            }
            // `builder.Append(culture, $"…")`
            let before = parent
                .parent()
                .into_iter()
                .flat_map(views::arguments)
                .take_while(|argument| argument.node != parent);
            let mut before = before.map(|argument| self.type_of(argument.value));
            if before.any(|ty| ty.library().is_some_and(|full| PROVIDERS.contains(&full))) {
                return true;
            }
        }
        matches!(self.binder.target_type(text), TypeRef::Library(full)
            if matches!(full.as_str(), "System.FormattableString" | "System.IFormattable"))
    }
}
