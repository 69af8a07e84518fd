using System.Diagnostics;
using System.Net;
using Microsoft.Extensions.Logging;

namespace Harborline.Infrastructure.Carriers;

public class CarrierApiClient(HttpClient http, ILogger<CarrierApiClient> logger)
{
    public async Task<string?> StatusAsync(string trackingCode, CancellationToken cancellationToken = default)
    {
        long started = Stopwatch.GetTimestamp();
        for (int attempt = 1; ; attempt++)
        {
            using HttpResponseMessage response = await http.GetAsync($"parcels/{trackingCode}", cancellationToken);
            if (response.StatusCode == HttpStatusCode.OK)
            {
                logger.LogDebug("Carrier answered after {Elapsed}", Stopwatch.GetElapsedTime(started));
                return await response.Content.ReadAsStringAsync(cancellationToken);
            }

            if (attempt == 3)
            {
                return null;
            }

            await Task.Delay(attempt * 200, cancellationToken);
        }
    }
}
