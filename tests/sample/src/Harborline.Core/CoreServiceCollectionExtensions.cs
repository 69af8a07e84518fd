using Harborline.Core.Billing;
using Harborline.Core.Notifications;
using Harborline.Core.Orders;
using Harborline.Core.Shipping;
using Microsoft.Extensions.DependencyInjection;

namespace Harborline.Core;

public static class CoreServiceCollectionExtensions
{
    public static IServiceCollection AddHarborlineCore(this IServiceCollection services)
    {
        services.AddOptions<OrderOptions>();
        services.AddSingleton<OrderNumberGenerator>();
        services.AddSingleton<OrderExpiryPolicy>();
        services.AddScoped<OrderService>();
        services.AddSingleton<IShippingCalendar, WeekendCalendar>();
        services.AddSingleton<ShipmentTracker>();
        services.AddScoped(sp => new CarrierScheduler(sp.GetRequiredService<IOrderRepository>(), 25));
        services.AddSingleton<MessageFormatter>();
        services.AddScoped<NotificationSender, EmailNotificationSender>();
        services.AddScoped(sp => new PaymentReminder(sp.GetRequiredService<IOrderRepository>(), TimeProvider.System));
        services.AddSingleton(_ => new LateFeeCalculator(TimeProvider.System));
        return services;
    }
}
