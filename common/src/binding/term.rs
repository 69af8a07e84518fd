//! Types with their arguments, as far as a type text says them: `Dictionary<int, A>[]` and what is in it. Knows type
//! texts and what generic types of the base library hold; no expressions.

use super::lookup::{Lookup, Position};
use super::names::FileId;
use super::type_text::{TypeText, split_top_level};
use crate::outline::TypeKind;

use super::TypeRef;
use super::candidates::Candidate;

/// A type with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A named type.
    Named {
        /// What the name means; [`TypeRef::Unknown`] where nobody in sight declares it.
        ty: TypeRef,
        /// The last part of the name as written.
        name: String,
        /// Its type arguments.
        arguments: Vec<Term>,
    },
    /// An array of this rank.
    Array(Box<Term>, usize),
    /// A tuple.
    Tuple(Vec<Term>),
    /// Not known.
    Open,
}

/// Types deeper than this are not followed.
const DEEPEST: usize = 16;

impl Term {
    /// A type without arguments.
    pub(super) fn of(ty: TypeRef) -> Self {
        let name = match &ty {
            TypeRef::Declared(name) | TypeRef::Library(name) | TypeRef::Parameter(name) => {
                let last = name.rsplit('.').next().unwrap_or(name);
                last.split('`').next().unwrap_or(last).to_owned()
            }
            TypeRef::Unknown => return Self::Open,
        };
        Self::Named {
            ty,
            name,
            arguments: Vec::new(),
        }
    }

    /// What the name means.
    pub fn type_ref(&self) -> TypeRef {
        match self {
            Self::Named { ty, .. } => ty.clone(),
            _ => TypeRef::Unknown,
        }
    }

    /// A type argument.
    pub(super) fn argument(&self, index: usize) -> Self {
        match self {
            Self::Named { arguments, .. } => arguments.get(index).cloned().unwrap_or(Self::Open),
            _ => Self::Open,
        }
    }

    fn arity(&self) -> usize {
        match self {
            Self::Named { arguments, .. } => arguments.len(),
            _ => 0,
        }
    }

    /// Every named type in it, itself included; `None` if a part of it isn't known.
    pub fn names(&self) -> Option<Vec<&Term>> {
        (!self.has_open_part()).then(|| self.known_names())
    }

    fn has_open_part(&self) -> bool {
        let mut open = vec![self];
        while let Some(term) = open.pop() {
            match term {
                Self::Named { arguments, .. } => open.extend(arguments),
                Self::Array(element, _) => open.push(element),
                Self::Tuple(elements) => open.extend(elements),
                Self::Open => return true,
            }
        }
        false
    }

