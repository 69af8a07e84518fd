// What is called through a `using static`, past members and types that can't be called; names that mean nothing.
using static System.DateTime;
using static System.Environment;
using static System.Guid;
using static System.IO.File;
using static System.Threading.Tasks.Task;

namespace Called
{
    class PastMembers
    {
        int Delay;
        string Encrypt => "";
        object NewGuid { get; } = null;
        const int Copy = 1;
        int[] AppendAllText = { };
        (int, int) Decrypt;
        class ReadAllText { }
        enum WriteAllText { One }

        void Use()
        {
            Delay(Delay);
            Encrypt(Encrypt);
            NewGuid();
            Copy("library", "b");
            AppendAllText("library", "b");
            Decrypt("library");
            ReadAllText("library");
            WriteAllText("library", "b");
            Func<string, bool> group = Encrypt.Equals;
        }
    }

    class PastBases : PastMembers
    {
        static Func<string, bool> Encrypt = path => true;
        static Action<string> Decrypt { get; } = path => { };
        static Same AppendAllText;
        delegate void Same(string path, string other);
        void Use()
        {
            Encrypt("own");
            Decrypt("own");
            AppendAllText("own", "own");
            Copy("library", "b");
        }
    }

    class Copy { }

    class PastTypes
    {
        void Use() { Copy("library", "b"); new Copy(); }
    }

    class Names
    {
        (int Now, int Today) One() => (Now: 1, Today: 2);
        List<(int Now, Guid UtcNow)> two = new();
        object Three((int Now, int Today) given)
        {
            (int MachineName, string UserName) four = (1, "");
            foreach ((int UtcNow, int Today) in new[] { (1, 2) }) { }
            var five = ((int Now, int Today))given;
            if (TickCount > 1) goto Now;
            goto UtcNow;
            Now: ;
            UtcNow: ;
            return given.Now + four.MachineName + Today.Day;
        }
    }

    interface IShelf { class Path { public static string GetTempPath() => ""; } }
    interface IShelves : IShelf { object One() => Path.GetTempPath(); }
    class Shelves : IShelves { object One() => Path.GetTempPath(); }
    class Cupboard { public class Path { public static string GetTempPath() => ""; } }
    class Drawer : Cupboard, IShelf { object One() => Path.GetTempPath(); }
}

namespace Called.Together
{
    using static Called.Together.Own;
    using static System.IO.Directory;
    using static System.IO.File;

    static class Own
    {
        public static bool Exists(int shelf) => true;
        public static void Copy(string from, string to, int times) { }
        public static string ReadAllText(Own2 shelf) => "";
    }

    class Own2 { }

    class Uses
    {
        object given;
        void Use()
        {
            Exists(1);
            Delete("library", true);
            Copy("library", "b");
            Copy("own", "b", 1);
            ReadAllText(new Own2());
            ReadAllText("library");
            GetFiles("library");
        }
    }
}
