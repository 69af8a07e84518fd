//! Two projects of which everything is known: one with 28 uses in seven categories, each marked where it stands, and one
//! that gets all that is ambient from outside.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{rows, texts};
use crate::harness::{Folder, Program};

const PROJECT: &str = r#"<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
"#;

/// A use stands between `«` and `»`, a helper between `‹` and `›`.
const DESK: &str = r#"using System.Diagnostics;

namespace Lending;

public sealed class Desk
{
    private readonly DateTime _opened = «DateTime.Now»;

    public string Lend(string title)
    {
        var ticket = «Guid.NewGuid»().ToString("N");
        var due = «DateTime.UtcNow».AddDays(‹Math.Max›(14, title.Length));
        var slip = ‹Path.Combine›(«Path.GetTempPath»(), ‹Path.GetFileName›(title) + ".txt");
        «File.WriteAllText»(slip, ‹string.Join›(‹Environment.NewLine›, ticket, due));
        «Process.Start»("lp", slip);
        return ticket;
    }

    public async Task<bool> WaitForReturn(string title)
    {
        while («File.Exists»(title))
        {
            await «Task.Delay»(500);
        }
        return «DateTimeOffset.UtcNow» > _opened;
    }
}
"#;

const ARCHIVE: &str = r#"namespace Lending;

public static class Archive
{
    private static readonly string Folder = «Environment.GetEnvironmentVariable»("LENDING") ?? «AppContext.BaseDirectory»;

    public static void Sweep()
    {
        foreach (var file in «Directory.GetFiles»(Folder))
        {
            if (‹Path.GetExtension›(file) == ".old" && «File.GetLastWriteTimeUtc»(file) < «DateTime.UtcNow».AddYears(-1))
            {
                «File.Delete»(file);
                «Console.WriteLine»($"{«DateTime.Now»:O} {file} on {«Environment.MachineName»}");
            }
        }
    }
}
"#;

const LOTTERY: &str = r#"using System.Diagnostics;

namespace Lending;

public sealed class Lottery
{
    private readonly Random _practice = ‹new Random(7)›;

    public int Draw(int readers)
    {
        «Console.Write»("drawing ");
        return «Random.Shared».Next(readers) + «new Random()».Next(2);
    }

    public string Announce(string url)
    {
        var http = «new HttpClient()»;
        var answer = «http.GetStringAsync»(url).Result;
        var clock = «Stopwatch.StartNew»();
        if («Environment.UserInteractive»)
        {
            «Console.WriteLine»(answer + clock.Elapsed);
        }
        «Process.GetCurrentProcess»();
        return answer + «System.Net.Dns.GetHostName»();
    }
}
"#;

/// What stands there, by category.
const KNOWN: [(&str, u64); 7] = [
    ("filesystem", 6),
    ("time", 7),
    ("environment", 4),
    ("console", 3),
    ("network", 3),
    ("randomness", 3),
    ("process", 2),
];

/// A source without its marks, and the places of what was marked: of uses, of helpers.
fn read(source: &str) -> (String, [Vec<(usize, usize)>; 2]) {
    let (mut text, mut places) = (String::new(), [Vec::new(), Vec::new()]);
    for (index, line) in source.lines().enumerate() {
        let mut column = 1;
        for c in line.chars() {
            match c {
                '«' => places[0].push((index + 1, column)),
                '‹' => places[1].push((index + 1, column)),
                '»' | '›' => {}
                c => {
                    text.push(c);
                    column += c.len_utf16();
                }
            }
        }
        text.push('\n');
    }
    (text, places)
}

const SOURCES: [(&str, &str); 3] = [
    ("Archive.cs", ARCHIVE),
    ("Desk.cs", DESK),
    ("Lottery.cs", LOTTERY),
];

fn lending() -> Folder {
    let folder = Folder::of(&[("Lending.csproj", PROJECT)]);
    for (path, source) in SOURCES {
        folder.write(path, read(source).0);
    }
    folder
}

/// The marked places of all files: 0 for uses, 1 for helpers.
fn marked(kind: usize) -> Vec<String> {
    let all = SOURCES.iter().flat_map(|(path, source)| {
        let (_, places) = read(source);
        let places = places[kind].clone().into_iter();
        places.map(move |(line, column)| format!("{path}:{line}:{column}"))
    });
    all.collect()
}

fn places(list: &Value) -> Vec<String> {
    let place = |site: &Value| {
        let path = site["path"].as_str().unwrap();
        format!("{path}:{}:{}", site["line"], site["column"])
    };
    list.as_array().unwrap().iter().map(place).collect()
}

fn report(folder: &Folder, args: &[&str]) -> String {
    let run = Program::detect().args(args).arg(".").cwd(folder.path());
    let run = run.run();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    run.stdout
}

#[test]
fn the_document_has_each_marked_use_and_no_other() {
    let folder = lending();
    let json: Value = serde_json::from_str(&report(&folder, &[])).unwrap();
    assert_eq!(places(&json["findings"]), marked(0));
    assert_eq!(json["totals"]["findings"], 28);
    let mut known = KNOWN;
    known.sort_by_key(|(category, count)| (std::cmp::Reverse(*count), *category));
    assert_eq!(rows(&json["totals"]["by_category"]), known);
    for list in ["by_category", "by_pattern", "by_file", "by_project"] {
        let rows = rows(&json["totals"][list]);
        let sum: u64 = rows.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, 28, "{list}");
    }
}

