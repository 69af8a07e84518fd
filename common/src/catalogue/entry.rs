//! What an entry of the catalogue is. Data alone: nothing here knows how names are bound or text is replaced.

use crate::finding::Category;

/// One API, or the members of one type that are alike: what it reaches, what stands for it, why it matters.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// A documentation-comment id. A method's without a parameter list means the overloads that `overloads`
    /// leaves; with one it is that overload, and goes before an entry without. A type's means `members`.
    pub id: &'static str,
    /// What it reaches.
    pub category: Category,
    /// For a type's id: which members.
    pub members: Members,
    /// For a method's or constructor's id without parameters: which overloads.
    pub overloads: Overloads,
    /// Whose member it must be.
    pub receiver: Receiver,
    /// Whether a reference is a finding.
    pub verdict: Verdict,
    /// Parameters that make a call of it independent when an argument is given for one of them.
    pub unless_given: &'static [&'static str],
    /// Where the API comes from.
    pub origin: Origin,
    /// What stands for it.
    pub abstraction: Abstraction,
    /// How a reference is replaced.
    pub rewrite: Rewrite,
    /// Ids of members that are replaced together with it or not at all.
    pub coupled: &'static [&'static str],
    /// Why it stands in the way of a test, as a sentence.
    pub why: &'static str,
    /// C# that uses it: an expression, or a statement with its `;`.
    pub before: &'static str,
    /// What becomes of that.
    pub after: &'static str,
}

/// What most entries share: a static member of the base library that counts. An entry says what is different.
pub(super) const PLAIN: Entry = Entry {
    id: "",
    category: Category::Time,
    members: Members::Named,
    overloads: Overloads::All,
    receiver: Receiver::Static,
    verdict: Verdict::Counts,
    unless_given: &[],
    origin: Origin::BaseLibrary,
    abstraction: Abstraction::Nothing,
    rewrite: Rewrite::None(""),
    coupled: &[],
    why: "",
    before: "",
    after: "",
};

/// Members of a type that one entry speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// The id names the member itself.
    Named,
    /// Every static member of the type, newer ones too.
    Statics,
    /// These, declared by the type or inherited, or extensions of it.
    These(&'static [&'static str]),
}

/// Overloads of a method or constructor, as parameter lists: `"(System.Int32)"`, `"()"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overloads {
    /// All of them.
    All,
    /// No others than these.
    Only(&'static [&'static str]),
    /// All others than these.
    Except(&'static [&'static str]),
}

impl Overloads {
    /// Whether they include the one with these parameters, `"()"` for none.
    pub fn include(self, parameters: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(those) => those.contains(&parameters),
            Self::Except(those) => !those.contains(&parameters),
        }
    }
}

/// Whose member a reference must be to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// The type itself: static members.
    Static,
    /// A construction.
    Construction,
    /// An instance that was made here: by a construction of its type that counts, or by one of these, given as
    /// ids; `()` behind one means the overload without parameters.
    Made(&'static [&'static str]),
    /// What one of these members gave, directly or by way of a local.
    Through(&'static [&'static str]),
    /// Any instance, whoever made it.
    Any,
}

/// Whether a reference is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    Counts,
    /// It depends on its arguments alone.
    PureHelper,
    /// It is when its category is asked for.
    OffByDefault,
}

/// Where an API comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The base library as of .NET 8.
    BaseLibrary,
    /// The base library from this target framework on.
    Since(&'static str),
    /// The .NET Framework alone.
    Framework,
    /// A package of this name.
    Package(&'static str),
    /// The scanned project.
    Project,
}

/// What stands for an API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abstraction {
    /// A type of the base library.
    BuiltIn {
        /// Its full name.
        type_name: &'static str,
        /// The first target framework that has it.
        since: &'static str,
        /// The package that brings it to older ones.
        package: Option<&'static str>,
        /// Without the package: the interface to generate.
        otherwise: Option<&'static str>,
    },
    /// A type of a package.
    Package {
        /// Its full name.
        type_name: &'static str,
        /// The package's name.
        package: &'static str,
    },
    /// A generated minimal interface and its implementation.
    Generated {
        /// The interface.
        interface: &'static str,
        /// The class that delegates to the real API.
        implementation: &'static str,
    },
    /// Nothing is put in its place; this is what to do.
    Advice(&'static str),
    /// Nothing is needed.
    Nothing,
}

impl Abstraction {
    /// The name of the type that stands for the API, if one does.
    pub fn type_name(self) -> Option<&'static str> {
        match self {
            Self::BuiltIn { type_name, .. } | Self::Package { type_name, .. } => Some(type_name),
            Self::Generated { interface, .. } => Some(interface),
            Self::Advice(_) | Self::Nothing => None,
        }
    }
}

