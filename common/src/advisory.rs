//! What a survey says beside its findings, as plain values: places of production code that make tests hard to trust
//! without being a use of an ambient API, and what tests do that makes them slow or uncertain. Neither counts. Knows
//! nothing of how they are found, printed or written to JSON.

use crate::closed_set::closed_set;
use crate::finding::Category;
use crate::source::SourcePath;
use crate::text::{LineCol, TextRange};

closed_set! {
    /// What a place of production code is remarked for.
    pub enum AdvisoryKind as "advisory" {
        /// A span of time is the difference of two reads of a wall clock.
        ElapsedWallClock = "elapsed-wall-clock",
        /// An order that hangs on a random value, or on a stamp that a whole batch shares.
        OrderByChance = "order-by-chance",
        /// A dependency that falls back to the real thing unless it is given.
        SelfDefaultingSeam = "self-defaulting-seam",
        /// Text from or to numbers, dates or letters' cases in the culture of the moment. Off unless asked for.
        ImplicitCulture = "implicit-culture",
        /// A conversion by the zone of the machine. Off unless asked for.
        ImplicitZone = "implicit-zone",
    }
}

closed_set! {
    /// What a place of test code is remarked for.
    pub enum SmellKind as "test smell" {
        /// It waits for real time to go by.
        Sleeping = "sleeping",
        /// It expects something that is computed from the real clock.
        RealClockInExpectation = "real-clock-in-expectation",
        /// It changes the environment of the process.
        EnvironmentMutation = "environment-mutation",
        /// It changes the current culture.
        CultureMutation = "culture-mutation",
        /// It uses the folder for temporary files.
        TempFile = "temp-file",
        /// It listens on a port that something else may have.
        FixedPort = "fixed-port",
        /// It expects no more of an id than its form.
        IdByPattern = "id-by-pattern",
        /// It reaches the network.
        RealNetwork = "real-network",
    }
}

/// What is said of a kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The head of its list.
    pub heading: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do instead.
    pub advice: &'static str,
    /// Such a place.
    pub before: &'static str,
    /// The same as it should be.
    pub after: &'static str,
}

impl AdvisoryKind {
    /// Whether its list is made only when it is asked for.
    pub const fn is_off_by_default(self) -> bool {
        matches!(self, Self::ImplicitCulture | Self::ImplicitZone)
    }

    /// What is said of it, code between backticks.
    pub const fn words(self) -> Words {
        match self {
            Self::ElapsedWallClock => Words {
                heading: "Elapsed time from wall clocks",
                why: "A wall clock is set, slewed and shifted while the program runs: the difference of two reads can be too large, too small or negative.",
                advice: "take a timestamp: `TimeProvider.GetTimestamp` and `GetElapsedTime`, or a `Stopwatch`",
                before: "var start = DateTime.UtcNow;\nWork();\nvar took = DateTime.UtcNow - start;",
                after: "var start = _timeProvider.GetTimestamp();\nWork();\nvar took = _timeProvider.GetElapsedTime(start);",
            },
            Self::OrderByChance => Words {
                heading: "Order by chance",
                why: "Each run puts the items in another order: a test that expects one passes now and then.",
                advice: "end with a key that is given and unique; shuffle with an injected `Random`",
                before: "orders.OrderBy(x => x.Due).ThenBy(x => x.RandomId)",
                after: "orders.OrderBy(x => x.Due).ThenBy(x => x.Number)",
            },
            Self::SelfDefaultingSeam => Words {
                heading: "Self-defaulting seams",
                why: "Whoever forgets to give the dependency gets the real one: wiring can be missing and nothing fails.",
                advice: "require it, and register the real one at the composition root",
                before: "public Orders(TimeProvider? time = null) => _time = time ?? TimeProvider.System;",
                after: "public Orders(TimeProvider time) => _time = time;",
            },
            Self::ImplicitCulture => Words {
                heading: "Implicit culture",
                why: "The result depends on the culture of the thread: another decimal sign, another order of day and month, another case of a letter.",
                advice: "name a culture, `CultureInfo.InvariantCulture` for what machines read",
                before: "var price = decimal.Parse(text);",
                after: "var price = decimal.Parse(text, CultureInfo.InvariantCulture);",
            },
            Self::ImplicitZone => Words {
                heading: "Implicit time zone",
                why: "The result depends on the zone of the machine: a build server's is another than a laptop's.",
                advice: "convert with a zone that is given: `TimeZoneInfo.ConvertTime`, `TimeProvider.LocalTimeZone`",
                before: "var local = stamp.ToLocalTime();",
                after: "var local = TimeZoneInfo.ConvertTime(stamp, _timeProvider.LocalTimeZone);",
            },
        }
    }
}

