//! One file's findings: the readings' sites united, each with its place.

use std::cell::{Cell, RefCell};

use rayon::prelude::*;

use crate::binding::{Binder, FileId, GlobalUsingKind, Names, OutlineBinder};
use crate::catalogue::{Catalogue, Entry, INTENTIONAL, Verdict};
use crate::finding::{
    Finding, FindingId, Incomplete, IncompleteReason, NotCounted, NotCountedReason,
};
use crate::outline::Outline;
use crate::source::{SourcePath, SourceText};
use crate::symbol::SymbolId;
use crate::syntax::{Lexer, Parsed, TokenKind};
use crate::text::{LineIndex, TextRange, cut};

use super::declared::Declared;
use super::groups::Groups;
use super::library::KnownLibrary;
use super::misread::note_errors;
use super::owner::is_own_affair;
use super::parts::Parts;
use super::place::{intentional, place_of};
use super::pure::{FoundHelper, Helpers};
use super::reach::{Brings, Reach};
use super::remarks::{Remarked, Remarks, namespaces};
use super::scan::{Helper, Wanted, end_of_code};
use super::sites::{Site, find};
use super::told::Told;
use super::vocabulary::{Extra, Vocabulary};
use super::{Reading, SurveyOptions};

/// More code than this, blanks and what is hidden aside, isn't parsed at once: a megabyte takes a second and 150 MB, four
/// of them take 600 MB. The largest member with a site in the public repositories looked at has a twentieth of it.
const MOST_CODE: usize = 1 << 20;
/// The texts of the sites of a file may take so many times its size, and those of so many bytes always stay whole.
const TEXTS_PER_FILE: usize = 4;
const SHORT_TEXT: usize = 256;
/// A line may hold thousands of sites, each of which tells its comment.
const LONGEST_COMMENT: usize = 1000;
const TOO_DEEP: &str = "declarations inside too many others";
const TOO_MUCH: &str = "more code at once than is parsed";

/// What one file gives.
pub(super) struct FileReport {
    pub(super) file: FileId,
    pub(super) findings: Vec<Finding>,
    pub(super) not_counted: Vec<NotCounted>,
    pub(super) incomplete: Vec<Incomplete>,
    pub(super) remarks: Remarks,
    /// Whether it may sort by keys.
    pub(super) sorts: bool,
    /// Whether a tree was needed.
    pub(super) parsed: bool,
}

impl FileReport {
    pub(super) fn new(file: FileId) -> Self {
        Self {
            file,
            findings: Vec::new(),
            not_counted: Vec::new(),
            incomplete: Vec::new(),
            remarks: Remarks::default(),
            sorts: false,
            parsed: false,
        }
    }

    fn append(&mut self, mut other: Self) {
        self.findings.append(&mut other.findings);
        self.not_counted.append(&mut other.not_counted);
        self.incomplete.append(&mut other.incomplete);
        self.remarks.append(other.remarks);
        self.parsed |= other.parsed;
    }
}

/// All that inspecting a file needs.
pub(super) struct Inspector<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) words: &'a Vocabulary,
    /// By project.
    pub(super) extras: &'a [Extra],
    pub(super) names: &'a Names<'a>,
    pub(super) library: &'a KnownLibrary<'a>,
    pub(super) reach: &'a Reach,
    pub(super) declared: &'a Declared,
    pub(super) options: &'a SurveyOptions,
}

/// One file.
struct Page<'a> {
    file: FileId,
    path: &'a SourcePath,
    source: &'a SourceText,
    lines: &'a LineIndex,
    is_test: bool,
    /// The last line that was asked whether its sites are deliberate, and the answer.
    deliberate: RefCell<Option<(usize, Option<String>)>>,
    /// Bytes that the texts of its sites may still take.
    texts: Cell<usize>,
}

