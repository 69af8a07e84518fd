//! How a test gets at a seam that is there: a constructor that takes the clock, or a scope that can be filled. Reads code
//! alone; writes no test.

use seamwright_common::binding::FileId;
use seamwright_common::outline::Modifiers;
use seamwright_common::seam::ambient::existing::{holders, scope_in};
use seamwright_common::seam::code::{ClassId, Reader};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::lists::{Argument, Parameter, arguments, insert_argument};
use seamwright_common::seam::replace::NewScope;
use seamwright_common::seam::shape::{ClassShape, has_modifier, simple_name};
use seamwright_common::syntax::{Field, Lexer, SyntaxKind, SyntaxNode, TokenKind, parse};

use SyntaxKind as K;

/// How a test fills a seam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It makes an object of this class and gives the double to the constructor.
    Constructor {
        /// The simple name.
        class: String,
        namespace: String,
        /// The constructors that take it.
        seats: Vec<Seat>,
    },
    /// It fills a scope.
    Scope {
        namespace: String,
        /// The type, without the namespace.
        type_name: String,
        method: String,
        /// The property that code reads.
        property: String,
        /// Whether every assembly sees it.
        is_public: bool,
    },
}

/// A parameter for the double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    /// How many parameters the constructor has.
    arity: usize,
    index: usize,
    is_public: bool,
}

impl Reach {
    /// A scope that was just planned.
    pub(crate) fn of_scope(scope: &NewScope) -> Self {
        scope_at(
            &scope.type_name,
            &scope.namespace,
            (&scope.property, &scope.method),
            false,
        )
    }

    /// How the seam of a class is filled, as far as it has one.
    pub(crate) fn find(
        reader: &Reader<'_>,
        class: &ClassId,
        dependency: &Dependency,
    ) -> Option<Self> {
        let shape = ClassShape::read(reader, class).ok()?;
        let (file, id) = class.first;
        let outline = reader.code().names().outline(file);
        let namespace = outline.namespace(outline.type_(id).namespace);
        let namespace = outline.text(namespace.full_name).to_owned();
        if let Some(found) = scope_in(reader, &shape.parts, dependency) {
            let full = reader.class_name(class);
            let is_public = is_public_method(&shape, &found.method);
            return Some(scope_at(
                &full,
                &namespace,
                (&found.property, &found.method),
                is_public,
            ));
        }
        let own = holders(reader, file, dependency).into_iter().find(|one| {
            let simple = one.full_name.rsplit('.').next().unwrap_or_default();
            simple.starts_with(&format!("{}Ambient", shape.name))
        });
        if let Some(holder) = own {
            let (space, _) = holder.full_name.rsplit_once('.').unwrap_or_default();
            let members = (&*holder.found.property, &*holder.found.method);
            return Some(scope_at(&holder.full_name, space, members, false));
        }
        let is_open = outline.type_(id).modifiers.contains(Modifiers::PUBLIC);
        let primary = shape.primary.iter().filter_map(|primary| {
            let file = shape.file(primary.part);
            seat(reader, file, &primary.parameters, dependency, is_open)
        });
        let declared = shape.constructors.iter().filter_map(|one| {
            let says = |word: &str| has_modifier(one.node, word);
            let open = says("public") || says("internal");
            let (file, is_public) = (shape.file(one.part), says("public") && is_open);
            let seat = seat(reader, file, &one.parameters, dependency, is_public);
            seat.filter(|_| open)
        });
        let seats: Vec<Seat> = primary.chain(declared).collect();
        (!seats.is_empty()).then(|| Self::Constructor {
            class: shape.name.clone(),
            namespace,
            seats,
        })
    }

    /// Whether a test assembly fills it without being a friend.
    pub(crate) fn is_public(&self) -> bool {
        match self {
            Self::Constructor { seats, .. } => seats.iter().any(|seat| seat.is_public),
            Self::Scope { is_public, .. } => *is_public,
        }
    }

    /// The namespace of its type.
    pub(crate) fn namespace(&self) -> &str {
        match self {
            Self::Constructor { namespace, .. } | Self::Scope { namespace, .. } => namespace,
        }
    }
}

fn seat<'a>(
    reader: &Reader<'a>,
    file: FileId,
    parameters: &[Parameter<'a>],
    dependency: &Dependency,
    is_public: bool,
) -> Option<Seat> {
    let index = parameters.iter().position(|one| {
        // A delegate's type tells nothing; the new constructor calls it by the member that it stands for.
        if dependency.call().is_some() {
            let ty = simple_name(one.ty);
            return matches!(&*ty, "Func" | "Action") && one.name.text() == dependency.stem;
        }
        let ty = match one.ty.kind() {
            K::NullableType => one.ty.child(Field::Type).unwrap_or(one.ty),
            _ => one.ty,
        };
        dependency.is(&reader.type_of_node(file, ty))
    })?;
    Some(Seat {
        arity: parameters.len(),
        index,
        is_public,
    })
}

fn scope_at(
    full: &str,
    namespace: &str,
    (property, method): (&str, &str),
    is_public: bool,
) -> Reach {
    let name = full.strip_prefix(namespace).unwrap_or(full);
    Reach::Scope {
        namespace: namespace.to_owned(),
        type_name: name.trim_start_matches('.').to_owned(),
        method: method.to_owned(),
        property: property.to_owned(),
        is_public,
    }
}

