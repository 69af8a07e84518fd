using Harborline.Infrastructure.Auditing;
using Harborline.Infrastructure.Carriers;
using Harborline.Infrastructure.Labels;
using Harborline.Infrastructure.Storage;
using Microsoft.Extensions.DependencyInjection;

namespace Harborline.Infrastructure;

public static class InfrastructureServiceCollectionExtensions
{
    public static IServiceCollection AddHarborlineInfrastructure(this IServiceCollection services, string dataFolder)
    {
        services.AddSingleton<IOrderRepository>(_ => new FileOrderRepository(dataFolder));
        services.AddSingleton(new RetentionPolicy(TimeSpan.FromDays(365)));
        services.AddScoped(_ => new AuditLog());
        services.AddSingleton<LabelPrinter>();
        services.AddHttpClient<CarrierApiClient>(client => client.BaseAddress = new Uri("https://carrier.example/v2/"));
        return services;
    }
}
