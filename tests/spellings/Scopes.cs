// Variables that hide a type in their scope, and the type again right behind it.
namespace Scopes
{
    class Shelf : IDisposable
    {
        public int Count;
        public bool Exists(string path) => true;
        public void Dispose() { }
    }

    class ScopeFault : Exception
    {
        public bool Exists(string path) => true;
    }

    class InStatements
    {
        bool Next(out Shelf next) { next = new Shelf(); return true; }

        bool If(object given)
        {
            if (!(given is Shelf File)) return false;
            return File.Exists("own");
        }

        void ElseIf(object given)
        {
            if (given is null) { }
            else if (given is Shelf File) { File.Exists("own"); }
            else if (!Next(out var Directory)) { Directory.Exists("own"); }
            File.Exists("library");
            Directory.Exists("library");
        }

        void Embedded(object given, bool some)
        {
            if (some) Next(out var File);
            File.Exists("library");
            if (some) { } else _ = given is Shelf Directory && Directory.Exists("own");
            Directory.Exists("library");
            lock (given) Next(out var Path);
            Path.GetTempPath();
            foreach (var one in "ab") if (given is Shelf Console) Console.Exists("own");
            Console.WriteLine();
        }

        bool Returned(bool some)
        {
            if (some) return Next(out var File) && File.Exists("own");
            return File.Exists("library");
        }

        void Loops(object given, Shelf[] all)
        {
            while (Next(out var File)) { File.Exists("own"); }
            File.Exists("library");
            do { } while (given is Shelf File && File.Exists("own"));
            File.Exists("library");
            for (var at = 0; given is Shelf File && File.Exists("own"); File.Exists("own")) { File.Exists("own"); }
            for (var at = 0; at < 1; at += given is Shelf File && File.Exists("own") ? 1 : 2) { File.Exists("library"); }
            foreach (var Directory in Directory.GetFiles("library")) { Directory.Trim(); }
            foreach (var shelf in given is Shelf[] Path ? Path : all) { Path = null; }
            Path.GetTempPath();
        }

        void Pairs(List<(Shelf, Shelf)> all, List<(FileInfo, string)> files)
        {
            foreach (var (File, other) in all) { File.Exists("own"); }
            foreach ((Shelf File, Shelf other) in all) { File.Exists("own"); }
            File.Exists("library");
            foreach ((FileInfo file, string text) in files) { new FileInfo("library"); }
            {
                var (Directory, one) = all[0];
                Directory.Exists("own");
                (Shelf Path, Shelf two) = all[0];
                Path.Exists("own");
            }
            Directory.Exists("library");
            Path.GetTempPath();
        }

        void Caught(object given)
        {
            try { File.Exists("library"); }
            catch (ScopeFault File) when (File.Exists("own")) { File.Exists("own"); }
            catch (Exception) when (given is Shelf File && File.Exists("own")) { }
            catch (Exception) { File.Exists("library"); }
            finally { File.Exists("library"); }
        }

        void Used(object given)
        {
            using (Shelf File = new Shelf()) { File.Exists("own"); }
            File.Exists("library");
            using (var shelf = given is Shelf Directory ? Directory : null) { }
            Directory.Exists("library");
            { using var Path = new Shelf(); Path.Exists("own"); }
            Path.GetTempPath();
        }

        object Sections(object given)
        {
            switch (given)
            {
                case Shelf File when File.Exists("own"): return File.Exists("own");
                case 1: Shelf Directory = null; return Directory;
                case 2: Directory = new Shelf(); return Directory.Exists("own");
                case string:
                case int: return File.Exists("library");
                default: return File.Exists("library");
            }
        }

        bool Arms(object given) => given switch
        {
            Shelf File when File.Exists("own") => File.Exists("own"),
            Shelf { Count: var Directory } => Directory > 1,
            _ => File.Exists("library") && Directory.Exists("library"),
        };

        void Functions(object given)
        {
            Func<Shelf, bool> one = File => File.Exists("own");
            Func<Shelf, int, bool> two = (Shelf File, int other) => File.Exists("own");
            Func<Shelf, bool> three = delegate (Shelf File) { return File.Exists("own"); };
            Func<bool> four = () => given is Shelf File && File.Exists("own");
            bool Five(Shelf File) => File.Exists("own");
            bool Six(object other) => other is Shelf File && File.Exists("own");
            { bool Directory() => true; Directory(); }
            File.Exists("library");
            Directory.Exists("library");
        }
    }

    class Given { protected Given() { } protected Given(bool given) { } }

    class InMembers : Given
    {
        static object given;
        bool one = given is Shelf File && File.Exists("own"), two = File.Exists("library");
        bool Three { get; } = given is Shelf File && File.Exists("own");
        bool Four => File.Exists("library");
        bool this[Shelf File] => File.Exists("own");

        static bool Make(out Shelf made) { made = new Shelf(); return true; }
        InMembers(bool made) { }
        InMembers() : this(Make(out var File)) { File.Exists("own"); }
        InMembers(string text) : base(File.Exists("library")) { File.Exists("library"); }
    }

    class InQueries
    {
        object Let(string[] all) => from one in all let Path = Path.GetTempPath() + one select Path;

        object Sources(string[] all) =>
            from File in File.ReadAllLines("library")
            from Directory in Directory.GetFiles("library")
            join Path in Directory.GetFiles("library") on File equals Path
            join Console in Console.In.ReadToEnd().Split() on File equals Console
            select File + Directory + Path + Console;

        object Keys(Shelf[] all) =>
            from one in all
            join File in all on File.Exists("library") equals File.Exists("own")
            where File.Exists("own")
            join Directory in all on File.Exists("own") equals File.Exists("library") into Path
            select Directory.Exists("library") || Path.Any();

        object Groups(Shelf[] all) =>
            from File in all
            where File.Exists("own")
            group File by File.Count into Directory
            orderby File.Exists("library"), Directory.Key
            select Directory into Path
            select Directory.Exists("library") ? Path.Key : 0;

        object Clauses(object[] all) =>
            from one in all
            where one is Shelf File && File.Exists("own")
            let two = one is Shelf File && File.Exists("own")
            orderby one is Shelf File && File.Exists("own"), File.Exists("library")
            select File.Exists("library");

        object Nested(Shelf[] all) =>
            from one in all
            from two in (from File in all select File.Exists("own"))
            select (from Directory in all where File.Exists("library") select Directory.Count);
    }
}
