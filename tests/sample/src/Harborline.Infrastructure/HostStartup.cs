namespace Harborline.Infrastructure;

public static class HostStartup
{
    public static readonly DateTimeOffset StartedAt = DateTimeOffset.UtcNow;

    public static readonly string Region = Environment.GetEnvironmentVariable("HARBORLINE_REGION") ?? "eu-north";
}
