//! Static code gets an ambient scope: where its slot stands, in which style, and which code must stay.

use seamwright_common::note::NoteKind;
use seamwright_common::refusal::Reason;
use seamwright_common::seam::ambient::Sharing;
use seamwright_common::seam::replace::{Choice, Choices};

use super::{all, check, clock, migrate, refuses};

#[test]
fn a_static_class_gets_a_scope() {
    check(
        "using System;\nusing System.Threading;\n\nnamespace Shop;\n\npublic static class Due\n{\n    private static readonly DateTime Epoch = new(2020, 1, 1);\n\n    public static bool Past(DateTime at) => at > Epoch && at < DateTime.UtcNow;\n}\n",
        "using System;\nusing System.Threading;\n\nnamespace Shop;\n\npublic static class Due\n{\n    private static readonly AsyncLocal<TimeProvider?> AmbientTimeProvider = new();\n\n    internal static TimeProvider CurrentTimeProvider => AmbientTimeProvider.Value ?? TimeProvider.System;\n\n    private static readonly DateTime Epoch = new(2020, 1, 1);\n\n    public static bool Past(DateTime at) => at > Epoch && at < CurrentTimeProvider.GetUtcNow().UtcDateTime;\n\n    /// <summary>Replaces the source of time in the calling flow until the result is disposed; for tests.</summary>\n    internal static IDisposable OverrideTimeProvider(TimeProvider timeProvider) =>\n        new TimeProviderScope(timeProvider ?? throw new ArgumentNullException(nameof(timeProvider)));\n\n    private sealed class TimeProviderScope : IDisposable\n    {\n        private readonly TimeProvider? _previous = AmbientTimeProvider.Value;\n        private int _disposed;\n\n        internal TimeProviderScope(TimeProvider timeProvider)\n        {\n            AmbientTimeProvider.Value = timeProvider;\n        }\n\n        public void Dispose()\n        {\n            if (Interlocked.Exchange(ref _disposed, 1) == 0)\n            {\n                AmbientTimeProvider.Value = _previous;\n            }\n        }\n    }\n}\n",
    );
}

#[test]
fn a_scope_that_is_there_is_used() {
    let scope = "    private static readonly System.Threading.AsyncLocal<TimeProvider> s_clock = new();\n    private static TimeProvider Clock { get { return s_clock.Value ?? TimeProvider.System; } }\n    public static IDisposable Use(TimeProvider clock) => throw null;\n";
    check(
        &format!("static class A\n{{\n{scope}    static DateTime F() => DateTime.UtcNow;\n}}\n"),
        &format!(
            "static class A\n{{\n{scope}    static DateTime F() => Clock.GetUtcNow().UtcDateTime;\n}}\n"
        ),
    );
    // One for the whole project, too.
    let shared = scope.replace(
        "private static TimeProvider",
        "internal static TimeProvider",
    );
    let holder = format!("namespace N;\nstatic class Ambient\n{{\n{shared}}}\n");
    let done = all(&[
        ("Ambient.cs", &holder),
        (
            "A.cs",
            "namespace M;\nstatic class A\n{\n    static DateTime F() => DateTime.UtcNow;\n}\n",
        ),
    ]);
    assert_eq!(
        done.files["A.cs"],
        "namespace M;\nstatic class A\n{\n    static DateTime F() => N.Ambient.Clock.GetUtcNow().UtcDateTime;\n}\n"
    );
}

#[test]
fn generic_and_partial_types_get_a_holder_beside_them() {
    let done = all(&[(
        "Shop/Cache.cs",
        "namespace Shop;\n\npublic class Cache<T>\n{\n    public static DateTime Now() => DateTime.UtcNow;\n}\n",
    )]);
    assert_eq!(
        done.files["Shop/Cache.cs"],
        "namespace Shop;\n\npublic class Cache<T>\n{\n    public static DateTime Now() => CacheAmbientTimeProvider.Current.GetUtcNow().UtcDateTime;\n}\n"
    );
    let holder = &done.files["Shop/CacheAmbientTimeProvider.cs"];
    assert!(
        holder.starts_with("using System.Threading;\n\nnamespace Shop;\n\n/// <summary>Gives static code the source of time.</summary>\ninternal static class CacheAmbientTimeProvider\n{\n    private static readonly AsyncLocal<TimeProvider?> _slot = new();\n\n    internal static TimeProvider Current => _slot.Value ?? TimeProvider.System;\n\n"),
        "{holder}"
    );
    let note = &done.notes[0];
    assert_eq!(note.kind, NoteKind::AmbientScope);
    assert_eq!(
        note.text,
        "`Shop.Cache<T>`: `CacheAmbientTimeProvider.Override`"
    );
}

