//! The words that a file must hold to be worth a tree: names of catalogued types next to names of their members, in
//! code position. Built once from the catalogue; decides on tokens alone.

use std::collections::{HashMap, HashSet};

use crate::binding::{GlobalUsing, GlobalUsingKind};
use crate::catalogue::signatures::members;
use crate::catalogue::{Catalogue, Members, Receiver};
use crate::outline::{Outline, UsingKind};
use crate::syntax::{Lexer, TokenKind, decoded_name};

/// Names of the catalogue by what they are looked up for.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// Simple type names with the static members that count or are listed; `None` for every one.
    statics: HashMap<&'static str, Option<HashSet<&'static str>>>,
    /// Simple names of types whose construction counts.
    constructions: HashSet<&'static str>,
    /// Names of instance members whose receiver must be looked at.
    instance: HashSet<&'static str>,
    /// Those that count whoever made the receiver.
    any: HashSet<&'static str>,
    /// All member names.
    members: HashSet<&'static str>,
}

/// What the file itself and its project add to the words.
#[derive(Debug, Default)]
pub(crate) struct Extra {
    /// Further names of catalogued types: aliases.
    pub(crate) aliases: HashMap<String, String>,
    /// Simple names of types whose static members need no receiver.
    pub(crate) statics: HashSet<String>,
}

impl Vocabulary {
    pub(crate) fn of(catalogue: &Catalogue) -> Self {
        let mut words = Self {
            statics: HashMap::new(),
            constructions: HashSet::new(),
            instance: HashSet::new(),
            any: HashSet::new(),
            members: HashSet::new(),
        };
        for entry in catalogue.entries() {
            let Some(parts) = entry.parts() else { continue };
            let simple = simple_name(parts.type_name);
            let names: Vec<&'static str> = match entry.members {
                Members::Named => vec![parts.member],
                Members::These(names) => names.to_vec(),
                Members::Statics => members(parts.type_name)
                    .iter()
                    .filter(|one| one.is_static && !one.is_extension)
                    .map(|one| one.name)
                    .collect(),
            };
            words
                .members
                .extend(names.iter().filter(|name| !name.starts_with('#')));
            match entry.receiver {
                Receiver::Static if entry.members == Members::Statics => {
                    words.statics.insert(simple, None);
                }
                Receiver::Static => {
                    if let Some(known) = words
                        .statics
                        .entry(simple)
                        .or_insert_with(|| Some(HashSet::new()))
                    {
                        known.extend(names);
                    }
                }
                Receiver::Construction => {
                    words.constructions.insert(simple);
                }
                Receiver::Any => words.any.extend(names),
                Receiver::Made(_) | Receiver::Through(_) => words.instance.extend(names),
            }
        }
        // `string.Join` is `String.Join`; no other type with entries has a keyword.
        if let Some(members) = words.statics.get("String").cloned() {
            words.statics.insert("string", members);
        }
        words
    }

    /// Whether some catalogued type has such a member.
    pub(crate) fn has_member(&self, name: &str) -> bool {
        self.members.contains(name)
    }

    /// Whether every static member of a type called so is catalogued, unknown newer ones too.
    pub(crate) fn has_every_static(&self, simple: &str) -> bool {
        self.statics.get(simple).is_some_and(Option::is_none)
    }

    /// Whether a name is that of a catalogued type.
    pub(crate) fn is_type(&self, simple: &str) -> bool {
        self.statics.contains_key(simple) || self.constructions.contains(simple)
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
        // `class Pump : SynchronizationContext { … Current … }`: what a base brings needs no receiver.
        for declared in outline.types() {
            for base in outline.texts(declared.bases) {
                let base = base
                    .split_once('<')
                    .map_or(base, |(name, _)| name)
                    .trim_end();
                if self.statics.contains_key(last_part(base)) {
                    self.add_static(&mut extra, base);
                }
            }
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

    /// Whether the tokens of a text hold anything that could be a site.
    pub(crate) fn is_candidate(&self, text: &str, extra: &Extra) -> bool {
        let mut lexer = Lexer::new(text);
        // The name before the dot that was just read, and whether the chain began behind `new`.
        let mut before: Option<std::borrow::Cow<'_, str>> = None;
        let mut dotted = false;
        let mut after_new = false;
        let (mut target_typed, mut construction_named, mut type_named, mut instance_named) =
            (false, false, false, false);
        loop {
            let token = lexer.next_code();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Word => {
                    let written = token.text(text);
                    if written == "new" {
                        after_new = true;
                        before = None;
                        dotted = false;
                        continue;
                    }
                    let decoded = decoded_name(written);
                    let name = decoded.as_ref();
                    if dotted {
                        if self.any.contains(name) {
                            return true;
                        }
                        if let Some(left) = &before
                            && self.has_static(left, name, extra)
                        {
                            return true;
                        }
                        instance_named |= self.instance.contains(name);
                    } else if extra
                        .statics
                        .iter()
                        .any(|owner| self.has_static(owner, name, extra))
                    {
                        return true;
                    }
                    let meant = extra.aliases.get(name).map_or(name, String::as_str);
                    if self.constructions.contains(meant) {
                        if after_new {
                            return true;
                        }
                        construction_named = true;
                    }
                    type_named |= self.is_type(meant);
                    dotted = false;
                    before = Some(decoded);
                }
                TokenKind::Dot | TokenKind::ColonColon => dotted = true,
                // `a?.b` and `a!.b` are still one chain.
                TokenKind::Question => {}
                TokenKind::Operator if token.text(text) == "!" => {}
                kind => {
                    target_typed |= after_new && before.is_none() && kind == TokenKind::OpenParen;
                    before = None;
                    dotted = false;
                    after_new = false;
                }
            }
        }
        (target_typed && construction_named) || (instance_named && type_named)
    }

    fn has_static(&self, owner: &str, name: &str, extra: &Extra) -> bool {
        let owner = extra.aliases.get(owner).map_or(owner, String::as_str);
        match self.statics.get(owner) {
            Some(None) => true,
            Some(Some(names)) => names.contains(name),
            None => false,
        }
    }
}

/// The name of a type without namespace and arity.
fn simple_name(full: &str) -> &str {
    let name = last_part(full);
    name.split_once('`').map_or(name, |(name, _)| name)
}

fn last_part(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}
