//! The terminal.

use super::entry::{Abstraction, Entry, Members, PLAIN, Rewrite};
use crate::finding::Category;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    id: "T:System.Console",
    category: Category::Console,
    members: Members::Statics,
    abstraction: Abstraction::Generated {
        interface: "IConsole",
        implementation: "SystemConsole",
    },
    rewrite: Rewrite::Reference("{p}.{m}"),
    why: "Input and output are shared by the whole process: a test can only swap the streams for all tests at once.",
    before: "Console.WriteLine(text);",
    after: "_console.WriteLine(text);",
    ..PLAIN
}];
