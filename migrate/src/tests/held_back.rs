//! What holds a class or a site back because code would run too early, be translated, or differ by `#if`; and what
//! doesn't.

use seamwright_common::refusal::Reason;

use super::{all, refuses};

#[test]
fn members_that_a_base_constructor_may_run_stay() {
    for base in [
        "protected B() { P = 1; }",
        "protected B() => _ = P;",
        "protected B() { if (this.P == 1) throw new Exception(); }",
        "protected B() { E += () => { }; }",
        "protected B() { Func<object> f = F; }",
        "protected B() { new List<int>().ForEach(i => F()); }",
        "protected B() { G(this); } static void G(B b) { }",
        "protected B() { H = 1; } int H { get => 1; set => F(); }",
    ] {
        let base = format!(
            "abstract class B\n{{\n    {base}\n    protected abstract int P {{ get; set; }}\n    protected abstract event Action E;\n    protected abstract object F();\n}}\n"
        );
        refuses(
            &format!(
                "{base}abstract class A : B\n{{\n    protected override object F() => Get();\n    object Get() => DateTime.UtcNow;\n}}\n"
            ),
            &[Reason::VirtualFromBaseConstructor],
        );
        refuses(
            &format!(
                "{base}abstract class A : B\n{{\n    protected override int P {{ get => DateTime.UtcNow.Year; set {{ }} }}\n}}\n"
            ),
            &[Reason::VirtualFromBaseConstructor],
        );
    }
    // A class further down reaches the site from its override.
    refuses(
        "class B\n{\n    protected B() { F(); }\n    protected virtual void F() { }\n}\nclass A : B\n{\n    protected object Get() => DateTime.UtcNow;\n}\nclass C : A\n{\n    protected override void F() => Get();\n}\n",
        &[Reason::VirtualFromBaseConstructor],
    );
    // What no override reaches goes on.
    let done = all(&[(
        "A.cs",
        "class B\n{\n    protected B() { F(); }\n    protected virtual void F() { }\n}\nclass A : B\n{\n    protected override void F() { }\n    object Get() => DateTime.UtcNow;\n}\n",
    )]);
    assert_eq!(done.replaced, 1);
}

#[test]
fn initializers_whose_assignment_runs_code_stay() {
    for property in [
        "public virtual DateTime P { get; set; } = DateTime.UtcNow;",
        "public DateTime P { get; set => field = value.AddDays(1); } = DateTime.UtcNow;",
    ] {
        refuses(
            &format!("class A\n{{\n    private int _a;\n    {property}\n}}\n"),
            &[Reason::Initializer],
        );
    }
}

#[test]
fn expression_trees_are_seen_by_where_they_go() {
    for body in [
        "Expression<Func<DateTime>> q; q = () => DateTime.UtcNow;",
        "var q = (Expression<Func<DateTime>>)(() => DateTime.UtcNow);",
        "Expression<Func<DateTime>> q = (true ? () => DateTime.UtcNow : null);",
        "LambdaExpression q = () => DateTime.UtcNow;",
        "Expression<Func<DateTime>>[] q = { () => DateTime.UtcNow };",
        "var q = new List<Expression<Func<DateTime>>> { () => DateTime.UtcNow };",
    ] {
        refuses(
            &format!(
                "using System.Linq.Expressions;\nclass A(TimeProvider t) {{ void F() {{ {body} }} }}"
            ),
            &[Reason::ExpressionTree],
        );
    }
}

#[test]
fn declarations_that_differ_by_if_stay() {
    for text in [
        "#if X\nclass A { DateTime F() => DateTime.UtcNow; }\n#else\nclass A { }\n#endif\n",
        "#if X\nnamespace N {\n#else\nnamespace O {\n#endif\nclass A { DateTime F() => DateTime.UtcNow; }\n}\n",
        "partial class A { DateTime F() => DateTime.UtcNow; }\n#if X\npartial class A { public A(int a) { } }\n#endif\n",
    ] {
        let done = all(&[("A.cs", text)]);
        assert_eq!(done.replaced, 0, "{text}");
        let reasons: Vec<Reason> = done.remaining.iter().map(|(reason, _)| *reason).collect();
        assert_eq!(reasons, [Reason::Conditional], "{text}");
    }
    // Half a call in each branch isn't understood.
    refuses(
        "class A { DateTime F() => DateTime.UtcNow; }\nclass B {\n#if X\n  A F() => new A(\n#else\n  A F() => new A(\n#endif\n  );\n}\n",
        &[Reason::NeedsChangeOutsideScope],
    );
}

