//! A file of tests as text: the words of each framework, usings, indentation. Knows neither what is tested nor where the
//! file goes.

use std::collections::BTreeSet;

use crate::project::TestFramework;

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
    /// Whether `?` may stand behind references.
    pub nullable: bool,
}

/// The words of a framework.
pub struct Words {
    /// Its namespaces.
    pub usings: &'static [&'static str],
    /// The attribute of a class with tests.
    pub class: Option<&'static str>,
    /// The attribute of a test.
    pub test: &'static str,
}

/// The words of a framework.
pub fn words(framework: TestFramework) -> Words {
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

impl TestStyle {
    /// The statement that asserts a condition.
    pub fn holds(&self, condition: &str) -> String {
        match self.framework {
            TestFramework::NUnit => format!("Assert.That({condition}, Is.True);"),
            TestFramework::MSTest => format!("Assert.IsTrue({condition});"),
            TestFramework::TUnit => format!("await Assert.That({condition}).IsTrue();"),
            TestFramework::XunitV2 | TestFramework::XunitV3 => format!("Assert.True({condition});"),
        }
    }

    /// The statement that asserts the opposite.
    pub fn fails(&self, condition: &str) -> String {
        match self.framework {
            TestFramework::NUnit => format!("Assert.That({condition}, Is.False);"),
            TestFramework::MSTest => format!("Assert.IsFalse({condition});"),
            TestFramework::TUnit => format!("await Assert.That({condition}).IsFalse();"),
            TestFramework::XunitV2 | TestFramework::XunitV3 => {
                format!("Assert.False({condition});")
            }
        }
    }

    /// The statement that asserts what a value is, given as C#.
    pub fn equal(&self, expected: &str, actual: &str) -> String {
        match (expected, self.framework) {
            ("true", _) => self.holds(actual),
            ("false", _) => self.fails(actual),
            ("null", TestFramework::NUnit) => format!("Assert.That({actual}, Is.Null);"),
            ("null", TestFramework::MSTest) => format!("Assert.IsNull({actual});"),
            ("null", TestFramework::TUnit) => format!("await Assert.That({actual}).IsNull();"),
            ("null", _) => format!("Assert.Null({actual});"),
            (_, TestFramework::NUnit) => format!("Assert.That({actual}, Is.EqualTo({expected}));"),
            (_, TestFramework::MSTest) => format!("Assert.AreEqual({expected}, {actual});"),
            (_, TestFramework::TUnit) => {
                format!("await Assert.That({actual}).IsEqualTo({expected});")
            }
            _ => format!("Assert.Equal({expected}, {actual});"),
        }
    }

    /// The statement that asserts that statements throw; `awaits` when they await something.
    pub fn throws(&self, exception: &str, statements: &str, awaits: bool) -> String {
        let (before, ending) = if awaits {
            ("async () =>", "Async")
        } else {
            ("() =>", "")
        };
        let lambda = format!("{before} {{ {statements} }}");
        let wait = if awaits { "await " } else { "" };
        match self.framework {
            TestFramework::NUnit => format!("Assert.Throws{ending}<{exception}>({lambda});"),
            TestFramework::MSTest => {
                format!("{wait}Assert.ThrowsException{ending}<{exception}>({lambda});")
            }
            TestFramework::TUnit => format!("await Assert.That({lambda}).Throws<{exception}>();"),
            TestFramework::XunitV2 | TestFramework::XunitV3 => {
                format!("{wait}Assert.Throws{ending}<{exception}>({lambda});")
            }
        }
    }

    /// What a test gives back; `awaits` when its body awaits something. An assertion of `TUnit` is awaited.
    pub fn result(&self, awaits: bool) -> &'static str {
        if awaits || self.framework == TestFramework::TUnit {
            "async Task"
        } else {
            "void"
        }
    }
}

/// A file that is written line by line.
pub struct TestFile<'s> {
    style: &'s TestStyle,
    usings: Vec<String>,
    lines: Vec<String>,
    depth: usize,
}

impl<'s> TestFile<'s> {
    /// An empty file, with the usings of the framework.
    pub fn new(style: &'s TestStyle) -> Self {
        let usings = words(style.framework).usings.iter();
        Self {
            style,
            usings: usings.map(|using| (*using).to_owned()).collect(),
            lines: Vec::new(),
            depth: 0,
        }
    }

    /// A namespace that the file needs.
    pub fn uses(&mut self, namespace: &str) {
        self.usings.push(namespace.to_owned());
    }

    /// The namespace and the head of the class.
    pub fn begin(&mut self, class: &str) {
        let style = self.style;
        if !style.namespace.is_empty() && style.file_scoped {
            self.line(&format!("namespace {};", style.namespace));
            self.line("");
        } else if !style.namespace.is_empty() {
            self.open(&format!("namespace {}", style.namespace));
        }
        if let Some(attribute) = words(style.framework).class {
            self.line(attribute);
        }
        self.open(&format!("public class {class}"));
    }

    /// A type by its simple name, its namespace brought by a using.
    pub fn named(&mut self, namespace: &str, name: &str) -> String {
        let outermost = name.split('.').next().unwrap_or(name);
        if self.style.ambiguous.contains(outermost) {
            let dot = if namespace.is_empty() { "" } else { "." };
            return format!("global::{namespace}{dot}{name}");
        }
        if !namespace.is_empty() {
            self.uses(namespace);
        }
        name.to_owned()
    }

    /// A type by its full name.
    pub fn full(&mut self, full: &str) -> String {
        let (namespace, name) = full.rsplit_once('.').unwrap_or(("", full));
        self.named(namespace, name)
    }

    /// A line at the depth that was reached.
    pub fn line(&mut self, text: &str) {
        let indent = if text.is_empty() { 0 } else { self.depth };
        let line = format!("{}{text}", self.style.unit.repeat(indent));
        self.lines.push(line);
    }

    /// A head and its opening brace.
    pub fn open(&mut self, head: &str) {
        if self.style.same_line_braces {
            self.line(&format!("{head} {{"));
        } else {
            self.line(head);
            self.line("{");
        }
        self.depth += 1;
    }

    /// A closing brace.
    pub fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
    }

    /// The whole, its usings first; what is open is closed.
    pub fn text(mut self) -> String {
        while self.depth > 0 {
            self.close();
        }
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
        let rank = |name: &String| {
            (
                !(name == "System" || name.starts_with("System.")),
                name.clone(),
            )
        };
        self.usings.sort_by_cached_key(rank);
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