    /// Every named type in it, whatever else is in it.
    pub fn known_names(&self) -> Vec<&Term> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(term) = open.pop() {
            match term {
                Self::Named { arguments, .. } => {
                    found.push(term);
                    open.extend(arguments);
                }
                Self::Array(element, _) => open.push(element),
                Self::Tuple(elements) => open.extend(elements),
                Self::Open => {}
            }
        }
        found
    }

    /// Whether it says the same whatever type parameters stand for.
    pub(super) fn is_fixed(&self) -> bool {
        let open = |term: &&Term| match term {
            Self::Named { ty, .. } => matches!(ty, TypeRef::Parameter(_) | TypeRef::Unknown),
            _ => false,
        };
        !self.known_names().iter().any(open)
    }

    /// With type parameters replaced by what they stand for.
    pub(super) fn with(self, known: &[(String, Term)]) -> Self {
        if known.is_empty() {
            return self;
        }
        match self {
            Self::Named {
                ty,
                name,
                arguments,
            } => {
                if arguments.is_empty()
                    && matches!(ty, TypeRef::Parameter(_) | TypeRef::Unknown)
                    && let Some((_, term)) = known.iter().find(|(parameter, _)| *parameter == name)
                {
                    return term.clone();
                }
                let arguments = arguments.into_iter().map(|one| one.with(known)).collect();
                Self::Named {
                    ty,
                    name,
                    arguments,
                }
            }
            Self::Array(element, rank) => Self::Array(Box::new(element.with(known)), rank),
            Self::Tuple(elements) => {
                Self::Tuple(elements.into_iter().map(|one| one.with(known)).collect())
            }
            Self::Open => Self::Open,
        }
    }

    /// What a `foreach` over it, or a collection of this type, holds.
    pub(super) fn element(&self) -> Self {
        match self {
            Self::Array(element, _) => (**element).clone(),
            Self::Named { .. } if self.holds_pairs() => Self::Open,
            Self::Named { .. } if self.is_of(SEQUENCES) && self.arity() == 1 => self.argument(0),
            _ => Self::Open,
        }
    }

    /// What a query over it goes through.
    pub(super) fn item(&self) -> Self {
        match self.element() {
            Self::Open if self.is_of(QUERIES) && self.arity() == 1 => self.argument(0),
            Self::Open if self.is_of(&["IGrouping"]) && self.arity() == 2 => self.argument(1),
            known => known,
        }
    }

    /// What an indexer of it gives.
    pub(super) fn indexed(&self) -> Self {
        match self {
            Self::Named { .. } if self.holds_pairs() => self.argument(1),
            _ => self.element(),
        }
    }

    /// Whether it is a dictionary of the base library.
    pub(super) fn holds_pairs(&self) -> bool {
        self.arity() == 2 && self.is_of(DICTIONARIES)
    }

    /// What a delegate of the base library gives back.
    pub(super) fn result(&self) -> Self {
        if self.is_of(&["Func"]) {
            return self.argument(self.arity().saturating_sub(1));
        }
        // `Expression<Func<A>>`
        if self.is_of(&["Expression"]) && self.arity() == 1 {
            return self.argument(0).result();
        }
        Self::Open
    }

    /// What a delegate of the base library takes at `index`.
    pub(super) fn delegate_parameter(&self, index: usize) -> Self {
        let takes = self.is_of(&["Func"]) && index + 1 < self.arity()
            || self.is_of(&["Action", "Predicate"]);
        if takes {
            self.argument(index)
        } else {
            Self::Open
        }
    }

    /// What `await` makes of it.
    pub(super) fn awaited(&self) -> Self {
        if self.is_of(&["Task", "ValueTask"]) && self.arity() == 1 {
            return self.argument(0);
        }
        Self::Open
    }

    /// The parameter of a constructor of the base library whose type follows from that of the object.
    pub(super) fn constructor_parameter(&self, index: usize) -> Self {
        if self.is_of(&["KeyValuePair"]) {
            return self.argument(index);
        }
        if index == 0 && self.is_of(&["Lazy", "ThreadLocal"]) {
            return giving(self.argument(0));
        }
        Self::Open
    }

    /// The parameter of a method of the base library whose type follows from the receiver's.
    pub(super) fn method_parameter(&self, method: &str, index: usize, of_lambda: bool) -> Self {
        if self.holds_pairs() {
            return match (method, index) {
                ("GetOrAdd", 1) if of_lambda => giving(self.argument(1)),
                ("Add" | "TryAdd" | "GetOrAdd" | "GetValueOrDefault" | "ContainsValue", 1) => {
                    self.argument(1)
                }
                _ => Self::Open,
            };
        }
        let single = matches!(
            method,
            "Add"
                | "AddFirst"
                | "AddLast"
                | "Contains"
                | "Enqueue"
                | "IndexOf"
                | "Push"
                | "Remove"
                | "TryAdd"
        );
        match index {
            0 if single => self.element(),
            1 if matches!(method, "Insert" | "SetItem") => self.element(),
            _ => Self::Open,
        }
    }

    fn is_of(&self, names: &[&str]) -> bool {
        matches!(self, Self::Named { ty, name, .. } if !matches!(ty, TypeRef::Declared(_)) && names.contains(&name.as_str()))
    }
}

/// `Func<A>`.
pub(super) fn giving(result: Term) -> Term {
    Term::Named {
        ty: TypeRef::Library("System.Func`1".to_owned()),
        name: "Func".to_owned(),
        arguments: vec![result],
    }
}

const SEQUENCES: &[&str] = &[
    "BlockingCollection",
    "Collection",
    "ConcurrentBag",
    "ConcurrentQueue",
    "ConcurrentStack",
    "FrozenSet",
    "HashSet",
    "IAsyncEnumerable",
    "ICollection",
    "IEnumerable",
    "IEnumerator",
    "IImmutableList",
    "IList",
    "IReadOnlyCollection",
    "IReadOnlyList",
    "IReadOnlySet",
    "ISet",
    "ImmutableArray",
    "ImmutableHashSet",
    "ImmutableList",
    "LinkedList",
    "List",
    "Memory",
    "ObservableCollection",
    "Queue",
    "ReadOnlyCollection",
    "ReadOnlyMemory",
    "ReadOnlySpan",
    "SortedSet",
    "Span",
    "Stack",
];

const QUERIES: &[&str] = &[
    "DbSet",
    "IOrderedEnumerable",
    "IOrderedQueryable",
    "IQueryable",
    "ParallelQuery",
];

const DICTIONARIES: &[&str] = &[
    "ConcurrentDictionary",
    "Dictionary",
    "FrozenDictionary",
    "IDictionary",
    "IImmutableDictionary",
    "IReadOnlyDictionary",
    "ImmutableDictionary",
    "ReadOnlyDictionary",
    "SortedDictionary",
    "SortedList",
];