/// How a reference is replaced.
///
/// In the texts `{p}` is the way the provider is reached, `{r}` the receiver or the constructed type as written,
/// `{m}` the member's name, a name with a dot (`{System.TimeSpan}`) that type as the file can name it, and any
/// other name in braces the argument of that parameter. A call's arguments that a text doesn't name must not be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// The reference becomes this, from its receiver to the member's name; what follows stays.
    Reference(&'static str),
    /// The whole call or construction becomes one of these; one that none fits is refused.
    Call(&'static [Form]),
    /// The reference stays; what made its receiver becomes this.
    Maker(&'static str, When),
    /// Nothing of its own: it follows from what becomes of the receiver.
    WithReceiver,
    /// Shaped by the use of several members together; refused with this reason code where they don't stand together.
    Shaped(&'static str),
    /// Refused; this is what to do instead.
    None(&'static str),
}

/// What one overload's call becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The overload's parameters: `"(System.Int32)"`.
    pub overload: &'static str,
    /// When it applies.
    pub when: When,
    /// The new text.
    pub text: &'static str,
}

/// When a replacement applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// Where the abstraction is built into every target framework.
    BuiltIn,
    /// Where the abstraction comes from its package.
    FromPackage,
    /// When the argument of a parameter is this literal.
    Literal(&'static str, &'static str),
    /// When the argument of a parameter is proven not to be null.
    NotNull(&'static str),
    /// When the arguments of two parameters are a proven value and this literal.
    NotNullAndLiteral(&'static str, &'static str, &'static str),
}

/// The parts of a documentation-comment id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdParts<'a> {
    /// `T`, `M`, `P`, `F` or `E`.
    pub kind: char,
    /// The type, with its arity: `` System.Threading.Tasks.Task`1 ``.
    pub type_name: &'a str,
    /// The member without arity, `#ctor` for a constructor, `""` for a type's id.
    pub member: &'a str,
    /// The parameter list with its parentheses, if the id has one.
    pub parameters: Option<&'a str>,
}

impl<'a> IdParts<'a> {
    /// Takes an id apart; `None` when it isn't one.
    pub fn of(id: &'a str) -> Option<Self> {
        let (kind, name) = id.split_once(':')?;
        let kind = match kind {
            "T" | "M" | "P" | "F" | "E" => kind.chars().next()?,
            _ => return None,
        };
        let (name, parameters) = match name.find('(') {
            Some(at) if matches!(kind, 'M' | 'P') => (&name[..at], Some(&name[at..])),
            Some(_) => return None,
            None => (name, None),
        };
        if kind == 'T' {
            return is_dotted(name).then_some(Self {
                kind,
                type_name: name,
                member: "",
                parameters: None,
            });
        }
        let (type_name, member) = name.rsplit_once('.')?;
        let member = member.split_once("``").map_or(member, |(member, _)| member);
        let plain = member.strip_prefix('#').unwrap_or(member);
        (is_dotted(type_name) && is_dotted(plain)).then_some(Self {
            kind,
            type_name,
            member,
            parameters,
        })
    }
}

fn is_dotted(name: &str) -> bool {
    name.split('.').all(|part| {
        part.chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '`'))
            && part.starts_with(|c: char| c.is_alphabetic() || c == '_')
    })
}

/// The name of a type without namespace, outer types and arity.
pub(super) fn simple(type_name: &str) -> &str {
    let name = type_name
        .rsplit_once('.')
        .map_or(type_name, |(_, name)| name);
    name.split_once('`').map_or(name, |(name, _)| name)
}

impl Entry {
    /// The parts of its id. Never `None` for an entry of a catalogue.
    pub fn parts(&self) -> Option<IdParts<'static>> {
        IdParts::of(self.id)
    }

    /// Whether it speaks of the overload with these parameters, `"()"` for none. Anything that has no
    /// parameters has one overload.
    pub fn covers(&self, parameters: &str) -> bool {
        match self.parts().and_then(|parts| parts.parameters) {
            Some(own) => own == parameters,
            None => self.overloads.include(parameters),
        }
    }

    /// The API as people write it: `DateTime.UtcNow`, `new HttpClient`, `File`.
    pub fn pattern(&self) -> String {
        let Some(parts) = self.parts() else {
            return self.id.to_owned();
        };
        pattern(parts.type_name, parts.member)
    }
}

/// A member as people write it, from its type's full name.
pub fn pattern(type_name: &str, member: &str) -> String {
    let simple = simple(type_name);
    match member {
        "#ctor" => format!("new {simple}"),
        "" => simple.to_owned(),
        member => format!("{simple}.{member}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: &str, expected: Option<(char, &str, &str, Option<&str>)>) {
        let parts = IdParts::of(id).map(|p| (p.kind, p.type_name, p.member, p.parameters));
        assert_eq!(parts, expected, "{id}");
    }

    #[test]
    fn ids_come_apart() {
        check("T:System.IO.File", Some(('T', "System.IO.File", "", None)));
        check(
            "P:System.DateTime.Now",
            Some(('P', "System.DateTime", "Now", None)),
        );
        check(
            "M:System.Random.#ctor(System.Int32)",
            Some(('M', "System.Random", "#ctor", Some("(System.Int32)"))),
        );
        check(
            "M:System.Threading.Tasks.Task.Run``1(System.Func{``0})",
            Some((
                'M',
                "System.Threading.Tasks.Task",
                "Run",
                Some("(System.Func{``0})"),
            )),
        );
        check(
            "M:System.Threading.Tasks.Task`1.WaitAsync",
            Some(('M', "System.Threading.Tasks.Task`1", "WaitAsync", None)),
        );
    }

    #[test]
    fn what_is_no_id_is_none() {
        for id in [
            "",
            "DateTime.Now",
            "P:",
            "P:Now",
            "X:A.B",
            "T:A..B",
            "T:A(B)",
            "M:A.1b",
            "T:A b",
        ] {
            check(id, None);
        }
    }

    #[test]
    fn patterns_are_what_people_write() {
        assert_eq!(pattern("System.DateTime", "UtcNow"), "DateTime.UtcNow");
        assert_eq!(
            pattern("System.Net.Http.HttpClient", "#ctor"),
            "new HttpClient"
        );
        assert_eq!(
            pattern("System.Threading.Tasks.Task`1", "WaitAsync"),
            "Task.WaitAsync"
        );
    }

    #[test]
    fn overloads_include_what_they_list() {
        assert!(Overloads::Only(&["()"]).include("()"));
        assert!(!Overloads::Only(&["()"]).include("(System.Int32)"));
        assert!(!Overloads::Except(&["()"]).include("()"));
    }
}
