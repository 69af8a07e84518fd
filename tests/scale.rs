//! Whether a run's memory and time follow what is found and not what is read: `cargo run --release --locked --example
//! scale -- [FILES…]`.
//!
//! Makes trees of C# in a temporary folder and runs detection on them as a whole process, on two threads. The first table
//! has more and more files with the same findings; the second more and more findings in a single file; the third a tree
//! with and without a file that is larger than all others together. Asserts that everything is found; the rest is for
//! the reader.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

mod built;

use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use built::build;
use tempfile::TempDir;
use wait4::Wait4;

const PROGRAM: &str = "detect-static-dependencies";
const FILES_OF_A_PROJECT: usize = 200;
/// Files with sites, and sites in each: in every tree of the first table the same.
const WITH_SITES: usize = 1_000;
const SITES: usize = 10;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match scale() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn scale() -> Outcome<()> {
    if cfg!(debug_assertions) {
        eprintln!("warning: without `--release` this says little");
    }
    let sizes: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let sizes = if sizes.is_empty() {
        vec![10_000, 50_000, 100_000]
    } else {
        sizes
    };
    let (_, folder) = build("scale", &[PROGRAM])?;
    let program = folder.join(format!("{PROGRAM}{EXE_SUFFIX}"));

    println!("| files | MB | findings | seconds | peak MB |\n| --: | --: | --: | --: | --: |");
    for files in sizes {
        let tree = Tree::new()?;
        tree.files(files)?;
        let run = tree.run(&program)?;
        let expected = WITH_SITES.min(files) * SITES;
        row(&format!("{files}"), &run, expected)?;
    }

    println!("\n| findings in one file | MB | findings | seconds | peak MB |");
    println!("| --: | --: | --: | --: | --: |");
    for sites in [1_000, 10_000, 100_000] {
        let tree = Tree::new()?;
        let mut out = tree.file("A.cs")?;
        with_sites(&mut out, "A", sites)?;
        drop(out);
        row(&format!("{sites}"), &tree.run(&program)?, sites)?;
    }

    println!("\n| 1,000 files and 10 MB of | MB | findings | seconds | peak MB |");
    println!("| --- | --: | --: | --: | --: |");
    let tree = Tree::new()?;
    tree.files(1_000)?;
    row("nothing", &tree.run(&program)?, 1_000 * SITES)?;
    for (at, (name, write)) in LARGE.iter().enumerate() {
        let tree = Tree::new()?;
        tree.files(1_000)?;
        write(&mut tree.file("p0/Large.cs")?)?;
        let told = usize::from(at + 1 < LARGE.len());
        row(name, &tree.run(&program)?, 1_000 * SITES + told)?;
    }
    Ok(())
}

fn row(name: &str, run: &Run, expected: usize) -> Outcome<()> {
    let Run {
        megabytes,
        findings,
        seconds,
        memory,
    } = run;
    println!(
        "| {name} | {megabytes:.1} | {findings} | {seconds:.2} | {} |",
        memory >> 20
    );
    if *findings == expected {
        Ok(())
    } else {
        Err(format!("{expected} sites, but {findings} findings").into())
    }
}

struct Run {
    megabytes: f64,
    findings: usize,
    seconds: f64,
    /// The most that was resident, in bytes.
    memory: u64,
}

struct Tree(TempDir);

impl Tree {
    fn new() -> Outcome<Self> {
        Ok(Self(TempDir::new()?))
    }

    fn file(&self, path: &str) -> io::Result<BufWriter<File>> {
        let path = self.0.path().join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(BufWriter::new(File::create(path)?))
    }

    /// This many files in projects that refer to each other; the first of them hold the sites.
    fn files(&self, count: usize) -> Outcome<()> {
        for project in 0..count.div_ceil(FILES_OF_A_PROJECT) {
            let name = format!("p{project}/P{project}.csproj");
            write!(self.file(&name)?, "{}", project_file(project))?;
        }
        for number in 0..count {
            // Spread over the projects, so that each has some of all kinds.
            let projects = count.div_ceil(FILES_OF_A_PROJECT);
            let name = format!("Type{number}");
            let folder = number / projects % 10;
            let mut out = self.file(&format!("p{}/Folder{folder}/{name}.cs", number % projects))?;
            if number < WITH_SITES {
                with_sites(&mut out, &name, SITES)?;
            } else {
                without_sites(&mut out, &name)?;
            }
            out.flush()?;
        }
        Ok(())
    }

