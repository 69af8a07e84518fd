//! Parameter lists and argument lists: what stands in them and where one more goes. Knows no names' meaning.

use crate::edit::Edit;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::layout;

use SyntaxKind as K;

/// A parameter of a constructor.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'t> {
    /// Its name as written.
    pub name: SyntaxNode<'t>,
    /// Its type.
    pub ty: SyntaxNode<'t>,
    /// Whether it has a default value.
    pub optional: bool,
    /// Whether it is `params`.
    pub variadic: bool,
    /// `ref`, `out`, `in`, if any.
    pub modifier: &'t str,
    /// Where its declaration starts, attributes included.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The parameters of a `ParameterList`, in order.
pub fn parameters(list: SyntaxNode<'_>) -> Vec<Parameter<'_>> {
    let mut found = Vec::new();
    for child in list.children() {
        if child.kind() == K::Parameter {
            if let (Some(name), Some(ty)) = (child.child(Field::Name), child.child(Field::Type)) {
                found.push(Parameter {
                    name,
                    ty,
                    optional: child.token("=").is_some(),
                    variadic: child
                        .children_of(K::Modifier)
                        .any(|modifier| modifier.text() == "params"),
                    modifier: child
                        .children_of(K::Modifier)
                        .map(SyntaxNode::text)
                        .find(|text| matches!(*text, "ref" | "out" | "in"))
                        .unwrap_or_default(),
                    start: child.range().start(),
                    end: child.range().end(),
                });
            }
        } else if child.field() == Field::Name
            && child.kind() == K::Identifier
            && let Some(ty) = child
                .prev_sibling()
                .filter(|before| before.field() == Field::Type)
        {
            // `params T[] x` has no node of its own.
            let keyword = list
                .token("params")
                .map_or(ty.range().start(), |token| token.range().start());
            let start = list
                .children_of(K::AttributeList)
                .map(|attribute| attribute.range().start())
                .find(|start| *start < keyword)
                .unwrap_or(keyword);
            found.push(Parameter {
                name: child,
                ty,
                optional: false,
                variadic: true,
                modifier: "",
                start,
                end: child.range().end(),
            });
        }
    }
    found
}

/// Where a required parameter goes: at the end, before optional ones and `params`.
pub fn place_for_required(parameters: &[Parameter<'_>]) -> usize {
    parameters
        .iter()
        .position(|parameter| parameter.optional || parameter.variadic)
        .unwrap_or(parameters.len())
}

/// The edit that puts `declaration` at `index` into a parameter list.
pub fn insert_parameter(text: &str, list: SyntaxNode<'_>, index: usize, declaration: &str) -> Edit {
    let existing = parameters(list);
    let spans: Vec<_> = existing
        .iter()
        .map(|parameter| (parameter.start, parameter.end))
        .collect();
    insert(text, list, &spans, index, declaration)
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'t> {
    /// The whole argument.
    pub node: SyntaxNode<'t>,
    /// Its name as written, before the `:`.
    pub name: Option<SyntaxNode<'t>>,
}

/// The arguments of an `ArgumentList`, in order.
pub fn arguments(list: SyntaxNode<'_>) -> Vec<Argument<'_>> {
    list.children_of(K::Argument)
        .map(|node| Argument {
            node,
            name: node
                .child(Field::Name)
                .filter(|_| node.token(":").is_some()),
        })
        .collect()
}

/// How one more argument is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentPlace {
    /// By position, before the argument that stands there now.
    At(usize),
    /// By name, at the end.
    Named,
}

/// Where the argument for a parameter goes that was put in at `index` of the parameters.
pub fn place_for_argument(arguments: &[Argument<'_>], index: usize) -> ArgumentPlace {
    if arguments.iter().any(|argument| argument.name.is_some()) || arguments.len() < index {
        ArgumentPlace::Named
    } else {
        ArgumentPlace::At(index)
    }
}

/// The edit that gives `value` for the parameter `name` in an argument list.
pub fn insert_argument(
    text: &str,
    list: SyntaxNode<'_>,
    index: usize,
    name: &str,
    value: &str,
) -> Edit {
    let existing = arguments(list);
    let spans: Vec<_> = existing
        .iter()
        .map(|argument| (argument.node.range().start(), argument.node.range().end()))
        .collect();
    match place_for_argument(&existing, index) {
        ArgumentPlace::At(index) => insert(text, list, &spans, index, value),
        ArgumentPlace::Named => {
            insert(text, list, &spans, spans.len(), &format!("{name}: {value}"))
        }
    }
}

fn insert(
    text: &str,
    list: SyntaxNode<'_>,
    spans: &[(usize, usize)],
    index: usize,
    item: &str,
) -> Edit {
    // In a list with one item a line, so is the new one.
    let own_line = |at: usize| layout::starts_line(text, at);
    let at_offset = |offset: usize, text: String| Edit {
        range: TextRange::empty(offset),
        text,
    };
    match (spans.get(index), spans.last()) {
        (Some((start, _)), _) if own_line(*start) => {
            let ending = layout::line_ending(text, *start);
            at_offset(
                *start,
                format!("{item},{ending}{}", layout::indent(text, *start)),
            )
        }
        (Some((start, _)), _) => at_offset(*start, format!("{item}, ")),
        (None, Some((start, end)))
            if own_line(*start) && (spans.len() > 1 || own_line(spans[0].0)) =>
        {
            let ending = layout::line_ending(text, list.range().start());
            at_offset(
                *end,
                format!(",{ending}{}{item}", layout::indent(text, *start)),
            )
        }
        (None, Some((_, end))) => at_offset(*end, format!(", {item}")),
        (None, None) => at_offset(list.range().start() + 1, item.to_owned()),
    }
}

/// The names of a list's parameters, decoded.
pub fn parameter_names(parameters: &[Parameter<'_>]) -> Vec<String> {
    parameters
        .iter()
        .map(|parameter| decoded_name(parameter.name.text()).into_owned())
        .collect()
}

/// Whether arguments can go to these parameters, by number and by name.
pub fn fits(arguments: &[Argument<'_>], parameters: &[Parameter<'_>]) -> bool {
    let variadic = parameters.last().is_some_and(|last| last.variadic);
    if arguments.len() > parameters.len() && !variadic {
        return false;
    }
    if arguments.len() < parameters.len()
        && !parameters[arguments.len()..]
            .iter()
            .any(|parameter| parameter.optional || parameter.variadic)
        && arguments.iter().all(|argument| argument.name.is_none())
    {
        return false;
    }
    let names = parameter_names(parameters);
    let positional = arguments
        .iter()
        .take_while(|argument| argument.name.is_none())
        .count();
    let named: Vec<_> = arguments
        .iter()
        .filter_map(|argument| {
            argument
                .name
                .map(|name| decoded_name(name.text()).into_owned())
        })
        .collect();
    if named.iter().any(|name| !names.contains(name)) {
        return false;
    }
    parameters
        .iter()
        .zip(&names)
        .enumerate()
        .all(|(index, (parameter, name))| {
            parameter.optional || parameter.variadic || index < positional || named.contains(name)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::TextEdit;
    use crate::syntax::parse;

    fn with_parameter(list: &str, expected: &str) {
        let text = format!("class A {{ A{list} {{ }} }}");
        let tree = parse(&text.as_str().into()).unwrap();
        let list = tree
            .root()
            .descendants()
            .find(|node| node.kind() == K::ParameterList)
            .unwrap();
        let index = place_for_required(&parameters(list));
        let edit = insert_parameter(&text, list, index, "T t");
        let after = TextEdit::new([edit]).unwrap().apply(&text).unwrap();
        assert_eq!(after, format!("class A {{ A{expected} {{ }} }}"));
    }

    #[test]
    fn a_parameter_goes_before_optional_ones_and_params() {
        with_parameter("()", "(T t)");
        with_parameter("(int a)", "(int a, T t)");
        with_parameter("(int a, int b = 1)", "(int a, T t, int b = 1)");
        with_parameter("([X] int b = 1)", "(T t, [X] int b = 1)");
        with_parameter("(params int[] c)", "(T t, params int[] c)");
        with_parameter("(int a, params int[] c)", "(int a, T t, params int[] c)");
    }

    #[test]
    fn lists_with_a_line_each_keep_their_form() {
        with_parameter(
            "(\n    int a,\n    int b)",
            "(\n    int a,\n    int b,\n    T t)",
        );
        with_parameter(
            "(\r\n  int a,\r\n  int b = 1\r\n)",
            "(\r\n  int a,\r\n  T t,\r\n  int b = 1\r\n)",
        );
        with_parameter("(int a,\n   int b)", "(int a,\n   int b,\n   T t)");
    }

    fn with_argument(list: &str, index: usize, expected: &str) {
        let text = format!("var a = new A{list};");
        let tree = parse(&text.as_str().into()).unwrap();
        let list = tree
            .root()
            .descendants()
            .find(|node| node.kind() == K::ArgumentList)
            .unwrap();
        let edit = insert_argument(&text, list, index, "t", "v");
        let after = TextEdit::new([edit]).unwrap().apply(&text).unwrap();
        assert_eq!(after, format!("var a = new A{expected};"));
    }

    #[test]
    fn arguments_go_where_the_parameter_went() {
        with_argument("()", 0, "(v)");
        with_argument("(1)", 1, "(1, v)");
        with_argument("(1, 2)", 1, "(1, v, 2)");
        with_argument("(1, b: 2)", 1, "(1, b: 2, t: v)");
        with_argument("(\n  1,\n  2)", 2, "(\n  1,\n  2,\n  v)");
    }

    #[test]
    fn calls_fit_by_number_and_name() {
        let tree = parse(&"class A { A(int a, int b = 1) { } }".into()).unwrap();
        let list = tree
            .root()
            .descendants()
            .find(|node| node.kind() == K::ParameterList)
            .unwrap();
        let known = parameters(list);
        for (call, expected) in [
            ("f()", false),
            ("f(1)", true),
            ("f(1, 2)", true),
            ("f(1, 2, 3)", false),
            ("f(b: 1, a: 2)", true),
            ("f(1, c: 2)", false),
            ("f(b: 2)", false),
        ] {
            let text = format!("{call};");
            let tree = parse(&text.as_str().into()).unwrap();
            let list = tree
                .root()
                .descendants()
                .find(|node| node.kind() == K::ArgumentList)
                .unwrap();
            assert_eq!(fits(&arguments(list), &known), expected, "{call}");
        }
    }
}
