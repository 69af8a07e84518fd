//! Tests of an ambient scope, in the framework of the project that they go to: it replaces, the outer one is back after an
//! exception has left the inner one, flows that overlap have their own. Text alone.

use std::collections::BTreeSet;

use crate::project::TestFramework;

use super::super::dependency::Real;
use super::super::replace::NewScope;

/// How the tests of a project are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestStyle {
    /// Their framework.
    pub framework: TestFramework,
    /// Their namespace; empty for none.
    pub namespace: String,
    /// `namespace A;` instead of braces.
    pub file_scoped: bool,
    /// One step of indentation.
    pub unit: String,
    /// How lines end.
    pub ending: &'static str,
    /// Opening braces stand at the end of the line.
    pub same_line_braces: bool,
    /// Namespaces that every file has.
    pub global_usings: Vec<String>,
    /// Simple names that mean more than one type.
    pub ambiguous: BTreeSet<String>,
}

/// The words of a framework.
struct Words {
    usings: &'static [&'static str],
    class: Option<&'static str>,
    test: &'static str,
}

fn words(framework: TestFramework) -> Words {
    match framework {
        TestFramework::XunitV2 | TestFramework::XunitV3 => Words {
            usings: &["Xunit"],
            class: None,
            test: "[Fact]",
        },
        TestFramework::NUnit => Words {
            usings: &["NUnit.Framework"],
            class: None,
            test: "[Test]",
        },
        TestFramework::MSTest => Words {
            usings: &["Microsoft.VisualStudio.TestTools.UnitTesting"],
            class: Some("[TestClass]"),
            test: "[TestMethod]",
        },
        TestFramework::TUnit => Words {
            usings: &[
                "TUnit.Assertions",
                "TUnit.Assertions.Extensions",
                "TUnit.Core",
            ],
            class: None,
            test: "[Test]",
        },
    }
}

/// The name of the class that tests a scope.
pub fn name_of(scope: &NewScope) -> String {
    let owner = scope.type_name.rsplit('.').next().unwrap_or_default();
    let stem = super::upper_first(&scope.dependency.stem);
    if owner.ends_with(&stem) {
        format!("{owner}ScopeTests")
    } else {
        format!("{owner}{stem}ScopeTests")
    }
}

/// The file that tests a scope.
pub fn text_of(scope: &NewScope, style: &TestStyle) -> String {
    let words = words(style.framework);
    let mut file = File {
        style,
        usings: [&["System", "System.Threading.Tasks"], words.usings].concat(),
        lines: Vec::new(),
        depth: 0,
    };
    let (owner_space, owner) = split(scope);
    let owner = file.named(owner_space, &owner);
    let dependency = &scope.dependency;
    let ty = file.full(&dependency.type_name);
    let value = match &dependency.real {
        Real::Member(_) => "new Other()".to_owned(),
        Real::New(_) | Real::Make(_) => {
            format!(
                "new {}()",
                file.full(dependency.class().unwrap_or_default())
            )
        }
    };
    let read = format!("{owner}.{}", scope.property);
    let fill = |value: &str| format!("using ({owner}.{}({value}))", scope.method);
    let same = |expected: &str| match style.framework {
        TestFramework::NUnit => format!("Assert.That({read}, Is.SameAs({expected}));"),
        TestFramework::MSTest => format!("Assert.AreSame({expected}, {read});"),
        TestFramework::TUnit => {
            format!("await Assert.That(ReferenceEquals({expected}, {read})).IsTrue();")
        }
        _ => format!("Assert.Same({expected}, {read});"),
    };
    let holds = |value: &str| match style.framework {
        TestFramework::NUnit => format!("Assert.That({value}, Is.True);"),
        TestFramework::MSTest => format!("Assert.IsTrue({value});"),
        TestFramework::TUnit => format!("await Assert.That({value}).IsTrue();"),
        _ => format!("Assert.True({value});"),
    };

    // An assertion that is awaited.
    let result = match style.framework {
        TestFramework::TUnit => "async Task",
        _ => "void",
    };

    let braces = !style.namespace.is_empty() && !style.file_scoped;
    if braces {
        file.open(&format!("namespace {}", style.namespace));
    } else if !style.namespace.is_empty() {
        file.line(&format!("namespace {};", style.namespace));
        file.line("");
    }
    if let Some(class) = words.class {
        file.line(class);
    }
    file.open(&format!("public class {}", name_of(scope)));

    file.line(words.test);
    file.open(&format!(
        "public {result} AScopeReplacesWhatIsReadUntilItEnds()"
    ));
    file.line(&format!("var real = {read};"));
    file.line(&format!("{ty} other = {value};"));
    file.open(&fill("other"));
    file.line(&same("other"));
    file.close();
    file.line("");
    file.line(&same("real"));
    file.close();
    file.line("");

    file.line(words.test);
    file.open(&format!(
        "public {result} TheOuterScopeIsBackAfterAnExceptionInTheInnerOne()"
    ));
    file.line(&format!("{ty} outer = {value};"));
    file.line(&format!("{ty} inner = {value};"));
    file.open(&fill("outer"));
    file.open("try");
    file.open(&fill("inner"));
    file.line(&same("inner"));
    file.line("throw new InvalidOperationException();");
    file.close();
    file.close();
    file.open("catch (InvalidOperationException)");
    file.close();
    file.line("");
    file.line(&same("outer"));
    file.close();
    file.close();
    file.line("");

    file.line(words.test);
    file.open("public async Task FlowsThatOverlapHaveTheirOwn()");
    let gate = "new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously)";
    file.line(&format!("var first = {gate};"));
    file.line(&format!("var second = {gate};"));
    file.line(&format!(
        "var one = Task.Run(() => Flow({value}, first, second.Task));"
    ));
    file.line(&format!(
        "var two = Task.Run(() => Flow({value}, second, first.Task));"
    ));
    file.line(&holds("await one"));
    file.line(&holds("await two"));
    file.close();
    file.line("");
    file.open(&format!(
        "private static async Task<bool> Flow({ty} own, TaskCompletionSource<bool> started, Task other)"
    ));
    file.open(&fill("own"));
    file.line("started.SetResult(true);");
    file.line("await other;");
    file.line(&format!("return ReferenceEquals(own, {read});"));
    file.close();
    file.close();
    if let Real::Member(_) = dependency.real {
        file.line("");
        file.open(&format!("private sealed class Other : {ty}"));
        file.close();
    }
    file.close();
    if braces {
        file.close();
    }
    file.text()
}

