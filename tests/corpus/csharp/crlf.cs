class A
{
	// c
	int B => DateTime.Now.Day;
#if X
	int C;
#endif
}
