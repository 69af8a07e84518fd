//! The words that a file must hold to be worth a tree: names of catalogued types next to names of their members, in
//! code position. Built once from the catalogue; decides on tokens alone.

use std::sync::Arc;

use crate::binding::{GlobalUsing, GlobalUsingKind};
use crate::catalogue::signatures::{Signature, members, type_signature};
use crate::catalogue::{Catalogue, Entry, HEIRS, IdParts, Members, Receiver, Verdict};
use crate::outline::{Outline, UsingKind};
use crate::syntax::{Directive, Lexer, Token, TokenKind, decoded_name};
use crate::table::{NameHasher, NameMap, NameSet};
use crate::text::TextRange;

use super::asked::{Asked, Asking};
use super::chance::SORTS;
use super::heirs::Heirs;

/// Names of the catalogue by what they are looked up for.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// Simple type names with the static members that count or are listed; `None` for every one.
    statics: NameMap<&'static str, Option<NameSet<&'static str>>>,
    /// What each name of the catalogue may be.
    kinds: NameMap<&'static str, Kinds>,
    /// Simple type names with the static members that are helpers; `None` for every one.
    helpers: NameMap<&'static str, Option<NameSet<&'static str>>>,
    /// Simple names of classes that others may derive from, with static members that count or are listed.
    inherited: NameSet<&'static str>,
    pub(super) hasher: NameHasher,
}

/// What a name may be: several of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kinds(u8);

impl Kinds {
    /// The simple name of a type with static members that count or are listed.
    const OWNER: Self = Self(1);
    /// The simple name of a type whose construction counts.
    const MADE: Self = Self(2);
    /// An instance member whose receiver must be looked at.
    const INSTANCE: Self = Self(4);
    /// A member that counts whoever made the receiver.
    const ANY: Self = Self(8);
    /// A member of any kind.
    const MEMBER: Self = Self(16);
    /// A word that begins a sort by keys.
    const SORT: Self = Self(32);
    /// A static member that a class of the source may inherit.
    const INHERITED: Self = Self(64);

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What the tokens of a file say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// It could hold a site.
    Candidate,
    /// It holds none, and sorts by keys.
    Sorts,
    /// Neither.
    Nothing,
}

/// What the file itself and its project add to the words.
#[derive(Debug, Default)]
pub(crate) struct Extra {
    /// Further names of catalogued types: aliases.
    pub(crate) aliases: NameMap<String, String>,
    /// Simple names of types whose static members need no receiver.
    pub(crate) statics: NameSet<String>,
    /// What derives from catalogued types.
    pub(crate) heirs: Arc<Heirs>,
    /// Whether a constructor may call one that counts by `: base(…)`.
    pub(crate) calls_bases: bool,
}

/// What the tokens of a file hold.
#[derive(Debug)]
pub(crate) struct Looked {
    pub(crate) look: Look,
    /// Names before a static member that a type of the source, called so, may have inherited.
    pub(crate) heirs: Vec<Box<str>>,
    /// Names that may say in another file that it could hold a site.
    pub(super) asked: Asked,
}

impl From<Look> for Looked {
    fn from(look: Look) -> Self {
        Self {
            look,
            heirs: Vec::new(),
            asked: Asked::default(),
        }
    }
}

impl Extra {
    /// Whether it makes other words count, what derives from catalogued types aside.
    pub(crate) fn is_empty(&self) -> bool {
        self.aliases.is_empty() && self.statics.is_empty()
    }

    /// Adds what derives from catalogued types, and what those that the file declares need no receiver for:
    /// `class Pump : SynchronizationContext { … Current … }`.
    pub(crate) fn inherit(&mut self, outline: &Outline, heirs: Arc<Heirs>) {
        for declared in outline.types() {
            let name = outline.text(declared.name);
            self.calls_bases |= heirs.is_made(name);
            let owners = heirs.owners(name).map(|owner| owner.clone().into_string());
            self.statics.extend(owners);
        }
        self.heirs = heirs;
    }
}

