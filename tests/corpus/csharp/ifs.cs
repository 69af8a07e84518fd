#if A0
#if A1
#if A2
#if A3
#if A4
#if A5
#if A6
#if A7
#if A8
#if A9
#if A10
#if A11
#if A12
#if A13
#if A14
#if A15
#if A16
#if A17
#if A18
#if A19
#if A20
#if A21
#if A22
#if A23
class A { int M() => DateTime.Now.Day; }
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
#else
class B { }
#endif
