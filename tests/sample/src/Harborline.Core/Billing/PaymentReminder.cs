using Harborline.Core.Orders;

namespace Harborline.Core.Billing;

public class PaymentReminder
{
    private readonly IOrderRepository _repository;
    private readonly TimeProvider _timeProvider;

    public PaymentReminder(IOrderRepository repository, TimeProvider timeProvider)
    {
        _repository = repository;
        _timeProvider = timeProvider;
    }

    public async Task<IReadOnlyList<Order>> DueAsync(TimeSpan before)
    {
        DateTime limit = _timeProvider.GetUtcNow().UtcDateTime + before;
        return (await _repository.AllAsync())
            .Where(order => order.Status == OrderStatus.Open && order.ExpiresAt <= limit)
            .ToList();
    }

    public string Compose(Order order)
    {
        double hours = order.ExpiresAt is { } expiresAt ? (expiresAt - DateTime.UtcNow).TotalHours : 0;
        return hours > 0
            ? $"Your order {order.Number} lapses in {hours:F0} hours."
            : $"Your order {order.Number} has lapsed.";
    }
}
