//! How far detection agrees with the C# compiler's own binding, on checkouts of real code:
//! `cargo run --release --example agreement -- FOLDER…`.
//!
//! Both look for the same APIs: the compiler's list is generated from the catalogue. Compared are static members,
//! constructions and method groups, in two lists: what counts (whether it ended as a finding or as the default or the
//! implementation of a seam), and the pure helpers. Instance members, which count or not by who made the receiver,
//! are not compared. Left out and counted: what the compiler has no word on, because `#if` left it out, the file has
//! syntax errors, the member is a package's or newer than .NET 8, or we report nothing where it could not choose an overload.
//!
//! The column of non-findings counts the places where the text of a catalogued reference (`File.Exists`) stands and
//! neither reports one: strings, comments, `nameof`, the project's own types.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

mod built;

use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use built::build;
use seamwright_common::catalogue::signatures::signatures;
use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;
use serde_json::Value;

/// How many disagreements of each kind are shown, unless `AGREEMENT_SHOWN` says otherwise.
const SHOWN: usize = 20;

/// The framework whose base library the compiler knows.
const COMPILER: &str = "net8.0";

const PROGRAM: &str = "detect-static-dependencies";

/// File, line, column.
type Place = (String, u64, u64);

/// The two lists that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum List {
    Counts,
    Pure,
}

impl List {
    fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Pure => "pure helpers",
        }
    }
}

/// One line of the table.
#[derive(Clone, Copy, Default)]
struct Row {
    sites: usize,
    agreed: usize,
    only_ours: usize,
    only_theirs: usize,
    non_findings: usize,
    left_out: usize,
}

impl Row {
    fn add(&mut self, other: Self) {
        self.sites += other.sites;
        self.agreed += other.agreed;
        self.only_ours += other.only_ours;
        self.only_theirs += other.only_theirs;
        self.non_findings += other.non_findings;
        self.left_out += other.left_out;
    }