#[test]
fn helpers_are_left_out_with_the_reason() {
    let folder = lending();
    let json: Value = serde_json::from_str(&report(&folder, &[])).unwrap();
    assert_eq!(places(&json["not_counted"]), marked(1));
    let reasons = texts(&json["not_counted"], "reason");
    assert!(reasons.iter().all(|one| *one == "pure-helper"), "{json}");
    let page = report(&folder, &["--format", "text"]);
    let (_, table) = page.split_once("\nNot counted\n").unwrap();
    for helper in [
        "Environment.NewLine",
        "Math.Max",
        "Path.Combine",
        "Path.GetExtension",
        "Path.GetFileName",
        "new Random",
        "String.Join",
    ] {
        let row = table.lines().find(|line| line.contains(helper));
        let row = row.unwrap_or_else(|| panic!("{helper}\n{page}"));
        assert!(
            row.ends_with("it depends on its arguments, or on the platform"),
            "{row}"
        );
    }
}

/// The rows of the tables in a report as text: by heading, the cells of each row.
fn text_tables(page: &str) -> BTreeMap<&str, Vec<Vec<&str>>> {
    let mut tables: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    let mut heading = "";
    for line in page.lines() {
        match line.strip_prefix("  ") {
            Some(row) => {
                let cells = row.split("  ").map(str::trim);
                let cells = cells.filter(|cell| !cell.is_empty()).collect();
                tables.entry(heading).or_default().push(cells);
            }
            None => heading = line,
        }
    }
    tables
}

#[test]
fn every_table_of_the_text_adds_up_to_the_28() {
    let page = report(&lending(), &["--format", "text"]);
    assert!(
        page.starts_with(
            "28 uses of ambient APIs in 3 of 3 C# files of .\nNo C# file was left out.\n"
        ),
        "{page}"
    );
    let tables = text_tables(&page);
    for (heading, label) in [
        ("By category", "time"),
        ("By project", "Lending.csproj"),
        ("By API", "DateTime.UtcNow"),
        ("By file", "Desk.cs"),
        ("Where to start", "1"),
    ] {
        let table = tables.get(heading).unwrap_or_else(|| panic!("{page}"));
        let at = table[0].iter().position(|cell| *cell == "uses").unwrap();
        let uses = |row: &Vec<&str>| -> u64 { row[at].parse().unwrap() };
        let (total, rows) = table[1..].split_last().unwrap();
        assert!(rows.iter().any(|row| row[0] == label), "{heading}\n{page}");
        assert_eq!(rows.iter().map(uses).sum::<u64>(), 28, "{heading}\n{page}");
        // A cell that is empty takes no place.
        assert_eq!((total[0], total.contains(&"28")), ("total", true), "{page}");
    }
    let listed: Vec<&str> = tables["Every use"][1..].iter().map(|row| row[0]).collect();
    assert_eq!(listed, marked(0));
}

#[test]
fn the_steps_go_from_the_most_and_easiest_down() {
    let page = report(&lending(), &["--format", "markdown"]);
    let (_, table) = page.split_once("\n## Where to start\n").unwrap();
    let steps: Vec<Vec<&str>> = table
        .lines()
        .skip_while(|line| !line.starts_with("| 1 "))
        .take_while(|line| line.starts_with("| ") && !line.starts_with("| total"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(steps[0][2], "time", "{page}");
    let scores: Vec<u64> = steps.iter().map(|row| row[8].parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, next| one >= next), "{page}");
    // A category has a step for each abstraction.
    let mut uses: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &steps {
        *uses.entry(row[2]).or_default() += row[3].parse::<u64>().unwrap();
    }
    assert_eq!(uses, BTreeMap::from(KNOWN), "{page}");
}

/// The same kind of program with everything ambient given from outside.
const INJECTED: &str = r#"namespace Lending;

public interface IFiles
{
    bool Exists(string path);
    void Write(string path, string text);
}

public interface ISettings
{
    string? Get(string name);
}

public sealed class Desk(TimeProvider time, IFiles files, ISettings settings, Random random, HttpClient http)
{
    private readonly DateTimeOffset _opened = time.GetUtcNow();

    public async Task<string> Lend(string title, TextWriter output)
    {
        var started = time.GetTimestamp();
        var due = time.GetUtcNow().AddDays(14);
        await Task.Delay(TimeSpan.FromSeconds(1), time);
        var slip = settings.Get("LENDING") + "/" + random.Next();
        if (!files.Exists(slip))
        {
            files.Write(slip, due.ToString("O"));
        }
        output.WriteLine(time.GetElapsedTime(started) + (due - _opened));
        return await http.GetStringAsync(title);
    }
}
"#;

#[test]
fn what_is_injected_is_nothing_found_in_two_lines() {
    let folder = Folder::of(&[("Lending.csproj", PROJECT), ("Desk.cs", INJECTED)]);
    let json: Value = serde_json::from_str(&report(&folder, &[])).unwrap();
    assert_eq!(json["totals"]["findings"], 0, "{json}");
    assert_eq!(json["scope"]["incomplete"], serde_json::json!([]));
    let page = report(&folder, &["--format", "text"]);
    assert_eq!(
        page.lines().collect::<Vec<_>>(),
        [
            "No use of an ambient API in 1 C# file of .",
            "No C# file was left out; 1 reference isn't counted (1 injected).",
        ]
    );
}
