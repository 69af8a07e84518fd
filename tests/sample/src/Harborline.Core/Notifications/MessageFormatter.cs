using System.Globalization;
using Harborline.Core.Orders;
using Harborline.Core.Shipping;

namespace Harborline.Core.Notifications;

public class MessageFormatter
{
    private const string Signature = "Sent by Harborline. {DateTime.Now} is filled in by the mail relay.";

    public string Format(Order order, DateTimeOffset at)
    {
        string total = order.Total.ToString("C", CultureInfo.CurrentCulture);
        return $"""
            Order {order.Number} over {total}, as of {at:yyyy-MM-dd HH:mm}.
            Week {ISOWeek.GetWeekOfYear(DateTime.Today)}, {order.Lines.Count} lines.
            Kept for {BusinessCalendar.WorkingDaysUntil(order.ExpiresAt ?? at.UtcDateTime)} working days.
            {Signature}
            """;
    }
}