    fn print(&self, folder: &str, files: u64, list: List, seconds: f64) {
        println!(
            "| {folder} | {files} | {} | {} | {} | {} | {} | {:.4} | {:.4} | {} | {} ({:.1} %) | {seconds:.1} |",
            list.name(),
            self.sites,
            self.agreed,
            self.only_ours,
            self.only_theirs,
            share(self.agreed, self.agreed + self.only_ours),
            share(self.agreed, self.sites),
            self.non_findings,
            self.left_out,
            100.0
                * if self.left_out == 0 {
                    0.0
                } else {
                    share(self.left_out, self.sites + self.left_out)
                },
        );
    }
}

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: agreement FOLDER…");
        return ExitCode::from(2);
    }
    let (root, programs) = match build("agreement", &[PROGRAM]) {
        Ok(built) => built,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let program = programs.join(format!("{PROGRAM}{EXE_SUFFIX}"));
    println!(
        "| folder | files | list | sites | agreed | only ours | only the compiler's | precision | recall | non-findings | left out | seconds |"
    );
    println!("| --- | --: | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    let lists = Lists::of_catalogue();
    let mut all = [(List::Counts, Row::default()), (List::Pure, Row::default())];
    let (mut files, mut seconds) = (0, 0.0);
    let several = folders.len() > 1;
    for folder in folders {
        match compare(&root, &program, &folder, &lists) {
            Ok(compared) => {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                files += compared.files;
                seconds += compared.seconds;
                for (list, sum) in &mut all {
                    let row = compared.rows[list];
                    row.print(&name, compared.files, *list, compared.seconds);
                    sum.add(row);
                }
            }
            Err(error) => {
                eprintln!("error: {}: {error}", folder.display());
                return ExitCode::FAILURE;
            }
        }
    }
    if several {
        for (list, row) in all {
            row.print("all", files, list, seconds);
        }
    }
    ExitCode::SUCCESS
}

struct Compared {
    files: u64,
    seconds: f64,
    rows: BTreeMap<List, Row>,
}

fn compare(
    root: &Path,
    program: &Path,
    folder: &Path,
    lists: &Lists,
) -> Result<Compared, Box<dyn Error>> {
    let started = Instant::now();
    let document = ours(program, folder)?;
    let seconds = started.elapsed().as_secs_f64();
    let compiler = compilers(root, folder, &lists.banned)?;
    let blind = Blind::of(&compiler);

    let mut ours: BTreeMap<Place, (List, String)> = BTreeMap::new();
    let mut left_out: BTreeMap<Place, List> = BTreeMap::new();
    for site in sites(&document) {
        let pattern = text(site, "pattern")?;
        let Some(list) = lists.of_pattern(&pattern) else {
            continue;
        };
        if site["reason"] == "injected"
            || site["provenance"] == "constructed" && !pattern.starts_with("new ")
        {
            continue;
        }
        let place = place(site, "path")?;
        if blind.at(&place) || blind.to(site["api"].as_str().unwrap_or_default()) {
            left_out.insert(place, list);
        } else {
            ours.insert(place, (list, pattern));
        }
    }
    let mut theirs: BTreeMap<Place, (List, String)> = BTreeMap::new();
    for hit in array(&compiler, "hits") {
        let place = place(hit, "file")?;
        if hit["inNameof"] == true
            || hit["kind"] == "constructorInitializer"
            // In a package's own repository its types are the project's own.
            || hit["inSource"] == true
            || generated(folder, &place.0)
        {
            continue;
        }
        let list = lists.of_rule(hit["rule"].as_str().unwrap_or_default());
        // For want of a package the compiler may know the member and not the overload: that still agrees.
        let decided = hit["resolution"] == "resolved" || ours.contains_key(&place);
        if !decided || blind.at(&place) {
            left_out.insert(place, list);
        } else {
            theirs.insert(
                place,
                (list, hit["docId"].as_str().unwrap_or_default().to_owned()),
            );
        }
    }

    let mut rows = BTreeMap::from([(List::Counts, Row::default()), (List::Pure, Row::default())]);
    let mut row = |list: List, change: &dyn Fn(&mut Row)| {
        if let Some(row) = rows.get_mut(&list) {
            change(row);
        }
    };
    let shown = std::env::var("AGREEMENT_SHOWN")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(SHOWN);
    let mut told = [0, 0];
    for (place, (list, api)) in &theirs {
        row(*list, &|row| row.sites += 1);
        if ours.contains_key(place) {
            row(*list, &|row| row.agreed += 1);
        } else {
            row(*list, &|row| row.only_theirs += 1);
            tell("the compiler's", place, api, &mut told[0], shown);
        }
    }
    for (place, (list, api)) in &ours {
        if !theirs.contains_key(place) {
            row(*list, &|row| row.only_ours += 1);
            tell("ours", place, api, &mut told[1], shown);
        }
    }
    for list in left_out.values() {
        row(*list, &|row| row.left_out += 1);
    }
    let known = |place: &Place| {
        ours.contains_key(place) || theirs.contains_key(place) || left_out.contains_key(place)
    };
    for (path, text) in sources(folder) {
        for (line, column, list) in lists.texts(&text) {
            let place = (path.clone(), line, column);
            if !blind.at(&place) && !known(&place) {
                row(list, &|row| row.non_findings += 1);
            }
        }
    }
    Ok(Compared {
        files: document["scope"]["files_scanned"].as_u64().unwrap_or(0),
        seconds,
        rows,
    })
}

fn share(part: usize, whole: usize) -> f64 {
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    if whole == 0 {
        1.0
    } else {
        small(part) / small(whole)
    }
}

fn tell(who: &str, place: &Place, api: &str, told: &mut usize, at_most: usize) {
    if *told < at_most {
        let (path, line, column) = place;
        eprintln!("only {who}: {path}:{line}:{column} {api}");
    }
    *told += 1;
}

/// Where the compiler is no witness.
struct Blind {
    unparsed: BTreeSet<String>,
    /// Per file, first and last line of what `#if` left out.
    inactive: BTreeMap<String, Vec<(u64, u64)>>,
    /// Ids without parameters that its references don't have.
    unresolved: BTreeSet<String>,
}

impl Blind {
    fn of(compiler: &Value) -> Self {
        let mut inactive: BTreeMap<String, Vec<(u64, u64)>> = BTreeMap::new();
        for range in array(compiler, "inactive") {
            inactive
                .entry(range["file"].as_str().unwrap_or_default().to_owned())
                .or_default()
                .push((
                    range["line"].as_u64().unwrap_or(0),
                    range["endLine"].as_u64().unwrap_or(0),
                ));
        }
        let strings = |name: &str| {
            array(compiler, name)
                .filter_map(|one| one.as_str().map(str::to_owned))
                .collect()
        };
        Self {
            unparsed: strings("unparsed"),
            inactive,
            unresolved: strings("unresolvedRules"),
        }
    }

    fn at(&self, (path, line, _): &Place) -> bool {
        self.unparsed.contains(path)
            || self
                .inactive
                .get(path)
                .is_some_and(|ranges| ranges.iter().any(|(from, to)| (from..=to).contains(&line)))
    }

    /// A package's type, or a member that came after .NET 8.
    fn to(&self, api: &str) -> bool {
        let bare = api.split('(').next().unwrap_or(api);
        let Some((owner, member)) = bare.get(2..).and_then(|name| name.rsplit_once('.')) else {
            return false;
        };
        let known = signatures(owner, member.split('`').next().unwrap_or(member));
        self.unresolved.contains(bare)
            || self.unresolved.contains(&format!("T:{owner}"))
            || known.iter().all(|one| one.is_on(COMPILER) == Some(false))
    }
}

/// The compiler's list, and which of the two lists a reference is on.
struct Lists {
    banned: String,
    rules: BTreeMap<String, List>,
    /// As reports write them: `DateTime.Now`, `new HttpClient`.
    patterns: BTreeMap<String, List>,
    /// Simple names of types of which every static member is meant.
    owners: BTreeMap<String, List>,
}

impl Lists {
    fn of_catalogue() -> Self {
        let on: Vec<Category> = Category::ALL
            .iter()
            .copied()
            .filter(|category| *category != Category::Concurrency)
            .collect();
        let mut lists = Self {
            banned: String::new(),
            rules: BTreeMap::new(),
            patterns: BTreeMap::new(),
            owners: BTreeMap::new(),
        };
        let mut exceptions = BTreeSet::new();
        for (list, part) in [
            (List::Counts, BannedList::References),
            (List::Pure, BannedList::Pure),
        ] {
            for line in Catalogue::standard().banned_list(part, &on).lines() {
                if let Some(id) = line.strip_prefix('!') {
                    exceptions.insert(id.to_owned());
                } else {
                    lists.add(line, list);
                }
            }
        }
        // What one list takes out may be what the other one is about.
        exceptions.retain(|id| {
            let all_overloads = id.split('(').next().unwrap_or(id);
            !lists.rules.contains_key(id) && !lists.rules.contains_key(all_overloads)
        });
        for id in lists.rules.keys() {
            lists.banned.extend([id.as_str(), "\n"]);
        }
        for id in exceptions {
            lists.banned.extend(["!", id.as_str(), "\n"]);
        }
        lists
    }

    fn add(&mut self, id: &str, list: List) {
        self.rules.insert(id.to_owned(), list);
        let name = id.get(2..).unwrap_or_default();
        let name = name.split('(').next().unwrap_or_default();
        let simple = |owner: &str| owner.rsplit('.').next().unwrap_or(owner).to_owned();
        if id.starts_with("T:") {
            self.owners.insert(simple(name), list);
            return;
        }
        let (owner, member) = name.rsplit_once('.').unwrap_or(("", name));
        let member = member.split('`').next().unwrap_or(member);
        let pattern = match member {
            "#ctor" => format!("new {}", simple(owner)),
            member => format!("{}.{member}", simple(owner)),
        };
        // An overload that is pure doesn't make the pattern so.
        self.patterns
            .entry(pattern)
            .and_modify(|known| *known = (*known).min(list))
            .or_insert(list);
    }

    fn of_pattern(&self, pattern: &str) -> Option<List> {
        self.patterns.get(pattern).copied().or_else(|| {
            let (owner, _) = pattern.split_once('.')?;
            self.owners.get(owner).copied()
        })
    }

    fn of_rule(&self, rule: &str) -> List {
        self.rules.get(rule).copied().unwrap_or(List::Counts)
    }

    /// Where a catalogued reference stands as text: line, column in UTF-16 units of the start of the dotted name, list.
    fn texts<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (u64, u64, List)> + 'a {
        let dotted =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '@' | ':');
        text.lines().zip(1..).flat_map(move |(line, number)| {
            let mut from = 0;
            let mut found = Vec::new();
            while let Some(at) = line[from..].find(dotted).map(|at| from + at) {
                let end = line[at..]
                    .find(|letter| !dotted(letter))
                    .map_or(line.len(), |end| at + end);
                let parts: Vec<&str> = line[at..end].split('.').collect();
                let list = parts
                    .windows(2)
                    .find_map(|pair| self.of_pattern(&format!("{}.{}", pair[0], pair[1])));
                if let Some(list) = list {
                    let column = line[..at].encode_utf16().count() as u64 + 1;
                    found.push((number, column, list));
                }
                from = end;
            }
            found
        })
    }
}

