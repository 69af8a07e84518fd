using Harborline.Core.Shipping;

namespace Harborline.Tests;

public class BusinessCalendarTests
{
    [Fact]
    public void Friday_is_followed_by_Monday()
    {
        Assert.Equal(new DateTime(2024, 3, 11), BusinessCalendar.NextWorkingDay(new DateTime(2024, 3, 8)));
    }

    [Fact]
    public void The_next_working_day_is_within_four_days()
    {
        DateTime next = BusinessCalendar.NextWorkingDay();

        Assert.InRange(next, DateTime.Today, DateTime.Today.AddDays(4));
        Assert.True(BusinessCalendar.IsWorkingDay(next));
    }

    [Fact]
    public void Two_weeks_have_about_ten_working_days()
    {
        Assert.InRange(BusinessCalendar.WorkingDaysUntil(DateTime.UtcNow.AddDays(14)), 9, 11);
    }

    [Fact]
    public void A_window_around_now_is_open()
    {
        var window = new DeliveryWindow(DateTime.UtcNow.AddHours(-1), DateTime.UtcNow.AddHours(1));

        Assert.True(window.IsOpen);
    }
}
