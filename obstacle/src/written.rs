//! The tests of one behaviour as text: each case gives a double, calls, asserts the result, and that the double was used.
//! Knows neither where the file goes nor whether it is there.

use seamwright_common::seam::test_file::{TestFile, TestStyle, words};

use crate::case::{Case, Ends, Given};
use crate::double::Double;
use crate::reach::{Call, Reach, with_double};

/// What the tests must know of the behaviour.
pub(crate) struct Behaviour<'b> {
    /// Its name.
    pub(crate) member: &'b str,
    /// The namespace of its type.
    pub(crate) namespace: &'b str,
    /// What it gives can be awaited.
    pub(crate) is_async: bool,
    /// It gives nothing.
    pub(crate) is_void: bool,
    /// It waits for time to pass.
    pub(crate) waits: bool,
}

/// What is written, and how.
pub(crate) struct Writing<'w> {
    pub(crate) style: &'w TestStyle,
    /// The name of the class.
    pub(crate) class: &'w str,
    pub(crate) behaviour: Behaviour<'w>,
    pub(crate) reaches: &'w [Reach],
    /// Whether names of tests have underscores.
    pub(crate) underscores: bool,
    /// Whether the project has the clock that is moved by hand.
    pub(crate) has_fake: bool,
    pub(crate) double: &'w Double,
}

/// A case that can't be written, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unwritten {
    /// What was said doesn't fit.
    Said { call: String, why: String },
    /// The clock that is moved by hand isn't there.
    NoFake,
}

/// What is expected of a call that gives nothing.
const DONE: &str = "done";
/// The clock that is moved by hand.
pub(crate) const FAKE: &str = "Microsoft.Extensions.TimeProvider.Testing";

/// A case that was understood.
struct Ready<'c> {
    case: &'c Case,
    name: String,
    call: Call,
    given: Given,
}

impl Ready<'_> {
    /// Whether time passes during the call.
    fn moves(&self) -> bool {
        matches!(self.given, Given::Passes(_))
    }
}

/// What the tests of these cases are called.
pub(crate) fn names(cases: &[Case], member: &str, underscores: bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for case in cases {
        let words = case.name.clone().unwrap_or_else(|| {
            let end = match &case.ends {
                Ends::Value(value) => format!("gives {value}"),
                Ends::Throws(exception) => format!("throws {exception}"),
            };
            format!("{member} {end}")
        });
        let base = identifier(&words, underscores);
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let mut all = std::iter::once(base.clone()).chain(numbered);
        let free = all.find(|name| !names.contains(name));
        names.push(free.unwrap_or(base));
    }
    names
}

/// The file with the tests of these cases.
pub(crate) fn text(cases: &[Case], writing: &Writing<'_>) -> Result<String, Unwritten> {
    let ready = ready(cases, writing)?;
    let mut file = TestFile::new(writing.style);
    file.uses("System");
    file.uses(writing.behaviour.namespace);
    for reach in writing.reaches {
        file.uses(reach.namespace());
    }
    let result = |one: &Ready<'_>| writing.style.result(writing.awaits(one));
    if ready.iter().any(|one| result(one) != "void") {
        file.uses("System.Threading.Tasks");
    }
    file.begin(writing.class);
    for (at, one) in ready.iter().enumerate() {
        if at > 0 {
            file.line("");
        }
        file.line(words(writing.style.framework).test);
        file.open(&format!("public {} {}()", result(one), one.name));
        writing.body(one, &mut file);
        file.close();
    }
    if writing.double.delegated().is_none() && ready.iter().any(|one| !one.moves()) {
        file.line("");
        stopped(&mut file);
    }
    if ready.iter().any(Ready::moves) {
        file.uses("Microsoft.Extensions.Time.Testing");
    }
    Ok(file.text())
}

