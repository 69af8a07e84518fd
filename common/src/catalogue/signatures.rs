//! Signatures of the base library's members, as the C# compiler shows them. The table lies in
//! `data/signatures.txt` (.NET 8) and `data/newer.txt` (what came later, written by hand); it is indexed when first
//! asked and each type is read when first asked for. Knows nothing of which members the catalogue speaks of.

mod since;
mod table;
mod type_text;

pub use type_text::type_key;

use table::{attributes, column, index, list, own, type_parameters};

use crate::symbol::SymbolId;

/// Classes of extension methods that are looked for with the members of the type that they extend.
const EXTENSIONS: &[(&str, &str)] = &[(
    "System.Net.Http.HttpClient",
    "System.Net.Http.Json.HttpClientJsonExtensions",
)];

/// Bases are followed no further than this.
const DEPTH: usize = 16;

/// A public member of a base-library type. Types are C# text with full names and nullable annotations.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its documentation-comment id, with parameters.
    pub id: SymbolId,
    /// The type that declares it, with arity: `` System.Threading.Tasks.Task`1 ``.
    pub owner: &'static str,
    /// The name; `#ctor` for a constructor, `Item` for an indexer.
    pub name: &'static str,
    /// What it is.
    pub kind: MemberKind,
    /// Whether it belongs to the type itself.
    pub is_static: bool,
    /// Whether it is an extension method.
    pub is_extension: bool,
    /// Whether it can be overridden.
    pub dispatch: Dispatch,
    /// What may be done with a property, indexer or field.
    pub access: Access,
    /// The type of the value: what a method returns, a property holds; `""` for a constructor. `ref` stands before it.
    pub value: &'static str,
    /// The parameter list of the id: `(System.String)`, `()` when there are none.
    pub parameter_list: &'static str,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The type parameters of a method.
    pub type_parameters: Vec<TypeParameter>,
    /// The attributes that the compiler heeds.
    pub attributes: Vec<Attribute>,
    /// The first target framework that has it, for one that isn't on each from net462 and netstandard2.0 on; `net6.0`
    /// is some .NET (Core) up to that. Ask [`Signature::is_on`].
    pub since: Option<&'static str>,
}

impl Signature {
    /// The number of type parameters.
    pub fn generic_arity(&self) -> usize {
        self.type_parameters.len()
    }
}

/// Kinds of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are C#'s own words")]
pub enum MemberKind {
    Constructor,
    Method,
    Property,
    Indexer,
    Field,
    Constant,
    Event,
    Operator,
    Conversion,
}

/// How a call finds its method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are C#'s own words")]
pub enum Dispatch {
    #[default]
    Direct,
    Abstract,
    Virtual,
    Override,
}

/// What may be done with a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// It has a public getter.
    pub get: bool,
    /// It has a public setter.
    pub set: bool,
    /// The setter is for object initializers.
    pub init_only: bool,
    /// A field that can't be assigned.
    pub read_only: bool,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its type as C# text.
    pub type_text: &'static str,
    /// `ref`, `out`, `in`, or `""`.
    pub reference: &'static str,
    /// Whether it is `params`.
    pub is_params: bool,
    /// The default value as C# text, if it is optional.
    pub default: Option<&'static str>,
    /// The attributes that the compiler heeds.
    pub attributes: Vec<&'static str>,
}

/// A type parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its name.
    pub name: &'static str,
    /// What stands behind the colon of its `where`, `""` without one.
    pub constraints: &'static str,
}

/// An attribute on a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// `""` for the member, `return`, `get`, `set`; for a type also `assembly`.
    pub target: &'static str,
    /// C# text without brackets, with full names: `System.Obsolete("…")`.
    pub text: &'static str,
}

