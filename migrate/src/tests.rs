//! Migrations of small sources in memory, as text before and after: what is replaced, what stays and why, and that a
//! second run changes nothing.

mod ambient;
mod declared;
mod files;
mod held_back;
mod honesty;
mod style;
mod waits;

use std::collections::BTreeMap;

use seamwright_common::binding::{GlobalUsing, GlobalUsingKind, ProjectId, ProjectScope};
use seamwright_common::catalogue::Catalogue;
use seamwright_common::coverage::ProjectRole;
use seamwright_common::finding::Category;
use seamwright_common::note::Note;
use seamwright_common::refusal::Reason;
use seamwright_common::seam::code::{CodeProject, Writing};
use seamwright_common::seam::packages::SeenPackage;
use seamwright_common::seam::replace::{Choices, ClassReport};
use seamwright_common::seam::tree::{SourceTree, TreeFile};
use seamwright_common::source::{Encoding, SourcePath, SourceText};
use seamwright_common::survey::{SurveyOptions, SurveyProject};

use crate::asked::Asked;
use seamwright_common::passes;

const USINGS: &[&str] = &[
    "System",
    "System.Collections.Generic",
    "System.Linq",
    "System.Threading.Tasks",
];

fn scope(references: &[u32]) -> ProjectScope {
    ProjectScope {
        assembly: if references.is_empty() { "A" } else { "T" }.into(),
        references: references.iter().map(|id| ProjectId(*id)).collect(),
        usings: USINGS
            .iter()
            .map(|name| GlobalUsing {
                kind: GlobalUsingKind::Namespace,
                target: (*name).to_owned(),
            })
            .collect(),
        ..ProjectScope::default()
    }
}

/// What a migration gave.
struct Migrated {
    files: BTreeMap<String, String>,
    found: usize,
    replaced: usize,
    remaining: Vec<(Reason, String)>,
    classes: Vec<ClassReport>,
    notes: Vec<Note>,
    left: usize,
}

/// Files below `test/` belong to a test project that sees the other one.
fn tree(files: &[(&str, &str)]) -> SourceTree {
    let project = |role: ProjectRole, references: &[u32]| CodeProject {
        path: SourcePath::new(if role == ProjectRole::Test {
            "test/T.csproj"
        } else {
            "A.csproj"
        }),
        role,
        packages: vec!["Microsoft.Extensions.TimeProvider.Testing".into()],
        seen: vec![SeenPackage {
            id: "System.IO.Abstractions".into(),
            version: Some("21.0.2".into()),
        }],
        frameworks: vec!["net8.0".into()],
        has_time_provider: true,
        executable: false,
        scope: scope(references),
        writing: Writing::default(),
    };
    let projects = vec![
        project(ProjectRole::Production, &[]),
        project(ProjectRole::Test, &[0]),
    ];
    let surveyed = projects.iter().map(|project| SurveyProject {
        path: Some(project.path.clone()),
        stable_path: project.path.as_str().to_owned(),
        scope: project.scope.clone(),
    });
    let files = files.iter().map(|(path, text)| TreeFile {
        path: SourcePath::new(*path),
        source: SourceText {
            text: (*text).into(),
            encoding: Encoding::Utf8,
        },
        project: usize::from(path.starts_with("test/")),
        in_scope: !path.starts_with("test/"),
        editable: true,
        ownership: seamwright_common::workspace::Ownership::Plain,
    });
    SourceTree {
        files: files.collect(),
        surveyed: surveyed.collect(),
        projects,
        ..SourceTree::default()
    }
}

fn migrate(files: &[(&str, &str)], asked: &Asked, choices: &Choices) -> Migrated {
    let tree = tree(files);
    let catalogue = Catalogue::standard();
    let options = SurveyOptions::default();
    let survey = tree.survey(catalogue, &options).survey;
    let findings = &survey.findings;
    let requested: Vec<usize> = (0..findings.len())
        .filter(|index| asked.covers(&findings[*index]))
        .collect();
    let search = |tree: &SourceTree| tree.survey(catalogue, &options).survey;
    let done = passes::migrate(&tree, &survey, &requested, choices, &search).unwrap();
    let after = done
        .steps
        .last()
        .map_or_else(|| tree.clone(), |step| step.after().unwrap());
    let left = search(&after).findings;
    Migrated {
        files: after
            .files
            .iter()
            .map(|file| (file.path.to_string(), file.source.text.to_string()))
            .collect(),
        found: requested.len(),
        replaced: done.replaced.len(),
        remaining: done.remaining.into_values().collect(),
        classes: done.classes,
        notes: done.notes.into_iter().collect(),
        left: left.iter().filter(|finding| asked.covers(finding)).count(),
    }
}

