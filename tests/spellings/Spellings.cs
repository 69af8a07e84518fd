using System.Diagnostics;
using static System.DateTime;
using static System.Console;
using Clock = System.DateTime;
using Disk = System.IO.File;
using Streams = System.IO;

namespace Harbor.Spellings
{
    using Moment = System.DateTimeOffset;

    public class Spelled
    {
        private readonly DateTime _started = DateTime.Now;
        private static readonly Guid Id = Guid.NewGuid();
        private readonly HttpClient _client = new();
        private readonly Func<string, string> _reader = File.ReadAllText;
        private FileInfo _file = new("a");

        public DateTime Plain => DateTime.UtcNow;
        public DateTime Qualified => System.DateTime.UtcNow;
        public DateTime Global => global::System.DateTime.UtcNow;
        public DateTime Aliased => Clock.UtcNow;
        public DateTime Static => UtcNow;
        public DateTimeOffset Inner => Moment.UtcNow;
        public DateTime Verbatim => @DateTime.@UtcNow;
        public DateTime Escaped => D\u0061teTime.UtcNow;
        public DateTime Spread => DateTime
            // the clock
            . /* of the machine */ UtcNow;
        public string Text { get; set; } = Environment.MachineName;
        public string this[int index] => Environment.GetEnvironmentVariable("A" + index);
        public event EventHandler Changed { add { WriteLine("added"); } remove { Console.WriteLine("removed"); } }

        public Spelled() : this(DateTime.Today) { }
        public Spelled(DateTime day) { Text = day.ToString() + DateTime.Today; }
        static Spelled() { Environment.ExitCode = 1; }
        ~Spelled() { Console.Out.Flush(); }

        public string Interpolated() => $"{DateTime.Now:O} {(DateTime.Now.Day > 1 ? Disk.ReadAllText("b") : "c")}";
        public string VerbatimText() => $@"{DateTime.Now} ""{Now}""";
        public string Raw() => $$"""{ {{DateTime.Now:yyyy}} }""";
        public string Braced() => $"{{{DateTime.Now}}}" + $"{{x{DateTime.UtcNow}}}" + $@"{{{DateTime.Now}" + $"{{{{{DateTime.Now:O}}}}}";
        public string BracedRaw() => $$"""{{DateTime.UtcNow}}{{{DateTime.Now}}}""";
        // A line end of Unicode ends a comment, too.         public DateTime BehindComment() => DateTime.Now;
        public string NotThese() => "DateTime.Now" + @"DateTime.Now" + """DateTime.Now""" + nameof(DateTime.Now) + nameof(Now); // DateTime.Now

        public IEnumerable<string> Groups(IEnumerable<string> paths) => paths.Where(File.Exists).Select(Path.GetFullPath).Select(Streams.File.ReadAllText);
        public Action<string> Group(bool flag) => flag ? Directory.Delete : Console.WriteLine;
        public object Query(IEnumerable<DateTime> times) =>
            from time in times where time < DateTime.UtcNow let now = DateTime.Now orderby now select Guid.NewGuid();

        public async Task Waits(CancellationToken token)
        {
            await Task.Delay(5, token);
            await Task.Delay(TimeSpan.FromSeconds(1));
            Thread.Sleep(1);
            using var source = new CancellationTokenSource(100);
            using var other = new CancellationTokenSource();
            using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1));
        }

        public DateTime Locals(bool flag)
        {
            DateTime Local() => DateTime.Now;
            static DateTime StaticLocal() => DateTime.Now;
            Func<DateTime> lambda = () => DateTime.Now;
            Func<DateTime> fixedLambda = static () => DateTime.Now;
            Func<DateTime> old = delegate { return DateTime.Now; };
            var stamp = flag ? DateTime.Now : DateTime.MinValue;
            var span = (DateTime.Now) - stamp;
            var later = (DateTime)DateTime.UtcNow;
            var earlier = DateTime.Now < stamp && stamp > DateTime.UtcNow;
            string maybe = Text?.ToString() ?? Environment.UserName;
            switch (DateTime.Now.DayOfWeek) { case DayOfWeek.Monday: return DateTime.Today; default: break; }
            var kind = DateTime.Now.Kind switch { DateTimeKind.Utc => DateTime.UtcNow, _ => DateTime.Now };
            checked { _ = Environment.TickCount + 1; }
            return Local();
        }

        public object Creations(string path, Stream stream)
        {
            FileInfo info = new(path);
            HttpClient client;
            client = new HttpClient();
            var random = new Random();
            var seeded = new Random(42);
            using var reader = new StreamReader(path);
            using var own = new StreamReader(stream);
            using var writer = new StreamWriter(path, true);
            using (var file = new FileStream(path, FileMode.Open)) { }
            var watch = Stopwatch.StartNew();
            var ticks = Stopwatch.GetTimestamp();
            return new { Now = DateTime.Now, Files = new[] { File.ReadAllText(path) } };
        }

        public FileInfo Made(string path) => new(path);
        public static Spelled operator +(Spelled left, Spelled right) => new(DateTime.Now);
        public static implicit operator DateTime(Spelled spelled) => DateTime.Now;

#if SOME_SYMBOL
        public DateTime Branch => DateTime.Now;
#else
        public DateTime Branch => DateTime.UtcNow;
#endif

        public class Nested { public DateTime Deep => DateTime.Now; }
        public struct Value { public DateTime Deep() => DateTime.Now; }
        public record Entry(string Name) { public Guid Key { get; init; } = Guid.NewGuid(); }
        public interface IThing { DateTime Default() => DateTime.Now; }
        public enum Kind { One = 1 }
    }

    public class Primary(HttpClient client, string path) : Spelled(DateTime.Now)
    {
        private readonly bool _there = File.Exists(path);
        public object Length => client;
    }
}

namespace System.Harbor
{
    class PartlyQualified
    {
        object A => IO.File.Exists("a");
        object B => Diagnostics.Process.GetCurrentProcess();
        object C => Threading.Tasks.Task.Delay(1);
        object D => new IO.FileInfo("a");
    }
}
