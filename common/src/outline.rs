//! What one file declares, read from its tokens: usings, namespaces, types and members, in every `#if` branch.
//! It needs no tree, so that the files of a whole project can be known while few of them are parsed. It never
//! looks into bodies, and knows nothing of other files.

mod canonical;
mod conditional;
mod friends;
mod header;
mod items;
mod pool;
mod reader;
mod shape;

#[cfg(test)]
mod tests;

pub(crate) use canonical::spelled_out;

pub use crate::syntax::{MemberKind, Modifiers, ParameterModifiers, TypeKind};
pub use items::{
    ExternAlias, Member, Namespace, NamespaceId, Parameter, Type, TypeId, Using, UsingKind,
};
pub use pool::{ParameterList, Text, TextList};

use std::sync::LazyLock;

use crate::text::TextRange;

/// The declarations of one file. Names are decoded (`@class` is `class`); type texts are as written but for
/// comments and white space, of which only one blank between two words is left.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    pool: pool::Pool,
    parameters: Vec<Parameter>,
    usings: Vec<Using>,
    extern_aliases: Vec<ExternAlias>,
    namespaces: Vec<Namespace>,
    types: Vec<Type>,
    members: Vec<Member>,
    /// The first member of each type in `members`, and the end of all.
    first_members: Vec<u32>,
    statements: Option<TextRange>,
    balanced: bool,
    too_deep: Option<u32>,
    friends: Vec<String>,
}

/// What stands for a declaration that isn't there.
static NONE: LazyLock<(Type, Namespace)> = LazyLock::new(|| {
    let none = Type {
        kind: TypeKind::Class,
        name: Text::default(),
        type_parameters: TextList::default(),
        namespace: NamespaceId::default(),
        parent: None,
        modifiers: Modifiers::default(),
        bases: TextList::default(),
        parameters: None,
        result: Text::default(),
        attributes: TextList::default(),
        range: TextRange::default(),
        name_range: TextRange::default(),
        body: None,
        conditional: false,
    };
    (none, Namespace::default())
});

impl Outline {
    /// Reads the declarations of `text`. Broken code gives what can be told.
    pub fn of(text: &str) -> Self {
        let mut outline = reader::read(text);
        outline.friends = friends::friends(text);
        outline
    }

    /// The assemblies that the file lets see what is internal.
    pub fn friends(&self) -> &[String] {
        &self.friends
    }

