namespace Harborline.Core.Deployment;

public enum Environment
{
    Development,
    Staging,
    Production,
}

public sealed record DeploymentInfo(string Name, Environment Environment)
{
    public bool IsLive => Environment == Environment.Production;

    public static DeploymentInfo Parse(string value) =>
        Enum.TryParse(value, ignoreCase: true, out Environment environment)
            ? new DeploymentInfo(value, environment)
            : new DeploymentInfo(value, Environment.Development);
}
