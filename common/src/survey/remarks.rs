//! What a file gives beside its sites: remarks, and what the remarks on other files are told by. Decides which lists are
//! made; what is one of them is told elsewhere.

use std::collections::BTreeSet;

use crate::advisory::{Advisory, AdvisoryKind, Remark, TestSmell};
use crate::binding::{Binder, FileId, GlobalUsingKind, Names};
use crate::finding::{Category, NotCountedReason};
use crate::outline::UsingKind;
use crate::source::{SourcePath, SourceText};
use crate::syntax::{Field, SyntaxKind, SyntaxNode};
use crate::text::{LineIndex, TextRange, first_line};

use super::chance::{Chance, Key, chances, random_sorts};
use super::elapsed::differences;
use super::implicit::conversions;
use super::place::place_of;
use super::self_default::{Adapters, Reals};
use super::sites::Site;
use super::smells::{marks, smells};

/// Which lists of remarks a survey makes; none unless it is said.
#[derive(Clone, Debug, Default)]
pub struct RemarkOptions {
    /// Those on production code.
    pub advisories: BTreeSet<AdvisoryKind>,
    /// Whether test code is remarked on.
    pub test_smells: bool,
}

impl RemarkOptions {
    /// Where remarks on a test may stand beside its sites: around these the members are read.
    pub(super) fn places<'t>(
        &self,
        is_test: bool,
        text: &'t str,
    ) -> impl Iterator<Item = usize> + use<'t> {
        let text = (is_test && self.test_smells).then_some(text);
        text.into_iter().flat_map(marks)
    }

    /// Whether there is a list that can hold any place, so that files are read whole.
    pub(super) fn takes_whole_files(&self, is_test: bool) -> bool {
        if is_test {
            return false;
        }
        let implicit = [AdvisoryKind::ImplicitCulture, AdvisoryKind::ImplicitZone];
        implicit.iter().any(|kind| self.advisories.contains(kind))
    }

    pub(super) fn wants(&self, kind: AdvisoryKind) -> bool {
        self.advisories.contains(&kind)
    }
}

/// What remarks on a file take from it.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    pub(super) advisories: Vec<Advisory>,
    pub(super) smells: Vec<TestSmell>,
    /// Members that are no keys to sort by.
    pub(super) chances: Vec<(Key, Chance)>,
    /// Types that reach an ambient API.
    pub(super) adapters: Adapters,
}

/// A file that is remarked on.
#[derive(Clone, Copy)]
pub(super) struct Remarked<'p> {
    pub(super) path: &'p SourcePath,
    pub(super) source: &'p SourceText,
    pub(super) lines: &'p LineIndex,
    pub(super) is_test: bool,
}

impl Remarked<'_> {
    /// A remark on `range`, at whose start `node` stands.
    pub(super) fn remark<'a, K>(
        &self,
        binder: &Binder<'a>,
        (kind, category): (K, Category),
        node: SyntaxNode<'a>,
        range: TextRange,
        detail: String,
    ) -> Remark<K> {
        let text = self.source.text.get(range.as_range()).unwrap_or_default();
        Remark {
            kind,
            category,
            path: self.path.clone(),
            range,
            line_col: self.lines.line_col(&self.source.text, range.start()),
            text: first_line(text),
            type_name: binder.type_name(node),
            member: place_of(node).member,
            project: None,
            detail,
        }
    }
}

impl Remarks {
    /// Says whose file it was.
    pub(super) fn set_project(&mut self, project: Option<&SourcePath>) {
        for remark in &mut self.advisories {
            remark.project = project.cloned();
        }
        for remark in &mut self.smells {
            remark.project = project.cloned();
        }
    }

    /// Adds what was remarked on in other members of the file.
    pub(super) fn append(&mut self, mut other: Self) {
        self.advisories.append(&mut other.advisories);
        self.smells.append(&mut other.smells);
        self.chances.append(&mut other.chances);
        for (name, category) in other.adapters {
            self.adapters.entry(name).or_insert(category);
        }
    }

