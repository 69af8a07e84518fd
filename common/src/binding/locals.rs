//! Locals: everything that a body declares and that hides what stands outside of it.

use std::borrow::Cow;

use crate::syntax::{Field, SyntaxKind, SyntaxNode, SyntaxTree, decoded_name};
use crate::table::NameMap;
use crate::text::TextRange;

use SyntaxKind as K;

/// What kind of local a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// A variable with a declaration of its own: local, `for`, `using`, `fixed`.
    Variable,
    /// A parameter of a method, lambda, local function or indexer.
    Parameter,
    /// A name that a pattern, `out`, `catch` or query clause brings.
    Designation,
    /// The variable of a `foreach`: an element of its initializer.
    Element,
    /// A local function.
    Function,
    /// A type parameter of a method or local function.
    TypeParameter,
}

/// A local that a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Local<'t> {
    /// What it is.
    pub kind: LocalKind,
    /// The node of its name.
    pub name: SyntaxNode<'t>,
    /// Its type as written, unless it is inferred without `var`.
    pub type_node: Option<SyntaxNode<'t>>,
    /// What it is set to where it is declared.
    pub initializer: Option<SyntaxNode<'t>>,
}

/// The names of a tree's locals and where they are declared, without their scopes: most names are none of them, and
/// then nothing is searched.
#[derive(Clone, Debug, Default)]
pub struct LocalNames<'t>(NameMap<Cow<'t, str>, Vec<usize>>);

impl<'t> LocalNames<'t> {
    /// Collects the names of all locals.
    pub fn of(tree: &'t SyntaxTree) -> Self {
        let mut found: NameMap<_, Vec<usize>> = NameMap::default();
        let locals = tree.root().descendants().filter_map(declared);
        for name in locals.flat_map(|local| names_in(local.name)) {
            let starts = found.entry(decoded_name(name.text())).or_default();
            starts.push(name.range().start());
        }
        for starts in found.values_mut() {
            starts.sort_unstable();
        }
        Self(found)
    }

    /// Whether some local somewhere has this name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Whether a local of this name is declared in `range`.
    fn declares_in(&self, name: &str, range: TextRange) -> bool {
        self.0.get(name).is_some_and(|starts| {
            let at = starts.partition_point(|start| *start < range.start());
            starts.get(at).is_some_and(|start| *start < range.end())
        })
    }

    /// The local `name` that is in scope at `node`.
    pub fn in_scope(&self, node: SyntaxNode<'t>, name: &str) -> Option<Local<'t>> {
        if !self.contains(name) {
            return None;
        }
        in_scope(node, name, |scope| self.declares_in(name, scope.range()))
    }
}

/// The local `name` that is in scope at `node`; `declares` says which scopes are worth a search.
fn in_scope<'t>(
    node: SyntaxNode<'t>,
    name: &str,
    declares: impl Fn(SyntaxNode<'t>) -> bool,
) -> Option<Local<'t>> {
    let search =
        |scope: SyntaxNode<'t>, name: &str| declares(scope).then(|| search(scope, name)).flatten();
    let mut inner = node;
    for scope in node.ancestors() {
        let found = match scope.kind() {
            K::Block
            | K::SwitchBody
            | K::SwitchSection
            | K::SwitchExpressionArm
            | K::ArrowExpressionClause
            | K::ForStatement
            | K::ForeachStatement
            | K::UsingStatement
            | K::FixedStatement
            | K::CatchClause
            | K::LambdaExpression
            | K::AnonymousMethodExpression
            | K::LocalFunctionStatement
            | K::QueryExpression => search(scope, name),
            K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::OperatorDeclaration
            | K::ConversionOperatorDeclaration
            | K::IndexerDeclaration
            | K::DelegateDeclaration => scope
                .children()
                .filter(|child| {
                    matches!(
                        child.kind(),
                        K::ParameterList | K::BracketedParameterList | K::TypeParameterList
                    )
                })
                .find_map(|list| {
                    list.children()
                        .filter_map(declared)
                        .find(|local| decoded_name(local.name.text()) == name)
                })
                // A pattern in `: this(x is var y)` or in the arrow body is searched with those.
                .or_else(|| {
                    (inner.kind() == K::ConstructorInitializer)
                        .then(|| search(inner, name))
                        .flatten()
                }),
            K::FieldDeclaration | K::PropertyDeclaration | K::BaseList => {
                search(inner, name).filter(|local| local.kind == LocalKind::Designation)
            }
            K::CompilationUnit => scope
                .children_of(K::GlobalStatement)
                .filter(|statement| *statement != inner || inner.kind() == K::GlobalStatement)
                .find_map(|statement| search(statement, name)),
            K::ClassDeclaration
            | K::StructDeclaration
            | K::RecordDeclaration
            | K::InterfaceDeclaration
            | K::EnumDeclaration => return None,
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        inner = scope;
    }
    None
}

/// Searches a scope for a declaration, without entering scopes further in.
fn search<'t>(scope: SyntaxNode<'t>, name: &str) -> Option<Local<'t>> {
    let own_body = |node: SyntaxNode<'t>| {
        node == scope
            || !matches!(
                node.kind(),
                K::Block
                    | K::SwitchBody
                    | K::LambdaExpression
                    | K::AnonymousMethodExpression
                    | K::LocalFunctionStatement
                    | K::QueryExpression
                    | K::SwitchExpressionArm
                    | K::ForStatement
                    | K::ForeachStatement
                    | K::UsingStatement
                    | K::CatchClause
            )
    };
    scope
        .descendants_where(own_body)
        // A `foreach` further in declares its variable for itself; a local function its name for us.
        .filter(|node| match node.kind() {
            K::ForeachStatement => false,
            K::LocalFunctionStatement => *node != scope,
            _ => true,
        })
        .filter_map(declared)
        .find_map(|local| {
            names_in(local.name)
                .find(|found| decoded_name(found.text()) == name)
                .map(|found| Local {
                    name: found,
                    ..local
                })
        })
        .or_else(|| {
            // The scope's own header, for scopes that are declarations themselves.
            declared(scope)
                .filter(|local| local.kind != LocalKind::Function)
                .and_then(|local| {
                    names_in(local.name)
                        .find(|found| decoded_name(found.text()) == name)
                        .map(|found| Local {
                            name: found,
                            ..local
                        })
                })
        })
}