impl SmellKind {
    /// What is said of it, code between backticks.
    pub const fn words(self) -> Words {
        match self {
            Self::Sleeping => Words {
                heading: "sleeping",
                why: "A test that waits is slow, and fails on a busy machine all the same.",
                advice: "await what is to happen, or advance a fake clock",
                before: "await Task.Delay(500);\nAssert.True(worker.IsDone);",
                after: "await worker.Completion;\nAssert.True(worker.IsDone);",
            },
            Self::RealClockInExpectation => Words {
                heading: "real clock in expectations",
                why: "The clock goes on between the call and the assertion, and over midnight the two read another day.",
                advice: "give the code a fake clock and expect its value",
                before: "Assert.Equal(DateTime.UtcNow.Date, order.Created.Date);",
                after: "Assert.Equal(time.GetUtcNow(), order.Created);",
            },
            Self::EnvironmentMutation => Words {
                heading: "environment mutation",
                why: "Environment variables and the current folder belong to the process: tests that run beside it see the change.",
                advice: "pass the setting in; else keep such tests in a collection that runs alone, and restore what was there",
                before: "Environment.SetEnvironmentVariable(\"MODE\", \"dry\");",
                after: "var runner = new Runner(new Settings { Mode = \"dry\" });",
            },
            Self::CultureMutation => Words {
                heading: "culture mutation",
                why: "The culture flows on into whatever runs behind it in the same flow or process.",
                advice: "pass the culture in, or restore it in a `finally`",
                before: "CultureInfo.CurrentCulture = new CultureInfo(\"de-DE\");",
                after: "var text = report.Render(new CultureInfo(\"de-DE\"));",
            },
            Self::TempFile => Words {
                heading: "temporary files",
                why: "Files in the folder for temporary files stay behind, meet those of other runs, and are as slow as the disk.",
                advice: "use a file system in memory, or a folder of the test's own that it deletes",
                before: "var path = Path.GetTempFileName();",
                after: "var files = new MockFileSystem();",
            },
            Self::FixedPort => Words {
                heading: "fixed ports",
                why: "A port that another test or program has makes the test fail.",
                advice: "listen on port 0 and ask which one it became",
                before: "var listener = new TcpListener(IPAddress.Loopback, 8080);",
                after: "var listener = new TcpListener(IPAddress.Loopback, 0);",
            },
            Self::IdByPattern => Words {
                heading: "ids expected by their form",
                why: "Any id passes, also the wrong one.",
                advice: "give the code a sequence of ids and expect the next",
                before: "Assert.NotEqual(Guid.Empty, order.Id);",
                after: "Assert.Equal(ids.Last, order.Id);",
            },
            Self::RealNetwork => Words {
                heading: "real network",
                why: "The test needs a network and a server that answers as it did.",
                advice: "answer from a stub handler or a server inside the test",
                before: "var client = new HttpClient();",
                after: "var client = new HttpClient(new StubHandler(reply));",
            },
        }
    }
}

/// A place that is remarked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark<K> {
    /// What for.
    pub kind: K,
    /// What it has to do with.
    pub category: Category,
    /// The file.
    pub path: SourcePath,
    /// The place, in the decoded text.
    pub range: TextRange,
    /// Where `range` starts.
    pub line_col: LineCol,
    /// The first line of what stands there.
    pub text: String,
    /// Full name of the type that holds it, `""` at top level.
    pub type_name: String,
    /// The member that holds it, `""` at top level.
    pub member: String,
    /// The project file.
    pub project: Option<SourcePath>,
    /// What else is to say, code between backticks; `""` when there is nothing.
    pub detail: String,
}

/// A remark on production code.
pub type Advisory = Remark<AdvisoryKind>;

/// A remark on test code.
pub type TestSmell = Remark<SmellKind>;

impl<K: Ord + Copy> Remark<K> {
    /// Puts remarks in the order that the document has; of equal ones the first stays.
    pub fn sort(remarks: &mut Vec<Self>) {
        remarks.sort_by(|a, b| (&a.path, a.range, a.kind).cmp(&(&b.path, b.range, b.kind)));
        remarks.dedup_by(|a, b| (&a.path, a.range, a.kind) == (&b.path, b.range, b.kind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn examples_are_csharp() {
        let advisories = AdvisoryKind::ALL.iter().map(|kind| kind.words());
        let smells = SmellKind::ALL.iter().map(|kind| kind.words());
        for words in advisories.chain(smells) {
            for example in [words.before, words.after] {
                let statement = if example.ends_with(';') { "" } else { ";" };
                let inside = if example.starts_with("public ") {
                    format!("class Orders {{ {example} }}")
                } else {
                    format!("class A {{ async void M() {{ {example}{statement} }} }}")
                };
                let tree = parse(&inside.as_str().into()).unwrap();
                assert!(!tree.root().has_error(), "{example}");
            }
            assert!(!words.advice.ends_with('.'), "{}", words.advice);
        }
    }
}
