//! Registrations, each as text before and after.

use std::collections::BTreeSet;

use super::super::dependency::Dependency;
use super::super::fixture::{code, library};
use super::*;
use crate::binding::{ProjectId, ProjectScope, TypeRef};
use crate::coverage::ProjectRole;
use crate::edit::TextEdit;
use crate::seam::code::{Code, CodeFile, CodeProject, Writing};
use crate::source::SourcePath;

#[track_caller]
fn check(body: &str, expected: &str) {
    let text = |body: &str| format!("using System;\nclass X {{ }}\n{body}");
    let before = text(body);
    let code = code(&[("A.cs", &before)]);
    let reader = Reader::new(&code, library());
    let class = reader
        .class(FileId(0), &TypeRef::Declared("X".into()))
        .unwrap();
    let plan = register(
        &reader,
        &Dependency::time_provider(),
        &BTreeSet::from([class]),
        &[],
        &|_| false,
    );
    let edits = plan.edits.into_iter().map(|(_, edit)| edit);
    assert_eq!(
        TextEdit::new(edits).unwrap().apply(&before).unwrap(),
        text(expected)
    );
}

#[test]
fn a_line_is_added_beside_the_registrations() {
    check(
        "static class E\n{\n    static void Add(this IServiceCollection services)\n    {\n        services.AddScoped<X>();\n    }\n}\n",
        "static class E\n{\n    static void Add(this IServiceCollection services)\n    {\n        services.AddSingleton(TimeProvider.System);\n        services.AddScoped<X>();\n    }\n}\n",
    );
    check(
        "class P { void F() { builder.Services.AddA().AddScoped<I, X>(); } }",
        "class P { void F() { builder.Services.AddSingleton(TimeProvider.System).AddA().AddScoped<I, X>(); } }",
    );
    check(
        "static class E { static S Add(this IServiceCollection s) => s.AddScoped(typeof(X)); }",
        "static class E { static S Add(this IServiceCollection s) => s.AddSingleton(TimeProvider.System).AddScoped(typeof(X)); }",
    );
    check(
        "class P { void F() {\n  host.ConfigureServices((c, services) =>\n  {\n    services.TryAddScoped<X>();\n  });\n} }",
        "class P { void F() {\n  host.ConfigureServices((c, services) =>\n  {\n    services.TryAddSingleton(TimeProvider.System);\n    services.TryAddScoped<X>();\n  });\n} }",
    );
}

#[test]
fn what_is_registered_stays() {
    for there in [
        "services.AddSingleton(TimeProvider.System)",
        "services.AddSingleton<TimeProvider>(f)",
        "services.AddSingleton(typeof(TimeProvider), f)",
    ] {
        let body = format!("class P {{ void F() {{\n  {there};\n  services.AddScoped<X>();\n}} }}");
        check(&body, &body);
    }
}

#[test]
fn a_clock_inside_a_factory_is_no_registration() {
    check(
        "class P { void F() {\n  services.AddScoped(sp => new Y(TimeProvider.System));\n  services.AddScoped<X>();\n} }",
        "class P { void F() {\n  services.AddSingleton(TimeProvider.System);\n  services.AddScoped(sp => new Y(TimeProvider.System));\n  services.AddScoped<X>();\n} }",
    );
}

#[test]
fn who_calls_a_method_that_registers_it_is_served() {
    let one = "static class E\n{\n    static void AddE(this IServiceCollection services)\n    {\n        services.AddScoped<X>();\n        services.AddScoped<Y>();\n    }\n}\nclass P { void F() {\n  services.AddE();\n  services.AddScoped<X>();\n} }";
    check(
        one,
        &one.replacen(
            "        services.AddScoped<X>",
            "        services.AddSingleton(TimeProvider.System);\n        services.AddScoped<X>",
            1,
        ),
    );
}

#[test]
fn a_container_that_makes_nothing_of_it_is_left_alone() {
    check(
        "class P { void F() {\n  services.AddScoped<Y>();\n} }",
        "class P { void F() {\n  services.AddScoped<Y>();\n} }",
    );
}

#[test]
fn the_line_stands_where_every_path_passes() {
    check(
        "class P { void F() {\n  var b = G();\n\n  // For the build.\n  // Nothing else.\n  if (b.Build)\n  {\n    b.Services.AddDb<Y>();\n    return;\n  }\n  b.Services.AddScoped<X>();\n} }",
        "class P { void F() {\n  var b = G();\n\n  b.Services.AddSingleton(TimeProvider.System);\n  // For the build.\n  // Nothing else.\n  if (b.Build)\n  {\n    b.Services.AddDb<Y>();\n    return;\n  }\n  b.Services.AddScoped<X>();\n} }",
    );
    check(
        "if (args.Length > 0) {\n  builder.Services.AddScoped<X>();\n}\n",
        "builder.Services.AddSingleton(TimeProvider.System);\nif (args.Length > 0) {\n  builder.Services.AddScoped<X>();\n}\n",
    );
}

