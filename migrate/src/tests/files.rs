//! The file system of the package: calls, objects that are made, readers and writers, and how far a value whose type
//! changes is followed.

use super::*;

fn files() -> Asked {
    Asked {
        categories: vec![Category::Filesystem],
        ..Asked::default()
    }
}

/// The body of a method before and after.
#[track_caller]
fn check(before: &str, after: &str) {
    let class = |head: &str, body: &str| {
        format!("{head}namespace Shop;\n\npublic class Store\n{{\n{body}}}\n")
    };
    let text = class("using System.IO;\nusing System.Text;\n\n", before);
    let done = migrate(&[("A.cs", &text)], &files(), &Choices::default());
    assert_eq!(done.found, done.replaced + done.remaining.len());
    assert_eq!(done.left, done.remaining.len(), "{:#?}", done.files);
    assert_eq!(done.remaining, [], "{}", done.files["A.cs"]);
    let made = "    private readonly IFileSystem _fileSystem;\n\n    public Store(IFileSystem fileSystem)\n    {\n        _fileSystem = fileSystem;\n    }\n\n";
    let expected = class(
        "using System.IO;\nusing System.IO.Abstractions;\nusing System.Text;\n\n",
        &format!("{made}{after}"),
    );
    assert_eq!(done.files["A.cs"], expected);
    let again = migrate(
        &[("A.cs", &done.files["A.cs"])],
        &files(),
        &Choices::default(),
    );
    assert_eq!(again.found, 0);
}

/// Why the sites of a method stay.
#[track_caller]
fn check_stays(body: &str, reason: Reason, detail: &str) {
    let text = format!("using System.IO;\n\nnamespace Shop;\n\npublic class Store\n{{\n{body}}}\n");
    let done = migrate(&[("A.cs", &text)], &files(), &Choices::default());
    assert_eq!(done.replaced, 0, "{}", done.files["A.cs"]);
    assert_eq!(done.files["A.cs"], text);
    let (found, said) = &done.remaining[0];
    assert_eq!((*found, said.as_str()), (reason, detail));
}

#[test]
fn calls_go_to_the_file_system() {
    check(
        "    public string F(string path) => File.Exists(path) ? File.ReadAllText(path, Encoding.UTF8) : Path.GetTempPath();\n",
        "    public string F(string path) => _fileSystem.File.Exists(path) ? _fileSystem.File.ReadAllText(path, Encoding.UTF8) : _fileSystem.Path.GetTempPath();\n",
    );
    check(
        "    public void F(string path)\n    {\n        Directory.CreateDirectory(Path.Combine(path, \"x\"));\n        System.IO.File.Delete(path);\n        foreach (var one in Directory.GetFiles(path, \"*.txt\"))\n        {\n            File.Move(one, Path.GetFullPath(one));\n        }\n    }\n",
        "    public void F(string path)\n    {\n        _fileSystem.Directory.CreateDirectory(Path.Combine(path, \"x\"));\n        _fileSystem.File.Delete(path);\n        foreach (var one in _fileSystem.Directory.GetFiles(path, \"*.txt\"))\n        {\n            _fileSystem.File.Move(one, _fileSystem.Path.GetFullPath(one));\n        }\n    }\n",
    );
    check(
        "    public IEnumerable<string> F(string[] all) => all.Where(File.Exists).Select(File.ReadAllText);\n",
        "    public IEnumerable<string> F(string[] all) => all.Where(_fileSystem.File.Exists).Select(_fileSystem.File.ReadAllText);\n",
    );
}

