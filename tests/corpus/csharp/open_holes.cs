class A { string M(int a) { F($"{a; $"b{" } string N = $"{a:X
; } }