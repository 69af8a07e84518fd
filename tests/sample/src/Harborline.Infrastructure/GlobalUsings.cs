global using Harborline.Core.Orders;
global using Instant = System.DateTimeOffset;
