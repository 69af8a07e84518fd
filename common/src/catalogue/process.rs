//! Other processes.

use super::entry::{Abstraction, Entry, Members, PLAIN, Receiver, Rewrite};
use crate::finding::Category;

const STATIC: Entry = Entry {
    category: Category::Process,
    abstraction: Abstraction::Generated {
        interface: "IProcessRunner",
        implementation: "ProcessRunner",
    },
    rewrite: Rewrite::Shaped("process-escapes"),
    why: "A test needs the program to be installed, runs it for real, and waits for it.",
    ..PLAIN
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "M:System.Diagnostics.Process.#ctor",
        receiver: Receiver::Construction,
        before: "new Process()",
        after: "_processRunner.Start(startInfo)",
        ..STATIC
    },
    Entry {
        id: "T:System.Diagnostics.Process",
        members: Members::Statics,
        before: "Process.Start(startInfo)",
        after: "_processRunner.Start(startInfo)",
        ..STATIC
    },
    Entry {
        // What is set before the start, and who is told of the end, reaches no process.
        id: "T:System.Diagnostics.Process",
        members: Members::These(&[
            "BasePriority",
            "BeginErrorReadLine",
            "BeginOutputReadLine",
            "CancelErrorRead",
            "CancelOutputRead",
            "CloseMainWindow",
            "ExitCode",
            "ExitTime",
            "Handle",
            "HandleCount",
            "HasExited",
            "Id",
            "Kill",
            "MachineName",
            "MainModule",
            "MainWindowHandle",
            "MainWindowTitle",
            "MaxWorkingSet",
            "MinWorkingSet",
            "Modules",
            "NonpagedSystemMemorySize",
            "NonpagedSystemMemorySize64",
            "PagedMemorySize",
            "PagedMemorySize64",
            "PagedSystemMemorySize",
            "PagedSystemMemorySize64",
            "PeakPagedMemorySize",
            "PeakPagedMemorySize64",
            "PeakVirtualMemorySize",
            "PeakVirtualMemorySize64",
            "PeakWorkingSet",
            "PeakWorkingSet64",
            "PriorityBoostEnabled",
            "PriorityClass",
            "PrivateMemorySize",
            "PrivateMemorySize64",
            "PrivilegedProcessorTime",
            "ProcessName",
            "ProcessorAffinity",
            "Refresh",
            "Responding",
            "SafeHandle",
            "SessionId",
            "StandardError",
            "StandardInput",
            "StandardOutput",
            "Start",
            "StartTime",
            "Threads",
            "TotalProcessorTime",
            "UserProcessorTime",
            "VirtualMemorySize",
            "VirtualMemorySize64",
            "WaitForExit",
            "WaitForExitAsync",
            "WaitForInputIdle",
            "WorkingSet",
            "WorkingSet64",
        ]),
        receiver: Receiver::Made(&[
            "M:System.Diagnostics.Process.GetCurrentProcess",
            "M:System.Diagnostics.Process.GetProcessById",
            "M:System.Diagnostics.Process.GetProcesses",
            "M:System.Diagnostics.Process.GetProcessesByName",
            "M:System.Diagnostics.Process.Start",
        ]),
        before: "Process.Start(startInfo).WaitForExit()",
        after: "_processRunner.Start(startInfo).WaitForExit()",
        ..STATIC
    },
];