fn ready<'c>(cases: &'c [Case], writing: &Writing<'_>) -> Result<Vec<Ready<'c>>, Unwritten> {
    let mut all: Vec<Ready<'c>> = Vec::new();
    let names = names(cases, writing.behaviour.member, writing.underscores);
    for (case, name) in cases.iter().zip(names) {
        let said = |why: &str| Unwritten::Said {
            call: case.call.clone(),
            why: why.to_owned(),
        };
        let call = with_double(&case.call, writing.reaches, writing.double.variable())
            .map_err(|why| said(&why))?;
        if let Some(why) = writing.double.lacks(case.given.as_deref()) {
            return Err(said(why));
        }
        let given = writing.double.given(case.given.as_deref());
        let moves = matches!(given, Given::Passes(_));
        if moves && (!writing.behaviour.is_async || !call.statements.is_empty()) {
            return Err(said("time passes only while one call is awaited"));
        }
        if !moves && writing.behaviour.waits {
            return Err(said("it waits: say how long with `given: 00:05:00`"));
        }
        if moves && !writing.has_fake {
            return Err(Unwritten::NoFake);
        }
        let nothing = call.statements.is_empty() && writing.behaviour.is_void;
        let looks = writing.double.last_call().is_some();
        if nothing && !looks && matches!(&case.ends, Ends::Value(value) if value != DONE) {
            return Err(said(
                "it gives nothing: say `expect: done`, or end the call with what is looked at",
            ));
        }
        all.push(Ready {
            case,
            name,
            call,
            given,
        });
    }
    Ok(all)
}

/// `RenewGivesTrue` or `Renew_gives_true` of some words.
fn identifier(words: &str, underscores: bool) -> String {
    let parts = words.split(|letter: char| !letter.is_alphanumeric());
    let parts: Vec<String> = parts
        .filter(|part| !part.is_empty())
        .map(|part| {
            let mut letters = part.chars();
            let first = letters.next().map(char::to_uppercase);
            first.into_iter().flatten().chain(letters).collect()
        })
        .collect();
    let name = parts.join(if underscores { "_" } else { "" });
    let name: String = name.chars().take(120).collect();
    if name.starts_with(|first: char| first.is_alphabetic()) {
        name
    } else {
        format!("Case{name}")
    }
}

impl Writing<'_> {
    fn awaits(&self, one: &Ready<'_>) -> bool {
        one.call.awaits || self.waited(one)
    }

    /// Whether what is called gives something that the test awaits.
    fn waited(&self, one: &Ready<'_>) -> bool {
        let is_called = one.call.statements.is_empty() && !one.call.awaits;
        self.behaviour.is_async && is_called
    }

    fn body(&self, one: &Ready<'_>, file: &mut TestFile<'_>) {
        self.double.made(&one.given, self.style, file);
        let variable = self.double.variable();
        let mut scopes = 0;
        for reach in self.reaches {
            if let Reach::Scope {
                namespace,
                type_name,
                method,
                ..
            } = reach
            {
                let owner = file.named(namespace, type_name);
                file.open(&format!("using ({owner}.{method}({variable}))"));
                scopes += 1;
            }
        }
        self.acts(one, file);
        for _ in 0..scopes {
            file.close();
        }
        if !one.moves() {
            file.line("");
            file.line(&self.style.holds(self.double.used()));
        }
    }

    fn acts(&self, one: &Ready<'_>, file: &mut TestFile<'_>) {
        let call = &one.call;
        let expression = if self.waited(one) && !one.moves() {
            format!("await {}", call.expression)
        } else {
            call.expression.clone()
        };
        let gives_nothing = self.behaviour.is_void && call.statements.is_empty();
        match (&one.case.ends, &one.given) {
            (ends, Given::Passes(time)) => {
                file.line(&format!("var running = {expression};"));
                file.line(&self.style.fails("running.IsCompleted"));
                let passes = format!("new TimeSpan({time})");
                file.line(&format!("clock.Advance({passes} - TimeSpan.FromTicks(1));"));
                file.line(&self.style.fails("running.IsCompleted"));
                file.line("clock.Advance(TimeSpan.FromTicks(1));");
                match ends {
                    Ends::Value(value) if value == DONE => file.line("await running;"),
                    Ends::Value(value) => file.line(&self.style.equal(value, "await running")),
                    Ends::Throws(exception) => {
                        let line = self.style.throws(exception, "await running;", true);
                        file.line(&line);
                    }
                }
            }
            (Ends::Value(value), _) => {
                for statement in &call.statements {
                    file.line(statement);
                }
                let last = self.double.last_call().filter(|_| gives_nothing);
                if value == DONE || last.is_some() {
                    file.line(&format!("{expression};"));
                    if let Some(last) = last.filter(|_| value != DONE) {
                        file.line(&self.style.equal(value, last));
                    }
                    return;
                }
                file.line(&format!("var result = {expression};"));
                file.line(&self.style.equal(value, "result"));
            }
            (Ends::Throws(exception), _) => {
                for statement in &call.statements {
                    file.line(statement);
                }
                let statement = if gives_nothing || self.waited(one) {
                    format!("{expression};")
                } else {
                    format!("_ = {expression};")
                };
                let line = self.style.throws(exception, &statement, self.awaits(one));
                file.line(&line);
            }
        }
    }
}