#[test]
fn streams_go_where_any_stream_may() {
    check(
        "    public async Task F(string path, Stream to)\n    {\n        using var from = File.OpenRead(path);\n        await from.CopyToAsync(to);\n        using (FileStream other = File.Create(path))\n        {\n            from.CopyTo(other);\n            other.WriteByte(1);\n        }\n        using Stream third = File.Open(path, FileMode.Open);\n        using var reader = new StreamReader(File.OpenRead(path));\n        G(File.OpenWrite(path));\n    }\n\n    private void G(Stream stream) { }\n\n    private Stream H(string path) => File.OpenRead(path);\n",
        "    public async Task F(string path, Stream to)\n    {\n        using var from = _fileSystem.File.OpenRead(path);\n        await from.CopyToAsync(to);\n        using (FileSystemStream other = _fileSystem.File.Create(path))\n        {\n            from.CopyTo(other);\n            other.WriteByte(1);\n        }\n        using Stream third = _fileSystem.File.Open(path, FileMode.Open);\n        using var reader = new StreamReader(_fileSystem.File.OpenRead(path));\n        G(_fileSystem.File.OpenWrite(path));\n    }\n\n    private void G(Stream stream) { }\n\n    private Stream H(string path) => _fileSystem.File.OpenRead(path);\n",
    );
}

#[test]
fn streams_go_to_calls_that_take_any() {
    check(
        "    public async Task F(string path, System.Security.Cryptography.SHA256 hash)\n    {\n        await using var from = File.OpenRead(path);\n        hash.ComputeHash(from);\n        G(from, 1);\n        using var zip = new System.IO.Compression.GZipStream(from, System.IO.Compression.CompressionMode.Decompress);\n        var own = new Own(from, level: 2);\n        from.Put(from);\n        FileStream to = File.Create(path);\n        await using (to.ConfigureAwait(false))\n        {\n            to.WriteByte(1);\n        }\n    }\n\n    private void G(Stream stream, int a) { }\n    private void G(string path, int a) { }\n    private void G(FileStream stream) { }\n\n    private class Own { public Own(Stream stream, int level) { } public Own(byte[] bytes, int level) { } }\n}\n\npublic static class Puts\n{\n    public static void Put(this Stream one, Stream other) { }\n",
        "    public async Task F(string path, System.Security.Cryptography.SHA256 hash)\n    {\n        await using var from = _fileSystem.File.OpenRead(path);\n        hash.ComputeHash(from);\n        G(from, 1);\n        using var zip = new System.IO.Compression.GZipStream(from, System.IO.Compression.CompressionMode.Decompress);\n        var own = new Own(from, level: 2);\n        from.Put(from);\n        FileSystemStream to = _fileSystem.File.Create(path);\n        await using (to.ConfigureAwait(false))\n        {\n            to.WriteByte(1);\n        }\n    }\n\n    private void G(Stream stream, int a) { }\n    private void G(string path, int a) { }\n    private void G(FileStream stream) { }\n\n    private class Own { public Own(Stream stream, int level) { } public Own(byte[] bytes, int level) { } }\n}\n\npublic static class Puts\n{\n    public static void Put(this Stream one, Stream other) { }\n",
    );
}

#[test]
fn lists_of_descriptions_go_through_operators_that_only_look_at_them() {
    check(
        "    public long F(string path)\n    {\n        var folder = new DirectoryInfo(path);\n        if (folder.GetFiles().Any(one => one.Length > 3))\n        {\n            return folder.EnumerateFiles().Where(one => one.Exists).OrderBy(one => one.Name).First().Length;\n        }\n\n        foreach (FileInfo one in folder.GetFiles().OrderBy((f) => f.LastWriteTimeUtc).Skip(1))\n        {\n            one.Delete();\n        }\n\n        return folder.GetFiles().Select(one => one.Length).Sum();\n    }\n",
        "    public long F(string path)\n    {\n        var folder = _fileSystem.DirectoryInfo.New(path);\n        if (folder.GetFiles().Any(one => one.Length > 3))\n        {\n            return folder.EnumerateFiles().Where(one => one.Exists).OrderBy(one => one.Name).First().Length;\n        }\n\n        foreach (IFileInfo one in folder.GetFiles().OrderBy((f) => f.LastWriteTimeUtc).Skip(1))\n        {\n            one.Delete();\n        }\n\n        return folder.GetFiles().Select(one => one.Length).Sum();\n    }\n",
    );
}