impl Vocabulary {
    pub(crate) fn of(catalogue: &Catalogue) -> Self {
        let mut words = Self {
            statics: NameMap::default(),
            kinds: NameMap::default(),
            helpers: NameMap::default(),
            inherited: NameSet::default(),
            hasher: NameHasher::default(),
        };
        for entry in catalogue.entries() {
            let Some(parts) = entry.parts() else { continue };
            let simple = simple_name(parts.type_name);
            let names = members_of(entry);
            words.note_all(&names, Kinds::MEMBER);
            match entry.receiver {
                Receiver::Static => {
                    let all = entry.members == Members::Statics;
                    if entry.verdict == Verdict::PureHelper {
                        add(&mut words.helpers, simple, &names, all);
                    }
                    add(&mut words.statics, simple, &names, all);
                    if may_have_heirs(parts.type_name) {
                        words.note_all(&names, Kinds::INHERITED);
                        words.inherited.insert(simple);
                    }
                }
                Receiver::Construction => words.note(simple, Kinds::MADE),
                Receiver::Any => words.note_all(&names, Kinds::ANY),
                Receiver::Made(makers) => {
                    words.note_all(&names, Kinds::INSTANCE);
                    // The maker need not count itself.
                    let makers = makers.iter().filter_map(|maker| IdParts::of(maker));
                    for maker in makers {
                        words.note(simple_name(maker.type_name), Kinds::OWNER);
                    }
                }
                // The member at hand names the maker itself: `TimeProvider.System.GetUtcNow()`.
                Receiver::Through(makers) => {
                    let makers = makers.iter().filter_map(|maker| IdParts::of(maker));
                    for maker in makers {
                        let simple = simple_name(maker.type_name);
                        add(&mut words.statics, simple, &[maker.member], false);
                        if may_have_heirs(maker.type_name) {
                            words.note(maker.member, Kinds::INHERITED);
                            words.inherited.insert(simple);
                        }
                    }
                }
            }
        }
        // `HttpWebRequest.Create` is `WebRequest.Create`.
        for heir in HEIRS {
            let reached = |one: &&&Signature| {
                one.is_static && catalogue.static_member(heir, one.name).next().is_some()
            };
            let names: Vec<_> = (members(heir).iter().filter(reached))
                .map(|one| one.name)
                .collect();
            if !names.is_empty() {
                add(&mut words.statics, simple_name(heir), &names, false);
                if may_have_heirs(heir) {
                    words.inherited.insert(simple_name(heir));
                }
            }
        }
        // `string.Join` is `String.Join`; no other type with entries has a keyword.
        for known in [&mut words.statics, &mut words.helpers] {
            if let Some(members) = known.get("String").cloned() {
                known.insert("string", members);
            }
        }
        words.note_all(SORTS, Kinds::SORT);
        let owners: Vec<&'static str> = words.statics.keys().copied().collect();
        for owner in owners {
            words.note(owner, Kinds::OWNER);
        }
        words
    }

    fn note(&mut self, name: &'static str, kind: Kinds) {
        self.kinds.entry(name).or_default().0 |= kind.0;
    }

