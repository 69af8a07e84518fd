//! Where a site stands: its member, its context, the comment that marks it as deliberate.

use std::borrow::Cow;

use crate::finding::Context;
use crate::syntax::{Field, Lexer, SyntaxKind, SyntaxNode, TokenKind, decoded_name};
use crate::text::{LineIndex, TextRange};

use SyntaxKind as K;

/// The place of a site in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) context: Context,
    /// The member's name; `.ctor` and `.cctor` for constructors, `this[]` for an indexer, `""` at top level.
    pub(crate) member: String,
}

/// Reads the place of `node` off its ancestors.
pub(crate) fn place_of(node: SyntaxNode<'_>) -> Place {
    // What hides `this`, and the kind of function the site stands in, innermost first.
    let mut function = None;
    let mut constructor_arguments = false;
    for around in node.frames() {
        match around.kind() {
            K::LambdaExpression | K::AnonymousMethodExpression => {
                if has_modifier(around, "static") {
                    function = Some(Context::StaticLambda);
                } else if function.is_none() {
                    function = Some(Context::Lambda);
                }
            }
            K::LocalFunctionStatement => {
                if has_modifier(around, "static") {
                    function = Some(Context::StaticLocalFunction);
                } else if function.is_none() {
                    function = Some(Context::LocalFunction);
                }
            }
            K::ConstructorInitializer | K::BaseList => constructor_arguments = true,
            K::GlobalStatement => {
                return Place {
                    context: Context::TopLevel,
                    member: String::new(),
                };
            }
            _ if is_member(around.kind()) => {
                let inner = around.child_around(node).unwrap_or(node);
                return Place {
                    context: context_of(around, inner, function, constructor_arguments),
                    member: member_name(around, node).into_owned(),
                };
            }
            kind if is_type(kind) => {
                // Arguments of a primary constructor's base.
                let context = if constructor_arguments {
                    Context::ConstructorArguments
                } else {
                    Context::FieldInitializer
                };
                return Place {
                    context,
                    member: ".ctor".to_owned(),
                };
            }
            _ => {}
        }
    }
    Place {
        context: Context::TopLevel,
        member: String::new(),
    }
}

fn context_of(
    member: SyntaxNode<'_>,
    inner: SyntaxNode<'_>,
    function: Option<Context>,
    constructor_arguments: bool,
) -> Context {
    let is_static = has_modifier(member, "static") || has_modifier(member, "const");
    let initializer = match member.kind() {
        K::FieldDeclaration | K::EventFieldDeclaration => true,
        // `=> x` is an accessor, `= x` an initializer; both stand in `value`.
        K::PropertyDeclaration => {
            inner.field() == Field::Value && inner.kind() != K::ArrowExpressionClause
        }
        _ => false,
    };
    if initializer && is_static {
        return Context::StaticInitializer;
    }
    if member.kind() == K::ConstructorDeclaration && is_static {
        return Context::StaticConstructor;
    }
    if let Some(around) = type_around(member) {
        // An extension block, which the grammar takes for a class, stands in a static class.
        if around.text().starts_with("extension") {
            return Context::StaticClass;
        }
        match around.kind() {
            K::ClassDeclaration if has_modifier(around, "static") => return Context::StaticClass,
            K::StructDeclaration => return Context::StructMember,
            K::RecordDeclaration => return Context::RecordMember,
            K::InterfaceDeclaration => return Context::InterfaceMember,
            _ => {}
        }
    }
    if let Some(hidden @ (Context::StaticLambda | Context::StaticLocalFunction)) = function {
        return hidden;
    }
    let is_property = matches!(
        member.kind(),
        K::PropertyDeclaration | K::IndexerDeclaration | K::EventDeclaration
    );
    let always_static = matches!(
        member.kind(),
        K::OperatorDeclaration | K::ConversionOperatorDeclaration
    );
    if is_static || always_static {
        return if is_property {
            Context::StaticProperty
        } else {
            Context::StaticMethod
        };
    }
    if constructor_arguments {
        return Context::ConstructorArguments;
    }
    if initializer {
        return if member.kind() == K::PropertyDeclaration {
            Context::PropertyInitializer
        } else {
            Context::FieldInitializer
        };
    }
    if let Some(function) = function {
        return function;
    }
    match member.kind() {
        K::ConstructorDeclaration => Context::InstanceConstructor,
        _ if is_property => Context::InstanceProperty,
        _ => Context::InstanceMethod,
    }
}

