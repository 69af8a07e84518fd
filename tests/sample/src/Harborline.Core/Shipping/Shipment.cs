using Harborline.Core.Orders;

namespace Harborline.Core.Shipping;

public class Shipment
{
    private Shipment(Guid orderId, string trackingCode, DateTimeOffset createdAt)
    {
        OrderId = orderId;
        TrackingCode = trackingCode;
        CreatedAt = createdAt;
    }

    public Guid OrderId { get; }

    public string TrackingCode { get; }

    public DateTimeOffset CreatedAt { get; }

    public DateTimeOffset? LastSeenAt { get; set; }

    public static Shipment Create(Order order, string trackingCode)
    {
        ArgumentException.ThrowIfNullOrEmpty(trackingCode);
        return new Shipment(order.Id, trackingCode, DateTimeOffset.UtcNow);
    }
}
