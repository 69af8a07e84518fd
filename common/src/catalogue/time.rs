//! Clocks, delays and timers.

use super::entry::{Abstraction, Entry, Form, Overloads, PLAIN, Receiver, Rewrite, When};
use crate::finding::Category;

const PROVIDER: Abstraction = Abstraction::BuiltIn {
    type_name: "System.TimeProvider",
    since: "net8.0",
    package: Some("Microsoft.Bcl.TimeProvider"),
    otherwise: Some("ISystemClock"),
};

/// A static member that reads a clock.
const READ: Entry = Entry {
    category: Category::Time,
    abstraction: PROVIDER,
    why: "The result depends on when the code runs, so a test can neither choose nor repeat it.",
    ..PLAIN
};

/// Something that waits for real time to pass.
const WAIT: Entry = Entry {
    why: "A test has to wait for real time to pass, and what happens before and after it is a race.",
    ..READ
};

const TIMESTAMPS: &[&str] = &[
    "M:System.Diagnostics.Stopwatch.GetTimestamp",
    "M:System.Diagnostics.Stopwatch.GetElapsedTime",
    "F:System.Diagnostics.Stopwatch.Frequency",
];

const TIMESTAMP: Entry = Entry {
    coupled: TIMESTAMPS,
    why: "Elapsed time is measured on the machine's clock; a timestamp means something only with the frequency of the clock that gave it.",
    ..READ
};

/// A member of the real provider, asked for where it is used. What merely names the provider is a seam's default.
const OF_SYSTEM: Entry = Entry {
    receiver: Receiver::Through(&["P:System.TimeProvider.System"]),
    rewrite: Rewrite::Reference("{p}.{m}"),
    ..READ
};

const STAMPS_OF_SYSTEM: Entry = Entry {
    coupled: &[
        "M:System.TimeProvider.GetElapsedTime",
        "M:System.TimeProvider.GetTimestamp",
        "P:System.TimeProvider.TimestampFrequency",
    ],
    why: TIMESTAMP.why,
    ..OF_SYSTEM
};

