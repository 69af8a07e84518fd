using Harborline.Core.Deployment;
using Harborline.Core.Orders;
using Harborline.Core.Shipping;
using Harborline.Infrastructure.Carriers;

namespace Harborline.Tests;

public class ShippingTests
{
    [Fact]
    public async Task A_plan_stays_within_the_capacity()
    {
        var repository = new InMemoryOrderRepository(
            new Order { Number = "1", Status = OrderStatus.Paid },
            new Order { Number = "2", Status = OrderStatus.Paid },
            new Order { Number = "3", Status = OrderStatus.Open });

        Assert.Equal(2, (await new CarrierScheduler(repository).PlanAsync("DHL")).Count);
        Assert.Single(await new CarrierScheduler(repository, 1).PlanAsync("DHL"));
        Assert.Single(await new CarrierScheduler(repository, capacity: 1).PlanAsync("DHL"));
    }

    [Fact]
    public void A_scan_updates_the_shipment()
    {
        ShipmentTracker tracker = new(new EverydayCalendar());
        tracker.Add(Shipment.Create(new Order { Number = "1" }, "DHL1"));

        Assert.True(tracker.Scan("dhl1"));
        Assert.False(tracker.Scan("DHL2"));
        Assert.NotNull(tracker.Find("DHL1")!.LastSeenAt);
    }

    [Fact]
    public void A_shipment_just_handed_over_is_not_delayed()
    {
        var tracker = new ShipmentTracker(new EverydayCalendar());
        tracker.Add(Shipment.Create(new Order { Number = "1" }, "DHL1"));

        Assert.Equal(0, tracker.ReportDelays(TimeSpan.FromDays(2)));
    }

    [Theory]
    [InlineData(1991, true)]
    [InlineData(9000, false)]
    public void A_pickup_in_the_past_is_overdue(int year, bool expected)
    {
        var pickup = new PickupRequest("DHL", new DateTime(year, 1, 1, 0, 0, 0, DateTimeKind.Utc));

        Assert.Equal(expected, pickup.IsOverdue());
    }

    [Fact]
    public void A_tracking_code_carries_carrier_and_year()
    {
        string code = TrackingCodes.Next("dhl");

        Assert.Matches("^DHL[0-9]{6}[2-9A-Z]{6}$", code);
    }

    [Fact]
    public void An_unknown_deployment_counts_as_development()
    {
        Assert.False(DeploymentInfo.Parse("somewhere").IsLive);
        Assert.True(DeploymentInfo.Parse("production").IsLive);
    }

    private sealed class EverydayCalendar : IShippingCalendar
    {
        public bool IsHoliday(DateTime day) => false;
    }
}