/// The identifiers in a designation: one, or those of a deconstruction.
fn names_in(designation: SyntaxNode<'_>) -> impl Iterator<Item = SyntaxNode<'_>> {
    designation
        .descendants()
        .filter(|node| matches!(node.kind(), K::Identifier | K::ImplicitParameter))
}

/// Reads a node that declares a local.
fn declared(node: SyntaxNode<'_>) -> Option<Local<'_>> {
    let named = |kind, type_node, initializer| {
        node.child(Field::Name).map(|name| Local {
            kind,
            name,
            type_node,
            initializer,
        })
    };
    match node.kind() {
        K::VariableDeclarator => {
            let declaration = node
                .parent()
                .filter(|parent| parent.kind() == K::VariableDeclaration)?;
            if matches!(
                declaration.parent().map(SyntaxNode::kind),
                Some(K::FieldDeclaration | K::EventFieldDeclaration)
            ) {
                return None;
            }
            let name = node
                .child(Field::Name)
                .or_else(|| node.child_of(K::TuplePattern))?;
            let initializer = node
                .named_children()
                .filter(|child| child.field() == Field::None && !child.is_extra())
                .last()
                .filter(|child| {
                    !matches!(child.kind(), K::TuplePattern | K::BracketedArgumentList)
                });
            let initializer = if name.kind() == K::TuplePattern {
                None
            } else {
                initializer
            };
            Some(Local {
                kind: LocalKind::Variable,
                name,
                type_node: declaration.child(Field::Type),
                initializer,
            })
        }
        K::Parameter => named(LocalKind::Parameter, node.child(Field::Type), None),
        K::ImplicitParameter => Some(Local {
            kind: LocalKind::Parameter,
            name: node,
            type_node: None,
            initializer: None,
        }),
        // `params T[] x` has no parameter node: type and name stand in the list.
        K::Identifier => {
            let in_list = node.field() == Field::Name
                && node.parent().is_some_and(|parent| {
                    matches!(parent.kind(), K::ParameterList | K::BracketedParameterList)
                });
            let query = node.field() == Field::None
                && match node.parent().map(SyntaxNode::kind) {
                    Some(K::JoinIntoClause | K::QueryExpression) => true,
                    Some(K::LetClause | K::JoinClause) => {
                        node.prev_sibling()
                            .is_some_and(|before| matches!(before.text(), "let" | "join"))
                            || node
                                .next_sibling()
                                .is_some_and(|after| after.text() == "in")
                    }
                    _ => false,
                };
            (in_list || query).then_some(Local {
                kind: if in_list {
                    LocalKind::Parameter
                } else {
                    LocalKind::Designation
                },
                name: node,
                type_node: node
                    .prev_sibling()
                    .filter(|before| in_list && before.field() == Field::Type),
                initializer: None,
            })
        }
        K::DeclarationExpression
        | K::DeclarationPattern
        | K::CatchDeclaration
        | K::RecursivePattern
        | K::ListPattern
        | K::FromClause => named(LocalKind::Designation, node.child(Field::Type), None),
        K::VarPattern | K::ParenthesizedVariableDesignation => Some(Local {
            kind: LocalKind::Designation,
            name: node,
            type_node: None,
            initializer: None,
        }),
        K::ForeachStatement => node.child(Field::Left).map(|name| Local {
            kind: LocalKind::Element,
            name,
            type_node: node.child(Field::Type),
            initializer: node.child(Field::Right),
        }),
        K::LocalFunctionStatement => named(LocalKind::Function, None, None),
        K::TypeParameter => {
            let list = node.parent()?.parent()?;
            matches!(
                list.kind(),
                K::MethodDeclaration | K::LocalFunctionStatement
            )
            .then(|| named(LocalKind::TypeParameter, None, None))
            .flatten()
        }
        _ => None,
    }
}
