// What .NET Framework has, or a package for .NET, and .NET 8 alone has not.
using System;
using System.Collections;
using System.Collections.Specialized;

namespace System.Configuration
{
    public static class ConfigurationManager
    {
        public static NameValueCollection AppSettings { get; } = new();
        public static ConnectionStringSettingsCollection ConnectionStrings { get; } = new();
    }

    public sealed class ConnectionStringSettings
    {
        public string Name { get; set; } = "";
        public string ConnectionString { get; set; } = "";
        public string ProviderName { get; set; } = "";
    }

    public sealed class ConnectionStringSettingsCollection : IEnumerable
    {
        public ConnectionStringSettings? this[string name] => null;
        public ConnectionStringSettings? this[int index] => null;
        public int Count => 0;
        public IEnumerator GetEnumerator() => Array.Empty<object>().GetEnumerator();
    }
}

namespace System.Web
{
    public sealed class HttpContext
    {
        public static HttpContext? Current { get; set; }
        public IDictionary Items { get; } = new Hashtable();
    }
}
