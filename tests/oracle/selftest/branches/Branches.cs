#define BOTH
// Branches that one set of symbols cannot show together, and a member that does not parse.
sealed class Branches
{
#if ONE && !BOTH
    bool There => File.Exists("one");
#elif TWO
    DateTime Then => DateTime.Now;
#if OTHER
    DateTime Day => DateTime.Today;
#endif
#endif
#if NET8_0_OR_GREATER
    DateTime Always => DateTime.UtcNow;
#endif
#if false
    DateTime Never => DateTime.Now;
#endif
    void Broken() { var x = = File.Exists("two"); }
    void Whole() => File.Delete("three");
}
