//! Files, folders, drives, archives and what opens them by path.

use super::entry::{
    Abstraction, Entry, Form, Members, Overloads, PLAIN, Receiver, Rewrite, Verdict, When,
};
use crate::finding::Category;

/// A static member of `File`, `Directory`, `Path`.
const STATIC: Entry = Entry {
    category: Category::Filesystem,
    abstraction: Abstraction::Package {
        type_name: "System.IO.Abstractions.IFileSystem",
        package: "System.IO.Abstractions",
    },
    why: "The code reaches the machine's disk: a test needs real files, a place for them, and to clean up after itself.",
    ..PLAIN
};

const CONSTRUCTION: Entry = Entry {
    receiver: Receiver::Construction,
    ..STATIC
};

/// Members that reach the disk, of an object that was made here.
const MEMBERS: Entry = Entry {
    receiver: Receiver::Made(&[]),
    rewrite: Rewrite::WithReceiver,
    ..STATIC
};

const NO_EQUIVALENT: Entry = Entry {
    rewrite: Rewrite::None(
        "open the file with the abstraction's `File` and hand the stream or the text to an overload that takes it",
    ),
    ..STATIC
};

const PURE: Entry = Entry {
    verdict: Verdict::PureHelper,
    abstraction: Abstraction::Nothing,
    rewrite: Rewrite::None("nothing: the result depends on the arguments alone"),
    why: "The result depends on the arguments alone, so it stands in no test's way.",
    ..STATIC
};

