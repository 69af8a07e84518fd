using Harborline.Core.Orders;

namespace Harborline.Core.Billing;

public sealed class LateFeeCalculator(TimeProvider timeProvider)
{
    private const decimal DailyRate = 0.0005m;

    public decimal FeeFor(Order order)
    {
        if (order.ExpiresAt is not { } due)
        {
            return 0m;
        }

        int days = (timeProvider.GetUtcNow().UtcDateTime - due).Days;
        return days <= 0 ? 0m : Math.Round(order.Total * DailyRate * days, 2);
    }
}
