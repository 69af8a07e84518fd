//! Random numbers and ids.

use super::entry::{
    Abstraction, Entry, Form, Members, Origin, Overloads, PLAIN, Receiver, Rewrite, Verdict, When,
};
use crate::finding::Category;

/// A random number generator.
const NUMBER: Entry = Entry {
    category: Category::Randomness,
    abstraction: Abstraction::BuiltIn {
        type_name: "System.Random",
        since: "net6.0",
        package: None,
        otherwise: None,
    },
    why: "Each run gives another value, so a test can't say which one it expects.",
    ..PLAIN
};

const ID: Entry = Entry {
    abstraction: Abstraction::Generated {
        interface: "IGuidProvider",
        implementation: "GuidProvider",
    },
    rewrite: Rewrite::Reference("{p}.{m}"),
    ..NUMBER
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "M:System.Guid.CreateVersion7",
        origin: Origin::Since("net9.0"),
        before: "Guid.CreateVersion7()",
        after: "_guids.CreateVersion7()",
        ..ID
    },
    Entry {
        id: "M:System.Guid.NewGuid",
        before: "Guid.NewGuid()",
        after: "_guids.NewGuid()",
        ..ID
    },
    Entry {
        id: "M:System.IO.Path.GetRandomFileName",
        abstraction: Abstraction::Package {
            type_name: "System.IO.Abstractions.IFileSystem",
            package: "System.IO.Abstractions",
        },
        rewrite: Rewrite::Reference("{p}.Path.{m}"),
        before: "Path.GetRandomFileName()",
        after: "_fileSystem.Path.GetRandomFileName()",
        ..NUMBER
    },
    Entry {
        id: "M:System.Random.#ctor",
        overloads: Overloads::Only(&["()"]),
        receiver: Receiver::Construction,
        rewrite: Rewrite::Call(&[Form {
            overload: "()",
            when: When::Always,
            text: "{p}",
        }]),
        before: "new Random()",
        after: "_random",
        ..NUMBER
    },
    Entry {
        id: "M:System.Random.#ctor(System.Int32)",
        receiver: Receiver::Construction,
        verdict: Verdict::PureHelper,
        abstraction: Abstraction::Nothing,
        rewrite: Rewrite::None("nothing: the seed decides the numbers"),
        why: "The same seed gives the same numbers, so whoever gives the seed is in control.",
        before: "new Random(42)",
        after: "new Random(42)",
        ..NUMBER
    },
    Entry {
        id: "P:System.Random.Shared",
        rewrite: Rewrite::Reference("{p}"),
        before: "Random.Shared",
        after: "_random",
        ..NUMBER
    },
    Entry {
        id: "T:System.Security.Cryptography.RandomNumberGenerator",
        members: Members::Statics,
        abstraction: Abstraction::Generated {
            interface: "IRandomNumberGenerator",
            implementation: "SystemRandomNumberGenerator",
        },
        rewrite: Rewrite::Reference("{p}.{m}"),
        before: "RandomNumberGenerator.GetInt32(100)",
        after: "_randomNumbers.GetInt32(100)",
        ..NUMBER
    },
];
