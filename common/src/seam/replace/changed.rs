//! What becomes of a value whose type changes with its site: a file that is opened through the abstraction is another
//! stream, a folder that is made is described by an interface. The value is followed as far as locals go; where it
//! reaches something that wants the concrete type, the site is refused. Knows nothing of who gets the abstraction.

use std::collections::BTreeSet;

use super::super::abstraction::{needed, takes};
use super::super::code::Reader;
use super::super::dependency::package_type_at;
use super::super::lists;
use super::super::packaged::{counterpart, made_by, sight};
use super::streams::{self, STREAM};
use crate::binding::{Binder, FileId, Resolution, TypeRef};
use crate::catalogue::io_abstractions::{self, Version};
use crate::catalogue::signatures::{MemberKind, Signature, signatures};
use crate::edit::Edit;
use crate::finding::Finding;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use SyntaxKind as K;

/// What follows from a value that changes its type.
#[derive(Clone, Debug, Default)]
pub(super) struct Followed {
    /// Declared types that change with it.
    pub(super) edits: Vec<Edit>,
    /// References to its members.
    pub(super) uses: Vec<TextRange>,
}

/// Follows the value of a site of the file system. The reason why it can't change is the error.
pub(super) fn follow<'a>(
    reader: &Reader<'a>,
    file: FileId,
    node: SyntaxNode<'a>,
    finding: &Finding,
) -> Result<Followed, String> {
    let mut walk = Walk {
        reader,
        file,
        binder: reader.binder(file).ok_or("the file can't be read")?,
        sight: sight(reader, file).ok_or("which version is used isn't certain")?,
        found: Followed::default(),
        left: MOST_STEPS,
        locals: BTreeSet::new(),
    };
    let (version, frameworks) = walk.sight;
    let creation = super::call::is_creation(node);
    let changed: BTreeSet<Option<&str>> = if creation {
        let made = made_by(finding, node, version, frameworks);
        made.into_iter().map(|member| member.value).collect()
    } else {
        let needed = needed(finding, node, frameworks);
        let all = needed
            .iter()
            .filter_map(|one| counterpart(one, version, frameworks));
        all.map(|member| member.value).collect()
    };
    let mut changed = changed.into_iter();
    match (changed.next(), changed.next()) {
        (None | Some(None), None) => return Ok(walk.found),
        (Some(Some(value)), None) => {
            if version < io_abstractions::MODERN {
                return Err(format!(
                    "`{value}` came with version {}",
                    io_abstractions::MODERN
                ));
            }
            if value == "IFileSystemWatcher" {
                return Err("its handlers are told who raised the event".to_owned());
            }
            let whole = if creation {
                node
            } else {
                node.parent()
                    .filter(|call| {
                        call.kind() == K::InvocationExpression && node.field() == Field::Function
                    })
                    .ok_or("a method group gives another type")?
            };
            walk.value(whole, value)?;
        }
        _ => return Err("which overload is called isn't proven".to_owned()),
    }
    Ok(walk.found)
}

/// More places than a value of one method goes to.
const MOST_STEPS: usize = 400;

struct Walk<'r, 'a> {
    reader: &'r Reader<'a>,
    file: FileId,
    binder: &'r Binder<'a>,
    sight: (Version, &'a [String]),
    found: Followed,
    left: usize,
    /// Locals that are followed already, by where their names start.
    locals: BTreeSet<usize>,
}

/// What a value of the package stands for.
fn original(value: &str) -> Option<&'static str> {
    Some(match value {
        "FileSystemStream" => "System.IO.FileStream",
        "IDirectoryInfo" => "System.IO.DirectoryInfo",
        "IFileInfo" => "System.IO.FileInfo",
        "IFileSystemInfo" => "System.IO.FileSystemInfo",
        "IDriveInfo" => "System.IO.DriveInfo",
        _ => return None,
    })
}

/// What an operator gives of the elements of a list.
#[derive(Clone, Copy)]
enum Gives {
    /// None of them.
    Nothing,
    /// One of them.
    One,
    /// Some of them, as a list.
    All,
}

