class A {
#if A0
void M0(
#else
int N0(
#endif
) { }
#if A1
void M1(
#else
int N1(
#endif
) { }
#if A2
void M2(
#else
int N2(
#endif
) { }
#if A3
void M3(
#else
int N3(
#endif
) { }
#if A4
void M4(
#else
int N4(
#endif
) { }
#if A5
void M5(
#else
int N5(
#endif
) { }
#if A6
void M6(
#else
int N6(
#endif
) { }
#if A7
void M7(
#else
int N7(
#endif
) { }
#if A8
void M8(
#else
int N8(
#endif
) { }
#if A9
void M9(
#else
int N9(
#endif
) { }
#if A10
void M10(
#else
int N10(
#endif
) { }
#if A11
void M11(
#else
int N11(
#endif
) { }
}