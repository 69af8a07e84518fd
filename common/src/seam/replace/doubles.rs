//! What a test gives for a dependency: the double that it holds already, a new one, or the real thing where a double
//! would change what the test observes.

use super::super::code::Reader;
use super::super::dependency::Dependency;
use super::super::names::has_using;
use super::super::shape::{Reach, has_modifier, reach_of, simple_name};
use crate::binding::{FileId, Resolution};
use crate::catalogue::io_abstractions;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use SyntaxKind as K;

/// A double that a package has.
struct Packaged {
    package: &'static str,
    namespace: &'static str,
    name: &'static str,
}

const CLOCK: Packaged = Packaged {
    package: "Microsoft.Extensions.TimeProvider.Testing",
    namespace: "Microsoft.Extensions.Time.Testing",
    name: "FakeTimeProvider",
};

const FILES: Packaged = Packaged {
    package: io_abstractions::TESTING,
    namespace: "System.IO.Abstractions.TestingHelpers",
    name: "MockFileSystem",
};

fn packaged(dependency: &Dependency) -> Option<Packaged> {
    if dependency.is_clock() {
        Some(CLOCK)
    } else if dependency.is_file_system() {
        Some(FILES)
    } else {
        None
    }
}

/// What a test gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Double {
    pub(super) value: String,
    pub(super) using: Option<&'static str>,
    pub(super) note: Option<String>,
}

/// The double at a call in a test.
pub(super) fn double_at<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    dependency: &Dependency,
) -> Double {
    if let Some(held) = local_double(node, dependency).or_else(|| member_double(node, dependency)) {
        return Double {
            value: held,
            ..Double::default()
        };
    }
    let real = |why: &str| Double {
        value: dependency.default_at(reader, file, node),
        using: None,
        note: Some(why.to_owned()),
    };
    let Some(double) = packaged(dependency) else {
        return real(&format!(
            "no double of `{}` is at hand",
            dependency.simple()
        ));
    };
    if reads_real(reader, file, node, dependency) {
        return real("the test class reads it too");
    }
    let Packaged {
        package,
        namespace,
        name,
    } = double;
    let has_it = reader.code().project(file).is_some_and(|project| {
        let mut seen = project.seen.iter();
        project.has_package(package) || seen.any(|one| one.id.ends_with(package))
    });
    if !has_it {
        return real(&format!("the project doesn't reference `{package}`"));
    }
    // An own class of that name, or one that hides it.
    let simple = reader
        .binder(file)
        .map(|binder| binder.type_text(name, node));
    let hidden = matches!(
        simple,
        Some(crate::binding::TypeRef::Declared(_) | crate::binding::TypeRef::Parameter(_))
    );
    if hidden {
        return Double {
            value: format!("new global::{namespace}.{name}()"),
            ..Double::default()
        };
    }
    Double {
        value: format!("new {name}()"),
        using: Some(namespace).filter(|namespace| !has_using(reader, file, namespace)),
        note: None,
    }
}

fn is_double(ty: SyntaxNode<'_>, dependency: &Dependency) -> bool {
    let name = simple_name(ty);
    let double = packaged(dependency);
    let is_it = name == dependency.simple() || double.is_some_and(|double| name == double.name);
    is_it && ty.kind() != K::NullableType
}

