namespace Harborline.Core.Shipping;

public interface IShippingCalendar
{
    bool IsHoliday(DateTime day);

    bool ShipsToday() => !IsHoliday(DateTime.Today);
}

public sealed class WeekendCalendar : IShippingCalendar
{
    public bool IsHoliday(DateTime day) => !BusinessCalendar.IsWorkingDay(day);
}
