//! Which overload a call means, as far as the number, names and types of its arguments say.

use crate::binding::{Binder, Resolution, TypeRef};
use crate::catalogue::base_library;
use crate::catalogue::signatures::{Parameter, Signature, type_key, type_signature};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use SyntaxKind as K;

/// The overloads among `candidates` that a call with `arguments` and so many type arguments may mean.
pub(crate) fn overloads<'a>(
    binder: &Binder<'a>,
    candidates: Vec<&'static Signature>,
    arguments: SyntaxNode<'a>,
    type_arguments: usize,
) -> Vec<&'static Signature> {
    let arguments: Vec<_> = arguments
        .children_of(K::Argument)
        .map(|node| Argument::of(binder, node))
        .collect();
    let fitting: Vec<_> = candidates
        .into_iter()
        .filter(|candidate| {
            (type_arguments == 0 || candidate.generic_arity() == type_arguments)
                && fits(parameters_of(candidate), &arguments)
        })
        .collect();
    let fitting = without_fuller(&fitting, &arguments);
    if fitting.len() <= 1 {
        return fitting;
    }
    // The better one by the language's rules, as far as types are known: each argument's own type beats a conversion.
    let score = |candidate: &&Signature| {
        let parameters = parameters_of(candidate);
        let exact = arguments
            .iter()
            .enumerate()
            .filter(|(index, argument)| {
                argument
                    .parameter(*index, parameters)
                    .is_some_and(|parameter| argument.kind.is_exactly(parameter))
            })
            .count();
        // No default filled in, no expanded `params`.
        let plain = usize::from(
            parameters.len() == arguments.len() && !parameters.iter().any(|p| p.is_params),
        );
        let generic = usize::from(candidate.generic_arity() == 0);
        (exact, plain, generic)
    };
    let best = fitting.iter().map(score).max();
    let decided = arguments
        .iter()
        .all(|argument| argument.kind != Kind::Unknown);
    let best: Vec<_> = fitting
        .iter()
        .copied()
        .filter(|candidate| Some(score(candidate)) == best)
        .collect();
    if decided || best.len() == fitting.len() {
        best
    } else {
        narrow(fitting, &arguments)
    }
}

/// Without those that need a default or `params` for what another takes as it is given: whatever the arguments are,
/// that one is better.
fn without_fuller(
    fitting: &[&'static Signature],
    arguments: &[Argument<'_>],
) -> Vec<&'static Signature> {
    let plain = |candidate: &Signature| {
        let parameters = parameters_of(candidate);
        parameters.len() == arguments.len() && !parameters.iter().any(|one| one.is_params)
    };
    let same = |one: &Signature, other: &Signature| {
        arguments.iter().enumerate().all(|(index, argument)| {
            let of = |candidate| {
                let parameter = argument.parameter(index, parameters_of(candidate));
                parameter.map(|parameter| type_key(parameter.type_text))
            };
            of(one) == of(other)
        })
    };
    let fuller = |candidate: &&'static Signature| {
        !plain(candidate)
            && fitting.iter().any(|other| {
                plain(other)
                    && other.generic_arity() == candidate.generic_arity()
                    && same(other, candidate)
            })
    };
    let kept = fitting.iter().copied().filter(|one| !fuller(one));
    kept.collect()
}

/// Where some types are unknown, what is known still rules out overloads that fit worse whatever those are.
fn narrow(fitting: Vec<&'static Signature>, arguments: &[Argument<'_>]) -> Vec<&'static Signature> {
    let known_exact = |candidate: &&Signature| {
        let parameters = parameters_of(candidate);
        arguments
            .iter()
            .enumerate()
            .filter(|(_, argument)| argument.kind != Kind::Unknown)
            .filter(|(index, argument)| {
                argument
                    .parameter(*index, parameters)
                    .is_some_and(|parameter| argument.kind.is_exactly(parameter))
            })
            .count()
    };
    let best = fitting.iter().map(known_exact).max();
    fitting
        .into_iter()
        .filter(|candidate| Some(known_exact(candidate)) == best)
        .collect()
}