#[test]
fn a_provider_that_may_be_null_gets_another_beside_it() {
    let caller = "class C { static A F() => new A(null); }\n";
    for text in [
        "class A { readonly TimeProvider _t; public A(TimeProvider t) { if (t == null) return; _t = t; } public DateTime F() => DateTime.UtcNow; }\n",
        "class A { readonly TimeProvider _t; public A(TimeProvider t) { _t = t; } public DateTime F() => DateTime.UtcNow; }\nclass C { static A F() => new A(null); }\n",
        "class A(TimeProvider t) { public DateTime F() => DateTime.UtcNow; void G() { t = null; } }\n",
        "class A(TimeProvider t) { public DateTime F() => DateTime.UtcNow; }\nclass C { static A F() => new(t: null); }\n",
    ] {
        let done = all(&[
            ("A.cs", text),
            ("D.cs", if text.contains("class C") { "" } else { caller }),
        ]);
        assert!(
            done.files["A.cs"].contains(", TimeProvider timeProvider)"),
            "{}",
            done.files["A.cs"]
        );
        assert!(
            done.files["A.cs"].contains("imeProvider.GetUtcNow()"),
            "{}",
            done.files["A.cs"]
        );
    }
}

#[test]
fn a_local_does_not_hide_the_provider() {
    let done = all(&[(
        "A.cs",
        "class A { readonly TimeProvider _t; public A(TimeProvider t) { _t = t; } DateTime F(int _t) => DateTime.UtcNow; }\nclass B(TimeProvider t) { DateTime F(int t) => DateTime.UtcNow; DateTime G() => DateTime.UtcNow; }\n",
    )]);
    assert!(done.files["A.cs"].contains("F(int _t) => this._t.GetUtcNow()"));
    assert!(done.files["A.cs"].contains("F(int t) => DateTime.UtcNow"));
    assert_eq!(done.remaining[0].0, Reason::NotSupportedYet);
}

#[test]
fn classes_that_a_serializer_makes_stay() {
    for user in [
        "object F(string s) => JsonSerializer.Deserialize(s, typeof(A));",
        "class Dto { public List<A> P { get; set; } } Dto F(string s) => JsonSerializer.Deserialize<Dto>(s);",
        "class Base { public A[] P; } record Dto(int X) : Base; Task<Dto> F(HttpContent c) => c.ReadFromJsonAsync<Dto>();",
        "object F() => new XmlSerializer(typeof(A));",
    ] {
        refuses(
            &format!(
                "public class A {{ public DateTime F() => DateTime.UtcNow; }}\nclass B {{ {user} }}\n"
            ),
            &[Reason::FrameworkConstructed],
        );
    }
}

#[test]
fn what_may_make_a_class_by_its_type_keeps_the_constructor_that_it_needs() {
    let made = |user: &str| {
        let text = format!(
            "public class A\n{{\n    public DateTime F() => DateTime.UtcNow;\n}}\n\nclass B {{ {user} }}\n"
        );
        let done = all(&[("A.cs", &text)]);
        assert_eq!(done.replaced, 1, "{user}");
        done.files["A.cs"].contains("public A()\n        : this(TimeProvider.System)")
    };
    for user in [
        "T F<T>() => Activator.CreateInstance<T>(); A G() => F<A>();",
        "object F(Type t) => Activator.CreateInstance(t); object G() => F(typeof(A));",
        "A a; A F() => System.Threading.LazyInitializer.EnsureInitialized(ref a);",
        "object F() => System.Linq.Expressions.Expression.New(typeof(A));",
        "object F() => Activator.CreateInstance(Type.GetType(\"A\"));",
        "object F() => typeof(B).Assembly.CreateInstance(\"A\");",
        "object F() => Activator.CreateInstance(\"P\", \"A\");",
        "Type t = typeof(A);",
        "[Made(typeof(A))] void F() { }",
    ] {
        assert!(made(user), "{user}");
    }
    for user in [
        "void F(IServiceCollection s) { s.AddSingleton<A>(); s.AddSingleton(typeof(A)); }",
        "object F(IServiceProvider p) => p.GetRequiredService<A>();",
        "string F() => typeof(A).Name + nameof(A);",
        "bool F(Type t) => t == typeof(A);",
        "object F(object[] o) => o.OfType<A>().ToList();",
        "Task<A> F(A a) => Task.FromResult<A>(a);",
    ] {
        assert!(!made(user), "{user}");
    }
}

#[test]
fn a_creation_of_nobody_knows_what_makes_no_class_that_its_arguments_do_not_fit() {
    let class = |parameter: &str| {
        format!(
            "public interface IStore {{ }}\n\npublic class A\n{{\n    public A({parameter}) {{ }}\n    DateTime F() => DateTime.UtcNow;\n}}\n\npublic sealed record Key(string Text);\n\npublic class Key2 : Key3 {{ }}\n\npublic class Key3 : Elsewhere {{ }}\n\npublic class B\n{{\n    void F(Key key, Key2 other) {{ Unknown.Take(new(key)); Unknown.Take(new(other)); }}\n}}\n"
        )
    };
    for (parameter, replaced) in [
        ("IStore store", 1),
        ("Key key", 0),
        ("Key? key", 0),
        ("Key3 key", 0),
        ("Elsewhere store", 0),
        ("object store", 0),
    ] {
        let text = class(parameter);
        let done = all(&[("A.cs", &text)]);
        assert_eq!(done.replaced, replaced, "{parameter}");
    }
}