#[test]
fn a_registration_on_another_path_is_none() {
    check(
        "class P { void F() {\n  if (a) services.AddSingleton(TimeProvider.System);\n  services.AddScoped<X>();\n} }",
        "class P { void F() {\n  services.AddSingleton(TimeProvider.System);\n  if (a) services.AddSingleton(TimeProvider.System);\n  services.AddScoped<X>();\n} }",
    );
    let same = "class P { void F() {\n  if (a) {\n    services.AddSingleton(TimeProvider.System);\n    services.AddScoped<X>();\n  }\n} }";
    check(same, same);
}

#[test]
fn the_collection_is_in_scope_where_the_line_stands() {
    check(
        "class P { void F() {\n  host.ConfigureServices(services => services.AddScoped<X>());\n} }",
        "class P { void F() {\n  host.ConfigureServices(services => services.AddSingleton(TimeProvider.System).AddScoped<X>());\n} }",
    );
    check(
        "class P { void F() {\n  if (a) {\n    var services = G();\n    services.AddScoped<X>();\n  }\n} }",
        "class P { void F() {\n  if (a) {\n    var services = G();\n    services.AddSingleton(TimeProvider.System);\n    services.AddScoped<X>();\n  }\n} }",
    );
}

#[test]
fn two_containers_of_a_body_are_two() {
    check(
        "class P { void F() {\n  var a = new ServiceCollection();\n  a.AddSingleton(TimeProvider.System);\n  var b = new ServiceCollection();\n  b.AddScoped<X>();\n} }",
        "class P { void F() {\n  var a = new ServiceCollection();\n  a.AddSingleton(TimeProvider.System);\n  var b = new ServiceCollection();\n  b.AddSingleton(TimeProvider.System);\n  b.AddScoped<X>();\n} }",
    );
}

#[test]
fn two_methods_of_one_program_register_it_once() {
    let line = "    services.AddScoped<X>();\n";
    let one = |name: &str, more: &str| {
        format!(
            "  static I {name}(this IServiceCollection services) {{\n{line}{more}    return services;\n  }}\n"
        )
    };
    let body = |first: &str| {
        format!(
            "static class E {{\n{first}{}}}\nclass P {{ I F(I s) => s.AddA().AddB(); }}",
            one("AddB", "")
        )
    };
    let more = "    services.AddScoped<Y>();\n";
    let before = one("AddA", more);
    let after = before.replacen(
        line,
        &format!("    services.AddSingleton(TimeProvider.System);\n{line}"),
        1,
    );
    check(&body(&before), &body(&after));
}

/// A library with a class and two programs that reference it; the paths of the files that get a line.
#[track_caller]
fn check_projects(second_references: &[u32], first: &str, second: &str, expected: &[&str]) {
    let project = |name: &str, references: &[u32]| CodeProject {
        path: SourcePath::new(format!("{name}/{name}.csproj")),
        role: ProjectRole::Production,
        packages: Vec::new(),
        seen: Vec::new(),
        frameworks: vec!["net8.0".into()],
        has_time_provider: true,
        executable: true,
        scope: ProjectScope {
            assembly: name.into(),
            references: references.iter().map(|id| ProjectId(*id)).collect(),
            ..ProjectScope::default()
        },
        writing: Writing::default(),
    };
    let projects = vec![
        project("L", &[]),
        project("One", &[0]),
        project("Two", second_references),
    ];
    let texts = [
        ("L/X.cs", "namespace L; public class X { }"),
        ("One/One.cs", first),
        ("Two/Two.cs", second),
    ];
    let files = texts
        .iter()
        .enumerate()
        .map(|(index, (path, text))| CodeFile {
            path: SourcePath::new(*path),
            text: (*text).into(),
            project: ProjectId(index as u32),
            editable: true,
            ownership: crate::workspace::Ownership::Plain,
        });
    let code = Code::new(projects, files.collect());
    let reader = Reader::new(&code, library());
    let class = reader
        .class(FileId(0), &TypeRef::Declared("L.X".into()))
        .unwrap();
    let plan = register(
        &reader,
        &Dependency::time_provider(),
        &BTreeSet::from([class]),
        &[],
        &|_| false,
    );
    let edited: Vec<&str> = plan
        .edits
        .iter()
        .map(|(file, _)| code.file(*file).path.as_str())
        .collect();
    assert_eq!(edited, expected);
}