/// A type of the table.
#[derive(Clone, Debug)]
pub struct TypeSignature {
    /// Full name with arity.
    pub name: &'static str,
    /// `class`, `struct`, `interface`, `enum`, `delegate`, with `static`, `abstract`, `sealed` behind it.
    pub kind: &'static str,
    /// The base as C# text, `""` without one.
    pub base: &'static str,
    /// All interfaces, also inherited ones, as C# text.
    pub interfaces: Vec<&'static str>,
    /// Its type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Its attributes and those of its assembly.
    pub attributes: Vec<Attribute>,
}

/// The members called `name` that a type with this full name and arity has: its own, then those of its bases and
/// interfaces that it doesn't override or hide, then extensions. Empty when the type isn't in the table.
pub fn signatures(type_name: &str, name: &str) -> &'static [&'static Signature] {
    let all = members(type_name);
    let start = all.partition_point(|one| one.name < name);
    let count = all[start..].partition_point(|one| one.name == name);
    &all[start..start + count]
}

/// All members of a type, by name; as [`signatures`].
pub fn members(type_name: &str) -> &'static [&'static Signature] {
    members_within(type_name, DEPTH)
}

fn members_within(type_name: &str, depth: usize) -> &'static [&'static Signature] {
    let Some(block) = index().blocks.get(type_name) else {
        return &[];
    };
    let header = block.header;
    block.all.get_or_init(|| {
        let mut all: Vec<&'static Signature> = own(block).iter().collect();
        let mut ancestors = vec![type_key(column(header, 2))];
        if column(header, 1).starts_with("interface") {
            ancestors.extend(list(column(header, 3)).map(type_key));
        }
        for ancestor in ancestors
            .iter()
            .filter(|name| !name.is_empty() && depth > 0)
        {
            for inherited in members_within(ancestor, depth - 1) {
                let hidden = |one: &&Signature| {
                    one.name == inherited.name && one.parameter_list == inherited.parameter_list
                };
                if inherited.kind != MemberKind::Constructor && !all.iter().any(hidden) {
                    all.push(inherited);
                }
            }
        }
        for (_, class) in EXTENSIONS.iter().filter(|(of, _)| *of == type_name) {
            let extensions = index().blocks.get(class).map_or(&[][..], own);
            all.extend(extensions.iter().filter(|one| one.is_extension));
        }
        all.sort_by_key(|one| one.name);
        all
    })
}

/// The type's own lines of the table.
pub fn type_signature(type_name: &str) -> Option<TypeSignature> {
    let header = index().blocks.get(type_name)?.header;
    Some(TypeSignature {
        name: column(header, 0),
        kind: column(header, 1),
        base: column(header, 2),
        interfaces: list(column(header, 3)).collect(),
        type_parameters: type_parameters(column(header, 4)),
        attributes: attributes(column(header, 5)),
    })
}

/// The names of all types in the table.
pub fn types() -> impl Iterator<Item = &'static str> {
    index().blocks.keys().copied()
}

/// Each type's name with what it derives from and what its members give, as C# text, inherited members left out.
pub(crate) fn bases_and_values() -> impl Iterator<Item = (&'static str, &'static str)> {
    index().blocks.iter().flat_map(|(name, block)| {
        let base = std::iter::once(column(block.header, 2));
        let rows = block.bodies.iter().flat_map(|body| body.lines());
        base.chain(rows.map(|row| column(row, 2)))
            .map(|text| (*name, text))
    })
}

