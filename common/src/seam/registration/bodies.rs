//! Bodies of code as far as wiring needs them: who calls them, by what the caller's project references and which
//! namespaces it has in scope, and whether one place in a body is reached whenever another one is.

use crate::binding::{FileId, Names, TypeRef, type_key};
use crate::outline::{Outline, TypeId};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::super::code::Reader;
use super::super::names::namespaces_in_sight;
use super::super::shape::simple_name;
use super::{autofac, body_around};

use SyntaxKind as K;

/// A body: its file and its whole declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) file: FileId,
    pub(super) node: SyntaxNode<'a>,
}

/// What tells bodies apart.
pub(super) type BodyKey = (FileId, usize, usize);

/// A place in a body that calls another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller<'a> {
    pub(super) body: Body<'a>,
    pub(super) call: SyntaxNode<'a>,
}

/// A place in a body, with the part of the body in which everything is reached together with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) start: usize,
    pub(super) reach: TextRange,
}

impl<'a> Body<'a> {
    pub(super) fn key(self) -> BodyKey {
        let range = self.node.range();
        (self.file, range.start(), range.end())
    }

    /// The place of a node in this body.
    pub(super) fn place(self, node: SyntaxNode<'a>) -> Place {
        let mut inner = node;
        for around in node.ancestors() {
            if inner.range() == self.node.range() {
                break;
            }
            if is_branch(around, inner) {
                return Place {
                    start: node.range().start(),
                    reach: inner.range(),
                };
            }
            inner = around;
        }
        Place {
            start: node.range().start(),
            reach: self.node.range(),
        }
    }

    /// Whether `place` is passed on every path that passes `need`.
    pub(super) fn covers(self, place: Place, need: TextRange) -> bool {
        place.reach.contains_range(need)
            && (place.start <= need.start() || !self.returns(need.start(), place.start))
    }

    /// Whether `place` is passed on every path to the end of the body.
    pub(super) fn always(self, place: Place) -> bool {
        place.reach == self.node.range() && !self.returns(0, place.start)
    }

    /// Whether the body may end between two places.
    fn returns(self, from: usize, to: usize) -> bool {
        self.node
            .descendants_where(|node| {
                node == self.node
                    || !matches!(
                        node.kind(),
                        K::LambdaExpression
                            | K::AnonymousMethodExpression
                            | K::LocalFunctionStatement
                            | K::ClassDeclaration
                    )
            })
            .any(|node| {
                node.kind() == K::ReturnStatement
                    && node.range().start() >= from
                    && node.range().end() <= to
            })
    }

