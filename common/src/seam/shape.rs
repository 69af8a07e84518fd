//! What a class is made of, over all its parts: constructors, fields, its base, how it names and reaches its
//! fields. Reads only.

use std::collections::HashSet;

use crate::binding::{FileId, TypeRef};
use crate::outline::Modifiers;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;
use crate::workspace::Ownership;

use super::code::{ClassId, Reader};
use super::conditional::Regions;
use super::lists::{Parameter, parameters};
use super::names::candidates;

use SyntaxKind as K;

/// One declaration of a class.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its file.
    pub file: FileId,
    /// The declaration.
    pub node: SyntaxNode<'a>,
    /// Its body, if it has one.
    pub body: Option<SyntaxNode<'a>>,
}

/// What a constructor does before its body.
#[derive(Clone, Copy, Debug)]
pub enum Chain<'a> {
    /// Nothing is written: it calls the base's parameterless constructor.
    Nothing,
    /// `: base(…)`.
    Base(SyntaxNode<'a>),
    /// `: this(…)`.
    This(SyntaxNode<'a>),
}

/// An instance constructor.
#[derive(Clone, Debug)]
pub struct Constructor<'a> {
    /// The index of its part.
    pub part: usize,
    /// Its declaration.
    pub node: SyntaxNode<'a>,
    /// Its parameter list.
    pub list: SyntaxNode<'a>,
    /// What is in it.
    pub parameters: Vec<Parameter<'a>>,
    /// `: base(…)` or `: this(…)`, the argument list in it.
    pub chain: Chain<'a>,
    /// Its block or arrow clause; `None` for `extern` and broken ones.
    pub body: Option<SyntaxNode<'a>>,
    /// Whether it stands in an `#if`.
    pub conditional: bool,
}

/// A primary constructor.
#[derive(Clone, Debug)]
pub struct Primary<'a> {
    /// The index of its part.
    pub part: usize,
    /// Its parameter list.
    pub list: SyntaxNode<'a>,
    /// What is in it.
    pub parameters: Vec<Parameter<'a>>,
    /// The arguments for the base in the base list.
    pub base: Option<SyntaxNode<'a>>,
}

/// The class above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaseClass {
    /// `object`.
    Object,
    /// A class of the workspace.
    Declared(ClassId),
    /// A class from elsewhere.
    External(External),
}

/// A class that is declared outside the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Its simple name as written.
    pub name: String,
    /// The full names with arity that it may have.
    pub candidates: Vec<String>,
    /// Whether nobody in sight declares it.
    pub is_unknown: bool,
}

/// Why a class has no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A part holds syntax that wasn't understood.
    NotUnderstood(FileId),
    /// It is no class: struct, record, interface.
    NoClass,
    /// Its declaration, or one around it, differs by `#if`.
    Conditional(FileId),
    /// A part isn't certain to belong to one project alone.
    Shared(FileId),
}

/// A class.
#[derive(Clone, Debug)]
pub struct ClassShape<'a> {
    /// Which one.
    pub id: ClassId,
    /// Its simple name.
    pub name: String,
    /// The same as it is written: `@class`.
    pub written: String,
    /// Its parts, by file and place.
    pub parts: Vec<Part<'a>>,
    /// Its instance constructors in that order.
    pub constructors: Vec<Constructor<'a>>,
    /// Its primary constructor.
    pub primary: Option<Primary<'a>>,
    /// The class above.
    pub base: BaseClass,
}

/// How a class names its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldStyle {
    /// `_name`.
    Underscore,
    /// `m_name`.
    MUnderscore,
    /// `name`.
    Plain,
}

impl FieldStyle {
    /// A field's name.
    pub fn name(self, stem: &str) -> String {
        match self {
            Self::Underscore => format!("_{stem}"),
            Self::MUnderscore => format!("m_{stem}"),
            Self::Plain => stem.to_owned(),
        }
    }
}

