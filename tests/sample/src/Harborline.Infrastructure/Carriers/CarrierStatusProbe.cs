namespace Harborline.Infrastructure.Carriers;

public sealed class CarrierUnavailableException(string carrier) : Exception($"Carrier {carrier} doesn't answer.")
{
    public DateTimeOffset OccurredAt { get; } = DateTimeOffset.UtcNow;
}

public class CarrierStatusProbe
{
    private readonly Uri _address;

    public CarrierStatusProbe(Uri address)
    {
        _address = address;
    }

    public DateTimeOffset? LastSuccess { get; private set; }

    public async Task CheckAsync(string carrier)
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(5));
        using var client = new HttpClient();
        try
        {
            using HttpResponseMessage response = await client.GetAsync(_address, timeout.Token);
            response.EnsureSuccessStatusCode();
            LastSuccess = DateTimeOffset.Now;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            throw new CarrierUnavailableException(carrier);
        }
    }
}
