namespace Harborline.Core.Orders;

public class OrderService
{
    private readonly IOrderRepository _repository;
    private readonly OrderNumberGenerator _numbers;
    private readonly OrderExpiryPolicy _expiry;

    public OrderService(IOrderRepository repository, OrderNumberGenerator numbers, OrderExpiryPolicy expiry)
    {
        _repository = repository;
        _numbers = numbers;
        _expiry = expiry;
    }

    public async Task<Order> PlaceAsync(
        string customerEmail,
        IEnumerable<OrderLine> lines,
        CancellationToken cancellationToken = default)
    {
        var order = new Order
        {
            Number = _numbers.Next(),
            CustomerEmail = customerEmail,
            CreatedAt = DateTime.UtcNow,
            ExpiresAt = _expiry.ExpiryFor(DateTime.UtcNow),
        };
        order.Lines.AddRange(lines);

        await _repository.SaveAsync(order, cancellationToken);
        return order;
    }

    public async Task<IReadOnlyList<Order>> OverdueAsync(CancellationToken cancellationToken = default)
    {
        IReadOnlyList<Order> orders = await _repository.AllAsync(cancellationToken);
        return orders
            .Where(order => order.Status == OrderStatus.Open && order.ExpiresAt < DateTime.UtcNow)
            .OrderBy(order => order.CreatedAt)
            .ToList();
    }

    public bool PlacedToday(Order order) => order.CreatedAt.ToLocalTime().Date == DateTime.Today;

    public string Describe(Order order)
    {
        return $"{order.Number}, {Age()}, listed {DateTime.Now:yyyy-MM-dd HH:mm}";

        string Age()
        {
            int days = (DateTime.UtcNow - order.CreatedAt).Days;
            return days == 0 ? "new" : $"{days} d";
        }
    }

    public static DateTime EarliestShipping() => DateTime.UtcNow.AddHours(4);
}
