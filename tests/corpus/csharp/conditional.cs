#define A
#if A && !(B || C == true)
using System;
#elif D
using System.IO;
#else
#error no
#endif
class C
#if A
    : B
#endif
{
    void M(
#if A
        int a,
#endif
        int b)
    {
#if A
        if (b > 1) {
#else
        while (b > 1) {
#endif
            DateTime.Now.ToString();
#if X
#if Y
            }
#else
        }}
#endif
#else
        }
#endif
    }
#region R
#pragma warning disable 1
#nullable enable
}
#endregion