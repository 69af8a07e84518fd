//! What the declarations of all files say together of the values that names bring. It is taken from each outline while
//! that is at hand, so that outlines need not be kept for it.

use crate::binding::{FileId, GlobalUsingKind, Names, ProjectId};
use crate::outline::{MemberKind, Outline, TypeId, UsingKind};
use crate::syntax::is_predefined_type;
use crate::table::{NameMap, NameSet};

use super::reach::{Brings, Reach, names_in};

/// A name, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Word(u32);

/// A type is declared with the name of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Said {
    owner: Word,
    name: Word,
    place: Where,
}

/// Where a declaration of a type says a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Where {
    /// It is another name for that.
    Alias,
    /// Among its bases.
    Base,
    /// In the type of a constructor's parameter.
    Constructor,
    /// Where it is used without being written.
    Inside,
}

/// A member has a name in its type, or in that of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Gives {
    member: Word,
    name: Word,
    of_parameter: bool,
}

/// What all declarations say. Each thing is kept once, so that files which are like others cost nothing.
#[derive(Debug, Default)]
pub(super) struct Sayings {
    words: NameMap<Box<str>, Word>,
    said: NameSet<Said>,
    given: NameSet<Gives>,
    /// The files where something of a type may be left out, by its simple name.
    optional: NameMap<Word, Vec<FileId>>,
}

impl Sayings {
    fn word(&mut self, text: &str) -> Word {
        if let Some(known) = self.words.get(text) {
            return *known;
        }
        let next = Word(self.words.len() as u32);
        self.words.insert(text.into(), next);
        next
    }

    /// Adds what the declarations of a file say.
    pub(super) fn add(&mut self, outline: &Outline) {
        for using in outline.usings() {
            if let UsingKind::Alias(name) = using.kind {
                self.say(outline.text(name), outline.text(using.target), Where::Alias);
            }
        }
        for (id, declared) in outline.types().iter().enumerate() {
            let owner = outline.text(declared.name);
            // A delegate's.
            self.say(owner, outline.text(declared.result), Where::Inside);
            for base in outline.texts(declared.bases) {
                self.say(owner, base, Where::Base);
            }
            for parameter in declared
                .parameters
                .map_or(&[][..], |list| outline.parameters(list))
            {
                let ty = outline.text(parameter.type_text);
                self.say(owner, ty, Where::Constructor);
                self.give(outline.text(parameter.name), ty, false);
            }
            // These are used without their names being written.
            for member in outline.members_of(TypeId(id as u32)) {
                let place = match member.kind {
                    MemberKind::Constructor => Where::Constructor,
                    MemberKind::Method if outline.text(member.name) == "Add" => Where::Inside,
                    MemberKind::Indexer => {
                        self.say(owner, outline.text(member.result), Where::Inside);
                        Where::Inside
                    }
                    _ => continue,
                };
                for parameter in outline.parameters(member.parameters) {
                    self.say(owner, outline.text(parameter.type_text), place);
                }
            }
        }
        for member in outline.members() {
            let name = outline.text(member.name);
            self.give(name, outline.text(member.result), false);
            for parameter in outline.parameters(member.parameters) {
                self.give(name, outline.text(parameter.type_text), true);
            }
        }
    }

    fn say(&mut self, owner: &str, text: &str, place: Where) {
        for name in names_in(text).filter(|name| !is_predefined_type(name)) {
            let said = Said {
                owner: self.word(owner),
                name: self.word(name),
                place,
            };
            self.said.insert(said);
        }
    }

    fn give(&mut self, member: &str, text: &str, of_parameter: bool) {
        for name in names_in(text).filter(|name| !is_predefined_type(name)) {
            let given = Gives {
                member: self.word(member),
                name: self.word(name),
                of_parameter,
            };
            self.given.insert(given);
        }
    }

    /// The types that name others among their bases, and other names for types, by simple names.
    pub(super) fn bases(&self) -> Vec<(&str, &str)> {
        let words = self.by_number();
        let bases =
            (self.said.iter()).filter(|one| matches!(one.place, Where::Alias | Where::Base));
        bases
            .map(|one| (words[one.owner.0 as usize], words[one.name.0 as usize]))
            .collect()
    }

