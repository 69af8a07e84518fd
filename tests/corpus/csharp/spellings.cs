using Clock = System.DateTime;
using static System.DateTime;
namespace N;
class A
{
    object M() => new object[] { DateTime.Now, System.DateTime.Now, global::System.DateTime.Now, Clock.Now, Now,
        Date\u0054ime.Now, @DateTime.@Now, DateTime . /* between */ Now, DateTime
            .Now.AddDays(1), System.IO.File.ReadAllText("a"), nameof(DateTime.Now), typeof(DateTime) };
}