    /// The name under which it is called; `None` for what is called by nobody in sight.
    fn name(self) -> Option<SyntaxNode<'a>> {
        matches!(
            self.node.kind(),
            K::MethodDeclaration | K::LocalFunctionStatement
        )
        .then(|| self.node.child(Field::Name))
        .flatten()
    }

    /// Everything in the workspace that calls it.
    pub(super) fn callers(self, reader: &Reader<'a>) -> Vec<Caller<'a>> {
        let Some(name) = self.name() else {
            return Vec::new();
        };
        let simple = decoded_name(name.text());
        if simple == "Load" {
            return self.module_callers(reader);
        }
        let mut found = Vec::new();
        for file in reader.code().mentioning(&simple) {
            let Some(root) = reader.root(file) else {
                continue;
            };
            for call in root
                .descendants()
                .filter(|node| node.kind() == K::InvocationExpression)
            {
                if called_name(call).is_some_and(|called| simple_name(called) == simple)
                    && self.is_called(reader, file, call, &simple)
                {
                    let body = Body {
                        file,
                        node: body_around(call),
                    };
                    found.push(Caller { body, call });
                }
            }
        }
        found.retain(|caller| caller.body.key() != self.key());
        found
    }

    /// Where the module of Autofac is registered whose method this is.
    fn module_callers(self, reader: &Reader<'a>) -> Vec<Caller<'a>> {
        let binder = reader.binder(self.file);
        let Some(owner) = binder.and_then(|binder| binder.position(self.node).in_type) else {
            return Vec::new();
        };
        let outline = reader.code().names().outline(self.file);
        let module = TypeRef::Declared(type_key(outline, owner));
        let files = reader.code().mentioning("RegisterModule").into_iter();
        let all = files.filter_map(|file| Some((file, reader.root(file)?)));
        let calls = all.flat_map(|(file, root)| {
            let calls = root.descendants();
            let calls = calls.filter(|node| node.kind() == K::InvocationExpression);
            calls.map(move |call| (file, call))
        });
        let calls = calls.filter(|(file, call)| {
            called_name(*call).is_some_and(|name| simple_name(name) == "RegisterModule")
                && autofac::calls_module(reader, *file, *call, &module)
        });
        let callers = calls.map(|(file, call)| Caller {
            body: Body {
                file,
                node: body_around(call),
            },
            call,
        });
        callers.collect()
    }

    fn is_called(
        self,
        reader: &Reader<'a>,
        file: FileId,
        call: SyntaxNode<'a>,
        simple: &str,
    ) -> bool {
        if self.node.kind() == K::LocalFunctionStatement {
            return file == self.file
                && self
                    .node
                    .parent()
                    .is_some_and(|around| around.range().contains_range(call.range()));
        }
        let names = reader.code().names();
        let Some(owner) = reader
            .binder(self.file)
            .and_then(|binder| binder.position(self.node).in_type)
        else {
            return false;
        };
        let key = type_key(names.outline(self.file), owner);
        let Some(receiver) = call
            .child(Field::Function)
            .filter(|function| function.kind() == K::MemberAccessExpression)
            .and_then(|function| function.child(Field::Expression))
        else {
            // By its simple name: from inside of its own type.
            let inside = reader
                .binder(file)
                .and_then(|binder| binder.position(call).in_type)
                .is_some_and(|inner| around(names.outline(file), inner, &key));
            return inside && sees(names, file, &key, self.file);
        };
        let means_owner = |ty: &TypeRef| *ty == TypeRef::Declared(key.clone());
        if means_owner(&reader.type_of_node(file, receiver))
            || means_owner(&reader.value_type(file, receiver))
        {
            return sees(names, file, &key, self.file);
        }
        let declared = self.name().map(SyntaxNode::range);
        let visible = names
            .extensions(file, simple)
            .any(|(other, member)| other == self.file && Some(member.name_range) == declared);
        visible
            && in_sight(
                reader,
                file,
                call,
                namespace_of(names.outline(self.file), owner),
            )
    }
}

/// The name in a call.
fn called_name(call: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let function = call.child(Field::Function)?;
    match function.kind() {
        K::MemberAccessExpression | K::MemberBindingExpression => function.child(Field::Name),
        K::Identifier | K::GenericName => Some(function),
        _ => None,
    }
}

/// Whether `inner` is a part of the statement or expression `around` that runs only sometimes.
fn is_branch(around: SyntaxNode<'_>, inner: SyntaxNode<'_>) -> bool {
    match around.kind() {
        K::IfStatement | K::WhileStatement | K::ConditionalExpression => {
            inner.field() != Field::Condition
        }
        K::ForStatement | K::ForeachStatement => inner.field() == Field::Body,
        K::SwitchBody
        | K::SwitchSection
        | K::SwitchExpressionArm
        | K::LambdaExpression
        | K::AnonymousMethodExpression
        | K::PreprocIf
        | K::PreprocElif
        | K::PreprocElse => true,
        K::TryStatement => inner.kind() == K::CatchClause,
        _ => false,
    }
}

fn around(outline: &Outline, inner: TypeId, key: &str) -> bool {
    let mut at = Some(inner);
    while let Some(id) = at {
        if type_key(outline, id) == key {
            return true;
        }
        at = outline.type_(id).parent;
    }
    false
}

/// Whether `file` means the type of `declaring` by this key.
fn sees(names: &Names<'_>, file: FileId, key: &str, declaring: FileId) -> bool {
    names
        .parts(file, key)
        .iter()
        .any(|(part, _)| *part == declaring)
}

fn namespace_of(outline: &Outline, owner: TypeId) -> &str {
    outline.text(outline.namespace(outline.type_(owner).namespace).full_name)
}

/// Whether the extension methods of a namespace can be called at a node.
fn in_sight<'a>(reader: &Reader<'a>, file: FileId, node: SyntaxNode<'a>, namespace: &str) -> bool {
    if namespace.is_empty() {
        return true;
    }
    let inside = |written: &str| {
        written == namespace
            || written
                .strip_prefix(namespace)
                .is_some_and(|rest| rest.starts_with('.'))
    };
    let outline = reader.code().names().outline(file);
    let own = reader.binder(file).map_or("", |binder| {
        let namespace = binder.position(node).namespace;
        outline.text(outline.namespace(namespace).full_name)
    });
    inside(own)
        || namespaces_in_sight(reader, file).iter().any(|written| {
            // Inside of a namespace a using can be shortened by it.
            written == namespace
                || written.strip_prefix("global::") == Some(namespace)
                || namespace
                    .strip_suffix(written.as_str())
                    .is_some_and(|before| {
                        before.ends_with('.') && own.starts_with(before.trim_end_matches('.'))
                    })
        })
}