#[test]
fn descriptions_go_with_what_is_read_of_them() {
    check(
        "    public long F(string path)\n    {\n        FileInfo info = new FileInfo(path);\n        var folder = new DirectoryInfo(path);\n        if (!folder.Exists)\n        {\n            folder.Create();\n        }\n\n        foreach (FileInfo one in folder.GetFiles())\n        {\n            one.Delete();\n        }\n\n        string? above = Directory.GetParent(path)?.FullName;\n        return info.Length + (info.Directory == null ? 0 : 1) + new FileInfo(path).Length;\n    }\n",
        "    public long F(string path)\n    {\n        IFileInfo info = _fileSystem.FileInfo.New(path);\n        var folder = _fileSystem.DirectoryInfo.New(path);\n        if (!folder.Exists)\n        {\n            folder.Create();\n        }\n\n        foreach (IFileInfo one in folder.GetFiles())\n        {\n            one.Delete();\n        }\n\n        string? above = _fileSystem.Directory.GetParent(path)?.FullName;\n        return info.Length + (info.Directory == null ? 0 : 1) + _fileSystem.FileInfo.New(path).Length;\n    }\n",
    );
}

#[test]
fn readers_and_writers_get_what_the_file_system_opens() {
    check(
        "    public void F(string path)\n    {\n        using var reader = new StreamReader(path);\n        reader.ReadLine();\n        using var other = new StreamReader(path, Encoding.UTF8);\n        using var writer = new StreamWriter(path);\n        writer.Write(1);\n        using var more = new StreamWriter(path, true);\n        using StreamWriter last = new(path, false, Encoding.ASCII);\n        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read);\n        stream.ReadByte();\n    }\n",
        "    public void F(string path)\n    {\n        using var reader = new StreamReader(_fileSystem.File.OpenRead(path));\n        reader.ReadLine();\n        using var other = new StreamReader(_fileSystem.File.OpenRead(path), Encoding.UTF8);\n        using var writer = _fileSystem.File.CreateText(path);\n        writer.Write(1);\n        using var more = _fileSystem.File.AppendText(path);\n        using StreamWriter last = new(_fileSystem.FileStream.New(path, FileMode.Create, FileAccess.Write, FileShare.Read), Encoding.ASCII);\n        using var stream = _fileSystem.FileStream.New(path, FileMode.Open, FileAccess.Read);\n        stream.ReadByte();\n    }\n",
    );
}

#[test]
fn what_wants_the_concrete_type_stays() {
    for (body, detail) in [
        (
            "    public FileStream F(string path) => File.OpenRead(path);\n",
            "it goes where `FileStream` may be wanted",
        ),
        (
            "    public FileInfo F(string path)\n    {\n        var info = new FileInfo(path);\n        return info;\n    }\n",
            "it goes where `FileInfo` may be wanted",
        ),
        (
            "    private FileStream _kept;\n    public void F(string path) => _kept = File.OpenRead(path);\n",
            "it goes where `FileStream` may be wanted",
        ),
        (
            "    public void F(string path)\n    {\n        using var stream = File.OpenRead(path);\n        G(stream);\n    }\n\n    private void G(FileStream stream) { }\n",
            "it goes where `FileStream` may be wanted",
        ),
        (
            "    public void F(string path)\n    {\n        using var stream = File.OpenRead(path);\n        G(stream);\n    }\n\n    private void G<T>(T one) { }\n    private void G(Stream one) { }\n",
            "it goes where `FileStream` may be wanted",
        ),
        (
            "    public object F(string path) => new DirectoryInfo(path).GetFiles().Select(one => one).Count();\n",
            "it goes where `FileInfo` may be wanted",
        ),
        (
            "    public object F(string path) => new DirectoryInfo(path).GetFiles().ToDictionary(one => one.Name);\n",
            "`ToDictionary` may want `FileInfo`",
        ),
        (
            "    public void F(string path)\n    {\n        using var stream = File.OpenRead(path);\n        stream.Lock(0, 1);\n    }\n",
            "`FileSystemStream` has no such `Lock`",
        ),
        (
            "    public void F(string path)\n    {\n        var info = new DirectoryInfo(path);\n        G(info);\n    }\n\n    private void G(DirectoryInfo info) { }\n",
            "it goes to a call that may want `DirectoryInfo`",
        ),
        (
            "    public object F(string path)\n    {\n        Func<string, FileStream> open = File.OpenRead;\n        return open(path);\n    }\n",
            "a method group gives another type",
        ),
    ] {
        check_stays(body, Reason::ValueEscapes, detail);
    }
}

