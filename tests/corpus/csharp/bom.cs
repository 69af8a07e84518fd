#if A
class A { }
#endif