/// The type declaration around a member.
pub(crate) fn type_around(node: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    node.frames().find(|around| is_type(around.kind()))
}

/// Whether a node declares a type that has members.
pub(crate) fn is_type(kind: SyntaxKind) -> bool {
    kind.declares_type() && kind != K::DelegateDeclaration
}

/// Whether a node declares a member of a type.
pub(crate) fn is_member(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::DestructorDeclaration
            | K::PropertyDeclaration
            | K::IndexerDeclaration
            | K::EventDeclaration
            | K::EventFieldDeclaration
            | K::FieldDeclaration
            | K::OperatorDeclaration
            | K::ConversionOperatorDeclaration
            | K::EnumMemberDeclaration
    )
}

/// Whether a declaration has this modifier.
pub(crate) fn has_modifier(node: SyntaxNode<'_>, modifier: &str) -> bool {
    node.children_of(K::Modifier)
        .any(|found| found.text() == modifier)
}

fn member_name<'t>(member: SyntaxNode<'t>, site: SyntaxNode<'t>) -> Cow<'t, str> {
    match member.kind() {
        K::ConstructorDeclaration if has_modifier(member, "static") => ".cctor".into(),
        K::ConstructorDeclaration => ".ctor".into(),
        K::DestructorDeclaration => "Finalize".into(),
        K::IndexerDeclaration => "this[]".into(),
        K::OperatorDeclaration | K::ConversionOperatorDeclaration => {
            let sign = member
                .child(Field::Operator)
                .or_else(|| member.child(Field::Type));
            format!("operator {}", sign.map_or("", SyntaxNode::text)).into()
        }
        K::FieldDeclaration | K::EventFieldDeclaration => site
            .frames()
            .filter(|around| around.kind() == K::VariableDeclarator)
            .last()
            .and_then(|declarator| declarator.child(Field::Name))
            .map_or("".into(), |name| decoded_name(name.text())),
        _ => member
            .child(Field::Name)
            .map_or("".into(), |name| decoded_name(name.text())),
    }
}

/// The comment on the site's line or on the lines right above it that says why it stays.
pub(crate) fn intentional(
    text: &str,
    lines: &LineIndex,
    offset: usize,
    words: &[&str],
) -> Option<String> {
    let line = lines.line_of(offset);
    let own = comments_in(text, lines.line_range(line, text));
    let above = (0..line)
        .rev()
        .map(|index| {
            text.get(lines.line_range(index, text).as_range())
                .unwrap_or_default()
                .trim()
        })
        .take_while(|line| line.starts_with("//") || line.starts_with("/*") || line.ends_with("*/"))
        .take(4)
        .filter_map(comment_in);
    own.into_iter().chain(above).find(|comment| {
        let lower = comment.to_lowercase();
        words.iter().any(|word| says(&lower, word))
    })
}

/// Whether a comment says so, and not the contrary: `unintentional`, `not intentional`, `isn't by design`.
fn says(comment: &str, word: &str) -> bool {
    comment.match_indices(word).any(|(at, _)| {
        let before = &comment[..at];
        let inside = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let last = before.split_whitespace().next_back().unwrap_or_default();
        let denied = matches!(last, "not" | "never" | "no" | "cannot") || last.ends_with("n't");
        !inside && !denied
    })
}

/// The comments that start in `line`, which is taken to start in code: a string that holds `//` is none.
fn comments_in(text: &str, line: TextRange) -> Vec<String> {
    let mut lexer = Lexer::from(text, line.start());
    let mut comments = Vec::new();
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::End || token.start() >= line.end() {
            return comments;
        }
        if token.kind == TokenKind::Comment {
            comments.extend(comment_in(token.text(text)));
        }
    }
}

