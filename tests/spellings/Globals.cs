global using Ambient = System.Environment;
global using static System.IO.Directory;

namespace Harbor.Globals;

class UsesGlobals
{
    object A => Ambient.MachineName;
    object B => Exists("a");
    object C => GetFiles("a").Length;
}
