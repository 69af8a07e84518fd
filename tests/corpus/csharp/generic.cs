using A = B<C<D>, E[,][]>; [assembly: X(typeof(B<,>))] [module: Y]
class B<[Z] in T, out U> : C<D<E<T>>>, I<(int a, string? b)[], dynamic*> where T : class?, new() where U : unmanaged, notnull
{
    public static explicit operator checked B<T, U>(int a) => new(); public static bool operator >>>(B<T, U> a, int b) => a >> b > c;
    T I<T>.M<V>(V v) where V : default => v >> (1) < 2 ? (T)(object)v : default(T)!;
    public event EventHandler<T> X { add { } remove { } } int this[params int[] i] { get => 1; set { } } ~B() { }
    const int K = 0x1F_FFul, L = 0b1010, M1 = 1e+10f is var q ? 1 : 2; decimal D = .5m, F = 1..ToString().Length;
}