#[test]
fn what_the_version_lacks_stays() {
    check_stays(
        "    public object F(string path) => File.OpenHandle(path);\n",
        Reason::AbstractionLacksMember,
        "version 21.0.2 has no `File.OpenHandle(System.String,System.IO.FileMode,System.IO.FileAccess,System.IO.FileShare,System.IO.FileOptions,System.Int64)`",
    );
}

#[test]
fn members_stay_with_what_made_their_object() {
    let done = migrate(
        &[(
            "A.cs",
            "using System.IO;\nclass A\n{\n    FileInfo _info = new FileInfo(\"a\");\n    long F() => _info.Length;\n}\n",
        )],
        &files(),
        &Choices::default(),
    );
    assert_eq!((done.found, done.replaced), (2, 0), "{:?}", done.remaining);
    let one = Asked {
        apis: vec!["new FileInfo".into()],
        ..Asked::default()
    };
    let done = migrate(
        &[(
            "A.cs",
            "using System.IO;\nclass A\n{\n    long F() => new FileInfo(\"a\").Length;\n}\n",
        )],
        &one,
        &Choices::default(),
    );
    assert_eq!((done.found, done.replaced), (1, 0));
    assert_eq!(done.remaining[0].0, Reason::CoupledMember);
}

#[test]
fn an_interface_of_the_projects_own_is_not_taken_for_it() {
    let done = migrate(
        &[
            (
                "I.cs",
                "namespace Shop.IO;\npublic interface IFileSystem { bool Exists(string path); }\n",
            ),
            (
                "A.cs",
                "using System.IO;\nusing Shop.IO;\n\nnamespace Shop;\n\npublic class A\n{\n    private readonly IFileSystem _files;\n\n    public A(IFileSystem files)\n    {\n        _files = files;\n    }\n\n    public bool F(string path) => _files.Exists(path) || File.Exists(path);\n}\n",
            ),
        ],
        &files(),
        &Choices::default(),
    );
    assert_eq!(done.remaining, []);
    let text = &done.files["A.cs"];
    assert!(
        text.contains("private readonly System.IO.Abstractions.IFileSystem _fileSystem;")
            && text.contains("_files.Exists(path) || _fileSystem.File.Exists(path)")
            && !text.contains("using System.IO.Abstractions;"),
        "{text}"
    );
}

#[test]
fn a_file_system_that_is_there_is_used() {
    let text = "using System.IO;\nusing System.IO.Abstractions;\n\nclass A\n{\n    private readonly IFileSystem _io;\n\n    public A(IFileSystem io)\n    {\n        _io = io;\n    }\n\n    bool F(string path) => File.Exists(path);\n}\n";
    let done = migrate(&[("A.cs", text)], &files(), &Choices::default());
    assert_eq!(
        done.files["A.cs"],
        text.replace("=> File.Exists", "=> _io.File.Exists")
    );
}

#[test]
fn callers_and_tests_give_one() {
    let done = migrate(
        &[
            (
                "A.cs",
                "using System.IO;\npublic class A\n{\n    public bool F(string path) => File.Exists(path);\n}\n",
            ),
            ("P.cs", "class P\n{\n    bool F() => new A().F(\"\");\n}\n"),
            (
                "test/T.cs",
                "class T\n{\n    bool F() => new A().F(\"\");\n}\n",
            ),
        ],
        &files(),
        &Choices::default(),
    );
    assert_eq!(
        done.files["P.cs"],
        "using System.IO.Abstractions;\n\nclass P\n{\n    bool F() => new A(new FileSystem()).F(\"\");\n}\n"
    );
    assert!(
        done.files["test/T.cs"].contains("new A(new FileSystem())"),
        "{}",
        done.files["test/T.cs"]
    );
}
