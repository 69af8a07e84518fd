//! The methods, constructors and indexers that a call may mean: those of a name with their parameters. Knows no
//! arguments.

use crate::outline::{Member, MemberKind, Outline, Parameter, ParameterModifiers};

use super::TypeRef;
use super::lookup::{Lookup, Position};
use super::members::{Base, DEEPEST_BASE};
use super::names::FileId;

/// A method or constructor that a call may mean.
pub(super) struct Candidate<'a> {
    outline: &'a Outline,
    /// `None` for a primary constructor or a delegate.
    member: Option<&'a Member>,
    parameters: &'a [Parameter],
    position: Position,
    owner: String,
}

impl Candidate<'_> {
    /// Whether it can be called with so many arguments.
    pub(super) fn takes(&self, count: usize) -> bool {
        let params = self
            .parameters
            .last()
            .is_some_and(|last| last.modifiers.contains(ParameterModifiers::PARAMS));
        let required = self
            .parameters
            .iter()
            .filter(|parameter| {
                !parameter.has_default && !parameter.modifiers.contains(ParameterModifiers::PARAMS)
            })
            .count();
        required <= count && (params || count <= self.parameters.len())
    }

    /// The type text of the parameter at `index` or called `name`, where to read it, and whether it is an element of
    /// a `params` list.
    pub(super) fn parameter_at(
        &self,
        index: usize,
        name: Option<&str>,
    ) -> Option<(&str, Position, bool)> {
        let is_variadic =
            |parameter: &Parameter| parameter.modifiers.contains(ParameterModifiers::PARAMS);
        let parameter = match name {
            Some(name) => self
                .parameters
                .iter()
                .find(|parameter| self.outline.text(parameter.name) == name)?,
            None => match self.parameters.get(index) {
                Some(parameter) => parameter,
                None => self.parameters.last().filter(|last| is_variadic(last))?,
            },
        };
        let text = self.outline.text(parameter.type_text);
        Some((text, self.position, is_variadic(parameter)))
    }

    /// Whether it is an extension of its first parameter's type.
    pub(super) fn is_extension(&self) -> bool {
        self.parameters
            .first()
            .is_some_and(|first| first.modifiers.contains(ParameterModifiers::THIS))
    }

    /// The names of its own type parameters.
    pub(super) fn type_parameters(&self) -> Vec<String> {
        let names = self.member.map(|member| member.type_parameters);
        names
            .into_iter()
            .flat_map(|names| self.outline.texts(names))
            .map(str::to_owned)
            .collect()
    }

    /// The text of its result.
    pub(super) fn result(&self) -> &str {
        self.member
            .map_or("", |member| self.outline.text(member.result))
    }

    /// Where its texts are read.
    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// The type that declares it.
    pub(super) fn owner(&self) -> &str {
        &self.owner
    }
}

impl<'a> Lookup<'a> {
    /// All methods called `name` that the type or one of its bases declares.
    pub(super) fn overloads(
        &self,
        file: FileId,
        owner: &TypeRef,
        name: &str,
    ) -> Vec<Candidate<'a>> {
        self.with_bases(file, owner, |kind, found| {
            kind == MemberKind::Method && found == name
        })
    }

    /// All indexers that the type or one of its bases declares.
    pub(super) fn indexers(&self, file: FileId, owner: &TypeRef) -> Vec<Candidate<'a>> {
        self.with_bases(file, owner, |kind, _| kind == MemberKind::Indexer)
    }

    /// The conversions that hold without a cast, of the type or of one of its bases.
    pub(super) fn conversions(&self, file: FileId, owner: &TypeRef) -> Vec<Candidate<'a>> {
        self.with_bases(file, owner, |kind, name| {
            kind == MemberKind::Conversion && name == "implicit"
        })
    }

    /// All constructors that the type itself declares; of a delegate its parameters.
    pub(super) fn constructors(&self, file: FileId, owner: &TypeRef) -> Vec<Candidate<'a>> {
        let mut found = Vec::new();
        if let TypeRef::Declared(key) = owner {
            self.callables(file, key, &mut found, |kind, _| {
                kind == MemberKind::Constructor
            });
            for (part, id) in self.parts(file, key).iter().copied() {
                let outline = self.outline(part);
                let declared = outline.type_(id);
                if let Some(parameters) = declared.parameters {
                    let position = Position {
                        file: part,
                        namespace: declared.namespace,
                        in_type: Some(id),
                    };
                    found.push(Candidate {
                        outline,
                        member: None,
                        parameters: outline.parameters(parameters),
                        position,
                        owner: key.clone(),
                    });
                }
            }
        }
        found
    }

    fn with_bases(
        &self,
        file: FileId,
        owner: &TypeRef,
        wanted: impl Fn(MemberKind, &str) -> bool + Copy,
    ) -> Vec<Candidate<'a>> {
        let TypeRef::Declared(key) = owner else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut open = vec![key.clone()];
        let mut seen: Vec<String> = Vec::new();
        while let Some(key) = open.pop() {
            if seen.contains(&key) || seen.len() > DEEPEST_BASE {
                continue;
            }
            self.callables(file, &key, &mut found, wanted);
            for base in self.bases(file, &key).iter().cloned() {
                if let Base::Known(TypeRef::Declared(base)) = base {
                    open.push(base);
                }
            }
            seen.push(key);
        }
        found
    }

    pub(super) fn callables(
        &self,
        file: FileId,
        key: &str,
        found: &mut Vec<Candidate<'a>>,
        wanted: impl Fn(MemberKind, &str) -> bool,
    ) {
        for (part, id) in self.parts(file, key).iter().copied() {
            let outline = self.outline(part);
            let position = Position {
                file: part,
                namespace: outline.type_(id).namespace,
                in_type: Some(id),
            };
            for member in outline.members_of(id) {
                if wanted(member.kind, outline.text(member.name)) {
                    found.push(Candidate {
                        outline,
                        member: Some(member),
                        parameters: outline.parameters(member.parameters),
                        position,
                        owner: key.to_owned(),
                    });
                }
            }
        }
    }
}