fn is_public_method(shape: &ClassShape<'_>, name: &str) -> bool {
    let mut members = shape.members().map(|(_, member)| member);
    members.any(|member| {
        let is_it = member
            .child(Field::Name)
            .is_some_and(|own| own.text() == name);
        is_it && has_modifier(member, "public") && shape.has_modifier("public")
    })
}

/// A call as a test writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// What comes before it.
    pub(crate) statements: Vec<String>,
    /// What gives the result.
    pub(crate) expression: String,
    /// Whether one of them awaits.
    pub(crate) awaits: bool,
}

/// The call with `double` given to each object that is made of the class of the seam; a fragment that says what is wrong
/// otherwise.
pub(crate) fn with_double(call: &str, reaches: &[Reach], double: &str) -> Result<Call, String> {
    let mut text = wrapped(call);
    for reach in reaches {
        let Reach::Constructor { class, seats, .. } = reach else {
            continue;
        };
        text = given(&text, class, seats, double)?;
    }
    let tree = parse(&text.as_str().into()).map_err(|_| "it is too deep".to_owned())?;
    if tree.root().has_error() {
        return Err("it isn't C#".to_owned());
    }
    let block = tree
        .root()
        .descendants()
        .find(|node| node.kind() == K::Block)
        .ok_or("it isn't C#")?;
    let mut statements: Vec<SyntaxNode<'_>> = block
        .named_children()
        .filter(|child| !child.is_extra())
        .collect();
    let last = statements.pop().ok_or("it says nothing")?;
    let expression = last.named_children().find(|child| !child.is_extra());
    let expression = expression.filter(|_| last.kind() == K::ReturnStatement);
    let expression = expression.ok_or("it doesn't end with an expression")?;
    let mut all = block.descendants();
    Ok(Call {
        awaits: all.any(|node| node.kind() == K::AwaitExpression),
        statements: statements
            .into_iter()
            .map(|one| one.text().to_owned())
            .collect(),
        expression: expression.text().to_owned(),
    })
}

/// A member around the call, so that it can be read: what comes last is given back.
fn wrapped(call: &str) -> String {
    let call = call.trim().trim_end_matches(';');
    let mut lexer = Lexer::new(call);
    let (mut depth, mut last) = (0_usize, 0);
    loop {
        let token = lexer.next_code();
        match token.kind {
            TokenKind::End => break,
            _ => match token.text(call) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                ";" if depth == 0 => last = token.range().end(),
                _ => {}
            },
        }
    }
    let (before, last) = call.split_at(last);
    format!("class C {{ async Task<object> M() {{ {before} return {last}; }} }}\n")
}

fn given(text: &str, class: &str, seats: &[Seat], double: &str) -> Result<String, String> {
    let tree = parse(&text.into()).map_err(|_| "it is too deep".to_owned())?;
    let creations = tree.root().descendants().filter(|node| {
        let ty = node.child(Field::Type);
        node.kind() == K::ObjectCreationExpression && ty.is_some_and(|ty| simple_name(ty) == class)
    });
    let mut edits = Vec::new();
    for creation in creations {
        let list = creation.child_of(K::ArgumentList);
        let there: Vec<Argument<'_>> = list.map(arguments).unwrap_or_default();
        if seats
            .iter()
            .any(|seat| seat.arity == there.len() && is_given(&there, seat, double))
        {
            continue;
        }
        let seat = seats.iter().find(|seat| seat.arity == there.len() + 1);
        let Some(seat) = seat else {
            let wanted = seats.iter().map(|seat| (seat.arity - 1).to_string());
            let wanted: Vec<String> = wanted.collect();
            return Err(format!(
                "`new {class}(…)` has {} arguments, and a constructor that takes the double has {} beside it",
                there.len(),
                wanted.join(" or ")
            ));
        };
        edits.push(match list {
            Some(list) => insert_argument(text, list, seat.index, "", double),
            None => return Err(format!("`new {class}` has no list of arguments")),
        });
    }
    if edits.is_empty() {
        return Err(format!(
            "it makes no `{class}`: say `new {class}(…)` without the double, which is put in"
        ));
    }
    let edit = seamwright_common::edit::TextEdit::new(edits).map_err(|_| "it nests objects")?;
    edit.apply(text)
        .ok_or_else(|| "it nests objects".to_owned())
}

fn is_given(there: &[Argument<'_>], seat: &Seat, double: &str) -> bool {
    there
        .get(seat.index)
        .is_some_and(|one| one.node.text() == double)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease() -> Vec<Reach> {
        vec![Reach::Constructor {
            class: "Lease".into(),
            namespace: "N".into(),
            seats: vec![Seat {
                arity: 2,
                index: 1,
                is_public: false,
            }],
        }]
    }

    #[test]
    fn the_double_goes_to_the_constructor() {
        let call = with_double("new N.Lease(3).Renew(new Other())", &lease(), "clock").unwrap();
        assert_eq!(call.expression, "new N.Lease(3, clock).Renew(new Other())");
        let call = with_double(
            "var l = new Lease(3); await l.Renew(); l.Until",
            &lease(),
            "clock",
        );
        let call = call.unwrap();
        assert_eq!(
            call.statements,
            ["var l = new Lease(3, clock);", "await l.Renew();"]
        );
        assert_eq!((&*call.expression, call.awaits), ("l.Until", true));
    }

    #[test]
    fn what_makes_no_object_of_the_class_is_refused() {
        for (call, words) in [
            ("Lease.Make()", "it makes no `Lease`"),
            ("new Lease().Renew()", "has 0 arguments"),
            ("new Lease(3", "isn't C#"),
        ] {
            let error = with_double(call, &lease(), "clock").unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
