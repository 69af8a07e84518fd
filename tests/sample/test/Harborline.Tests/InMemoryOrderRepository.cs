using Harborline.Core.Orders;

namespace Harborline.Tests;

public class InMemoryOrderRepository : IOrderRepository
{
    private readonly Dictionary<Guid, Order> _orders = new();

    public InMemoryOrderRepository(params Order[] orders)
    {
        foreach (Order order in orders)
        {
            _orders.Add(order.Id, order);
        }
    }

    public Task<IReadOnlyList<Order>> AllAsync(CancellationToken cancellationToken = default) =>
        Task.FromResult<IReadOnlyList<Order>>(_orders.Values.OrderBy(order => order.Number).ToList());

    public Task<Order?> FindAsync(Guid id, CancellationToken cancellationToken = default) =>
        Task.FromResult(_orders.GetValueOrDefault(id));

    public Task SaveAsync(Order order, CancellationToken cancellationToken = default)
    {
        _orders[order.Id] = order;
        return Task.CompletedTask;
    }
}
