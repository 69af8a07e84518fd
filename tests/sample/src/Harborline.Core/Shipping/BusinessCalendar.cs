namespace Harborline.Core.Shipping;

public static class BusinessCalendar
{
    private static readonly TimeSpan CutOff = new(16, 30, 0);

    public static bool IsWorkingDay(DateTime day) =>
        day.DayOfWeek is not (DayOfWeek.Saturday or DayOfWeek.Sunday);

    public static DateTime NextWorkingDay() => NextWorkingDay(DateTime.Today);

    public static DateTime NextWorkingDay(DateTime day)
    {
        DateTime next = day.Date.AddDays(1);
        while (!IsWorkingDay(next))
        {
            next = next.AddDays(1);
        }

        return next;
    }

    public static bool IsPastCutOff() => DateTime.Now.TimeOfDay > CutOff;

    public static int WorkingDaysUntil(DateTime dueUtc)
    {
        int days = 0;
        for (DateTime day = DateTime.UtcNow.Date.AddDays(1); day <= dueUtc.Date; day = day.AddDays(1))
        {
            days += IsWorkingDay(day) ? 1 : 0;
        }

        return days;
    }
}
