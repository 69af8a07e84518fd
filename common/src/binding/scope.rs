//! Scopes: over what part of the text a local's name counts, by the form of its declaration. Knows no names.
//!
//! The rules are those of the C# language specification, "Scopes", "Declarations of expression variables" and "Query
//! expressions": a variable that an expression declares counts in the nearest statement, clause or initializer.

use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use SyntaxKind as K;

/// Where a local's name counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope<'t> {
    /// In this part of the text.
    In(TextRange),
    /// In the statements of the file, but not in its types.
    TopLevel(TextRange),
    /// In this part of a query, but for what its `join` clauses read without it.
    Query(TextRange, SyntaxNode<'t>),
}

impl<'t> Scope<'t> {
    pub(super) fn range(self) -> TextRange {
        match self {
            Self::In(range) | Self::TopLevel(range) | Self::Query(range, _) => range,
        }
    }

    /// Whether the name of the local that `declaration` declares counts at `node`.
    pub(super) fn holds(self, node: SyntaxNode<'t>, declaration: SyntaxNode<'t>) -> bool {
        let range = self.range();
        if !range.contains_range(node.range()) || range == node.range() {
            return false;
        }
        match self {
            Self::In(_) => true,
            Self::TopLevel(_) => !node.ancestors().any(|around| is_type(around.kind())),
            Self::Query(_, query) => {
                let mut inner = node;
                for around in node.ancestors() {
                    if around == query {
                        break;
                    }
                    // A joined sequence and its key don't know the variables of the query.
                    if around.kind() == K::JoinClause
                        && around.parent() == Some(query)
                        && declaration.parent() != Some(around)
                        && matches!(behind(inner), "in" | "equals")
                    {
                        return false;
                    }
                    inner = around;
                }
                true
            }
        }
    }
}