    fn note_all(&mut self, names: &[&'static str], kind: Kinds) {
        for name in names {
            self.note(name, kind);
        }
    }

    fn is(&self, name: &str, kinds: Kinds) -> bool {
        self.kinds.get(name).is_some_and(|known| known.has(kinds))
    }

    /// Whether some catalogued type has such a member.
    pub(crate) fn has_member(&self, name: &str) -> bool {
        self.is(name, Kinds::MEMBER)
    }

    /// Whether every static member of a type called so is catalogued, unknown newer ones too.
    pub(crate) fn has_every_static(&self, simple: &str) -> bool {
        self.statics.get(simple).is_some_and(Option::is_none)
    }

    /// Whether a name is that of a catalogued type.
    pub(crate) fn is_type(&self, simple: &str) -> bool {
        self.is(simple, Kinds(Kinds::OWNER.0 | Kinds::MADE.0))
    }

    /// Whether a member counts whoever made the receiver.
    pub(super) fn counts_of_any(&self, name: &str) -> bool {
        self.is(name, Kinds::ANY)
    }

    /// Whether the construction of a type called so may count.
    pub(super) fn is_made(&self, simple: &str) -> bool {
        self.is(simple, Kinds::MADE)
    }

    /// Whether a class called so may give static members that are looked for to those that derive from it.
    pub(super) fn may_bring_statics(&self, simple: &str) -> bool {
        self.inherited.contains(simple)
    }

    /// Whether a name is that of a member of some catalogued type, reached through the type.
    pub(super) fn is_member(&self, name: &str) -> bool {
        self.is(name, Kinds::MEMBER)
    }

    /// Whether a word begins a sort by keys.
    pub(super) fn is_sort(&self, word: &str) -> bool {
        self.is(word, Kinds::SORT)
    }

    /// Whether a type called so has a static member that is a helper.
    pub(super) fn may_be_helper(&self, owner: &str, name: &str) -> bool {
        (self.helpers.get(owner))
            .is_some_and(|known| known.as_ref().is_none_or(|names| names.contains(name)))
    }

    /// What the usings of a file add.
    pub(crate) fn extra_of(&self, outline: &Outline) -> Extra {
        let mut extra = Extra::default();
        for using in outline.usings() {
            let target = outline.text(using.target);
            match using.kind {
                UsingKind::Alias(name) => self.add_alias(&mut extra, outline.text(name), target),
                UsingKind::Static => self.add_static(&mut extra, target),
                UsingKind::Namespace => {}
            }
        }
        let alias = |base| extra.aliases.get(base).map_or(base, String::as_str);
        let pairs = || Heirs::pairs(outline).map(|(heir, base)| (heir, alias(base)));
        // Most files declare nothing that derives from ours.
        if pairs().any(|(_, base)| self.may_bring_statics(base) || self.is_made(base)) {
            let heirs = Heirs::of(self, pairs());
            extra.inherit(outline, Arc::new(heirs));
        }
        extra
    }

    /// What the global usings of a project add; empty for nearly all.
    pub(crate) fn extra_of_project(&self, usings: &[GlobalUsing]) -> Extra {
        let mut extra = Extra::default();
        for using in usings {
            match &using.kind {
                GlobalUsingKind::Alias(name) => self.add_alias(&mut extra, name, &using.target),
                GlobalUsingKind::Static => self.add_static(&mut extra, &using.target),
                GlobalUsingKind::Namespace => {}
            }
        }
        extra
    }

    /// An alias of a namespace adds nothing: the type's own name follows it.
    fn add_alias(&self, extra: &mut Extra, name: &str, target: &str) {
        if self.is_type(last_part(target)) {
            extra
                .aliases
                .insert(name.to_owned(), last_part(target).to_owned());
        }
    }

    fn add_static(&self, extra: &mut Extra, target: &str) {
        if self.is_type(last_part(target)) {
            extra.statics.insert(last_part(target).to_owned());
        }
    }

    /// What the tokens of a text hold; what is found first decides, so that whether a candidate sorts may stay open.
    pub(crate) fn look(&self, text: &str, extra: &Extra) -> Looked {
        let mut sorts = false;
        let mut heirs = Vec::new();
        let mut asking = Asking::new();
        let look = if self.may_have_site(text, extra, &mut sorts, &mut heirs, &mut asking) {
            asking = Asking::new();
            heirs.clear();
            Look::Candidate
        } else if sorts {
            Look::Sorts
        } else {
            Look::Nothing
        };
        Looked {
            look,
            heirs,
            asked: asking.finish(),
        }
    }

    /// Whether the tokens of a text hold anything that could be a site; else whether they sort, and what may have
    /// inherited a member.
    fn may_have_site(
        &self,
        text: &str,
        extra: &Extra,
        sorts: &mut bool,
        heirs: &mut Vec<Box<str>>,
        asking: &mut Asking,
    ) -> bool {
        let mut lexer = Lexer::new(text);
        let mut torn = Torn::default();
        let mut last = Token::empty(0);
        // The name before the dot that was just read, and whether the chain began behind `new`.
        let mut before: Option<std::borrow::Cow<'_, str>> = None;
        // The name before the type arguments that were just read.
        let mut generic: Option<std::borrow::Cow<'_, str>> = None;
        let mut dotted = false;
        let mut after_new = false;
        // Whether the chain began behind a colon, and ended so far in a type whose construction may count.
        let (mut after_colon, mut base_made) = (false, false);
        let mut owner_before = false;
        let (mut target_typed, mut construction_named, mut type_named, mut instance_named) =
            (false, false, false, false);
        loop {
            let token = torn.next(&mut lexer, last);
            match token.kind {
                TokenKind::End => break,
                TokenKind::Word => {
                    let written = token.text(text);
                    if written == "new" {
                        after_new = true;
                        before = None;
                        dotted = false;
                        last = token;
                        continue;
                    }
                    let decoded = decoded_name(written);
                    let name = decoded.as_ref();
                    let kinds = self.kinds.get(name).copied().unwrap_or_default();
                    *sorts |= kinds.has(Kinds::SORT);
                    if kinds.has(Kinds::MEMBER) && torn.is_open() {
                        return true;
                    }
                    if dotted {
                        if kinds.has(Kinds::ANY) {
                            return true;
                        }
                        if let Some(left) = &before {
                            if owner_before && self.has_static(left, name, extra) {
                                return true;
                            }
                            if kinds.has(Kinds::INHERITED)
                                && heirs.last().is_none_or(|known| **known != **left)
                            {
                                heirs.push(left.as_ref().into());
                            }
                        }
                        if kinds.has(Kinds::INSTANCE) {
                            instance_named = true;
                            if let Some(left) = &before {
                                asking.receiver(left, &self.hasher);
                            }
                        }
                    } else {
                        after_colon = last.kind == TokenKind::Colon;
                        if extra.calls_bases && after_colon && written == "base"
                            || (extra.statics.iter())
                                .any(|owner| self.has_static(owner, name, extra))
                        {
                            return true;
                        }
                    }
                    let meant = match extra.aliases.get(name) {
                        Some(target) => self.kinds.get(target.as_str()).copied(),
                        None => Some(kinds),
                    }
                    .unwrap_or_default();
                    asking.name(token.range());
                    base_made = after_colon && meant.has(Kinds::MADE);
                    if meant.has(Kinds::MADE) {
                        if after_new {
                            return true;
                        }
                        construction_named = true;
                    }
                    owner_before = meant.has(Kinds::OWNER) || extra.heirs.is_heir(name);
                    type_named |= owner_before || meant.has(Kinds::MADE);
                    dotted = false;
                    before = Some(decoded);
                }
                TokenKind::Dot | TokenKind::ColonColon => {
                    dotted = true;
                    // `Task<int>.Delay`
                    if last.kind == TokenKind::Greater && generic.is_some() {
                        before = generic.take();
                        owner_before = true;
                    }
                }
                // `a?.b` and `a!.b` are still one chain.
                TokenKind::Question => {}
                TokenKind::Operator if token.text(text) == "!" => {}
                kind => {
                    if kind == TokenKind::OpenParen {
                        if base_made {
                            return true;
                        }
                        if after_new && before.is_none() {
                            target_typed = true;
                            asking.creation(text, &self.hasher);
                        }
                    }
                    asking.punctuation(kind);
                    if kind == TokenKind::Less {
                        generic = before.take();
                    }
                    base_made = false;
                    before = None;
                    dotted = false;
                    after_new = false;
                }
            }
            last = token;
        }
        (target_typed && construction_named)
            || (instance_named && type_named)
            || (lexer.unclosed().iter()).any(|range| self.may_hide(text, *range, extra))
    }

    /// Whether the text of what nothing closed could hold a site if it were code.
    pub(super) fn may_hide(&self, text: &str, range: TextRange, extra: &Extra) -> bool {
        let hidden = text.get(range.as_range()).unwrap_or_default();
        // Nothing in it shall hide anything again.
        let code = hidden.replace(['"', '\'', '@', '$', '/', '*', '#', '\\'], " ");
        self.may_have_site(
            &code,
            extra,
            &mut false,
            &mut Vec::new(),
            &mut Asking::new(),
        )
    }

    /// Whether a type called so has such a static member.
    pub(super) fn has_static(&self, owner: &str, name: &str, extra: &Extra) -> bool {
        let owner = extra.aliases.get(owner).map_or(owner, String::as_str);
        let has = |owner: &str| match self.statics.get(owner) {
            Some(None) => true,
            Some(Some(names)) => names.contains(name),
            None => false,
        };
        has(owner) || extra.heirs.has_static(owner, has)
    }
}

/// References of which an `#if` holds a part: `DateTime` `#if A` `.Now` `#else` `.UtcNow` `#endif`. Up to the end of
/// the statement any name may be a member of something that stands in another branch, or before them.
#[derive(Debug, Default)]
pub(super) struct Torn {
    open: bool,
}

impl Torn {
    /// The next token of code; `last` is the one before.
    pub(super) fn next(&mut self, lexer: &mut Lexer<'_>, last: Token) -> Token {
        let mut guarded = false;
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::Comment => {}
                TokenKind::Directive => {
                    guarded |= Directive::of(token.text(lexer.text())) != Directive::Other;
                }
                _ => {
                    if guarded || self.open {
                        self.passed(guarded, last, token);
                    }
                    return token;
                }
            }
        }
    }

    /// A token of code was read; `guarded` if a directive that guards code stands before it.
    pub(super) fn passed(&mut self, guarded: bool, last: Token, token: Token) {
        let joins = |kind| matches!(kind, TokenKind::Dot | TokenKind::ColonColon);
        let ends = matches!(
            token.kind,
            TokenKind::Semicolon | TokenKind::OpenBrace | TokenKind::CloseBrace
        );
        self.open = guarded && (joins(last.kind) || joins(token.kind)) || self.open && !ends;
    }

    /// Whether such a reference may go on.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }
}