/// The namespace of a scope's type, and its name: a type in a type belongs to the outer one.
fn split(scope: &NewScope) -> (&str, String) {
    let (full, namespace) = (scope.type_name.as_str(), scope.namespace.as_str());
    let name = full.strip_prefix(namespace).unwrap_or(full);
    (namespace, name.trim_start_matches('.').to_owned())
}

struct File<'s> {
    style: &'s TestStyle,
    usings: Vec<&'s str>,
    lines: Vec<String>,
    depth: usize,
}

impl<'s> File<'s> {
    /// A type by its simple name, its namespace brought by a using.
    fn named(&mut self, namespace: &'s str, name: &str) -> String {
        let outermost = name.split('.').next().unwrap_or(name);
        if self.style.ambiguous.contains(outermost) {
            let dot = if namespace.is_empty() { "" } else { "." };
            return format!("global::{namespace}{dot}{name}");
        }
        if !namespace.is_empty() {
            self.usings.push(namespace);
        }
        name.to_owned()
    }

    fn full(&mut self, full: &'s str) -> String {
        let (namespace, name) = full.rsplit_once('.').unwrap_or(("", full));
        self.named(namespace, name)
    }

    fn line(&mut self, text: &str) {
        let indent = if text.is_empty() { 0 } else { self.depth };
        let line = format!("{}{text}", self.style.unit.repeat(indent));
        self.lines.push(line);
    }

    fn open(&mut self, head: &str) {
        if self.style.same_line_braces {
            self.line(&format!("{head} {{"));
        } else {
            self.line(head);
            self.line("{");
        }
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
    }

    fn text(mut self) -> String {
        let own = &self.style.namespace;
        let is_around = |namespace: &str| {
            own == namespace
                || own
                    .strip_prefix(namespace)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let global = &self.style.global_usings;
        self.usings
            .retain(|using| !is_around(using) && !global.iter().any(|one| one == using));
        let rank = |name: &&str| {
            (
                !(*name == "System" || name.starts_with("System.")),
                name.to_string(),
            )
        };
        self.usings.sort_by_key(rank);
        self.usings.dedup();
        let mut all: Vec<String> = self
            .usings
            .iter()
            .map(|using| format!("using {using};"))
            .collect();
        if !all.is_empty() {
            all.push(String::new());
        }
        all.append(&mut self.lines);
        all.push(String::new());
        all.join(self.style.ending)
    }
}