fn clock() -> Asked {
    Asked {
        categories: vec![Category::Time],
        ..Asked::default()
    }
}

/// Migrates all clocks, checks the arithmetic, and that a second run changes nothing.
#[track_caller]
fn all(files: &[(&str, &str)]) -> Migrated {
    let first = migrate(files, &clock(), &Choices::default());
    assert_eq!(
        first.found,
        first.replaced + first.remaining.len(),
        "{:?}",
        first.remaining
    );
    assert_eq!(first.left, first.remaining.len(), "{:#?}", first.files);
    let again: Vec<(&str, &str)> = first
        .files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let second = migrate(&again, &clock(), &Choices::default());
    assert_eq!(first.files, second.files);
    first
}

#[track_caller]
fn check(before: &str, after: &str) {
    let done = all(&[("A.cs", before)]);
    assert_eq!(done.files["A.cs"], after);
    assert_eq!(done.remaining, [], "{after}");
}

#[track_caller]
fn refuses(text: &str, reasons: &[Reason]) {
    let done = all(&[("A.cs", text)]);
    assert_eq!(done.files["A.cs"], text);
    let found: Vec<Reason> = done.remaining.iter().map(|(reason, _)| *reason).collect();
    assert_eq!(found, reasons, "{:?}", done.remaining);
}

#[test]
fn kinds_are_kept() {
    let class = |body: &str, extra: &str| {
        format!("class A{extra}\n{{\n    public object F() => {body};\n}}\n")
    };
    for (before, after) in [
        ("DateTime.UtcNow", "t.GetUtcNow().UtcDateTime"),
        ("DateTime.Now", "t.GetLocalNow().LocalDateTime"),
        ("DateTime.Today", "t.GetLocalNow().LocalDateTime.Date"),
        ("DateTimeOffset.UtcNow", "t.GetUtcNow()"),
        ("DateTimeOffset.Now", "t.GetLocalNow()"),
        (
            "global::System.DateTime.UtcNow.Date",
            "t.GetUtcNow().UtcDateTime.Date",
        ),
        (
            "$\"{DateTime.Now:O}\"",
            "$\"{t.GetLocalNow().LocalDateTime:O}\"",
        ),
        (
            "new DateTimeOffset(DateTime.UtcNow)",
            "new DateTimeOffset(t.GetUtcNow().UtcDateTime)",
        ),
    ] {
        check(
            &class(before, "(TimeProvider t)"),
            &class(after, "(TimeProvider t)"),
        );
    }
}

#[test]
fn an_offset_takes_the_value_without_suffix_only_where_it_is_proven() {
    let class = |body: &str| format!("class A(TimeProvider t)\n{{\n    {body}\n}}\n");
    for (before, after) in [
        (
            "DateTimeOffset F() => DateTime.UtcNow;",
            "DateTimeOffset F() => t.GetUtcNow();",
        ),
        (
            "DateTimeOffset F() { DateTimeOffset x = DateTime.Now; return x; }",
            "DateTimeOffset F() { DateTimeOffset x = t.GetLocalNow(); return x; }",
        ),
        (
            "DateTimeOffset F() => DateTime.Today;",
            "DateTimeOffset F() => t.GetLocalNow().LocalDateTime.Date;",
        ),
        (
            "DateTimeOffset F(bool b) => b ? DateTime.UtcNow : default;",
            "DateTimeOffset F(bool b) => b ? t.GetUtcNow().UtcDateTime : default;",
        ),
        (
            "void F() { G(DateTime.UtcNow); } void G(DateTimeOffset x) { }",
            "void F() { G(t.GetUtcNow()); } void G(DateTimeOffset x) { }",
        ),
        (
            "void F() { G(DateTime.UtcNow); } void G(DateTimeOffset x) { } void G(DateTime x) { }",
            "void F() { G(t.GetUtcNow().UtcDateTime); } void G(DateTimeOffset x) { } void G(DateTime x) { }",
        ),
        (
            "void F() { var x = DateTime.UtcNow; }",
            "void F() { var x = t.GetUtcNow().UtcDateTime; }",
        ),
    ] {
        check(&class(before), &class(after));
    }
}

