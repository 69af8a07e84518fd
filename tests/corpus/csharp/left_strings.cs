#if A
$@"{a + $@"b
#endif
{ }
#if B
class C { object M() => $"""{ $$"""{{c}
#else
}