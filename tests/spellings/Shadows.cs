using Path = Harbor.Geometry.Path;
using Stopwatch = System.Diagnostics.Stopwatch;

namespace Harbor.Geometry
{
    public class Path { public static string Combine(string a, string b) => a; public static string GetTempPath() => ""; }
}

namespace Harbor.Own
{
    public class DateTime { public static int Now => 1; public static int UtcNow => 2; }
    public static class File { public static string ReadAllText(string path) => path; public static bool Exists(string path) => true; }
    public enum Environment { Test, Production }
    public class Process { public static Process Start(string name) => new(); }

    class UsesOwn
    {
        object A => DateTime.Now;
        object B => File.ReadAllText("a");
        object C => Environment.Test;
        object D => Process.Start("a");
        object E => System.DateTime.Now;
        object F => System.IO.File.ReadAllText("a");
        object G => global::System.Environment.MachineName;
        object H => Path.GetTempPath();
        object I => System.IO.Path.GetTempPath();
    }
}

namespace Harbor.Shadowed
{
    public class Store
    {
        public bool Exists(string path) => true;
        public string ReadAllText(string path) => path;
        public Store File => this;
        public static Store Shared = new();
        public int Now;
        public int Length;
    }

    class ByMembers
    {
        Store File { get; } = new();
        Store Console = new();
        string Guid() => "";
        class Directory { public static bool Exists(string path) => true; }
        object A => File.Exists("a");
        object B => Console.ReadAllText("a");
        object C => Directory.Exists("a");
        object D(Store store) => store.File.Exists("a");
        object E => Store.Shared.File.ReadAllText("a");
    }

    class FromBase : ByMembersBase { object A => Directory.Exists("a"); object B => Environment.Now; object C => DateTime.Now; }
    class ByMembersBase { protected Store Directory = new(); protected static Store Environment = new(); private Store DateTime = new(); }

    class Keeps { private class File { public static bool Exists(string path) => true; } class Directory { } int Console; }
    class NotHidden : Keeps { object A => File.Exists("a"); object B => Directory.Exists("a"); void C() => Console.WriteLine("a"); }
    class Hidden : Shows { object A => File.Exists("a"); object B => Directory.Exists("a"); }
    class Shows { protected internal class File { public static bool Exists(string path) => true; } internal class Directory : File { } }

    class Inherits : System.Threading.SynchronizationContext { object A => Current; object B(object Current) => Current; object C => this.ToString() + Current.ToString(); }

    class ByLocals
    {
        object A(Store File) => File.Exists("a");
        object B() { var Directory = new Store(); return Directory.Exists("a"); }
        object C() { foreach (var File in new[] { new Store() }) { _ = File.Exists("a"); } return File.Exists("b"); }
        object D(object o) => o is Store Directory && Directory.Exists("a");
        object E() => new[] { new Store() }.Select(File => File.Exists("a"));
        object F() => from File in new[] { new Store() } select File.Exists("a");
        object G<Environment>() => typeof(Environment);
        object H() { Store Console() => new(); return Console().Exists("a"); }
        object I() { if (Try(out Store File)) { return File.Exists("a"); } return null; }
        object J() { { var File = new Store(); _ = File.Exists("a"); } return Directory.Exists("a"); }
        object K() { (Store File, Store Path) = (new Store(), new Store()); return File.Exists("a"); }
        object L() { using var File = new Using(); return File.Exists("a"); }
        bool Try(out Store store) { store = new(); return true; }
    }

    class Using : Store, IDisposable { public void Dispose() { } }

    class ColorColor
    {
        public DateTime DateTime { get; set; }
        public FileInfo FileInfo { get; set; }
        public Guid? Guid { get; set; }
        public Environment Environment { get; set; }
        object A => DateTime.Now;
        object B => DateTime.Day;
        object C(TimeZoneInfo TimeZoneInfo) => TimeZoneInfo.Local.Equals(TimeZoneInfo.BaseUtcOffset);
        object D => Environment.Length;
    }

    public class Environment { public int Length; }

    class UserNameof
    {
        string nameof(object o) => "";
        object A => nameof(System.DateTime.Now);
    }

    class Generic<File> where File : Store { object A(File f) => f.Exists("a"); }
}

namespace Harbor.Outer
{
    namespace Console { public class Terminal { public static void WriteLine(string text) { } } }
    class InNamespace { void A() => Console.Terminal.WriteLine("a"); void B() => System.Console.WriteLine("a"); }

    partial class Parts { object A => Random.Exists("a"); }
}

namespace Harbor.Outer
{
    using Harbor.Shadowed;
    partial class Parts { Store Random = new(); }
}