/// The scope of what a parameter list or a list of type parameters declares: all that the list belongs to.
pub(super) fn of_parameter(node: SyntaxNode<'_>) -> Option<Scope<'_>> {
    let owner = node.ancestors().find(|around| {
        !matches!(
            around.kind(),
            K::Parameter | K::ParameterList | K::BracketedParameterList | K::TypeParameterList
        )
    })?;
    matches!(
        owner.kind(),
        K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::OperatorDeclaration
            | K::ConversionOperatorDeclaration
            | K::IndexerDeclaration
            | K::DelegateDeclaration
            | K::LocalFunctionStatement
            | K::LambdaExpression
            | K::AnonymousMethodExpression
    )
    .then(|| Scope::In(owner.range()))
}

/// The scope of a variable with a declaration of its own.
pub(super) fn of_variable(declarator: SyntaxNode<'_>) -> Option<Scope<'_>> {
    let statement = declarator.parent()?.parent()?;
    match statement.kind() {
        K::ForStatement | K::UsingStatement | K::FixedStatement => {
            Some(Scope::In(statement.range()))
        }
        _ => of_statement(statement),
    }
}

/// The scope of what a statement declares for those beside it: their block. One that is no part of a list of statements
/// keeps it to itself.
pub(super) fn of_statement(statement: SyntaxNode<'_>) -> Option<Scope<'_>> {
    for around in statement.ancestors() {
        return Some(Scope::In(match around.kind() {
            K::LabeledStatement
            | K::PreprocIf
            | K::PreprocElse
            | K::PreprocElif
            | K::Error
            | K::LocalDeclarationStatement => continue,
            K::Block => around.range(),
            K::SwitchSection => around.parent().unwrap_or(around).range(),
            K::GlobalStatement => {
                return around.parent().map(|unit| Scope::TopLevel(unit.range()));
            }
            K::DeclarationList | K::CompilationUnit => return None,
            _ => statement.range(),
        }));
    }
    None
}

/// The scope of the variable of a `foreach`: the sequence doesn't know it.
pub(super) fn of_element(statement: SyntaxNode<'_>) -> Option<Scope<'_>> {
    let body = statement.child(Field::Body)?;
    Some(Scope::In(TextRange::new(
        behind_right(statement).unwrap_or(body.range().start()),
        statement.range().end(),
    )))
}

fn behind_right(statement: SyntaxNode<'_>) -> Option<usize> {
    statement
        .child(Field::Right)
        .map(|right| right.range().end())
}

/// The scope of a variable that an expression or a pattern declares.
pub(super) fn of_designation(node: SyntaxNode<'_>) -> Option<Scope<'_>> {
    let mut inner = node;
    for around in node.ancestors() {
        let range = match around.kind() {
            K::ForeachStatement if inner.field() == Field::Left => return of_element(around),
            K::LambdaExpression
            | K::AnonymousMethodExpression
            | K::ArrowExpressionClause
            | K::SwitchExpressionArm
            | K::CatchClause
            | K::WhileStatement
            | K::DoStatement
            | K::UsingStatement
            | K::FixedStatement
            | K::ForeachStatement => Some(around.range()),
            K::ForStatement => Some(match inner.field() {
                Field::Condition => TextRange::new(inner.range().start(), around.range().end()),
                Field::Update => inner.range(),
                _ => around.range(),
            }),
            K::ExpressionStatement
            | K::ReturnStatement
            | K::ThrowStatement
            | K::YieldStatement
            | K::GotoStatement
            | K::LocalDeclarationStatement
            | K::IfStatement
            | K::LockStatement
            | K::SwitchStatement => return of_statement(around),
            K::SwitchSection => Some(section(around)),
            K::ConstructorInitializer => around.parent().map(|constructor| {
                TextRange::new(around.range().start(), constructor.range().end())
            }),
            // The first sequence and the joined ones are read outside of all that runs for each element.
            K::FromClause if around.prev_sibling().is_none() => None,
            K::JoinClause if behind(inner) == "in" => None,
            K::VariableDeclarator if is_of_field(around) => Some(around.range()),
            K::FromClause
            | K::JoinClause
            | K::LetClause
            | K::WhereClause
            | K::SelectClause
            | K::OrderByClause
            | K::GroupClause
            | K::PropertyDeclaration
            | K::EnumMemberDeclaration
            | K::Parameter
            | K::AttributeArgument
            | K::BaseList
            | K::PrimaryConstructorBaseType => Some(inner.range()),
            K::MethodDeclaration | K::ConstructorDeclaration | K::CompilationUnit => return None,
            kind if is_type(kind) => return None,
            _ => None,
        };
        if let Some(range) = range {
            return Some(Scope::In(range));
        }
        inner = around;
    }
    None
}

/// The scope of a variable of a query: what stands behind its clause, up to an `into` that ends all before it.
pub(super) fn of_range_variable<'t>(name: SyntaxNode<'t>) -> Option<Scope<'t>> {
    let declaring = name.parent()?;
    let (query, start) = match declaring.kind() {
        K::QueryExpression => (declaring, name.range().end()),
        K::JoinIntoClause => (declaring.parent()?.parent()?, declaring.range().end()),
        K::JoinClause => {
            let key = declaring
                .children()
                .find(|child| child.kind() != K::Token && behind(*child) == "equals")?;
            if declaring.child_of(K::JoinIntoClause).is_some() {
                return Some(Scope::In(TextRange::new(
                    declaring.token("equals")?.range().end(),
                    key.range().end(),
                )));
            }
            (
                declaring.parent()?,
                declaring.token("equals")?.range().end(),
            )
        }
        _ => (declaring.parent()?, declaring.range().end()),
    };
    let ends = |child: &SyntaxNode<'t>| {
        child.kind() == K::Token && child.text() == "into" && child.range().start() >= start
    };
    let end = query
        .children()
        .find(ends)
        .map_or(query.range().end(), |into| into.range().start());
    (start <= end).then(|| Scope::Query(TextRange::new(start, end), query))
}

/// The word before a child of a clause.
fn behind(child: SyntaxNode<'_>) -> &str {
    child
        .prev_sibling()
        .filter(|before| before.kind() == K::Token)
        .map_or("", SyntaxNode::text)
}

/// All labels of a switch section with its statements. The grammar gives each label a section.
fn section(labelled: SyntaxNode<'_>) -> TextRange {
    let has_statements = |section: SyntaxNode<'_>| {
        let colon = section.token(":");
        colon.is_some_and(|colon| {
            std::iter::successors(colon.next_sibling(), |node| node.next_sibling())
                .any(|node| !node.is_extra())
        })
    };
    let is_section = |node: &SyntaxNode<'_>| node.kind() == K::SwitchSection;
    let mut first = labelled;
    while let Some(before) = first.prev_sibling().filter(is_section)
        && !has_statements(before)
    {
        first = before;
    }
    let mut last = labelled;
    while !has_statements(last)
        && let Some(next) = last.next_sibling().filter(is_section)
    {
        last = next;
    }
    TextRange::new(first.range().start(), last.range().end())
}

fn is_of_field(declarator: SyntaxNode<'_>) -> bool {
    declarator
        .parent()
        .and_then(SyntaxNode::parent)
        .is_some_and(|around| {
            matches!(
                around.kind(),
                K::FieldDeclaration | K::EventFieldDeclaration
            )
        })
}

fn is_type(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::ClassDeclaration
            | K::StructDeclaration
            | K::RecordDeclaration
            | K::InterfaceDeclaration
            | K::EnumDeclaration
    )
}
