//! Members that an interface of the project lacks: added to it, to the class that passes them on, and, so that tests
//! still compile, to the doubles that tests declare. Overwrites nothing.

use std::collections::BTreeMap;

use seamwright_common::binding::{FileId, TypeRef};
use seamwright_common::catalogue::Catalogue;
use seamwright_common::catalogue::signatures::{MemberKind as Kind, Signature};
use seamwright_common::edit::Edit;
use seamwright_common::finding::Finding;
use seamwright_common::outline::{MemberKind, Modifiers, TypeId, TypeKind};
use seamwright_common::seam::abstraction::Abstractions;
use seamwright_common::seam::code::{Code, Reader};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::layout;
use seamwright_common::seam::names::add_using;
use seamwright_common::seam::replace::stays_anyway;
use seamwright_common::survey::KnownLibrary;
use seamwright_common::text::TextRange;

use crate::doubles::plain_type;
use crate::generate::{Member, More};
use crate::generated::{Builder, Overlapping, Pair};
use crate::home::file_home;

/// A type that is there.
type Place = (FileId, TypeId);

/// What else implements an interface.
struct Others {
    /// Classes of tests.
    doubles: Vec<Place>,
    /// Why it can't get members.
    closed: Option<String>,
}

impl Builder<'_> {
    /// Adds what sites need to an interface that is there.
    pub(crate) fn extend(
        &mut self,
        pair: Pair,
        dependency: &Dependency,
        concerns: &dyn Fn(&Finding) -> bool,
    ) -> Result<(), Overlapping> {
        let code = self.tree.code();
        let library = KnownLibrary::new(Catalogue::standard());
        let reader = Reader::new(&code, &library);
        let abstractions = Abstractions::of(&code);
        let asked = self.asked_of(dependency, concerns).into_iter();
        let asked =
            asked.filter(|at| stays_anyway(&self.survey.findings[*at], &self.choices).is_none());
        let asked = asked.filter_map(|at| {
            let file = code.find(&self.survey.findings[at].path)?;
            let found = abstractions.declared(&reader, file, pair.0, pair.1);
            found
                .is_ok_and(|found| found == *dependency)
                .then_some((at, file))
        });
        let asked: Vec<(usize, FileId)> = asked.collect();
        let Some((_, user)) = asked.first().copied() else {
            return Ok(());
        };
        let class_of = |full: &str| {
            let class = reader.class(user, &TypeRef::Declared(full.to_owned()))?;
            Some(reader.parts(&class))
        };
        let interface = class_of(&dependency.type_name).unwrap_or_default();
        let class = dependency.class().and_then(class_of).unwrap_or_default();
        let ([own, ..], [real, ..]) = (interface.as_slice(), class.as_slice()) else {
            return Ok(());
        };
        let project = code.file(own.0).project.0 as usize;
        let known = self.workspace.projects().get(project);
        let (_, sight) = file_home(&code, own.0, known.map(|known| &known.project));
        let lacking = |indices: &[(usize, FileId)]| {
            let mut all = self.members_of(&reader, indices, &sight);
            all.retain(|one| {
                !interface
                    .iter()
                    .any(|part| has(&code, *part, one.signature))
            });
            all
        };
        let draft = lacking(&asked);
        if draft.is_empty() {
            return Ok(());
        }
        let others = others(&reader, dependency, &class);
        let edits = |members: &[Member]| -> Option<BTreeMap<FileId, Vec<Edit>>> {
            let mut edits: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
            let places = others.doubles.iter().map(|place| (*place, Role::Double));
            for (place, role) in [(*own, Role::Interface), (*real, Role::Class)]
                .into_iter()
                .chain(places)
            {
                self.added(&reader, place, role, members, &mut edits)?;
            }
            Some(edits)
        };
        let simple = dependency.simple();
        let path = code.file(own.0).path.clone();
        let declined = |why: &str| format!("`{simple}` in `{path}` lacks members: {why}");
        if let Some(why) = &others.closed {
            let note = declined(why);
            self.notes.push(note);
            return Ok(());
        }
        let Some(drafted) = edits(&draft) else {
            let note = declined("a type that has to get them can't be changed");
            self.notes.push(note);
            return Ok(());
        };
        let joined = self.tree.joined(&drafted)?;
        let Some(after) = self.tree.after(&joined) else {
            return Ok(());
        };
        let requested: Vec<usize> = asked.iter().map(|(at, _)| *at).collect();
        let plan = self.plan(&after, &after.code(), dependency, &requested);
        let reached = asked.iter().copied();
        let reached: Vec<(usize, FileId)> = reached
            .filter(|(at, _)| plan.replaced.binary_search(at).is_ok())
            .collect();
        let members = lacking(&reached);
        let Some(edits) = Some(&members)
            .filter(|members| !members.is_empty())
            .and_then(|members| edits(members))
        else {
            return Ok(());
        };
        let joined = self.tree.joined(&edits)?;
        let names: Vec<String> = members
            .iter()
            .map(|one| format!("`{}`", one.signature.name))
            .collect();
        let mut note = format!("`{simple}` in `{path}` gets {}", names.join(", "));
        let doubles = others.doubles.iter().map(|(file, id)| {
            let outline = code.names().outline(*file);
            let name = outline.text(outline.type_(*id).name);
            format!("`{name}` in `{}`", code.file(*file).path)
        });
        let doubles: Vec<String> = doubles.collect();
        if !doubles.is_empty() {
            note += "; doubles that throw there until they are arranged: ";
            note += &doubles.join(", ");
        }
        self.notes.push(note);
        self.step(joined);
        Ok(())
    }

    /// The edits that add members to the end of a type.
    fn added(
        &self,
        reader: &Reader<'_>,
        (file, id): Place,
        role: Role,
        members: &[Member],
        edits: &mut BTreeMap<FileId, Vec<Edit>>,
    ) -> Option<()> {
        let code = reader.code();
        if !code.file(file).editable {
            return None;
        }
        let project = code.file(file).project.0 as usize;
        let known = self.workspace.projects().get(project);
        let (style, sight) = file_home(code, file, known.map(|known| &known.project));
        let more = match role {
            Role::Interface => More::of_interface(members, &style, &sight),
            Role::Class => More::of_implementation(members, &style, &sight),
            Role::Double => More::of_double(members, &style, &sight),
        };
        let text = reader.text(file);
        let outline = code.names().outline(file);
        let close = outline.type_(id).body?.end().checked_sub(1)?;
        if !layout::starts_line(text, close) {
            return None;
        }
        let start = layout::line_start(text, close);
        let indent = format!("{}{}", layout::indent(text, close), style.unit);
        let ending = layout::line_ending(text, close);
        let mut added = String::new();
        let mut apart = !outline.members_of(id).is_empty();
        for block in &more.blocks {
            if apart {
                added.push_str(ending);
            }
            apart = true;
            for line in block {
                added.push_str(&indent);
                added.push_str(line);
                added.push_str(ending);
            }
        }
        let own = edits.entry(file).or_default();
        own.push(Edit {
            range: TextRange::empty(start),
            text: added,
        });
        let usings = more.usings.iter();
        let usings = usings.filter(|using| !sight.global_usings.contains(*using));
        own.extend(usings.filter_map(|using| add_using(reader, file, using)));
        Some(())
    }
}