#[test]
fn a_class_with_one_constructor_gets_a_parameter_and_a_field() {
    check(
        "class A\r\n{\r\n    private readonly int _a;\r\n\r\n    public A(int a)\r\n    {\r\n        _a = a;\r\n    }\r\n\r\n    DateTime F() => DateTime.UtcNow;\r\n}\r\n",
        "class A\r\n{\r\n    private readonly int _a;\r\n    private readonly TimeProvider _timeProvider;\r\n\r\n    public A(int a, TimeProvider timeProvider)\r\n    {\r\n        _timeProvider = timeProvider;\r\n        _a = a;\r\n    }\r\n\r\n    DateTime F() => _timeProvider.GetUtcNow().UtcDateTime;\r\n}\r\n",
    );
}

#[test]
fn constructor_bodies_read_the_parameter() {
    check(
        "class A\n{\n    DateTime _a;\n\n    public A() { _a = DateTime.UtcNow; }\n\n    DateTime F() => DateTime.UtcNow;\n}\n",
        "class A\n{\n    DateTime _a;\n    readonly TimeProvider _timeProvider;\n\n    public A(TimeProvider timeProvider) { _timeProvider = timeProvider; _a = timeProvider.GetUtcNow().UtcDateTime; }\n\n    DateTime F() => _timeProvider.GetUtcNow().UtcDateTime;\n}\n",
    );
}

#[test]
fn what_only_a_constructor_reads_is_not_kept() {
    check(
        "class A\n{\n    DateTime _a;\n\n    public A() { _a = DateTime.UtcNow; }\n\n    public A(int a) { }\n}\n",
        "class A\n{\n    DateTime _a;\n\n    public A(TimeProvider timeProvider) { _a = timeProvider.GetUtcNow().UtcDateTime; }\n\n    public A(int a) { }\n}\n",
    );
}

#[test]
fn an_initializer_moves_to_the_constructor() {
    check(
        "class A\n{\n    DateTime _a = DateTime.UtcNow;\n    int _b = 1;\n\n    public A(int b)\n    {\n        _b = b;\n    }\n}\n",
        "class A\n{\n    DateTime _a;\n    int _b = 1;\n\n    public A(int b, TimeProvider timeProvider)\n    {\n        _a = timeProvider.GetUtcNow().UtcDateTime;\n        _b = b;\n    }\n}\n",
    );
    check(
        "class A\n{\n    public DateTime P { get; } = DateTime.UtcNow;\n}\n",
        "class A\n{\n    public A(TimeProvider timeProvider)\n    {\n        P = timeProvider.GetUtcNow().UtcDateTime;\n    }\n\n    public DateTime P { get; }\n}\n",
    );
    refuses(
        "class B { }\nclass A : B\n{\n    DateTime _a = DateTime.UtcNow;\n}\n",
        &[Reason::Initializer],
    );
    refuses(
        "class A\n{\n    DateTime _a = DateTime.UtcNow;\n    int _b = int.Parse(\"1\");\n}\n",
        &[Reason::Initializer],
    );
}

#[test]
fn places_without_this_stay_with_their_reason() {
    refuses(
        "class A { static DateTime F = DateTime.UtcNow; }",
        &[Reason::StaticInitializer],
    );
    refuses(
        "class A { Func<DateTime> F() => static () => DateTime.UtcNow; }",
        &[Reason::StaticLambda],
    );
    refuses(
        "struct A { DateTime F() => DateTime.UtcNow; }",
        &[Reason::ValueType],
    );
    refuses(
        "record A { DateTime F() => DateTime.UtcNow; }",
        &[Reason::Record],
    );
    refuses(
        "interface A { DateTime F() => DateTime.UtcNow; }",
        &[Reason::InterfaceMember],
    );
    refuses(
        "Console.WriteLine(DateTime.UtcNow);",
        &[Reason::CompositionRoot],
    );
    refuses(
        "class A : Attribute { DateTime F() => DateTime.UtcNow; }",
        &[Reason::Attribute],
    );
    refuses(
        "class A : Exception { DateTime F() => DateTime.UtcNow; }",
        &[Reason::FrameworkConstructed],
    );
    refuses(
        "class A { DateTime F() => DateTime.UtcNow; /* intentional */ }",
        &[Reason::Intentional],
    );
}

#[test]
fn static_members_beside_migrated_ones_are_mixed() {
    let done = all(&[(
        "A.cs",
        "class A(TimeProvider t) { DateTime F() => DateTime.UtcNow; static DateTime G() => DateTime.UtcNow; }",
    )]);
    assert_eq!(done.replaced, 1);
    assert_eq!(done.remaining[0].0, Reason::MixedSource);
}