/// A clock that stands still and counts who looks. Its zone isn't UTC, so that a test sees who takes it for that.
fn stopped(file: &mut TestFile<'_>) {
    file.open("private sealed class StoppedClock : TimeProvider");
    file.line("private readonly DateTimeOffset _now;");
    file.line("");
    file.open("public StoppedClock(DateTimeOffset now)");
    file.line("_now = now;");
    file.close();
    file.line("");
    file.line("public int Reads { get; private set; }");
    file.line("");
    file.line("public override TimeZoneInfo LocalTimeZone { get; } =");
    file.line("    TimeZoneInfo.CreateCustomTimeZone(\"Test\", new TimeSpan(5, 45, 0), \"Test\", \"Test\");");
    file.line("");
    file.line("public override long TimestampFrequency => TimeSpan.TicksPerSecond;");
    file.line("");
    file.open("public override DateTimeOffset GetUtcNow()");
    file.line("Reads++;");
    file.line("return _now.ToUniversalTime();");
    file.close();
    file.line("");
    file.open("public override long GetTimestamp()");
    file.line("Reads++;");
    file.line("return _now.UtcTicks;");
    file.close();
    file.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use seamwright_common::project::TestFramework;
    use std::collections::BTreeSet;

    fn style(framework: TestFramework) -> TestStyle {
        TestStyle {
            framework,
            namespace: "Shop.Tests".into(),
            file_scoped: true,
            unit: "    ".into(),
            ending: "\n",
            same_line_braces: false,
            global_usings: Vec::new(),
            ambiguous: BTreeSet::new(),
            nullable: true,
        }
    }

    fn scope() -> Vec<Reach> {
        vec![Reach::Scope {
            namespace: "Shop".into(),
            type_name: "Prices".into(),
            method: "OverrideTimeProvider".into(),
            property: "CurrentTimeProvider".into(),
            is_public: false,
        }]
    }

    fn case(given: Option<&str>, call: &str, ends: Ends) -> Case {
        Case {
            name: None,
            given: given.map(str::to_owned),
            call: call.into(),
            ends,
        }
    }

    fn written(cases: &[Case], waits: bool, is_async: bool) -> Result<String, Unwritten> {
        let (style, reaches) = (style(TestFramework::XunitV2), scope());
        let double = Double::clock();
        let writing = Writing {
            style: &style,
            class: "PricesAgeTests",
            behaviour: Behaviour {
                member: "Age",
                namespace: "Shop",
                is_async,
                is_void: false,
                waits,
            },
            reaches: &reaches,
            underscores: true,
            has_fake: true,
            double: &double,
        };
        text(cases, &writing)
    }

    #[test]
    fn a_case_gives_calls_and_asserts_the_result_and_the_use() {
        let value = Ends::Value("3".into());
        let cases = [case(
            Some("2031-02-03T00:00:00Z"),
            "Prices.Age(2028)",
            value,
        )];
        let text = written(&cases, false, false).unwrap();
        assert!(
            text.contains("    public void Age_Gives_3()\n    {\n        var clock = new StoppedClock(new DateTimeOffset(new DateTime(2031, 2, 3, 0, 0, 0, DateTimeKind.Utc)));\n        using (Prices.OverrideTimeProvider(clock))\n        {\n            var result = Prices.Age(2028);\n            Assert.Equal(3, result);\n        }\n\n        Assert.True(clock.Reads > 0);\n    }\n"),
            "{text}"
        );
        assert!(
            text.starts_with("using System;\nusing Xunit;\n\nnamespace Shop.Tests;\n"),
            "{text}"
        );
    }

    #[test]
    fn a_wait_ends_neither_at_once_nor_a_tick_too_early() {
        let value = Ends::Value("done".into());
        let cases = [case(Some("00:05:00"), "Prices.Refresh()", value)];
        let text = written(&cases, true, true).unwrap();
        assert!(text.contains("Advance(new TimeSpan(0, 5, 0) - TimeSpan.FromTicks(1));\n            Assert.False(running.IsCompleted);"), "{text}");
        assert!(!text.contains("StoppedClock"), "{text}");
        let unclear = [case(None, "Prices.Refresh()", Ends::Value("done".into()))];
        assert!(written(&unclear, true, true).is_err());
    }
}
