namespace Harborline.Core.Shipping;

public partial class ShipmentTracker
{
    public event EventHandler<Shipment>? Delayed;

    public bool Scan(string trackingCode)
    {
        if (Find(trackingCode) is not { } shipment)
        {
            return false;
        }

        shipment.LastSeenAt = DateTime.UtcNow;
        return true;
    }

    public int ReportDelays(TimeSpan tolerance)
    {
        if (!_calendar.ShipsToday())
        {
            return 0;
        }

        // A parcel counts as silent from its last scan, or from the hand-over.
        List<Shipment> silent = _shipments.Values
            .Where(s => DateTimeOffset.UtcNow /* UTC, as the scanners report */ - (s.LastSeenAt ?? s.CreatedAt) > tolerance)
            .ToList();
        silent.ForEach(s => Delayed?.Invoke(this, s));
        return silent.Count;
    }
}
