using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Harborline.Infrastructure.Workers;

public class ExpirySweeper : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(5);

    private readonly IServiceScopeFactory _scopes;
    private readonly ILogger<ExpirySweeper> _logger;

    public ExpirySweeper(IServiceScopeFactory scopes, ILogger<ExpirySweeper> logger)
    {
        _scopes = scopes;
        _logger = logger;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            int cancelled = await SweepAsync(stoppingToken);
            _logger.LogInformation("{Count} orders lapsed by {Time:O}", cancelled, Instant.UtcNow);
            await Task.Delay(Interval, stoppingToken);
        }
    }

    public async Task<int> SweepAsync(CancellationToken cancellationToken)
    {
        using IServiceScope scope = _scopes.CreateScope();
        var orders = scope.ServiceProvider.GetRequiredService<OrderService>();
        var repository = scope.ServiceProvider.GetRequiredService<IOrderRepository>();

        IReadOnlyList<Order> overdue = await orders.OverdueAsync(cancellationToken);
        foreach (Order order in overdue)
        {
            order.Cancel();
            await repository.SaveAsync(order, cancellationToken);
        }

        return overdue.Count;
    }
}