/// The text of the comment in a line, without its signs.
fn comment_in(line: &str) -> Option<String> {
    let start = [line.find("//"), line.find("/*")]
        .into_iter()
        .flatten()
        .min()?;
    let text = line[start..].trim_start_matches(['/', '*', ' ']).trim_end();
    Some(
        text.strip_suffix("*/")
            .unwrap_or(text)
            .trim_end()
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    /// The context of the first `X.Y` in the text.
    fn check(text: &str, context: Context, member: &str) {
        let tree = parse(&text.into()).unwrap();
        let site = tree
            .root()
            .descendants()
            .find(|node| node.kind() == K::MemberAccessExpression)
            .unwrap();
        assert_eq!(
            place_of(site),
            Place {
                context,
                member: member.to_owned()
            },
            "{text}"
        );
    }

    #[test]
    fn contexts_are_told_apart() {
        check("class A { int F() => X.Y; }", Context::InstanceMethod, "F");
        check(
            "class A { static int F() => X.Y; }",
            Context::StaticMethod,
            "F",
        );
        check(
            "static class A { static int P => X.Y; }",
            Context::StaticClass,
            "P",
        );
        check(
            "class A { int P { get { return X.Y; } } }",
            Context::InstanceProperty,
            "P",
        );
        check("class A { int P => X.Y; }", Context::InstanceProperty, "P");
        check(
            "class A { int P { get; } = X.Y; }",
            Context::PropertyInitializer,
            "P",
        );
        check(
            "class A { int p, q = X.Y; }",
            Context::FieldInitializer,
            "q",
        );
        check(
            "class A { static int q = X.Y; }",
            Context::StaticInitializer,
            "q",
        );
        check(
            "class A { static A() { F(X.Y); } }",
            Context::StaticConstructor,
            ".cctor",
        );
        check(
            "class A { A() : this(X.Y) { } }",
            Context::ConstructorArguments,
            ".ctor",
        );
        check(
            "class A(int i) : B(X.Y);",
            Context::ConstructorArguments,
            ".ctor",
        );
        check(
            "class A { void F() { G(() => X.Y); } }",
            Context::Lambda,
            "F",
        );
        check(
            "class A { void F() { G(static () => X.Y); } }",
            Context::StaticLambda,
            "F",
        );
        check(
            "class A { void F() { int G() => X.Y; } }",
            Context::LocalFunction,
            "F",
        );
        check(
            "class A { static void F() { G(() => X.Y); } }",
            Context::StaticMethod,
            "F",
        );
        check("struct A { int F() => X.Y; }", Context::StructMember, "F");
        check("record A { int F() => X.Y; }", Context::RecordMember, "F");
        check(
            "interface A { int F() => X.Y; }",
            Context::InterfaceMember,
            "F",
        );
        check("F(X.Y);", Context::TopLevel, "");
    }

    #[test]
    fn a_deliberate_site_says_so() {
        let text = "// Stays: wall clock on purpose\nvar a = X.Y;\nvar b = X.Y; // intentional\nvar c = X.Y;\n";
        let lines = LineIndex::new(text);
        let words = ["on purpose", "intentional"];
        let at = |needle: &str| intentional(text, &lines, text.find(needle).unwrap() + 8, &words);
        assert_eq!(at("var a").unwrap(), "Stays: wall clock on purpose");
        assert_eq!(at("var b").unwrap(), "intentional");
        assert_eq!(at("var c"), None);
        let contrary = "a = X.Y; // unintentional\na = X.Y; // wasn't intentional\na = X.Y; // not on purpose, intentional\n";
        let lines = LineIndex::new(contrary);
        let at = |line| {
            intentional(
                contrary,
                &lines,
                lines.line_range(line, contrary).start(),
                &words,
            )
        };
        assert_eq!((at(0), at(1)), (None, None));
        assert!(at(2).is_some());
        let before = "x = /* intentional */ X.Y;\nx = X.Y + \"// intentional\";\n";
        let lines = LineIndex::new(before);
        let at = |offset| intentional(before, &lines, offset, &words);
        assert_eq!(at(22).unwrap(), "intentional");
        assert_eq!(at(31), None);
    }
}
