using Harborline.Core.Notifications;

namespace Harborline.Web;

public class LogMessageGateway(ILogger<LogMessageGateway> logger) : IMessageGateway
{
    public Task DeliverAsync(string recipient, string text, DateTimeOffset notBefore)
    {
        TimeSpan wait = notBefore - DateTime.UtcNow;
        logger.LogInformation("To {Recipient} in {Wait}: {Text}", recipient, wait > TimeSpan.Zero ? wait : TimeSpan.Zero, text);
        return Task.CompletedTask;
    }
}
