//! Tests of an ambient scope, in the framework of the project that they go to: it replaces, the outer one is back after an
//! exception has left the inner one, flows that overlap have their own. Text alone.

use crate::project::TestFramework;

use super::super::dependency::Real;
use super::super::replace::NewScope;
use super::super::test_file::{TestFile, TestStyle, words};

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
    let mut file = TestFile::new(style);
    file.uses("System");
    file.uses("System.Threading");
    file.uses("System.Threading.Tasks");
    let (owner_space, owner) = split(scope);
    let owner = file.named(owner_space, &owner);
    let dependency = &scope.dependency;
    let ty = match &dependency.real {
        Real::Call(delegated) => {
            delegated.type_text(style.nullable, &mut |full: &str| file.full(full))
        }
        _ => file.full(&dependency.type_name),
    };
    let value = match &dependency.real {
        Real::Member(_) => "new Other()".to_owned(),
        Real::Call(delegated) => format!(
            "{} => throw new InvalidOperationException()",
            parameters(delegated.parameters.len())
        ),
        Real::New(_) | Real::Make(_) => {
            format!(
                "new {}()",
                file.full(dependency.class().unwrap_or_default())
            )
        }
    };
    let read = format!("{owner}.{}", scope.property);
    let fill = |value: &str| format!("using ({owner}.{}({value}))", scope.method);
    // Two delegates of one method are two objects.
    let is_delegate = dependency.call().is_some();
    let same = |expected: &str| match style.framework {
        _ if is_delegate => style.holds(&format!("Equals({expected}, {read})")),
        TestFramework::NUnit => format!("Assert.That({read}, Is.SameAs({expected}));"),
        TestFramework::MSTest => format!("Assert.AreSame({expected}, {read});"),
        TestFramework::TUnit => {
            format!("await Assert.That(ReferenceEquals({expected}, {read})).IsTrue();")
        }
        _ => format!("Assert.Same({expected}, {read});"),
    };
    let holds = |value: &str| style.holds(value);

    let result = style.result(false);
    file.begin(&name_of(scope));

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
    file.line("var started = new[] { NewGate(), NewGate() };");
    file.line("var read = new[] { NewGate(), NewGate() };");
    file.line(&format!(
        "var one = Task.Run(() => Flow({value}, 0, started, read));"
    ));
    file.line(&format!(
        "var two = Task.Run(() => Flow({value}, 1, started, read));"
    ));
    file.line(&holds("await one"));
    file.line(&holds("await two"));
    file.close();
    file.line("");
    file.line("private static TaskCompletionSource<bool> NewGate() =>");
    file.line(&format!(
        "{}new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);",
        style.unit
    ));
    file.line("");
    let gates = "TaskCompletionSource<bool>[]";
    file.open(&format!(
        "private static async Task<bool> Flow({ty} own, int number, {gates} started, {gates} read)"
    ));
    // Both read while both scopes are open: what they share would be the other's for one of them.
    file.open(&fill("own"));
    file.line("started[number].SetResult(true);");
    file.line("await started[1 - number].Task;");
    file.line(&format!("var isOwn = ReferenceEquals(own, {read});"));
    // A slot of the thread would pass where the flow goes on by chance on the thread that it came from.
    file.line(&format!(
        "var thread = new Thread(() => isOwn &= ReferenceEquals(own, {read}));"
    ));
    file.line("thread.Start();");
    file.line("thread.Join();");
    file.line("read[number].SetResult(true);");
    file.line("await read[1 - number].Task;");
    file.line("return isOwn;");
    file.close();
    file.close();
    if let Real::Member(_) = dependency.real {
        file.line("");
        file.open(&format!("private sealed class Other : {ty}"));
        file.close();
    }
    file.text()
}

/// The parameters of a lambda.
pub fn parameters(count: usize) -> &'static str {
    ["()", "a", "(a, b)", "(a, b, c)", "(a, b, c, d)"][count.min(4)]
}

/// The namespace of a scope's type, and its name: a type in a type belongs to the outer one.
fn split(scope: &NewScope) -> (&str, String) {
    let (full, namespace) = (scope.type_name.as_str(), scope.namespace.as_str());
    let name = full.strip_prefix(namespace).unwrap_or(full);
    (namespace, name.trim_start_matches('.').to_owned())
}
