//! The catalogue's examples against the C# compiler: it finds in each `before` what the entry speaks of, and each
//! `after` compiles and is free of it.

use std::fmt::Write as _;

use seamwright_common::catalogue::signatures::{self, Signature};
use seamwright_common::catalogue::{BannedList, Catalogue, Entry, Origin, Receiver, Verdict};
use seamwright_common::finding::Category;

use crate::harness::{Code, Options, csharp_or_skip};

/// What the examples take for granted: what comes in from outside, and the generated interfaces as `dynamic`.
const AROUND: &str = r#"
using System.Diagnostics;
using System.Globalization;
using System.IO.Abstractions;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Json;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Claims;
using System.Security.Cryptography;
using System.Text.Json;
using System.Transactions;
using System.Xml;
using System.Xml.Linq;
using Microsoft.Win32;

record Order(int Id);

record Settings(string ProgramFolder);

interface IExecutor
{
    Task Run(Action work);
    Task<T> Run<T>(Func<T> work);
    void ForEach<T>(IEnumerable<T> items, Action<T> work);
}

abstract class Examples(
    TimeProvider _timeProvider, IFileSystem _fileSystem, IHttpClientFactory _httpClientFactory, Random _random,
    JsonSerializerOptions _options, dynamic _environment, dynamic _console, dynamic _processRunner, dynamic _guids,
    dynamic _randomNumbers, dynamic _registry, dynamic _runtime, dynamic _dns, dynamic _networkInterfaces,
    dynamic _mailSender, dynamic _ping, dynamic _socketFactory, dynamic _connector, dynamic _listenerFactory,
    dynamic _listener, dynamic _udpFactory, dynamic _udp, IExecutor _executor, dynamic _activity, dynamic _principal,
    dynamic _synchronizationContext, dynamic _transaction)
{
    protected string path, folder, name, text, key, host, line, json, stackTrace;
    protected int port, a, b;
    protected long start;
    protected float f;
    protected TimeSpan delay, period, timeout;
    protected CancellationToken token;
    protected Task task;
    protected Task<int> taskOfInt;
    protected Stream stream;
    protected XDocument document;
    protected Uri address;
    protected MailMessage message;
    protected ProcessStartInfo startInfo;
    protected Order order;
    protected CultureInfo culture;
    protected Settings options;
    protected List<int> items;
    protected static void OnTick(object? state) { }
    protected static void Work() { }
    protected static int Compute() => 0;
"#;

/// One method for each text, on a line of its own, the first on line `AROUND.lines() + 1`.
fn program<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut program = AROUND.to_owned();
    for (number, text) in texts.enumerate() {
        let statement = match text {
            text if text.ends_with(';') => text.to_owned(),
            text if text.ends_with(')') => format!("{text};"),
            text => format!("_ = {text};"),
        };
        writeln!(program, "    async Task M{number}() {{ {statement} }}").unwrap();
    }
    program + "}\n"
}

/// The entries whose API the compiler's base library has.
fn entries() -> Vec<&'static Entry> {
    let all = Catalogue::standard().entries().iter();
    all.filter(|entry| entry.origin == Origin::BaseLibrary)
        .collect()
}

fn options() -> Options {
    Options::default().stub("io-abstractions").stub("di")
}

/// Whether an id that the compiler found is what the entry speaks of.
fn is_meant(entry: &Entry, id: &str) -> bool {
    let type_name = entry.parts().unwrap().type_name;
    let members: &[&Signature] = signatures::members(type_name);
    let meant = |one: &&&Signature| {
        let found = Catalogue::standard().of_signature(type_name, one);
        one.id.as_str() == id && found.is_some_and(|found| std::ptr::eq(found, entry))
    };
    members.iter().find(meant).is_some()
}

/// Which of the entries the compiler finds on the line of each text.
fn found(program: &str) -> Vec<Vec<String>> {
    let csharp = csharp_or_skip().unwrap();
    let lists: String = [
        BannedList::References,
        BannedList::Conditional,
        BannedList::Instance,
        BannedList::Pure,
    ]
    .into_iter()
    .map(|list| Catalogue::standard().banned_list(list, Category::ALL))
    .collect();
    // What one list takes out another one has; taken together nothing is taken out.
    let lines: Vec<&str> = lists
        .lines()
        .filter(|line| !line.starts_with('!'))
        .collect();
    let hits = csharp.detect(
        &Code::files(&[("Examples.cs", program)]),
        &lines,
        &options(),
    );
    let first = AROUND.lines().count() + 1;
    let mut found = vec![Vec::new(); entries().len()];
    for hit in hits {
        let at = hit.line as usize - first;
        found[at].push(hit.doc_id);
    }
    found
}

#[test]
fn every_example_is_found_and_what_becomes_of_it_compiles() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let before = program(entries().iter().map(|entry| entry.before));
    let after = program(entries().iter().map(|entry| entry.after));
    for program in [&before, &after] {
        let code = Code::files(&[("Examples.cs", program.as_str())]);
        let report = csharp.check(&code, &options());
        let lines: Vec<&str> = program.lines().collect();
        let errors: Vec<String> = report
            .errors
            .iter()
            .map(|error| format!("{error}\n    {}", lines[error.line as usize - 1]))
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
    for (entry, ids) in entries().into_iter().zip(found(&before)) {
        assert!(
            ids.iter().any(|id| is_meant(entry, id)),
            "{}: {ids:?} in {}",
            entry.id,
            entry.before
        );
    }
    for (entry, ids) in entries().into_iter().zip(found(&after)) {
        // Where the receiver comes from, and whether an optional argument is given, isn't a matter of symbols.
        if !matches!(entry.receiver, Receiver::Made(_) | Receiver::Through(_))
            && entry.unless_given.is_empty()
        {
            let still = ids.iter().any(|id| is_meant(entry, id));
            assert_eq!(
                still,
                entry.verdict == Verdict::PureHelper,
                "{}: {ids:?} in {}",
                entry.id,
                entry.after
            );
        }
    }
    assert!(entries().len() > 100);
}