/// `None` for an operator that isn't followed. What a selector gives is followed with its parameter.
fn given_by(operator: &str) -> Option<Gives> {
    Some(match operator {
        "All" | "Any" | "Average" | "Count" | "LongCount" | "Max" | "Min" | "Select" | "Sum" => {
            Gives::Nothing
        }
        "ElementAt" | "ElementAtOrDefault" | "First" | "FirstOrDefault" | "Last"
        | "LastOrDefault" | "MaxBy" | "MinBy" | "Single" | "SingleOrDefault" => Gives::One,
        "AsEnumerable" | "DistinctBy" | "OrderBy" | "OrderByDescending" | "Skip" | "SkipWhile"
        | "Take" | "TakeWhile" | "ThenBy" | "ThenByDescending" | "ToArray" | "ToList" | "Where" => {
            Gives::All
        }
        _ => return None,
    })
}

/// The parameter of a lambda that has one, whose type isn't written.
fn sole_parameter(lambda: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let parameters = lambda.child(Field::Parameters)?;
    if parameters.kind() == K::ImplicitParameter {
        return Some(parameters);
    }
    let mut all = parameters.children_of(K::Parameter);
    let only = all.next().filter(|_| all.next().is_none())?;
    if only.child(Field::Type).is_some() {
        return None;
    }
    only.child(Field::Name)
}

/// What a list gives one by one.
fn element(value: &str) -> Option<&str> {
    value.strip_suffix("[]").or_else(|| {
        value
            .strip_prefix("IEnumerable<")
            .and_then(|rest| rest.strip_suffix('>'))
    })
}

