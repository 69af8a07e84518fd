//! Remarks on files that say nothing by themselves: what all files together told is looked for in those that may have it.
//! Each file is read again, and parsed only if its words leave it open.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::advisory::{Advisory, AdvisoryKind};
use crate::binding::{Binder, FileId, Names};
use crate::finding::Category;
use crate::outline::{MemberKind, Outline, TypeId};
use crate::source::{SourcePath, SourceText};
use crate::symbol::is_interface_name;
use crate::syntax::{Parsed, SyntaxNode};
use crate::text::TextRange;

use super::Sources;
use super::chance::{Chances, last_keys, sorts_by_dice};
use super::declared::Sayings;
use super::remarks::{RemarkOptions, Remarked, namespaces, sorted};
use super::report::{FileReport, Inspector};
use super::self_default::{Adapters, Reals};
use super::spots::Spots;

/// What was told by all files.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Members that are no keys to sort by.
    pub(super) chances: Chances,
    /// Types that reach an ambient API.
    pub(super) adapters: Adapters,
}

/// A file that may be worth a second look.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) file: FileId,
    /// Whether it may sort.
    pub(super) sorts: bool,
    /// Whether a type of it keeps a `Random`.
    pub(super) dice: bool,
}

impl Told {
    /// What sorts are looked for by.
    fn sorts(&self) -> Spots<'_> {
        let keys = self.chances.keys().map(|(_, member)| member.as_str());
        Spots {
            keys: keys.collect(),
            ..Spots::default()
        }
    }

    /// What defaults are looked for by.
    fn defaults(&self) -> Spots<'_> {
        let adapters = self.adapters.keys();
        let adapters = adapters.map(|name| name.rsplit('.').next().unwrap_or(name));
        let known = ["FileSystem", "SystemClock", "TimeProvider"];
        Spots {
            reals: adapters.chain(known).collect(),
            ..Spots::default()
        }
    }

    /// What the reports of all files tell; what the first of them says of a name counts.
    fn of(reports: &[FileReport]) -> Self {
        let mut told = Self::default();
        for report in reports {
            for (key, chance) in &report.remarks.chances {
                let known = told.chances.entry(key.clone());
                known.or_insert_with(|| chance.clone());
            }
            for (name, category) in &report.remarks.adapters {
                told.adapters.entry(name.clone()).or_insert(*category);
            }
        }
        told
    }
}

/// The advisories of a second look at `files`, of which `reports` hold some, in the same order.
pub(super) fn second_look(
    inspector: &Inspector<'_>,
    sources: &impl Sources,
    sayings: &Sayings,
    mut files: Vec<Candidate>,
    reports: &[FileReport],
) -> Vec<(FileId, Vec<Advisory>)> {
    let options = &inspector.options.remarks;
    if options.advisories.is_empty() {
        return Vec::new();
    }
    let mut told = Told::of(reports);
    let mut reports = reports.iter().peekable();
    for one in &mut files {
        if let Some(report) = reports.next_if(|report| report.file == one.file) {
            one.sorts = report.sorts;
        }
    }
    files.retain(|one| !sources.is_test(one.file.0 as usize));
    let chance = options.wants(AdvisoryKind::OrderByChance);
    let defaults: BTreeSet<FileId> = if options.wants(AdvisoryKind::SelfDefaultingSeam) {
        let seams = seam_types(inspector.names, &mut told.adapters);
        let files = seams.iter().flat_map(|seam| sayings.leaving_out(seam));
        files.copied().collect()
    } else {
        BTreeSet::new()
    };
    let (sorts, reals) = (told.sorts(), told.defaults());
    let look = |one: &Candidate| {
        let may_default = defaults.contains(&one.file);
        let may_sort = chance && one.sorts && !sorts.keys.is_empty();
        let may_roll = chance && one.sorts && one.dice;
        if !may_default && !may_sort && !may_roll {
            return None;
        }
        let source = sources.read(one.file.0 as usize)?;
        let mut places = Vec::new();
        if may_default {
            places.extend(reals.find(&source.text));
        }
        if may_sort {
            places.extend(sorts.find(&source.text));
        }
        let page = Page {
            inspector,
            told: &told,
            file: one.file,
            path: sources.path(one.file.0 as usize),
            source: &source,
        };
        let found = if may_roll && source.text.contains(".Next") {
            page.look(None)
        } else if places.is_empty() {
            return None;
        } else {
            page.look_at(&places)
        };
        Some((one.file, found))
    };
    let files = files.par_iter().with_max_len(1);
    files.filter_map(look).collect()
}

/// A file that is worth a tree.
struct Page<'a> {
    inspector: &'a Inspector<'a>,
    told: &'a Told,
    file: FileId,
    path: &'a SourcePath,
    source: &'a SourceText,
}

