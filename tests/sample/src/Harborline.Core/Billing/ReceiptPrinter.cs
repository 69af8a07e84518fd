using Harborline.Core.Orders;

namespace Harborline.Core.Billing;

public class ReceiptPrinter
{
    private readonly TextWriter _output;
    private readonly int _width;

    public ReceiptPrinter()
        : this(Console.Out)
    {
    }

    public ReceiptPrinter(TextWriter output)
        : this(output, 40)
    {
    }

    public ReceiptPrinter(TextWriter output, int width)
    {
        _output = output;
        _width = width;
    }

    public void Print(Order order)
    {
        // intentional: wall clock on the receipt
        string printed = DateTime.Now.ToString("yyyy-MM-dd HH:mm:ss");

        _output.WriteLine($"Order {order.Number}".PadRight(_width - printed.Length) + printed);
        foreach (OrderLine line in order.Lines)
        {
            _output.WriteLine($"{line.Quantity,4} x {line.Sku}");
        }

        _output.WriteLine(new string('-', _width));
        _output.WriteLine($"Pay by {DateTime.Today.AddDays(14):yyyy-MM-dd}{Environment.NewLine}");
    }
}
