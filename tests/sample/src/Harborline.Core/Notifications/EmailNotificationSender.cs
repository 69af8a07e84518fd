using Harborline.Core.Orders;

namespace Harborline.Core.Notifications;

public class EmailNotificationSender : NotificationSender
{
    private readonly MessageFormatter _formatter;

    public EmailNotificationSender(IMessageGateway gateway, MessageFormatter formatter)
        : base(gateway)
    {
        _formatter = formatter;
    }

    protected override string Compose(Order order) => _formatter.Format(order, DateTimeOffset.Now);
}

public sealed class TextNotificationSender : NotificationSender
{
    public TextNotificationSender(IMessageGateway gateway)
        : base(gateway)
    {
    }

    protected override string Compose(Order order) => $"{order.Number}: {order.Status}";

    protected override DateTimeOffset NotBefore()
    {
        DateTimeOffset earliest = base.NotBefore();
        return earliest.Hour < 7 ? earliest.AddHours(7 - earliest.Hour) : earliest;
    }
}
