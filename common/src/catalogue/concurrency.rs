//! Work put on the pool or on threads. Off unless asked for.

use super::entry::{Abstraction, Entry, Members, PLAIN, Receiver, Rewrite, Verdict};
use crate::finding::Category;

const STATIC: Entry = Entry {
    category: Category::Concurrency,
    verdict: Verdict::OffByDefault,
    abstraction: Abstraction::Generated {
        interface: "IExecutor",
        implementation: "ThreadPoolExecutor",
    },
    rewrite: Rewrite::None("inject a `TaskScheduler` or an executor that a test runs in place"),
    why: "The work runs when the pool gets to it: a test has to wait for it, and orders differ from run to run.",
    ..PLAIN
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "M:System.Threading.Tasks.Task.Run",
        before: "Task.Run(Work)",
        after: "_executor.Run(Work)",
        ..STATIC
    },
    Entry {
        id: "M:System.Threading.Tasks.TaskFactory.StartNew",
        receiver: Receiver::Through(&["P:System.Threading.Tasks.Task.Factory"]),
        before: "Task.Factory.StartNew(Work)",
        after: "_executor.Run(Work)",
        ..STATIC
    },
    Entry {
        id: "M:System.Threading.Tasks.TaskFactory`1.StartNew",
        receiver: Receiver::Through(&["P:System.Threading.Tasks.Task`1.Factory"]),
        before: "Task<int>.Factory.StartNew(Compute)",
        after: "_executor.Run(Compute)",
        ..STATIC
    },
    Entry {
        id: "M:System.Threading.Thread.#ctor",
        receiver: Receiver::Construction,
        before: "new Thread(Work)",
        after: "_executor.Run(Work)",
        ..STATIC
    },
    Entry {
        id: "M:System.Threading.ThreadPool.QueueUserWorkItem",
        before: "ThreadPool.QueueUserWorkItem(_ => Work())",
        after: "_executor.Run(Work)",
        ..STATIC
    },
    Entry {
        id: "T:System.Threading.Tasks.Parallel",
        members: Members::Statics,
        before: "Parallel.ForEach(items, item => Work())",
        after: "_executor.ForEach(items, item => Work())",
        ..STATIC
    },
];
