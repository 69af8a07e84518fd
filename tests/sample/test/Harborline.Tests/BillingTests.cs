using Harborline.Core.Billing;
using Harborline.Core.Orders;
using Microsoft.Extensions.Time.Testing;

namespace Harborline.Tests;

public class BillingTests
{
    private readonly FakeTimeProvider _time = new(new DateTimeOffset(2024, 5, 2, 8, 0, 0, TimeSpan.Zero));

    [Fact]
    public async Task Orders_that_lapse_soon_are_due()
    {
        var reminder = new PaymentReminder(
            new InMemoryOrderRepository(
                new Order { Number = "soon", ExpiresAt = new DateTime(2024, 5, 3, 0, 0, 0, DateTimeKind.Utc) },
                new Order { Number = "later", ExpiresAt = new DateTime(2024, 6, 3, 0, 0, 0, DateTimeKind.Utc) }),
            _time);

        IReadOnlyList<Order> due = await reminder.DueAsync(TimeSpan.FromDays(2));

        Assert.Equal("soon", Assert.Single(due).Number);
    }

    [Fact]
    public void A_reminder_names_the_order()
    {
        var reminder = new PaymentReminder(new InMemoryOrderRepository(), _time);

        string text = reminder.Compose(new Order { Number = "HL-9", ExpiresAt = new DateTime(2023, 1, 1, 0, 0, 0, DateTimeKind.Utc) });

        Assert.Equal("Your order HL-9 has lapsed.", text);
    }

    [Fact]
    public void The_late_fee_grows_by_the_day()
    {
        var calculator = new LateFeeCalculator(_time);
        var order = new Order { ExpiresAt = _time.GetUtcNow().UtcDateTime, Lines = { new OrderLine("CRANE", 1, 10_000m) } };

        Assert.Equal(0m, calculator.FeeFor(order));
        _time.Advance(TimeSpan.FromDays(4));
        Assert.Equal(20m, calculator.FeeFor(order));
    }

    [Fact]
    public void A_receipt_lists_the_lines()
    {
        var output = new StringWriter();
        var order = new Order { Number = "HL-1", Lines = { new OrderLine("ROPE-10", 3, 1m), new OrderLine("HOOK", 12, 2m) } };

        new ReceiptPrinter(output, 48).Print(order);

        Assert.Contains("   3 x ROPE-10", output.ToString());
        Assert.Contains(new string('-', 48), output.ToString());
    }
}
