namespace Harborline.Core.Shipping;

public readonly struct DeliveryWindow
{
    public DeliveryWindow(DateTime from, DateTime until)
    {
        From = from;
        Until = until;
    }

    public DateTime From { get; }

    public DateTime Until { get; }

    public bool IsOpen
    {
        get
        {
            DateTime now = DateTime.UtcNow;
            return From <= now && now < Until;
        }
    }

    public override string ToString() => $"{From:t}-{Until:t}";
}
