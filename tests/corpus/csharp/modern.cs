#:package X@1
#!/usr/bin/env dotnet
using System;
using P = (int X, string Y);
extern alias Old;
file record struct R(int X) : I { public required int Y { get; init; } = DateTime.Now.Day; }
static class E
{
    extension<T>(T[] x) where T : allows ref struct { int Z => x.Length; static T[] operator +(T[] a, T[] b) => a; }
    extension(DateTime) { static DateTime Then => DateTime.UtcNow; }
}
ref partial struct S { public scoped ref readonly int F(ref readonly int a, scoped Span<int> s, params ReadOnlySpan<int> p) => ref a; }
partial class C(TimeProvider clock, int i = 1) : B(i), IDisposable
{
    public string? Name { get; set => field = value?.Trim() ?? throw new(); }
    partial int Part { get; }
    public partial C();
    partial event Action Ev;
    public void operator +=(int x) { }
    int[] L = [1, .. Enumerable.Range(0, 3), ^1];
    void M(object o)
    {
        o?.Member = 1; o?[0] += 2; a?.b?.c ??= d;
        if (o is { Length: > 1 and < 5 } or [1, .., var last] or not null) { }
        var f = (ref x, out int y) => y = 1; Func<int> g = static () => DateTime.Now.Day;
        using var w = new StreamWriter("a"); lock (new Lock()) { } await foreach (var (a, b) in N()) { goto end; }
        end: return; unsafe { *(int*)p = 1; delegate* unmanaged[Cdecl]<int, void> d; fixed (byte* q = x) { } }
        var t = x switch { > 0 when y => 1, (1, _) => 2, _ => stackalloc int[] { 1 }.Length };
        if (async) F(); R(a) = v; F(a < b, c > d); (a) && b; x = y! is T ? z : default; from q in r where q.A join s in t on q equals s into u orderby u descending select new { u };
    }
}