#[test]
fn a_method_of_the_same_name_elsewhere_registers_nothing_here() {
    let program = |namespace: &str, lines: &str| {
        format!(
            "using L;\nusing System;\nnamespace {namespace}\n{{\n  public static class E\n  {{\n    public static void AddParts(this IServiceCollection services)\n    {{\n{lines}    }}\n  }}\n}}\n"
        )
    };
    let has_it = program(
        "N.One",
        "      services.AddSingleton(TimeProvider.System);\n",
    );
    let caller = "class P { void F(IServiceCollection services) {\n  services.AddParts();\n  services.AddScoped<L.X>();\n} }\n";
    let own = format!("{}{caller}", program("N.Two", ""));
    // Not referenced; referenced, but its namespace isn't in scope; in scope.
    check_projects(&[0], &has_it, &own, &["Two/Two.cs"]);
    check_projects(&[0, 1], &has_it, caller, &["Two/Two.cs"]);
    check_projects(&[0, 1], &has_it, &format!("using N.One;\n{caller}"), &[]);
}

#[test]
fn a_comment_at_the_head_of_a_file_stays_there() {
    let program = "// Licence\nservices.AddScoped<X>();\n";
    let code = code(&[("X.cs", "class X { }"), ("P.cs", program)]);
    let reader = Reader::new(&code, library());
    let class = reader
        .class(FileId(0), &TypeRef::Declared("X".into()))
        .unwrap();
    let plan = register(
        &reader,
        &Dependency::time_provider(),
        &BTreeSet::from([class]),
        &[],
        &|_| false,
    );
    let edit = TextEdit::new(plan.edits.into_iter().map(|(_, edit)| edit)).unwrap();
    let after = edit.apply(program).unwrap();
    assert!(
        after.starts_with("// Licence\nservices.AddSingleton("),
        "{after}"
    );
}

#[test]
fn what_is_registered_already_is_named() {
    let code = code(&[(
        "A.cs",
        "class X { }\nclass P { void F() {\n  services.AddSingleton(TimeProvider.System);\n  services.AddScoped<X>();\n} }",
    )]);
    let reader = Reader::new(&code, library());
    let class = reader
        .class(FileId(0), &TypeRef::Declared("X".into()))
        .unwrap();
    let plan = register(
        &reader,
        &Dependency::time_provider(),
        &BTreeSet::from([class]),
        &[],
        &|_| false,
    );
    let places = plan.served.iter();
    let places: Vec<String> = places.map(|(file, at)| code.place(*file, *at)).collect();
    assert_eq!(places, ["A.cs:3"]);
}

#[test]
fn a_builder_of_autofac_gets_its_own_line() {
    let program = |lines: &str| {
        format!(
            "namespace Autofac {{ }}\nclass P : Autofac.Module {{\n  void Load(Autofac.ContainerBuilder b) {{\n{lines}  }}\n}}\n"
        )
    };
    let line = "    b.RegisterInstance(TimeProvider.System).As<TimeProvider>();\n";
    for made in [
        "    b.RegisterType<X>();\n",
        "    b.RegisterType<X>().As<I>().SingleInstance();\n",
        "    b.RegisterType(typeof(X));\n",
        "    b.RegisterAssemblyTypes(typeof(P).Assembly);\n",
    ] {
        check(&program(made), &program(&format!("{line}{made}")));
        for there in [
            line,
            "    b.RegisterInstance<TimeProvider>(new Mine());\n",
            "    b.Register(c => TimeProvider.System).As<TimeProvider>();\n",
            "    b.RegisterType<Mine>().As(typeof(TimeProvider));\n",
        ] {
            let there = program(&format!("{there}{made}"));
            check(&there, &there);
        }
    }
    let keyed = "    b.RegisterInstance(TimeProvider.System).Keyed<TimeProvider>(1);\n";
    let made = "    b.RegisterType<X>();\n";
    check(
        &program(&format!("{keyed}{made}")),
        &program(&format!("{line}{keyed}{made}")),
    );
}

#[test]
fn a_module_is_served_by_who_registers_it() {
    let program = |line: &str, module: &str| {
        format!(
            "class M {{ void Load(Autofac.ContainerBuilder b) {{\n    b.RegisterType<X>();\n  }} }}\nclass P {{ void F() {{\n  var b = new Autofac.ContainerBuilder();\n{line}  b.RegisterModule{module};\n}} }}"
        )
    };
    let line = "  b.RegisterInstance(TimeProvider.System);\n";
    for module in ["<M>()", "(new M())"] {
        let text = program(line, module);
        check(&text, &text);
    }
}
