//! Containers of other kinds than Microsoft's and Autofac's, and what makes objects with doubles for their parameters:
//! found, never filled.

use crate::binding::FileId;
use crate::note::{Note, NoteKind};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::code::{Reader, has_word};
use super::names::candidates;
use super::shape::simple_name;

use SyntaxKind as K;

/// Types that hold a container's registrations, by full name.
const CONTAINERS: &[&str] = &[
    "Castle.Windsor.WindsorContainer",
    "DryIoc.Container",
    "Grace.DependencyInjection.DependencyInjectionContainer",
    "Lamar.Container",
    "LightInject.ServiceContainer",
    "Ninject.StandardKernel",
    "SimpleInjector.Container",
    "StructureMap.Container",
    "Unity.UnityContainer",
];

/// Types that make objects with doubles, by full name.
const AUTOMOCKING: &[&str] = &[
    "AutoFixture.AutoFakeItEasy.AutoFakeItEasyCustomization",
    "AutoFixture.AutoMoq.AutoMoqCustomization",
    "AutoFixture.AutoNSubstitute.AutoNSubstituteCustomization",
    "AutoMoq.AutoMoqer",
    "Autofac.Extras.FakeItEasy.AutoFake",
    "Autofac.Extras.Moq.AutoMock",
    "Autofac.Extras.NSubstitute.AutoSubstitute",
    "Moq.AutoMock.AutoMocker",
];

/// Where the workspace makes such objects.
pub fn other_containers(reader: &Reader<'_>) -> Vec<Note> {
    let names: Vec<&str> = CONTAINERS
        .iter()
        .chain(AUTOMOCKING)
        .filter_map(|full| full.rsplit('.').next())
        .collect();
    let mut found = Vec::new();
    for (file, source) in reader.code().files() {
        if !names.iter().any(|name| has_word(&source.text, name)) {
            continue;
        }
        let Some(root) = reader.root(file) else {
            continue;
        };
        for node in root.descendants() {
            let ty = match node.kind() {
                K::ObjectCreationExpression => node.child(Field::Type),
                // `AutoMock.GetLoose()`.
                K::MemberAccessExpression => node
                    .child(Field::Expression)
                    .filter(|left| left.kind() == K::Identifier),
                _ => None,
            };
            let known = ty
                .filter(|ty| names.contains(&simple_name(*ty).as_str()))
                .and_then(|ty| Some((ty, kind_of(reader, file, ty)?)));
            let Some((ty, kind)) = known else { continue };
            found.push(Note {
                kind,
                text: format!("`{}`", ty.text()),
                path: source.path.clone(),
                line: reader.code().line(file, node.range().start()),
            });
        }
    }
    found
}

fn kind_of<'a>(reader: &Reader<'a>, file: FileId, ty: SyntaxNode<'a>) -> Option<NoteKind> {
    let class = reader.class(file, &reader.type_of_node(file, ty));
    let names = match &class {
        // A copy of the library in the workspace keeps its name, not its namespace.
        Some(class) => {
            let own = class.key.rsplit('.').next();
            let copied = AUTOMOCKING
                .iter()
                .any(|full| full.rsplit('.').next() == own);
            return copied.then_some(NoteKind::Automocking);
        }
        None => candidates(reader, file, ty, ""),
    };
    let is = |list: &[&str]| names.iter().any(|name| list.contains(&name.as_str()));
    if is(CONTAINERS) {
        Some(NoteKind::OtherContainer)
    } else if is(AUTOMOCKING) {
        Some(NoteKind::Automocking)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{code, library};
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(NoteKind, u32)]) {
        let code = code(&[("A.cs", text)]);
        let reader = Reader::new(&code, library());
        let found = other_containers(&reader);
        let found: Vec<(NoteKind, u32)> = found.iter().map(|note| (note.kind, note.line)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn containers_are_known_by_their_namespaces() {
        check(
            "using DryIoc;\nclass A { object a = new Container(1);\nobject b = new Other.Container(); }",
            &[(NoteKind::OtherContainer, 2)],
        );
        check(
            "class Container { } class A { object a = new Container(); }",
            &[],
        );
    }

    #[test]
    fn automocking_is_known_even_as_a_copy() {
        check(
            "using Moq.AutoMock;\nclass A { object a = new AutoMocker(); }",
            &[(NoteKind::Automocking, 2)],
        );
        check(
            "using Autofac.Extras.Moq;\nclass A { void F() { using var mock = AutoMock.GetLoose(); } }",
            &[(NoteKind::Automocking, 2)],
        );
        check(
            "class AutoMoqer { }\nclass A { object a = new AutoMoqer(); }",
            &[(NoteKind::Automocking, 2)],
        );
    }
}