impl<'a> ClassShape<'a> {
    /// Reads the class.
    pub fn read(reader: &Reader<'a>, id: &ClassId) -> Result<Self, ShapeError> {
        let mut parts = Vec::new();
        for (file, declared) in reader.parts(id) {
            let node = reader
                .declaration(file, declared)
                .ok_or(ShapeError::NotUnderstood(file))?;
            if node.kind() != K::ClassDeclaration {
                return Err(ShapeError::NoClass);
            }
            if node.has_error() {
                return Err(ShapeError::NotUnderstood(file));
            }
            let outline = reader.code().names().outline(file);
            if reader.code().regions(file).cut_header(outline, declared) {
                return Err(ShapeError::Conditional(file));
            }
            if reader.code().file(file).ownership == Ownership::Shared {
                return Err(ShapeError::Shared(file));
            }
            parts.push(Part {
                file,
                node,
                body: node.child(Field::Body),
            });
        }
        let Some(first) = parts.first() else {
            return Err(ShapeError::NoClass);
        };
        // Two declarations that are no parts are never compiled together; a part in a branch may be missing.
        let odd = reader.parts(id).into_iter().find(|(file, declared)| {
            let declared = reader.code().names().outline(*file).type_(*declared);
            !declared.modifiers.contains(Modifiers::PARTIAL) || declared.conditional
        });
        if let Some((file, _)) = odd.filter(|_| parts.len() > 1) {
            return Err(ShapeError::Conditional(file));
        }
        let name = first.node.child(Field::Name).map_or("", SyntaxNode::text);
        let mut shape = Self {
            id: id.clone(),
            name: decoded_name(name).into_owned(),
            written: name.to_owned(),
            constructors: Vec::new(),
            primary: None,
            base: base_of(reader, &parts),
            parts,
        };
        for (index, part) in shape.parts.iter().enumerate() {
            if let Some(list) = part.node.child_of(K::ParameterList) {
                let base = part
                    .node
                    .child_of(K::BaseList)
                    .and_then(|bases| bases.child_of(K::ArgumentList));
                shape.primary = Some(Primary {
                    part: index,
                    list,
                    parameters: parameters(list),
                    base,
                });
            }
            for member in part.members() {
                if member.kind() == K::ConstructorDeclaration
                    && !has_modifier(member, "static")
                    && let Some(constructor) =
                        Constructor::read(index, member, reader.code().regions(part.file))
                {
                    shape.constructors.push(constructor);
                }
            }
        }
        Ok(shape)
    }

    /// The file of a part.
    pub fn file(&self, part: usize) -> FileId {
        self.parts[part].file
    }

    /// All members of all parts.
    pub fn members(&self) -> impl Iterator<Item = (FileId, SyntaxNode<'a>)> {
        self.parts
            .iter()
            .flat_map(|part| part.members().map(|member| (part.file, member)))
    }

    /// Whether one of the parts has the modifier.
    pub fn has_modifier(&self, modifier: &str) -> bool {
        self.parts
            .iter()
            .any(|part| has_modifier(part.node, modifier))
    }

    /// The instance fields, each declarator.
    pub fn fields(&self) -> impl Iterator<Item = (FileId, SyntaxNode<'a>, SyntaxNode<'a>)> {
        self.members()
            .filter(|(_, member)| member.kind() == K::FieldDeclaration)
            .filter(|(_, member)| {
                !has_modifier(*member, "static") && !has_modifier(*member, "const")
            })
            .flat_map(|(file, member)| {
                member
                    .child_of(K::VariableDeclaration)
                    .into_iter()
                    .flat_map(|declaration| declaration.children_of(K::VariableDeclarator))
                    .map(move |declarator| (file, member, declarator))
            })
    }

    /// The style of its private instance fields; `_name` when it has none.
    pub fn field_style(&self) -> FieldStyle {
        let mut counts = [0usize; 3];
        for (_, field, declarator) in self.fields() {
            if has_modifier(field, "public") || has_modifier(field, "protected") {
                continue;
            }
            let name = declarator.child(Field::Name).map_or("", SyntaxNode::text);
            let style = if name.starts_with('_') {
                0
            } else if name.starts_with("m_") {
                1
            } else if name.starts_with(char::is_lowercase) {
                2
            } else {
                continue;
            };
            counts[style] += 1;
        }
        match counts {
            [underscore, m, plain] if m > underscore && m >= plain => FieldStyle::MUnderscore,
            [underscore, _, plain] if plain > underscore => FieldStyle::Plain,
            _ => FieldStyle::Underscore,
        }
    }