#[test]
fn expression_trees_stay() {
    let class = |parameter: &str, body: &str| {
        format!(
            "class R {{ public DateTime At; }}\nclass A(TimeProvider t) {{ object F({parameter} rows) => {body}; }}"
        )
    };
    refuses(
        &class("IQueryable<R>", "rows.Where(r => r.At < DateTime.UtcNow)"),
        &[Reason::ExpressionTree],
    );
    refuses(
        &class(
            "IQueryable<R>",
            "rows.OrderBy(r => r.At).Where(r => r.At < DateTime.UtcNow)",
        ),
        &[Reason::ExpressionTree],
    );
    refuses(
        &class(
            "IQueryable<R>",
            "from r in rows where r.At < DateTime.UtcNow select r",
        ),
        &[Reason::ExpressionTree],
    );
    for (parameter, body) in [
        ("List<R>", "rows.Where(r => r.At < DateTime.UtcNow)"),
        (
            "IQueryable<R>",
            "rows.AsEnumerable().Where(r => r.At < DateTime.UtcNow)",
        ),
        (
            "IEnumerable<R>",
            "from r in rows where r.At < DateTime.UtcNow select r",
        ),
    ] {
        check(
            &class(parameter, body),
            &class(
                parameter,
                &body.replace("DateTime.UtcNow", "t.GetUtcNow().UtcDateTime"),
            ),
        );
    }
}

#[test]
fn an_extension_of_another_type_says_nothing() {
    let builder = "class Builder { } static class E { public static Builder Where<T>(this Builder b, System.Linq.Expressions.Expression<Func<T, bool>> f) => b; }\nclass R { public DateTime At; }\n";
    let class = |body: &str| format!("{builder}class A(TimeProvider t) {{ {body} }}");
    check(
        &class("object F(List<R> rows) => rows.Where(r => r.At < DateTime.UtcNow);"),
        &class("object F(List<R> rows) => rows.Where(r => r.At < t.GetUtcNow().UtcDateTime);"),
    );
    refuses(
        &class("object F(Builder b) => b.Where<R>(r => r.At < DateTime.UtcNow);"),
        &[Reason::ExpressionTree],
    );
}

#[test]
fn a_constraint_keeps_the_parameterless_constructor() {
    check(
        "interface IRepository<T> where T : new() { }\n\nclass A\n{\n    DateTime F() => DateTime.UtcNow;\n}\n\nclass R : IRepository<A> { }\n",
        "interface IRepository<T> where T : new() { }\n\nclass A\n{\n    private readonly TimeProvider _timeProvider;\n\n    public A(TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n    }\n\n    public A()\n        : this(TimeProvider.System)\n    {\n    }\n\n    DateTime F() => _timeProvider.GetUtcNow().UtcDateTime;\n}\n\nclass R : IRepository<A> { }\n",
    );
}

#[test]
fn callers_in_production_give_their_own_provider_or_the_real_one() {
    let done = all(&[
        (
            "A.cs",
            "class A\n{\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "B.cs",
            "class B(TimeProvider clock)\n{\n    A F() => new A();\n    static A G() => new();\n}\n",
        ),
        ("C.cs", "class C\n{\n    A a = new A { };\n}\n"),
    ]);
    assert_eq!(
        done.files["B.cs"],
        "class B(TimeProvider clock)\n{\n    A F() => new A(clock);\n    static A G() => new(TimeProvider.System);\n}\n"
    );
    assert_eq!(
        done.files["C.cs"],
        "class C\n{\n    A a = new A(TimeProvider.System) { };\n}\n"
    );
}

#[test]
fn tests_give_their_double() {
    let done = all(&[
        (
            "A.cs",
            "public class A\n{\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "test/T.cs",
            "using Xunit;\n\npublic class T\n{\n    void F() { var a = new A(); }\n}\n",
        ),
        (
            "test/U.cs",
            "using Microsoft.Extensions.Time.Testing;\n\npublic class U\n{\n    FakeTimeProvider _time = new();\n    void F() { var a = new A(); }\n}\n",
        ),
        (
            "test/V.cs",
            "public class V\n{\n    void F() { var a = new A(); var b = DateTime.UtcNow; }\n}\n",
        ),
    ]);
    assert_eq!(
        done.files["test/T.cs"],
        "using Microsoft.Extensions.Time.Testing;\nusing Xunit;\n\npublic class T\n{\n    void F() { var a = new A(new FakeTimeProvider()); }\n}\n"
    );
    assert!(done.files["test/U.cs"].contains("new A(_time)"));
    assert!(done.files["test/V.cs"].contains("new A(TimeProvider.System)"));
}

