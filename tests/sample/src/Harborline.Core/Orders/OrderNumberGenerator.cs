namespace Harborline.Core.Orders;

public class OrderNumberGenerator
{
    private readonly Random _random = new();
    private int _sequence;

    public string Prefix { get; init; } = "HL";

    public string Next()
    {
        int sequence = Interlocked.Increment(ref _sequence);
        return $"{Prefix}-{DateTime.Now:yyMMdd}-{sequence:D4}{_random.Next(10, 100)}";
    }
}