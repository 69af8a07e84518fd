// Prints the public types of the base library, a namespace a line: the namespace, a tab, its types' names with the
// number of type parameters (List`1), nested ones behind their outer type (Environment.SpecialFolder).
// With arguments (names of types and members that matter) it prints what classes bring to those that derive from them
// instead: some of the names, a tab, the classes that have accessible members or nested types of just these names.
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
var own = types.Where(t => t.IsClass && !t.IsSealed).ToDictionary(t => t, t => t.GetMembers(Declared).Where(Inherited)
    .Select(Shown).Where(name => wanted.Contains(name.TrimEnd('='))).ToHashSet());
var groups = own.Keys.Select(t => (Class: Full(t), Names: string.Join(' ', Names(t).Distinct().Order(StringComparer.Ordinal))))
    .Where(row => row.Names != "").GroupBy(row => row.Names).OrderBy(group => group.Key, StringComparer.Ordinal);
foreach (var group in groups)
    Console.WriteLine(group.Key + "\t" + string.Join(' ', group.Select(row => row.Class).Order(StringComparer.Ordinal)));

IEnumerable<string> Names(Type type)
{
    for (Type? t = type; t != null && t != typeof(object); t = Base(t))
        if (own.TryGetValue(t, out var names))
            foreach (string name in names) yield return name;
}

// A property or field that is called as its type is doesn't hide the type: it stands with a `=`.
static string Shown(MemberInfo member)
{
    Type? value = member switch { PropertyInfo p => p.PropertyType, FieldInfo f => f.FieldType, _ => null };
    string name = member.Name.Split('`')[0];
    return value?.Name.Split('`')[0] == name ? name + "=" : name;
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
