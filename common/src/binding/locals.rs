//! Locals: everything that a body declares and that hides what stands outside of it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;

use crate::syntax::{Field, SyntaxKind, SyntaxNode, SyntaxTree, decoded_name};
use crate::table::NameMap;

use super::scope::{self, Scope};

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

/// The names of a tree's locals and where they are declared. Their scopes are found when somebody asks for a name: most
/// names are no local's, and then nothing is searched.
#[derive(Debug, Default)]
pub struct LocalNames<'t>(NameMap<Cow<'t, str>, Declarations<'t>>);

/// The locals of one name.
#[derive(Debug, Default)]
struct Declarations<'t> {
    /// Each with the node of its name, in the order of the text.
    all: Vec<Declaration<'t>>,
    scopes: OnceCell<Vec<Stretch<'t>>>,
}

#[derive(Clone, Copy, Debug)]
struct Declaration<'t> {
    node: SyntaxNode<'t>,
    name: SyntaxNode<'t>,
}

/// A scope with the one that it lies in, if a local of the same name has one around it.
#[derive(Debug)]
struct Stretch<'t> {
    scope: Scope<'t>,
    declaration: Declaration<'t>,
    around: Option<usize>,
}

impl<'t> LocalNames<'t> {
    /// Collects the names of all locals.
    pub fn of(tree: &'t SyntaxTree) -> Self {
        let mut found: NameMap<_, Declarations<'t>> = NameMap::default();
        for node in tree.root().descendants() {
            let Some(local) = declared(node) else {
                continue;
            };
            for name in names_in(local.name) {
                let declarations = found.entry(decoded_name(name.text())).or_default();
                declarations.all.push(Declaration { node, name });
            }
        }
        for declarations in found.values_mut() {
            declarations
                .all
                .sort_by_key(|declaration| declaration.name.range().start());
        }
        Self(found)
    }

    /// Whether some local somewhere has this name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The local `name` that is in scope at `node`, or that `node` declares.
    pub fn in_scope(&self, node: SyntaxNode<'t>, name: &str) -> Option<Local<'t>> {
        let declarations = self.0.get(name)?;
        let found = declarations
            .at(node)
            .or_else(|| declarations.around(node))?;
        declared(found.node).map(|local| Local {
            name: found.name,
            initializer: local.initializer.or_else(|| part(found)),
            ..local
        })
    }
}

impl<'t> Declarations<'t> {
    /// The one whose own name `node` is.
    fn at(&self, node: SyntaxNode<'t>) -> Option<Declaration<'t>> {
        let start = node.range().start();
        let first = self
            .all
            .partition_point(|declaration| declaration.name.range().start() < start);
        let same = self.all.get(first..)?.iter();
        same.take_while(|declaration| declaration.name.range().start() == start)
            .find(|declaration| declaration.name == node)
            .copied()
    }

    /// The one in whose scope `node` is; of several the innermost.
    fn around(&self, node: SyntaxNode<'t>) -> Option<Declaration<'t>> {
        let scopes = self.scopes.get_or_init(|| self.scopes());
        let start = node.range().start();
        let after = scopes.partition_point(|one| one.scope.range().start() <= start);
        let mut next = after.checked_sub(1);
        while let Some(one) = next.and_then(|index| scopes.get(index)) {
            if one.scope.holds(node, one.declaration.node) {
                return Some(one.declaration);
            }
            next = one.around;
        }
        None
    }

    fn scopes(&self) -> Vec<Stretch<'t>> {
        let mut scopes: Vec<Stretch<'t>> = self
            .all
            .iter()
            .filter_map(|declaration| {
                Some(Stretch {
                    scope: scope_of(*declaration)?,
                    declaration: *declaration,
                    around: None,
                })
            })
            .collect();
        // Where two have the same scope the first one counts: it is the last of those that start there.
        scopes.reverse();
        scopes.sort_by_key(|one| {
            let range = one.scope.range();
            (range.start(), Reverse(range.end()))
        });
        let mut open: Vec<usize> = Vec::new();
        for index in 0..scopes.len() {
            let start = scopes[index].scope.range().start();
            while open
                .last()
                .is_some_and(|last| scopes[*last].scope.range().end() <= start)
            {
                open.pop();
            }
            scopes[index].around = open.last().copied();
            open.push(index);
        }
        scopes
    }
}

fn scope_of(declaration: Declaration<'_>) -> Option<Scope<'_>> {
    let node = declaration.node;
    match node.kind() {
        K::VariableDeclarator => scope::of_variable(node),
        K::Parameter | K::ImplicitParameter | K::TypeParameter => scope::of_parameter(node),
        K::LocalFunctionStatement => scope::of_statement(node),
        K::ForeachStatement => scope::of_element(node),
        K::FromClause => scope::of_range_variable(declaration.name),
        K::Identifier if node.field() == Field::Name => scope::of_parameter(node),
        K::Identifier => scope::of_range_variable(node),
        _ => scope::of_designation(node),
    }
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
        K::DeclarationPattern | K::RecursivePattern | K::ListPattern => named(
            LocalKind::Designation,
            node.child(Field::Type),
            matched(node),
        ),
        K::DeclarationExpression | K::CatchDeclaration | K::FromClause => {
            named(LocalKind::Designation, node.child(Field::Type), None)
        }
        K::VarPattern | K::ParenthesizedVariableDesignation => Some(Local {
            kind: LocalKind::Designation,
            name: node,
            type_node: None,
            initializer: None,
        }),
        // `foreach ((int a, var b) in …)` declares by expressions.
        K::ForeachStatement => node
            .child(Field::Left)
            .filter(|left| matches!(left.kind(), K::Identifier | K::TuplePattern))
            .map(|name| Local {
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

/// What the whole of a pattern is compared with, where `is` asks: `Find() is { } found`.
fn matched(pattern: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let mut whole = pattern;
    loop {
        let parent = whole.parent()?;
        match parent.kind() {
            K::AndPattern | K::ParenthesizedPattern => whole = parent,
            K::IsPatternExpression => return parent.child(Field::Expression),
            _ => return None,
        }
    }
}

/// Bytes of `(a, b)`.
const LONGEST_TUPLE: usize = 1 << 10;

/// What a name of `var (a, b) = (x, y)` is set to.
fn part(declaration: Declaration<'_>) -> Option<SyntaxNode<'_>> {
    let names = declaration
        .name
        .parent()
        .filter(|names| names.kind() == K::TuplePattern)
        // Each of its names is counted off: nobody writes hundreds.
        .filter(|names| names.range().len() <= LONGEST_TUPLE)?;
    let values = names
        .parent()
        .filter(|parent| parent.kind() == K::VariableDeclarator)?
        .child_of(K::TupleExpression)?;
    let mut names = names.named_children().filter(|child| !child.is_extra());
    let at = names.position(|name| name == declaration.name)?;
    let value = values.children_of(K::Argument).nth(at)?;
    value.named_children().find(|child| !child.is_extra())
}