/// Whether classes can derive from a type of the library: one that nobody described may have heirs.
fn may_have_heirs(type_name: &str) -> bool {
    type_signature(type_name).is_none_or(|known| {
        known.kind.starts_with("class")
            && !known.kind.contains("static")
            && !known.kind.contains("sealed")
    })
}

/// Adds members of a type; `all` for those that nobody knows yet too.
fn add(
    known: &mut NameMap<&'static str, Option<NameSet<&'static str>>>,
    simple: &'static str,
    names: &[&'static str],
    all: bool,
) {
    let of_type = known
        .entry(simple)
        .or_insert_with(|| Some(NameSet::default()));
    if all {
        *of_type = None;
    } else if let Some(of_type) = of_type {
        of_type.extend(names);
    }
}

/// The names of the members that an entry speaks of.
pub(super) fn members_of(entry: &Entry) -> Vec<&'static str> {
    match entry.members {
        Members::Named => entry
            .parts()
            .map(|parts| parts.member)
            .into_iter()
            .collect(),
        Members::These(names) => names.to_vec(),
        Members::Statics => entry.parts().map_or_else(Vec::new, |parts| {
            members(parts.type_name)
                .iter()
                .filter(|one| one.is_static && !one.is_extension)
                .map(|one| one.name)
                .collect()
        }),
    }
}

/// The name of a type without namespace and arity.
pub(super) fn simple_name(full: &str) -> &str {
    let name = last_part(full);
    name.split_once('`').map_or(name, |(name, _)| name)
}

pub(super) fn last_part(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}
