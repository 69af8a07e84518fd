//! Delays, cancellations, timestamps: calls that take the provider along.

use super::*;

#[track_caller]
fn waits(before: &str, after: &str) {
    let class = |body: &str| {
        format!(
            "using System.Diagnostics;\nusing System.Threading;\nclass A(TimeProvider t)\n{{\n    public async Task F(int ms, TimeSpan d, CancellationToken c, Task task) {{ {body} }}\n}}\n"
        )
    };
    check(&class(before), &class(after));
}

#[test]
fn delays_take_the_provider() {
    for (before, after) in [
        ("await Task.Delay(d);", "await Task.Delay(d, t);"),
        ("await Task.Delay(d, c);", "await Task.Delay(d, t, c);"),
        (
            "await Task.Delay(250);",
            "await Task.Delay(TimeSpan.FromMilliseconds(250), t);",
        ),
        (
            "await Task.Delay( ms /* a */ , c ).ConfigureAwait(false);",
            "await Task.Delay( TimeSpan.FromMilliseconds(ms), t /* a */ , c ).ConfigureAwait(false);",
        ),
        (
            "await Task.Delay(millisecondsDelay: ms, cancellationToken: c);",
            "await Task.Delay(delay: TimeSpan.FromMilliseconds(ms), cancellationToken: c, timeProvider: t);",
        ),
        (
            "await Task.Delay(cancellationToken: c, delay: d);",
            "await Task.Delay(cancellationToken: c, delay: d, timeProvider: t);",
        ),
        (
            "await Task.Delay(ms * 2, c); await Task.Delay(DateTime.UtcNow - DateTime.UnixEpoch);",
            "await Task.Delay(TimeSpan.FromMilliseconds(ms * 2), t, c); await Task.Delay(t.GetUtcNow().UtcDateTime - DateTime.UnixEpoch, t);",
        ),
        (
            "await Task.Delay(TimeSpan.FromTicks(DateTime.UtcNow.Ticks));",
            "await Task.Delay(TimeSpan.FromTicks(t.GetUtcNow().UtcDateTime.Ticks), t);",
        ),
        ("await task.WaitAsync(d);", "await task.WaitAsync(d, t);"),
        (
            "await task.WaitAsync(d, c);",
            "await task.WaitAsync(d, t, c);",
        ),
        (
            "using var s = new CancellationTokenSource(d);",
            "using var s = new CancellationTokenSource(d, t);",
        ),
        (
            "using CancellationTokenSource s = new(5000);",
            "using CancellationTokenSource s = new(TimeSpan.FromMilliseconds(5000), t);",
        ),
        (
            "using var p = new PeriodicTimer(d);",
            "using var p = new PeriodicTimer(d, t);",
        ),
        (
            "var z = TimeZoneInfo.ConvertTime(DateTimeOffset.UnixEpoch, TimeZoneInfo.Local);",
            "var z = TimeZoneInfo.ConvertTime(DateTimeOffset.UnixEpoch, t.LocalTimeZone);",
        ),
        (
            "var s = Stopwatch.GetTimestamp(); _ = Stopwatch.GetElapsedTime(s).Ticks / Stopwatch.Frequency;",
            "var s = t.GetTimestamp(); _ = t.GetElapsedTime(s).Ticks / t.TimestampFrequency;",
        ),
    ] {
        waits(before, after);
    }
}

#[test]
fn what_cannot_go_together_stays() {
    let class = |body: &str| {
        format!(
            "using System.Diagnostics;\nusing System.Threading;\nclass A(TimeProvider t)\n{{\n{body}\n}}\n"
        )
    };
    refuses(
        &class(
            "public long F() => Stopwatch.GetTimestamp();\npublic static long G() => Stopwatch.Frequency;",
        ),
        &[Reason::CoupledMember, Reason::CoupledMember],
    );
    refuses(
        &class("public object F(int[] a) => a.Select(Task.Delay);"),
        &[Reason::OverloadWouldChange],
    );
    refuses(
        &class("public object F() => new Timer(_ => { }, null, 1, 2);"),
        &[Reason::NotSupportedYet],
    );
    let mixed = "public object F() => TimeZoneInfo.ConvertTime(DateTime.Now, TimeZoneInfo.Local);";
    let done = all(&[("A.cs", &class(mixed))]);
    let reasons: Vec<Reason> = done.remaining.iter().map(|(reason, _)| *reason).collect();
    assert_eq!(reasons, [Reason::MixedSource]);
}
