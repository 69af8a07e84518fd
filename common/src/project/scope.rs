//! What an expression in a project file sees: properties, the file it stands in, items, the files of the run.
//! Bounds the work that hostile files can ask for. Knows nothing of the order of evaluation.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};

use super::ProjectFiles;
use super::items::Item;
use super::location::Location;
use super::note::{Note, NoteKind};
use crate::source::SourcePath;

/// The longest value; longer ones count as empty. Doubling properties (`$(A)$(A)`) end here.
const MAX_VALUE: usize = 256 << 10;
/// What all expansions for one project may produce together.
pub(super) const MAX_WORK: usize = 64 << 20;
const MAX_NOTES: usize = 200;

/// The cause why a value is not known; an index into the list of causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt(usize);

/// A value, and why it may be wrong. Doubt travels with values and becomes a note only when the value decides
/// something, so that a year in a copyright line disturbs nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) doubt: Option<Doubt>,
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            doubt: None,
        }
    }
}

pub(super) struct Scope<'a> {
    pub(super) files: &'a dyn ProjectFiles,
    pub(super) location: &'a Location,
    pub(super) project: SourcePath,
    /// The file that the current element stands in.
    pub(super) this_file: SourcePath,
    /// The line of the current element.
    pub(super) line: u32,
    properties: HashMap<String, Text>,
    globals: HashSet<String>,
    /// Items of all types but `Compile`, by their type in lower case.
    pub(super) items: HashMap<String, Vec<Item>>,
    /// Nothing is noted while this is set.
    pub(super) quiet: Cell<bool>,
    /// The condition of an import is being decided.
    pub(super) importing: Cell<bool>,
    work: &'a Cell<usize>,
    causes: RefCell<Vec<Note>>,
    notes: RefCell<BTreeSet<Note>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(
        files: &'a dyn ProjectFiles,
        location: &'a Location,
        project: &SourcePath,
        globals: &[(String, String)],
        work: &'a Cell<usize>,
    ) -> Self {
        let mut scope = Self {
            files,
            location,
            project: project.clone(),
            this_file: project.clone(),
            line: 1,
            properties: HashMap::new(),
            globals: HashSet::new(),
            items: HashMap::new(),
            quiet: Cell::new(false),
            importing: Cell::new(false),
            work,
            causes: RefCell::default(),
            notes: RefCell::default(),
        };
        for (name, value) in globals {
            scope.set(name, value.as_str().into());
            scope.globals.insert(name.to_ascii_lowercase());
        }
        scope
    }

    /// The value of a property, reserved ones included; empty when there is none.
    pub(super) fn property(&self, name: &str) -> Text {
        let name = name.to_ascii_lowercase();
        if let Some(text) = self.reserved(&name) {
            return Text { text, doubt: None };
        }
        match self.properties.get(&name) {
            Some(value) => value.clone(),
            None if name == "solutiondir" => self.solution_folder().as_str().into(),
            None => Text::default(),
        }
    }

    /// The value of a property that decides something, trimmed: doubt is noted.
    pub(super) fn decide(&self, name: &str) -> String {
        let value = self.property(name);
        self.raise(value.doubt);
        unescaped(value.text.trim())
    }

    /// Whether a property is `true` (or `enable`, as `ImplicitUsings` and `Nullable` say).
    pub(super) fn is_true(&self, name: &str) -> bool {
        let value = self.decide(name);
        value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("enable")
    }

    /// Whether a property is `false`.
    pub(super) fn is_false(&self, name: &str) -> bool {
        self.decide(name).eq_ignore_ascii_case("false")
    }

    pub(super) fn set(&mut self, name: &str, value: Text) {
        let name = name.to_ascii_lowercase();
        if !self.globals.contains(&name) && self.charge(name.len() + value.text.len()) {
            self.properties.insert(name, value);
        }
    }

    pub(super) fn set_default(&mut self, name: &str, value: &str) {
        if self.property(name).text.is_empty() {
            self.set(name, value.into());
        }
    }

    /// Takes `bytes` from what may be produced. False when that is used up: the caller leaves the value out.
    pub(super) fn charge(&self, bytes: usize) -> bool {
        match self.work.get().checked_sub(bytes) {
            Some(left) if bytes <= MAX_VALUE => {
                self.work.set(left);
                true
            }
            left => {
                if left.is_none() {
                    self.work.set(0);
                }
                self.note(NoteKind::TooComplex, "property values");
                false
            }
        }
    }

    /// Records a cause of doubt at the current element.
    pub(super) fn doubt(&self, kind: NoteKind, subject: &str) -> Doubt {
        let mut causes = self.causes.borrow_mut();
        causes.push(self.note_here(kind, subject));
        Doubt(causes.len() - 1)
    }

    /// The value decides something now.
    pub(super) fn raise(&self, doubt: Option<Doubt>) {
        if let Some(Doubt(at)) = doubt {
            let cause = self.causes.borrow()[at].clone();
            self.keep(cause);
        }
    }

    pub(super) fn note(&self, kind: NoteKind, subject: &str) {
        let note = self.note_here(kind, subject);
        self.keep(note);
    }

    fn note_here(&self, kind: NoteKind, subject: &str) -> Note {
        let subject: String = subject.trim().chars().take(200).collect();
        Note {
            path: self.this_file.clone(),
            line: self.line,
            kind,
            subject,
        }
    }

    fn keep(&self, note: Note) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < MAX_NOTES && (!self.quiet.get() || note.kind == NoteKind::TooComplex) {
            notes.insert(note);
        }
    }

    pub(super) fn into_notes(self) -> BTreeSet<Note> {
        self.notes.into_inner()
    }

    /// Whether a file or folder exists: relative paths are seen from the project's folder, but in the condition
    /// of an import from the file that holds it.
    pub(super) fn is_there(&self, text: &str) -> bool {
        let from = if self.importing.get() {
            &self.this_file
        } else {
            &self.project
        };
        self.charge(64 + text.len())
            && self
                .location
                .seen_from(from, text)
                .is_some_and(|path| self.files.has(&path))
    }

    /// The nearest file called `name` in the absolute folder `from` or above it.
    pub(super) fn file_above(&self, name: &str, from: &str) -> Option<SourcePath> {
        let start = self.location.relative(from);
        if name.is_empty() || start.as_str().len() + name.len() > 4096 {
            return None;
        }
        let mut folder = self.location.absolute(&start);
        loop {
            let candidate = self.location.relative(&format!("{folder}/{name}"));
            if !self.charge(64) {
                return None;
            }
            if self.files.has(&candidate) {
                return Some(candidate);
            }
            let (above, _) = folder.rsplit_once('/')?;
            if above == folder {
                return None;
            }
            folder.truncate(above.len());
        }
    }

    /// `SolutionDir` is set when a solution is built, and projects rely on it: the nearest folder with a solution.
    fn solution_folder(&self) -> String {
        let mut folder = self.location.folder_of(&self.project);
        loop {
            let names = self.files.files_in(&self.location.relative(&folder));
            let is_solution = |name: &String| {
                let name = name.to_ascii_lowercase();
                name.rsplit_once('.')
                    .is_some_and(|(_, extension)| matches!(extension, "sln" | "slnx"))
            };
            if names.unwrap_or_default().iter().any(is_solution) {
                return format!("{folder}/");
            }
            match folder.rsplit_once('/') {
                Some((above, _)) if self.charge(64) => folder.truncate(above.len()),
                _ => return String::new(),
            }
        }
    }

    fn reserved(&self, name: &str) -> Option<String> {
        let stem = |path: &SourcePath| {
            let name = path.file_name();
            name.rsplit_once('.')
                .map_or(name, |(stem, _)| stem)
                .to_owned()
        };
        let extension = |path: &SourcePath| {
            path.file_name()
                .rsplit_once('.')
                .map(|(_, extension)| format!(".{extension}"))
                .unwrap_or_default()
        };
        Some(match name {
            "msbuildprojectdirectory" => self.location.folder_of(&self.project),
            "msbuildprojectfullpath" => self.location.absolute(&self.project),
            "msbuildprojectfile" => self.project.file_name().to_owned(),
            "msbuildprojectname" => stem(&self.project),
            "msbuildprojectextension" => extension(&self.project),
            "msbuildthisfiledirectory" => format!("{}/", self.location.folder_of(&self.this_file)),
            "msbuildthisfilefullpath" => self.location.absolute(&self.this_file),
            "msbuildthisfile" => self.this_file.file_name().to_owned(),
            "msbuildthisfilename" => stem(&self.this_file),
            "msbuildthisfileextension" => extension(&self.this_file),
            // Results must not depend on the machine: everything is evaluated as on Linux with a current SDK.
            "os" => "Unix".to_owned(),
            "msbuildruntimetype" => "Core".to_owned(),
            "msbuildtoolsversion" => "Current".to_owned(),
            "msbuildversion" | "msbuildfileversion" => "17.14.0".to_owned(),
            "msbuildassemblyversion" | "visualstudioversion" => "17.0".to_owned(),
            "netcoresdkversion" => "10.0.100".to_owned(),
            "bundlednetcoreapptargetframeworkversion" => "10.0".to_owned(),
            _ => return None,
        })
    }
}

/// Resolves `MSBuild`'s escapes: `%3B` is a semicolon that doesn't part a list.
pub(super) fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        result.push_str(&rest[..at]);
        let code = rest
            .get(at + 1..at + 3)
            .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .filter(u8::is_ascii);
        if let Some(code) = code {
            result.push(char::from(code));
            rest = &rest[at + 3..];
        } else {
            result.push('%');
            rest = &rest[at + 1..];
        }
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_and_other_percent_signs_stay() {
        assert_eq!(unescaped("a%3Bb%2a 100% %zz%é"), "a;b* 100% %zz%é");
    }
}