    fn run(&self, program: &Path) -> Outcome<Run> {
        let output: PathBuf = self.0.path().join("document.json");
        let mut command = Command::new(program);
        command.args(["--format", "json", "--jobs", "2", "--output"]);
        command.arg(&output).arg(self.0.path());
        let started = Instant::now();
        let mut child = (command.stdin(Stdio::null()).stdout(Stdio::null())).spawn()?;
        let ended = child.wait4()?;
        let seconds = started.elapsed().as_secs_f64();
        if !ended.status.success() {
            return Err(format!("{command:?}: {}", ended.status).into());
        }
        let sources = walkdir::WalkDir::new(self.0.path()).into_iter().flatten();
        let sources = sources.filter(|entry| entry.path().extension().is_some_and(|e| e == "cs"));
        let bytes: u64 = sources
            .flat_map(|entry| entry.metadata())
            .map(|file| file.len())
            .sum();
        Ok(Run {
            megabytes: f64::from((bytes / 1000) as u32) / 1000.0,
            findings: findings_in(&output)?,
            seconds,
            memory: ended.rusage.maxrss,
        })
    }
}

/// How many findings a document lists, each on a line of its own. It isn't read as a whole, because a program that is
/// started begins with the memory of the one that starts it, as far as the peak goes.
fn findings_in(document: &Path) -> Outcome<usize> {
    let lines = BufReader::new(File::open(document)?).lines();
    let mut counted = None;
    for line in lines {
        let line = line?;
        match &mut counted {
            None if line.starts_with("  \"findings\": [") => counted = Some(0),
            Some(count) if line.starts_with("    {") => *count += 1,
            Some(count) => return Ok(*count),
            None => {}
        }
    }
    Ok(counted.unwrap_or_default())
}

fn project_file(number: usize) -> String {
    let before = number.saturating_sub(1);
    let reference = if number == 0 {
        String::new()
    } else {
        format!("<ProjectReference Include=\"../p{before}/P{before}.csproj\" />")
    };
    format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n    <TargetFramework>net8.0</TargetFramework>\n    <ImplicitUsings>enable</ImplicitUsings>\n  </PropertyGroup>\n  <ItemGroup>{reference}</ItemGroup>\n</Project>\n"
    )
}

/// A class of some size that names the clock's type and never reads it.
fn without_sites(out: &mut impl Write, name: &str) -> io::Result<()> {
    class(out, name, 12, |out, member| {
        writeln!(
            out,
            "        return start.AddDays({member}).AddHours(count);"
        )
    })
}

fn with_sites(out: &mut impl Write, name: &str, sites: usize) -> io::Result<()> {
    class(out, name, sites, |out, _| {
        writeln!(out, "        return DateTime.UtcNow.AddDays(count);")
    })
}

/// A class with this many methods, whose last lines `body` writes.
fn class<W: Write>(
    out: &mut W,
    name: &str,
    methods: usize,
    body: impl Fn(&mut W, usize) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(out, "using System.Globalization;\n")?;
    writeln!(out, "namespace Company.Product.Area;\n")?;
    writeln!(out, "/// <summary>What is known of one {name}.</summary>")?;
    writeln!(out, "public sealed class {name}\n{{")?;
    writeln!(
        out,
        "    private readonly Dictionary<string, int> counts = [];"
    )?;
    writeln!(
        out,
        "    public string Name {{ get; set; }} = \"{name}\";\n"
    )?;
    for member in 0..methods {
        writeln!(out, "    // Adds what is left over, unless it was there.")?;
        writeln!(
            out,
            "    public DateTime Next{member}(DateTime start, int count)\n    {{"
        )?;
        writeln!(
            out,
            "        if (counts.TryGetValue(Name + \"{member}\", out var known))"
        )?;
        writeln!(out, "        {{\n            count += known;\n        }}\n")?;
        body(out, member)?;
        writeln!(out, "    }}\n")?;
    }
    writeln!(out, "}}")
}

const SITE: &str = "public DateTime Site() => DateTime.UtcNow;";

/// A file of 10 MB as generators and bundlers write them.
type Large = fn(&mut dyn Write) -> io::Result<()>;

/// Each has one site; the last is told to be too much for one member, instead of taking as long as all other files.
const LARGE: [(&str, Large); 4] = [
    ("members", |out| {
        writeln!(out, "class Large\n{{")?;
        for number in 0..250_000 {
            writeln!(out, "    public int Value{number} => {number} + 1;")?;
        }
        writeln!(out, "    {SITE}\n}}")
    }),
    ("one line", |out| {
        write!(out, "class Large {{ int[] all = {{ ")?;
        for number in 0..1_300_000 {
            write!(out, "{number},")?;
        }
        writeln!(out, " }}; {SITE} }}")
    }),
    ("nested calls", |out| {
        let depth = 1_000_000;
        write!(out, "class Large {{ object Nested() => ")?;
        (0..depth).try_for_each(|_| write!(out, "F(() => "))?;
        write!(out, "1")?;
        (0..depth).try_for_each(|_| write!(out, ")"))?;
        writeln!(out, "; {SITE} }}")
    }),
    ("one method with the site", |out| {
        writeln!(out, "class Large\n{{\n    public DateTime Site()\n    {{")?;
        for number in 0..180_000 {
            writeln!(
                out,
                "        list.Add(new Item({number}, \"name\", Kind.Of(a.B[1])));"
            )?;
        }
        writeln!(out, "        return DateTime.UtcNow;\n    }}\n}}")
    }),
];