#[test]
fn derived_classes_pass_it_on() {
    check(
        "abstract class A\n{\n    private readonly int _a;\n\n    protected A(int a)\n    {\n        _a = a;\n    }\n\n    protected DateTime F() => DateTime.UtcNow;\n}\n\nclass B : A\n{\n    public B(int a)\n        : base(a)\n    {\n    }\n}\n\nclass C(int c) : A(c);\n\nclass D : B\n{\n    public D() : base(1) { }\n}\n",
        "abstract class A\n{\n    private readonly int _a;\n    private readonly TimeProvider _timeProvider;\n\n    protected A(int a, TimeProvider timeProvider)\n    {\n        _timeProvider = timeProvider;\n        _a = a;\n    }\n\n    protected DateTime F() => _timeProvider.GetUtcNow().UtcDateTime;\n}\n\nclass B : A\n{\n    public B(int a, TimeProvider timeProvider)\n        : base(a, timeProvider)\n    {\n    }\n}\n\nclass C(int c, TimeProvider timeProvider) : A(c, timeProvider);\n\nclass D : B\n{\n    public D(TimeProvider timeProvider) : base(1, timeProvider) { }\n}\n",
    );
}

#[test]
fn containers_and_their_factories_follow() {
    let done = all(&[
        (
            "A.cs",
            "public class A\n{\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "P.cs",
            "using Microsoft.Extensions.DependencyInjection;\nstatic class P\n{\n    static void Add(this IServiceCollection services)\n    {\n        services.AddScoped(_ => new A());\n        services.AddSingleton<A>();\n    }\n}\n",
        ),
    ]);
    assert_eq!(
        done.files["P.cs"],
        "using Microsoft.Extensions.DependencyInjection;\nstatic class P\n{\n    static void Add(this IServiceCollection services)\n    {\n        services.AddSingleton(TimeProvider.System);\n        services.AddScoped(sp => new A(sp.GetRequiredService<TimeProvider>()));\n        services.AddSingleton<A>();\n    }\n}\n"
    );
}

#[test]
fn what_can_not_follow_takes_its_class_out_alone() {
    let done = all(&[
        (
            "A.cs",
            "class A\n{\n    DateTime F() => DateTime.UtcNow;\n}\nclass B(TimeProvider t)\n{\n    DateTime F() => DateTime.UtcNow;\n}\n",
        ),
        (
            "R.cs",
            "class R { object F() => Activator.CreateInstance(typeof(A), 1); }",
        ),
    ]);
    assert_eq!(done.replaced, 1);
    assert_eq!(done.remaining[0].0, Reason::NeedsChangeOutsideScope);
}

#[test]
fn only_what_was_asked_for_goes() {
    let asked = Asked {
        apis: vec!["DateTime.UtcNow".into()],
        ..Asked::default()
    };
    let text = "class A(TimeProvider t) { object F() => (DateTime.UtcNow, DateTime.Now); }";
    let done = migrate(&[("A.cs", text)], &asked, &Choices::default());
    assert_eq!(
        done.files["A.cs"],
        text.replace("DateTime.UtcNow", "t.GetUtcNow().UtcDateTime")
    );
    assert_eq!((done.found, done.replaced), (1, 1));
}

#[test]
fn overrides_below_unknown_constructors_stay() {
    let base = "class B\n{\n    public B() { F(); }\n    protected virtual object F() => 1;\n}\n";
    refuses(
        &format!(
            "{base}class A : B\n{{\n    protected override object F() => DateTime.UtcNow;\n}}\n"
        ),
        &[Reason::VirtualFromBaseConstructor],
    );
    check(
        &format!(
            "{base}class A() : B\n{{\n    protected override object F() => DateTime.UtcNow;\n}}\n"
        ),
        &format!(
            "{base}class A(TimeProvider timeProvider) : B\n{{\n    protected override object F() => timeProvider.GetUtcNow().UtcDateTime;\n}}\n"
        ),
    );
}

#[test]
fn syntax_that_is_not_understood_is_left_alone() {
    refuses(
        "class A { DateTime F() => DateTime.UtcNow; void G( { }",
        &[Reason::SyntaxNotUnderstood],
    );
}
