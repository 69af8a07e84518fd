namespace Harborline.Core.Shipping;

public partial class ShipmentTracker
{
    private readonly IShippingCalendar _calendar;
    private readonly Dictionary<string, Shipment> _shipments = new(StringComparer.OrdinalIgnoreCase);

    public ShipmentTracker(IShippingCalendar calendar)
    {
        _calendar = calendar;
    }

    public int Count => _shipments.Count;

    public void Add(Shipment shipment) => _shipments[shipment.TrackingCode] = shipment;

    public Shipment? Find(string trackingCode) => _shipments.GetValueOrDefault(trackingCode);
}