#[test]
fn static_classes_may_share_one() {
    let text = |name: &str| {
        format!(
            "namespace Shop;\n\npublic static class {name}\n{{\n    public static DateTime F() => DateTime.UtcNow;\n}}\n"
        )
    };
    let (a, b) = (text("A"), text("B"));
    let choices = Choices {
        sharing: Sharing::Shared,
        ..Choices::default()
    };
    let done = migrate(&[("A.cs", &a), ("B.cs", &b)], &clock(), &choices);
    assert_eq!((done.replaced, done.left), (2, 0));
    let paths: Vec<&str> = done.files.keys().map(String::as_str).collect();
    assert_eq!(paths, ["A.cs", "AmbientTimeProvider.cs", "B.cs"]);
    for name in ["A.cs", "B.cs"] {
        assert!(
            done.files[name].contains("=> AmbientTimeProvider.Current.GetUtcNow()"),
            "{}",
            done.files[name]
        );
    }
}

#[test]
fn a_class_reads_one_source() {
    for text in [
        // Its objects have a clock of their own.
        "class A(TimeProvider t)\n{\n    object F() => t;\n    static DateTime G() => DateTime.UtcNow;\n}\n",
        "class A\n{\n    TimeProvider? _t;\n    static DateTime G() => DateTime.UtcNow;\n}\n",
    ] {
        refuses(text, &[Reason::MixedSource]);
    }
    // What its objects read stays.
    refuses(
        "class A : Exception\n{\n    DateTime F() => DateTime.UtcNow;\n    static DateTime G() => DateTime.UtcNow;\n}\n",
        &[Reason::FrameworkConstructed, Reason::MixedSource],
    );
    let choices = Choices {
        injection: Choice::Ambient,
        ..Choices::default()
    };
    let text = "class A : Exception\n{\n    DateTime F() => DateTime.UtcNow;\n    static DateTime G() => DateTime.UtcNow;\n}\n";
    let done = migrate(&[("A.cs", text)], &clock(), &choices);
    assert_eq!((done.replaced, done.left), (2, 0), "{:?}", done.remaining);
}

#[test]
fn constructors_alone_leave_static_code() {
    let choices = Choices {
        injection: Choice::Constructor,
        ..Choices::default()
    };
    let text = "static class A { static DateTime F() => DateTime.UtcNow; }\n";
    let done = migrate(&[("A.cs", text)], &clock(), &choices);
    assert_eq!(done.files["A.cs"], text);
    assert_eq!(done.remaining[0].0, Reason::NoSeam);
}

#[test]
fn what_runs_once_stays_and_what_is_called_later_does_not() {
    let done = all(&[(
        "A.cs",
        "static class A\n{\n    static DateTime _a = DateTime.UtcNow;\n    static readonly Lazy<DateTime> B = new(() => DateTime.UtcNow);\n    static readonly Func<DateTime> C = () => DateTime.UtcNow;\n    static Func<DateTime> D { get; } = (() => DateTime.UtcNow);\n    static A() { _a = DateTime.UtcNow; }\n}\n",
    )]);
    let reasons: Vec<Reason> = done.remaining.iter().map(|(reason, _)| *reason).collect();
    assert_eq!(reasons, vec![Reason::StaticInitializer; 3]);
    assert_eq!(done.replaced, 2);
}

#[test]
fn functions_without_their_object_follow_the_class() {
    let lambda = "    Func<DateTime> F() => static () => DateTime.UtcNow;\n";
    refuses(
        &format!("class A\n{{\n{lambda}}}\n"),
        &[Reason::StaticLambda],
    );
    let done = all(&[(
        "A.cs",
        &format!("class A\n{{\n{lambda}    static DateTime G() => DateTime.UtcNow;\n}}\n"),
    )]);
    assert_eq!((done.replaced, done.remaining.len()), (2, 0));
}
