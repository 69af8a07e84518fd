using Harborline.Core.Orders;
using Microsoft.Extensions.Options;

namespace Harborline.Tests;

public class OrderTests
{
    private readonly InMemoryOrderRepository _repository = new();

    private OrderService CreateService()
    {
        var expiry = new OrderExpiryPolicy(Options.Create(new OrderOptions { ExpiryDays = 3 }));
        return new OrderService(_repository, new OrderNumberGenerator(), expiry);
    }

    [Fact]
    public async Task A_placed_order_is_stored_with_its_lines()
    {
        Order order = await CreateService().PlaceAsync("ada@example.org", [new OrderLine("ROPE-10", 2, 9.50m)]);

        Order? stored = await _repository.FindAsync(order.Id);
        Assert.NotNull(stored);
        Assert.Equal(19.00m, stored.Total);
        Assert.StartsWith("HL-", stored.Number);
    }

    [Fact]
    public async Task Only_open_orders_past_their_expiry_are_overdue()
    {
        await _repository.SaveAsync(new Order { Number = "1", ExpiresAt = new DateTime(1998, 1, 1, 0, 0, 0, DateTimeKind.Utc) });
        await _repository.SaveAsync(new Order { Number = "2", ExpiresAt = DateTime.MaxValue });
        await _repository.SaveAsync(new Order { Number = "3", ExpiresAt = DateTime.MinValue, Status = OrderStatus.Paid });

        IReadOnlyList<Order> overdue = await CreateService().OverdueAsync();

        Assert.Equal("1", Assert.Single(overdue).Number);
    }

    [Theory]
    [InlineData(1987)]
    [InlineData(1996)]
    public void An_expired_order_has_no_days_left(int year)
    {
        OrderExpiryPolicy policy = new(Options.Create(new OrderOptions()));
        var order = new Order { ExpiresAt = new DateTime(year, 6, 1, 0, 0, 0, DateTimeKind.Utc) };

        Assert.Equal(0, policy.DaysLeft(order));
        Assert.True(policy.IsExpired(order));
    }

    [Fact]
    public void A_description_starts_with_the_number()
    {
        string text = CreateService().Describe(new Order { Number = "HL-7" });

        Assert.StartsWith("HL-7, ", text);
    }

    [Fact]
    public void A_spot_check_takes_each_order_once()
    {
        IQueryable<Order> orders = Enumerable.Range(1, 5).Select(i => new Order { Number = $"{i}" }).AsQueryable();

        List<Order> picked = new OrderSearch(orders).SpotCheck(3);

        Assert.Equal(3, picked.Select(order => order.Number).Distinct().Count());
    }

    [Fact]
    public void A_cancelled_order_is_closed()
    {
        var order = new Order { Number = "HL-8" };

        order.Cancel();

        Assert.Equal(OrderStatus.Cancelled, order.Status);
        Assert.NotNull(order.ClosedAt);
    }
}
