//! Registrations, each as text before and after.

use super::super::fixture::{code, library};
use super::super::inject::TIME_PROVIDER;
use super::*;
use crate::binding::TypeRef;
use crate::edit::TextEdit;

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
        TIME_PROVIDER,
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
