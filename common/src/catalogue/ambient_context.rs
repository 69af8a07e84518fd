//! Values that hang on the current thread, flow or request.

use super::entry::{Abstraction, Entry, Origin, PLAIN, Rewrite};
use crate::finding::Category;

const CURRENT: Entry = Entry {
    category: Category::AmbientContext,
    rewrite: Rewrite::Reference("{p}.{m}"),
    why: "The value is whatever the thread or flow carries: a test has to put it there, and take it away again.",
    ..PLAIN
};

const fn generated(interface: &'static str, implementation: &'static str) -> Abstraction {
    Abstraction::Generated {
        interface,
        implementation,
    }
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "P:System.Diagnostics.Activity.Current",
        abstraction: generated("ICurrentActivity", "CurrentActivity"),
        before: "Activity.Current",
        after: "_activity.Current",
        ..CURRENT
    },
    Entry {
        id: "P:System.Security.Claims.ClaimsPrincipal.Current",
        abstraction: generated("ICurrentPrincipal", "AmbientPrincipal"),
        before: "ClaimsPrincipal.Current",
        after: "_principal.Current",
        ..CURRENT
    },
    Entry {
        id: "P:System.Threading.SynchronizationContext.Current",
        abstraction: generated(
            "ICurrentSynchronizationContext",
            "CurrentSynchronizationContext",
        ),
        before: "SynchronizationContext.Current",
        after: "_synchronizationContext.Current",
        ..CURRENT
    },
    Entry {
        id: "P:System.Threading.Thread.CurrentPrincipal",
        abstraction: generated("ICurrentPrincipal", "AmbientPrincipal"),
        before: "Thread.CurrentPrincipal",
        after: "_principal.CurrentPrincipal",
        ..CURRENT
    },
    Entry {
        id: "P:System.Transactions.Transaction.Current",
        abstraction: generated("ICurrentTransaction", "CurrentTransaction"),
        before: "Transaction.Current",
        after: "_transaction.Current",
        ..CURRENT
    },
    Entry {
        id: "P:System.Web.HttpContext.Current",
        origin: Origin::Framework,
        abstraction: generated("ICurrentHttpContext", "CurrentHttpContext"),
        before: "HttpContext.Current",
        after: "_httpContext.Current",
        ..CURRENT
    },
];