#[derive(Clone, Copy)]
enum Role {
    Interface,
    Class,
    Double,
}

/// Whether a type declares the member.
fn has(code: &Code, (file, id): Place, signature: &Signature) -> bool {
    let outline = code.names().outline(file);
    outline.members_of(id).iter().any(|one| {
        let kind = match one.kind {
            MemberKind::Method => Kind::Method,
            MemberKind::Property => Kind::Property,
            MemberKind::Event => Kind::Event,
            _ => return false,
        };
        let own = outline.parameters(one.parameters);
        kind == signature.kind
            && outline.text(one.name) == signature.name
            && own.len() == signature.parameters.len()
            && own.iter().zip(&signature.parameters).all(|(own, theirs)| {
                plain_type(outline.text(own.type_text)) == plain_type(theirs.type_text)
            })
    })
}

/// What implements the interface beside the class of the real thing.
fn others(reader: &Reader<'_>, dependency: &Dependency, class: &[Place]) -> Others {
    let code = reader.code();
    let mut all = Others {
        doubles: Vec::new(),
        closed: None,
    };
    for file in code.mentioning(dependency.simple()) {
        let outline = code.names().outline(file);
        for (index, declared) in outline.types().iter().enumerate() {
            let id = TypeId(index as u32);
            let simple = |base: &str| {
                let base = base.rsplit(['.', ':']).next().unwrap_or(base);
                base == dependency.simple()
            };
            let implements = outline.texts(declared.bases).any(|base| {
                simple(base)
                    && reader
                        .declaration(file, id)
                        .is_some_and(|node| dependency.is(&reader.type_text(file, base, node)))
            });
            if !implements || class.contains(&(file, id)) {
                continue;
            }
            let plain = declared.kind == TypeKind::Class
                && !declared.modifiers.contains(Modifiers::ABSTRACT)
                && declared.body.is_some();
            if plain && code.is_test(file) {
                all.doubles.push((file, id));
            } else {
                let name = outline.text(declared.name);
                let path = &code.file(file).path;
                all.closed = Some(format!("`{name}` in `{path}` would have to get them too"));
            }
        }
    }
    all
}
