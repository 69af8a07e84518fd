// Prints the public types of the base library, a namespace a line: the namespace, a tab, its types' names with the
// number of type parameters (List`1), nested ones behind their outer type (Environment.SpecialFolder).
// With arguments (names of types and members that matter) it prints the classes one can derive from instead, each
// with its base and with those of the names that a derived class sees as members of it:
// System.IO.FileSystemWatcher, a tab, System.ComponentModel.Component, a tab, Path.
using System.Reflection;

const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance
    | BindingFlags.DeclaredOnly;

var folder = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
var types = new List<Type>();
foreach (var file in Directory.GetFiles(folder, "*.dll"))
{
    Assembly assembly;
    try
    {
        assembly = Path.GetFileName(file) == "System.Private.CoreLib.dll" ? typeof(object).Assembly : Assembly.LoadFrom(file);
    }
    catch (BadImageFormatException)
    {
        continue; // a native library
    }
    types.AddRange(assembly.GetExportedTypes().Where(t => t.Namespace is { } ns && !ns.StartsWith("Internal")));
}

if (args.Length == 0)
{
    var rows = types.GroupBy(t => t.Namespace!).OrderBy(g => g.Key, StringComparer.Ordinal);
    foreach (var row in rows)
        Console.WriteLine(row.Key + "\t" + string.Join(' ', row.Select(Name).Distinct().Order(StringComparer.Ordinal)));
    return;
}

var wanted = new HashSet<string>(args);
var seen = new Dictionary<Type, List<string>>();
foreach (var type in types.Where(t => t.IsClass && !t.IsSealed))
    seen[type] = type.GetMembers(Declared).Where(Inherited).Select(m => m.Name.Split('`')[0]).Where(wanted.Contains)
        .Distinct().Order(StringComparer.Ordinal).ToList();
foreach (var (type, names) in seen.OrderBy(p => p.Key.Namespace + "." + Name(p.Key), StringComparer.Ordinal))
{
    bool any = false;
    for (Type? t = type; t != null; t = Base(t)) any |= seen.TryGetValue(t, out var own) && own.Count > 0;
    if (any) Console.WriteLine($"{Full(type)}\t{(Base(type) is { } b && b != typeof(object) ? Full(b) : "")}\t{string.Join(' ', names)}".TrimEnd('\t'));
}

static Type? Base(Type type) => type.BaseType is { IsGenericType: true } generic ? generic.GetGenericTypeDefinition() : type.BaseType;

static string Full(Type type) => type.Namespace + "." + Name(type);

static string Name(Type type) => type.DeclaringType is { } outer ? Name(outer) + "." + type.Name : type.Name;

static bool Inherited(MemberInfo member) => member switch
{
    ConstructorInfo => false,
    MethodInfo method => !method.IsSpecialName && Accessible(method),
    FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
    PropertyInfo property => property.GetAccessors(true).Any(Accessible),
    EventInfo @event => @event.GetAddMethod(true) is { } add && Accessible(add),
    Type nested => nested.IsNestedPublic || nested.IsNestedFamily || nested.IsNestedFamORAssem,
    _ => false,
};

static bool Accessible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;
