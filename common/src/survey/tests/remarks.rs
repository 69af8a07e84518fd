//! Remarks on small sources: on production code, on test code.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::Memory;
use crate::advisory::{AdvisoryKind, Remark};
use crate::binding::{GlobalUsing, GlobalUsingKind};
use crate::catalogue::Catalogue;
use crate::closed_set::ClosedSet;
use crate::finding::Survey;
use crate::source::{SourcePath, SourceText};
use crate::survey::{ProjectScope, Reading, RemarkOptions, SurveyOptions, SurveyProject, survey};

const USINGS: [&str; 5] = [
    "System",
    "System.IO",
    "System.Linq",
    "System.Collections.Generic",
    "System.Threading.Tasks",
];

fn read(files: &[(String, &str)], reading: Reading) -> Survey {
    let sources = files.iter().map(|(path, text)| {
        let source = SourceText::decode(text.as_bytes()).unwrap();
        (SourcePath::new(path.as_str()), source)
    });
    let usings = USINGS.map(|name| GlobalUsing {
        kind: GlobalUsingKind::Namespace,
        target: name.to_owned(),
    });
    let project = SurveyProject {
        scope: ProjectScope {
            usings: usings.to_vec(),
            ..ProjectScope::default()
        },
        ..SurveyProject::default()
    };
    let options = SurveyOptions {
        reading,
        remarks: RemarkOptions {
            advisories: AdvisoryKind::ALL
                .iter()
                .copied()
                .filter(|kind| reading == Reading::Whole || !kind.is_off_by_default())
                .collect(),
            test_smells: true,
        },
        ..SurveyOptions::default()
    };
    let sources = Memory(sources.collect());
    survey(&sources, &[project], Catalogue::standard(), &options).survey
}

fn list<K: ClosedSet>(remarks: &[Remark<K>]) -> String {
    let mut out = String::new();
    for one in remarks {
        let line = one.line_col.line;
        let kind = one.kind.as_str();
        let _ = write!(out, "{}:{line} {kind} {}", one.path, one.text);
        let _ = match one.detail.as_str() {
            "" => writeln!(out),
            detail => writeln!(out, " -- {detail}"),
        };
    }
    out
}

/// Expects remarks on production code. Those that are made unasked don't depend on how much of a file is read.
#[track_caller]
fn check(files: &[&str], expected: &Expect) {
    let files: Vec<(String, &str)> = files
        .iter()
        .enumerate()
        .map(|(index, text)| (format!("{index}.cs"), *text))
        .collect();
    let whole = read(&files, Reading::Whole);
    let mut unasked = whole.advisories.clone();
    unasked.retain(|one| !one.kind.is_off_by_default());
    assert_eq!(unasked, read(&files, Reading::Parts).advisories);
    assert_eq!(whole.test_smells, []);
    expected.assert_eq(&list(&whole.advisories));
}

/// Expects remarks on test code.
#[track_caller]
fn check_test(text: &str, expected: &Expect) {
    let files = [("tests/A.cs".to_owned(), text)];
    let found = read(&files, Reading::Parts);
    assert_eq!(found.advisories, []);
    expected.assert_eq(&list(&found.test_smells));
}

