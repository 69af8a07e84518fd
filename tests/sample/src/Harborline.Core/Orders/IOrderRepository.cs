namespace Harborline.Core.Orders;

public interface IOrderRepository
{
    Task<IReadOnlyList<Order>> AllAsync(CancellationToken cancellationToken = default);

    Task<Order?> FindAsync(Guid id, CancellationToken cancellationToken = default);

    Task SaveAsync(Order order, CancellationToken cancellationToken = default);
}