/// The type that all overloads of a member agree on, as C# text.
pub fn return_type(type_name: &str, name: &str) -> Option<&'static str> {
    let (first, rest) = signatures(type_name, name).split_first()?;
    (!first.value.is_empty() && rest.iter().all(|one| one.value == first.value))
        .then_some(first.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(type_name: &str, name: &str) -> Vec<String> {
        let mut ids: Vec<String> = signatures(type_name, name)
            .iter()
            .map(|one| one.id.to_string())
            .collect();
        ids.sort();
        ids
    }

    #[test]
    fn inherited_members_keep_their_declaring_type() {
        assert_eq!(
            ids("System.IO.FileInfo", "LastWriteTimeUtc"),
            ["P:System.IO.FileSystemInfo.LastWriteTimeUtc"]
        );
        assert_eq!(
            ids("System.IO.FileInfo", "Exists"),
            ["P:System.IO.FileInfo.Exists"]
        );
        assert_eq!(
            ids("System.Threading.ITimer", "Dispose"),
            ["M:System.IDisposable.Dispose"]
        );
        assert_eq!(ids("System.IO.File", "#ctor"), [""; 0]);
    }

    #[test]
    fn overloads_stand_together() {
        assert_eq!(
            ids("System.Random", "#ctor"),
            [
                "M:System.Random.#ctor",
                "M:System.Random.#ctor(System.Int32)"
            ]
        );
        assert_eq!(signatures("System.Threading.Tasks.Task", "Delay").len(), 6);
        assert!(signatures("System.DateTime", "Nowhere").is_empty());
        assert!(signatures("Shop.Order", "Now").is_empty());
    }

    #[test]
    fn every_part_of_a_member_is_read() {
        let write = signatures("System.Threading.Tasks.Task", "ContinueWith");
        let one = write.iter().find(|one| one.generic_arity() == 1).unwrap();
        assert_eq!(one.type_parameters[0].name, "TResult");
        assert!(
            one.value
                .starts_with("System.Threading.Tasks.Task<TResult>")
        );
        let length = signatures("System.IO.FileInfo", "Length")[0];
        assert_eq!(
            (length.value, length.access.get, length.access.set),
            ("long", true, false)
        );
        let out = signatures("System.TimeZoneInfo", "TryConvertIanaIdToWindowsId")[0];
        assert_eq!(out.parameters[1].reference, "out");
        assert_eq!(out.parameters[1].type_text, "string?");
        assert_eq!(
            out.parameters[1].attributes,
            ["System.Diagnostics.CodeAnalysis.NotNullWhen(true)"]
        );
        let combine = signatures("System.IO.Path", "Combine");
        assert!(combine.iter().any(|one| one.parameters[0].is_params));
        let lines = signatures("System.IO.File", "ReadAllTextAsync");
        assert!(
            lines
                .iter()
                .all(|one| one.parameters.last().unwrap().default == Some("default"))
        );
    }

    #[test]
    fn newer_members_say_since_when() {
        let new = signatures("System.Guid", "CreateVersion7");
        assert_eq!(new.len(), 2);
        assert!(
            new.iter()
                .all(|one| one.since == Some("net9.0") && one.is_static)
        );
        assert_eq!(signatures("System.Guid", "NewGuid")[0].since, None);
        assert_eq!(
            signatures("System.IO.Path", "Exists")[0].since,
            Some("net7.0")
        );
    }

    #[test]
    fn what_never_returns_says_so() {
        for name in ["Exit", "FailFast"] {
            for one in signatures("System.Environment", name) {
                let text = one.attributes.last().unwrap().text;
                assert!(text.ends_with("DoesNotReturn"), "{}", one.id);
            }
        }
    }

    #[test]
    fn a_return_type_is_known_when_the_overloads_agree() {
        assert_eq!(
            return_type("System.DateTime", "Date"),
            Some("System.DateTime")
        );
        assert_eq!(return_type("System.Diagnostics.Process", "Start"), None);
        assert_eq!(
            return_type("System.Diagnostics.Process", "GetCurrentProcess"),
            Some("System.Diagnostics.Process")
        );
        assert_eq!(return_type("System.Random", "#ctor"), None);
    }

    #[test]
    fn extensions_are_found_with_what_they_extend() {
        assert!(
            signatures("System.Net.Http.HttpClient", "GetFromJsonAsync")
                .iter()
                .all(|one| one.owner == "System.Net.Http.Json.HttpClientJsonExtensions")
        );
        assert!(!signatures("System.Net.Http.HttpClient", "GetFromJsonAsync").is_empty());
    }
}