/// The overloads that the names of arguments of unknown type speak for: `token` for a `cancellationToken`, and
/// `x.TimeProvider` for a `TimeProvider`. All of them where no name says anything.
pub(crate) fn spoken_for<'a>(
    binder: &Binder<'a>,
    open: &[&'static Signature],
    arguments: SyntaxNode<'a>,
) -> Vec<&'static Signature> {
    let named: Vec<(usize, Argument<'_>, String)> = arguments
        .children_of(K::Argument)
        .enumerate()
        .filter_map(|(index, node)| {
            let argument = Argument::of(binder, node);
            let value = node
                .named_children()
                .filter(|child| !child.is_extra())
                .last()?;
            let name = decoded_name(last_identifier(value)?.text()).to_lowercase();
            (argument.kind == Kind::Unknown)
                .then(|| (index, argument, name.trim_start_matches('_').to_owned()))
        })
        .collect();
    let speaks = |signature: &&&'static Signature| {
        let parameters = parameters_of(signature);
        named.iter().any(|(index, argument, name)| {
            argument
                .parameter(*index, parameters)
                .is_some_and(|parameter| {
                    let full = type_key(parameter.type_text);
                    let ty = full.rsplit('.').next().unwrap_or(&full);
                    // `ct` for a `CancellationToken`
                    let initials: String = ty.chars().filter(char::is_ascii_uppercase).collect();
                    let by_initials = initials.len() > 1 && initials.eq_ignore_ascii_case(name);
                    let ty = ty.to_lowercase();
                    let alike = |other: &str| {
                        // Shorter ends say too little.
                        name.len() > 3
                            && other.len() > 3
                            && (name.ends_with(other) || other.ends_with(name.as_str()))
                    };
                    by_initials || alike(&ty) || alike(&parameter.name.to_lowercase())
                })
        })
    };
    let spoken: Vec<_> = open.iter().filter(speaks).copied().collect();
    if spoken.is_empty() {
        open.to_vec()
    } else {
        spoken
    }
}

/// The name that a value ends with: `Token` of `a.B.Token`, of `Token` and of `call.Arg<Token>()`.
fn last_identifier(value: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    match value.kind() {
        K::InvocationExpression => {
            let function = value.child(Field::Function)?;
            let generic = match function.kind() {
                K::MemberAccessExpression => function.child(Field::Name)?,
                _ => function,
            };
            let arguments = generic.child_of(K::TypeArgumentList)?;
            let mut types = arguments.named_children().filter(|child| !child.is_extra());
            let only = types.next().filter(|_| types.next().is_none())?;
            let last = only.child(Field::Name).unwrap_or(only);
            (last.kind() == K::Identifier).then_some(last)
        }
        K::Identifier => Some(value),
        K::MemberAccessExpression => value
            .child(Field::Name)
            .filter(|name| name.kind() == K::Identifier),
        _ => None,
    }
}

/// The parameters that arguments go to; the receiver of an extension method is none of them.
fn parameters_of(signature: &Signature) -> &[Parameter] {
    let skip = usize::from(signature.is_extension);
    signature.parameters.get(skip..).unwrap_or_default()
}

struct Argument<'a> {
    name: Option<String>,
    reference: &'a str,
    kind: Kind,
}

/// What is known of an argument's type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A type of the library.
    Known(String),
    /// A type of the source: never a string or a number.
    Own,
    /// A type of the source that its own conversions make one of these where it is needed.
    Converting(Vec<String>),
    /// `null` or `default`.
    Null,
    /// A lambda or anonymous method.
    Lambda,
    /// A constant integer: fits every number.
    Integer,
    /// `X.Y` of a library type that has no signatures here: an enum's member, or a value that the type keeps of itself.
    Constant(String),
    Unknown,
}

impl<'a> Argument<'a> {
    fn of(binder: &Binder<'a>, node: SyntaxNode<'a>) -> Self {
        let name = node
            .child(Field::Name)
            .map(|name| decoded_name(name.text()).into_owned());
        let reference = node
            .children()
            .find(|child| child.kind() == K::Token && matches!(child.text(), "ref" | "out" | "in"))
            .map_or("", SyntaxNode::text);
        let value = node
            .named_children()
            .filter(|child| child.field() != Field::Name && !child.is_extra())
            .last();
        let kind = value.map_or(Kind::Unknown, |value| Kind::of(binder, value));
        Self {
            name,
            reference,
            kind,
        }
    }

