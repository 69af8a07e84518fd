using Harborline.Core.Orders;

namespace Harborline.Core.Notifications;

public interface IMessageGateway
{
    Task DeliverAsync(string recipient, string text, DateTimeOffset notBefore);
}

public abstract class NotificationSender
{
    private readonly IMessageGateway _gateway;

    protected NotificationSender(IMessageGateway gateway)
    {
        _gateway = gateway;
    }

    public Task SendAsync(Order order)
    {
        return _gateway.DeliverAsync(order.CustomerEmail, Compose(order), NotBefore());
    }

    protected abstract string Compose(Order order);

    protected virtual DateTimeOffset NotBefore() => DateTimeOffset.UtcNow;
}