    fn by_number(&self) -> Vec<&str> {
        let mut words = vec![""; self.words.len()];
        for (text, word) in &self.words {
            words[word.0 as usize] = text;
        }
        words
    }

    /// Notes that something of the type with this simple name may be left out in a file.
    pub(super) fn may_be_left_out(&mut self, file: FileId, simple: &str) {
        if is_predefined_type(simple) {
            return;
        }
        let word = self.word(simple);
        let files = self.optional.entry(word).or_default();
        if files.last() != Some(&file) {
            files.push(file);
        }
    }

    /// The files where something of such a type may be left out.
    pub(super) fn leaving_out(&self, simple: &str) -> &[FileId] {
        let word = self.words.get(simple);
        let files = word.and_then(|word| self.optional.get(word));
        files.map_or(&[], Vec::as_slice)
    }
}

/// What the names declared in a workspace bring.
#[derive(Debug, Default)]
pub(super) struct Declared {
    names: NameMap<Box<str>, Brings>,
}

impl Declared {
    pub(super) fn of(reach: &Reach, sayings: &Sayings, names: &Names<'_>) -> Self {
        let words = sayings.by_number();
        let ours: Vec<Option<&Brings>> = words.iter().map(|text| reach.of_type(text)).collect();
        let mut all = derived(&ours, &sayings.said);
        let types = all.clone();
        for one in &sayings.given {
            let known = [ours[one.name.0 as usize], types.get(&one.name)];
            for brings in known.into_iter().flatten() {
                let brings = if one.of_parameter {
                    brings.only_targets()
                } else {
                    *brings
                };
                if !brings.is_empty() {
                    all.entry(one.member).or_default().add(brings);
                }
            }
        }
        let named = all.into_iter();
        let mut declared = Self {
            names: named
                .map(|(word, brings)| (words[word.0 as usize].into(), brings))
                .collect(),
        };
        for project in 0..names.project_count() as u32 {
            for using in names.global_usings(ProjectId(project)) {
                let brings = reach.of_text(&using.target);
                if let GlobalUsingKind::Alias(name) = &using.kind
                    && !brings.is_empty()
                {
                    let own = declared.names.entry(name.as_str().into());
                    own.or_default().add(brings);
                }
            }
        }
        declared
    }

    /// All names that bring something.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Brings)> {
        self.names.iter().map(|(name, brings)| (&**name, brings))
    }

    /// What a name brings that is declared somewhere.
    pub(super) fn of_name(&self, name: &str) -> Option<&Brings> {
        self.names.get(name)
    }
}

/// Types that bring something: those that derive from a type of ours, or hold one where no name is written, and those
/// that are made with one.
fn derived(ours: &[Option<&Brings>], said: &NameSet<Said>) -> NameMap<Word, Brings> {
    let mut types: NameMap<Word, Brings> = NameMap::default();
    let mut followers: NameMap<Word, Vec<Word>> = NameMap::default();
    let mut open: Vec<Word> = Vec::new();
    for one in said
        .iter()
        .filter(|one| matches!(one.place, Where::Base | Where::Inside))
    {
        match ours[one.name.0 as usize] {
            Some(brings) => {
                if types.entry(one.owner).or_default().add(*brings) {
                    open.push(one.owner);
                }
            }
            None => followers.entry(one.name).or_default().push(one.owner),
        }
    }
    // A set only grows, so that this ends.
    while let Some(name) = open.pop() {
        let brings = types.get(&name).copied().unwrap_or_default();
        for follower in followers.get(&name).into_iter().flatten() {
            if types.entry(*follower).or_default().add(brings) {
                open.push(*follower);
            }
        }
    }
    // `x = new(new())` where neither type is written here; nobody writes a third.
    let mut all = types.clone();
    for one in said.iter().filter(|one| one.place == Where::Constructor) {
        let known = [ours[one.name.0 as usize], types.get(&one.name)];
        for brings in known.into_iter().flatten() {
            let own = all.entry(one.owner).or_default();
            own.add(brings.only_targets());
        }
    }
    all
}