    fn parameter<'p>(&self, index: usize, parameters: &'p [Parameter]) -> Option<&'p Parameter> {
        match &self.name {
            Some(name) => parameters.iter().find(|parameter| parameter.name == name),
            None => parameters
                .get(index)
                .or_else(|| parameters.last().filter(|last| last.is_params)),
        }
    }
}

impl Kind {
    fn of<'a>(binder: &Binder<'a>, value: SyntaxNode<'a>) -> Self {
        match value.kind() {
            K::NullLiteral | K::DefaultExpression => Self::Null,
            K::LambdaExpression | K::AnonymousMethodExpression => Self::Lambda,
            K::IntegerLiteral => Self::Integer,
            _ => match type_of(binder, value) {
                TypeRef::Library(full) => Self::Known(full),
                declared @ TypeRef::Declared(_) => match binder.converts_to(&declared) {
                    to if to.is_empty() => Self::Own,
                    to => Self::Converting(to),
                },
                TypeRef::Parameter(_) | TypeRef::Unknown => {
                    constant_of(binder, value).map_or(Self::Unknown, Self::Constant)
                }
            },
        }
    }

    fn is_exactly(&self, parameter: &Parameter) -> bool {
        match self {
            Self::Known(full) | Self::Constant(full) => *full == type_key(parameter.type_text),
            Self::Integer => type_key(parameter.type_text) == "System.Int32",
            _ => false,
        }
    }

    /// Whether a value of this kind may go to the parameter; only what is surely wrong is ruled out.
    fn may_be(&self, parameter: &Parameter) -> bool {
        let wanted = type_key(parameter.type_text);
        let wanted = wanted.as_str();
        match self {
            Self::Unknown => true,
            Self::Null => !is_plain_value(wanted),
            Self::Lambda => !is_plain_value(wanted) && wanted != "System.String",
            Self::Integer => is_number(wanted) || wanted == "System.Object" || !is_closed(wanted),
            Self::Own => !is_closed(wanted),
            Self::Converting(to) => {
                to.iter().any(|full| full == wanted)
                    || wanted == "System.Object"
                    || !base_library::is_type(wanted)
            }
            Self::Constant(full) => {
                full == wanted || wanted == "System.Object" || !base_library::is_type(wanted)
            }
            Self::Known(full) => {
                full == wanted
                    || wanted == "System.Object"
                    || (is_number(full) && is_number(wanted) && widens(full, wanted))
                    || !(is_closed(full) && (is_closed(wanted) || is_stream(wanted)))
                        && !(is_stream(full) && is_closed(wanted))
            }
        }
    }
}

/// The type of a value: at once, or by what it is taken from (`names[0]`, `await task`).
fn type_of<'a>(binder: &Binder<'a>, value: SyntaxNode<'a>) -> TypeRef {
    match binder.value_type(value) {
        TypeRef::Unknown if is_to_string(value) => TypeRef::Library("System.String".to_owned()),
        TypeRef::Unknown => binder.value_term(value).type_ref(),
        known => known,
    }
}

/// Whatever `x` is, `x.ToString()` is a string.
fn is_to_string(value: SyntaxNode<'_>) -> bool {
    let function = (value.kind() == K::InvocationExpression)
        .then(|| value.child(Field::Function))
        .flatten();
    function
        .filter(|function| function.kind() == K::MemberAccessExpression)
        .and_then(|function| function.child(Field::Name))
        .is_some_and(|name| name.text() == "ToString")
}

/// The type of `FileMode.Open`, `Encoding.UTF8` and their like.
fn constant_of<'a>(binder: &Binder<'a>, value: SyntaxNode<'a>) -> Option<String> {
    let owner = (value.kind() == K::MemberAccessExpression)
        .then(|| value.child(Field::Expression))
        .flatten()?;
    match binder.resolve(owner) {
        Resolution::Type(TypeRef::Library(full)) if type_signature(&full).is_none() => Some(full),
        _ => None,
    }
}

