//! What a test gives instead of the real thing, as lines of C#: a clock that stands still, a clock that is moved by hand, or
//! a delegate that counts. Knows neither the behaviour nor how it gets there.

use seamwright_common::seam::ambient::checks::parameters;
use seamwright_common::seam::delegated::Delegated;
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::seam::test_file::{TestFile, TestStyle};
use seamwright_common::syntax::{SyntaxKind, parse};

use crate::case::Given;

use SyntaxKind as K;

/// What stands for the dependency of a seam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Double(Dependency);

impl Double {
    pub(crate) fn clock() -> Self {
        Self(Dependency::time_provider())
    }

    pub(crate) fn of(dependency: Dependency) -> Self {
        Self(dependency)
    }

    pub(crate) fn dependency(&self) -> &Dependency {
        &self.0
    }

    /// The member that it stands for, when it is a delegate.
    pub(crate) fn delegated(&self) -> Option<&Delegated> {
        self.0.call()
    }

    /// The variable that holds it.
    pub(crate) fn variable(&self) -> &'static str {
        if self.delegated().is_some() {
            "counted"
        } else {
            "clock"
        }
    }

    /// Why it can't be made of what a case gives; `None` when it can.
    pub(crate) fn lacks(&self, given: Option<&str>) -> Option<&'static str> {
        let gives = self.delegated().is_some_and(|one| !one.is_action());
        (gives && given.is_none()).then_some("say what it gives with `given: …`")
    }

    /// What a case gives: a time for a clock, C# for a delegate.
    pub(crate) fn given(&self, text: Option<&str>) -> Given {
        match (text, self.delegated()) {
            (Some(text), None) => Given::parse(text),
            (Some(text), Some(delegated)) => Given::Code(moment(delegated, text)),
            (None, None) => Given::Instant("2031, 2, 3, 4, 5, 6".to_owned()),
            (None, Some(_)) => Given::Code(String::new()),
        }
    }

    /// The statements that make it.
    pub(crate) fn made(&self, given: &Given, style: &TestStyle, file: &mut TestFile<'_>) {
        if let Some(delegated) = self.delegated() {
            let given = match given {
                Given::Code(code) => code.as_str(),
                _ => "",
            };
            counted(delegated, given, style, file);
            return;
        }
        let made = match given {
            Given::Passes(_) => "new FakeTimeProvider()".to_owned(),
            Given::Instant(at) => {
                format!(
                    "new StoppedClock(new DateTimeOffset(new DateTime({at}, DateTimeKind.Utc)))"
                )
            }
            Given::Wall(at) => format!(
                "new StoppedClock(new DateTimeOffset(new DateTime({at}, DateTimeKind.Local)))"
            ),
            Given::Code(code) => format!("new StoppedClock({code})"),
        };
        file.line(&format!("var clock = {made};"));
    }

    /// The condition that it was used.
    pub(crate) fn used(&self) -> &'static str {
        match self.delegated() {
            None => "clock.Reads > 0",
            Some(one) if records(one) => "calls.Count > 0",
            Some(_) => "calls > 0",
        }
    }

    /// What it was called with last, where that is kept.
    pub(crate) fn last_call(&self) -> Option<&'static str> {
        let delegated = self.delegated();
        delegated
            .filter(|one| records(one))
            .map(|_| "calls[calls.Count - 1]")
    }
}

/// A time as a delegate gives it; other C# stays.
fn moment(delegated: &Delegated, text: &str) -> String {
    let (at, kind) = match Given::parse(text) {
        Given::Instant(at) => (at, "Utc"),
        Given::Wall(at) => (at, "Local"),
        _ => return text.to_owned(),
    };
    let moment = format!("new DateTime({at}, DateTimeKind.{kind})");
    match delegated.value {
        "System.DateTime" => moment,
        "System.DateTimeOffset" => format!("new DateTimeOffset({moment})"),
        _ => text.to_owned(),
    }
}

/// Whether calls are kept with their arguments: what is written is what a test looks at.
fn records(delegated: &Delegated) -> bool {
    delegated.is_action() && !delegated.parameters.is_empty()
}

fn counted(delegated: &Delegated, given: &str, style: &TestStyle, file: &mut TestFile<'_>) {
    let count = delegated.parameters.len();
    let list = parameters(count);
    let arguments = if count == 1 {
        format!("({list})")
    } else {
        list.to_owned()
    };
    let ty = delegated.type_text(style.nullable, &mut |full: &str| file.full(full));
    let mut note = "calls++;".to_owned();
    if records(delegated) {
        let types = (0..count).map(|index| {
            delegated.parameter_text(index, style.nullable, &mut |full: &str| file.full(full))
        });
        let types: Vec<String> = types.collect();
        let item = if count == 1 {
            types.concat()
        } else {
            format!("({})", types.join(", "))
        };
        let calls = file.full("System.Collections.Generic.List");
        file.line(&format!("var calls = new {calls}<{item}>();"));
        note = format!("calls.Add({list});");
        if count > 1 {
            note = format!("calls.Add({arguments});");
        }
    } else {
        file.line("var calls = 0;");
    }
    let given = match given {
        "" => None,
        given if is_lambda(given) => Some(given.to_owned()),
        value => Some(format!("{list} => {value}")),
    };
    let call = match &given {
        None => String::new(),
        Some(_) if delegated.is_action() => format!(" given{arguments};"),
        Some(_) => format!(" return given{arguments};"),
    };
    if let Some(given) = given {
        file.line(&format!("{ty} given = {given};"));
    }
    file.line(&format!("{ty} counted = {list} => {{ {note}{call} }};"));
}

/// Whether C# text is a lambda.
fn is_lambda(text: &str) -> bool {
    let whole = format!("class C {{ object o = {text}; }}\n");
    parse(&whole.as_str().into()).is_ok_and(|tree| {
        let mut all = tree.root().descendants();
        let first =
            all.find(|node| node.range().len() == text.trim().len() && node.text() == text.trim());
        first.is_some_and(|node| {
            matches!(
                node.kind(),
                K::LambdaExpression | K::AnonymousMethodExpression
            )
        })
    })
}