/// A local or parameter that is declared before the call.
fn local_double(node: SyntaxNode<'_>, dependency: &Dependency) -> Option<String> {
    let is_double = |ty: SyntaxNode<'_>| is_double(ty, dependency);
    for around in node.ancestors() {
        if around.kind() == K::Block {
            let before = around
                .children_of(K::LocalDeclarationStatement)
                .filter(|one| one.range().end() <= node.range().start());
            for statement in before {
                let Some(declaration) = statement.child_of(K::VariableDeclaration) else {
                    continue;
                };
                let typed = declaration.child(Field::Type).is_some_and(is_double);
                for declarator in declaration.children_of(K::VariableDeclarator) {
                    let made = packaged(dependency).is_some_and(|double| {
                        declarator.named_children().last().is_some_and(|value| {
                            value.kind() == K::ObjectCreationExpression
                                && value
                                    .child(Field::Type)
                                    .is_some_and(|ty| simple_name(ty) == double.name)
                        })
                    });
                    let set = declarator.token("=").is_some();
                    if set && (typed || made) {
                        return declarator
                            .child(Field::Name)
                            .map(|name| name.text().to_owned());
                    }
                }
            }
        }
        let parameters = around
            .child(Field::Parameters)
            .filter(|list| list.kind() == K::ParameterList);
        let parameter = parameters
            .into_iter()
            .flat_map(|list| list.children_of(K::Parameter))
            .find(|parameter| parameter.child(Field::Type).is_some_and(is_double));
        if let Some(name) = parameter.and_then(|parameter| parameter.child(Field::Name)) {
            return Some(name.text().to_owned());
        }
        if matches!(around.kind(), K::ClassDeclaration) {
            return None;
        }
        if matches!(
            around.kind(),
            K::LocalFunctionStatement | K::LambdaExpression
        ) && has_modifier(around, "static")
        {
            return None;
        }
    }
    None
}

/// A field or property of the class around the call.
fn member_double(node: SyntaxNode<'_>, dependency: &Dependency) -> Option<String> {
    let is_double = |ty: SyntaxNode<'_>| is_double(ty, dependency);
    let reach = reach_of(node);
    let class = node
        .ancestors()
        .find(|around| around.kind() == K::ClassDeclaration)?;
    let body = class.child(Field::Body)?;
    for member in body.named_children() {
        let is_static = has_modifier(member, "static");
        let usable = match reach {
            Reach::Instance | Reach::Constructor(_) => true,
            Reach::Static
            | Reach::Initializer(_)
            | Reach::PrimaryArguments
            | Reach::ConstructorArguments(_) => is_static,
        };
        if !usable {
            continue;
        }
        // A constructor may run before its own assignment: there only what is set in the declaration counts.
        let must_be_set = matches!(
            reach,
            Reach::Constructor(_) | Reach::Static | Reach::Initializer(_)
        );
        match member.kind() {
            K::FieldDeclaration => {
                let Some(declaration) = member.child_of(K::VariableDeclaration) else {
                    continue;
                };
                if !declaration.child(Field::Type).is_some_and(is_double) {
                    continue;
                }
                let found = declaration
                    .children_of(K::VariableDeclarator)
                    .find(|declarator| !must_be_set || declarator.token("=").is_some());
                if let Some(name) = found.and_then(|declarator| declarator.child(Field::Name)) {
                    return Some(name.text().to_owned());
                }
            }
            K::PropertyDeclaration
                if member.child(Field::Type).is_some_and(is_double)
                    && (!must_be_set || member.child(Field::Value).is_some()) =>
            {
                return member.child(Field::Name).map(|name| name.text().to_owned());
            }
            _ => {}
        }
    }
    None
}

/// Whether the class around the call uses the real thing itself: what it expects then comes from there.
fn reads_real<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    dependency: &Dependency,
) -> bool {
    let types: &[&str] = if dependency.is_clock() {
        &["System.DateTime", "System.DateTimeOffset"]
    } else {
        &[
            "System.IO.File",
            "System.IO.Directory",
            "System.IO.Path",
            "System.IO.FileInfo",
            "System.IO.DirectoryInfo",
        ]
    };
    let Some(class) = node
        .ancestors()
        .filter(|around| around.kind() == K::ClassDeclaration)
        .last()
    else {
        return false;
    };
    let Some(binder) = reader.binder(file) else {
        return false;
    };
    class.descendants().any(|inner| {
        let Some(name) = inner
            .child(Field::Name)
            .filter(|_| inner.kind() == K::MemberAccessExpression)
        else {
            return false;
        };
        let name = decoded_name(name.text());
        let reads = match name.as_ref() {
            "UtcNow" | "Now" | "Today" => dependency.is_clock(),
            "Combine" | "GetFileName" | "GetExtension" | "Join" => false,
            _ => !dependency.is_clock(),
        };
        reads
            && inner
                .child(Field::Expression)
                .is_some_and(|left| match binder.resolve(left) {
                    Resolution::Type(ty) | Resolution::ColorColor(_, ty) => {
                        ty.library().is_some_and(|full| types.contains(&full))
                    }
                    _ => false,
                })
    })
}
