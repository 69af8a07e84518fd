//! The current culture, and settings that a call takes silently. The helpers that depend on their arguments alone
//! and reach no resource at all, `Math` and `string`, stand here too.

use super::entry::{Abstraction, Entry, Members, PLAIN, Receiver, Rewrite, Verdict};
use crate::finding::Category;

const CURRENT: Entry = Entry {
    category: Category::Culture,
    abstraction: Abstraction::Advice("pass a `CultureInfo` or `IFormatProvider` in"),
    rewrite: Rewrite::None(
        "pass a `CultureInfo` in, or name `CultureInfo.InvariantCulture` where a machine reads the text",
    ),
    why: "The result depends on the settings of the machine and the thread: green on a build server, red on a laptop.",
    ..PLAIN
};

const OF_THREAD: Entry = Entry {
    receiver: Receiver::Through(&["P:System.Threading.Thread.CurrentThread"]),
    ..CURRENT
};

const SERIALIZER: Entry = Entry {
    unless_given: &["context", "jsonTypeInfo", "options"],
    abstraction: Abstraction::Advice("pass the project's own `JsonSerializerOptions`"),
    rewrite: Rewrite::None("pass the project's own `JsonSerializerOptions`"),
    why: "The text follows process-wide defaults instead of the contract that the other side expects.",
    ..CURRENT
};

const PURE: Entry = Entry {
    members: Members::Statics,
    verdict: Verdict::PureHelper,
    abstraction: Abstraction::Nothing,
    rewrite: Rewrite::None("nothing: the result depends on the arguments alone"),
    why: "The result depends on the arguments alone, so it stands in no test's way.",
    ..CURRENT
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "M:System.Text.Json.JsonSerializer.Deserialize",
        before: "JsonSerializer.Deserialize<Order>(json)",
        after: "JsonSerializer.Deserialize<Order>(json, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.DeserializeAsync",
        before: "JsonSerializer.DeserializeAsync<Order>(stream)",
        after: "JsonSerializer.DeserializeAsync<Order>(stream, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.DeserializeAsyncEnumerable",
        before: "JsonSerializer.DeserializeAsyncEnumerable<Order>(stream)",
        after: "JsonSerializer.DeserializeAsyncEnumerable<Order>(stream, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.Serialize",
        before: "JsonSerializer.Serialize(order)",
        after: "JsonSerializer.Serialize(order, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.SerializeAsync",
        before: "JsonSerializer.SerializeAsync(stream, order)",
        after: "JsonSerializer.SerializeAsync(stream, order, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.SerializeToDocument",
        before: "JsonSerializer.SerializeToDocument(order)",
        after: "JsonSerializer.SerializeToDocument(order, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.SerializeToElement",
        before: "JsonSerializer.SerializeToElement(order)",
        after: "JsonSerializer.SerializeToElement(order, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.SerializeToNode",
        before: "JsonSerializer.SerializeToNode(order)",
        after: "JsonSerializer.SerializeToNode(order, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "M:System.Text.Json.JsonSerializer.SerializeToUtf8Bytes",
        before: "JsonSerializer.SerializeToUtf8Bytes(order)",
        after: "JsonSerializer.SerializeToUtf8Bytes(order, _options)",
        ..SERIALIZER
    },
    Entry {
        id: "P:System.Globalization.CultureInfo.CurrentCulture",
        before: "CultureInfo.CurrentCulture",
        after: "culture",
        ..CURRENT
    },
    Entry {
        id: "P:System.Globalization.CultureInfo.CurrentUICulture",
        before: "CultureInfo.CurrentUICulture",
        after: "culture",
        ..CURRENT
    },
    Entry {
        id: "P:System.Globalization.CultureInfo.DefaultThreadCurrentCulture",
        before: "CultureInfo.DefaultThreadCurrentCulture",
        after: "culture",
        ..CURRENT
    },
    Entry {
        id: "P:System.Globalization.CultureInfo.DefaultThreadCurrentUICulture",
        before: "CultureInfo.DefaultThreadCurrentUICulture",
        after: "culture",
        ..CURRENT
    },
    Entry {
        id: "P:System.Threading.Thread.CurrentCulture",
        before: "Thread.CurrentThread.CurrentCulture",
        after: "culture",
        ..OF_THREAD
    },
    Entry {
        id: "P:System.Threading.Thread.CurrentUICulture",
        before: "Thread.CurrentThread.CurrentUICulture",
        after: "culture",
        ..OF_THREAD
    },
    Entry {
        id: "T:System.Math",
        before: "Math.Max(a, b)",
        after: "Math.Max(a, b)",
        ..PURE
    },
    Entry {
        id: "T:System.MathF",
        before: "MathF.Sqrt(a)",
        after: "MathF.Sqrt(a)",
        ..PURE
    },
    Entry {
        id: "T:System.String",
        before: "string.IsNullOrEmpty(text)",
        after: "string.IsNullOrEmpty(text)",
        ..PURE
    },
];
