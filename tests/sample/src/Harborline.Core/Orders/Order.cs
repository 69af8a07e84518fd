using System.ComponentModel.DataAnnotations;
using System.ComponentModel.DataAnnotations.Schema;

namespace Harborline.Core.Orders;

public enum OrderStatus
{
    Open,
    Paid,
    Shipped,
    Cancelled,
}

[Table("orders")]
public class Order
{
    [Key]
    public Guid Id { get; init; } = Guid.NewGuid();

    [Required, MaxLength(32)]
    public string Number { get; init; } = "";

    [Required, EmailAddress]
    public string CustomerEmail { get; init; } = "";

    public DateTime CreatedAt { get; init; } = DateTime.UtcNow;

    public DateTime? ExpiresAt { get; set; }

    public DateTime? ClosedAt { get; set; }

    public OrderStatus Status { get; set; }

    public List<OrderLine> Lines { get; init; } = [];

    [NotMapped]
    public decimal Total => Lines.Sum(line => line.Quantity * line.UnitPrice);

    public void Cancel()
    {
        Status = OrderStatus.Cancelled;
        ClosedAt = DateTime.UtcNow;
    }
}

public sealed record OrderLine(string Sku, int Quantity, decimal UnitPrice)
{
    public DateTime AddedAt { get; init; } = DateTime.UtcNow;
}
