namespace Harborline.Core.Orders;

public class OrderSearch
{
    private readonly IQueryable<Order> _orders;

    public OrderSearch(IQueryable<Order> orders)
    {
        _orders = orders;
    }

    public List<Order> ExpiringWithin(TimeSpan span)
    {
        return _orders
            .Where(order => order.ExpiresAt != null && order.ExpiresAt < DateTime.UtcNow + span)
            .OrderBy(order => order.ExpiresAt)
            .ToList();
    }

    public IEnumerable<Order> Recent(IEnumerable<Order> among) =>
        among.Where(static order => order.CreatedAt > DateTime.UtcNow.AddDays(-7));

    /// <summary>Picks orders for a spot check, at random rather than by <see cref="DateTime.Now"/>.</summary>
    public List<Order> SpotCheck(int count) =>
        _orders.AsEnumerable().OrderBy(_ => Guid.NewGuid()).Take(count).ToList();
}