impl Lookup<'_> {
    /// The type that a text means at `position`.
    pub(super) fn term(&self, text: &str, position: Position) -> Term {
        term_within(text, &|name| self.type_text(name, position), 0)
    }

    /// The type that a text of the library means, in which every name is full.
    pub(super) fn library_term(&self, file: FileId, text: &str) -> Term {
        term_within(text, &|name| self.full_type_text(file, name), 0)
    }

    /// What the type parameters of the type `owner` stand for in `term`, which is it or derives from it.
    pub(super) fn substitution(
        &self,
        file: FileId,
        term: &Term,
        owner: &str,
    ) -> Option<Vec<(String, Term)>> {
        let mut open = vec![(term.clone(), 0)];
        while let Some((term, depth)) = open.pop() {
            let Term::Named {
                ty: TypeRef::Declared(key),
                arguments,
                ..
            } = &term
            else {
                continue;
            };
            if depth > DEEPEST {
                continue;
            }
            let known = self.parameters_of(file, key, arguments);
            if key == owner {
                return Some(known);
            }
            open.extend(
                self.base_terms(file, key)
                    .into_iter()
                    .map(|base| (base.with(&known), depth + 1)),
            );
        }
        None
    }

    /// The bases of a declared type, in terms of its own parameters.
    pub(super) fn base_terms(&self, file: FileId, key: &str) -> Vec<Term> {
        let mut found = Vec::new();
        for (part, id) in self.parts(file, key).iter().copied() {
            let outline = self.outline(part);
            let declared = outline.type_(id);
            let position = Position {
                file: part,
                namespace: declared.namespace,
                in_type: declared.parent,
            };
            found.extend(
                outline
                    .texts(declared.bases)
                    .map(|base| self.term(base, position)),
            );
        }
        found
    }

    /// What a delegate of the source gives back, in terms of its own parameters.
    pub(super) fn delegate_result(&self, file: FileId, key: &str) -> Option<Term> {
        let (part, id) = *self.parts(file, key).first()?;
        let outline = self.outline(part);
        let declared = outline.type_(id);
        let position = Position {
            file: part,
            namespace: declared.namespace,
            in_type: Some(id),
        };
        (declared.kind == TypeKind::Delegate)
            .then(|| self.term(outline.text(declared.result), position))
    }

    fn parameters_of(&self, file: FileId, key: &str, arguments: &[Term]) -> Vec<(String, Term)> {
        let parts = self.parts(file, key);
        let Some((part, id)) = parts.first() else {
            return Vec::new();
        };
        // Those of the types around come first.
        let outline = self.outline(*part);
        let mut chain = Vec::new();
        let mut around = Some(*id);
        while let Some(id) = around {
            chain.push(id);
            around = outline.type_(id).parent;
        }
        let names: Vec<String> = chain
            .iter()
            .rev()
            .flat_map(|id| outline.texts(outline.type_(*id).type_parameters))
            .map(str::to_owned)
            .collect();
        let missing = names.len().saturating_sub(arguments.len());
        names
            .into_iter()
            .skip(missing)
            .zip(arguments.iter().cloned())
            .collect()
    }

    /// The type of a parameter of a candidate.
    pub(super) fn parameter_term(
        &self,
        candidate: &Candidate<'_>,
        index: usize,
        name: Option<&str>,
    ) -> Option<Term> {
        let (text, position, variadic) = candidate.parameter_at(index, name)?;
        let term = self.term(text, position);
        Some(if variadic { term.element() } else { term })
    }
}

/// The type that a text means, with `meaning` for what a name does.
fn term_within(text: &str, meaning: &dyn Fn(&str) -> TypeRef, depth: usize) -> Term {
    if depth > DEEPEST {
        return Term::Open;
    }
    let mut text = text.trim();
    for prefix in ["ref readonly ", "ref ", "scoped ", "readonly ", "params "] {
        text = text.strip_prefix(prefix).unwrap_or(text).trim_start();
    }
    text = text.trim_end_matches('?').trim_end();
    if let Some((head, rank)) = split_rank(text) {
        return Term::Array(Box::new(term_within(&head, meaning, depth + 1)), rank);
    }
    if let Some(inner) = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        let elements = split_top_level(inner)
            .map(|element| term_within(without_name(element), meaning, depth + 1));
        return Term::Tuple(elements.collect());
    }
    let Some(parsed) = TypeText::parse(text) else {
        return Term::Open;
    };
    let Some(last) = parsed.parts.last() else {
        return Term::Open;
    };
    if parsed.parts.len() == 1 && matches!(last.name, "var" | "dynamic") {
        return Term::Open;
    }
    let arguments = parsed
        .parts
        .iter()
        .filter_map(|part| part.arguments)
        .flat_map(split_top_level)
        .map(|argument| term_within(argument, meaning, depth + 1))
        .collect();
    Term::Named {
        ty: meaning(text),
        name: last.name.to_owned(),
        arguments,
    }
}

/// `A[][,]` as `A[,]` and 1: the first brackets are the outermost.
fn split_rank(text: &str) -> Option<(String, usize)> {
    if !text.ends_with(']') {
        return None;
    }
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'(' => depth += 1,
            b'>' | b')' => depth = depth.saturating_sub(1),
            b'[' if depth == 0 => {
                let close = at + text[at..].find(']')?;
                let rank = 1 + text[at..close].matches(',').count();
                return Some((format!("{}{}", &text[..at], &text[close + 1..]), rank));
            }
            _ => {}
        }
    }
    None
}

/// `int count` without its name.
fn without_name(element: &str) -> &str {
    let element = element.trim();
    let mut depth = 0usize;
    let mut last = None;
    for (at, c) in element.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 => last = Some(at),
            _ => {}
        }
    }
    match last {
        Some(at) if !element[at..].trim().is_empty() && !element[..at].trim().is_empty() => {
            element[..at].trim()
        }
        _ => element,
    }
}