impl<'a> Page<'a> {
    fn new(
        (file, path): (FileId, &'a SourcePath),
        source: &'a SourceText,
        lines: &'a LineIndex,
        is_test: bool,
    ) -> Self {
        Self {
            file,
            path,
            source,
            lines,
            is_test,
            deliberate: RefCell::default(),
            texts: Cell::new(source.text.len() * TEXTS_PER_FILE),
        }
    }

    fn too_complex(&self, offset: Option<usize>, detail: &str) -> Incomplete {
        Incomplete {
            path: self.path.clone(),
            line: offset.map(|offset| self.lines.line_of(offset) as u32 + 1),
            reason: IncompleteReason::TooComplex,
            detail: detail.to_owned(),
        }
    }

    /// The text of a site. Whole texts of what stands inside of each other again and again would take the square of
    /// the file's size: behind a generous part of it they are cut.
    fn text_of(&self, range: TextRange) -> String {
        let text = (self.source.text.get(range.as_range())).unwrap_or_default();
        let left = self.texts.get().saturating_sub(text.len());
        if text.len() <= SHORT_TEXT || left > 0 {
            self.texts.set(left);
            return text.to_owned();
        }
        cut(text, SHORT_TEXT)
    }

    /// The comment that marks the site at `offset` as deliberate. A line may hold thousands of sites.
    fn intentional(&self, offset: usize) -> Option<String> {
        let line = self.lines.line_of(offset);
        let mut last = self.deliberate.borrow_mut();
        match &*last {
            Some((known, comment)) if *known == line => comment.clone(),
            _ => {
                let comment = intentional(&self.source.text, self.lines, offset, INTENTIONAL);
                let comment = comment.map(|comment| cut(&comment, LONGEST_COMMENT));
                *last = Some((line, comment.clone()));
                comment
            }
        }
    }
}

/// How much of a file must be parsed.
enum Needed<'a> {
    All,
    /// Nothing if there are no groups.
    Parts {
        groups: Option<Box<(Parts<'a>, Groups)>>,
        helpers: Vec<FoundHelper<'a>>,
        /// Whether it sorts by keys.
        sorts: bool,
    },
}

/// One of the times that parts of a file are parsed.
struct Pass<'h> {
    hidden: &'h [TextRange],
    /// Whether code is among it.
    hides_code: bool,
    /// Where what it is about starts, if there are several passes.
    start: Option<usize>,
    /// Whether it tells what stands at an offset.
    tells: &'h dyn Fn(usize) -> bool,
}

