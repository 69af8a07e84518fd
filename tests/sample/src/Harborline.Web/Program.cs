using Harborline.Core;
using Harborline.Core.Billing;
using Harborline.Core.Deployment;
using Harborline.Core.Notifications;
using Harborline.Core.Orders;
using Harborline.Infrastructure;
using Harborline.Infrastructure.Workers;
using Harborline.Web;

var builder = WebApplication.CreateBuilder(args);

string dataFolder = builder.Configuration["Storage:Folder"]
    ?? Path.Combine(AppContext.BaseDirectory, "data", builder.Environment.EnvironmentName);

builder.Services.Configure<OrderOptions>(builder.Configuration.GetSection("Orders"));
builder.Services
    .AddHarborlineCore()
    .AddHarborlineInfrastructure(dataFolder);
builder.Services.AddSingleton<IMessageGateway, LogMessageGateway>();
builder.Services.AddTransient<ReceiptPrinter>(_ => new ReceiptPrinter(Console.Out));
builder.Services.AddHostedService<ExpirySweeper>();

var app = builder.Build();

app.MapGet("/health", () => Results.Ok(new
{
    HostStartup.Region,
    DeploymentInfo.Parse(builder.Environment.EnvironmentName).IsLive,
    Uptime = DateTimeOffset.UtcNow - HostStartup.StartedAt,
}));
app.MapPost("/orders", async (PlaceOrderRequest request, OrderService orders) =>
    Results.Ok(await orders.PlaceAsync(request.Email, request.Lines)));
app.MapGet("/orders/overdue", async (OrderService orders) => Results.Ok(await orders.OverdueAsync()));
app.MapPost("/orders/{id:guid}/receipt", async (Guid id, IOrderRepository repository, ReceiptPrinter printer) =>
{
    if (await repository.FindAsync(id) is not { } order)
    {
        return Results.NotFound();
    }

    printer.Print(order);
    return Results.NoContent();
});

app.Run();

public sealed record PlaceOrderRequest(string Email, List<OrderLine> Lines);
