using Microsoft.Extensions.Options;

namespace Harborline.Core.Orders;

public class OrderOptions
{
    public int ExpiryDays { get; set; } = 14;

    public int MaxOpenOrders { get; set; } = 500;

    public string InstanceName { get; set; } = Environment.MachineName;
}

public class OrderExpiryPolicy(IOptions<OrderOptions> options)
{
    public DateTime ExpiryFor(DateTime placedAt) => placedAt.AddDays(options.Value.ExpiryDays);

    public bool IsExpired(Order order) => order.ExpiresAt is { } expiresAt && expiresAt <= DateTime.UtcNow;

    public int DaysLeft(Order order)
    {
        if (order.ExpiresAt is null)
        {
            return int.MaxValue;
        }

        TimeSpan left = order.ExpiresAt.Value - DateTime.UtcNow;
        return Math.Max(0, (int)Math.Ceiling(left.TotalDays));
    }
}