impl<'a> Walk<'_, 'a> {
    /// Whether a value of the new type may stand where `node` does.
    fn value(&mut self, node: SyntaxNode<'a>, value: &str) -> Result<(), String> {
        let mut node = node;
        loop {
            self.left = self.left.checked_sub(1).ok_or("it goes to many places")?;
            let parent = node.parent().ok_or("its place")?;
            let goes_on = match parent.kind() {
                K::ParenthesizedExpression => true,
                K::PostfixUnaryExpression => parent.token("!").is_some(),
                _ => false,
            };
            if !goes_on {
                return self.at(parent, node, value);
            }
            node = parent;
        }
    }

    fn at(
        &mut self,
        parent: SyntaxNode<'a>,
        node: SyntaxNode<'a>,
        value: &str,
    ) -> Result<(), String> {
        match parent.kind() {
            K::ExpressionStatement | K::UsingStatement => Ok(()),
            K::MemberAccessExpression if node.field() == Field::Expression => {
                self.member(parent, value)
            }
            K::ConditionalAccessExpression if parent.named_children().next() == Some(node) => {
                let binding = parent
                    .descendants()
                    .find(|inner| inner.kind() == K::MemberBindingExpression)
                    .ok_or("an indexer")?;
                self.member(binding, value)
            }
            K::VariableDeclarator => self.declarator(parent, value),
            K::ForeachStatement if node.field() == Field::Right => self.each(parent, value),
            K::BinaryExpression if parent.token("==").is_some() || parent.token("!=").is_some() => {
                let other = [parent.child(Field::Left), parent.child(Field::Right)];
                let mut other = other.into_iter().flatten().filter(|one| *one != node);
                let null = other.next().is_some_and(|one| one.kind() == K::NullLiteral);
                null.then_some(())
                    .ok_or_else(|| "it is compared".to_owned())
            }
            K::ArrowExpressionClause if is_void(parent) => Ok(()),
            _ if value == "FileSystemStream" => self.stream(parent, node),
            K::Argument => Err(format!("it goes to a call that may want `{}`", bare(value))),
            _ => Err(format!("it goes where `{}` may be wanted", bare(value))),
        }
    }

    /// A stream may go where any stream may.
    fn stream(&self, parent: SyntaxNode<'a>, node: SyntaxNode<'a>) -> Result<(), String> {
        if is_any_stream(&self.binder.target_type(node)) {
            return Ok(());
        }
        let taken = || streams::take_any(self.reader, self.binder, self.file, parent);
        if parent.kind() == K::Argument && taken() {
            return Ok(());
        }
        Err("it goes where `FileStream` may be wanted".to_owned())
    }

    /// A member of the value.
    fn member(&mut self, access: SyntaxNode<'a>, value: &str) -> Result<(), String> {
        let name = access.child(Field::Name).ok_or("the member")?;
        let name = decoded_name(name.text()).into_owned();
        self.found.uses.push(access.range());
        if let Some(one) = element(value) {
            let counts = name == "Length" && value.ends_with("[]");
            if counts || self.sequence(access, &name, one)? {
                return Ok(());
            }
            return Err(format!("`{name}` may want `{}`", bare(value)));
        }
        let owner = original(value).ok_or("its type")?;
        let lacks = || format!("`{value}` has no such `{name}`");
        if value == "FileSystemStream" {
            let of_any = !signatures(STREAM, &name).is_empty();
            // An extension of what can be disposed of.
            let own = matches!(name.as_str(), "Name" | "IsAsync" | "ConfigureAwait");
            let extended =
                || streams::extends_any(self.reader, self.binder, self.file, access, &name);
            return (of_any || own || extended())
                .then_some(())
                .ok_or_else(lacks);
        }
        let call = access.parent().filter(|call| {
            call.kind() == K::InvocationExpression && access.field() == Field::Function
        });
        let (version, frameworks) = self.sight;
        let key = |one: &Signature| match one.kind {
            MemberKind::Method => format!("{value}.{name}{}", one.parameter_list),
            _ => format!("{value}.{name}"),
        };
        let given = call.and_then(|call| call.child(Field::Arguments));
        let given = given.map_or(0, |list| list.children_of(K::Argument).count());
        let all = signatures(owner, &name).iter();
        let there = |one: &&&&Signature| {
            !frameworks
                .iter()
                .any(|framework| one.is_on(framework) == Some(false))
        };
        let meant = all.filter(|one| !one.is_static).filter(|one| match call {
            Some(_) => one.kind == MemberKind::Method && takes(one, given),
            None => one.kind != MemberKind::Method,
        });
        let mut values: BTreeSet<Option<&str>> = BTreeSet::new();
        for one in meant.filter(|one| there(&one)) {
            let member = io_abstractions::member(&key(one), version, frameworks);
            values.insert(member.ok_or_else(lacks)?.value);
        }
        let mut values = values.into_iter();
        match (values.next(), values.next()) {
            (Some(None), None) => Ok(()),
            (Some(Some(value)), None) => self.value(call.unwrap_or(access), value),
            _ => Err(lacks()),
        }
    }

    /// Whether the member of a list is an operator of `Enumerable` that only looks at its elements or passes them on.
    fn sequence(&mut self, access: SyntaxNode<'a>, name: &str, one: &str) -> Result<bool, String> {
        let Some(gives) = given_by(name) else {
            return Ok(false);
        };
        // Another method of the name may want what the list holds.
        if matches!(self.binder.resolve(access), Resolution::Methods(Some(_))) {
            return Ok(false);
        }
        let call = access.parent().filter(|call| {
            call.kind() == K::InvocationExpression && access.field() == Field::Function
        });
        let Some(call) = call else {
            return Ok(false);
        };
        let arguments = call.child(Field::Arguments);
        for argument in arguments.into_iter().flat_map(lists::arguments) {
            let given = argument.node.named_children().last();
            let Some(given) = given.filter(|_| argument.name.is_none()) else {
                return Ok(false);
            };
            match given.kind() {
                K::IntegerLiteral => {}
                K::LambdaExpression => match sole_parameter(given) {
                    Some(parameter) => self.local(parameter, one)?,
                    None => return Ok(false),
                },
                _ => return Ok(false),
            }
        }
        match gives {
            Gives::Nothing => {}
            Gives::One => self.value(call, one)?,
            Gives::All => self.value(call, &format!("IEnumerable<{one}>"))?,
        }
        Ok(true)
    }

    fn declarator(&mut self, declarator: SyntaxNode<'a>, value: &str) -> Result<(), String> {
        let declaration = declarator.parent().ok_or("the declaration")?;
        let statement = declaration.parent().ok_or("the declaration")?;
        let ty = declaration.child(Field::Type).ok_or("the declaration")?;
        let name = declarator.child(Field::Name).ok_or("the name")?;
        let declared = self.reader.type_of_node(self.file, ty);
        if value == "FileSystemStream" && is_any_stream(&declared) {
            return Ok(());
        }
        if !matches!(
            statement.kind(),
            K::LocalDeclarationStatement | K::UsingStatement
        ) {
            return Err("it is kept in a member".to_owned());
        }
        if ty.text() != "var" {
            let alone = declaration.children_of(K::VariableDeclarator).count() == 1;
            self.retype(ty, value, alone)?;
        }
        self.local(name, value)
    }

    fn each(&mut self, statement: SyntaxNode<'a>, value: &str) -> Result<(), String> {
        let value = element(value).ok_or("it is no list")?;
        let ty = statement.child(Field::Type).ok_or("the type")?;
        let name = statement.child(Field::Left).ok_or("the name")?;
        if ty.text() != "var" {
            self.retype(ty, value, true)?;
        }
        self.local(name, value)
    }

    /// Lets a declaration name the new type.
    fn retype(&mut self, ty: SyntaxNode<'a>, value: &str, alone: bool) -> Result<(), String> {
        let simple = element(value).unwrap_or(value);
        let mut written = ty;
        // `FileInfo[]`, `DirectoryInfo?`
        if matches!(ty.kind(), K::ArrayType | K::NullableType) {
            if (ty.kind() == K::ArrayType) != value.ends_with("[]") {
                return Err("its declared type".to_owned());
            }
            written = ty.child(Field::Type).ok_or("its declared type")?;
        } else if simple != value {
            return Err("its declared type is a list".to_owned());
        }
        let expected = original(simple).ok_or("its type")?;
        let declared = self.reader.type_of_node(self.file, written);
        if !alone || declared.library() != Some(expected) {
            return Err("its declared type is another".to_owned());
        }
        let text = package_type_at(self.reader, self.file, written, simple);
        self.found.edits.push(Edit {
            range: written.range(),
            text,
        });
        Ok(())
    }

    /// Every use of a local.
    fn local(&mut self, name: SyntaxNode<'a>, value: &str) -> Result<(), String> {
        if !self.locals.insert(name.range().start()) {
            return Ok(());
        }
        let text = decoded_name(name.text()).into_owned();
        let member = name
            .ancestors()
            .take_while(|around| {
                !around.kind().declares_type() && around.kind() != K::DeclarationList
            })
            .last()
            .ok_or("its scope")?;
        for use_ in member.descendants() {
            if use_.kind() != K::Identifier
                || use_ == name
                || decoded_name(use_.text()) != text
                || use_.field() == Field::Name
            {
                continue;
            }
            let local = self.binder.local(use_, &text);
            if local.is_none_or(|local| local.name.range() != name.range()) {
                continue;
            }
            self.value(use_, value)?;
        }
        Ok(())
    }
}

fn is_any_stream(ty: &TypeRef) -> bool {
    matches!(
        ty.library(),
        Some("System.IO.Stream" | "System.IDisposable" | "System.IAsyncDisposable")
    )
}

fn bare(value: &str) -> &str {
    let simple = element(value).unwrap_or(value);
    original(simple).map_or(simple, |full| full.trim_start_matches("System.IO."))
}

/// Whether the value of an expression body is thrown away.
fn is_void(arrow: SyntaxNode<'_>) -> bool {
    let member = arrow.parent();
    member.is_some_and(|member| {
        let gives = member
            .child(Field::Returns)
            .or_else(|| member.child(Field::Type));
        match member.kind() {
            K::ConstructorDeclaration | K::DestructorDeclaration => true,
            K::MethodDeclaration | K::LocalFunctionStatement => {
                gives.is_some_and(|gives| gives.text() == "void")
            }
            K::AccessorDeclaration => !member.text().trim_start().starts_with("get"),
            _ => false,
        }
    })
}
