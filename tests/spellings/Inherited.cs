using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;

namespace Harbor.Inherited
{
    public partial class Runner : Process
    {
        object A => Runner.Start("a");
        object B => Start("b");
        static object C() => Start("c");
        bool D() => Start();
        class Inner { object E => Start("e"); object F => Runner.Start("f"); }
    }

    public partial class Runner { static object G() => GetCurrentProcess(); }
    public class Faster<T> : Runner { object H => Start("h"); }
    public class Fastest : Faster<int> { }
    public class Quiet : Process { public static new object Start(string name) => name; public static int GetCurrentProcess => 1; }
    public class Quieter : Quiet { object I => Start("i"); object J => GetCurrentProcess; }
    public class Counted : Process { public static object Start(int count, int more, int most) => count; }

    public class Spoken : CultureInfo
    {
        public Spoken() : base("") { }
        object K => Spoken.CurrentCulture;
        object L => CurrentUICulture;
    }

    public abstract class Bytes : RandomNumberGenerator { object M => Create(); object N => Bytes.Create(); }

    class Uses
    {
        object A => Fastest.Start("a");
        object B => Faster<string>.GetCurrentProcess();
        object C => Quieter.Start("c");
        object D => Quieter.GetCurrentProcess;
        object E => Spoken.CurrentCulture;
        object F => Task<int>.Delay(1);
        object G => Task<List<int>>.CompletedTask;
        object H => Counted.Start("h");
        object I => System.Threading.Tasks.Task<(int, string)>.Delay(1);
    }

    public class Kept : FileStream
    {
        public Kept() : base("kept", FileMode.Open) { }
        public Kept(string path) : base(path, FileMode.Create) { }
        public Kept(Microsoft.Win32.SafeHandles.SafeFileHandle handle) : base(handle, FileAccess.Read) { }
    }

    public class Opened(string path) : FileStream(path, FileMode.Open), IFormattable
    {
        public string ToString(string? format, IFormatProvider? provider) => path;
    }

    public class Caller : HttpClient
    {
        public Caller() { }
        public Caller(int number) : base() { }
    }

    public class Silent : HttpClient { }
    public class Dice : Random { public Dice() : base() { } public Dice(int seed) : base(seed) { } }

    class Branches
    {
        object A =
#if SOME_SYMBOL
            DateTime
#else
            DateTimeOffset
#endif
            .Now;
        object B = new
#if SOME_SYMBOL
            FileInfo
#else
            DirectoryInfo
#endif
            ("b");
        object C(string path) => File.ReadAllText(
#if SOME_SYMBOL
            Environment.MachineName
#else
            Environment.UserName
#endif
            );
        object D = DateTime
#if SOME_SYMBOL
            .MaxValue;
#else
            .UtcNow;
#endif
        HttpClient E =
#if SOME_SYMBOL
            new();
#else
            null;
#endif
        object F =
#if SOME_SYMBOL
            Shown
#else
            DateTime
#endif
            .Now;
        static class Shown { public static int Now => 1; }
    }
}
