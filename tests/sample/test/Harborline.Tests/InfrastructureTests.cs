using Harborline.Core;
using Harborline.Core.Notifications;
using Harborline.Core.Orders;
using Harborline.Infrastructure;
using Harborline.Infrastructure.Auditing;
using Harborline.Infrastructure.Carriers;
using Harborline.Infrastructure.Labels;
using Harborline.Infrastructure.Storage;
using Harborline.Infrastructure.Workers;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging.Abstractions;

namespace Harborline.Tests;

public sealed class InfrastructureTests : IDisposable
{
    private readonly string _folder = Path.Combine(Path.GetTempPath(), $"harborline-{Guid.NewGuid():N}");

    public void Dispose()
    {
        if (Directory.Exists(_folder))
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    private ServiceProvider BuildProvider()
    {
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddHarborlineCore().AddHarborlineInfrastructure(_folder);
        services.AddSingleton<IMessageGateway, SilentGateway>();
        return services.BuildServiceProvider(new ServiceProviderOptions { ValidateOnBuild = true, ValidateScopes = true });
    }

    [Fact]
    public void The_container_builds_every_service()
    {
        using ServiceProvider provider = BuildProvider();
        using IServiceScope scope = provider.CreateScope();

        Assert.IsType<EmailNotificationSender>(scope.ServiceProvider.GetRequiredService<NotificationSender>());
        Assert.NotNull(scope.ServiceProvider.GetRequiredService<OrderService>());
        Assert.NotNull(scope.ServiceProvider.GetRequiredService<CarrierApiClient>());
    }

    [Fact]
    public async Task A_sweep_cancels_what_has_lapsed()
    {
        var repository = new InMemoryOrderRepository(new Order { Number = "1", ExpiresAt = DateTime.UnixEpoch });
        var services = new ServiceCollection();
        services.AddHarborlineCore();
        services.Replace(ServiceDescriptor.Singleton<IOrderRepository>(repository));
        using ServiceProvider provider = services.BuildServiceProvider();
        var sweeper = new ExpirySweeper(
            provider.GetRequiredService<IServiceScopeFactory>(),
            NullLogger<ExpirySweeper>.Instance);

        Assert.Equal(1, await sweeper.SweepAsync(CancellationToken.None));
        Assert.Equal(0, await sweeper.SweepAsync(CancellationToken.None));
    }

    [Fact]
    public async Task An_order_survives_the_disk()
    {
        var repository = new FileOrderRepository(_folder);
        var order = new Order { Number = "HL-5", Lines = { new OrderLine("ROPE-10", 2, 4m) } };

        await repository.SaveAsync(order);
        await repository.SaveAsync(order);

        Order loaded = Assert.Single(await repository.AllAsync());
        Assert.Equal(8m, loaded.Total);
        Assert.Single(Directory.GetFiles(_folder, "*.bak"));
    }

    [Fact]
    public void Retention_starts_when_an_order_is_closed()
    {
        var policy = new RetentionPolicy(TimeSpan.FromDays(30));

        Assert.False(policy.IsDue(new Order()));
        Assert.True(policy.IsDue(new Order { ClosedAt = DateTime.UnixEpoch }));
        Assert.EndsWith("/HL-6", policy.ArchiveName(new Order { Number = "HL-6" }));
    }

    [Fact]
    public void An_audit_entry_names_action_and_session()
    {
        var session = new Guid("5f0d3a52-3b1c-4f0e-8a53-6ad9f6d1c001");
        var log = new AuditLog(session);

        log.Write("cancel", new { order = 7 });

        Assert.Contains($"\"_session\":\"{session}\",\"action\":\"cancel\"", Assert.Single(log.Entries));
        Assert.Empty(new AuditLog().Entries);
    }

    [Fact]
    public void A_label_knows_its_file_name()
    {
        var label = new Label(Path.Combine("out", "HL-1.zpl"), "^XA^XZ");

        Assert.Equal("HL-1.zpl", label.FileName);
        Assert.True(label.IsRelative);
    }

    private sealed class SilentGateway : IMessageGateway
    {
        public Task DeliverAsync(string recipient, string text, DateTimeOffset notBefore) => Task.CompletedTask;
    }
}
