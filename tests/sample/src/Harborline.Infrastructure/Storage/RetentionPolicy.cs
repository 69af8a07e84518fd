using static System.DateTime;

namespace Harborline.Infrastructure.Storage;

public class RetentionPolicy
{
    private readonly TimeSpan _keep;

    public RetentionPolicy(TimeSpan keep) => _keep = keep;

    public bool IsDue(Order order) => order.ClosedAt is { } closedAt && closedAt + _keep < UtcNow;

    public string ArchiveName(Order order)
    {
#if ARCHIVE_BY_LOCAL_DAY
        return $"{Now:yyyy-MM-dd}/{order.Number}";
#else
        return $"{UtcNow:yyyy-MM-dd}/{order.Number}";
#endif
    }
}
