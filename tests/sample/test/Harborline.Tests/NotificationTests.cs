using Harborline.Core.Notifications;
using Harborline.Core.Orders;

namespace Harborline.Tests;

public class NotificationTests
{
    private readonly RecordingGateway _gateway = new();

    [Fact]
    public async Task A_mail_goes_to_the_customer()
    {
        var sender = new EmailNotificationSender(_gateway, new MessageFormatter());

        await sender.SendAsync(new Order { Number = "HL-3", CustomerEmail = "ada@example.org" });

        Assert.Equal("ada@example.org", _gateway.Recipient);
        Assert.StartsWith("Order HL-3 over ", _gateway.Text);
    }

    [Fact]
    public async Task A_text_message_is_not_sent_at_night()
    {
        NotificationSender sender = new TextNotificationSender(_gateway);

        await sender.SendAsync(new Order { Number = "HL-4", Status = OrderStatus.Shipped });

        Assert.Equal("HL-4: Shipped", _gateway.Text);
        Assert.InRange(_gateway.NotBefore.Hour, 7, 23);
    }

    private sealed class RecordingGateway : IMessageGateway
    {
        public string? Recipient { get; private set; }

        public string? Text { get; private set; }

        public DateTimeOffset NotBefore { get; private set; }

        public Task DeliverAsync(string recipient, string text, DateTimeOffset notBefore)
        {
            (Recipient, Text, NotBefore) = (recipient, text, notBefore);
            return Task.CompletedTask;
        }
    }
}