fn array<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

/// The folder's C#, without what detection leaves out.
fn sources(folder: &Path) -> impl Iterator<Item = (String, String)> + '_ {
    let skipped = ["bin", "obj", ".git", "node_modules"];
    walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_entry(move |entry| !skipped.iter().any(|name| entry.file_name() == *name))
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(move |entry| {
            let path = entry.path().strip_prefix(folder).ok()?.to_str()?.to_owned();
            let bytes = std::fs::read(entry.path()).ok()?;
            (entry.path().extension().is_some_and(|end| end == "cs") && !generated(folder, &path))
                .then(|| (path, String::from_utf8_lossy(&bytes).into_owned()))
        })
}

fn sites(document: &Value) -> impl Iterator<Item = &Value> {
    ["findings", "not_counted"]
        .into_iter()
        .flat_map(|section| document[section].as_array().into_iter().flatten())
}

fn place(value: &Value, path: &str) -> Result<Place, Box<dyn Error>> {
    let number = |name: &str| {
        value[name]
            .as_u64()
            .ok_or_else(|| format!("`{name}` is missing"))
    };
    Ok((text(value, path)?, number("line")?, number("column")?))
}

fn text(value: &Value, name: &str) -> Result<String, Box<dyn Error>> {
    Ok(value[name]
        .as_str()
        .ok_or_else(|| format!("`{name}` is missing"))?
        .to_owned())
}

