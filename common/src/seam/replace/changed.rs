//! What becomes of a value whose type changes with its site: a file that is opened through the abstraction is another
//! stream, a folder that is made is described by an interface. The value is followed as far as locals go; where it
//! reaches something that wants the concrete type, the site is refused. Knows nothing of who gets the abstraction.

use std::collections::BTreeSet;

use super::super::abstraction::{needed, takes};
use super::super::code::Reader;
use super::super::dependency::package_type_at;
use super::super::lists;
use super::super::packaged::{counterpart, made_by, sight};
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
        if parent.kind() == K::Argument && self.goes_to_stream(parent) {
            return Ok(());
        }
        Err("it goes where `FileStream` may be wanted".to_owned())
    }

    /// Whether all library methods or constructors that a call may mean want any stream at an argument.
    fn goes_to_stream(&self, argument: SyntaxNode<'a>) -> bool {
        let place = || {
            let list = argument.parent()?;
            let call = list.parent()?;
            let all = lists::arguments(list);
            let index = all.iter().position(|one| one.node == argument)?;
            if all.iter().any(|one| one.name.is_some()) {
                return None;
            }
            let signatures = self.called(call)?;
            let fitting: Vec<&&Signature> = signatures
                .iter()
                .filter(|one| takes(one, all.len()))
                .collect();
            let wants = |one: &&&Signature| {
                one.parameters
                    .get(index)
                    .is_some_and(|parameter| parameter.type_text.trim_end_matches('?') == STREAM)
            };
            let may_differ = |one: &&&Signature| {
                one.parameters.get(index).is_none_or(|parameter| {
                    let text = parameter.type_text.trim_end_matches('?');
                    let other = ["string", "char", "int", "byte[]", "bool", "long"];
                    let known = text.starts_with("System.") && text != "System.IO.FileStream";
                    !(known || other.contains(&text))
                })
            };
            let fits = fitting.iter().any(wants) && !fitting.iter().any(may_differ);
            Some(fits)
        };
        place().unwrap_or(false)
    }

    /// What a call of the library may mean.
    fn called(&self, call: SyntaxNode<'a>) -> Option<&'static [&'static Signature]> {
        if super::call::is_creation(call) {
            let made = self.binder.value_type(call);
            return Some(signatures(made.library()?, "#ctor"));
        }
        let function = call.child(Field::Function)?;
        let left = function.child(Field::Expression)?;
        let name = function.child(Field::Name)?;
        let name = match name.kind() {
            K::GenericName => name.named_children().next()?,
            _ => name,
        };
        let ty = match self.binder.resolve(left) {
            Resolution::Type(ty) => ty,
            _ => self.binder.value_type(left),
        };
        Some(signatures(ty.library()?, &decoded_name(name.text())))
    }

    /// A member of the value.
    fn member(&mut self, access: SyntaxNode<'a>, value: &str) -> Result<(), String> {
        let name = access.child(Field::Name).ok_or("the member")?;
        let name = decoded_name(name.text()).into_owned();
        self.found.uses.push(access.range());
        if element(value).is_some() {
            let counts = name == "Length" && value.ends_with("[]");
            return counts
                .then_some(())
                .ok_or_else(|| format!("`{name}` may want `{}`", bare(value)));
        }
        let owner = original(value).ok_or("its type")?;
        let lacks = || format!("`{value}` has no such `{name}`");
        if value == "FileSystemStream" {
            let of_any = !signatures(STREAM, &name).is_empty();
            let own = matches!(name.as_str(), "Name" | "IsAsync");
            return (of_any || own).then_some(()).ok_or_else(lacks);
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

const STREAM: &str = "System.IO.Stream";

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
