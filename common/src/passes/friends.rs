//! The test assemblies that must see the scopes of a migration: which of them can't yet, the change that lets them, and
//! the tests that they get.

use std::collections::{BTreeMap, BTreeSet};

use crate::cli::Error;
use crate::edit::{Edit, FileChange, Overlap, SourceChange, TextEdit};
use crate::note::{Note, NoteKind};
use crate::opening::Opening;
use crate::project::Project;
use crate::seam::ambient::friends::{Naming, missing, naming};
use crate::seam::ambient::key::public_key;
use crate::seam::replace::{AMBIENT_SCOPE, INTERNAL_CONSTRUCTOR};
use crate::seam::tree::SourceTree;
use crate::source::{SourcePath, SourceText};

use super::Migrated;
use super::scope_tests::scope_tests;

/// What lets tests fill the scopes.
#[derive(Default)]
pub struct Friends {
    /// The change.
    pub change: SourceChange,
    /// The files that it edits, as they are.
    pub texts: BTreeMap<SourcePath, SourceText>,
    /// What is to say of it.
    pub notes: BTreeSet<Note>,
}

/// The friends of the projects that got something internal, by what was planned in `tree`. With `only` nothing outside of
/// the scope changes.
///
/// # Errors
///
/// When the changes of a file overlap, or pending ones can't be read.
pub fn friends(
    opening: &Opening,
    done: &Migrated,
    tree: &SourceTree,
    only: bool,
) -> Result<Friends, Error> {
    let mut friends = Friends::default();
    let scopes = done
        .classes
        .iter()
        .filter(|class| matches!(class.way, AMBIENT_SCOPE | INTERNAL_CONSTRUCTOR));
    let owners: BTreeSet<usize> = scopes
        .filter_map(|class| {
            tree.files
                .iter()
                .find(|file| file.path.as_str() == class.path)
        })
        .map(|file| file.project)
        .collect();
    if owners.is_empty() {
        return Ok(friends);
    }
    let code = tree.code();
    let projects: Vec<&Project> = opening.workspace.evaluated().collect();
    let pending = opening.delivery.pending(&opening.document)?;
    let read = |path: &SourcePath| {
        let here = tree.source(path).or_else(|| pending.get(path)).cloned();
        here.or_else(|| {
            let bytes = opening.delivery.folder().read_named(path).ok()??;
            SourceText::decode(&bytes).ok()
        })
    };
    let mut edits: BTreeMap<SourcePath, Vec<Edit>> = BTreeMap::new();
    let missing = missing(&code, &owners);
    let mut blind: BTreeSet<(usize, usize)> = BTreeSet::new();
    for one in missing {
        let (own, test) = (projects[one.owner], projects[one.test]);
        let text = read(&own.path);
        let outside = || "a project file lies outside the scope".to_owned();
        let named = if only {
            Err(outside())
        } else {
            let key = test.signing_key.as_ref().and_then(|path| {
                let bytes = opening.delivery.folder().read_named(path).ok()??;
                public_key(&bytes)
            });
            let text = text.as_ref().map(|text| &*text.text);
            naming(&code, &projects, one, text, key.as_deref())
        };
        let names = format!("`{}` for `{}`", test.assembly_name, own.assembly_name);
        let (kind, text, path) = match named {
            Ok(Naming::Edit(path, edit)) => {
                edits.entry(path.clone()).or_default().push(edit);
                (NoteKind::FriendAssembly, names, path)
            }
            Ok(Naming::Create(path, text)) => {
                let file = friends.change.files.entry(path.clone());
                let file = file.or_insert_with(|| FileChange::Create(String::new()));
                if let FileChange::Create(all) = file {
                    all.push_str(&text);
                }
                (NoteKind::FriendAssembly, names, path)
            }
            Err(why) => {
                blind.insert((one.owner, one.test));
                let text = format!("{names}: {why}");
                (NoteKind::FriendByHand, text, own.path.clone())
            }
        };
        friends.notes.insert(Note {
            kind,
            text,
            path,
            line: 1,
        });
    }
    for (path, edits) in edits {
        let overlapping =
            |overlap: Overlap| Error::input(format!("two friends in `{path}` overlap ({overlap})"));
        let edit = TextEdit::new(edits).map_err(overlapping)?;
        friends
            .texts
            .extend(read(&path).map(|text| (path.clone(), text)));
        friends.change.files.insert(path, FileChange::Edit(edit));
    }
    let sees = |owner: usize, test: usize| {
        let references = &code.projects()[test].scope.references;
        let refers = references.iter().any(|id| id.0 as usize == owner);
        refers && !blind.contains(&(owner, test))
    };
    if !only {
        for (path, text) in scope_tests(&code, &projects, &done.scopes, &sees) {
            friends.notes.insert(Note {
                kind: NoteKind::ScopeTests,
                text: format!("`{}`", path.file_name().trim_end_matches(".cs")),
                path: path.clone(),
                line: 1,
            });
            friends.change.files.insert(path, FileChange::Create(text));
        }
    }
    Ok(friends)
}