    /// Whether it writes `private` on its private fields.
    pub fn writes_private(&self) -> bool {
        let (mut with, mut without) = (0usize, 0usize);
        for (_, field, _) in self.fields() {
            if has_modifier(field, "private") {
                with += 1;
            } else if !["public", "protected", "internal"]
                .iter()
                .any(|other| has_modifier(field, other))
            {
                without += 1;
            }
        }
        with >= without
    }

    /// Whether it reaches its fields as `this.name`.
    pub fn writes_this(&self) -> bool {
        let fields: HashSet<&str> = self
            .fields()
            .filter_map(|(_, _, declarator)| declarator.child(Field::Name))
            .map(SyntaxNode::text)
            .collect();
        let (mut with, mut without) = (0usize, 0usize);
        for part in &self.parts {
            for node in part
                .node
                .descendants()
                .filter(|node| node.kind() == K::Identifier)
            {
                if !fields.contains(node.text()) {
                    continue;
                }
                match node.parent() {
                    Some(parent)
                        if parent.kind() == K::MemberAccessExpression
                            && node.field() == Field::Name =>
                    {
                        if parent
                            .child(Field::Expression)
                            .is_some_and(|left| left.text() == "this")
                        {
                            with += 1;
                        }
                    }
                    Some(parent)
                        if parent.kind() == K::VariableDeclarator
                            && node.field() == Field::Name => {}
                    // The right side of `this.name = name`.
                    Some(parent)
                        if parent.kind() == K::AssignmentExpression
                            && node.field() == Field::Right => {}
                    _ => without += 1,
                }
            }
        }
        with > without
    }

    /// Whether an identifier of this name stands anywhere in the class.
    pub fn mentions(&self, name: &str) -> bool {
        self.parts.iter().any(|part| {
            part.node
                .descendants()
                .any(|node| node.kind() == K::Identifier && decoded_name(node.text()) == name)
        })
    }
}

impl<'a> Part<'a> {
    /// The members of this part, those in `#if` branches too.
    pub fn members(&self) -> impl Iterator<Item = SyntaxNode<'a>> {
        self.body.into_iter().flat_map(|body| {
            body.descendants_where(move |node| {
                node == body
                    || matches!(node.kind(), K::PreprocIf | K::PreprocElif | K::PreprocElse)
            })
            .filter(move |node| {
                *node != body
                    && node.is_named()
                    && !matches!(node.kind(), K::PreprocIf | K::PreprocElif | K::PreprocElse)
                    && !node.is_extra()
            })
        })
    }
}

impl<'a> Constructor<'a> {
    fn read(part: usize, node: SyntaxNode<'a>, regions: &Regions) -> Option<Self> {
        let list = node.child(Field::Parameters)?;
        let chain = match node.child_of(K::ConstructorInitializer) {
            Some(initializer) => {
                let arguments = initializer.child_of(K::ArgumentList)?;
                if initializer.token("this").is_some() {
                    Chain::This(arguments)
                } else {
                    Chain::Base(arguments)
                }
            }
            None => Chain::Nothing,
        };
        let body = node.child(Field::Body);
        let end = body.map_or(node.range().end(), |body| body.range().start());
        let header = TextRange::new(node.range().start(), end);
        let conditional = regions.cut(header)
            || node
                .parent()
                .is_some_and(|parent| parent.kind() != K::DeclarationList);
        Some(Self {
            part,
            node,
            list,
            parameters: parameters(list),
            chain,
            body,
            conditional,
        })
    }

    /// Whether it calls another constructor of its class.
    pub fn chains_to_this(&self) -> bool {
        matches!(self.chain, Chain::This(_))
    }
}