#[test]
fn the_difference_of_two_clock_reads_is_elapsed_time() {
    check(
        &["class Oven {
    readonly DateTime _lit = DateTime.Now;
    DateTime? _opened;
    DateTime Until { get; } = DateTime.UtcNow;
    void Bake() {
        var start = DateTime.UtcNow;
        Heat();
        var took = DateTime.UtcNow - start;
        var end = DateTimeOffset.Now;
        Log(end.Subtract(DateTimeOffset.Now), (DateTime.Now - _lit).TotalSeconds);
        long ticks = DateTime.UtcNow.Ticks;
        Log(DateTime.UtcNow.Ticks - ticks, DateTime.UtcNow - Until);
    }
    void Open() { _opened = DateTime.UtcNow; }
    bool Cold() => DateTime.UtcNow - _opened.Value > TimeSpan.FromHours(1);
    void Close() { _opened = null; }
}"],
        &expect![[r#"
            0.cs:8 elapsed-wall-clock DateTime.UtcNow - start
            0.cs:10 elapsed-wall-clock end.Subtract(DateTimeOffset.Now)
            0.cs:10 elapsed-wall-clock DateTime.Now - _lit
            0.cs:12 elapsed-wall-clock DateTime.UtcNow.Ticks - ticks
            0.cs:12 elapsed-wall-clock DateTime.UtcNow - Until
            0.cs:15 elapsed-wall-clock DateTime.UtcNow - _opened.Value
        "#]],
    );
}

#[test]
fn a_difference_to_what_comes_from_elsewhere_is_data() {
    check(
        &["class Oven {
    DateTime _bought;
    public DateTime Built = DateTime.Now;
    public DateTime Used { get; set; } = DateTime.Now;
    Oven(DateTime bought) { _bought = bought; }
    void Renew() { _bought = DateTime.Now; }
    void Check(DateTime since, Oven other) {
        var age = DateTime.Now - _bought;
        age = DateTime.Now - since;
        age = DateTime.UtcNow - Built;
        age = DateTime.UtcNow - Used;
        age = DateTime.UtcNow - System.IO.File.GetLastWriteTimeUtc(\"a\");
        var day = DateTime.UtcNow - TimeSpan.FromDays(1);
        var start = DateTime.UtcNow;
        start = since;
        age = DateTime.UtcNow - start;
        var left = DateTime.UtcNow.AddHours(1) - DateTime.UtcNow;
    }
}"],
        &expect![[r#""#]],
    );
}

#[test]
fn the_offset_of_a_zone_is_no_elapsed_time() {
    check(
        &["class Oven {
    void Check() {
        var now = DateTime.Now;
        var zone = now - now.ToUniversalTime();
        zone = DateTime.Now - DateTime.UtcNow;
    }
}"],
        &expect![[r#"
            0.cs:4 implicit-zone now.ToUniversalTime()
        "#]],
    );
}

#[test]
fn a_sort_by_a_random_value_is_chance() {
    check(
        &["class Deck {
    readonly Random _dice = new Random();
    void Shuffle(List<int> cards, Random given) {
        cards.OrderBy(_ => Guid.NewGuid()).ToList();
        cards.OrderBy(x => x).ThenByDescending(x => { return Random.Shared.Next(); });
        var q = from c in cards orderby c, Guid.NewGuid() select c;
        cards.Sort((a, b) => _dice.Next(-1, 2));
        cards.OrderBy(_ => given.Next());
        cards.OrderBy(x => x).Select(x => Guid.NewGuid());
        cards.OrderBy(_ => Guid.CreateVersion7());
    }
}
class ByChance : IComparer<int> { public int Compare(int a, int b) => Random.Shared.Next(-1, 2); }
class NoComparer { public int Compare(int a, int b) => Random.Shared.Next(-1, 2); }
class Own { Own OrderBy(Func<int, Guid> f) => this; void M(Own o) { o.OrderBy(x => Guid.NewGuid()); } }"],
        &expect![[r#"
            0.cs:4 order-by-chance OrderBy(_ => Guid.NewGuid())
            0.cs:5 order-by-chance ThenByDescending(x => { return Random.Shared.Next(); })
            0.cs:6 order-by-chance orderby c, Guid.NewGuid()
            0.cs:7 order-by-chance Sort((a, b) => _dice.Next(-1, 2))
            0.cs:13 order-by-chance Random.Shared
        "#]],
    );
}

#[test]
fn a_sort_that_ends_with_a_random_id_or_a_shared_stamp_is_chance() {
    check(
        &[
            "class Entity { public Guid Id { get; set; } = Guid.NewGuid(); }
class Parcel : Entity {
    public string Code; public DateTime Stamp; public int Weight; public DateTime Sent;
    public Parcel() { Code = Guid.NewGuid().ToString(\"N\"); }
}
class Depot {
    void Load(List<Parcel> parcels) {
        var now = DateTime.UtcNow;
        foreach (var parcel in parcels) { parcel.Stamp = now; parcel.Sent = DateTime.UtcNow; }
    }
}",
            "class Route {
    IEnumerable<Parcel> Order(List<Parcel> parcels, IQueryable<Parcel> all) {
        var byId = parcels.OrderBy(p => p.Weight).ThenBy(p => p.Id);
        var byCode = all.Where(p => p.Weight > 1).OrderByDescending(p => p.Code);
        var byStamp = from p in parcels where p.Weight > 2 orderby p.Weight, p.Stamp select p;
        var stillGood = parcels.OrderBy(p => p.Stamp).ThenBy(p => p.Weight);
        var good = from p in parcels orderby p.Id, p.Weight select p;
        return parcels.OrderBy(p => p.Sent);
    }
    IEnumerable<Other> Sort(List<Other> others) => others.OrderBy(o => o.Id);
}
class Other { public Guid Id; }",
        ],
        &expect![[r#"
            1.cs:3 order-by-chance ThenBy(p => p.Id) -- `Entity.Id` is set by `Guid.NewGuid`
            1.cs:4 order-by-chance OrderByDescending(p => p.Code) -- `Parcel.Code` is set by `Guid.NewGuid`
            1.cs:5 order-by-chance p.Stamp -- `Parcel.Stamp` is set by `DateTime.UtcNow`
        "#]],
    );
}

#[test]
fn a_seam_that_falls_back_to_the_real_thing_is_listed() {
    check(
        &[
            "interface IClock { DateTime Now { get; } }
class WallClock : IClock { public DateTime Now => DateTime.UtcNow; }
class Quiet : IClock { public DateTime Now => default; }",
            "class Shop {
    readonly TimeProvider _time; readonly IClock _clock; readonly Random _dice;
    public Shop(TimeProvider? time = null, IClock clock = null, Random? dice = null) {
        _time = time ?? TimeProvider.System;
        _clock = clock ?? new WallClock();
        dice ??= Random.Shared;
    }
    public Shop(int size) : this(TimeProvider.System, new Quiet()) { }
    public Shop(string name) : this(clock: new WallClock()) { }
}
class Till(TimeProvider? time = null) { readonly TimeProvider _time = time ?? TimeProvider.System; }
class Lamp {
    public Lamp(Func<DateTime>? now = null) { var f = now ?? (() => DateTime.Now); }
}",
        ],
        &expect![[r#"
            1.cs:4 self-defaulting-seam time ?? TimeProvider.System -- `time` may be left out
            1.cs:5 self-defaulting-seam clock ?? new WallClock() -- `clock` may be left out
            1.cs:6 self-defaulting-seam dice ??= Random.Shared -- `dice` may be left out
            1.cs:8 self-defaulting-seam : this(TimeProvider.System, new Quiet()) -- this constructor does without it
            1.cs:9 self-defaulting-seam : this(clock: new WallClock()) -- this constructor does without it
            1.cs:11 self-defaulting-seam time ?? TimeProvider.System -- `time` may be left out
            1.cs:13 self-defaulting-seam now ?? (() => DateTime.Now) -- `now` may be left out
        "#]],
    );
}

#[test]
fn what_must_be_given_and_what_is_data_is_no_self_default() {
    check(
        &[
            "interface IClock { }
class WallClock : IClock { public DateTime Now => DateTime.UtcNow; }
class Order : IClock { public DateTime Made; public Order() { Made = DateTime.UtcNow; } }",
            "class Shop {
    public Shop(TimeProvider? time, IClock? clock, DateTime? opened = null, string? path = null) {
        var a = time ?? TimeProvider.System;
        var b = clock ?? new WallClock();
        var c = opened ?? DateTime.UtcNow;
        var d = path ?? Environment.CurrentDirectory;
    }
    public Shop() : this(null, null) { }
    public Shop(int size) : this(null, null, DateTime.Now) { }
    public Shop(long size) : this((int)Environment.TickCount) { }
    public Shop(string name, Order? order = null, System.Globalization.CultureInfo? culture = null) {
        var e = order ?? new Order();
        var f = culture ?? System.Globalization.CultureInfo.CurrentCulture;
    }
    IClock _slot;
    IClock Current => _slot ?? new WallClock();
}",
        ],
        &expect![[r#""#]],
    );
}

#[test]
fn a_conversion_by_the_culture_of_the_moment_is_implicit() {
    check(
        &["class Bill {
    void Print(double sum, decimal net, DateTime due, DateTimeOffset at, int count, uint size, string name, string text, object any) {
        Log(sum.ToString(), net.ToString(\"N2\"), due.ToString(\"d\"), count.ToString(), name.ToUpper());
        Log(double.Parse(text), int.Parse(text), DateTime.TryParse(text, out var when), Convert.ToDouble(text));
        Log(string.Format(\"{0}\", sum), $\"{due:d} {name}\", size.ToString(\"N0\"), due.ToShortDateString());
        Log(int.Parse(text, System.Globalization.NumberStyles.Integer), DateTime.ParseExact(text, \"d\", null), char.ToUpper('i'));
        Log(due.ToLocalTime(), due.ToUniversalTime(), at.ToLocalTime(), at.LocalDateTime);
        Log(string.Format(\"{{0}} {1,5:N0} {0}\", name, count), string.Format(@\"{0:d}\", due), string.Format(text, name, net));
    }
}"],
        &expect![[r#"
            0.cs:3 implicit-culture sum.ToString()
            0.cs:3 implicit-culture net.ToString("N2")
            0.cs:3 implicit-culture due.ToString("d")
            0.cs:3 implicit-culture count.ToString()
            0.cs:3 implicit-culture name.ToUpper()
            0.cs:4 implicit-culture double.Parse(text)
            0.cs:4 implicit-culture int.Parse(text)
            0.cs:4 implicit-culture DateTime.TryParse(text, out var when)
            0.cs:4 implicit-culture Convert.ToDouble(text)
            0.cs:5 implicit-culture string.Format("{0}", sum)
            0.cs:5 implicit-culture {due:d}
            0.cs:5 implicit-culture size.ToString("N0")
            0.cs:5 implicit-culture due.ToShortDateString()
            0.cs:6 implicit-culture int.Parse(text, System.Globalization.NumberStyles.Integer)
            0.cs:6 implicit-culture DateTime.ParseExact(text, "d", null)
            0.cs:6 implicit-culture char.ToUpper('i')
            0.cs:7 implicit-zone due.ToLocalTime()
            0.cs:7 implicit-zone due.ToUniversalTime()
            0.cs:7 implicit-zone at.ToLocalTime()
            0.cs:7 implicit-zone at.LocalDateTime
            0.cs:8 implicit-culture string.Format("{{0}} {1,5:N0} {0}", name, count)
            0.cs:8 implicit-culture string.Format(@"{0:d}", due)
            0.cs:8 implicit-culture string.Format(text, name, net)
        "#]],
    );
}

#[test]
fn a_conversion_that_names_its_culture_or_needs_none_is_not() {
    check(
        &["using System.Globalization;
class Bill {
    void Print(double sum, DateTime due, DateTimeOffset at, int count, uint size, string name, string text, object any) {
        var culture = CultureInfo.InvariantCulture;
        Log(sum.ToString(culture), sum.ToString(\"N2\", culture), due.ToString(\"O\"), count.ToString(\"X\"), size.ToString());
        Log(double.Parse(text, culture), int.Parse(text, NumberStyles.Any, culture), bool.Parse(text), Guid.Parse(text));
        Log(string.Format(culture, \"{0}\", sum), string.Format(\"{0}\", name), $\"{due:O} {name} {any}\", name.ToUpperInvariant());
        Log(FormattableString.Invariant($\"{sum}\"), string.Create(culture, $\"{sum}\"), name.Length.ToString(), any.ToString());
        new System.Text.StringBuilder().Append(culture, $\"{sum}\").Append($\"{count}\");
        FormattableString kept = $\"{sum}\";
        Log(at.ToUniversalTime(), name.ToUpper(culture), Unknown().ToString());
        Log(string.Format(\"{0:O} {1:X} {{2}} {3} {9}\", due, count, sum, any), string.Format(text, name, count), string.Format(\"{0\", sum));
    }
}"],
        &expect![[r#""#]],
    );
}

#[test]
fn tests_that_wait_or_touch_the_machine_smell() {
    check_test(
        "using Xunit;
class OvenTests {
    async Task Bakes() {
        await Task.Delay(500);
        System.Threading.Thread.Sleep(10);
        await Task.WhenAny(Run(), Task.Delay(1000));
        await Task.Delay(-1);
        Environment.SetEnvironmentVariable(\"HEAT\", \"2\");
        Environment.CurrentDirectory = \"/\";
        var here = Environment.CurrentDirectory;
        System.Globalization.CultureInfo.CurrentCulture = new(\"de\");
        var culture = System.Globalization.CultureInfo.CurrentCulture;
        var path = Path.Combine(Path.GetTempPath(), \"a\");
        var file = Path.GetTempFileName();
        try { } finally { System.Globalization.CultureInfo.CurrentCulture = culture; }
    }
}",
        &expect![[r#"
            tests/A.cs:4 sleeping Task.Delay(500)
            tests/A.cs:5 sleeping System.Threading.Thread.Sleep(10)
            tests/A.cs:8 environment-mutation Environment.SetEnvironmentVariable("HEAT", "2")
            tests/A.cs:9 environment-mutation Environment.CurrentDirectory = "/"
            tests/A.cs:11 culture-mutation System.Globalization.CultureInfo.CurrentCulture = new("de")
            tests/A.cs:13 temp-file Path.GetTempPath()
            tests/A.cs:14 temp-file Path.GetTempFileName()
        "#]],
    );
}

#[test]
fn expectations_by_the_real_clock_or_by_the_form_of_an_id_smell() {
    check_test(
        "using Xunit;
using FluentAssertions;
class OvenTests {
    void Bakes(Oven oven) {
        Assert.Equal(DateTime.UtcNow.Date, oven.Lit);
        Assert.True(oven.Lit < DateTime.Now);
        oven.Lit.Should().BeBefore(DateTime.UtcNow);
        var before = DateTime.UtcNow;
        Assert.InRange(oven.Lit, before, DateTime.UtcNow);
        Assert.NotEqual(Guid.Empty, oven.Id);
        Assert.True(Guid.TryParse(oven.Name, out _));
        Assert.Matches(\"^[0-9a-f]{32}$\", oven.Name);
        Assert.Equal(5, oven.Bake(DateTime.UtcNow));
        Assert.Throws<Exception>(() => oven.Bake(DateTime.UtcNow));
        Assert.Equal(Guid.Empty, oven.None);
        Assert.Matches(\"^oven\", oven.Name);
        var given = DateTime.UtcNow;
        oven.Bake(given);
        Assert.Equal(given, oven.Lit);
    }
}",
        &expect![[r#"
            tests/A.cs:5 real-clock-in-expectation DateTime.UtcNow
            tests/A.cs:6 real-clock-in-expectation DateTime.Now
            tests/A.cs:7 real-clock-in-expectation DateTime.UtcNow
            tests/A.cs:8 real-clock-in-expectation DateTime.UtcNow
            tests/A.cs:9 real-clock-in-expectation DateTime.UtcNow
            tests/A.cs:10 id-by-pattern Guid.Empty
            tests/A.cs:11 id-by-pattern Guid.TryParse(oven.Name, out _)
            tests/A.cs:12 id-by-pattern "^[0-9a-f]{32}$"
        "#]],
    );
}

#[test]
fn an_assertion_of_the_project_is_not_the_frameworks() {
    check_test(
        "using Xunit;
static class Assert { public static void Equal(object a, object b) { } }
class OvenTests { void Bakes(Oven oven) { Assert.Equal(DateTime.UtcNow, oven.Lit); } }",
        &expect![[r#""#]],
    );
}

#[test]
fn tests_that_reach_the_network_or_want_a_port_smell() {
    check_test(
        "using System.Net; using System.Net.Http; using System.Net.Sockets;
class GateTests {
    async Task Opens() {
        var client = new HttpClient();
        var local = new HttpClient { BaseAddress = new Uri(\"http://localhost:5000\") };
        var stubbed = new HttpClient(new Stub());
        var host = Dns.GetHostName();
        var listener = new TcpListener(IPAddress.Loopback, 8080);
        var free = new TcpListener(IPAddress.Loopback, 0);
        var web = new HttpListener();
        web.Prefixes.Add(\"http://localhost:8081/\");
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 9000));
    }
}
class Stub : HttpMessageHandler { }",
        &expect![[r#"
            tests/A.cs:4 real-network new HttpClient()
            tests/A.cs:8 fixed-port new TcpListener(IPAddress.Loopback, 8080)
            tests/A.cs:11 fixed-port web.Prefixes.Add("http://localhost:8081/")
            tests/A.cs:13 fixed-port socket.Bind(new IPEndPoint(IPAddress.Loopback, 9000))
        "#]],
    );
}
