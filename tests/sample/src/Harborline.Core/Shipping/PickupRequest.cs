namespace Harborline.Core.Shipping;

public class PickupRequest
{
    public PickupRequest(string carrier, DateTime dateTime)
    {
        Carrier = carrier;
        DateTime = dateTime;
    }

    public string Carrier { get; }

    public DateTime DateTime { get; }

    public string Weekday => DateTime.DayOfWeek.ToString();

    public bool IsOverdue() => DateTime < DateTime.UtcNow;
}
