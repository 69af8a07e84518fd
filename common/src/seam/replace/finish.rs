//! The accepted attempt as a plan: its edits, the usings and registrations that follow, and what a report says of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::binding::FileId;
use crate::finding::NotCountedReason;
use crate::note::{Note, NoteKind};

use super::super::code::{ClassId, has_word};
use super::super::containers::other_containers;
use super::super::names::add_using;
use super::super::registration::{register, starts_host};
use super::attempt::Attempt;
use super::callers::path_of;
use super::{ClassReport, INTERNAL_CONSTRUCTOR, Plan, Planner, Site};

impl<'a> Planner<'a> {
    /// Puts the accepted attempt into the plan, with usings and registrations.
    pub(super) fn finish(
        &self,
        by_class: &BTreeMap<ClassId, Vec<&Site<'a>>>,
        mut attempt: Attempt,
        plan: &mut Plan,
    ) {
        for (file, edits) in &attempt.edits {
            for edit in edits.values().flatten() {
                let imports = self.dependency.imports(self.reader, *file, edit);
                let imports = imports.into_iter().map(|namespace| (*file, namespace));
                attempt.usings.extend(imports);
            }
            let all = edits.values().flatten().cloned();
            plan.edits.entry(*file).or_default().extend(all);
        }
        plan.by_class = attempt.edits;
        let changed: BTreeSet<ClassId> = attempt
            .injections
            .iter()
            .filter(|(_, injection)| !injection.changed.is_empty())
            .map(|(class, _)| class.clone())
            .collect();
        let mut made = BTreeSet::new();
        if !changed.is_empty() {
            let names = self.reader.code().names();
            let unseen: Vec<&ClassId> = changed
                .iter()
                .filter(|class| !attempt.called.contains(class))
                .collect();
            // A test that builds a container for something else doesn't need it there.
            let code = self.reader.code();
            let unregistered = |file: FileId| {
                let text = self.reader.text(file);
                let open = !code.is_test(file) || starts_host(text);
                unseen.iter().any(|class| {
                    let simple = class.key.rsplit(['.', '+']).next().unwrap_or(&class.key);
                    let simple = simple.split('`').next().unwrap_or(simple);
                    let sees = !names.parts(file, &class.key).is_empty();
                    sees && (open || has_word(text, simple))
                })
            };
            let mut registered = register(
                self.reader,
                self.dependency,
                &changed,
                &attempt.factories,
                &unregistered,
            );
            let with_usings = registered.all_edits(self.reader);
            attempt.usings.append(&mut registered.usings);
            for (file, edit) in registered.edits {
                if self.may_change([file].into_iter()).is_ok() {
                    plan.edits.entry(file).or_default().push(edit);
                } else {
                    let start = edit.range.start();
                    let note = self.note(NoteKind::RegisterByHand, String::new(), file, start);
                    plan.notes.insert(note);
                }
            }
            for (file, edit) in with_usings {
                if self.may_change([file].into_iter()).is_ok() {
                    plan.registrations.entry(file).or_default().push(edit);
                }
            }
            for (file, offset) in registered.lacking {
                let text = "`ContainerBuilder`".to_owned();
                let note = self.note(NoteKind::OtherContainer, text, file, offset);
                plan.notes.insert(note);
            }
            plan.registered = registered.served;
            made = registered.made;
            plan.notes.extend(other_containers(self.reader));
        }
        plan.notes.extend(attempt.notes);
        for (file, namespace) in attempt.usings {
            if let Some(edit) = add_using(self.reader, file, &namespace) {
                plan.edits.entry(file).or_default().push(edit);
            }
        }
        let reached: BTreeSet<usize> = attempt.reached.iter().copied().collect();
        for (class, sites) in by_class {
            let count = sites
                .iter()
                .filter(|site| reached.contains(&site.index))
                .count();
            if count == 0 {
                continue;
            }
            let way = match attempt.injections.get(class) {
                None => "existing member",
                Some(injection) if injection.provider.primary.is_some() => "primary constructor",
                Some(injection) if injection.changed.is_empty() && !injection.edits.is_empty() => {
                    INTERNAL_CONSTRUCTOR
                }
                Some(_) => "constructor",
            };
            let calls = attempt.made.get(class);
            let always_real = calls
                .filter(|calls| calls.production == calls.real.len() && !made.contains(class))
                .map(|calls| calls.production);
            plan.classes.push(ClassReport {
                name: self.reader.class_name(class),
                path: path_of(self.reader, sites[0].file),
                sites: count,
                dependency: self.dependency.simple().to_owned(),
                way,
                always_real: always_real.filter(|count| *count > 0),
            });
        }
        for (class, calls) in &attempt.made {
            let name = format!("`{}`", self.reader.class_name(class));
            for (file, offset) in &calls.real {
                let note = self.note(NoteKind::RealDefault, name.clone(), *file, *offset);
                plan.notes.insert(note);
            }
        }
        self.fallbacks(by_class, &reached, plan);
        plan.replaced = attempt.reached;
        plan.replaced.append(&mut attempt.scoped);
        plan.replaced.sort_unstable();
    }

    pub(super) fn note(&self, kind: NoteKind, text: String, file: FileId, offset: usize) -> Note {
        Note {
            kind,
            text,
            path: self.reader.code().file(file).path.clone(),
            line: self.reader.code().line(file, offset),
        }
    }

    /// Real defaults of seams in classes whose own reads were replaced.
    fn fallbacks(
        &self,
        by_class: &BTreeMap<ClassId, Vec<&Site<'a>>>,
        reached: &BTreeSet<usize>,
        plan: &mut Plan,
    ) {
        let changed: BTreeSet<&ClassId> = by_class
            .iter()
            .filter(|(_, sites)| sites.iter().any(|site| reached.contains(&site.index)))
            .map(|(class, _)| class)
            .collect();
        for site in self.not_counted {
            let is_default = site.reason == NotCountedReason::SeamDefault;
            if !is_default || !self.dependency.serves(self.catalogue, &site.api) {
                continue;
            }
            let Some(file) = self.reader.code().find(&site.path) else {
                continue;
            };
            let class = self
                .reader
                .code()
                .tree(file)
                .and_then(|tree| self.reader.class_around(file, tree.covering(site.range)));
            if let Some(class) = class.filter(|class| changed.contains(class)) {
                let text = format!("`{}` in `{}`", site.pattern, self.reader.class_name(&class));
                plan.notes.insert(Note {
                    kind: NoteKind::KeptFallback,
                    text,
                    path: site.path.clone(),
                    line: site.line_col.line,
                });
            }
        }
    }
}
