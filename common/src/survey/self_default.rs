//! Dependencies that fall back to the real thing by themselves: an optional parameter with the real default behind `??`,
//! a constructor that passes it to another one. Values aren't meant: a date that may be left out is data of the call.

use std::collections::BTreeMap;

use crate::binding::{Binder, LocalKind, MemberSource, Origin, Resolution, TypeRef};
use crate::finding::{Category, NotCountedReason};
use crate::symbol::without_arities;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name, views};

use super::place::type_around;
use super::sites::Site;

use SyntaxKind as K;

/// Full names of the source's types that reach an ambient API for others, and what it has to do with.
pub(super) type Adapters = BTreeMap<String, Category>;

/// Classes of packages that are the real thing, by the namespace that brings them; called as they are written.
const REAL: &[(&str, &str, Category)] = &[
    (
        "Microsoft.Extensions.Internal",
        "SystemClock",
        Category::Time,
    ),
    ("NodaTime", "SystemClock", Category::Time),
    ("System.IO.Abstractions", "FileSystem", Category::Filesystem),
];

/// Types of the library whose static members give a dependency; those of others give data.
const DEPENDENCIES: &[&str] = &[
    "System.IO.TextReader",
    "System.IO.TextWriter",
    "System.Random",
    "System.Security.Cryptography.RandomNumberGenerator",
];

/// A seam that defaults itself.
pub(super) struct SelfDefault<'a> {
    pub(super) node: SyntaxNode<'a>,
    pub(super) category: Category,
    pub(super) detail: String,
}

/// What makes a value the real thing.
pub(super) struct Reals<'a, 'b> {
    pub(super) binder: &'b Binder<'a>,
    /// Those of the reading.
    pub(super) sites: &'b [Site<'a>],
    pub(super) adapters: &'b Adapters,
    /// The namespaces that usings bring.
    pub(super) usings: &'b [String],
}

impl<'a> Reals<'a, '_> {
    /// The seams in a reading that default themselves.
    pub(super) fn self_defaults(&self, root: SyntaxNode<'a>) -> Vec<SelfDefault<'a>> {
        root.descendants()
            .filter_map(|node| match node.kind() {
                K::BinaryExpression if node.token("??").is_some() => self.fallback(node),
                K::AssignmentExpression if node.token("??=").is_some() => self.fallback(node),
                K::ConstructorInitializer if node.token("this").is_some() => self.overload(node),
                _ => None,
            })
            .collect()
    }

    /// `time ?? TimeProvider.System` where `time` may be left out.
    fn fallback(&self, node: SyntaxNode<'a>) -> Option<SelfDefault<'a>> {
        let (left, right) = (node.child(Field::Left)?, node.child(Field::Right)?);
        let name = self.optional_parameter(left)?;
        let category = self.real(right)?;
        Some(SelfDefault {
            node,
            category,
            detail: format!("`{name}` may be left out"),
        })
    }

    /// `: this(TimeProvider.System)`.
    fn overload(&self, node: SyntaxNode<'a>) -> Option<SelfDefault<'a>> {
        let mut arguments = views::arguments(node.child_of(K::ArgumentList)?);
        let category = arguments.find_map(|argument| self.real(argument.value))?;
        Some(SelfDefault {
            node,
            category,
            detail: "this constructor does without it".to_owned(),
        })
    }

    /// The name of the parameter that a value is, if a caller may leave it out.
    fn optional_parameter(&self, value: SyntaxNode<'a>) -> Option<String> {
        let (Resolution::Value(found) | Resolution::ColorColor(found, _)) =
            self.binder.resolve(value)
        else {
            return None;
        };
        match found.origin {
            Origin::Local(local) if local.kind == LocalKind::Parameter => {
                let parameter = local.name.parent()?;
                let optional = parameter.kind() == K::Parameter && parameter.token("=").is_some();
                optional.then(|| decoded_name(local.name.text()).into_owned())
            }
            Origin::Member(member) if member.source == MemberSource::PrimaryParameter => {
                let list = type_around(value)?.child_of(K::ParameterList)?;
                let optional = list.children_of(K::Parameter).any(|parameter| {
                    parameter.token("=").is_some()
                        && parameter
                            .child(Field::Name)
                            .is_some_and(|name| decoded_name(name.text()) == member.name)
                });
                optional.then_some(member.name)
            }
            _ => None,
        }
    }

    /// What a value has to do with, if it is the real thing.
    fn real(&self, value: SyntaxNode<'a>) -> Option<Category> {
        match value.kind() {
            K::ParenthesizedExpression | K::CastExpression => {
                let inner = value
                    .child(Field::Value)
                    .or_else(|| value.named_children().find(|child| !child.is_extra()));
                self.real(inner?)
            }
            K::ObjectCreationExpression => {
                let ty = value.child(Field::Type)?;
                self.real_type(ty).or_else(|| self.site_in(value))
            }
            K::LambdaExpression | K::ImplicitObjectCreationExpression => self.site_in(value),
            K::MemberAccessExpression => {
                let owner = value.child(Field::Expression)?;
                let name = value.child(Field::Name)?.text();
                let category = match self.binder.resolve(owner) {
                    Resolution::Type(TypeRef::Library(full)) => (full == "System.TimeProvider"
                        && name == "System")
                        .then_some(Category::Time),
                    Resolution::Type(TypeRef::Declared(key)) => {
                        self.adapter(&key).filter(|_| name.ends_with("Instance"))
                    }
                    Resolution::Unknown | Resolution::Type(TypeRef::Unknown) => {
                        self.of_package(owner).filter(|_| name == "Instance")
                    }
                    _ => None,
                };
                let is_dependency = match self.binder.resolve(value) {
                    Resolution::Methods(_) => true,
                    Resolution::Value(found) => {
                        let full = found.ty.library();
                        full.is_some_and(|full| DEPENDENCIES.contains(&full))
                    }
                    _ => false,
                };
                let by_site = || self.site_in(value);
                category.or_else(|| is_dependency.then(by_site).flatten())
            }
            _ => None,
        }
    }

    fn real_type(&self, ty: SyntaxNode<'a>) -> Option<Category> {
        match self.binder.type_of_node(ty) {
            TypeRef::Declared(key) => self.adapter(&key),
            TypeRef::Unknown => self.of_package(ty),
            TypeRef::Library(full) => REAL
                .iter()
                .find(|(namespace, name, _)| {
                    full.strip_prefix(namespace)
                        .and_then(|rest| rest.strip_prefix('.'))
                        == Some(*name)
                })
                .map(|(.., category)| *category),
            TypeRef::Parameter(_) => None,
        }
    }

    fn adapter(&self, key: &str) -> Option<Category> {
        self.adapters.get(&without_arities(key)).copied()
    }

    fn of_package(&self, name: SyntaxNode<'a>) -> Option<Category> {
        let known = REAL.iter().find(|(namespace, known, _)| {
            *known == name.text() && self.usings.iter().any(|using| using == namespace)
        });
        known.map(|(.., category)| *category)
    }

    /// The default that was told by a site in `value`.
    fn site_in(&self, value: SyntaxNode<'a>) -> Option<Category> {
        let inside = self.sites.iter().find(|site| {
            site.reason == Some(NotCountedReason::SeamDefault)
                && value.range().contains_range(site.range)
        });
        inside.map(|site| site.decision.entry.category)
    }
}