fn ours(program: &Path, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let output = Command::new(program)
        .arg(folder.canonicalize()?)
        .args(["--include-tests", "--format", "json"])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// What the compiler binds: each project's files with what the project references, the others all together.
fn compilers(root: &Path, folder: &Path, banned: &str) -> Result<Value, Box<dyn Error>> {
    let list = tempfile::NamedTempFile::new()?;
    std::fs::write(list.path(), banned)?;
    let detect = |options: &[&str]| -> Result<Value, Box<dyn Error>> {
        let output = Command::new(root.join("tests/oracle/oracle"))
            .arg("detect")
            .args(options)
            .arg("--banned")
            .arg(list.path())
            .arg(folder)
            .output()?;
        serde_json::from_slice(&output.stdout)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned().into())
    };
    let mut all = match detect(&["--projects"]) {
        Ok(by_projects) => by_projects,
        Err(error) => {
            eprintln!("{}: not by projects: {error}", folder.display());
            return detect(&["--stubs", "all", "--web"]);
        }
    };
    let texts = |value: &Value, name: &str| -> BTreeSet<String> {
        array(value, name)
            .filter_map(|one| one.as_str().map(str::to_owned))
            .collect()
    };
    // A project's language version can be too old for what this compiler reads as its own.
    let unparsed = texts(&all, "unparsed");
    let mut answered = texts(&all, "sources");
    answered.retain(|file| !unparsed.contains(file));
    if sources(folder).all(|(path, _)| answered.contains(&path)) {
        return Ok(all);
    }
    let together = detect(&["--stubs", "all", "--web"])?;
    for section in ["hits", "inactive"] {
        let of_others = |one: &&Value| !answered.contains(one["file"].as_str().unwrap_or_default());
        let mut merged: Vec<Value> = array(&all, section)
            .filter(|one| !of_others(one))
            .cloned()
            .collect();
        merged.extend(array(&together, section).filter(of_others).cloned());
        all[section] = merged.into();
    }
    all["unparsed"] = together["unparsed"].clone();
    let known = texts(&together, "unresolvedRules");
    let open = texts(&all, "unresolvedRules");
    all["unresolvedRules"] = open.intersection(&known).cloned().collect();
    Ok(all)
}

/// Generated code, which detection leaves out.
fn generated(folder: &Path, path: &str) -> bool {
    let named = [".g.cs", ".g.i.cs", ".designer.cs", ".generated.cs"];
    let lower = path.to_lowercase();
    named.iter().any(|end| lower.ends_with(end))
        || std::fs::read(folder.join(path)).is_ok_and(|bytes| {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_lowercase();
            head.contains("<auto-generated") || head.contains("<autogenerated")
        })
}