    /// Adds what a reading shows. `tells` says of a place whether this reading is the one that tells it.
    pub(super) fn add_reading<'a>(
        &mut self,
        options: &RemarkOptions,
        file: &Remarked<'_>,
        binder: &Binder<'a>,
        (root, sites): (SyntaxNode<'a>, &[Site<'a>]),
        usings: &dyn Fn() -> Vec<String>,
        tells: &dyn Fn(TextRange) -> bool,
    ) {
        if file.is_test {
            if options.test_smells {
                let found = smells(binder, root, sites, &usings()).into_iter();
                let found = found.filter(|(_, _, node)| tells(node.range()));
                self.smells.extend(found.map(|(kind, category, node)| {
                    let range = called(node).range();
                    file.remark(binder, (kind, category), node, range, String::new())
                }));
            }
            return;
        }
        self.add_sources(options, binder, sites);
        let mut add = |kind, category, node: SyntaxNode<'a>, range, detail| {
            if tells(node.range()) {
                let remark = file.remark(binder, (kind, category), node, range, detail);
                self.advisories.push(remark);
            }
        };
        let kind = AdvisoryKind::ElapsedWallClock;
        if options.wants(kind) {
            for node in differences(binder, root, sites) {
                add(kind, Category::Time, node, node.range(), String::new());
            }
        }
        let kind = AdvisoryKind::OrderByChance;
        if options.wants(kind) {
            for node in random_sorts(binder, root, sites) {
                add(
                    kind,
                    Category::Randomness,
                    node,
                    sorted(node),
                    String::new(),
                );
            }
        }
        let kind = AdvisoryKind::SelfDefaultingSeam;
        let has_default = |site: &Site<'_>| site.reason == Some(NotCountedReason::SeamDefault);
        if options.wants(kind) && sites.iter().any(has_default) {
            let reals = Reals {
                binder,
                sites,
                adapters: &Adapters::new(),
                usings: &usings(),
            };
            for seam in reals.self_defaults(root) {
                add(
                    kind,
                    seam.category,
                    seam.node,
                    seam.node.range(),
                    seam.detail,
                );
            }
        }
        if options.takes_whole_files(false) {
            for (node, kind) in conversions(binder, root) {
                let category = match kind {
                    AdvisoryKind::ImplicitZone => Category::Time,
                    _ => Category::Culture,
                };
                if options.wants(kind) {
                    add(kind, category, node, node.range(), String::new());
                }
            }
        }
    }

    /// What remarks on other files are told by.
    fn add_sources<'a>(
        &mut self,
        options: &RemarkOptions,
        binder: &Binder<'a>,
        sites: &[Site<'a>],
    ) {
        if options.wants(AdvisoryKind::OrderByChance) {
            self.chances.extend(chances(binder, sites));
        }
        if options.wants(AdvisoryKind::SelfDefaultingSeam) {
            let reach = sites.iter().filter(|site| match site.reason {
                Some(reason) => reason == NotCountedReason::SeamImplementation,
                // A clock or a setting that is read on the way makes nothing an adapter.
                None => matches!(
                    site.decision.entry.category,
                    Category::Console
                        | Category::Database
                        | Category::Filesystem
                        | Category::LanguageModel
                        | Category::Network
                        | Category::Process
                ),
            });
            for site in reach {
                let category = site.decision.entry.category;
                let name = binder.type_name(site.node);
                self.adapters.entry(name).or_insert(category);
            }
        }
    }
}

/// The call of what stands at `node`.
fn called(node: SyntaxNode<'_>) -> SyntaxNode<'_> {
    match node.parent() {
        Some(call) if call.kind() == SyntaxKind::InvocationExpression => call,
        Some(set)
            if set.kind() == SyntaxKind::AssignmentExpression && node.field() == Field::Left =>
        {
            set
        }
        _ => node,
    }
}

/// `OrderBy(…)` from its name to the end of the call.
pub(super) fn sorted(name: SyntaxNode<'_>) -> TextRange {
    let call = name
        .parent()
        .and_then(SyntaxNode::parent)
        .filter(|call| call.kind() == SyntaxKind::InvocationExpression)
        .filter(|_| name.field() == Field::Name);
    call.map_or(name.range(), |call| {
        TextRange::new(name.range().start(), call.range().end())
    })
}

/// The namespaces that usings bring to a file.
pub(super) fn namespaces(names: &Names<'_>, file: FileId) -> Vec<String> {
    let outline = names.outline(file);
    let own = outline
        .usings()
        .iter()
        .filter(|using| using.kind == UsingKind::Namespace)
        .map(|using| outline.text(using.target).to_owned());
    let global = names.usings_around(file);
    let global = global
        .filter(|using| using.kind == GlobalUsingKind::Namespace)
        .map(|using| using.target.clone());
    own.chain(global).collect()
}
