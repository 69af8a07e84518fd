using System.Text.Json;

namespace Harborline.Infrastructure.Storage;

public class FileOrderRepository : IOrderRepository
{
    private readonly string _root;

    public FileOrderRepository(string root)
    {
        _root = root;
    }

    public async Task<IReadOnlyList<Order>> AllAsync(CancellationToken cancellationToken = default)
    {
        if (!Directory.Exists(_root))
        {
            return [];
        }

        var orders = new List<Order>();
        foreach (string file in Directory.EnumerateFiles(_root, "*.json").Order(StringComparer.Ordinal))
        {
            if (JsonSerializer.Deserialize<Order>(await File.ReadAllTextAsync(file, cancellationToken)) is { } order)
            {
                orders.Add(order);
            }
        }

        return orders;
    }

    public async Task<Order?> FindAsync(Guid id, CancellationToken cancellationToken = default)
    {
        string file = FileOf(id);
        return File.Exists(file)
            ? JsonSerializer.Deserialize<Order>(await File.ReadAllTextAsync(file, cancellationToken))
            : null;
    }

    public async Task SaveAsync(Order order, CancellationToken cancellationToken = default)
    {
        Directory.CreateDirectory(_root);
        string file = FileOf(order.Id);
        if (File.Exists(file))
        {
            File.Copy(file, $"{file}.{DateTime.UtcNow:yyyyMMddHHmmssfff}.bak", overwrite: true);
        }

        await File.WriteAllTextAsync(file, JsonSerializer.Serialize(order), cancellationToken);
    }

    private string FileOf(Guid id) => Path.Combine(_root, $"{id:N}.json");
}
