//! The kind of place that a site stands in: which are refused for good, which are static code, which run later or where the
//! program is put together.

use super::super::code::Reader;
use super::super::shape::has_modifier;
use super::Choice;
use super::place::is_member;
use crate::binding::FileId;
use crate::finding::{Context, Finding};
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use SyntaxKind as K;

/// Why the kind of place refuses the site for good, or for now.
pub(super) fn by_context(finding: &Finding, choice: Choice) -> Option<(Reason, &'static str)> {
    let all = choice == Choice::Ambient;
    Some(match finding.context {
        Context::TopLevel => (Reason::CompositionRoot, "top-level statements"),
        Context::StaticInitializer | Context::StaticConstructor => (Reason::StaticInitializer, ""),
        Context::InterfaceMember => (Reason::InterfaceMember, ""),
        Context::StructMember if !all => (Reason::ValueType, ""),
        Context::RecordMember if !all => (Reason::Record, ""),
        Context::StaticLambda | Context::StaticLocalFunction if choice == Choice::Constructor => {
            (Reason::StaticLambda, "")
        }
        Context::StaticClass | Context::StaticMethod | Context::StaticProperty
            if choice == Choice::Constructor =>
        {
            (Reason::NoSeam, "static code has no constructor")
        }
        _ => return None,
    })
}

/// Whether no object is there from which the site could read.
pub(super) fn is_static(context: Context) -> bool {
    matches!(
        context,
        Context::StaticClass
            | Context::StaticMethod
            | Context::StaticProperty
            | Context::StaticInitializer
    ) || is_static_function(context)
}

/// Whether the site stands in a function of an object that does without it.
pub(super) fn is_static_function(context: Context) -> bool {
    matches!(
        context,
        Context::StaticLambda | Context::StaticLocalFunction
    )
}

/// Whether the site stands in a lambda that a static field or property holds as it is: it runs when it is called.
pub(super) fn is_held_lambda(node: SyntaxNode<'_>) -> bool {
    let lambda = node.ancestors().find(|around| {
        matches!(
            around.kind(),
            K::LambdaExpression | K::AnonymousMethodExpression
        )
    });
    let outermost = lambda.map(|lambda| {
        let outer = lambda.ancestors().take_while(|one| !is_member(one.kind()));
        let outer = outer.filter(|one| {
            matches!(
                one.kind(),
                K::LambdaExpression | K::AnonymousMethodExpression
            )
        });
        outer.last().unwrap_or(lambda)
    });
    let held = |lambda: SyntaxNode<'_>| {
        let mut around = lambda.ancestors();
        around
            .find(|one| one.kind() != K::ParenthesizedExpression)
            .is_some_and(|one| matches!(one.kind(), K::VariableDeclarator | K::PropertyDeclaration))
    };
    outermost.is_some_and(held)
}

/// `Startup.ConfigureServices` and what stands in a factory of a registration is wiring, not work.
pub(super) fn composition_root(
    reader: &Reader<'_>,
    file: FileId,
    node: SyntaxNode<'_>,
) -> Option<String> {
    let program = reader
        .code()
        .project(file)
        .is_some_and(|project| project.executable);
    let mut methods = node
        .ancestors()
        .filter(|around| around.kind() == K::MethodDeclaration);
    methods.find_map(|method| match method.child(Field::Name)?.text() {
        "ConfigureServices" | "ConfigureContainer" => {
            Some("the method configures the container".to_owned())
        }
        "Main" if program && has_modifier(method, "static") => {
            Some("the program starts there".to_owned())
        }
        _ => None,
    })
}