impl Page<'_> {
    /// The remarks on the members around `places`.
    fn look_at(&self, places: &[usize]) -> Vec<Advisory> {
        let text = &self.source.text;
        let hidden = self.inspector.hidden_beside(self.file, text, places);
        self.look(hidden.as_deref())
    }

    /// The remarks on what isn't hidden.
    fn look(&self, hidden: Option<&[TextRange]>) -> Vec<Advisory> {
        let Self {
            inspector,
            told,
            file,
            ..
        } = *self;
        let text = &self.source.text;
        let parsed = match hidden {
            Some(hidden) => Parsed::of_parts(text, hidden),
            None => Parsed::of(text),
        };
        let Ok(parsed) = parsed else {
            return Vec::new();
        };
        // What is hidden may have been what the parser would have held on to.
        if hidden.is_some() && parsed.main().broken_bytes() > 0 {
            return self.look(None);
        }
        let lines = self.source.line_index();
        let remarked = Remarked {
            path: self.path,
            source: self.source,
            lines: &lines,
            is_test: false,
        };
        let options = &inspector.options.remarks;
        let usings = namespaces(inspector.names, file);
        let mut found = Vec::new();
        for (number, reading) in parsed.readings().iter().enumerate() {
            let binder = Binder::new(inspector.names, inspector.library, file, reading.tree());
            let root = reading.tree().root();
            let tells = |range| parsed.readings().len() == 1 || parsed.deciding(range).0 == number;
            for (category, node, detail) in by_chance(options, &binder, root, told) {
                if tells(node.range()) {
                    let kind = (AdvisoryKind::OrderByChance, category);
                    found.push(remarked.remark(&binder, kind, node, sorted(node), detail));
                }
            }
            if options.wants(AdvisoryKind::SelfDefaultingSeam) {
                let reals = Reals {
                    binder: &binder,
                    sites: &[],
                    adapters: &told.adapters,
                    usings: &usings,
                };
                for seam in reals.self_defaults(root) {
                    let range = seam.node.range();
                    if tells(range) {
                        let kind = (AdvisoryKind::SelfDefaultingSeam, seam.category);
                        found.push(remarked.remark(&binder, kind, seam.node, range, seam.detail));
                    }
                }
            }
            if hidden.is_some() && binder.has_looked_around() {
                return self.look(None);
            }
        }
        found
    }
}

/// The sorts of a reading that hang on chance: what they have to do with, where, and why.
fn by_chance<'a>(
    options: &RemarkOptions,
    binder: &Binder<'a>,
    root: SyntaxNode<'a>,
    told: &Told,
) -> Vec<(Category, SyntaxNode<'a>, String)> {
    if !options.wants(AdvisoryKind::OrderByChance) {
        return Vec::new();
    }
    let dice = sorts_by_dice(binder, root);
    let dice = dice.map(|node| (Category::Randomness, node, String::new()));
    let keys = last_keys(binder, root, &told.chances).into_iter();
    dice.chain(keys.map(|last| {
        let chance = &told.chances[&last.key];
        let (ty, member) = &last.key;
        let ty = ty.rsplit('.').next().unwrap_or(ty);
        let detail = format!("`{ty}.{member}` is set by `{}`", chance.pattern);
        (chance.category, last.node, detail)
    }))
    .collect()
}

/// The simple names of types that something real stands behind: the library's, and what the source's adapters implement.
/// What implements nothing is no adapter.
fn seam_types(names: &Names<'_>, adapters: &mut Adapters) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = ["IClock", "IFileSystem", "ISystemClock", "TimeProvider"]
        .map(str::to_owned)
        .into();
    adapters.retain(|name, _| {
        let mut implements = false;
        for (file, id) in names.called(name.rsplit('.').next().unwrap_or(name)) {
            let outline = names.outline(file);
            if outline.full_name(id) != *name {
                continue;
            }
            let bases = outline.texts(outline.type_(id).bases).map(simple);
            for interface in bases.filter(|name| is_interface_name(name)) {
                implements = true;
                found.insert(interface.to_owned());
            }
        }
        implements
    });
    found
}

/// `ISender` of `Acme.ISender<T>?`.
fn simple(type_text: &str) -> &str {
    let name = type_text.split(['<', '?']).next().unwrap_or(type_text);
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// The simple names of types with which a type of the file may fall back to the real thing: it takes one that may be left
/// out, or has a constructor beside the one that takes it.
pub(super) fn optional_types(outline: &Outline) -> impl Iterator<Item = &str> {
    (0..outline.types().len() as u32)
        .map(TypeId)
        .flat_map(|id| {
            let declared = outline.type_(id);
            let members = outline.members_of(id);
            let constructors = members
                .iter()
                .filter(|member| member.kind == MemberKind::Constructor);
            let several = constructors.count() + usize::from(declared.parameters.is_some()) > 1;
            let of_type = declared.parameters.into_iter();
            let of_members = members.iter().map(move |member| {
                let overloaded = several && member.kind == MemberKind::Constructor;
                (member.parameters, overloaded)
            });
            of_type.map(move |list| (list, several)).chain(of_members)
        })
        .flat_map(|(list, overloaded)| {
            let all = outline.parameters(list).iter();
            all.filter(move |parameter| overloaded || parameter.has_default)
        })
        .map(|parameter| simple(outline.text(parameter.type_text)))
}

/// Whether a type of the file keeps a `Random`.
pub(super) fn keeps_dice(outline: &Outline) -> bool {
    outline.members().iter().any(|member| {
        matches!(member.kind, MemberKind::Field | MemberKind::Property)
            && simple(outline.text(member.result)) == "Random"
    })
}
