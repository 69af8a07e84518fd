//! Environment variables, the machine, the process's own settings.

use super::entry::{Abstraction, Entry, Members, Origin, PLAIN, Receiver, Rewrite, Verdict};
use crate::finding::Category;

const STATIC: Entry = Entry {
    category: Category::Environment,
    abstraction: Abstraction::Generated {
        interface: "IEnvironmentProvider",
        implementation: "EnvironmentProvider",
    },
    rewrite: Rewrite::Reference("{p}.{m}"),
    why: "The result depends on the machine and the account that run the code, and a change is seen by every test of the process.",
    ..PLAIN
};

const LOCATION: Entry = Entry {
    receiver: Receiver::Through(&[
        "M:System.Reflection.Assembly.GetEntryAssembly",
        "M:System.Reflection.Assembly.GetExecutingAssembly",
    ]),
    abstraction: Abstraction::Advice("pass the folder in, as an option that is read at start-up"),
    rewrite: Rewrite::None(
        "which assembly it is depends on the caller, so it can't be wrapped: pass the folder in",
    ),
    why: "The result depends on where the program was put, and a test host puts it elsewhere.",
    ..STATIC
};

const CONFIGURATION: Entry = Entry {
    origin: Origin::Package("System.Configuration.ConfigurationManager"),
    why: "The values come from a file beside the program: a test has to bring its own, the same for all of its cases.",
    ..STATIC
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "P:System.AppContext.BaseDirectory",
        before: "AppContext.BaseDirectory",
        after: "_environment.BaseDirectory",
        ..STATIC
    },
    Entry {
        id: "P:System.AppDomain.CurrentDomain",
        before: "AppDomain.CurrentDomain",
        after: "_environment.CurrentDomain",
        ..STATIC
    },
    Entry {
        id: "P:System.Configuration.ConfigurationManager.AppSettings",
        before: "ConfigurationManager.AppSettings",
        after: "_configuration.AppSettings",
        ..CONFIGURATION
    },
    Entry {
        id: "P:System.Configuration.ConfigurationManager.ConnectionStrings",
        before: "ConfigurationManager.ConnectionStrings",
        after: "_configuration.ConnectionStrings",
        ..CONFIGURATION
    },
    Entry {
        id: "P:System.Environment.NewLine",
        verdict: Verdict::PureHelper,
        abstraction: Abstraction::Nothing,
        rewrite: Rewrite::None("nothing: it is the same on each run on a system"),
        why: "It is a constant of the operating system; a test compares with the same constant.",
        before: "Environment.NewLine",
        after: "Environment.NewLine",
        ..STATIC
    },
    Entry {
        id: "P:System.Environment.StackTrace",
        rewrite: Rewrite::None(
            "it shows its caller, which a wrapper would change: pass the text in",
        ),
        before: "Environment.StackTrace",
        after: "stackTrace",
        ..STATIC
    },
    Entry {
        id: "P:System.Reflection.Assembly.CodeBase",
        before: "Assembly.GetExecutingAssembly().CodeBase",
        after: "options.ProgramFolder",
        ..LOCATION
    },
    Entry {
        id: "P:System.Reflection.Assembly.EscapedCodeBase",
        before: "Assembly.GetExecutingAssembly().EscapedCodeBase",
        after: "options.ProgramFolder",
        ..LOCATION
    },
    Entry {
        id: "P:System.Reflection.Assembly.Location",
        before: "Assembly.GetExecutingAssembly().Location",
        after: "options.ProgramFolder",
        ..LOCATION
    },
    Entry {
        id: "T:Microsoft.Win32.Registry",
        members: Members::Statics,
        abstraction: Abstraction::Generated {
            interface: "IRegistry",
            implementation: "WindowsRegistry",
        },
        why: "The registry belongs to the machine and exists on Windows alone.",
        before: "Registry.GetValue(key, name, null)",
        after: "_registry.GetValue(key, name, null)",
        ..STATIC
    },
    Entry {
        id: "T:System.Environment",
        members: Members::Statics,
        before: "Environment.GetEnvironmentVariable(name)",
        after: "_environment.GetEnvironmentVariable(name)",
        ..STATIC
    },
    Entry {
        id: "T:System.Runtime.InteropServices.RuntimeInformation",
        members: Members::Statics,
        abstraction: Abstraction::Generated {
            interface: "IRuntimeInformation",
            implementation: "SystemRuntimeInformation",
        },
        before: "RuntimeInformation.OSDescription",
        after: "_runtime.OSDescription",
        ..STATIC
    },
];
