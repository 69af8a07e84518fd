using System.Text.Json;
using Clock = System.DateTime;

namespace Harborline.Infrastructure.Auditing;

/// <summary>Keeps what was done to an order. Entries are stamped in UTC, never with DateTime.Now.</summary>
public class AuditLog
{
    private readonly List<string> _entries = [];
    private readonly Guid _session;

    public AuditLog()
        : this(Guid.NewGuid())
    {
    }

    public AuditLog(Guid session)
    {
        _session = session;
        Opened = global::System.DateTime.UtcNow;
    }

    public DateTime Opened { get; }

    public IReadOnlyList<string> Entries => _entries;

    public void Write(string action, object detail)
    {
        var entry = new { _session, action, at = Clock.UtcNow, detail, source = nameof(DateTime.Now) };
        _entries.Add(JsonSerializer.Serialize(entry));
    }
}