    /// How much memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        let lists = [
            size_of_val(self.parameters.as_slice()),
            size_of_val(self.usings.as_slice()),
            size_of_val(self.extern_aliases.as_slice()),
            size_of_val(self.namespaces.as_slice()),
            size_of_val(self.types.as_slice()),
            size_of_val(self.members.as_slice()),
            size_of_val(self.first_members.as_slice()),
        ];
        size_of::<Self>() + self.pool.bytes() + lists.into_iter().sum::<usize>()
    }

    /// The characters of `text`.
    pub fn text(&self, text: Text) -> &str {
        self.pool.text(text)
    }

    /// The texts of `list`.
    pub fn texts(
        &self,
        list: TextList,
    ) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.pool
            .list(list)
            .iter()
            .map(|text| self.pool.text(*text))
    }

    /// The parameters of `list`.
    pub fn parameters(&self, list: ParameterList) -> &[Parameter] {
        self.parameters.get(list.as_range()).unwrap_or_default()
    }

    /// Using directives in the order of the text.
    pub fn usings(&self) -> &[Using] {
        &self.usings
    }

    /// `extern alias` directives.
    pub fn extern_aliases(&self) -> &[ExternAlias] {
        &self.extern_aliases
    }

    /// Namespace declarations, the file itself first, outer ones before inner ones.
    pub fn namespaces(&self) -> &[Namespace] {
        &self.namespaces
    }

    /// Type declarations in the order of the text, outer ones before inner ones.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// All members, those of a type together, in the order of the text. Nested types are among [`Self::types`].
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The namespace declaration `id`, or that of the file.
    pub fn namespace(&self, id: NamespaceId) -> &Namespace {
        let known = self.namespaces.get(id.0 as usize);
        known.unwrap_or(&NONE.1)
    }

    /// The type declaration `id`. One that isn't there has no name: the file may have changed since `id` was found.
    pub fn type_(&self, id: TypeId) -> &Type {
        self.types.get(id.0 as usize).unwrap_or(&NONE.0)
    }

    /// The members that the type declaration `owner` holds itself.
    pub fn members_of(&self, owner: TypeId) -> &[Member] {
        let at = owner.0 as usize;
        let (Some(&first), Some(&last)) =
            (self.first_members.get(at), self.first_members.get(at + 1))
        else {
            return &[];
        };
        self.members
            .get(first as usize..last as usize)
            .unwrap_or_default()
    }

    /// The types that are declared right inside `owner`.
    pub fn nested_types(&self, owner: TypeId) -> impl Iterator<Item = TypeId> {
        // A type that stands after `owner` and isn't inside it ends the search.
        let end = self
            .types
            .get(owner.0 as usize)
            .map_or(0, |owner| owner.range.end());
        (owner.0 + 1..self.types.len() as u32)
            .take_while(move |id| self.types[*id as usize].range.start() < end)
            .filter(move |id| self.types[*id as usize].parent == Some(owner))
            .map(TypeId)
    }

    /// Whether each brace has its partner, so that every declaration ends where it says.
    pub fn is_balanced(&self) -> bool {
        self.balanced
    }

    /// Where declarations begin that lie in too many others to be read.
    pub fn too_deep(&self) -> Option<usize> {
        self.too_deep.map(|at| at as usize)
    }

    /// From the first to the last statement outside of all types, if there is one.
    pub fn top_level_statements(&self) -> Option<TextRange> {
        self.statements
    }

    /// `A.B.Outer.Inner`, without type parameters.
    pub fn full_name(&self, id: TypeId) -> String {
        let mut parts = Vec::new();
        let mut next = Some(id);
        while let Some(declared) = next.and_then(|id| self.types.get(id.0 as usize)) {
            parts.push(self.text(declared.name));
            next = declared.parent;
            if next.is_none() {
                parts.push(self.text(self.namespace(declared.namespace).full_name));
            }
        }
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts.join(".")
    }

    /// The innermost type whose declaration holds `offset`.
    pub fn type_at(&self, offset: usize) -> Option<TypeId> {
        let after = self
            .types
            .partition_point(|declared| declared.range.start() <= offset);
        let mut candidate = after.checked_sub(1).map(|at| TypeId(at as u32));
        while let Some(id) = candidate {
            let declared = self.type_(id);
            if declared.range.contains(offset) {
                return Some(id);
            }
            // The declarations before it that may still hold the offset are those around it.
            candidate = declared.parent.or_else(|| self.previous_outer(id, offset));
        }
        None
    }

    /// The innermost namespace declaration that holds `offset`.
    pub fn namespace_at(&self, offset: usize) -> NamespaceId {
        let after = self
            .namespaces
            .partition_point(|declared| declared.range.start() <= offset);
        let mut at = after.saturating_sub(1);
        while at > 0 && !self.namespaces[at].range.contains(offset) {
            at = self.namespaces[at].parent.0 as usize;
        }
        NamespaceId(at as u32)
    }

    /// Branches of an `#if` may hold declarations of which a later one ends before an earlier one does.
    fn previous_outer(&self, id: TypeId, offset: usize) -> Option<TypeId> {
        const LOOK_BACK: usize = 8;
        let at = id.0 as usize;
        (at.saturating_sub(LOOK_BACK)..at)
            .rev()
            .find(|at| self.types[*at].conditional && self.types[*at].range.contains(offset))
            .map(|at| TypeId(at as u32))
    }
}