const TICKS: &str = "read a timestamp with `TimeProvider.GetTimestamp()` and take the difference with `GetElapsedTime`";
const STOPWATCH: &str = "keep `TimeProvider.GetTimestamp()` where the stopwatch starts and read `GetElapsedTime(start)` where it is read";
const SLEEP: &str = "make the method asynchronous and await `Task.Delay(…, timeProvider)`";

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "F:System.Diagnostics.Stopwatch.Frequency",
        rewrite: Rewrite::Reference("{p}.TimestampFrequency"),
        before: "Stopwatch.Frequency",
        after: "_timeProvider.TimestampFrequency",
        ..TIMESTAMP
    },
    Entry {
        id: "M:System.Diagnostics.Stopwatch.#ctor",
        receiver: Receiver::Construction,
        rewrite: Rewrite::None(STOPWATCH),
        before: "new Stopwatch()",
        after: "_timeProvider.GetTimestamp()",
        ..TIMESTAMP_ALONE
    },
    Entry {
        id: "M:System.Diagnostics.Stopwatch.GetElapsedTime",
        rewrite: Rewrite::Reference("{p}.GetElapsedTime"),
        before: "Stopwatch.GetElapsedTime(start)",
        after: "_timeProvider.GetElapsedTime(start)",
        ..TIMESTAMP
    },
    Entry {
        id: "M:System.Diagnostics.Stopwatch.GetTimestamp",
        rewrite: Rewrite::Reference("{p}.GetTimestamp"),
        before: "Stopwatch.GetTimestamp()",
        after: "_timeProvider.GetTimestamp()",
        ..TIMESTAMP
    },
    Entry {
        id: "M:System.Diagnostics.Stopwatch.StartNew",
        rewrite: Rewrite::None(STOPWATCH),
        before: "Stopwatch.StartNew()",
        after: "_timeProvider.GetTimestamp()",
        ..TIMESTAMP_ALONE
    },
    Entry {
        id: "M:System.Threading.CancellationTokenSource.#ctor",
        overloads: Overloads::Only(&["(System.Int32)", "(System.TimeSpan)"]),
        receiver: Receiver::Construction,
        rewrite: Rewrite::Call(&[
            Form {
                overload: "(System.Int32)",
                when: When::BuiltIn,
                text: "new {r}({System.TimeSpan}.FromMilliseconds({millisecondsDelay}), {p})",
            },
            Form {
                overload: "(System.Int32)",
                when: When::FromPackage,
                text: "{p}.CreateCancellationTokenSource({System.TimeSpan}.FromMilliseconds({millisecondsDelay}))",
            },
            Form {
                overload: "(System.TimeSpan)",
                when: When::BuiltIn,
                text: "new {r}({delay}, {p})",
            },
            Form {
                overload: "(System.TimeSpan)",
                when: When::FromPackage,
                text: "{p}.CreateCancellationTokenSource({delay})",
            },
        ]),
        before: "new CancellationTokenSource(TimeSpan.FromSeconds(5))",
        after: "new CancellationTokenSource(TimeSpan.FromSeconds(5), _timeProvider)",
        ..WAIT
    },
    Entry {
        id: "M:System.Threading.CancellationTokenSource.CancelAfter",
        receiver: Receiver::Made(&[
            "M:System.Threading.CancellationTokenSource.#ctor()",
            "M:System.Threading.CancellationTokenSource.CreateLinkedTokenSource",
        ]),
        rewrite: Rewrite::Maker(
            "new {r}({System.Threading.Timeout}.InfiniteTimeSpan, {p})",
            When::BuiltIn,
        ),
        before: "new CancellationTokenSource().CancelAfter(delay)",
        after: "new CancellationTokenSource(Timeout.InfiniteTimeSpan, _timeProvider).CancelAfter(delay)",
        ..WAIT
    },
    Entry {
        id: "M:System.Threading.PeriodicTimer.#ctor",
        overloads: Overloads::Only(&["(System.TimeSpan)"]),
        receiver: Receiver::Construction,
        rewrite: Rewrite::Call(&[Form {
            overload: "(System.TimeSpan)",
            when: When::BuiltIn,
            text: "new {r}({period}, {p})",
        }]),
        before: "new PeriodicTimer(period)",
        after: "new PeriodicTimer(period, _timeProvider)",
        ..WAIT
    },
    Entry {
        id: "M:System.Threading.Tasks.Task.Delay",
        overloads: Overloads::Except(&[
            "(System.TimeSpan,System.TimeProvider)",
            "(System.TimeSpan,System.TimeProvider,System.Threading.CancellationToken)",
        ]),
        rewrite: Rewrite::Call(&[
            Form {
                overload: "(System.Int32)",
                when: When::BuiltIn,
                text: "{r}.Delay({System.TimeSpan}.FromMilliseconds({millisecondsDelay}), {p})",
            },
            Form {
                overload: "(System.Int32)",
                when: When::FromPackage,
                text: "{p}.Delay({System.TimeSpan}.FromMilliseconds({millisecondsDelay}))",
            },
            Form {
                overload: "(System.Int32,System.Threading.CancellationToken)",
                when: When::BuiltIn,
                text: "{r}.Delay({System.TimeSpan}.FromMilliseconds({millisecondsDelay}), {p}, {cancellationToken})",
            },
            Form {
                overload: "(System.Int32,System.Threading.CancellationToken)",
                when: When::FromPackage,
                text: "{p}.Delay({System.TimeSpan}.FromMilliseconds({millisecondsDelay}), {cancellationToken})",
            },
            Form {
                overload: "(System.TimeSpan)",
                when: When::BuiltIn,
                text: "{r}.Delay({delay}, {p})",
            },
            Form {
                overload: "(System.TimeSpan)",
                when: When::FromPackage,
                text: "{p}.Delay({delay})",
            },
            Form {
                overload: "(System.TimeSpan,System.Threading.CancellationToken)",
                when: When::BuiltIn,
                text: "{r}.Delay({delay}, {p}, {cancellationToken})",
            },
            Form {
                overload: "(System.TimeSpan,System.Threading.CancellationToken)",
                when: When::FromPackage,
                text: "{p}.Delay({delay}, {cancellationToken})",
            },
        ]),
        before: "Task.Delay(250, token)",
        after: "Task.Delay(TimeSpan.FromMilliseconds(250), _timeProvider, token)",
        ..WAIT
    },
    Entry {
        id: "M:System.Threading.Tasks.Task.Wait",
        overloads: Overloads::Only(&[
            "(System.Int32)",
            "(System.Int32,System.Threading.CancellationToken)",
            "(System.TimeSpan)",
            "(System.TimeSpan,System.Threading.CancellationToken)",
        ]),
        receiver: Receiver::Any,
        rewrite: Rewrite::None(
            "await `WaitAsync(timeout, timeProvider)` and catch the `TimeoutException`",
        ),
        before: "task.Wait(timeout)",
        after: "await task.WaitAsync(timeout, _timeProvider);",
        ..WAIT
    },
    Entry {
        id: "M:System.Threading.Tasks.Task.WaitAsync",
        ..WAIT_ASYNC
    },
    Entry {
        id: "M:System.Threading.Tasks.Task`1.WaitAsync",
        before: "taskOfInt.WaitAsync(timeout, token)",
        after: "taskOfInt.WaitAsync(timeout, _timeProvider, token)",
        ..WAIT_ASYNC
    },
    Entry {
        id: "M:System.Threading.Thread.Sleep",
        rewrite: Rewrite::None(SLEEP),
        before: "Thread.Sleep(100);",
        after: "await Task.Delay(TimeSpan.FromMilliseconds(100), _timeProvider);",
        ..WAIT
    },
    Entry {
        id: "M:System.Threading.Timer.#ctor",
        receiver: Receiver::Construction,
        rewrite: Rewrite::Call(&[
            Form {
                overload: "(System.Threading.TimerCallback,System.Object,System.Int32,System.Int32)",
                when: When::Always,
                text: "{p}.CreateTimer({callback}, {state}, {System.TimeSpan}.FromMilliseconds({dueTime}), {System.TimeSpan}.FromMilliseconds({period}))",
            },
            Form {
                overload: "(System.Threading.TimerCallback,System.Object,System.Int64,System.Int64)",
                when: When::Always,
                text: "{p}.CreateTimer({callback}, {state}, {System.TimeSpan}.FromMilliseconds({dueTime}), {System.TimeSpan}.FromMilliseconds({period}))",
            },
            Form {
                overload: "(System.Threading.TimerCallback,System.Object,System.TimeSpan,System.TimeSpan)",
                when: When::Always,
                text: "{p}.CreateTimer({callback}, {state}, {dueTime}, {period})",
            },
        ]),
        before: "new Timer(OnTick, null, TimeSpan.Zero, period)",
        after: "_timeProvider.CreateTimer(OnTick, null, TimeSpan.Zero, period)",
        ..WAIT
    },
    Entry {
        id: "M:System.TimeProvider.CreateTimer",
        before: "TimeProvider.System.CreateTimer(OnTick, null, delay, delay)",
        after: "_timeProvider.CreateTimer(OnTick, null, delay, delay)",
        why: WAIT.why,
        ..OF_SYSTEM
    },
    Entry {
        id: "M:System.TimeProvider.GetElapsedTime",
        before: "TimeProvider.System.GetElapsedTime(start)",
        after: "_timeProvider.GetElapsedTime(start)",
        ..STAMPS_OF_SYSTEM
    },
    Entry {
        id: "M:System.TimeProvider.GetLocalNow",
        before: "TimeProvider.System.GetLocalNow()",
        after: "_timeProvider.GetLocalNow()",
        ..OF_SYSTEM
    },
    Entry {
        id: "M:System.TimeProvider.GetTimestamp",
        before: "TimeProvider.System.GetTimestamp()",
        after: "_timeProvider.GetTimestamp()",
        ..STAMPS_OF_SYSTEM
    },
    Entry {
        id: "M:System.TimeProvider.GetUtcNow",
        before: "TimeProvider.System.GetUtcNow()",
        after: "_timeProvider.GetUtcNow()",
        ..OF_SYSTEM
    },
    Entry {
        id: "M:System.Timers.Timer.#ctor",
        receiver: Receiver::Construction,
        rewrite: Rewrite::None(
            "use `TimeProvider.CreateTimer`, which calls back instead of raising `Elapsed`",
        ),
        before: "new System.Timers.Timer(1000)",
        after: "_timeProvider.CreateTimer(OnTick, null, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1))",
        ..WAIT
    },
    Entry {
        id: "P:System.DateTime.Now",
        rewrite: Rewrite::Reference("{p}.GetLocalNow().LocalDateTime"),
        before: "DateTime.Now",
        after: "_timeProvider.GetLocalNow().LocalDateTime",
        ..READ
    },
    Entry {
        id: "P:System.DateTime.Today",
        rewrite: Rewrite::Reference("{p}.GetLocalNow().LocalDateTime.Date"),
        before: "DateTime.Today",
        after: "_timeProvider.GetLocalNow().LocalDateTime.Date",
        ..READ
    },
    Entry {
        id: "P:System.DateTime.UtcNow",
        rewrite: Rewrite::Reference("{p}.GetUtcNow().UtcDateTime"),
        before: "DateTime.UtcNow",
        after: "_timeProvider.GetUtcNow().UtcDateTime",
        ..READ
    },
    Entry {
        id: "P:System.DateTimeOffset.Now",
        rewrite: Rewrite::Reference("{p}.GetLocalNow()"),
        before: "DateTimeOffset.Now",
        after: "_timeProvider.GetLocalNow()",
        ..READ
    },
    Entry {
        id: "P:System.DateTimeOffset.UtcNow",
        rewrite: Rewrite::Reference("{p}.GetUtcNow()"),
        before: "DateTimeOffset.UtcNow",
        after: "_timeProvider.GetUtcNow()",
        ..READ
    },
    Entry {
        id: "P:System.Environment.TickCount",
        rewrite: Rewrite::None(TICKS),
        before: "Environment.TickCount",
        after: "_timeProvider.GetTimestamp()",
        ..READ
    },
    Entry {
        id: "P:System.Environment.TickCount64",
        rewrite: Rewrite::None(TICKS),
        before: "Environment.TickCount64",
        after: "_timeProvider.GetTimestamp()",
        ..READ
    },
    Entry {
        id: "P:System.TimeProvider.LocalTimeZone",
        before: "TimeProvider.System.LocalTimeZone",
        after: "_timeProvider.LocalTimeZone",
        ..OF_SYSTEM
    },
    Entry {
        id: "P:System.TimeProvider.TimestampFrequency",
        before: "TimeProvider.System.TimestampFrequency",
        after: "_timeProvider.TimestampFrequency",
        ..STAMPS_OF_SYSTEM
    },
    Entry {
        id: "P:System.TimeZoneInfo.Local",
        rewrite: Rewrite::Reference("{p}.LocalTimeZone"),
        why: "The result depends on the zone that the machine is set to: green on a build server, red on a laptop.",
        before: "TimeZoneInfo.Local",
        after: "_timeProvider.LocalTimeZone",
        ..READ
    },
];

const TIMESTAMP_ALONE: Entry = Entry {
    coupled: &[],
    ..TIMESTAMP
};

const WAIT_ASYNC: Entry = Entry {
    overloads: Overloads::Only(&[
        "(System.TimeSpan)",
        "(System.TimeSpan,System.Threading.CancellationToken)",
    ]),
    receiver: Receiver::Any,
    rewrite: Rewrite::Call(&[
        Form {
            overload: "(System.TimeSpan)",
            when: When::Always,
            text: "{r}.WaitAsync({timeout}, {p})",
        },
        Form {
            overload: "(System.TimeSpan,System.Threading.CancellationToken)",
            when: When::Always,
            text: "{r}.WaitAsync({timeout}, {p}, {cancellationToken})",
        },
    ]),
    before: "task.WaitAsync(timeout, token)",
    after: "task.WaitAsync(timeout, _timeProvider, token)",
    ..WAIT
};