impl Inspector<'_> {
    pub(super) fn inspect(
        &self,
        file: FileId,
        path: &SourcePath,
        source: &SourceText,
        is_test: bool,
    ) -> FileReport {
        let mut report = FileReport::new(file);
        report.sorts = true;
        let lines = source.line_index();
        let page = Page::new((file, path), source, &lines, is_test);
        let extra = self.extra_of(file, self.names.outline(file));
        if let Some(at) = self.names.outline(file).too_deep() {
            // A name inside may mean what wasn't read.
            report.incomplete.push(page.too_complex(Some(at), TOO_DEEP));
            return report;
        }
        match self.needed(&page, &extra) {
            Needed::All => {
                self.read(&mut report, &page, &extra, None);
            }
            Needed::Parts {
                groups,
                helpers,
                sorts,
            } => {
                report.sorts = sorts;
                if groups.is_none_or(|asked| {
                    let (parts, groups) = *asked;
                    self.read_parts(&mut report, &page, &extra, (&parts, &groups))
                }) {
                    for helper in helpers {
                        self.add_helper(&mut report, &page, helper);
                    }
                }
            }
        }
        report
    }

    fn wanted<'e>(&'e self, extra: &'e Extra) -> Wanted<'e> {
        Wanted {
            words: self.words,
            extra,
            reach: self.reach,
            declared: self.declared,
        }
    }

    /// The members around `places` are needed: what of a file isn't; `None` if all of it is.
    pub(super) fn hidden_beside(
        &self,
        file: FileId,
        text: &str,
        places: &[usize],
    ) -> Option<Vec<TextRange>> {
        let extra = Extra::default();
        let mut scan = self.wanted(&extra).scan(text);
        let mut parts = Parts::of(self.names.outline(file), text, &mut scan, Reading::Whole)?;
        for place in places {
            parts.show(*place);
        }
        parts.hidden(text, (&parts.groups(Reading::Whole), 0))
    }

    /// Which parts of a file a tree is needed for, and what was told without one.
    fn needed(&self, page: &Page<'_>, extra: &Extra) -> Needed<'_> {
        let whole = self.options.remarks.takes_whole_files(page.is_test);
        if whole || self.options.reading == Reading::Whole {
            return Needed::All;
        }
        let text: &str = &page.source.text;
        let mut scan = self.wanted(extra).scan(text);
        let outline = self.names.outline(page.file);
        let Some(mut parts) = Parts::of(outline, text, &mut scan, self.options.reading) else {
            return Needed::All;
        };
        let first = self.brought_by_usings(page.file);
        let mut tree = parts.show_objects(&scan, self.reach, first) || !scan.open.is_empty();
        let remarked = self.options.remarks.places(page.is_test, text);
        for place in remarked {
            tree = true;
            parts.show(place);
        }
        for place in &scan.open {
            parts.show(*place);
        }
        let teller = Helpers {
            catalogue: self.catalogue,
            binder: OutlineBinder::new(self.names, self.library, page.file),
            text,
        };
        let mut helpers = Vec::new();
        let mut rest: &[Helper] = &scan.helpers;
        while let Some(first) = rest.first() {
            // Those of one member together: if a tree must tell one, it tells all.
            let member = parts.at(first.owner.start());
            let count = rest
                .iter()
                .take_while(|helper| parts.at(helper.owner.start()) == member)
                .count();
            let (group, after) = rest.split_at(count);
            rest = after;
            let told = member
                .filter(|(number, _)| !parts.is_shown(*number))
                .and_then(|(_, range)| teller.tell(group, range, &scan));
            if let Some(told) = told {
                helpers.extend(told);
            } else {
                tree = true;
                parts.show(first.owner.start());
            }
        }
        Needed::Parts {
            groups: tree.then(|| {
                let groups = parts.groups(self.options.reading);
                Box::new((parts, groups))
            }),
            helpers,
            sorts: scan.sorts,
        }
    }

    /// Reads the parts of a file that aren't hidden, or all of it if they depend on the rest. Whether the parts were
    /// enough.
    fn read_parts(
        &self,
        report: &mut FileReport,
        page: &Page<'_>,
        extra: &Extra,
        (parts, groups): (&Parts<'_>, &Groups),
    ) -> bool {
        let (file, path, source) = (page.file, page.path, page.source);
        let is_test = page.is_test;
        let one = |group: usize| {
            let mut part = FileReport::new(file);
            let page = Page::new((file, path), source, page.lines, is_test);
            page.texts.set(page.texts.get() / groups.count());
            let hidden = parts.hidden(&source.text, (groups, group))?;
            let several = groups.count() > 1;
            let pass = Pass {
                hidden: &hidden,
                hides_code: parts.is_code(&hidden),
                start: groups.start(group).filter(|_| several),
                tells: &|offset| !several || parts.group_at(groups, offset) == group,
            };
            let enough = self.read(&mut part, &page, extra, Some(&pass));
            enough.then_some(part)
        };
        let found: Vec<Option<FileReport>> = match groups.count() {
            1 => vec![one(0)],
            count => (0..count).into_par_iter().map(one).collect(),
        };
        if found.iter().any(Option::is_none) && !is_too_much(&source.text, &[]) {
            self.read(report, page, extra, None);
            return false;
        }
        for (group, part) in found.into_iter().enumerate() {
            if let Some(part) = part {
                report.append(part);
            } else {
                let start = groups.start(group);
                report.incomplete.push(page.too_complex(start, TOO_MUCH));
            }
        }
        true
    }

    /// Reads a file but for what is hidden. Whether nothing depended on that.
    fn read(
        &self,
        report: &mut FileReport,
        page: &Page<'_>,
        extra: &Extra,
        pass: Option<&Pass<'_>>,
    ) -> bool {
        let text = &page.source.text;
        report.parsed = true;
        let hidden = pass.map(|pass| pass.hidden);
        let parsed = match hidden {
            _ if is_too_much(text, hidden.unwrap_or_default()) => Err(TOO_MUCH.to_owned()),
            Some(hidden) => Parsed::of_parts(text, hidden).map_err(|error| error.to_string()),
            None => Parsed::of(text).map_err(|error| error.to_string()),
        };
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(detail) => {
                let start = pass.and_then(|pass| pass.start);
                report.incomplete.push(page.too_complex(start, &detail));
                return true;
            }
        };
        // What is hidden may have been what the parser would have held on to.
        let understood = parsed.main().broken_bytes() == 0 && parsed.unseen_branches().is_empty();
        let hides_code = pass.is_some_and(|pass| pass.hides_code);
        if hides_code && !understood {
            return false;
        }
        let end = if understood {
            text.len()
        } else {
            end_of_code(text)
        };
        let mut told = Told::by(&parsed);
        for (number, reading) in parsed.readings().iter().enumerate() {
            let binder = Binder::new(self.names, self.library, page.file, reading.tree());
            let statics = !extra.statics.is_empty();
            let found = find(self.catalogue, &binder, reading.tree(), self.words, statics);
            // Each place is told by the reading that understands it best, and so counts once.
            let tells = |range: TextRange| {
                pass.is_none_or(|pass| (pass.tells)(range.start()))
                    && (parsed.readings().len() == 1 || parsed.deciding(range).0 == number)
            };
            report.remarks.add_reading(
                &self.options.remarks,
                &Remarked {
                    path: page.path,
                    source: page.source,
                    lines: page.lines,
                    is_test: page.is_test,
                },
                &binder,
                (reading.tree().root(), &found.sites),
                &|| namespaces(self.names, page.file),
                &tells,
            );
            if hides_code && binder.has_looked_around() {
                return false;
            }
            let here = |at| pass.is_none_or(|pass| (pass.tells)(at));
            for site in &found.sites {
                let at = site.member_range.start();
                if at < end && here(at) && told.tells_site(number, site) {
                    self.add(report, &binder, page, site);
                }
            }
            for one in found.open {
                if one.offset >= end || !here(one.offset) || !told.tells_place(number, one.offset) {
                    continue;
                }
                report.incomplete.push(Incomplete {
                    path: page.path.clone(),
                    line: Some(page.lines.line_col(text, one.offset).line),
                    reason: one.reason,
                    detail: one.detail,
                });
            }
        }
        note_errors(report, &parsed, page.path, text, page.lines);
        true
    }

    /// What aliases bring, and what the project's usings bring to each of its files; those of the file itself are among
    /// its own names.
    fn brought_by_usings(&self, file: FileId) -> Brings {
        let mut brings = Brings::default();
        for using in self.names.global_usings(self.names.project_of(file)) {
            if using.kind != GlobalUsingKind::Namespace {
                brings.add(self.reach.of_text(&using.target));
            }
        }
        brings
    }

    /// What the usings of the file and of its project add to the words.
    pub(super) fn extra_of(&self, file: FileId, outline: &Outline) -> Extra {
        let mut extra = self.words.extra_of(outline);
        let global = &self.extras[self.names.project_of(file).0 as usize];
        for (name, target) in &global.aliases {
            let own = extra.aliases.entry(name.clone());
            own.or_insert_with(|| target.clone());
        }
        extra.statics.extend(global.statics.iter().cloned());
        extra.inherit(outline, global.heirs.clone());
        extra
    }

    fn is_asked_for(&self, entry: &Entry) -> bool {
        let asked = &self.options.categories;
        if asked.is_empty() {
            entry.verdict != Verdict::OffByDefault
        } else {
            asked.contains(&entry.category)
        }
    }

    fn add_helper(&self, report: &mut FileReport, page: &Page<'_>, helper: FoundHelper<'_>) {
        if !self.is_asked_for(helper.entry) {
            return;
        }
        report.not_counted.push(NotCounted {
            reason: NotCountedReason::PureHelper,
            api: helper.api,
            pattern: helper.pattern,
            category: helper.entry.category,
            path: page.path.clone(),
            range: helper.range,
            line_col: (page.lines).line_col(&page.source.text, helper.range.start()),
            project: None,
        });
    }

    fn add<'a>(
        &self,
        report: &mut FileReport,
        binder: &Binder<'a>,
        page: &Page<'_>,
        site: &Site<'a>,
    ) {
        if !self.is_asked_for(site.decision.entry) {
            return;
        }
        let Page {
            path,
            source,
            lines,
            ..
        } = page;
        let category = site.decision.entry.category;
        if is_own_affair(site.decision.entry, || binder.type_name(site.node)) {
            return;
        }
        let line_col = lines.line_col(&source.text, site.range.start());
        if let Some(reason) = site.reason {
            report.not_counted.push(NotCounted {
                reason,
                api: site.decision.api.clone(),
                pattern: site.pattern.clone(),
                category,
                path: (*path).clone(),
                range: site.range,
                line_col,
                project: None,
            });
            return;
        }
        let place = place_of(site.node);
        report.findings.push(Finding {
            id: FindingId::of("", &SymbolId::new(""), "", 0),
            api: site.decision.api.clone(),
            overloads: site.decision.overloads.clone(),
            pattern: site.pattern.clone(),
            category,
            path: (*path).clone(),
            range: site.range,
            member_range: site.member_range,
            line_col,
            disk_range: source.disk_range_by(lines.units(), site.range),
            text: page.text_of(site.range),
            type_name: binder.type_name(site.node),
            member: place.member,
            context: place.context,
            provenance: site.provenance,
            project: None,
            assumed: site.decision.assumed
                || binder.has_external_base(site.node)
                || binder.is_behind_alias(site.node),
            replacement: None,
            intentional: page.intentional(site.range.start()),
        });
    }
}

/// Whether there is more code than is parsed at once, comments aside.
fn is_too_much(text: &str, hidden: &[TextRange]) -> bool {
    let shown = |hidden: &mut Vec<TextRange>| {
        hidden.sort_unstable();
        let (mut at, mut code) = (0, 0);
        for gap in hidden.iter().chain([&TextRange::empty(text.len())]) {
            let shown = text.as_bytes().get(at..gap.start()).unwrap_or_default();
            let code_here = shown.iter().filter(|byte| !byte.is_ascii_whitespace());
            code += code_here.count();
            at = at.max(gap.end());
        }
        code > MOST_CODE
    };
    let mut hidden = hidden.to_vec();
    if text.len() <= MOST_CODE || !shown(&mut hidden) {
        return false;
    }
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.next_token();
        match token.kind {
            TokenKind::End => return shown(&mut hidden),
            TokenKind::Comment => hidden.push(token.range()),
            _ => {}
        }
    }
}
