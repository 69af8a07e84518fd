using Harborline.Core.Orders;

namespace Harborline.Core.Shipping
{
	public class CarrierScheduler
	{
		private readonly IOrderRepository repository;
		private readonly int capacity;
		private DateTime lastRun = DateTime.UtcNow;

		public CarrierScheduler(IOrderRepository repository, int capacity = 40)
		{
			this.repository = repository;
			this.capacity = capacity;
		}

		public DateTime LastRun => this.lastRun;

		public async Task<IReadOnlyList<PickupRequest>> PlanAsync(string carrier)
		{
			var orders = await this.repository.AllAsync();
			var day = BusinessCalendar.IsPastCutOff() ? BusinessCalendar.NextWorkingDay() : DateTime.Today;

			this.lastRun = DateTime.UtcNow;
			return orders
				.Where(o => o.Status == OrderStatus.Paid)
				.Take(this.capacity)
				.Select((o, i) => new PickupRequest(carrier, day.AddHours(17).AddMinutes(i)))
				.ToList();
		}
	}
}