/// Whether an argument that isn't a literal `null` goes to a parameter of one of these names.
pub(crate) fn gives<'a>(
    binder: &Binder<'a>,
    signature: &Signature,
    arguments: SyntaxNode<'a>,
    names: &[&str],
) -> bool {
    let parameters = parameters_of(signature);
    arguments
        .children_of(K::Argument)
        .enumerate()
        .any(|(index, node)| {
            let argument = Argument::of(binder, node);
            let given = argument.parameter(index, parameters);
            argument.kind != Kind::Null && given.is_some_and(|one| names.contains(&one.name))
                || names.contains(&"jsonTypeInfo") && is_of_json_context(binder, node)
        })
}

/// Whether an argument is what a generator puts into a class of the source that derives from `JsonSerializerContext`:
/// `Shop.Default.Order`, `context.Order`, and the context itself. It carries its options.
fn is_of_json_context<'a>(binder: &Binder<'a>, argument: SyntaxNode<'a>) -> bool {
    let derives = |ty: &TypeRef| {
        binder.derives_from(ty, "System.Text.Json.Serialization.JsonSerializerContext")
    };
    let behind = |node: SyntaxNode<'a>| node.child(Field::Expression);
    let is_context = |node: SyntaxNode<'a>| match binder.resolve(node) {
        Resolution::Value(value) | Resolution::ColorColor(value, _) => derives(&value.ty),
        Resolution::Unknown => behind(node).is_some_and(
            |left| matches!(binder.resolve(left), Resolution::Type(ty) if derives(&ty)),
        ),
        _ => false,
    };
    let values = argument.named_children().filter(|one| !one.is_extra());
    values
        .last()
        .is_some_and(|value| is_context(value) || behind(value).is_some_and(is_context))
}

/// Types that no other type converts to unasked: a value of another known type doesn't fit.
fn is_closed(full: &str) -> bool {
    is_plain_value(full)
        || matches!(
            full,
            "System.String" | "System.TimeProvider" | "System.Array" | "System.Uri"
        )
}

fn is_plain_value(full: &str) -> bool {
    is_number(full)
        || matches!(
            full,
            "System.Boolean"
                | "System.Char"
                | "System.TimeSpan"
                | "System.DateTime"
                | "System.DateTimeOffset"
                | "System.Guid"
                | "System.Threading.CancellationToken"
        )
}

fn is_stream(full: &str) -> bool {
    matches!(
        full,
        "System.IO.Stream" | "System.IO.TextReader" | "System.IO.TextWriter"
    ) || full.ends_with("Stream")
}

const NUMBERS: &[&str] = &[
    "System.SByte",
    "System.Byte",
    "System.Int16",
    "System.UInt16",
    "System.Char",
    "System.Int32",
    "System.UInt32",
    "System.Int64",
    "System.UInt64",
    "System.Single",
    "System.Double",
    "System.Decimal",
];

fn is_number(full: &str) -> bool {
    NUMBERS.contains(&full)
}

/// Whether a number converts to another unasked; the list is in an order in which only later ones are wider.
fn widens(from: &str, to: &str) -> bool {
    let place = |full| NUMBERS.iter().position(|number| *number == full);
    place(from) <= place(to)
}

fn fits(parameters: &[Parameter], arguments: &[Argument<'_>]) -> bool {
    let has_params = parameters.last().is_some_and(|last| last.is_params);
    if arguments.len() > parameters.len() && !has_params {
        return false;
    }
    let mut given = vec![false; parameters.len()];
    for (index, argument) in arguments.iter().enumerate() {
        let Some(parameter) = argument.parameter(index, parameters) else {
            return false;
        };
        let expanded = parameter.is_params;
        let reference = if parameter.reference == "in" && argument.reference.is_empty() {
            ""
        } else {
            parameter.reference
        };
        if reference != argument.reference || (!expanded && !argument.kind.may_be(parameter)) {
            return false;
        }
        if let Some(place) = parameters
            .iter()
            .position(|other| std::ptr::eq(other, parameter))
        {
            given[place] = true;
        }
    }
    parameters
        .iter()
        .zip(given)
        .all(|(parameter, given)| given || parameter.default.is_some() || parameter.is_params)
}
