namespace Harborline.Infrastructure.Carriers;

internal static class TrackingCodes
{
    private const string Alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    public static string Next(string carrier) =>
        $"{carrier.ToUpperInvariant()}{DateTime.UtcNow:yyMMdd}{Suffix(6)}";

    public static bool IsFromThisYear(string code, int prefixLength) =>
        code.AsSpan(prefixLength, 2).SequenceEqual($"{DateTime.UtcNow:yy}");

    private static string Suffix(int length) =>
        new(Enumerable.Range(0, length).Select(_ => Alphabet[Random.Shared.Next(Alphabet.Length)]).ToArray());
}