const STREAM_AND_ENCODING: &str = "new {r}({p}.File.OpenRead({path}), {encoding})";
const WRITE_WITH_ENCODING: &str = "new {r}({p}.FileStream.New({path}, {System.IO.FileMode}.Create, {System.IO.FileAccess}.Write, {System.IO.FileShare}.Read), {encoding})";
const APPEND_WITH_ENCODING: &str = "new {r}({p}.FileStream.New({path}, {System.IO.FileMode}.Append, {System.IO.FileAccess}.Write, {System.IO.FileShare}.Read), {encoding})";

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        id: "M:System.IO.DirectoryInfo.#ctor",
        rewrite: Rewrite::Reference("{p}.DirectoryInfo.New"),
        before: "new DirectoryInfo(path)",
        after: "_fileSystem.DirectoryInfo.New(path)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.IO.DriveInfo.#ctor",
        rewrite: Rewrite::Reference("{p}.DriveInfo.New"),
        before: "new DriveInfo(name)",
        after: "_fileSystem.DriveInfo.New(name)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.IO.DriveInfo.GetDrives",
        rewrite: Rewrite::Reference("{p}.DriveInfo.GetDrives"),
        before: "DriveInfo.GetDrives()",
        after: "_fileSystem.DriveInfo.GetDrives()",
        ..STATIC
    },
    Entry {
        id: "M:System.IO.FileInfo.#ctor",
        rewrite: Rewrite::Reference("{p}.FileInfo.New"),
        before: "new FileInfo(path)",
        after: "_fileSystem.FileInfo.New(path)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.IO.FileStream.#ctor",
        // A handle is a resource that somebody else opened.
        overloads: Overloads::Except(&[
            "(Microsoft.Win32.SafeHandles.SafeFileHandle,System.IO.FileAccess)",
            "(Microsoft.Win32.SafeHandles.SafeFileHandle,System.IO.FileAccess,System.Int32)",
            "(Microsoft.Win32.SafeHandles.SafeFileHandle,System.IO.FileAccess,System.Int32,System.Boolean)",
            "(System.IntPtr,System.IO.FileAccess)",
            "(System.IntPtr,System.IO.FileAccess,System.Boolean)",
            "(System.IntPtr,System.IO.FileAccess,System.Boolean,System.Int32)",
            "(System.IntPtr,System.IO.FileAccess,System.Boolean,System.Int32,System.Boolean)",
        ]),
        rewrite: Rewrite::Reference("{p}.FileStream.New"),
        before: "new FileStream(path, FileMode.Open)",
        after: "_fileSystem.FileStream.New(path, FileMode.Open)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.IO.FileSystemWatcher.#ctor",
        rewrite: Rewrite::Reference("{p}.FileSystemWatcher.New"),
        before: "new FileSystemWatcher(path)",
        after: "_fileSystem.FileSystemWatcher.New(path)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.IO.Path.Exists",
        rewrite: Rewrite::Reference("{p}.Path.{m}"),
        before: "Path.Exists(path)",
        after: "_fileSystem.Path.Exists(path)",
        ..STATIC
    },
    Entry {
        // With a base path the result depends on the arguments alone.
        id: "M:System.IO.Path.GetFullPath",
        overloads: Overloads::Only(&["(System.String)"]),
        rewrite: Rewrite::Reference("{p}.Path.{m}"),
        why: "The result depends on the process's current directory.",
        before: "Path.GetFullPath(path)",
        after: "_fileSystem.Path.GetFullPath(path)",
        ..STATIC
    },
    Entry {
        id: "M:System.IO.Path.GetTempFileName",
        rewrite: Rewrite::Reference("{p}.Path.{m}"),
        before: "Path.GetTempFileName()",
        after: "_fileSystem.Path.GetTempFileName()",
        ..STATIC
    },
    Entry {
        id: "M:System.IO.Path.GetTempPath",
        rewrite: Rewrite::Reference("{p}.Path.{m}"),
        before: "Path.GetTempPath()",
        after: "_fileSystem.Path.GetTempPath()",
        ..STATIC
    },
    Entry {
        id: "M:System.IO.StreamReader.#ctor",
        overloads: Overloads::Only(&[
            "(System.String)",
            "(System.String,System.Boolean)",
            "(System.String,System.IO.FileStreamOptions)",
            "(System.String,System.Text.Encoding)",
            "(System.String,System.Text.Encoding,System.Boolean)",
            "(System.String,System.Text.Encoding,System.Boolean,System.IO.FileStreamOptions)",
            "(System.String,System.Text.Encoding,System.Boolean,System.Int32)",
        ]),
        rewrite: Rewrite::Call(&[
            Form {
                overload: "(System.String)",
                when: When::Always,
                text: "new {r}({p}.File.OpenRead({path}))",
            },
            Form {
                overload: "(System.String,System.Text.Encoding)",
                when: When::NotNull("encoding"),
                text: STREAM_AND_ENCODING,
            },
        ]),
        before: "new StreamReader(path)",
        after: "new StreamReader(_fileSystem.File.OpenRead(path))",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.IO.StreamWriter.#ctor",
        overloads: Overloads::Only(&[
            "(System.String)",
            "(System.String,System.Boolean)",
            "(System.String,System.Boolean,System.Text.Encoding)",
            "(System.String,System.Boolean,System.Text.Encoding,System.Int32)",
            "(System.String,System.IO.FileStreamOptions)",
            "(System.String,System.Text.Encoding,System.IO.FileStreamOptions)",
        ]),
        rewrite: Rewrite::Call(&[
            Form {
                overload: "(System.String)",
                when: When::Always,
                text: "{p}.File.CreateText({path})",
            },
            Form {
                overload: "(System.String,System.Boolean)",
                when: When::Literal("append", "false"),
                text: "{p}.File.CreateText({path})",
            },
            Form {
                overload: "(System.String,System.Boolean)",
                when: When::Literal("append", "true"),
                text: "{p}.File.AppendText({path})",
            },
            Form {
                overload: "(System.String,System.Boolean,System.Text.Encoding)",
                when: When::NotNullAndLiteral("encoding", "append", "false"),
                text: WRITE_WITH_ENCODING,
            },
            Form {
                overload: "(System.String,System.Boolean,System.Text.Encoding)",
                when: When::NotNullAndLiteral("encoding", "append", "true"),
                text: APPEND_WITH_ENCODING,
            },
        ]),
        before: "new StreamWriter(path, true)",
        after: "_fileSystem.File.AppendText(path)",
        ..CONSTRUCTION
    },
    Entry {
        id: "M:System.Xml.Linq.XDocument.Load",
        overloads: Overloads::Only(&[
            "(System.String)",
            "(System.String,System.Xml.Linq.LoadOptions)",
        ]),
        before: "XDocument.Load(path)",
        after: "XDocument.Load(stream)",
        ..NO_EQUIVALENT
    },
    Entry {
        id: "M:System.Xml.Linq.XDocument.Save",
        overloads: Overloads::Only(&[
            "(System.String)",
            "(System.String,System.Xml.Linq.SaveOptions)",
        ]),
        receiver: Receiver::Any,
        before: "document.Save(path)",
        after: "document.Save(stream)",
        ..NO_EQUIVALENT
    },
    Entry {
        id: "M:System.Xml.XmlReader.Create",
        overloads: Overloads::Only(&[
            "(System.String)",
            "(System.String,System.Xml.XmlReaderSettings)",
            "(System.String,System.Xml.XmlReaderSettings,System.Xml.XmlParserContext)",
        ]),
        before: "XmlReader.Create(path)",
        after: "XmlReader.Create(stream)",
        ..NO_EQUIVALENT
    },
    Entry {
        id: "T:System.IO.Compression.ZipFile",
        members: Members::Statics,
        before: "ZipFile.OpenRead(path)",
        after: "new ZipArchive(_fileSystem.File.OpenRead(path), ZipArchiveMode.Read)",
        ..NO_EQUIVALENT
    },
    Entry {
        id: "T:System.IO.Directory",
        members: Members::Statics,
        rewrite: Rewrite::Reference("{p}.Directory.{m}"),
        before: "Directory.Exists(path)",
        after: "_fileSystem.Directory.Exists(path)",
        ..STATIC
    },
    Entry {
        // Names, parents and roots come from the path alone.
        id: "T:System.IO.DirectoryInfo",
        members: Members::These(&[
            "Attributes",
            "Create",
            "CreateAsSymbolicLink",
            "CreateSubdirectory",
            "CreationTime",
            "CreationTimeUtc",
            "Delete",
            "EnumerateDirectories",
            "EnumerateFileSystemInfos",
            "EnumerateFiles",
            "Exists",
            "GetDirectories",
            "GetFileSystemInfos",
            "GetFiles",
            "LastAccessTime",
            "LastAccessTimeUtc",
            "LastWriteTime",
            "LastWriteTimeUtc",
            "LinkTarget",
            "MoveTo",
            "Refresh",
            "ResolveLinkTarget",
            "UnixFileMode",
        ]),
        before: "new DirectoryInfo(path).GetFiles()",
        after: "_fileSystem.DirectoryInfo.New(path).GetFiles()",
        ..MEMBERS
    },
    Entry {
        id: "T:System.IO.DriveInfo",
        members: Members::These(&[
            "AvailableFreeSpace",
            "DriveFormat",
            "DriveType",
            "IsReady",
            "TotalFreeSpace",
            "TotalSize",
            "VolumeLabel",
        ]),
        before: "new DriveInfo(name).AvailableFreeSpace",
        after: "_fileSystem.DriveInfo.New(name).AvailableFreeSpace",
        ..MEMBERS
    },
    Entry {
        id: "T:System.IO.File",
        members: Members::Statics,
        rewrite: Rewrite::Reference("{p}.File.{m}"),
        before: "File.ReadAllText(path)",
        after: "_fileSystem.File.ReadAllText(path)",
        ..STATIC
    },
    Entry {
        // Name, extension and folder come from the path alone.
        id: "T:System.IO.FileInfo",
        members: Members::These(&[
            "AppendText",
            "Attributes",
            "CopyTo",
            "Create",
            "CreateAsSymbolicLink",
            "CreateText",
            "CreationTime",
            "CreationTimeUtc",
            "Decrypt",
            "Delete",
            "Encrypt",
            "Exists",
            "IsReadOnly",
            "LastAccessTime",
            "LastAccessTimeUtc",
            "LastWriteTime",
            "LastWriteTimeUtc",
            "Length",
            "LinkTarget",
            "MoveTo",
            "Open",
            "OpenRead",
            "OpenText",
            "OpenWrite",
            "Refresh",
            "Replace",
            "ResolveLinkTarget",
            "UnixFileMode",
        ]),
        before: "new FileInfo(path).LastWriteTimeUtc",
        after: "_fileSystem.FileInfo.New(path).LastWriteTimeUtc",
        ..MEMBERS
    },
    Entry {
        // Moving the position is bookkeeping.
        id: "T:System.IO.FileStream",
        members: Members::These(&[
            "BeginRead",
            "BeginWrite",
            "CopyTo",
            "CopyToAsync",
            "Flush",
            "FlushAsync",
            "Length",
            "Lock",
            "Read",
            "ReadAsync",
            "ReadAtLeast",
            "ReadAtLeastAsync",
            "ReadByte",
            "ReadExactly",
            "ReadExactlyAsync",
            "SetLength",
            "Unlock",
            "Write",
            "WriteAsync",
            "WriteByte",
        ]),
        before: "new FileStream(path, FileMode.Open).ReadByte()",
        after: "_fileSystem.FileStream.New(path, FileMode.Open).ReadByte()",
        ..MEMBERS
    },
    Entry {
        id: "T:System.IO.FileSystemWatcher",
        members: Members::These(&["EnableRaisingEvents", "WaitForChanged"]),
        before: "new FileSystemWatcher(path).EnableRaisingEvents",
        after: "_fileSystem.FileSystemWatcher.New(path).EnableRaisingEvents",
        ..MEMBERS
    },
    Entry {
        id: "T:System.IO.Path",
        members: Members::Statics,
        before: "Path.Combine(folder, name)",
        after: "Path.Combine(folder, name)",
        ..PURE
    },
    Entry {
        id: "T:System.IO.StreamReader",
        members: Members::These(&[
            "EndOfStream",
            "Peek",
            "Read",
            "ReadAsync",
            "ReadBlock",
            "ReadBlockAsync",
            "ReadLine",
            "ReadLineAsync",
            "ReadToEnd",
            "ReadToEndAsync",
        ]),
        before: "new StreamReader(path).ReadToEnd()",
        after: "new StreamReader(_fileSystem.File.OpenRead(path)).ReadToEnd()",
        ..MEMBERS
    },
    Entry {
        id: "T:System.IO.StreamWriter",
        members: Members::These(&[
            "Flush",
            "FlushAsync",
            "Write",
            "WriteAsync",
            "WriteLine",
            "WriteLineAsync",
        ]),
        before: "new StreamWriter(path).WriteLine(line)",
        after: "_fileSystem.File.CreateText(path).WriteLine(line)",
        ..MEMBERS
    },
];