fn base_of<'a>(reader: &Reader<'a>, parts: &[Part<'a>]) -> BaseClass {
    for part in parts {
        let Some(first) = part
            .node
            .child_of(K::BaseList)
            .and_then(|bases| bases.named_children().find(|base| !base.is_extra()))
        else {
            continue;
        };
        let ty = reader.type_of_node(part.file, first);
        if let Some(class) = reader.class(part.file, &ty) {
            let outline = reader.code().names().outline(class.first.0);
            match outline.type_(class.first.1).kind {
                crate::outline::TypeKind::Interface => continue,
                _ => return BaseClass::Declared(class),
            }
        }
        let simple = match &ty {
            TypeRef::Library(full) => {
                let last = full.rsplit('.').next().unwrap_or(full);
                last.split('`').next().unwrap_or(last).to_owned()
            }
            _ => simple_name(first),
        };
        if simple == "Object" && matches!(ty, TypeRef::Library(_)) {
            continue;
        }
        let mut letters = simple.chars();
        // By convention an interface; a class of such a name from elsewhere is unheard of.
        if letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase) {
            continue;
        }
        let candidates = candidates(reader, part.file, first, "");
        return BaseClass::External(External {
            name: simple,
            candidates,
            is_unknown: ty == TypeRef::Unknown,
        });
    }
    BaseClass::Object
}

/// The last name of a type node, without type arguments.
pub fn simple_name(ty: SyntaxNode<'_>) -> String {
    let node = match ty.kind() {
        K::QualifiedName | K::AliasQualifiedName => ty.child(Field::Name).unwrap_or(ty),
        K::PrimaryConstructorBaseType => ty.child(Field::Type).map_or(ty, |inner| inner),
        _ => ty,
    };
    let node = if node.kind() == K::GenericName {
        node.child_of(K::Identifier).unwrap_or(node)
    } else {
        node
    };
    decoded_name(node.text()).into_owned()
}

/// Whether a declaration has this modifier.
pub fn has_modifier(node: SyntaxNode<'_>, modifier: &str) -> bool {
    node.children_of(K::Modifier)
        .any(|found| found.text() == modifier)
}

/// How code reaches what its class holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach<'a> {
    /// There is no `this`: static members, static lambdas, top-level statements, other kinds of types.
    Static,
    /// Instance code that runs when the object is made.
    Instance,
    /// The body of this constructor, its lambdas too.
    Constructor(SyntaxNode<'a>),
    /// Arguments of `: base(…)` or `: this(…)` of this constructor.
    ConstructorArguments(SyntaxNode<'a>),
    /// Arguments of the base in a primary constructor's base list.
    PrimaryArguments,
    /// Initializer of this instance field or property.
    Initializer(SyntaxNode<'a>),
}

/// How `node` reaches the members of the class around it.
pub fn reach_of(node: SyntaxNode<'_>) -> Reach<'_> {
    let mut inner = node;
    for around in node.ancestors() {
        match around.kind() {
            K::LambdaExpression | K::AnonymousMethodExpression | K::LocalFunctionStatement
                if has_modifier(around, "static") =>
            {
                return Reach::Static;
            }
            K::GlobalStatement
            | K::StructDeclaration
            | K::RecordDeclaration
            | K::InterfaceDeclaration => {
                return Reach::Static;
            }
            K::BaseList => return Reach::PrimaryArguments,
            K::OperatorDeclaration | K::ConversionOperatorDeclaration => return Reach::Static,
            K::ConstructorDeclaration
            | K::MethodDeclaration
            | K::PropertyDeclaration
            | K::IndexerDeclaration
            | K::EventDeclaration
            | K::EventFieldDeclaration
            | K::FieldDeclaration
            | K::DestructorDeclaration => {
                if has_modifier(around, "static") || has_modifier(around, "const") {
                    return Reach::Static;
                }
                return match around.kind() {
                    K::ConstructorDeclaration if inner.kind() == K::ConstructorInitializer => {
                        Reach::ConstructorArguments(around)
                    }
                    K::ConstructorDeclaration => Reach::Constructor(around),
                    K::FieldDeclaration | K::EventFieldDeclaration => Reach::Initializer(around),
                    K::PropertyDeclaration
                        if inner.field() == Field::Value
                            && inner.kind() != K::ArrowExpressionClause =>
                    {
                        Reach::Initializer(around)
                    }
                    _ => Reach::Instance,
                };
            }
            K::ClassDeclaration => return Reach::Instance,
            _ => {}
        }
        inner = around;
    }
    Reach::Static
}
